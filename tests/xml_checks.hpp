/// A small XML checker: enough for SVG and for a page that is written as carefully.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace scope {

class Xml {
 public:
  explicit Xml(const std::string& text) : text_(text) { read(); }
  std::string fault;                 ///< "" = well-formed
  std::vector<std::string> tags;     ///< names of all elements, in order
  std::set<std::string> ids;

 private:
  void read() {
    while (fault.empty() && at_ < text_.size()) text_[at_] == '<' ? tag() : character();
    if (fault.empty() && !open_.empty()) fault = "<" + open_.back() + "> is not closed";
    if (fault.empty() && tags.empty()) fault = "no element";
  }

  void character() {
    if (open_.empty() && !std::isspace(static_cast<unsigned char>(text_[at_])))
      fault = "text outside the document";
    if (text_[at_] == '&') entity();
    else if (text_[at_] == '>') fault = "a bare >";
    else ++at_;
  }

  void entity() {
    for (const char* known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
      if (text_.compare(at_, std::string(known).size(), known) == 0) {
        at_ += std::string(known).size();
        return;
      }
    fault = "an unknown entity";
  }

  std::string name() {
    std::string word;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == ':' || text_[at_] == '-'))
      word += text_[at_++];
    return word;
  }

  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  void tag() {
    ++at_;
    if (text_[at_] == '/') return close();
    const std::string element = name();
    if (element.empty()) return void(fault = "a bare <");
    if (open_.empty() && !tags.empty()) return void(fault = "a second document");
    tags.push_back(element);
    std::set<std::string> names;
    for (blanks(); fault.empty() && text_[at_] != '>' && text_[at_] != '/'; blanks())
      attribute(names);
    if (!fault.empty()) return;
    if (text_[at_] == '/') ++at_;
    else open_.push_back(element);
    if (text_[at_++] != '>') fault = "a tag without an end";
  }

  void attribute(std::set<std::string>& names) {
    const std::string word = name();
    if (word.empty() || !names.insert(word).second) return void(fault = "a bad attribute " + word);
    if (text_[at_] != '=' || text_[at_ + 1] != '"') return void(fault = word + " is not quoted");
    const std::size_t begin = at_ + 2;
    for (at_ = begin; fault.empty() && text_[at_] != '"';) {
      if (text_[at_] == '<') fault = "< in an attribute";
      else if (text_[at_] == '&') entity();
      else ++at_;
    }
    const std::string value = text_.substr(begin, at_ - begin);
    if (word == "id" && !ids.insert(value).second) fault = "two elements with the id " + value;
    const bool picture = value.starts_with("data:");  // any letters
    if (!picture && (value.find("nan") != std::string::npos || value.find("inf") != std::string::npos))
      fault = word + " is no number";
    ++at_;
  }

  void close() {
    ++at_;
    const std::string element = name();
    if (open_.empty() || open_.back() != element)
      return void(fault = "</" + element + "> closes nothing");
    open_.pop_back();
    if (text_[at_++] != '>') fault = "a closing tag without an end";
  }

  std::string text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
};

inline std::string fault_in(const std::string& svg) { return Xml(svg).fault; }

}  // namespace scope
