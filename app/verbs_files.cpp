// Verbs that read and write files.
#include "files.hpp"
#include "lesson.hpp"
#include "record.hpp"
#include "svg.hpp"
#include "text_file.hpp"
#include "timing_names.hpp"
#include <filesystem>

#include "verb_actions.hpp"
#include "words.hpp"

namespace scope {

std::string write_text(App& app, const std::string& path, const std::string& text) {
  if (path.empty()) return "The name of the file to write is missing.";
  const std::filesystem::path folder = to_path(path).parent_path();
  std::error_code error;
  if (std::filesystem::is_directory(to_path(path), error))
    return "'" + path + "' is a folder; add the name of a file.";
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    return "There is no folder '" + to_text(folder) + "' to write '" + path +
           "' into; make it, or choose another.";
  std::string refusal = write_file(path, text);
  if (!refusal.empty()) return refusal;
  app.written.push_back(path);
  app.note = "Wrote " + path;
  return "";
}

namespace actions {
namespace {

bool looks_like_json(const std::string& text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != std::string::npos && text[at] == '{';
}

/// True for brackets inside brackets beyond what any trace has; millions of them would take
/// gigabytes.
bool nests_too_deep(const std::string& text) {
  constexpr int deepest = 16;
  int depth = 0;
  for (char c : text) {
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > deepest) return true;
  }
  return false;
}

std::string open_trace(App& app, const std::string& text) {
  if (nests_too_deep(text)) return "This is not a trace: its brackets are nested too deep.";
  auto trace = radix::trace_from_json(text);
  if (!trace) return trace.complaint.sentence;
  std::string refusal = show(app.lane(), std::move(*trace));
  if (!refusal.empty()) return refusal;
  drop_stale_pointers(app);
  const radix::Trace& shown = *app.lane().trace;
  app.note = "Opened a run that was recorded on: " + shown.engine.device;
  return "";
}

/// Takes the keys of a text file; key bits grow when these need more.
std::string open_keys(App& app, const std::string& text) {
  Wish& wish = app.lane().wish;
  const auto needed = radix::fitting(text, wish.settings);
  if (!needed) return needed.complaint.sentence;
  radix::Settings settings = wish.settings;
  settings.key_bits = std::max(settings.key_bits, needed->key_bits);
  settings.second_bits = needed->second_bits;
  const auto problem = radix::parse_problem(text, settings);
  if (!problem) return problem.complaint.sentence;
  wish.settings = settings;
  wish.values_text.clear();
  wish.keys_text = radix::keys_text(problem->keys(), wish.base, settings);
  app.note = "Opened " + std::to_string(problem->size()) + " keys";
  return "";
}

}  // namespace

/// What is said beside the picture.
std::string words_for(const Look& look) { return look.timing_view ? timing_why(*look.timing_view) : why(look); }

std::string svg(App& app, Argument file) {
  Look still = look(app);
  still.moved = 1;
  const Scene scene = with_heading(current_figure(app).draw(still));
  return write_text(app, file, to_svg(scene, scope::theme(app.theme), still.selected(), words_for(still)));
}

std::string trace(App& app, Argument file) {
  const std::string text = radix::to_json(*app.lane().trace);
  std::string refusal = write_text(app, file, text);
  if (refusal.empty() && text.size() > max_text_bytes)
    app.note += "; it is longer than 64 MB, too long to be opened again";
  return refusal;
}

std::string open(App& app, Argument file) {
  const auto text = read_text(file);
  if (!text) return text.complaint.sentence;
  if (text->substr(0, text->find('\n')).find(timing_format) != std::string::npos) return timing_load(app, file);
  if (looks_like_lesson(*text)) return open_lesson(app, file);
  const std::string refusal =
      looks_like_json(*text) ? open_trace(app, *text) : open_keys(app, *text);
  return refusal.empty() ? "" : "'" + file + "': " + refusal;
}

}  // namespace actions
}  // namespace scope
