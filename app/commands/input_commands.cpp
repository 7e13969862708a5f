// Verbs that change what is sorted. They only write the wish; the next tick records.
#include <algorithm>

#include "app/base/text.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "command_actions.hpp"

namespace scope::actions {
namespace {

constexpr const char* base_names[] = {"decimal", "hex", "binary"};

std::vector<std::string> rung_names() {
  std::vector<std::string> names;
  for (const radix::RungInfo& rung : radix::rungs())
    names.push_back(std::to_string(radix::number_of(rung)) + " (" + rung.name + ")");
  return names;
}

/// "Radix bits: kept for digits and coarse; this rung does not use it."
std::string kept_for_later(const radix::SettingInfo& setting) {
  std::string who;
  for (const radix::RungInfo& rung : radix::rungs())
    if (rung.uses(setting)) who += std::string(who.empty() ? "" : " and ") + rung.name;
  return capital(setting.label) + ": kept for " + who + "; this rung does not use it.";
}

/// The one word of an argument, or "" when it has another number of words.
std::string one_word(const std::string& argument) {
  const auto words = words_of(argument);
  return words.size() == 1 ? words[0] : "";
}

}  // namespace

std::string keys(App& app, Argument argument) {
  if (looks_like_state(argument)) return state(app, argument);   // pasted into the box for keys
  app.lane().wish.keys_text = argument;
  return "";
}

std::string preset(App& app, Argument argument) {
  const auto words = words_of(argument);
  std::string refusal = show_preset(app, words.size() == 1 ? words[0] : argument);
  if (refusal.empty()) app.session_file.clear();   // another document
  return refusal;
}

std::string random(App& app, Argument argument) {
  const auto words = words_of(argument);
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : ""; };
  if (words.size() > 3) return "Random keys take a count, key bits and a seed, nothing more.";
  Wish& wish = app.lane().wish;
  std::string refusal;
  const auto count =
      whole_number(word(0), 0, radix::max_recorded_keys, "The number of random keys", refusal);
  if (!count) return refusal;
  const auto bits = words.size() > 1
                        ? whole_number(word(1), 1, radix::max_key_bits, "Key bits", refusal)
                        : std::optional(wish.settings.key_bits);
  if (!bits) return refusal;
  const auto seed = words.size() > 2 ? whole_number(word(2), 0, 0xffffffffu, "The seed", refusal)
                                     : std::optional(1u);
  if (!seed) return refusal;
  wish.settings.key_bits = *bits;
  const uint32_t all = *bits + wish.settings.second_bits;
  wish.keys_text = radix::keys_text(random_keys(*count, std::min(all, radix::max_key_bits), *seed), wish.base,
                                    wish.settings);
  wish.values_text.clear();
  return "";
}

std::string base(App& app, Argument argument) {
  const auto it = std::ranges::find(base_names, one_word(argument));
  if (it == std::end(base_names))
    return no_such("way to write keys", argument, {std::begin(base_names), std::end(base_names)});
  Wish& wish = app.lane().wish;
  wish.base = static_cast<radix::Base>(it - base_names);
  // What is no problem yet stays as it was typed
  const auto typed = radix::parse_problem(wish.keys_text, wish.settings);
  if (typed) wish.keys_text = radix::keys_text(typed->keys(), wish.base, wish.settings);
  return "";
}

std::string values(App& app, Argument argument) {
  app.lane().wish.values_text = argument;
  return "";
}

std::string set(App& app, const radix::SettingInfo& setting, Argument argument) {
  Wish& wish = app.lane().wish;
  std::string refusal;
  if (setting.is_number()) {
    const auto value = whole_number(argument, setting.low, setting.high, capital(setting.label), refusal);
    if (!value) return refusal;
    setting.set(wish.settings, *value);
  } else {
    const auto value = radix::value_from(setting, one_word(argument));
    std::vector<std::string> names;
    for (const radix::Choice& each : setting.choices) names.push_back(each.name);
    if (!value) return no_such(setting.label, argument, names);
    setting.set(wish.settings, *value);
  }
  const radix::RungInfo* rung = radix::rung_named(wish.rung);
  if (rung && !rung->uses(setting)) app.note = kept_for_later(setting);
  return "";
}

std::string rung(App& app, Argument argument) {
  const radix::RungInfo* rung = radix::rung_named(one_word(argument));
  if (!rung) return no_such("rung", argument, rung_names());
  app.lane().wish.rung = rung->name;
  return "";
}

std::string engine(App& app, Argument argument) {
  const auto choice = radix::engine_named(one_word(argument));
  if (!choice) return no_such("engine", argument, {"auto", "cpu", "cuda"});
  if (*choice == radix::EngineChoice::cuda)
    for (const radix::EngineInfo& engine : radix::engines())
      if (engine.id == radix::EngineId::cuda && !engine.available) return engine.reason;
  app.lane().wish.engine = *choice;
  return "";
}

}  // namespace scope::actions
