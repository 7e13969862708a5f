/// What a run did wrong (kernels/engine/model/fault.hpp), in the reader's language.
#pragma once

#include <string>

#include "kernels/engine/model/trace.hpp"

namespace scope {

/// "thread 3", "thread 3 of block 1".
std::string thread_name(const radix::ThreadAt& at);

/// "line 19 of network_shared.cu"; "" where it is not known.
std::string line_words(const radix::SourceLine& source);

/// What broke the run off or is wrong with its result, and where it first differs from the right
/// one: a few sentences.
std::string fault_words(const radix::Fault& fault);

/// Where it first differs from the right run: a sentence, or "".
std::string difference_words(const radix::Fault& fault);

/// What the run did wrong, "" where nothing.
std::string error_words(const radix::Trace& trace);

}  // namespace scope
