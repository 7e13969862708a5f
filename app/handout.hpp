/// Pictures that leave the program, each with what is said about it: the pages of a hand-out. SVG, PNG, PDF, HTML
/// and text are written from these; nothing else is.
#pragma once

#include <string>
#include <vector>

#include "app.hpp"
#include "scene.hpp"

namespace scope {

/// One picture.
struct Page {
  std::string name;       ///< of its file, without ending: "pass1-table-scan-fig13-9"
  std::string title;      ///< "Figure 13.9"; of a slide its title
  std::string place;      ///< "pass 1 of 2 · bits 0–1 · table scan"; "" where there is none
  std::string words;      ///< what happens and why; of a slide its caption
  std::string text;       ///< the arrays as text, a line each (transcript.hpp); "" = none
  std::size_t step = 0;   ///< steps done
  Scene scene;            ///< without heading
  uint32_t selected = nobody;
};

/// All of them, with what they are about.
struct Handout {
  std::string title;      ///< "3 several bits a pass: 16 keys"
  std::string about;      ///< the settings and the machine, in a line
  std::string state;      ///< state string of where it begins
  std::size_t steps = 0;  ///< of the run
  std::vector<Page> pages;
};

/// The picture on the screen: in Compare mode all lanes side by side.
Page page_of(const App& app);

/// A page for the start and for every stop of this grain, of the active lane; figures as the app chooses them.
Handout handout_of(const App& app, Grain grain);

}  // namespace scope
