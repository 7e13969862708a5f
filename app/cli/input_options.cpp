#include "input_options.hpp"

#include <algorithm>
#include <iostream>

#include "app/base/text.hpp"
#include "app/base/text_file.hpp"
#include "app/document/record.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

radix::Error error(std::string sentence) { return {.sentence = std::move(sentence)}; }

/// A setting's value as typed, into `settings`.
std::string read_setting(const radix::SettingInfo& setting, const std::string& text,
                         radix::Settings& settings) {
  const auto value = radix::value_from(setting, text);
  if (value) setting.set(settings, *value);
  if (value) return "";
  if (setting.is_number()) {
    std::string refusal;
    whole_number(text, setting.low, setting.high, capital(setting.label), refusal);
    return refusal;
  }
  std::vector<std::string> names;
  for (const radix::Choice& each : setting.choices) names.push_back(each.name);
  return no_such(setting.label, text, names);
}

/// Every setting that was typed; `bits_given` when key bits are among them.
std::string read_settings(const InputTyped& typed, const radix::RungInfo& rung,
                          radix::Settings& settings, bool& bits_given) {
  radix::Settings unused;
  for (const auto& [setting, text] : typed.settings) {
    if (!text) continue;
    std::string refusal = read_setting(*setting, *text, settings);
    if (!refusal.empty()) return refusal;
    if (!rung.uses(*setting)) setting->set(unused, setting->get(settings));
    bits_given = bits_given || std::string_view(setting->name) == "bits";
  }
  return unused_setting(rung, unused);
}

/// The preset's keys and settings, and its engine where it names one.
std::string take_preset(const std::string& name, Setup& setup) {
  if (std::string refusal = choose_preset(name, setup); !refusal.empty()) return refusal;
  StateFields more;
  put_under(*preset_named(name), more);
  Document chosen;
  chosen.lane().setup = setup;
  for (const Field& field : fields()) {
    const auto found = std::ranges::find(more.lanes[0], field.name, &NamedText::name);
    if (!field.of_lane || found == more.lanes[0].end()) continue;
    if (std::string refusal = field.set(chosen, found->value); !refusal.empty()) return refusal;
  }
  setup = chosen.lane().setup;
  return "";
}

/// The keys of the preset, of standard input or of the option.
std::string read_keys(const InputTyped& typed, Setup& setup) {
  setup.keys_text = typed.keys.value_or("");
  if (typed.preset) return take_preset(*typed.preset, setup);
  if (setup.keys_text != "-") return "";
  auto text = read_text(std::cin, "Standard input");
  if (text) setup.keys_text = std::move(*text);
  return text ? "" : text.error.sentence;
}

}  // namespace

void add_input(Command& command, InputTyped& typed, std::vector<Option> others) {
  OptionGroup input{.name = "input",
                    .about = "What to sort",
                    .least = 1,
                    .options = {{.name = "--keys",
                                 .into = &typed.keys,
                                 .about = "Keys (12, 0xC, 0b1100); - reads standard input",
                                 .type = "KEYS"},
                                {.name = "--preset",
                                 .into = &typed.preset,
                                 .about = "Keys that came with the program",
                                 .type = "NAME"}}};
  input.options.insert(input.options.end(), others.begin(), others.end());
  command.groups.push_back(std::move(input));
  std::vector<Option>& list = command.options;
  list.push_back({.name = "--rung",
                  .into = &typed.rung,
                  .about = "Number or short name; else the first",
                  .type = "RUNG"});
  list.push_back({.name = "--values",
                  .into = &typed.values,
                  .about = "One whole number for every key",
                  .type = "VALUES"});
  for (const radix::SettingInfo& setting : radix::settings())
    list.push_back({.name = setting.option(),
                    .into = &typed.settings[&setting],
                    .about = setting.about,
                    .type = setting.range()});
  list.push_back(
      {.name = "--engine", .into = &typed.engine, .about = "auto, cpu or cuda", .type = "ENGINE"});
}

radix::Result<Setup> setup_of(const InputTyped& typed) {
  const std::string name = typed.rung.value_or(radix::first_rung);
  const radix::RungInfo* rung = radix::rung_named(name);
  if (!rung) {
    std::vector<std::string> names;
    for (const radix::RungInfo& each : radix::rungs()) names.push_back(each.name);
    return error(no_such("rung", name, names));
  }
  const auto engine = radix::engine_named(typed.engine.value_or("auto"));
  if (!engine) return error(no_such("engine", *typed.engine, {"auto", "cpu", "cuda"}));
  Setup setup;
  setup.rung = rung->name;
  if (std::string refusal = read_keys(typed, setup); !refusal.empty())
    return error(std::move(refusal));
  if (typed.rung) setup.rung = rung->name;  // what is typed comes before what a preset wants
  rung = radix::rung_named(setup.rung);
  if (typed.engine) setup.engine = *engine;
  if (typed.values) setup.values_text = *typed.values;
  bool bits_given = typed.preset.has_value();
  std::string refusal = read_settings(typed, *rung, setup.settings, bits_given);
  if (!refusal.empty()) return error(std::move(refusal));
  if (bits_given) return setup;
  const auto fitting = radix::fitting(setup.keys_text, setup.settings);
  if (!fitting) return fitting.error;
  setup.settings = *fitting;
  return setup;
}

int put(const std::string& out, const std::string& bytes) {
  if (out.empty() || out == "-") return print(bytes);
  Document writer;  // as the verbs write files
  const std::string failure = write_text(writer, out, bytes);
  return failure.empty() ? exit_ok : refuse(failure);
}

std::string first_of(std::initializer_list<std::string> refusals) {
  for (const std::string& refusal : refusals)
    if (!refusal.empty()) return refusal;
  return "";
}

}  // namespace scope
