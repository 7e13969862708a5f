/// `radixscope judge` over answers and programs that are none of the exercises' own: right ones are
/// right, of wrong ones the cause is named and not what follows from it, and what students take
/// from their toolkit and their editor compiles as it does with nvcc.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/judge/student_report.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/student/rewrite.hpp"
#include "kernels/engine/student/student_text.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

const std::string folder_of_tests = std::string(RADIX_SOURCE_DIR) + "/tests/student/";

class Answers : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    if (!can_be_run("/usr/bin/g++")) GTEST_SKIP() << "no compiler here";
  }

  StudentReport judged(const std::string& file, const std::string& options = "--seed 7") {
    const Outcome outcome = run("judge --json " + options + " \"" + file + "\"");
    const auto report = student_report_from(outcome.out);
    EXPECT_TRUE(report) << file << ": " << outcome.out << outcome.err;
    return report ? *report.value : StudentReport{};
  }

  /// With every compiler where there is time.
  std::vector<std::string> options() const {
    std::vector<std::string> all{"--seed 7"};
    if (is_thorough() && can_be_run("/usr/bin/clang++"))
      all.push_back("--seed 7 --compiler clang++");
    return all;
  }
};

radix::Json table(const std::string& file) {
  radix::ParsedJson read = radix::parse_json(scratch::bytes_of(folder_of_tests + file));
  EXPECT_TRUE(read.ok()) << file;
  return read.value;
}

std::vector<std::string> right_files() {
  std::vector<std::string> files;
  for (const auto& each : std::filesystem::directory_iterator(folder_of_tests + "answers"))
    if (each.path().extension() == ".cu") files.push_back(each.path().string());
  std::ranges::sort(files);
  return files;
}

// stores.cu has every kind of store that g++ tells of in its own way, or not at all.
TEST_F(Answers, RightOnesAreRight) {
  const std::vector<std::string> files = right_files();
  EXPECT_GE(files.size(), 10u);
  for (std::size_t i = 0; i < files.size(); i += cases(3, 1))
    for (const std::string& each : options()) {
      const StudentReport report = judged(files[i], each);
      EXPECT_EQ(report.head.kind, "right") << each << " " << line_of_report(report, report.head);
    }
  const StudentReport stores = judged(folder_of_tests + "answers/stores.cu");
  EXPECT_EQ(stores.head.kind, "right") << line_of_report(stores, stores.head);
}

TEST_F(Answers, OfWrongOnesTheCauseIsNamed) {
  const radix::Json read = table("answers/wrong.json");
  const auto& wrong = read.at("wrong").list();
  EXPECT_GE(wrong.size(), 20u);
  for (std::size_t i = 0; i < wrong.size(); i += cases(3, 1)) {
    const std::string name = wrong[i].at("name").text();
    std::string text =
        scratch::bytes_of(folder_of_tests + "answers/" + wrong[i].at("file").text() + ".cu");
    for (const radix::Json& edit : wrong[i].at("edits").list()) {
      const std::string& from = edit.list()[0].text();
      const std::size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << name;
      EXPECT_EQ(text.find(from, at + 1), std::string::npos) << name;
      text.replace(at, from.size(), edit.list()[1].text());
    }
    const std::string file = folder.file(name + ".cu", text);
    for (const std::string& each : options()) {
      const StudentReport report = judged(file, each);
      EXPECT_EQ(report.head.kind, wrong[i].at("kind").text()) << name << each;
      EXPECT_EQ(report.head.line, wrong[i].at("line").whole()) << name << each;
      EXPECT_EQ(report.head.text, wrong[i].at("says").text()) << name << each;
    }
  }
}

TEST_F(Answers, ProgramsFromTheWildAreTakenAsTheyStand) {
  const radix::Json read = table("wild/files.json");
  const auto& files = read.at("files").list();
  EXPECT_GE(files.size(), 30u);
  for (std::size_t i = 0; i < files.size(); i += cases(3, 1))
    for (const std::string& each : options()) {
      const std::string name = files[i].at("file").text();
      const StudentReport report = judged(folder_of_tests + "wild/" + name, each);
      EXPECT_EQ(name_of(report.verdict), files[i].at("verdict").text()) << name << each;
      EXPECT_EQ(report.head.kind, files[i].at("kind").text()) << name << each;
      EXPECT_EQ(report.head.line, files[i].at("line").whole()) << name << each;
      EXPECT_NE(report.head.text.find(files[i].at("says").text()), std::string::npos)
          << name << each << ": " << report.head.text;
      if (files[i].contains("tried"))
        EXPECT_NE(report.tried.find(files[i].at("tried").text()), std::string::npos)
            << name << ": " << report.tried;
    }
}

// It is drawn anew each time, is told, and draws the same again.
TEST_F(Answers, ASeedRepeatsAVerdict) {
  const std::string file = folder_of_tests + "answers/merge_one_each.cu";
  const std::string first = judged(file, "").tried, second = judged(file, "").tried;
  const auto seed_in = [](const std::string& tried) {
    const std::size_t at = tried.find("--seed ");
    return at == std::string::npos ? "" : tried.substr(at, tried.find(' ', at + 7) - at);
  };
  EXPECT_NE(seed_in(first), "");
  EXPECT_NE(seed_in(first), seed_in(second));
  EXPECT_EQ(judged(file, seed_in(first)).tried, first);
  EXPECT_EQ(run("judge --seed 0 " + file).code, refused);
}

// Visual Studio's formatter, and what stands on the line behind a header.
TEST(RewrittenText, TakesALaunchThatIsSpreadOut) {
  const auto text = [](const char* source) { return radix::rewrite_cuda(source, "a.cu", "").text; };
  const std::string launch = text("void f() { k<<<1, 2>>>(3); }\n");
  EXPECT_EQ(text("void f() { k << <1, 2>> >(3); }\n"), launch);
  EXPECT_EQ(text("void f() { k < < <1, 2> > >(3); }\n"), launch);
  EXPECT_EQ(text("bool g(int a, int b) { return a << 1 < b >> 2; }\n").find("rs_launch"),
            std::string::npos);
  EXPECT_EQ(text("#include \"device_launch_parameters.h\"\n\nint a;\n").find("include"),
            std::string::npos);
  EXPECT_NE(text("#include \"../../common/inc/helper_cuda.h\"\n\nint a;\n")
                .find("#include <helper_cuda.h>"),
            std::string::npos);
  EXPECT_EQ(radix::rewrite_cuda("\n#include <curand.h>\n", "a.cu", "").line, 2u);
}

TEST(RewrittenText, FindsWhatItSaysItself) {
  EXPECT_EQ(radix::library_sort_in("// thrust::sort(a)\n thrust::sort(a, b);").line, 2u);
  EXPECT_EQ(radix::host_sort_in("int sort(); void f() { sort(); }").name, "");
  EXPECT_EQ(radix::used_atomic_in("atomicAdd(a, 1);\n b = atomicAdd(a, 1);").line, 2u);
  EXPECT_EQ(radix::shuffle_up_in("// __shfl_up\n v = __shfl_up_sync(m, v, 1);").line, 2u);
  const auto fewer = [](const char* text) { return radix::fewer_keys_in(text); };
  EXPECT_EQ(fewer("#define N 1000000\nint a;").text, "#define N 1000\nint a;");
  EXPECT_EQ(fewer("const int n = (1 << 20), m = 4;").text, "const int n = 1024, m = 4;");
  EXPECT_EQ(fewer("int n = 1024 * 1024u;").count, uint64_t{1} << 20);
  EXPECT_EQ(fewer("int n = 500, m = 0x7fffffff, k = INT_MAX, big = 4294967295;").name, "");
}

}  // namespace
}  // namespace scope
