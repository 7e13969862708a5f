/// The 0–1 proof as a person uses it: comparators are taken out and put back, by a click, a key or
/// by their numbers, and the figure says what that means.
#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/networks/rounds.hpp"
#include "app/sorts/networks/zero_one.hpp"
#include "app/state/state.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

namespace networks = radix::networks;
using Numbers = std::vector<uint32_t>;

Document proof_of(const std::string& keys, const char* network) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, keys + "; engine cpu; sort network_global; network " + network +
                                     "; figure zero-one"),
            "");
  return document;
}

Scene drawn(const Document& document) { return current_figure(document).draw(moment(document)); }

std::string words_of(const Scene& scene) {
  std::string text;
  for (const Text& each : scene.texts) text += each.text + " ";
  return text;
}

/// What a comparator does to an input of zeros and ones; bit w is wire w.
uint32_t through(const Comparators& comparators, uint32_t input) {
  for (const networks::Comparator& each : comparators) {
    const uint32_t small = each.descends ? each.high : each.low,
                   large = each.descends ? each.low : each.high;
    if ((input >> small & 1) == 1 && (input >> large & 1) == 0)
      input ^= (1u << small) | (1u << large);
  }
  return input;
}

bool in_order(uint32_t output, uint32_t n) {
  for (uint32_t w = 0; w + 1 < n; ++w)
    if ((output >> w & 1) > (output >> (w + 1) & 1)) return false;
  return true;
}

TEST(ZeroOneProof, CountsAndNamesTheInputsThatFailOneByOne) {
  for (const char* network : {"bitonic", "mirrored", "odd_even_merge"})
    for (const char* keys :
         {"keys 1", "keys '2 1'", "random 5 4 1", "random 8 4 1", "random 11 4 1"}) {
      const Document document = proof_of(keys, network);
      const uint32_t n = trace_of(document).problem.size();
      const Comparators all = networks::comparators_of(layers_of(trace_of(document)));
      for (uint32_t seed = 0; seed < 6; ++seed) {
        Numbers out;
        for (uint32_t k = 0; k < seed && !all.empty(); ++k)
          out.push_back((seed * 7 + k * 5) % static_cast<uint32_t>(all.size()));
        const Comparators there = without(all, out);
        uint32_t fails = 0, first = none;
        for (uint32_t input = 0; input < 1u << n; ++input)
          if (!in_order(through(there, input), n)) {
            if (first == none) first = input;
            ++fails;
          }
        const ZeroOneProof proof = prove(there, n);
        EXPECT_EQ(proof.unsorted, fails) << network << n << " " << seed;
        EXPECT_EQ(proof.first, first) << network << n << " " << seed;
      }
    }
}

TEST(ZeroOneProof, EveryComparatorCanBeClickedAndTakenOut) {
  for (const char* network : {"bitonic", "mirrored", "odd_even_merge"})
    for (const char* keys : {"random 2 4 1", "random 8 4 1", "random 13 4 1", "preset chapter"}) {
      Document document = proof_of(keys, network);
      const uint32_t n = trace_of(document).problem.size();
      const uint32_t count = comparators_in(trace_of(document));
      const Comparators all = networks::comparators_of(layers_of(trace_of(document)));
      const Scene whole = drawn(document);
      EXPECT_NE(words_of(whole).find("come out sorted"), std::string::npos);
      for (uint32_t c = 0; c < count; ++c) {
        const auto cell = std::ranges::find_if(
            whole.cells, [&](const Cell& each) { return each.tag.comparator == c; });
        ASSERT_NE(cell, whole.cells.end()) << c;
        const Vec middle = cell->at.centre();
        EXPECT_NE(cell->tip.find("in layer " + std::to_string(all[c].layer + 1) + ":"),
                  cell->tip.npos)
            << cell->tip;
        EXPECT_EQ(cell_at(whole, {cell->at.x + 6, middle.y})->tag.comparator, c)
            << network << n << ": a click on it means another one";
        if (c % 9 != 0) continue;
        ASSERT_EQ(run_command(document, "without", std::to_string(c)), "");
        const Scene scene = drawn(document);
        EXPECT_EQ(checks::inside_page(scene) + checks::texts_apart(scene) + checks::readable(scene),
                  "")
            << network << n << " " << c;
        const auto alone =
            prove(without(networks::comparators_of(layers_of(trace_of(document))), {c}), n);
        if (alone.unsorted > 1)
          EXPECT_NE(words_of(scene).find("come out unsorted"), std::string::npos);
      }
    }
}

/// The input that is drawn is one that fails: its ones stand left, what comes of them right.
TEST(ZeroOneProof, TheFigureDrawsTheFirstInputThatFails) {
  Document document = proof_of("random 8 4 1", "odd_even_merge");
  ASSERT_EQ(run_command(document, "without", "18"), "");
  const Comparators all = networks::comparators_of(layers_of(trace_of(document)));
  const ZeroOneProof proof = prove(without(all, {18}), 8);
  EXPECT_EQ(proof.unsorted, 16u);
  const Scene scene = drawn(document);
  EXPECT_NE(words_of(scene).find("16 of 256 inputs"), std::string::npos) << words_of(scene);
  std::map<float, std::string> columns;  // digits of the large size, by their x
  for (const Text& each : scene.texts)
    if (each.face == Face::mono && (each.text == "0" || each.text == "1") && each.size > 15)
      columns[each.at.x] += each.text;
  ASSERT_EQ(columns.size(), 2u);
  const uint32_t output = through(without(all, {18}), proof.first);
  std::string left, right;
  for (uint32_t w = 0; w < 8; ++w) {
    left += (proof.first >> w & 1) == 1 ? '1' : '0';
    right += (output >> w & 1) == 1 ? '1' : '0';
  }
  EXPECT_EQ(columns.begin()->second, left);
  EXPECT_EQ(columns.rbegin()->second, right);
  EXPECT_FALSE(in_order(output, 8));
}

TEST(ZeroOneProof, AKeyTakesOneOutAfterTheOther) {
  Document document = proof_of("random 4 4 1", "bitonic");
  const uint32_t count = comparators_in(trace_of(document));
  EXPECT_EQ(count, 6u);
  const Command* command = command_for_key("X");
  ASSERT_NE(command, nullptr);
  for (uint32_t c = 0; c < count; ++c) {
    EXPECT_EQ(run_command(document, command->name), "");
    EXPECT_EQ(document.left_out, Numbers{c});
  }
  EXPECT_EQ(run_command(document, command->name), "");
  EXPECT_TRUE(document.left_out.empty()) << "behind the last one all are back";
  EXPECT_EQ(run_script(document, "without 5 2 2"), "");
  EXPECT_EQ(document.left_out, (Numbers{2, 5}));
  EXPECT_EQ(run_command(document, "close"), "");
  EXPECT_TRUE(document.left_out.empty());
}

TEST(ZeroOneProof, WhatIsLeftOutIsPartOfTheState) {
  Document document = proof_of("preset chapter", "odd_even_merge");
  ASSERT_EQ(run_script(document, "without 3 17"), "");
  const std::string line = state_string(document);
  EXPECT_NE(line.find("without="), std::string::npos) << line;
  Document other = make_document();
  ASSERT_EQ(run_command(other, "state", line), "");
  EXPECT_EQ(other.left_out, (Numbers{3, 17}));
  EXPECT_EQ(state_string(other), line);
  EXPECT_EQ(run_script(other, "without none"), "");
  EXPECT_EQ(state_string(other).find("without="), std::string::npos);
  // Another network has fewer; keys of which there is no proof have none
  ASSERT_EQ(run_script(other, "without 62; random 8 4 1"), "");
  EXPECT_TRUE(other.left_out.empty());
  EXPECT_NE(run_command(other, "without", "19").find("0 … 18"), std::string::npos);
  EXPECT_NE(run_command(other, "without", "1 x"), "");
  ASSERT_EQ(run_script(other, "random 17 4 1"), "");
  EXPECT_NE(run_command(other, "without", "0").find("at most 16 keys"), std::string::npos);
  ASSERT_EQ(run_script(other, "sort one_bit; random 8 4 1"), "");
  EXPECT_EQ(run_command(other, "without", ""), "");
  EXPECT_NE(other.note.find("no comparator"), std::string::npos) << "a key says so, no more";
}

}  // namespace
}  // namespace scope
