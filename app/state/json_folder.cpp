#include "json_folder.hpp"

#include <filesystem>

#include "app/core/base/files.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/text/message.hpp"

namespace scope {
namespace {

using radix::Json;

bool came_with_the_program(const std::string& file) {
  const std::filesystem::path folder = to_path(file).parent_path();
  const std::string ours = resource("assets/" + to_text(folder.filename()));
  std::error_code error;
  return !ours.empty() && std::filesystem::equivalent(folder, to_path(ours), error);
}

/// English again where a slot of the book's numbers is broken.
std::string_view read_aloud(const std::string& english) {
  const std::string_view said = text::translated(english);
  const auto left = [](std::string_view text) {
    return std::ranges::count(radix::filled(text), '{');
  };
  return left(said) == left(english) ? said : std::string_view(english);
}

/// A state says nothing to a reader, whatever its fields are called.
Json translated(const Json& json, std::initializer_list<std::string_view> said) {
  if (json.is_array()) {
    Json list = Json::array();
    for (const Json& each : json.list()) list.push_back(translated(each, said));
    return list;
  }
  if (!json.is_object()) return json;
  Json object = Json::object();
  for (const auto& [name, value] : json.items())
    object[name] = name == "state" ? value
                   : value.is_string() && std::ranges::find(said, name) != said.end()
                       ? Json(read_aloud(value.text()))
                       : translated(value, said);
  return object;
}

}  // namespace

std::vector<std::string> json_files(const std::string& folder) {
  std::vector<std::string> files;
  if (folder.empty()) return files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(to_path(folder), error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".json") files.push_back(to_text(it->path()));
  std::ranges::sort(files);
  return files;
}

radix::Result<std::string> read_json_text(const std::string& file, std::size_t max_bytes,
                                          std::initializer_list<std::string_view> said) {
  auto text = read_text(file, max_bytes);
  if (!text || text::language() == "en" || !came_with_the_program(file)) return text;
  const radix::ParsedJson read = radix::parse_json(*text);
  if (read.ok() && !read.twice) *text = translated(read.value, said).dump();
  return text;
}

Reader reader_of_now() { return {radix::edition(), std::string(text::language())}; }

std::string item_name(const std::string& file) {
  const std::string stem = to_text(to_path(file).stem());
  const std::size_t begin = stem.find_first_not_of("0123456789-");
  return begin == stem.npos ? stem : stem.substr(begin);
}

std::string own_json_folder(const std::string& kind) {
  const std::string folder = settings_folder();
  return folder.empty() ? "" : folder + "/" + kind;
}

}  // namespace scope
