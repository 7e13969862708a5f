/// The CPU engine of timed runs: what a sort costs, and sessions that sort.
#define RADIX_TIMED
#include <chrono>
#include <cstring>
#include <memory>
#include <new>

#include "cpu_baselines.hpp"
#include "cpu_check.hpp"
#include "kernels/timing/facts/cpu_facts.hpp"
#include "make_keys.cuh"
#include "sorts.hpp"
#include "text/refused.hpp"
#include "timing_machine.hpp"

namespace radix {
inline namespace cpu_timed {
namespace {

using Clock = std::chrono::steady_clock;

/// Resolution of the clock in milliseconds: a browser gives pages one of 0.1 or 1.
double step_of_clock() {
  const auto begin = Clock::now();
  auto next = begin;
  while (next == begin) next = Clock::now();
  return std::chrono::duration<double, std::milli>(next - begin).count();
}

const double least = step_of_clock() / 2;  // of what took less than a step, about

double milliseconds_since(Clock::time_point begin) {
  return std::max(std::chrono::duration<double, std::milli>(Clock::now() - begin).count(), least);
}

/// Memory from page to page, never touched by anyone before.
class Memory {
 public:
  explicit Memory(std::size_t bytes)
      : bytes_(bytes), data_(static_cast<unsigned char*>(::operator new(bytes, page))) {}
  ~Memory() { ::operator delete(data_, page); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  template <class T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  std::size_t bytes() const { return bytes_; }
  void fill(unsigned char byte) { std::memset(data_, byte, bytes_); }

 private:
  static constexpr std::align_val_t page{4096};
  std::size_t bytes_;
  unsigned char* data_;
};

/// Enough to push everything else out of the caches; servers report caches that they share with
/// many.
uint64_t flushing_bytes() { return std::clamp<uint64_t>(last_cache_bytes(), 4u << 20, 128u << 20); }

/// All sessions push with the same memory: the system has to give it only once.
void flush_caches() {
  static Memory memory(flushing_bytes());
  for (uint64_t i = 0; i < memory.bytes(); i += 64) memory.as<unsigned char>()[i] += 1;
}

const CpuBaseline* cpu_baseline_named(const std::string& name) {
  for (const CpuBaseline& baseline : cpu_baseline_sorts()) {
    if (name == baseline.shown.name) return &baseline;
  }
  return nullptr;
}

TimedProblem problem_of(const TimedInput& input, const SortInfo& sort, const Settings& settings) {
  return {static_cast<uint32_t>(input.n), input.bits, settings_for(sort, settings)};
}

template <class Key>
Cost cost_of_baseline(const CpuBaseline& baseline, const TimedInput& input) {
  const uint64_t all = input.n * sizeof(Key);
  Cost cost{.scratch_bytes = baseline.scratch * all};
  if (baseline.bits_a_pass > 0)
    cost.passes = (input.bits + baseline.bits_a_pass - 1) / baseline.bits_a_pass;
  cost.moved_bytes = uint64_t{cost.passes} * baseline.moves_a_pass * all;
  cost.session_bytes = baseline.own_buffer ? (input.n + 1) / 2 * sizeof(Key) : 0;
  return cost;
}

template <class Key>
Cost cost_for(const TimedInput& input, const Configuration& configuration) {
  const SortInfo* sort = sort_named(configuration.method);
  Cost cost =
      sort != nullptr
          ? TimedSorts<Key>::cost(sort->name, problem_of(input, *sort, configuration.settings))
          : cost_of_baseline<Key>(*cpu_baseline_named(configuration.method), input);
  cost.session_bytes += 3 * input.n * sizeof(Key) + flushing_bytes() + cost.scratch_bytes;
  return cost;
}

/// Makes every launch.
class Plain : public LaunchWatch {
 public:
  bool begin(const LaunchFacts&) override { return true; }
};

/// Makes every launch and times it by itself.
class StageClock : public LaunchWatch {
 public:
  bool begin(const LaunchFacts& launch) override {
    const std::string stage = launch.whole_pass ? "whole_pass" : info(launch.stage).name;
    row_ = 0;
    while (row_ < times.size() &&
           (times[row_].stage != stage || times[row_].kernel != launch.kernel))
      ++row_;
    if (row_ == times.size()) times.push_back({.stage = stage, .kernel = launch.kernel});
    begin_ = Clock::now();
    return true;
  }
  void end() override { times[row_].ms += milliseconds_since(begin_); }

  std::vector<StageTime> times;

 private:
  std::size_t row_ = 0;
  Clock::time_point begin_;
};

/// Thrown by who has seen enough passes.
struct Enough {};

/// Makes every launch and shows the keys after every pass.
template <class Key>
class PassWatch : public LaunchWatch {
 public:
  explicit PassWatch(std::function<void(uint32_t pass, const Key*)> show)
      : show_(std::move(show)) {}
  bool begin(const LaunchFacts&) override { return true; }
  void passed(uint32_t pass, const void* keys) override {
    show_(pass + 1, static_cast<const Key*>(keys));
  }

 private:
  std::function<void(uint32_t, const Key*)> show_;
};

template <class Key>
class CpuSession : public TimingSession {
 public:
  CpuSession(const TimedInput& input, uint64_t scratch_bytes)
      : input_(input),
        bytes_(input.n * sizeof(Key)),
        master_(bytes_),
        keys_(bytes_),
        other_(bytes_),
        scratch_(scratch_bytes) {
    make_timed_keys(View<Key>(master_.as<Key>(), input.n), input);
    contents_ = look_at(master_.as<Key>(), input.n).contents;
  }

  Sample sort(const Configuration& configuration, bool by_stage) override {
    prepare(configuration);
    flush_caches();
    StageClock stage_clock;
    Plain plain;
    LaunchWatch& watch = by_stage ? static_cast<LaunchWatch&>(stage_clock) : plain;

    const auto begin = Clock::now();
    result_ = run(configuration, watch);
    const double ms = milliseconds_since(begin);
    return {.ms = ms, .wall_ms = ms, .stages = std::move(stage_clock.times)};
  }

  std::string verify() override {
    if (result_ == nullptr) return scope::text::refused::nothing_sorted;
    return error_about_result(result_, input_.n, contents_, stable_);
  }

  void density(const Configuration& configuration,
               const std::function<bool(const Density&)>& see) override {
    const bool sort = sort_named(configuration.method) != nullptr;
    const uint32_t all = sort ? cost_for<Key>(input_, configuration).passes : 1;
    const bool each = sort && all > 0 && all <= Density::max_passes;
    const uint32_t passes = each ? all : 1;
    const auto show = [&](uint32_t pass, const Key* keys) {
      Density seen{.pass = pass,
                   .passes = passes,
                   .counts = std::vector<uint32_t>(Density::size * Density::size)};
      measure_density(View<const Key>(keys, input_.n),
                      View<uint32_t>(seen.counts.data(), seen.counts.size()),
                      static_cast<uint32_t>(input_.n), input_.bits);
      if (!see(seen)) throw Enough{};
    };
    prepare(configuration);
    try {
      show(0, keys_.template as<Key>());
      PassWatch<Key> watch(show);
      Plain plain;
      result_ = run(configuration, each ? static_cast<LaunchWatch&>(watch) : plain);
      if (!each) show(1, result_);
    } catch (const Enough&) {
      result_ = nullptr;
    }
  }

 private:
  /// Fresh keys; everything else holds what no sort writes.
  void prepare(const Configuration& configuration) {
    result_ = nullptr;
    other_.fill(poison);
    scratch_.fill(
        poison);  // also so that no page is touched for the first time while the clock runs
    std::memcpy(keys_.template as<Key>(), master_.template as<Key>(), bytes_);
    const CpuBaseline* baseline = cpu_baseline_named(configuration.method);
    const SortInfo* sort = sort_named(configuration.method);
    stable_ = baseline != nullptr ? baseline->stable
                                  : sort == nullptr || sort->keeps_equals(configuration.settings);
    if (baseline != nullptr && baseline->sorted_before)
      cpu_baseline_named("std_stable_sort")->sort(buffers());
  }

  const Key* run(const Configuration& configuration, LaunchWatch& watch) {
    if (const CpuBaseline* baseline = cpu_baseline_named(configuration.method))
      return run_baseline(*baseline);
    const SortInfo* sort = sort_named(configuration.method);
    if (sort == nullptr)
      throw KernelError(unknown_method(configuration.method, baselines(EngineId::cpu)));
    Arena arena(scratch_.as<void>(), scratch_.bytes());
    const Arena::Use use(arena);
    return TimedSorts<Key>::sort(sort->name, problem_of(input_, *sort, configuration.settings),
                                 keys_.template as<Key>(), other_.template as<Key>(), watch);
  }

  const Key* run_baseline(const CpuBaseline& baseline) {
    if (scratch_.bytes() < baseline.scratch * bytes_)
      throw KernelError(
          scope::text::refused::no_room({.array = scope::text::translated(baseline.shown.label)}));
    return baseline.sort(buffers());
  }
  SortBuffers<Key> buffers() {
    return {keys_.template as<Key>(), other_.template as<Key>(), scratch_.as<Key>(),
            static_cast<std::size_t>(input_.n), input_.bits};
  }

  TimedInput input_;
  uint64_t bytes_;
  Memory master_, keys_, other_, scratch_;
  Contents contents_;
  const Key* result_ = nullptr;
  bool stable_ = true;
};

constexpr std::size_t copied_bytes = std::size_t{64} << 20, copied_piece = std::size_t{1} << 18;

__global__ void copy_piece(const unsigned char* from, unsigned char* to) {
  std::memcpy(to + blockIdx.x * copied_piece, from + blockIdx.x * copied_piece, copied_piece);
}

__global__ void write_piece(unsigned char* to) {
  std::memset(to + blockIdx.x * copied_piece, static_cast<int>(blockIdx.x), copied_piece);
}

__global__ void read_piece(const unsigned char* from, uint64_t* sums) {
  uint64_t sum = 0, word;
  for (std::size_t i = 0; i < copied_piece; i += sizeof word) {
    std::memcpy(&word, from + blockIdx.x * copied_piece + i, sizeof word);
    sum += word;
  }
  sums[blockIdx.x] = sum;
}

/// 10^9 bytes per second that all OS threads together move, best of a few.
template <class Move>
double best_rate(std::size_t bytes, Move move) {
  double best = 0;
  for (int k = 0; k < 5; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    move();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    best = std::max(best, 1e-9 * static_cast<double>(bytes) / seconds.count());
  }
  return best;
}

void measure_memory(TimingFacts& facts) {
  constexpr uint32_t pieces = copied_bytes / copied_piece;
  std::unique_ptr<unsigned char[]> from(new unsigned char[copied_bytes]),
      to(new unsigned char[copied_bytes]);
  std::vector<uint64_t> sums(pieces);
  std::memset(from.get(), 1, copied_bytes);
  facts.write_gb_s =
      best_rate(copied_bytes, [&] { launch<write_piece>("write_piece", Grid{pieces}, to.get()); });
  facts.read_gb_s = best_rate(copied_bytes, [&] {
    launch<read_piece>("read_piece", Grid{pieces}, from.get(), sums.data());
  });
  facts.copy_gb_s = best_rate(2 * copied_bytes, [&] {
    launch<copy_piece>("copy_piece", Grid{pieces}, from.get(), to.get());
  });
}

/// Calls f with a key of the type that is sorted.
template <class F>
auto with_key(TimedType type, F f) {
  switch (type) {
    case TimedType::u64: return f(uint64_t{});
    case TimedType::pairs: return f(Pair{});
    default: return f(uint32_t{});
  }
}

}  // namespace
}  // namespace cpu_timed

Cost cpu_cost(const TimedInput& input, const Configuration& configuration) {
  try {
    return with_key(input.type,
                    [&](auto key) { return cost_for<decltype(key)>(input, configuration); });
  } catch (const KernelError& refused) {
    return {.refusal = why_refused(refused.fault)};
  }
}

TimingFacts cpu_facts(bool measure) {
  TimingFacts facts = machine_facts(EngineId::cpu);
  facts.processors = workers();
  if (measure) measure_memory(facts);
  return facts;
}

std::unique_ptr<TimingSession> cpu_session(const TimedInput& input, uint64_t scratch_bytes) {
  return with_key(input.type, [&](auto key) -> std::unique_ptr<TimingSession> {
    return std::make_unique<CpuSession<decltype(key)>>(input, scratch_bytes);
  });
}

}  // namespace radix
