/// TEMPORARY: stands in for the engines' timing until it is there; delete this file then. Weak, so that the
/// engines' own functions win wherever both are linked.
#include "../simt/common.hpp"
#include "timing.hpp"

namespace radix {

constexpr const char* not_yet = "This build has no timing on that engine yet; use a later one.";

__attribute__((weak)) std::span<const Anchor> anchors(EngineId) { return {}; }
__attribute__((weak)) Cost cost_of(EngineId, const TimedInput&, const Configuration&) { return {.refusal = not_yet}; }
__attribute__((weak)) std::unique_ptr<TimingSession> open_session(EngineId, const TimedInput&, uint64_t) {
  throw KernelError(not_yet);
}
__attribute__((weak)) TimingFacts timing_facts(EngineId engine, bool) {
  return {.engine = engine == EngineId::cpu ? "cpu" : "cuda", .note = not_yet};
}

}  // namespace radix
