/// The host side of a run that can be stepped through: the ping-pong buffers, launches, and the
/// recorder that turns what a launch showed and wrote into Steps. A recorded run has a live show;
/// an unrecorded one has a dead one and runs the very same kernels.
#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/engine/model/family.hpp"
#include "kernels/engine/model/sources.hpp"
#include "kernels/engine/model/trace.hpp"
#include "run_words.hpp"

namespace radix {
inline namespace KERNELS {

class Run : public Launches<Run> {
 public:
  Run(const Problem& problem, bool recorded, const Family& family, Watch watch = {},
      bool keeps_accesses = false);
  ~Run();

  const Problem& problem() const { return problem_; }
  uint32_t size() const { return problem_.size(); }
  uint32_t pass_count() const { return size() == 0 ? 0 : problem_.passes(); }
  Digit digit(uint32_t pass) const { return problem_.digit(pass); }
  /// Of the digit that this pass sorts by, or of the number of a bucket.
  uint32_t digit_bits() const;
  /// The part after those that were started: where the order is made backwards.
  uint32_t next_part() const { return begun_ ? pass_ + std::max(parts_, 1u) : 0; }
  uint32_t bits() const { return size() == 0 ? 0 : key_bits(); }
  /// What the passes sort by, lowest first.
  std::vector<Digit> digits() const;
  uint32_t key_bits() const { return problem_.key_bits(); }
  uint32_t threads() const { return problem_.threads_per_block(); }
  uint32_t keys_per_thread() const { return problem_.keys_per_thread(); }
  uint32_t keys_per_block() const { return problem_.keys_per_block(); }
  uint32_t blocks() const { return problem_.blocks(); }
  uint32_t lanes() const { return problem_.lanes(); }  ///< that vote together
  const Settings& settings() const { return problem_.settings(); }
  BlockScan scan() const { return settings().scan; }
  Buffer<Record>& input() { return input_; }    ///< what this pass reads
  Buffer<Record>& output() { return output_; }  ///< what this pass writes

  /// Starts a pass: its keys are the input buffer. Where one launch goes through several parts, its
  /// kernel says which one by show.split(k).
  void begin_pass(uint32_t pass, uint32_t parts = 0);
  /// The tables of this part's segments have this many entries in all.
  void segment_table(uint32_t entries) { table_entries_ = entries; }
  /// Ends a pass: what was written is what the next pass reads.
  void end_pass();

  /// Downloads the number that a kernel has left for the host. `planned` is what a run that is only
  /// planned, and runs no kernel, would take in its place.
  static uint32_t read_back(Buffer<uint32_t>& number, uint32_t /*planned*/ = 0);

  /// Calls f with the number of keys, or of values of a scan over `n`, that each thread takes.
  template <class F>
  void with_keys_per_thread(F f) const {
    f(RuntimeCount{keys_per_thread()});
  }
  template <class F>
  void share_out(uint32_t, F f) const {
    f(RuntimeCount{1});
  }

  /// Moves the result into the trace. Call once, after the last pass.
  void finish(Trace& trace);
  /// Moves the steps made so far into the trace: what went wrong after them is in the caller's
  /// hands.
  void finish_early(Trace& trace);

  // What launches and arrays say to the run

  template <auto Kernel, class... A>
  void start(const Grid& grid, A&&... arguments) {
    const char* name = kernel_name<Kernel>.data();
    AnyShow show;  // a recorded kernel's last parameter
    given_ = given_to<Key>(Kernel, arguments..., show);
    show = begin_launch(grid);
    try {
      const LogOfLaunch accesses(keeps_accesses_ ? &accesses_ : nullptr, launches_);
      ::radix::SIMT_TARGET::launch<Kernel>(name, grid, std::forward<A>(arguments)...,
                                           std::as_const(show));
    } catch (KernelError& error) {
      break_off(name, grid, error);
    }
    end_launch(name, grid);
  }

  /// What the array's memory is called where something is wrong with it.
  const char* memory_name(const ArrayInfo& row);
  template <class T>
  void owns(const ArrayInfo& row, Buffer<T>& buffer, std::size_t first);
  template <class T>
  void disowns(Buffer<T>& buffer);

 private:
  static constexpr uint32_t max_moments = 512,  ///< of a launch
      moments_of_part = 5;  ///< of a launch that goes through parts with holes in their keys

  /// A launch that raced did all that it does, and what it showed is recorded; the next one does
  /// not start.
  void stop_behind_a_race() const;

  /// What the kernel of the next launch is given to show with.
  AnyShow begin_launch(const Grid& grid);
  /// Throws the error being handled again, unless it is a race in a launch that ran to its end.
  void break_off(const char* kernel, const Grid& grid, KernelError& error);
  void end_launch(const char* kernel, const Grid& grid);

  /// The launch broke off. Of its steps those stay whose arrays are whole, and the first that is
  /// written in part: what no thread came to stays unwritten in it.
  void keep_what_was_written(const char* kernel, const Grid& grid, const ShowLog& log);

  ArrayId id_of(uint32_t place) const;

  /// An array of the family in the memory of the device.
  struct Memory {
    ArrayId id;
    const void* data;
    std::function<SharedArray(std::size_t count)> keep;
  };

  /// The last launch wrote into the keys that it read.
  bool in_place();

  /// The scan that the launch is, when it writes what a scan results in.
  ScanPlaces scan_of_launch() const;

  /// What lies in the memory of this array now; null where no buffer has its name.
  SharedArray copied(ArrayId id, std::size_t count);

  /// What the launch wrote and did not show joins its last step.
  void join_what_was_not_shown();

  /// An empty log with room for what this launch may show.
  ShowLog fresh_log(const Grid& grid);
  static void make_room(Buffer<uint32_t>& buffer, std::size_t words);

  /// Tells the watcher where every key went, of those that the last launch read. False when it has
  /// seen enough.
  bool tell();

  template <class T>
  SharedArray keep(ArrayId id, const Buffer<T>& buffer, std::size_t count, std::size_t first = 0,
                   MemorySpace memory = MemorySpace::global) const;

  /// Length of a shown array, from its shape and the launch that made it.
  std::size_t length(ArrayId id, const Grid& grid) const;

  /// Makes a step of every moment the last launch passed. `whole`: it ran to its end.
  void read_log(const char* kernel, const Grid& grid, const ShowLog& log, bool whole);

  /// The array of one moment, out of the log.
  SharedArray shown(const Step& step, std::size_t count, uint32_t moment, const uint32_t* header,
                    uint32_t row, const ShowLog& log) const;

  /// A block's next split starts: only the keys of the one before it are left.
  void forget_split();

  /// A launch goes on to its next part, which reads what the part before wrote; where that has
  /// not written all keys yet, it reads the same keys and goes on writing.
  void begin_next_part();

  /// A line of the embedded file whose name has this hash.
  static SourceLine source_line(uint32_t hash, uint32_t line);

  void set(SharedArray array);

  /// Adds an array to a step's list, in the order of the family's table.
  void put(std::vector<SharedArray>& list, const SharedArray& array) const;

  Problem problem_;
  const Family& family_;
  std::vector<SharedArray> now_;  ///< what exists now, in the order of the family's table
  bool recorded_, keeps_accesses_;
  std::deque<std::string> names_;  ///< of memory
  std::vector<Memory> memory_;     ///< that arrays of the family lie in
  Given given_;                    ///< to the last launch
  Grid last_grid_;
  ShowLog log_;  ///< of the launch that runs
  Watch watch_;
  std::optional<KernelError> race_;  ///< of the last launch
  std::vector<OwnRow> own_rows_;
  std::vector<std::shared_ptr<AccessLog>> accesses_;
  std::vector<SameStores> same_stores_;
  Buffer<Record> input_, output_;
  Buffer<uint32_t> headers_, values_, ids_, table_;
  std::vector<Step> steps_;
  std::size_t launch_begin_ = 0;  ///< first step of the last launch
  uint32_t pass_ = 0, launches_ = 0;
  bool begun_ = false;          ///< any part was
  uint32_t table_entries_ = 0;  ///< of all segments of this part
  uint32_t parts_ = 0;          ///< that the launches of this pass go through; 0: they are its own
};

// Not in the class, so that the compiler of a changed kernel need not make them anew (compare
// kernels/engine/student/changed_sort.cpp)

template <class T>
void Run::owns(const ArrayInfo& row, Buffer<T>& buffer, std::size_t first) {
  const auto copy = [this, &row, &buffer, first](std::size_t count) {
    return keep(row, buffer, std::min(count, buffer.size() - first), first);
  };
  memory_.push_back({row, buffer.view().data(), copy});
}

template <class T>
void Run::disowns(Buffer<T>& buffer) {
  std::erase_if(memory_, [&](const Memory& m) { return m.data == buffer.view().data(); });
}

template <class T>
SharedArray Run::keep(ArrayId id, const Buffer<T>& buffer, std::size_t count, std::size_t first,
                      MemorySpace memory) const {
  auto array = std::make_shared<Array>();
  array->id = id_of(family_.place(id));
  array->memory = memory;
  const auto items = buffer.download(count, first);
  array->values.reserve(count);
  if constexpr (std::is_same_v<T, Record>) {
    array->ids.reserve(count);
    for (const Record& r : items) {
      array->values.push_back(r.key);
      array->ids.push_back(r.id);
    }
  } else {
    array->values.assign(items.begin(), items.end());
  }
  return array;
}

}  // namespace KERNELS
}  // namespace radix

#if !defined(RADIX_CHANGED)
#include "recorded_run_body.hpp"
#endif
