/// The CUDA engine of timing.hpp.
#include <algorithm>
#include <chrono>
#include <new>

#include "baselines.hpp"
#include "cuda_check.hpp"
#include "cuda_clock.hpp"
#include "cuda_libraries.hpp"
#include "cuda_watches.hpp"
#include "kernels/fast/sweep_sorts.hpp"
#include "kernels/timing/facts/cuda_facts.hpp"
#include "sorts.hpp"
#include "text/refused.hpp"
#include "timing_machine.hpp"

namespace radix {
namespace {

using namespace gpu_timed;  // NOLINT: this file is that machine's

constexpr double sleep_ms = 10;

/// Launches that wait in the device's queue while the host goes on. A sort of more is timed as it
/// is queued: the host's launching is then a part of its time.
constexpr uint32_t max_queued = 1000;

enum class Kind { library, own, sleeps, goes_wrong };
struct BaselineRow {
  Baseline baseline;
  Kind kind;
  Library library;
  sweep::Method method = {};  ///< own: of kernels/fast
};
constexpr BaselineRow baseline_rows[] = {
    {row_of(all_cuda_baselines, "cub"), Kind::library, Library::cub},
    {row_of(all_cuda_baselines, "cub_double_buffer"), Kind::library, Library::cub_double_buffer},
    {row_of(all_cuda_baselines, "thrust"), Kind::library, Library::thrust},
    {row_of(all_cuda_baselines, "cub_merge"), Kind::library, Library::cub_merge},
    {row_of(all_cuda_baselines, "thrust_stable"), Kind::library, Library::thrust_stable},
    {row_of(all_cuda_baselines, "one_sweep"), Kind::own, Library::cub, sweep::Method::one_sweep},
    {row_of(all_cuda_baselines, "one_sweep_atomics"), Kind::own, Library::cub,
     sweep::Method::one_sweep_atomics},
    {row_of(all_cuda_baselines, "hybrid"), Kind::own, Library::cub, sweep::Method::hybrid},
    {row_of(all_cuda_baselines, "check_sleep"), Kind::sleeps, Library::cub},
    {row_of(all_cuda_baselines, "check_wrong"), Kind::goes_wrong, Library::cub_double_buffer},
};

const BaselineRow* baseline_row(const std::string& name) {
  for (const BaselineRow& row : baseline_rows)
    if (name == row.baseline.name) return &row;
  return nullptr;
}

/// Written before every sample, so that nothing of the input is in the cache.
std::size_t flush_bytes() {
  return 2 * static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize));
}

double normal_mhz() { return device_attribute(cudaDevAttrClockRate) / 1000.0; }

template <class Key>
constexpr sweep::Items items_of() {
  if (std::is_same_v<Key, Pair>) return sweep::Items::pairs;
  return sizeof(Key) == 8 ? sweep::Items::keys64 : sweep::Items::keys32;
}

/// Of a sort: its number will do in a configuration.
std::string_view name_of(const Configuration& configuration) {
  return sort_named(configuration.method)->name;
}

TimedProblem problem_of(const TimedInput& input, const Configuration& configuration) {
  return {static_cast<uint32_t>(input.n), input.bits,
          settings_for(*sort_named(configuration.method), configuration.settings)};
}

template <class Key>
class CudaSession : public TimingSession {
 public:
  CudaSession(const TimedInput& input, uint64_t scratch_bytes)
      : input_(input),
        master_(input.n, "the input"),
        keys_(input.n, "the keys"),
        other_(input.n, "the output"),
        scratch_(scratch_bytes, "tables and temporary storage"),
        flush_(flush_bytes(), "what flushes the cache") {
    make_input(input, master_.data());
    expected_ = look_through(master_.data(), input.n);
  }

  Sample sort(const Configuration& configuration, bool by_stage) override {
    choose(configuration);
    const bool blocks_the_host =
        last_ != nullptr && allocates(last_->library) && last_->kind == Kind::library;
    const bool streams = blocks_the_host || launches_ > max_queued;
    const double clock = by_stage ? clock_ms() : 0;
    Sample sample;
    prepare();
    watch_.restart(by_stage);
    const auto called = std::chrono::steady_clock::now();
    {
      std::optional<Gate::Closed> closed;
      closed.emplace(streams ? nullptr : &gate_);
      start_.record();
      work(configuration, [&] { closed.reset(); });
      stop_.record();
    }
    stop_.wait();
    sample.ms = stop_.since(start_);
    if (blocks_the_host)
      sample.wall_ms = since(called);
    else
      sample.wall_ms = by_stage ? 0 : wall(configuration);
    sample.mhz = streams ? 0 : gate_.mhz();
    sample.slow_clock =
        (sample.mhz > 0 && sample.mhz < 0.75 * normal_mhz()) || (!streams && gate_.gave_up());
    if (by_stage) sample.stages = watch_.times(start_, clock);
    return sample;
  }

  std::string verify() override {
    if (last_ != nullptr && last_->kind == Kind::sleeps) return "";  // it sorts nothing
    const Findings found =
        sorted_in_parts_ ? look_through_parts(reinterpret_cast<const uint32_t*>(sorted_), input_.n)
                         : look_through(static_cast<const Key*>(sorted_), input_.n);
    namespace refused = scope::text::refused;
    if (found.first_sum != expected_.first_sum || found.second_sum != expected_.second_sum)
      return refused::result_keys({.pairs = std::is_same_v<Key, Pair>});
    if (found.disorder > 0)
      return refused::result_neighbours({.all = input_.n - 1, .wrong = found.disorder});
    if (found.unstable > 0 && stable_)
      return refused::result_unstable_count({.times = found.unstable});
    return "";
  }

  void density(const Configuration& configuration,
               const std::function<bool(const Density&)>& see) override {
    if (input_.n > max_indexed_keys)
      throw KernelError(said::density_most({.most = max_indexed_keys}));
    choose(configuration);
    const bool sort = last_ == nullptr;
    const TimedProblem problem = sort ? problem_of(input_, configuration) : TimedProblem{};
    const uint32_t all = sort ? TimedSorts<Key>::cost(name_of(configuration), problem).passes : 1;
    const bool each = sort && all > 0 && all <= Density::max_passes;
    DensityWatch<Key> watch(input_, each ? all : 1, see);
    prepare();
    watch.show(0, master_.data());
    if (each) {
      scratch_arena_.reset();
      const Arena::Use use(scratch_arena_);
      sorted_ = TimedSorts<Key>::sort(name_of(configuration), problem, keys_.data(), other_.data(),
                                      watch);
      sorted_in_parts_ = false;
    } else {
      work(configuration, [] {});
      if (sort)
        watch.show(1, static_cast<const Key*>(sorted_));
      else
        watch.show(1, static_cast<const LibraryKey<Key>*>(sorted_));
    }
    check(cudaDeviceSynchronize(), "making density pictures");
  }

 private:
  static double since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
  }

  /// Who sorts next.
  void choose(const Configuration& configuration) {
    last_ = baseline_row(configuration.method);
    stable_ =
        last_ != nullptr || sort_named(configuration.method)->keeps_equals(configuration.settings);
    launches_ = last_ != nullptr ? 0
                                 : TimedSorts<Key>::cost(name_of(configuration),
                                                         problem_of(input_, configuration))
                                       .launches;
  }

  bool library_parts() const { return std::is_same_v<Key, Pair> && last_ != nullptr; }

  /// Fresh input, poisoned output, nothing in the cache, the device idle.
  void prepare() {
    if constexpr (std::is_same_v<Key, Pair>) {
      if (library_parts())
        take_apart(master_.data(), reinterpret_cast<uint32_t*>(keys_.data()), input_.n);
    }
    if (!library_parts())
      check(cudaMemcpyAsync(keys_.data(), master_.data(), input_.n * sizeof(Key),
                            cudaMemcpyDeviceToDevice),
            "copying the input");
    check(cudaMemsetAsync(other_.data(), poison, input_.n * sizeof(Key)), "poisoning the output");
    check(cudaMemsetAsync(flush_.data(), 0, flush_.size()), "flushing the cache");
    check(cudaDeviceSynchronize(), "preparing a sample");
  }

  /// Queues the sort itself. A sort that waits for the device in between calls before_waiting
  /// first.
  void work(const Configuration& configuration, const std::function<void()>& before_waiting) {
    sorted_in_parts_ = library_parts();
    if (last_ == nullptr) {
      scratch_arena_.reset();
      const Arena::Use use(scratch_arena_);
      watch_.open_when_it_waits(before_waiting);
      sorted_ = TimedSorts<Key>::sort(name_of(configuration), problem_of(input_, configuration),
                                      keys_.data(), other_.data(), watch_);
      return;
    }
    if (last_->kind == Kind::sleeps) {
      sorted_ = keys_.data();
      return sleep_on_device(sleep_ms);
    }
    if (last_->kind == Kind::own) {
      sorted_ = other_.data();
      sort_by_own(before_waiting);
      return;
    }
    sorted_ = LibrarySort<Key>::sort(last_->library, scratch_.data(), scratch_.size(), keys_.data(),
                                     other_.data(), input_.n, input_.bits);
    if (last_->kind != Kind::goes_wrong) return;
    plant_fault(static_cast<LibraryKey<Key>*>(const_cast<void*>(sorted_)), input_.n);
  }

  void sort_by_own(const std::function<void()>& before_waiting) {
    sweep::Arrays arrays{keys_.data(), other_.data()};
    if (std::is_same_v<Key, Pair>) {
      arrays.values = reinterpret_cast<const uint32_t*>(keys_.data()) + input_.n;
      arrays.sorted_values = reinterpret_cast<uint32_t*>(other_.data()) + input_.n;
    }
    sweep::sort(last_->method, items_of<Key>(), arrays, input_.n, input_.bits,
                {scratch_.data(), scratch_.size()}, words_, before_waiting);
  }

  /// What an event behind every launch adds to a launch: some empty kernels with and without.
  /// Measured once.
  double clock_ms() {
    if (clock_ms_) return *clock_ms_;
    constexpr uint32_t launches = 64;
    std::vector<double> added;
    for (int round = 0; round < 9; ++round) {
      const double bare = empty_launches(launches, false),
                   with_events = empty_launches(launches, true);
      added.push_back((with_events - bare) / launches);
    }
    std::nth_element(added.begin(), added.begin() + added.size() / 2, added.end());
    clock_ms_ = std::max(0.0, added[added.size() / 2]);
    return *clock_ms_;
  }

  double empty_launches(uint32_t launches, bool with_events) {
    std::vector<std::unique_ptr<Event>> events;
    while (events.size() < launches) events.push_back(std::make_unique<Event>());
    {
      const Gate::Closed closed(&gate_);
      start_.record();
      for (uint32_t i = 0; i < launches; ++i) {
        launch_empty_kernel();
        if (with_events) events[i]->record();
      }
      stop_.record();
    }
    stop_.wait();
    return stop_.since(start_);
  }

  /// As a caller sees it: with the launches' own time. Every so often, for it takes another run.
  double wall(const Configuration& configuration) {
    auto calls = std::find_if(calls_.begin(), calls_.end(),
                              [&](const auto& c) { return c.first == configuration; });
    if (calls == calls_.end()) calls = calls_.insert(calls_.end(), {configuration, 0});
    if (calls->second++ % 4 != 3) return 0;
    prepare();
    const auto called = std::chrono::steady_clock::now();
    work(configuration, [] {});
    check(cudaDeviceSynchronize(), said::running_sort, configuration.method);
    return since(called);
  }

  TimedInput input_;
  Owned<Key> master_, keys_, other_;
  Owned<unsigned char> scratch_, flush_;
  Arena scratch_arena_{scratch_.data(), scratch_.size()};
  Gate gate_;
  sweep::HostWords words_;
  Event start_, stop_;
  StageWatch watch_{false};
  Findings expected_;
  const BaselineRow* last_ = nullptr;
  const void* sorted_ = nullptr;
  bool sorted_in_parts_ = false, stable_ = true;
  uint32_t launches_ = 0;           ///< of who sorts; 0: a library's, not known
  std::optional<double> clock_ms_;  ///< what an event adds to a launch
  std::vector<std::pair<Configuration, uint32_t>> calls_;  // sorts of each so far
};

/// Free memory, less the reserve that a timed run leaves.
uint64_t memory_to_take() {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the device's memory");
  const uint64_t reserve = std::max<uint64_t>(free / 100 * 3, 64u << 20);
  return free > reserve ? free - reserve : 0;
}

/// Calls f with a value of the key's type.
template <class F>
auto with_key(TimedType type, F f) {
  if (type == TimedType::u64) return f(uint64_t{});
  if (type == TimedType::pairs) return f(Pair{});
  return f(uint32_t{});
}

/// Reads all words and does nothing else: no word is what it looks for.
__global__ void read_all(const uint4* words, std::size_t count, uint32_t* found) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  uint32_t any = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const uint4 word = words[i];
    any |= word.x | word.y | word.z | word.w;
  }
  if (any == ~0u) *found = 1;
}

/// 10^9 bytes per second that are moved by something queued on the default stream: a median.
template <class Move>
double median_rate(std::size_t bytes, Move move) {
  Event start, stop;
  std::vector<double> rates;
  for (int i = 0; i < 12; ++i) {
    start.record();
    move();
    stop.record();
    stop.wait();
    if (i >= 2) rates.push_back(static_cast<double>(bytes) / (stop.since(start) * 1e6));
  }
  std::nth_element(rates.begin(), rates.begin() + 5, rates.end());
  return rates[5];
}

void measure_memory(TimingFacts& facts) {
  const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, facts.free_bytes / 4);
  if (bytes < (std::size_t{1} << 20)) return;
  Owned<unsigned char> from(bytes, "a copy"), to(bytes, "a copy");
  const auto write = [&] { check(cudaMemsetAsync(from.data(), 1, bytes), "measuring memory"); };
  facts.write_gb_s = median_rate(bytes, write);
  facts.read_gb_s = median_rate(bytes, [&] {
    read_all<<<facts.processors * 8, 256>>>(reinterpret_cast<const uint4*>(from.data()),
                                            bytes / sizeof(uint4),
                                            reinterpret_cast<uint32_t*>(to.data()));
    check(cudaGetLastError(), "measuring memory");
  });
  facts.copy_gb_s = median_rate(2 * bytes, [&] {
    check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice),
          "measuring memory");
  });
}

}  // namespace

Cost cuda_cost(const TimedInput& input, const Configuration& configuration) {
  try {
    return with_key(input.type, [&](auto key) {
      using Key = decltype(key);
      const BaselineRow* baseline = baseline_row(configuration.method);
      Cost cost;
      const uint32_t all_bits = 8 * sizeof(LibraryKey<Key>);
      if (baseline != nullptr && baseline->library == Library::thrust && input.bits < all_bits)
        return Cost{.refusal = said::thrust_all_bits({.all = all_bits, .bits = input.bits})};
      const bool own = baseline != nullptr && baseline->kind == Kind::own;
      if (own) cost.refusal = sweep::refusal_of_device();
      if (own && baseline->method == sweep::Method::one_sweep_atomics && std::is_same_v<Key, Pair>)
        cost.refusal = scope::text::Label(
            "Ranks by atomics are slower for pairs than the library; time one_sweep instead.");
      if (!cost.refusal.empty()) return cost;
      if (own) {
        cost.scratch_bytes = sweep::scratch_bytes(items_of<Key>(), input.n);
      } else if (baseline == nullptr) {
        cost = TimedSorts<Key>::cost(name_of(configuration), problem_of(input, configuration));
      } else {
        cost.scratch_bytes =
            LibrarySort<Key>::scratch_bytes(baseline->library, input.n, input.bits);
      }
      const bool own_memory = baseline != nullptr && allocates(baseline->library);
      const uint64_t others =
          (own_memory ? 4 : 3) * input.n * sizeof(Key) + flush_bytes() + (4u << 20);
      // Where buckets of a fixed capacity do not fit, the hybrid sorts in less memory
      if (own && others + cost.scratch_bytes > memory_to_take())
        cost.scratch_bytes = sweep::least_scratch_bytes(items_of<Key>(), input.n);
      cost.session_bytes = others + cost.scratch_bytes;
      return cost;
    });
  } catch (const KernelError& e) {
    return {.refusal = why_refused(e.fault)};
  }
}

std::unique_ptr<TimingSession> cuda_session(const TimedInput& input, uint64_t scratch_bytes) {
  // A kernel of the session before broke the context, which nobody uses any more: make a new one
  if (cudaDeviceSynchronize() != cudaSuccess) cudaDeviceReset();
  (void)cudaGetLastError();
  return with_key(input.type, [&](auto key) -> std::unique_ptr<TimingSession> {
    return std::make_unique<CudaSession<decltype(key)>>(input, scratch_bytes);
  });
}

TimingFacts cuda_facts(bool measure) {
  TimingFacts facts = machine_facts(EngineId::cuda);
  if (!engines()[1].available) return facts;
  facts.libraries = library_versions();
  facts.note = warning_about_cub(cub_version());
  if (measure) measure_memory(facts);
  return facts;
}

}  // namespace radix
