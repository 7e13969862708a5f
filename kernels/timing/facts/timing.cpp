/// The lists that every engine shares: what can be sorted, how the keys are spread, what stands
/// beside the sorts.
#include "kernels/timing/baselines.hpp"
#include "kernels/timing/timing_machine.hpp"

namespace radix {
namespace {

constexpr TimedTypeInfo types[] = {
    {TimedType::u32, "u32", "32-bit keys", 4, 0, 32},
    {TimedType::u64, "u64", "64-bit keys", 8, 0, 64},
    {TimedType::pairs, "pairs", "32-bit keys with 32-bit values", 4, 4, 32},
};

// Names after the entropy of a bit: 1 bit, 0.811, 0.544 and 0.201, as the benchmarks of CUB have
// them. The last five are hard on a sort that begins at the top: its buckets are few, or full of
// keys that differ little
constexpr DistributionInfo spreads[] = {
    {Distribution::uniform, "uniform", "uniform", "every key equally likely"},
    {Distribution::entropy_811, "entropy_811", "entropy 0.811",
     "AND of 2 random words: a bit is 1 in one key out of 4"},
    {Distribution::entropy_544, "entropy_544", "entropy 0.544",
     "AND of 3 random words: a bit is 1 in one key out of 8, small keys are frequent"},
    {Distribution::entropy_201, "entropy_201", "entropy 0.201",
     "AND of 5 random words: a bit is 1 in one key out of 32, most keys are small"},
    {Distribution::sorted, "sorted", "sorted", "already in ascending order"},
    {Distribution::reversed, "reversed", "reversed", "already in descending order"},
    {Distribution::equal, "equal", "all equal", "one key, n times"},
    {Distribution::few, "few", "16 distinct", "16 distinct keys in random order"},
    {Distribution::half_equal, "half_equal", "half equal",
     "one key n / 2 times, the others uniform"},
    {Distribution::high_zero, "high_zero", "upper half zero",
     "only the lower half of the bits vary"},
    {Distribution::low_zero, "low_zero", "lower half zero", "only the upper half of the bits vary"},
    {Distribution::middle_zero, "middle_zero", "middle zero",
     "the upper half of the bits and the lowest 4 vary"},
    {Distribution::top_byte, "top_byte", "top byte equal", "all bits but the highest 8 vary"},
};

}  // namespace

std::span<const TimedTypeInfo> timed_types() { return types; }
std::span<const DistributionInfo> distributions() { return spreads; }

std::span<const Baseline> baselines(EngineId engine) {
  return engine == EngineId::cuda ? cuda_baselines() : std::span<const Baseline>(all_cpu_baselines);
}

TimingFacts machine_facts(EngineId engine) {
  return engine == EngineId::cuda ? cuda_machine_facts() : cpu_machine_facts();
}

}  // namespace radix
