#include "input_options.hpp"

#include <algorithm>
#include <iostream>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/document/record.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

radix::Error error(std::string sentence) { return {.sentence = std::move(sentence)}; }

/// The typed settings that the rung does not use: "" or one sentence.
std::string unused_of(const FieldsTyped& typed, const Setup& setup) {
  const radix::RungInfo& rung = *radix::rung_named(setup.rung);
  radix::Settings unused;
  for (const radix::SettingInfo& setting : radix::settings())
    if (typed_for(typed, setting.name) && !rung.uses(setting))
      setting.set(unused, setting.get(setup.settings));
  return unused_setting(rung, unused);
}

}  // namespace

const std::optional<std::string>& typed_for(const FieldsTyped& typed, const std::string& name) {
  static const std::optional<std::string> nothing;
  const auto it = typed.find(name);
  return it == typed.end() ? nothing : it->second;
}

Option field_option(const std::string& name, FieldsTyped& typed, const std::string& more) {
  const Field& field = *field_named(name);
  std::string option = "--" + name, type = field.takes;
  std::ranges::replace(option, '_', '-');
  std::erase_if(type, [](char c) { return c == '[' || c == ']'; });
  return {.name = option, .into = &typed[name], .about = field.help + more, .type = type};
}

Requests requests_of(const FieldsTyped& typed, std::initializer_list<const char*> names) {
  Requests requests;
  for (const char* name : names)
    if (const auto& text = typed_for(typed, name)) requests.push_back({name, *text});
  return requests;
}

void add_input(Command& command, FieldsTyped& typed, std::vector<Option> others) {
  OptionGroup input{
      .name = "input",
      .about = "What to sort",
      .least = 1,
      .options = {field_option("keys", typed, ": 12, 0xC, 0b1100; - reads standard input"),
                  field_option("preset", typed)}};
  input.options.insert(input.options.end(), others.begin(), others.end());
  command.groups.push_back(std::move(input));
  command.options.push_back(field_option("rung", typed, "; else the first"));
  command.options.push_back(field_option("values", typed));
  for (const radix::SettingInfo& setting : radix::settings())
    command.options.push_back(field_option(setting.name, typed));
  command.options.push_back(field_option("engine", typed));
}

radix::Result<Setup> setup_of(const FieldsTyped& typed) {
  StateFields written;
  const auto& preset = typed_for(typed, "preset");
  for (const auto& [name, text] : typed)
    if (text && belongs_to_lane(name)) written.lanes[0].push_back({name, *text});
  if (const Preset* known = preset ? preset_named(*preset) : nullptr) put_under(*known, written);
  Document chosen;
  Setup& setup = chosen.lane().setup;
  for (const Field& field : fields()) {
    const auto found = std::ranges::find(written.lanes[0], field.name, &NamedText::name);
    if (!field.of_lane || found == written.lanes[0].end()) continue;
    if (std::string refusal = field.set(chosen, found->value); !refusal.empty())
      return error(std::move(refusal));
  }
  if (setup.keys_text == "-") {
    auto text = read_text(std::cin, "Standard input");
    if (!text) return text.error;
    setup.keys_text = std::move(*text);
  }
  if (std::string refusal = unused_of(typed, setup); !refusal.empty())
    return error(std::move(refusal));
  if (preset || typed_for(typed, "bits")) return setup;
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
