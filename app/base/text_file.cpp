#include "text_file.hpp"

#include <algorithm>

#include "files.hpp"

namespace scope {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// False for control characters, which no text has.
bool belongs_in_text(char c) {
  return static_cast<unsigned char>(c) >= 0x20 || (c >= '\t' && c <= '\r');
}

radix::Result<std::string> checked(std::string text, const std::string& name) {
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  const auto odd = std::find_if_not(text.begin(), text.end(), belongs_in_text);
  if (odd == text.end()) return text;
  return radix::Error{.sentence = name + " is not text (see byte " +
                                  std::to_string(odd - text.begin() + 1) +
                                  "); give it keys as numbers, or a trace as JSON in UTF-8."};
}

}  // namespace

radix::Result<std::string> read_text(const std::string& path, std::size_t limit) {
  std::error_code error;
  const auto file = to_path(path);
  // Reading a pipe or a device could last for ever
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error) &&
      !std::filesystem::is_directory(file, error))
    return radix::Error{.sentence = "'" + path + "' is a pipe or a device, not a file."};
  FileText read = read_file(path, limit);
  if (!read.ok()) return radix::Error{.sentence = read.error};
  return checked(std::move(read.text), "'" + path + "'");
}

radix::Result<std::string> read_text(std::istream& in, const std::string& name) {
  std::string text;
  char piece[1 << 16];
  while (in.read(piece, sizeof piece) || in.gcount() > 0) {
    text.append(piece, static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_text_bytes)
      return radix::Error{.sentence = name + " is longer than 64 MB, the most that is read."};
  }
  if (in.bad()) return radix::Error{.sentence = name + " could not be read to its end."};
  return checked(std::move(text), name);
}

}  // namespace scope
