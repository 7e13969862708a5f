/// Which threads run a line of a kernel: from what the CPU engine sees them read and write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/core/moment/worker.hpp"
#include "kernels/engine/model/trace.hpp"
#include "source_text.hpp"

namespace scope {

/// The threads of the launch that made the step before `cursor` which run the statement of a line,
/// in order; none where that is not known: the line is no part of that launch, or neither it nor
/// what stands beside it touches memory. Worker::element is none.
std::vector<Worker> threads_of_line(const radix::Trace& trace, std::size_t cursor,
                                    const std::string& file, const std::vector<SourceRow>& rows,
                                    uint32_t line);

}  // namespace scope
