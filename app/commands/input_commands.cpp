// Commands that change what is sorted. They only write the setup; the next tick records.
#include "app/document/record.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {

static std::string keys(Document& document, Argument argument) {
  if (looks_like_state(argument.text())) return state(document, argument);  // pasted into the box
  return field_named("keys")->set(document, argument);
}

static std::string preset(Document& document, Argument argument) {
  const std::string name = one_word(argument);
  std::string refusal = show_preset(document, name.empty() ? argument.text() : name);
  if (refusal.empty()) document.session_file.clear();  // another document
  return refusal;
}

static std::string random(Document& document, Argument argument) {
  const auto words = words_of(argument);
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : ""; };
  if (words.size() > 3) return text::commands::random_takes;
  Setup& setup = document.lane().setup;
  std::string refusal;
  const auto count =
      whole_number(word(0), 0, radix::max_recorded_keys, "The number of random keys", refusal);
  if (!count) return refusal;
  const auto bits = words.size() > 1
                        ? whole_number(word(1), 1, radix::max_key_bits, "Key bits", refusal)
                        : std::optional(setup.settings.key_bits);
  if (!bits) return refusal;
  const auto seed = words.size() > 2 ? whole_number(word(2), 0, 0xffffffffu, "The seed", refusal)
                                     : std::optional(1u);
  if (!seed) return refusal;
  setup.settings.key_bits = *bits;
  const uint32_t all = *bits + setup.settings.second_bits;
  setup.keys_text = radix::keys_text(random_keys(*count, std::min(all, radix::max_key_bits), *seed),
                                     setup.base, setup.settings);
  setup.values_text.clear();
  return "";
}

/// The keys are written in it; what is no problem yet stays as it was typed.
static std::string base(Document& document, Argument argument) {
  std::string refusal = field_named("base")->set(document, argument);
  Setup& setup = document.lane().setup;
  const auto typed = radix::parse_problem(setup.keys_text, setup.settings);
  if (refusal.empty() && typed)
    setup.keys_text = radix::keys_text(typed->keys(), setup.base, setup.settings);
  return refusal;
}

static std::string pairs_as_values(Document& document, Argument) {
  auto apart = pairs_apart(document.lane().setup);
  if (!apart) return document.note = apart.error.sentence, "";
  document.lane().setup = std::move(*apart);
  return "";
}

/// A person is told the numbers, too.
static std::string sort(Document& document, Argument argument) {
  if (radix::sort_named(one_word(argument))) return field_named("sort")->set(document, argument);
  std::vector<std::string> names;
  for (const radix::SortInfo& each : radix::sorts())
    names.push_back(std::to_string(radix::number_of(each)) + " (" + each.name + ")");
  return no_such("sort", argument.text(), names);
}

}  // namespace actions

Rows input_commands() {
  constexpr Touches input = Touches::input;
  Rows rows = {
      field_row("keys", actions::keys, input),
      field_row("preset", actions::preset, input),
      {"random", "", "COUNT [BITS [SEED]]", "Sort random keys", "shuffle any example",
       actions::random, input},
      field_row("base", actions::base, input),
      field_row("values", input),
      {"pairs_as_values", "", "", "Use the second numbers of pairs such as 30:150 as values",
       "key value payload records carry", actions::pairs_as_values, input},
  };
  for (const radix::SettingInfo& setting : radix::settings())
    rows.push_back(field_row(setting.name, input));
  rows.push_back(field_row("sort", actions::sort, input));
  for (const char* name : {"engine", "thread_order", "block_order", "seed"})
    rows.push_back(field_row(name, input));
  rows.push_back(
      {"open", "Ctrl+O", "[FILE]",
       "Open a session, keys, a lesson, a recorded run or times; without a name: choose one",
       "load file import", actions::open, input});
  return rows;
}

}  // namespace scope
