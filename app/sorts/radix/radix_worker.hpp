/// Which thread of which launch a radix sort's step is about.
#pragma once

#include <optional>

#include "app/core/moment/moment.hpp"
#include "app/core/moment/worker.hpp"

namespace scope {

/// Whose thread it is that made the step (families.hpp): of the subject's place, or of its entry.
std::optional<Worker> radix_worker(const Moment& moment);

}  // namespace scope
