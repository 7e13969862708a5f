// Kernels changed by the person: an editor in the kernel's panel, or any other one.
#include <algorithm>
#include <utility>

#include "app/core/base/child_process.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/document/compare.hpp"
#include "app/document/edit_on_card.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/mend.hpp"
#include "app/document/record.hpp"
#include "app/judge/changed_kernel.hpp"
#include "command_rows.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "kernels/engine/model/sources.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

constexpr std::size_t longest_kernel = 1 << 20;  // bytes that are read at all

std::string not_here(const Document& document) {
  if (document.mode == Mode::timing) return text::commands::timing_has_no_kernel;
  return changing_program_missing();
}

/// The first change waits for nothing that could have been made before it.
void prepare(Document& document) {
  const auto problem = problem_of(document.lane().setup);
  if (!document.interactive || document.edit_prepares || !problem) return;
  document.edit_prepares = prepare_changed_kernels({.problem = *problem,
                                                    .sort = document.lane().setup.sort,
                                                    .engine = radix::EngineChoice::cpu});
}

/// The file's name, with or without its folder.
std::string file_named(const std::string& words, std::string& refusal) {
  const std::string name = words.substr(words.rfind('/') + 1);
  if (!radix::source_named(name) || name == "common.h")
    refusal = text::commands::no_kernel_file({.file = quotable(words)});
  return name;
}

/// Which of the program's files a file of the person's stands for: its name says it, or its first
/// lines do, as those of a file that was renamed.
std::string stands_for(const std::string& file, const std::string& text) {
  const std::string name = file.substr(file.find_last_of("/\\") + 1);
  if (radix::source_named(name)) return name;
  const std::string first = text.substr(0, text.find('\n'));
  for (const radix::SourceFile& each : radix::embedded_sources())
    if (each.text.substr(0, each.text.find('\n')) == first) return std::string(each.name);
  return "";
}

/// A file of another sort brings that sort; a file that no sort owns changes nothing else.
void show_sort_of(Document& document, const std::string& file) {
  for (const radix::SortInfo& sort : radix::sorts())
    if (file == sort.file) {
      changed_lane(document).setup.sort = sort.name;
      return;
    }
}

std::string edit(Document& document, Argument argument) {
  const std::string words(trimmed(argument.text()));
  const radix::PlantedFault* fault = radix::planted_fault_named(document.lane().setup.fault);
  if (words == "off") return leave_editor(document), "";
  if (words.empty() || !document.editing) ++document.edit_entries;
  if (words.empty() &&
      (edits_own(document) || (document.editing && !chooses_own(document) && !fault)))
    return open_editor(document), "";
  std::string refusal = not_here(document);
  if (!refusal.empty()) return refusal;
  if (chooses_own(document)) document.student = nullptr;
  if (!words.empty()) {
    const std::string file = file_named(words, refusal);
    if (!refusal.empty()) return refusal;
    if (edits_own(document)) close_own(document);
    document.edit_file = file;
  } else {
    document.edit_file.clear();
  }
  if (fault) {  // the gallery's bug is this line from now on, to be mended
    document.edit_file = fault->file;
    refusal = change_file(document, fault->file, radix::patched_text(*fault));
  }
  open_editor(document);
  prepare(document);
  return refusal;
}

std::string put(Document& document, const std::string& text) {
  std::string refusal = put_edited(document, text);
  if (refusal.empty() && edits_own(document) && !document.interactive)
    refusal = run_command(document, "own_again");
  return refusal;
}

std::string edit_text(Document& document, Argument argument) {
  std::string refusal = not_here(document);
  if (!refusal.empty()) return refusal;
  return put(document, argument.text());
}

/// "42 text", "42" for none; quotes around the text are taken off, so that its blanks stay.
std::string edit_line(Document& document, Argument argument) {
  std::string refusal = not_here(document);
  if (!refusal.empty()) return refusal;
  const std::string words = argument.text();
  const std::size_t blank = std::min(words.find(' '), words.size());
  std::string text = edited_text(document);
  const auto lines = static_cast<uint32_t>(std::ranges::count(text, '\n')) + 1;
  const auto line = whole_number(words.substr(0, blank), 1, lines, "The line", refusal);
  if (!line) return refusal;
  std::string line_text = words.substr(std::min(blank + 1, words.size()));
  if (line_text.size() >= 2 && (line_text[0] == '"' || line_text[0] == '\'') &&
      line_text.back() == line_text[0])
    line_text = line_text.substr(1, line_text.size() - 2);
  std::size_t begin = 0;
  for (uint32_t k = 1; k < *line; ++k) begin = text.find('\n', begin) + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return put(document, text.replace(begin, end - begin, line_text));
}

/// "0.5 => 0.25", or "a => b" in a file that is named before: the text that occurs once.
std::string edit_replace(Document& document, Argument argument) {
  std::string refusal = not_here(document);
  if (!refusal.empty()) return refusal;
  const std::string words = argument.text(), file = edited_file(document);
  const std::size_t arrow = words.find(" => ");
  const bool ends = words.ends_with(" =>");
  if (arrow == words.npos && !ends) return text::commands::replace_takes;
  const std::string from =
      ends && arrow == words.npos ? words.substr(0, words.size() - 3) : words.substr(0, arrow);
  const std::string to = arrow == words.npos ? "" : words.substr(arrow + 4);
  std::string text = edited_text(document);
  const std::size_t at = text.find(from);
  if (from.empty() || at == text.npos)
    return text::commands::not_in_file({.file = file, .text = quotable(from)});
  if (text.find(from, at + 1) != text.npos)
    return text::commands::twice_in_file({.file = file, .text = quotable(from)});
  return put(document, text.replace(at, from.size(), to));
}

std::string edit_from(Document& document, Argument argument) {
  std::string refusal = not_here(document);
  if (!refusal.empty()) return refusal;
  const std::string path(trimmed(argument.text()));
  if (path.empty()) return text::commands::from_takes;
  const auto text = read_text(path, longest_kernel);
  if (!text) return text.error.sentence;
  std::string plain = *text;
  std::erase(plain, '\r');
  const std::string file = stands_for(path, plain);
  if (file.empty()) return text::commands::not_a_chapter_file({.file = quotable(path)});
  show_sort_of(document, file);
  document.edit_file = file;
  return change_file(document, file, plain);
}

std::string edit_save(Document& document, Argument argument) {
  const std::string file = edited_file(document);
  std::string path(trimmed(argument.text()));
  if (path.empty()) path = file;
  return write_text(document, path, edited_text(document));
}

/// The program that $VISUAL names opens the file; it lives on when this one ends. False: it names
/// none, or there is no window from which it could be opened.
bool open_in_editor(const Document& document, const std::string& path) {
  if (environment("VISUAL").empty() || !document.interactive || !starts_other_programs())
    return false;
  // The line comes from the new process session, which the end of the child does not reach
  ChildProcess starts("/bin/sh", {"-c",
                                  "exec setsid -f sh -c 'echo; exec $VISUAL \"$0\" </dev/null "
                                  ">/dev/null 2>&1' \"$0\"",
                                  path});
  std::string line;
  for (int tries = 0; tries < 20; ++tries) {
    if (starts.take(line)) return true;
    starts.wait(0.1);
  }
  return false;
}

/// Without a name the file is written beside the session.
std::string edit_outside(Document& document, Argument argument) {
  std::string path(trimmed(argument.text()));
  if (path == "off") {
    document.edited_outside = {};
    return "";
  }
  std::string refusal = not_here(document);
  if (!refusal.empty()) return refusal;
  const std::string file = edited_file(document);
  if (path.empty() && edits_own(document)) {  // every save is judged anyway
    path = document.student->view.file;
    document.note = open_in_editor(document, path) ? text::commands::open_in_editor({.file = path})
                                                   : text::commands::open_anywhere({.file = path});
    return "";
  }
  if (path.empty()) {
    const std::string folder = settings_folder();
    if (folder.empty() || !can_write_into(folder)) return text::commands::no_folder_for_file;
    path = folder + "/" + file;
  }
  refusal = write_text(document, path, edited_text(document));
  if (!refusal.empty()) return refusal;
  follow_file(document, path);
  document.note = open_in_editor(document, path) ? text::commands::open_in_editor({.file = path})
                                                 : text::commands::open_anywhere({.file = path});
  return "";
}

std::string edit_back(Document& document, Argument) {
  document.mending.clear();
  if (!take_back_changes(document)) {
    document.note = text::commands::kernels_unchanged;
    return "";
  }
  document.note = text::commands::changes_undone;
  return "";
}

std::string none_changed() { return text::commands::nothing_changed; }

/// What the editor says already is not said a second time.
void note_beside_editor(Document& document, std::string words) {
  const bool shown = document.side == Side::kernel && !document.folded && document.panels &&
                     !document.projector && document.mode == Mode::step;
  const bool said = document.interactive && document.editing && shown;
  document.note = said ? std::string() : std::move(words);
}

std::string edit_first(Document& document, Argument) {
  const Lane& lane = changed_lane(document);
  if (!lane.setup.changed) return none_changed();
  seek(document, place_of_change(lane));
  ++document.edit_places;
  note_beside_editor(document, change_verdict(document));
  return "";
}

/// What the changed run costs beside the chapter's, in lines; "" where it does not sort.
std::string costs_text(const Document& document) {
  if (const std::string words = change_costs_words(document); !words.empty()) return words + "\n";
  const Table costs = change_costs(document);
  return costs.rows.empty() ? "" : aligned(costs.rows, {true});
}

std::string edit_verdict(Document& document, Argument) {
  if (!changed_lane(document).setup.changed) return none_changed();
  document.note = change_verdict(document);
  if (!document.interactive) document.printed += document.note + "\n" + costs_text(document);
  return "";
}

std::string edit_costs(Document& document, Argument) {
  if (!changed_lane(document).setup.changed) return none_changed();
  const std::string text = costs_text(document);
  document.note = text.empty() ? change_verdict(document) : text;
  if (!document.interactive) document.printed += document.note + (text.empty() ? "\n" : "");
  return "";
}

/// By what it does with random keys, not by its text.
std::string edit_judge(Document& document, Argument) {
  if (const std::string refusal = not_here(document); !refusal.empty()) return refusal;
  if (!changed_lane(document).setup.changed && document.mending.empty()) return none_changed();
  start_mend(document);
  note_beside_editor(document, mend_words(document));
  if (!document.interactive) document.printed += document.note + "\n";
  return "";
}

/// What a race does there is seen in counts alone, so a run that the checks blame may be tried,
/// too.
std::string edit_gpu(Document& document, Argument) {
  if (const std::string refusal = not_here(document); !refusal.empty()) return refusal;
  const ChangeState state = change_state(document);
  if (state == ChangeState::none) return none_changed();
  if (state == ChangeState::refused || state == ChangeState::recording)
    return change_verdict(document);
  if (const std::string refusal = start_on_card(document); !refusal.empty()) return refusal;
  note_beside_editor(document, on_card_words(document));
  if (!document.interactive) document.printed += document.note + "\n";
  return "";
}

/// The chapter's run first, the changed one beside it, both where they first differ.
std::string edit_beside(Document& document, Argument) {
  if (!changed_lane(document).setup.changed) return none_changed();
  Lane mine = changed_lane(document), right = mine;
  right.setup.changed = nullptr;
  record(mine);
  const std::size_t place = place_of_change(mine);
  show_side_by_side(document, std::move(right), std::move(mine), place);
  return "";
}

}  // namespace

void open_editor(Document& document) {
  if (!std::exchange(document.editing, true))
    document.wide_before_editing = std::exchange(document.wide, true);
  document.side = Side::kernel, document.folded = false, document.panels = true;
}

void leave_editor(Document& document) {
  if (std::exchange(document.editing, false)) document.wide = document.wide_before_editing;
}

}  // namespace actions

Rows edit_commands() {
  using namespace actions;
  constexpr Touches input = Touches::input;
  return {
      {"edit", "E", "[FILE|off]", "Change the kernel: its panel becomes an editor",
       "write modify code source what if", edit, input},
      {"edit_line", "", "LINE TEXT", "Replace a line of the kernel", "change", edit_line, input},
      {"edit_replace", "", "TEXT => TEXT", "Replace a text that occurs once", "change",
       edit_replace, input},
      {"edit_text", "", "TEXT", "Replace the whole text of the edited file", "change", edit_text,
       input},
      {"edit_from", "", "FILE", "Use a kernel file of the chapter that you have changed",
       "read open", edit_from, input},
      {"edit_save", "", "[FILE]", "Write the changed kernel file", "keep", edit_save},
      {"edit_outside", "", "[FILE|off]", "Change the kernel in an editor of your own, save by save",
       "external vim emacs code visual", edit_outside},
      {"edit_first", "", "", "Go to the first step whose arrays differ from the chapter's run",
       "difference", edit_first},
      {"edit_beside", "", "", "Show the chapter's run and that of the changed kernel side by side",
       "compare difference", edit_beside},
      {"edit_verdict", "", "", "Say what the change led to", "result right wrong", edit_verdict},
      {"edit_judge", "", "", "Try the changed kernel, or the fixed bug, with random keys",
       "right wrong mend promise", edit_judge},
      {"edit_gpu", "", "", "Run the changed kernel 1,000 times on the GPU, and time it there",
       "cuda nvcc card device speed milliseconds right", edit_gpu},
      {"edit_costs", "", "", "Say what the changed kernel costs, beside the chapter's",
       "barriers transactions bank conflicts bytes", edit_costs},
      {"edit_back", "Shift+E", "", "Undo all changes: the chapter's kernels", "undo revert",
       edit_back, input},
  };
}

}  // namespace scope
