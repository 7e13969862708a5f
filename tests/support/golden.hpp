/// Numbers that were made by somebody else, in JSON: read, asked for by name and place, compared.
/// The program's own reader, a small part of it: the library behind it takes a compiler seconds.
#pragma once

#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/engine/model/json.hpp"

namespace radix::checks {

/// A value of a file, which it keeps. What is missing or of another type throws JsonError.
class Golden {
 public:
  Golden() : Golden(std::make_shared<const Json>()) {}  ///< null
  template <class Number>
  explicit Golden(const std::vector<Number>& list) : Golden(std::make_shared<const Json>(list)) {}
  static Golden parse(const std::string& text) {
    const ParsedJson read = parse_json(text);
    if (!read.ok()) throw JsonError("broken at byte " + std::to_string(read.byte));
    return Golden(std::make_shared<const Json>(read.value));
  }
  static Golden parse(std::istream&& file) {
    std::ostringstream text;
    text << file.rdbuf();
    return parse(text.str());
  }

  Golden operator[](const std::string& name) const { return inside(at_->at(name)); }
  Golden operator[](std::size_t index) const { return inside(at_->list().at(index)); }
  Golden at(const std::string& name) const { return (*this)[name]; }
  bool contains(const std::string& name) const { return at_->contains(name); }
  std::string value(const std::string& name, const std::string& otherwise) const {
    return contains(name) ? at(name).get<std::string>() : otherwise;
  }
  std::size_t size() const { return at_->size(); }
  bool is_null() const { return at_->is_null(); }

  template <class T>
  T get() const {
    if constexpr (std::is_same_v<T, bool>)
      return at_->truth();
    else if constexpr (std::is_same_v<T, std::string>)
      return at_->text();
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(at_->whole());
    else {
      T list;
      for (const Json& each : at_->list())
        list.push_back(static_cast<typename T::value_type>(each.whole()));
      return list;
    }
  }
  template <class T>
  requires(std::is_same_v<T, uint32_t> || std::is_same_v<T, std::string>) operator T()
      const {  // NOLINT: meant to convert
    return get<T>();
  }

  /// Over a list.
  struct Each {
    const Golden* of;
    Json::List::const_iterator at;
    Golden operator*() const { return of->inside(*at); }
    Each& operator++() { return ++at, *this; }
    bool operator!=(const Each& other) const { return at != other.at; }
  };
  Each begin() const { return {this, at_->list().begin()}; }
  Each end() const { return {this, at_->list().end()}; }
  std::vector<std::pair<std::string, Golden>> items() const {
    std::vector<std::pair<std::string, Golden>> all;
    for (const auto& [name, each] : at_->items()) all.emplace_back(name, inside(each));
    return all;
  }

  friend bool operator==(const Golden& a, const Golden& b) {
    return a.at_->dump() == b.at_->dump();
  }
  friend bool operator==(const Golden& value, std::string_view text) { return *value.at_ == text; }
  friend bool operator==(const Golden& value, uint32_t number) {
    return value.at_->is_number_unsigned() && value.at_->whole() == number;
  }
  friend void PrintTo(const Golden& value, std::ostream* out) { *out << value.at_->dump(); }

 private:
  explicit Golden(std::shared_ptr<const Json> whole) : whole_(whole), at_(whole.get()) {}
  Golden inside(const Json& value) const {
    Golden part = *this;
    part.at_ = &value;
    return part;
  }

  std::shared_ptr<const Json> whole_;
  const Json* at_;
};

}  // namespace radix::checks
