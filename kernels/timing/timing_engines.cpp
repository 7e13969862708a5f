/// Chooses the engine of a timed run, and refuses what no engine can do before it is asked.
#include "kernels/engine/simt/common.hpp"
#include "text/refused.hpp"
#include "timing_machine.hpp"

namespace radix {
namespace {

std::string refusal_of_engine(EngineId engine, const TimedInput& input) {
  if (const std::string refusal = refusal_of_input(input); !refusal.empty()) return refusal;
  if (engine == EngineId::cuda || input.n <= max_indexed_keys) return "";
  return scope::text::refused::timed_cpu({.most = max_indexed_keys});
}

}  // namespace

Cost cost_of(EngineId engine, const TimedInput& input, const Configuration& configuration) {
  Cost refused{.refusal = refusal_of_engine(engine, input)};
  if (const SortInfo* sort = sort_named(configuration.method);
      refused.refusal.empty() && sort != nullptr)
    refused.refusal = refusal_of_sort(*sort, input, configuration.settings);
  else if (refused.refusal.empty() &&
           baseline_named(baselines(engine), configuration.method) == nullptr)
    refused.refusal = unknown_method(configuration.method, baselines(engine));
  if (!refused.refusal.empty()) return refused;
  return engine == EngineId::cuda ? cuda_cost(input, configuration)
                                  : cpu_cost(input, configuration);
}

std::unique_ptr<TimingSession> open_session(EngineId engine, const TimedInput& input,
                                            uint64_t scratch_bytes) {
  if (const std::string refusal = refusal_of_engine(engine, input); !refusal.empty())
    throw KernelError(refusal);
  return engine == EngineId::cuda ? cuda_session(input, scratch_bytes)
                                  : cpu_session(input, scratch_bytes);
}

TimingFacts timing_facts(EngineId engine, bool measure) {
  return engine == EngineId::cuda ? cuda_facts(measure) : cpu_facts(measure);
}

}  // namespace radix
