/// The questions of the chapter (sections 13.2 to 13.6, and stability from 13.1) and the moment
/// that answers each of them. A row leads there by verbs, so it works from a script or a menu.
#pragma once

#include <span>

#include "kernels/model/arrays.hpp"

namespace scope {

/// Where on the screen the answer stands.
enum class Answer {
  picture,   ///< in the cells of the figure, as the values of `array`
  numbers,   ///< under BUFFERS, as the values of `array`; `picture` may draw it too
  sentence,  ///< in WHY
  card,      ///< in FORMULA, as the result
};

struct Question {
  const char* name;      ///< short, for scripts and tests
  const char* section;   ///< of the chapter
  const char* text;      ///< what is asked
  const char* way;       ///< verbs that lead to the answer
  Answer answer;
  radix::ArrayId array;  ///< of a picture or of numbers
  const char* picture;   ///< the book's figure it belongs to; "" none
};

std::span<const Question> questions();

}  // namespace scope
