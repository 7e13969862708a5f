#include "density_seen.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/core/base/text.hpp"
#include "app/core/scene/heatmap.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

constexpr uint32_t field_side = radix::Density::size;
/// Up to so many rows with keys are described as rows, more as curves.
constexpr uint32_t few_rows = 32;
constexpr uint32_t top_bits = 8;  // of a key, that the rows show

/// Lowest and highest row of a column that are not empty; nothing for an empty column.
struct Reach {
  uint32_t low = 0, high = 0;
  double mean = 0;  ///< middle of its keys
};
std::optional<Reach> reach_of(const DensityGrid& field, uint32_t column) {
  Reach reach{field.rows, 0, 0};
  double keys = 0;
  for (uint32_t row = 0; row < field.rows; ++row) {
    const uint32_t count = field.at(column, row);
    if (count == 0) continue;
    reach.low = std::min(reach.low, row);
    reach.high = row;
    reach.mean += double(count) * row;
    keys += count;
  }
  if (keys == 0) return std::nullopt;
  reach.mean /= keys;
  return reach;
}

std::vector<Reach> reaches_of(const DensityGrid& field) {
  std::vector<Reach> all;
  for (uint32_t column = 0; column < field.columns; ++column)
    if (const auto reach = reach_of(field, column)) all.push_back(*reach);
  return all;
}

bool is_rising(const DensityGrid& field) {
  const std::vector<Reach> all = reaches_of(field);
  for (std::size_t c = 1; c < all.size(); ++c)
    if (all[c].low < all[c - 1].high) return false;
  return true;
}

DensityGrid upside_down(const DensityGrid& field) {
  DensityGrid out = field;
  for (uint32_t row = 0; row < field.rows; ++row)
    for (uint32_t c = 0; c < field.columns; ++c)
      out.counts[row * field.columns + c] = field.at(c, field.rows - 1 - row);
  return out;
}

/// All pieces of so many rows laid over each other.
DensityGrid folded(const DensityGrid& field, uint32_t rows) {
  DensityGrid out{field.columns, rows, std::vector<uint32_t>(std::size_t{field.columns} * rows)};
  for (uint32_t row = 0; row < field.rows; ++row)
    for (uint32_t c = 0; c < field.columns; ++c)
      out.counts[row % rows * out.columns + c] += field.at(c, row);
  return out;
}

std::vector<double> row_sums(const DensityGrid& field) {
  std::vector<double> sums(field.rows);
  for (uint32_t row = 0; row < field.rows; ++row)
    for (uint32_t c = 0; c < field.columns; ++c) sums[row] += field.at(c, row);
  return sums;
}

/// Pieces of so many rows that hold any key.
uint32_t pieces(const DensityGrid& field, uint32_t rows) {
  const std::vector<double> sums = row_sums(field);
  uint32_t count = 0;
  for (uint32_t first = 0; first < field.rows; first += rows)
    count += std::any_of(sums.begin() + first, sums.begin() + first + rows,
                         [](double s) { return s > 0; });
  return count;
}

/// Pearson's test that rows and columns know nothing of each other: noise when the counts differ
/// from that by no more than chance (its sum is about the degrees of freedom), or by less than an
/// eye would see (of the 255 that a diagonal has, per key).
std::optional<Sight> without_order(const DensityGrid& field) {
  constexpr double flat = 0.5, chance = 1.25, unseen = 0.03;
  const std::vector<double> rows = row_sums(field);
  std::vector<double> columns(field.columns);
  double keys = 0, sum = 0;
  for (uint32_t row = 0; row < field.rows; ++row)
    for (uint32_t c = 0; c < field.columns; ++c) columns[c] += field.at(c, row);
  for (double column : columns) keys += column;
  for (uint32_t row = 0; row < field.rows; ++row)
    for (uint32_t c = 0; c < field.columns; ++c) {
      const double expected = rows[row] * columns[c] / keys;
      if (expected > 0)
        sum += (field.at(c, row) - expected) * (field.at(c, row) - expected) / expected;
    }
  const auto used = [](const std::vector<double>& sums) {
    return std::ranges::count_if(sums, [](double s) { return s > 0; });
  };
  const double freedom = double(used(rows) - 1) * double(used(columns) - 1);
  if (sum <= flat * freedom || sum <= unseen * keys) return Sight::flat;
  if (sum <= chance * freedom) return Sight::noise;
  return std::nullopt;
}

/// Rising pieces side by side: the middle of the columns rises but for a few falls, each no longer
/// than the column or two where one piece ends and the next begins. 0 when it does not, or when
/// other columns hold more than their share of a piece (half as much again: keys come by chance).
uint32_t rising_teeth(const DensityGrid& field) {
  const std::vector<Reach> all = reaches_of(field);
  uint32_t falls = 0, falling_columns = 0;
  bool falling = false;
  for (std::size_t c = 1; c < all.size(); ++c) {
    const bool down = all[c].mean < all[c - 1].mean;
    falls += down && !falling;
    falling_columns += down;
    falling = down;
  }
  const uint32_t teeth = falls + 1, share = teeth * field.rows * 3 / (field.columns * 2) + 2;
  const auto wide =
      std::ranges::count_if(all, [&](const Reach& r) { return r.high - r.low > share; });
  const bool short_falls = falling_columns <= 2 * falls && 2 * falling_columns <= all.size();
  return short_falls && teeth <= field.columns / 4 && wide <= int64_t{2} * falls ? teeth : 0;
}

constexpr std::size_t max_parts = 6;  // of a sentence that one can follow

struct Picture {
  Seen seen;
  uint32_t pass = 0;
  uint32_t sorted = 0;  ///< bits
};

std::vector<Picture> pictures_of(const TimingRow& row) {
  std::vector<Picture> all;
  for (const radix::Density& density : row.densities) {
    const uint32_t sorted = sorted_bits(row, density);
    all.push_back(
        {seen_in(field_of(density, row.input), row.input.bits, sorted), density.pass, sorted});
  }
  return all;
}

/// Looks like the one before, or is its next doubling or halving.
bool goes_on(const Seen& a, const Seen& b) {
  return a.sight == b.sight && (b.sight != Sight::teeth || a.down == b.down);
}

/// "in the input", "after pass 3", "after passes 3 to 8".
std::string when(const Picture& first, const Picture& last, bool baseline) {
  if (baseline) return first.pass == 0 ? text::timed::seen_in_input : text::timed::seen_after_sort;
  if (last.pass == 0) return text::timed::seen_in_input;
  if (first.pass == 0) return text::timed::seen_up_to({.pass = last.pass});
  return first.pass == last.pass
             ? text::timed::seen_after_pass({.pass = first.pass})
             : text::timed::seen_after_passes({.first = first.pass, .last = last.pass});
}

std::string line_of(const Seen& seen, const std::string& place) {
  using text::timed::line;
  const line kind = seen.sight == Sight::falling ? (seen.even ? line::falling : line::fall)
                    : seen.even                  ? line::diagonal
                    : seen.count <= few_rows     ? line::stairs
                                                 : line::other;
  return text::timed::seen_line({.line = kind, .place = place, .steps = seen.count});
}

/// "128 stripes", "128 stripes, then 64, 32 … 2": how their number goes.
std::string pieces_of(text::timed::piece piece, const Picture* first, const Picture* last,
                      const std::string& place) {
  using text::timed::more;
  const auto after = last - first;
  return text::timed::seen_pieces({.count = first->seen.count,
                                   .last = last->seen.count,
                                   .more = after == 0   ? more::none
                                           : after == 1 ? more::one
                                           : after == 2 ? more::two
                                                        : more::other,
                                   .next = after > 0 ? (first + 1)->seen.count : 0,
                                   .piece = piece,
                                   .place = place});
}

std::string spread_of(const Seen& seen, const std::string& place) {
  using text::timed::spread;
  return text::timed::seen_spread({.noise = seen.sight == Sight::noise,
                                   .place = place,
                                   .rows = seen.count,
                                   .spread = seen.count <= few_rows ? spread::rows
                                             : seen.even            ? spread::even
                                                                    : spread::other});
}

/// What one sees from the first to the last of these pictures, which are of one kind.
std::string part_of(const Picture* first, const Picture* last, bool baseline) {
  using text::timed::piece;
  const Seen& seen = first->seen;
  const std::string place = when(*first, *last, baseline);
  switch (seen.sight) {
    case Sight::one_row: return text::timed::seen_row({.place = place});
    case Sight::rising:
    case Sight::falling: return line_of(seen, place);
    case Sight::noise:
    case Sight::flat: return spread_of(seen, place);
    case Sight::stripes: return pieces_of(piece::stripe, first, last, place);
    case Sight::teeth:
      return pieces_of(seen.down ? piece::falling : piece::other, first, last, place);
    case Sight::mixed: break;
  }
  return text::timed::seen_mixed(
      {.few = seen.count <= few_rows, .place = place, .rows = seen.count});
}

/// It stays noise although the sort gets on.
bool hidden(const TimingRow& row, const Picture* first, const Picture* last) {
  const uint32_t low = row.input.bits > 8 ? row.input.bits - 8 : 0;
  const bool worked =
      std::any_of(first, last + 1, [&](const Picture& m) { return m.pass > 0 && m.sorted <= low; });
  return (first->seen.sight == Sight::noise || first->seen.sight == Sight::flat) && worked;
}

}  // namespace

DensityGrid field_of(const radix::Density& density, const radix::TimedInput& input) {
  const uint32_t row_step = input.bits < top_bits ? 1u << (top_bits - input.bits) : 1;
  DensityGrid field{
      static_cast<uint32_t>(std::min<uint64_t>(input.n, field_side)), field_side / row_step, {}};
  for (uint32_t row = 0; row < field.rows; ++row)
    for (uint32_t c = 0; c < field.columns; ++c)
      field.counts.push_back(
          density.counts[row * row_step * field_side + c * field_side / field.columns]);
  return field;
}

Seen seen_in(const DensityGrid& field, uint32_t key_bits, uint32_t sorted) {
  const std::vector<double> sums = row_sums(field);
  double keys = 0;
  for (double sum : sums) keys += sum;
  Seen seen;
  seen.count = static_cast<uint32_t>(std::ranges::count_if(sums, [](double s) { return s > 0; }));
  seen.even = std::ranges::max(sums) <= 2 * keys / field.rows;
  const auto with = [&](Sight sight, uint32_t count) {
    seen.sight = sight;
    seen.count = count;
    return seen;
  };
  if (seen.count <= 1) return with(Sight::one_row, seen.count);
  if (is_rising(field)) return with(Sight::rising, seen.count);
  const DensityGrid mirrored = upside_down(field);
  if (is_rising(mirrored)) return with(Sight::falling, seen.count);

  const bool few = field.rows == field_side && seen.count <= few_rows;

  // The unsorted bits cut the keys into pieces; in each of them everything is in order
  const uint32_t open = key_bits > sorted ? key_bits - sorted : 0;
  if (!few && sorted > 0 && open > 0 && open < 31 && (1u << open) < field.rows) {
    const uint32_t rows = field.rows >> open;
    if (is_rising(folded(field, rows))) return with(Sight::stripes, pieces(field, rows));
  }
  if (const auto sight = without_order(field)) return with(*sight, seen.count);
  if (few) return with(Sight::mixed, seen.count);
  if (const uint32_t teeth = rising_teeth(field)) return with(Sight::teeth, teeth);
  seen.down = true;
  if (const uint32_t teeth = rising_teeth(mirrored)) return with(Sight::teeth, teeth);
  seen.down = false;
  return with(Sight::mixed, seen.count);
}

namespace {

/// Its parts, where they sort by anything but digits; null: passes.
const radix::Family* other_family(const TimingRow& row) {
  const radix::SortInfo* sort = row.sort ? radix::sort_named(row.configuration.method) : nullptr;
  return sort == nullptr || sort->family->by_digits ? nullptr : sort->family;
}

}  // namespace

uint32_t sorted_bits(const TimingRow& row, const radix::Density& density) {
  if (density.pass == 0 || density.passes == 0 || other_family(row)) return 0;
  const uint32_t bits = row.input.bits, asked = row.configuration.settings.radix_bits;
  const bool asked_for = asked > 0 && (bits + asked - 1) / asked == density.passes;
  const uint32_t digit = asked_for ? asked : (bits + density.passes - 1) / density.passes;
  return std::min(bits, density.pass * digit);
}

std::string density_caption(const TimingRow& row, const radix::Density& density) {
  if (density.pass == 0) return text::timed::caption_input;
  if (other_family(row))
    return text::timed::caption_part({.part = density.pass, .parts = density.passes});
  return row.sort ? text::timed::caption_pass({.pass = density.pass})
                  : std::string(text::timed::caption_sort);
}

std::string density_note(const TimingRow& row, const radix::Density& density, bool brief) {
  const uint32_t bits = sorted_bits(row, density);
  if (density.pass > 0 && other_family(row))
    return density.pass == density.passes ? text::timed::note_sorted
           : radix::sort_named(row.configuration.method)->has(radix::Use::start)
               ? text::timed::note_runs
               : text::timed::note_partly;
  if (bits == 0) return text::timed::note_unsorted;
  return text::timed::note_bits({.brief = brief, .last = bits - 1});
}

std::string density_sentence(const TimingRow& row) {
  const std::vector<Picture> pictures = pictures_of(row);
  if (pictures.empty()) return "";
  if (std::ranges::all_of(pictures,
                          [](const Picture& m) { return m.seen.sight == Sight::one_row; }))
    return text::timed::seen_same({.wide = row.input.bits > 8});
  std::vector<std::string> parts;
  for (const Picture *first = pictures.data(), *end = first + pictures.size(); first != end;) {
    const Picture* last = first;
    while (last + 1 != end && goes_on(last->seen, last[1].seen)) ++last;
    const std::string part = part_of(first, last, !row.sort);
    parts.push_back(hidden(row, first, last) ? text::timed::seen_why({.seen = part}) : part);
    first = last + 1;
  }
  std::string all = parts.front();
  const auto add = [&](std::string_view part) {
    all = text::timed::seen_then({.first = all, .second = part});
  };
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const bool told = parts.size() <= max_parts || i < 2 || i + 2 >= parts.size();
    if (told)
      add(parts[i]);
    else if (i == 2)
      add(text::timed::seen_more);
  }
  return text::timed::seen({.parts = all});
}

}  // namespace scope
