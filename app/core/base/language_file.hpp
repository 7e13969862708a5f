/// On a page the texts of a language come when they are asked for; elsewhere they lie in assets/words.
#pragma once

#include <string>

namespace scope {

enum class LanguageFile {
  here,
  coming,  ///< use_language again when it is there; until then in the language of now
  absent,  ///< once, when it was asked for and did not come
};
LanguageFile language_file(const std::string& code);

}  // namespace scope
