/// The trace as a value: files, differences, engines that are not there.
#include <gtest/gtest.h>

#include <random>

#include "kernels/engine/model/sources.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/said.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

Trace chapter_trace(const char* sort = "block_sort") {
  return run(recipe({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, 4, 4, sort));
}

TEST(TraceTest, AFileReadsBackEqual) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    const Trace t = run(random_recipe(seed));
    const auto back = trace_from_json(to_json(t));
    ASSERT_TRUE(back) << back.error.sentence;
    EXPECT_FALSE(first_difference(t, *back));
    EXPECT_EQ(to_json(*back), to_json(t));
    EXPECT_EQ(back->problem, t.problem);
  }
}

TEST(TraceTest, ForeignFilesAreOneSentence) {
  for (const char* text : {"", "12 3 6", "{}", "[]", "null", "{\"format\":1}", "\xff\xff",
                           "{\"format\":\"radixscope trace 2\"}",
                           "{\"format\":\"radixscope trace 1\",\"problem\":{}}"}) {
    const auto t = trace_from_json(text);
    ASSERT_FALSE(t) << text;
    EXPECT_NE(t.error.sentence.find("Open a file that"), std::string::npos);
  }
}

TEST(TraceTest, AFileCutAnywhereIsRefused) {
  const std::string text = to_json(chapter_trace());
  for (std::size_t cut = 0; cut + 2 < text.size(); cut += 97) {
    ASSERT_FALSE(trace_from_json(text.substr(0, cut))) << cut;
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(TraceTest, AFileWithImpossibleNumbersIsRefused) {
  const std::string good = to_json(chapter_trace());
  const std::pair<const char*, const char*> lies[] = {
      {"\"bits\":[0,1,0,1", "\"bits\":[0,1,0,7"},
      {"\"bits\":[0,1,0,1", "\"bits\":[0,1,0"},
      {"\"bits\":[0,1,0,1", "\"bits\":[0,1,0,\"x\""},
      {"\"bits\":[0,1,0,1", "\"bits\":[0,1,0,-1"},
      {"\"bits\":[0,1,0,1", "\"bots\":[0,1,0,1"},
      {"\"keys\":[12,3", "\"keys\":[13,3"},
      {"\"ids\":{\"keys\":[0,1,", "\"ids\":{\"keys\":[0,0,"},
      {"\"destination\":[0,1,8,9", "\"destination\":[0,1,8,99"},
      {"\"stage\":\"scatter\"", "\"stage\":\"shatter\""},
      {"\"pass\":3", "\"pass\":4"},
      {"\"bits\":4,", "\"bits\":44,"},
      {"\"bits\":4,", "\"bits\":\"4 \","},
      {"\"radix\":1", "\"radix\":9"},
      {"\"scan\":\"kogge_stone\"", "\"scan\":\"frog\""},
      {"\"values\":[]", "\"values\":[1,2]"},
      {"\"split\":0", "\"split\":8"},
      {"\"sweep\":0", "\"sweep\":7"},
      {"\"bucket_counts\":[2,2,1,3,2,2,3,1]", "\"bucket_counts\":[2,2,1,3]"},
  };
  ASSERT_TRUE(trace_from_json(good));
  for (const auto& [from, to] : lies) {
    EXPECT_FALSE(trace_from_json(replaced(good, from, to))) << to;
  }
}

TEST(TraceTest, MutatedFilesNeverCrash) {
  const std::string good = to_json(chapter_trace("one_bit"));
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    for (unsigned k = 0; k < 1 + random() % 4; ++k) {
      const std::size_t at = random() % bad.size();
      const bool digit = random() % 2 == 0;
      if (random() % 3 == 0) {
        bad.erase(at, 1 + random() % 5);
      } else {
        bad[at] = static_cast<char>(digit ? '0' + random() % 10 : random());
      }
    }
    const auto t = trace_from_json(bad);
    EXPECT_TRUE(t || !t.error.sentence.empty());
  }
}

TEST(TraceTest, DifferencesNameStageArrayAndIndex) {
  const Trace a = chapter_trace();
  Trace b = a;
  b.engine.name = "cuda";
  EXPECT_FALSE(first_difference(a, b));
  Array wrong = *b.steps[13].find(array::bucket_starts);
  wrong.values[6] = 99;
  for (SharedArray& array : b.steps[13].arrays) {
    if (array->id == array::bucket_starts) array = std::make_shared<Array>(wrong);
  }
  scope::in_every_language([&](const std::string& language) {
    std::optional<Difference> d;
    const scope::Sentences said = scope::said_by([&] { d = first_difference(a, b); });
    ASSERT_TRUE(d) << language;
    EXPECT_EQ(d->step, 13u);
    const scope::text::FilledMessage* where = scope::said_of(said, "refused.engines_differ");
    const scope::text::FilledMessage* value = scope::said_of(said, "refused.differ_value");
    ASSERT_TRUE(where && value) << language << ": " << d->what;
    EXPECT_EQ(where->at("pass"), "1");
    EXPECT_EQ(where->at("stage"), scope::text::translated("table scan"));
    for (const auto& [slot, shown] :
         std::initializer_list<std::pair<const char*, const char*>>{{"array", "bucket_starts"},
                                                                    {"index", "6"},
                                                                    {"engine", "cpu"},
                                                                    {"value", "12"},
                                                                    {"other", "cuda"},
                                                                    {"other_value", "99"}})
      EXPECT_EQ(value->at(slot), shown) << language << ": " << slot;
  });

  Trace c = a;
  c.sorted.ids[0] = 3;
  EXPECT_TRUE(first_difference(a, c));
  Trace shorter = a;
  shorter.steps.pop_back();
  EXPECT_TRUE(first_difference(a, shorter));
  Trace failed = a;
  failed.error = "it broke";
  EXPECT_TRUE(first_difference(a, failed));
}

TEST(TraceTest, EveryStepPointsAtALineOfItsOwnKernelSource) {
  for (const SortInfo& sort : sorts()) {
    for (const Step& step : chapter_trace(sort.name).steps) {
      bool found = false;
      for (const SourceFile& file : embedded_sources()) {
        if (file.name != step.source.file) continue;
        found = true;
        const auto lines = std::count(file.text.begin(), file.text.end(), '\n');
        EXPECT_LE(step.source.line, lines);
        std::size_t begin = 0;
        for (uint32_t l = 1; l < step.source.line; ++l) begin = file.text.find('\n', begin) + 1;
        const auto line = file.text.substr(begin, file.text.find('\n', begin) - begin);
        EXPECT_NE(line.find_first_not_of(' '), std::string_view::npos) << "a blank line";
        EXPECT_FALSE(line.substr(line.find_first_not_of(' ')).starts_with("show")) << line;
        EXPECT_GT(line.find_first_of("=(&"), 0u) << line;
        EXPECT_NE(line, "}") << "a line that does something";
      }
      EXPECT_TRUE(found) << step.source.file;
    }
  }
}

TEST(TraceTest, EveryStageAndArrayHasOneRowInItsTable) {
  const radix::Family& family = radix::family_of(first_sort);
  for (const StageInfo& stage : family.stages) EXPECT_EQ(family.stage_named(stage.name), &stage);
  uint32_t k = 0;
  for (const ArrayInfo& array : family.arrays) {
    EXPECT_EQ(family.place(array), k++);
    EXPECT_EQ(family.array_named(array.name), &array);
    if (array.stage != stage::none)
      EXPECT_NE(family.stage_named(info(array.stage).name), nullptr) << array.name;
    if (array.sums_of[0] != '\0')
      EXPECT_NE(family.array_named(array.sums_of), nullptr) << array.name;
  }
  EXPECT_EQ(family.stage_named("nonsense"), nullptr);
  EXPECT_EQ(family.array_named(""), nullptr);
}

TEST(EngineTest, AnUnknownSortIsASentence) {
  EXPECT_NE(run(recipe({1}, 4, 4, "bogo")).error.find("no sort 'bogo'"), std::string::npos);
}

TEST(EngineTest, SortsGoByNumberAndByName) {
  ASSERT_NE(sort_named("2"), nullptr);
  EXPECT_STREQ(sort_named("2")->name, "block_sort");
  EXPECT_EQ(sort_named("one_bit"), sort_named("1"));
  EXPECT_EQ(sort_named("0"), nullptr);
  EXPECT_EQ(sort_named(std::to_string(sorts().size() + 1)), nullptr);
  EXPECT_EQ(sort_named(""), nullptr);
}

TEST(EngineTest, TheCpuEngineIsAlwaysThereAndAnAbsentCudaSaysWhy) {
  ASSERT_EQ(engines().size(), 2u);
  EXPECT_TRUE(engines()[0].available);
  if (engines()[1].available) GTEST_SKIP() << "there is a CUDA device here";
  EXPECT_GT(engines()[1].reason.size(), 20u);
  Recipe r = recipe({3, 1}, 4, 4, "one_bit");
  r.engine = EngineChoice::cuda;
  EXPECT_EQ(run(r).error, engines()[1].reason);
  r.engine = EngineChoice::automatic;
  EXPECT_EQ(run(r).engine.name, "cpu");
}

}  // namespace
