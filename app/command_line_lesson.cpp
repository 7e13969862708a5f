#include "command_line_lesson.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "command_line.hpp"
#include "command_line_time.hpp"
#include "files.hpp"
#include "lesson_check.hpp"
#include "lesson_handout.hpp"
#include "phrases.hpp"
#include "svg.hpp"
#include "verb_actions.hpp"

namespace scope {
namespace {

int print(const std::string& text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (whole && std::fflush(stdout) == 0) return exit_ok;
  return refuse("The output could not be written; the disk may be full or the reader gone.");
}

/// By name, section or file.
radix::Result<Lesson> find_lesson(const std::string& text) {
  if (const Lesson* known = lesson_named(text)) return *known;
  std::error_code error;
  if (std::filesystem::exists(to_path(text), error)) return load_lesson(text);
  return radix::Complaint{.sentence = no_such_lesson(text)};
}

int do_list() {
  if (lessons().empty()) return refuse(no_such_lesson(""));
  std::string text;
  for (const Lesson& lesson : lessons())
    text += say(lesson.name, "\n  ", heading_of(lesson), " · ",
                counted(static_cast<uint32_t>(lesson.slides.size()), "slide"), "\n  ", lesson.about, "\n");
  const int printed = print(text);
  const std::string& complaint = lesson_shelf().complaint;
  return complaint.empty() ? printed : refuse(complaint);
}

/// A line for every slide; the lesson is good when none has a complaint.
bool check_one(const std::string& name, std::string& text) {
  const auto lesson = find_lesson(name);
  if (!lesson) {
    text += lesson.complaint.sentence + "\n";
    return false;
  }
  bool good = true;
  text += say(lesson->file, ": ", heading_of(*lesson), "\n");
  uint32_t number = 0;
  for (const SlideCheck& slide : check(*lesson)) {
    const bool fine = slide.complaint.empty();
    text += say("  slide ", ++number, fine ? "  ok   " : "  BAD  ", slide.title, "  —  ",
                fine ? slide.place : slide.complaint, "\n");
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

/// The slides as SVG files in a folder, which is made when it is not there.
int do_svg(const Handout& handout, const std::string& folder) {
  for (const Page& page : handout.pages) {
    const std::string file = folder + "/" + page.name + ".svg";
    const std::string svg = to_svg(with_heading(page.scene), theme(ThemeId::print), page.selected, page.words);
    if (const std::string wrong = write_file(file, svg); !wrong.empty()) return refuse(wrong);
  }
  return print(say("Wrote ", counted(static_cast<uint32_t>(handout.pages.size()), "picture"), " to ", folder, "\n"));
}

void wants_lesson(CLI::App* command, LessonTyped& typed, const char* type) {
  command->add_option("lesson", typed.lesson, "Its name, or a file")->type_name("NAME|FILE")->required();
  command->add_option("--out", typed.out, "Where to write")->type_name(type)->required();
}

}  // namespace

CLI::App* declare_lesson(CLI::App& cli, LessonTyped& typed) {
  CLI::App* lesson = cli.add_subcommand("lesson", "List lessons, check them, write them as hand-outs");
  lesson->require_subcommand(1);
  typed.list = lesson->add_subcommand("list", "Name all lessons");
  typed.check = lesson->add_subcommand("check", "Show every slide and say what is wrong with it");
  typed.check->add_option("lessons", typed.files, "Files, or names of lessons")->type_name("FILE")->required();
  typed.svg = lesson->add_subcommand("svg", "Write every slide as an SVG file");
  wants_lesson(typed.svg, typed, "FOLDER");
  return lesson;
}

int do_lesson(const LessonTyped& typed) {
  if (typed.list->parsed()) return do_list();
  if (typed.check->parsed()) return do_check(typed.files);
  const auto lesson = find_lesson(typed.lesson);
  if (!lesson) return refuse(lesson.complaint.sentence);
  const auto handout = handout_of(*lesson);
  if (!handout) return refuse(handout.complaint.sentence);
  return do_svg(*handout, typed.out);
}

}  // namespace scope
