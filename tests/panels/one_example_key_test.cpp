// Every step speaks of one key: the one that is lit in the figure is that of the formula, of the
// cards in the figure and of the values beside the kernel; pointing at another makes that the
// example key.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>

#include "app/sorts/families/families.hpp"
#include "app/sorts/radix/facts.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/text/retold.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/said.hpp"

namespace scope {
namespace {

/// The key as texts write it: "6a".
std::string name_of(const radix::Problem& problem, uint32_t id) {
  return problem.text_of(problem.keys()[id]) + duplicate_marks(problem)[id];
}

/// The text of a message that was heard.
std::string text_of(const text::FilledMessage& said) {
  std::vector<text::Slot> slots;
  for (const auto& [name, shown] : said.slots) {
    slots.emplace_back(name, Words(shown));
    std::from_chars(shown.data(), shown.data() + shown.size(), slots.back().count);
  }
  return text::made(said.name.c_str(), slots);
}

/// "key 6a, index 2"
bool speaks(std::string_view message) {
  return message == "radix.card_index" || message == "radix.card_thread" ||
         message == "radix.card_block";
}

/// Keys whose numbers a card of the figure shows: "key 6a, index 2".
std::vector<std::string> spoken_in(const Figure& figure, const Moment& moment) {
  std::vector<std::string> keys;
  Scene scene;
  const Sentences said = said_by([&] { scene = figure.draw(moment); });
  for (const Text& each : scene.texts)  // some are made for their widths alone
    for (const text::FilledMessage& message : said)
      if (speaks(message.name) && text_of(message) == each.text) {
        keys.push_back(message.at("key"));
        break;
      }
  return keys;
}

/// The key that the formula's question names: "6a" of "With which key is key 6a compared?"; "":
/// none.
std::string named_in(const Formula& card, const Sentences& said) {
  for (const text::FilledMessage& each : said)
    if (!each.at("key").empty() && text_of(each) == card.title) return each.at("key");
  return "";
}

/// Calls it for every step of every sort, on usual and on low pages.
template <class Use>
void for_every_step(Use use) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Document document =
        document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, sort.name);
    const radix::Trace& trace = *document.lane().trace;
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor)
      for (const bool large : {false, true}) {
        Moment moment = look_at(trace, cursor);
        moment.large = large;
        use(moment, std::string(sort.name) + " after " + std::to_string(cursor) + " steps");
      }
  }
}

void one_key_is_spoken_of() {
  std::size_t spoken = 0, named = 0;
  for_every_step([&](Moment moment, const std::string& where) {
    moment.example_key = example_key_of(moment);
    if (!family_of(*moment.trace).example_key) return;  // nobody is spoken of there
    ASSERT_LT(moment.example_key, moment.problem().size()) << where;
    EXPECT_EQ(example_key_of(moment), moment.example_key)
        << where << ": who is lit stays the example";
    const std::string name = name_of(moment.problem(), moment.example_key);
    for (const std::string& key : spoken_in(figure_for(moment), moment)) {
      EXPECT_EQ(key, name) << where;
      ++spoken;
    }
    Formula card;
    const Sentences said = said_by([&] { card = formula(moment); });
    const std::string key = named_in(card, said);
    if (key.empty()) return;
    EXPECT_EQ(key, name) << where << ": " << card.title;
    ++named;
  });
  EXPECT_GT(spoken, 20u);
  EXPECT_GT(named, 100u);
}
TEST(OneExampleKey, IsLitInTheFigureAndSpokenOfEverywhere) {
  in_every_language([](const std::string& language) {
    SCOPED_TRACE(language);
    one_key_is_spoken_of();
  });
}

void pointing_makes_the_example() {
  for_every_step([](Moment moment, const std::string& where) {
    if (!family_of(*moment.trace).example_key) return;
    moment.example_key = example_key_of(moment);
    moment.hovered = (moment.example_key + 5) % moment.problem().size();
    EXPECT_EQ(moment.selected(), moment.hovered);
    EXPECT_EQ(example_key_of(moment), moment.hovered) << where;
    for (const std::string& key : spoken_in(figure_for(moment), moment))
      EXPECT_EQ(key, name_of(moment.problem(), moment.hovered)) << where;
  });
}

TEST(OneExampleKey, PointingAtAnotherMakesThatTheExample) {
  in_every_language([](const std::string& language) {
    SCOPED_TRACE(language);
    pointing_makes_the_example();
  });
}

/// Keys of the lanes of the store that the memory figure shows.
std::vector<uint32_t> stored_keys(const Scene& scene) {
  std::vector<uint32_t> keys;
  for (const Arrow& arrow : scene.arrows) keys.push_back(arrow.tag.key);
  return keys;
}

TEST(OneExampleKey, IsWrittenByTheStoreThatTheMemoryFigureShows) {
  std::size_t shown = 0;
  for_every_step([&](Moment moment, const std::string& where) {
    for (const char* id : {"memory", "sample-memory"})
      for (const MemoryShape& shape : {MemoryShape{2, 2}, MemoryShape{4, 4}})
        for (const std::optional<StoreId>& store :
             {std::optional<StoreId>(), std::optional<StoreId>({2, 0, 0}),
              std::optional<StoreId>({0, 0, 1}), std::optional<StoreId>({3, 0, 1})})
          for (const uint32_t pinned : {none, 5u}) {
            moment.memory = shape, moment.store = store, moment.pinned = pinned;
            moment.example_key = none;
            if (!fits(*figure_named(id), moment) || !moment.find(radix::array::destination))
              continue;
            moment.example_key = example_key_of(moment);
            if (pinned != none) EXPECT_EQ(moment.example_key, pinned) << where;
            const std::vector<uint32_t> keys = stored_keys(figure_named(id)->draw(moment));
            EXPECT_TRUE(std::ranges::count(keys, moment.example_key) == 1)
                << where << ": key " << moment.example_key << " is not among " << keys.size();
            if (store && cut_of(moment.problem(), moment.pass()).has(*store, shape.lanes) &&
                pinned == none)
              EXPECT_EQ(cut_of(moment.problem(), moment.pass())
                            .store_of(position_of(held_by_writers(moment), moment.example_key),
                                      shape.lanes),
                        *store)
                  << where;
            ++shown;
          }
  });
  EXPECT_GT(shown, 100u);
}

TEST(OneExampleKey, TwoInOneFigureAreFound) {
  const Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  const Moment moment = look_at(*document.lane().trace, 1);  // as pictures leave the program
  EXPECT_EQ(spoken_in(*figure_named("fig13-3"), moment).size(), 2u);
}

}  // namespace
}  // namespace scope
