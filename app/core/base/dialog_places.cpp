#include "dialog_places.hpp"

#include <algorithm>
#include <cstdlib>

#include "files.hpp"
#include "text.hpp"
#include "text/files.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

std::string home() {
  for (const char* name : {"HOME", "USERPROFILE"})
    if (const char* folder = std::getenv(name); folder && *folder) return folder;
  return "";
}

constexpr std::size_t longest_name = 4096;  // bytes; no system takes more

PlaceWords words_for(const std::string& typed, bool folder) {
  if (trimmed(typed).empty())
    return {folder ? text::files::type_folder : text::files::type_file, true};
  if (typed.size() > longest_name) return {text::files::too_long, true};
  const std::string name = whole_name(typed);
  const fs::path path = to_path(name);
  std::error_code error;
  const bool there = fs::exists(path, error), is_folder = fs::is_directory(path, error);
  if (folder && is_folder) return {text::files::into_folder({.name = name})};
  if (folder && there) return {text::files::is_file({.name = name}), true};
  if (folder) return {text::files::makes_folder({.name = name})};
  if (is_folder) return {text::files::is_folder({.name = name}), true};
  if (!fs::is_directory(path.parent_path(), error))
    return {text::files::no_folder({.name = to_text(path.parent_path())}), true};
  return {text::files::writes({.name = name, .there = there})};
}

}  // namespace

std::string default_folder() {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (!error && here != here.root_path()) return to_text(here);
  return home().empty() ? to_text(here) : home();
}

std::string whole_name(const std::string& typed) {
  std::string name(trimmed(typed));
  if (name == "~" || name.starts_with("~/")) name.replace(0, 1, home());
  if (name.empty()) return default_folder();
  return to_text((to_path(default_folder()) / to_path(name)).lexically_normal());
}

std::string session_name(const std::string& file) {
  const fs::path path = to_path(file);
  std::error_code error;
  const bool whole = path.has_extension() || !path.has_filename() || fs::is_directory(path, error);
  return whole ? file : file + ".radixscope.json";
}

std::vector<OfferedFolder> places_near(const std::string& typed) {
  constexpr std::size_t most = 40;
  const fs::path here = to_path(whole_name(typed)).parent_path();
  std::vector<OfferedFolder> places;
  if (here != here.root_path())
    places.push_back(
        {text::files::one_up({.name = to_text(here.parent_path())}), to_text(here.parent_path())});
  if (!home().empty() && to_path(home()) != here)
    places.push_back({text::files::your_own({.name = home()}), home()});
  std::vector<OfferedFolder> inside;
  std::error_code error;
  for (fs::directory_iterator it(here, error), end; !error && it != end; it.increment(error)) {
    const std::string name = to_text(it->path().filename());
    std::error_code ignored;
    if (!name.starts_with(".") && it->is_directory(ignored))
      inside.push_back({name, to_text(it->path())});
  }
  std::ranges::sort(inside, {}, &OfferedFolder::name);
  inside.resize(std::min(inside.size(), most));
  places.insert(places.end(), inside.begin(), inside.end());
  return places;
}

std::string moved_into(const std::string& typed, const std::string& folder) {
  return to_text(to_path(folder) / to_path(whole_name(typed)).filename());
}

PlaceWords file_words(const std::string& typed) { return words_for(typed, false); }
PlaceWords folder_words(const std::string& typed) { return words_for(typed, true); }
PlaceWords session_words(const std::string& typed) {
  return words_for(trimmed(typed).empty() ? typed : session_name(whole_name(typed)), false);
}

}  // namespace scope
