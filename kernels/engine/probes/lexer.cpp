#include "lexer.hpp"

#include <algorithm>
#include <cctype>

namespace radix::lexer {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

namespace {

/// Of these signs one is first in every comment and literal.
bool may_begin_literal(char c) { return c == '/' || c == '"' || c == '\'' || c == 'R'; }

}  // namespace

std::size_t end_of_literal(const std::string& text, std::size_t i) {
  if (i >= text.size() || !may_begin_literal(text[i])) return i;
  const auto end_of = [&](const char* what, std::size_t from, std::size_t length) {
    const std::size_t end = text.find(what, from);
    return end == std::string::npos ? text.size() : end + length;
  };
  const char next = i + 1 < text.size() ? text[i + 1] : '\0';
  if (text[i] == '/')
    return next == '/' ? end_of("\n", i, 0) : next == '*' ? end_of("*/", i + 2, 2) : i;
  if (text[i] == 'R') {
    if (next != '"' || (i > 0 && in_word(text[i - 1]))) return i;
    const std::size_t open = text.find('(', i);
    if (open == std::string::npos) return text.size();
    const std::string close = ")" + text.substr(i + 2, open - i - 2) + "\"";
    return end_of(close.c_str(), open, close.size());
  }
  const char quote = text[i];
  if (quote == '\'' && i > 0 && in_word(text[i - 1])) return i;  // separates digits
  std::size_t end = i + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::string blanked(const std::string& text) {
  std::string plain = text;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = end_of_literal(text, i);
    if (end == i) ++i;
    for (; i < end; ++i)
      if (plain[i] != '\n') plain[i] = ' ';
  }
  return plain;
}

uint32_t line_at(const std::string& text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<uint32_t>(std::count(text.begin(), end, '\n'));
}

std::size_t find_word(const std::string& plain, std::string_view word, std::size_t from) {
  for (std::size_t at = plain.find(word, from); at != std::string::npos;
       at = plain.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(plain[at - 1])) && (end == plain.size() || !in_word(plain[end])))
      return at;
  }
  return std::string::npos;
}

std::size_t skip_blanks(const std::string& plain, std::size_t i) {
  while (i < plain.size() && is_blank(plain[i])) ++i;
  return i;
}

std::size_t closing(const std::string& plain, std::size_t open) {
  const char up = plain[open];
  const char down = up == '(' ? ')' : up == '[' ? ']' : up == '{' ? '}' : '>';
  int depth = 0;
  for (std::size_t i = open; i < plain.size(); ++i) {
    if (plain[i] == up) ++depth;
    if (plain[i] == down && --depth == 0) return i;
  }
  return std::string::npos;
}

std::size_t callee_before(const std::string& plain, std::size_t at) {
  constexpr std::size_t longest = 2000;  // characters
  const std::size_t least = at - std::min(at, longest);
  std::size_t head = at;
  while (head > least && is_blank(plain[head - 1])) --head;
  if (head > least && plain[head - 1] == '>') {
    int depth = 0;
    do {
      --head;
      depth += plain[head] == '>' ? 1 : plain[head] == '<' ? -1 : 0;
    } while (head > least && depth > 0);
    while (head > least && is_blank(plain[head - 1])) --head;
  }
  while (head > least && (in_word(plain[head - 1]) || plain[head - 1] == ':')) --head;
  return head;
}

}  // namespace radix::lexer
