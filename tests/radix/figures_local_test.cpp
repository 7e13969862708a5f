// Figures 13.5, 13.8, 13.10 and 13.6, 13.9 for every sort that sorts in the block and every
// setting: what they show is the trace's own, stays in its block and in the page, and is all there.
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "app/export/svg.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/local_checks.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

using radix::Ownership;

// ------------------------------------------------------------------------------ the lit entry

/// It counts the digit and the block of the lit key, however the kernel has laid the table.
TEST(LitEntry, CountsTheBucketOfTheKey) {
  for (const char* planted : {"", "column_major"}) {
    const std::vector<uint32_t> keys{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
    const Trace trace =
        radix::run({.problem = *radix::Problem::make(keys, {.key_bits = 4, .radix_bits = 2}),
                    .sort = "digits",
                    .planted = planted,
                    .engine = radix::EngineChoice::cpu});
    const uint32_t block = trace.problem.threads_per_block(), blocks = trace.problem.blocks();
    std::size_t cursor = 1;
    while (trace.steps[cursor - 1].made != radix::array::bucket_counts) ++cursor;
    for (uint32_t id = 0; id < keys.size(); ++id) {
      const uint32_t digit = keys[id] & 3, of = id / block;
      const uint32_t entry = *planted ? of * 4 + digit : digit * blocks + of;
      const Moment moment = look_at(trace, cursor, id);
      const auto count = std::count_if(keys.begin() + of * block, keys.begin() + (of + 1) * block,
                                       [&](uint32_t key) { return (key & 3) == digit; });
      uint32_t lit = 0;
      for (const Cell& cell : bucket_table().draw(moment).cells)
        if (cell.edge == Ink::select && cell.tag.array == radix::array::bucket_counts) {
          EXPECT_EQ(cell.tag.index, entry) << planted << " key " << id;
          EXPECT_EQ(cell.text, std::to_string(count)) << planted << " key " << id;
          ++lit;
        }
      EXPECT_EQ(lit, 2u) << planted << " key " << id;  // in the table and in the line
    }
  }
}

// ------------------------------------------------------------------------------------- the matrix

struct Case {
  std::string sort;
  Settings settings;
  uint32_t size;
};

std::vector<Case> local_cases() {
  std::vector<Case> all;
  for (const char* sort : {"block_sort", "digits", "coarse"})
    for (uint32_t radix : {1u, 2u, 3u, 8u})
      for (uint32_t each : {1u, 2u, 3u, 32u})
        for (Ownership ownership : {Ownership::interleaved, Ownership::blocked})
          for (uint32_t block : {1u, 4u, 7u})
            for (uint32_t size : {1u, 5u, 16u, 17u, 40u, 100u}) {
              const radix::SortInfo& info = *radix::sort_named(sort);
              Settings settings{radix == 3 ? 7u : 8u, block, radix, each, ownership};
              if (settings_for(info, settings) == settings) all.push_back({sort, settings, size});
            }
  return all;
}

std::string name_of(const Case& c, std::size_t cursor) {
  std::ostringstream name;
  name << c.sort << ", radix " << c.settings.radix_bits << ", " << c.settings.keys_per_thread
       << " keys a thread, "
       << (c.settings.ownership == Ownership::blocked ? "blocked" : "interleaved") << ", blocks of "
       << c.settings.threads_per_block << ", " << c.size << " keys, after " << cursor << " steps";
  return name.str();
}

TEST(LocalMatrix, EveryScene) {
  uint32_t number = 0, scenes = 0;
  for (const Case& c : local_cases()) {
    const Trace trace = record(random_keys(c.size, c.settings.key_bits), c.settings, c.sort);
    ASSERT_EQ(trace.error, "") << name_of(c, 0);
    const std::size_t every = c.size > 20
                                  ? cases(29, 11)
                                  : cases(13, 5);  // prime: over the cases each kind of step is met
    for (std::size_t cursor = number++ % every; cursor <= trace.steps.size(); cursor += every) {
      Moment moment = third_large(look_at(trace, cursor, cursor % 3 == 0 ? c.size - 1 : none));
      moment.moved = 0.5f;
      if (cursor % 2 == 0)
        moment.table_entry = static_cast<uint32_t>(cursor * 7919) % (table_entries(moment) + 1);
      ASSERT_EQ(whole(local_sort().draw(moment), moment, false), "") << name_of(c, cursor);
      ASSERT_EQ(whole(bucket_table().draw(moment), moment, true), "") << name_of(c, cursor);
      scenes += 2;
    }
  }
  EXPECT_GT(scenes, cases(400, 1000));
}

TEST(LocalMatrix, EveryStepOfTheChaptersKeys) {
  for (uint32_t radix : {1u, 2u, 3u})
    for (uint32_t each : {1u, 2u}) {
      Settings settings{4, 4, radix, each};
      const std::string sort = each == 1 ? "digits" : "coarse";
      const Trace trace = record(chapter_keys, settings, sort);
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
        for (uint32_t pinned : {none, 11u}) {
          const Moment moment = third_large(look_at(trace, cursor, pinned));
          ASSERT_EQ(whole(local_sort().draw(moment), moment, false), "")
              << sort << radix << " " << cursor;
          ASSERT_EQ(whole(bucket_table().draw(moment), moment, true), "")
              << sort << radix << " " << cursor;
        }
    }
}

TEST(LocalMatrix, NothingThatComesLaterIsDrawn) {
  for (uint32_t radix : {2u, 5u}) {
    const Trace trace = record(random_keys(19, 5), Settings{5, 4, radix, 2}, "coarse");
    Trace past = trace;
    for (std::size_t cursor = trace.steps.size() + 1; cursor-- > 0;) {
      past.steps.resize(cursor);
      for (const Figure* figure : {&local_sort(), &bucket_table()})
        ASSERT_TRUE(figure->draw(look_at(past, cursor, 3)) ==
                    figure->draw(look_at(trace, cursor, 3)))
            << figure->id << " " << cursor;
    }
  }
}

// ----------------------------------------------------------------------------- the checks can fail

TEST(LocalChecks, FalsifiedScenesAreCaught) {
  const Trace trace = chapter_trace("digits");
  const Moment moment = look_at(trace, after(trace, array::bucket_starts));
  const Scene table = bucket_table().draw(moment), sort = local_sort().draw(moment);
  ASSERT_EQ(whole(table, moment, true), "");
  ASSERT_EQ(whole(sort, moment, false), "");
  const auto caught = [&](Scene scene, const std::function<void(Scene&)>& spoil) {
    spoil(scene);
    return !whole(scene, moment, scene.title == table.title).empty();
  };
  const auto spoil_cell = [](ArrayId array, uint32_t row) {
    return [=](Scene& scene) {
      for (Cell& cell : scene.cells)
        if (cell.tag.array == array && cell.tag.row == row && cell.tag.index == 5) cell.text = "77";
    };
  };
  EXPECT_TRUE(caught(table, spoil_cell(array::bucket_counts, 0)));
  EXPECT_TRUE(caught(table, spoil_cell(array::bucket_starts, 1)));
  EXPECT_TRUE(caught(sort, spoil_cell(array::local_keys, 1)));
  EXPECT_TRUE(caught(sort, spoil_cell(array::local_keys, 0)));
  EXPECT_TRUE(caught(table, [](Scene& scene) {
    for (Brace& brace : scene.braces)
      if (brace.label == "2") brace.label = "3";
  }));
  EXPECT_TRUE(caught(table, [](Scene& scene) {
    std::erase_if(scene.braces,
                  [](const Brace& brace) { return brace.depth < 0 && brace.label == "b2"; });
  }));
  EXPECT_TRUE(caught(sort, [](Scene& scene) {
    for (Arrow& arrow : scene.arrows)
      if (arrow.path == Path::curve) arrow.to.x += 300;
  }));
  EXPECT_TRUE(caught(sort, [](Scene& scene) {
    for (Text& text : scene.texts)
      if (text.tag.array == array::local_bucket_starts) text.text = "9";
  }));
  EXPECT_TRUE(caught(sort, [](Scene& scene) {
    for (Cell& cell : scene.cells) cell.lit = Ink::accent;
  }));
}

// ----------------------------------------------------------------------------------- the chapter

void shows_the_chapters_pass(const Trace& trace, const std::string& part, uint32_t blocks) {
  const std::string golden = golden_pass(part);
  for (uint32_t split = 0; split < 2; ++split) {
    std::size_t cursor = 0;
    for (std::size_t s = 0; s < trace.steps.size(); ++s)
      if (trace.steps[s].pass == 0 && trace.steps[s].split == split &&
          trace.steps[s].made == array::local_destination)
        cursor = s + 1;
    const Scene scene = local_sort().draw(look_at(trace, cursor));
    EXPECT_EQ(numbers_of(scene, array::bits), of_blocks(golden, "bits", blocks, split, 2)) << part;
    EXPECT_EQ(numbers_of(scene, array::ones_before), of_blocks(golden, "ob", blocks, split, 2))
        << part;
    EXPECT_EQ(numbers_of(scene, array::local_destination),
              of_blocks(golden, "dst", blocks, split, 2));
  }
  const Scene sort = local_sort().draw(look_at(trace, after(trace, array::output)));
  EXPECT_EQ(numbers_of(sort, array::local_keys, 1), of_blocks(golden, "out", blocks, 0, 2));
  EXPECT_EQ(numbers_of(sort, array::local_keys, 0), of_blocks(golden, "sorted", blocks, 0, 1));
  EXPECT_EQ(numbers_of(sort, array::output), numbers_behind(golden, "output"));
  const Scene table = bucket_table().draw(look_at(trace, after(trace, array::bucket_starts)));
  for (uint32_t row : {0u, 1u}) {
    EXPECT_EQ(numbers_of(table, array::bucket_counts, row), numbers_behind(golden, "linear"))
        << part;
    EXPECT_EQ(numbers_of(table, array::bucket_starts, row), numbers_behind(golden, "scan")) << part;
  }
  EXPECT_FALSE(numbers_behind(golden, "scan").empty());
}

TEST(LocalChapter, TablesOfTwoBitsAPassAndOfTwoKeysAThread) {
  shows_the_chapters_pass(chapter_trace("digits"), "twoBitBlock", 4);
  shows_the_chapters_pass(chapter_trace("coarse", 2), "coarse2", 2);
}

TEST(LocalChapter, FiguresAreNumberedByTheirSettings) {
  const auto numbers = [](const Trace& trace) {
    return local_sort().draw(look_at(trace, 1)).title + ", " +
           bucket_table().draw(look_at(trace, 1)).title;
  };
  EXPECT_EQ(numbers(record(chapter_keys, 4, 4, "block_sort")), "Figure 13.5, Figure 13.6");
  EXPECT_EQ(numbers(chapter_trace("digits")), "Figure 13.8, Figure 13.9");
  EXPECT_EQ(numbers(chapter_trace("coarse", 2)), "Figure 13.10, Figure 13.9");
}

TEST(LocalChapter, APickedEntryOfTheWideTableShowsItsSumAndItsSlots) {
  const Trace trace = chapter_trace("digits");
  Moment moment = look_at(trace, after(trace, array::bucket_starts));
  moment.table_entry = 6;  // 01 of block 2
  const Scene scene = bucket_table().draw(moment);
  EXPECT_TRUE(says(scene, "1 + 1 + 0 + 2 + 1 + 1 = 6"));
  std::multiset<std::string> lit_keys;
  std::size_t slots = 0;
  for (const Cell& cell : scene.cells) {
    if (cell.edge != Ink::select) continue;
    if (cell.tag.array == array::local_keys) lit_keys.insert(cell.text);
    slots += cell.dashed;
  }
  EXPECT_EQ(lit_keys, (std::multiset<std::string>{"9", "13"}));
  EXPECT_EQ(slots, 2u);
}

// ------------------------------------------------------------------------------- splits and rounds

TEST(LocalSplitsShown, KeysComeFromTheRowAbove) {
  for (uint32_t radix : {1u, 2u, 3u, 4u, 8u}) {
    const Trace trace = record(random_keys(24, 8), Settings{8, 8, radix}, "digits");
    for (std::size_t s = 0; s < trace.steps.size(); ++s) {
      if (trace.steps[s].made != array::local_keys && trace.steps[s].made != array::output)
        continue;
      const Scene scene = local_sort().draw(look_at(trace, s + 1));
      std::size_t moving = 0;
      for (const Cell& cell : scene.cells) {
        if (!cell.from) continue;
        ++moving;
        EXPECT_EQ(cell.tag.array, trace.steps[s].made);
        const bool stood_there =
            std::any_of(scene.cells.begin(), scene.cells.end(), [&](const Cell& other) {
              return other.tag.key == cell.tag.key && std::abs(other.at.x - cell.from->x) < 0.01f &&
                     std::abs(other.at.y - cell.from->y) < 0.01f;
            });
        EXPECT_TRUE(stood_there) << radix << " " << s;
      }
      EXPECT_EQ(moving, 24u) << radix << " " << s;
    }
  }
}

TEST(LocalSplitsShown, AllStepsOfAPassAreEquallyHigh) {
  for (uint32_t radix : {1u, 2u, 3u, 4u, 8u}) {
    const Trace trace = record(random_keys(24, 8), Settings{8, 8, radix}, "digits");
    std::set<float> heights;
    for (std::size_t s = 0; s < trace.steps.size() && trace.steps[s].pass == 0; ++s)
      heights.insert(local_sort().draw(look_at(trace, s + 1)).height);
    EXPECT_EQ(heights.size(), 1u) << radix;
    EXPECT_LT(*heights.rbegin(), 900) << radix;
  }
}

TEST(LocalSplitsShown, FinishedSplitsAreFolded) {
  const Trace trace = record(random_keys(24, 8), Settings{8, 8, 8}, "digits");
  const Scene scene = local_sort().draw(look_at(trace, after(trace, array::local_keys)));
  EXPECT_TRUE(says(scene, "split by bits 0–6"));
  EXPECT_TRUE(says(scene, "split by bit 7"));
}

/// "t0 t1 t0 t1": the thread of every place of the strip above the keys.
std::string boxes(const Trace& trace, std::size_t cursor) {
  std::map<std::pair<float, float>, std::string> strip;
  for (const Cell& cell : local_sort().draw(look_at(trace, cursor)).cells)
    if (cell.tag.index == none && cell.at.h < 21 && cell.size == 12)
      strip[{cell.at.y, cell.at.x}] = cell.text;
  std::string text;
  for (const auto& [place, name] : strip) text += name + "|";
  return text;
}

TEST(LocalRounds, WhichThreadHasWhichKeyAndWhen) {
  Settings settings{4, 2, 2, 2};
  const Numbers keys(chapter_keys.begin(), chapter_keys.begin() + 4);
  const Trace interleaved = record(keys, settings, "coarse");
  settings.ownership = Ownership::blocked;
  const Trace blocked = record(keys, settings, "coarse");
  const std::string read = "t0|t1|t0|t1|round 0|round 1|",
                    side_by_side = "thread 0|thread 1|0|1|0|1|";
  EXPECT_EQ(boxes(interleaved, 0), read);
  EXPECT_EQ(boxes(interleaved, 1), side_by_side) << "in the block, whichever keys it has read";
  EXPECT_EQ(boxes(blocked, 0), side_by_side);
  EXPECT_EQ(boxes(blocked, 1), side_by_side);
  const std::size_t sorted = after(interleaved, array::local_keys);
  EXPECT_EQ(boxes(interleaved, sorted), side_by_side + side_by_side);
  EXPECT_EQ(boxes(interleaved, after(interleaved, array::bucket_starts)), "") << "another launch";
  EXPECT_EQ(boxes(interleaved, after(interleaved, array::destination)), read + read);
}

TEST(LocalRounds, BucketStartsStandUnderTheSortedKeys) {
  const Trace trace = chapter_trace("digits");
  const Scene scene = local_sort().draw(look_at(trace, after(trace, array::local_bucket_starts)));
  std::map<uint32_t, std::string> starts;
  for (const Text& text : scene.texts)
    if (text.tag.array == array::local_bucket_starts && text.tag.index != none)
      starts[text.tag.index] = text.text;
  EXPECT_EQ(starts[6], "0");  // 01 of block 2, whose 00 is empty
  EXPECT_EQ(starts[10], "2");
  EXPECT_EQ(starts[14], "3");
  EXPECT_FALSE(starts.contains(2));
}

// ----------------------------------------------------------------------------------- large tables

TEST(LargeTables, SayWhatIsLeftOut) {
  const Trace trace = record(random_keys(16, 8), Settings{8, 4, 8}, "digits");
  Moment moment = look_at(trace, after(trace, array::bucket_starts));
  moment.table_entry = 700;
  const Scene scene = bucket_table().draw(moment);
  EXPECT_TRUE(says(scene, "… 248 more rows"));
  EXPECT_TRUE(says(scene, "of 1024"));
  EXPECT_LT(scene.width, 1600);
  EXPECT_LT(scene.height, 1200);
  std::size_t lit = 0;
  for (const Cell& cell : scene.cells) lit += cell.edge == Ink::select && cell.tag.index == 700;
  EXPECT_EQ(lit, 4u);  // both tables, both lines
}

TEST(LargeTables, ManyBlocksShowThoseAroundThePickedOne) {
  const Trace trace = record(random_keys(1024, 8), Settings{8, 4, 2}, "digits");
  Moment moment = look_at(trace, after(trace, array::bucket_starts));
  moment.table_entry = 256 * 2 + 200;
  const Scene scene = bucket_table().draw(moment);
  EXPECT_TRUE(says(scene, "of 256"));
  for (ArrayId array : {array::bucket_counts, array::bucket_starts})
    for (uint32_t row : {0u, 1u})
      EXPECT_TRUE(std::any_of(scene.cells.begin(), scene.cells.end(), [&](const Cell& cell) {
        return cell.tag.array == array && cell.tag.row == row &&
               cell.tag.index == *moment.table_entry;
      }));
}

TEST(LargeTables, ANarrowLastDigitHasFewerRows) {
  const Trace trace = record(chapter_keys, Settings{4, 4, 3}, "digits");
  EXPECT_EQ(numbers_of(bucket_table().draw(look_at(trace, after(trace, array::bucket_counts, 0))),
                       array::bucket_counts)
                .size(),
            32u);
  EXPECT_EQ(numbers_of(bucket_table().draw(look_at(trace, after(trace, array::bucket_counts, 1))),
                       array::bucket_counts)
                .size(),
            8u);
}

// ------------------------------------------------------------------------------- no tables at all

TEST(WithoutTables, TheReversingPassGoesStraightToMirroredSlots) {
  for (const char* sort : {"one_bit", "block_sort", "digits", "coarse", "one_launch"}) {
    Settings settings{4, 4, 2, 2};
    settings.order = radix::SortOrder::reversed;
    const Trace trace =
        record(Numbers(chapter_keys.begin(), chapter_keys.begin() + 13), settings, sort);
    for (std::size_t cursor : {trace.steps.size() - 1, trace.steps.size()})
      for (const Figure* figure : {&local_sort(), &bucket_table()}) {
        const Moment moment = look_at(trace, cursor);
        const Scene scene = figure->draw(moment);
        ASSERT_EQ(whole(scene, moment, false), "") << sort << " " << figure->id;
        EXPECT_TRUE(says(scene, "backwards"));
        EXPECT_TRUE(says(scene, "12 − i"));
        EXPECT_EQ(std::count_if(scene.arrows.begin(), scene.arrows.end(),
                                [](const Arrow& a) { return a.path == Path::curve; }),
                  13);
      }
  }
}

TEST(WithoutTables, SortsThatDoNotSortInTheBlockSayWhichDoes) {
  for (const char* sort : {"one_bit", "one_launch"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 3)
      for (const Figure* figure : {&local_sort(), &bucket_table()}) {
        const Moment moment = look_at(trace, cursor);
        ASSERT_EQ(whole(figure->draw(moment), moment, false), "") << sort << " " << cursor;
        EXPECT_TRUE(says(figure->draw(moment), "Section 13.4"));
      }
  }
}

TEST(KeyTypes, AreShownAsPeopleWriteThem) {
  std::vector<Settings> all;
  for (radix::KeyType type : {radix::KeyType::plain, radix::KeyType::sign, radix::KeyType::real})
    for (radix::SortOrder order : {radix::SortOrder::ascending, radix::SortOrder::descending}) {
      const bool real = type == radix::KeyType::real;
      all.push_back(
          {.key_bits = real ? 32u : 6u, .radix_bits = real ? 8u : 2u, .keys_per_thread = 2});
      all.back().key_type = type;
      all.back().order = order;
    }
  all.push_back({.key_bits = 6, .radix_bits = 3, .keys_per_thread = 2, .second_bits = 7});
  for (const Settings& settings : all) {
    const uint32_t bits = settings.key_bits + settings.second_bits;
    const Trace trace = record(random_keys(17, bits), settings, "coarse");
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 5)
      for (const Figure* figure : {&local_sort(), &bucket_table()}) {
        const Moment moment = look_at(trace, cursor);
        ASSERT_EQ(whole(figure->draw(moment), moment, figure == &bucket_table()), "")
            << bits << " bits, step " << cursor;
      }
  }
}

}  // namespace
}  // namespace scope
