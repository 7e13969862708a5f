/// What an SVG of ours says, read back: whether all of it lies inside its page, and which numbers
/// stand in it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/engine/model/trace.hpp"
#include "xml.hpp"

namespace svg_checks {

// --------------------------------------------------------------------------------------- its place

inline float size_of_page(const xml::Document& svg, const char* side) {
  return svg.elements.front().number(side);
}

/// Every point that the attribute d of a path names, those that bend a curve too. `known`: false
/// when it has a command that we never write.
inline std::vector<scope::Vec> points_of(const std::string& d, bool& known) {
  std::vector<scope::Vec> points;
  scope::Vec pen{};
  char command = 0;
  std::size_t left = 0;  // of a curve: points to come
  const char* at = d.c_str();
  while (*at) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    if (std::isalpha(static_cast<unsigned char>(*at))) {
      command = *at++;
      left = 0;
      known &= std::string("MLCmlcZz").find(command) != std::string::npos;
      continue;
    }
    char *end_x = nullptr, *end_y = nullptr;
    const float x = std::strtof(at, &end_x), y = std::strtof(end_x, &end_y);
    if (end_x == at || end_y == end_x) return known = false, points;
    at = end_y;
    const bool steps = command == 'm' || command == 'l' || command == 'c';
    points.push_back(steps ? scope::Vec{pen.x + x, pen.y + y} : scope::Vec{x, y});
    left = command != 'C' && command != 'c' ? 0 : left == 0 ? 2 : left - 1;
    if (left == 0) pen = points.back();
  }
  known &= !points.empty();
  return points;
}

/// The corners of an element, or its points; texts by the fonts' widths, on their line.
inline std::vector<scope::Vec> points_of(const xml::Element& e, bool& known) {
  const float x = e.number("x"), y = e.number("y");
  if (e.name == "rect" || e.name == "image") {
    if (e.name == "rect" && e.attributes.at("width") == "100%") return {};
    return {{x, y}, {x + e.number("width"), y + e.number("height")}};
  }
  if (e.name == "line") return {{e.number("x1"), e.number("y1")}, {e.number("x2"), e.number("y2")}};
  if (e.name == "path") return points_of(e.attributes.at("d"), known);
  if (e.name == "text") {
    using scope::Face;
    const bool mono = e.attributes.contains("font-family"),
               bold = e.attributes.contains("font-weight");
    const Face face = mono ? Face::mono : bold ? Face::bold : Face::ui;
    const float wide = scope::text_width(e.text, e.number("font-size"), face);
    const std::string& anchor = e.attributes.at("text-anchor");
    const float left = x - (anchor == "start" ? 0 : anchor == "middle" ? wide / 2 : wide);
    return {{left, y}, {left + wide, y}};
  }
  static const std::set<std::string> draw_nothing{"svg", "title", "desc", "defs", "pattern", "g"};
  known &= draw_nothing.contains(e.name);
  return {};
}

/// "" or what lies outside the page: boxes, pictures, lines' ends, points of paths, texts; or what
/// this cannot tell.
inline std::string outside(const xml::Document& svg) {
  constexpr float hair = 0.01f;  // as written: hundredths
  const float w = size_of_page(svg, "width"), h = size_of_page(svg, "height");
  std::size_t pattern = 0;  // elements in it have a page of their own
  for (const xml::Element& e : svg.elements) {
    if (pattern > 0 && e.depth > pattern) continue;
    pattern = e.name == "pattern" ? e.depth : 0;
    bool known = true;
    const std::string what = e.name == "text" ? "the text '" + e.text + "'" : "a " + e.name;
    for (const scope::Vec& at : points_of(e, known))
      if (!(at.x >= -hair && at.y >= -hair && at.x <= w + hair && at.y <= h + hair))
        return what + " at " + std::to_string(at.x) + ", " + std::to_string(at.y);
    if (!known) return what + " is drawn in a way that is not checked";
  }
  return "";
}

// ------------------------------------------------------------------------------------- its numbers

using WordList = std::vector<std::string>;

/// The texts that stand on one line, from left to right, line by line.
inline std::vector<WordList> lines_of(const std::string& svg) {
  std::map<std::string, std::multimap<float, std::string>> lines;
  for (const xml::Element& e : xml::read(svg).elements)
    if (e.name == "text") lines[e.attributes.at("y")].emplace(e.number("x"), e.text);
  std::vector<WordList> out;
  for (const auto& [y, texts] : lines) {
    out.emplace_back();
    for (const auto& [x, text] : texts) out.back().push_back(text);
  }
  return out;
}

/// True when these words stand side by side on some line.
inline bool says(const std::vector<WordList>& lines, const WordList& words) {
  return std::ranges::any_of(
      lines, [&](const WordList& line) { return !std::ranges::search(line, words).empty(); });
}

/// True when these words stand under each other, a line of keys apart: on the wires of a network.
inline bool says_downwards(const std::string& svg, const WordList& words) {
  constexpr float aside = 24, least = 20, most = 40;  // a value and its mark share their cell
  struct Place {
    float x, y;
  };
  std::multimap<std::string, Place> texts;
  for (const xml::Element& e : xml::read(svg).elements)
    if (e.name == "text") texts.emplace(e.text, Place{e.number("x"), e.number("y")});
  std::vector<Place> ends;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::vector<Place> longer;
    const auto [from, to] = texts.equal_range(words[i]);
    for (auto it = from; it != to; ++it) {
      const Place here = it->second;
      if (i == 0 || std::ranges::any_of(ends, [&](const Place& end) {
            const float down = here.y - end.y;
            return std::abs(here.x - end.x) < aside && down > least && down < most;
          }))
        longer.push_back(here);
    }
    ends = std::move(longer);
  }
  return !ends.empty();
}

/// An array of the trace as it should be read: keys by their type, other numbers as they are.
inline WordList words_of_array(const radix::Array& array, const radix::Problem& problem) {
  WordList words;
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    const bool key = radix::holds_keys(array.id);
    if (key && array.ids[i] == radix::none) continue;  // nothing is written there yet
    words.push_back(key ? problem.text_of(array.values[i]) : std::to_string(array.values[i]));
  }
  return words;
}

/// True when the picture shows every number of the array: in one line, or a line for each row of a
/// table or each block.
inline bool shows(const std::vector<WordList>& lines, const radix::Array& array,
                  const radix::Problem& problem) {
  const WordList all = words_of_array(array, problem);
  if (says(lines, all)) return true;
  const bool table = radix::info(array.id).shape == radix::Shape::table;
  const std::size_t row = table ? problem.blocks() : problem.keys_per_block();
  for (std::size_t at = 0; at < all.size(); at += row) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(row, all.size() - at));
    if (!says(lines, {begin, end})) return false;
  }
  return true;
}

}  // namespace svg_checks
