// Commands of files and of the program, and how every command writes a file.
#include <algorithm>
#include <filesystem>

#include "app/core/base/files.hpp"
#include "app/document/record.hpp"
#include "app/export/formats.hpp"
#include "app/state/recent.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {

bool is_output(const Document& document, const std::string& path) {
  return path == "-" && !document.interactive;
}

std::string place_refusal(const std::string& path) {
  if (path.empty()) return text::commands::write_name_missing;
  const std::filesystem::path folder = to_path(path).parent_path();
  std::error_code error;
  if (std::filesystem::is_directory(to_path(path), error))
    return text::commands::is_folder({.path = path});
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    return text::commands::no_folder({.folder = to_text(folder), .path = path});
  return "";
}

std::string own_file_refusal(const Document& document, const std::string& path) {
  if (document.opened_file.empty() || whole_path(path) != document.opened_file) return "";
  return text::commands::was_opened({.path = path});
}

std::string write_text(Document& document, const std::string& path, const std::string& text) {
  if (is_output(document, path)) return document.printed += text, "";
  if (std::string refusal = place_refusal(path); !refusal.empty()) return refusal;
  if (std::string refusal = own_file_refusal(document, path); !refusal.empty()) return refusal;
  std::string refusal = replacing_refusal(path, text);
  if (!refusal.empty()) return refusal;
  remove_parts_of(path);
  refusal = write_file(path, text);
  if (!refusal.empty()) return refusal;
  document.written.push_back(path);
  document.note = text::commands::wrote({.file = path});
  return "";
}

std::string write_table(Document& document, Argument argument,
                        const std::vector<std::string>& kinds,
                        std::string (*text)(const Document&, const std::string& kind)) {
  const auto words = words_of(argument);
  const std::string kind = words.empty() ? "" : words[0];
  if (std::ranges::find(kinds, kind) == kinds.end()) return no_such("kind of table", kind, kinds);
  const std::string file = rest_behind(argument.text(), kind);
  if (!file.empty()) return write_text(document, file, text(document, kind));
  document.printed += text(document, kind);
  return "";
}

namespace actions {

static std::string trace(Document& document, Argument file) {
  const std::string text = radix::to_json(*document.lane().trace);
  if (text.size() > max_trace_bytes)
    return text::commands::trace_too_large(
        {.megabytes = text.size() >> 20, .most = max_trace_bytes >> 20});
  return write_text(document, file.text(), text);
}

static std::string quit(Document& document, Argument) {
  document.quit = true;
  return "";
}

}  // namespace actions

Rows program_commands() {
  return {
      {"trace", "", "FILE", "Write the whole run as JSON", "json data arrays record",
       actions::trace},
      {"quit", "Ctrl+Q", "", "Close the program", "exit close end leave", actions::quit},
  };
}

}  // namespace scope
