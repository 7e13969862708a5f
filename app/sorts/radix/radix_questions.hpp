/// What one may be asked before a step of a radix sort.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Destinations, counts, starts of buckets, and what a store touches.
std::span<const QuestionKind> radix_questions();
std::span<const Misconception> radix_misconceptions();

}  // namespace scope
