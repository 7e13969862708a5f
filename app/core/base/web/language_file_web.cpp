#include "app/core/base/language_file.hpp"
#include "app/core/base/languages.hpp"
#include "text/all.hpp"

extern "C" int radix_language_file(const char* code);  // library.js

namespace scope {

LanguageFile language_file(const std::string& code) {
  return static_cast<LanguageFile>(radix_language_file(code.c_str()));
}

}  // namespace scope

// What page.js calls. Texts are good until the next call.
#define FOR_THE_PAGE(name) extern "C" __attribute__((export_name(#name)))

/// The language of the texts now.
FOR_THE_PAGE(radix_language) const char* radix_language() {
  static std::string last;
  last = scope::text::language();
  return last.c_str();
}

/// The language that was asked for last.
FOR_THE_PAGE(radix_wanted_language) const char* radix_wanted_language() {
  static std::string last;
  last = scope::wanted_language();
  return last.c_str();
}

/// The file of a language has come, or will not.
FOR_THE_PAGE(radix_language_came) void radix_language_came(const char* code) {
  if (scope::wanted_language() == code) scope::use_language(code);
}
