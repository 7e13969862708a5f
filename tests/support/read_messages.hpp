/// Reads a text of the language of now: which messages it is made of, and what fills their slots,
/// found by the patterns of the catalogue alone.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/text/message.hpp"
#include "kernels/text/pattern.hpp"

namespace scope {

/// A message's pattern as a regular expression.
class MessageReader {
 public:
  explicit MessageReader(std::string_view pattern) {
    const std::string all = regex_of(text::read_pattern(pattern).pieces, true);
    // A full stop at the end is none of a number
    regex_ = std::regex(pattern.ends_with('.') ? all + "(?=[^0-9]|$)" : all);
  }

  /// What fills the slots where the message stands in the text.
  std::optional<std::map<std::string, std::string>> in(const std::string& text) const {
    std::smatch found;
    if (text.find(longest_) == text.npos || !std::regex_search(text, found, regex_))
      return std::nullopt;
    std::map<std::string, std::string> slots;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (!found[i + 1].matched) continue;
      const auto& [slot, branch] = groups_[i];
      if (branch.empty())
        slots[slot] = from_its_start(found[i + 1]);
      else
        slots.emplace(slot, branch == "one" && counts_[i] ? "1"
                            : branch.starts_with('=')     ? branch.substr(1)
                                                          : branch);
    }
    return slots;
  }

 private:
  /// Without the end of the sentence before, where the slot is the message's first word.
  static std::string from_its_start(std::string shown) {
    const auto is_rest = [](char c) {
      return c == ' ' || (static_cast<unsigned char>(c) >> 6) == 2;
    };
    shown.erase(shown.begin(), std::ranges::find_if_not(shown, is_rest));
    return shown;
  }
  std::string regex_of(const std::vector<text::Piece>& pieces, bool outside_branches) {
    using Kind = text::Piece::Kind;
    constexpr const char* within_a_sentence = "((?:(?!。|[.?] ).)+?)";
    std::string regex, literal;
    for (const text::Piece& piece : pieces) {
      if (piece.kind != Kind::text) literal.clear();
      switch (piece.kind) {
        case Kind::text:
          literal += piece.text;
          if (outside_branches && literal.size() > longest_.size()) longest_ = literal;
          for (char c : piece.text) {
            if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos)
              regex += '\\';
            regex += c;
          }
          break;
        case Kind::slot:
        case Kind::capital: group(piece.text, ""), regex += within_a_sentence; break;
        case Kind::number: group(piece.text, ""), regex += "(\\d+)"; break;
        case Kind::josa: {
          const std::size_t slash = piece.forms.find('/');
          regex.append("(?:").append(piece.forms.substr(0, slash));
          regex.append("|").append(piece.forms.substr(slash + 1)).append(")");
          break;
        }
        case Kind::plural:
        case Kind::ordinal:
        case Kind::select: {
          const char* before = "(?:(";
          for (const text::Branch& branch : piece.branches) {
            group(piece.text, branch.key, piece.counts());
            regex += before + regex_of(branch.pieces, false) + ")";
            before = "|(";
          }
          regex += ")";
        }
      }
    }
    return regex;
  }
  void group(std::string_view slot, std::string_view branch, bool counts = false) {
    groups_.emplace_back(slot, branch);
    counts_.push_back(counts);
  }

  std::string longest_;  ///< text outside branches
  std::vector<std::pair<std::string, std::string>> groups_;
  std::vector<bool> counts_;
  std::regex regex_;
};

/// The whole numbers of a text, in their order.
inline std::vector<int64_t> numbers_of(const std::string& text) {
  static const std::regex digits("[0-9]+");
  std::vector<int64_t> all;
  for (std::sregex_iterator at(text.begin(), text.end(), digits), end; at != end; ++at)
    if (at->length() < 18) all.push_back(std::stoll(at->str()));
  return all;
}

/// A message that a text has, and what fills its slots; false: the text does not have it.
class ReadMessage {
 public:
  using Slots = std::map<std::string, std::string>;
  explicit ReadMessage(std::optional<Slots> slots = std::nullopt) : slots_(std::move(slots)) {}
  explicit operator bool() const { return slots_.has_value(); }
  std::string operator[](const char* slot) const {
    if (!slots_) return "";
    const auto found = slots_->find(slot);
    return found == slots_->end() ? "" : found->second;
  }
  bool is(const char* slot) const { return (*this)[slot] == "yes"; }
  /// -1: there is none.
  int64_t number(const char* slot) const {
    const auto all = numbers_of((*this)[slot]);
    return all.empty() ? -1 : all[0];
  }

 private:
  std::optional<Slots> slots_;
};

inline ReadMessage read_message(const char* name, const std::string& text) {
  static std::map<std::string, MessageReader> readers;  // by their patterns
  const std::string pattern = text::Label(text::MessageName{name}).c_str();
  auto found = readers.find(pattern);
  if (found == readers.end()) found = readers.emplace(pattern, MessageReader(pattern)).first;
  return ReadMessage(found->second.in(text));
}

}  // namespace scope
