/// Sorts by lists: the golden arrays (tests/support/lists.json), every promise on random keys in
/// every order of threads, and that every sentence is true.
#include <gtest/gtest.h>

#include <fstream>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/core/model/stores.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/lists/lists_parts.hpp"
#include "app/sorts/lists/lists_words.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/grammar.hpp"
#include "tests/support/list_checks.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

namespace lists = radix::lists;
namespace shown = radix::lists::array;
using radix::ListMerge;
using Json = radix::checks::Golden;
using Numbers = std::vector<uint32_t>;

const Json& golden_lists() {
  static const Json data = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/lists.json"));
  return data;
}

radix::Trace sorted_by_lists(const Numbers& keys, const char* sort, radix::Settings settings = {}) {
  return radix::run({.problem = *radix::Problem::make(keys, settings),
                     .sort = sort,
                     .engine = radix::EngineChoice::cpu});
}

/// The golden numbers of a list; a hole and a sentinel are nobody.
Numbers with_holes(const Json& list) {
  Numbers numbers;
  for (const Json& each : list) numbers.push_back(each.is_null() ? none : each.get<uint32_t>());
  return numbers;
}

/// As an array of n places, whose ends the golden ones leave out.
Numbers with_holes(const Json& list, std::size_t n) {
  Numbers numbers = with_holes(list);
  numbers.resize(n, none);
  return numbers;
}

const radix::Step& step_that_made(const radix::Trace& trace, uint32_t part, radix::ArrayId made) {
  for (const radix::Step& step : trace.steps)
    if (step.pass == part && step.made == made) return step;
  ADD_FAILURE() << radix::info(made).name << " is not made in part " << part;
  return trace.steps.front();
}

TEST(Lists, TheSerialSortIsTheGoldenOne) {
  const std::pair<const char*, Numbers> inputs[] = {
      {"serial_chapter", golden_lists()["keys"].get<Numbers>()}, {"serial_4", {4, 3, 2, 1}}};
  for (const auto& [name, keys] : inputs) {
    const Json& passes = golden_lists()[name];
    const auto bits = static_cast<uint32_t>(passes.size());
    const radix::Trace trace = sorted_by_lists(keys, "lists_serial", {.key_bits = bits});
    ASSERT_EQ(trace.error, "");
    ASSERT_EQ(trace.steps.size(), 4 * bits);
    EXPECT_EQ(trace.launches, bits);
    for (uint32_t bit = 0; bit < bits; ++bit) {
      const radix::Step& step = step_that_made(trace, bit, shown::output);
      for (const char* list : {"zero_list", "one_list"}) {
        const radix::Array& array = *step.find(*trace.family->array_named(list));
        EXPECT_EQ(array.values, with_holes(passes[bit][list]["keys"], keys.size())) << bit << list;
        EXPECT_EQ(array.ids, with_holes(passes[bit][list]["ids"], keys.size())) << bit << list;
      }
      EXPECT_EQ(step.find(shown::output)->values, passes[bit]["data"]["keys"].get<Numbers>());
      EXPECT_EQ(step.find(shown::output)->ids, passes[bit]["data"]["ids"].get<Numbers>());
    }
  }
}

TEST(Lists, TheListsOfThreadsAreTheGoldenOnes) {
  for (const char* name : {"strided_4", "strided_2"}) {
    const Json& golden = golden_lists()[name];
    const radix::Trace trace = sorted_by_lists(golden_lists()["keys"].get<Numbers>(),
                                               "lists_by_thread", {.lists = golden["lists"]});
    ASSERT_EQ(trace.error, "");
    EXPECT_EQ(trace.launches, 1u);
    for (uint32_t bit = 0; bit < 4; ++bit) {
      const Json& pass = golden["passes"][bit];
      const radix::Step& step = step_that_made(trace, bit, shown::output);
      EXPECT_EQ(step.find(shown::zero_list)->values, with_holes(pass["zero_list"])) << bit;
      EXPECT_EQ(step.find(shown::zero_list)->ids, with_holes(pass["zero_ids"])) << bit;
      EXPECT_EQ(step.find(shown::one_list)->values, with_holes(pass["one_list"])) << bit;
      EXPECT_EQ(step.find(shown::one_list)->ids, with_holes(pass["one_ids"])) << bit;
      EXPECT_EQ(step.find(shown::output)->values, pass["data"]["keys"].get<Numbers>()) << bit;
      EXPECT_EQ(step.find(shown::output)->ids, pass["data"]["ids"].get<Numbers>()) << bit;
      Numbers counts;
      for (const Json& pair : pass["counts"])
        for (const Json& count : pair) counts.push_back(count);
      EXPECT_EQ(step.find(shown::list_counts)->values, counts) << bit;
    }
  }
}

/// The nodes of a golden tree as the array has them: a level of `width` nodes begins at `width`.
std::pair<Numbers, Numbers> golden_tree(const Json& tree, std::size_t all) {
  std::pair<Numbers, Numbers> nodes{Numbers(all, none), Numbers(all, none)};
  for (const Json& level : tree) {
    const uint32_t width = level["width"];
    for (uint32_t t = 0; t < width; ++t) {
      const uint32_t value = level["values"][t];
      if (value == none) continue;  // the golden model has a sentinel where both lists are empty
      nodes.first[width + t] = value;
      nodes.second[width + t] = level["lists"][t];
    }
  }
  return nodes;
}

TEST(Lists, EveryRoundOfTheMergesIsTheGoldenOne) {
  for (const auto& [name, golden] : golden_lists()["merges"].items()) {
    radix::Settings settings{.lists = 4};
    const radix::SettingInfo& merge = *radix::setting_named("list_merge");
    merge.set(settings, *radix::value_from(merge, name));
    const radix::Trace trace =
        sorted_by_lists(golden_lists()["keys"].get<Numbers>(), "lists_by_thread", settings);
    ASSERT_EQ(trace.error, "");
    for (uint32_t round = 0; round < 16; ++round) {
      const Json& expected = golden["rounds"][round];
      const radix::Step& step = step_that_made(trace, 4 + round, shown::output);
      EXPECT_EQ(step.find(shown::heads)->values, with_holes(expected["heads"])) << name << round;
      EXPECT_EQ(step.find(shown::winner)->values, Numbers{expected["winner"].get<uint32_t>()});
      EXPECT_EQ(step.find(shown::output)->values[round], expected["key"].get<uint32_t>());
      EXPECT_EQ(step.find(shown::output)->ids[round], expected["id"].get<uint32_t>());
      if (!expected.contains("tree")) continue;
      const auto [values, numbers] = golden_tree(expected["tree"], 4);
      EXPECT_EQ(step.find(shown::tree_values)->values, values) << round;
      EXPECT_EQ(step.find(shown::tree_lists)->values, numbers) << round;
    }
    EXPECT_EQ(trace.sorted.values, golden["output"]["keys"].get<Numbers>()) << name;
    EXPECT_EQ(trace.sorted.ids, golden["output"]["ids"].get<Numbers>()) << name;
    const Invariants kept = invariants_of({.trace = &trace, .cursor = trace.steps.size()});
    EXPECT_EQ(kept.stable, golden["stable"].get<bool>()) << name;
    EXPECT_FALSE(kept.keeps_equals);
  }
}

/// Groups of eight and all of them at once find the same list: the first of those with the
/// smallest head.
TEST(Lists, HybridTakesTheKeysInTheOrderOfAtomicMin) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const Numbers keys =
        radix::checks::make_keys(radix::checks::Keys::few_distinct, 20 + seed, 4, seed);
    const radix::Settings all{.lists = 1 + seed * 4, .list_merge = ListMerge::atomic_min};
    radix::Settings groups = all;
    groups.list_merge = ListMerge::hybrid;
    EXPECT_EQ(sorted_by_lists(keys, "lists_by_thread", all).sorted,
              sorted_by_lists(keys, "lists_by_thread", groups).sorted);
  }
}

TEST(Lists, OneThreadLooksAtEveryListInEveryRound) {
  for (const Json& each : golden_lists()["list_merge_work"]) {
    const uint32_t n = each["n"], all = each["lists"];
    const radix::Trace trace = {.problem = *radix::Problem::make(Numbers(n, 1), {.lists = all}),
                                .sort = "lists_by_thread",
                                .family = &lists::family};
    const std::string looks = std::to_string(each["one_thread_reads"].get<uint32_t>()) + " looks";
    EXPECT_NE(why({.trace = &trace}).find(looks), std::string::npos) << why({.trace = &trace});
  }
}

TEST(Lists, BarriersOfARoundAreThoseThatTheBlockMeets) {
  const Numbers keys = golden_lists()["keys"].get<Numbers>();
  for (const uint32_t all : {1u, 2u, 4u, 16u, 64u})
    for (const ListMerge merge : radix::checks::all_list_merges) {
      const radix::Settings settings{.lists = all, .list_merge = merge};
      const radix::Trace trace = sorted_by_lists(keys, "lists_by_thread", settings);
      const LaneTotals totals = totals_of(trace, trace.steps.size(), {.lanes = 2, .segment = 2});
      EXPECT_EQ(totals.barriers, 1 + 16 * barriers_of_round(trace)) << all;
      EXPECT_EQ(totals.bytes_read, 4u * 16);
      EXPECT_EQ(totals.bytes_written, 4u * 16);
    }
}

/// A list that is empty takes no part, so a key may be as large as any.
TEST(Lists, TheLargestKeyThereIsStaysItself) {
  for (const ListMerge merge : radix::checks::all_list_merges) {
    const radix::Trace trace = sorted_by_lists({1, none}, "lists_by_thread",
                                               {.key_bits = 32, .lists = 2, .list_merge = merge});
    EXPECT_EQ(trace.sorted.ids, (Numbers{0, 1}));
    const auto back = radix::trace_from_json(radix::to_json(trace));
    ASSERT_TRUE(back) << back.error.sentence;
  }
}

TEST(Lists, SortWhateverTheOrderOfThreadsAndWithoutARace) {
  for (uint32_t seed = 0; seed < cases(800, 5000); ++seed) {
    radix::Recipe recipe = radix::checks::drawn_lists(seed);
    recipe.recorded = seed % 4 == 0;
    recipe.thread_order = recipe.block_order = static_cast<radix::Schedule>(seed % 3);
    recipe.seed = seed;
    const radix::Trace trace = radix::run(recipe);
    ASSERT_EQ(trace.error, "") << seed;
    ASSERT_EQ(radix::checks::wrong_lists(trace), "") << seed;
    if (!recipe.recorded) continue;
    radix::Recipe forward = recipe;
    forward.thread_order = forward.block_order = radix::Schedule::forward;
    const auto difference = radix::first_difference(radix::run(forward), trace);
    ASSERT_FALSE(difference) << seed << difference->what;
    if (seed % 40 != 0) continue;
    const auto back = radix::trace_from_json(radix::to_json(trace));
    ASSERT_TRUE(back) << back.error.sentence;
    EXPECT_FALSE(radix::first_difference(trace, *back)) << seed;
  }
}

/// By atomicMin, list 1's 6 from place 9 comes before list 2's 6 from place 2.
TEST(Lists, EqualKeysMayChangePlacesAndThisIsNoFault) {
  const radix::Trace trace =
      sorted_by_lists(golden_lists()["keys"].get<Numbers>(), "lists_by_thread",
                      {.lists = 4, .list_merge = ListMerge::atomic_min});
  const Invariants kept = invariants_of({.trace = &trace, .cursor = trace.steps.size()});
  EXPECT_TRUE(kept.ordered && kept.complete);
  EXPECT_FALSE(kept.stable || kept.keeps_equals);
  EXPECT_EQ(kept.equals, "6b before 6a, and 2 pairs more");
}

TEST(Lists, ATreeOfSixListsIsRefusedWithItsReason) {
  const auto refused =
      radix::Problem::make({3, 1, 2}, {.lists = 6, .list_merge = ListMerge::reduction});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error.sentence,
            "A tree halves its lists over and over, and 6 is not a power of two: with an odd one left "
            "over it would lose a list; use 4 lists, or another list_merge.");
  const auto many = radix::run({.problem = *radix::Problem::make(Numbers(1025, 1), {}),
                                .sort = "lists_by_thread",
                                .engine = radix::EngineChoice::cpu,
                                .recorded = false});
  EXPECT_NE(many.error.find("room for 1024 keys and not for 1025"), std::string::npos)
      << many.error;
  EXPECT_NE(sorted_by_lists({3, 1}, "lists_serial", {.lists = 8}).error.find("lists 8"),
            std::string::npos);
  EXPECT_NE(sorted_by_lists({3, 1}, "one_bit", {.list_merge = ListMerge::hybrid}).error, "");
}

/// As printed: every bit deals out the keys as they came.
TEST(ListBugsInPrint, ListsThatAreCopiedBackTooLateAreTheGoldenOnesAndNotInOrder) {
  const Json& golden = golden_lists()["as_printed"];
  const radix::Trace trace = sorted_by_lists(golden_lists()["keys"].get<Numbers>(),
                                             "lists_copied_late", {.lists = golden["lists"]});
  for (uint32_t bit = 0; bit < 4; ++bit) {
    const radix::Step& step = step_that_made(trace, bit, shown::list_counts);
    const Json& pass = golden["passes"][bit];
    EXPECT_EQ(step.find(shown::zero_list)->ids, with_holes(pass["zero_ids"])) << bit;
    EXPECT_EQ(step.find(shown::one_list)->ids, with_holes(pass["one_ids"])) << bit;
  }
  EXPECT_EQ(step_that_made(trace, 3, shown::output).find(shown::output)->values,
            golden["data"]["keys"].get<Numbers>());
  ASSERT_TRUE(trace.fault);
  EXPECT_EQ(trace.error, error_of(*trace.fault));
  EXPECT_EQ(trace.fault->outcome.what, radix::Fault::Outcome::What::purpose);
  const Invariants kept = invariants_of({.trace = &trace, .cursor = trace.steps.size()});
  EXPECT_TRUE(kept.complete);
  EXPECT_FALSE(kept.ordered);
  const auto back = radix::trace_from_json(radix::to_json(trace));
  ASSERT_TRUE(back) << back.error.sentence;
  EXPECT_FALSE(radix::first_difference(trace, *back));
}

/// Thread after thread, the winner finds its number cleared: only the last round's key is written.
TEST(ListBugsInPrint, ARoundWithoutItsLastBarrierLosesAllKeysButOne) {
  radix::Recipe recipe{
      .problem = *radix::Problem::make(golden_lists()["keys"].get<Numbers>(), {.lists = 4}),
      .sort = "lists_race",
      .engine = radix::EngineChoice::cpu};
  const radix::Trace forward = radix::run(recipe);
  const radix::Step& last = step_that_made(forward, 4 + 15, shown::output);
  int lost = 0;
  for (const Json& key : golden_lists()["no_barrier_at_the_end_of_a_round"]) lost += key.is_null();
  EXPECT_EQ(std::ranges::count(last.find(shown::output)->ids, none), lost);
  for (const auto order :
       {radix::Schedule::forward, radix::Schedule::reverse, radix::Schedule::shuffled}) {
    recipe.thread_order = order;
    const radix::Trace trace = radix::run(recipe);
    ASSERT_TRUE(trace.fault);
    EXPECT_EQ(trace.fault->kind, radix::Fault::Kind::race) << trace.error;
  }
}

/// With a power of two its tree is right, and it says so; else it is not.
TEST(ListBugsInPrint, SayWhetherTheirFaultShows) {
  for (const uint32_t lists : {3u, 4u}) {
    const radix::Trace trace = sorted_by_lists(golden_lists()["keys"].get<Numbers>(),
                                               "lists_uneven_tree", {.lists = lists});
    const Invariants kept = invariants_of({.trace = &trace, .cursor = trace.steps.size()});
    const bool right = kept.ordered && kept.complete;
    EXPECT_EQ(right, lists == 4);
    using What = radix::Fault::Outcome::What;
    EXPECT_EQ(trace.fault.value().outcome.what, right ? What::purpose_right : What::purpose);
  }
}

/// They have names, and no number, no line in a list of sorts and no engine but the careful one.
TEST(ListBugsInPrint, StandApartFromTheSortsThatSort) {
  EXPECT_FALSE(radix::bugs_in_print().empty());
  for (const radix::SortInfo& bug_in_print : radix::bugs_in_print()) {
    EXPECT_EQ(radix::sort_named(bug_in_print.name), &bug_in_print);
    for (const radix::SortInfo& sort : radix::sorts()) EXPECT_NE(&sort, &bug_in_print);
    EXPECT_EQ(radix::sort_named(std::to_string(radix::number_of(bug_in_print))), nullptr);
    const radix::Trace trace = sorted_by_lists({2, 1, 0, 3, 5, 4}, bug_in_print.name);
    ASSERT_TRUE(trace.fault);
    EXPECT_GT(trace.fault->first.source.line, 0u);
    Document document = make_document();
    const std::string said =
        run_script(document, std::string("preset chapter; engine cpu; sort ") + bug_in_print.name);
    EXPECT_FALSE(said.empty());
    EXPECT_EQ(said, error_words(*document.lane().trace));
    EXPECT_NE(current_figure(document).draw(moment(document)).title.find("Bug in print"),
              std::string::npos);
  }
}

/// The value of a sum in a card is its result.
void expect_card_adds_up(const Formula& card, const std::string& where) {
  double sum = 0;
  for (const Term& term : card.terms) sum += (term.sign == '-' ? -1 : 1) * std::stod(term.value);
  if (!card.result.empty()) EXPECT_EQ(std::to_string(static_cast<int>(sum)), card.result) << where;
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}
std::string number_of_keys(std::ptrdiff_t count) {
  return std::to_string(count) + (count == 1 ? " key" : " keys");
}

/// What a sentence and a card say at a moment, counted from the trace alone.
void expect_true_words_of_lists(const radix::Trace& trace, const Moment& moment) {
  const std::string text = why(moment);
  const Formula card = formula(moment);
  const std::string where = std::to_string(moment.cursor) + ": " + text;
  EXPECT_FALSE(text.empty());
  expect_card_adds_up(card, where);
  const uint32_t n = trace.problem.size();
  if (!moment.step() || n == 0) return;
  const radix::Step& step = *moment.step();
  const radix::Array& made = *step.find(step.made);
  const uint32_t at = moment.selected() < n ? moment.selected() : none;
  if (step.stage == lists::stage::read_backwards) {
    EXPECT_TRUE(says(text, "backwards")) << where;
    return;
  }
  const auto filled = [](const radix::Array& array) {
    return static_cast<std::ptrdiff_t>(array.ids.size()) - std::ranges::count(array.ids, none);
  };
  if (step.made == shown::zero_list || step.made == shown::one_list) {
    EXPECT_TRUE(
        says(text, filled(made) == 0 ? "No key has a " : number_of_keys(filled(made)) + " of "))
        << where;
    const uint32_t place = at == none ? none : position_of(made, at);
    if (place != none) {
      EXPECT_TRUE(says(text, "goes to place " + std::to_string(place) + ".")) << where;
      EXPECT_EQ(card.result, std::to_string(place)) << where;
    }
  }
  if (step.made == radix::array::output && step.stage == lists::stage::lists && at != none) {
    EXPECT_EQ(card.result, std::to_string(position_of(made, at))) << where;
  }
  if (step.stage != lists::stage::list_merge) return;
  const radix::Array& heads = *step.find(shown::heads);
  if (step.made == shown::heads) {
    EXPECT_EQ(says(text, " empty. "), filled(heads) < static_cast<std::ptrdiff_t>(heads.ids.size()))
        << where;
  }
  if (const radix::Array* winner = step.find(shown::winner)) {
    for (uint32_t list = 0; list < heads.ids.size(); ++list) {
      if (heads.ids[list] == none) continue;
      EXPECT_FALSE(trace.problem.before(heads.values[list], heads.values[winner->values[0]]));
    }
    if (step.made == shown::winner) {
      EXPECT_TRUE(says(text, "List " + std::to_string(winner->values[0]) + " wins")) << where;
      EXPECT_EQ(card.result, std::to_string(winner->values[0])) << where;
    }
    if (step.made == shown::output && filled(made) < n) {
      EXPECT_TRUE(says(text, number_of_keys(n - filled(made)) +
                                 (n - filled(made) == 1 ? " is" : " are") + " left"))
          << where;
    }
  }
}

TEST(Lists, EverySentenceAndCardIsTrueAndEveryPromiseKept) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const radix::Trace trace = radix::run(radix::checks::drawn_lists(seed));
    const uint32_t n = trace.problem.size();
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Invariants kept = invariants_of({.trace = &trace, .cursor = cursor});
      EXPECT_TRUE(kept.complete && kept.ordered) << seed << " " << cursor << " " << kept.order;
      if (kept.keeps_equals && !trace.problem.reversed()) EXPECT_TRUE(kept.stable) << seed;
      for (uint32_t id : {none, 0u, n / 2, n - 1}) {
        expect_true_words_of_lists(trace, {.trace = &trace, .cursor = cursor, .pinned = id});
        if (HasFailure()) FAIL() << seed;
      }
    }
  }
}

TEST(Lists, TheExampleOfAListIsInIt) {
  const Numbers keys{41, 3, 12, 7, 60, 33, 2, 19};
  for (const char* sort : {"lists_serial", "lists_by_thread"}) {
    const radix::Trace trace = sorted_by_lists(keys, sort, {.key_bits = 6});
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      const radix::ArrayId made = trace.steps[cursor - 1].made;
      if (made != shown::zero_list && made != shown::one_list) continue;
      const Moment moment{.trace = &trace, .cursor = cursor};
      const radix::Array& list = *moment.find(made);
      const bool empty = std::ranges::count(list.ids, none) == std::ssize(list.ids);
      if (!empty) EXPECT_NE(position_of(list, example_key_of(moment)), none) << sort << cursor;
    }
  }
}

/// One key, one list, one bit: the words are English whatever the numbers are.
TEST(Lists, WordsAreEnglishForFewKeys) {
  for (const std::vector<uint32_t>& keys :
       {std::vector<uint32_t>{}, {1}, {1, 1}, {1, 0}, {1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 0, 1}})
    for (const uint32_t bits : {1u, 2u})
      for (const uint32_t count : {0u, 1u, 2u, 4u, 16u})
        for (const radix::ListMerge how :
             {radix::ListMerge::one_thread, radix::ListMerge::atomic_min,
              radix::ListMerge::reduction, radix::ListMerge::hybrid}) {
          const bool alone = count == 0;
          if (alone && how != radix::ListMerge::one_thread) continue;
          radix::Settings settings{.key_bits = bits};
          if (!alone) settings.lists = count, settings.list_merge = how;
          const radix::Trace trace = radix::run({.problem = *radix::Problem::make(keys, settings),
                                                 .sort = alone ? "lists_serial" : "lists_by_thread",
                                                 .engine = radix::EngineChoice::cpu});
          ASSERT_EQ(trace.error, "");
          ASSERT_EQ(checks::clumsy_of(trace), "")
              << keys.size() << " keys of " << bits << " in " << count << " lists";
        }
}

/// Every key of an array has its cell in the figure, and no hole has one.
void expect_cells_of(const Document& document, radix::ArrayId id) {
  const Moment now = moment(document);
  const Scene scene = current_figure(document).draw(now);
  const radix::Array& list = *now.find(id);
  for (uint32_t place = 0; place < list.ids.size(); ++place) {
    const bool drawn = std::ranges::any_of(scene.cells, [&](const Cell& cell) {
      return cell.tag.array == id && cell.tag.index == place && cell.tag.key == list.ids[place] &&
             cell.text == std::to_string(list.values[place]);
    });
    EXPECT_EQ(drawn, list.ids[place] != none) << radix::info(id).name << place;
  }
}

/// A row a list: every key of the zero lists and the one lists, and how many there are; the heads.
TEST(Lists, TheFigureShowsEveryKeyOfEveryList) {
  Document document = make_document();
  const char* run = "preset chapter; engine cpu; sort lists_by_thread; list_merge reduction; ";
  ASSERT_EQ(run_script(document, std::string(run) + "seek part 18 winner"), "");
  for (const radix::ArrayId id : {shown::heads, shown::tree_values}) expect_cells_of(document, id);
  ASSERT_EQ(run_script(document, std::string(run) + "seek part 1 list_counts"), "");
  for (const radix::ArrayId id : {shown::zero_list, shown::one_list}) expect_cells_of(document, id);
  const Moment now = moment(document);
  const Scene scene = current_figure(document).draw(now);
  Numbers counts;
  for (const Text& text : scene.texts)
    if (text.face == Face::ui && text.text.find_first_not_of("0123456789") == std::string::npos)
      counts.push_back(static_cast<uint32_t>(std::stoul(text.text)));
  for (const uint32_t count : now.find(shown::list_counts)->values)
    EXPECT_TRUE(std::ranges::count(counts, count) > 0) << count;
}

TEST(Lists, EveryPictureIsWhole) {
  for (const char* keys :
       {"keys ; block 4", "keys 7", "keys 5 3", "preset chapter", "random 13 6 3", "random 40 6 3",
        "random 64 6 3", "random 200 8 1", "preset signed; order reversed", "preset incomes"}) {
    for (const char* sort :
         {"sort lists_serial", "sort lists_by_thread; lists 4; list_merge reduction",
          "sort lists_by_thread; lists 13; list_merge hybrid", "sort lists_by_thread; lists 2",
          "sort lists_by_thread; lists 64; list_merge atomic_min"}) {
      Document document = make_document();
      ASSERT_EQ(run_script(document, std::string(keys) + "; engine cpu; " + sort), "") << keys;
      const std::size_t stride = end_of(document) > 60 ? end_of(document) / 23 : 1;
      for (std::size_t cursor = 0; cursor <= end_of(document); cursor += stride) {
        seek(document, cursor);
        settle(document);
        for (const bool large : {false, true}) {
          Moment now = moment(document);
          now.large = large;
          const Scene scene = figure_for(now).draw(now);
          const std::string where = std::string(keys) + sort + " " + std::to_string(cursor);
          EXPECT_EQ(checks::inside_page(scene), "") << where;
          EXPECT_EQ(checks::texts_apart(scene), "") << where;
          EXPECT_EQ(checks::readable(scene), "") << where;
          if (HasFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scope
