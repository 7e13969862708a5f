#include "fault.hpp"

#include "text/refused.hpp"

namespace radix {

namespace refused = scope::text::refused;

std::string refusal_words(const Fault& fault) {
  if (fault.refused.what == Fault::Refused::What::threw)
    return refused::kernel_threw(
        {.block = fault.first.block, .kernel = fault.kernel, .why = fault.outcome.why});
  const auto& [holds, unstarted, blocks] = fault.room;
  const uint32_t threads = fault.refused.asked;
  return refused::cannot_wait({.blocks = blocks,
                               .holds = holds,
                               .kernel = fault.kernel,
                               .keys = uint64_t{holds} * threads,
                               .limited = fault.refused.given != 0,
                               .threads = threads});
}

}  // namespace radix
