#include "export_choice.hpp"

#include <algorithm>

#include "app/export/formats.hpp"
#include "app/export/pages.hpp"
#include "app/base/text.hpp"

namespace scope {
namespace {

constexpr ExportKind all[] = {
    {"", "This figure", "the picture on the screen, as one file", "", true, false},
    {"steps", "All steps", "a picture of every step, a file each in a folder", "", true, true},
    {"html", "Hand-out", "the whole run as one HTML file that steps in any browser, offline", "html", false,
     false},
    {"text", "Transcript", "every step in words and numbers, as text", "txt", false, false},
    {"trace", "Run as JSON", "every array of every step, to be opened again", "json", false, false},
};

const ExportKind& kind_of(const ExportChoice& choice, const std::vector<ExportKind>& kinds) {
  return kinds[std::min(choice.kind, kinds.size() - 1)];
}

/// As verbs take a name that may have blanks in it.
std::string file_argument(const std::string& name) {
  const char mark = name.find('"') == name.npos ? '"' : '\'';
  return mark + name + mark;
}

std::string theme_of(const App& app, const ExportChoice& choice) {
  return choice.theme.empty() ? theme(app.theme).name : choice.theme;
}

}   // namespace

std::vector<ExportKind> export_kinds() {
  std::vector<ExportKind> kinds;
  for (const ExportKind& kind : all)
    if (!*kind.verb || verb_named(kind.verb)) kinds.push_back(kind);
  return kinds;
}

std::vector<std::string> picture_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.coloured && verb_named(format.name)) names.push_back(format.name);
  }
  return names;
}

std::string run_name(const App& app) {
  const radix::Trace& trace = *app.lane().trace;
  return say(trace.rung, "-", trace.problem.size(), "-keys");
}

std::string export_name(const App& app, const ExportChoice& choice) {
  const auto kinds = export_kinds();
  const ExportKind& kind = kind_of(choice, kinds);
  if (kind.many) return run_name(app);
  if (kind.picture) return say(page_of(app).name, ".", choice.format);
  return say(run_name(app), ".", kind.ending);
}

Request export_request(const App& app, const ExportChoice& choice, const std::string& place) {
  const auto kinds = export_kinds();
  const ExportKind& kind = kind_of(choice, kinds);
  if (!kind.picture) return {kind.verb, place};
  const std::string scale = choice.format == "png" ? say(" ", choice.scale) : "";
  const std::string how = say(scale, " ", theme_of(app, choice));
  if (kind.many) return {kind.verb, say(file_argument(place), " ", choice.format, " ", choice.grain, how)};
  return {choice.format, file_argument(place) + how};
}

}   // namespace scope
