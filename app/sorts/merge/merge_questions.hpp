/// What a student may be asked before a step of a merge sort.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Where a piece starts, and which key comes next.
std::span<const QuestionKind> merge_questions();
std::span<const Misconception> merge_misconceptions();

}  // namespace scope
