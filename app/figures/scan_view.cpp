#include "scan_view.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace scope {

using radix::ArrayId;

namespace {

constexpr uint32_t most_ghosts = 8;

bool of_table(const Look& look) {
  return sorts_in_block(look) && look.step() && look.step()->stage >= radix::Stage::table_scan;
}

/// The value to keep in sight.
uint32_t watched(const Look& look, bool table) {
  if (table) return chosen_entry(look).value_or(0);
  return subject_of(look)->position;
}

/// All values when they are few, else whole blocks around the watched one, else its warp.
void choose_window(ScanView& view, uint32_t watched_value) {
  if (view.values <= shown_values) {
    view.end = view.values;
  } else if (view.threads <= shown_values) {
    const uint32_t together = shown_values / view.threads * view.threads;
    view.begin = watched_value / together * together;
    view.end = std::min(view.values, view.begin + together);
  } else {
    const uint32_t block = watched_value / view.threads * view.threads;
    view.begin = block + watched_value % view.threads / warp_lanes * warp_lanes;
    view.end = std::min({view.values, view.begin + warp_lanes, block + view.threads});
  }
}

float cell_width(const Look& look, bool table) {
  const uint32_t largest = table ? look.problem().size() : look.problem().threads_per_block();
  const uint32_t sum = std::max(largest, look.problem().size());
  return std::max(36.f, text_width(std::to_string(sum), 17, Face::mono) + 10);
}

}  // namespace

Interval ScanView::part(uint32_t b) const {
  return {std::max(begin, b * threads), std::min(end, (b + 1) * threads)};
}

ScanView scan_view(const Look& look) {
  const radix::Problem& problem = look.problem();
  ScanView view;
  view.table = of_table(look);
  view.arrays = view.table ? scan_of_table : scan_of_bits(look);
  view.over_grid = view.table || !sorts_in_block(look);
  view.values = view.table ? 2 * problem.blocks() : problem.size();
  view.threads = problem.threads_per_block();
  view.blocks = (view.values + view.threads - 1) / view.threads;
  choose_window(view, watched(look, view.table));
  const bool to_the_end = view.end == view.values && view.threads <= shown_values;
  view.ghosts = to_the_end && view.idle() <= most_ghosts ? view.idle() : 0;
  view.columns = Columns{.left = margin + label_width,
                         .cell = cell_width(look, view.table),
                         .count = view.end - view.begin,
                         .per_block = view.threads};
  return view;
}

uint32_t owner_of(const radix::Array& keys, const ScanView& view, uint32_t i) {
  return view.table ? nobody : keys.ids[i];
}

uint32_t bank_conflicts(std::span<const uint32_t> words) {
  std::array<std::set<uint32_t>, shared_banks> banks;
  for (uint32_t word : words) banks[word % shared_banks].insert(word);
  std::size_t most = 1;
  for (const auto& bank : banks) most = std::max(most, bank.size());
  return static_cast<uint32_t>(most - 1);
}

uint32_t level_conflicts(uint32_t threads, uint32_t distance) {
  uint32_t most = 0;
  for (uint32_t warp = 0; warp < threads; warp += warp_lanes) {
    std::vector<uint32_t> left, own;
    for (uint32_t t = warp; t < std::min(threads, warp + warp_lanes); ++t) {
      own.push_back(t);
      if (t >= distance) left.push_back(t - distance);
    }
    most = std::max({most, bank_conflicts(left), bank_conflicts(own)});
  }
  return most;
}

}  // namespace scope
