// Verbs that write a whole run for a class.
#include "export.hpp"
#include "html.hpp"
#include "phrases.hpp"
#include "verb_actions.hpp"

namespace scope::actions {

constexpr std::size_t slow_bytes = 20u << 20;   // a browser opens as much in about two seconds

std::string html(App& app, Argument file) {
  if (!shows_a_step(app))
    return "This picture is not about a step of the run; choose `mode step` and `figure auto` first.";
  const Handout handout = handout_of(app, app.grain);
  if (!handout.refusal.empty()) return handout.refusal;
  const std::string text = to_html(handout, app.lane().cursor);
  const Format& format = *format_named("html");
  const std::string refusal = write_text(app, file.empty() ? file_for(".", handout.name, format) : file, text);
  if (!refusal.empty()) return refusal;
  app.note += ": " + counted(static_cast<uint32_t>(handout.pages.size()), "page") + "; open it in a browser";
  if (text.size() > slow_bytes)
    app.note += say(", which takes a while for ", text.size() >> 20, " MB: fewer keys or a coarser grain are faster");
  if (!handout.remark.empty()) app.note += ". " + handout.remark;
  return "";
}

}  // namespace scope::actions
