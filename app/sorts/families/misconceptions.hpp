/// All misconceptions from which wrong answers are computed: those that several families share, and
/// those that a family brings.
#pragma once

#include <string_view>
#include <vector>

#include "app/core/words/question_kind.hpp"

namespace scope {

std::vector<const Misconception*> misconceptions();
/// The one with this name, or null.
const Misconception* misconception_named(std::string_view name);

}  // namespace scope
