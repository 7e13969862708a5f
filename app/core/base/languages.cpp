#include "languages.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "files.hpp"
#include "language_file.hpp"
#include "parse.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

std::string complaint;
std::string wanted = "en";

std::string unseen;  ///< the language that the window cannot show; "": it shows the texts

/// `"X-Language-Name: 한국어\n"` in the head of a .po file; `otherwise` where that is missing.
std::string of_head(const std::string& head, std::string_view name, const std::string& otherwise) {
  const std::string begin = "\"X-Language-" + std::string(name) + ": ";
  const std::size_t at = head.find(begin);
  if (at == head.npos) return otherwise;
  const std::string rest = head.substr(at + begin.size());
  const std::string found = rest.substr(0, rest.find_first_of("\\\"\n"));
  return found.empty() ? otherwise : found;
}

std::vector<LanguageInfo> find_languages() {
  std::vector<LanguageInfo> list;
  const std::string folder = resource("assets/words");
  std::error_code error;
  for (auto it = std::filesystem::directory_iterator(to_path(folder), error);
       !folder.empty() && !error && it != std::filesystem::directory_iterator();
       it.increment(error))
    if (it->path().extension() == ".po") {
      const std::string code = to_text(it->path().stem());
      const std::string head = beginning_of(to_text(it->path()), 2000);
      list.push_back({code, of_head(head, "Name", code), of_head(head, "English", code)});
    }
  std::ranges::sort(list, {}, &LanguageInfo::code);
  list.insert(list.begin(), {"en", "English", "English"});
  return list;
}

std::string language_of_environment() {
  for (const char* name : {"RADIXSCOPE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"})
    if (const std::string said = environment(name); !said.empty())
      return name[0] == 'R' ? said : text::language_of_locale(said);
  return "";
}

}  // namespace

const std::vector<LanguageInfo>& languages_there_are() {
  static const std::vector<LanguageInfo> list = find_languages();
  return list;
}

/// English, as this file has no translations of a language.
static void fall_back(std::string_view code, const std::string& file) {
  const auto& all = languages_there_are();
  const auto found = std::ranges::find(all, code, &LanguageInfo::code);
  text::choose_language("en");
  complaint = text::all::language_absent(
      {.file = file, .language = found == all.end() ? std::string(code) : found->name});
}

std::string use_language(std::string_view code) {
  if (code == "auto") return use_language_of_environment(), "";
  const auto& all = languages_there_are();
  const auto found = std::ranges::find(all, code, &LanguageInfo::code);
  if (found == all.end()) {
    std::vector<std::string> names{"auto"};
    for (const LanguageInfo& each : all) names.push_back(each.code);
    return no_such("language", std::string(code), names);
  }
  wanted = code;
  unseen.clear();
  if (text::choose_language(code)) return "";
  switch (language_file(wanted)) {
    case LanguageFile::coming: return "";
    case LanguageFile::absent: return fall_back(code, "radixscope." + wanted + ".js"), "";
    case LanguageFile::here: break;
  }
  use_language_file(code, file_of_language(code));
  return "";
}

std::string file_of_language(std::string_view code) {
  return code == "en" ? "" : resource("assets/words/" + std::string(code) + ".po");
}

void use_language_file(std::string_view code, const std::string& path) {
  const FileText file = read_file(path, 8u << 20);
  const text::Added added = text::add_language(code, file.text);
  text::choose_language(code);
  if (!file.ok())
    complaint = file.error;
  else if (added.translated + added.broken == 0)
    fall_back(code, path);
  else if (added.broken > 0)
    complaint = text::all::broken_messages(
        {.count = added.broken, .file = path, .first = added.first_broken});
}

std::string wanted_language() { return wanted; }

void stay_in_english() {
  unseen = text::language();
  text::choose_language("en");
}

void complain_about_language(std::string why) { complaint = std::move(why); }

std::string language_of_files() { return unseen.empty() ? std::string(text::language()) : unseen; }

void use_language_of_environment() {
  const std::string code = language_of_environment();
  const auto& all = languages_there_are();
  const bool known = std::ranges::find(all, code, &LanguageInfo::code) != all.end();
  use_language(known ? code : "en");
}

bool language_is_asked_for() { return !environment("RADIXSCOPE_LANGUAGE").empty(); }

std::string ask_for_language(const std::string& code) {
  if (std::string refusal = use_language(code); !refusal.empty()) return refusal;
#ifdef _WIN32
  _putenv_s("RADIXSCOPE_LANGUAGE", code.c_str());
#else
  setenv("RADIXSCOPE_LANGUAGE", code.c_str(), 1);
#endif
  return "";
}

std::string complaint_about_language() { return std::exchange(complaint, ""); }

}  // namespace scope
