#include "pattern.hpp"

#include <algorithm>

namespace scope::text {
namespace {

class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : text_(text) {}

  Pattern all() {
    Pattern pattern{message({}), false};
    pattern.well_formed = !wrong_ && at_ == text_.size();
    return pattern;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  bool is(char c) const { return !at_end() && text_[at_] == c; }
  bool blank() const { return is(' ') || is('\n'); }
  char after() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : ' '; }
  void step() { at_ = std::min(at_ + 1, text_.size()); }

  /// One message up to its closing brace or the end; counted: the slot that # stands for.
  std::vector<Piece> message(std::string_view counted) {
    std::vector<Piece> pieces;
    if (depth_ > 8) at_ = text_.size(), wrong_ = true;  // somebody's own file
    ++depth_;
    while (!at_end() && !is('}')) {
      if (is('{')) {
        step();
        pieces.push_back(slot());
      } else if (is('#') && !counted.empty()) {
        pieces.push_back({Piece::Kind::number, counted});
        step();
      } else if (is('\'')) {
        quoted(pieces, !counted.empty());
      } else {
        const std::string_view special = counted.empty() ? "{}'" : "{}'#";
        const std::size_t end = std::min(text_.find_first_of(special, at_ + 1), text_.size());
        add_text(pieces, at_, end);
        at_ = end;
      }
    }
    --depth_;
    return pieces;
  }

  /// What stands in a row in the pattern is one piece.
  void add_text(std::vector<Piece>& pieces, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    Piece* last =
        pieces.empty() || pieces.back().kind != Piece::Kind::text ? nullptr : &pieces.back();
    if (last && last->text.data() + last->text.size() == text_.data() + begin)
      last->text = {last->text.data(), last->text.size() + end - begin};
    else
      pieces.push_back({Piece::Kind::text, text_.substr(begin, end - begin)});
  }

  void quoted(std::vector<Piece>& pieces, bool in_plural) {
    if (after() != '{' && after() != '}' && !(after() == '#' && in_plural)) {
      add_text(pieces, at_, at_ + 1);
      step();
      if (is('\'')) step();
      return;
    }
    for (step(); !at_end(); step()) {
      if (is('\'')) {
        if (after() != '\'') break;
        step();
      }
      add_text(pieces, at_, at_ + 1);
    }
    step();
  }

  std::string_view word() {
    while (blank()) step();
    const std::size_t end = std::min(text_.find_first_of(" \n,{}", at_), text_.size());
    const std::string_view found = text_.substr(at_, end - at_);
    for (at_ = end; blank();) step();
    return found;
  }

  /// After the brace that opens it.
  Piece slot() {
    using Kind = Piece::Kind;
    Piece piece{Kind::slot, word()};
    if (is(',')) {
      step();
      const std::string_view kind = word();
      if (kind == "capital")
        piece.kind = Kind::capital;
      else if (kind == "josa")
        piece.kind = Kind::josa;
      else if (kind == "plural")
        piece.kind = Kind::plural;
      else if (kind == "selectordinal")
        piece.kind = Kind::ordinal;
      else if (kind == "select")
        piece.kind = Kind::select;
      else
        wrong_ = true;
      if (piece.kind != Kind::capital) step();  // the comma after it
      if (piece.kind == Kind::josa) piece.forms = word();
      if (piece.counts() || piece.kind == Kind::select) branches(piece);
    }
    if (!is('}')) wrong_ = true;
    step();
    return piece;
  }

  void branches(Piece& piece) {
    bool has_other = false;
    while (!at_end() && !is('}')) {
      const std::string_view key = word();
      if (!is('{')) break;
      step();
      has_other |= key == "other";
      piece.branches.push_back({key, message(piece.counts() ? piece.text : "")});
      step();
      while (blank()) step();
    }
    if (!has_other) wrong_ = true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool wrong_ = false;
};

}  // namespace

Pattern read_pattern(std::string_view text) { return PatternReader(text).all(); }

}  // namespace scope::text
