#include "strips.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/geometry.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/names.hpp"
#include "text/all.hpp"
#include "text/families.hpp"
#include "text/strips.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

// Figure units
constexpr float lane_gap = 6, lane_pad = 4, edge = 4, ruler_width = 34;
constexpr float least_row = 15, max_row = 34, least_ways = 5, close_ways = 11, usual_ways = 16,
                open_row = 17;
constexpr float max_key_text = 20, key_air = 3.5f, mark_air = 5, smallest_mark = 11;
constexpr float caption_high = 22, line_high = 17, foot_air = 10;
constexpr float max_cell = 24, least_whole_cell = 3;
constexpr float table_air = 4, max_table_share = 0.24f, usual_table_share = 0.17f,
                least_table_share = 0.1f;
constexpr float stacked_height = 330;   // at least
constexpr uint32_t max_readable = 64;   // keys that are cells; of more a row is a density
constexpr uint32_t max_ways_keys = 64;  // … and have a way each
constexpr std::size_t max_segments = 512;

/// Everything that the drawing of the lanes shares.
struct Page {
  const StripsLook& look;
  Strips& out;
  float text = 12;                        ///< words
  float strip_top = 0, strip_bottom = 0;  ///< of rows' middles, from a lane's top
  float foot = 0;                         ///< where the boxes begin, from a lane's top
  float keys_width = 0, table_width = 0, label = 0;
  bool common_ruler = false;
  uint32_t sums = 0;    ///< lines in which the lanes' bytes are derived
  bool stores = false;  ///< some lane has a scatter
  Scene& scene() const { return out.scene; }
};

void words(Scene& scene, Vec at, const std::string& text, float size, Ink ink,
           Anchor anchor = Anchor::left, Face face = Face::ui) {
  if (!text.empty())
    scene.texts.push_back(
        {.at = at, .text = text, .size = size, .ink = ink, .face = face, .anchor = anchor});
}

/// The text, or its beginning with an ellipsis.
std::string fitted(const std::string& text, float size, Face face, float width) {
  if (text_width(text, size, face) <= width) return text;
  std::string cut = text;
  while (!cut.empty()) {
    do cut.pop_back();
    while (!cut.empty() && inside_character(cut.back()));
    while (!cut.empty() && cut.back() == ' ') cut.pop_back();
    if (text_width(cut + "…", size, face) <= width) return cut + "…";
  }
  return "";
}

/// What is said about a place under the mouse.
void add_tip(Scene& scene, const Rect& at, const std::string& tip) {
  Cell place{.tip = tip, .at = at, .fill = Ink::none, .edge = Ink::none, .edge_width = 0};
  place.tag.index = none;
  scene.cells.push_back(std::move(place));
}

/// Words that something is said of, dotted underneath; their left end there. Returns the right one.
float add_term(Scene& scene, Vec at, const std::string& text, float size, const std::string& tip) {
  const float wide = text_width(text, size, Face::ui), y = at.y + size * 0.62f;
  words(scene, at, text, size, Ink::dim);
  scene.lines.push_back({{at.x, y}, {at.x + wide, y}, Ink::faint, 1, true});
  add_tip(scene, {at.x, at.y - size / 2 - 1, wide, size + 4}, tip);
  return at.x + wide;
}

/// A lane's name; where it is too long its beginning gives way to what the lane differs in.
std::string fitted_name(const std::string& name, float size, float width) {
  const std::size_t dot = name.find(" · ");
  if (text_width(name, size, Face::bold) <= width || dot == name.npos)
    return fitted(name, size, Face::bold, width);
  const std::string own = name.substr(dot), cut = fitted(name.substr(0, dot), size, Face::bold,
                                                         width - text_width(own, size, Face::bold));
  return cut.empty() ? fitted(name, size, Face::bold, width) : cut + own;
}

/// The first of the texts that has so much room, or the beginning of the last.
std::string widest_of(std::initializer_list<std::string> texts, float size, float width) {
  for (const std::string& text : texts)
    if (text_width(text, size, Face::ui) <= width) return text;
  return fitted(*(texts.end() - 1), size, Face::ui, width);
}

std::string bytes_words(double bytes) {
  constexpr std::pair<double, const char*> units[] = {
      {double(1u << 30), "GiB"}, {double(1u << 20), "MiB"}, {1024 * 10, "KiB"}};
  for (const auto& [unit, name] : units)
    if (bytes >= unit) return short_number(bytes / (unit == 1024 * 10 ? 1024 : unit)) + " " + name;
  return text::strips::bytes({.bytes = grouped(static_cast<uint64_t>(std::llround(bytes)))});
}

/// "4 passes", "pass 2".
std::string parts_words(const LaneStrip& strip, std::size_t parts) {
  return text::strips::parts(
      {.nouns = text::translated(parts == 1 ? strip.noun : strip.nouns), .parts = parts});
}
std::string part_words(const LaneStrip& strip, std::size_t number) {
  return text::families::part_one({.noun = text::translated(strip.noun), .part = number});
}

/// A digit in so many signs of base 16.
std::string hex_digits(uint32_t digit, uint32_t count) {
  std::string text;
  while (count-- > 0) text += "0123456789ABCDEF"[digit >> (4 * count) & 15];
  return text;
}

bool is_lit(const StripsLook& look, uint32_t id) {
  return std::ranges::find(look.lit, id) != look.lit.end();
}

/// The ink of a followed key's thread; none: it is not followed.
Ink thread_of(const StripsLook& look, uint32_t id) { return thread_ink(look.followed, id); }

// ------------------------------------------------------------------------------- the rows

/// How the rows of one lane stand.
struct Rows {
  float x = 0, width = 0;  ///< of the keys
  float cell = 0;          ///< width of a key, with its gap
  float high = 0;          ///< of a row
  std::size_t open = all;  ///< the row that is higher and has digits, where the others are too
                           ///< low for them; all: they have room in every row
  static constexpr std::size_t all = ~std::size_t{0};
  float size = 0;             ///< of the keys' digits; 0: none
  bool marks = false;         ///< marks tell equal keys apart
  bool below = false;         ///< the marks stand under the digits, for lack of room beside them
  float digit_size = 0;       ///< where keys are too long for their cells: of the pass's digit
  float top = 0, bottom = 0;  ///< middles of the first and the last row, on the page
  float gap = 0, block_gap = 0;
  uint32_t per_block = 1;
  float y(double height) const { return top + static_cast<float>(height) * (bottom - top); }
  float left(uint32_t i) const {
    return x + static_cast<float>(i) * cell + static_cast<float>(i / per_block) * block_gap;
  }
  float centre(uint32_t i) const { return left(i) + (cell - gap) / 2; }
  bool has_digits(std::size_t r) const { return open == all || open == r; }
  float high_of(std::size_t r) const { return open == r ? open_row : high; }
  Rect place(uint32_t i, std::size_t r, double height) const {
    return {left(i), y(height) - high_of(r) / 2, cell - gap, high_of(r)};
  }
  Rect whole(std::size_t r, double height) const {
    return {x, y(height) - high_of(r) / 2, width, high_of(r)};
  }
};

/// The least distance between two rows, as a share of the strip.
double least_pitch(const LaneStrip& strip) {
  double least = 1;
  for (std::size_t i = 1; i < strip.rows.size(); ++i)
    least = std::min(least, strip.rows[i].height - strip.rows[i - 1].height);
  return least;
}

Rows rows_of_strip(const Page& page, const Rect& lane, const LaneStrip& strip,
                   const radix::Problem& problem) {
  Rows rows;
  const uint32_t n = problem.size();
  const bool tables =
      std::ranges::any_of(strip.tables, [](const auto& each) { return each.has_value(); });
  rows.x = lane.x + lane_pad + page.label;
  rows.width = tables ? page.keys_width : lane.w - 2 * lane_pad - page.label;
  rows.top = lane.y + page.strip_top, rows.bottom = lane.y + page.strip_bottom;
  rows.per_block = std::max(1u, std::min(problem.keys_per_block(), n));
  const uint32_t blocks = (n + rows.per_block - 1) / rows.per_block;
  rows.block_gap = n <= max_readable && blocks > 1
                       ? std::min(3.f, rows.width * 0.05f / static_cast<float>(blocks))
                       : 0;
  rows.cell = (rows.width - static_cast<float>(blocks - 1) * rows.block_gap) /
              static_cast<float>(std::max(n, 1u));
  const bool wall = page.look.last_letters < page.look.letters;
  rows.gap = rows.cell > 3 ? (wall && rows.cell < 10 ? 0.5f : 1.f) : 0;
  const float pitch = static_cast<float>(least_pitch(strip)) * (rows.bottom - rows.top);
  rows.high = pitch >= least_row + least_ways
                  ? std::clamp(std::min(pitch - usual_ways, rows.cell * 1.7f), least_row, max_row)
                  : std::max(pitch * 0.55f, 2.f);
  if (n > max_readable) return rows;
  if (rows.high < least_row) rows.open = strip.done;

  float plain = 0, marked = 0, mark = 0;  // widest, in letters of size 1
  const std::vector<std::string> marks = duplicate_marks(problem);
  for (uint32_t i = 0; i < n; ++i) {
    const float wide = text_width(problem.text_of(problem.keys()[i]), 1, Face::mono);
    plain = std::max(plain, wide);
    if (!marks[i].empty()) marked = std::max(marked, wide);
    mark = std::max(mark, text_width(marks[i], 1, Face::mono));
  }
  const float widest = plain * page.look.letters;
  const bool close = rows.cell > widest && rows.cell - rows.gap < widest + key_air;
  if (close) rows.gap = -1;  // neighbours share their edge, which leaves the digits some air
  // Marks under the digits need a row so high; the ways to the next one give it some of theirs
  const float with_marks = (0.4f * page.look.letters + smallest_mark + 1.5f) / 0.65f;
  if (mark > 0 && !wall && pitch - close_ways >= with_marks)
    rows.high = std::max(rows.high, with_marks);
  const float room = rows.cell - rows.gap - (wall ? 0.5f : 1);
  const float high = rows.open == Rows::all ? rows.high : open_row;
  const float most = std::min(max_key_text, high - 3);
  const auto fits = [&](float wide, float taken = 0) {
    return std::floor(std::min(most, (room - taken) / std::max(wide, 0.1f)) * 4) / 4;
  };
  rows.size = std::max(fits(plain, key_air), std::min(fits(plain), page.look.letters));
  if (mark > 0) {  // with air between the keys: where 10a meets 10b, nobody can read either
    const float beside = std::min(rows.size, fits(marked, mark_air + smallest_mark * mark));
    const float below = std::min(rows.size, (0.65f * high - smallest_mark - 1.5f) / 0.4f);
    rows.below = beside < page.look.letters && below >= page.look.letters;
    rows.marks = rows.below || beside >= page.look.letters;
    if (rows.marks) rows.size = std::floor((rows.below ? below : beside) * 4) / 4;
  }
  uint32_t bits = 0;
  for (const StripRow& row : strip.rows) bits = std::max(bits, row.digit.bits);
  if (rows.size < (bits > 0 ? page.look.letters : page.look.last_letters)) rows.size = 0;
  rows.digit_size = rows.size > 0 || bits == 0
                        ? 0
                        : fits(static_cast<float>((bits + 3) / 4) * text_width("0", 1, Face::mono));
  if (rows.digit_size < page.look.letters) rows.digit_size = 0;
  if (rows.size == 0 && rows.digit_size == 0) rows.open = Rows::all;
  return rows;
}

Cell key_of_row(const Page& page, const Rows& rows, const Moment& moment, std::size_t lane,
                std::size_t r, const StripRow& row, uint32_t i,
                const std::vector<std::string>& marks) {
  const radix::Problem& problem = moment.problem();
  const uint32_t id = row.keys->ids[i], key = row.keys->values[i];
  const uint32_t bucket = row.digit.bits > 0 ? row.digit.of(key) : 0;
  const bool digits = rows.has_digits(r);
  Cell cell{.at = rows.place(i, r, row.height)};
  cell.fill = row.digit.bits > 0 ? digit_fill(bucket, row.digit.bits) : Ink::raised;
  cell.edge = row.digit.bits > 0 ? digit_ink(bucket, row.digit.bits) : Ink::faint;
  cell.hatched = row.digit.bits > 0 && bucket % 2 == 1;
  cell.tip =
      text::strips::key_tip({.digit = row.digit.bits > 0 ? binary(bucket, row.digit.bits) : "",
                             .key = problem.text_of(key) + (id < marks.size() ? marks[id] : ""),
                             .position = i,
                             .sorted = row.digit.bits > 0});
  if (rows.size > 0 && digits) {
    cell.text = problem.text_of(key);
    cell.size = rows.size;
    if (rows.marks && id < marks.size()) (rows.below ? cell.note : cell.mark) = marks[id];
    cell.ink = Ink::text;
  } else if (row.digit.bits > 0 && rows.digit_size > 0 && digits) {
    cell.text = hex_digits(bucket, (row.digit.bits + 3) / 4);
    cell.size = rows.digit_size;
  } else if (row.digit.bits > 0) {
    cell.fill = cell.edge = digit_ink(bucket, row.digit.bits), cell.edge_width = 0;
  } else {
    cell.fill = cell.edge = Ink::faint, cell.edge_width = 0;
  }
  if (const Ink thread = thread_of(page.look, id); thread != Ink::none)
    cell.edge = thread, cell.edge_width = rows.size > 0 ? 2.5f : 1.5f;
  else if (is_lit(page.look, id))
    cell.edge = Ink::select, cell.edge_width = rows.size > 0 ? 2.f : 1.f;
  cell.tag = {.array = radix::array::output,
              .row = static_cast<uint32_t>(lane * rows_of_lane + r),
              .index = i,
              .key = id};
  return cell;
}

/// Of very many keys that are sorted by a digit: where each digit stands, higher for a larger one.
void add_segments(Scene& scene, const Rows& rows, const StripRow& row, uint32_t tag) {
  const float top = rows.y(row.height) - rows.high / 2;
  const auto buckets = static_cast<float>(row.digit.buckets());
  const float high = std::max(rows.high / buckets, 1.5f);
  for (const StripGroup& group : row.groups) {
    const float x0 = rows.left(group.begin), x1 = rows.left(group.end);
    const float level = (rows.high - high) * (1 - static_cast<float>(group.bucket) / (buckets - 1));
    Cell cell{.tip = text::strips::digit_tip(
                  {.digit = binary(group.bucket, row.digit.bits), .keys = group.end - group.begin}),
              .at = {x0, top, x1 - x0, rows.high},
              .fill = digit_fill(group.bucket, row.digit.bits),
              .edge = digit_fill(group.bucket, row.digit.bits),
              .edge_width = 0};
    cell.tag = {.array = radix::array::output, .row = tag, .index = group.begin, .key = none};
    scene.cells.push_back(cell);
    cell.at.y += level, cell.at.h = high;
    cell.fill = cell.edge = digit_ink(group.bucket, row.digit.bits);
    scene.cells.push_back(std::move(cell));
  }
}

/// Of very many keys in another order: how many of a digit, or of a part of the range, stand where.
void add_density(Scene& scene, const Rows& rows, const StripRow& row,
                 const radix::Problem& problem) {
  const auto n = static_cast<uint32_t>(row.keys->values.size());
  const uint32_t buckets = std::min(row.digit.bits > 0 ? row.digit.buckets() : 16u, 16u);
  const auto columns = std::min(n, static_cast<uint32_t>(rows.width / 4));
  Heatmap map{.at = {rows.x, rows.y(row.height) - rows.high / 2, rows.width, rows.high},
              .columns = columns,
              .rows = buckets};
  map.counts.assign(std::size_t{columns} * buckets, 0);
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t key = row.keys->values[i];
    const uint32_t of =
        row.digit.bits > 0
            ? row.digit.of(key) * buckets / row.digit.buckets()
            : static_cast<uint32_t>(uint64_t{problem.ordered(key)} * buckets >> problem.key_bits());
    ++map.counts[std::min(of, buckets - 1) * columns +
                 static_cast<uint32_t>(uint64_t{i} * columns / n)];
  }
  map.even = static_cast<double>(n) / (static_cast<double>(columns) * buckets);
  map.full = buckets;
  map.name = text::translated(row.name), map.positions = n, map.key_bits = 0;
  scene.heatmaps.push_back(std::move(map));
}

/// Brackets under a row: every bucket, or every run that is in order. Each can be pointed at.
void add_groups(Scene& scene, const Rows& rows, const StripRow& row, uint32_t tag) {
  if (row.groups.size() > 40) return;
  const float y = rows.y(row.height) + rows.high_of(tag % rows_of_lane) / 2 + 2.5f;
  for (const StripGroup& group : row.groups) {
    const bool bucket = group.bucket != StripGroup::no_bucket;
    if (!bucket && group.end - group.begin < 2) continue;
    const Ink ink = bucket ? digit_ink(group.bucket, row.digit.bits) : Ink::dim;
    const float x0 = rows.left(group.begin) + 0.5f,
                x1 = rows.left(group.end - 1) + rows.cell - rows.gap - 0.5f;
    scene.lines.push_back({{x0, y}, {x1, y}, ink, 2});
    Cell place{
        .tip = bucket ? text::strips::bucket_tip({.bucket = binary(group.bucket, row.digit.bits),
                                                  .keys = group.end - group.begin})
                      : text::strips::run_tip({.keys = group.end - group.begin}),
        .at = {x0, y - 2, x1 - x0, 7},
        .fill = Ink::none,
        .edge = Ink::none,
        .edge_width = 0};
    place.tag = {.array = radix::array::output, .row = tag, .index = group.begin, .key = none};
    scene.cells.push_back(std::move(place));
  }
}

/// The keys of a row where they are known; else the places that wait for them.
void add_row(const Page& page, const Rows& rows, std::size_t lane, std::size_t r,
             const std::vector<std::string>& marks) {
  const LaneStrip& strip = page.out.strips[lane];
  const StripRow& row = strip.rows[r];
  const Moment& moment = page.look.lanes[lane];
  const uint32_t n = moment.problem().size();
  const auto tag = static_cast<uint32_t>(lane * rows_of_lane + r);
  Rect all = rows.whole(r, row.height);
  if (!row.keys) {
    const bool low = rows.high < least_row;  // frames of many low rows would only be noise: one
    if (low && strip.rows[r - 1].keys)
      all.h += rows.y(strip.rows.back().height) - rows.y(row.height);
    if (!low || strip.rows[r - 1].keys)
      page.scene().frames.push_back({.at = all, .edge = Ink::line, .radius = 3, .dashed = true});
    return;
  }
  if (rows.open == r) {  // it lies over its neighbours
    Cell ground{.at = {all.x - 1, all.y - 1, all.w + 2, all.h + 2},
                .fill = Ink::page,
                .edge = Ink::none,
                .edge_width = 0};
    ground.tag.index = none;
    page.scene().cells.push_back(std::move(ground));
  }
  if (r == 0 && rows.size == 0 && rows.digit_size > 0 && rows.has_digits(0)) {
    // Their digits stand in the rows below; of the keys themselves what is followed
    page.scene().frames.push_back({.at = all, .edge = Ink::dim, .radius = 3});
    words(
        page.scene(), {all.centre().x, all.centre().y},
        widest_of({text::strips::digits_below({.keys = n}),
                   text::strips::digits_below_short({.keys = n}), text::strips::keys({.keys = n})},
                  page.text, all.w - 8),
        page.text, Ink::text, Anchor::middle);
    for (uint32_t i = 0; i < n; ++i)
      if (thread_of(page.look, row.keys->ids[i]) != Ink::none ||
          is_lit(page.look, row.keys->ids[i]))
        page.scene().cells.push_back(key_of_row(page, rows, moment, lane, r, row, i, marks));
    return;
  }
  if (n > max_readable) {
    if (row.digit.bits > 0 && row.groups.size() <= max_segments)
      add_segments(page.scene(), rows, row, tag);
    else
      add_density(page.scene(), rows, row, moment.problem());
    for (uint32_t i = 0; i < n; ++i)  // what is followed or pointed at stands out of the crowd
      if (thread_of(page.look, row.keys->ids[i]) != Ink::none ||
          is_lit(page.look, row.keys->ids[i])) {
        Cell cell = key_of_row(page, rows, moment, lane, r, row, i, marks);
        cell.at.x -= 1.5f, cell.at.w += 3;
        page.scene().cells.push_back(std::move(cell));
      }
    return;
  }
  const bool fresh = r > 0 && moment.step() && moment.step()->pass + 1 == r &&
                     moment.step()->made == radix::array::output;
  std::vector<uint32_t> before(n, none);
  if (fresh && strip.rows[r - 1].keys)
    for (uint32_t i = 0; i < n; ++i)
      if (strip.rows[r - 1].keys->ids[i] < n) before[strip.rows[r - 1].keys->ids[i]] = i;
  for (uint32_t i = 0; i < row.keys->values.size(); ++i) {
    Cell cell = key_of_row(page, rows, moment, lane, r, row, i, marks);
    const uint32_t id = row.keys->ids[i];
    if (fresh && id < n && before[id] != none)
      cell.from = rows.place(before[id], r, strip.rows[r - 1].height);
    page.scene().cells.push_back(std::move(cell));
  }
  add_groups(page.scene(), rows, row, tag);
}

/// The ways of the keys from one row to the next, coloured by the digit that sends them there.
void add_ways(const Page& page, const Rows& rows, std::size_t lane, std::size_t r) {
  const LaneStrip& strip = page.out.strips[lane];
  const StripRow &from = strip.rows[r - 1], &to = strip.rows[r];
  if (!from.keys || !to.keys) return;
  const auto n = static_cast<uint32_t>(to.keys->values.size());
  std::vector<uint32_t> place(page.look.lanes[lane].problem().size(), none);
  for (uint32_t i = 0; i < n; ++i)
    if (from.keys->ids[i] < place.size()) place[from.keys->ids[i]] = i;
  const float y0 = rows.y(from.height) + rows.high / 2 + (from.groups.empty() ? 1 : 4),
              y1 = rows.y(to.height) - rows.high / 2 - 1;
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t id = to.keys->ids[i];
    if (id >= place.size() || place[id] == none) continue;
    const Ink thread = thread_of(page.look, id);
    const bool lit = is_lit(page.look, id);
    if (n > max_ways_keys && thread == Ink::none && !lit) continue;
    const Ink ink = thread != Ink::none ? thread
                    : lit               ? Ink::select
                    : to.digit.bits > 0 ? digit_ink(to.digit.of(to.keys->values[i]), to.digit.bits)
                                        : Ink::dim;
    page.scene().arrows.push_back({.from = {rows.centre(place[id]), y0},
                                   .to = {rows.centre(i), y1},
                                   .path = y1 - y0 > 9 ? Path::curve : Path::straight,
                                   .ink = ink,
                                   .width = thread != Ink::none ? thread_width
                                            : lit               ? 2.f
                                                                : 1.2f,
                                   .head = false,
                                   .tag = {.row = static_cast<uint32_t>(lane * rows_of_lane + r),
                                           .key = n > max_ways_keys ? none : id},
                                   .opacity = n > 32 && thread == Ink::none && !lit ? 0.6f : 1});
  }
}

// ------------------------------------------------------------------------------- the tables

/// How a table that is higher than its band is cut into pieces, which stand side by side.
struct TableShape {
  uint32_t pieces = 1, rows = 0;  ///< how many pieces, and rows of each
  float width = 0;
};

TableShape shape_of(double rows, double columns, float cell, float high) {
  TableShape shape;
  shape.rows = std::max(1u, static_cast<uint32_t>(std::floor(high / cell)));
  shape.pieces = static_cast<uint32_t>(std::ceil(rows / shape.rows));
  shape.rows = static_cast<uint32_t>(std::ceil(rows / shape.pieces));
  shape.width = static_cast<float>(shape.pieces) * static_cast<float>(columns) * cell +
                static_cast<float>(shape.pieces - 1) * std::min(3.f, cell);
  return shape;
}

/// The room of a part's table down the strip: from row to row.
float band_of(const Page& page, const LaneStrip& strip, std::size_t part) {
  return static_cast<float>(strip.rows[part + 1].height - strip.rows[part].height) *
             (page.strip_bottom - page.strip_top) -
         3;
}

/// The largest cell with which every table of every lane has room in so much width.
float cell_for(const Page& page, float width) {
  for (const float cell :
       {max_cell, 22.f, 20.f, 18.f, 17.f, 16.f, 15.f, 14.f, 13.f, 12.f, 11.f,  10.f, 9.f,
        8.f,      7.f,  6.f,  5.f,  4.f,  3.f,  2.5f, 2.f,  1.5f, 1.f,  0.75f, 0.5f, 0.25f}) {
    bool fits = true;
    for (const LaneStrip& strip : page.out.strips)
      for (std::size_t part = 0; fits && part < strip.parts(); ++part)
        if (const auto& table = strip.tables[part])
          fits = shape_of(table->rows, table->columns, cell, band_of(page, strip, part)).width <=
                 width;
    if (fits) return cell;
  }
  return 0.1f;
}

float widest_table(const Page& page) {
  float wide = 0;
  for (const LaneStrip& strip : page.out.strips)
    for (std::size_t part = 0; part < strip.parts(); ++part)
      if (const auto& table = strip.tables[part])
        wide = std::max(wide, shape_of(table->rows, table->columns, page.out.table_cell,
                                       band_of(page, strip, part))
                                  .width);
  return wide;
}

bool entry_is_lit(const Page& page, const Moment& moment, const StripRow& from,
                  const radix::Digit& digit, uint32_t bucket, uint32_t block) {
  if (!from.keys || (page.look.lit.empty() && page.look.followed.empty())) return false;
  const radix::Problem& problem = moment.problem();
  for (uint32_t i = problem.block_begin(block); i < problem.block_end(block); ++i)
    if (digit.of(from.keys->values[i]) == bucket &&
        (is_lit(page.look, from.keys->ids[i]) ||
         thread_of(page.look, from.keys->ids[i]) != Ink::none))
      return true;
  return false;
}

/// "blocks" and their numbers over the columns of a lane's first table; as much as has room.
void add_columns(const Page& page, Vec corner, uint32_t columns) {
  const float cell = page.out.table_cell, size = page.look.letters;
  const float wide = static_cast<float>(columns) * cell;
  float y = corner.y - size / 2 - 1;
  if (text_width(std::to_string(columns - 1), size, Face::mono) <= cell - 1) {
    for (uint32_t block = 0; block < columns; ++block)
      words(page.scene(), {corner.x + (static_cast<float>(block) + 0.5f) * cell, y},
            std::to_string(block), size, Ink::dim, Anchor::middle, Face::mono);
    y -= size + 1;
  }
  const std::string name = columns == 1 ? text::strips::block_head : text::strips::blocks_head;
  const float letters = text_width(name, size, Face::ui);
  if (letters > wide + table_air) return;
  words(page.scene(), {corner.x + std::min(0.f, wide - letters), y}, name, size, Ink::dim);
}

std::string entry_words(std::optional<uint32_t> count, const radix::Digit& digit, uint32_t bucket,
                        uint32_t block) {
  return text::strips::entry_tip({.block = block,
                                  .digit = binary(bucket, digit.bits),
                                  .keys = count.value_or(0),
                                  .known = count.has_value()});
}

void add_table(const Page& page, const Rows& rows, std::size_t lane, std::size_t part) {
  const LaneStrip& strip = page.out.strips[lane];
  const StripTable& table = *strip.tables[part];
  const Moment& moment = page.look.lanes[lane];
  const float cell = page.out.table_cell, band = band_of(page, strip, part);
  const TableShape shape = shape_of(table.rows, table.columns, cell, band);
  const float x = rows.x + rows.width + table_air;
  const float y =
      rows.y(strip.rows[part].height) + 1.5f + (band - static_cast<float>(shape.rows) * cell) / 2;
  const radix::Digit digit = moment.problem().digit(static_cast<uint32_t>(part));
  const auto corner = [&](uint32_t row, uint32_t column) {
    const uint32_t piece = row / shape.rows;
    return Vec{x +
                   static_cast<float>(piece) *
                       (static_cast<float>(table.columns) * cell + std::min(3.f, cell)) +
                   static_cast<float>(column) * cell,
               y + static_cast<float>(row % shape.rows) * cell};
  };
  if (std::none_of(strip.tables.begin(), strip.tables.begin() + static_cast<std::ptrdiff_t>(part),
                   [](const auto& before) { return before.has_value(); }))
    add_columns(page, {x, y}, table.columns);
  const float inset = cell >= 8 ? 0.75f : 0.4f;
  const bool known = !table.counts.empty();
  if (cell < least_whole_cell) {  // too small for outlines: what is not empty, on a ground
    for (uint32_t first = 0; first < table.rows; first += shape.rows) {
      const uint32_t count = std::min(shape.rows, table.rows - first);
      page.scene().frames.push_back(
          {.at = {corner(first, 0).x - 1, y - 1, static_cast<float>(table.columns) * cell + 2,
                  static_cast<float>(count) * cell + 2},
           .edge = Ink::line,
           .fill = known ? Ink::empty_fill : Ink::none,
           .radius = 0});
    }
    const bool each = moment.problem().size() <= max_readable;  // … can be pointed at
    for (uint32_t entry = 0; entry < table.counts.size(); ++entry) {
      if (table.counts[entry] == 0) continue;
      const uint32_t bucket = entry / table.columns, block = entry % table.columns;
      const Vec at = corner(bucket, block);
      uint32_t wide = 1;
      while (!each && block + wide < table.columns && table.counts[entry + wide] > 0) ++wide;
      Cell c{
          .at = {at.x, at.y, std::max(cell * static_cast<float>(wide), 1.f), std::max(cell, 1.f)},
          .fill = digit_ink(bucket, digit.bits),
          .edge = digit_ink(bucket, digit.bits),
          .edge_width = 0};
      c.tag.index = none;
      if (each) {
        c.tip = entry_words(table.counts[entry], digit, bucket, block);
        c.tag = {.array = table.array,
                 .row = static_cast<uint32_t>(lane * rows_of_lane + part),
                 .index = entry};
        if (entry_is_lit(page, moment, strip.rows[part], digit, bucket, block))
          c.fill = c.edge = Ink::select;
      }
      page.scene().cells.push_back(std::move(c));
      entry += wide - 1;
    }
    return;
  }
  for (uint32_t bucket = 0; bucket < table.rows; ++bucket)
    for (uint32_t block = 0; block < table.columns; ++block) {
      const uint32_t entry = bucket * table.columns + block;
      const Vec at = corner(bucket, block);
      Cell c{.at = {at.x + inset, at.y + inset, cell - 2 * inset, cell - 2 * inset},
             .edge = Ink::line,
             .edge_width = cell >= 8 ? 1.f : 0.6f};
      const uint32_t count = known ? table.counts[entry] : 0;
      c.fill = known && count > 0
                   ? (cell >= 12 ? digit_fill(bucket, digit.bits) : digit_ink(bucket, digit.bits))
                   : Ink::empty_fill;
      if (known && count > 0) c.edge = digit_ink(bucket, digit.bits);
      c.hatched = count > 0 && bucket % 2 == 1;
      if (known && count > 0 && cell >= page.look.letters + 2) {
        c.text = std::to_string(count);
        c.size = std::clamp(cell - 6, page.look.letters, max_key_text);
        if (text_width(c.text, c.size, Face::mono) > cell - 2) c.text.clear();
      }
      c.tip = entry_words(known ? std::optional(count) : std::nullopt, digit, bucket, block);
      c.tag = {.array = table.array,
               .row = static_cast<uint32_t>(lane * rows_of_lane + part),
               .index = entry};
      if (known && entry_is_lit(page, moment, strip.rows[part], digit, bucket, block))
        c.edge = Ink::select, c.edge_width = 2;
      page.scene().cells.push_back(std::move(c));
    }
}

// ------------------------------------------------------------------------------- the boxes

/// The lines of a lane: whole units are `unit` bytes.
std::vector<BoxLine> lines_of(const LaneStrip& strip, double unit) {
  std::vector<BoxLine> lines;
  for (std::size_t part = 0; part < strip.parts(); ++part) {
    const WordCost &now = strip.now[part], &whole = strip.whole[part];
    const auto kind = [&](uint64_t WordCost::*words, Ink ink, bool written,
                          const std::string& what) {
      return Boxes{.now = static_cast<double>(now.*words) * word_bytes / unit,
                   .whole = static_cast<double>(whole.*words) * word_bytes / unit,
                   .ink = ink,
                   .written = written,
                   .what = what,
                   .tip = text::strips::box_tip({.now = now.*words * word_bytes,
                                                 .part = part_words(strip, part + 1),
                                                 .what = what,
                                                 .whole = whole.*words * word_bytes})};
    };
    lines.push_back({part_words(strip, part + 1),
                     {kind(&WordCost::keys_read, Ink::dim, false, text::strips::keys_read),
                      kind(&WordCost::keys_written, Ink::dim, true, text::strips::keys_written),
                      kind(&WordCost::rest_read, Ink::warn, false, text::strips::rest_read),
                      kind(&WordCost::rest_written, Ink::warn, true, text::strips::rest_written)}});
  }
  return lines;
}

/// What the unit of a box is: "64 B", "32 µs".
std::string unit_words(const Page& page) {
  const double unit = page.out.boxes.unit;
  if (page.look.costs == CostOf::card) return time_words(unit * 1e-6);
  return unit >= 1024 && unit < (1 << 20) ? joined({unit / 1024, " KiB"}) : bytes_words(unit);
}

/// A box of the legend, its left end there.
void add_sample(Scene& scene, Vec at, float side, bool written) {
  Cell cell{.at = {at.x, at.y - side / 2, side, side},
            .fill = Ink::none,
            .edge = Ink::dim,
            .edge_width = 1.3f};
  cell.tag.index = none;
  scene.cells.push_back(cell);
  cell.fill = Ink::dim, cell.edge_width = 0;
  if (!written) cell.at.y += side * 0.66f, cell.at.h = side * 0.34f;
  scene.cells.push_back(cell);
}

// ------------------------------------------------------------------------------- what adds up

/// How the bytes of a lane come about.
struct Sum {
  uint64_t parts = 0, keys = 0, reads = 0, writes = 0;  ///< for every key in every part
  uint64_t exchanged = 0;          ///< bytes of keys written, where not every part writes all
  uint64_t again = 0;              ///< bytes of keys that a search reads besides
  uint64_t entries = 0, rest = 0;  ///< of all tables; bytes of their scans' own sums
  uint64_t key_bytes() const { return (reads + writes) * word_bytes; }
};

/// Every entry of a table is written by its block, read and written by the scan, and read by the
/// scatter.
constexpr uint64_t entry_bytes = 4 * word_bytes;

/// The sum of a lane whose parts read every key so many times at least, and write it so many times;
/// nothing of others.
std::optional<Sum> sum_of_lane(const LaneStrip& strip, uint64_t keys) {
  if (strip.parts() == 0) return std::nullopt;
  Sum sum{.parts = strip.parts(), .keys = keys, .reads = ~uint64_t{0}};
  sum.writes = strip.whole.front().keys_written / keys;
  const WordCost all = sum_of(strip.whole);
  for (std::size_t part = 0; part < strip.parts(); ++part) {
    const WordCost& cost = strip.whole[part];
    sum.reads = std::min(sum.reads, cost.keys_read / keys);
    if (cost.keys_written != sum.writes * keys) sum.writes = 0;
    sum.entries += strip.tables[part] ? strip.tables[part]->entries() : 0;
  }
  if (sum.reads == 0 || all.rest() * word_bytes < sum.entries * entry_bytes) return std::nullopt;
  sum.again = (all.keys_read - sum.parts * sum.reads * keys) * word_bytes;
  if (sum.writes == 0) sum.exchanged = all.keys_written * word_bytes;
  sum.rest = all.rest() * word_bytes - sum.entries * entry_bytes;
  return sum;
}

std::optional<Sum> sum_of_lane(const Page& page, std::size_t lane) {
  const bool refused = lane < page.look.errors.size() && !page.look.errors[lane].empty();
  if (refused || page.look.costs != CostOf::keys) return std::nullopt;
  return sum_of_lane(page.out.strips[lane], page.look.lanes[lane].problem().size());
}

/// "4 B read twice and written twice".
std::string moves_words(const Sum& sum) {
  return text::strips::moves({.reads = sum.reads, .word = word_bytes, .writes = sum.writes});
}

/// "4 passes × 16 keys × 16 B" and "32 entries × 16 B + scan 208 B", the longest first.
std::vector<std::pair<std::string, std::string>> ways_to_say(const Sum& sum,
                                                             const LaneStrip& strip) {
  const auto keys_in = [&](const std::string& parts, bool all, bool named) {
    return text::strips::sum_keys({.again = grouped(sum.again),
                                   .all = all,
                                   .bytes = sum.key_bytes(),
                                   .exchanged = grouped(sum.exchanged),
                                   .keys = grouped(sum.keys),
                                   .named = named,
                                   .one = sum.keys == 1,
                                   .parts = parts,
                                   .searches = sum.again > 0,
                                   .some = sum.exchanged > 0});
  };
  const auto table_in = [&](bool named, bool scans) {
    return sum.entries == 0 ? std::string()
                            : text::strips::sum_table({.bytes = entry_bytes,
                                                       .entries = grouped(sum.entries),
                                                       .named = named,
                                                       .rest = grouped(sum.rest),
                                                       .scans = scans});
  };
  const std::string parts = parts_words(strip, sum.parts), number = std::to_string(sum.parts);
  return {{keys_in(parts, true, true), table_in(true, true)},
          {keys_in(parts, false, true), table_in(true, true)},
          {keys_in(number, false, true), table_in(true, true)},
          {keys_in(number, false, true), table_in(false, true)},
          {keys_in(number, false, false), table_in(false, false)}};
}

constexpr float sum_gap = 12;

/// Lines that the derivations take in a lane of this width: 2 where in one they have no room.
uint32_t sum_lines(const Page& page, float room) {
  uint32_t lines = 0;
  for (std::size_t lane = 0; lane < page.out.strips.size(); ++lane)
    if (const std::optional<Sum> sum = sum_of_lane(page, lane)) {
      const auto [keys, table] = ways_to_say(*sum, page.out.strips[lane]).back();
      const float wide =
          text_width(keys, page.text, Face::ui) + sum_gap + text_width(table, page.text, Face::ui);
      lines = std::max(lines, wide > room && !table.empty() ? 2u : 1u);
    }
  return lines;
}

/// As much of it as has room; its left end there.
void add_sum(const Page& page, std::size_t lane, Vec at, float room) {
  const std::optional<Sum> sum = sum_of_lane(page, lane);
  if (!sum) return;
  const LaneStrip& strip = page.out.strips[lane];
  const float size = page.text;
  const bool over = sum_of(strip.now) == sum_of(strip.whole);
  const auto wide = [&](const std::string& text) { return text_width(text, size, Face::ui); };
  auto ways = ways_to_say(*sum, strip);
  if (over) ways.erase(ways.begin());
  for (const auto& [keys, table] : ways) {
    const bool under = page.sums == 2 && !table.empty();
    const float all = under ? std::max(wide(keys), wide(table))
                            : wide(keys) + (table.empty() ? 0 : sum_gap + wide(table));
    if (all > room) continue;
    words(page.scene(), at, keys, size, Ink::dim);
    words(page.scene(),
          under ? Vec{at.x, at.y + line_high} : Vec{at.x + wide(keys) + sum_gap, at.y}, table, size,
          Ink::warn);
    const std::string parts = parts_words(strip, sum->parts);
    std::string tip = sum->exchanged > 0 ? text::strips::sum_tip_exchanges({.parts = parts})
                                         : text::strips::sum_tip({.bytes = sum->key_bytes(),
                                                                  .keys = sum->keys,
                                                                  .moves = moves_words(*sum),
                                                                  .parts = parts});
    if (sum->again > 0)
      tip = text::paragraph(tip, text::strips::sum_tip_again({.bytes = grouped(sum->again)}));
    if (sum->entries > 0)
      tip = text::paragraph(tip, text::strips::sum_tip_entries({.entries = grouped(sum->entries)}),
                            text::strips::sum_tip_scan({.bytes = grouped(sum->rest)}));
    add_tip(page.scene(), {at.x, at.y - size / 2 - 1, room, size + 4 + (under ? line_high : 0)},
            tip);
    return;
  }
}

std::string run_tip(const Moment& moment) {
  return text::strips::run_about({.threads = moment.memory.lanes});
}

std::string segment_tip(const Moment& moment) {
  return text::strips::segment_about(
      {.bytes = moment.memory.segment * word_bytes, .slots = moment.memory.segment});
}

// ------------------------------------------------------------------------------- the legend

/// One thing that the legend says; its boxes stand before it.
struct LegendItem {
  std::string term{}, text{};  ///< the term is bold
  bool read = false, written = false;
  std::string tip{};
};

constexpr float sample_side = 10, item_gap = 16;
constexpr float one_line_below = 520;  // of the page's height: it has one line there

/// What the picture means, the most needed first.
std::vector<LegendItem> legend_of(const Page& page) {
  std::vector<LegendItem> items;
  const bool card = page.look.costs == CostOf::card;
  items.push_back({.text = " " + text::strips::per_box({.unit = unit_words(page)}),
                   .read = !card,
                   .written = true});
  if (page.look.costs != CostOf::keys) return items;
  std::vector<std::pair<uint64_t, std::string>> moves;  // bytes of a key, and what they are
  bool scan = false, digits = false;
  for (std::size_t lane = 0; lane < page.out.strips.size(); ++lane) {
    digits |= page.out.strips[lane].by_digits;
    if (const auto sum = sum_of_lane(page, lane)) {
      const std::pair move(sum->key_bytes(), moves_words(*sum));
      if (sum->writes > 0 && std::ranges::find(moves, move) == moves.end()) moves.push_back(move);
      scan |= sum->entries > 0;
    }
  }
  for (const auto& [bytes, what] : moves)
    items.push_back({.term = text::strips::moves_term({.bytes = bytes}), .text = " " + what});
  const Moment& first = page.look.lanes.front();
  if (page.stores) {
    items.push_back({.term = text::strips::run_term,
                     .text = " " + text::strips::run_text({.lanes = first.memory.lanes}),
                     .tip = run_tip(first)});
    items.push_back(
        {.term = text::strips::segment_term,
         .text = " " + text::strips::segment_text({.bytes = first.memory.segment * word_bytes}),
         .tip = segment_tip(first)});
  }
  if (scan)
    items.push_back(
        {.term = text::strips::scan_term, .text = " " + std::string(text::strips::scan_text)});
  if (digits)
    items.push_back(
        {.term = text::strips::colour_term, .text = " " + std::string(text::strips::colour_text)});
  return items;
}

float width_of(const LegendItem& item, float size) {
  const float box = sample_side + 4;
  return text_width(item.term, size, Face::bold) + 2 + text_width(item.text, size, Face::ui) +
         (item.read ? box + text_width(text::strips::legend_read, size, Face::ui) + 10 : 0) +
         (item.written
              ? box + (item.read ? text_width(text::strips::legend_written, size, Face::ui) : 0)
              : 0);
}

/// The place of every item in lines of this width; what has no room in so many lines has none.
std::vector<std::optional<Vec>> flow_legend(const std::vector<LegendItem>& items, float size,
                                            float width, std::size_t most) {
  std::vector<std::optional<Vec>> places;
  float x = 0;
  std::size_t line = 0;
  for (const LegendItem& item : items) {
    const float wide = width_of(item, size);
    places.emplace_back();
    if (x > 0 && x + wide > width) {
      if (line + 1 >= most) continue;
      x = 0, ++line;
    }
    places.back() = Vec{x, static_cast<float>(line)};
    x += wide + item_gap;
  }
  return places;
}

std::size_t legend_lines(const Page& page, const std::vector<LegendItem>& items, float width) {
  const std::size_t most = page.look.stacked                   ? items.size()
                           : page.look.size.y < one_line_below ? 1
                                                               : 2;
  float lines = 0;
  for (const auto& place : flow_legend(items, page.text, width, most))
    if (place) lines = std::max(lines, place->y + 1);
  return static_cast<std::size_t>(lines);
}

/// Down from this corner.
void add_legend(const Page& page, Vec corner, float width, std::size_t lines) {
  Scene& scene = page.scene();
  const std::vector<LegendItem> items = legend_of(page);
  const auto places = flow_legend(items, page.text, width, lines);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!places[i]) continue;
    const LegendItem& item = items[i];
    const float y = corner.y + (places[i]->y + 0.5f) * line_high, from = corner.x + places[i]->x;
    float x = from;
    const auto add = [&](const std::string& text, Ink ink, Face face) {
      words(scene, {x, y}, text, page.text, ink, Anchor::left, face);
      x += text_width(text, page.text, face);
    };
    if (item.read) {
      add_sample(scene, {x, y}, sample_side, false), x += sample_side + 4;
      add(text::strips::legend_read, Ink::dim, Face::ui), x += 10;
    }
    if (item.written) {
      add_sample(scene, {x, y}, sample_side, true), x += sample_side + 4;
      if (item.read) add(text::strips::legend_written, Ink::dim, Face::ui);
    }
    if (!item.term.empty()) add(item.term, Ink::text, Face::bold), x += 2;
    add(item.text, Ink::dim, Face::ui);
    if (!item.tip.empty()) add_tip(scene, {from, y - line_high / 2, x - from, line_high}, item.tip);
  }
}

/// What of a sum are keys and what is the table, each in the ink of its boxes; its right end there.
/// Nothing where it has no room.
void add_split(const Page& page, Vec right, float room, const std::string& keys,
               const std::string& table) {
  const float size = page.text, gap = table.empty() ? 0 : 10;
  const float last = text_width(table, size, Face::ui);
  if (text_width(keys, size, Face::ui) + gap + last > room) return;
  words(page.scene(), right, table, size, Ink::warn, Anchor::right);
  words(page.scene(), {right.x - last - gap, right.y}, keys, size, Ink::dim, Anchor::right);
}

/// "table 64 B"; of a lane without tables "other 64 B".
std::string split_rest(bool has_table, const std::string& amount) {
  return has_table ? text::strips::split_table({.amount = amount})
                   : text::strips::split_other({.amount = amount});
}

// ------------------------------------------------------------------------------- many keys

/// A stage that makes no array of keys: what it moves is the table, or sums.
bool without_keys(const Moment& moment, const std::string& name) {
  const radix::Family* family = moment.trace->family;
  const radix::StageInfo* stage = family ? family->stage_named(name) : nullptr;
  return stage && std::ranges::none_of(family->arrays, [&](const radix::ArrayInfo& row) {
           return row.holds == radix::Holds::keys && radix::Stage(*stage) == row.stage;
         });
}

/// Lines of boxes of a lane on many keys: bytes by pass, or measured time by stage.
std::vector<BoxLine> wide_lines(const Moment& moment, const WideLane& lane, bool measured,
                                double unit) {
  std::vector<BoxLine> lines;
  const auto box = [&](double amount, Ink ink, bool written, const std::string& what,
                       const std::string& tip) {
    return Boxes{.now = amount / unit,
                 .whole = amount / unit,
                 .ink = ink,
                 .written = written,
                 .what = what,
                 .tip = tip};
  };
  if (measured) {
    for (const auto& [stage, ms] : lane.stages) {
      const bool table = without_keys(moment, stage);
      BoxLine line{stage_words(stage), {{}, {}, {}, {}}};
      line.kinds[table ? 2 : 0] =
          box(ms * 1e6, table ? Ink::warn : Ink::dim, true, "",
              text::strips::box_tip_time({.stage = stage_words(stage), .time = time_words(ms)}));
      lines.push_back(line);
    }
    return lines;
  }
  for (std::size_t p = 0; p < lane.passes.size(); ++p) {
    const WideCost& pass = lane.passes[p];
    const std::string part =
        text::families::part_one({.noun = text::translated("pass"), .part = p + 1});
    const auto bytes = [&](double amount, Ink ink, bool written, const std::string& what) {
      return box(
          amount, ink, written, what,
          text::strips::box_tip_large({.bytes = bytes_words(amount), .part = part, .what = what}));
    };
    lines.push_back({part,
                     {bytes(pass.keys_read, Ink::dim, false, text::strips::keys_read),
                      bytes(pass.keys_written, Ink::dim, true, text::strips::keys_written),
                      bytes(pass.table_read, Ink::warn, false, text::strips::table_read),
                      bytes(pass.table_written, Ink::warn, true, text::strips::table_written)}});
  }
  return lines;
}

/// Keys of the closed forms, or of the bars of the card.
double wide_keys(const Page& page) {
  const bool card = page.look.costs == CostOf::card && page.look.card != nullptr;
  return static_cast<double>(card ? measured_keys(*page.look.card, page.look.large.keys)
                                  : page.look.large.keys);
}

/// The cells of many keys: every one stands for as many keys, or entries of a table, in all lanes.
struct WideCell {
  double keys = 1;  ///< how many keys, or entries, a cell stands for
  float width = 6, high = 4;
};

constexpr double cells_of_keys = 32;  ///< cells of a row of keys

void add_wide_lane(const Page& page, std::size_t lane, const WideLane& wide, const WideCell& unit,
                   const std::vector<BoxLine>& lines, const BoxLayout& layout) {
  Scene& scene = page.scene();
  const Rect& at = page.out.lanes[lane];
  const float x = at.x + lane_pad, width = at.w - 2 * lane_pad;
  if (lane < page.look.names.size() && !page.look.names[lane].empty())
    words(scene, {x, at.y + page.look.head - 13},
          fitted_name(page.look.names[lane], page.text + 2, width), page.text + 2, Ink::text,
          Anchor::left, Face::bold);
  if (!wide.refusal.empty()) {
    float y = at.y + page.look.head + 30;
    for (const std::string& line : lines_within(width, wide.refusal, page.text + 2))
      words(scene, {x, y}, line, page.text + 2, Ink::dim), y += page.text + 8;
    return;
  }
  const LaneStrip& strip = page.out.strips[lane];
  const auto parts = wide.passes.size();
  const std::string trips = parts_words(strip, parts);
  const float caption = at.y + page.look.head + caption_high / 2;
  words(scene, {x, caption}, trips, page.text + 3, Ink::text, Anchor::left, Face::bold);
  const std::string what = wide.what + (wide.what.empty() ? "" : " · "),
                    keys_of_cell = grouped(static_cast<uint64_t>(unit.keys)),
                    either = text::strips::cell_is({.keys = keys_of_cell}),
                    keys_only = text::strips::cell_is_keys({.keys = keys_of_cell});
  words(scene, {at.right() - lane_pad, caption},
        widest_of({what + either, what + keys_only, either, keys_only}, page.text,
                  width - text_width(trips, page.text + 3, Face::bold) - 8),
        page.text, Ink::dim, Anchor::right);
  const float top = at.y + page.strip_top, bottom = at.y + page.strip_bottom;
  const float pitch = (bottom - top) / static_cast<float>(std::max<std::size_t>(parts, 1));
  const auto add_cell = [&](float left, float y, double part, Ink ink, const std::string& tip) {
    Cell cell{
        .tip = tip,
        .at = {left, y, std::max((unit.width - 1) * static_cast<float>(part), 0.8f), unit.high},
        .fill = ink,
        .edge = ink,
        .edge_width = 0};
    cell.tag.index = none;
    scene.cells.push_back(std::move(cell));
  };
  const std::string all = grouped(static_cast<uint64_t>(wide_keys(page)));
  const auto keys_cells = static_cast<uint32_t>(std::ceil(wide_keys(page) / unit.keys - 1e-9));
  for (std::size_t r = 0; r <= parts; ++r) {
    const float y = top + pitch * static_cast<float>(r);
    const std::string tip =
        r == 0 ? text::strips::input_tip({.keys = all})
               : text::strips::after_tip({.keys = all, .part = part_words(strip, r)});
    for (uint32_t c = 0; c < keys_cells; ++c)
      add_cell(x + static_cast<float>(c) * unit.width, y - unit.high / 2,
               std::min(1.0, wide_keys(page) / unit.keys - c), Ink::dim, tip);
    if (r == 0) continue;
    if (pitch - unit.high > 12)
      for (const float share_of : {0.2f, 0.5f, 0.8f})
        scene.arrows.push_back(
            {.from = {x + page.keys_width * share_of, y - pitch + unit.high / 2 + 1},
             .to = {x + page.keys_width * share_of, y - unit.high / 2 - 1},
             .path = Path::straight,
             .ink = Ink::faint,
             .width = 1.2f,
             .head = pitch - unit.high > 16});
    const double entries = wide.passes[r - 1].table_entries, cells = entries / unit.keys;
    const auto count = static_cast<uint32_t>(std::ceil(cells - 1e-9));
    const auto across = std::max(1u, static_cast<uint32_t>(page.table_width / unit.width));
    const uint32_t down = (count + across - 1) / across;
    const float x0 = x + page.keys_width + table_air,
                y0 = y - pitch / 2 - static_cast<float>(down) * (unit.high + 1) / 2;
    for (uint32_t c = 0; c < count; ++c)
      add_cell(x0 + static_cast<float>(c % across) * unit.width,
               y0 + static_cast<float>(c / across) * (unit.high + 1), std::min(1.0, cells - c),
               Ink::warn,
               text::strips::table_tip({.entries = grouped(static_cast<uint64_t>(entries)),
                                        .part = part_words(strip, r)}));
  }
  const float foot = at.y + page.foot;
  const bool measured = page.look.costs == CostOf::card;
  const std::string sum =
      measured ? time_words(wide.ms) : text::strips::moved({.bytes = bytes_words(wide.bytes())});
  words(scene, {x, foot + line_high / 2}, sum, page.text + 2, Ink::text, Anchor::left, Face::bold);
  const float used = text_width(sum, page.text + 2, Face::bold) + 10;
  double keys = 0, table = 0;
  for (const WideCost& pass : wide.passes)
    keys += pass.keys_read + pass.keys_written, table += pass.table_read + pass.table_written;
  const Vec right{at.right() - lane_pad, foot + line_high / 2};
  if (measured) {
    double scan = 0;
    for (const auto& [stage, ms] : wide.stages)
      scan += without_keys(page.look.lanes[lane], stage) ? ms : 0;
    add_split(page, right, width - used,
              text::strips::split_keys({.amount = time_words(wide.ms - scan)}),
              scan > 0 ? text::strips::split_scan({.amount = time_words(scan)}) : "");
  } else {
    add_split(page, right, width - used, text::strips::split_keys({.amount = bytes_words(keys)}),
              table > 0 ? split_rest(wide.table_per_key > 0, bytes_words(table)) : "");
  }
  add_boxes(page.scene(), lines, {x, foot + line_high + 4}, width, layout, page.text);
  const float y = at.bottom() - line_high / 2 - 2;
  if (wide.table_per_key > 0)
    words(scene, {x, y},
          fitted(text::strips::table_share({.keys = short_number(wide.keys_of_bucket),
                                            .share = short_number(100 * wide.table_per_key),
                                            .single = wide.keys_of_bucket == 1}),
                 page.text, Face::ui, width),
          page.text, Ink::dim);
}

// ------------------------------------------------------------------------------- a lane

/// "4 tables of 2 digits × 4 blocks: 32 entries", or what of it has so much room.
std::string table_words(const LaneStrip& strip, float size, float room) {
  uint64_t all = 0;
  uint32_t tables = 0, rows = 0, columns = 0;
  bool alike = true;
  for (const auto& table : strip.tables) {
    if (!table) continue;
    alike &= tables++ == 0 || table->rows == rows;
    all += table->entries(), rows = std::max(rows, table->rows), columns = table->columns;
  }
  if (tables == 0) return text::strips::no_table;
  const std::string entries = grouped(all);
  return widest_of({text::strips::tables_whole({.alike = alike,
                                                .blocks = columns,
                                                .digits = rows,
                                                .entries = entries,
                                                .tables = tables}),
                    text::strips::tables_entries({.alike = alike,
                                                  .blocks = columns,
                                                  .digits = rows,
                                                  .entries = entries,
                                                  .tables = tables}),
                    text::strips::tables_shape(
                        {.alike = alike, .blocks = columns, .digits = rows, .tables = tables}),
                    text::strips::tables({.tables = tables})},
                   size, room);
}

/// "10 + 8 + 8 + 11 = 37 runs · 41 segments": how the scatters wrote; its left end there.
void add_stores(const Page& page, const LaneStrip& strip, const Moment& moment, Vec at,
                float width) {
  uint64_t runs = 0, segments = 0;
  std::string of_each;  // pass by pass
  for (const auto& each : strip.stores) {
    if (!each) continue;
    of_each += (of_each.empty() ? "" : " + ") + grouped(each->runs);
    runs += each->runs, segments += each->segments;
  }
  if (of_each.empty()) return;
  Scene& scene = page.scene();
  const float size = page.text;
  const std::string in_runs = text::strips::runs({.count = grouped(runs), .runs = runs}),
                    in_segments =
                        text::strips::segments({.count = grouped(segments), .segments = segments}),
                    dot = " · ";
  const auto wide = [&](const std::string& text) { return text_width(text, size, Face::ui); };
  if (of_each.find('+') != of_each.npos)
    for (const std::string& sum :
         {text::strips::scatter_sum({.sum = of_each}) + " ", of_each + " = "})
      if (wide(sum + in_runs + dot + in_segments) <= width) {
        words(scene, at, sum, size, Ink::dim);
        at.x += wide(sum), width -= wide(sum);
        break;
      }
  if (wide(in_runs) > width) return;
  const float end = add_term(scene, at, in_runs, size, run_tip(moment));
  if (wide(in_runs + dot + in_segments) > width) return;
  words(scene, {end, at.y}, dot, size, Ink::dim);
  add_term(scene, {end + wide(dot), at.y}, in_segments, size, segment_tip(moment));
}

void add_lane(const Page& page, std::size_t lane, const std::vector<BoxLine>& lines,
              const BoxLayout& layout) {
  Scene& scene = page.scene();
  const Rect& at = page.out.lanes[lane];
  const LaneStrip& strip = page.out.strips[lane];
  const Moment& moment = page.look.lanes[lane];
  const float x = at.x + lane_pad, width = at.w - 2 * lane_pad;
  if (lane < page.look.names.size() && !page.look.names[lane].empty())
    words(scene, {x, at.y + page.look.head - 13},
          fitted_name(page.look.names[lane], page.text + 2, width), page.text + 2, Ink::text,
          Anchor::left, Face::bold);
  if (lane < page.look.errors.size() && !page.look.errors[lane].empty()) {
    float y = at.y + page.look.head + 30;
    for (const std::string& line : lines_within(width, page.look.errors[lane], page.text + 2))
      words(scene, {x, y}, line, page.text + 2, Ink::warn), y += page.text + 8;
    return;
  }
  const auto parts = static_cast<uint32_t>(strip.parts());
  const std::string trips = parts_words(strip, parts);
  const float caption = at.y + page.look.head + caption_high / 2;
  words(scene, {x, caption}, trips, page.text + 3, Ink::text, Anchor::left, Face::bold);
  const float after = text_width(trips, page.text + 3, Face::bold) + 8;
  words(scene, {at.right() - lane_pad, caption}, table_words(strip, page.text, width - after),
        page.text, Ink::dim, Anchor::right);
  const std::string too_wide = too_wide_words(*moment.trace);
  const Rows rows = rows_of_strip(page, at, strip, moment.problem());
  for (const StripRow& row : strip.rows) page.out.rows[lane].push_back(rows.y(row.height));
  const std::vector<std::string> marks = duplicate_marks(moment.problem());
  for (std::size_t r = 1; r < strip.rows.size(); ++r) add_ways(page, rows, lane, r);
  for (std::size_t r = 0; r < strip.rows.size(); ++r)
    if (r != rows.open) add_row(page, rows, lane, r, marks);
  if (rows.open != Rows::all) add_row(page, rows, lane, rows.open, marks);
  for (std::size_t r = 0; !page.common_ruler && r < strip.rows.size(); ++r) {
    const std::string name = fitted(r == 0 ? std::string(text::strips::in_row) : std::to_string(r),
                                    page.text, Face::ui, page.label - 4);
    if (rows.open == Rows::all ? r == 0 || rows.high >= least_row : r == rows.open)
      words(scene, {rows.x - 6, rows.y(strip.rows[r].height)}, name, page.text, Ink::dim,
            Anchor::right);
  }
  for (std::size_t part = 0; part < strip.parts(); ++part)
    if (strip.tables[part]) add_table(page, rows, lane, part);

  const float foot = at.y + page.foot;
  const WordCost now = sum_of(strip.now), whole = sum_of(strip.whole);
  const bool over = now == whole;
  const double moved = static_cast<double>(now.read() + now.written()) * word_bytes,
               all = static_cast<double>(whole.read() + whole.written()) * word_bytes;
  const std::string sum =
      over ? text::strips::moved({.bytes = bytes_words(all)})
           : text::strips::moved_so_far({.all = bytes_words(all), .bytes = bytes_words(moved)});
  words(scene, {x, foot + line_high / 2}, sum, page.text + 2, Ink::text, Anchor::left, Face::bold);
  const bool has_table =
      std::ranges::any_of(strip.tables, [](const auto& each) { return each.has_value(); });
  add_split(page, {at.right() - lane_pad, foot + line_high / 2},
            width - text_width(sum, page.text + 2, Face::bold) - 10,
            text::strips::split_keys({.amount = grouped(now.keys() * word_bytes)}),
            whole.rest() == 0 ? "" : split_rest(has_table, grouped(now.rest() * word_bytes)));
  float down = foot + line_high;
  if (page.sums > 0) add_sum(page, lane, {x, down + line_high / 2 - 1}, width);
  down += static_cast<float>(page.sums) * line_high;
  add_boxes(page.scene(), lines, {x, down + 4}, width, layout, page.text);
  const float y = at.bottom() - line_high / 2 - 2;
  if (!too_wide.empty())
    return words(scene, {x, y},
                 widest_of({too_wide, text::strips::as_with({.bits = moment.problem().key_bits()})},
                           page.text, width),
                 page.text, Ink::warn);
  add_stores(page, strip, moment, {x, y}, width);
}

/// "bits 0", "1", … down the left edge, with a line through all lanes at every bit; of lanes under
/// each other one each.
void add_ruler(const Page& page) {
  if (!page.common_ruler) return;
  Scene& scene = page.scene();
  const bool wide = page.look.costs != CostOf::keys;
  const auto bits =
      wide ? static_cast<uint32_t>(page.look.costs == CostOf::card ? 32 : page.look.large.key_bits)
           : page.look.lanes.front().problem().key_bits();
  const uint32_t step = bits <= 8 ? 1 : bits <= 16 ? 2 : 4;
  for (const Rect& lane : page.out.lanes) {
    if (!page.look.stacked && &lane != &page.out.lanes.front()) break;
    const float top = lane.y + page.strip_top, bottom = lane.y + page.strip_bottom;
    const float right = page.look.stacked ? lane.right() : page.out.lanes.back().right();
    for (uint32_t bit = 0; bit <= bits; bit += step) {
      const float y = top + (bottom - top) * static_cast<float>(bit) / static_cast<float>(bits);
      scene.lines.push_back({{lane.x, y}, {right, y}, Ink::line, 1, false, 0.5f});
      words(scene, {lane.x - 5, y}, std::to_string(bit), page.text, Ink::dim, Anchor::right,
            Face::mono);
    }
    words(scene, {lane.x - 5, top - page.text - 2}, text::strips::bits, page.text, Ink::dim,
          Anchor::right);
  }
}

float inner_width(const Page& page) { return page.out.lanes.front().w - 2 * lane_pad - page.label; }

/// The tables take what the keys' digits leave them.
void place_tables(Page& page) {
  const float inner = inner_width(page);
  page.keys_width = inner;
  const bool tables = std::ranges::any_of(page.out.strips, [](const LaneStrip& strip) {
    return std::ranges::any_of(strip.tables, [](const auto& each) { return each.has_value(); });
  });
  if (!tables) return;
  const radix::Problem& problem = page.look.lanes.front().problem();
  float widest = 0;  // of a key in letters of size 1
  for (const uint32_t key : problem.keys())
    widest = std::max(widest, text_width(problem.text_of(key), 1, Face::mono));
  const auto left_by = [&](float size) {
    const float keys = problem.size() > max_readable
                           ? inner * 0.6f
                           : static_cast<float>(problem.size()) * (widest * size + 2) + 10;
    return (inner - keys - table_air) / inner;
  };
  const float large = left_by(page.look.letters + 4), least = left_by(page.look.letters);
  const float share = large >= usual_table_share ? large : std::min(least, usual_table_share);
  const float most = inner * std::clamp(share, least_table_share, max_table_share);
  page.out.table_cell = cell_for(page, most);
  page.table_width = widest_table(page);
  page.keys_width = inner - page.table_width - table_air;
}

void place_wide_tables(Page& page) {
  page.table_width = inner_width(page) * 0.3f;
  page.keys_width = inner_width(page) - page.table_width - table_air;
}

std::vector<WideLane> wide_lanes(const StripsLook& look) {
  std::vector<WideLane> lanes;
  for (const Moment& lane : look.lanes) {
    if (look.costs == CostOf::large) lanes.push_back(large_lane(*lane.trace, look.large));
    if (look.costs != CostOf::card) continue;
    lanes.push_back(look.card ? measured_lane(*lane.trace, *look.card,
                                              measured_keys(*look.card, look.large.keys))
                              : WideLane{.refusal = text::timed::no_recorded_runs});
  }
  return lanes;
}

/// The cells of all lanes: a row of keys is as many of them as fill its width, or of fewer that
/// stand for more where a table has no room beside its pass.
WideCell wide_cell_of(const Page& page, const std::vector<WideLane>& lanes) {
  WideCell unit{.keys = std::exp2(std::ceil(std::log2(wide_keys(page) / cells_of_keys)))};
  float least = 1e9f;
  for (const WideLane& lane : lanes)
    if (!lane.passes.empty())
      least = std::min(
          least, (page.strip_bottom - page.strip_top) / static_cast<float>(lane.passes.size()));
  unit.high = std::clamp(least * 0.6f, 2.f, 9.f);
  for (;; unit.keys *= 2) {
    unit.width =
        page.keys_width / static_cast<float>(std::max(1.0, std::ceil(wide_keys(page) / unit.keys)));
    bool fits = unit.width <= page.table_width;
    for (const WideLane& lane : lanes)
      for (const WideCost& pass : lane.passes) {
        const float band =
            (page.strip_bottom - page.strip_top) / static_cast<float>(lane.passes.size());
        fits &=
            pass.table_entries / unit.keys <= std::floor(page.table_width / unit.width) *
                                                  std::max(1.f, std::floor(band / (unit.high + 1)));
      }
    if (fits || unit.width > page.table_width / 2) return unit;
  }
}

}  // namespace

std::vector<Rect> lane_places(const StripsLook& look) {
  std::vector<Rect> places;
  const auto count = static_cast<float>(look.lanes.size());
  bool digits = true;
  for (const Moment& lane : look.lanes)
    digits &= lane.trace->family != nullptr && lane.trace->family->by_digits &&
              lane.problem().key_bits() == look.lanes.front().problem().key_bits();
  if (look.stacked) {
    const float left = digits ? ruler_width : edge;
    const float high = std::max(stacked_height, (look.size.y + lane_gap) / count - lane_gap);
    for (std::size_t k = 0; k < look.lanes.size(); ++k)
      places.push_back(
          {left, static_cast<float>(k) * (high + lane_gap), look.size.x - left - edge, high});
    return places;
  }
  const float left = digits ? ruler_width : edge;
  const float wide = (look.size.x - left - edge - (count - 1) * lane_gap) / count;
  for (std::size_t k = 0; k < look.lanes.size(); ++k)
    places.push_back({left + static_cast<float>(k) * (wide + lane_gap), 0, wide, look.size.y});
  return places;
}

std::vector<uint32_t> keys_of_cell(const Strips& strips, const StripsLook& look, const Cell& cell) {
  if (cell.tag.key != none) return {cell.tag.key};
  const uint32_t lane = lane_of(cell.tag), part = row_of(cell.tag);
  if (cell.tag.index == none || lane >= strips.strips.size()) return {};
  const LaneStrip& strip = strips.strips[lane];
  if (is_bracket(cell)) {
    if (part >= strip.rows.size() || !strip.rows[part].keys) return {};
    for (const StripGroup& group : strip.rows[part].groups)
      if (group.begin == cell.tag.index) {
        const auto ids = strip.rows[part].keys->ids.begin();
        return {ids + group.begin, ids + group.end};
      }
    return {};
  }
  if (part >= strip.parts() || !strip.tables[part]) return {};
  const auto& keys = strip.rows[part].keys;
  const radix::Problem& problem = look.lanes[lane].problem();
  const radix::Digit digit = problem.digit(part);
  if (!keys || !strip.tables[part]) return {};
  const uint32_t bucket = cell.tag.index / strip.tables[part]->columns,
                 block = cell.tag.index % strip.tables[part]->columns;
  std::vector<uint32_t> ids;
  for (uint32_t i = problem.block_begin(block); i < problem.block_end(block); ++i)
    if (digit.of(keys->values[i]) == bucket) ids.push_back(keys->ids[i]);
  return ids;
}

Strips strips_of(const StripsLook& look) {
  Strips out;
  out.scene.width = look.size.x, out.scene.height = look.size.y;
  out.scene.title = text::translated("Compare");
  if (look.lanes.empty() || look.lanes.front().problem().size() == 0) {
    words(out.scene, {look.size.x / 2, look.size.y / 2}, text::all::no_keys_page, 18, Ink::dim,
          Anchor::middle);
    out.lanes = lane_places(look);
    return out;
  }
  for (const Moment& lane : look.lanes) out.strips.push_back(strip_of(lane));
  Page page{.look = look, .out = out, .text = look.letters + 1};
  for (const LaneStrip& strip : out.strips)
    page.stores |= look.costs == CostOf::keys && strip.by_digits;
  // The legend stands under the lanes
  const float legend_width = look.size.x - 4 * edge;
  const std::size_t legend = legend_lines(page, legend_of(page), legend_width);
  const float legend_high = static_cast<float>(legend) * line_high + 3;
  StripsLook shorter = look;
  if (!look.stacked) shorter.size.y -= legend_high;
  out.lanes = lane_places(shorter);
  out.scene.height = std::max(look.size.y, out.lanes.back().bottom() + legend_high);
  page.common_ruler = out.lanes.front().x >= ruler_width;
  page.label = page.common_ruler ? 0 : text_width("10", page.text, Face::ui) + 8;
  const Rect& lane = out.lanes.front();
  const float wide_lane = lane.w - 2 * lane_pad;
  const std::vector<WideLane> wide = wide_lanes(look);
  std::vector<std::vector<BoxLine>> lines;
  const auto lines_in = [&](double unit) {
    std::vector<std::vector<BoxLine>> all;
    for (std::size_t k = 0; k < out.strips.size(); ++k)
      all.push_back(look.costs == CostOf::keys
                        ? lines_of(out.strips[k], unit)
                        : wide_lines(look.lanes[k], wide[k], look.costs == CostOf::card, unit));
    return all;
  };
  const float max_boxes = std::clamp(lane.h * 0.17f, 57.f, 130.f);
  const BoxLayout layout =
      lay_out_boxes(lines_in, {wide_lane, max_boxes}, page.text, look.costs == CostOf::card, lines);
  out.boxes = layout.scale;
  const float boxes_high = std::min(boxes_height(lines, wide_lane, layout), max_boxes);
  const bool last_line = page.stores || look.costs == CostOf::large;
  page.sums = sum_lines(page, wide_lane);
  const float foot_lines = 1 + static_cast<float>(page.sums) + (last_line ? 1.f : 0.f);
  page.foot = lane.h - boxes_high - foot_lines * line_high - foot_air;
  page.strip_top = look.head + caption_high + 19;
  page.strip_bottom = page.foot - 25;

  if (look.costs == CostOf::keys)
    place_tables(page);
  else
    place_wide_tables(page);
  const WideCell unit_cell = look.costs == CostOf::keys ? WideCell{} : wide_cell_of(page, wide);
  if (look.costs != CostOf::keys)
    out.table_cell = unit_cell.width, out.entries_of_cell = unit_cell.keys;

  add_ruler(page);
  out.rows.resize(out.strips.size());
  for (std::size_t k = 0; k < out.strips.size(); ++k)
    look.costs == CostOf::keys ? add_lane(page, k, lines[k], layout)
                               : add_wide_lane(page, k, wide[k], unit_cell, lines[k], layout);
  add_legend(page, {2 * edge, out.lanes.back().bottom() + 2}, legend_width, legend);
  return out;
}

}  // namespace scope
