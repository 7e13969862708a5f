/// Compare as a picture: what stands in the strips is what the traces and the log of accesses hold,
/// readable in every lane at every size, and nothing counts more than its own step.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "app/commands/commands.hpp"
#include "app/compare/strip_words.hpp"
#include "app/compare/strips.hpp"
#include "app/core/base/text.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/export/pages.hpp"
#include "app/panels/layout.hpp"
#include "app/state/state.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

Document comparing(const std::string& script) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "engine cpu; " + script), "");
  return document;
}

constexpr const char* four_widths = "preset chapter; compare radix; width 8; last";

/// A window in which lanes are compared: the strips have what bar and words leave of the canvas.
struct WindowSize {
  float width, height;
  bool projector = false;
};
constexpr WindowSize windows[] = {{1280, 720},  {1440, 900},       {1600, 1000},
                                  {1920, 1080}, {1280, 720, true}, {1920, 1080, true}};

struct Shown {
  StripsLook look;
  Strips strips;
  float unit = 1;
};

Shown shown_in(const Document& document, const WindowSize& window) {
  Shown shown;
  shown.unit = unit_of(1, 1, window.projector, window.width, window.height);
  Room room = room_of(document, window.width, window.height, shown.unit);
  room.projector = window.projector;
  const Rect canvas = layout_of(room).canvas;
  constexpr float bar = 44, said = 56;
  shown.look = strips_look(document);
  shown.look.size = {canvas.w / shown.unit, canvas.h / shown.unit - bar - said};
  shown.look.head = window.projector ? 30 : 42;
  if (window.projector) shown.look.letters = 14 / 1.6f, shown.look.last_letters = 11 / 1.6f;
  shown.strips = strips_of(shown.look);
  return shown;
}

std::string words_of(const WindowSize& window) {
  return say(double(window.width), " x ", double(window.height),
             window.projector ? ", projector" : "");
}

bool is_key(const Cell& cell) {
  return cell.tag.array == radix::array::output && cell.tag.key != none;
}
bool is_entry(const Cell& cell) {
  return cell.tag.array == radix::array::bucket_counts && cell.tag.index != none;
}

// ------------------------------------------------------------------------------ to be read

TEST(Strips, KeysAreReadableInEveryLaneAtEverySize) {
  const Document all = comparing(four_widths);
  for (std::size_t lanes = 2; lanes <= 4; ++lanes)
    for (const WindowSize& window : windows) {
      Document document = all;
      document.lanes.resize(lanes);
      document.active = 0;
      const auto [look, strips, unit] = shown_in(document, window);
      const std::string where = say(lanes, " lanes, ", words_of(window));
      ASSERT_EQ(strips.lanes.size(), lanes);
      std::map<uint32_t, std::size_t> cells;  // by row
      for (const Cell& cell : strips.scene.cells) {
        if (!is_key(cell)) continue;
        ++cells[cell.tag.row];
        ASSERT_FALSE(cell.text.empty()) << where;
        EXPECT_GE(cell.size * unit, window.projector ? 13.99f : 10.99f) << where;
        const uint32_t key = look.lanes[0].problem().keys()[cell.tag.key];
        if (!window.projector) EXPECT_EQ(cell.text, std::to_string(key)) << where;
        const Rect& lane = strips.lanes[lane_of(cell.tag)];
        EXPECT_TRUE(cell.at.x >= lane.x && cell.at.right() <= lane.right()) << where;
      }
      std::size_t rows = 0;
      for (const LaneStrip& strip : strips.strips) rows += strip.rows.size();
      const bool digits = window.projector && lanes == 4;  // the input is one frame there
      EXPECT_EQ(cells.size(), rows - (digits ? lanes : 0)) << where;
      for (const auto& [row, count] : cells) EXPECT_EQ(count, 16u) << where;
    }
}

/// Where rows are too low for digits, the one that the run has reached has them, at its own height.
TEST(Strips, TheRowReachedHasDigitsHoweverManyRowsThereAre) {
  for (const char* script :
       {"preset chapter; compare methods", "preset chapter; compare methods; lane 1; width 1",
        "random 16 32 5; sort digits; compare radix; width 8"}) {
    Document document = comparing(say(script, "; lane 1"));
    const std::size_t steps = document.lane().trace->steps.size();
    for (const std::size_t cursor : {std::size_t{0}, steps / 2, steps}) {
      seek(document, cursor);
      for (const WindowSize& window : windows) {
        const auto [look, strips, unit] = shown_in(document, window);
        for (std::size_t lane = 0; lane < strips.strips.size(); ++lane) {
          const LaneStrip& strip = strips.strips[lane];
          const uint32_t bits = look.lanes[lane].problem().settings().radix_bits;
          const bool quarter = window.projector && strips.lanes.size() == 4;
          if (quarter && bits == 8 && strip.by_digits)
            continue;  // two digits of 14 pixels have no room in cells of a quarter of the wall
          const float least = !window.projector ? 10.99f : strip.by_digits ? 13.99f : 10.99f;
          std::size_t read = 0;
          for (const Cell& cell : strips.scene.cells) {
            if (!is_key(cell) || lane_of(cell.tag) != lane || row_of(cell.tag) != strip.done)
              continue;
            read += !cell.text.empty() && cell.size * unit >= least;
            EXPECT_NEAR(cell.at.centre().y, strips.rows[lane][strip.done], 0.01f);
          }
          const bool named =  // of the input it is said that its digits stand below
              std::ranges::any_of(strips.scene.texts, [&](const Text& text) {
                return text.text.starts_with("16 keys") && strips.lanes[lane].holds(text.at);
              });
          EXPECT_TRUE(read == 16u || (strip.done == 0 && named))
              << script << ", " << words_of(window) << ", lane " << lane + 1 << ", step " << cursor
              << ": " << read;
        }
      }
    }
  }
}

/// Very many keys behind a pass are segments of its digits, without a gap and with their keys.
TEST(Strips, ManyKeysAreSegmentsOfTheirDigits) {
  const Document document =
      comparing("random 1024 16 3; block 64; sort digits; compare radix; width 8; last");
  const auto [look, strips, unit] = shown_in(document, windows[0]);
  std::map<uint32_t, uint32_t> keys;  // by row
  for (const Cell& cell : strips.scene.cells) {
    if (!is_bracket(cell)) continue;
    const StripRow& row = strips.strips[lane_of(cell.tag)].rows[row_of(cell.tag)];
    const std::vector<uint32_t> ids = keys_of_cell(strips, look, cell);
    const uint32_t digit = row.digit.of(look.lanes[0].problem().keys()[ids.front()]);
    const Ink fill = digit_fill(digit, row.digit.bits);
    ASSERT_TRUE(cell.fill == fill || cell.fill == digit_ink(digit, row.digit.bits));
    if (cell.fill == fill) keys[cell.tag.row] += static_cast<uint32_t>(ids.size());
  }
  EXPECT_EQ(keys.size(), 16u + 8 + 4 + 2);
  for (const auto& [row, count] : keys) EXPECT_EQ(count, 1024u) << row;
}

/// In tables of cells too small for outlines what is not empty still stands in its place.
TEST(Strips, SmallTablesShowWhatIsNotEmpty) {
  const Document document =
      comparing("random 64 8 3; block 16; sort digits; compare radix; width 8; last");
  const auto [look, strips, unit] = shown_in(document, windows[0]);
  std::map<uint32_t, std::size_t> shown;
  for (const Cell& cell : strips.scene.cells)
    if (is_entry(cell)) {
      ++shown[cell.tag.row];
      const auto& strip = strips.strips[lane_of(cell.tag)];
      EXPECT_EQ(cell.fill,
                digit_ink(cell.tag.index / strip.tables[0]->columns, strip.rows[1].digit.bits));
    }
  for (std::size_t lane = 0; lane < 4; ++lane)
    for (std::size_t part = 0; part < strips.strips[lane].parts(); ++part) {
      const auto& counts = strips.strips[lane].tables[part]->counts;
      EXPECT_EQ(shown[static_cast<uint32_t>(lane * rows_of_lane + part)],
                counts.size() - static_cast<std::size_t>(std::ranges::count(counts, 0u)));
    }
}

/// Where "10a" meets "10b" both stay readable: two pixels of air between the letters of neighbours.
TEST(Strips, NeighboursDoNotRunTogether) {
  const Document all = comparing(four_widths);
  for (std::size_t lanes = 2; lanes <= 4; ++lanes)
    for (const WindowSize& window : windows) {
      Document document = all;
      document.lanes.resize(lanes);
      document.active = 0;
      const auto [look, strips, unit] = shown_in(document, window);
      std::map<uint32_t, std::map<uint32_t, Rect>> rows;  // by row and position
      std::size_t marks = 0;
      for (const Cell& cell : strips.scene.cells) {
        if (!is_key(cell)) continue;
        marks += !cell.mark.empty() || !cell.note.empty();
        Scene alone;
        alone.cells.push_back(cell);
        Rect& place = rows[cell.tag.row][cell.tag.index];
        for (const TextBox& text : text_boxes(alone)) {
          if (place.w <= 0) place = text.at;
          const float right = std::max(place.right(), text.at.right());
          place.x = std::min(place.x, text.at.x), place.w = right - place.x;
        }
      }
      for (const auto& [row, places] : rows)
        for (uint32_t i = 0; i + 1 < places.size(); ++i)
          EXPECT_GE((places.at(i + 1).x - places.at(i).right()) * unit, 2)
              << lanes << " lanes, " << words_of(window) << ", row " << row << ", position " << i;
      if (!window.projector) EXPECT_GT(marks, 0u) << "equal keys are told apart";
    }
}

/// Nor do digits run into the edges of their cells. Equal keys are told apart in every lane or
/// none.
TEST(Strips, DigitsAreClearOfTheEdgesAndMarkedInAllLanesAlike) {
  const Document all = comparing(four_widths);
  for (std::size_t lanes = 2; lanes <= 4; ++lanes)
    for (const WindowSize& window : {WindowSize{1280, 710}, windows[0], windows[1], windows[2]}) {
      Document document = all;
      document.lanes.resize(lanes);
      document.active = 0;
      const auto [look, strips, unit] = shown_in(document, window);
      const std::string where = say(lanes, " lanes, ", words_of(window));
      std::set<std::size_t> marked;
      for (const Cell& cell : strips.scene.cells) {
        if (!is_key(cell)) continue;
        if (!cell.mark.empty() || !cell.note.empty()) marked.insert(lane_of(cell.tag));
        for (const Text& text : texts_of(cell)) {
          const float right = text.at.x + text_width(text.text, text.size, text.face);
          const float clear = std::min(text.at.x - cell.at.x, cell.at.right() - right);
          EXPECT_GE((clear - cell.edge_width) * unit, 0.25f) << where << ": " << text.text;
        }
      }
      EXPECT_EQ(marked.size(), lanes) << where;
    }
}

/// Nobody has to guess what a table's columns are, nor what the numbers at the left count.
TEST(Strips, ColumnsAndRulerHaveNames) {
  const Document document = comparing(four_widths);
  for (const WindowSize& window : windows) {
    const Strips strips = shown_in(document, window).strips;
    for (const Rect& lane : strips.lanes) {
      const auto says = [&](const std::string& what, bool alone) {
        return std::ranges::any_of(strips.scene.texts, [&](const Text& text) {
          return lane.holds(text.at) &&
                 (alone ? text.text == what : text.text.find(what) != std::string::npos);
        });
      };
      EXPECT_TRUE(says(" × 4 blocks", false)) << words_of(window);
      if (window.projector) continue;  // its cells are narrower than the word
      EXPECT_TRUE(says("blocks", true)) << words_of(window);
    }
    const auto bits = std::ranges::find(strips.scene.texts, std::string("bits"), &Text::text);
    ASSERT_NE(bits, strips.scene.texts.end());
    const float wide = text_width(bits->text, bits->size, bits->face);
    const Rect at{bits->at.x - wide, 0, wide, 1};  // it ends at the ruler
    EXPECT_GE(at.x, 5) << "air at the edge of the page";
    EXPECT_LE(at.right(), strips.lanes[0].x - 3);
  }
}

/// One cell an entry, of one size in all lanes, with the trace's count; the empty ones are empty.
TEST(Strips, TablesAreCellsOfOneSize) {
  const Document document = comparing(four_widths);
  for (const WindowSize& window : windows) {
    const auto [look, strips, unit] = shown_in(document, window);
    std::map<uint32_t, std::map<uint32_t, const Cell*>> tables;
    std::set<std::pair<float, float>> sizes;
    for (const Cell& cell : strips.scene.cells) {
      if (!is_entry(cell)) continue;
      tables[cell.tag.row][cell.tag.index] = &cell;
      sizes.insert({cell.at.w, cell.at.h});
    }
    EXPECT_EQ(sizes.size(), 1u) << words_of(window);
    EXPECT_GE(sizes.begin()->first * unit, 4) << words_of(window);
    std::size_t empty = 0, all = 0;
    for (std::size_t lane = 0; lane < strips.strips.size(); ++lane) {
      const radix::Trace& trace = *document.lanes[lane].trace;
      for (std::size_t part = 0; part < strips.strips[lane].parts(); ++part) {
        const radix::Array* counts = nullptr;
        for (const radix::Step& step : trace.steps)
          if (step.pass == part && step.find(radix::array::bucket_counts))
            counts = step.find(radix::array::bucket_counts);
        ASSERT_NE(counts, nullptr);
        const auto& cells = tables[static_cast<uint32_t>(lane * rows_of_lane + part)];
        ASSERT_EQ(cells.size(), counts->values.size());
        for (const auto& [entry, cell] : cells) {
          const bool none = counts->values[entry] == 0;
          EXPECT_EQ(cell->fill == Ink::empty_fill, none);
          if (!cell->text.empty()) EXPECT_EQ(cell->text, std::to_string(counts->values[entry]));
          empty += lane == 2 && none, all += lane == 2;
        }
      }
    }
    EXPECT_EQ(all, 64u);
    EXPECT_GT(empty, 40u) << "most of the 16 rows are empty";
  }
}

/// Everything lies on the page and words lie in their lane, whatever is compared.
TEST(Strips, NothingLeavesThePage) {
  for (const char* script :
       {four_widths, "preset chapter; compare radix; seek 20",
        "preset chapter; compare methods; last",
        "random 16 32 5; sort digits; mode compare; width 8; last",
        "random 64 8 3; mode compare; width 8",
        "random 1024 16 3; block 64; mode compare; width 8; pin 3", "keys ; mode compare",
        "keys 5; bits 4; mode compare", "preset chapter; compare radix; costs large",
        "preset chapter; compare methods; costs large", "preset chapter; compare radix; costs card",
        "sort transposition; preset chapter; mode compare; last",
        "order reversed; compare radix; last"}) {
    const Document document = comparing(script);
    for (const WindowSize& window : windows) {
      const auto [look, strips, unit] = shown_in(document, window);
      const Scene& scene = strips.scene;
      const std::string where = say(script, ", ", words_of(window));
      const auto inside = [&](const Rect& at, const std::string& what) {
        EXPECT_TRUE(at.x >= -0.6f && at.y >= -0.6f && at.right() <= scene.width + 0.6f &&
                    at.bottom() <= scene.height + 0.6f)
            << where << ": " << what << " at " << at.x << " " << at.y << " " << at.w << " " << at.h;
      };
      for (const Cell& cell : scene.cells) inside(cell.at, "cell " + cell.text + cell.tip);
      for (const Heatmap& map : scene.heatmaps) inside(map.at, "heat map");
      for (const TextBox& text : text_boxes(scene)) inside(text.at, text.text);
    }
  }
}

// ------------------------------------------------------------------------------ what is true

/// Rows at one height hold the same keys in the same order, in the arrays and in the picture.
TEST(Strips, EqualHeightsAreEqualArrays) {
  for (const char* keys : {"preset chapter", "random 64 8 3", "random 33 16 7"}) {
    Document document = comparing(say(keys, "; sort digits; mode compare; width 8; last"));
    const auto [look, strips, unit] = shown_in(document, windows[2]);
    const SameRows same = same_rows(strips.strips);
    EXPECT_GE(same.pairs, 6u);
    EXPECT_EQ(same.unlike, 0u);
    std::map<std::pair<int, uint32_t>, std::set<uint32_t>> there;  // by height and position
    for (const Cell& cell : strips.scene.cells)
      if (is_key(cell))
        there[{static_cast<int>(std::lround(cell.at.centre().y * 4)), cell.tag.index}].insert(
            cell.tag.key);
    EXPECT_FALSE(there.empty());
    for (const auto& [place, ids] : there) EXPECT_EQ(ids.size(), 1u) << keys;
    EXPECT_NE(same_rows_words(same).find("same order"), std::string::npos);
  }
}

TEST(Strips, RowsThatDifferAreSaidToDiffer) {
  Document document = comparing("preset chapter; compare radix; last");
  std::vector<LaneStrip> strips;
  for (std::size_t lane = 0; lane < 3; ++lane) strips.push_back(strip_of(moment(document, lane)));
  const SameRows right = same_rows(strips);
  std::swap(strips[1].rows[1].keys->ids[2], strips[1].rows[1].keys->ids[3]);
  const SameRows wrong = same_rows(strips);
  EXPECT_EQ(wrong.pairs, right.pairs);
  EXPECT_EQ(wrong.unlike, 1u);
  EXPECT_NE(same_rows_words(wrong).find("1 differs"), std::string::npos);
}

/// Words of global memory that a run's log counts until the end of a step: those of all launches
/// before its own, and of its own up to that step.
uint64_t bytes_until(const radix::Trace& logged, std::size_t cursor) {
  uint64_t words = 0;
  if (cursor == 0) return 0;
  const radix::Step& step = logged.steps[cursor - 1];
  std::size_t first = cursor - 1;
  while (first > 0 && logged.steps[first - 1].launch == step.launch) --first;
  const bool last = cursor == logged.steps.size() || logged.steps[cursor].launch != step.launch;
  for (const auto& log : logged.accesses) {
    if (log->launch > step.launch && cursor < logged.steps.size()) break;
    radix::AccessLog until = *log;
    if (log->launch == step.launch && !last)
      std::erase_if(until.accesses, [&](const radix::Access& access) {
        return access.moment > cursor - 1 - first;
      });
    const auto counts = until.words();
    for (std::size_t k = 0; k < counts.size(); ++k)
      if (!until.arrays[k].shared) words += counts[k].read + counts[k].written;
  }
  return words * 4;
}

radix::Trace logged(const radix::Trace& trace) {
  return radix::run({.problem = trace.problem,
                     .sort = trace.sort,
                     .engine = radix::EngineChoice::cpu,
                     .accesses = true});
}

constexpr const char* counted_lanes[] = {
    "preset chapter; sort one_bit; compare radix; lane 1; sort one_bit; lane 2; sort coarse",
    "preset chapter; compare methods",
    "random 23 6 5; compare radix; lane 1; radix 3; lane 2; sort one_launch",
    "preset chapter; compare sweeps", "preset chapter; order reversed; compare coarsening"};

TEST(Strips, NoCounterJumpsByMoreThanItsStep) {
  for (const char* script : counted_lanes) {
    const Document document = comparing(script);
    for (const Lane& lane : document.lanes) {
      const radix::Trace log = logged(*lane.trace);
      ASSERT_EQ(log.steps.size(), lane.trace->steps.size());
      for (std::size_t cursor = 0; cursor <= lane.trace->steps.size(); ++cursor) {
        const LaneTotals totals = totals_of(*lane.trace, cursor, {2, 2});
        ASSERT_EQ(totals.bytes_read + totals.bytes_written, bytes_until(log, cursor))
            << script << ", " << lane.trace->sort << ", step " << cursor;
      }
    }
  }
}

/// Boxes of a lane in a picture: how many are full, how many there will be.
std::pair<double, double> boxes_in(const Strips& strips, std::size_t lane) {
  double now = 0, whole = 0;
  for (const Cell& cell : strips.scene.cells) {
    if (!cell.tip.ends_with(" bytes") || !strips.lanes[lane].holds({cell.at.x, cell.at.y}))
      continue;
    (cell.fill == Ink::none ? whole : now) += cell.at.w / strips.boxes.side;
  }
  return {now, whole};
}

TEST(Strips, BoxesAreTheBytesOfTheLog) {
  for (const char* script : counted_lanes) {
    Document document = comparing(script);
    std::vector<radix::Trace> logs;
    for (const Lane& lane : document.lanes) logs.push_back(logged(*lane.trace));
    const std::size_t steps = document.lane().trace->steps.size();
    for (std::size_t cursor = 0; cursor <= steps;
         cursor += cursor + 7 > steps && cursor < steps ? steps - cursor : 7) {
      seek(document, cursor);
      const auto [look, strips, unit] = shown_in(document, windows[0]);
      EXPECT_GE(strips.boxes.unit, 64);
      for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
        const auto [now, whole] = boxes_in(strips, lane);
        const std::size_t end = logs[lane].steps.size();
        EXPECT_NEAR(now * strips.boxes.unit,
                    double(bytes_until(logs[lane], document.lanes[lane].cursor)), 0.5)
            << script << ", lane " << lane + 1 << ", step " << cursor;
        EXPECT_NEAR(whole * strips.boxes.unit, double(bytes_until(logs[lane], end)), 0.5) << script;
      }
    }
  }
}

/// The part that a box belongs to, as its tip says it: "pass 1"; "" of another cell.
std::string part_of_box(const Cell& cell) {
  return cell.tip.ends_with(" bytes") ? cell.tip.substr(0, cell.tip.find(':')) : "";
}

/// Nobody can take a second row of boxes for a second pass: what a pass moved stands in one tray,
/// which has its name where it has a line to itself.
TEST(Strips, APassIsOneTray) {
  for (const char* script : {four_widths, "preset chapter; compare methods; last",
                             "random 64 8 3; block 8; compare radix; width 8; last"}) {
    const Document document = comparing(script);
    for (const WindowSize& window : windows) {
      const Strips strips = shown_in(document, window).strips;
      const std::string where = say(script, ", ", words_of(window));
      for (std::size_t lane = 0; lane < strips.lanes.size(); ++lane) {
        std::map<std::string, std::set<const Frame*>> trays;
        std::map<const Frame*, std::set<std::string>> parts;
        for (const Cell& cell : strips.scene.cells) {
          const std::string part = part_of_box(cell);
          if (part.empty() || !strips.lanes[lane].holds({cell.at.x, cell.at.y})) continue;
          std::size_t around = 0;
          for (const Frame& frame : strips.scene.frames)
            if (frame.at.holds(cell.at.centre()) && frame.at.y > strips.rows[lane].back())
              trays[part].insert(&frame), parts[&frame].insert(part), ++around;
          ASSERT_EQ(around, 1u) << where << ", a box of " << part;
        }
        EXPECT_EQ(trays.size(), strips.strips[lane].parts()) << where;
        for (const auto& [part, all] : trays) {
          ASSERT_EQ(all.size(), 1u) << where << ", " << part;
          EXPECT_EQ(parts[*all.begin()].size(), 1u) << where << ", " << part;
        }
        if (script != four_widths) continue;
        for (const auto& [part, all] : trays)
          EXPECT_TRUE(std::ranges::any_of(strips.scene.texts,
                                          [&](const Text& text) {
                                            const Rect& tray = (*all.begin())->at;
                                            return text.text == part && text.at.x < tray.x &&
                                                   text.at.y > tray.y &&
                                                   text.at.y < tray.bottom() &&
                                                   strips.lanes[lane].holds(text.at);
                                          }))
              << where << ", " << part;
      }
    }
  }
}

/// 64 bytes a box where there is room, as with the chapter's keys; the unit is written.
TEST(Strips, ABoxIs64BytesWithTheChaptersKeys) {
  const Document document = comparing(four_widths);
  for (const WindowSize& window : windows) {
    const Strips strips = shown_in(document, window).strips;
    EXPECT_EQ(strips.boxes.unit, 64) << words_of(window);
    EXPECT_TRUE(std::ranges::any_of(strips.scene.texts, [](const Text& text) {
      return text.text.find("64 B") != std::string::npos;
    }));
  }
}

/// The bytes of a lane can be derived: every key and every entry of a table is read twice and
/// written twice in a pass, and what is left is what the blocks of the scan pass on. In the log,
/// and in the words under the sum.
TEST(Strips, TheSumIsThatOfTheLog) {
  for (const char* script :
       {four_widths, "preset chapter; sort coarse; compare radix; last",
        "random 23 6 5; sort block_sort; compare radix; lane 2; sort digits; radix 3; last"}) {
    const Document document = comparing(script);
    const auto [look, strips, unit] = shown_in(document, windows[3]);
    for (std::size_t lane = 0; lane < strips.strips.size(); ++lane) {
      const LaneStrip& strip = strips.strips[lane];
      const radix::Trace log = logged(*document.lanes[lane].trace);
      const uint64_t n = log.problem.size();
      uint64_t entries = 0, keys = 0, table = 0, rest = 0;
      for (const auto& part : strip.tables) entries += part->entries();
      for (const auto& each : log.accesses) {
        const auto counts = each->words();
        for (std::size_t k = 0; k < counts.size(); ++k) {
          const std::string& name = each->arrays[k].name;
          if (each->arrays[k].shared) continue;
          const uint64_t words = counts[k].read + counts[k].written;
          (name.starts_with("the keys") || name == "the output" ? keys
           : name.starts_with("bucket ")                        ? table
                                                                : rest) += words;
        }
      }
      // The scan also writes the sum of all entries behind the last of them
      EXPECT_EQ(keys, strip.parts() * n * 4) << script << ", lane " << lane + 1;
      EXPECT_EQ(table, entries * 4 + strip.parts()) << script << ", lane " << lane + 1;
      const std::string sum = say(strip.parts(), strip.parts() == 1 ? " pass" : " passes", " × ", n,
                                  " keys × 16 B"),
                        of_table = say(entries, " entries × 16 B + scan ",
                                       grouped((rest + strip.parts()) * 4), " B");
      for (const std::string& words : {sum, of_table})
        EXPECT_TRUE(std::ranges::any_of(strips.scene.texts,
                                        [&](const Text& text) {
                                          return text.text == words &&
                                                 strips.lanes[lane].holds(text.at);
                                        }))
            << script << ", lane " << lane + 1 << ": " << words;
    }
  }
}

/// However many passes a lane has, its boxes have room, and a box is not more than all that is
/// moved: where passes have no room each, they are one tray.
TEST(Strips, BoxesHaveRoomHoweverManyPasses) {
  for (const char* script : {"random 16 32 5; sort digits; compare radix; width 8; last",
                             "random 64 6 5; sort transposition; mode compare; lane 3; sort "
                             "transposition; lane duplicate; last"}) {
    const Document document = comparing(script);
    for (const WindowSize& window : windows) {
      const Strips strips = shown_in(document, window).strips;
      for (std::size_t lane = 0; lane < strips.strips.size(); ++lane) {
        const WordCost moved = sum_of(strips.strips[lane].whole);
        EXPECT_NEAR(boxes_in(strips, lane).second * strips.boxes.unit,
                    double((moved.read() + moved.written()) * 4), 0.5)
            << script << ", " << words_of(window);
        EXPECT_LE(strips.boxes.unit, 8192) << script << ", " << words_of(window);
      }
    }
  }
}

/// What runs and segments are, and how often a key is moved, stands under the lanes, at every size.
TEST(Strips, TheLegendSaysWhatIsCounted) {
  for (const char* script : {four_widths, "preset chapter; compare radix"}) {
    const Document document = comparing(script);
    for (const WindowSize& window : windows) {
      const Strips strips = shown_in(document, window).strips;
      for (const char* term : {"run:", "segment:", "16 B:"}) {
        const auto at = std::ranges::find_if(strips.scene.texts, [&](const Text& text) {
          return text.text == term && text.face == Face::bold;
        });
        ASSERT_NE(at, strips.scene.texts.end()) << term << ", " << words_of(window);
        for (const Rect& lane : strips.lanes) EXPECT_GT(at->at.y, lane.bottom());
      }
      for (const char* tip : {"A run: ", "A segment: "})
        if (document.lane().cursor > 0)
          EXPECT_GE(std::ranges::count_if(strips.scene.cells,
                                          [&](const Cell& cell) {
                                            return cell.tip.starts_with(tip) &&
                                                   strips.lanes[0].holds(cell.at.centre());
                                          }),
                    1)
              << tip << words_of(window);
    }
  }
}

// ------------------------------------------------------------------------------ keys that are
// followed

TEST(Strips, FollowedKeysHaveAnInkEachInAllLanes) {
  const Document document = comparing("preset chapter; compare radix; last; pin 2; follow 9");
  const Strips strips = shown_in(document, windows[0]).strips;
  for (const auto& [id, ink] : {std::pair{2u, thread_inks[0]}, std::pair{9u, thread_inks[1]}}) {
    std::size_t cells = 0, ways = 0, rows = 0;
    for (const LaneStrip& strip : strips.strips) rows += strip.rows.size();
    for (const Cell& cell : strips.scene.cells)
      cells += is_key(cell) && cell.tag.key == id && cell.edge == ink && cell.edge_width > 2;
    for (const Arrow& arrow : strips.scene.arrows)
      ways += arrow.tag.key == id && arrow.ink == ink && arrow.width >= 3;
    EXPECT_EQ(cells, rows);
    EXPECT_EQ(ways, rows - strips.lanes.size());
  }
  EXPECT_EQ(verdict_words(document).find("6a stays before 6b in every row of every lane"), 0u);
  Document unstable =
      comparing("preset few_distinct; compare radix; lane 2; sort network_global; last");
  const auto& keys = unstable.lane().trace->problem.keys();
  bool changed = false;
  for (uint32_t a = 0; a < keys.size() && !changed; ++a)
    for (uint32_t b = a + 1; b < keys.size() && !changed; ++b) {
      if (keys[a] != keys[b]) continue;
      ASSERT_EQ(run_script(unstable, say("pin ", a, "; follow ", b)), "");
      changed = verdict_words(unstable).find("not stable") != std::string::npos;
    }
  EXPECT_TRUE(changed) << "a network keeps no order of equal keys";
}

TEST(Strips, ATableCellLightsItsKeysInEveryLane) {
  const Document document = comparing("preset chapter; compare radix; last");
  const auto [look, strips, unit] = shown_in(document, windows[0]);
  for (const Cell& cell : strips.scene.cells) {
    if (!is_entry(cell)) continue;
    const std::vector<uint32_t> keys = keys_of_cell(strips, look, cell);
    const auto& table = *strips.strips[lane_of(cell.tag)].tables[row_of(cell.tag)];
    ASSERT_EQ(keys.size(), table.counts[cell.tag.index]);
    if (keys.empty()) continue;
    StripsLook lit = look;
    lit.lit = keys;
    const Strips with = strips_of(lit);
    std::map<std::size_t, std::size_t> rings;
    for (const Cell& key : with.scene.cells)
      if (is_key(key) && key.edge == Ink::select) ++rings[lane_of(key.tag)];
    for (std::size_t lane = 0; lane < 3; ++lane)
      EXPECT_EQ(rings[lane], keys.size() * strips.strips[lane].rows.size());
    break;
  }
}

TEST(Strips, ABucketLightsItsKeys) {
  const Document document = comparing("preset chapter; compare radix; last");
  const auto [look, strips, unit] = shown_in(document, windows[0]);
  std::map<uint32_t, std::multiset<uint32_t>> lit;  // keys of all brackets of a row
  for (const Cell& cell : strips.scene.cells) {
    if (!is_bracket(cell)) continue;
    const std::vector<uint32_t> keys = keys_of_cell(strips, look, cell);
    const StripRow& row = strips.strips[lane_of(cell.tag)].rows[row_of(cell.tag)];
    std::set<uint32_t> buckets;
    for (const uint32_t id : keys) buckets.insert(row.digit.of(look.lanes[0].problem().keys()[id]));
    EXPECT_EQ(buckets.size(), 1u);
    lit[cell.tag.row].insert(keys.begin(), keys.end());
  }
  EXPECT_EQ(lit.size(), 4u + 2 + 1) << "a row behind every pass";
  for (const auto& [row, keys] : lit) {
    EXPECT_EQ(keys.size(), 16u);
    EXPECT_EQ(std::set<uint32_t>(keys.begin(), keys.end()).size(), 16u);
  }
}

// ------------------------------------------------------------------------------ what is said

/// Nothing of the end is said before it, and at the end what it came to.
TEST(Strips, SoFarAndInTheEndAreToldApart) {
  Document document = comparing("preset chapter; compare radix");
  const std::size_t steps = document.lane().trace->steps.size();
  for (std::size_t cursor = 1; cursor < steps; ++cursor) {
    seek(document, cursor);
    bool over = true;
    for (const Lane& lane : document.lanes) over &= lane.cursor == lane.trace->steps.size();
    const std::string words = verdict_words(document);
    EXPECT_EQ(words.starts_with("So far: "), !over) << cursor << ": " << words;
    EXPECT_EQ(words.find("fewest") == words.npos, !over) << words;
  }
  seek(document, steps);
  const std::string words = verdict_words(document);
  EXPECT_EQ(
      words.find(
          "Lane 2 moves the fewest bytes (1,256). Lane 3 makes 1 pass instead of 2 and moves "
          "fewer bytes of keys (256 instead of 512) but more of the table (1,524 instead of 744): "
          "with 16 keys in 4 blocks its table has 64 entries, 4 per key."),
      0u)
      << words;
  EXPECT_NE(words.find("Rows at the same height hold the same keys in the same order (4 pairs"),
            words.npos)
      << words;
}

TEST(Strips, WhereTheWidestMovesLeastItIsSaidWhatItSaves) {
  // Of two lanes with one pass each, neither makes one instead of one
  Document two =
      comparing("preset chapter; compare radix; lane 3; lane duplicate; sort coarse; last");
  EXPECT_EQ(verdict_words(two).find("instead of 1 "), std::string::npos) << verdict_words(two);
  EXPECT_EQ(verdict_words(two).find("Lane 4 moves the fewest bytes (1,012): with 1 pass instead"),
            0u)
      << verdict_words(two);
  const Document document = comparing("keys 5 1 3; bits 3; sort digits; compare radix; last");
  EXPECT_EQ(
      verdict_words(document).find(
          "Lane 3 moves the fewest bytes (228): with 1 pass instead of 3 it moves fewer bytes of "
          "keys (48 instead of 144), which outweighs the larger tables (180 instead of 156)."),
      0u)
      << verdict_words(document);
}

TEST(Strips, EveryPassOfEveryLaneHasASentence) {
  Document document = comparing("preset chapter; compare radix; last");
  const std::vector<std::string> sentences = strip_sentences(strips_look(document));
  ASSERT_EQ(sentences.size(), 4u + 2 + 1);
  EXPECT_EQ(sentences[4],
            "Lane 2, pass 1 of 2, bits 0–1: the keys are 12 8 4 0 | 9a 5 9b 13 | 6a 10a 6b 10b | 3 "
            "15 11 7; a "
            "table of 4 × 4, 2 of 16 entries empty; 628 bytes moved, 256 of them keys; the scatter "
            "made 14 runs.");
  seek(document, 0);
  for (const std::string& sentence : strip_sentences(strips_look(document)))
    EXPECT_TRUE(sentence.ends_with("not done yet.")) << sentence;
}

TEST(Strips, WhatCannotBeComparedIsASentenceInItsLane) {
  Document document = comparing("preset chapter; compare radix; last; lane 3; sort one_launch");
  const std::size_t before[] = {document.lanes[0].cursor, document.lanes[1].cursor};
  run_script(document, "resident 1");  // its blocks wait for ever
  ASSERT_NE(document.lanes[2].error.sentence, "");
  const auto [look, strips, unit] = shown_in(document, windows[0]);
  std::map<uint32_t, std::size_t> cells;
  for (const Cell& cell : strips.scene.cells)
    if (is_key(cell)) ++cells[lane_of(cell.tag)];
  EXPECT_GT(cells[0], 0u);
  EXPECT_GT(cells[1], 0u);
  EXPECT_EQ(cells[2], 0u);
  EXPECT_TRUE(std::ranges::any_of(strips.scene.texts, [&](const Text& text) {
    return text.ink == Ink::warn && strips.lanes[2].holds(text.at);
  }));
  // It throws nobody back to the beginning, and is the best of nothing
  for (std::size_t lane = 0; lane < 2; ++lane) EXPECT_EQ(document.lanes[lane].cursor, before[lane]);
  ASSERT_EQ(run_script(document, "lane 1; last"), "");
  EXPECT_EQ(verdict_words(document).find("lane 3"), std::string::npos) << verdict_words(document);
  EXPECT_NE(verdict_words(document).find("Lane 2 moves the fewest bytes"), std::string::npos);
  for (std::size_t lane = 0; lane < 2; ++lane)
    EXPECT_EQ(document.lanes[lane].cursor, document.lanes[lane].trace->steps.size());
  // Steps lead a lane that runs; what is mended stands where the others are
  ASSERT_EQ(run_script(document, "lane 3; back"), "");
  EXPECT_EQ(document.active, 0u);
  EXPECT_EQ(document.lane().cursor + 1, document.lane().trace->steps.size());
  ASSERT_EQ(run_script(document, "last; lane 3; resident 0"), "");
  for (const Lane& lane : document.lanes) EXPECT_EQ(lane.cursor, lane.trace->steps.size());
  ASSERT_EQ(run_script(document, "sort digits; radix 2"), "");
  for (const Lane& lane : document.lanes) EXPECT_EQ(lane.cursor, lane.trace->steps.size());
  // A radix wider than the keys is said
  const Document wide = comparing(four_widths);
  EXPECT_EQ(too_wide_words(*wide.lanes[3].trace), "radix 8, but keys of 4 bits: as with radix 4");
  EXPECT_EQ(too_wide_words(*wide.lanes[2].trace), "");
}

// ------------------------------------------------------------------------------ many keys

TEST(WideLanes, MoveWhatTheCalculatorSays) {
  for (const uint32_t radix : {1u, 2u, 3u, 4u, 8u}) {
    const Document document = comparing(say("preset chapter; sort digits; radix ", radix));
    for (const Calculation& asked :
         {Calculation{}, Calculation{.key_bits = 24, .keys = 12345, .threads = 64}}) {
      Calculation same = asked;
      same.radix_bits = std::min<uint64_t>(radix, asked.key_bits), same.keys_per_thread = 1;
      const Calculated expected = calculate(same);
      const WideLane lane = large_lane(*document.lane().trace, asked);
      EXPECT_EQ(lane.bytes(), double(expected.read + expected.written));
      EXPECT_EQ(lane.passes.size(), expected.passes);
      EXPECT_EQ(lane.table_per_key, expected.table_per_key);
    }
  }
}

TEST(WideLanes, AreThoseOfTheRecordedRun) {
  const TimingRun* run = recorded_card_run();
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(measured_keys(*run, 1 << 20), 1u << 20);
  EXPECT_EQ(measured_keys(*run, 1 << 21), 1u << 20);
  const Document document = comparing("preset chapter; compare radix; width 8");
  for (const Lane& lane : document.lanes) {
    const WideLane wide = measured_lane(*lane.trace, *run, 1 << 20);
    ASSERT_EQ(wide.refusal, "");
    EXPECT_GT(wide.ms, 0);
    bool there = false;
    for (const TimingRow& row : run->rows)
      there |= row.configuration.method == "digits" && row.input.n == 1u << 20 &&
               row.configuration.settings.radix_bits == lane.trace->problem.settings().radix_bits &&
               statistics(row) && statistics(row)->median_ms == wide.ms;
    EXPECT_TRUE(there);
  }
  const Document three = comparing("preset chapter; sort digits; radix 3");
  EXPECT_NE(measured_lane(*three.lane().trace, *run, 1 << 20).refusal, "");
}

TEST(WideLanes, SayWhereTheBestWidthChanges) {
  Document document = comparing("preset chapter; compare radix; costs large");
  const std::string words = verdict_words(document);
  EXPECT_EQ(words.find("Fewest bytes with 2^20 keys of 32 bits: r = "), 0u) << words;
  EXPECT_NE(words.find("With these 16 keys: r = 2"), std::string::npos) << words;
  ASSERT_EQ(run_script(document, "costs card"), "");
  EXPECT_EQ(verdict_words(document).find("Measured on NVIDIA H200"), 0u) << verdict_words(document);
}

// ------------------------------------------------------------------------------ files

TEST(Strips, AStateHasWhatIsShown) {
  const Document document =
      comparing("preset chapter; compare radix; costs large; align launches; pin 2; follow 9 4");
  const std::string state = state_string(document);
  Document other = make_document();
  ASSERT_EQ(apply_state(other, state), "") << state;
  EXPECT_EQ(other.costs, CostOf::large);
  EXPECT_EQ(other.align, AlignBy::launches);
  EXPECT_EQ(other.followed, (std::vector<uint32_t>{9, 4}));
  EXPECT_EQ(state_string(other), state);
  for (const char* bad :
       {"follow 99", "follow x", "follow 1 2 3 4", "costs frog", "align frog", "align"})
    EXPECT_NE(run_script(other, bad), "") << bad;
}

TEST(Strips, LeaveTheProgramAsTheyAre) {
  Document document = comparing("preset chapter; compare radix; seek pass 2 scatter; pin 3");
  const Page page = page_of(document);
  EXPECT_TRUE(std::ranges::any_of(page.scene.arrows, [](const Arrow& arrow) {
    return arrow.tag.key == 3 && arrow.ink == thread_inks[0];
  }));
  EXPECT_EQ(page.words, verdict_words(document));
  EXPECT_NE(page.text.find("Lane 3, pass 1 of 1"), std::string::npos);
  std::set<uint32_t> lanes;
  for (const Cell& cell : page.scene.cells)
    if (is_key(cell)) lanes.insert(lane_of(cell.tag));
  EXPECT_EQ(lanes.size(), 3u);
}

}  // namespace
}  // namespace scope
