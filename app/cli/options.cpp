#include "options.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "app/base/terminal.hpp"

namespace scope {
namespace {

using Names = std::map<std::string, CLI::Option*>;

CLI::Option* add(CLI::App& to, const Option& option) {
  CLI::Option* added = std::visit(
      [&](auto* into) {
        if constexpr (std::is_same_v<decltype(into), bool*>)
          return to.add_flag(option.name, *into, option.about);
        else
          return to.add_option(option.name, *into, option.about);
      },
      option.into);
  if (!option.type.empty()) added->type_name(option.type);
  if (option.hidden) added->group("");
  return added->required(option.required);
}

/// Declares a command with all behind it; `known` says whose it is.
void declare(CLI::App& app, const Command& command,
             std::map<const CLI::App*, const Command*>& known) {
  known[&app] = &command;
  for (const OptionGroup& group : command.groups) {
    auto* added = app.add_option_group(group.name, group.about);
    for (const Option& option : group.options) add(*added, option);
    added->require_option(group.least, group.most);
  }
  Names names;
  for (const Option& option : command.options) names[option.name] = add(app, option);
  for (const Option& option : command.options)
    for (const std::string& other : option.excludes) names[option.name]->excludes(names[other]);
  if (!command.commands.empty()) app.require_subcommand(command.run ? 0 : 1, 1);
  for (const Command& each : command.commands)
    declare(*app.add_subcommand(each.name, each.about), each, known);
  app.footer(command.footer);  // last, or every command behind it would repeat it
}

int explain(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);  // help, version
  std::cerr << "radixscope: " << error.what() << ". `radixscope --help` lists what there is.\n";
  return exit_usage;
}

}  // namespace

int run_arguments(const Command& program, int argc, char** argv) {
  CLI::App app{program.about, program.name};
  std::map<const CLI::App*, const Command*> known;
  if (!program.version.empty()) app.set_version_flag("--version", program.version);
  declare(app, program, known);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  const CLI::App* innermost = &app;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  return known.at(innermost)->run();
}

}  // namespace scope
