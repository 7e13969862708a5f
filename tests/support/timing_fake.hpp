/// An engine that sorts nothing: its clock moves as it is told, and its faults are planted by the
/// name of the method.
#pragma once

#include <map>
#include <new>
#include <string>
#include <vector>

#include "app/timing/plan.hpp"
#include "kernels/engine/simt/common.hpp"

namespace fake {

/// What a method does.
struct Method {
  double ms = 1;                  ///< of a run, on every n; the wall clock moves by it
  double grows_ms = 0;            ///< every further run takes so much longer
  uint32_t throws_at = 0;         ///< the run that throws KernelError, from 1; 0: none
  bool out_of_memory = false;     ///< … throws bad_alloc instead
  uint32_t wrong_from = 0;        ///< the run from which on its results are wrong; 0: none
  uint32_t slow_clock_every = 0;  ///< every k-th run has a slow clock; 0: none
  uint64_t scratch = 1000;
  std::string refusal;  ///< of cost_of
};

/// What happened, for the tests to read.
struct Machine {
  std::map<std::string, Method> methods;
  std::map<std::string, uint32_t> runs;
  std::vector<std::string> order;         ///< method of every run, "*" behind those by stage
  std::vector<uint64_t> scratches;        ///< of every session
  std::vector<std::string> events;        ///< open, close
  double now = 100, run_overhead = 0;     ///< seconds
  uint64_t free_bytes = 0;                ///< 0: unknown
  uint64_t session_limit = ~uint64_t{0};  ///< a session with more scratch cannot be had
  bool dead_after_throw = false;          ///< no session opens any more once something was thrown
  bool thrown = false;
  int open_sessions = 0;
};

class Session : public radix::TimingSession {
 public:
  explicit Session(Machine& machine) : machine_(machine) {
    ++machine_.open_sessions;
    machine_.events.push_back("open");
  }
  ~Session() override {
    --machine_.open_sessions;
    machine_.events.push_back("close");
  }

  radix::Sample sort(const radix::Configuration& configuration, bool by_stage) override {
    const Method& method = machine_.methods[configuration.method];
    const uint32_t run = ++machine_.runs[configuration.method];
    machine_.order.push_back(configuration.method + (by_stage ? "*" : ""));
    if (run == method.throws_at) {
      machine_.thrown = true;
      if (method.out_of_memory) throw std::bad_alloc();
      throw radix::KernelError("kernel boom reads beyond its buffer.");
    }
    radix::Sample sample;
    sample.ms = method.ms + method.grows_ms * (run - 1);
    sample.wall_ms = sample.ms + 0.5;
    sample.slow_clock = method.slow_clock_every > 0 && run % method.slow_clock_every == 0;
    if (sample.slow_clock) sample.ms *= 10;
    sample.mhz = sample.slow_clock ? 700 : 1900 + run % 2;
    if (by_stage && method.scratch > 0)
      sample.stages = {{"extract", "extract_bits", 0.25 * sample.ms},
                       {"scan", "scan_blocks", 0.5 * sample.ms},
                       {"scan", "add_sums", 0.1 * sample.ms},
                       {"scatter", "scatter", 0.25 * sample.ms}};
    wrong_ = method.wrong_from > 0 && run >= method.wrong_from;
    machine_.now += sample.ms / 1000 + machine_.run_overhead;
    return sample;
  }

  std::string verify() override { return wrong_ ? "key 7 comes before a smaller one." : ""; }

  void density(const radix::Configuration&,
               const std::function<bool(const radix::Density&)>& see) override {
    for (uint32_t pass = 0; pass <= 2; ++pass) {
      radix::Density density{.pass = pass, .passes = 2};
      density.counts.assign(radix::Density::size * radix::Density::size, pass);
      density.counts[5] = 0xfedcba98u;
      if (!see(density)) return;
    }
  }

 private:
  Machine& machine_;
  bool wrong_ = false;
};

inline constexpr radix::Baseline baselines[] = {
    {"library", "library::sort, input kept", "sorts well", false},
    {"planted", "sorts wrongly", "a check of the timing", true},
};

/// session_bytes: 12 bytes a key and the scratch.
inline scope::TimingEngine engine(Machine& machine) {
  return {
      .baselines = [] { return std::span<const radix::Baseline>(baselines); },
      .facts =
          [&machine](bool) {
            return radix::TimingFacts{.engine = "cpu",
                                      .device = "a \"fake\" machine",
                                      .driver = "1.2",
                                      .runtime = "R 3",
                                      .libraries = "L 4",
                                      .memory_bytes = 2 * machine.free_bytes,
                                      .free_bytes = machine.free_bytes,
                                      .l2_bytes = 50'000'000,
                                      .processors = 4,
                                      .clock_mhz = 2000,
                                      .copy_gb_s = 100,
                                      .note = "These are emulation times."};
          },
      .cost_of =
          [&machine](const radix::TimedInput& input, const radix::Configuration& configuration) {
            const Method& method = machine.methods[configuration.method];
            return radix::Cost{.scratch_bytes = method.scratch,
                               .session_bytes = 12 * input.n + method.scratch,
                               .moved_bytes = configuration.method == "library" ? 0 : 28 * input.n,
                               .passes = 4,
                               .launches = 12,
                               .refusal = method.refusal};
          },
      .open_session = [&machine](const radix::TimedInput&,
                                 uint64_t scratch) -> std::unique_ptr<radix::TimingSession> {
        machine.scratches.push_back(scratch);
        if (scratch > machine.session_limit) throw std::bad_alloc();
        if (machine.dead_after_throw && machine.thrown)
          throw radix::KernelError("the device is gone.");
        return std::make_unique<Session>(machine);
      },
      .now = [&machine] { return machine.now; }};
}

/// Name of the sort with this number, from 1.
inline std::string sort(std::size_t number) { return radix::timed_sorts()[number - 1].name; }
inline const std::string one = sort(1), two = sort(2), coarse = sort(4);

/// A plan that must be readable, weighed.
inline scope::TimingPlan plan(const scope::TimingSetup& setup, const scope::TimingEngine& engine) {
  auto read = scope::read_timing_plan(setup, engine);
  if (!read) throw std::runtime_error(read.error.sentence);
  scope::weigh(*read, engine);
  return *read;
}

}  // namespace fake
