/// The layers of the architecture, kept by reading the sources' own #include lines.
#include <gtest/gtest.h>

#include "app/figures/figure.hpp"
#include "kernels/run/engine.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct SourceLine {
  std::string file;   // relative to the source tree, '/' between folders
  std::string text;
};

std::vector<SourceLine> lines_of(const std::vector<std::string>& folders) {
  std::vector<SourceLine> lines;
  const fs::path top = RADIX_SOURCE_DIR;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string ending = entry.path().extension().string();
      if (ending != ".hpp" && ending != ".cpp" && ending != ".cuh" && ending != ".cu") continue;
      std::ifstream in(entry.path());
      for (std::string text; std::getline(in, text);) {
        lines.push_back({fs::relative(entry.path(), top).generic_string(), text});
      }
    }
  }
  return lines;
}

/// "file: line" of every line for which `broken` holds.
std::vector<std::string> offenders(const std::vector<SourceLine>& lines,
                                   const std::function<bool(const SourceLine&)>& broken) {
  std::vector<std::string> found;
  for (const SourceLine& line : lines) {
    if (broken(line)) found.push_back(line.file + ": " + line.text);
  }
  return found;
}

bool includes(const SourceLine& line, const std::string& what) {
  return line.text.find("#include") == 0 && line.text.find(what) != std::string::npos;
}

bool starts_with(const std::string& text, const std::string& head) { return text.rfind(head, 0) == 0; }

/// Files of the window: the only ones that may know ImGui, GLFW or OpenGL.
bool belongs_to_window(const std::string& file) {
  for (const char* head : {"app/main", "app/paint", "app/panels/", "app/window", "app/input",
                           "app/fonts", "app/ui_", "app/gl_"}) {
    if (starts_with(file, head)) return true;
  }
  return false;
}

bool breaks_window_rule(const SourceLine& line) {
  const bool gl = includes(line, "imgui") || includes(line, "GLFW") || includes(line, "glad");
  return gl && !belongs_to_window(line.file);
}
bool breaks_cuh_rule(const SourceLine& line) {
  return includes(line, ".cuh") && !starts_with(line.file, "kernels/");
}
bool breaks_kernel_rule(const SourceLine& line) {
  return starts_with(line.file, "kernels/") && includes(line, "app/");
}
bool breaks_machine_rule(const SourceLine& line) {
  return line.text.find("__CUDACC__") != std::string::npos && line.file != "kernels/simt/simt.hpp";
}

/// A surface is a Tint with a name (app/tints.hpp), so that the test of its words' contrast knows it: no file of
/// the window mixes two inks by itself.
bool breaks_tint_rule(const SourceLine& line) {
  if (!belongs_to_window(line.file) || starts_with(line.file, "app/ui_style")) return false;
  for (const char* call : {"between(Ink::", "tint({", "tint(Tint{"})
    if (line.text.find(call) != std::string::npos) return true;
  return line.text.find("ui::between(") != std::string::npos;
}

const std::vector<SourceLine>& all_lines() {
  static const auto lines = lines_of({"app", "kernels"});
  return lines;
}

using None = std::vector<std::string>;

TEST(LayersTest, OnlyTheWindowsFilesKnowImGuiGlfwAndOpenGl) {
  EXPECT_EQ(offenders(all_lines(), breaks_window_rule), None{});
}
TEST(LayersTest, OnlyKernelsIncludeKernels) {
  EXPECT_EQ(offenders(all_lines(), breaks_cuh_rule), None{});
}
TEST(LayersTest, KernelsKnowNothingOfTheApp) {
  EXPECT_EQ(offenders(all_lines(), breaks_kernel_rule), None{});
}
TEST(LayersTest, OneHeaderAsksWhichMachineItIs) {
  EXPECT_EQ(offenders(all_lines(), breaks_machine_rule), None{});
}

TEST(LayersTest, SurfacesWithWordsOnThemHaveNames) {
  EXPECT_EQ(offenders(all_lines(), breaks_tint_rule), None{});
}

TEST(LayersTest, TheRulesFindWhatTheyForbid) {
  EXPECT_TRUE(breaks_tint_rule({"app/panels/a.cpp", "box(list, at, ui::between(from, to, 0.28f));"}));
  EXPECT_TRUE(breaks_tint_rule({"app/window_a.cpp", "box(list, at, tint({Ink::panel, Ink::accent, 0.3f}));"}));
  EXPECT_FALSE(breaks_tint_rule({"app/panels/a.cpp", "box(list, at, ui::tint(row_chosen));"}));
  EXPECT_TRUE(breaks_window_rule({"app/figures/a.cpp", "#include <imgui.h>"}));
  EXPECT_TRUE(breaks_window_rule({"app/scene.cpp", "#include <GLFW/glfw3.h>"}));
  EXPECT_FALSE(breaks_window_rule({"app/panels/code.cpp", "#include <imgui.h>"}));
  EXPECT_TRUE(breaks_cuh_rule({"app/look.cpp", "#include \"../kernels/scan.cuh\""}));
  EXPECT_TRUE(breaks_kernel_rule({"kernels/run.hpp", "#include \"../app/scene.hpp\""}));
  EXPECT_TRUE(breaks_machine_rule({"kernels/run.hpp", "#ifdef __CUDACC__"}));
}

TEST(LayersTest, FilesStayReadable) {
  std::string file;
  int count = 0;
  for (const SourceLine& line : all_lines()) {
    if (line.file != file) count = 0;
    file = line.file;
    EXPECT_LE(++count, 400) << file << " wants a seam";
    if (count > 400) break;
  }
}

/// Every place that writes `name` in quotes, but its own table.
None written_outside(const std::string& name, const std::string& table) {
  return offenders(all_lines(), [&](const SourceLine& line) {
    const std::string code = line.text.substr(0, line.text.find("//"));
    return line.file != table && code.find('"' + name + '"') != std::string::npos;
  });
}

/// Adding a rung or a figure touches its file and one table: nobody else knows them by name.
TEST(LayersTest, RungsAreKnownByNameToTheLadderOnly) {
  for (const radix::RungInfo& rung : radix::rungs()) {
    None places = written_outside(rung.name, "kernels/ladder.hpp");
    std::erase_if(places, [](const std::string& p) { return p.find("first_rung =") != p.npos; });
    EXPECT_EQ(places, None{}) << rung.name;
    EXPECT_NE(written_outside(rung.name, ""), None{}) << "the search finds nothing at all";
  }
}
TEST(LayersTest, FiguresAreKnownByNameToTheirTableOnly) {
  for (const scope::Figure& figure : scope::figures()) {
    None places = written_outside(figure.id, "app/figures/figures.cpp");
    const std::string verb = std::string("app/verbs.cpp:     {\"") + figure.id + "\", ";   // a verb of the same name
    const std::string post = std::string("post(\"") + figure.id + "\", ";   // … and asking for it
    std::erase_if(places, [&](const std::string& p) { return starts_with(p, verb) || p.find(post) != p.npos; });
    EXPECT_EQ(places, None{}) << figure.id;
    EXPECT_NE(written_outside(figure.id, ""), None{}) << "the search finds nothing at all";
  }
}

}  // namespace
