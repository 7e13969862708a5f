/// What every memory figure and every bank figure must satisfy. Each check returns "" or the first
/// thing that is wrong, so that a planted fault can be seen to be caught. Runs and segments are
/// counted here once more, in another way than in the model.
#pragma once

#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/model/block_scan.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/radix/memory/memory_view.hpp"
#include "app/sorts/radix/scan/scan_accesses.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "looks.hpp"
#include "scene_checks.hpp"

namespace scope::checks {

inline bool close(float a, float b) { return std::abs(a - b) < 0.6f; }

inline std::string page_true(const Scene& scene, const Moment& moment, const char* id) {
  return whole_scene(scene, moment, *figure_named(id));
}

// ------------------------------------------------------------------------------ memory

/// Cells of a row of destinations, by position: row 0 over the lanes, row 1 in the output.
inline std::vector<const Cell*> slot_cells(const Scene& scene, uint32_t row) {
  std::vector<const Cell*> found;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array::destination && cell.tag.row == row && cell.tag.key != none)
      found.push_back(&cell);
  std::sort(found.begin(), found.end(),
            [](const Cell* a, const Cell* b) { return a->at.x < b->at.x; });
  return found;
}

inline bool touched(const Frame& frame) { return frame.edge == Ink::accent && frame.width > 2; }

/// Where every lane of the drawn store writes, from the lanes' own numbers, left to right.
inline Numbers drawn_slots(const Scene& scene) {
  Numbers slots;
  for (const Cell* cell : slot_cells(scene, 0))
    slots.push_back(static_cast<uint32_t>(std::stoul(cell->text)));
  return slots;
}

inline uint32_t runs_of(const Numbers& slots) {
  uint32_t joined = 0;
  for (std::size_t i = 1; i < slots.size(); ++i) joined += slots[i] == slots[i - 1] + 1;
  return static_cast<uint32_t>(slots.size()) - joined;
}
inline uint32_t segments_of(const Numbers& slots, uint32_t segment) {
  std::set<uint32_t> all;
  for (uint32_t slot : slots) all.insert(slot / segment);
  return static_cast<uint32_t>(all.size());
}

/// The lanes are those of one store of this pass, and every key of it is there.
inline std::string lanes_true(const Scene& scene, const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const bool reverses = moment.digit().bits == 0;
  const uint32_t each = reverses ? 1 : problem.keys_per_thread(),
                 threads = problem.threads_per_block();
  const auto name = [&](uint32_t position) {
    const uint32_t thread = reverses ? position % threads : problem.thread_of(position);
    return std::tuple(position / (threads * each), reverses ? 0 : problem.round_of(position),
                      thread / moment.memory.lanes);
  };
  std::set<uint32_t> positions;
  for (const Cell* cell : slot_cells(scene, 0)) positions.insert(cell->tag.index);
  if (positions.empty()) return "no lane writes";
  for (uint32_t i = 0; i < problem.size(); ++i)
    if ((name(i) == name(*positions.begin())) != positions.contains(i))
      return say("position ", i, " is on the wrong side of the store");
  return "";
}

/// The output: every written slot stands in a filled segment, and no other segment is filled.
inline std::string segments_true(const Scene& scene, const Moment& moment) {
  const Numbers slots = drawn_slots(scene);
  const auto cells = slot_cells(scene, 1);
  const auto filled =
      static_cast<uint32_t>(std::count_if(scene.frames.begin(), scene.frames.end(), touched));
  if (filled != segments_of(slots, moment.memory.segment))
    return say(filled, " segments are filled, not ", segments_of(slots, moment.memory.segment));
  if (cells.size() != slots.size())
    return say(cells.size(), " slots are drawn, not ", slots.size());
  const Array& destination = *moment.find(array::destination);
  const Array held = held_by_writers(moment);
  float before_x = 0;
  uint32_t before = 0;
  for (const Cell* cell : cells) {
    const uint32_t slot = destination.values[position_of(held, cell->tag.key)];
    if (!cell->text.empty() && cell->text != std::to_string(slot))
      return "a slot shows " + cell->text;
    if (cell != cells.front() && (slot <= before || cell->at.x <= before_x))
      return "slots are out of order";
    before = slot, before_x = cell->at.x;
    const bool inside = std::any_of(
        scene.frames.begin(), scene.frames.end(),
        [&](const Frame& frame) { return touched(frame) && frame.at.holds(cell->at.centre()); });
    if (!inside) return say("slot ", slot, " stands outside the filled segments");
  }
  return "";
}

/// The number of a slot that carries none follows from where it stands in its segment.
inline std::string places_true(const Scene& scene, const Moment& moment) {
  const MemoryView view = memory_view(moment);
  const Array held = held_by_writers(moment);
  for (const Cell* cell : slot_cells(scene, 1)) {
    const uint32_t slot = moment.find(array::destination)->values[position_of(held, cell->tag.key)];
    const auto x = view.map.centre(slot);
    if (!x || !close(*x, cell->at.centre().x))
      return say("slot ", slot, " stands in the wrong place");
  }
  return "";
}

/// One line from each lane to its slot, dashed until the keys are written.
inline std::string lines_true(const Scene& scene, const Moment& moment) {
  const auto lanes = slot_cells(scene, 0), slots = slot_cells(scene, 1);
  if (scene.arrows.size() != lanes.size())
    return say(scene.arrows.size(), " lines for ", lanes.size(), " lanes");
  for (const Arrow& arrow : scene.arrows) {
    const auto of_key = [&](const Cell* cell) { return cell->tag.key == arrow.tag.key; };
    const auto from = std::find_if(lanes.begin(), lanes.end(), of_key);
    const auto to = std::find_if(slots.begin(), slots.end(), of_key);
    if (from == lanes.end() || to == slots.end()) return "a line of another key";
    if (!close((*from)->at.centre().x, arrow.from.x) || !close((*to)->at.centre().x, arrow.to.x))
      return "a line goes astray" + at(arrow.to);
    if (arrow.dashed != (moment.find(array::output) == nullptr))
      return "a line is dashed, or should be";
  }
  return "";
}

/// The numbers right of a label of the table, left to right.
inline std::vector<std::string> table_row(const Scene& scene, const std::string& label) {
  std::map<float, std::string> row;
  for (const Text& text : scene.texts)
    if (text.text == label && text.anchor == Anchor::left)
      for (const Text& other : scene.texts)
        if (other.at.y == text.at.y && other.anchor == Anchor::right) row[other.at.x] = other.text;
  std::vector<std::string> numbers;
  for (const auto& [x, text] : row) numbers.push_back(text);
  return numbers;
}

/// Brackets, their numbers, the marked entry of the strip, the answer and, except on a low page,
/// the first line of the table agree.
inline std::string numbers_of_store_true(const Scene& scene, const Moment& moment) {
  const Numbers slots = drawn_slots(scene);
  const uint32_t runs = runs_of(slots), segments = segments_of(slots, moment.memory.segment);
  const auto brackets = std::count_if(scene.lines.begin(), scene.lines.end(), [](const Line& line) {
    return line.ink == Ink::accent && line.from.y == line.to.y;
  });
  if (brackets != runs) return say(brackets, " brackets for ", runs, " runs");
  const auto numbered = [&](uint32_t number) {
    return std::count_if(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
      return text.ink == Ink::accent && text.text == std::to_string(number);
    });
  };
  if (numbered(runs) == 0 || numbered(std::max(runs, segments) + 1) > 0)
    return "runs are counted wrong";
  std::string marked;
  for (const Cell& cell : scene.cells)
    if (cell.edge == Ink::select) marked = cell.text;
  if (marked != say(runs, " | ", segments)) return "the strip marks " + marked;
  const std::string said = say(" writes ", counted(static_cast<uint32_t>(slots.size()), "key"),
                               " at once: ", counted(runs, "run"), " of consecutive slots, in ",
                               counted(segments, "segment"), " ");
  if (scene.answer.find(said) == scene.answer.npos) return "it answers: " + scene.answer;
  if (moment.large) return "";
  const auto row = table_row(scene, store_words(memory_view(moment), memory_view(moment).store.id));
  const std::vector<std::string> expected{"1", std::to_string(slots.size()), std::to_string(runs),
                                          std::to_string(segments)};
  if (row.size() != 5 || !std::equal(expected.begin(), expected.end(), row.begin()))
    return "the table is wrong about the store";
  return "";
}

/// The lines of the table for the pass and for the sort so far.
inline std::string sums_true(const Scene& scene, const Moment& moment) {
  const auto line = [](const Cost& cost) {
    return std::vector<std::string>{std::to_string(cost.stores), std::to_string(cost.keys),
                                    std::to_string(cost.runs), std::to_string(cost.segments)};
  };
  const auto equal = [&](const std::string& label, const Cost& cost) {
    const auto row = table_row(scene, label), expected = line(cost);
    return row.size() == 5 && std::equal(expected.begin(), expected.end(), row.begin());
  };
  Cost sum, pass;
  for (const Store& store : stores_of(cut_of(moment.problem(), moment.pass()),
                                      moment.find(array::destination)->values, moment.memory))
    pass += store.cost;
  for (const Cost& cost : costs_of(*moment.trace, moment.cursor, moment.memory)) sum += cost;
  if (!moment.find(array::output)) sum += pass;
  if (!equal(say("pass ", moment.pass() + 1), pass)) return "the table is wrong about the pass";
  const uint32_t passes = moment.pass() + 1;
  const std::string so_far = passes == moment.problem().shown_passes() ? "whole sort"
                             : passes == 1                             ? "so far: pass 1"
                                           : say("so far: passes 1 to ", passes);
  const bool said_once = moment.large && passes == 1 && sum == pass;
  return said_once || equal(so_far, sum) ? "" : "the table is wrong about " + so_far;
}

/// Everything about a memory figure.
inline std::string memory_true(const Scene& scene, const Moment& moment) {
  if (const std::string wrong = page_true(scene, moment, "memory"); !wrong.empty()) return wrong;
  if (moment.problem().size() == 0) return scene.frames.empty() ? "" : "segments without keys";
  if (!says(scene, "model")) return "nothing says that it is a model";
  // One store writes the whole block only where a thread has one key
  const bool whole_block = moment.problem().keys_per_thread() == 1 &&
                           moment.memory.lanes >= moment.problem().threads_per_block();
  const bool trap = sorts_in_block(moment) && moment.digit().bits > 0 && whole_block;
  if (says(scene, "never the segments") != trap)
    return "the warning is missing, or there for nothing";
  if (!moment.find(array::destination)) {
    if (!scene.arrows.empty() || std::any_of(scene.frames.begin(), scene.frames.end(), touched))
      return "segments are touched too early";
    return says(scene, "not known yet") ? "" : "nothing says that slots are not known";
  }
  for (const std::string& wrong :
       {lanes_true(scene, moment), segments_true(scene, moment), places_true(scene, moment),
        lines_true(scene, moment), numbers_of_store_true(scene, moment), sums_true(scene, moment),
        arrows_true(scene)})
    if (!wrong.empty()) return wrong;
  return "";
}

// ------------------------------------------------------------------------------ banks

/// Everything about a bank figure whose warp nobody picked.
inline std::string banks_true(const Scene& scene, const Moment& moment, radix::BlockScan scan) {
  if (const std::string wrong = page_true(scene, moment, "banks"); !wrong.empty()) return wrong;
  if (scene.cells.empty()) return says(scene, "nothing") ? "" : "an empty page says nothing";
  const uint32_t banks = moment.memory.lanes;
  const auto conflicts =
      bank_conflicts(*scan_accesses(scan, moment.problem().threads_per_block()), banks, banks);
  Numbers levels;
  std::size_t shown = conflicts.size();
  for (const Cell& cell : scene.cells) {
    if (cell.at.h != 28 || cell.at.w != 46 || cell.text[0] != '+') continue;
    if (cell.edge == Ink::select) shown = levels.size();
    levels.push_back(static_cast<uint32_t>(std::stoul(cell.text)));
  }
  if (levels.size() != conflicts.size() || shown == levels.size())
    return "the levels are not all there";
  for (std::size_t l = 0; l < levels.size(); ++l)
    if (levels[l] != conflicts[l]) return say("level ", l + 1, " costs ", levels[l]);
  const uint32_t turns = levels[shown] + 1;
  if (turns > 1 && !says(scene, say(turns, "-way")))
    return say("a ", turns, "-way conflict is not named");
  if (says(scene, "-way") != (turns > 1)) return "a conflict where there is none";
  // Every line leads from a lane with a word to the bank of that word, whose frame lists it
  for (const Arrow& arrow : scene.arrows) {
    const Cell* lane = nullptr;
    for (const Cell& cell : scene.cells)
      if (close(cell.at.bottom() + 1, arrow.from.y) && close(cell.at.centre().x, arrow.from.x))
        lane = &cell;
    if (!lane || lane->text.empty()) return "a line from a lane that wants nothing";
    bool listed = false, more = false;
    std::string number;
    for (const Cell& cell : scene.cells)
      if (cell.at.y > arrow.to.y && close(cell.at.centre().x, arrow.to.x))
        listed = listed || cell.text == lane->text, more = more || cell.text[0] == '+';
    for (const Text& text : scene.texts)
      if (text.face == Face::mono && text.at.y > arrow.to.y && close(text.at.x, arrow.to.x))
        number = text.text;
    if (!listed && !more) return "word " + lane->text + " is not in the bank its line leads to";
    if (number != std::to_string(std::stoul(lane->text) % banks))
      return "word " + lane->text + " in bank " + number;
  }
  return "";
}

}  // namespace scope::checks
