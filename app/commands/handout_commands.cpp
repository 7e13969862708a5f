// Verbs that write a whole run for a class.
#include "app/export/formats.hpp"
#include "app/export/export_job.hpp"
#include "app/base/files.hpp"
#include "app/export/html.hpp"
#include "app/base/text.hpp"
#include "command_actions.hpp"

namespace scope::actions {

constexpr std::size_t slow_bytes = 20u << 20;   // a browser opens as much in about two seconds

namespace {

/// `asked`: the file, or "" for the hand-out's own name in the current folder.
ExportEnd write_html(const App& app, const std::string& asked, const Going& going) {
  const Format& format = *format_named("html");
  const PageRun run = page_run_of(app, app.grain, budget_of(format, {}), going);
  if (!run.about.refusal.empty()) return {.refusal = run.about.refusal};
  const std::string text = going(0, run.about.pages.size()) ? to_html(run, app.lane().cursor, going) : "";
  const std::string file = asked.empty() ? file_for(".", run.about.name, format) : asked;
  if (text.empty()) return {.note = "Cancelled; nothing was written."};
  ExportEnd end{.refusal = write_file(file, text)};
  if (!end.refusal.empty()) return end;
  end.files = {file};
  end.note = say("Wrote ", file, ": ", counted(static_cast<uint32_t>(run.about.pages.size()), "page"),
                 "; open it in a browser");
  if (text.size() > slow_bytes)
    end.note += say(", which takes a while for ", text.size() >> 20, " MB: fewer keys or a coarser grain are faster");
  if (!run.about.remark.empty()) end.note += ". " + run.about.remark;
  return end;
}

}  // namespace

std::string html(App& app, Argument file) {
  if (!shows_a_step(app))
    return "This picture is not about a step of the run; choose `mode step` and `figure auto` first.";
  if (!file.empty())
    if (std::string refusal = place_refusal(file); !refusal.empty()) return refusal;
  const auto still = std::make_shared<const App>(still_life(app));
  return start_export(app, [still, file](const Going& going) { return write_html(*still, file, going); });
}

}  // namespace scope::actions
