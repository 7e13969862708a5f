#include "part_words.hpp"

#include <algorithm>
#include <iterator>

#include "kernels/text/message.hpp"

namespace scope {

std::string part_words(const std::string& name) {
  std::string pattern, numbers[2];  // no part is called by more than two
  std::size_t found = 0;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find_first_not_of("0123456789", at), name.size());
    if (end > at && found < std::size(numbers)) {
      pattern += found == 0 ? "{a}" : "{b}";
      numbers[found++] = name.substr(at, end - at);
      at = end;
    } else {
      pattern += name[at++];
    }
  }
  return text::filled(text::translated(pattern), text::language(),
                      {{"a", numbers[0]}, {"b", numbers[1]}});
}

}  // namespace scope
