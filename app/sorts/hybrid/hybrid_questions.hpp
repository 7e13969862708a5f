/// What a student may be asked before a step of the hybrid.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Where buckets start, ranks inside them; those of one-sweep where it has fallen back.
std::span<const QuestionKind> hybrid_questions();
std::span<const Misconception> hybrid_misconceptions();

}  // namespace scope
