#include "options.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <sstream>
#include <string_view>

#include "app/core/base/languages.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "kernels/engine/model/edition.hpp"
#include "kernels/engine/model/old_names.hpp"
#include "text/cli.hpp"

namespace scope {
namespace {

using Names = std::map<std::string, CLI::Option*>;

std::string said(const std::string& english) { return std::string(text::translated(english)); }

CLI::Option* add(CLI::App& to, const Option& option) {
  const std::string about = said(option.about);
  CLI::Option* added = std::visit(
      [&](auto* into) {
        if constexpr (std::is_same_v<decltype(into), bool*>)
          return to.add_flag(option.name, *into, about);
        else
          return to.add_option(option.name, *into, about);
      },
      option.into);
  if (!option.type.empty()) added->type_name(option.type);
  if (option.hidden) added->group("");
  return added->required(option.required);
}

/// Declares a command with all after it; `known` says whose it is.
void declare(CLI::App& app, const Subcommand& command,
             std::map<const CLI::App*, const Subcommand*>& known) {
  known[&app] = &command;
  if (CLI::Option* help = app.get_help_ptr()) help->group(text::cli::options_head);
  Names names;
  const auto declare_all = [&](CLI::App& to, const std::vector<Option>& options) {
    for (const Option& option : options) names[option.name] = add(to, option);
    for (const Option& option : options)
      for (const std::string& other : option.excludes) names[option.name]->excludes(names[other]);
  };
  for (const OptionGroup& group : command.groups) {
    auto* added = app.add_option_group(group.name, said(group.about));
    declare_all(*added, group.options);
    added->require_option(group.least, group.most);
  }
  declare_all(app, command.options);
  if (!command.commands.empty()) app.require_subcommand(command.run ? 0 : 1, 1);
  for (const Subcommand& each : command.commands)
    declare(*app.add_subcommand(each.name, said(each.about)), each, known);
  app.group(text::cli::subcommands_head);
  app.footer(command.footer);  // last, or every command after it would repeat it
}

int wrong_usage(const std::string& what) {
  complain(text::paragraph(what, text::cli::help_lists_options));
  return exit_usage;
}

/// Help in the reader's language; what is typed stays as it is.
class HelpWords : public CLI::Formatter {
 public:
  HelpWords() {
    label("Usage", text::cli::usage);
    label("OPTIONS", text::cli::options_typed);
    label("SUBCOMMAND", text::cli::subcommand_typed);
    label("Positionals", text::cli::positionals_head);
    label("REQUIRED", text::cli::required);
    label("Excludes", text::cli::excludes);
  }
  std::string make_description(const CLI::App* app) const override {
    const std::size_t least = app->get_require_option_min(), most = app->get_require_option_max();
    std::string words = app->get_description();
    if (most > 0)
      words += " \n" + (least > 0 ? text::cli::group_between({.least = least, .most = most})
                                  : text::cli::group_at_most({.most = most}));
    return words.empty() ? "" : words + "\n";
  }
  std::string make_expanded(const CLI::App* group) const override {
    const std::string words = CLI::Formatter::make_expanded(group);
    const std::string head = "[Option Group: " + name_of(*group) + "]";
    return words.starts_with(head) ? text::cli::option_group({.group = said(name_of(*group))}) +
                                         words.substr(head.size())
                                   : words;
  }

 private:
  static std::string name_of(const CLI::App& group) { return group.get_group(); }
};

/// What the library says of a wrong command line, as a sentence of the catalogue.
std::string in_words(const std::string& what) {
  const auto between = [&](std::string_view before, std::string_view behind) {
    const bool fits = what.size() > before.size() + behind.size() && what.starts_with(before) &&
                      what.ends_with(behind);
    return fits ? what.substr(before.size(), what.size() - before.size() - behind.size()) : "";
  };
  if (const auto arguments = between("The following argument was not expected: ", "");
      !arguments.empty())
    return text::cli::not_expected({.arguments = arguments});
  if (const auto arguments = between("The following arguments were not expected: ", "");
      !arguments.empty())
    return text::cli::several_not_expected({.arguments = arguments});
  if (const auto options = between("At least 1 option from [", "] is required"); !options.empty())
    return text::cli::one_of_needed({.options = options});
  if (what == "A subcommand is required") return text::cli::needs_subcommand;
  if (const auto option = between("", " is required"); !option.empty())
    return text::cli::is_required({.option = option});
  constexpr std::string_view excludes = " excludes ", lacks = ": 1 required ";
  if (const std::size_t at = what.find(excludes); at != what.npos)
    return text::cli::excludes_other(
        {.option = what.substr(0, at), .other = what.substr(at + excludes.size())});
  if (const std::size_t at = what.find(lacks); at != what.npos && what.ends_with(" missing"))
    return text::cli::value_missing(
        {.option = what.substr(0, at),
         .type = between(what.substr(0, at + lacks.size()), " missing")});
  constexpr std::string_view most = ": At Most 1 required but received ";
  if (const std::size_t at = what.find(most); at != what.npos)
    return text::cli::given_too_often(
        {.count = what.substr(at + most.size()), .option = what.substr(0, at)});
  return what + ".";
}

int explain(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() != 0) return wrong_usage(in_words(error.what()));
  std::ostringstream help, errors;  // help, version
  app.exit(error, help, errors);
  return print(help.str());
}

/// Calls f with every option of a command and of those after it.
template <class F>
void for_each_option(const Subcommand& command, const F& f) {
  for (const OptionGroup& group : command.groups)
    for (const Option& option : group.options) f(option);
  for (const Option& option : command.options) f(option);
  for (const Subcommand& each : command.commands) for_each_option(each, f);
}

/// True where an empty text may stand after this argument: it is an option that takes one.
bool takes_empty(const Subcommand& program, std::string_view name) {
  bool takes = false;
  for_each_option(
      program, [&](const Option& option) { takes |= option.may_be_empty && option.name == name; });
  return takes;
}

/// An empty argument is a variable of the shell that was not set, and the library would look at it
/// for ever: "" or a sentence that says which one it is.
std::string empty_argument(const Subcommand& program, int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view text = argv[i], before = argv[i - 1];
    const bool assigned = text.starts_with("--") && text.ends_with('=');  // --name=
    if (!text.empty() && !assigned) continue;
    const std::string_view name = assigned ? text.substr(0, text.size() - 1) : before;
    if (!assigned && takes_empty(program, name)) continue;
    return name.starts_with("--")
               ? text::cli::argument_empty_after({.number = i, .option = quotable(name)})
               : text::cli::argument_empty({.number = i});
  }
  return "";
}

/// "--sort=3" for "--rung=3".
std::string with_current_name(std::string_view typed) {
  if (!typed.starts_with("--")) return std::string(typed);
  const std::string_view name = typed.substr(2, typed.find('=') - 2);
  return joined({"--", radix::current_name(name), typed.substr(2 + name.size())});
}

}  // namespace

std::string use_language_of_arguments(int argc, const char* const* argv) {
  constexpr std::string_view option = "--language";
  use_language_of_environment();
  for (int i = 1; i < argc; ++i) {
    const std::string_view text = argv[i];
    const bool assigned = text.starts_with(option) && text.substr(option.size()).starts_with('=');
    if (!assigned && (text != option || i + 1 == argc)) continue;
    return ask_for_language(
        std::string(assigned ? text.substr(option.size() + 1) : std::string_view(argv[i + 1])));
  }
  return "";
}

Subcommand with_edition(Subcommand command, std::optional<std::string>& typed) {
  command.options.push_back(
      {.name = "--edition",
       .into = &typed,
       .about = "Edition of the book by which sections and figures are numbered; default: the 4th",
       .type = "4|5"});
  static std::optional<std::string> language;  // use_language_of_arguments has read it
  command.options.push_back({.name = "--language",
                             .into = &language,
                             .about = "Language of the texts; default: that of the system",
                             .type = "NAME"});
  if (command.run)
    command.run = [&typed, run = std::move(command.run)] {
      if (typed && *typed != "4" && *typed != "5")
        return refuse(no_such("edition of the book", *typed, {"4", "5"}));
      if (typed) radix::use_edition(*typed == "4" ? radix::Edition::fourth : radix::Edition::fifth);
      return run();
    };
  for (Subcommand& each : command.commands) each = with_edition(std::move(each), typed);
  return command;
}

int run_arguments(const Subcommand& program, int argc, char** typed) {
  std::vector<std::string> texts;
  for (int i = 0; i < argc; ++i) texts.push_back(with_current_name(typed[i]));
  std::vector<const char*> argv;
  for (const std::string& text : texts) argv.push_back(text.c_str());
  if (const std::string wrong = empty_argument(program, argc, argv.data()); !wrong.empty())
    return wrong_usage(wrong);
  CLI::App app{said(program.about), program.name};
  std::map<const CLI::App*, const Subcommand*> known;
  app.formatter(std::make_shared<HelpWords>());
  app.option_defaults()->group(text::cli::options_head);
  app.set_help_flag("-h,--help", said("Print this help message and exit"));
  if (!program.version.empty())
    app.set_version_flag("--version", program.version,
                         said("Display program version information and exit"));
  declare(app, program, known);
  try {
    app.parse(argc, argv.data());
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  const CLI::App* innermost = &app;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  return known.at(innermost)->run();
}

}  // namespace scope
