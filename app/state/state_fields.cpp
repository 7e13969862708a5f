// What is made of states themselves, as fields.
#include "state_fields.hpp"
#include "state_line.hpp"

#include <algorithm>

#include "app/core/base/parse.hpp"
#include "kernels/engine/model/old_names.hpp"
#include "lesson.hpp"
#include "presets.hpp"
#include "state.hpp"

namespace scope {
namespace {

std::vector<FieldChoice> preset_choices() {
  std::vector<FieldChoice> list;
  for (const Preset& preset : presets().list) list.push_back({preset.name, preset.title});
  return list;
}

std::vector<FieldChoice> lesson_choices() {
  std::vector<FieldChoice> list;
  for (const Lesson& lesson : lessons()) list.push_back({lesson.name, heading_of(lesson)});
  return list;
}

/// A lesson that is not in the list is not found again elsewhere: its state is that of its picture.
std::string get_lesson(const Document& document) {
  const Lesson* known = document.lesson ? lesson_named(document.lesson->name) : nullptr;
  const bool writable =
      known && known->file == document.lesson->file &&
      std::ranges::all_of(known->name, [](char c) { return c > ' ' && c <= '~'; });
  return writable ? known->name : "none";
}
std::string set_lesson(Document& document, const Value& value) {
  const std::string text = value.text();
  const Lesson* known = lesson_named(text);
  if (text != "none" && !known) return no_such_lesson(text);
  document.lesson = text == "none" ? nullptr : std::make_shared<Lesson>(*known);
  return "";
}

std::string get_slide(const Document& document) {
  return std::to_string(get_lesson(document) == "none" ? 1 : document.slide + 1);
}
/// The lesson may have become shorter since.
std::string set_slide(Document& document, const Value& value) {
  std::string refusal;
  const auto slide = whole_number(value, 1, max_slides + 1, "The slide", refusal);
  if (slide)
    document.slide =
        document.lesson ? std::min<std::size_t>(*slide - 1, document.lesson->slides.size()) : 0;
  return refusal;
}

std::string get_before(const Document& document) {
  return get_lesson(document) == "none" || document.lesson->before.empty()
             ? "none"
             : document.lesson->before;
}
/// Read when the lesson is left; that it can be read is known now.
std::string set_before(Document& document, const Value& value) {
  const std::string text = value.text();
  const radix::Result<StateFields> fields =
      text == "none" ? StateFields{} : read_state_string(text);
  if (!fields) return fields.error.sentence;
  if (!document.lesson) return "";
  auto lesson = std::make_shared<Lesson>(*document.lesson);
  lesson->before = text == "none" ? "" : text;
  document.lesson = std::move(lesson);
  return "";
}

/// What Step shows when it is led back to from a comparison, as a state of one lane.
std::string get_step_sort(const Document& document) {
  if (!document.step_lane) return "none";
  Document alone;
  alone.lanes = {*document.step_lane};
  return state_string(alone);
}
std::string set_step_sort(Document& document, const Value& value) {
  const std::string text = value.text();
  if (text == "none") return document.step_lane.reset(), "";
  radix::Result<StateFields> fields = read_state_string(text);
  if (!fields) return fields.error.sentence;
  fields->document.clear(), fields->lanes.resize(1);
  Document alone;
  std::string wrong = take_fields(alone, *fields);
  if (wrong.empty()) document.step_lane = alone.lane();
  return wrong;
}

/// The lanes of the last comparison while Step shows one sort, as a state of these.
std::string get_compared(const Document& document) {
  if (document.compared.empty()) return "none";
  Document alone;
  alone.lanes = document.compared;
  alone.active = std::min(document.compared_active, alone.lanes.size() - 1);
  return state_string(alone);
}
std::string set_compared(Document& document, const Value& value) {
  const std::string text = value.text();
  if (text == "none") return document.compared.clear(), "";
  radix::Result<StateFields> fields = read_state_string(text);
  if (!fields) return fields.error.sentence;
  std::erase_if(fields->document, [](const NamedText& field) { return field.name != "active"; });
  Document alone;
  std::string wrong = take_fields(alone, *fields);
  if (!wrong.empty()) return wrong;
  document.compared = std::move(alone.lanes), document.compared_active = alone.active;
  return "";
}

/// A preset brings keys and settings: what a state says of these comes on top.
Field preset_row() {
  return {
      .name = "preset",
      .takes = "NAME",
      .help = "Sort the keys of a preset",
      .also = "example input keys sample",
      .each = "Sort the preset “%”",
      .kept = Kept::state,
      .of_lane = true,
      .shared = true,
      .set = [](Document& document,
                const Value& value) { return choose_preset(value.text(), document.lane().setup); },
      .choices = preset_choices,
  };
}

/// The lesson that is shown, in the words of another edition or language.
void read_again(std::shared_ptr<const Lesson>& lesson) {
  const Lesson* known = lesson_named(lesson->name);
  auto read = known && known->file == lesson->file ? radix::Result<Lesson>(*known)
                                                   : load_lesson(lesson->file);
  if (!read) return;
  read->before = lesson->before;
  read->session_before = lesson->session_before;
  lesson = std::make_shared<Lesson>(std::move(*read));
}

/// Without a number the other one.
std::string set_edition(Document& document, const Value& value) {
  const std::string text = one_word(value);
  const bool other = text.empty() && document.edition == radix::Edition::fourth;
  if (!text.empty() && text != "4" && text != "5")
    return no_such("edition of the book", value.text(), {"4", "5"});
  document.edition = other || text == "5" ? radix::Edition::fifth : radix::Edition::fourth;
  radix::use_edition(document.edition);
  if (document.lesson) read_again(document.lesson);
  return "";
}

std::vector<Field> lesson_rows() {
  return {
      {.name = "edition",
       .takes = "[4|5]",
       .help = "Choose the book's edition, by whose numbers sections and figures are named",
       .also = "book pmpp fourth fifth version chapter section numbers 4th 5th",
       .kept = Kept::state,
       .get =
           [](const Document& document) {
             return std::to_string(static_cast<int>(document.edition));
           },
       .set = set_edition,
       .choices =
           [] {
             return std::vector<FieldChoice>{
                 {"4", "Number sections and figures as in the book's 4th edition"},
                 {"5", "Number sections and figures as in the book's 5th edition"}};
           }},
      {.name = "lesson",
       .takes = "NAME|FILE|none [SLIDE]",
       .help = "Start a lesson, or leave it",
       .also = "slides lecture class presentation tutorial",
       .each = "Start the lesson %",
       .kept = Kept::state,
       .get = get_lesson,
       .set = set_lesson,
       .choices = lesson_choices},
      {.name = "slide",
       .takes = "NUMBER|next|back",
       .help = "Go to a slide of the lesson",
       .also = "lesson page number jump",
       .kept = Kept::state,
       .get = get_slide,
       .set = set_slide},
      {.name = "before", .kept = Kept::session, .get = get_before, .set = set_before},
      {.name = "step_sort", .kept = Kept::session, .get = get_step_sort, .set = set_step_sort},
      {.name = "compared", .kept = Kept::session, .get = get_compared, .set = set_compared},
  };
}

std::vector<Field> whole_list() {
  std::vector<Field> list = document_fields();
  const auto keys = std::ranges::find(list, "keys", &Field::name);
  list.insert(keys, preset_row());  // after the base in which it writes them
  const auto kept_otherwise = std::ranges::find(list, Kept::preference, &Field::kept);
  const std::vector<Field> of_lessons = lesson_rows();
  list.insert(kept_otherwise, of_lessons.begin(), of_lessons.end());
  Field& language = *std::ranges::find(list, "language", &Field::name);
  language.set = [set = language.set](Document& document, const Value& value) {
    const std::string refusal = set(document, value);
    if (document.lesson) read_again(document.lesson);
    return refusal;
  };
  return list;
}

}  // namespace

const std::vector<Field>& fields() {
  static const std::vector<Field> list = whole_list();
  return list;
}

const Field* field_named(std::string_view name) {
  const auto it = std::ranges::find(fields(), radix::current_name(name), &Field::name);
  return it == fields().end() ? nullptr : &*it;
}

bool belongs_to_lane(std::string_view name) {
  const Field* field = field_named(name);
  return name == "step" || (field && field->of_lane);
}

}  // namespace scope
