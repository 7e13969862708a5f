/// How often every digit occurs, for all passes at once: bars, and where each digit starts.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "swept.hpp"
#include "text/all.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

constexpr float bar_pitch = 64, bar_room = 80, chart_width = 900;
constexpr float named_bar = 40;  ///< narrower bars have no words
constexpr uint32_t max_rows = 4;

/// The width of a digit with its gap.
float pitch_of(const Columns& columns, radix::Digit digit) {
  return columns.words * std::min(bar_pitch, chart_width / static_cast<float>(digit.buckets()));
}

/// One pass's bars, from y to y + bar_room; returns the y below.
float add_bars(Scene& scene, const Moment& moment, const Columns& columns, float left, float y,
               uint32_t pass) {
  const radix::Array* counts = newest(moment, sweep::array::digit_counts);
  const radix::Array* starts = newest(moment, sweep::array::digit_starts);
  const radix::Digit digit = moment.problem().digit(pass);
  const float words = columns.words;
  const float pitch = pitch_of(columns, digit);
  const bool named = pitch >= named_bar * words;
  const uint32_t most = counts ? *std::ranges::max_element(counts->values) : 1;
  for (uint32_t d = 0; d < digit.buckets(); ++d) {
    const uint32_t entry = digit_entry(moment, pass, d);
    const uint32_t count = counts ? counts->values[entry] : 0;
    const float x = left + static_cast<float>(d) * pitch;
    const float wide = pitch * (named ? 0.7f : 0.9f);
    const float high = bar_room * words * static_cast<float>(count) / static_cast<float>(most);
    if (count > 0)
      scene.cells.push_back(
          {.tip = text::onesweep::count_tip({.count = count, .digit = binary(d, digit.bits)}),
           .at = {x, y + bar_room * words - high, wide, high},
           .fill = digit_fill(d, digit.bits),
           .edge = digit_ink(d, digit.bits),
           .tag = {sweep::array::digit_counts, pass, entry, none}});
    if (!named) continue;
    const auto write = [&](float at, const std::string& text, Ink ink, float size) {
      scene.texts.push_back({.at = {x + wide / 2, at},
                             .text = text,
                             .size = size * words,
                             .ink = ink,
                             .face = Face::mono});
    };
    if (counts)
      write(y + bar_room * words - high - 11 * words, std::to_string(count), Ink::text, 15);
    write(y + (bar_room + 12) * words, binary(d, digit.bits), digit_ink(d, digit.bits), 14);
    if (starts)
      write(y + (bar_room + 32) * words, std::to_string(starts->values[entry]), Ink::accent, 15);
  }
  scene.lines.push_back({{left, y + bar_room * words},
                         {left + pitch * static_cast<float>(digit.buckets()), y + bar_room * words},
                         Ink::line});
  const auto name = [&](float at, const std::string& text, Ink ink) {
    scene.texts.push_back({.at = {left - 16, at},
                           .text = text,
                           .size = 15 * words,
                           .ink = ink,
                           .anchor = Anchor::right});
  };
  name(y + bar_room * words / 2, text::all::pass({.pass = pass + 1}), Ink::text);
  if (named) name(y + (bar_room + 12) * words, text::onesweep::row_digit, Ink::dim);
  if (named && starts) name(y + (bar_room + 32) * words, text::onesweep::row_begins, Ink::dim);
  return y + (bar_room + 66) * words;
}

}  // namespace

Scene draw_digit_counts(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::onesweep::counts, text::onesweep::counts_page);
  const uint32_t passes = moment.problem().passes();
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  // The pass at work is among those that are drawn
  const uint32_t most = moment.large ? 2 : max_rows, shown = std::min(passes, most);
  const uint32_t at_work = std::min(moment.pass(), passes - 1);
  const uint32_t first = std::min(at_work - std::min(at_work, shown - 1), passes - shown);
  const float left = margin + 110 * columns.words;
  float y = 30 * columns.words;
  float right = left;
  for (uint32_t pass = first; pass < first + shown; ++pass) {
    y = add_bars(scene, moment, columns, left, y, pass);
    const radix::Digit digit = moment.problem().digit(pass);
    right = std::max(right, left + pitch_of(columns, digit) * static_cast<float>(digit.buckets()));
  }
  if (shown < passes)
    y = add_sentence(
        scene, columns, y,
        text::all::passes_shown({.all = passes, .first = first + 1, .last = first + shown}));
  scene.width = std::max(least_page, right + margin);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
