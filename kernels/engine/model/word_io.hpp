/// Plain data as 32-bit words for a pipe between two processes, and back. One function names
/// the fields of a struct (`cross_all`), and is called with a writer or a reader: one list for both
/// directions.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace radix {

/// The whole words of these bytes.
inline std::vector<uint32_t> words_of(const std::string& bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  return words;
}

/// Appends to words.
struct WordWriter {
  std::vector<uint32_t> words;
  void number(uint32_t value) { words.push_back(value); }
  void numbers(const std::vector<uint32_t>& values) {
    number(static_cast<uint32_t>(values.size()));
    words.insert(words.end(), values.begin(), values.end());
  }
  void text(const std::string& value) {
    number(static_cast<uint32_t>(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i % 4 == 0) words.push_back(0);
      words.back() |= static_cast<uint32_t>(static_cast<unsigned char>(value[i])) << i % 4 * 8;
    }
  }
};

/// Takes from words. Reading past their end makes it broken, and it gives zeros from then on.
struct WordReader {
  const std::vector<uint32_t>& words;
  std::size_t at = 0;
  bool broken = false;

  uint32_t take() {
    if (at >= words.size()) broken = true;
    return broken ? 0 : words[at++];
  }
  uint32_t length(std::size_t each_word_holds = 1) {
    const uint32_t count = take();
    if (count / each_word_holds > words.size() - at) broken = true;
    return broken ? 0 : count;
  }
  template <class Number>
  void number(Number& value) {
    value = static_cast<Number>(take());
  }
  void numbers(std::vector<uint32_t>& values) {
    const uint32_t count = length();
    const auto from = words.begin() + static_cast<std::ptrdiff_t>(at);
    values.assign(from, from + count);
    at += count;
  }
  void text(std::string& value) {
    const uint32_t count = length(4);
    value.clear();
    for (uint32_t i = 0, word = 0; i < count && !broken; ++i) {
      if (i % 4 == 0) word = take();
      value.push_back(static_cast<char>(word >> i % 4 * 8));
    }
  }
};

template <class Io, class Number>
void cross(Io& io, Number& value) {
  if constexpr (std::is_same_v<Io, WordWriter>)
    io.number(static_cast<uint32_t>(value));
  else
    io.number(value);
}
template <class Io>
void cross(Io& io, std::string& value) {
  io.text(value);
}
template <class Io>
void cross(Io& io, std::vector<uint32_t>& values) {
  io.numbers(values);
}
template <class Io, class... Field>
void cross_all(Io& io, Field&... field) {
  (cross(io, field), ...);
}
template <class Each, class Fields>
void cross_list(WordWriter& io, std::vector<Each>& list, Fields fields) {
  io.number(static_cast<uint32_t>(list.size()));
  for (Each& each : list) fields(each);
}
/// A list grows with the words that there are for it; the count that comes first is not trusted.
template <class Each, class Fields>
void cross_list(WordReader& io, std::vector<Each>& list, Fields fields) {
  const uint32_t count = io.length();
  for (uint32_t i = 0; i < count && !io.broken; ++i) fields(list.emplace_back());
}

}  // namespace radix
