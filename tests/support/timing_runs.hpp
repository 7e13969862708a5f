/// Runs for the tests of Timing mode, made up: what an H200 might measure. Nothing here is a
/// measurement.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {

inline constexpr radix::Baseline made_up_baselines[] = {
    {"cub", "cub::DeviceRadixSort, input kept", "two buffers", false},
    {"thrust", "thrust::sort", "with its own memory", false},
};

/// An engine that counts by formula: what a sort moves, and in how many launches.
inline TimingEngine made_up_engine() {
  return {
      .id = radix::EngineId::cuda,
      .baselines = [] { return std::span<const radix::Baseline>(made_up_baselines); },
      .facts =
          [](bool) {
            return radix::TimingFacts{.engine = "cuda",
                                      .device = "NVIDIA H200 · sm_90",
                                      .driver = "580.65",
                                      .runtime = "CUDA 13.0",
                                      .libraries = "CUB 3.0.1, Thrust 3.0.1",
                                      .memory_bytes = 150'000'000'000,
                                      .free_bytes = 148'000'000'000,
                                      .l2_bytes = 62'914'560,
                                      .processors = 132,
                                      .clock_mhz = 1980,
                                      .copy_gb_s = 4312};
          },
      .cost_of =
          [](const radix::TimedInput& input, const radix::Configuration& c) {
            radix::Cost cost{.scratch_bytes = 1 << 20, .session_bytes = 12 * input.n};
            const bool sort = radix::sort_named(c.method) != nullptr;
            const uint32_t r = sort ? c.settings.radix_bits : 8, passes = (input.bits + r - 1) / r;
            const double table = sort ? 8.0 * (1u << r) / (256.0 * c.settings.keys_per_thread) : 0;
            cost.moved_bytes =
                static_cast<uint64_t>(passes * (12 + table) * static_cast<double>(input.n));
            cost.passes = passes;
            cost.launches = passes * 5;
            if (!sort)
              cost.passes = cost.launches = 0,
              cost.moved_bytes = c.method == "cub" ? 36 * input.n : 0;
            return cost;
          },
      .open_session = {},
      .now = [] { return 0.0; }};
}

/// 0…1, the same for the same numbers.
inline double wobble(uint32_t a, uint32_t b) {
  return std::fmod(std::abs(std::sin(a * 12.9898 + b * 78.233) * 43758.5453), 1.0);
}

/// The time of a row on a card `speed` times as fast: launches, bytes, and what narrow blocks cost.
inline double made_up_ms(const TimingRow& row, double speed) {
  const double keys = static_cast<double>(row.input.n);
  if (!row.sort)
    return (row.configuration.method == "cub" ? keys / 58e6 + 0.018 : keys / 55e6 + 0.06) / speed;
  const double bytes = static_cast<double>(row.cost.moved_bytes) / 4312e6;
  const double work = row.cost.passes * keys * (row.configuration.settings.radix_bits * 0.9 + 1.2) /
                      90e6 /
                      std::sqrt(static_cast<double>(row.configuration.settings.keys_per_thread));
  return (bytes * 1.7 + work + row.cost.launches * 0.0045) / speed;
}

inline void measure_made_up(TimingRow& row, double speed) {
  const double ms = made_up_ms(row, speed);
  row.verified = true;
  for (uint32_t k = 0; k < 12; ++k) {
    const double here = ms * (0.995 + 0.01 * wobble(row.id, k));
    row.samples.push_back(
        {.ms = here, .wall_ms = here + 0.02, .mhz = 1965 + 15 * wobble(k, row.id)});
  }
  if (!row.sort) return;
  const double shares[] = {0.08, 0.2, 0.24, 0.12, 0.36};
  for (std::size_t s = 0; s < std::size(radix::stages); ++s)
    row.stages.push_back({radix::stages[s].name, std::string(radix::stages[s].name) + "_kernel",
                          ms * shares[s] * 1.01});
  row.staged_whole_ms = ms * 1.01;
}

/// What to measure by default: 5 sorts, 4 widths, 3 sizes, and the baselines.
inline TimingSetup made_up_setup() {
  TimingSetup setup{.sorts = "1,2,3,4,5", .n = "2^16,2^20,2^24"};
  for (const radix::SettingInfo* axis : timing_axes()) {
    if (axis->use == radix::Use::wide_digits) setup.settings[axis] = "1,2,4,8";
    if (axis->use == radix::Use::coarsening && axis->is_number()) setup.settings[axis] = "4,16";
  }
  return setup;
}

/// A whole run. `speed`: of the card, 1 = the usual one.
inline TimingRun made_up_run(const TimingSetup& setup = made_up_setup(), double speed = 1) {
  auto plan = read_timing_plan(setup, made_up_engine());
  EXPECT_TRUE(plan) << plan.error.sentence;
  weigh(*plan, made_up_engine());
  TimingRun run = plan->run;
  run.protocol =
      "Medians and quartiles of 12 whole sorts a bar, in shuffled rounds; caches flushed before "
      "each; every result verified before it counts.";
  run.date = "2026-11-21T08:15:00Z";
  for (TimingRow& row : run.rows) measure_made_up(row, speed);
  run.progress = {.done = static_cast<uint32_t>(run.rows.size()),
                  .of = static_cast<uint32_t>(run.rows.size())};
  run.drift = 0.003;
  run.ended = true;
  return run;
}

/// The view of a run, and of another one laid over it.
inline TimingView view_of(TimingRun run) {
  return {.run = std::make_shared<const TimingRun>(std::move(run))};
}
inline TimingView view_of(TimingRun run, TimingRun over) {
  TimingView view = view_of(std::move(run));
  over.facts.device = "NVIDIA H100 · sm_90";
  view.over = std::make_shared<const TimingRun>(std::move(over));
  view.over_name = name_of_run(*view.over);
  return view;
}

}  // namespace scope
