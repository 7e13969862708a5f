// Figures 13.1, 13.2, 13.3 for every sort, digit width, coarsening, order and kind of key, around
// the edges of their sizes: a sample of all combinations, and of the steps of each. Then what each
// of them must show.
#include <gtest/gtest.h>

#include <bit>

#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/engine/model/settings.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

using radix::KeyType;
using radix::Ownership;
using radix::Settings;
using radix::SortOrder;

constexpr const char* drawn[] = {"fig13-1", "fig13-2", "fig13-3"};

Trace record_with(const Settings& settings, Numbers keys, const char* sort, Numbers values = {}) {
  return record(std::move(keys), settings, sort, std::move(values));
}

struct Kind {
  const char* name;
  KeyType type;
  uint32_t bits, second_bits;
};
constexpr Kind kinds[] = {{"unsigned", KeyType::plain, 6, 0},
                          {"wide", KeyType::plain, 12, 0},
                          {"signed", KeyType::sign, 7, 0},
                          {"float", KeyType::real, 32, 0},
                          {"composite", KeyType::plain, 6, 8}};

/// Floats with short decimals, some equal, some negative.
Numbers keys_of(const Kind& kind, uint32_t count) {
  Numbers keys = random_keys(count, kind.bits + kind.second_bits);
  if (kind.type == KeyType::real)
    for (uint32_t& key : keys)
      key = std::bit_cast<uint32_t>(static_cast<float>(static_cast<int>(key % 64) - 32) / 4);
  return keys;
}

/// A few steps of every pass at both ends and in the middle.
std::vector<std::size_t> telling_cursors(const Trace& trace) {
  std::vector<std::size_t> cursors{0, trace.steps.size()};
  const uint32_t passes = trace.problem.shown_passes();
  for (std::size_t s = 0; s + 1 < trace.steps.size(); ++s) {
    const uint32_t pass = trace.steps[s].pass;
    const bool looked_at = pass == 0 || pass + 1 >= passes || pass == passes / 2;
    const bool telling = trace.steps[s].pass != trace.steps[s + 1].pass || s % 11 == 0 ||
                         trace.steps[s].made == array::destination;
    if (looked_at && telling) cursors.push_back(s + 1);
  }
  return cursors;
}

std::string fault_at(const Trace& trace, std::size_t cursor) {
  const uint32_t count = trace.problem.size();
  const uint32_t selected = cursor % 2 == 1 && count > 0 ? count / 2 : none;
  const Moment moment = third_large(look_at(trace, cursor, selected));
  for (const char* id : drawn) {
    const Scene scene = figure_named(id)->draw(moment);
    std::string fault = checks::whole_scene(scene, moment, *figure_named(id));
    if (fault.empty() && count <= 100) fault = checks::arrows_true(scene);
    if (!fault.empty()) return std::string(id) + ": " + fault;
  }
  return "";
}

struct Combination {
  const char* sort;
  uint32_t radix, keys_per_thread;
};

/// Sorts with the settings that matter to them.
std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (uint32_t radix : {1u, 2u, 3u, 8u})
      for (uint32_t each : {1u, 2u, 3u})
        if ((radix == 1 || sort.wide_digits()) && (each == 1 || sort.coarse()))
          all.push_back({sort.name, radix, each});
  return all;
}

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class Matrix : public testing::TestWithParam<Kind> {};

TEST_P(Matrix, DrawsWholeScenes) {
  const Kind kind = GetParam();
  uint32_t turn = 0;
  for (const Combination& c : combinations())
    for (uint32_t count : {0u, 1u, 5u, 16u, 40u, 70u, 300u}) {
      ++turn;
      if (count == 300 && turn % 3 != 0) continue;
      const Settings settings{
          .key_bits = kind.bits,
          .threads_per_block = count > 40 ? 16u : 4u + turn % 3,
          .radix_bits = c.radix,
          .keys_per_thread = c.keys_per_thread,
          .ownership = static_cast<Ownership>(turn % 2),
          .scan = radix::block_scans[turn % std::size(radix::block_scans)],
          .order = static_cast<SortOrder>(turn % 3),
          .key_type = kind.type,
          .second_bits = kind.second_bits,
          .second_order = static_cast<SortOrder>(kind.second_bits > 0 ? turn / 2 % 2 : 0)};
      const Numbers values = turn % 4 == 0 ? random_keys(count, 10) : Numbers{};
      const Trace trace = record_with(settings, keys_of(kind, count), c.sort, values);
      ASSERT_EQ(trace.error, "");
      for (std::size_t cursor : telling_cursors(trace))
        ASSERT_EQ(fault_at(trace, cursor), "")
            << kind.name << ", " << c.sort << ", radix " << c.radix << ", " << c.keys_per_thread
            << " keys a thread, " << count << " keys, turn " << turn << ", after " << cursor
            << " steps";
    }
}

INSTANTIATE_TEST_SUITE_P(Figures, Matrix, testing::ValuesIn(kinds),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(FigureMatrix, NothingThatComesLaterIsDrawn) {
  for (const Combination& c : combinations()) {
    const Trace trace = record_with({.threads_per_block = 4,
                                     .radix_bits = c.radix,
                                     .keys_per_thread = c.keys_per_thread,
                                     .order = SortOrder::reversed},
                                    random_keys(11, 4), c.sort);
    Trace past = trace;
    for (std::size_t cursor = trace.steps.size() + 1; cursor-- > 0;) {
      past.steps.resize(cursor);
      for (const char* id : drawn)
        ASSERT_TRUE(figure_named(id)->draw(look_at(past, cursor, 3)) ==
                    figure_named(id)->draw(look_at(trace, cursor, 3)))
            << id << " " << c.sort << " " << cursor;
    }
  }
}

// ----------------------------------------------------------------------------- what they must show

/// The texts of a row of cells at this height, from left to right.
std::vector<std::string> row_at(const Scene& scene, float y) {
  std::map<float, std::string> by_x;
  for (const Cell& cell : scene.cells)
    if (cell.at.y == y) by_x[cell.at.x] = cell.text;
  std::vector<std::string> texts;
  for (const auto& [x, text] : by_x) texts.push_back(text);
  return texts;
}

/// The row beside a label.
std::vector<std::string> words_of_row(const Scene& scene, const std::string& label, float height) {
  for (const Text& text : scene.texts)
    if (text.text == label) return row_at(scene, text.at.y - height / 2);
  return {};
}

std::vector<std::string> words_of(const Numbers& numbers) {
  std::vector<std::string> texts;
  for (uint32_t number : numbers) texts.push_back(std::to_string(number));
  return texts;
}

Trace chapter_run(const char* sort, uint32_t radix, uint32_t each = 1) {
  return record_with({.radix_bits = radix, .keys_per_thread = each}, chapter_keys, sort);
}

TEST(Figure13_7, ShowsTheChaptersTwoPasses) {
  for (const char* sort : {"digits", "coarse"}) {
    const Trace trace = chapter_run(sort, 2);
    const Scene scene = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
    EXPECT_EQ(scene.title, "Figure 13.7");
    EXPECT_TRUE(says(scene, "pass 2 · bits 2–3"));
    EXPECT_TRUE(says(scene, "low 2 bits"));
    EXPECT_EQ(words_of_row(scene, "pass 1 · bits 0–1", 20),
              (std::vector<std::string>{"00", "11", "10", "01", "11", "00", "01", "10", "01", "10",
                                        "11", "01", "00", "10", "11", "00"}));
    for (const char* bracket :
         {"00: 4", "01: 4", "10: 4", "11: 4", "00: 2", "01: 5", "10: 6", "11: 3"})
      EXPECT_TRUE(says(scene, bracket)) << bracket;
    EXPECT_EQ(scene.arrows.size(), 32u);
  }
}

TEST(Figure13_7, NamesEmptyBucketsAndNarrowLastDigits) {
  const Trace trace = record_with({.key_bits = 5, .radix_bits = 3}, {1, 2, 9, 10, 31}, "digits");
  const Scene scene = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
  EXPECT_TRUE(says(scene, "000: 0"));
  EXPECT_TRUE(says(scene, "011–110: 0"));
  EXPECT_TRUE(says(scene, "pass 2 · bits 3–4"));
  EXPECT_TRUE(says(scene, "00: 2"));
}

TEST(Figure13_7, CountsTheEmptyBucketsOfAnEightBitDigit) {
  const Trace trace = record_with({.key_bits = 8, .radix_bits = 8}, {1, 2, 200, 1}, "digits");
  const Scene scene = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
  EXPECT_TRUE(says(scene, "253 of 256 buckets are empty"));
}

TEST(Figure13_7, SaysWhichKeyOfACompositeOne) {
  const Settings settings{.key_bits = 6, .radix_bits = 4, .second_bits = 8};
  const auto problem = radix::parse_problem("30:150 32:80 22:45 29:80", settings);
  const Trace trace = record_with(settings, problem->keys(), "digits");
  const Scene scene = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
  EXPECT_TRUE(says(scene, "pass 2 · bits 4–7"));
  EXPECT_TRUE(says(scene, "of the second key"));
  EXPECT_TRUE(says(scene, "pass 4 · bits 4–5"));
  EXPECT_TRUE(says(scene, "of the first key"));
  EXPECT_TRUE(says(scene, "low 4 bits of first,"));
  const bool shown = std::any_of(scene.cells.begin(), scene.cells.end(), [](const Cell& cell) {
    return cell.text == "30:150" && cell.binary == "011110:10010110";
  });
  EXPECT_TRUE(shown);
}

TEST(Figure13_1, SaysWhichEqualKeysAReversalSwaps) {
  const Settings settings{.key_bits = 8, .order = SortOrder::reversed};
  const Trace trace = record_with(settings, {150, 80, 45, 80}, "one_bit", {30, 32, 22, 29});
  const Scene done = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
  EXPECT_TRUE(says(done, "80b→29 is now before 80a→32"));
  EXPECT_TRUE(says(done, "read backwards"));
  const Scene before = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size() - 1));
  EXPECT_FALSE(says(before, "is now before"));
  const Trace distinct = record_with(settings, {150, 80, 45, 81}, "one_bit");
  EXPECT_TRUE(says(figure_named("fig13-1")->draw(look_at(distinct, distinct.steps.size())),
                   "No two keys are equal"));
}

TEST(Figure13_1, SaysWhyTheSmallBitsAreOthers) {
  const auto drawn_with = [](const Settings& settings) {
    const Trace trace = record_with(settings, {3, 1, 12}, "one_bit");
    return figure_named("fig13-1")->draw(look_at(trace, 0));
  };
  EXPECT_FALSE(says(drawn_with({}), "The small bits"));
  EXPECT_TRUE(says(drawn_with({.order = SortOrder::descending}), "complemented"));
  EXPECT_TRUE(says(drawn_with({.key_type = KeyType::sign}), "sign bit"));
}

TEST(Figure13_2, ShowsWhichThreadHasWhichKeys) {
  const auto names = [](Ownership ownership) {
    const Trace trace =
        record_with({.keys_per_thread = 2, .ownership = ownership}, chapter_keys, "coarse");
    const Scene scene = figure_named("fig13-2")->draw(look_at(trace, 0));
    std::map<float, std::string> by_x;
    for (const Text& text : scene.texts)
      if (text.text.size() == 2 && text.text[0] == 't') by_x[text.at.x] = text.text;
    std::string all;
    for (const auto& [x, name] : by_x) all += name[1];
    EXPECT_EQ(std::count_if(scene.arrows.begin(), scene.arrows.end(),
                            [](const Arrow& a) { return a.path == Path::wave; }),
              8);
    return all;
  };
  EXPECT_EQ(names(Ownership::interleaved), "0123012301230123");
  EXPECT_EQ(names(Ownership::blocked), "0011223300112233");
}

TEST(Figure13_2, ShowsAsManyIdleThreadsAsThereAre) {
  for (const auto& [ownership, idle] :
       {std::pair{Ownership::interleaved, 1}, {Ownership::blocked, 2}}) {
    const Trace trace = record_with({.keys_per_thread = 2, .ownership = ownership},
                                    {5, 1, 4, 7, 2, 3, 8, 9, 6, 5, 4}, "coarse");
    const Scene scene = figure_named("fig13-2")->draw(look_at(trace, 0));
    EXPECT_EQ(std::count_if(scene.arrows.begin(), scene.arrows.end(),
                            [](const Arrow& a) { return a.path == Path::wave && a.dashed; }),
              idle);
  }
}

TEST(Figure13_3, AddsBucketStartAndPlace) {
  const Trace trace = chapter_run("coarse", 2, 2);
  const Moment moment = look_at(trace, after(trace, array::destination), 4);
  const Scene scene = figure_named("fig13-3")->draw(moment);
  EXPECT_EQ(words_of_row(scene, "bucket start", value_height),
            words_of({0, 0, 4, 4, 8, 8, 12, 12, 2, 2, 6, 6, 10, 10, 14, 14}));
  EXPECT_EQ(words_of_row(scene, "place in bucket", value_height),
            words_of({0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(words_of_row(scene, "destination", value_height),
            words_of({0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}));
  // Key 15, at place 7 of block 0: 12 + 7 - 6 = 13
  EXPECT_TRUE(says(scene, "start[11][0]"));
  EXPECT_EQ(row_at(scene, scene.cells.back().at.y), words_of({12, 7, 6, 13}));
}

TEST(Figure13_3, LeavesRowsOfDigitsEmptyUntilTheyAreKnown) {
  const Trace trace = chapter_run("digits", 2);
  const Scene scene =
      figure_named("fig13-3")->draw(look_at(trace, after(trace, array::local_keys)));
  EXPECT_EQ(
      std::count_if(scene.cells.begin(), scene.cells.end(), [](const Cell& c) { return c.dashed; }),
      3 * 16 + 4);
}

TEST(Figure13_3, ReadsBackwardsInTheExtraPass) {
  const Trace trace = record_with({.order = SortOrder::reversed}, {3, 1, 2}, "one_bit");
  const std::size_t cursor = after(trace, array::destination, trace.problem.passes());
  const Scene scene = figure_named("fig13-3")->draw(look_at(trace, cursor));
  EXPECT_EQ(words_of_row(scene, "destination", value_height), words_of({2, 1, 0}));
}

TEST(SortedBits, AreBrighterThanThoseToCome) {
  const Trace trace = chapter_run("digits", 2);
  const Scene scene = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array::output && cell.tag.row == 2) {
      EXPECT_EQ(cell.lit_end, 2u);
      EXPECT_EQ(texts_of(cell).back().ink, Ink::text);
    }
}

// --------------------------------------------------------------------------------- level of detail

TEST(Pages, OfManyKeysStayAsWideAsACanvasCanShow) {
  for (uint32_t count : {17u, 20u, 32u, 33u, 48u, 64u, 65u, 100u, 300u, 1000u, 1024u})
    for (uint32_t block : {4u, 32u, 256u}) {
      const Trace trace = record_with({.key_bits = 8, .threads_per_block = block},
                                      random_keys(count, 8), "one_bit");
      for (const char* id : drawn) {
        const Scene scene = figure_named(id)->draw(look_at(trace, trace.steps.size()));
        EXPECT_LE(scene.width, 1560) << id << " " << count;
        EXPECT_LE(scene.height, std::max(760.f, 0.8f * scene.width)) << id << " " << count;
        EXPECT_LE(scene.cells.size(), 8u * std::max(count, 32u)) << id;
        EXPECT_LE(scene.arrows.size(), 3u * std::max(count, 90u)) << id;
      }
    }
}

TEST(Pages, OfTheChapterFitTheCanvasOnEverySort) {
  for (const Combination& c : combinations()) {
    const Trace trace = chapter_run(c.sort, c.radix, c.keys_per_thread);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 3)
      for (const char* id : drawn) {
        const Scene scene = figure_named(id)->draw(look_at(trace, cursor));
        // Threads without a key and binaries of eight lit bits make a page a little wider
        EXPECT_LE(scene.width, 1200) << id << " " << c.sort << " " << c.radix;
        EXPECT_LE(scene.height, 760) << id << " " << c.sort << " " << c.radix;
      }
  }
}

TEST(Bars, LeaveTheSelectedKeyReadable) {
  for (const Combination& c : combinations()) {
    const Trace trace = record_with({.key_bits = 7,
                                     .threads_per_block = 16,
                                     .radix_bits = c.radix,
                                     .keys_per_thread = c.keys_per_thread,
                                     .key_type = KeyType::sign},
                                    random_keys(200, 7), c.sort);
    const std::string text = trace.problem.text_of(trace.problem.keys()[17]);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 5)
      for (const char* id : drawn) {
        const Scene scene = figure_named(id)->draw(look_at(trace, cursor, 17));
        const bool readable =
            std::any_of(scene.cells.begin(), scene.cells.end(), [&](const Cell& cell) {
              return radix::holds_keys(cell.tag.array) && cell.tag.key == 17 && cell.text == text;
            });
        ASSERT_TRUE(readable) << id << " " << c.sort << " " << cursor;
      }
  }
}

/// What is read of the selected key stands beside the keys, over none of them.
TEST(Bars, ACopyOfTheSelectedKeyHidesNobody) {
  std::size_t copies = 0;
  for (const uint32_t count : {64u, 200u}) {
    const Trace trace = record_with({.key_bits = 7, .threads_per_block = 16, .radix_bits = 2},
                                    random_keys(count, 7), "digits");
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      for (const char* id : drawn) {
        const Scene scene = figure_named(id)->draw(look_at(trace, cursor, 17));
        for (const Cell& copy : scene.cells) {
          const bool is_copy = copy.tag.key == 17 && copy.tag.index == none && !copy.text.empty() &&
                               radix::holds_keys(copy.tag.array) && copy.edge == Ink::select;
          if (!is_copy) continue;
          ++copies;
          for (const Cell& cell : scene.cells)
            if (&cell != &copy && checks::shows_key(cell))
              ASSERT_FALSE(checks::overlap(copy.at, cell.at))
                  << id << " " << count << " " << cursor;
        }
      }
  }
  EXPECT_GT(copies, 100u);
}

TEST(Pages, KeepLabelsLeftOfTheKeys) {
  for (uint32_t count : {16u, 40u, 300u, 1000u}) {
    const Trace trace = record_with({.key_bits = 8}, random_keys(count, 8), "digits");
    for (const char* id : drawn) {
      const Scene scene = figure_named(id)->draw(look_at(trace, trace.steps.size(), 7));
      float left = scene.width;
      for (const Cell& cell : scene.cells) left = std::min(left, cell.at.x);
      for (const Text& text : scene.texts)
        if (text.anchor == Anchor::right && text.at.x < scene.width / 2) {
          EXPECT_LE(text.at.x, left) << id << " " << text.text;
        }
    }
  }
}

}  // namespace
}  // namespace scope
