/// Making English of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace scope {

/// Its parts one after the other.
template <class... Part>
std::string say(const Part&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

/// "1 zero", "3 zeros".
std::string counted(uint32_t count, const std::string& noun);

/// The same with a capital first letter.
std::string capital(std::string text);

/// "9", "9 and 6", "9, 6 and 11".
std::string listed(const std::vector<uint32_t>& values);
std::string listed(const std::vector<std::string>& parts);

/// With so many digits behind the point, which is a point whatever the language of the machine.
std::string fixed_number(double value, int digits);

/// With a point and all digits, whatever the language of the machine.
std::string exact(double value);

/// "2nd", "4th", "32nd".
std::string nth(uint32_t number);

/// "slot 4", "slots 12 and 13", "slots 12 to 14". One slot at least.
std::string slots(uint32_t begin, uint32_t end);

/// "2 + 2 + 1"; beyond `most` terms "2 + 2 + … + 1".
std::string sum_text(std::span<const uint32_t> values, std::size_t most = 8);

}  // namespace scope
