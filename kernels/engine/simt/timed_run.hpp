/// The host side of a timed run: the chapter's own host functions on bare keys, without records.
/// The same class plans a run (buffers and launches are only counted), times it, and shows its
/// passes.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "arena.hpp"
#include "kernels/engine/model/family.hpp"
#include "launch_watch.hpp"
#include "run_words.hpp"
#include "text/refused.hpp"

namespace radix {
inline namespace KERNELS {

/// Bytes of an argument of a kernel: whole arrays have some, numbers none.
template <class T>
uint64_t bytes_of(T& argument) {
  if constexpr (requires { argument.view(); })
    return argument.size() * sizeof(*argument.view().data());
  else if constexpr (requires { argument.data(); })
    return argument.size() * sizeof(*argument.data());
  else if constexpr (requires { argument.states.size(); })  // by which blocks tell their sums
    return argument.states.size() * sizeof(uint64_t);
  else
    return 0;
}

class Run : public Launches<Run> {
 public:
  /// `keys` and `other` hold n keys each; the sort goes to and fro between them. Both null:
  /// planning.
  Run(const TimedProblem& problem, const Family& family, Key* keys, Key* other, LaunchWatch& watch)
      : problem_(problem),
        family_(family),
        input_(keys, problem.n),
        output_(other, problem.n),
        watch_(watch) {}

  uint32_t size() const { return problem_.n; }
  uint32_t bits() const { return problem_.bits; }
  std::vector<Digit> digits() const {
    std::vector<Digit> all;
    for (uint32_t pass = 0; pass < pass_count(); ++pass) all.push_back(digit(pass));
    return all;
  }
  uint32_t pass_count() const { return (problem_.bits + radix_bits() - 1) / radix_bits(); }
  Digit digit(uint32_t pass) const {
    const uint32_t shift = pass * radix_bits();
    return {.shift = shift, .bits = std::min(radix_bits(), problem_.bits - shift)};
  }
  uint32_t parts_made() const { return parts_made_; }
  uint32_t key_bits() const { return problem_.bits; }
  static void segment_table(uint32_t /*entries*/) {}
  uint32_t threads() const { return problem_.settings.threads_per_block; }
  uint32_t keys_per_thread() const { return problem_.settings.keys_per_thread; }
  uint32_t keys_per_block() const { return threads() * keys_per_thread(); }
  uint32_t blocks() const {
    return static_cast<uint32_t>((uint64_t{problem_.n} + keys_per_block() - 1) / keys_per_block());
  }
  const Settings& settings() const { return problem_.settings; }
  BlockScan scan() const { return settings().scan; }
  Buffer<Key>& input() { return input_; }
  Buffer<Key>& output() { return output_; }

  /// Calls f with a number that the compiler knows.
  template <class F>
  void with_keys_per_thread(F f) const {
    switch (keys_per_thread()) {
      case 1: return f(StaticCount<1>{});
      case 2: return f(StaticCount<2>{});
      case 4: return f(StaticCount<4>{});
      case 8: return f(StaticCount<8>{});
      case 16: return f(StaticCount<16>{});
      case 32: return f(StaticCount<32>{});
      default:
        throw KernelError(scope::text::refused::timed_per_thread({.keys = keys_per_thread()}));
    }
  }
  /// Values a thread scans: several when there are enough for all threads of a large card.
  template <class F>
  void share_out(uint32_t n, F f) const {
    // 16 values of 1024 threads are more shared memory than every card has
    return n >= many && threads() <= 512 ? f(StaticCount<16>{}) : f(StaticCount<1>{});
  }

  /// A launch that goes through several parts is one pass over the keys.
  void begin_pass(uint32_t /*part*/, uint32_t /*parts*/ = 0) {}
  static uint32_t next_part() { return 0; }
  void end_pass() {
    if (!in_place_) std::swap(input_, output_);
    watch_.passed(parts_made_++, input_.view().data());
  }

  /// The number that a kernel has left for the host. All launches of a timed run are queued before
  /// the first one starts, so there is nothing to read yet.
  static uint32_t read_back(Buffer<uint32_t>&) {
    throw KernelError(scope::text::refused::no_stop_early);
  }

  /// The same for a sort that cannot go on without the number: the host waits. `planned`: what a
  /// run takes for it that is only planned.
  uint32_t read_back(Buffer<uint32_t>& number, uint32_t planned) {
    watch_.waits();
    return number.view().data() == nullptr ? planned : number.download(1)[0];
  }

  /// Where the sorted keys are.
  const Key* sorted() { return input_.view().data(); }

  // What launches and arrays say to the run

  template <auto Kernel, class... A>
  void start(const Grid& grid, A&&... arguments) {
    const char* name = kernel_name<Kernel>.data();
    const Given given = given_to<Key>(Kernel, arguments...);
    in_place_ = given.writes_buffer(&input_);
    const uint64_t again = in_place_ ? bytes_of(input_) : 0;  // read, and written, too
    const bool made = watch_.begin(
        {stage_of(name, given), grid.all_resident, name, (bytes_of(arguments) + ... + again)});
    if (!made) return require_possible<Kernel>(name, grid);
    ::radix::SIMT_TARGET::launch<Kernel>(name, grid, std::forward<A>(arguments)...);
    watch_.end();
  }
  static const char* memory_name(const ArrayInfo& row) { return row.label; }
  template <class T>
  void owns(const ArrayInfo& row, Buffer<T>& buffer, std::size_t /*first*/) {
    arrays_.emplace_back(buffer.view().data(), &row);
  }
  template <class T>
  void disowns(Buffer<T>& buffer) {
    std::erase_if(arrays_, [&](const auto& a) { return a.first == buffer.view().data(); });
  }

 private:
  static constexpr uint32_t many = 1u << 18;
  uint32_t radix_bits() const { return problem_.settings.radix_bits; }

  /// That of the first array it writes that has one, or the kernel's own.
  Stage stage_of(std::string_view kernel, const Given& given) const {
    for (const auto& [data, row] : arrays_) {
      if (given.writes(data) && row->stage != stage::none) return row->stage;
    }
    for (const KernelStage& row : family_.kernels) {
      if (kernel == row.kernel) return row.stage;
    }
    return family_.array_named("output")->stage;
  }

  TimedProblem problem_;
  const Family& family_;
  Buffer<Key> input_, output_;
  LaunchWatch& watch_;
  std::vector<std::pair<const void*, const ArrayInfo*>> arrays_;
  uint32_t parts_made_ = 0;
  bool in_place_ = false;  ///< the last launch wrote into the keys that it read
};

}  // namespace KERNELS
}  // namespace radix
