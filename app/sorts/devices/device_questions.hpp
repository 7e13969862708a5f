/// What a student may be asked before a step of a sort across devices.
#pragma once

#include <span>

#include "app/core/words/question_kind.hpp"

namespace scope {

/// Who sends how many keys to whom, and where they are received.
std::span<const QuestionKind> device_questions();
std::span<const Misconception> device_misconceptions();

}  // namespace scope
