#include "recent.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "files.hpp"
#include "json_text.hpp"

namespace scope {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string whole_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(to_path(path), error).lexically_normal();
  return error ? path : to_text(whole);
}

void remember_file(App& app, const std::string& path) {
  const std::string whole = whole_path(path);
  std::erase(app.recent, whole);
  app.recent.insert(app.recent.begin(), whole);
  if (app.recent.size() > most_recent) app.recent.resize(most_recent);
}

std::vector<RecentFile> recent_files(const App& app) {
  std::vector<RecentFile> there;
  std::error_code error;
  for (std::size_t i = 0; i < app.recent.size(); ++i)
    if (std::filesystem::is_regular_file(to_path(app.recent[i]), error)) there.push_back({i + 1, app.recent[i]});
  return there;
}

std::string recent_text(const App& app) {
  return Json(app.recent).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<std::string> recent_from(const std::string& text) {
  std::vector<std::string> files;
  const auto json = read_json(text, "list of files");
  if (!json || !json->is_array()) return files;
  for (const Json& each : *json)
    if (each.is_string() && files.size() < most_recent) files.push_back(each.get<std::string>());
  return files;
}

std::string recent_file() {
  const std::string folder = settings_folder();
  return folder.empty() ? "" : folder + "/recent.json";
}

}  // namespace scope
