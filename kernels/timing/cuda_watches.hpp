/// What happens around the launches of a timed run on the CUDA machine: a clock after each, or a
/// picture after each pass.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "cuda_clock.hpp"
#include "density.cuh"
#include "kernels/engine/simt/launch_watch.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Times every launch from the end of the one before it, so that what lies between belongs to
/// somebody.
class StageWatch : public LaunchWatch {
 public:
  explicit StageWatch(bool by_stage) : by_stage_(by_stage) {}

  bool begin(const LaunchFacts& launch) override {
    if (!by_stage_) return true;
    if (count_ == events_.size()) events_.push_back(std::make_unique<Event>());
    made_.push_back(launch);
    return true;
  }
  void end() override {
    if (by_stage_) events_[count_++]->record();
  }
  void waits() override { before_waiting_(); }
  void open_when_it_waits(std::function<void()> before_waiting) {
    before_waiting_ = std::move(before_waiting);
  }
  void restart(bool by_stage) {
    by_stage_ = by_stage;
    count_ = 0;
    made_.clear();
  }

  /// Per kernel, summed over the passes. `own_ms`: what reading the clock after a launch takes,
  /// which is no stage's.
  std::vector<StageTime> times(const Event& start, double own_ms) const {
    std::vector<StageTime> list;
    for (std::size_t i = 0; i < count_; ++i) {
      const double ms = std::max(0.0, events_[i]->since(i == 0 ? start : *events_[i - 1]) - own_ms);
      const std::string stage = made_[i].whole_pass ? "whole_pass" : info(made_[i].stage).name;
      auto at = std::find_if(list.begin(), list.end(), [&](const StageTime& s) {
        return s.stage == stage && s.kernel == made_[i].kernel;
      });
      if (at == list.end()) at = list.insert(list.end(), {stage, made_[i].kernel, 0});
      at->ms += ms;
    }
    return list;
  }

 private:
  bool by_stage_;
  std::function<void()> before_waiting_;
  std::size_t count_ = 0;
  std::vector<std::unique_ptr<Event>> events_;
  std::vector<LaunchFacts> made_;
};

/// Shows the keys after every pass.
template <class Key>
class DensityWatch : public LaunchWatch {
 public:
  DensityWatch(const TimedInput& input, uint32_t passes,
               const std::function<bool(const Density&)>& see)
      : input_(input),
        passes_(passes),
        see_(see),
        counts_(Density::size * Density::size, "the density picture") {}

  bool begin(const LaunchFacts&) override { return true; }
  void passed(uint32_t pass, const void* keys) override {
    show(pass + 1, static_cast<const Key*>(keys));
  }

  /// `keys`: of the sort's kind, or bare ones.
  template <class Any>
  void show(uint32_t pass, const Any* keys) {
    if (!going_) return;
    const auto n = static_cast<uint32_t>(input_.n);
    measure_density<Any>({keys, n}, {counts_.data(), counts_.size()}, n, input_.bits);
    Density density{
        .pass = pass, .passes = passes_, .counts = std::vector<uint32_t>(counts_.size())};
    check(cudaMemcpy(density.counts.data(), counts_.data(), counts_.size() * sizeof(uint32_t),
                     cudaMemcpyDeviceToHost),
          "reading the density picture");
    going_ = see_(density);
  }

 private:
  TimedInput input_;
  uint32_t passes_;
  const std::function<bool(const Density&)>& see_;
  Owned<uint32_t> counts_;
  bool going_ = true;
};

}  // namespace SIMT_TARGET
}  // namespace radix
