/// An English sentence of a file or of another process, said again in the language of now: the
/// message that it is one of is found among the patterns of the catalogue.
#include "retold.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <vector>

#include "pattern.hpp"
#include "text/captions.hpp"

namespace scope::text {
namespace {

/// Whether a sentence is one of a message, and what then fills its slots.
class Match {
 public:
  Match(std::span<const Piece> pieces, std::string_view sentence) : sentence_(sentence) {
    fits_ =
        fit(pieces, 0, [&](std::size_t at) { return at == sentence_.size() && counts_agree(); });
  }

  bool fits() const { return fits_; }
  /// Bytes that are not a slot's.
  std::size_t own_bytes() const {
    std::size_t bytes = sentence_.size();
    for (const Filling& each : fillings_) bytes -= each.branch ? 0 : each.shown.size();
    return bytes;
  }
  /// What is said of the message in the language of now.
  std::string said(const char* message) const {
    std::vector<std::string> shown;
    for (const Filling& each : fillings_) {
      const bool words = !each.branch && each.shown.find(' ') != std::string::npos;
      shown.push_back(words         ? retold(each.shown)
                      : each.plural ? std::to_string(count_of(each))
                                    : each.shown);
    }
    std::vector<Slot> slots;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto same = [&](const Slot& slot) { return slot.name == fillings_[i].name; };
      if (fillings_[i].branch && std::ranges::any_of(fillings_, [&](const Filling& each) {
            return !each.branch && each.name == fillings_[i].name;
          }))
        continue;  // the number itself stands there, too
      if (std::ranges::any_of(slots, same)) continue;
      slots.emplace_back(fillings_[i].name, Words(shown[i]));
      slots.back().count = count_of(fillings_[i]);
    }
    return made(message, slots);
  }

 private:
  struct Filling {
    std::string name, shown;
    bool branch = false;  ///< the name of the branch that was taken
    bool plural = false;
  };
  using Rest = std::function<bool(std::size_t)>;

  static uint64_t count_of(const Filling& filling) {
    const std::string_view digits =
        std::string_view(filling.shown).substr(filling.shown.starts_with('=') ? 1 : 0);
    uint64_t count = filling.shown == "one" ? 1 : filling.plural ? 2 : 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return count;
  }

  /// Every plural branch is the one that its number takes.
  bool counts_agree() const {
    for (const Filling& branch : fillings_) {
      if (!branch.plural) continue;
      for (const Filling& number : fillings_)
        if (!number.branch && number.name == branch.name && branch.shown != "=" + number.shown &&
            branch.shown != plural_category("en", count_of(number)))
          return false;
    }
    return true;
  }

  bool with(Filling filling, const std::function<bool()>& then) {
    for (const Filling& each : fillings_)
      if (each.name == filling.name && each.branch == filling.branch && each.shown != filling.shown)
        return false;
    fillings_.push_back(std::move(filling));
    if (then()) return true;
    fillings_.pop_back();
    return false;
  }

  bool fit(std::span<const Piece> pieces, std::size_t at, const Rest& rest) {
    if (++steps_ > 20000) return false;  // somebody's own file
    if (pieces.empty()) return rest(at);
    const Piece& piece = pieces[0];
    const std::span<const Piece> behind = pieces.subspan(1);
    if (piece.kind == Piece::Kind::text)
      return sentence_.substr(at).starts_with(piece.text) &&
             fit(behind, at + piece.text.size(), rest);
    if (!piece.branches.empty())
      return std::ranges::any_of(piece.branches, [&](const Branch& branch) {
        const bool plural = piece.kind == Piece::Kind::plural;
        return with({std::string(piece.text), std::string(branch.key), true, plural}, [&] {
          return fit(branch.pieces, at, [&](std::size_t end) { return fit(behind, end, rest); });
        });
      });
    for (std::size_t end = at + 1; end <= sentence_.size(); ++end) {
      const char last = sentence_[end - 1];
      if (piece.kind == Piece::Kind::number && (last < '0' || last > '9')) return false;
      if (!behind.empty() && behind[0].kind == Piece::Kind::text) {
        if (piece.kind != Piece::Kind::number) end = sentence_.find(behind[0].text, end);
        if (end == sentence_.npos) return false;
        if (!sentence_.substr(end).starts_with(behind[0].text)) continue;
      }
      if (with({std::string(piece.text), std::string(sentence_.substr(at, end - at))},
               [&] { return fit(behind, end, rest); }))
        return true;
    }
    return false;
  }

  std::string_view sentence_;
  std::vector<Filling> fillings_;
  uint32_t steps_ = 0;
  bool fits_ = false;
};

struct Known {
  const char* name;
  std::vector<Piece> pieces;
};

/// The messages that other processes and files hold.
const std::vector<Known>& known_messages() {
  static const std::vector<Known> known = [] {
    std::vector<Known> list;
    for (const English& each : english()) {
      const std::string_view name = each.name;
      if (name.starts_with("cuda.") || name.starts_with("protocol.") ||
          name.starts_with("refused."))
        list.push_back({each.name, read_pattern(each.pattern).pieces});
    }
    return list;
  }();
  return known;
}

/// Of one message whole; "": of none.
std::string one_retold(std::string_view english_text) {
  if (const std::string_view whole = translated(english_text); whole != english_text)
    return std::string(whole);
  constexpr std::string_view the = "the ";  // an array
  if (english_text.starts_with(the))
    if (const auto name = english_text.substr(the.size()); translated(name) != name)
      return captions::the_array({.array = translated(name)});
  constexpr std::size_t least_bytes = 8;  // fewer may be anybody's
  std::size_t best = least_bytes - 1;
  std::string said;
  for (const Known& each : known_messages()) {
    const std::vector<Piece>& pieces = each.pieces;
    const auto fails = [&](const Piece& piece, bool fits) {
      return piece.kind == Piece::Kind::text && !fits;
    };
    if (fails(pieces.front(), english_text.starts_with(pieces.front().text)) ||
        fails(pieces.back(), english_text.ends_with(pieces.back().text)))
      continue;
    const Match match(pieces, english_text);
    if (!match.fits() || match.own_bytes() <= best) continue;
    best = match.own_bytes();
    said = match.said(each.name);
  }
  return said;
}

std::string all_retold(std::string_view english_text) {
  if (std::string whole = one_retold(english_text); !whole.empty()) return whole;
  for (std::size_t at = 0; (at = english_text.find(". ", at)) != english_text.npos;) {
    const std::string first = one_retold(english_text.substr(0, ++at));
    if (!first.empty()) return paragraph(first, all_retold(english_text.substr(at + 1)));
  }
  return std::string(english_text);
}

}  // namespace

std::string retold(std::string_view english_text) {
  if (language() == "en" || english_text.empty()) return std::string(english_text);
  // Panels ask in every frame
  thread_local std::map<std::string, std::string, std::less<>> told;
  thread_local std::string told_in;
  if (told_in != language() || told.size() > 200) told.clear();
  told_in = language();
  if (const auto found = told.find(english_text); found != told.end()) return found->second;
  std::string said = all_retold(english_text);
  return told[std::string(english_text)] = std::move(said);
}

}  // namespace scope::text
