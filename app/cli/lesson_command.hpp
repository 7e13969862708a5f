/// `radixscope lesson`: lists lessons, checks them, writes them as hand-outs.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace scope {

struct Format;

/// What was typed behind `lesson`.
struct LessonTyped {
  std::vector<std::string> files;   ///< of `check`; names of lessons work too
  std::string lesson, out;          ///< of the hand-outs: name or file, and where to
  CLI::App *list = nullptr, *check = nullptr;
  struct Writer {
    const Format* format;
    CLI::App* command;
  };
  std::vector<Writer> formats;      ///< a subcommand for every format
};

/// The subcommands; `typed` must outlive the parse.
CLI::App* declare_lesson(CLI::App& cli, LessonTyped& typed);

/// Does what was typed; returns the exit code.
int do_lesson(const LessonTyped& typed);

}  // namespace scope
