/// The chapter's own files, as a student gets them: each stands alone, is right in the judge's eyes
/// as on the program's own machines, and nvcc compiles it where it lies.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "app/commands/commands.hpp"
#include "app/families/families.hpp"
#include "app/state/presets.hpp"
#include "app/student/student_findings.hpp"
#include "app/student/student_report.hpp"
#include "kernels/faults/faults.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/thorough.hpp"
#include "tests/support/timed_sorts.hpp"

namespace scope {
namespace {

class PlainKernels : public CommandLine {
 protected:
  /// What `radixscope kernel` prints of this one, in the folder that is judged.
  void hand_out(const std::string& name) {
    const Outcome outcome = run("kernel " + name);
    EXPECT_EQ(outcome.code, ok) << name << ": " << outcome.err;
    for (const char* left : {"//:", "#include \"", "#pragma once"})
      EXPECT_EQ(outcome.out.find(left), std::string::npos)
          << name << " does not stand alone: " << left;
    std::filesystem::create_directories(folder / "handed");
    folder.file("handed/" + name + ".cu", outcome.out);
  }

  /// Verdicts by the names of the files.
  std::map<std::string, StudentReport> judged(const std::string& options) {
    const Outcome outcome = run("judge --json " + options + " --all \"" + folder / "handed" + "\"");
    std::map<std::string, StudentReport> reports;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      const auto report = student_report_from(line);
      EXPECT_TRUE(report) << line;
      if (!report) continue;
      const std::filesystem::path file = report.value->file;
      reports.emplace(file.stem().string(), *report.value);
    }
    EXPECT_FALSE(reports.empty()) << outcome.err;
    return reports;
  }
};

TEST_F(PlainKernels, AreRightAndTheBugsInPrintAreFound) {
  if (!can_be_run(program_beside("radixscope-run")) ||
      (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++")))
    GTEST_SKIP() << "skipped: no compiler here";
  for (const auto& list : {radix::rungs(), radix::specimens()})
    for (const radix::RungInfo& rung : list) hand_out(rung.name);
  for (const std::string compiler : {"g++", "clang++"}) {
    if (compiler != "g++" && (!is_thorough() || !can_be_run("/usr/bin/" + compiler))) continue;
    const auto reports = judged("--compiler " + compiler);
    EXPECT_EQ(reports.size(), radix::rungs().size() + radix::specimens().size());
    for (const auto& [name, report] : reports) {
      const bool wrong = radix::rung_named(name)->wrong != nullptr;
      EXPECT_EQ(report.verdict, wrong ? StudentVerdict::mistake : StudentVerdict::right)
          << line_of_report(report, report.head);
    }
  }
}

// The judge says "Right" where its machine's keys are in order; these two machines beside it.
TEST_F(PlainKernels, SortOnTheCarefulAndTheTimedMachineToo) {
  for (const radix::RungInfo& rung : radix::rungs()) {
    for (const uint32_t n : {16u, 14u, 70u}) {
      std::vector<uint32_t> keys;
      for (uint32_t i = 0; i < n; ++i) keys.push_back(i * 37 % 61);
      radix::Recipe recipe{.rung = rung.name, .engine = radix::EngineChoice::cpu};
      recipe.problem = *radix::Problem::make(keys, {.key_bits = 6});
      const radix::Trace trace = radix::run(recipe);
      EXPECT_EQ(trace.error, "") << rung.name;
      std::ranges::sort(keys);
      EXPECT_EQ(trace.sorted.values, keys) << rung.name << ", " << n << " keys";
      if (!rung.family->timed) continue;
      EXPECT_EQ(radix::checks::verdict(radix::EngineId::cpu,
                                       radix::checks::input_of(radix::TimedType::u32, n),
                                       {rung.name, {}}),
                "")
          << rung.name;
    }
  }
}

TEST_F(PlainKernels, AreNamedAndNothingIsOverwritten) {
  const std::string file = folder / "two.cu";
  EXPECT_EQ(run("kernel 2 --out \"" + file + "\"").code, ok);
  EXPECT_EQ(scratch::bytes_of(file), run("kernel block_sort").out);
  expect_refused("kernel 2 --out \"" + file + "\"", "is there already, and is not overwritten.");
  expect_refused("kernel frog", "'frog' is no sort; choose one_bit, block_sort,");
  expect_refused("kernel", "The sort is missing; choose one_bit,");
}

// A bug of the gallery stands in the file as a student would have written it.
TEST_F(PlainKernels, AFileHasTheBugThatIsPlantedInIt) {
  const radix::PlantedFault& fault = *radix::planted_fault_named("sign");
  const std::string wrong = run("kernel sign").out;
  EXPECT_NE(wrong, run("kernel one_bit").out);
  EXPECT_NE(wrong.find(fault.changes[0].wrong), std::string::npos);
  Document document = make_document();
  EXPECT_EQ(run_script(document, "fault sign; kernel_file"), document.lane().error.sentence);
  EXPECT_EQ(document.printed, wrong);
  EXPECT_EQ(run("--do \"rung digits; kernel_file -\"").out, run("kernel digits").out);
}

/// One file of every family; all of them where there is time.
TEST_F(PlainKernels, CompileAloneWhereTheyLie) {
  std::string nvcc = "/usr/local/cuda/bin/nvcc";
  if (std::system("command -v nvcc >/dev/null 2>&1") == 0)
    nvcc = "nvcc";
  else if (!can_be_run(nvcc))
    GTEST_SKIP() << "skipped: no nvcc here";
  const radix::Family* before = nullptr;
  for (const auto& list : {radix::rungs(), radix::specimens()})
    for (const radix::RungInfo& rung : list) {
      if (rung.family == before && !is_thorough()) continue;
      before = rung.family;
      const std::string command = nvcc + " -std=c++17 -c -o \"" + folder / "a.o" + "\" \"" +
                                  RADIX_SOURCE_DIR + "/kernels/" + rung.family->name + "/" +
                                  rung.file + "\" >\"" + folder / "said" + "\" 2>&1";
      EXPECT_EQ(std::system(command.c_str()), 0) << rung.file;
      EXPECT_EQ(scratch::bytes_of(folder / "said"), "") << rung.file << ": no warning";
    }
}

}  // namespace
}  // namespace scope
