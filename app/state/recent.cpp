#include "recent.hpp"

#include <algorithm>
#include <span>

#include "app/core/base/files.hpp"
#include "app/core/base/read_json.hpp"

namespace scope {
namespace {

using radix::Json;

std::vector<std::string> without(std::vector<std::string> files,
                                 const std::vector<std::string>& these) {
  std::erase_if(files, [&](const std::string& file) {
    return std::ranges::find(these, file) != these.end();
  });
  return files;
}

}  // namespace

std::string whole_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole =
      std::filesystem::absolute(to_path(path), error).lexically_normal();
  return error ? path : to_text(whole);
}

void remember_file(Document& document, const std::string& path) {
  const std::string whole = whole_path(path);
  std::erase(document.recent, whole);
  document.recent.insert(document.recent.begin(), whole);
  if (document.recent.size() > max_recent) document.recent.resize(max_recent);
}

std::vector<RecentFile> recent_files(const Document& document) {
  std::vector<RecentFile> there;
  std::error_code error;
  for (std::size_t i = 0; i < document.recent.size(); ++i)
    if (std::filesystem::is_regular_file(to_path(document.recent[i]), error))
      there.push_back({i + 1, document.recent[i]});
  return there;
}

std::string recent_text(const std::vector<std::string>& files) {
  return Json(files).dump(2) + "\n";
}

std::vector<std::string> recent_from(const std::string& text) {
  std::vector<std::string> files;
  const auto json = read_json(text, "list of files");
  if (!json || !json->is_array()) return files;
  for (const Json& each : json->list())
    if (each.is_string() && files.size() < max_recent) files.push_back(each.text());
  return files;
}

std::vector<std::string> merged_recent(const std::vector<std::string>& now,
                                       const std::vector<std::string>& known,
                                       const std::vector<std::string>& kept) {
  std::vector<std::string> all;
  // What was opened since stands before those of the known list that are left, in their order
  const auto rest_is_known = [&] {
    const std::vector<std::string> left = without(known, all);
    const std::span rest = std::span(now).subspan(all.size());
    return rest.size() <= left.size() &&
           std::ranges::equal(rest, std::span(left).first(rest.size()));
  };
  while (all.size() < now.size() && !rest_is_known()) all.push_back(now[all.size()]);
  for (const auto* list : {&kept, &known})
    for (const std::string& file : *list)
      if (std::ranges::find(all, file) == all.end()) all.push_back(file);
  if (all.size() > max_recent) all.resize(max_recent);
  return all;
}

std::string recent_file() {
  const std::string folder = settings_folder();
  return folder.empty() ? "" : folder + "/recent.json";
}

std::vector<std::string> saved_recent() {
  const FileText list = recent_file().empty() ? FileText{} : read_file(recent_file(), 1u << 20);
  return recent_from(list.text);
}

}  // namespace scope
