/// The host side every rung shares: the ping-pong buffers, launches, and the recorder that turns
/// probes and buffers into Steps. A recorded run has a live probe; an unrecorded one has a dead one
/// and runs the very same kernels.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/model/family.hpp"
#include "kernels/model/sources.hpp"
#include "kernels/model/trace.hpp"
#include "kernels/simt/keys.hpp"

namespace radix {
inline namespace SIMT_TARGET {

class Run {
 public:
  using Key = Record;  ///< what travels through the sort

  Run(const Problem& problem, bool recorded, const Family& family, Watch watch = {},
      bool keeps_accesses = false)
      : problem_(problem),
        family_(family),
        now_(family.arrays.size()),
        recorded_(recorded),
        keeps_accesses_(keeps_accesses),
        watch_(std::move(watch)),
        input_(problem.size(), "the keys"),
        output_(problem.size(), "the output"),
        headers_(recorded ? (max_moments + 1) * ProbeLog::header_words : 0, "the probe log"),
        values_(0),
        ids_(0),
        table_(0) {
    std::vector<Record> records(problem.size());
    for (uint32_t i = 0; i < problem.size(); ++i) records[i] = {problem.keys()[i], i};
    input_.upload(records);
  }

  uint32_t size() const { return problem_.size(); }
  uint32_t passes() const { return size() == 0 ? 0 : problem_.passes(); }
  Digit digit(uint32_t pass) const { return problem_.digit(pass); }
  KeyCode code() const { return problem_.code(); }  ///< how the keys' bits become bits in order
  uint32_t threads() const { return problem_.threads_per_block(); }
  uint32_t keys_per_thread() const { return problem_.keys_per_thread(); }
  uint32_t keys_per_block() const { return problem_.keys_per_block(); }
  uint32_t blocks() const { return problem_.blocks(); }
  /// Entries of the largest bucket table of any pass.
  uint32_t most_table_entries() const {
    uint32_t most = 0;
    for (uint32_t pass = 0; pass < passes(); ++pass)
      most = std::max(most, problem_.table_entries(pass));
    return most;
  }
  const Settings& settings() const { return problem_.settings(); }
  BlockScan scan() const { return settings().scan; }
  Buffer<Record>& input() { return input_; }    ///< what this pass reads
  Buffer<Record>& output() { return output_; }  ///< what this pass writes

  /// Starts a pass: its keys are the input buffer.
  void begin_pass(uint32_t pass) {
    pass_ = pass;
    if (!recorded_) return;
    now_.assign(now_.size(), nullptr);
    set(keep(array::keys, input_, size()));
  }

  /// Calls f with the number of keys, or of values of a scan over `n`, that each thread takes.
  template <class F>
  void with_keys_per_thread(F f) const {
    f(Several{keys_per_thread()});
  }
  template <class F>
  void share_out(uint32_t, F f) const {
    f(Several{1});
  }

  /// kernel<<<grid>>>(arguments…, probe).
  template <auto Kernel, class... A>
  void launch(KernelName<Kernel>, Stage stage, const char* name, Grid grid, A&&... arguments) {
    stop_behind_a_race();
    ProbeLog log;
    if (recorded_) log = fresh_log(grid);
    try {
      const LogOfLaunch accesses(keeps_accesses_ ? &accesses_ : nullptr, launches_);
      ::radix::SIMT_TARGET::launch<Kernel>(name, grid, std::forward<A>(arguments)...,
                                           recorded_ ? Probe{log} : Probe{});
    } catch (KernelError& error) {
      error.fault.launch = launches_;
      if (!error.ran_to_the_end) {
        if (recorded_) keep_what_is_whole(name, stage, grid, log);
        throw;
      }
      race_ = error;
    }
    if (recorded_) read_log(name, stage, grid, log);
    ++launches_;
  }

  /// Copies a buffer that the last launch wrote: `count` values from `first` on. It becomes the
  /// array of the moment the kernel marked, or joins the launch's last step when the kernel marked
  /// none.
  template <class T>
  void record(Shown shown, const Buffer<T>& buffer, std::size_t count, std::size_t first = 0) {
    if (!recorded_) return;
    record(id_of(static_cast<uint32_t>(shown)), buffer, count, first);
  }

  /// Ends a pass: what was written is what the next pass reads. `from`: the keys in the order in
  /// which the threads wrote them.
  void end_pass(const Buffer<Record>& from) {
    if (recorded_) record(array::output, output_, size(), 0);
    stop_behind_a_race();
    if (watch_ && !tell(from)) throw KernelError("the run was cancelled");
    std::swap(input_, output_);
  }

  /// The same where every key was put back where it stood or with its neighbour: the input was
  /// changed in place.
  void end_pass_in_place() {
    if (recorded_) record(array::output, input_, size(), 0);
    stop_behind_a_race();
    std::vector<uint32_t> stays(size());
    for (uint32_t i = 0; i < size(); ++i) stays[i] = i;
    if (watch_ && !watch_({pass_, stays})) throw KernelError("the run was cancelled");
  }

  /// Moves the result into the trace. Call once, after the last pass.
  void finish(Trace& trace) {
    trace.sorted = *keep(array::output, input_, size());
    finish_early(trace);
  }
  /// Moves the steps made so far into the trace: what went wrong behind them is in the caller's
  /// hands.
  void finish_early(Trace& trace) {
    trace.steps = std::move(steps_);
    trace.launches = launches_;
    trace.accesses = std::move(accesses_);
  }

 private:
  static constexpr uint32_t max_moments = 512;  ///< of a launch

  /// A launch that raced did all that it does, and what it showed is recorded; the next one does
  /// not begin.
  void stop_behind_a_race() const {
    if (race_) throw KernelError(*race_);
  }

  /// The launch broke off. Of its steps those stay whose arrays are whole; the last one may be half
  /// of a scan's level.
  void keep_what_is_whole(const char* kernel, Stage stage, const Grid& grid,
                          const ProbeLog& log) try {
    read_log(kernel, stage, grid, log);
    const auto whole = [](const Step& step) {
      const Array* made = step.find(step.made);
      if (made == nullptr) return false;
      const std::vector<uint32_t>& shown = made->ids.empty() ? made->values : made->ids;
      return std::find(shown.begin(), shown.end(), ProbeLog::unwritten) == shown.end();
    };
    const auto begin = steps_.begin() + static_cast<std::ptrdiff_t>(launch_begin_);
    steps_.erase(std::find_if_not(begin, steps_.end(), whole), steps_.end());
    if (steps_.size() > launch_begin_ && steps_.back().level > 0) steps_.pop_back();
  } catch (const KernelError&) {
    // A GPU that failed does not give its memory back: the steps of the launches before are all
    // there is.
  }

  ArrayId id_of(uint32_t place) const {
    if (place >= family_.arrays.size())
      throw KernelError("a kernel shows an array that its family does not have");
    return family_.arrays[place];
  }

  template <class T>
  void record(ArrayId id, const Buffer<T>& buffer, std::size_t count, std::size_t first) {
    const SharedArray array = keep(id, buffer, count, first);
    bool marked = false;
    for (std::size_t s = launch_begin_; s < steps_.size(); ++s) {
      marked = marked || steps_[s].made == id;
      if (marked) put(steps_[s].arrays, array);
    }
    if (!marked && !steps_.empty()) put(steps_.back().arrays, array);
    set(array);
  }

  /// An empty log with room for what this launch may show.
  ProbeLog fresh_log(const Grid& grid) {
    const uint32_t levels = static_cast<uint32_t>(levels_of(scan(), grid.threads).size());
    ProbeLog log;
    log.row_words = std::max({grid.blocks * grid.threads * keys_per_thread(), size(), 2u});
    log.moments = std::min(max_moments, 16 + grid.splits * (levels + 12));
    make_room(values_, std::size_t{log.moments} * log.row_words);
    make_room(ids_, std::size_t{grid.splits} * log.row_words);
    make_room(table_, problem_.table_entries(pass_));
    headers_.clear();
    values_.fill(0xff);
    log.headers = headers_.view();
    log.values = values_.view();
    log.ids = ids_.view();
    log.table = table_.view();
    return log;
  }
  static void make_room(Buffer<uint32_t>& buffer, std::size_t words) {
    if (buffer.size() < words) buffer = Buffer<uint32_t>(words, "the probe log");
  }

  /// Tells the watcher where every key went. False when it has seen enough.
  bool tell(const Buffer<Record>& from) const {
    std::vector<uint32_t> place(size()), destination(size());
    const auto output = output_.download(size());
    for (uint32_t i = 0; i < size(); ++i) place[output[i].id] = i;
    const auto keys = from.download(size());
    for (uint32_t i = 0; i < size(); ++i) destination[i] = place[keys[i].id];
    return watch_({pass_, destination});
  }

  template <class T>
  SharedArray keep(ArrayId id, const Buffer<T>& buffer, std::size_t count,
                   std::size_t first = 0) const {
    auto array = std::make_shared<Array>();
    array->id = id_of(family_.place(id));
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

  /// Length of a probed array, from its shape and the launch that made it.
  std::size_t length(ArrayId id, const Grid& grid) const {
    switch (info(id).shape) {
      case Shape::per_key: return size();
      case Shape::per_block: return grid.blocks;
      case Shape::per_thread: return std::size_t{grid.blocks} * grid.threads;
      case Shape::table: return problem_.table_entries(pass_);
      case Shape::single: return 1;
    }
    return 0;
  }

  /// Makes a step of every moment the last launch passed.
  void read_log(const char* kernel, Stage stage, const Grid& grid, const ProbeLog& log) {
    launch_begin_ = steps_.size();
    const auto headers = headers_.download(headers_.size());
    if (headers[log.moments * ProbeLog::header_words] != 0) {
      throw KernelError(std::string("kernel ") + kernel +
                        " shows more moments than the recorder can keep");
    }
    for (uint32_t m = 0; m < log.moments; ++m) {
      const uint32_t* h = headers.data() + m * ProbeLog::header_words;
      if (h[0] == 0) break;
      Step step;
      step.made = id_of(h[0] - 1);
      step.pass = pass_;
      step.stage = grid.splits_in_block ? family_.block_stage : info(step.made).stage;
      if (step.stage == stage::none) step.stage = stage;
      step.launch = launches_;
      step.blocks = grid.blocks;
      step.threads = grid.threads;
      step.split = h[6];
      step.splits = grid.splits_in_block && info(step.made).of_split ? grid.splits : 0;
      step.level = h[2];
      step.distance = h[3];
      step.sweep = static_cast<Sweep>(h[7]);
      step.kernel = kernel;
      step.source = {source_named(h[4]), h[1] - 1};  // a probe stands under the line it shows
      if (step.made == array::bits && step.split > 0) forget_split();
      if (h[5] != ProbeLog::nothing) {  // else the array lies in a buffer: record() copies it
        set(shown(step, length(step.made, grid), m, h[5], log));
      }
      for (const SharedArray& array : now_) {
        if (array) step.arrays.push_back(array);
      }
      steps_.push_back(std::move(step));
    }
  }

  /// The array of one moment, out of the log.
  SharedArray shown(const Step& step, std::size_t count, uint32_t moment, uint32_t carries,
                    const ProbeLog& log) const {
    if (carries == ProbeLog::table_row) return keep(step.made, table_, count);
    auto array = std::make_shared<Array>();
    array->id = step.made;
    array->values = values_.download(count, std::size_t{moment} * log.row_words);
    if (carries == ProbeLog::keys_row)
      array->ids = ids_.download(count, std::size_t{step.split} * log.row_words);
    if (step.level > 0) {  // what no thread changed at this level is as it was
      const char* before = step.level == 1 ? info(step.made).sums_of : info(step.made).name;
      const uint32_t place = place_of(before, family_.arrays);
      const Array* old = place < now_.size() ? now_[place].get() : nullptr;
      for (std::size_t i = 0; old != nullptr && i < count; ++i) {
        if (array->values[i] == ProbeLog::unwritten) array->values[i] = old->values[i];
      }
    }
    return array;
  }

  /// A block's next split begins: only the keys of the one before it are left.
  void forget_split() {
    for (std::size_t k = 0; k < now_.size(); ++k) {
      if (family_.arrays[k].of_split && !holds_keys(family_.arrays[k])) now_[k] = nullptr;
    }
  }

  static std::string source_named(uint32_t hash) {
    for (const SourceFile& file : embedded_sources()) {
      if (file_hash(std::string(file.name).c_str()) == hash) return std::string(file.name);
    }
    return "";
  }

  void set(SharedArray array) { now_[family_.place(array->id)] = std::move(array); }

  /// Adds an array to a step's list, in the order of the family's table.
  void put(std::vector<SharedArray>& list, const SharedArray& array) const {
    const uint32_t place = family_.place(array->id);
    auto at = list.begin();
    while (at != list.end() && family_.place((*at)->id) < place) ++at;
    if (at != list.end() && (*at)->id == array->id) {
      *at = array;
    } else {
      list.insert(at, array);
    }
  }

  Problem problem_;
  const Family& family_;
  std::vector<SharedArray> now_;  ///< what exists now, in the order of the family's table
  bool recorded_, keeps_accesses_;
  Watch watch_;
  std::optional<KernelError> race_;  ///< of the last launch
  std::vector<std::shared_ptr<const AccessLog>> accesses_;
  Buffer<Record> input_, output_;
  Buffer<uint32_t> headers_, values_, ids_, table_;
  std::vector<Step> steps_;
  std::size_t launch_begin_ = 0;  ///< first step of the last launch
  uint32_t pass_ = 0, launches_ = 0;
};

}  // namespace SIMT_TARGET
}  // namespace radix
