/// What a student may be asked before a step of a sort by lists.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Places in the lists and after both, and which list wins a round.
std::span<const QuestionKind> list_questions();
std::span<const Misconception> list_misconceptions();

}  // namespace scope
