/// Turns of speech that a number of one, or of none, makes clumsy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <regex>
#include <string>

#include "app/sorts/families/families.hpp"

namespace scope::checks {

/// What is counted in sentences and cards.
inline constexpr const char* counted_nouns =
    "(key|bit|level|round|list|run|segment|block|thread|zero|one|look|comparison|place|piece|"
    "output|barrier|slot|merge|layer|pass|launch|way|pair|exchange|inversion|step)";

/// "" or the first place of a text that is no good English: "1 keys", "3 key", "0 levels", "the
/// first 1 key", "low 1 bit", two blanks, an empty pair of brackets, a blank before a full stop.
inline std::string clumsy(const std::string& text) {
  static const std::string nouns = counted_nouns;
  // A number behind a noun is a name, not a count: "thread 1 looks", "of block 0 makes"
  static const std::regex name("\\b" + nouns + "s? [0-9]+(, [0-9]+)*( (and|to|of|–) [0-9]+)*",
                               std::regex::icase);
  static const std::regex wrong(
      "  |\\( *\\)| [.,;:?](?![.…])|\\.\\.|"
      "(^|[^0-9.,–−+=·] |^)(1 " +
      nouns + "e?s\\b|0 " + nouns +
      "(e?s)?\\b|"
      "([02-9]|[1-9][0-9]+) " +
      nouns +
      "\\b)|"
      "\\b(first|last|next|all|both|every|their) 1 |low 1 bits?");
  const std::string plain = std::regex_replace(text, name, "N");
  std::smatch found;
  if (!std::regex_search(plain, found, wrong)) return "";
  return "'" + found.str() + "' in '" + text + "'";
}

/// The same of everything that is said at every step of a run: the sentence, the card, the promises
/// and the words of the picture.
inline std::string clumsy_of(const radix::Trace& trace, uint32_t pinned = radix::none) {
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
    const Moment moment{.trace = &trace, .cursor = cursor, .pinned = pinned};
    const Formula card = formula(moment);
    const Invariants kept = invariants_of(moment);
    std::string all = why(moment) + "\n" + card.title + "\n" + card.words + "\n" + kept.order +
                      "\n" + kept.keys + "\n" + kept.equals + "\n" + place_words(moment);
    for (const Text& text : figure_for(moment).draw(moment).texts)
      if (text.text.find_first_not_of(' ') == 0) all += "\n" + text.text;
    std::size_t begin = 0;
    for (std::size_t end = 0; begin <= all.size(); begin = end + 1) {
      end = std::min(all.find('\n', begin), all.size());
      const std::string fault = clumsy(all.substr(begin, end - begin));
      if (!fault.empty()) return "after " + std::to_string(cursor) + " steps: " + fault;
    }
  }
  return "";
}

}  // namespace scope::checks
