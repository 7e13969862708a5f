#include "lesson.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "app/core/base/files.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "state.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

using radix::Json;

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

/// What is wrong is thrown as the rest of a sentence that begins with the file.
using Wrong = std::runtime_error;

/// A text field on one line; throws when it is missing, no text, empty or too long.
std::string text_field(const Json& object, const char* field, std::size_t longest) {
  if (!object.contains(field)) throw Wrong(text::state::field_missing({.field = field}));
  const Json& value = object.at(field);
  if (!value.is_string()) throw Wrong(text::state::field_not_text({.field = field}));
  const std::string text = value.text();
  if (is_blank(text)) throw Wrong(text::state::field_empty({.field = field}));
  const auto control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
  if (std::ranges::any_of(text, control))
    throw Wrong(text::state::field_one_line({.field = field}));
  if (utf8_length(text) > longest)
    throw Wrong(
        text::state::field_too_long({.count = utf8_length(text), .field = field, .most = longest}));
  return text;
}

/// A misspelled field would be lost without a word.
void only(const Json& object, std::initializer_list<std::string_view> fields) {
  for (const auto& [name, value] : object.items())
    if (std::ranges::find(fields, name) == fields.end())
      throw Wrong(text::state::field_not_here({.field = quotable(name)}));
}

/// A state as apply_state takes it: the text itself, or the fields as in a session file.
std::string state_of(const Json& slide) {
  if (!slide.contains("state")) throw Wrong(text::state::field_missing({.field = "state"}));
  const Json& state = slide.at("state");
  if (state.is_string()) {
    if (!looks_like_state(state.text())) throw Wrong(text::state::slide_state_form);
    return state.text();
  }
  if (!state.is_object()) throw Wrong(text::state::slide_state_form);
  for (const char* field : {"lesson", "slide"})
    if (state.contains(field)) throw Wrong(text::state::not_of_slide({.field = field}));
  return state.dump();
}

/// {"kind": "destination_of_one", "index": 3}
void read_ask(const Json& ask, Slide& slide) {
  if (!ask.is_object()) throw Wrong(text::state::ask_form);
  only(ask, {"kind", "index"});
  slide.ask = text_field(ask, "kind", longest_title);
  const auto index = ask.contains("index") ? plain_whole(ask.at("index").dump()) : std::nullopt;
  if (!index || *index >= radix::max_recorded_keys) throw Wrong(text::state::ask_index);
  slide.ask_element = static_cast<uint32_t>(*index);
}

Slide read_slide(const Json& slide, std::size_t number) {
  try {
    if (!slide.is_object()) throw Wrong(text::state::slide_form);
    only(slide, {"title", "caption", "state", "answer", "notes", "ask"});
    const auto further = [&](const char* field, std::size_t longest) {
      return slide.contains(field) ? text_field(slide, field, longest) : "";
    };
    Slide read{.title = text_field(slide, "title", longest_title),
               .caption = text_field(slide, "caption", longest_caption),
               .state = state_of(slide),
               .answer = further("answer", longest_caption),
               .notes = further("notes", longest_notes)};
    if (slide.contains("ask")) read_ask(slide.at("ask"), read);
    return read;
  } catch (const Wrong& wrong) {
    throw Wrong(text::state::of_slide({.slide = number, .why = wrong.what()}));
  }
}

Lesson read_lesson_fields(const Json& data, const std::string& file) {
  if (!data.is_object() || !data.contains("format") || data.at("format") != lesson_format)
    throw Wrong(text::state::format_wrong({.format = lesson_format}));
  only(data, {"format", "section", "title", "about", "slides"});
  Lesson lesson{
      .name = item_name(file), .file = file, .title = text_field(data, "title", longest_title)};
  if (data.contains("section")) {
    lesson.section = text_field(data, "section", 12);
    if (const auto known = radix::section_called(lesson.section))
      lesson.section = radix::number_of(*known);
  }
  lesson.about = text_field(data, "about", longest_caption);
  if (!data.contains("slides") || !data.at("slides").is_array())
    throw Wrong(text::state::slides_no_list);
  const Json& slides = data.at("slides");
  if (slides.empty()) throw Wrong(text::state::slides_empty);
  if (slides.size() > max_slides)
    throw Wrong(text::state::slides_too_many({.count = slides.size(), .most = max_slides}));
  for (const Json& slide : slides.list())
    lesson.slides.push_back(read_slide(slide, lesson.slides.size() + 1));
  return lesson;
}

}  // namespace

bool looks_like_lesson(std::string_view text) {
  const std::string_view head = text.substr(0, 400);
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin != head.npos && head[begin] == '{' && head.find("\"radixscope lesson") != head.npos;
}

radix::Result<Lesson> read_lesson(const std::string& text, const std::string& file) {
  const auto json = read_json(radix::filled(text), "lesson");
  if (!json)
    return radix::Error{
        .sentence = text::state::lesson_unreadable({.file = file, .why = json.error.sentence})};
  try {
    return read_lesson_fields(*json, file);
  } catch (const std::exception& wrong) {
    return radix::Error{.sentence = text::state::lesson_wrong({.file = file, .why = wrong.what()})};
  }
}

radix::Result<Lesson> load_lesson(const std::string& file) {
  const auto text =
      read_json_text(file, max_lesson_bytes, {"title", "about", "caption", "answer", "notes"});
  if (!text) return text.error;
  return read_lesson(*text, file);
}

Lessons load_lessons(const std::string& folder) { return load_json_folder(folder, load_lesson); }

Lessons load_lessons(const std::string& folder, const std::string& own) {
  return joined_folders(load_lessons(folder), load_lessons(own));
}

/// Those of the program and the person's own, as they are in their folders now.
static Lessons load_all_lessons() {
  Lessons loaded = load_lessons(resource("assets/lessons"), own_json_folder("lessons"));
  // In the 4th edition that is the order of their files already
  if (radix::edition() != radix::Edition::fourth)
    std::ranges::stable_sort(loaded.list, {}, [](const Lesson& lesson) {
      return lesson.section.empty() ? std::string("~") : lesson.section;
    });
  return loaded;
}

static std::map<Reader, Lessons>& kept_lessons() {
  static std::map<Reader, Lessons> kept;
  return kept;
}

const Lessons& lesson_folder() {
  const auto [loaded, fresh] = kept_lessons().try_emplace(reader_of_now());
  if (fresh) loaded->second = load_all_lessons();
  return loaded->second;
}

void read_lessons_again() { kept_lessons().clear(); }

std::span<const Lesson> lessons() { return lesson_folder().list; }

const Lesson* lesson_named(std::string_view name) {
  if (const Lesson* lesson = named_in(lesson_folder(), name)) return lesson;
  const auto known = radix::section_called(name);
  const auto it = known ? std::ranges::find(lessons(), radix::number_of(*known), &Lesson::section)
                        : lessons().end();
  return it == lessons().end() ? nullptr : &*it;
}

std::string no_such_lesson(const std::string& text) {
  if (text.find_first_of("/\\") != text.npos || text.ends_with(".json"))
    return text::state::no_file({.file = text});
  if (std::string why = why_not_in(lesson_folder(), text); !why.empty()) return why;
  std::vector<std::string> names = names_in(lesson_folder());
  if (names.empty())
    return lesson_folder().error.empty() ? text::state::no_lessons_found : lesson_folder().error;
  names.push_back(text::state::name_of_file);
  return no_such("lesson", text, names);
}

std::string own_lesson_file(const std::string& name) {
  const bool place = name.find_first_of("/\\") != name.npos || name.ends_with(".json");
  const std::string folder = place ? "" : own_json_folder("lessons");
  return place ? name : folder.empty() ? "" : folder + "/" + name + ".json";
}

/// A lesson's JSON from its file; one of no slides where there is no file yet.
static radix::Result<Json> lesson_to_extend(const std::string& file, const std::string& title) {
  std::error_code error;
  if (std::filesystem::exists(to_path(file), error)) {
    const auto text = read_text(file, max_lesson_bytes);
    if (!text) return text.error;
    if (const auto lesson = read_lesson(*text, file); !lesson) return lesson.error;
    return read_json(*text, "lesson");
  }
  Json lesson = Json::object();
  lesson["format"] = lesson_format;
  lesson["title"] = title;
  lesson["about"] = "Views added one by one.";
  lesson["slides"] = Json::array();
  return lesson;
}

std::string add_slide(const std::string& file, const std::string& title, const Slide& slide) {
  auto lesson = lesson_to_extend(file, title);
  if (!lesson) return lesson.error.sentence;
  Json added = Json::object();
  added["title"] = slide.title;
  added["caption"] = slide.caption;
  added["state"] = slide.state;
  if (!slide.answer.empty()) added["answer"] = slide.answer;
  if (!slide.notes.empty()) added["notes"] = slide.notes;
  (*lesson)["slides"].push_back(added);
  const std::string text = lesson->dump(2) + "\n";
  if (text.size() > max_lesson_bytes) return text::state::lesson_too_long({.lesson = file});
  if (const auto read = read_lesson(text, file); !read) return read.error.sentence;
  return write_file(file, text);
}

const Lesson* lesson_after(const Lesson& lesson) {
  const auto all = lessons();
  const auto it = std::ranges::find(all, lesson.file, &Lesson::file);
  return it == all.end() || it + 1 == all.end() ? nullptr : &*(it + 1);
}

std::string heading_of(const Lesson& lesson) {
  return lesson.section.empty() ? lesson.title : lesson.section + "  " + lesson.title;
}

}  // namespace scope
