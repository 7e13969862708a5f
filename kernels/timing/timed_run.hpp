/// The host side of a timed run: the ladder's own host functions on bare keys, without records. The
/// same class plans a run (buffers and launches are only counted), times it, and shows its passes.
#pragma once

#include <functional>
#include <tuple>

#include "kernels/radix/radix_ladder.hpp"
#include "kernels/simt/arena.hpp"
#include "timing.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// How a timed run is cut.
struct Cut {
  uint32_t n = 0;
  uint32_t bits = 32;  ///< of a key
  Settings settings;   ///< those that the rung uses; key_bits do not count
};

struct LaunchFacts {
  Stage stage;
  bool whole_pass;  ///< one launch is the whole pass: no stage of its own
  const char* kernel;
  uint64_t bytes;  ///< of all arrays it was given, each once
};

/// What happens around the launches of a timed run.
class LaunchWatch {
 public:
  virtual ~LaunchWatch() = default;
  /// Before a launch. False: it is not made.
  virtual bool begin(const LaunchFacts& launch) = 0;
  virtual void end() {}
  /// After a pass. `keys`: what it wrote.
  virtual void passed(uint32_t /*pass*/, const void* /*keys*/) {}
};

/// Bytes of an argument of a kernel: arrays have some, numbers none.
template <class T>
uint64_t bytes_of(const T&) {
  return 0;
}
template <class T>
uint64_t bytes_of(const View<T>& view) {
  return view.size() * sizeof(T);
}
template <class T>
uint64_t bytes_of(const Buffer<T>& buffer) {
  return buffer.size() * sizeof(T);
}
inline uint64_t bytes_of(const ScanChain& chain) { return bytes_of(chain.states); }

template <class K>
class TimedRun {
 public:
  using Key = K;

  /// `keys` and `other` hold n keys each; the sort goes to and fro between them. Both null:
  /// planning.
  TimedRun(const Cut& cut, K* keys, K* other, LaunchWatch& watch)
      : cut_(cut), input_(keys, cut.n), output_(other, cut.n), watch_(watch) {}

  uint32_t size() const { return cut_.n; }
  uint32_t passes() const { return (cut_.bits + radix_bits() - 1) / radix_bits(); }
  Digit digit(uint32_t pass) const {
    const uint32_t shift = pass * radix_bits();
    return {.shift = shift, .bits = std::min(radix_bits(), cut_.bits - shift)};
  }
  uint32_t threads() const { return cut_.settings.threads_per_block; }
  uint32_t keys_per_thread() const { return cut_.settings.keys_per_thread; }
  uint32_t keys_per_block() const { return threads() * keys_per_thread(); }
  uint32_t blocks() const {
    return static_cast<uint32_t>((uint64_t{cut_.n} + keys_per_block() - 1) / keys_per_block());
  }
  uint32_t most_table_entries() const { return digit(0).buckets() * blocks(); }
  const Settings& settings() const { return cut_.settings; }
  BlockScan scan() const { return settings().scan; }
  Buffer<Key>& input() { return input_; }
  Buffer<Key>& output() { return output_; }

  void begin_pass(uint32_t pass) { pass_ = pass; }

  /// Calls f with a number that the compiler knows.
  template <class F>
  void with_keys_per_thread(F f) const {
    switch (keys_per_thread()) {
      case 1: return f(Exactly<1>{});
      case 2: return f(Exactly<2>{});
      case 4: return f(Exactly<4>{});
      case 8: return f(Exactly<8>{});
      case 16: return f(Exactly<16>{});
      case 32: return f(Exactly<32>{});
      default: throw KernelError(unusual_count());
    }
  }
  static std::string unusual_count() {
    return "timed runs are compiled for 1, 2, 4, 8, 16 and 32 keys a thread; choose one of them";
  }
  /// Values a thread scans: several when there are enough for all threads of a large card.
  template <class F>
  void share_out(uint32_t n, F f) const {
    // 16 values of 1024 threads are more shared memory than every card has
    return n >= many && threads() <= 512 ? f(Exactly<16>{}) : f(Exactly<1>{});
  }

  template <auto Kernel, class... A>
  void launch(KernelName<Kernel>, Stage stage, const char* name, const Grid& grid,
              A&&... arguments) {
    const bool made =
        watch_.begin({stage, grid.all_resident, name, (bytes_of(arguments) + ... + 0)});
    if (!made) return require_possible<Kernel>(name, grid);
    ::radix::SIMT_TARGET::launch<Kernel>(name, grid, std::forward<A>(arguments)..., Probe{});
    watch_.end();
  }

  template <class... T>
  void record(const T&...) {}  ///< nobody looks

  void end_pass(const Buffer<Key>&) {
    std::swap(input_, output_);
    watch_.passed(pass_, input_.view().data());
  }

  /// Where the sorted keys are.
  const Key* sorted() { return input_.view().data(); }

 private:
  static constexpr uint32_t many = 1u << 18;
  uint32_t radix_bits() const { return cut_.settings.radix_bits; }

  Cut cut_;
  Buffer<Key> input_, output_;
  LaunchWatch& watch_;
  uint32_t pass_ = 0;
};

/// Counts what a run takes.
class Planner : public LaunchWatch {
 public:
  bool begin(const LaunchFacts& launch) override {
    ++launches;
    bytes += launch.bytes;
    return false;
  }
  uint32_t launches = 0;
  uint64_t bytes = 0;
};

/// What a rung takes besides the two buffers of keys: scratch_bytes, moved_bytes, passes, launches.
/// Throws KernelError when the rung cannot run like this.
template <class Key>
Cost plan(std::size_t rung, const Cut& cut) {
  Arena arena;
  const Arena::Use use(arena);
  Planner planner;
  TimedRun<Key> run(cut, nullptr, nullptr, planner);
  ladder<TimedRun<Key>>[rung].sort(run);
  return {.scratch_bytes = arena.used(),
          .moved_bytes = planner.bytes,
          .passes = run.passes(),
          .launches = planner.launches};
}

/// Sorts; returns where the keys are then. Buffers come from the arena in use.
template <class Key>
const Key* sort_timed(std::size_t rung, const Cut& cut, Key* keys, Key* other, LaunchWatch& watch) {
  TimedRun<Key> run(cut, keys, other, watch);
  ladder<TimedRun<Key>>[rung].sort(run);
  return run.sorted();
}

}  // namespace SIMT_TARGET
}  // namespace radix
