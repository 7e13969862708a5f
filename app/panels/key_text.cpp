#include "key_text.hpp"

#include <algorithm>

namespace scope {
namespace {

bool blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

}  // namespace

TextPlace text_place(const std::string& text, std::size_t at) {
  TextPlace place;
  for (std::size_t i = 0; i < std::min(at, text.size()); ++i) {
    if (text[i] == '\n')
      place = {place.line + 1, 0};
    else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
      ++place.column;
  }
  return place;
}

int widest_line(const std::string& text) {
  int most = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    most = std::max(most, static_cast<int>(end - at));
    at = end + 1;
  }
  return most;
}

void wrap_keys(char* text, std::size_t length, std::size_t columns) {
  std::size_t column = 0,
              last_blank = length;  // the blank that may become a line end; length = none
  for (std::size_t i = 0; i < length; ++i, ++column) {
    if (!blank(text[i])) {
      if (column < columns || last_blank == length) continue;
      text[last_blank] = '\n';
      column = i - last_blank - 1;
      last_blank = length;
    } else {
      text[i] = ' ';
      if (column > 0) last_blank = i;
    }
  }
}

}  // namespace scope
