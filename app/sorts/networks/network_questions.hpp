/// What a student may be asked before a step of a sorting network.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Which places are compared, and whether their keys change places.
std::span<const QuestionKind> network_questions();
std::span<const Misconception> network_misconceptions();

}  // namespace scope
