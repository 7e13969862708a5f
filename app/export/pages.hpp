/// Pictures that leave the program, each with what is said about it: the pages of a handout. SVG,
/// PNG, PDF, HTML and text are written from these; nothing else is.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "app/document/document.hpp"

namespace scope {

struct Lesson;

/// What a page of a handout asks about the page after it.
struct PageQuestion {
  std::string text;                  ///< "" = nothing is asked
  std::vector<std::string> choices;  ///< A to D; none: it is typed
  std::string answer;
  std::vector<std::pair<std::string, std::string>> said;  ///< of every answer that is foreseen
};

/// One picture.
struct Page {
  std::string
      name;  ///< of its file, without ending: "pass1-table-scan-fig13-9"; among others with a
             ///< number in front, so that names differ and sort: "012-pass1-table-scan-fig13-9"
  std::string title;     ///< "Figure 13.9"; of a slide its title
  std::string place;     ///< "pass 1 of 2 · bits 0–1 · table scan"; "" where there is none
  std::string words;     ///< what happens and why; of a slide its caption
  std::string text;      ///< the arrays as text, a line each (transcript.hpp); "" = none
  std::size_t step = 0;  ///< steps done
  Scene scene;           ///< without heading
  uint32_t selected = none;
  PageQuestion question;
};

/// All of them, with what they are about.
struct Handout {
  std::string name;       ///< of its file or folder, without ending: "digits-16-keys"
  std::string title;      ///< "3 several bits per pass: 16 keys"
  std::string about;      ///< the settings and the machine, in a line
  std::string state;      ///< state string of where it starts
  std::size_t steps = 0;  ///< of the run; 0 where the pages are slides of several runs
  std::vector<Page> pages;
  std::string remark;   ///< "" or one sentence: it stops less often than it was asked to, and why
  std::string refusal;  ///< "" or one sentence: it would be too large; then there are no pages
};

/// Asked before every page, with how many are done and how many there are (0 = not known yet).
/// False: stop.
using Going = std::function<bool(std::size_t done, std::size_t of)>;

/// A handout whose pages are drawn when they are asked for, so that few are in memory at a time.
struct PageRun {
  Handout about;                          ///< of its pages only the steps are filled in
  std::function<Page(std::size_t)> draw;  ///< page number i, from 0
};

/// A handout that would take more than about this is made of fewer pages, or refused.
inline constexpr std::size_t max_handout_bytes = std::size_t{64} << 20;

/// How large a handout may become, and how large it is.
struct Budget {
  std::size_t most = max_handout_bytes;
  /// The bytes that these pages take as a file, or as files; for guesses. Empty: as SVG.
  std::function<std::size_t(const std::vector<Page>&)> weigh;
};

/// The picture on the screen: in Compare mode all lanes side by side.
Page page_of(const Document& document);

/// A page for the start and for every stop of this step size, of the active lane (in Compare mode
/// all lanes beside it); figures as the app chooses them. In Timing mode every page of every chart.
/// Its size is guessed as SVG.
Handout handout_of(const Document& document, StepSize step_size);

/// The same, a page at a time. Some pages are weighed to guess the size of all. Where `going` says
/// stop, there are no pages.
PageRun page_run_of(const Document& document, StepSize step_size, const Budget& budget = {},
                    const Going& going = {});

/// A lesson as a handout: the slides with their titles and captions, in order. A slide that cannot
/// be shown is one sentence.
/// `whole`: the lecturer's own copy, with answers and notes.
radix::Result<Handout> handout_of(const Lesson& lesson, bool whole = false);

/// Pages that are there already.
PageRun page_run_of(const Handout& handout);

/// The Document as another thread may read it: nothing in it changes any more, and no work in the
/// background is part of it.
Document snapshot(const Document& document);

}  // namespace scope
