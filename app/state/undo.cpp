#include "undo.hpp"

#include <algorithm>
#include <utility>

#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "lesson.hpp"
#include "state_line.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

using radix::Json;
using Edits = std::vector<std::shared_ptr<const Edit>>;

constexpr std::string_view history_format = "radixscope history 1";
constexpr std::size_t typed_at_once = 4;  // letters in which two typed texts differ

/// The way to what is open now.
Edit way_to(const Document& document, std::string_view command, std::string words) {
  return {.command = std::string(command),
          .words = std::move(words),
          .state = whole_return_string(document),
          .session_file = document.session_file,
          .opened_file = document.opened_file,
          .preset = document.preset,
          .lesson = document.lesson,
          .slide = document.slide};
}

/// Shows what an edit leads to.
std::string go_to(Document& document, const Edit& edit) {
  std::string refusal = apply_state(document, edit.state);
  if (!refusal.empty()) return refusal;
  document.session_file = edit.session_file;
  document.opened_file = edit.opened_file;
  document.preset = edit.preset;
  if (edit.lesson) document.lesson = edit.lesson, document.slide = edit.slide;
  return "";
}

/// The oldest go where there are too many.
void trim(Edits& edits) {
  std::size_t bytes = 0, kept = 0;
  while (kept < std::min(edits.size(), max_edits)) {
    bytes += edits[edits.size() - 1 - kept]->state.size();
    if (kept > 0 && bytes > max_edit_bytes) break;
    ++kept;
  }
  edits.erase(edits.begin(), edits.end() - static_cast<std::ptrdiff_t>(kept));
}

bool is_typed(std::string_view command) { return command == "keys" || command == "values"; }

/// True when one text becomes the other by a few letters at one place.
bool little_differs(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t front = 0;
  while (front < shorter && a[front] == b[front]) ++front;
  std::size_t back = 0;
  while (back < shorter - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return std::max(a.size(), b.size()) - front - back <= typed_at_once;
}

bool typing_goes_on(const Document& document, const Document& before, std::string_view command,
                    const History& history) {
  if (!is_typed(command) || history.done.empty() || !history.undone.empty()) return false;
  const Setup &old = before.lane().setup, &now = document.lane().setup;
  return history.done.back()->command == command && before.active == document.active &&
         (command == "keys" ? little_differs(old.keys_text, now.keys_text)
                            : little_differs(old.values_text, now.values_text));
}

History history_of(const Document& document) {
  return document.history ? *document.history : History{};
}

/// Goes to the last edit of `from`; the way back is the last one of `to` then.
std::string cross_edit(Document& document, Edits History::*from, Edits History::*to, bool undoes) {
  History history = history_of(document);
  Edits& edits = history.*from;
  if (edits.empty()) {
    document.note = undoes ? text::state::nothing_to_undo : text::state::nothing_to_redo;
    return "";
  }
  const std::shared_ptr<const Edit> edit = edits.back();
  edits.pop_back();
  Edit back = way_to(document, edit->command, edit->words);
  const std::string refusal = go_to(document, *edit);
  if (refusal.empty()) (history.*to).push_back(std::make_shared<const Edit>(std::move(back)));
  document.history = std::make_shared<const History>(std::move(history));
  if (!refusal.empty()) return text::state::before_is_lost({.why = refusal});
  ++document.undone;
  document.note = undoes ? text::state::undone({.what = edit->words})
                         : text::state::redone({.what = edit->words});
  document.note_is_error = false;
  return "";
}

/// What is written of an edit beside its words and its state.
constexpr std::pair<const char*, std::string Edit::*> edit_texts[] = {
    {"verb", &Edit::command},
    {"words", &Edit::words},
    {"state", &Edit::state},
    {"session_file", &Edit::session_file},
    {"opened_file", &Edit::opened_file},
    {"preset", &Edit::preset}};

Json json_of(const Edits& edits) {
  Json list = Json::array();
  for (const auto& edit : edits) {
    Json json = Json::object();
    for (const auto& [name, member] : edit_texts)
      if (const std::string& text = (*edit).*member; !text.empty()) json[name] = text;
    list.push_back(std::move(json));
  }
  return list;
}

Edits edits_in(const Json& list) {
  Edits edits;
  for (const Json& json : list.list()) {
    Edit edit;
    for (const auto& [name, member] : edit_texts)
      if (const Json* text = json.find(name)) edit.*member = text->text();
    edits.push_back(std::make_shared<const Edit>(std::move(edit)));
  }
  trim(edits);
  return edits;
}

}  // namespace

bool same_work(const Document& a, const Document& b) {
  return a.lesson == b.lesson && a.slide == b.slide && work_string(a) == work_string(b);
}

void remember_edit(Document& document, const Document& before, std::string_view command,
                   std::string words) {
  History history = history_of(before);
  if (typing_goes_on(document, before, command, history)) {
    Edit edit = *history.done.back();
    edit.words = std::move(words);
    history.done.back() = std::make_shared<const Edit>(std::move(edit));
  } else {
    history.undone.clear();
    history.done.push_back(std::make_shared<const Edit>(way_to(before, command, std::move(words))));
    trim(history.done);
  }
  document.history = std::make_shared<const History>(std::move(history));
}

std::string undo(Document& document) {
  return cross_edit(document, &History::done, &History::undone, true);
}

std::string redo(Document& document) {
  return cross_edit(document, &History::undone, &History::done, false);
}

bool leave_fault(Document& document) {
  if (!document.history) return false;
  const auto& done = document.history->done;
  const auto planted = std::find_if(done.rbegin(), done.rend(), [](const auto& edit) {
    return edit->state.find("/fault=") == std::string::npos &&
           edit->state.find("\"fault\":") == std::string::npos;
  });
  if (planted == done.rend() || (*planted)->command != "fault") return false;
  const std::shared_ptr<const Edit> edit = *planted;
  return go_to(document, *edit).empty();
}

std::string history_text(const History& history) {
  Json json = Json::object();
  json["format"] = history_format;
  json["done"] = json_of(history.done);
  json["undone"] = json_of(history.undone);
  return json.dump(1, true) + "\n";
}

radix::Result<History> history_from(std::string_view text) {
  const auto json = read_json(text, "history");
  if (!json) return json.error;
  try {
    if (!(json->at("format") == history_format))
      return radix::Error{.sentence = text::state::history_version};
    return History{.done = edits_in(json->at("done")), .undone = edits_in(json->at("undone"))};
  } catch (const radix::JsonError& e) {
    return radix::Error{.sentence = text::state::not_a_history({.why = e.what()})};
  }
}

}  // namespace scope
