/// What the presenter's window says: for the lecturer alone, beside what the class sees.
#pragma once

#include <string>
#include <vector>

#include "app/document/document.hpp"

namespace scope {

/// An answer before a class, and how many hands it had.
struct VoteLine {
  char letter;
  std::string answer;
  std::string hands;  ///< "12", or "12 → 19" where there was a second vote
  bool right = false;
};

/// In the order in which it stands there; "" = there is none.
struct PresenterPage {
  std::string lesson;   ///< what is presented: the lesson, or the sort
  std::string place;    ///< "slide 3 of 11", "step 12 of 48"
  std::string title;    ///< of the slide, or of the step
  std::string caption;  ///< what the class reads under it
  std::string notes;    ///< of a slide; else why the step does what it does
  std::string answer;   ///< to the question that is open, which the class does not see yet
  std::vector<VoteLine> votes;
  std::string reason;   ///< of a slide's step, which may be hidden from the class
  std::string formula;  ///< "slot = bucket start + rank = 12 + 2 = 14"
  std::string next;     ///< title of the next slide or step
  std::string next_caption;
};

PresenterPage presenter_page(const Document& document);

/// The clock: "14:05", and since the window was opened "12:31" or "1:02:31".
std::string hour_words(int hour, int minute);
std::string elapsed_words(long seconds);

}  // namespace scope
