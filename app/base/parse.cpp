#include <charconv>
#include <locale>
#include <sstream>

#include "trimmed.hpp"
#include "app/commands/command_actions.hpp"

namespace scope {
namespace {

std::string shortest(float value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << value;
  return out.str();
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  return text.size() <= most ? "'" + std::string(text) + "'"
                             : "'" + std::string(text.substr(0, most)) + "…'";
}

std::string out_of_range(const std::string& what, const std::string& low, const std::string& high,
                         std::string_view text) {
  return what + " must be " + low + " … " + high +
         (text.empty() ? std::string(", but nothing was given.") : ", not " + in_quotes(text) + ".");
}

}  // namespace

std::vector<std::string> words_of(std::string_view argument) {
  std::istringstream in{std::string(argument)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(std::move(word));
  return words;
}

std::optional<uint32_t> whole_number(std::string_view argument, uint32_t low, uint32_t high,
                                     const std::string& what, std::string& refusal) {
  const std::string_view text = trimmed(argument);
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (whole && value >= low && value <= high) return value;
  refusal = out_of_range(what, std::to_string(low), std::to_string(high), text);
  return std::nullopt;
}

std::optional<float> decimal_number(std::string_view argument, float low, float high,
                                    const std::string& what, std::string& refusal) {
  const std::string_view text = trimmed(argument);
  std::istringstream in{std::string(text)};
  in.imbue(std::locale::classic());
  float value = 0;
  in >> value;
  const bool whole = !in.fail() && in.peek() == std::istringstream::traits_type::eof();
  if (whole && value >= low && value <= high) return value;
  refusal = out_of_range(what, shortest(low), shortest(high), text);
  return std::nullopt;
}

std::string no_such(const std::string& what, const std::string& text,
                    const std::vector<std::string>& choices) {
  std::string sentence =
      text.empty() ? "The " + what + " is missing" : in_quotes(text) + " is no " + what;
  if (choices.empty()) return sentence + ".";
  sentence += "; choose ";
  for (std::size_t i = 0; i < choices.size(); ++i)
    sentence += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i];
  return sentence + ".";
}

std::optional<bool> on_or_off(const std::string& text, bool now, std::string& refusal) {
  const std::string_view word = trimmed(text);
  if (word.empty()) return !now;
  if (word == "on" || word == "off") return word == "on";
  refusal = no_such("choice", std::string(word), {"on", "off"});
  return std::nullopt;
}

std::optional<uint32_t> key_index(const App& app, const std::string& text, std::string& refusal) {
  if (trimmed(text) == "none") return nobody;
  const uint32_t size = app.lane().trace->problem.size();
  if (size > 0) return whole_number(text, 0, size - 1, "The index of a key", refusal);
  refusal = "There is no key to point at.";
  return std::nullopt;
}

}  // namespace scope
