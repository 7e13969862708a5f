#include "scan_view.hpp"

#include <algorithm>

#include "app/core/scene/text_width.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {

using radix::ArrayId;

namespace {

constexpr float larger_labels = 30;  // room for them on a low page that is shown small
constexpr uint32_t max_idle = 8;     // of more threads without a value only the number is told

bool of_table(const Moment& moment) {
  return sorts_in_block(moment) && moment.step() &&
         one_of(moment.step()->stage, {radix::stage::table_scan, radix::stage::scatter});
}

/// The value to keep in sight, as its index in the scan.
uint32_t watched(const Moment& moment, const ScanView& view) {
  if (view.table) return std::min(chosen_entry(moment).value_or(0), view.values - 1);
  const Subject subject = *subject_of(moment);
  if (!view.thread_sums()) return subject.place;
  const uint32_t in_block = subject.place - moment.problem().block_begin(subject.block);
  return subject.block * view.threads + in_block / view.keys_each;
}

uint32_t idle_threads(const Moment& moment, const ScanView& view) {
  if (!view.thread_sums()) return view.blocks * view.threads - view.values;
  const uint32_t last = view.blocks - 1;
  const uint32_t keys = moment.problem().block_end(last) - moment.problem().block_begin(last);
  return view.threads - (keys + view.keys_each - 1) / view.keys_each;
}

/// All blocks when they are few, else some around the watched value, else a part of its block.
void choose_window(ScanView& view, bool wide) {
  const uint32_t most = wide ? shown_values / 2 : shown_values;
  const uint32_t block = view.watched / view.threads, element = view.watched % view.threads;
  view.end = view.width;
  if (view.width <= most) {
    const uint32_t together = std::max(1u, most / view.per_block());
    view.first_block = view.blocks <= together ? 0 : block / together * together;
    view.last_block = std::min(view.blocks, view.first_block + together) - 1;
  } else {
    view.first_block = view.last_block = block;
    view.begin = element / most * most;
    view.end = std::min(view.width, view.begin + most);
  }
  // Nothing that stands after the last value matters to it, except in Blelloch's tree
  view.last_end = view.end;
  const bool may_end = view.scan != radix::BlockScan::blelloch && !view.thread_sums();
  if (may_end && (view.idle > max_idle || view.part_of_block()))
    view.last_end = std::min(view.end, view.threads - view.idle);
}

float cell_width(const Moment& moment, const ScanView& view) {
  const uint32_t sum = std::max(moment.problem().threads_per_block(), moment.problem().size());
  const float number = text_width(std::to_string(sum), moment.large ? 20 : 17, Face::mono) + 10;
  const float least = moment.large ? 44 : 36;
  if (view.thread_sums()) {
    const auto across = static_cast<float>(std::min(view.keys_each, 4u));
    return std::max({least, number, across * 26 - 2});
  }
  if (!view.table) return std::max(least, number);
  const uint32_t bits = moment.digit().bits;
  const std::string head = binary(0, bits), block = "b" + std::to_string(moment.problem().blocks());
  const float size = moment.large ? 14 : 12;
  const float heads = text_width(bits <= 3 ? head + " " + block : head, size, Face::mono);
  return std::max({least, number, heads + 2});
}

/// The columns of the keys, with the elements of every block spread under its keys; nothing where
/// they have no room there, or where not the whole scan is shown.
std::optional<Columns> columns_under_keys(const Moment& moment, const ScanView& view) {
  const auto levels = radix::levels_of(view.scan, view.threads);
  const bool beside = std::ranges::any_of(
      levels, [](const radix::ScanLevel& level) { return level.phase == radix::ScanPhase::carry; });
  if (!moment.large || view.table || !view.whole() || beside) return std::nullopt;
  Columns columns = columns_of(moment);
  if (as_bars(columns)) return std::nullopt;
  // One element per thread; the saved total stands in the gap after the block
  if (view.width != view.threads) return std::nullopt;
  const auto keys = static_cast<float>(columns.per_block);
  const float pitch = keys * (columns.cell + columns.gap) / static_cast<float>(view.width);
  const float number = text_width(std::to_string(moment.problem().size()), 17, Face::mono) + 5;
  const float bits = static_cast<float>(view.thread_sums() ? std::min(view.keys_each, 4u) : 0) * 26;
  if (pitch - columns.gap < std::max({number, bits, least_readable})) return std::nullopt;
  columns.cell = pitch - columns.gap;
  columns.per_block = view.width, columns.keys_per_thread = 1;
  return columns;
}

}  // namespace

ScanView scan_view(const Moment& moment) { return scan_view(moment, of_table(moment)); }

ScanView scan_view(const Moment& moment, bool table) {
  const radix::Problem& problem = moment.problem();
  ScanView view;
  view.table = table;
  view.arrays = table ? scan_of_table : scan_of_bits(moment);
  view.scan = problem.settings().scan;
  view.over_grid = table || !sorts_in_block(moment);
  view.threads = problem.threads_per_block();
  view.width = radix::scan_width(view.scan, view.threads);
  const bool thread_sums = !table && scans_thread_sums(moment);
  view.keys_each = thread_sums ? problem.keys_per_thread() : 1;
  view.values = table         ? table_entries(moment)
                : thread_sums ? problem.blocks() * view.threads
                              : problem.size();
  view.blocks = (view.values + view.threads - 1) / view.threads;
  view.idle = idle_threads(moment, view);
  view.watched = watched(moment, view);
  const bool long_table = moment.large && view.values > shown_values / 2;
  choose_window(view, view.keys_each > 2 || (table && (long_table || moment.digit().bits > 4)));
  const auto under = columns_under_keys(moment, view);
  if (moment.large && !under && view.values > shown_values / 2)
    choose_window(view, true);  // of many a part whose numbers can be read
  view.columns = Columns{.left = margin + label_width + (moment.large ? larger_labels : 0),
                         .cell = cell_width(moment, view),
                         .per_block = view.per_block()};
  view.columns.large = moment.large;
  if (moment.large) view.columns.gap = 4, view.columns.block_gap = 20;
  if (under) view.columns = *under, view.with_keys = true;
  view.columns.count = view.column(view.last_block, view.end_of(view.last_block) - 1) + 1 +
                       (view.saves_total() && !view.with_keys ? 1 : 0);
  return view;
}

bool scans_nothing(const Moment& moment) {
  return moment.problem().size() == 0 || moment.digit().bits == 0;
}

const radix::Array* known(const Moment& moment, const ScanView& view, ArrayId id) {
  for (std::size_t k = moment.cursor; k > 0; --k) {
    const radix::Step& step = moment.trace->steps[k - 1];
    if (step.pass != moment.pass() || (!view.table && step.split != moment.split())) break;
    if (const radix::Array* array = step.find(id)) return array;
  }
  return nullptr;
}

std::optional<uint32_t> known_value(const Moment& moment, const ScanView& view, ArrayId id,
                                    uint32_t index) {
  const radix::Array* array = known(moment, view, id);
  if (!array || index >= array->values.size()) return std::nullopt;
  return array->values[index];
}

uint32_t owner_of(const Moment& moment, const ScanView& view, uint32_t i) {
  if (view.table || view.thread_sums()) return none;
  const auto& ids = split_input(moment).ids;
  return i < ids.size() ? ids[i] : none;  // the total is no key's
}

std::vector<uint32_t> block_values(const Moment& moment, const ScanView& view, uint32_t block) {
  const radix::Array* input = known(moment, view, view.arrays.input);
  if (!input) return {};
  std::vector<uint32_t> values(view.width, 0);
  for (uint32_t e = 0; e < view.width; ++e)
    if (const auto i = view.index(block, e)) values[e] = input->values[*i];
  return values;
}

uint32_t idle_active(const ScanView& view, const LevelCost& cost) {
  const uint32_t first = view.threads - view.idle;  // threads from here on have none
  if (cost.phase == radix::ScanPhase::across ||
      view.shuffles()) {  // every thread has its own element
    const radix::ScanLevel level{cost.phase, cost.distance};
    uint32_t count = 0;
    for (uint32_t t = first; t < view.threads; ++t) count += level.changes(t, view.width);
    return count;
  }
  return cost.active > first ? cost.active - first : 0;
}

text::Label scan_subject(const ScanView& view) {
  return view.table           ? text::radix::scan_of_table
         : view.thread_sums() ? text::radix::scan_of_threads
                              : text::radix::scan_of_bits;
}
std::string block_name(const ScanView& view, uint32_t block) {
  return view.table ? text::radix::scan_block_name({.block = block})
                    : text::all::block_name({.block = block});
}

}  // namespace scope
