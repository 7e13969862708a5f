/// Texts that nobody meant: pieces cut out, doubled, swapped for what hurts. Whoever reads them
/// must take them or say one sentence, in time, and lose nothing.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "app/state/state.hpp"
#include "app_states.hpp"
#include "thorough.hpp"

namespace hostile {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr double max_seconds = 10;  ///< of processor time, for one text
#else
inline constexpr double max_seconds = 1;
#endif

/// What breaks readers of text.
inline const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all = {"",
                                               "%",
                                               "%0",
                                               "%00",
                                               "%FF",
                                               "/",
                                               "//",
                                               "=",
                                               "/lane",
                                               "/lane/lane/lane/lane",
                                               "/keys=",
                                               "+",
                                               ",",
                                               "-",
                                               "-1",
                                               "0",
                                               "4294967296",
                                               "99999999999999999999",
                                               "1e999",
                                               "nan",
                                               "inf",
                                               "0x",
                                               "{",
                                               "}",
                                               "[",
                                               "]",
                                               "[[[[[[[[[[[[[[[[[[[[[[[[",
                                               "\"",
                                               "\\u0000",
                                               "\\ud800",
                                               "null",
                                               "true",
                                               "{}",
                                               "[]",
                                               "\n",
                                               "\r\n",
                                               "\t",
                                               " ",
                                               "radixscope:1",
                                               "radixscope:2/",
                                               "\"lanes\": [{}],",
                                               "\"keys\": \"1\",",
                                               "step=",
                                               "/step=frog",
                                               "/bits=32",
                                               "/radix=8",
                                               "/block=1024",
                                               "/keys_per_thread=32",
                                               "/resident=1",
                                               "/sort=5",
                                               "/sort=4",
                                               "/type=float",
                                               "/mode=timing",
                                               "/timing_n=2^0..2^40",
                                               "/timing_radix=1,2,3,4,5,6,7,8",
                                               "/figure=auto",
                                               "/pin=1",
                                               std::string(1, '\0'),
                                               "\x7f",
                                               "\x1b[31m",
                                               "\\u001b]0;x\\u0007",
                                               "\\u202e",
                                               "\\u009b",
                                               "0x7fc00000",
                                               "-0",
                                               "\xff\xfe",
                                               "\xc3\xa9",
                                               "\xe2\x80\xae",
                                               std::string(3000, '9'),
                                               std::string(20000, 'x'),
                                               std::string(500, '['),
                                               std::string(200, '%'),
                                               std::string("/a=1/b=2/c=3")};
  return all;
}

/// How many texts of each kind: an eighth of so many, all of them where thoroughness is asked for,
/// or RADIXSCOPE_MUTATIONS (100000 where sanitizers look).
inline uint32_t mutations(uint32_t usual) {
  const char* asked = std::getenv("RADIXSCOPE_MUTATIONS");
  return asked ? static_cast<uint32_t>(std::strtoul(asked, nullptr, 10)) : cases(usual / 8, usual);
}

/// The same texts in every run; others with another RADIXSCOPE_SEED.
inline std::mt19937 seeded(uint32_t test) {
  const char* asked = std::getenv("RADIXSCOPE_SEED");
  return std::mt19937(test +
                      (asked ? 1000 * static_cast<uint32_t>(std::strtoul(asked, nullptr, 10)) : 0));
}

/// `text` with one to four things done to it, of which some do no harm.
inline std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t count) { return count == 0 ? 0 : random() % count; };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1),
                      length = below(std::min<std::size_t>(text.size() - at, 30) + 1);
    const std::string& piece = pieces()[below(pieces().size())];
    switch (below(9)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, piece); break;
      case 2: text.replace(at, length, piece); break;
      case 3: text.insert(at, text.substr(below(text.size() + 1), below(60))); break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(random() & 255);
        break;
      case 5: {  // another digit
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(10));
        break;
      }
      case 6: {  // a field is gone
        const std::size_t end = text.find_first_of("/\n", at + 1);
        if (end != std::string::npos)
          text.erase(std::min(text.find_last_of("/\n", at), at),
                     end - std::min(text.find_last_of("/\n", at), at));
        break;
      }
      case 7: text += below(2) ? "\n" : " "; break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
    }
  }
  return text;
}

/// "" or why this is not one sentence that a person can read.
inline std::string wrong_with(const std::string& sentence) {
  if (sentence.size() < 12) return "too short to name a cause";
  if (sentence.size() > 2000) return "too long to be read";
  if (!sentence.ends_with('.')) return "does not end";
  const auto control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
  if (std::ranges::any_of(sentence, control)) return "has a control character";
  if (sentence.find("did not work") != std::string::npos) return "names no cause";
  return "";
}

struct Tally {
  std::size_t taken = 0, refused = 0;
  double slowest = 0;  ///< seconds of processor time
};

/// Hands a text to `take`, which returns "" or a sentence, and checks what comes of it.
template <class Take>
void hand(scope::Document& document, const std::string& text, Take take, Tally& tally) {
  const std::string before = scope::fingerprint(document) + scope::session_text(document);
  const std::clock_t begin = std::clock();
  const std::string sentence = take(document, text);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  tally.slowest = std::max(tally.slowest, seconds);
  EXPECT_LT(seconds, max_seconds) << text;
  ++(sentence.empty() ? tally.taken : tally.refused);
  if (sentence.empty()) return;
  EXPECT_EQ(wrong_with(sentence), "") << sentence << "\nfor: " << text;
  EXPECT_EQ(scope::fingerprint(document) + scope::session_text(document), before) << text;
}

inline void report(const char* what, const Tally& tally) {
  std::cout << what << ": " << tally.taken << " taken, " << tally.refused << " refused, slowest "
            << tally.slowest << " s\n";
}

}  // namespace hostile
