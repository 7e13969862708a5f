#include "lesson_command.hpp"

#include <filesystem>
#include <memory>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/export/formats.hpp"
#include "app/export/pages.hpp"
#include "app/state/lesson_check.hpp"
#include "export_command.hpp"
#include "input_options.hpp"

namespace scope {
namespace {

/// By name, section or file.
radix::Result<Lesson> find_lesson(const std::string& text) {
  if (const Lesson* known = lesson_named(text)) return *known;
  std::error_code error;
  if (std::filesystem::exists(to_path(text), error)) return load_lesson(text);
  return radix::Error{.sentence = no_such_lesson(text)};
}

int do_list() {
  if (lessons().empty()) return refuse(no_such_lesson(""));
  std::string text;
  for (const Lesson& lesson : lessons())
    text += say(lesson.name, "\n  ", heading_of(lesson), " · ",
                counted(static_cast<uint32_t>(lesson.slides.size()), "slide"), "\n  ", lesson.about,
                "\n");
  const int printed = print(text);
  const std::string& error = lesson_shelf().error;
  return error.empty() ? printed : refuse(error);
}

/// A line for every slide; the lesson is good when none has a error.
bool check_one(const std::string& name, std::string& text) {
  const auto lesson = find_lesson(name);
  if (!lesson) {
    text += lesson.error.sentence + "\n";
    return false;
  }
  bool good = true;
  text += say(lesson->file, ": ", heading_of(*lesson), "\n");
  uint32_t number = 0;
  for (const SlideCheck& slide : check(*lesson)) {
    const bool fine = slide.error.empty();
    text += say("  slide ", ++number, fine ? "  ok   " : "  BAD  ", slide.title, "  —  ",
                fine ? slide.place : slide.error, "\n");
    good = good && fine;
  }
  return good;
}

int do_check(const std::vector<std::string>& files) {
  std::string text;
  bool good = true;
  for (const std::string& file : files) good = check_one(file, text) && good;
  const int printed = print(text);
  return good ? printed : exit_refused;
}

/// The slides in a format: one file, or a file for each in a folder, which is made when it is not
/// there.
int do_write(const Handout& handout, const Format& format, const std::string& out) {
  std::vector<std::string> written;
  const std::string place = out.empty() ? "." : out;
  const int code = put_handout(page_run_of(handout), format, {}, place, written);
  if (code != exit_ok || written.empty()) return code;  // refused, or printed
  const bool one = written.size() == 1;
  return print(say(
      "Wrote ",
      one ? written[0] : counted(static_cast<uint32_t>(written.size()), "picture") + " to " + place,
      "\n"));
}

struct LessonTyped {
  std::vector<std::string> files;  ///< of `check`; names of lessons work too
  std::string lesson, out;         ///< of the hand-outs: name or file, and where to
};

int do_format(const Format& format, const LessonTyped& typed) {
  const auto lesson = find_lesson(typed.lesson);
  if (!lesson) return refuse(lesson.error.sentence);
  const auto handout = handout_of(*lesson);
  if (!handout) return refuse(handout.error.sentence);
  return do_write(*handout, format, typed.out);
}

/// `lesson svg NAME --out PLACE`, and so on for every format.
Command format_command(const Format& format, const std::shared_ptr<LessonTyped>& typed) {
  return {.name = format.name,
          .about = say("Write its slides as ", format.about),
          .options = {{.name = "lesson",
                       .into = &typed->lesson,
                       .about = "Its name, or a file",
                       .type = "NAME|FILE",
                       .required = true},
                      {.name = "--out",
                       .into = &typed->out,
                       .about = "Where to write; else the current folder",
                       .type = format.bundles ? "FILE" : "FOLDER"}},
          .run = [&format, typed] { return do_format(format, *typed); }};
}

}  // namespace

Command lesson_command() {
  const auto typed = std::make_shared<LessonTyped>();
  Command lesson{.name = "lesson",
                 .about = "List lessons, check them, write them as hand-outs",
                 .commands = {{.name = "list", .about = "Name all lessons", .run = do_list},
                              {.name = "check",
                               .about = "Show every slide and say what is wrong with it",
                               .options = {{.name = "lessons",
                                            .into = &typed->files,
                                            .about = "Files, or names of lessons",
                                            .type = "FILE",
                                            .required = true}},
                               .run = [typed] { return do_check(typed->files); }}}};
  for (const Format& format : formats()) lesson.commands.push_back(format_command(format, typed));
  return lesson;
}

}  // namespace scope
