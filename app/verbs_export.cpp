// Verbs that write pictures. Their argument is the name of a file or folder, which may have blanks in it,
// and behind it
// words that say how: a scale, a theme, a grain, a format.
#include <algorithm>
#include <optional>

#include "export.hpp"
#include "files.hpp"
#include "grains.hpp"
#include "transcript.hpp"
#include "verb_actions.hpp"

namespace scope::actions {
namespace {

/// What a verb was asked to write.
struct Wanted {
  std::string file;   ///< "" = a name of its own in the current folder
  Style style;
  Grain grain;
  const Format* format;
};

/// Takes a word from behind the file's name; false when it is part of the name. A number is a scale.
bool take_word(const std::string& word, Wanted& wanted, bool many, std::string& refusal) {
  if (const Theme* theme = theme_named(word)) return wanted.style.theme = theme->id, true;
  if (std::ranges::all_of(word, [](unsigned char c) { return c >= '0' && c <= '9'; })) {
    if (const auto scale = whole_number(word, 1, 4, "The scale", refusal)) wanted.style.scale = *scale;
    return true;
  }
  if (!many) return false;
  if (const GrainInfo* grain = grain_named(word)) return wanted.grain = grain->grain, true;
  const Format* format = format_named(word);
  if (format) wanted.format = format;
  return format != nullptr;
}

/// A name in quotes at the front of `rest`, which loses it.
std::optional<std::string> quoted_name(std::string& rest) {
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return std::nullopt;
  const std::size_t end = rest.find(rest[0], 1);
  if (end == std::string::npos || (end + 1 < rest.size() && rest[end + 1] != ' ')) return std::nullopt;
  std::string name = rest.substr(1, end - 1);
  rest.erase(0, end + 1);
  return name;
}

/// Reads "FILE", "FILE 3", "'a file.png' 3 print". `many`: of a verb that writes all steps.
Wanted read(const App& app, Argument argument, const char* format, bool many, std::string& refusal) {
  Wanted wanted{.style = {.theme = app.theme}, .grain = app.grain, .format = format_named(format)};
  std::string rest = argument;
  const auto quoted = quoted_name(rest);
  while (refusal.empty()) {
    rest.erase(rest.find_last_not_of(" \t\r\n") + 1);
    const std::size_t begin = rest.find_last_of(" \t\r\n") + 1;   // 0 where there is one word
    if (rest.empty() || !take_word(rest.substr(begin), wanted, many, refusal)) break;
    rest.erase(begin);
  }
  rest.erase(0, std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (quoted && !rest.empty() && refusal.empty())
    refusal = "'" + rest + "' is neither a scale nor a theme" + (many ? ", a grain or a format." : ".");
  wanted.file = quoted.value_or(rest);
  return wanted;
}

/// The page on the screen.
std::string write_shown(App& app, Argument argument, const char* format) {
  std::string refusal;
  Wanted wanted = read(app, argument, format, false, refusal);
  if (!refusal.empty()) return refusal;
  const Page page = page_of(app);
  if (wanted.file.empty()) wanted.file = page.name + "." + wanted.format->ending;
  const auto bytes = write_page(*wanted.format, page, wanted.style);
  return bytes ? write_text(app, wanted.file, *bytes) : bytes.complaint.sentence;
}

}  // namespace

std::string svg(App& app, Argument argument) { return write_shown(app, argument, "svg"); }
std::string png(App& app, Argument argument) { return write_shown(app, argument, "png"); }
std::string pdf(App& app, Argument argument) { return write_shown(app, argument, "pdf"); }

std::string text(App& app, Argument file) {
  if (app.mode == Mode::timing) return write_shown(app, file, "text");
  const radix::Trace& trace = *app.lane().trace;
  return write_text(app, file.empty() ? trace.rung + ".txt" : file, transcript(trace));
}

std::string steps(App& app, Argument argument) {
  std::string refusal;
  Wanted wanted = read(app, argument, "svg", true, refusal);
  if (!refusal.empty()) return refusal;
  const Handout handout = handout_of(app, wanted.grain);
  if (wanted.file.empty()) wanted.file = handout.name;
  const std::string place = wanted.format->bundles ? file_for(wanted.file, handout.name, *wanted.format) : wanted.file;
  const std::size_t before = app.written.size();
  refusal = write_handout(handout, *wanted.format, wanted.style, place, app.written);
  if (!refusal.empty()) return refusal;
  const std::size_t files = app.written.size() - before;
  app.note = files == 1 ? "Wrote " + place : "Wrote " + std::to_string(files) + " files into " + place;
  if (!handout.remark.empty()) app.note += ". " + handout.remark;
  return "";
}

}  // namespace scope::actions
