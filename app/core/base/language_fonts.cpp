#include "language_fonts.hpp"

#include <algorithm>

#include "font_files.hpp"
#include "kernels/text/in_language.hpp"
#include "text/fonts.hpp"

namespace scope {

std::string no_font_words(const std::string& language, bool window) {
  const auto& all = languages_there_are();
  const auto found = std::ranges::find(all, language, &LanguageInfo::code);
  const bool in_english = text::language() == "en";
  return text::fonts::none_for(
      {.cjk = language == "ja" || language == "ko" || language.starts_with("zh"),
       .language = found == all.end() ? language
                   : in_english       ? found->english
                                      : found->name,
       .window = window});
}

bool have_font(const std::string& language, const std::string& text) {
  return draws(find_fonts(folders_with_fonts(), language), text);
}

std::string file_language(bool drawn) {
  const std::string language = language_of_files();
  const text::InLanguage spoken(language);
  return drawn && language != "en" && !have_font(language, text::all_texts()) ? "en" : language;
}

}  // namespace scope
