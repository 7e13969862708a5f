/// What figures 13.5, 13.8, 13.10 and 13.6, 13.9 must satisfy for every sort that sorts in the
/// block and every setting. Each check returns "" or the first thing that is wrong.
#pragma once

#include <fstream>
#include <sstream>

#include "app/core/scene/geometry.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/radix/facts.hpp"
#include "app/sorts/radix/local_splits.hpp"
#include "looks.hpp"
#include "scene_checks.hpp"

namespace scope {

using radix::Settings;

inline const Figure& local_sort() { return *figure_named("fig13-5"); }
inline const Figure& bucket_table() { return *figure_named("fig13-6"); }

inline Trace chapter_trace(const std::string& sort, uint32_t keys_per_thread = 1) {
  Settings settings{4, 4, 2};
  settings.keys_per_thread = keys_per_thread;
  return record(chapter_keys, settings, sort);
}

/// Values of the cells of an array and row, by index.
inline Numbers numbers_of(const Scene& scene, ArrayId array, uint32_t row = 0) {
  std::map<uint32_t, uint32_t> found;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array && cell.tag.row == row && cell.tag.index != none &&
        !cell.text.empty())
      found[cell.tag.index] = static_cast<uint32_t>(std::stoul(cell.text));
  Numbers numbers;
  for (const auto& [index, value] : found) numbers.push_back(value);
  return numbers;
}

/// The array at the end of a split of this look's pass, or of this moment.
inline std::optional<radix::Array> array_of(const Moment& moment, const Tag& tag) {
  if (tag.array == array::keys) return input_of(moment);
  if (tag.array == array::local_keys) {
    if (tag.row > 0) return keys_after(moment, tag.row);
    const uint32_t done = local_splits(moment).done;
    return done == 0 ? std::nullopt : keys_after(moment, done);
  }
  const radix::Array* array = latest(moment, tag.array);
  return array ? std::optional(*array) : std::nullopt;
}

// ------------------------------------------------------------------------------------- the checks

/// Every number of a cell, and every tagged text, is the trace's.
inline std::string numbers_are_the_traces(const Scene& scene, const Moment& moment) {
  const auto wrong = [&](const Tag& tag, const std::string& text) -> std::string {
    const auto array = array_of(moment, tag);
    const std::string what =
        std::string(radix::info(tag.array).name) + "[" + std::to_string(tag.index) + "]";
    if (!array || tag.index >= array->values.size()) return what + " is not known yet";
    const uint32_t value = array->values[tag.index];
    if (!radix::holds_keys(tag.array))
      return text == std::to_string(value)
                 ? ""
                 : what + " shows " + text + ", not " + std::to_string(value);
    if (tag.key != array->ids[tag.index]) return what + " is the wrong key";
    return text == moment.problem().text_of(value) ? "" : what + " shows " + text;
  };
  for (const Cell& cell : scene.cells) {
    if (cell.tag.index == none || cell.dashed || cell.text.empty()) continue;
    if (const std::string fault = wrong(cell.tag, cell.text); !fault.empty()) return fault;
  }
  for (const Text& text : scene.texts) {
    if (text.tag.index == none) continue;
    if (const std::string fault = wrong(text.tag, text.text); !fault.empty()) return fault;
  }
  return "";
}

/// Lit characters are the key's own bits, in the colour of their value; the decimal value of the
/// lit part is the digit the row is lit by.
inline std::string lit_bits_are_the_keys(const Scene& scene, const Moment& moment) {
  for (const Cell& cell : scene.cells) {
    if (cell.lit_begin == cell.lit_end || cell.binary.size() != moment.problem().key_bits())
      continue;
    const std::string lit = cell.binary.substr(cell.lit_begin, cell.lit_end - cell.lit_begin);
    const uint32_t key = moment.problem().keys()[cell.tag.key];
    if (cell.binary != binary(moment.problem().ordered(key), moment.problem().key_bits()))
      return cell.binary + " is not the key's";
    if (cell.lit != digit_ink(static_cast<uint32_t>(std::stoul(lit, nullptr, 2)),
                              static_cast<uint32_t>(lit.size())))
      return "the wrong colour for " + lit;
  }
  return "";
}

/// No arrow of the local half leaves its block.
inline std::string arrows_stay_in_their_block(const Scene& scene) {
  for (const Line& line : scene.lines) {
    if (!line.dashed || line.from.x != line.to.x || line.to.y - line.from.y < 100) continue;
    for (const Arrow& arrow : scene.arrows) {
      const std::vector<Vec> points = polyline(arrow);
      for (std::size_t i = 1; i < points.size(); ++i) {
        const Vec a = points[i - 1], b = points[i];
        const bool beside = std::max(a.y, b.y) < line.from.y || std::min(a.y, b.y) > line.to.y;
        if (!beside && (a.x < line.from.x) != (b.x < line.from.x))
          return "an arrow leaves its block";
      }
    }
  }
  return "";
}

/// Braces under the sorted keys have the counts of the trace; those over the output cover every
/// slot once, each from its bucket's start on.
inline std::string braces_are_the_traces(const Scene& scene, const Moment& moment) {
  Columns columns = columns_of(moment);
  columns.left += scene.to_right;
  const radix::Array* counts = latest(moment, array::bucket_counts);
  const radix::Array* starts = latest(moment, array::bucket_starts);
  if (!counts) return "";
  Numbers landed(columns.count, none), want(columns.count, none);
  uint32_t local = 0;
  for (const Brace& brace : scene.braces) {
    uint32_t first = none, last = 0;
    for (uint32_t i = 0; i < columns.count; ++i)
      if (brace.x0 < columns.centre(i) && columns.centre(i) < brace.x1)
        first = std::min(first, i), last = i;
    const bool of_scan = brace.ink == Ink::select && brace.depth == 9;
    if (of_scan || first == none) continue;
    if (brace.depth > 0) {
      ++local;
      if (!brace.label.empty() && brace.label != std::to_string(last - first + 1))
        return "a brace says " + brace.label;
    } else {
      for (uint32_t i = first; i <= last; ++i)
        if (landed[i] != none)
          return "two landings in one slot";
        else
          landed[i] = first;
    }
  }
  const auto filled = static_cast<uint32_t>(std::count_if(
      counts->values.begin(), counts->values.end(), [](uint32_t c) { return c > 0; }));
  if (local != filled)
    return std::to_string(local) + " local buckets instead of " + std::to_string(filled);
  if (!starts) return "";
  for (uint32_t e = 0; e < counts->values.size(); ++e)
    for (uint32_t i = 0; i < counts->values[e]; ++i)
      want[starts->values[e] + i] = starts->values[e];
  if (landed != want) return "landings are not starts and counts";
  return "";
}

inline std::string whole(const Scene& scene, const Moment& moment, bool table) {
  for (const std::string& fault :
       {checks::inside_page(scene), checks::texts_apart(scene), checks::texts_beside_cells(scene),
        checks::readable(scene), checks::keys_once(scene, moment.problem()),
        numbers_are_the_traces(scene, moment), lit_bits_are_the_keys(scene, moment),
        arrows_stay_in_their_block(scene),
        table ? braces_are_the_traces(scene, moment) : std::string()})
    if (!fault.empty()) return fault;
  return "";
}

// --------------------------------------------------------------------------------- the chapter

/// The numbers in the array that begins behind `key` for the nth time in a part of a JSON text.
inline Numbers numbers_behind(const std::string& json, const std::string& key,
                              std::size_t nth = 0) {
  std::size_t at = 0;
  for (std::size_t n = 0; n <= nth; ++n) {
    at = json.find('"' + key + '"', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  Numbers numbers;
  std::size_t p = json.find('[', at) + 1;
  for (std::string number; json[p] != ']'; ++p) {
    if (std::isdigit(static_cast<unsigned char>(json[p]))) number += json[p];
    const bool ends = !std::isdigit(static_cast<unsigned char>(json[p + 1]));
    if (ends && !number.empty())
      numbers.push_back(static_cast<uint32_t>(std::stoul(number))), number.clear();
  }
  return numbers;
}

/// The first pass of a part of golden.json.
inline std::string golden_pass(const std::string& part) {
  std::ifstream file(std::string(RADIX_SOURCE_DIR) + "/tests/support/golden.json");
  std::stringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  const std::size_t begin = all.find('"' + part + '"');
  return all.substr(begin, all.find("\"output\"", begin) + 200 - begin);
}

/// The same key's arrays of all blocks, one after the other: every `step`th from `first`.
inline Numbers of_blocks(const std::string& json, const std::string& key, std::size_t blocks,
                         std::size_t first, std::size_t step) {
  Numbers all;
  for (std::size_t b = 0; b < blocks; ++b)
    for (uint32_t number : numbers_behind(json, key, first + b * step)) all.push_back(number);
  return all;
}

}  // namespace scope
