#include "markup.hpp"

#include <cstdint>
#include <string_view>

#include "app/core/base/text.hpp"

namespace scope::markup {

std::string num(float value, int decimals) {
  std::string text = fixed_number(value, decimals);
  if (decimals > 0) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t')
      out += ' ';
    else
      out += c;
  }
  return out;
}

std::string attr(const char* name, const std::string& value) {
  const std::string_view word = name;
  std::string text;
  text.reserve(word.size() + value.size() + 4);
  text.append(" ").append(word).append("=\"").append(value).append("\"");
  return text;
}
std::string attr(const char* name, float value) { return attr(name, num(value)); }

}  // namespace scope::markup
