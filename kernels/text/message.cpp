#include "message.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "retold.hpp"
#include "text/all.hpp"

namespace scope {

TextPart::TextPart(uint64_t magnitude, bool negative) {
  if (negative) digits_[0] = '-';
  char* begin = digits_ + (negative ? 1 : 0);
  length_ = static_cast<std::size_t>(std::to_chars(begin, digits_ + sizeof digits_, magnitude).ptr -
                                     digits_);
}

TextPart::TextPart(double value) {
  char* end = digits_ + sizeof digits_;
  end = std::to_chars(digits_, end, value, std::chars_format::general, 6).ptr;
  length_ = static_cast<std::size_t>(end - digits_);
}

}  // namespace scope

namespace scope::text {
namespace {

// ------------------------------------------------------------------------------ filling a pattern

std::string_view trimmed_line(std::string_view line) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(blank), line.size());
  return line.substr(begin, line.find_last_not_of(blank) + 1 - begin);
}

/// A slot of a pattern; `shown`: its value is, and does not only choose a branch.
struct Need {
  std::string_view name;
  bool shown;
};

/// A reader of ICU's MessageFormat: text, {slot}, {slot, plural|selectordinal|select, key {…} …},
/// {slot, capital} and {slot, josa, 을/를}. Whatever is wrong with a pattern, it comes to an end.
class Filler {
 public:
  Filler(std::string_view pattern, std::string_view language, std::span<const Slot> slots)
      : text_(pattern), language_(language), slots_(slots) {}

  std::string all() {
    std::string out;
    out.reserve(text_.size());
    message(&out, nullptr);
    return out;
  }

  /// Reads a pattern without filling it: its slots, and whether it is well formed.
  bool well_formed(std::vector<Need>* needs) {
    needs_ = needs;
    message(nullptr, nullptr);
    return !wrong_ && at_ == text_.size();
  }

 private:
  void step() { at_ = std::min(at_ + 1, text_.size()); }
  static bool special(char c, bool in_plural) {
    return c == '{' || c == '}' || c == '\'' || (c == '#' && in_plural);
  }
  static bool ends_word(char c) {
    return c == ' ' || c == '\n' || c == ',' || c == '{' || c == '}';
  }

  /// One message up to its closing brace or the end. Without `out` it is skipped.
  void message(std::string* out, const Slot* counted) {
    if (depth_ > 8) at_ = text_.size(), wrong_ = true;  // somebody's own file
    ++depth_;
    while (at_ < text_.size() && text_[at_] != '}') {
      const char c = text_[at_];
      if (c == '{') {
        step();
        slot(out);
      } else if (c == '#' && counted) {
        if (out) *out += counted->shown.view();
        step();
      } else if (c == '\'') {
        quoted(out, counted != nullptr);
      } else {
        std::size_t end = at_ + 1;
        while (end < text_.size() && !special(text_[end], counted)) ++end;
        if (out) *out += text_.substr(at_, end - at_);
        at_ = end;
      }
    }
    --depth_;
  }

  /// '' is an apostrophe, '{' a brace; any other apostrophe stands for itself.
  void quoted(std::string* out, bool in_plural) {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    const bool quotes = next == '{' || next == '}' || (next == '#' && in_plural);
    if (!quotes) {
      if (out) *out += '\'';
      step();
      if (next == '\'') step();
      return;
    }
    for (step(); at_ < text_.size(); step()) {
      if (text_[at_] == '\'') {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '\'') break;
        step();
      }
      if (out) *out += text_[at_];
    }
    step();
  }

  std::string_view word() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) step();
    std::size_t end = at_;
    while (end < text_.size() && !ends_word(text_[end])) ++end;
    const std::string_view found = text_.substr(at_, end - at_);
    for (at_ = end; at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n');) step();
    return found;
  }

  void slot(std::string* out) {
    const std::string_view name = word();
    const auto found = std::ranges::find(slots_, name, &Slot::name);
    const Slot* value = found == slots_.end() ? nullptr : &*found;
    if (at_ < text_.size() && text_[at_] == ',') {
      step();
      const std::string_view kind = word();
      if (kind != "capital") step();  // the comma behind it
      if (needs_ && kind != "josa") needs_->push_back({name, kind != "select"});
      if (kind == "josa")
        particle(out, value);
      else if (kind == "capital")
        capital(out, value);
      else if (kind == "plural" || kind == "select" || kind == "selectordinal")
        branches(out, value, kind);
      else
        wrong_ = true;
    } else {
      if (needs_) needs_->push_back({name, true});
      if (out && value) *out += value->shown.view();
    }
    if (at_ >= text_.size() || text_[at_] != '}') wrong_ = true;
    step();
  }

  void branches(std::string* out, const Slot* value, std::string_view kind) {
    const std::string_view wanted = !value             ? std::string_view("other")
                                    : kind == "select" ? value->shown.view()
                                    : kind == "plural" ? plural_category(language_, value->count)
                                                       : ordinal_category(language_, value->count);
    // The first branch of that name, or "=3", which is better, or "other": found, then written
    std::size_t best = 0;
    int rank = 0;
    bool has_other = false;
    while (at_ < text_.size() && text_[at_] != '}') {
      const std::string_view key = word();
      if (at_ >= text_.size() || text_[at_] != '{') break;
      const bool exact =
          kind != "select" && value && key.starts_with('=') && key.substr(1) == value->shown.view();
      has_other |= key == "other";
      const int fits = exact ? 3 : key == wanted ? 2 : key == "other" ? 1 : 0;
      step();
      if (fits > rank) rank = fits, best = at_;
      message(nullptr, kind == "select" ? nullptr : value);
      step();
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) step();
    }
    if (!has_other) wrong_ = true;
    const std::size_t end = at_;
    if (out && best > 0) {
      at_ = best;
      message(out, kind == "select" ? nullptr : value);
    }
    at_ = end;
  }

  /// A name that starts a sentence or is a heading: with a capital first letter.
  static void capital(std::string* out, const Slot* value) {
    if (!out || !value || value->shown.view().empty()) return;
    const char first = value->shown.view().front();
    *out += first >= 'a' && first <= 'z' ? static_cast<char>(first - 32) : first;
    *out += value->shown.view().substr(1);
  }

  /// Korean: the form behind a final consonant, or the other one: "을/를", "이/가", "으로/로".
  void particle(std::string* out, const Slot* value) {
    const std::string_view forms = word();
    const std::size_t slash = forms.find('/');
    if (!out || !value || slash == forms.npos) return;
    const std::string_view said = value->shown.view();
    // How a key ends when it is read aloud: 0 영 1 일 2 이 … ; l, m, n, r (엘 엠 엔 알)
    const char last = said.empty() ? ' ' : said.back();
    const bool liquid = last == '1' || last == '7' || last == '8' || last == 'l' || last == 'r';
    bool closed = liquid || last == '0' || last == '3' || last == '6' || last == 'm' || last == 'n';
    if (said.size() >= 3 && static_cast<unsigned char>(said[said.size() - 3]) >= 0xEA) {
      const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(said[said.size() - i]);
      };
      const int code = (byte(3) & 15) << 12 | (byte(2) & 63) << 6 | (byte(1) & 63);
      if (code >= 0xAC00 && code <= 0xD7A3) closed = (code - 0xAC00) % 28 != 0;
    }
    const bool first = closed && !(liquid && forms.starts_with("으로"));
    *out += first ? forms.substr(0, slash) : forms.substr(slash + 1);
  }

  std::string_view text_, language_;
  std::span<const Slot> slots_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool wrong_ = false;
  std::vector<Need>* needs_ = nullptr;
};

/// True where a translation can be read and has the slots of the English: all that are shown, and
/// no other.
bool says_the_same(std::string_view english, std::string_view translation) {
  std::vector<Need> wanted, has;
  Filler(english, "en", {}).well_formed(&wanted);
  if (!Filler(translation, "en", {}).well_formed(&has)) return false;
  const auto among = [](const std::vector<Need>& all, std::string_view name) {
    return std::ranges::find(all, name, &Need::name) != all.end();
  };
  return std::ranges::all_of(wanted, [&](Need n) { return !n.shown || among(has, n.name); }) &&
         std::ranges::all_of(has, [&](Need n) { return among(wanted, n.name); });
}

// -------------------------------------------------------------------------------------- languages

struct Language {
  std::string code;
  std::deque<std::string> texts;  ///< of the file, without quotes; nothing moves
  std::vector<const char*> patterns;
  std::map<std::string_view, std::string_view> whole;  ///< English text that stands in files
};

/// Languages are added at the start and never go: texts that were handed out stay.
std::deque<Language>& languages() {
  static std::deque<Language> all = [] {
    std::deque<Language> list;
    Language& first = list.emplace_back();
    first.code = "en";
    for (const English& each : english()) first.patterns.push_back(each.pattern);
    return list;
  }();
  return all;
}
std::atomic<const Language*> chosen{nullptr};
thread_local bool in_english = false;

const Language& now() {
  if (in_english) return languages().front();
  const Language* language = chosen.load(std::memory_order_acquire);
  return language ? *language : languages().front();
}

/// Where it stands in english(): the generated headers name nothing that is not there. A figure
/// asks for the same few hundreds again and again.
std::size_t place_of_message(std::string_view name) {
  struct Known {
    const char* name = nullptr;
    std::size_t place = 0;
  };
  constexpr std::size_t slots = 1024;
  static thread_local std::array<Known, slots> all;
  Known& known = all[std::hash<const char*>()(name.data()) / 8 % slots];
  if (known.name == name.data() && name == english()[known.place].name) return known.place;
  known = {name.data(),
           static_cast<std::size_t>(std::ranges::lower_bound(english(), name, {}, &English::name) -
                                    english().begin())};
  return known.place;
}

/// A quoted line of a .po file without its quotes.
std::string unescaped(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\' && i + 2 < quoted.size()) {
      ++i;
      text += quoted[i] == 'n' ? '\n' : quoted[i] == 't' ? '\t' : quoted[i];
    } else {
      text += quoted[i];
    }
  }
  return text;
}

}  // namespace

std::string filled(std::string_view pattern, std::string_view language,
                   std::initializer_list<Slot> slots) {
  return Filler(pattern, language, {slots.begin(), slots.size()}).all();
}

static thread_local std::vector<FilledMessage>* heard = nullptr;

void listen(std::vector<FilledMessage>* to) { heard = to; }

std::string FilledMessage::at(std::string_view slot) const {
  const auto found = std::ranges::find(slots, slot, [](const auto& each) { return each.first; });
  return found == slots.end() ? "" : found->second;
}

InEnglish::InEnglish() : before_(std::exchange(in_english, true)) {}
InEnglish::~InEnglish() { in_english = before_; }

std::string made(const char* message, std::initializer_list<Slot> slots) {
  return made(message, std::span(slots.begin(), slots.size()));
}

std::string made(const char* message, std::span<const Slot> slots) {
  if (heard) {
    FilledMessage& said = heard->emplace_back();
    said.name = message;
    for (const Slot& each : slots)
      said.slots.emplace_back(std::string(each.name), std::string(each.shown.view()));
  }
  const std::size_t place = place_of_message(message);
  const Language& language = now();
  const char* pattern = language.patterns[place];
  return Filler(pattern ? pattern : english()[place].pattern, pattern ? language.code : "en", slots)
      .all();
}

std::string paragraph(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  std::string both = all::paragraph({.first = first, .second = second});
  // Where sentences follow without a blank, those that are still in English keep theirs
  const auto latin = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (both.size() == first.size() + second.size() && latin(first.back()) && latin(second.front()))
    both.insert(first.size(), " ");
  return both;
}

namespace {

std::string list_of(const std::vector<std::string>& parts, bool all_of_them) {
  if (parts.empty()) return "";
  std::string text = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i)
    text = i + 1 < parts.size() ? all::list_middle({.first = text, .next = parts[i]})
           : all_of_them        ? all::list_end({.first = text, .last = parts[i]})
                                : all::list_or({.first = text, .last = parts[i]});
  return text;
}

std::vector<std::string> digits_of(const std::vector<uint32_t>& values) {
  std::vector<std::string> parts;
  for (uint32_t value : values) parts.push_back(std::to_string(value));
  return parts;
}

}  // namespace

std::string list(const std::vector<std::string>& parts) { return list_of(parts, true); }
std::string list(const std::vector<uint32_t>& values) { return list_of(digits_of(values), true); }
std::string list_or(const std::vector<std::string>& parts) { return list_of(parts, false); }
std::string list_or(const std::vector<uint32_t>& values) {
  return list_of(digits_of(values), false);
}

const char* Label::c_str() const {
  if (!named_) return translated(text_).data();
  const std::size_t place = place_of_message(text_);
  const char* pattern = now().patterns[place];
  return pattern ? pattern : english()[place].pattern;
}

std::string label_named(std::string_view name) {
  const auto found = std::ranges::lower_bound(english(), name, {}, &English::name);
  if (found == english().end() || name != found->name) return std::string(name);
  return Label(MessageName{found->name});
}

std::string_view translated(std::string_view english_text) {
  const auto& whole = now().whole;
  const auto found = whole.find(english_text);
  return found == whole.end() ? english_text : found->second;
}

std::string_view plural_category(std::string_view language, uint64_t n) {
  const std::string_view base = language.substr(0, language.find('-'));
  const auto is = [&](std::initializer_list<std::string_view> list) {
    return std::ranges::find(list, base) != list.end();
  };
  const uint64_t ten = n % 10, hundred = n % 100;
  if (is({"zh", "ja", "ko", "vi", "th", "id"})) return "other";
  if (is({"fr", "pt"})) return n < 2 ? "one" : "other";
  if (is({"ru", "uk"}))
    return ten == 1 && hundred != 11                                ? "one"
           : ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? "few"
                                                                    : "many";
  if (is({"pl"}))
    return n == 1 ? "one" : ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? "few" : "many";
  if (is({"cs", "sk"})) return n == 1 ? "one" : n >= 2 && n <= 4 ? "few" : "other";
  return n == 1 ? "one" : "other";
}

std::string_view ordinal_category(std::string_view language, uint64_t n) {
  if (!language.starts_with("en")) return language.starts_with("fr") && n == 1 ? "one" : "other";
  if (n / 10 % 10 == 1) return "other";
  return n % 10 == 1 ? "one" : n % 10 == 2 ? "two" : n % 10 == 3 ? "few" : "other";
}

Added add_language(std::string_view code, std::string_view po) {
  Added added;
  Language& language = languages().emplace_back();
  language.code = code;
  language.patterns.resize(english().size());
  std::map<std::string, std::string, std::less<>> entry;
  std::string field;
  bool fuzzy = false;
  const auto finish = [&] {
    const std::string id = entry["msgctxt"], source = entry["msgid"], text = entry["msgstr"];
    const bool wanted = !fuzzy && !text.empty() && !id.empty();
    entry.clear(), field.clear(), fuzzy = false;
    if (!wanted) return;
    const std::size_t place = place_of_message(id);
    const bool named = place < english().size() && id == english()[place].name;
    if (named ? !source.empty() && source != english()[place].pattern : source.empty()) return;
    if (named && !says_the_same(english()[place].pattern, text)) {
      if (++added.broken == 1) added.first_broken = id;
      return;
    }
    const std::string& kept = language.texts.emplace_back(text);
    if (named)
      language.patterns[place] = kept.c_str();
    else
      language.whole[language.texts.emplace_back(source)] = kept;
    ++added.translated;
  };
  for (std::size_t at = 0; at < po.size();) {
    const std::size_t end = std::min(po.find('\n', at), po.size());
    std::string_view line = trimmed_line(po.substr(at, end - at));
    at = end + 1;
    if (line.starts_with("#,")) fuzzy = line.find("fuzzy") != line.npos;
    if (line.empty()) finish();
    if (line.empty() || line[0] == '#') continue;
    if (line[0] != '"') {
      const std::size_t blank = std::min(line.find(' '), line.size());
      field = line.substr(0, blank);
      line = trimmed_line(line.substr(blank));
    }
    entry[field] += unescaped(line);
  }
  finish();
  return added;
}

bool choose_language(std::string_view code) {
  const auto found = std::ranges::find(languages(), code, &Language::code);
  if (found == languages().end()) return false;
  chosen.store(&*found, std::memory_order_release);
  return true;
}

std::string_view language() { return now().code; }

std::string all_texts() {
  std::string all;
  for (const std::string& each : now().texts) all += each;
  return all;
}

std::string language_of_locale(std::string_view locale) {
  const std::string_view tag = locale.substr(0, locale.find_first_of(".@"));
  const std::string_view base = tag.substr(0, tag.find_first_of("_-"));
  if (base == "C" || base == "POSIX") return "";
  if (base != "zh") return std::string(base);
  const bool old_signs = tag.find("TW") != tag.npos || tag.find("HK") != tag.npos ||
                         tag.find("MO") != tag.npos || tag.find("Hant") != tag.npos;
  return old_signs ? "zh-Hant" : "zh-Hans";
}

}  // namespace scope::text
