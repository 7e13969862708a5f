// Our own figure: where the keys of a large input stand after each pass, as small multiples.
#include "density_figure.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/core/moment/moment.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/timing/density_seen.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "app/timing/timing_run.hpp"
#include "text/all.hpp"
#include "text/families.hpp"
#include "text/timed.hpp"
#include "timing_figures.hpp"

namespace scope {
namespace {

constexpr float page = 1180, pictures_height = 430,
                narrow = 138;  // as wide and low as Timing mode's canvas
constexpr float axis_width = 58, axis_height = 20, gap = 20, caption = 42, air = 16;
constexpr float bar_width = 20, bar_steps = 256, bar_precision = 1e6, legend_line = 17,
                scale_width = 140;

void add_text(Scene& scene, Vec at, std::string text, Anchor anchor, Ink ink = Ink::dim,
              Face face = Face::ui, float size = 14) {
  add_words(scene, at, std::move(text), size, ink, anchor, face);
}

/// Words in lines that fit the page, the first as large as the figure's answer. Returns the y
/// below.
float add_paragraph(Scene& scene, float y, const std::string& words, float size, Ink ink) {
  const auto flush = [&](const std::string& line) {
    add_text(scene, {margin, y + size * 0.6f}, line, Anchor::left, ink, Face::ui, size);
    y += size * 1.4f;
  };
  std::string line, word;
  for (std::size_t at = 0; at <= words.size(); ++at) {
    if (at < words.size() && words[at] != ' ') {
      word += words[at];
      continue;
    }
    const std::string longer = line.empty() ? word : line + " " + word;
    const bool fits = text_width(longer, size, Face::ui) <= scene.width - 2 * margin;
    if (!fits) flush(line);
    line = fits ? longer : word;
    word.clear();
  }
  flush(line);
  return y;
}

/// The counts as a heat map; every column can reach `full`, all its keys in one cell.
Heatmap heatmap_of(const TimingRow& row, const radix::Density& density, Rect at) {
  DensityGrid field = field_of(density, row.input);
  const double cells = double(field.columns) * field.rows;
  return {.at = at,
          .columns = field.columns,
          .rows = field.rows,
          .counts = std::move(field.counts),
          .even = static_cast<double>(row.input.n) / cells,
          .full = static_cast<double>(field.rows),
          .name = density_caption(row, density),
          .positions = row.input.n,
          .key_bits = row.input.bits};
}

/// Names of the axes, at the first picture only.
void add_axes(Scene& scene, const Rect& at, const radix::TimedInput& input) {
  const float x = at.x - 8;
  add_text(scene, {x, at.y + 7}, "2^" + std::to_string(input.bits), Anchor::right, Ink::dim,
           Face::mono, 13);
  add_text(scene, {x, at.centre().y}, text::timed::key_axis, Anchor::right, Ink::text);
  add_text(scene, {x, at.bottom() - 7}, "0", Anchor::right, Ink::dim, Face::mono, 13);
  add_text(scene, {at.centre().x, at.bottom() + 14},
           at.w < narrow ? text::timed::position_axis : text::timed::position_axis_long,
           Anchor::middle, Ink::text);
}

const radix::Density* density_after(const TimingRow& row, uint32_t pass) {
  const auto found =
      std::ranges::find_if(row.densities, [&](const radix::Density& d) { return d.pass == pass; });
  return found == row.densities.end() ? nullptr : &*found;
}

/// A picture with its two lines above it; an empty frame as long as it has not been measured.
void add_picture(Scene& scene, const TimingRow& row, uint32_t pass, Rect at) {
  const radix::Density* density = density_after(row, pass);
  const radix::Density asked{.pass = pass, .passes = row.densities.front().passes};
  add_text(scene, {at.x, at.y - caption + 12},
           text::all::heading({.words = density_caption(row, asked)}), Anchor::left, Ink::text,
           Face::bold, 15);
  add_text(scene, {at.x, at.y - 12}, density_note(row, asked, at.w < narrow), Anchor::left);
  const Rect around{at.x - 1, at.y - 1, at.w + 2, at.h + 2};
  scene.frames.push_back(
      {.at = around, .edge = Ink::line, .radius = 0, .dashed = density == nullptr});
  if (density) scene.heatmaps.push_back(heatmap_of(row, *density, at));
}

/// Keys of a cell as people read them.
std::string keys_words(double keys) {
  return keys >= 1000 ? grouped(static_cast<uint64_t>(std::llround(keys))) : short_number(keys);
}

/// The numbers beside the scale, from the bottom: nothing, the even spread, as many fours of it as
/// there is room for, a whole column.
void add_scale_numbers(Scene& scene, const Rect& at, double even, double full) {
  const float x = at.right() + 11, top = at.y + 8;
  float free = at.bottom() - 7;  // the lowest place for the next number
  const auto mark = [&](double load, float y) {
    const float tick = at.bottom() - static_cast<float>(amount_of(load, full)) * at.h;
    scene.lines.push_back({{at.right() + 1, tick}, {at.right() + 6, tick}, Ink::dim, 1});
    add_text(scene, {x, y}, keys_words(load * even), Anchor::left, Ink::text, Face::mono, 13);
    free = y - legend_line;
  };
  const auto height_of = [&](double load) {
    return std::min(at.bottom() - static_cast<float>(amount_of(load, full)) * at.h, free);
  };
  mark(0, free);
  if (full > 1) {
    mark(1, height_of(1));
    add_text(scene, {x, free}, text::timed::evenly_spread, Anchor::left);
    free -= legend_line;
  }
  for (double load = 4; load < full; load *= 4) {
    const float place = at.bottom() - static_cast<float>(amount_of(load, full)) * at.h;
    if (place <= free && place >= top + 2 * legend_line) mark(load, place);
  }
  mark(full, top);
  add_text(scene, {x, top + legend_line}, text::timed::whole_column, Anchor::left);
}

/// The colours with their numbers, in a place of the size of a picture.
void add_scale(Scene& scene, const TimingRow& row, Rect at) {
  const DensityGrid field = field_of(row.densities.front(), row.input);
  const double full = field.rows;
  Heatmap bar{.at = {at.x, at.y, bar_width, at.h},
              .columns = 1,
              .rows = static_cast<uint32_t>(bar_steps),
              .even = bar_precision,
              .full = full};
  for (uint32_t step = 0; step < bar.rows; ++step)
    bar.counts.push_back(static_cast<uint32_t>(
        std::lround(bar_precision * load_of((step + 0.5) / bar_steps, full))));
  add_text(scene, {at.x, at.y - caption + 12}, text::timed::keys_in_a_cell, Anchor::left, Ink::text,
           Face::bold, 15);
  add_text(scene, {at.x, at.y - 12},
           text::timed::cells({.columns = field.columns, .rows = field.rows}), Anchor::left);
  add_scale_numbers(scene, bar.at,
                    static_cast<double>(row.input.n) / (double(field.columns) * field.rows), full);
  scene.frames.push_back(
      {.at = {at.x - 1, at.y - 1, bar_width + 2, at.h + 2}, .edge = Ink::line, .radius = 0});
  scene.heatmaps.push_back(std::move(bar));
}

/// "16 of 33 pictures: …" when some are left out.
std::string choice_words(uint32_t passes, const std::vector<uint32_t>& shown) {
  if (shown.size() > passes) return "";
  uint32_t tail = 1;
  while (tail < shown.size() && shown[shown.size() - tail - 1] + 1 == shown[shown.size() - tail])
    ++tail;
  return text::timed::some_pictures({.all = passes + 1, .last = tail, .shown = shown.size()});
}

void add_nothing(Scene& scene) {
  scene.height = add_paragraph(scene, 8, text::timed::no_pictures, 18, Ink::text) + 8;
}

/// The rows that have pictures, a page each, in the order of the run.
std::vector<const TimingRow*> density_rows(const Moment& moment) {
  std::vector<const TimingRow*> rows;
  if (!moment.timing) return rows;
  for (const TimingRow& row : moment.timing->rows)
    if (!row.densities.empty()) rows.push_back(&row);
  return rows;
}

/// So many squares in a room: as many columns as make them largest.
struct Tiling {
  uint32_t columns = 1, rows = 1;
  float side = 0;
};
/// `beside` and `above`: what every square needs besides itself.
Tiling tiling_of(std::size_t count, float width, float height, float beside, float above) {
  Tiling best;
  for (uint32_t columns = 1; columns <= count; ++columns) {
    const auto rows = static_cast<uint32_t>((count + columns - 1) / columns);
    const float side = std::min(width / static_cast<float>(columns) - beside,
                                height / static_cast<float>(rows) - above);
    if (side > best.side) best = {columns, rows, std::floor(side)};
  }
  return best;
}

}  // namespace

std::vector<uint32_t> shown_passes(uint32_t passes, uint32_t bits) {
  constexpr uint32_t begin = 4, most = max_pictures;
  std::vector<uint32_t> shown;
  if (passes < most) {
    for (uint32_t pass = 0; pass <= passes; ++pass) shown.push_back(pass);
    return shown;
  }
  const uint32_t digit = (bits + passes - 1) / passes,
                 tail = std::min((8 + digit - 1) / digit, most - begin - 1);
  const uint32_t between = most - begin - tail, first = begin - 1, last = passes + 1 - tail;
  for (uint32_t pass = 0; pass < begin; ++pass) shown.push_back(pass);
  for (uint32_t k = 1; k <= between; ++k)
    shown.push_back(first + (last - first) * k / (between + 1));
  for (uint32_t pass = last; pass <= passes; ++pass) shown.push_back(pass);
  return shown;
}

Scene draw_density(const Moment& moment) {
  Scene scene{.width = page, .title = text::families::density};
  scene.subtitle = text::timed::density_about;
  const std::vector<const TimingRow*> rows = density_rows(moment);
  if (rows.empty()) {
    add_nothing(scene);
    return scene;
  }
  scene.pages = static_cast<uint32_t>(rows.size());
  const uint32_t at = moment.timing_view ? shown_page(*moment.timing_view, scene.pages) : 0;
  const TimingRow* row = rows[at];
  if (scene.pages > 1) scene.subtitle += " · " + page_words(at, scene.pages);

  const uint32_t passes = row->densities.front().passes;
  const std::vector<uint32_t> shown = shown_passes(passes, row->input.bits);
  const Tiling tiling = tiling_of(shown.size() + 1, page - 2 * margin - axis_width + gap,
                                  pictures_height, gap, caption + air);
  const float step = tiling.side + gap, drop = tiling.side + caption + air;
  const float wide = std::max(static_cast<float>(tiling.columns) * step - gap,
                              static_cast<float>(tiling.columns - 1) * step + scale_width);
  scene.width = std::max(2 * margin + axis_width + wide, 760.f);

  const std::string who =
      moment.timing_view ? who_words(*moment.timing_view->run, *row) : row->label;
  float y = add_paragraph(scene, 6, who + " · " + input_words(row->input), 15, Ink::dim);
  y = add_paragraph(scene, y + 2, density_sentence(*row), 19, Ink::text);
  if (const std::string choice = choice_words(passes, shown); !choice.empty())
    y = add_paragraph(scene, y + 2, choice, 15, Ink::dim);
  y += 14 + caption;
  const auto place = [&](std::size_t i) {
    const std::size_t line = i / tiling.columns;
    return Rect{margin + axis_width + static_cast<float>(i % tiling.columns) * step,
                y + static_cast<float>(line) * drop + (line > 0 ? axis_height : 0), tiling.side,
                tiling.side};
  };
  for (std::size_t i = 0; i < shown.size(); ++i) add_picture(scene, *row, shown[i], place(i));
  add_axes(scene, place(0), row->input);
  add_scale(scene, *row, place(shown.size()));
  scene.height = place(shown.size()).bottom() + (tiling.rows == 1 ? axis_height : 0) + 8;
  return scene;
}

}  // namespace scope
