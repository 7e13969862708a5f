/// The languages of assets/words: which there are, and choosing one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scope {

struct LanguageInfo {
  std::string code;     ///< "zh-Hans", as in HTML's lang
  std::string name;     ///< in that language, from the head of its file
  std::string english;  ///< "Simplified Chinese", likewise
};
/// English, and those that have a file.
const std::vector<LanguageInfo>& languages_there_are();

/// The next texts are in this language; "auto": in that of the environment. Its file is read when
/// it is chosen for the first time. "", or one sentence: there is no such language.
std::string use_language(std::string_view code);

/// The file of its translations, for a process that may read little else; "" of English, and where
/// there is none.
std::string file_of_language(std::string_view code);
/// use_language of that file.
void use_language_file(std::string_view code, const std::string& file);
/// What use_language was asked for last: on a page its texts may still be on their way.
std::string wanted_language();

/// The window cannot show the language of now: the next texts are in English, until a language is
/// chosen.
void stay_in_english();
/// What complaint_about_language says next.
void complain_about_language(std::string why);
/// The language of what needs no font of the window's: that of the texts, or the one that the
/// window cannot show.
std::string language_of_files();

/// What the environment asks for: RADIXSCOPE_LANGUAGE, LC_ALL, LC_MESSAGES, LANG; English where
/// there is no such language.
void use_language_of_environment();

/// RADIXSCOPE_LANGUAGE, or the option that stands for it: a preference does not change it.
bool language_is_asked_for();
/// Sets RADIXSCOPE_LANGUAGE for this program and those that it starts. "" or a refusal.
std::string ask_for_language(const std::string& code);

/// Once: what is wrong with the language that was chosen, as one sentence; else "".
std::string complaint_about_language();

}  // namespace scope
