/// The command line as data: commands, what may be typed after them, and where it goes. Every
/// value is text until the command reads it with a sentence for what is wrong with it. options.cpp
/// is the only file that knows the library that reads the arguments.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scope {

/// Where an option goes. It must live until the arguments have been read. bool: a flag, which takes
/// nothing.
using Typed =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

struct Option {
  std::string name;  ///< "--sort"; without dashes it is known by its place
  Typed into;
  std::string about;
  std::string type;  ///< "LIST", in the help; "" for a flag
  bool required = false;
  bool hidden = false;        ///< not in the help
  bool may_be_empty = false;  ///< "" says something; else it is refused: a variable was not set
  std::vector<std::string>
      excludes;  ///< names of options of this command that may not be typed beside it
};

/// Options of which some, or not more than some, must be typed.
struct OptionGroup {
  std::string name, about;
  int least = 0, most = 1;
  std::vector<Option> options;
};

struct Subcommand {
  std::string name, about;
  std::vector<OptionGroup> groups;
  std::vector<Option> options;
  std::vector<Subcommand> commands;  ///< one of them may follow, or must where there is no `run`
  std::function<int()> run;          ///< does what was typed; returns the exit code
  std::string version,
      footer;  ///< of the program itself: what --version prints; the end of its help
};

/// From now on all is said in the language that `--language` or else the environment names, before
/// the commands themselves are made, which are text. "", or one sentence: there is no such
/// language.
std::string use_language_of_arguments(int argc, const char* const* argv);

/// The command, and all under it, with `--edition`, which is read before anything is done, and
/// `--language`, which is read already. `typed`: where the edition goes.
Subcommand with_edition(Subcommand command, std::optional<std::string>& typed);

/// Reads argv and runs the innermost command that was typed. Help and version are printed; a wrong
/// command line is one sentence on standard error and exit_usage.
int run_arguments(const Subcommand& program, int argc, char** argv);

}  // namespace scope
