/// The host side every rung shares: the ping-pong buffers, launches, and the recorder that turns
/// probes and buffers into Steps. A recorded run has a live probe; an unrecorded one has a dead one and
/// runs the very same kernels.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "simt/probe.hpp"
#include "sources.hpp"
#include "trace.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// The digit a pass sorts by: bit `pass` of the key, 0 or 1.
__host__ __device__ inline uint32_t digit_of(const Record& record, uint32_t pass) {
  return (record.key >> pass) & 1;
}

class Run {
 public:
  Run(const Problem& problem, bool recorded)
      : problem_(problem),
        recorded_(recorded),
        input_(problem.size(), "the keys"),
        output_(problem.size(), "the output"),
        headers_(recorded ? ProbeLog::max_moments * ProbeLog::header_words : 0, "the probe log"),
        values_(recorded ? std::size_t{ProbeLog::max_moments} * row_words() : 0, "the probe log") {
    std::vector<Record> records(problem.size());
    for (uint32_t i = 0; i < problem.size(); ++i) records[i] = {problem.keys()[i], i};
    input_.upload(records);
  }

  uint32_t size() const { return problem_.size(); }
  uint32_t passes() const { return size() == 0 ? 0 : problem_.passes(); }
  uint32_t threads() const { return problem_.threads_per_block(); }
  uint32_t blocks() const { return problem_.blocks(); }
  Buffer<Record>& input() { return input_; }     ///< what this pass reads
  Buffer<Record>& output() { return output_; }   ///< what this pass writes

  /// Starts a pass: its keys are the input buffer.
  void begin_pass(uint32_t pass) {
    pass_ = pass;
    if (!recorded_) return;
    now_ = {};
    set(keep(ArrayId::keys, input_, size()));
  }

  /// kernel<<<grid>>>(arguments…, probe).
  template <auto Kernel, class... A>
  void launch(const char* name, Grid grid, A&&... arguments) {
    if (!recorded_) {
      ::radix::SIMT_TARGET::launch<Kernel>(name, grid, std::forward<A>(arguments)..., Probe{});
    } else {
      headers_.clear();
      const ProbeLog log{headers_.view(), values_.view(), row_words()};
      ::radix::SIMT_TARGET::launch<Kernel>(name, grid, std::forward<A>(arguments)..., Probe{log});
      read_log(name, grid);
    }
    ++launches_;
  }

  /// Copies a buffer that the last launch wrote: `count` values from `first` on. It becomes the array of
  /// the moment the kernel marked, or joins the launch's last step when the kernel marked none.
  template <class T>
  void record(ArrayId id, const Buffer<T>& buffer, std::size_t count, std::size_t first = 0) {
    if (!recorded_) return;
    const SharedArray array = keep(id, buffer, count, first);
    bool marked = false;
    for (std::size_t s = launch_begin_; s < steps_.size(); ++s) {
      marked = marked || steps_[s].made == id;
      if (marked) put(steps_[s].arrays, array);
    }
    if (!marked && !steps_.empty()) put(steps_.back().arrays, array);
    set(array);
  }

  /// Ends a pass: what was written is what the next pass reads.
  void swap_buffers() { std::swap(input_, output_); }

  /// Moves the result into the trace. Call once, after the last pass.
  void finish(Trace& trace) {
    trace.sorted = *keep(ArrayId::output, input_, size());
    trace.steps = std::move(steps_);
    trace.launches = launches_;
  }

 private:
  uint32_t row_words() const {
    return 2 * (problem_.blocks() + 1) * std::max(2u, problem_.threads_per_block());
  }

  template <class T>
  static SharedArray keep(ArrayId id, const Buffer<T>& buffer, std::size_t count,
                          std::size_t first = 0) {
    auto array = std::make_shared<Array>();
    array->id = id;
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
      case Shape::table: return std::size_t{2} * blocks();
      case Shape::single: return 1;
    }
    return 0;
  }

  /// Makes a step of every moment the last launch passed.
  void read_log(const char* kernel, const Grid& grid) {
    launch_begin_ = steps_.size();
    const auto headers = headers_.download(headers_.size());
    for (uint32_t m = 0; m < ProbeLog::max_moments; ++m) {
      const uint32_t* h = headers.data() + m * ProbeLog::header_words;
      if (h[0] == 0) break;
      Step step;
      step.made = static_cast<ArrayId>(h[0] - 1);
      step.pass = pass_;
      step.stage = info(step.made).stage;
      step.launch = launches_;
      step.blocks = grid.blocks;
      step.threads = grid.threads;
      step.level = h[2];
      step.distance = h[3];
      step.kernel = kernel;
      step.source = {source_named(h[4]), h[1] - 1};   // a probe stands under the line it shows
      if (h[5] != 0) {   // else the array lies in a buffer: record() copies it
        set(keep(step.made, values_, length(step.made, grid), std::size_t{m} * row_words()));
      }
      for (const SharedArray& array : now_) {
        if (array) step.arrays.push_back(array);
      }
      steps_.push_back(std::move(step));
    }
  }

  static std::string source_named(uint32_t hash) {
    for (const SourceFile& file : embedded_sources()) {
      if (file_hash(std::string(file.name).c_str()) == hash) return std::string(file.name);
    }
    return "";
  }

  void set(SharedArray array) { now_[static_cast<std::size_t>(array->id)] = std::move(array); }

  /// Adds an array to a step's list, in the order of the ids.
  static void put(std::vector<SharedArray>& list, const SharedArray& array) {
    auto at = list.begin();
    while (at != list.end() && (*at)->id < array->id) ++at;
    if (at != list.end() && (*at)->id == array->id) {
      *at = array;
    } else {
      list.insert(at, array);
    }
  }

  Problem problem_;
  bool recorded_;
  Buffer<Record> input_, output_;
  Buffer<uint32_t> headers_, values_;
  std::array<SharedArray, std::size(arrays)> now_{};   ///< what exists now, by id
  std::vector<Step> steps_;
  std::size_t launch_begin_ = 0;   ///< first step of the last launch
  uint32_t pass_ = 0, launches_ = 0;
};

/// A rung of the ladder: what the program shows of it, and its host function.
struct Rung {
  RungInfo info;
  void (*sort)(Run&);
};

}  // namespace SIMT_TARGET
}  // namespace radix
