// Everything that can be clicked or pressed is a command: read from the sources of the window
// themselves.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "app/commands/commands.hpp"
#include "app/commands/menus.hpp"
#include "app/commands/search.hpp"
#include "app/core/base/parse.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The sources that post commands: panels and the keys of the window.
std::vector<fs::path> window_sources() {
  const fs::path document = fs::path(RADIX_SOURCE_DIR) / "app";
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(document / "panels"))
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  return files;
}

/// The first group of every match.
std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

TEST(Keys, PanelsPostVerbsThatThereAre) {
  std::size_t posted = 0;
  for (const fs::path& file : window_sources()) {
    const std::string text = text_of(file);
    for (const char* pattern :
         {"post\\(\"([^\"]*)\"", "ask\\(panel, \\{\"([^\"]*)\"", "push_back\\(\\{\"([a-z_]+)\", \"",
          "verb_named\\(\"([^\"]*)\"\\)", "icon_button\\(panel, \"([^\"]*)\""}) {
      for (const std::string& command : matches(text, pattern)) {
        EXPECT_NE(command_named(command), nullptr)
            << file.filename() << " asks for '" << command << "'";
        ++posted;
      }
    }
  }
  EXPECT_GT(posted, 60u) << "the search finds too little";
}

TEST(Keys, TheFileListAndTheDialogsAreVerbs) {
  for (const MenuRow& row : file_menu())
    EXPECT_NE(command_named(row.command), nullptr) << row.command;
  const auto gallery = std::ranges::find(file_menu(), std::string_view("fault"), &MenuRow::command);
  ASSERT_NE(gallery, file_menu().end()) << "no way into the gallery of bugs by mouse";
  Document bugs = make_document();
  EXPECT_EQ(run_command(bugs, gallery->command, gallery->argument), "");
  EXPECT_EQ(bugs.lane().setup.fault, radix::planted_faults().front().name);
  for (const Dialog& dialog : dialogs()) {
    const Command* command = command_named(dialog.id);
    ASSERT_NE(command, nullptr) << dialog.id;
    EXPECT_NE(*command->keys, '\0') << dialog.id << " opens with a key";
  }
}

TEST(Keys, EveryVerbIsInThePalette) {
  std::set<std::string> names;
  for (const PaletteEntry& entry : palette_entries())
    if (entry.request.argument.empty()) names.insert(entry.request.command);
  for (const Command& command : commands())
    EXPECT_TRUE(names.contains(command.name)) << command.name;
}

TEST(Keys, EveryVerbHasAGroupAndGroupsStandTogether) {
  std::set<std::string> seen;
  std::string now;
  for (const Command& command : commands()) {
    EXPECT_NE(*command.group, '\0') << command.name;
    if (now == command.group) continue;
    now = command.group;
    EXPECT_TRUE(seen.insert(now).second) << now << " stands in two places";
  }
  EXPECT_GE(seen.size(), 6u);
}

/// True for a name that input.cpp can give to a key press: modifiers in its order, then a key of
/// its table, an F key, or a sign or letter.
bool can_be_pressed(std::string name) {
  static const std::string source = text_of(fs::path(RADIX_SOURCE_DIR) / "app/window/input.cpp");
  static const std::vector<std::string> table =
      matches(source, "\\{GLFW_KEY_[A-Z_]+, \"([^\"]+)\"\\}");
  bool shift = false;
  for (const char* held : {"Ctrl+", "Alt+", "Shift+", "Super+"}) {
    if (!name.starts_with(held) || name == held) continue;
    shift |= std::string_view(held) == "Shift+";
    name.erase(0, std::string_view(held).size());
  }
  const bool letter = name.size() == 1 &&
                      ((name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= '0' && name[0] <= '9'));
  const bool sign = name.size() == 1 && std::ispunct(static_cast<unsigned char>(name[0])) != 0;
  if (sign) return !shift;  // Shift is not named where it types the sign
  if (letter || std::ranges::find(table, name) != table.end()) return true;
  return std::regex_match(name, std::regex("F([1-9]|1[0-9]|2[0-5])"));
}

TEST(Keys, EveryKeyOfAVerbCanBePressedAndBelongsToItAlone) {
  std::map<std::string, std::string> owner;
  for (const Command& command : commands()) {
    for (const std::string& key : words_of(command.keys)) {
      EXPECT_TRUE(can_be_pressed(key)) << command.name << ": " << key;
      EXPECT_TRUE(owner.emplace(key, command.name).second)
          << key << ": " << owner[key] << " and " << command.name;
    }
  }
  for (const char* wrong : {"PgDn", "Shift+?", "ctrl+K", "F26", "Esc", "b", "Shift+Ctrl+A"})
    EXPECT_FALSE(can_be_pressed(wrong)) << wrong;
  for (const char* reserved : {"Tab", "Shift+Tab", "Enter", "Up", "Down"})
    EXPECT_FALSE(owner.contains(reserved)) << reserved << " leads through the controls";
}

}  // namespace
}  // namespace scope
