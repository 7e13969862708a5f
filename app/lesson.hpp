/// A lesson: a short sequence of states with captions, stepped like slides. A lesson is a file in assets/lessons
/// (or in the folder "lessons" beside the person's preferences); adding one is adding a file.
///
///   {"format": "radixscope lesson 1", "section": "13.4", "title": "…", "about": "one sentence",
///    "slides": [{"title": "…", "caption": "one to three sentences", "state": {fields of session.hpp, or a state string}}]}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app.hpp"

namespace scope {

inline constexpr std::string_view lesson_format = "radixscope lesson 1";

struct Slide {
  std::string title;    ///< a few words
  std::string caption;  ///< what to see here, one to three sentences
  std::string state;    ///< as apply_state takes it
};

struct Lesson {
  std::string name;     ///< in scripts: the file's name without number and ending
  std::string file;     ///< where it was read
  std::string section;  ///< of the book: "13.4"; "" = none
  std::string title;
  std::string about;    ///< one sentence
  std::vector<Slide> slides;   ///< one at least
};

}  // namespace scope
