#include "student_text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "kernels/engine/probes/lexer.hpp"

namespace radix {
namespace {

using namespace lexer;

constexpr uint64_t many_keys = 2048, max_counted = uint64_t{1} << 30;

/// Where one of these calls stands first.
template <std::size_t Count>
NamedPlace first_call(const std::string& text, const std::string_view (&names)[Count]) {
  const std::string plain = blanked(text);
  NamedPlace first;
  std::size_t least = std::string::npos;
  for (const std::string_view name : names)
    for (std::size_t at = find_word(plain, name); at != std::string::npos;
         at = find_word(plain, name, at + 1)) {
      const std::size_t end = skip_blanks(plain, at + name.size());
      if (end >= plain.size() || (plain[end] != '(' && plain[end] != ':') || at >= least) continue;
      least = at, first = {std::string(name), line_at(plain, at)};
      break;
    }
  return first;
}

/// A product, sum or shift of whole numbers, as "1 << 20" or "(1024 * 1024)"; nothing else.
class Sum {
 public:
  explicit Sum(std::string_view text) : text_(text) {}
  std::optional<uint64_t> value() {
    const uint64_t all = shifted();
    blanks();
    return good_ && at_ == text_.size() ? std::optional(all) : std::nullopt;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool take(std::string_view sign) {
    blanks();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }
  uint64_t one() {
    blanks();
    if (++depth_ < 20 && take("(")) {
      const uint64_t inside = shifted();
      good_ &= take(")");
      return inside;
    }
    uint64_t number = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])))
      number = std::min(max_counted, number * 10 + static_cast<uint64_t>(text_[at_++] - '0'));
    good_ &= at_ > begin;
    while (at_ < text_.size() && std::string_view("uUlL").find(text_[at_]) != std::string::npos)
      ++at_;
    return number;
  }
  uint64_t product() {
    uint64_t all = one();
    while (good_ && take("*")) all = std::min(max_counted, all * one());
    return all;
  }
  uint64_t shifted() {
    uint64_t all = product();
    while (good_)
      if (take("<<"))
        all = std::min(max_counted, all << std::min<uint64_t>(product(), 30));
      else if (take("+"))
        all += product();
      else
        break;
    return all;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool good_ = true;
};

/// A definition: its name and the place of its value.
struct Definition {
  std::size_t begin = 0, end = 0;
  std::string name;
};

std::string word_before(const std::string& plain, std::size_t end) {
  while (end > 0 && is_blank(plain[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && in_word(plain[begin - 1])) --begin;
  return plain.substr(begin, end - begin);
}

/// No number is longer than a line: files have = without end.
std::size_t end_of_value(const std::string& plain, std::size_t begin, const char* ends) {
  constexpr std::size_t longest = 100;  // characters
  const std::size_t end = std::string_view(plain).substr(begin, longest).find_first_of(ends);
  return end == std::string::npos ? std::min(begin + longest, plain.size()) : begin + end;
}

/// `name = value` up to ; or , at `equals`.
Definition assigned_at(const std::string& plain, std::size_t equals) {
  return {equals + 1, end_of_value(plain, equals, ";,{}"), word_before(plain, equals)};
}

/// `#define NAME value` at the #.
Definition defined_at(const std::string& plain, std::size_t sign) {
  const std::size_t word = skip_blanks(plain, sign + 1);
  if (plain.compare(word, 7, "define ") != 0) return {};
  const std::size_t name = skip_blanks(plain, word + 7);
  std::size_t begin = name;
  while (begin < plain.size() && in_word(plain[begin])) ++begin;
  return {begin, end_of_value(plain, begin, "\n"), plain.substr(name, begin - name)};
}

bool is_power_of_two(uint64_t number) { return (number & (number - 1)) == 0; }

}  // namespace

NamedPlace library_sort_in(const std::string& text) {
  constexpr std::string_view names[] = {"thrust::sort",         "thrust::stable_sort",
                                        "thrust::sort_by_key",  "cub::DeviceRadixSort",
                                        "cub::DeviceMergeSort", "thrust::stable_sort_by_key"};
  return first_call(text, names);
}

NamedPlace host_sort_in(const std::string& text) {
  constexpr std::string_view names[] = {"std::sort", "std::stable_sort", "std::ranges::sort",
                                        "qsort"};
  return first_call(text, names);
}

NamedPlace used_atomic_in(const std::string& text) {
  const std::string plain = blanked(text);
  for (std::size_t at = plain.find("atomic"); at != std::string::npos;
       at = plain.find("atomic", at + 1)) {
    std::size_t before = at;
    while (before > 0 && is_blank(plain[before - 1])) --before;
    if (before == 0 ||
        std::string_view("=([+-<,").find(plain[before - 1]) == std::string_view::npos)
      continue;
    std::size_t end = at;
    while (end < plain.size() && in_word(plain[end])) ++end;
    return {plain.substr(at, end - at), line_at(plain, at)};
  }
  return {};
}

NamedPlace shuffle_up_in(const std::string& text) {
  const std::string plain = blanked(text), name = "__shfl_up";
  const std::size_t at = plain.find(name);
  if (at == std::string::npos) return {};
  return {.name = name, .line = line_at(plain, at)};
}

KeyCount fewer_keys_in(const std::string& text) {
  const std::string plain = blanked(text);
  KeyCount most{.text = ""};
  std::size_t told = 0;  // of the text, in most.text
  for (std::size_t at = plain.find_first_of("#="); at != std::string::npos;
       at = plain.find_first_of("#=", at + 1)) {
    const Definition each = plain[at] == '#' ? defined_at(plain, at) : assigned_at(plain, at);
    if (each.name.empty() || each.begin >= each.end) continue;
    const auto value =
        Sum(std::string_view(plain).substr(each.begin, each.end - each.begin)).value();
    if (!value || *value <= many_keys || *value >= max_counted) continue;
    const uint32_t less = is_power_of_two(*value) ? 1024 : 1000;
    most.text.append(text, told, each.begin - told).append(" " + std::to_string(less));
    told = each.end;
    if (*value > most.count)
      most.name = each.name, most.line = line_at(plain, each.begin), most.count = *value,
      most.less = less;
  }
  most.text.append(text, told);
  return most;
}

}  // namespace radix
