/// The chapter's own numbers (golden.json) against the trace, all four passes, on every engine
/// here.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/run/engine.hpp"

using namespace radix;
using Json = nlohmann::ordered_json;

namespace {

const Json& golden() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/golden.json"));
  return data;
}

/// The JSON a user gets, read by a plain parser: the file format is tested along with the numbers.
Json traced(const char* sort, EngineChoice engine, Settings settings = {}) {
  Recipe recipe;
  recipe.problem = *Problem::make(golden()["keys"].get<std::vector<uint32_t>>(), settings);
  recipe.sort = sort;
  recipe.engine = engine;
  const Trace trace = run(recipe);
  EXPECT_EQ(trace.error, "");
  return Json::parse(to_json(trace));
}

/// The arrays at the last step of a stage in a pass.
Json arrays_after(const Json& trace, unsigned pass, const std::string& stage) {
  Json found;
  for (const Json& step : trace["steps"]) {
    if (step["pass"] == pass && step["stage"] == stage) found = step["arrays"];
  }
  return found;
}

std::vector<unsigned> joined(const Json& blocks, const char* field) {
  std::vector<unsigned> all;
  for (const Json& block : blocks) {
    for (const Json& value : block[field]) all.push_back(value);
  }
  return all;
}

class Golden : public testing::TestWithParam<EngineId> {
 protected:
  void SetUp() override {
    if (GetParam() == EngineId::cuda && !engines()[1].available) GTEST_SKIP() << "no CUDA device";
  }
  EngineChoice engine() const {
    return GetParam() == EngineId::cuda ? EngineChoice::cuda : EngineChoice::cpu;
  }
};

TEST_P(Golden, OneBitEqualsTheChapter) {
  const Json trace = traced("one_bit", engine());
  for (unsigned pass = 0; pass < 4; ++pass) {
    const Json& expected = golden()["oneBit"][pass];
    EXPECT_EQ(arrays_after(trace, pass, "extract")["keys"], expected["input"]);
    EXPECT_EQ(arrays_after(trace, pass, "extract")["bits"], expected["bits"]);
    EXPECT_EQ(arrays_after(trace, pass, "scan")["ones_before"], expected["ob"]);
    EXPECT_EQ(arrays_after(trace, pass, "scan")["ones_total"][0], expected["tot"]);
    EXPECT_EQ(arrays_after(trace, pass, "scatter")["destination"], expected["dst"]);
    EXPECT_EQ(arrays_after(trace, pass, "scatter")["output"], expected["out"]);
  }
  EXPECT_EQ(trace["sorted"], golden()["oneBit"][3]["out"]);
}

TEST_P(Golden, OneBitInsideTheScanEqualsTheChapter) {
  const Json scan = arrays_after(traced("one_bit", engine()), 0, "scan");
  EXPECT_EQ(scan["ones_before_in_block"], Json::parse("[0,0,1,1,0,1,1,2,0,1,1,2,0,0,0,1]"));
  EXPECT_EQ(scan["block_ones"], Json::parse("[2,2,3,1]"));
  EXPECT_EQ(scan["ones_before_block"], Json::parse("[0,2,4,7]"));
}

TEST_P(Golden, BlockSortEqualsTheChapter) {
  const Json trace = traced("block_sort", engine());
  for (unsigned pass = 0; pass < 4; ++pass) {
    const Json& expected = golden()["oneBitBlock"][pass];
    const Json& blocks = expected["blocks"];
    std::vector<unsigned> bits, before, slots;
    for (const Json& block : blocks) {
      const Json& local = block["passes"][0];
      bits.insert(bits.end(), local["bits"].begin(), local["bits"].end());
      before.insert(before.end(), local["ob"].begin(), local["ob"].end());
      slots.insert(slots.end(), local["dst"].begin(), local["dst"].end());
    }
    EXPECT_EQ(arrays_after(trace, pass, "extract")["keys"], expected["input"]);
    EXPECT_EQ(arrays_after(trace, pass, "extract")["bits"], Json(bits));
    EXPECT_EQ(arrays_after(trace, pass, "scan")["ones_before"], Json(before));
    const Json local = arrays_after(trace, pass, "local_bucket");
    EXPECT_EQ(local["local_destination"], Json(slots));
    EXPECT_EQ(local["local_keys"], Json(joined(blocks, "sorted")));
    EXPECT_EQ(local["bucket_counts"], expected["linear"]);
    EXPECT_EQ(arrays_after(trace, pass, "table_scan")["bucket_starts"], expected["scan"]);
    EXPECT_EQ(arrays_after(trace, pass, "scatter")["destination"], Json(joined(blocks, "addr")));
    EXPECT_EQ(arrays_after(trace, pass, "scatter")["output"], expected["output"]);
  }
}

/// The arrays at the step that made `made` in this pass and split.
Json arrays_at(const Json& trace, unsigned pass, unsigned split, const std::string& made) {
  for (const Json& step : trace["steps"]) {
    if (step["pass"] == pass && step["split"] == split && step["made"] == made)
      return step["arrays"];
  }
  return {};
}

/// One row of a split, block after block.
std::vector<unsigned> joined_split(const Json& blocks, unsigned split, const char* field) {
  std::vector<unsigned> all;
  for (const Json& block : blocks) {
    for (const Json& value : block["passes"][split][field]) all.push_back(value);
  }
  return all;
}

/// A figure's two passes by two bits each: every row of every split, the tables, the writes.
void expect_equal(const Json& trace, const Json& passes) {
  ASSERT_EQ(passes.size(), 2u);
  for (unsigned pass = 0; pass < 2; ++pass) {
    const Json& expected = passes[pass];
    const Json& blocks = expected["blocks"];
    EXPECT_EQ(arrays_at(trace, pass, 0, "bits")["keys"], expected["input"]);
    for (unsigned split = 0; split < 2; ++split) {
      const Json at = arrays_at(trace, pass, split, "local_keys");
      EXPECT_EQ(at["bits"], Json(joined_split(blocks, split, "bits")));
      EXPECT_EQ(at["ones_before"], Json(joined_split(blocks, split, "ob")));
      EXPECT_EQ(at["local_destination"], Json(joined_split(blocks, split, "dst")));
      EXPECT_EQ(at["local_keys"], Json(joined_split(blocks, split, "out")));
      for (unsigned b = 0; b < blocks.size(); ++b)
        EXPECT_EQ(at["block_ones"][b], blocks[b]["passes"][split]["tot"]);
    }
    const Json local = arrays_after(trace, pass, "local_bucket");
    EXPECT_EQ(local["local_keys"], Json(joined(blocks, "sorted")));
    EXPECT_EQ(local["bucket_counts"], expected["linear"]);
    for (unsigned b = 0; b < blocks.size(); ++b) {
      for (unsigned d = 0; d < 4; ++d)
        EXPECT_EQ(local["local_bucket_starts"][d * blocks.size() + b],
                  blocks[b]["localBucketStart"][d]);
    }
    EXPECT_EQ(arrays_after(trace, pass, "table_scan")["bucket_starts"], expected["scan"]);
    EXPECT_EQ(arrays_after(trace, pass, "scatter")["destination"], Json(joined(blocks, "addr")));
    EXPECT_EQ(arrays_after(trace, pass, "scatter")["output"], expected["output"]);
  }
}

TEST_P(Golden, DigitsEqualTheChapter) {
  for (BlockScan scan : block_scans)
    expect_equal(traced("digits", engine(), {.radix_bits = 2, .scan = scan}),
                 golden()["twoBitBlock"]);
}

TEST_P(Golden, CoarseEqualsTheChapter) {
  for (Ownership ownership : {Ownership::interleaved, Ownership::blocked})
    expect_equal(
        traced("coarse", engine(), {.radix_bits = 2, .keys_per_thread = 2, .ownership = ownership}),
        golden()["coarse2"]);
}

/// Figure 13.10: which round of which block writes which slots (section 13.6).
TEST_P(Golden, CoarseWritesInRounds) {
  const Json trace = traced("coarse", engine(), {.radix_bits = 2, .keys_per_thread = 2});
  const Problem problem = *Problem::make(golden()["keys"].get<std::vector<uint32_t>>(),
                                         {.radix_bits = 2, .keys_per_thread = 2});
  const unsigned expected[2][2][2][4] = {
      {{{0, 1, 4, 5}, {8, 9, 12, 13}}, {{2, 3, 6, 7}, {10, 11, 14, 15}}},
      {{{0, 2, 3, 7}, {8, 9, 13, 14}}, {{1, 4, 5, 6}, {10, 11, 12, 15}}}};
  for (unsigned pass = 0; pass < 2; ++pass) {
    const Json slots = arrays_after(trace, pass, "scatter")["destination"];
    for (unsigned i = 0; i < 16; ++i)
      EXPECT_EQ(slots[i], expected[pass][i / 8][problem.round_of(i)][problem.thread_of(i)])
          << pass << ", " << i;
  }
}

TEST_P(Golden, OneLaunchEqualsTheChapter) {
  const Json trace = traced("one_launch", engine());
  EXPECT_EQ(trace["launches"], 4);
  for (unsigned pass = 0; pass < 4; ++pass) {
    const Json& expected = golden()["oneBit"][pass];
    const Json last = arrays_after(trace, pass, "scatter");
    EXPECT_EQ(last["bits"], expected["bits"]);
    EXPECT_EQ(last["ones_before"], expected["ob"]);
    EXPECT_EQ(last["ones_total"][0], expected["tot"]);
    EXPECT_EQ(last["destination"], expected["dst"]);
    EXPECT_EQ(last["output"], expected["out"]);
  }
}

/// Section 13.1: the people's incomes, largest first, and the cascade by age, then
/// income.
TEST_P(Golden, OrdersAndCascadesEqualTheChapter) {
  const auto sorted_ids = [&](std::vector<uint32_t> keys, Settings settings) {
    Recipe recipe{
        .problem = *Problem::make(std::move(keys), settings), .sort = "digits", .engine = engine()};
    return run(recipe).sorted.ids;
  };
  const std::vector<uint32_t> incomes = {150, 80, 45, 80}, ages = {30, 32, 22, 29};
  using Ids = std::vector<uint32_t>;
  EXPECT_EQ(sorted_ids(incomes, {.key_bits = 8}), (Ids{2, 1, 3, 0}));
  EXPECT_EQ(sorted_ids(incomes, {.key_bits = 8, .order = SortOrder::descending}),
            (Ids{0, 1, 3, 2}));
  EXPECT_EQ(sorted_ids(incomes, {.key_bits = 8, .order = SortOrder::reversed}), (Ids{0, 3, 1, 2}))
      << "29 before 32";
  std::vector<uint32_t> people(4);
  for (std::size_t i = 0; i < 4; ++i) people[i] = incomes[i] << 6 | ages[i];
  EXPECT_EQ(sorted_ids(people, {.key_bits = 8, .order = SortOrder::descending, .second_bits = 6}),
            (Ids{0, 3, 1, 2}))
      << "age up, then income down";
}

INSTANTIATE_TEST_SUITE_P(Engines, Golden, testing::Values(EngineId::cpu, EngineId::cuda),
                         [](const auto& engine) {
                           return engine.param == EngineId::cpu ? "cpu" : "cuda";
                         });

}  // namespace
