#include "command_line_export.hpp"

#include <CLI/CLI.hpp>

#include "export.hpp"
#include "phrases.hpp"
#include "session.hpp"
#include "text_file.hpp"
#include "verbs.hpp"

namespace scope {
namespace {

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.push_back(format.name);
  return names;
}

/// What both commands take.
void declare_both(CLI::App& command, ExportTyped& typed) {
  declare_input(command, typed.input, {{"--state A state string, as copied in the window", &typed.state},
                                       {"--session A session file or a trace file", &typed.session}});
  command.add_option("--figure", typed.figure, "Its id; else what shows the step best")->type_name("ID");
  command.add_option("--theme", typed.theme, "dark, light or print; else print")->type_name("THEME");
  command.add_option("--scale", typed.scale, "Of PNG, 1 to 4; else 2")->type_name("FACTOR");
  command.add_option("--format", typed.format, listed(format_names()) + "; else by the end of --out")
      ->type_name("FORMAT");
}

/// A session or a run that was saved.
std::string show_file(App& app, const std::string& file) {
  const auto text = read_text(file);
  if (!text) return text.complaint.sentence;
  if (!looks_like_state(*text)) return act(app, "open", file);
  const std::string refusal = apply_state(app, *text);
  return refusal.empty() ? "" : "'" + file + "': " + refusal;
}

/// The program as it stands after a state, a session, or the input that was typed. "" or one sentence.
std::string prepare(const ExportTyped& typed, App& app) {
  std::string refusal;
  if (!typed.state.empty()) refusal = apply_state(app, typed.state);
  else if (!typed.session.empty()) refusal = show_file(app, typed.session);
  else if (const auto wish = wish_of(typed.input)) app.lane().wish = *wish;
  else refusal = wish.complaint.sentence;
  if (!refusal.empty()) return refusal;
  tick(app, 0);
  if (!app.lane().complaint.sentence.empty()) return app.lane().complaint.sentence;
  if (typed.figure) refusal = act(app, "figure", *typed.figure);
  if (refusal.empty() && typed.step) refusal = act(app, "seek", *typed.step);
  if (refusal.empty() && typed.grain) refusal = act(app, "grain", *typed.grain);
  settle(app);
  return refusal;
}

/// The format that was asked for, else the one that `--out` ends like; null with a sentence.
const Format* format_of(const ExportTyped& typed, const char* otherwise, std::string& refusal) {
  const Format* format = format_named(typed.format.empty() ? otherwise : typed.format);
  if (!format) refusal = no_such("format", typed.format, format_names());
  if (!typed.format.empty()) return format;
  for (const Format& each : formats())
    if (typed.out.ends_with(std::string(".") + each.ending)) format = &each;
  return format;
}

/// Theme and scale: for paper, unless something else was asked for.
std::string read_style(const ExportTyped& typed, Style& style) {
  const Theme* theme = typed.theme ? theme_named(*typed.theme) : &scope::theme(ThemeId::print);
  if (!theme) return no_such("theme", *typed.theme, {"dark", "light", "print"});
  style.theme = theme->id;
  return read_number(typed.scale, 1, 4, "The scale", style.scale);
}

}  // namespace

CLI::App* declare_figure(CLI::App& cli, ExportTyped& typed) {
  CLI::App* figure = cli.add_subcommand("figure", "Draw one figure");
  declare_both(*figure, typed);
  figure->add_option("--step", typed.step, "A number, or such as 'pass 1 table_scan'; else the first")
      ->type_name("STEP");
  figure->add_option("--out", typed.out, "File to write; - is standard output")->type_name("FILE")->required();
  return figure;
}

CLI::App* declare_steps(CLI::App& cli, ExportTyped& typed) {
  CLI::App* steps = cli.add_subcommand("steps", "Draw every step");
  declare_both(*steps, typed);
  steps->add_option("--grain", typed.grain, "A picture for every pass, stage, or inside of stages; else inside")
      ->type_name("GRAIN");
  steps->add_option("--out", typed.out, "Folder for a file a step, or the one file with all")->type_name("PLACE")
      ->required();
  return steps;
}

int do_figure(const ExportTyped& typed) {
  App app = make_app();
  Style style;
  std::string refusal = first_of({read_style(typed, style), prepare(typed, app)});
  const Format* format = refusal.empty() ? format_of(typed, "svg", refusal) : nullptr;
  if (!format) return refuse(refusal);
  const auto bytes = write_page(*format, page_of(app), style);
  return bytes ? put(typed.out, *bytes) : refuse(bytes.complaint.sentence);
}

int do_steps(const ExportTyped& typed) {
  App app = make_app();
  Style style;
  std::string refusal = first_of({read_style(typed, style), prepare(typed, app)});
  const Format* format = refusal.empty() ? format_of(typed, "svg", refusal) : nullptr;
  if (!format) return refuse(refusal);
  const PageRun run = page_run_of(app, app.grain, budget_of(*format, style));
  const Handout& handout = run.about;
  if (!handout.remark.empty()) std::fprintf(stderr, "radixscope: %s\n", handout.remark.c_str());
  if (format->bundles && typed.out == "-") {
    if (!handout.refusal.empty()) return refuse(handout.refusal);
    const auto bytes = format->write(run, style, {});
    return bytes ? print(*bytes) : refuse(bytes.complaint.sentence);
  }
  const std::string place = format->bundles ? file_for(typed.out, handout.name, *format) : typed.out;
  refusal = write_pages(run, *format, style, place).refusal;
  return refusal.empty() ? exit_ok : refuse(refusal);
}

}  // namespace scope
