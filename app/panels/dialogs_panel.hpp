/// The dialogs: Open, Save, Export. Each is a few controls over the window that end in one verb; what the verb says
/// stands in the dialog. Here: what the export dialog offers, and the verb that comes of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/commands/commands.hpp"

namespace scope {

/// What may be written.
struct ExportKind {
  const char* verb;     ///< that writes it; "" = the format's own verb
  const char* title;    ///< in the dialog
  const char* about;    ///< one line
  const char* ending;   ///< of its file; "" = the format's
  bool picture;         ///< comes in a format and in colours
  bool many;            ///< of every step: comes in a grain, goes into a folder
};

/// Those whose verbs there are.
std::vector<ExportKind> export_kinds();

/// The formats of pictures that have a verb: "svg", "png", …
std::vector<std::string> picture_formats();

struct ExportChoice {
  std::size_t kind = 0;           ///< of export_kinds()
  std::string format = "svg";     ///< of picture_formats()
  uint32_t scale = 2;             ///< PNG: pixels a figure unit, 1…4
  std::string theme = "print";    ///< of themes(); "" = as on the screen
  std::string grain = "inside";   ///< of grains()
  friend bool operator==(const ExportChoice&, const ExportChoice&) = default;
};

/// A name for what is chosen: "pass1-table-scan-fig13-9.svg", "digits-16-keys".
std::string export_name(const App& app, const ExportChoice& choice);

/// "digits-16-keys": the run on the screen, for names.
std::string run_name(const App& app);

/// The verb that writes it to `place`, a whole name.
Request export_request(const App& app, const ExportChoice& choice, const std::string& place);

}  // namespace scope
