/// Text that a person hands to the program: a file or standard input. Every way to fail is one
/// sentence.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

#include "kernels/model/problem.hpp"

namespace scope {

inline constexpr std::size_t max_text_bytes = std::size_t{64} << 20;

/// The whole text of a regular file; `path` is UTF-8. Refused: missing, a folder, a pipe or device,
/// not readable, more than `limit` bytes (found before reading), or not text. A byte order mark is
/// dropped.
radix::Result<std::string> read_text(const std::string& path, std::size_t limit = max_text_bytes);

/// The same from a stream; `name` is what the sentences call it.
radix::Result<std::string> read_text(std::istream& in, const std::string& name);

}  // namespace scope
