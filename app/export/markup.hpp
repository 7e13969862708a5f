/// Pieces of SVG and HTML: numbers, attributes and texts that mean nothing but themselves.
#pragma once

#include <string>

namespace scope::markup {

/// At most this many decimals, with a point in every locale: "12.5", "0".
std::string num(float value, int decimals = 2);

/// Text between tags or in an attribute: & < > " are written as entities; control characters but
/// the line's end and the tabulator, which no document may hold, become blanks.
std::string escaped(const std::string& text);

/// ` name="value"`; the value is written as it is.
std::string attr(const char* name, const std::string& value);
std::string attr(const char* name, float value);

}  // namespace scope::markup
