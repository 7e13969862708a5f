#include "preferences.hpp"

#include <sstream>

#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "app/document/fields.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

using radix::Json;

/// The fields that are preferences, in the order of their file.
std::vector<const Field*> preference_fields() {
  std::vector<const Field*> list;
  for (const Field& field : document_fields())
    if (field.kept == Kept::preference) list.push_back(&field);
  return list;
}

}  // namespace

std::string preferences_text(const Document& document) {
  Json json = Json::object();
  for (const Field* each : preference_fields()) json[each->name] = each->get(document);
  return json.dump(2) + "\n";
}

std::string take_preferences(Document& document, const std::string& text) {
  const auto read = read_json(text, "list of preferences");
  if (!read) return read.error.sentence;
  const Json& json = *read;
  if (!json.is_object()) return text::state::preferences_no_list;
  std::string refusal;
  for (const Field* each : preference_fields()) {
    if (!json.contains(each->name)) continue;
    const Json& value = json.at(each->name);
    const std::string wrong = value.is_string() ? each->set(document, value.text())
                                                : std::string(text::state::preference_no_text);
    if (!wrong.empty() && refusal.empty())
      refusal = text::state::field_of({.field = each->name, .why = wrong});
  }
  if (language_is_asked_for()) use_language_of_environment();
  document.note.clear();
  document.note_is_error = false;
  return refusal;
}

std::string preferences_file() {
  const std::string folder = settings_folder();
  return folder.empty() ? "" : folder + "/preferences.json";
}

bool knows_the_steps() {
  const std::string folder = settings_folder();
  std::error_code error;
  return !folder.empty() && std::filesystem::exists(to_path(folder + "/stepped"), error);
}

void remember_the_steps() {
  const std::string folder = settings_folder();
  if (!folder.empty() && !knows_the_steps())
    write_file(folder + "/stepped", "The first hint is no longer shown.\n");
}

std::optional<std::array<int, 4>> last_window() {
  const std::string folder = settings_folder();
  std::error_code error;
  const std::string file = folder + "/window";
  if (folder.empty() || !std::filesystem::is_regular_file(to_path(file), error))
    return std::nullopt;
  std::istringstream in(read_file(file, 100).text);
  std::array<int, 4> place{};
  for (int& each : place) in >> each;
  const bool sound = in && place[2] > 0 && place[3] > 0;
  return sound ? std::optional(place) : std::nullopt;
}

void remember_window(const std::array<int, 4>& place) {
  const std::string folder = settings_folder();
  if (!folder.empty())
    write_file(folder + "/window",
               joined({place[0], " ", place[1], " ", place[2], " ", place[3], "\n"}));
}

std::string load_preferences(Document& document) {
  const std::string file = preferences_file();
  std::error_code error;
  if (file.empty() || !std::filesystem::is_regular_file(to_path(file), error)) return "";
  const FileText read = read_file(file, 1u << 16);
  const std::string wrong = read.ok() ? take_preferences(document, read.text) : read.error;
  return wrong.empty() ? "" : text::state::preferences_lost({.file = file, .why = wrong});
}

void keep_preferences(const Document& document, std::string& written) {
  const std::string text = preferences_text(document);
  if (text == written) return;
  const bool first = written.empty();  // what was read, or the defaults: nothing to keep
  written = text;
  const std::string file = preferences_file();
  if (!first && !file.empty()) write_file(file, text);
}

}  // namespace scope
