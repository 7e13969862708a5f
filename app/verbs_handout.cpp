// Verbs that write a whole run for a class.
#include "html.hpp"
#include "verb_actions.hpp"

namespace scope::actions {

std::string html(App& app, Argument file) {
  const Handout handout = handout_of(app, app.grain);
  const std::string refusal = write_text(app, file, to_html(handout, app.lane().cursor));
  if (refusal.empty()) app.note += ": " + std::to_string(handout.pages.size()) + " pages; open it in a browser";
  return refusal;
}

}  // namespace scope::actions
