// Subcommands that list what there is: settings, commands, options. The guides print the same
// tables (app/guides.sh), and a test holds them up to date.

#include <algorithm>
#include <memory>

#include "app/commands/commands.hpp"
#include "app/core/base/table.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "cli.hpp"
#include "kernels/run/engine.hpp"
#include "text/cli.hpp"

namespace scope {
namespace {

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

std::string said(std::string_view english) { return std::string(text::translated(english)); }

/// A cell of a Markdown table: a bar would end it.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.insert(at, "\\");
  return text;
}

/// The table as Markdown, or in columns for a terminal.
std::string text_of(Table table, bool markdown) {
  if (!markdown) return aligned(table.rows, std::vector<bool>(table.rows[0].size(), true));
  for (std::size_t r = 1; r < table.rows.size(); ++r)
    for (std::string& each : table.rows[r]) each = cell(std::move(each));
  return to_markdown(table);
}

/// The sorts that this setting changes: "all", "all but …", or their names.
std::string users_of(const radix::SettingInfo& setting) {
  std::vector<std::string> users, others;
  for (const radix::SortInfo& sort : radix::sorts())
    (sort.uses(setting) ? users : others).push_back(code(sort.name));
  if (others.empty()) return text::cli::all_sorts;
  return others.size() < users.size() ? text::cli::all_but({.sorts = text::list(others)})
                                      : text::list(users);
}

/// The values that a setting takes: "1…32", or the name of each choice with what it does.
std::string values_of(const radix::SettingInfo& setting) {
  if (setting.is_number()) return setting.range();
  std::string list;
  for (const radix::Choice& choice : setting.choices)
    list += (list.empty() ? "" : "<br>") +
            text::cli::choice_about(
                {.about = text::translated(choice.about), .choice = code(choice.name)});
  return list;
}

Table settings_table() {
  Table table{{{text::cli::column_setting, text::cli::column_does, text::cli::column_values,
                text::cli::column_default, text::cli::column_users}}};
  for (const radix::SettingInfo& setting : radix::settings())
    table.rows.push_back({code(setting.name), said(setting.about), values_of(setting),
                          code(radix::text_of(setting, radix::Settings{})), users_of(setting)});
  return table;
}

std::string settings_text() {
  std::string list;
  for (const radix::SettingInfo& setting : radix::settings()) {
    list += joined({text::cli::setting_line({.range = setting.range(),
                                             .setting = setting.name,
                                             .usual = radix::text_of(setting, radix::Settings{})}),
                    "\n  ", said(setting.about), "\n"});
    for (const radix::Choice& choice : setting.choices)
      list += joined({"  ",
                      text::cli::choice_about(
                          {.about = text::translated(choice.about), .choice = choice.name}),
                      "\n"});
  }
  return list;
}

/// What a person can do, by group, as --do, the keyboard and the search take it; but for the
/// settings.
std::string commands_text(bool markdown) {
  std::string list;
  const auto all = commands();
  for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
    Table table{{{text::cli::column_command, text::cli::column_does, text::cli::column_keys}}};
    for (end = begin; end < all.size() && std::string_view(all[end].group) == all[begin].group;
         ++end) {
      if (radix::setting_named(all[end].name)) continue;
      const std::string typed =
          joined({all[end].name, *all[end].argument ? " " : "", all[end].argument});
      table.rows.push_back({markdown ? code(typed) : typed, said(all[end].help), all[end].keys});
    }
    list += joined({list.empty() ? "" : "\n", markdown ? "**" : "", said(all[begin].group),
                    markdown ? "**\n" : "", "\n", text_of(std::move(table), markdown)});
  }
  return list;
}

/// "--out FILE", or "FILE" where an argument is known by its place.
std::string typed_form(const Option& option) {
  if (!option.name.starts_with("--")) return option.type;
  return joined({option.name, option.type.empty() ? "" : " ", option.type});
}

/// A subcommand as a row: with its options, unless it has subcommands of its own.
std::string typed_form(const Subcommand& command, bool with_options) {
  std::string text = command.name;
  if (with_options)
    for (const Option& option : command.options)
      text += option.required ? " " + typed_form(option) : " [" + typed_form(option) + "]";
  return text;
}

/// What may be typed after a command, but for the settings, which have a list of their own.
std::string options_text(const Subcommand& command, bool markdown) {
  Table table{{{text::cli::column_option, text::cli::column_does}}};
  const auto add = [&](const std::string& typed, const std::string& about) {
    table.rows.push_back({markdown ? code(typed) : typed, said(about)});
  };
  const auto add_option = [&](const Option& option) {
    const bool setting =
        option.name.starts_with("--") && radix::setting_named(option.name.substr(2));
    if (!option.hidden && (!setting || command.name == "time"))
      add(typed_form(option), option.about);
  };
  for (const OptionGroup& group : command.groups) std::ranges::for_each(group.options, add_option);
  std::ranges::for_each(command.options, add_option);
  const bool program = !command.version.empty();
  for (const Subcommand& each : command.commands) add(typed_form(each, !program), each.about);
  return table.rows.size() > 1 ? text_of(std::move(table), markdown) : "";
}

/// "--markdown", for the guides.
Option markdown_option(const std::shared_ptr<bool>& markdown) {
  return {.name = "--markdown", .into = markdown.get(), .about = "As a Markdown table"};
}

}  // namespace

Subcommand settings_command() {
  const auto markdown = std::make_shared<bool>(false);
  return {.name = "settings",
          .about = "List the settings of a sort, their values and which sorts use them",
          .options = {markdown_option(markdown)},
          .run = [markdown] {
            return print(*markdown ? text_of(settings_table(), true) : settings_text());
          }};
}

Subcommand commands_command() {
  const auto markdown = std::make_shared<bool>(false);
  return {.name = "commands",
          .about = "List the commands that --do, the keys and the search understand",
          .options = {markdown_option(markdown)},
          .run = [markdown] { return print(commands_text(*markdown)); }};
}

Subcommand options_command(const Subcommand& program) {
  const auto markdown = std::make_shared<bool>(false);
  const auto name = std::make_shared<std::string>();
  return {.name = "options",
          .about = "List the options of the program, or of one of its subcommands",
          .options = {{.name = "subcommand",
                       .into = name.get(),
                       .about = "A subcommand such as trace; default: the program itself",
                       .type = "SUBCOMMAND"},
                      markdown_option(markdown)},
          .run = [&program, name, markdown] {
            const auto found = std::ranges::find(program.commands, *name, &Subcommand::name);
            if (name->empty()) return print(options_text(program, *markdown));
            if (found != program.commands.end()) return print(options_text(*found, *markdown));
            std::vector<std::string> names;
            for (const Subcommand& each : program.commands) names.push_back(each.name);
            return refuse(no_such("subcommand", *name, names));
          }};
}

}  // namespace scope
