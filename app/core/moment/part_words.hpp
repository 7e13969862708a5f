/// What a part of an outline (a pass, a level, a round) is called, in the reader's language.
#pragma once

#include <string>

namespace scope {

/// "runs of 4 in pairs" stands in the catalogue as "runs of {a} in pairs".
std::string part_words(const std::string& name);

}  // namespace scope
