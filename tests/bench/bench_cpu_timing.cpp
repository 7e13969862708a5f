/// Prints what the CPU engine of timed runs does: millions of keys a second, best of several
/// samples, for every way to cut sort `coarse` at 8 bits a pass, beside the processor's own sorts
/// in the same run. The last column counts the seconds of all cores together, which other programs
/// disturb less.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "kernels/run/engine.hpp"
#include "kernels/timing/timing.hpp"

using namespace radix;

namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Best {
  double rate = 0, per_core = 0;  ///< 10^6 keys a second: by the clock; by the seconds of all cores
};

Best best_of(TimingSession& session, const TimedInput& input, const Configuration& configuration,
             int samples) {
  Best best;
  for (int k = 0; k < samples; ++k) {
    const double begin = processor_seconds();
    const Sample sample = session.sort(configuration, false);
    const double seconds =
        processor_seconds() - begin;  // with the copy and the flush, which are small
    best.rate = std::max(best.rate, 1e-3 * static_cast<double>(input.n) / sample.ms);
    best.per_core = std::max(best.per_core, 1e-6 * static_cast<double>(input.n) / seconds);
  }
  if (const std::string wrong = session.verify(); !wrong.empty())
    std::printf("WRONG: %s\n", wrong.c_str());
  return best;
}

}  // namespace

int main(int count, char** words) {
  const TimedInput input{.n = uint64_t{1} << (count > 1 ? std::atoi(words[1]) : 20)};
  const int samples = count > 2 ? std::atoi(words[2]) : 5;
  const TimingFacts facts = timing_facts(EngineId::cpu, true);
  std::printf("%s, %u workers, copies %.1f GB/s\n%s\n%llu 32-bit keys\n", facts.device.c_str(),
              facts.processors, facts.copy_gb_s, facts.note.c_str(),
              static_cast<unsigned long long>(input.n));

  const SortInfo* coarse = nullptr;
  for (const SortInfo& sort : timed_sorts()) {
    if (sort.coarse()) coarse = &sort;
  }
  std::vector<Configuration> all;
  for (const Baseline& baseline : baselines(EngineId::cpu)) {
    if (!baseline.check) all.push_back({baseline.name, {}});
  }
  const std::span<const Choice> scans = setting_named("scan")->choices;
  for (Ownership ownership : {Ownership::interleaved, Ownership::blocked}) {
    for (uint32_t scan = 0; scan < scans.size(); ++scan) {
      for (uint32_t keys : {4u, 8u, 16u, 32u}) {
        for (uint32_t threads = 16; threads * keys <= max_keys_per_block && threads <= 256;
             threads *= 2)
          all.push_back({coarse->name,
                         {.threads_per_block = threads,
                          .radix_bits = 8,
                          .keys_per_thread = keys,
                          .ownership = ownership,
                          .scan = static_cast<BlockScan>(scan)}});
      }
    }
  }

  uint64_t scratch = 0;
  for (const Configuration& each : all)
    scratch = std::max(scratch, cost_of(EngineId::cpu, input, each).scratch_bytes);
  const auto session = open_session(EngineId::cpu, input, scratch);
  for (const Configuration& each : all) {
    const Best best = best_of(*session, input, each, samples);
    const Settings& s = each.settings;
    if (each.method != coarse->name)
      std::printf("%-52s", each.method.c_str());
    else
      std::printf("%-8s %-12s %-12s %4u x %2u keys    ", each.method.c_str(),
                  text_of(*setting_named("ownership"), s).c_str(),
                  text_of(*setting_named("scan"), s).c_str(), s.threads_per_block,
                  s.keys_per_thread);
    std::printf("%8.2f Mkeys/s   %8.2f per second of a core\n", best.rate, best.per_core);
    std::fflush(stdout);
  }
}
