// Commands that change what is shown and how, never what is sorted.
#include "app/core/model/stores.hpp"
#include "app/document/edit_on_card.hpp"
#include "app/document/record.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "command_rows.hpp"
#include "menus.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

constexpr float zoom_step = 1.25f;

/// One thing at a time lies over the window.
void clear_the_way(Document& document) {
  document.help = document.palette = false;
  document.dialog.clear();
}

/// Reads "warp N" and "segment N", in any order, into the shape.
std::string read_shape(const std::vector<std::string>& words, MemoryShape& shape) {
  const std::vector<std::string> forms = {"warp N", "segment N", "real", "lines"};
  if (words.empty()) return no_such("part of the memory", "", forms);
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (words[i] != "warp" && words[i] != "segment")
      return no_such("part of the memory", words[i], forms);
    const std::string number = i + 1 < words.size() ? words[i + 1] : "";
    if (std::string refusal = set_memory(shape, words[i], number); !refusal.empty()) return refusal;
  }
  return "";
}

}  // namespace

/// A chart of times is one of Timing mode; one that is the same for all lanes is shown alone.
static std::string figure(Document& document, Argument argument) {
  const Figure* chosen = figure_named(one_word(argument));
  if (chosen && chosen->tools == Tools::timing) return timing_chart(document, chosen->id);
  const std::string refusal = field_named("figure")->set(document, argument);
  if (!refusal.empty() || document.mode != Mode::compare || shows_a_step(document)) return refusal;
  return run_command(document, "step_mode");
}

static std::string memory(Document& document, Argument argument) {
  const auto words = words_of(argument);
  MemoryShape shape = document.memory;
  std::string refusal;
  if (words.size() == 1 && words[0] == "real")
    shape = real_sectors;
  else if (words.size() == 1 && words[0] == "lines")
    shape = real_lines;
  else
    refusal = read_shape(words, shape);
  if (refusal.empty()) document.memory = shape;
  return refusal;
}

/// A second time folds it away.
static std::string show_side(Document& document, Side side) {
  document.folded = !document.folded && document.side == side;
  document.side = side;
  document.panels = true;
  return "";
}
static std::string kernel(Document& document, Argument) {
  return show_side(document, Side::kernel);
}
static std::string buffers(Document& document, Argument) {
  return show_side(document, Side::buffers);
}
static std::string totals(Document& document, Argument) {
  return show_side(document, Side::totals);
}

static std::string larger(Document& document, Argument) {
  return scale_interface(document, document.scale + 0.1f), "";
}
static std::string smaller(Document& document, Argument) {
  return scale_interface(document, document.scale - 0.1f), "";
}
static std::string normal_size(Document& document, Argument) {
  return scale_interface(document, 1), "";
}

static std::string fit(Document& document, Argument) { return fit_page(document), ""; }
static std::string zoom_in(Document& document, Argument) {
  return zoom_page(document, document.zoom * zoom_step), "";
}
static std::string zoom_out(Document& document, Argument) {
  return zoom_page(document, document.zoom / zoom_step), "";
}

static std::string blank(Document& document, Argument) {
  document.blank = !document.blank;
  return "";
}

static std::string help(Document& document, Argument) {
  const bool shown = !document.help;
  clear_the_way(document);
  document.help = shown;
  return "";
}

static std::string palette(Document& document, Argument argument) {
  std::string refusal;
  const auto shown = on_or_off(argument, document.palette, refusal);
  if (!shown) return refusal;
  if (*shown) clear_the_way(document);
  document.palette = *shown;
  return "";
}

std::string dialog(Document& document, Argument argument) {
  const std::string id = one_word(argument);
  if (id != "none" && !dialog_named(id)) {
    std::vector<std::string> ids = {"none"};
    for (const Dialog& each : dialogs()) ids.push_back(each.id);
    return no_such("dialog", argument.text(), ids);
  }
  clear_the_way(document);
  if (id != "none") document.dialog = id;
  return "";
}

/// From every page back to the steps of one sort, one thing at a time.
static std::string close(Document& document, Argument) {
  const bool picked = document.pinned != none || !document.followed.empty() ||
                      document.table_entry || document.store || !document.left_out.empty();
  if (document.help || document.palette || !document.dialog.empty()) {
    clear_the_way(document);
  } else if (document.blank) {
    document.blank = false;
  } else if (own_rows(document) || (chooses_own(document) && document.editing)) {
    close_own(document);
  } else if (stop_recording(document) || stop_on_card(document)) {
    return "";
  } else if (document.export_job) {
    return export_cancel(document, "");
  } else if (document.mode == Mode::timing) {  // which shows no key, and no bar of a lesson
    return mode(document, "step");
  } else if (picked) {
    document.pinned = none;
    document.followed.clear();
    document.table_entry.reset();
    document.store.reset();
    document.left_out.clear();
  } else if (question_asked(document) && document.mode == Mode::step) {
    skip_question(document);
  } else if (hidden_array(document) && document.mode == Mode::step) {
    return hide_array(document, "none");
  } else if (document.editing && !document.student && document.mode == Mode::step) {
    leave_editor(document);
  } else if (document.lesson) {
    return leave_lesson(document);
  } else if (document.mode != Mode::step) {
    return mode(document, "step");
  } else if (document.student) {
    close_own(document);
  } else if (document.figure != "auto") {
    document.figure = "auto";
  } else if (document.projector) {  // Escape is near Page Up on many clickers
    document.note = text::commands::profile_off;
  }
  return "";
}

static std::vector<FieldChoice> dialog_choices() {
  std::vector<FieldChoice> list;
  for (const Dialog& each : dialogs())
    list.push_back({each.id, text::commands::dialog({.about = text::translated(each.about),
                                                     .title = text::translated(each.title)})});
  return list;
}

}  // namespace actions

Rows view_commands() {
  constexpr Touches pointer = Touches::pointer;
  return {
      field_row("figure", actions::figure),
      field_row("pin"),
      field_row("follow"),
      field_row("hover", pointer),
      field_row("entry"),
      field_row("without"),
      {"memory", "", "[warp N] [segment N]|real|lines",
       "Set the warp size and the segment size of the memory figures",
       "warp segment sector coalescing", actions::memory},
      field_row("store"),
      field_row("motion"),
      field_row("theme"),
      field_row("language"),
      field_row("hatching"),
      field_row("scale"),
      {"larger", "Ctrl++ Ctrl+=", "", "Make the whole interface larger",
       "bigger big text font size", actions::larger},
      {"smaller", "Ctrl+-", "", "Make the whole interface smaller", "tiny text font size",
       actions::smaller},
      {"normal_size", "Ctrl+0", "", "Return the interface to its normal size",
       "reset text font size", actions::normal_size},
      {"fit", "F", "", "Show the whole figure", "whole centre reset zoom", actions::fit},
      field_row("zoom", pointer),
      {"zoom_in", "+ =", "", "Magnify the figure", "bigger closer", actions::zoom_in},
      {"zoom_out", "-", "", "Show more of the figure", "farther", actions::zoom_out},
      field_row("pan", pointer),
      field_row("more"),
      field_row("reasons"),
      field_row("panels"),
      field_row("bare"),
      field_row("input"),
      field_row("side"),
      {"kernel", "K", "", "Show the kernel beside the figure, or fold it away",
       "source code listing program cuda lines", actions::kernel},
      {"buffers", "U", "", "Show the buffers beside the figure, or fold them away",
       "arrays numbers values memory variables", actions::buffers},
      {"totals", "O", "", "Show the totals so far, or fold them away",
       "cost counts statistics promises invariant kept", actions::totals},
      field_row("wide"),
      field_row("projector"),
      field_row("fullscreen"),
      {"blank", "B .", "", "Darken the screen, or show it again", "black screen off pause",
       actions::blank},
      {"help", "? F1", "", "Show or hide the help with all keys", "manual keys shortcuts how",
       actions::help},
      {"palette", "Ctrl+K :", "[on|off]", "Find and run anything by typing its name",
       "search find menu commands", actions::palette, pointer},
      {"dialog", "", "ID|none", "Open a dialog over the window, or close it", "window",
       actions::dialog, pointer, "", actions::dialog_choices},
      {"close", "Escape", "",
       "Go back: close what covers the figure, stop following a key, leave the lesson or page",
       "leave exit away back cancel", actions::close},
  };
}

}  // namespace scope
