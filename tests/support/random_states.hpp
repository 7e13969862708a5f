/// Documents in every state that commands can bring them into, and whether two of them show the
/// same.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/document/compare.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "app/timing/choice.hpp"
#include "app/timing/plan.hpp"

namespace scope {

/// Draws numbers and words; the same for the same seed on every machine.
class Dice {
 public:
  explicit Dice(uint32_t seed) : random_(seed) {}
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  uint32_t from(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  bool once_in(uint32_t times) { return below(times) == 0; }
  template <class List>
  const auto& one_of(const List& list) {
    return *(std::begin(list) + below(static_cast<uint32_t>(std::size(list))));
  }

 private:
  std::mt19937 random_;
};

/// A value for every setting, small enough that a thousand runs take no time.
inline void roll_settings(Document& document, Dice& dice, bool of_keys) {
  for (const radix::SettingInfo& setting : radix::settings()) {
    if (setting.describes_keys != of_keys || dice.once_in(2)) continue;
    const uint32_t high = std::min(setting.high, setting.low + 8);
    run_command(document, setting.name,
                setting.is_number() ? std::to_string(dice.from(setting.low, high))
                                    : dice.one_of(setting.choices).name);
  }
  // Fractions want a second key that is never 0, and sorts that sort by digits refuse both orders:
  // now and then
  if (document.lane().setup.settings.compare != radix::Compare::less && !dice.once_in(6))
    run_command(document, "compare_by", "less");
  // Nor does a tree take any number of lists
  if (document.lane().setup.settings.list_merge == radix::ListMerge::reduction)
    run_command(document, "lists", "4");
}

inline void roll_keys(Document& document, Dice& dice) {
  if (dice.once_in(4)) run_command(document, "preset", dice.one_of(presets().list).name);
  if (dice.once_in(2))
    run_command(document, "base",
                dice.one_of(std::vector<std::string>{"decimal", "hex", "binary"}));
  if (dice.once_in(2)) roll_settings(document, dice, true);
  const uint32_t count = dice.below(24);
  if (!dice.once_in(4))
    run_command(document, "random",
                std::to_string(count) + " " + std::to_string(dice.from(1, 9)) + " 7");
  std::string values;
  for (uint32_t i = 0; i < count; ++i) values += (i ? " " : "") + std::to_string(dice.below(1000));
  if (dice.once_in(4)) run_command(document, "values", values);
  if (dice.once_in(4)) run_command(document, "engine", "cpu");
  tick(document, 0);
}

inline void roll_lanes(Document& document, Dice& dice) {
  for (uint32_t more = dice.below(max_lanes); more > 0; --more)
    run_command(document, "lane", "add");
  for (std::size_t i = 0; i < document.lanes.size(); ++i) {
    run_command(document, "lane", std::to_string(i + 1));
    run_command(document, "sort",
                std::to_string(dice.from(1, static_cast<uint32_t>(radix::sorts().size()))));
    roll_settings(document, dice, false);
    tick(document, 0);
  }
  run_command(document, "lane",
              std::to_string(dice.from(1, static_cast<uint32_t>(document.lanes.size()))));
  tick(document, 0);
}

inline void roll_timing(Document& document, Dice& dice) {
  run_command(document, "timing_chart",
              dice.one_of(std::vector<std::string>{"stages", "sizes", "radix", "claims"}));
  run_command(
      document, "timing_pick",
      "n " + dice.one_of(std::vector<std::string>{"2^10", "1000", "2^10..2^12", "2^12-2^10"}));
  run_command(document, "timing_pick",
              "sorts " + dice.one_of(std::vector<std::string>{"all", "none", "1,2"}));
  run_command(document, "timing_pick",
              "type " + dice.one_of(std::vector<std::string>{"u32", "u64", "pairs"}));
  run_command(document, "timing_pick", "seed " + std::to_string(dice.below(1000)));
  run_command(document, "timing_pick", dice.once_in(2) ? "stages off" : "density on");
  for (const radix::SettingInfo* axis : timing_axes())
    if (dice.once_in(2) && axis->is_number())
      run_command(document, "timing_pick",
                  std::string(axis->name) + " " + std::to_string(dice.from(1, 4)));
}

inline void roll_view(Document& document, Dice& dice) {
  run_command(document, "figure", dice.once_in(3) ? "auto" : dice.one_of(figures()).id);
  const std::vector<std::string> modes = {"step", "compare", "timing"};
  if (!dice.once_in(3)) run_command(document, "mode", dice.one_of(modes));
  tick(document, 0);
  run_command(
      document, "seek",
      std::to_string(dice.below(static_cast<uint32_t>(document.lane().trace->steps.size()) + 1)));
  run_command(document, "memory",
              "warp " + std::to_string(1u << dice.below(6)) + " segment " +
                  std::to_string(1u << dice.below(6)));
  if (dice.once_in(2)) run_command(document, "pin", std::to_string(dice.below(24)));
  if (dice.once_in(2)) run_command(document, "entry", std::to_string(dice.below(40)));
  if (dice.once_in(2))
    run_command(document, "without",
                std::to_string(dice.below(9)) + " " + std::to_string(dice.below(9)));
  if (dice.once_in(2))
    run_command(document, "store",
                std::to_string(dice.below(3)) + " " + std::to_string(dice.below(2)));
  if (dice.once_in(2)) document.calculation.radix_bits = 1 + dice.below(16);
  if (dice.once_in(2))
    run_command(document, "zoom", std::to_string(0.1 + dice.below(100000) / 2512.0));
  if (dice.once_in(2))
    run_command(document, "pan",
                std::to_string(dice.below(100000) / 7.0 - 5000) + " " +
                    std::to_string(dice.below(1000) / 3.0));
  tick(document, 0);
}

/// A slide of a lesson or its end, now and then with something changed in its picture.
inline void roll_lesson(Document& document, Dice& dice) {
  const Lesson& lesson = dice.one_of(lessons());
  run_command(document, "lesson",
              lesson.name + " " +
                  std::to_string(dice.from(1, static_cast<uint32_t>(lesson.slides.size()))));
  if (dice.once_in(3)) run_command(document, "slide", "next");
  if (dice.once_in(2)) roll_view(document, dice);
}

/// The same as it comes back from a state string, which has no room for what was there before the
/// lesson, or before the lanes were compared.
inline Document without_before(Document document) {
  document.step_lane.reset();
  document.compared.clear();
  if (!document.lesson) return document;
  Lesson lesson = *document.lesson;
  lesson.before.clear();
  document.lesson = std::make_shared<Lesson>(std::move(lesson));
  return document;
}

/// The app that this number stands for.
inline Document random_document(uint32_t seed) {
  Dice dice(seed);
  Document document = make_document();
  roll_keys(document, dice);
  roll_lanes(document, dice);
  if (dice.once_in(4)) roll_timing(document, dice);
  roll_view(document, dice);
  if (dice.once_in(4)) document.timing.view.page = dice.below(5);  // of a run that has so many
  if (dice.once_in(4)) roll_lesson(document, dice);
  return document;
}

/// False while a lane shows what was made before a setup that cannot be met.
inline bool shows_its_wishes(const Document& document) {
  return std::ranges::all_of(document.lanes,
                             [](const Lane& lane) { return lane.error.sentence.empty(); });
}

/// The first one from this number on whose lanes all show what was asked for.
inline Document meetable_document(uint32_t seed) {
  for (;; ++seed)
    if (Document document = random_document(seed); shows_its_wishes(document)) return document;
}

/// Everything that a state is about is the same in both. `cause` is added to what is said
/// otherwise.
inline void expect_same(const Document& a, const Document& b, const std::string& cause) {
  SCOPED_TRACE(cause);
  EXPECT_EQ(state_string(a), state_string(b));
  EXPECT_EQ(session_text(a), session_text(b));
  EXPECT_EQ(a.mode, b.mode);
  EXPECT_EQ(a.active, b.active);
  ASSERT_EQ(a.lanes.size(), b.lanes.size());
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    EXPECT_TRUE(a.lanes[i].setup == b.lanes[i].setup) << "lane " << i;
    EXPECT_EQ(a.lanes[i].error.sentence, b.lanes[i].error.sentence);
    EXPECT_EQ(a.lanes[i].cursor, b.lanes[i].cursor) << "lane " << i;
    EXPECT_FALSE(radix::first_difference(*a.lanes[i].trace, *b.lanes[i].trace).has_value());
  }
  EXPECT_EQ(a.figure, b.figure);
  EXPECT_STREQ(current_figure(a).id, current_figure(b).id);
  EXPECT_EQ(a.pinned, b.pinned);
  EXPECT_EQ(a.table_entry, b.table_entry);
  EXPECT_EQ(a.memory, b.memory);
  EXPECT_EQ(a.store, b.store);
  EXPECT_EQ(a.calculation, b.calculation);
  EXPECT_EQ(a.left_out, b.left_out);
  EXPECT_EQ(a.fit, b.fit);
  EXPECT_EQ(a.zoom, b.zoom);
  EXPECT_EQ(a.pan.x, b.pan.x);
  EXPECT_EQ(a.pan.y, b.pan.y);
  for (const std::string& name : pick_names())
    EXPECT_EQ(pick_text(a.timing.setup, name), pick_text(b.timing.setup, name)) << name;
  EXPECT_EQ(a.timing.chart, b.timing.chart);
  EXPECT_EQ(a.timing.view.page, b.timing.view.page);
  ASSERT_EQ(a.lesson == nullptr, b.lesson == nullptr);
  if (a.lesson) {
    EXPECT_EQ(a.lesson->name + "|" + a.lesson->before, b.lesson->name + "|" + b.lesson->before);
  }
  EXPECT_EQ(a.slide, b.slide);
}

}  // namespace scope
