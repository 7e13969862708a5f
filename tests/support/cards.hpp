/// What holds of the words and the card of every moment, whatever they are about.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "app/core/words/explain.hpp"

namespace scope {

/// There are words, and the card's terms add up to its result. `where`: said of a failure.
inline void expect_words_and_sum(const std::string& text, const Formula& card,
                                 const std::string& where) {
  EXPECT_FALSE(text.empty()) << where;
  if (card.result.empty()) return;
  double sum = 0;
  for (const Term& term : card.terms) sum += (term.sign == '-' ? -1 : 1) * std::stod(term.value);
  EXPECT_EQ(std::to_string(static_cast<int>(sum)), card.result) << where;
}

/// How many of a round's or a layer's pairs are exchanged, in the words of a sentence.
inline std::string count_exchanged(uint32_t exchanged, uint32_t pairs) {
  if (pairs == 1)
    return std::string("The only pair is ") + (exchanged == 0 ? "not " : "") + "exchanged.";
  return std::to_string(exchanged) + " of " + std::to_string(pairs) + " pairs";
}

}  // namespace scope
