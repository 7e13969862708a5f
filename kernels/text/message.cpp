#include "message.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "in_language.hpp"
#include "pattern.hpp"
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

class Filler {
 public:
  Filler(std::string_view language, std::span<const Slot> slots)
      : language_(language), slots_(slots) {}

  std::string filled(std::string_view pattern) {
    out_.reserve(pattern.size());
    fill(read_pattern(pattern).pieces);
    return std::move(out_);
  }

 private:
  void fill(std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
      if (piece.kind == Piece::Kind::text) {
        out_ += piece.text;
        continue;
      }
      const auto found = std::ranges::find(slots_, piece.text, &Slot::name);
      const Slot* value = found == slots_.end() ? nullptr : &*found;
      const std::string_view shown = value ? value->shown.view() : std::string_view();
      switch (piece.kind) {
        case Piece::Kind::text:
        case Piece::Kind::slot:
        case Piece::Kind::number: out_ += shown; break;
        case Piece::Kind::capital: capital(shown); break;
        case Piece::Kind::josa:
          if (value) particle(piece.forms, shown);
          break;
        case Piece::Kind::plural:
        case Piece::Kind::ordinal:
        case Piece::Kind::select: branch(piece, value); break;
      }
    }
  }

  /// "=3" where that is the number, else the one of the value's form, else "other".
  void branch(const Piece& piece, const Slot* value) {
    const std::string_view shown = value ? value->shown.view() : std::string_view();
    const std::string_view wanted = !value                              ? std::string_view("other")
                                    : piece.kind == Piece::Kind::select ? shown
                                    : piece.kind == Piece::Kind::plural
                                        ? plural_category(language_, value->count)
                                        : ordinal_category(language_, value->count);
    const Branch* best = nullptr;
    int rank = 0;
    for (const Branch& each : piece.branches) {
      const bool exact =
          piece.counts() && value && each.key.starts_with('=') && each.key.substr(1) == shown;
      const int fits = exact ? 3 : each.key == wanted ? 2 : each.key == "other" ? 1 : 0;
      if (fits > rank) rank = fits, best = &each;
    }
    if (best) fill(best->pieces);
  }

  /// A name that starts a sentence or is a heading: with a capital first letter.
  void capital(std::string_view shown) {
    if (shown.empty()) return;
    const char first = shown.front();
    out_ += first >= 'a' && first <= 'z' ? static_cast<char>(first - 32) : first;
    out_ += shown.substr(1);
  }

  /// Korean: the form after a final consonant, or the other one: "을/를", "이/가", "으로/로".
  void particle(std::string_view forms, std::string_view said) {
    const std::size_t slash = forms.find('/');
    if (slash == forms.npos) return;
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
    out_ += first ? forms.substr(0, slash) : forms.substr(slash + 1);
  }

  std::string_view language_;
  std::span<const Slot> slots_;
  std::string out_;
};

/// A slot of a pattern; `shown`: its value is, and does not only choose a branch.
struct Need {
  std::string_view name;
  bool shown;
};
void add_needs(std::span<const Piece> pieces, std::vector<Need>& needs) {
  for (const Piece& piece : pieces) {
    if (piece.kind != Piece::Kind::text && piece.kind != Piece::Kind::josa)
      needs.push_back({piece.text, piece.kind != Piece::Kind::select});
    for (const Branch& each : piece.branches) add_needs(each.pieces, needs);
  }
}

/// True where a translation can be read and has the slots of the English: all that are shown, and
/// no other.
bool says_the_same(std::string_view english, std::string_view translation) {
  std::vector<Need> wanted, has;
  add_needs(read_pattern(english).pieces, wanted);
  const Pattern pattern = read_pattern(translation);
  if (!pattern.well_formed) return false;
  add_needs(pattern.pieces, has);
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
thread_local const Language* of_thread = nullptr;

const Language& now() {
  if (of_thread) return *of_thread;
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
  return Filler(language, {slots.begin(), slots.size()}).filled(pattern);
}

static thread_local std::vector<FilledMessage>* heard = nullptr;

void listen(std::vector<FilledMessage>* to) { heard = to; }

std::string FilledMessage::at(std::string_view slot) const {
  const auto found = std::ranges::find(slots, slot, [](const auto& each) { return each.first; });
  return found == slots.end() ? "" : found->second;
}

InLanguage::InLanguage(std::string_view code) : before_(of_thread) {
  const auto found = std::ranges::find(languages(), code, &Language::code);
  if (found != languages().end()) of_thread = &*found;
}
InLanguage::~InLanguage() { of_thread = static_cast<const Language*>(before_); }

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
  return Filler(pattern ? language.code : "en", slots)
      .filled(pattern ? pattern : english()[place].pattern);
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
