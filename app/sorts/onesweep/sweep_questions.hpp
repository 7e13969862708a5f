/// What a student may be asked before a step of one-sweep, also where the hybrid has fallen back to
/// it.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Where digits start, ranks, what a tile looks back for, and destinations.
std::span<const QuestionKind> sweep_questions();
std::span<const Misconception> sweep_misconceptions();

}  // namespace scope
