/// What a person or a file said, quoted in a sentence.
#pragma once

#include <string>
#include <string_view>

namespace scope {

/// The text with ? for what cannot be printed, and not longer than 40 characters.
std::string quotable(std::string_view text);

}  // namespace scope
