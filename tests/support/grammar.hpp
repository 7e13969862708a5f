/// Numbers that do not go with what they count, found by the messages and their slots, and signs
/// that sentences put together wrongly leave: in every language.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>
#include <string>
#include <utility>

#include "app/sorts/families/families.hpp"
#include "tests/support/said.hpp"

namespace scope::checks {

/// How the English of a message counts with a slot that is no plural: "{keys} keys", "{key} key".
enum class Counts { nothing, one, many };

inline Counts counts_with(const std::string& message, const std::string& slot) {
  static std::map<std::pair<std::string, std::string>, Counts> known;
  const auto [at, fresh] = known.try_emplace({message, slot}, Counts::nothing);
  const auto found = std::ranges::lower_bound(text::english(), message, {},
                                              [](const text::English& e) { return e.name; });
  if (!fresh || found == text::english().end() || found->name != message) return at->second;
  const std::string nouns =
      "(key|bit|level|round|list|run|segment|block|thread|zero|one|look|comparison|place|piece|"
      "output|barrier|slot|merge|layer|pass|launch|way|pair|exchange|inversion|step)";
  // Behind a noun it is a name: "thread {thread} looks"
  const std::regex counted("(" + nouns + "s? )?\\{" + slot + "\\} " + nouns + "(e?s)?\\b",
                           std::regex::icase);
  const std::string pattern = found->pattern;
  if (pattern.find("{" + slot + ", plural") != pattern.npos) return at->second;  // it has a branch
  std::smatch said;
  if (std::regex_search(pattern, said, counted) && said[1].length() == 0)
    at->second = said[4].length() > 0 ? Counts::many : Counts::one;
  return at->second;
}

/// "" or the first of these that does not agree: 1 in "{keys} keys", another number in "{key} key".
inline std::string disagreement(const Sentences& said) {
  for (const text::FilledMessage& each : said)
    for (const auto& [slot, value] : each.slots) {
      if (value.empty() || value.find_first_not_of("0123456789") != value.npos) continue;
      const Counts counts = counts_with(each.name, slot);
      if ((counts == Counts::many && value == "1") || (counts == Counts::one && value != "1"))
        return each.name + ": " + value + " in {" + slot + "}";
    }
  return "";
}

/// "" or two blanks, an empty pair of brackets, a blank before a full stop.
inline std::string odd_signs(const std::string& text) {
  static const std::regex wrong("  |\\( *\\)| [.,;:?](?![.…])|\\.\\.");
  std::smatch found;
  if (!std::regex_search(text, found, wrong)) return "";
  return "'" + found.str() + "' in '" + text + "'";
}

/// The same of everything that is said at a step: the sentence, the card, the promises and the
/// words of the picture.
inline std::string clumsy_at(const Moment& moment) {
  std::string all;
  const Sentences said = said_by([&] {
    const Formula card = formula(moment);
    const Invariants kept = invariants_of(moment);
    for (const std::string& each : {why(moment), card.title, card.words, kept.order, kept.keys,
                                    kept.equals, place_words(moment)})
      all += each + "\n";
    for (const Text& text : figure_for(moment).draw(moment).texts)
      if (text.text.find_first_not_of(' ') == 0) all += text.text + "\n";
  });
  const std::string fault = disagreement(said);
  return fault.empty() ? odd_signs(all) : fault;
}

/// The same of every step of a run.
inline std::string clumsy_of(const radix::Trace& trace, uint32_t pinned = radix::none) {
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
    const std::string fault = clumsy_at({.trace = &trace, .cursor = cursor, .pinned = pinned});
    if (!fault.empty()) return "after " + std::to_string(cursor) + " steps: " + fault;
  }
  return "";
}

}  // namespace scope::checks
