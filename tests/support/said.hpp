/// What was said, by the names of its messages and their slots: the same in every language.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/languages.hpp"
#include "kernels/text/message.hpp"

namespace scope {

using Sentences = std::vector<text::FilledMessage>;

/// All messages with slots that are made while this is done.
template <class Does>
Sentences said_by(const Does& does) {
  Sentences said;
  text::listen(&said);
  does();
  text::listen(nullptr);
  return said;
}

/// The first of this name, or null.
inline const text::FilledMessage* said_of(const Sentences& said, std::string_view name) {
  const auto at = std::ranges::find(said, name, &text::FilledMessage::name);
  return at == said.end() ? nullptr : &*at;
}

inline uint32_t number_at(const text::FilledMessage& said, std::string_view slot) {
  return static_cast<uint32_t>(std::stoul(said.at(slot)));
}

/// With another value in a slot of every message of this name: a false sentence, for tests of
/// tests.
inline Sentences with_slot(Sentences said, std::string_view name, std::string_view slot,
                           const std::string& value) {
  for (text::FilledMessage& each : said)
    for (auto& [key, shown] : each.slots)
      if (each.name == name && key == slot) shown = value;
  return said;
}

/// Does it in every language that there is, then in English again.
template <class Does>
void in_every_language(const Does& does) {
  for (const LanguageInfo& each : languages_there_are()) {
    if (use_language(each.code).empty()) does(each.code);
  }
  text::choose_language("en");
}

}  // namespace scope
