/// What is said to a reader: the messages of assets/words/radixscope.pot and their translations. A
/// message is written whole there, in ICU's MessageFormat; assets/words/words.py makes a typed
/// function or a label of it (build folder, text/<module>.hpp), so that a slot that is missing or
/// unknown does not compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scope {

/// A part of a sentence: text, or a number in its digits. Text must live as long as the part.
class TextPart {
 public:
  TextPart(std::string_view text) : text_(text.data()), length_(text.size()) {}
  TextPart(const std::string& text) : TextPart(std::string_view(text)) {}
  TextPart(const char* text) : TextPart(std::string_view(text)) {}
  TextPart(char c) : digits_{c}, length_(1) {}
  template <std::unsigned_integral Number>
  TextPart(Number value) : TextPart(static_cast<uint64_t>(value), false) {}
  template <std::signed_integral Number>
  TextPart(Number value)
      : TextPart(value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value),
                 value < 0) {}
  TextPart(double value);          ///< six digits at most: "0.125", "1e+09"
  TextPart(signed char) = delete;  // a letter or a number?
  TextPart(unsigned char) = delete;

  std::string_view view() const { return {text_ ? text_ : digits_, length_}; }

 private:
  TextPart(uint64_t magnitude, bool negative);

  const char* text_ = nullptr;  ///< null: its digits
  char digits_[24] = {};
  std::size_t length_ = 0;
};

/// What fills a slot of a sentence: text, or a number in its digits.
using Words = TextPart;

/// What fills a slot that chooses a plural form: a count, 0 or more.
class Number {
 public:
  template <std::integral Integer>
  Number(Integer value) : value_(static_cast<uint64_t>(value)) {}
  Number(bool) = delete;  // yes or no is `bool` in a select
  uint64_t value() const { return value_; }

 private:
  uint64_t value_;
};

namespace text {

/// A slot by its name: what it shows, and the count it chooses a form by.
struct Slot {
  Slot(std::string_view name_of, Words words) : name(name_of), shown(words) {}
  Slot(std::string_view name_of, Number number)
      : name(name_of), shown(number.value()), count(number.value()) {}
  Slot(std::string_view name_of, bool yes) : name(name_of), shown(yes ? "yes" : "no") {}

  std::string_view name;
  Words shown;
  uint64_t count = 0;
};

/// The name of a message, as in the catalogue: "all.slots".
struct MessageName {
  const char* name;
};

/// A text without slots, in the language of the moment it is read, for as long as the program runs:
/// a message by its name, or a whole English text of a table, which is looked up by itself.
class Label {
 public:
  constexpr explicit Label(MessageName message) : text_(message.name), named_(true) {}
  constexpr Label(const char* english) : text_(english) {}
  const char* c_str() const;
  operator std::string() const { return c_str(); }
  operator std::string_view() const { return c_str(); }
  operator TextPart() const { return c_str(); }
  friend bool operator==(const Label& a, std::string_view b) { return a.c_str() == b; }

 private:
  const char* text_;
  bool named_ = false;
};

/// The message of this name in the language of now, its slots filled.
std::string made(const char* message, std::initializer_list<Slot> slots);

/// A message of one number, as an entry of a table: of_number<text::MODULE::message>.
template <class Slots>
std::string with_number(std::string (*message)(const Slots&), uint32_t number) {
  return message({.number = number});
}
template <auto message>
std::string of_number(uint32_t number) {
  return with_number(message, number);
}

/// Sentences one after the other, as the language puts them; empty ones are left out.
std::string paragraph(std::string_view first, std::string_view second);
template <class... More>
std::string paragraph(std::string_view first, std::string_view second, const More&... more) {
  return paragraph(paragraph(first, second), more...);
}

/// "9", "9 and 6", "9, 6 and 11".
std::string list(const std::vector<std::string>& parts);
std::string list(const std::vector<uint32_t>& values);
/// "9", "9 or 6", "9, 6 or 11".
std::string list_or(const std::vector<std::string>& parts);
std::string list_or(const std::vector<uint32_t>& values);

/// A text that stands whole in a file or a table (lessons, presets, kernels, arrays): its
/// translation, or itself. The result lives as long as the program, or as `english`.
std::string_view translated(std::string_view english);

/// A pattern filled by a language's rules; for tests, and for `made`.
std::string filled(std::string_view pattern, std::string_view language,
                   std::initializer_list<Slot> slots);

/// What a file quotes: the text of the label of this name, in the language of now; or the name
/// itself where there is none.
std::string label_named(std::string_view name);

/// A message with its slots filled, for tests of what is said in every language.
struct FilledMessage {
  std::string name;                                        ///< "all.slots"
  std::vector<std::pair<std::string, std::string>> slots;  ///< as they are shown
  /// "" where it has no such slot.
  std::string at(std::string_view slot) const;
};
/// From now on this thread's messages with slots are appended there; null: no longer.
void listen(std::vector<FilledMessage>* to);

/// CLDR's category of a whole number in a language: "one", "few", "many", "other".
std::string_view plural_category(std::string_view language, uint64_t count);
std::string_view ordinal_category(std::string_view language, uint64_t count);

/// Of the generated table: every message's name and English pattern, by the order of the names.
struct English {
  const char* name;     ///< "all.slots"
  const char* pattern;  ///< and as it is looked up in a .po file
};
std::span<const English> english();

/// What was found in a translation.
struct Added {
  std::size_t translated = 0;
  std::size_t broken = 0;    ///< messages that cannot be read or lack a slot: they stay English
  std::string first_broken;  ///< the name of the first of them
};
/// Takes a translation (the text of a .po file), whatever is in it. Messages that it lacks, that
/// are fuzzy or broken or whose English has changed stay English.
Added add_language(std::string_view code, std::string_view po);
/// The next texts are in this language; false where it was never added. "en" always is.
bool choose_language(std::string_view code);
/// "en", "zh-Hans", "ko", as in HTML's lang.
std::string_view language();
/// All texts of it that are not English, one after the other: their signs are to be drawn.
std::string all_texts();

/// "zh-Hans" of "zh_CN.UTF-8", "ko" of "ko_KR"; "" of "C".
std::string language_of_locale(std::string_view locale);

}  // namespace text
}  // namespace scope
