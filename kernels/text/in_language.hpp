/// Texts in a language of their own, whatever that of the program is.
#pragma once

#include <string_view>

namespace scope::text {

/// This thread's texts are in this language while it lives; as before where it was never added.
/// "en": of what is kept and said again later (retold.hpp).
class InLanguage {
 public:
  explicit InLanguage(std::string_view code);
  ~InLanguage();
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;

 private:
  const void* before_;
};

}  // namespace scope::text
