/// Keys from text, and what is refused with which sentence.
#include <gtest/gtest.h>

#include "kernels/run/engine.hpp"

using namespace radix;

namespace {

std::vector<uint32_t> keys(const char* text, uint32_t bits = 32) {
  auto p = parse_problem(text, {bits, 4});
  EXPECT_TRUE(p) << p.error.sentence;
  return p ? p->keys() : std::vector<uint32_t>{};
}

using V = std::vector<uint32_t>;

TEST(ProblemTest, ReadsDecimalHexAndBinaryWithAnySeparator) {
  EXPECT_EQ(keys("12 3,6;9\n\t15\r\n 0x1f 0XFF 0b101 0B1"), (V{12, 3, 6, 9, 15, 31, 255, 5, 1}));
  EXPECT_EQ(keys(""), V{});
  EXPECT_EQ(keys(" , ;\n"), V{});
  EXPECT_EQ(keys("4294967295 0xFFFFFFFF"), (V{0xffffffffu, 0xffffffffu}));
  EXPECT_EQ(keys("007 0"), (V{7, 0}));
}

struct Bad {
  const char* text;
  uint32_t bits;
  const char* token;
  const char* says;
};

TEST(ProblemTest, NamesTheOffendingToken) {
  const Bad bad[] = {
      {"1 2 3 4 19", 4, "19", "Key 5 '19' does not fit in 4 bits"},
      {"1 x 3", 4, "x", "Key 2 'x' cannot be read"},
      {"-1", 4, "-1", "Key 1 '-1' cannot be read"},
      {"+1", 4, "+1", "cannot be read"},
      {"1.5", 4, "1.5", "cannot be read"},
      {"0x", 4, "0x", "cannot be read"},
      {"0xG", 4, "0xG", "cannot be read"},
      {"0b2", 4, "0b2", "cannot be read"},
      {"4294967296", 32, "4294967296", "does not fit in 32 bits"},
      {"99999999999999999999999", 32, "99999999999999999999999", "does not fit in 32 bits"},
      {"3 \xff\xfe", 4, "\xff\xfe", "'?\?' cannot be read"},
  };
  for (const Bad& b : bad) {
    const std::string text = b.text;
    const auto p = parse_problem(text, {b.bits, 4});
    ASSERT_FALSE(p) << b.text;
    const Error& c = p.error;
    EXPECT_EQ(text.substr(c.begin, c.end - c.begin), b.token);
    EXPECT_NE(c.sentence.find(b.says), std::string::npos) << c.sentence;
    EXPECT_EQ(c.sentence.back(), '.') << c.sentence;
  }
}

TEST(ProblemTest, SaysWhichKeyBitsWouldDo) {
  EXPECT_NE(parse_problem("19", {4, 4}).error.sentence.find("5 or more"), std::string::npos);
  EXPECT_NE(Problem::make({1, 255}, {4, 4}).error.sentence.find("Key 2 (255)"), std::string::npos);
}

TEST(ProblemTest, RefusesShapesOutOfRange) {
  EXPECT_NE(Problem::make({}, {0, 4}).error.sentence.find("1 to 32"), std::string::npos);
  EXPECT_NE(Problem::make({}, {33, 4}).error.sentence.find("1 to 32"), std::string::npos);
  EXPECT_NE(Problem::make({}, {4, 0}).error.sentence.find("1 to 1024"), std::string::npos);
  EXPECT_NE(Problem::make({}, {4, 1025}).error.sentence.find("1 to 1024"), std::string::npos);
  EXPECT_TRUE(Problem::make({}, {32, 1024}));
}

TEST(ProblemTest, RefusesMoreKeysThanCanBeStepped) {
  Recipe recipe{.problem = *Problem::make(V(4097, 1), {4, 4})};
  EXPECT_NE(run(recipe).error.find("Timing mode"), std::string::npos);
  recipe.recorded = false;
  EXPECT_EQ(run(recipe).error, "") << "larger inputs run, but not step by step";
  std::string text;
  for (int i = 0; i < 4097; ++i) text += "1 ";
  EXPECT_NE(parse_problem(text, {4, 4}).error.sentence.find("Timing mode"), std::string::npos);
}

TEST(ProblemTest, CutsKeysIntoBlocks) {
  const auto p = *Problem::make(V(10, 1), {4, 4});
  EXPECT_EQ(p.blocks(), 3u);
  EXPECT_EQ(p.block_begin(2), 8u);
  EXPECT_EQ(p.block_end(2), 10u);
  EXPECT_EQ(Problem::make({}, {4, 4})->blocks(), 0u);
}

TEST(ProblemTest, WritesKeysInEveryBaseSoThatTheyReadBack) {
  const V all{0, 1, 12, 31};
  EXPECT_EQ(keys_text(all, Base::decimal, {.key_bits = 5}), "0 1 12 31");
  EXPECT_EQ(keys_text(all, Base::hex, {.key_bits = 5}), "0x00 0x01 0x0C 0x1F");
  EXPECT_EQ(keys_text(all, Base::binary, {.key_bits = 5}), "0b00000 0b00001 0b01100 0b11111");
  for (Base base : {Base::decimal, Base::hex, Base::binary}) {
    const V wide{0, 0xffffffffu, 0x80000000u};
    EXPECT_EQ(keys(keys_text(wide, base, {.key_bits = 32}).c_str()), wide);
  }
}

TEST(ProblemTest, CountsTheBitsNeeded) {
  const auto bits = [](const char* text) { return fitting(text, {})->key_bits; };
  EXPECT_EQ(bits(""), 1u);
  EXPECT_EQ(bits("0"), 1u);
  EXPECT_EQ(bits("3 8"), 4u);
  EXPECT_EQ(bits("4294967295"), 32u);
}

}  // namespace
