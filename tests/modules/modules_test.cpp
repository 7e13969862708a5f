/// The order of the modules, checked by reading the sources themselves. The top CMakeLists.txt has
/// the one list of them, in the order in which one may know another, with the libraries that each
/// may include. Every rule is also held against a small tree of its own that breaks it.
#include <gtest/gtest.h>

#include "app/sorts/families/families.hpp"
#include "app/state/state_fields.hpp"
#include "kernels/run/engine.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// The text of every file, by its path from the top, '/' between folders.
using Tree = std::map<std::string, std::string>;
using None = std::vector<std::string>;

bool starts_with(const std::string& text, const std::string& head) {
  return text.rfind(head, 0) == 0;
}
bool ends_with(const std::string& text, const std::string& tail) {
  return text.size() >= tail.size() &&
         text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}
std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/')); }
std::string basename_of(const std::string& file) { return file.substr(file.rfind('/') + 1); }
std::string stem_of(const std::string& file) {
  const std::string name = basename_of(file);
  return name.substr(0, name.find('.'));
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool is_source(const std::string& file) {
  for (const char* ending : {".hpp", ".cpp", ".cuh", ".cu", ".inl"})
    if (ends_with(file, ending)) return true;
  return false;
}

Tree read_tree() {
  Tree tree;
  const fs::path top = RADIX_SOURCE_DIR;
  for (const char* folder : {"app", "kernels"}) {
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      const std::string file = fs::relative(entry.path(), top).generic_string();
      const bool stands_for_cuda = file.starts_with("kernels/engine/student/include/");
      if (entry.is_regular_file() && is_source(file) && !stands_for_cuda)
        tree[file] = text_of(entry.path());
    }
  }
  return tree;
}
const Tree& sources() {
  static const Tree tree = read_tree();
  return tree;
}

// -------------------------------------------------------------------------------------------
// Modules

struct Module {
  std::string folder;  ///< "app/core/base"
  std::string knows;   ///< libraries that it may include: "ImGui, GLFW"
  friend bool operator==(const Module&, const Module&) = default;
  friend void PrintTo(const Module& module, std::ostream* out) {
    *out << module.folder << ": " << module.knows;
  }
};

/// CMake's list, RADIXSCOPE_MODULES: "app/core/base: stb, POSIX", separated by bars.
const std::vector<Module>& modules() {
  static const std::vector<Module> list = [] {
    std::vector<Module> read;
    std::istringstream in(RADIX_MODULES);
    for (std::string row; std::getline(in, row, '|');) {
      const std::size_t colon = row.find(':');
      read.push_back({row.substr(0, colon), row.substr(std::min(colon + 2, row.size()))});
    }
    return read;
  }();
  return list;
}

/// The rows of a Markdown table that name a folder of app/ or kernels/ first; "–" is no library.
std::vector<Module> rows_of_modules(const std::string& guide) {
  std::vector<Module> rows;
  const std::regex row("^\\| `((?:app|kernels)/[a-z_/]+)/` \\|.*\\| ([^|]*) \\|$");
  for (const std::string& line : lines_of(guide)) {
    std::smatch found;
    if (std::regex_match(line, found, row))
      rows.push_back({found[1], found[2] == "–" ? "" : found[2].str()});
  }
  return rows;
}

/// Where a file counts as standing: the two folders of every family of sorts stand where those of
/// radix sort do.
std::string place_of(const std::string& file) {
  const std::size_t begin = starts_with(file, "app/sorts/") ? 10 : file.find('/') + 1;
  const std::size_t end = file.find('/', begin);
  if (end == std::string::npos) return file;
  const std::string name = file.substr(begin, end - begin);
  const bool family = sources().count("kernels/" + name + "/" + name + "_sorts.hpp") > 0;
  return family ? file.substr(0, begin) + "radix" + file.substr(end) : file;
}

/// Place of the file's module in the list, from 0; -1 where it stands in none.
int rank_of(const std::string& file) {
  for (std::size_t r = 0; r < modules().size(); ++r)
    if (starts_with(place_of(file), modules()[r].folder + "/")) return static_cast<int>(r);
  return -1;
}
/// What stands above all modules.
bool on_top(const std::string& file) {
  return file == "app/main.cpp" || file == "app/time_main.cpp" || file == "app/run_main.cpp" ||
         file == "app/page_main.cpp";
}

None files_outside(const Tree& tree) {
  None found;
  for (const auto& [file, text] : tree)
    if (rank_of(file) < 0 && !on_top(file)) found.push_back(file);
  return found;
}

/// Names that stand for two things: sources of one name in two folders, neither of which is within
/// the other, as what one platform does in its own way is.
None double_names(const Tree& tree) {
  std::map<std::string, std::set<std::string>> folders;
  for (const auto& [file, text] : tree) folders[stem_of(file)].insert(folder_of(file));
  None found;
  for (const auto& [name, places] : folders)
    if (places.size() > 1 && !starts_with(*places.rbegin(), *places.begin() + "/"))
      found.push_back(name + " in " + *places.begin() + " and " + *places.rbegin());
  return found;
}

// ---------------------------------------------------------------------------------------- Includes

/// Files of the tree that this one includes: beside it, or from the top.
std::vector<std::string> includes_of(const std::string& file, const Tree& tree) {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(tree.at(file))) {
    if (!starts_with(line, "#include \"")) continue;
    const std::string name = line.substr(10, line.find('"', 10) - 10);
    const std::string beside = folder_of(file) + "/" + name;
    if (tree.count(beside) > 0)
      found.push_back(beside);
    else if (tree.count(name) > 0)
      found.push_back(name);
  }
  return found;
}

/// Calls visit(path) for every file that `file` reaches, directly or through others; the path leads
/// there.
void walk(const std::string& file, const Tree& tree, std::set<std::string>& seen, None& path,
          const std::function<void(const None&)>& visit) {
  if (!seen.insert(file).second) return;
  path.push_back(file);
  if (path.size() > 1) visit(path);
  for (const std::string& next : includes_of(file, tree)) walk(next, tree, seen, path, visit);
  path.pop_back();
}

std::string arrows(const None& path) {
  std::string text;
  for (const std::string& file : path) text += (text.empty() ? "" : " -> ") + file;
  return text;
}

/// Every way over includes, however long, from a file to one of which `forbidden(from, to)` holds.
None ways(const Tree& tree,
          const std::function<bool(const std::string&, const std::string&)>& forbidden) {
  None found;
  for (const auto& [file, text] : tree) {
    std::set<std::string> seen;
    None path;
    walk(file, tree, seen, path, [&](const None& way) {
      if (forbidden(way.front(), way.back())) found.push_back(arrows(way));
    });
  }
  return found;
}

/// A file of a module reaches one of a module that stands below it in the list.
None upward(const Tree& tree) {
  return ways(tree, [](const std::string& from, const std::string& to) {
    return !on_top(from) && rank_of(to) > rank_of(from);
  });
}
/// A file of app/ reaches a kernel.
None reach_kernels(const Tree& tree) {
  return ways(tree, [](const std::string& from, const std::string& to) {
    return starts_with(from, "app/") && ends_with(to, ".cuh");
  });
}

struct Library {
  const char* header;  ///< what its includes begin with, behind '<'
  const char* name;    ///< in the list of modules
};
constexpr Library libraries[] = {{"imgui", "ImGui"},        {"backends/imgui", "ImGui"},
                                 {"GLFW/", "GLFW"},         {"glad/", "OpenGL"},
                                 {"nlohmann/", "nlohmann"}, {"CLI/", "CLI11"},
                                 {"cairo", "cairo"},        {"webp/", "WebP"},
                                 {"boost/", "Boost"},       {"stb_", "stb"},
                                 {"cub/", "CUB"},           {"thrust/", "CUB"},
                                 {"spawn.h", "POSIX"},      {"X11/", "X11"}};

/// Includes of libraries that the module's row does not name.
None foreign_libraries(const Tree& tree) {
  None found;
  for (const auto& [file, text] : tree) {
    for (const std::string& line : lines_of(text)) {
      for (const Library& library : libraries) {
        if (!starts_with(line, std::string("#include <") + library.header)) continue;
        const int module = rank_of(file);
        if (module < 0 || modules()[static_cast<std::size_t>(module)].knows.find(library.name) ==
                              std::string::npos)
          found.push_back(file + ": " + line);
      }
    }
  }
  return found;
}

// ----------------------------------------------------------------------- Headers and their sources

/// Names of the functions that a text declares (`ends`: ";") or defines ("{") outside of classes
/// and anonymous namespaces: what begins at the left edge, as clang-format lays it out.
std::set<std::string> functions_in(const std::string& text, const std::string& ends) {
  static const std::regex head("^[A-Za-z_][A-Za-z0-9_:<>,&* ]*[ &*]([a-z_][a-z0-9_]*)\\(.*");
  static const std::regex keyword(
      "^(using|return|else|case|namespace|template|inline|constexpr|struct|class|enum|static|"
      "extern|typedef|friend) .*");
  std::set<std::string> names;
  int hidden = 0;  // inside of an anonymous namespace
  std::string open, statement;
  for (const std::string& line : lines_of(text)) {
    if (line == "namespace {") ++hidden;
    if (line == "}  // namespace" && hidden > 0) --hidden;
    if (hidden > 0) continue;
    std::smatch found;
    if (statement.empty() && std::regex_match(line, found, head) &&
        !std::regex_match(line, keyword)) {
      open = found[1];
      statement = line;
    } else if (!statement.empty()) {
      statement += line;
    }
    if (statement.empty()) continue;
    const std::string code = line.substr(0, line.find("//"));
    const std::size_t brace = code.find('{'), semicolon = code.rfind(';');
    if (brace == std::string::npos && semicolon == std::string::npos) continue;
    const bool defines = brace != std::string::npos && statement.find('=') > statement.find('(') &&
                         !(ends_with(code, ");") && code.find(") {") == std::string::npos);
    if (defines == (ends == "{")) names.insert(open);
    statement.clear();
  }
  return names;
}

/// "header: function is defined in source": functions that another source than the header's own
/// defines. A header that is named as its module (panels/panels.hpp) is the list of what the
/// sources of the module define.
None strayed(const Tree& tree) {
  std::map<std::string, std::set<std::string>> defined;  // function: sources
  for (const auto& [file, text] : tree)
    if (ends_with(file, ".cpp"))
      for (const std::string& name : functions_in(text, "{")) defined[name].insert(file);
  None found;
  for (const auto& [file, text] : tree) {
    if (!ends_with(file, ".hpp") || !starts_with(file, "app/")) continue;
    for (const std::string& name : functions_in(text, ";")) {
      const auto at = defined.find(name);
      if (at == defined.end()) continue;
      bool own = false;
      // The list of a module: what each of its sources hands out
      const bool lists =
          ends_with(folder_of(file), "/" + stem_of(file)) || ends_with(file, "_rows.hpp");
      for (const std::string& source : at->second)
        own = own || stem_of(source) == stem_of(file) ||
              starts_with(stem_of(source), stem_of(file) + "_") ||
              (lists && folder_of(source) == folder_of(file));
      if (!own) found.push_back(file + ": " + name + " is defined in " + *at->second.begin());
    }
  }
  return found;
}

// ------------------------------------------------------------------------------------ Other habits

/// "file: line" of every line for which `broken` holds.
None offenders(const Tree& tree,
               const std::function<bool(const std::string&, const std::string&)>& broken) {
  None found;
  for (const auto& [file, text] : tree)
    for (const std::string& line : lines_of(text))
      if (broken(file, line)) found.push_back(file + ": " + line);
  return found;
}

bool asks_for_machine(const std::string& file, const std::string& line) {
  return line.find("__CUDACC__") != std::string::npos && file != "kernels/engine/simt/simt.hpp";
}

/// Debian 12's ImGui and Debian 13's name and number keys differently.
bool asks_for_key(const std::string& file, const std::string& line) {
  return (line.find("ImGui::IsKey") != std::string::npos ||
          line.find("ImGui::GetKey") != std::string::npos) &&
         file != "app/window/imgui_compat.hpp";
}

/// Kernels are text that the program displays, and no tool breaks their lines.
bool is_wide(const std::string& file, const std::string& line) {
  if (!ends_with(file, ".cuh") && !ends_with(file, ".cu") && !ends_with(file, ".inl")) return false;
  const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  return line.size() - static_cast<std::size_t>(std::ranges::count_if(line, inside)) > 100;
}

/// A surface is a Tint with a name (app/core/scene/theme.hpp), so that the test of its words'
/// contrast knows it: no file of the window mixes two inks by itself.
bool mixes_inks(const std::string& file, const std::string& line) {
  const bool screen = starts_with(file, "app/panels/") || starts_with(file, "app/window/");
  if (!screen || starts_with(file, "app/window/style")) return false;
  for (const char* call : {"between(Ink::", "tint({", "tint(Tint{"})
    if (line.find(call) != std::string::npos) return true;
  return line.find("ui::between(") != std::string::npos;
}

/// Names that belong to one family of sorts: its arrays and stages, but those that every family
/// has. In quotes also a field may be meant ("bits", "scan").
std::set<std::string> names_of_families(bool in_quotes) {
  std::set<std::string> names;
  for (const scope::FamilyRow* family : scope::families()) {
    for (const radix::ArrayInfo& array : family->sorts->arrays) names.insert(array.name);
    for (const radix::StageInfo& stage : family->sorts->stages) names.insert(stage.name);
  }
  for (const radix::ArrayInfo& array : radix::array::general) names.erase(array.name);
  if (in_quotes)
    for (const scope::Field& field : scope::fields()) names.erase(field.name);
  return names;
}

bool in_a_family(const std::string& file) {
  for (const scope::FamilyRow* family : scope::families())
    if (starts_with(file, std::string("app/sorts/") + family->sorts->name + "/")) return true;
  // A student's run is given the steps of the family that it belongs to.
  return starts_with(file, "app/judge/run/user_") || starts_with(file, "app/judge/run/own_");
}

/// What a line of the general modules of app/ knows of one family: an include of its kernels, an
/// array or a stage by name, a sort by name in a script.
bool names_a_family(const std::string& file, const std::string& line) {
  static const std::set<std::string> names = names_of_families(false),
                                     said = names_of_families(true);
  static const std::regex quoted("\"([a-z_]+)\""), typed("(?:array|stage)::([a-z_]+)"),
      sort("\\bsort ([a-z_]+)");
  if (!starts_with(file, "app/") || in_a_family(file)) return false;
  const std::string code = line.substr(0, line.find("//"));
  for (const scope::FamilyRow* family : scope::families())
    if (starts_with(code, std::string("#include \"kernels/") + family->sorts->name + "/"))
      return true;
  const auto any = [&](const std::regex& what, const auto& broken) {
    for (std::sregex_iterator at(code.begin(), code.end(), what), end; at != end; ++at)
      if (broken((*at)[1].str())) return true;
    return false;
  };
  return any(quoted, [](const std::string& name) { return said.count(name) > 0; }) ||
         any(typed, [](const std::string& name) { return names.count(name) > 0; }) ||
         any(sort, [](const std::string& name) { return radix::sort_named(name) != nullptr; });
}

TEST(Modules, AreAllListed) {
  EXPECT_GE(modules().size(), 18u) << "CMake's list of modules was not found";
  for (const Module& module : modules())
    EXPECT_TRUE(fs::is_directory(fs::path(RADIX_SOURCE_DIR) / module.folder)) << module.folder;
  EXPECT_EQ(files_outside(sources()), None{});
}
TEST(Modules, AreDescribedInTheirOrder) {
  EXPECT_EQ(rows_of_modules(text_of(fs::path(RADIX_SOURCE_DIR) / "app/ARCHITECTURE.md")),
            modules());
}
TEST(Modules, KnowOnlyThoseBeforeThem) { EXPECT_EQ(upward(sources()), None{}); }
TEST(Modules, OfTheAppReachNoKernel) { EXPECT_EQ(reach_kernels(sources()), None{}); }
TEST(Modules, IncludeTheLibrariesOfTheirRow) { EXPECT_EQ(foreign_libraries(sources()), None{}); }
TEST(Modules, HaveNoNameTwice) { EXPECT_EQ(double_names(sources()), None{}); }
TEST(Modules, DefineAHeadersFunctionsInTheSourceOfItsName) {
  EXPECT_EQ(strayed(sources()), None{});
}
TEST(Modules, OneHeaderAsksWhichMachineItIs) {
  EXPECT_EQ(offenders(sources(), asks_for_machine), None{});
}
TEST(Modules, OneHeaderAsksImGuiForKeys) {
  EXPECT_EQ(offenders(sources(), asks_for_key), None{});
}
TEST(Modules, KernelsFitTheirPage) { EXPECT_EQ(offenders(sources(), is_wide), None{}); }
TEST(Modules, SurfacesWithWordsOnThemHaveNames) {
  EXPECT_EQ(offenders(sources(), mixes_inks), None{});
}

TEST(Modules, NameNoArrayStageOrSortOfAFamily) {
  None places = offenders(sources(), names_a_family);
  // Stores of a warp, as they follow from a radix sort's destinations
  std::erase_if(places, [](const std::string& place) {
    return starts_with(place, "app/core/model/stores.cpp");
  });
  EXPECT_EQ(places, None{});
}

TEST(Modules, TheRulesFindWhatTheyForbid) {
  const Tree direct = {{"app/core/base/a.hpp", "#include \"app/core/scene/b.hpp\"\n"},
                       {"app/core/scene/b.hpp", ""}};
  EXPECT_EQ(upward(direct), None{"app/core/base/a.hpp -> app/core/scene/b.hpp"});

  // Over a file of the top that is on no floor of its own, and beside it
  const Tree long_way = {{"app/core/scene/a.cpp", "#include \"b.hpp\"\n"},
                         {"app/core/scene/b.hpp", "#include \"kernels/run/c.hpp\"\n"},
                         {"kernels/run/c.hpp", "#include \"app/panels/d.hpp\"\n"},
                         {"app/panels/d.hpp", ""}};
  EXPECT_EQ(upward(long_way).size(), 3u);
  EXPECT_EQ(upward({{"app/panels/a.cpp", "#include \"app/core/base/b.hpp\"\n"},
                    {"app/core/base/b.hpp", ""}}),
            None{});

  const Tree kernel = {{"app/core/moment/a.cpp", "#include \"kernels/run/b.hpp\"\n"},
                       {"kernels/run/b.hpp", "#include \"kernels/radix/c.cuh\"\n"},
                       {"kernels/radix/c.cuh", ""}};
  EXPECT_EQ(reach_kernels(kernel),
            None{"app/core/moment/a.cpp -> kernels/run/b.hpp -> kernels/radix/c.cuh"});

  EXPECT_EQ(foreign_libraries({{"app/core/figures/a.cpp", "#include <imgui.h>\n"}}).size(), 1u);
  EXPECT_EQ(foreign_libraries({{"app/core/scene/a.cpp", "#include <GLFW/glfw3.h>\n"}}).size(), 1u);
  EXPECT_EQ(foreign_libraries({{"app/panels/a.cpp", "#include <imgui.h>\n"}}), None{});

  EXPECT_EQ(files_outside({{"app/lonely.cpp", ""}, {"app/nowhere/a.cpp", ""}, {"app/main.cpp", ""}})
                .size(),
            2u);
  EXPECT_EQ(
      double_names(
          {{"app/core/base/a.hpp", ""}, {"app/core/base/a.cpp", ""}, {"app/core/scene/a.cpp", ""}})
          .size(),
      1u);

  EXPECT_EQ(strayed({{"app/core/base/a.hpp", "int f(int x);\n"},
                     {"app/core/base/a_b.cpp", "int f(int x) {\n  return x;\n}\n"}}),
            None{});
  const Tree stray = {{"app/core/base/a.hpp",
                       "int here(int x);\nint there(const std::string& a,\n          int b);\n"},
                      {"app/core/base/a.cpp", "int here(int x) { return x; }\n"},
                      {"app/core/base/b.cpp",
                       "int there(const std::string& a,\n          int b) {\n  return b;\n}\n"}};
  EXPECT_EQ(strayed(stray), None{"app/core/base/a.hpp: there is defined in app/core/base/b.cpp"});

  EXPECT_TRUE(mixes_inks("app/panels/a.cpp", "box(list, at, ui::between(from, to, 0.28f));"));
  EXPECT_TRUE(
      mixes_inks("app/window/a.cpp", "box(list, at, tint({Ink::panel, Ink::accent, 0.3f}));"));
  EXPECT_FALSE(mixes_inks("app/panels/a.cpp", "box(list, at, ui::tint(row_chosen));"));
  EXPECT_TRUE(asks_for_machine("kernels/run/sort.hpp", "#ifdef __CUDACC__"));

  EXPECT_TRUE(asks_for_key("app/panels/a.cpp", "if (ImGui::IsKeyDown(ImGuiKey_Enter)) go();"));

  const std::string full(99, 'x');
  EXPECT_FALSE(is_wide("kernels/radix/a.cuh", full + "é"));
  EXPECT_TRUE(is_wide("kernels/radix/a.cuh", full + "éx"));
  EXPECT_FALSE(is_wide("kernels/radix/a.hpp", full + "éx")) << "clang-format's";

  EXPECT_TRUE(names_a_family("app/panels/a.cpp", "if (step->made == array::bucket_counts) {"));
  EXPECT_TRUE(names_a_family("app/export/a.cpp", "if (name == \"ones_before\") return 1;"));
  EXPECT_TRUE(
      names_a_family("app/core/words/a.cpp", "return step.stage == radix::stage::table_scan;"));
  EXPECT_TRUE(names_a_family("app/core/figures/a.cpp", "find(radix::networks::array::partner)"));
  EXPECT_TRUE(names_a_family("app/cli/a.cpp", "run_script(d, \"sort digits; radix 2\");"));
  EXPECT_TRUE(
      names_a_family("app/core/scene/a.hpp", "#include \"kernels/radix/radix_arrays.hpp\""));
  EXPECT_FALSE(
      names_a_family("app/sorts/radix/a.cpp", "if (step->made == array::bucket_counts) {"));
  EXPECT_FALSE(names_a_family("app/panels/a.cpp", "find(radix::array::output); post(\"bits\")"));
}

/// Every place that writes `name` in quotes, but its own table.
None written_outside(const std::string& name, const std::string& table) {
  return offenders(sources(), [&](const std::string& file, const std::string& line) {
    const std::string code = line.substr(0, line.find("//"));
    return file != table && code.find('"' + name + '"') != std::string::npos;
  });
}

/// Adding a sort or a figure touches its file and one table: nobody else knows them by name.
TEST(Modules, SortsAreKnownByNameToTheirListOnly) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    None places = written_outside(sort.name, std::string("kernels/") + sort.family->name + "/" +
                                                 sort.family->name + "_sorts.hpp");
    std::erase_if(places, [](const std::string& p) {
      // The first one; settings, and choices of one, are called as a sort that does the same
      return p.find("first_sort =") != p.npos ||
             starts_with(p, "kernels/engine/model/settings.cpp");
    });
    EXPECT_EQ(places, None{}) << sort.name;
    EXPECT_NE(written_outside(sort.name, ""), None{}) << "the search finds nothing at all";
  }
}
/// What a family of sorts is made of is included by its own folders, by other families that build
/// on it, and by the two lists: without its two rows it is gone.
TEST(Modules, FamiliesAreIncludedByTheirTwoRows) {
  const std::set<std::string> lists = {"kernels/run/all_sorts.hpp",
                                       "app/sorts/families/families.cpp"};
  const std::map<std::string, std::string> others = {
      // reference runs of their own
      {"devices", "kernels/timing/devices_check.cpp"},
      {"merge", "app/judge/run/user_merge_sort.cpp"}};
  std::set<std::string> families;
  for (const radix::Family* family : radix::families()) families.insert(family->name);
  for (const std::string& family : families) {
    if (family == "radix") continue;  // the chapter's own, whose words others take
    std::set<std::string> rows;
    for (const auto& [file, text] : sources()) {
      const bool app = starts_with(file, "app/sorts/"), kernels = starts_with(file, "kernels/");
      const std::size_t begin = app ? 10 : 8;
      if ((app || kernels) && families.contains(file.substr(begin, file.find('/', begin) - begin)))
        continue;
      if (text.find("include \"kernels/" + family + "/") != text.npos ||
          text.find("include \"app/sorts/" + family + "/") != text.npos)
        rows.insert(file);
    }
    if (others.contains(family)) rows.erase(others.at(family));
    EXPECT_EQ(rows, lists) << family;
  }
}
TEST(Modules, FiguresAreKnownByNameToTheirTableOnly) {
  for (const scope::Figure& figure : scope::figures()) {
    None places = written_outside(figure.id, "app/sorts/families/families.cpp");
    std::erase_if(places, [](const std::string& p) { return p.find("_row.cpp: ") != p.npos; });
    const std::string row = std::string("{\"") + figure.id + "\", ";  // a command of the same name
    const std::string post = std::string("post(\"") + figure.id + "\", ";  // … and asking for it
    std::erase_if(places, [&](const std::string& p) {
      return (starts_with(p, "app/commands/") && p.find(row) != p.npos) || p.find(post) != p.npos ||
             starts_with(p, "kernels/");  // knows no figure: "memory" clobbers an asm statement
    });
    EXPECT_EQ(places, None{}) << figure.id;
    EXPECT_NE(written_outside(figure.id, ""), None{}) << "the search finds nothing at all";
  }
}

}  // namespace
