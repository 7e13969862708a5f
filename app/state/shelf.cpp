#include "shelf.hpp"

#include <filesystem>

#include "app/core/base/files.hpp"

namespace scope {

std::vector<std::string> shelf_files(const std::string& folder) {
  std::vector<std::string> files;
  if (folder.empty()) return files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(to_path(folder), error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".json") files.push_back(to_text(it->path()));
  std::ranges::sort(files);
  return files;
}

std::string shelf_name(const std::string& file) {
  const std::string stem = to_text(to_path(file).stem());
  const std::size_t begin = stem.find_first_not_of("0123456789-");
  return begin == stem.npos ? stem : stem.substr(begin);
}

std::string own_shelf(const std::string& kind) {
  const std::string folder = settings_folder();
  return folder.empty() ? "" : folder + "/" + kind;
}

}  // namespace scope
