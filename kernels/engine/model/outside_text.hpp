/// Text from outside: from files, arguments, names of devices. This is the only place that says
/// what such a text may contain, so that none overruns a picture, breaks a line in two or moves a
/// terminal's cursor.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace radix {

/// Characters of a name, of a sentence, and of what explains at length. (One piece of text that is
/// drawn takes 16,383: ImGui counts its corners in 16 bits.)
inline constexpr std::size_t longest_name = 200, longest_sentence = 2000, longest_remark = 8000;

/// Bytes of the character at the front of `text` that can be shown on a line; 0 where there is
/// none: a control character (C0, C1), the end of a line, a mark that turns the direction of
/// writing, or no UTF-8.
std::size_t shown_bytes(std::string_view text);

/// What is wrong with a text that is to stand on one line: "" or what stands after its name in a
/// sentence: "has 17000 characters, but at most 200 fit".
std::string line_error(std::string_view text, std::size_t longest);

/// Where the first byte stands that cannot be shown; npos: there is none. `lines`: ends of lines
/// and tabs can.
std::size_t first_unshown(std::string_view text, bool lines = false);

/// The same text with ? for every byte that cannot be shown; `lines`: ends of lines and tabs stay.
std::string printable(std::string_view text, bool lines = false);

/// The start of such a text, in quotes: at most this many characters, with … where it is cut.
std::string in_quotes(std::string_view text, std::size_t most = 40);

/// The same sentence, without its middle where it is too long to read.
std::string readable(std::string_view sentence, std::size_t most = longest_sentence);

}  // namespace radix
