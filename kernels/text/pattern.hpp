/// The pattern of a message, as pieces: to be filled (message.cpp), or to be found again in a text
/// that was made of it (retold.cpp).
#pragma once

#include <string_view>
#include <vector>

namespace scope::text {

struct Piece;

/// What stands in a pattern for one form of a plural, or for one value of a select.
struct Branch {
  std::string_view key;  ///< "one", "=3", "yes", "other"
  std::vector<Piece> pieces;
};

struct Piece {
  enum class Kind { text, slot, capital, josa, number, plural, ordinal, select };
  Kind kind = Kind::text;
  std::string_view text;        ///< or the name of the slot; `number`: that of its plural
  std::string_view forms = {};  ///< josa: "을/를"
  std::vector<Branch> branches = {};

  bool counts() const { return kind == Kind::plural || kind == Kind::ordinal; }
};

struct Pattern {
  std::vector<Piece> pieces;
  bool well_formed;
};

/// Reads ICU's MessageFormat: text, {slot}, {slot, plural|selectordinal|select, key {…} …} with #
/// for the number, {slot, capital} and {slot, josa, 을/를}. '' is an apostrophe, '{' a brace; any
/// other apostrophe stands for itself. The pieces are views of the text. Whatever is wrong with a
/// text, its reading comes to an end.
Pattern read_pattern(std::string_view text);

}  // namespace scope::text
