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
void declare(CLI::App& document, const Command& command,
             std::map<const CLI::App*, const Command*>& known) {
  known[&document] = &command;
  for (const OptionGroup& group : command.groups) {
    auto* added = document.add_option_group(group.name, group.about);
    for (const Option& option : group.options) add(*added, option);
    added->require_option(group.least, group.most);
  }
  Names names;
  for (const Option& option : command.options) names[option.name] = add(document, option);
  for (const Option& option : command.options)
    for (const std::string& other : option.excludes) names[option.name]->excludes(names[other]);
  if (!command.commands.empty()) document.require_subcommand(command.run ? 0 : 1, 1);
  for (const Command& each : command.commands)
    declare(*document.add_subcommand(each.name, each.about), each, known);
  document.footer(command.footer);  // last, or every command behind it would repeat it
}

int explain(const CLI::App& document, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0)
    return document.exit(error, std::cout, std::cerr);  // help, version
  std::cerr << "radixscope: " << error.what() << ". `radixscope --help` lists what there is.\n";
  return exit_usage;
}

}  // namespace

int run_arguments(const Command& program, int argc, char** argv) {
  CLI::App document{program.about, program.name};
  std::map<const CLI::App*, const Command*> known;
  if (!program.version.empty()) document.set_version_flag("--version", program.version);
  declare(document, program, known);
  try {
    document.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(document, error);
  }
  const CLI::App* innermost = &document;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  return known.at(innermost)->run();
}

}  // namespace scope
