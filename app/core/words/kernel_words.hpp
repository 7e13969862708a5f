/// What the kernels' tables say, in the reader's language.
#pragma once

#include <string>
#include <string_view>

#include "kernels/engine/model/trace.hpp"

namespace scope {

/// What a step did: "scan · level 2: add the value 2 places to the left". Files have
/// radix::caption.
std::string caption_words(const radix::Step& step);

/// An array by its name in the log of accesses or in a fault: "the keys", "bucket counts".
std::string array_words(std::string_view name);

}  // namespace scope
