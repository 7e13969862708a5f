/// Lessons as the tests read, spoil and show them.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>

#include "app/export/pages.hpp"
#include "app/state/lesson.hpp"
#include "app/state/state.hpp"

namespace scope {

using Json = nlohmann::ordered_json;

/// The lesson that came with the program under this name.
inline const Lesson& the(const char* name) {
  const Lesson* lesson = lesson_named(name);
  EXPECT_TRUE(lesson) << name;
  return lesson ? *lesson : lessons().front();
}

/// All that is drawn and said of the picture on the screen.
inline std::string picture(const Document& document) {
  const Page page = page_of(document);
  std::string text =
      page.name + page.place + std::to_string(page.selected) + state_string(document);
  for (const TextBox& each : text_boxes(page.scene)) text += each.text + "|";
  return text;
}

/// A lesson of one slide, whose fields may be spoilt.
inline Json good() {
  return Json::parse(R"({"format": "radixscope lesson 1", "section": "9.9", "title": "A lesson",
    "about": "Of one slide.", "slides": [{"title": "First", "caption": "See here.",
    "state": {"preset": "chapter", "step": "pass 1 output"}}]})");
}

}  // namespace scope
