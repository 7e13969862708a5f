// The state on one line.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "kernels/engine/model/old_names.hpp"
#include "session_file.hpp"
#include "state.hpp"
#include "state_fields.hpp"
#include "state_line.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

constexpr std::string_view lane_mark = "lane";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
bool is_plain(char c) {
  return is_letter(c) || std::string_view("._,:-").find(c) != std::string_view::npos;
}

/// Values that are lists of keys, written with commas between them.
bool is_key_list(std::string_view name) { return name == "keys" || name == "values"; }

/// "12, 3 6" becomes "12,3,6".
std::string with_commas(std::string_view list) {
  constexpr std::string_view between = " \t\r\n,;";
  std::string text;
  for (std::size_t at = list.find_first_not_of(between); at < list.size();) {
    const std::size_t end = std::min(list.find_first_of(between, at), list.size());
    text += (text.empty() ? "" : ",") + std::string(list.substr(at, end - at));
    at = list.find_first_not_of(between, end);
  }
  return text;
}

/// The last character is one that no chat takes for the end of a sentence.
std::string encoded(std::string_view value) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    const bool last = i + 1 == value.size();
    if (is_letter(c) || (is_plain(c) && !last))
      text += c;
    else if (c == ' ' && !last)
      text += '+';
    else
      text += {'%', digits[static_cast<unsigned char>(c) >> 4], digits[c & 15]};
  }
  return text;
}

void write(std::string& text, const std::vector<NamedText>& fields) {
  for (const auto& [name, value] : fields)
    text += "/" + name + "=" + encoded(is_key_list(name) ? with_commas(value) : value);
}

// -------------------------------------------------------------------------------------- reading

/// The text without blanks and line ends, and where each character stood.
struct Squeezed {
  std::string text;
  std::vector<std::size_t> places;  ///< one more than characters
  std::size_t doubtful = 0;         ///< a blank that may have parted two keys; 0: none
};

/// True for the part of a text that began with "keys=" or "values=".
bool in_key_list(std::string_view text) {
  const std::string_view field = text.substr(text.rfind('/') + 1);
  const std::size_t equals = field.find('=');
  return equals != field.npos && is_key_list(field.substr(0, equals));
}

/// A mail program may have broken the line anywhere: blanks and line ends go. A blank alone between
/// two digits of a list may stand for a comma that was forgotten, and is not taken for nothing.
Squeezed squeezed(std::string_view text) {
  Squeezed all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (blank_signs.find(text[i]) == blank_signs.npos) {
      all.places.push_back(i);
      all.text += text[i];
      continue;
    }
    const std::size_t begin = i,
                      end = std::min(text.find_first_not_of(blank_signs, i), text.size());
    const bool broken = text.substr(begin, end - begin).find_first_of("\r\n") != text.npos;
    const bool inside =
        begin > 0 && end < text.size() && is_letter(text[begin - 1]) && is_letter(text[end]);
    if (inside && !broken && all.doubtful == 0 && in_key_list(all.text)) all.doubtful = begin + 1;
    i = end - 1;
  }
  all.places.push_back(text.size());
  return all;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return std::nullopt;
}

/// A value, or the place of what is wrong in it.
struct Decoded {
  std::string value;
  std::size_t wrong = std::string::npos;
};

Decoded decoded(std::string_view text, bool list) {
  Decoded out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const auto high = i + 1 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
      const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
      if (!high || !low) return {"", i};
      c = static_cast<char>(*high * 16 + *low);
      if (c < ' ' || c > '~') return {"", i};
      i += 2;
    } else if (c == '+' || (list && c == ',')) {
      c = ' ';
    } else if (!is_plain(c) && c != '~' && c != '=') {
      return {"", i};
    }
    out.value += c;
  }
  return out;
}

radix::Error wrong_at(std::size_t place, const std::string& what) {
  return {.sentence = text::state::at_character({.place = place + 1, .what = what}),
          .begin = place,
          .end = place + 1};
}

/// "" and the fields after the prefix, or what is wrong.
radix::Error read_fields(const Squeezed& all, std::size_t at, StateFields& fields) {
  bool lane_follows = false;
  while (at < all.text.size()) {
    const std::size_t begin = at + 1, end = std::min(all.text.find('/', begin), all.text.size());
    const std::string_view field = std::string_view(all.text).substr(begin, end - begin);
    const std::size_t equals = field.find('=');
    at = end;
    if (field.empty() && end == all.text.size()) break;  // a last / is no field
    if (field == lane_mark) {
      fields.lanes.emplace_back();
      lane_follows = true;
      continue;
    }
    if (equals == field.npos || equals == 0)
      return wrong_at(all.places[begin], text::state::not_a_field({.text = quotable(field)}));
    const std::string name(radix::current_name(field.substr(0, equals)));
    const Decoded value = decoded(field.substr(equals + 1), is_key_list(name));
    if (value.wrong != std::string::npos)
      return wrong_at(all.places[begin + equals + 1 + value.wrong],
                      text::state::bad_character({.field = quotable(name)}));
    const bool of_lane = lane_follows || belongs_to_lane(name);
    (of_lane ? fields.lanes.back() : fields.document).push_back({name, value.value});
  }
  return {};
}

}  // namespace

std::string to_state_string(const StateFields& fields) {
  std::string text(state_prefix);
  write(text, fields.lanes.front());
  write(text, fields.document);
  for (std::size_t i = 1; i < fields.lanes.size(); ++i) {
    text += "/" + std::string(lane_mark);
    write(text, fields.lanes[i]);
  }
  return text;
}

radix::Result<StateFields> read_state_string(std::string_view text) {
  const Squeezed all = squeezed(text);
  const std::size_t colon = state_prefix.find(':') + 1;
  const std::size_t end = std::min(all.text.find('/'), all.text.size());
  const std::string version = all.text.substr(std::min(colon, end), end - std::min(colon, end));
  if (!all.text.starts_with(state_prefix.substr(0, colon)))
    return wrong_at(all.places[0], text::state::starts_with({.prefix = state_prefix}));
  if (version != state_prefix.substr(colon)) {
    const bool newer = !version.empty() &&
                       std::ranges::all_of(version, [](char c) { return c >= '0' && c <= '9'; });
    if (!newer)
      return wrong_at(all.places[colon],
                      text::state::starts_with({.prefix = std::string(state_prefix) + "/"}));
    return radix::Error{.sentence = text::state::newer_state({.version = quotable(version)})};
  }
  if (all.doubtful > 0) return wrong_at(all.doubtful - 1, text::state::blank_inside);
  StateFields fields;
  radix::Error wrong = read_fields(all, end, fields);
  if (!wrong.sentence.empty()) return wrong;
  return fields;
}

radix::Result<StateFields> read_state(std::string_view text) {
  if (text.size() > longest_state)
    return radix::Error{
        .sentence = text::state::state_too_long({.bytes = text.size(), .most = longest_state})};
  const std::size_t first = text.find_first_not_of(blank_signs);
  return first != text.npos && text[first] == '{' ? read_session_text(text)
                                                  : read_state_string(text);
}

}  // namespace scope
