/// Is a lesson good? Every slide is shown as the window would, and what it says is looked up in
/// what it shows.
#pragma once

#include <string>
#include <vector>

#include "lesson.hpp"

namespace scope {

/// What was found about one slide.
struct SlideCheck {
  std::string title;
  std::string
      place;  ///< "Figure 13.9 · pass 1 of 2 · bits 0–1 · table scan"; "" when it cannot be shown
  std::string error;  ///< "" = good; else one sentence
};

/// Every slide in order. Complaints: its state is refused or its run fails; its figure does not
/// show such a run; a number of its title or caption stands nowhere in its pictures, settings or
/// totals; it shows and says what the slide before it does.
std::vector<SlideCheck> check(const Lesson& lesson);

/// Numbers of a text as they are written ("16", "0101", "12.5"), but those of sections and figures
/// ("13.6").
std::vector<std::string> numbers_in(const std::string& text);

}  // namespace scope
