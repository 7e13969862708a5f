#include "app/core/base/language_file.hpp"

namespace scope {

LanguageFile language_file(const std::string&) { return LanguageFile::here; }

}  // namespace scope
