/// What was said in English and is said again: sentences of files and of other processes.
#pragma once

#include "message.hpp"

namespace scope::text {

/// A sentence that a file, or another process, holds in English: the same message in the language
/// of now, its slots as they are there, and they, too, in that language; several sentences one by
/// one. What no message of refused, cuda and protocol says stays as it is.
std::string retold(std::string_view english);

/// As in message.hpp, of slots that are not known when it is compiled.
std::string made(const char* message, std::span<const Slot> slots);

}  // namespace scope::text
