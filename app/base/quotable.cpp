#include "quotable.hpp"

namespace scope {

std::string quotable(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string shown(text.substr(0, most));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return text.size() > most ? shown + "…" : shown;
}

}  // namespace scope
