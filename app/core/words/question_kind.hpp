/// What a student may be asked before a step is shown: kinds of questions, which families bring
/// (figures/family_row.hpp), and the misconceptions from which wrong answers are computed. A kind
/// reads the moment after the step; whoever asks shows the moment before it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/text/message.hpp"

namespace scope {

/// A way to be wrong that makes a number of its own.
struct Misconception {
  const char* name;               ///< in files: "inclusive"
  std::string (*says)(uint32_t);  ///< one sentence about the wrong number
  const char* fault = "";  ///< of the gallery of bugs, which does the same; "" = there is none
};

/// The number that a misconception leads to; below 0 or too large: it leads to none.
struct Guess {
  const char* misconception;
  int64_t value;
};

/// A question about one element of an array.
struct Asked {
  std::string question;        ///< one sentence or two, all that is not in the picture
  uint32_t answer = 0;         ///< the trace's
  std::vector<Guess> guesses;  ///< the most frequent misconception first
  uint32_t key = radix::none;  ///< identity of the key it is about, which is lit; or none
  uint32_t lit = radix::none;  ///< a key that may be lit only with the answer; none: `key`
};

enum class AnswerBy {
  place,   ///< of a key or a slot, 0 … n - 1: clicked or typed
  number,  ///< typed
  yes_no,  ///< 1 or 0
};

struct QuestionKind {
  const char* name;     ///< in scripts and files: "destination_of_one"
  text::Label about;    ///< a few words: "destination of a one"
  radix::ArrayId made;  ///< asked before the step that makes it
  bool before_stage;    ///< asked before its stage, which computes it bit by bit
  AnswerBy by;
  /// Elements that may be asked about; 0: nothing of this kind is asked here. `after`: the moment
  /// after the step that makes the array.
  uint32_t (*elements)(const Moment& after);
  /// Nothing: this element cannot be asked about.
  std::optional<Asked> (*ask)(const Moment& after, uint32_t element);
};

}  // namespace scope
