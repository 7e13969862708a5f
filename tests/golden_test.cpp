/// The chapter's own numbers (golden.json) against the trace, all four passes, on every engine here.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/engines/engine.hpp"

using namespace radix;
using Json = nlohmann::json;

namespace {

const Json& golden() {
  static const Json data = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/golden.json"));
  return data;
}

/// The JSON a user gets, read by a plain parser: the file format is tested along with the numbers.
Json traced(const char* rung, EngineChoice engine) {
  Recipe recipe;
  recipe.problem = *Problem::make(golden()["keys"].get<std::vector<uint32_t>>(), {4, 4});
  recipe.rung = rung;
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

INSTANTIATE_TEST_SUITE_P(Engines, Golden, testing::Values(EngineId::cpu, EngineId::cuda),
                         [](const auto& engine) {
                           return engine.param == EngineId::cpu ? "cpu" : "cuda";
                         });

}  // namespace
