/// A strict reader of the XML that the program writes, pictures and pages: elements with attributes
/// and text, no more. Anything else and anything broken is a fault, and so are an id that two
/// elements have and a number that is none. (Other readers are asked in window_export.sh.)
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xml {

/// In the order of the text.
struct Attributes {
  std::vector<std::pair<std::string, std::string>> list;

  const std::string* find(std::string_view name) const {
    const auto found = std::ranges::find(list, name, &std::pair<std::string, std::string>::first);
    return found == list.end() ? nullptr : &found->second;
  }
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// Throws std::out_of_range where there is none.
  const std::string& at(std::string_view name) const {
    if (const std::string* value = find(name)) return *value;
    throw std::out_of_range("no attribute " + std::string(name));
  }
};

struct Element {
  std::string name;
  Attributes attributes;
  std::string text;  ///< directly in it, entities resolved
  std::size_t depth = 0;

  /// 0 where there is none. Throws std::invalid_argument where it does not begin with a number.
  float number(std::string_view attribute) const {
    const std::string* text = attributes.find(attribute);
    if (text == nullptr) return 0;
    float value = 0;
    const char* begin = text->data() + (text->starts_with('+') ? 1 : 0);
    if (std::from_chars(begin, text->data() + text->size(), value).ec != std::errc())
      throw std::invalid_argument("'" + *text + "' is no number");
    return value;
  }
};

struct Document {
  std::vector<Element> elements;  ///< in the order of their opening tags
  std::set<std::string> ids;
  std::string fault;  ///< "" = well-formed
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Document read() {
    while (ok() && at_ < text_.size()) peek() == '<' ? tag() : content();
    if (ok() && !open_.empty()) fail("<" + now().name + "> is not closed");
    if (ok() && document_.elements.empty()) fail("no element");
    return std::move(document_);
  }

 private:
  bool ok() const { return document_.fault.empty(); }
  void fail(const std::string& why) { document_.fault = why + " at " + std::to_string(at_); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  Element& now() { return document_.elements[open_.back()]; }

  void content() {
    const char c = peek();
    if (open_.empty() && !std::isspace(static_cast<unsigned char>(c)))
      return fail("text outside the document");
    if (c == '>') return fail("a bare >");
    if (c == '&') {
      const std::string piece = entity();
      if (!open_.empty()) now().text += piece;
      return;
    }
    const std::size_t end = std::min(text_.find_first_of("<>&", at_), text_.size());
    if (!open_.empty())
      now().text.append(text_, at_, end - at_), at_ = end;
    else
      ++at_;
  }

  std::string entity() {
    static const std::map<std::string, std::string> known{
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};
    for (const auto& [code, meaning] : known)
      if (text_.compare(at_, code.size(), code) == 0) return at_ += code.size(), meaning;
    fail("an unknown entity");
    return "";
  }

  std::string name() {
    const std::size_t begin = at_;
    const auto letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == ':' || c == '-';
    };
    while (letter(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void blanks() {
    while (std::isspace(static_cast<unsigned char>(peek()))) ++at_;
  }

  void tag() {
    ++at_;
    if (peek() == '/') return close();
    Element element{.name = name(), .depth = open_.size()};
    if (element.name.empty()) return fail("a bare <");
    if (open_.empty() && !document_.elements.empty()) return fail("a second document");
    for (blanks(); ok() && peek() != '>' && peek() != '/'; blanks()) attribute(element);
    if (!ok()) return;
    const bool alone = peek() == '/';
    if (alone) ++at_;
    if (peek() != '>') return fail("a tag without an end");
    ++at_;
    document_.elements.push_back(std::move(element));
    if (!alone) open_.push_back(document_.elements.size() - 1);
  }

  void attribute(Element& element) {
    const std::string word = name();
    if (word.empty() || element.attributes.contains(word)) return fail("a bad attribute " + word);
    if (peek() != '=' || peek(1) != '"') return fail(word + " is not quoted");
    at_ += 2;
    std::string value;
    while (ok() && peek() != '"') {
      if (peek() == '<' || peek() == '\0') return fail("< or the end in an attribute");
      if (peek() == '&') {
        value += entity();
        continue;
      }
      const std::size_t end = std::min(text_.find_first_of("\"<&", at_), text_.size());
      value.append(text_, at_, end - at_), at_ = end;
    }
    ++at_;
    if (word == "id" && !document_.ids.insert(value).second)
      return fail("two elements with the id " + value);
    const bool bytes = value.starts_with("data:");  // any letters
    for (const char* none : {"nan", "inf"})
      if (!bytes && value.find(none) != value.npos) return fail(word + " is no number");
    element.attributes.list.emplace_back(word, std::move(value));
  }

  void close() {
    ++at_;
    const std::string element = name();
    if (open_.empty() || now().name != element) return fail("</" + element + "> closes nothing");
    if (peek() != '>') return fail("a closing tag without an end");
    ++at_;
    open_.pop_back();
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;
  Document document_;
};

inline Document read(const std::string& text) { return Reader(text).read(); }

/// "" or why the text is not well-formed.
inline std::string fault_in(const std::string& text) { return read(text).fault; }

}  // namespace xml
