/// What every scene must satisfy, whatever the figure, the sort or the size. Each check returns ""
/// or the first thing that is wrong, so that a planted fault can be seen to be caught.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/moment/moment.hpp"
#include "app/core/scene/geometry.hpp"
#include "app/core/scene/scene.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/sorts/families/families.hpp"
#include "tests/support/arrays.hpp"

namespace scope {

/// True when a text of the scene, outside its cells, holds these words.
inline bool says(const Scene& scene, std::string_view words) {
  if (scene.answer.find(words) != scene.answer.npos) return true;
  return std::ranges::any_of(
      scene.texts, [&](const Text& text) { return text.text.find(words) != text.text.npos; });
}

}  // namespace scope

namespace scope::checks {

using radix::Array;
using radix::ArrayId;

inline std::string at(Vec v) {
  return " at " + std::to_string(static_cast<int>(v.x)) + ", " +
         std::to_string(static_cast<int>(v.y));
}

// ------------------------------------------------------------------------------- inside the page

inline std::string inside_page(const Scene& scene) {
  std::string fault;
  // What is drawn; what it is called is only asked of what lies outside.
  const auto look = [&](const Rect& box, const auto& name) {
    const bool in = box.x >= 0 && box.y >= 0 && box.right() <= scene.width &&
                    box.bottom() <= scene.height && box.w >= 0 && box.h >= 0;  // false for NaN too
    if (in || !fault.empty()) return;
    fault = name();
    fault += " lies outside the page" + at({box.x, box.y});
  };
  const auto point = [&](const char* what, Vec v) {
    look({v.x, v.y, 0, 0}, [&] { return std::string(what); });
  };
  for (const Frame& f : scene.frames) look(f.at, [] { return std::string("a frame"); });
  for (const Heatmap& h : scene.heatmaps)
    look(h.at, [&] { return "the heat map '" + h.name + "'"; });
  for (const Line& l : scene.lines) point("a line", l.from), point("a line", l.to);
  for (const Arrow& a : scene.arrows)
    for (Vec v : polyline(a)) point("an arrow", v);
  for (const Cell& c : scene.cells) {
    look(c.at, [&] { return "the cell '" + c.text + "'"; });
    if (c.from) look(*c.from, [&] { return "the start of the cell '" + c.text + "'"; });
  }
  for (const Brace& b : scene.braces)
    for (Vec v : polyline(b)) point("a brace", v);
  for (const TextBox& t : text_boxes(scene))
    look(t.at, [&] { return "the text '" + t.text + "'"; });
  return fault;
}

// -------------------------------------------------------------------------------- texts are apart

/// Rounding may let neighbours touch; more is an overlap.
inline constexpr float touch = 0.5f;

inline bool overlap(const Rect& a, const Rect& b) {
  return a.x + touch < b.right() && b.x + touch < a.right() && a.y + touch < b.bottom() &&
         b.y + touch < a.bottom();
}

inline std::string texts_apart(const Scene& scene) {
  std::vector<TextBox> boxes = text_boxes(scene);
  std::sort(boxes.begin(), boxes.end(),
            [](const TextBox& a, const TextBox& b) { return a.at.y < b.at.y; });
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t k = i + 1; k < boxes.size() && boxes[k].at.y < boxes[i].at.bottom(); ++k)
      if (overlap(boxes[i].at, boxes[k].at))
        return "'" + boxes[i].text + "' and '" + boxes[k].text + "' overlap" +
               at({boxes[i].at.x, boxes[i].at.y});
  return "";
}

/// A cell's own texts stay inside it, and no other text lies on a cell.
inline std::string texts_beside_cells(const Scene& scene) {
  for (const Cell& cell : scene.cells)
    for (const Text& text : texts_of(cell)) {
      const float right = text.at.x + text_width(text.text, text.size, text.face);
      if (text.at.x < cell.at.x - touch || right > cell.at.right() + touch)
        return "'" + text.text + "' does not fit its cell" + at(text.at);
    }
  Scene words;
  words.braces = scene.braces, words.texts = scene.texts;
  for (const TextBox& box : text_boxes(words))
    for (const Cell& cell : scene.cells)
      if (cell.edge != Ink::none &&
          overlap(box.at, cell.at))  // else it is only there to be pointed at
        return "'" + box.text + "' lies on a cell" + at({box.at.x, box.at.y});
  return "";
}

/// Words are at least 14 px, keys 18, everything else 11.
inline std::string readable(const Scene& scene) {
  for (const Text& text : scene.texts) {
    const bool words = text.face != Face::mono;
    if (text.size < (words ? 14.f : 11.f)) return "'" + text.text + "' is too small";
  }
  for (const Cell& cell : scene.cells)
    if (!cell.text.empty() && cell.size < (cell.binary.empty() ? 11.f : 18.f))
      return "the number '" + cell.text + "' is too small";
  for (const Brace& brace : scene.braces)
    if (brace.size < 14) return "'" + brace.label + "' is too small";
  return "";
}

// ------------------------------------------------------------------------------ every key, once

inline bool shows_key(const Cell& cell) {
  return radix::holds_keys(cell.tag.array) && cell.tag.index != none && !cell.dashed;
}

/// Charts are about all radix widths, not about a place in this run: no rows of keys.
inline bool is_chart(const Scene& scene) {
  return std::ranges::any_of(figures(), [&](const Figure& figure) {
    return scene.title == number_of(figure) &&
           (figure.tools == Tools::tradeoff || figure.tools == Tools::calculator ||
            figure.tools == Tools::chart || figure.tools == Tools::timing);
  });
}

/// Figures that show a part of the keys, or none: the scans start from bits, memory shows one
/// store.
inline bool shows_a_part(const Scene& scene) {
  for (const char* title :
       {"Scan tree", "Scan chain", "Memory", "Bank conflicts", "Comparisons", "Reads"})
    if (scene.title == title) return true;
  return false;
}

/// Every row of keys shows each key once and each position once.
inline std::string keys_once(const Scene& scene, const radix::Problem& problem) {
  std::map<std::tuple<std::string_view, uint32_t, int>, std::vector<const Cell*>> rows;
  for (const Cell& cell : scene.cells)
    if (shows_key(cell))
      rows[{radix::info(cell.tag.array).name, cell.tag.row, static_cast<int>(cell.at.bottom())}]
          .push_back(&cell);
  const bool part = shows_a_part(scene);
  if (rows.empty() && problem.size() > 0 && !part && !is_chart(scene)) return "no row of keys";
  for (const auto& [name, cells] : rows) {
    std::set<uint32_t> ids, places;
    for (const Cell* cell : cells) {
      if (!ids.insert(cell->tag.key).second) return "a key is shown twice" + at(cell->at.centre());
      if (!places.insert(cell->tag.index).second) return "a place is filled twice";
    }
    if ((ids.size() != problem.size() && !part) || *ids.rbegin() >= problem.size() ||
        *places.rbegin() >= problem.size())
      return "a row shows " + std::to_string(ids.size()) + " keys of " +
             std::to_string(problem.size());
  }
  return "";
}

// -------------------------------------------------------------------- numbers are the trace's own

/// What Tag::row means in a figure.
enum class Rows { parts, passes, levels };

inline Rows rows_of(const Figure& figure) {
  const std::string id = figure.id;
  return id == "fig13-1" ? Rows::passes : id == "scan-tree" ? Rows::levels : Rows::parts;
}

/// The array a tagged cell shows: of this moment, of the pass its row names, or of the scan level
/// its row names.
inline const Array* shown_array(const Moment& moment, Rows rows, const Tag& tag) {
  const bool sums = tag.array == array::partial_ones || tag.array == array::partial_counts ||
                    tag.array == array::partial_thread_ones;
  const bool level = rows == Rows::levels && sums;
  if (rows == Rows::levels && tag.array == array::local_keys) {  // over their bits: of that split
    const Array* keys = nullptr;
    for (std::size_t s = 0; s < moment.cursor; ++s) {
      const radix::Step& step = moment.trace->steps[s];
      if (step.pass == moment.pass() && step.made == tag.array && step.split < tag.row)
        keys = step.find(tag.array);
    }
    return keys;
  }
  if (rows != Rows::passes && !level) return moment.find(tag.array);
  const uint32_t pass = level ? moment.pass() : tag.array == array::output ? tag.row - 1 : tag.row;
  const Array* found = nullptr;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.pass != pass || (level && step.level != tag.row)) continue;
    if (const Array* array = step.find(tag.array)) found = array;
  }
  return found;
}

inline std::string numbers_true(const Scene& scene, const Moment& moment, Rows rows) {
  const Array input = input_of(moment);
  const auto marks = duplicate_marks(moment.problem());
  for (const Cell& cell : scene.cells) {
    const Tag& tag = cell.tag;
    if (cell.dashed && !cell.text.empty()) return "an empty slot shows " + cell.text;
    if (tag.index == none || cell.dashed) continue;  // an empty slot may say what it waits for
    const Array* array = shown_array(moment, rows, tag);
    if (!array && tag.array == array::keys && moment.cursor == 0) array = &input;
    const auto wrong = [&](const std::string& why) {
      std::string text = radix::info(tag.array).name;
      text += "[" + std::to_string(tag.index) + "]" + at(cell.at.centre());
      return text += why;
    };
    if (!array || tag.index >= array->values.size()) return wrong(" is not known yet");
    if (cell.text.empty()) {
      if (!as_bars(columns_of(moment))) return wrong(" is not shown");
      continue;
    }
    const uint32_t value = array->values[tag.index];
    const std::string expected =
        radix::holds_keys(tag.array) ? moment.problem().text_of(value) : std::to_string(value);
    if (cell.text != expected) return wrong(" shows " + cell.text + " instead of " + expected);
    if (!radix::holds_keys(tag.array)) continue;
    if (cell.note != note_of(moment.problem(), tag.key)) return wrong(" carries " + cell.note);
    if (tag.key != array->ids[tag.index]) return wrong(" has the wrong identity");
    if (cell.mark != marks[tag.key]) return wrong(" has the wrong mark");
  }
  return "";
}

/// The binary without colon and dots.
inline std::string plain_bits(const std::string& binary) {
  std::string bits;
  for (char c : binary)
    if (c == '0' || c == '1') bits += c;
  return bits;
}

/// The lit characters of a key's binary are bits, and the colour is that of the digit they make.
inline std::string lit_bits_true(const Scene& scene) {
  for (const Cell& cell : scene.cells) {
    if (cell.lit_begin == cell.lit_end) continue;
    std::u32string characters;
    for (std::size_t i = 0; i < cell.binary.size(); ++i)
      if ((static_cast<uint8_t>(cell.binary[i]) & 0xc0) != 0x80)
        characters += static_cast<char32_t>(static_cast<uint8_t>(cell.binary[i]));
    if (cell.lit_end > characters.size()) return "a lit bit beyond '" + cell.binary + "'";
    uint32_t digit = 0;
    for (uint32_t i = cell.lit_begin; i < cell.lit_end; ++i) {
      if (characters[i] != U'0' && characters[i] != U'1')
        return "a lit dot in '" + cell.binary + "'";
      digit = digit * 2 + (characters[i] == U'1' ? 1 : 0);
    }
    if (cell.lit != digit_ink(digit, cell.lit_end - cell.lit_begin)) return "a lit bit of the wrong colour: " + cell.binary;
  }
  return "";
}

/// The binary of a key is that of the bits it is sorted by, or a part of it.
inline std::string binaries_true(const Scene& scene, const radix::Problem& problem) {
  for (const Cell& cell : scene.cells) {
    if (!shows_key(cell) || cell.binary.empty() || cell.binary.starts_with("0x")) continue;
    const std::string whole =
        binary(problem.ordered(problem.keys()[cell.tag.key]), problem.key_bits());
    if (whole.find(plain_bits(cell.binary)) == std::string::npos)
      return "the key " + cell.text + " shows the bits " + cell.binary + " of " + whole;
  }
  return "";
}

/// Every arrow of a key starts below one of the key's cells, if there is one above it, and ends
/// over one of them or over an empty slot. (Enlarged bars stand where there is room: not looked
/// at.)
inline std::string arrows_true(const Scene& scene) {
  for (const Arrow& arrow : scene.arrows) {
    if (arrow.tag.key == none || arrow.path == Path::arc) continue;
    bool above = false, starts = false, ends = false, enlarged = false;
    for (const Cell& cell : scene.cells) {
      const auto over = [&](float x) { return std::abs(cell.at.centre().x - x) < touch; };
      ends = ends || (cell.dashed && cell.at.x <= arrow.to.x && arrow.to.x <= cell.at.right() &&
                      cell.at.y >= arrow.to.y - 1);
      if (cell.tag.key != arrow.tag.key || cell.dashed) continue;
      enlarged = enlarged || (cell.at.w > 60 && !cell.text.empty());
      if (cell.at.bottom() <= arrow.from.y + 1) above = true;
      starts = starts || (cell.at.bottom() <= arrow.from.y + 1 && over(arrow.from.x));
      ends = ends || (cell.at.y >= arrow.to.y - 1 && over(arrow.to.x));
    }
    if (!enlarged && ((above && !starts) || !ends))
      return "an arrow of key " + std::to_string(arrow.tag.key) + " goes astray" + at(arrow.to);
  }
  return "";
}

/// All of them.
inline std::string whole_scene(const Scene& scene, const Moment& moment, const Figure& figure) {
  for (const std::string& fault :
       {inside_page(scene), texts_apart(scene), texts_beside_cells(scene), readable(scene),
        keys_once(scene, moment.problem()), numbers_true(scene, moment, rows_of(figure)),
        lit_bits_true(scene), binaries_true(scene, moment.problem())})
    if (!fault.empty()) return fault;
  const bool wide = scene.title == "Figure 13.7" && moment.problem().settings().radix_bits > 1;
  if (scene.title != (wide && rows_of(figure) == Rows::passes ? "Figure 13.7" : number_of(figure)))
    return "the title is '" + scene.title + "'";
  if (!is_chart(scene) && scene.subtitle.find(place_words(moment)) == std::string::npos)
    return "the subtitle is '" + scene.subtitle + "'";
  return "";
}

}  // namespace scope::checks
