/// The guides: README.md and every Markdown file in the folders below. Their tables are what the
/// program prints, what they link to and what they tell a reader to type exists, and the README
/// stays short.
#include "tests/support/command_line.hpp"

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "app/commands/commands.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

/// The text of every guide, by its path from the top.
const std::map<std::string, std::string>& guides() {
  static const std::map<std::string, std::string> list = [] {
    std::map<std::string, std::string> read;
    const fs::path top = RADIX_SOURCE_DIR;
    const auto take = [&](const fs::path& path) {
      if (path.extension() == ".md")
        read[fs::relative(path, top).generic_string()] = scratch::bytes_of(path.string());
    };
    take(top / "README.md");
    for (const char* folder : {"app", "assets", "kernels", "tests", "third_party"})
      for (const auto& each : fs::recursive_directory_iterator(top / folder)) take(each.path());
    return read;
  }();
  return list;
}

/// The text without what stands in code: lines that are indented, and what is between backquotes.
std::string prose_of(const std::string& guide) {
  std::string prose;
  for (const std::string& line : texts::lines_of(guide))
    if (!line.starts_with("    "))
      prose += std::regex_replace(line, std::regex("`[^`]*`"), "``") + "\n";
  return prose;
}

/// The anchors of the headings, as they are made of their words.
std::set<std::string> anchors_of(const std::string& guide) {
  std::set<std::string> anchors;
  for (const std::string& line : texts::lines_of(guide)) {
    if (!line.starts_with("#")) continue;
    std::string anchor;
    for (const char c : line.substr(line.find_first_not_of("# ")))
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
        anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      else if (c == ' ')
        anchor += '-';
    anchors.insert(anchor);
  }
  return anchors;
}

/// What a reader is told to type: the words behind "radixscope", in lines of code and in
/// backquotes.
std::vector<std::string> typed_in(const std::string& guide) {
  std::vector<std::string> typed;
  const std::string joined = std::regex_replace(guide, std::regex("\\\\\n *"), "");
  const std::regex in_line("`radixscope ([^`]*)`"), in_code("^    (?:.*[ /])?radixscope ([^#]*)");
  for (const std::string& line : texts::lines_of(joined)) {
    std::smatch found;
    if (std::regex_search(line, found, in_code)) typed.push_back(found[1]);
    if (line.starts_with("    ")) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), in_line), end; at != end; ++at)
      typed.push_back((*at)[1]);
  }
  return typed;
}

class Guides : public CommandLine {
 protected:
  /// What `radixscope options SUBCOMMAND` prints; "": the program's own.
  const std::string& options_of(const std::string& subcommand) {
    const auto [at, is_new] = known_.try_emplace(subcommand);
    if (is_new) at->second = run("options " + subcommand).out;
    return at->second;
  }

  /// What is wrong with the words behind "radixscope": "" or what does not exist.
  std::string unknown_in(const std::string& typed) {
    std::smatch found;
    static const std::regex word("^[a-z]+(?=[ ]|$)"), option("(--[a-z-]+)"), quoted("\"[^\"]*\""),
        script("--do \"([^\"]*)\"");
    std::string subcommand;
    if (std::regex_search(typed, found, word)) subcommand = found[0];
    if (!subcommand.empty() && !texts::says(options_of(""), "\n" + subcommand + " "))
      return "subcommand " + subcommand;
    const std::string plain = std::regex_replace(typed, quoted, "");
    for (std::sregex_iterator at(plain.begin(), plain.end(), option), end; at != end; ++at) {
      const std::string name = (*at)[1];
      const bool setting = radix::setting_named(name.substr(2)) != nullptr;
      const bool known = name == "--help" || setting ||
                         std::regex_search(options_of(subcommand), std::regex(name + "(?![a-z-])"));
      if (!known) return "option " + name;
    }
    if (!std::regex_search(typed, found, script)) return "";
    const std::string commands = found[1];
    std::istringstream in(commands);
    for (std::string one; std::getline(in, one, ';');) {
      one.erase(0, one.find_first_not_of(' '));
      const std::string name = one.substr(0, one.find(' '));
      if (name != "…" && !name.empty() && !command_named(name)) return "command " + name;
    }
    return "";
  }

 private:
  std::map<std::string, std::string> known_;
};

TEST_F(Guides, TablesAreWhatTheProgramPrints) {
  std::size_t tables = 0;
  const std::string begins = "\n<!-- radixscope ", ends = "\n<!-- end -->";
  for (const auto& [file, text] : guides())
    for (std::size_t at = text.find(begins); at != text.npos; at = text.find(begins, at + 1)) {
      const std::size_t words = at + begins.size(), line = text.find(" -->", words);
      const std::size_t end = text.find(ends, line);
      ASSERT_NE(end, text.npos) << file;
      const std::string command = text.substr(words, line - words);
      const Outcome outcome = run(command);
      EXPECT_EQ(outcome.code, ok) << file << ": " << outcome.err;
      EXPECT_TRUE(text.substr(line, end - line) == " -->\n\n" + outcome.out)
          << file << ": `radixscope " << command
          << "` prints another table; run 'bash app/guides.sh' and commit what has changed";
      ++tables;
    }
  EXPECT_GE(tables, 12u);
}

TEST_F(Guides, LinksLeadSomewhere) {
  std::size_t links = 0;
  const std::regex link("\\]\\(([^)# ]*)(?:#([^) ]*))?\\)");
  for (const auto& [file, text] : guides()) {
    const std::string prose = prose_of(text);
    for (std::sregex_iterator at(prose.begin(), prose.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1], anchor = (*at)[2];
      if (target.find("://") != target.npos) continue;
      const fs::path here = fs::path(file).parent_path();
      const std::string path =
          target.empty() ? file : (here / target).lexically_normal().generic_string();
      EXPECT_TRUE(fs::exists(fs::path(RADIX_SOURCE_DIR) / path)) << file << ": " << target;
      if (!anchor.empty() && guides().count(path) > 0)
        EXPECT_EQ(anchors_of(guides().at(path)).count(anchor), 1u)
            << file << ": " << target << "#" << anchor;
      ++links;
    }
  }
  EXPECT_GE(links, 80u);
}

/// Files and folders in backquotes, from the top; FAMILY stands for any.
TEST_F(Guides, NameFilesThatExist) {
  std::size_t names = 0;
  const std::regex name("`((?:app|assets|kernels|shaders|tests|third_party)/[A-Za-z0-9_./-]*)`");
  for (const auto& [file, text] : guides())
    for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
      const std::string path = (*at)[1];
      if (texts::says(path, "FAMILY")) continue;
      EXPECT_TRUE(fs::exists(fs::path(RADIX_SOURCE_DIR) / path)) << file << ": " << path;
      ++names;
    }
  EXPECT_GE(names, 60u);
}

TEST_F(Guides, TellReadersToTypeWhatExists) {
  std::size_t commands = 0;
  for (const auto& [file, text] : guides())
    for (const std::string& typed : typed_in(text)) {
      EXPECT_EQ(unknown_in(typed), "") << file << ": radixscope " << typed;
      ++commands;
    }
  EXPECT_GE(commands, 60u);
}

TEST_F(Guides, TheReadmeIsShortAndNamesEverySort) {
  const std::string readme = guides().at("README.md");
  EXPECT_LE(texts::lines_of(readme).size(), 120u);
  for (const char* guide : {"README.md", "kernels/README.md"})
    for (const radix::SortInfo& sort : radix::sorts())
      EXPECT_TRUE(texts::says(guides().at(guide), "| `" + std::string(sort.name) + "` |"))
          << guide << ": " << sort.name;
}

}  // namespace
}  // namespace scope
