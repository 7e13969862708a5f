/// What is said and drawn of a merge sort: cards and sentences against the trace, promises at every
/// step, pictures inside their pages.
#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/merge/levels.hpp"
#include "kernels/merge/merge_arrays.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/cards.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/grammar.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

namespace shown = radix::merges::array;
using texts::says;

constexpr const char* all_merge_sorts[] = {"merge_serial", "merge_co_rank", "merge_tiled",
                                           "merge_path"};

radix::Trace told_merge(uint32_t seed) {
  std::mt19937 random(seed);
  radix::Settings settings = radix::checks::random_settings(random);
  settings.start = random() % 2 == 0 ? radix::SortStart::single : radix::SortStart::block;
  const char* sort = all_merge_sorts[random() % std::size(all_merge_sorts)];
  settings = radix::settings_for(*radix::sort_named(sort), settings);
  const auto kind = radix::checks::all_kinds[random() % std::size(radix::checks::all_kinds)];
  const auto keys =
      radix::checks::make_keys(kind, random() % 40, settings.key_bits + settings.second_bits, seed);
  return radix::run({.problem = *radix::Problem::make(keys, settings),
                     .sort = sort,
                     .engine = radix::EngineChoice::cpu});
}

/// The last output of the part that a cursor is in.
const radix::Array* output_of_part(const radix::Trace& trace, uint32_t part) {
  const radix::Array* found = nullptr;
  for (const radix::Step& step : trace.steps)
    if (step.pass == part && step.find(shown::output)) found = step.find(shown::output);
  return found;
}

TEST(MergeWords, EveryCardSaysWhereTheKeyGoes) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const radix::Trace trace = told_merge(seed);
    ASSERT_EQ(trace.error, "") << seed;
    const uint32_t n = trace.problem.size();
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      for (uint32_t id : {none, 0u, n / 2, n - 1}) {
        const Moment moment{.trace = &trace, .cursor = cursor, .pinned = id};
        const std::string text = why(moment);
        const std::string where = std::to_string(seed) + " " + std::to_string(cursor) + ": " + text;
        const Formula card = formula(moment);
        expect_words_and_sum(text, card, where);
        if (moment.step() && id < n && !card.result.empty())  // else it is searched
          EXPECT_EQ(card.result,
                    std::to_string(position_of(*output_of_part(trace, moment.pass()), id)))
              << where;
        if (HasFailure()) FAIL();
      }
    }
  }
}

TEST(MergeWords, ASearchSaysFoundWhereItsCoRankIs) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const radix::Trace trace = told_merge(seed);
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      const radix::Step& step = trace.steps[cursor - 1];
      if (step.made != shown::a_rank) continue;
      const std::string text = why({.trace = &trace, .cursor = cursor});
      EXPECT_TRUE(says(text, "found") || says(text, "too many") || says(text, "too few") ||
                  says(text, ", so "))
          << seed << text;
      const bool last = trace.steps[cursor].made != shown::a_rank;
      if (last) EXPECT_TRUE(says(text, "found")) << seed << text;
    }
  }
}

TEST(MergeWords, TheCardDoesNotTellWhatIsStillSearched) {
  uint32_t open = 0, found = 0;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const radix::Trace trace = told_merge(seed);
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      if (trace.steps[cursor - 1].made != shown::a_rank) continue;
      const Moment moment{.trace = &trace, .cursor = cursor};
      const MergePart part = merge_part(moment, moment.pass());
      const uint32_t piece = shown_piece(moment, spoken_output(moment, part));
      const std::vector<SearchLook> looks = looks_until(moment, part, piece);
      ASSERT_FALSE(looks.empty()) << seed << " " << cursor;
      const bool searched = looks.back().verdict != SearchLook::found;
      const Formula card = formula(moment);
      EXPECT_EQ(card.result.empty(), searched) << seed << " " << cursor;
      EXPECT_EQ(card.terms.back().value == "?", searched) << seed << " " << cursor;
      ++(searched ? open : found);
    }
  }
  EXPECT_GT(open, 50u);
  EXPECT_GT(found, 50u);
}

TEST(MergeWords, ChapterNumbersAreTheBooks) {
  Document document = make_document();
  ASSERT_EQ(
      run_script(document, "preset chapter; engine cpu; sort merge_co_rank; seek level 4 a_rank"),
      "");
  EXPECT_TRUE(says(why(moment(document)), "k = "));
  run_script(document, "seek level 1 output");
  EXPECT_TRUE(says(why(moment(document)), "One thread per merge would have made 8 comparisons"))
      << why(moment(document));
  run_script(document, "seek level 4 output");
  EXPECT_TRUE(says(why(moment(document)), "One thread per merge would have made 15 comparisons"))
      << why(moment(document));
  EXPECT_TRUE(says(why(moment(document)), "Everything is sorted")) << why(moment(document));
  run_script(document, "sort merge_serial; seek level 4 output");
  EXPECT_TRUE(says(why(moment(document)), "That took 15 comparisons")) << why(moment(document));
}

/// Threads that share a merge compare when they search, too: as many comparisons as an independent
/// count of the kernel's calls of `before` found for the chapter's keys.
TEST(MergeWords, CountTheComparisonsOfSearches) {
  const auto total = [](const radix::Trace& trace, const char* name) {
    const Moment end = look_at(trace, trace.steps.size());
    for (const Total& each : totals_so_far(end))
      if (each.name == name) return each.value;
    return std::string("none");
  };
  for (const auto& [each, made] : {std::pair{1u, "256"}, {2u, "128"}, {4u, "74"}}) {
    const radix::Trace trace = record(chapter_keys, {.keys_per_thread = each}, "merge_co_rank");
    EXPECT_EQ(total(trace, "comparisons, searches included"), made) << each;
    EXPECT_EQ(total(trace, "comparisons, one thread per merge"), "47");
    const std::string text = why(look_at(trace, trace.steps.size()));
    EXPECT_TRUE(says(text, "47 comparisons") && says(text, made)) << text;
  }
  const radix::Trace serial = record(chapter_keys, {}, "merge_serial");
  EXPECT_EQ(total(serial, "comparisons, searches included"), "none");
  for (const char* sort : {"merge_tiled", "merge_path"})
    for (const uint32_t tile : {0u, 4u}) {
      const radix::Trace trace = record(chapter_keys, {.keys_per_thread = 2, .tile = tile}, sort);
      EXPECT_NE(total(trace, "comparisons, searches included"), "none") << sort;
    }
}

TEST(MergeWords, ItsPromisesHoldAtEveryStep) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const radix::Trace trace = told_merge(seed);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Invariants kept = invariants_of({.trace = &trace, .cursor = cursor});
      EXPECT_TRUE(kept.complete && kept.ordered) << seed << " " << cursor;
      if (!trace.problem.reversed()) EXPECT_TRUE(kept.stable) << seed << " " << kept.equals;
    }
    if (trace.problem.size() > 0)
      EXPECT_EQ(invariants_of({.trace = &trace, .cursor = trace.steps.size()}).order,
                trace.problem.reversed() ? "largest first" : "in order");
  }
}

/// One key, one block, one level, none of B: the words go with their numbers.
TEST(MergeWords, AgreeWithTheirNumbersForFewKeys) {
  const Sentences right{{"radix.shared_largest", {{"keys", "2"}}}};
  EXPECT_EQ(checks::disagreement(right), "");
  EXPECT_NE(checks::disagreement(with_slot(right, "radix.shared_largest", "keys", "1")), "");
  for (const char* wrong : {"two  blanks", "none .", "none ()", "none.."})
    EXPECT_NE(checks::odd_signs(wrong), "") << wrong;
  uint32_t turn = 0;
  for (const std::vector<uint32_t>& keys :
       {std::vector<uint32_t>{}, {5}, {5, 5}, {7, 2}, {3, 1, 3}, {4, 6, 1, 6}, {9, 2, 7, 2, 1}})
    for (const char* sort : all_merge_sorts)
      for (const uint32_t block : {1u, 2u, 4u, 8u})
        for (const uint32_t each : {1u, 2u})
          for (const radix::SortStart start : {radix::SortStart::single, radix::SortStart::block})
            for (const uint32_t tile : {0u, 1u, 2u}) {
              const radix::SortInfo& info = *radix::sort_named(sort);
              if (turn++ % cases(5, 1) != 0) continue;
              if (tile > 0 && !info.has(radix::Use::tile)) continue;
              if (each > 1 && !info.has(radix::Use::keys_per_thread)) continue;
              const radix::Settings settings{.threads_per_block = block,
                                             .keys_per_thread = each,
                                             .start = start,
                                             .tile = tile};
              const auto problem = radix::Problem::make(keys, radix::settings_for(info, settings));
              if (!problem) continue;  // a tile of fewer keys than a block has threads
              const radix::Trace trace = radix::run(
                  {.problem = *problem, .sort = sort, .engine = radix::EngineChoice::cpu});
              ASSERT_EQ(trace.error, "");
              for (const uint32_t id : {none, 0u})
                ASSERT_EQ(checks::clumsy_of(trace, id), "")
                    << sort << " " << keys.size() << " keys, block " << block << ", each " << each
                    << ", tile " << tile;
            }
}

/// The piece that a search is told of is the same one at its first look as at its last.
TEST(MergeWords, TheExampleOfASearchIsOnePieceFromItsFirstLookOn) {
  Document document = make_document();
  ASSERT_EQ(run_script(document,
                       "preset chapter; engine cpu; sort merge_co_rank; "
                       "keys_per_thread 1; seek level 4 a_rank"),
            "");
  const radix::Trace& trace = trace_of(document);
  const auto piece = [&](const std::string& text) {
    return text.substr(0, text.find(" of its merge"));
  };
  const std::string last = piece(why(moment(document)));
  EXPECT_FALSE(says(last, "k = 0")) << last;
  std::size_t looks = 0;
  for (std::size_t at = document.lane().cursor; trace.steps[at - 1].made == shown::a_rank; --at) {
    EXPECT_EQ(piece(why({.trace = &trace, .cursor = at})), last);
    ++looks;
  }
  EXPECT_GT(looks, 1u);
  // A followed key has a piece of its own
  EXPECT_TRUE(says(why({.trace = &trace, .cursor = document.lane().cursor, .pinned = 9}), "k = 5"))
      << why({.trace = &trace, .cursor = document.lane().cursor, .pinned = 9});
}

/// Behind sorted segments the parts of a run are no levels: a level is found by its own number.
TEST(MergeWords, ALevelIsFoundByItsNumberWhateverThePartsAreCalled) {
  Document document = make_document();
  for (const char* start : {"single", "block"}) {
    ASSERT_EQ(run_script(document, std::string("preset chapter; engine cpu; sort merge_co_rank; "
                                               "keys_per_thread 1; start ") +
                                       start + "; seek level 2 output"),
              "");
    EXPECT_TRUE(says(why(moment(document)), "Level 2 merged")) << why(moment(document));
  }
  EXPECT_EQ(run_script(document, "seek level 3"),
            "There is no level 3: this sort has level 1 to level 2.");
  EXPECT_NE(run_script(document, "seek level two"), "");
  EXPECT_NE(run_script(document, "seek frog 2"), "");
  ASSERT_EQ(run_script(document, "seek part 1"), "");
  EXPECT_TRUE(says(why(moment(document)), "segment")) << why(moment(document));
}

TEST(MergeFigures, EveryPictureIsWhole) {
  for (const char* keys :
       {"keys ; block 4", "keys 7", "preset chapter", "preset chapter; start block",
        "preset lopsided", "preset not_a_multiple", "random 64 6 3; block 8; start block",
        "random 300 8 1; block 32", "preset income_then_age", "preset signed; order reversed"}) {
    for (const char* sort : all_merge_sorts) {
      Document document = make_document();
      ASSERT_EQ(run_script(document, std::string(keys) + "; engine cpu; sort " + sort), "") << keys;
      for (const char* figure : {"fig13-11", "merge-path"}) {
        run_script(document, std::string("figure ") + figure);
        for (std::size_t cursor = 0; cursor <= end_of(document);
             cursor += end_of(document) > 60 ? 7 : 1) {
          for (bool large : {false, true}) {
            seek(document, cursor);
            settle(document);
            document.projector = large;
            const Scene scene = current_figure(document).draw(moment(document));
            const std::string where = std::string(keys) + " " + sort + " " + figure + " " +
                                      std::to_string(cursor) + (large ? " large" : "");
            EXPECT_EQ(checks::inside_page(scene), "") << where;
            EXPECT_EQ(checks::texts_apart(scene), "") << where;
            EXPECT_EQ(checks::readable(scene), "") << where;
          }
        }
        if (HasFailure()) return;
      }
    }
  }
}

TEST(MergeFigures, TheTreeSaysWhichBlocksShareAMerge) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "preset fig13_11; engine cpu; seek part 2 output"), "");
  const Scene scene = current_figure(document).draw(moment(document));
  EXPECT_TRUE(says(scene, "blocks 0–1"));
  EXPECT_TRUE(says(scene, "blocks 6–7"));
}

/// All levels of few keys stand on a low page, as in the window; of more it is said which do. Every
/// key has the colour of the block that wrote it.
TEST(MergeFigures, TheTreeIsWholeWhereItFitsAndColouredByBlocks) {
  for (const char* keys : {"preset chapter", "preset not_a_multiple", "random 64 6 1"}) {
    Document document = make_document();
    ASSERT_EQ(run_script(document, std::string(keys) + "; engine cpu; block 4; start single; sort "
                                                       "merge_co_rank; keys_per_thread 1; figure "
                                                       "fig13-11; last"),
              "");
    document.projector = true;
    const Scene scene = current_figure(document).draw(moment(document));
    const bool few = trace_of(document).problem.size() <= 16;
    EXPECT_EQ(says(scene, "input"), few) << keys;
    EXPECT_EQ(says(scene, "of 6 are shown"), !few) << keys;
    for (const char* level : {"level 1", "level 2", "level 3", "level 4"})
      if (few) EXPECT_TRUE(says(scene, level)) << keys;
    for (const Cell& cell : scene.cells)
      if (cell.tag.array == shown::output && cell.tag.index != none && few)
        EXPECT_EQ(cell.fill, owner_fill(cell.tag.index / 4)) << keys << cell.tag.index;
  }
}

/// While a search goes on nothing of the walk is drawn, and no crossing named; when the threads
/// have merged, all of it.
TEST(MergeFigures, TheWalkIsDrawnOnlyAsFarAsItIsKnown) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "preset lopsided; engine cpu; seek level 1 source"), "");
  const radix::Trace& trace = trace_of(document);
  for (std::size_t cursor = 1; cursor <= document.lane().cursor; ++cursor) {
    const radix::Step& step = trace.steps[cursor - 1];
    const Scene scene = figure_named("merge-path")->draw({.trace = &trace, .cursor = cursor});
    const auto walked = std::ranges::count(scene.lines, 3.f, &Line::width);
    const auto dashed = std::ranges::count(scene.lines, true, &Line::dashed);
    const auto named = std::ranges::count_if(
        scene.cells, [](const Cell& cell) { return cell.text.starts_with("("); });
    if (step.made == shown::a_rank) EXPECT_EQ(walked + dashed, 0) << cursor;
    if (step.made == shown::a_rank) EXPECT_EQ(named, says(scene, "found") ? 1 : 0) << cursor;
    if (step.made == shown::co_rank) EXPECT_EQ(named, 3) << "k = 4, 8 and 12";
    if (step.made == shown::source) EXPECT_EQ(walked, 16);
  }
}

/// Also that of a kernel that takes equal keys in the wrong order.
TEST(MergeFigures, TheWalkIsTheKernels) {
  for (const char* planted : {"", "merge_equal_key_of_b_first"}) {
    uint32_t ties_of_b = 0;
    for (uint32_t seed = 0; seed < 10; ++seed) {
      const auto keys = radix::checks::make_keys(radix::checks::all_kinds[0], 16, 3, seed);
      const radix::Trace trace =
          radix::run({.problem = *radix::Problem::make(keys, {.key_bits = 3}),
                      .sort = "merge_serial",
                      .planted = planted,
                      .engine = radix::EngineChoice::cpu});
      for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
        const Moment moment{.trace = &trace, .cursor = cursor};
        const MergePart part = merge_part(moment, moment.pass());
        if (moment.step()->made != shown::source || part.kind != MergePart::level) continue;
        const std::vector<uint32_t>& source = moment.find(shown::source)->values;
        EXPECT_EQ(sources_of(moment, part), source) << planted << seed;
        const PairOfRuns pair = pair_at(0, part.run, trace.problem.size());
        const std::vector<uint32_t> crossings = crossings_known(moment, part, pair, 0);
        for (uint32_t k = 0; k < pair.size(); ++k)
          EXPECT_EQ(crossings[k + 1] > crossings[k], source[k] < pair.a) << planted << seed;
        const radix::Array keys_before = input_of(moment);
        for (uint32_t k = 0; k + 1 < source.size(); ++k)
          ties_of_b += source[k] > source[k + 1] &&
                       keys_before.values[source[k]] == keys_before.values[source[k + 1]];
      }
    }
    EXPECT_EQ(ties_of_b > 0, *planted != '\0') << planted;
  }
}

/// A run without a partner is copied, not merged: of r runs floor(r / 2) are merges.
TEST(MergeFigures, TheTreeCountsOnlyPairsWithAPartner) {
  for (uint32_t n : {2u, 3u, 5u, 6u, 7u, 9u, 11u, 12u, 13u, 15u, 16u}) {
    Document document = make_document();
    ASSERT_EQ(run_script(document, say("random ", n,
                                       " 6 3; block 4; start single; engine cpu; "
                                       "sort merge_co_rank; figure fig13-11")),
              "");
    seek(document, end_of(document));
    const Scene scene = current_figure(document).draw(moment(document));
    std::vector<std::string> said, expected;
    for (const Text& text : scene.texts)
      if (text.text.ends_with("merge") || text.text.ends_with("merges")) said.push_back(text.text);
    for (uint32_t runs = n; runs > 1; runs = (runs + 1) / 2)
      expected.push_back(counted(runs / 2, "merge"));
    EXPECT_EQ(said, expected) << n;
  }
}

}  // namespace
}  // namespace scope
