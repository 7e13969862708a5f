/// Every question of assets/questions/onesweep.json is answered where its way leads; the answers
/// are counted here from the chapter's keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/support/questions.hpp"

namespace scope {
namespace {

using questions::Answer;
using questions::Numbers;

const Numbers chapter_keys{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

uint32_t digit(uint32_t key, uint32_t shift, uint32_t bits) {
  return key >> shift & ((1u << bits) - 1);
}

/// Keys from place begin on, before end, with this digit.
uint32_t counted_in(uint32_t begin, uint32_t end, uint32_t shift, uint32_t bits, uint32_t wanted) {
  return static_cast<uint32_t>(
      std::count_if(chapter_keys.begin() + begin, chapter_keys.begin() + end,
                    [&](uint32_t key) { return digit(key, shift, bits) == wanted; }));
}

/// Of every digit of 2 bits and every tile of 4 keys: those in the tile, or in those before it.
Numbers board(bool before) {
  Numbers all;
  for (uint32_t d = 0; d < 4; ++d)
    for (uint32_t tile = 0; tile < 4; ++tile)
      all.push_back(counted_in(before ? 0 : 4 * tile, before ? 4 * tile : 4 * tile + 4, 0, 2, d));
  return all;
}

Numbers starts() {
  Numbers all;
  for (uint32_t shift : {0u, 2u})
    for (uint32_t d = 0, begin = 0; d < 4; begin += counted_in(0, 16, shift, 2, d++))
      all.push_back(begin);
  return all;
}

/// Where the keys with smaller digits end.
uint32_t begin_of(uint32_t shift, uint32_t bits, uint32_t d) {
  uint32_t begin = 0;
  for (uint32_t smaller = 0; smaller < d; ++smaller)
    begin += counted_in(0, 16, shift, bits, smaller);
  return begin;
}

/// Tiles and threads from the last to the first, digit by digit.
Numbers overtaken() {
  Numbers all;
  for (uint32_t bit : {0u, 1u})
    for (uint32_t i = 16; i-- > 0;)
      if (digit(chapter_keys[i], 3, 1) == bit) all.push_back(chapter_keys[i]);
  return all;
}

const questions::Answers& answers_of_fast_sorts() {
  static const questions::Answers all = {
      {"sweep_launches",
       [] {
         return Answer{{2 + 2}, {}};
       }},
      {"sweep_starts",
       [] {
         return Answer{starts(), {}};
       }},
      {"sweep_ballots",
       [] {
         return Answer{{}, {"of 2: every lane votes"}};
       }},
      {"sweep_told",
       [] {
         return Answer{board(false), {}};
       }},
      {"sweep_before",
       [] {
         return Answer{board(true), {}};
       }},
      {"sweep_walk",
       [] {
         Numbers looks;
         for (uint32_t d = 0; d < 4; ++d) looks.insert(looks.end(), {0, 1, 1, 1});
         return Answer{looks, {}};
       }},
      {"sweep_slot",
       [] {
         return Answer{{begin_of(0, 2, 1) + counted_in(0, 11, 0, 2, 1)}, {}};
       }},
      {"sweep_reranked",
       [] {
         // Two keys of one digit in a tile, and the later one is served first
         uint32_t wrong = 0;
         const Numbers counts = board(false);
         for (uint32_t tile = 0; tile < 4; ++tile)
           wrong += counts[tile] > 1 || counts[4 + tile] > 1 || counts[8 + tile] > 1 ||
                            counts[12 + tile] > 1
                        ? 1
                        : 0;
         return Answer{{}, {std::to_string(wrong) + " of 4 tiles"}};
       }},
      {"hybrid_begins",
       [] {
         Numbers begins;
         for (uint32_t b = 0; b < 4; ++b) begins.push_back(begin_of(2, 2, b));
         return Answer{begins, {}};
       }},
      {"hybrid_fits",
       [] {
         uint32_t largest = 0;
         for (uint32_t b = 0; b < 4; ++b) largest = std::max(largest, counted_in(0, 16, 2, 2, b));
         return Answer{{}, {"has " + std::to_string(largest) + " keys", "It fits"}};
       }},
      {"hybrid_fallback",
       [] {
         return Answer{{}, {"one-sweep sorts instead", "before any key moved"}};
       }},
      {"hybrid_reserved",
       [] {
         const uint32_t zeros = begin_of(3, 1, 1);
         return Answer{{0, counted_in(0, 8, 3, 1, 0), zeros, zeros + counted_in(0, 8, 3, 1, 1)},
                       {}};
       }},
      {"hybrid_any_order",
       [] {
         return Answer{overtaken(), {}};
       }},
      {"hybrid_sorted",
       [] {
         Numbers sorted = chapter_keys;
         std::ranges::sort(sorted);
         return Answer{sorted, {}};
       }},
      {"capacity_order",
       [] {
         uint32_t falls = 0;
         for (std::size_t i = 1; i < chapter_keys.size(); ++i)
           falls += chapter_keys[i] < chapter_keys[i - 1] ? 1 : 0;
         return Answer{{falls}, {}};
       }},
      {"capacity_factor",
       [] {
         const uint32_t range = (144 - 100) / 4, factor = 255 / range;
         return Answer{{}, {"multiplied by " + std::to_string(factor) + " "}};
       }},
      {"capacity_overflow",
       [] {
         return Answer{{}, {"should get 20 keys and has 18 slots", "one-sweep sorts"}};
       }},
  };
  return all;
}

TEST(FastSortQuestions, EveryWayLeadsToTheAnswerAndToNoWrongOne) {
  questions::expect_answered("onesweep.json", answers_of_fast_sorts());
}

}  // namespace
}  // namespace scope
