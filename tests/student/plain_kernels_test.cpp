/// The chapter's own files, as a student gets them: each stands alone, sorts in the judge's eyes as
/// on the program's own machines, and nvcc compiles it where it lies. Exercises begin from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <string>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/judge/exercises.hpp"
#include "app/judge/run/student_findings.hpp"
#include "app/judge/student_report.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/run/engine.hpp"
#include "kernels/timing/distributions.hpp"
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
  for (const auto& list : {radix::sorts(), radix::bugs_in_print()})
    for (const radix::SortInfo& sort : list) hand_out(sort.name);
  for (const std::string compiler : {"g++", "clang++"}) {
    if (compiler != "g++" && (!is_thorough() || !can_be_run("/usr/bin/" + compiler))) continue;
    const auto reports = judged("--compiler " + compiler);
    EXPECT_EQ(reports.size(), radix::sorts().size() + radix::bugs_in_print().size());
    for (const auto& [name, report] : reports) {
      const bool wrong = radix::sort_named(name)->wrong != nullptr;
      EXPECT_EQ(report.verdict, wrong ? StudentVerdict::mistake : StudentVerdict::right)
          << line_of_report(report, report.head);
    }
  }
}

/// The file with these settings in the call that its comment names.
std::string called_with(std::string text, const radix::Settings& s) {
  const auto number = [](auto choice) { return static_cast<uint32_t>(choice); };
  const std::string call =
      say(", keys, output, n, bits, {.threads_per_block = ", s.threads_per_block,
          ", .radix_bits = ", s.radix_bits, ", .keys_per_thread = ", s.keys_per_thread,
          ", .scan = (BlockScan)", number(s.scan), ", .start = (SortStart)", number(s.start),
          ", .block_sort = (BlockSort)", number(s.block_sort), ", .co_rank = (CoRankSearch)",
          number(s.co_rank), ", .list_merge = (ListMerge)", number(s.list_merge),
          ", .tile = ", s.tile, ", .lists = ", s.lists, "})");
  const std::size_t begin = text.find(", keys, output, n, bits");
  if (begin != std::string::npos) text.replace(begin, text.find('\n', begin) - begin, call);
  return text;
}

/// The keys that were in the output behind the last launch.
std::vector<uint32_t> keys_of(const StudentReport& report) {
  for (auto row = report.rows.rbegin(); row != report.rows.rend(); ++row)
    if (!row->shared && row->values.size() == report.keys.size() &&
        (row->array == "output" || row->array == "keys"))
      return row->values;
  return {};
}

// The same keys and settings on the recording machine, the timed one and the student's: the same
// result, and where the judge knows what an array is, the recording machine's values in it.
TEST_F(PlainKernels, SortTheSameOnAllThreeMachines) {
  const bool judges = can_be_run(program_beside("radixscope-run")) &&
                      (can_be_run("/usr/bin/g++") || can_be_run("/usr/bin/clang++"));
  std::map<std::string, std::size_t> arrays;  // compared, by family
  for (uint32_t round = 0; round < cases(1, 8); ++round) {
    uint32_t number = 0;
    for (const radix::SortInfo& sort : radix::sorts()) {
      std::mt19937 random(100 * round + ++number);
      const auto any_of = [&](std::initializer_list<uint32_t> list) {
        return *(list.begin() + random() % list.size());
      };
      radix::Settings settings{.key_bits = any_of({4, 7, 13, 32}),
                               .threads_per_block = any_of({4, 8, 16, 32, 64}),
                               .radix_bits = any_of({1, 2, 3, 4}),
                               .keys_per_thread = any_of({1, 2, 4, 8}),
                               .scan = static_cast<radix::BlockScan>(any_of({0, 1, 2, 3}))};
      settings = radix::settings_for(sort, settings);
      const radix::TimedInput input{.bits = settings.key_bits,
                                    .n = any_of({2, 16, 31, 64, 100}),
                                    .seed = 100 * round + number};
      std::vector<uint32_t> keys;
      for (uint64_t i = 0; i < input.n; ++i)
        keys.push_back(static_cast<uint32_t>(radix::key_at(input, i)));
      std::vector<uint32_t> sorted = keys;
      std::ranges::sort(sorted);
      const std::string what =
          say(sort.name, ", round ", round, ": ", keys.size(), " keys of ", input.bits, " bits");

      radix::Recipe recipe{.sort = sort.name, .engine = radix::EngineChoice::cpu};
      recipe.problem = *radix::Problem::make(keys, settings);
      const radix::Trace trace = radix::run(recipe);
      EXPECT_EQ(trace.error, "") << what;
      EXPECT_EQ(trace.sorted.values, sorted) << what;

      for (const radix::TimedTypeInfo& type : radix::timed_types()) {
        if (!sort.family->timed) continue;
        radix::TimedInput timed = input;
        timed.type = type.id;
        EXPECT_EQ(radix::checks::verdict(radix::EngineId::cpu, timed, {sort.name, settings}), "")
            << what << ", " << type.name;
      }

      if (!judges) continue;
      const std::string text = called_with(run(std::string("kernel ") + sort.name).out, settings);
      std::string listed_keys;
      for (const uint32_t key : keys) listed_keys += std::to_string(key) + " ";
      const Outcome outcome = run("judge --json --rows --keys \"" + listed_keys + "\" \"" +
                                  folder.file(std::string(sort.name) + ".cu", text) + "\"");
      const auto report = student_report_from(outcome.out);
      ASSERT_TRUE(report) << what << outcome.out << outcome.err;
      EXPECT_EQ(report.value->verdict, StudentVerdict::right)
          << what << ": " << line_of_report(*report.value, report.value->head);
      EXPECT_EQ(report.value->keys, keys) << what;
      EXPECT_EQ(keys_of(*report.value), trace.sorted.values) << what;
      // Of other families the judge asks how far they are like a radix or a merge sort
      const std::string_view family = sort.family->name;
      if (family != "radix" && family != "merge") continue;
      for (const StudentRow& row : report.value->rows) {
        for (std::size_t i = 0; i < row.expected.size(); ++i)
          EXPECT_EQ(row.values[i], row.expected[i]) << what << ": " << row.array << "[" << i << "]";
        arrays[sort.family->name] += !row.expected.empty();
      }
    }
  }
  if (!judges) GTEST_SKIP() << "two machines of three: no compiler here";
  EXPECT_GT(arrays["radix"], 0u);
  EXPECT_GT(arrays["merge"], 0u);
}

/// A kernel of a file, from its name to the end of its body.
std::pair<std::size_t, std::size_t> place_of(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("void " + name + "("), end = text.find("\n}", begin);
  return {begin, end + 2 - begin};
}

// The chapter's text but for the bodies that the student writes; with those it is right.
TEST_F(PlainKernels, ExercisesBeginFromThem) {
  std::filesystem::create_directories(folder / "handed");
  for (const StudentExercise& exercise : student_exercises()) {
    const std::string name = say("exercise_", exercise.number);
    std::string begun = run(say("exercise ", exercise.number)).out;
    const std::string whole = run(say("kernel ", sort_of(exercise).name)).out;
    folder.file("handed/" + name + ".cu", begun);
    EXPECT_TRUE(begun.starts_with(say("// Exercise ", exercise.number, ": "))) << name;
    const std::size_t includes = begun.find("#include \"chapter.h\"\n");
    ASSERT_NE(includes, std::string::npos) << name;
    std::istringstream lines(begun.substr(begun.find('\n', includes) + 1));
    bool of_todo = false;
    for (std::string line; std::getline(lines, line);) {
      of_todo = line.starts_with("  // TODO: ") || (of_todo && line.starts_with("  // "));
      EXPECT_LE(line.size(), 100u) << name << ": " << line;
      EXPECT_TRUE(of_todo || whole.find(line + "\n") != std::string::npos) << name << ": " << line;
    }
    for (const std::string& function : exercise.functions) {
      const auto [begin, count] = place_of(begun, function);
      ASSERT_NE(begin, std::string::npos) << function;
      const auto [there, length] = place_of(whole, function);
      EXPECT_NE(begun.substr(begin, count).find("TODO"), std::string::npos) << function;
      EXPECT_LT(count, length) << function;
      begun.replace(begin, count, whole.substr(there, length));
    }
    EXPECT_EQ(begun.find("TODO:"), std::string::npos) << name;
    folder.file("handed/" + name + "_done.cu", begun);
  }
  if (!can_be_run(program_beside("radixscope-run")) ||
      (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++")))
    GTEST_SKIP() << "skipped: no compiler here";
  for (const auto& [name, report] : judged("")) {
    if (name.ends_with("_done")) {
      EXPECT_EQ(report.verdict, StudentVerdict::right) << line_of_report(report, report.head);
      EXPECT_EQ(report.head.text.find("But "), std::string::npos) << report.head.text;
    } else {
      EXPECT_EQ(report.verdict, StudentVerdict::mistake) << line_of_report(report, report.head);
      EXPECT_NE(report.head.text.find("stored anything"), std::string::npos) << report.head.text;
    }
    EXPECT_TRUE(name.starts_with(say("exercise_", report.exercise))) << name;
  }
}

TEST_F(PlainKernels, AreNamedAndNothingIsOverwritten) {
  const std::string file = folder / "two.cu";
  EXPECT_EQ(run("kernel 2 --out \"" + file + "\"").code, ok);
  EXPECT_EQ(scratch::bytes_of(file), run("kernel block_sort").out);
  expect_refused("kernel 2 --out \"" + file + "\"", "already exists and is not overwritten.");
  expect_refused("kernel frog", "There is no sort called 'frog'; choose one_bit, block_sort,");
  expect_refused("kernel", "The sort is missing; choose one_bit,");
}

// The gallery's edits of the plain text, under the eyes of the judge.
TEST_F(PlainKernels, HaveTheirBugsFound) {
  if (!can_be_run(program_beside("radixscope-run")) ||
      (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++")))
    GTEST_SKIP() << "skipped: no compiler here";
  std::size_t tried = 0;
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    const std::string_view family = radix::family_of(fault.sort).name;
    if (family != "radix" && family != "merge") continue;
    if (tried++ % cases(8, 1) != 0) continue;
    // Where keys are numbers alone, a sentinel as large as the key that it replaces is that key
    if (fault.name == "merge_sentinel_equals_the_largest_key") continue;
    const std::string text = called_with(run("kernel " + fault.name).out, fault.shows.settings);
    const Outcome outcome = run("judge --json --keys \"" + fault.shows.keys + "\" \"" +
                                folder.file(fault.name + ".cu", text) + "\"");
    const auto report = student_report_from(outcome.out);
    ASSERT_TRUE(report) << fault.name << outcome.out << outcome.err;
    EXPECT_TRUE(report.value->verdict == StudentVerdict::mistake ||
                report.value->verdict == StudentVerdict::out_of_time)
        << fault.name << ": " << line_of_report(*report.value, report.value->head);
  }
  EXPECT_GE(tried, 40u);
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
  EXPECT_EQ(run("--do \"sort digits; kernel_file -\"").out, run("kernel digits").out);
}

/// "" where there is none.
std::string nvcc_here() {
  if (std::system("command -v nvcc >/dev/null 2>&1") == 0) return "nvcc";
  const std::string nvcc = "/usr/local/cuda/bin/nvcc";
  return can_be_run(nvcc) ? nvcc : "";
}

TEST_F(PlainKernels, ExercisesCompileBesideTheirHeader) {
  const std::string nvcc = nvcc_here();
  if (nvcc.empty()) GTEST_SKIP() << "skipped: no nvcc here";
  for (uint32_t number = 1; number <= cases(1, 4); ++number) {
    const std::string file = folder / say("exercise_", number, ".cu");
    EXPECT_EQ(run(say("exercise ", number, " --out \"", file, "\"")).code, ok);
    // What the student has not used yet is no mistake
    const std::string command = nvcc + " -std=c++17 -diag-suppress 177 -c -o \"" + folder / "a.o" +
                                "\" \"" + file + "\" >\"" + folder / "said" + "\" 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << file;
    EXPECT_EQ(scratch::bytes_of(folder / "said"), "") << file << ": no warning";
  }
}

/// One file of every family, all but the first to the GPU's code alone: its compiler reads the
/// host's part, too, and warns of it. All of them to the end where there is time.
TEST_F(PlainKernels, CompileAloneWhereTheyLie) {
  const std::string nvcc = nvcc_here();
  if (nvcc.empty()) GTEST_SKIP() << "skipped: no nvcc here";
  const radix::Family* before = nullptr;
  for (const auto& list : {radix::sorts(), radix::bugs_in_print()})
    for (const radix::SortInfo& sort : list) {
      if (sort.family == before && !is_thorough()) continue;
      const bool whole = before == nullptr || is_thorough();
      before = sort.family;
      const std::string command = nvcc + " -std=c++17 " + (whole ? "-c" : "-ptx") + " -o \"" +
                                  folder / "a.o" + "\" \"" + RADIX_SOURCE_DIR + "/kernels/" +
                                  sort.family->name + "/" + sort.file + "\" >\"" + folder / "said" +
                                  "\" 2>&1";
      EXPECT_EQ(std::system(command.c_str()), 0) << sort.file;
      EXPECT_EQ(scratch::bytes_of(folder / "said"), "") << sort.file << ": no warning";
    }
}

}  // namespace
}  // namespace scope
