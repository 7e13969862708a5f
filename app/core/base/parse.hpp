/// Reads what a person typed or a panel posted: words, numbers and choices. Anything else
/// is refused in a sentence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value.hpp"

namespace scope {

/// The blank-separated words of it.
std::vector<std::string> words_of(const Value& value);

/// The one word of it; "" when it has another number of words.
std::string one_word(const Value& value);

/// What stands after a word of the text, without the blanks before it.
std::string rest_behind(const std::string& text, const std::string& word);

/// A whole number or a decimal number and nothing else, with a point whatever the language of the
/// machine.
std::optional<uint64_t> plain_whole(std::string_view text);
std::optional<double> plain_decimal(std::string_view text);

/// "2^20" or "1048576"; the power is below 2^63.
std::optional<uint64_t> plain_power(std::string_view text);

/// Reads a whole number in low…high. On failure `refusal` becomes a sentence that starts with
/// `what` and names the range.
std::optional<uint32_t> whole_number(const Value& value, uint32_t low, uint32_t high,
                                     const std::string& what, std::string& refusal);

/// Reads a decimal number in low…high, likewise.
std::optional<float> decimal_number(const Value& value, float low, float high,
                                    const std::string& what, std::string& refusal);

/// "There is no grain called 'frog'; choose pass, stage or inside."
std::string no_such(const std::string& what, const std::string& text,
                    const std::vector<std::string>& choices);
/// The last of these, where this is one, without what could be chosen: "There is no grain
/// called 'frog'."; else "".
std::string without_choices(const std::string& refusal);

/// Reads "on" or "off"; "" turns `now` around.
std::optional<bool> on_or_off(const Value& value, bool now, std::string& refusal);

}  // namespace scope
