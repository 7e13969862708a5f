/// `radixscope judge`, as a student and a grader meet it: students' own right answers raise no
/// alarm (the chapter's are in plain_kernels_test.cpp), every mistake of the table is named in its
/// line, and nothing that is handed in gets out of its sandbox. Skipped where no compiler is
/// installed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "app/core/base/files.hpp"
#include "app/judge/run/student_findings.hpp"
#include "app/judge/student_report.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/student/on_card.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

const std::string top = RADIX_SOURCE_DIR;
const std::string right_answers = top + "/tests/student/right/";

class Judge : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    ASSERT_TRUE(can_be_run(program_beside("radixscope-run")));
    if (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++"))
      GTEST_SKIP() << "no compiler here";
  }

  StudentReport judged(const std::string& file, const std::string& options = "") {
    const Outcome outcome = run("judge --json " + options + " \"" + file + "\"");
    const auto report = student_report_from(outcome.out);
    EXPECT_TRUE(report) << file << ": " << outcome.out << outcome.err;
    if (!report) return {};
    EXPECT_EQ(outcome.code, exit_code_of(report.value->verdict)) << file;
    return *report.value;
  }

  /// The chapter's own file of a sort, as `radixscope kernel` hands it out.
  std::string plain(const std::string& name) {
    return folder.file(name + ".cu", run("kernel " + name).out);
  }
  std::string starting_file(int exercise) {
    return run("exercise " + std::to_string(exercise)).out;
  }
};

/// A student's own answer, which includes nothing and has fixed sizes.
std::string answer_to(uint64_t exercise) {
  return right_answers + "exercise_" + std::to_string(exercise) + ".cu";
}
std::string solution_of(uint64_t exercise) { return scratch::bytes_of(answer_to(exercise)); }

std::string options_of(uint64_t exercise) { return "--exercise " + std::to_string(exercise); }

TEST_F(Judge, SolutionsAreRightWithEveryCompiler) {
  for (uint64_t exercise = 1; exercise <= 4; ++exercise)
    for (const std::string compiler : {"g++", "clang++"}) {
      if (compiler != "g++" && (!is_thorough() || !can_be_run("/usr/bin/" + compiler))) continue;
      const StudentReport report =
          judged(answer_to(exercise), options_of(exercise) + " --compiler " + compiler);
      EXPECT_EQ(report.head.kind, "right") << line_of_report(report, report.head);
      EXPECT_TRUE(report.more.empty());
    }
}

// What the chapter's own files (plain_kernels_test.cpp) have not: groups, the libraries, fixed
// sizes, a program of its own.
TEST_F(Judge, RightAnswersOfEveryKindRaiseNoAlarm) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(right_answers))
    files.push_back(entry.path().string());
  std::ranges::sort(files);
  EXPECT_GE(files.size(), 9u);
  const std::size_t stride = cases(4, 1);
  for (std::size_t i = 0; i < files.size(); i += stride)
    for (const std::string compiler : {"g++", "clang++"}) {
      if (compiler != "g++" && (!is_thorough() || !can_be_run("/usr/bin/" + compiler))) continue;
      const StudentReport report = judged(files[i], "--compiler " + compiler);
      EXPECT_EQ(report.head.kind, "right")
          << files[i] << " " << compiler << ": " << line_of_report(report, report.head);
    }
}

// A race by the rules of C++ that changes nothing is told and is no mistake; of other values it is.
TEST_F(Judge, StoresOfTheSameValueAreANoteAndOfOthersACollision) {
  const std::string file = top + "/tests/student/right/odd_even_flag.cu";
  const StudentReport report = judged(file);
  EXPECT_EQ(report.verdict, StudentVerdict::right) << report.head.text;
  ASSERT_EQ(report.more.size(), 1u);
  EXPECT_EQ(report.more[0].kind, "note");
  EXPECT_EQ(report.more[0].line, 10u);
  EXPECT_EQ(report.more[0].text,
            "race: 4 threads store the same value 1; harmless on GPUs, undefined in C++; "
            "atomicExch makes it right");
  const std::string text = scratch::bytes_of(file), store = "has_changed[0] = 1;";
  const auto with = [&](const char* other) {
    std::string changed = text;
    changed.replace(changed.find(store), store.size(), other);
    return judged(folder.file("flag.cu", changed));
  };
  const StudentReport atomic = with("atomicExch(has_changed, 1u);");
  EXPECT_EQ(atomic.verdict, StudentVerdict::right) << atomic.head.text;
  EXPECT_TRUE(atomic.more.empty());
  EXPECT_EQ(with("has_changed[0] = left + 1;").head.kind, "collision");
}

TEST_F(Judge, NamesEveryMistakeOfTheTableInItsLine) {
  const radix::ParsedJson table =
      radix::parse_json(scratch::bytes_of(top + "/tests/student/variants.json"));
  ASSERT_TRUE(table.ok());
  const std::size_t stride = cases(6, 1);  // all of them take 30 seconds
  const auto& variants = table.value.at("variants").list();
  EXPECT_GE(variants.size(), 40u);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const radix::Json& variant = variants[i];
    if (i % stride != 0 && variant.at("kind").text() != "endless") continue;
    const uint64_t exercise = variant.at("exercise").whole();
    std::string text = solution_of(exercise);
    const std::string& right = variant.at("right").text();
    const std::size_t at = text.find(right);
    ASSERT_NE(at, std::string::npos) << variant.at("name").text();
    EXPECT_EQ(text.find(right, at + 1), std::string::npos) << variant.at("name").text();
    text.replace(at, right.size(), variant.at("wrong").text());
    const std::string file = folder.file(variant.at("name").text() + ".cu", text);
    // Which piece of code a loop without a word of memory goes through, clang++ tells if it is
    // asked
    const bool by_both = is_thorough() || variant.at("kind").text() == "endless";
    for (const std::string compiler : {"g++", "clang++"}) {
      if (compiler != "g++" && (!by_both || !can_be_run("/usr/bin/" + compiler))) continue;
      const StudentReport report = judged(file, options_of(exercise) + " --compiler " + compiler);
      const std::string what = variant.at("name").text() + " " + compiler;
      EXPECT_EQ(report.head.kind, variant.at("kind").text()) << what;
      EXPECT_EQ(report.head.line, variant.at("line").whole()) << what;
      EXPECT_EQ(report.head.text, variant.at("says").text()) << what;
      for (const StudentSentence& each : report.more)
        EXPECT_EQ(each.text.find("3452816845"), std::string::npos) << what << each.text;
    }
  }
}

// The sort in the block is right; what is laid out otherwise than the scan expects is not.
TEST_F(Judge, BlamesNoArrayThatIsAsInTheChapter) {
  std::string text = solution_of(1);
  for (const auto& [right, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"counts[blockIdx.x] = zeros;", "counts[2 * blockIdx.x] = zeros;"},
           {"counts[blocks + blockIdx.x] = here", "counts[2 * blockIdx.x + 1] = here"},
           {": counts[blockIdx.x];", ": counts[2 * blockIdx.x];"},
           {"starts[bit * blocks + blockIdx.x]", "starts[2 * blockIdx.x + bit]"}}) {
    ASSERT_NE(text.find(right), std::string::npos) << right;
    text.replace(text.find(right), right.size(), wrong);
  }
  const StudentReport report = judged(folder.file("by_block.cu", text), options_of(1));
  EXPECT_EQ(report.head.kind, "difference");
  EXPECT_NE(report.head.text.find("counts["), std::string::npos) << report.head.text;
  EXPECT_NE(report.head.text.find("(bucket counts;"), std::string::npos) << report.head.text;
}

TEST_F(Judge, SaysWhatTheExerciseAsksForAndNobodyDid) {
  const auto says = [&](const std::string& file, const char* options, const char* words) {
    const StudentReport report = judged(file, options);
    EXPECT_EQ(report.verdict, StudentVerdict::right);
    EXPECT_NE(report.head.text.find(words), std::string::npos) << report.head.text;
  };
  says(right_answers + "cub_scan.cu", "--exercise 1",
       "But no kernel uses shared memory, which exercise 1 asks for.");
  says(plain("one_bit"), "--exercise 1",
       "But no kernel uses shared memory, which exercise 1 asks for.");
  says(plain("one_bit"), "--exercise 2",
       "But every pass sorts by 1 bit, and exercise 2 asks for several.");
  says(plain("block_sort"), "--exercise 3",
       "But every thread has 1 key, and exercise 3 asks for several.");
}

TEST_F(Judge, SaysWhereToBegin) {
  const StudentReport report = judged(folder.file("begin.cu", starting_file(1)));
  EXPECT_EQ(report.head.text,
            "No kernel has stored anything in an array yet. Start with sort_in_block, which is "
            "launched first.");
  EXPECT_GT(report.head.line, 0u);
}

/// Exercise 1 from its starting file, as a beginner writes it: the body of sort_in_block up to the
/// slots, and behind them.
std::string begun(std::string text, const std::string& scan, const std::string& rest) {
  return text.insert(text.find("  // TODO"),
                     "  unsigned key = i < n ? keys[i] : ~0u, mine = key >> bit & 1;\n" + scan +
                         "  unsigned zeros = blockDim.x - sums[blockDim.x - 1];\n" + rest);
}
constexpr const char* scanned =
    "  sums[t] = mine;\n  __syncthreads();\n"
    "  for (unsigned d = 1; d < blockDim.x; d *= 2) {\n"
    "    unsigned add = t >= d ? sums[t - d] : 0;\n    __syncthreads();\n"
    "    sums[t] += add;\n    __syncthreads();\n  }\n";
constexpr const char* stored =
    "  unsigned slot = mine ? zeros + ones : t - ones;\n  __syncthreads();\n"
    "  sorted[slot] = key;\n  __syncthreads();\n  local_keys[i] = sorted[t];\n";

// What somebody meets who begins with an empty file: at every step the words that lead to the next.
TEST_F(Judge, LeadsFromAnEmptyFileToTheKernels) {
  const auto says = [&](const std::string& text, const std::string& words) {
    const StudentReport report = judged(folder.file("trial.cu", text), options_of(1));
    EXPECT_NE((report.head.text + " " + report.agrees).find(words), std::string::npos)
        << report.head.text << " " << report.agrees << " – not: " << words;
    return report;
  };
  says("", "`radixscope exercise 1` prints a file to start from.");
  says("int main() {}\n", "No kernel was launched: what sorts is a __global__ function");
  const std::string text = starting_file(1);
  says(begun(text, "  sums[t] = mine;\n", "  sorted[sums[t] + zeros] = key;\n"),
       "sums[3], which thread 3 writes in line ");
  const std::string inclusive = std::string("  unsigned ones = sums[t];\n") + stored;
  says(begun(text, scanned, inclusive),
       "sums counts the ones up to and including each key's own; the chapter counts those before "
       "it.");
  says(begun(text, scanned,
             inclusive + "  if (t == 0) counts[block] = zeros;\n"
                         "  if (t == 0) counts[gridDim.x + block] = keys_here - zeros;\n"),
       "bucket_counts (bucket counts) and bucket_starts (bucket starts). sums counts the ones up "
       "to and including each key's own;");
  const std::string exclusive = std::string("  unsigned ones = sums[t] - mine;\n") + stored;
  const StudentReport local =
      says(begun(text, scanned, exclusive), "local_keys (keys sorted in the block).");
  EXPECT_EQ(local.agrees.find("ones up to"), std::string::npos) << "whoever takes it off again";
}

// Tiles with a one each, at most, are no sign of that: all other keys are put alike by both scans.
TEST_F(Judge, ARightPlaceIsNotBlamedOnAnInclusiveScan) {
  const std::string text = starting_file(1);
  for (const char* ones : {"sums[t] - mine", "t > 0 ? sums[t - 1] : 0"}) {
    const std::string file =
        begun(text, scanned, std::string("  unsigned ones = ") + ones + ";\n" + stored);
    const StudentReport report = judged(folder.file("right_place.cu", file), options_of(1));
    EXPECT_NE(report.head.kind, "scan") << report.head.text;
    EXPECT_EQ(report.head.text.find("Keys are stored here as if"), std::string::npos);
  }
}

// A table that differs is named where its values are known, and the digit of a pass.
TEST_F(Judge, SaysWhatIsThereInstead) {
  const auto says = [&](const char* right, const char* wrong, const char* words) {
    std::string text = solution_of(1);
    const std::size_t at = text.find(right);
    ASSERT_NE(at, std::string::npos) << right;
    text.replace(at, std::string(right).size(), wrong);
    const StudentReport report = judged(folder.file("instead.cu", text), options_of(1));
    EXPECT_NE(report.head.text.find(words), std::string::npos) << report.head.text;
    EXPECT_EQ(report.agrees.find("scan block"), std::string::npos) << report.agrees;
  };
  const char* loop = "unsigned shift = 0; shift < bits; ++shift";
  says(loop, "unsigned shift = 0; shift < bits; shift += 2",
       "Pass 2 sorts by bit 2, and the chapter's pass 2 by bit 1");
  says(loop, "unsigned shift = 1; shift < bits; ++shift",
       "Pass 1 sorts by bit 1, and the chapter's pass 1 by bit 0");
  says(loop, "int shift = bits - 1; shift >= 0; --shift",
       "Pass 1 sorts by bit 3, and the chapter's pass 1 by bit 0");
  says(loop, "unsigned shift = 0; shift < bits - 1; ++shift",
       "The run ends after 3 passes, right so far, but these keys need 4.");
  says("starts[e] = sum;", "starts[e] = sum + counts[e];",
       "Every entry includes its own count: bucket starts are an exclusive scan.");
}

constexpr const char* by_insertion =
    "__global__ void insert(unsigned* a, unsigned n) {\n"
    "  for (unsigned i = 1; i < n; ++i)\n"
    "    for (unsigned j = i; j > 0 && a[j] < a[j - 1]; --j) {\n"
    "      unsigned t = a[j]; a[j] = a[j - 1]; a[j - 1] = t;\n"
    "    }\n"
    "}\n";
constexpr const char* of_device = "void mine(unsigned* d, int n) { insert<<<1, 1>>>(d, n); }\n";
constexpr const char* of_host =
    "void mine(unsigned* h, int n) {\n"
    "  unsigned* d; cudaMalloc(&d, n * 4);\n"
    "  cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);\n"
    "  insert<<<1, 1>>>(d, n);\n"
    "  cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost); cudaFree(d);\n"
    "}\n";

// A call that names no output sorts in place.
TEST_F(Judge, FindsTheResultOfACallWhereItIs) {
  const std::string kernel = by_insertion;
  for (const auto& [call, host_side] :
       {std::pair{"mine(keys, n)", of_device}, std::pair{"mine(host, n)", of_host}}) {
    const std::string file = folder.file("in_place.cu", kernel + host_side);
    const StudentReport report = judged(file, std::string("--entry \"") + call + "\"");
    EXPECT_EQ(report.head.kind, "right") << call << ": " << line_of_report(report, report.head);
  }
}

TEST_F(Judge, SaysWhatBecameOfItOnAGpu) {
  const auto told = [](const char* printed, StudentVerdict verdict) {
    return card_sentence(radix::card_run_from(printed), verdict);
  };
  EXPECT_EQ(told("device NVIDIA H200\nruns 1000 1000\n", StudentVerdict::right),
            "On the NVIDIA H200: right in 1000 of 1000 runs.");
  EXPECT_EQ(told("device A\nwrong 12 3 9 6\nruns 1000 963\n", StudentVerdict::mistake),
            "On the A: right in 963 of 1000 runs. The first wrong one is run 12: index 3 holds "
            "9 and should hold 6.");
  EXPECT_EQ(told("device A\nerror an illegal memory access was encountered\nruns 4 4\n",
                 StudentVerdict::mistake),
            "On the A, run 5 ends with an error: an illegal memory access was encountered.");
  const std::string hidden = told("device A\nruns 7 7\n", StudentVerdict::mistake);
  EXPECT_NE(hidden.find("wrong all the same"), std::string::npos) << hidden;
}

// Every way in, right and wrong, on the card.
TEST_F(Judge, RunsEveryWayInOnAGpu) {
  if (const std::string missing = radix::card_missing(); !missing.empty())
    GTEST_SKIP() << "skipped: no CUDA device (" << missing << ")";
  const std::string kernel = by_insertion;
  std::vector<std::pair<std::string, std::string>> files{
      {folder.file("device.cu", kernel + of_device), "--entry \"mine(keys, n)\""},
      {folder.file("host.cu", kernel + of_host), "--entry \"mine(host, n)\""}};
  for (uint64_t exercise = 1; exercise <= 4; ++exercise) files.push_back({answer_to(exercise), ""});
  for (const auto& entry : std::filesystem::directory_iterator(right_answers))
    if (is_thorough() ||
        entry.path().filename() == "whole_program.cu")  // nvcc takes seconds a file
      files.push_back({entry.path().string(), ""});
  for (const auto& [file, options] : files) {
    const StudentReport report = judged(file, options + " --gpu-runs 100");
    EXPECT_NE(report.card.find(": right in 100 of 100 runs."), std::string::npos)
        << file << ": " << report.card;
  }
  const auto broken = [&](const char* right, const char* wrong) {
    std::string text = solution_of(1);
    text.replace(text.find(right), std::string(right).size(), wrong);
    return judged(folder.file("broken.cu", text), "--gpu-runs 100").card;
  };
  EXPECT_NE(broken("zeros + ones_before", "zeros - ones_before").find("The first wrong one is run"),
            std::string::npos);
  EXPECT_NE(broken("local[i] = sorted[t]", "local[i + 100000000u] = sorted[t]")
                .find("run 1 ends with an error"),
            std::string::npos);
}

/// The chapter's run that a drawn one is like.
radix::Trace chapter_of(const radix::Trace& drawn) {
  return radix::run(
      {.problem = drawn.problem, .sort = drawn.sort, .engine = radix::EngineChoice::cpu});
}

/// Every step of `drawn`, up to `count`, is one of the chapter's, in their order, and every array
/// of it is that of the chapter's step.
void expect_part_of(const radix::Trace& drawn, std::size_t count) {
  const radix::Trace chapter = chapter_of(drawn);
  std::size_t at = 0;
  for (std::size_t s = 0; s < count; ++s) {
    const radix::Step& step = drawn.steps[s];
    while (at < chapter.steps.size() &&
           (chapter.steps[at].pass != step.pass || chapter.steps[at].made != step.made ||
            chapter.steps[at].split != step.split || chapter.steps[at].level != step.level))
      ++at;
    ASSERT_LT(at, chapter.steps.size()) << s << " " << radix::info(step.made).name;
    for (const radix::SharedArray& each : step.arrays) {
      const radix::Array* other = chapter.steps[at].find(each->id);
      ASSERT_TRUE(other) << s << " " << radix::info(each->id).name;
      EXPECT_EQ(*each, *other) << s << " " << radix::info(each->id).name;
    }
    EXPECT_FALSE(step.name.empty());
    EXPECT_GT(step.source.line, 0u);
  }
}

std::size_t made_in(const radix::Trace& trace, const char* name) {
  return static_cast<std::size_t>(std::ranges::count_if(trace.steps, [&](const radix::Step& step) {
    return std::string(radix::info(step.made).name) == name && step.split + 1 >= step.splits;
  }));
}

/// Every figure that says it can draw a run does, at every step.
void draw_all(const radix::Trace& drawn) {
  Moment moment{.trace = &drawn};
  for (moment.cursor = 0; moment.cursor <= drawn.steps.size(); ++moment.cursor)
    for (const Figure& figure : figures())
      if (fits(figure, moment)) draw(figure, moment);
}

// Every array that the figures of the chapter are made of is found in the answers, in every pass.
TEST_F(Judge, DrawsTheAnswersInTheChaptersFigures) {
  const char* sorts[] = {"block_sort", "digits", "coarse"};
  for (uint64_t exercise = 1; exercise <= 3; ++exercise) {
    const StudentReport report = judged(answer_to(exercise), options_of(exercise) + " --rows");
    ASSERT_TRUE(report.drawn) << report.drawn_about;
    const radix::Trace& drawn = *report.drawn;
    EXPECT_EQ(drawn.sort, sorts[exercise - 1]);
    EXPECT_EQ(report.drawn_about, "");
    EXPECT_FALSE(drawn.fault);
    expect_part_of(drawn, drawn.steps.size());
    for (const char* name : {"local_destination", "local_keys", "bucket_counts", "bucket_starts",
                             "destination", "output"})
      EXPECT_EQ(made_in(drawn, name), drawn.problem.passes()) << exercise << " " << name;
    draw_all(drawn);
  }
}

// Merge sorts by many threads, by tiles, by a thread a pair: each in the figures of its own kind,
// with who merges what.
TEST_F(Judge, DrawsMergeSortsInTheFiguresOfMerging) {
  struct Own {
    std::string file;
    const char* sort;
    uint32_t threads, each, tiles;  ///< levels that are merged out of tiles
  };
  for (const Own& own : {Own{answer_to(4), "merge_co_rank", 4, 2, 0},
                         Own{plain("merge_serial"), "merge_serial", 4, 1, 0},
                         Own{plain("merge_tiled"), "merge_tiled", 4, 2, 1}}) {
    const StudentReport report = judged(own.file, "--exercise 4 --rows");
    EXPECT_EQ(report.head.kind, "right") << report.head.text;
    ASSERT_TRUE(report.drawn) << own.sort << ": " << report.drawn_about;
    const radix::Trace& drawn = *report.drawn;
    EXPECT_EQ(drawn.sort, own.sort);
    EXPECT_EQ(drawn.problem.threads_per_block(), own.threads) << own.sort;
    EXPECT_EQ(drawn.problem.keys_per_thread(), own.each) << own.sort;
    EXPECT_FALSE(drawn.fault);
    EXPECT_TRUE(report.drawn_about.starts_with("Equal keys cannot be told apart"));
    expect_part_of(drawn, drawn.steps.size());
    const auto parts = radix::outline_of(drawn).parts.size();
    EXPECT_EQ(made_in(drawn, "output"), parts) << own.sort;
    EXPECT_EQ(made_in(drawn, "tile"), own.tiles) << own.sort;
    const bool segments = drawn.problem.settings().start == radix::SortStart::block;
    EXPECT_EQ(made_in(drawn, "source"), parts - segments) << own.sort;
    draw_all(drawn);
  }
}

// Who merges is drawn where the stores told it, and only there: here threads come from the other
// end.
TEST_F(Judge, DrawsNoThreadOfAMergeThatWasNotSeen) {
  std::string text = solution_of(4);
  const std::string line = "blockIdx.x * BLOCK + threadIdx.x";
  text.replace(text.find(line), line.size(), "blockIdx.x * BLOCK + BLOCK - 1 - threadIdx.x");
  const StudentReport report = judged(folder.file("mirror.cu", text), options_of(4) + " --rows");
  EXPECT_EQ(report.head.kind, "right") << report.head.text;
  ASSERT_TRUE(report.drawn) << report.drawn_about;
  EXPECT_EQ(report.drawn->sort, "merge_co_rank");
  EXPECT_EQ(made_in(*report.drawn, "source"), 0u);
  EXPECT_EQ(made_in(*report.drawn, "output"), 4u);
  expect_part_of(*report.drawn, report.drawn->steps.size());
  draw_all(*report.drawn);
}

/// A wrong merge is drawn as far as it is right, and its first difference behind that, ringed once.
/// Returns whether it differs in an array that can be drawn.
bool draws_wrong_merge(const StudentReport& report) {
  const radix::Trace& drawn = *report.drawn;
  if (!drawn.fault) {  // every array is right, and what is wrong stands in none
    EXPECT_NE(report.head.kind, "difference");
    expect_part_of(drawn, drawn.steps.size());
    draw_all(drawn);
    return false;
  }
  EXPECT_NE(drawn.error.find(report.head.text), std::string::npos) << drawn.error;
  const bool differs = drawn.fault->step != radix::none;
  expect_part_of(drawn, drawn.steps.size() - differs);
  draw_all(drawn);
  if (!differs) return false;
  EXPECT_EQ(drawn.fault->step + 1, drawn.steps.size());
  const Moment moment{.trace = &drawn, .cursor = drawn.steps.size(), .difference = &*drawn.fault};
  EXPECT_EQ(why(moment), drawn.error);
  EXPECT_EQ(std::string(figure_for(moment).id), "fig13-11");
  EXPECT_FALSE(fits(*figure_named("merge-path"), moment)) << "its walk is not known";
  const Scene scene = draw(figure_for(moment), moment);
  EXPECT_EQ(std::ranges::count(scene.frames, Ink::warn, &Frame::edge), 1);
  return true;
}

TEST_F(Judge, DrawsWrongMergesUpToTheirFirstDifference) {
  const radix::ParsedJson table =
      radix::parse_json(scratch::bytes_of(top + "/tests/student/variants.json"));
  ASSERT_TRUE(table.ok());
  std::vector<std::string> kinds;
  std::size_t differ = 0;
  for (const radix::Json& variant : table.value.at("variants").list()) {
    if (variant.at("exercise").whole() != 4) continue;
    const std::string name = variant.at("name").text(), kind = variant.at("kind").text();
    // One of each kind, and all where there is time
    if (!is_thorough() && std::ranges::count(kinds, kind) > 0) continue;
    SCOPED_TRACE(name);
    kinds.push_back(kind);
    std::string text = solution_of(4);
    const std::string& right = variant.at("right").text();
    text.replace(text.find(right), right.size(), variant.at("wrong").text());
    const StudentReport report = judged(folder.file(name + ".cu", text), options_of(4) + " --rows");
    if (report.drawn)
      differ += draws_wrong_merge(report);
    else
      EXPECT_EQ(report.drawn_about, "No array of this run is one of the chapter's yet.");
  }
  EXPECT_GE(kinds.size(), 4u);
  EXPECT_GE(differ, 1u);
}

// Right twice, then wrong: the ring stands in the row of the wrong level.
TEST_F(Judge, DrawsAMergeThatGoesWrongLater) {
  std::string text = solution_of(4);
  text.replace(text.find("a[i] <= b[j]"), 12, "(width != 4) == (a[i] <= b[j])");
  const StudentReport report = judged(folder.file("later.cu", text), options_of(4) + " --rows");
  ASSERT_TRUE(report.drawn) << report.drawn_about;
  EXPECT_TRUE(draws_wrong_merge(report));
  EXPECT_EQ(report.drawn->steps.back().pass, 2u);
  EXPECT_EQ(made_in(*report.drawn, "source"), 2u);
}

// Sort 1 as a student writes it: the scan over all keys, and no table.
TEST_F(Judge, DrawsASortWithoutATable) {
  const StudentReport report = judged(plain("one_bit"), "--rows");
  ASSERT_TRUE(report.drawn) << report.drawn_about;
  EXPECT_EQ(report.drawn->sort, std::string("one_bit"));
  expect_part_of(*report.drawn, report.drawn->steps.size());
  EXPECT_EQ(made_in(*report.drawn, "ones_before"), 4u);
}

TEST_F(Judge, DrawsAWrongRunUpToItsFirstDifference) {
  std::string text = solution_of(1);
  for (const auto& [right, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"counts[blockIdx.x] = zeros;", "counts[2 * blockIdx.x] = zeros;"},
           {"counts[blocks + blockIdx.x] = here", "counts[2 * blockIdx.x + 1] = here"}})
    text.replace(text.find(right), right.size(), wrong);
  const StudentReport report = judged(folder.file("columns.cu", text), options_of(1) + " --rows");
  ASSERT_TRUE(report.drawn) << report.drawn_about;
  const radix::Trace& drawn = *report.drawn;
  ASSERT_TRUE(drawn.fault);
  EXPECT_EQ(drawn.error, "Line 34: " + report.head.text);
  EXPECT_EQ(drawn.fault->array, "bucket_counts");
  EXPECT_EQ(drawn.fault->index, 2u);
  ASSERT_EQ(drawn.fault->step + 1, drawn.steps.size());
  expect_part_of(drawn, drawn.fault->step);
  const radix::Array* counts = drawn.steps.back().find(drawn.steps.back().made);
  EXPECT_EQ(counts->values, (std::vector<uint32_t>{2, 2, 2, 2, 1, 3, 3, 1}));
  const Moment moment{.trace = &drawn, .cursor = drawn.steps.size()};
  EXPECT_EQ(why(moment), drawn.error);
}

// Which thread stores which key is drawn where the stores told it, and only there.
TEST_F(Judge, DrawsNoThreadThatWasNotSeen) {
  std::string text = solution_of(1);
  const std::string line = "unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;\n  if (i >= n)";
  ASSERT_NE(text.find(line), std::string::npos);
  text.replace(text.find(line), 24, "unsigned t = BLOCK - 1 - threadIdx.x");
  const StudentReport report = judged(folder.file("mirror.cu", text), options_of(1) + " --rows");
  EXPECT_EQ(report.head.kind, "right") << report.head.text;
  ASSERT_TRUE(report.drawn) << report.drawn_about;
  EXPECT_EQ(made_in(*report.drawn, "destination"), 0u);
  EXPECT_EQ(made_in(*report.drawn, "output"), 4u);
  const Moment moment{.trace = report.drawn.get(), .cursor = 3};
  EXPECT_FALSE(fits(*figure_named("fig13-5"), moment));
  EXPECT_TRUE(fits(*figure_named("fig13-6"), moment));
}

/// A kernel of a file, from its name to the end of its body.
std::string kernel_in(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("void " + name + "("), end = text.find("\n}", begin);
  return text.substr(begin, end + 2 - begin);
}

// From the starting file to the right answer: what the lesson says of each step is what is said.
TEST_F(Judge, SaysWhatTheLessonSaysItWill) {
  const Lesson* lesson = lesson_named("own_kernel");
  ASSERT_TRUE(lesson);
  ASSERT_EQ(lesson->slides.size(), 7u);
  std::string text = starting_file(1);
  const std::string chapter = run("kernel block_sort").out;
  const auto write = [&](const std::string& name, const std::string& kernel) {
    const std::string now = kernel_in(text, name);
    text.replace(text.find(now), now.size(), kernel);
  };
  const auto says = [&](std::size_t slide, const std::string& head, const std::string& agrees) {
    const StudentReport report = judged(folder.file("begun.cu", text), options_of(1) + " --rows");
    const std::string& caption = lesson->slides[slide - 1].caption;
    EXPECT_NE(caption.find(head.empty() ? agrees : head), std::string::npos) << caption;
    if (!head.empty()) {
      EXPECT_EQ(report.head.text, head);
    } else {
      EXPECT_NE(report.agrees.find(agrees), std::string::npos) << report.agrees;
    }
    return report;
  };
  says(1,
       "No kernel has stored anything in an array yet. Start with sort_in_block, which is launched "
       "first.",
       "");
  const std::string sort = kernel_in(chapter, "sort_in_block");
  write("sort_in_block", sort.substr(0, sort.find("\n  // Write this block's column")) + "}");
  const StudentReport sorted =
      says(3, "", "As in the chapter so far: local_keys (keys sorted in the block).");
  ASSERT_TRUE(sorted.drawn);
  EXPECT_EQ(std::string(radix::info(sorted.drawn->steps.back().made).name), "local_keys");
  // What comes first is what is still to be written, not what the scan or the next pass misses of
  // it
  EXPECT_EQ(sorted.head.text,
            "No kernel has stored anything in bucket_counts and output yet: write_buckets stores "
            "nothing at all.");
  write("sort_in_block", sort);
  says(4, "", "bucket_counts (bucket counts) and bucket_starts (bucket starts).");
  says(5, "No kernel has stored anything in output yet: write_buckets stores nothing at all.", "");
  write("write_buckets", kernel_in(chapter, "write_buckets"));
  says(7, "Right: the keys come back sorted; all 4 passes of 1 bit are as in the chapter.", "");
}

TEST_F(Judge, SaysWhichArrayTheFiguresLack) {
  const auto lacks = [&](const std::string& file, const char* words) {
    const StudentReport report = judged(file, "--rows");
    EXPECT_FALSE(report.drawn) << file;
    EXPECT_NE(report.drawn_about.find(words), std::string::npos) << report.drawn_about;
  };
  lacks(right_answers + "cub_scan.cu", "need '# ones before', and no array");
}

TEST_F(Judge, SaysTheSameEveryTime) {
  std::string text = solution_of(1);
  text.replace(text.find("zeros + ones_before"), 19, "zeros - ones_before");
  const std::string file = folder.file("twice.cu", text);
  const std::string again = "judge --seed 5 \"" + file + "\"";
  EXPECT_EQ(run(again).out, run(again).out);
}

TEST_F(Judge, GivesCompileErrorsTheStudentsLine) {
  const std::string file =
      folder.file("typo.cu",
                  "__global__ void k(unsigned* o) {\n  o[0] = missing;\n}\nvoid sort(unsigned*, "
                  "unsigned* o, unsigned, unsigned) { k<<<1, 1>>>(o); }\n");
  const StudentReport report = judged(file);
  EXPECT_EQ(report.verdict, StudentVerdict::does_not_compile);
  EXPECT_EQ(report.head.line, 2u);
  EXPECT_EQ(report.head.column, 10u);
  EXPECT_NE(report.head.text.find("'missing' was not declared"), std::string::npos)
      << report.head.text;
  const std::string launch =
      folder.file("arguments.cu",
                  "__global__ void k(unsigned* o, int n) {}\nvoid sort(unsigned*, unsigned* o, "
                  "unsigned, unsigned) {\n  k<<<1, 1>>>(o);\n}\n");
  const StudentReport second = judged(launch);
  EXPECT_EQ(second.head.line, 3u);
  EXPECT_NE(second.head.text.find("too few arguments"), std::string::npos) << second.head.text;
  EXPECT_EQ(judged(file, "--compiler no-such-compiler").verdict, StudentVerdict::refused);
}

TEST_F(Judge, SaysThatAKernelCannotThrow) {
  const StudentReport report = judged(folder.file(
      "throw.cu",
      "__global__ void k(unsigned* o) {\n  throw 1;\n}\nvoid sort(unsigned*, unsigned* o, "
      "unsigned, unsigned) {\n  try { throw 2; } catch (int) {}\n  k<<<1, 1>>>(o);\n}\n"));
  EXPECT_EQ(report.head.line, 2u);
  EXPECT_NE(report.head.text.find("throws an exception"), std::string::npos) << report.head.text;
}

TEST_F(Judge, KeepsWhatIsHandedInInItsSandbox) {
  // Two suites at once have the same files to lose: one after the other
  const int lock = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  const std::string precious = "/tmp/radixscope_precious", mark = "/tmp/radixscope_was_here";
  std::filesystem::remove(mark);
  std::ofstream(precious) << "still here";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(top + "/tests/student/hostile"))
    files.push_back(entry.path().string());
  std::ranges::sort(files);
  EXPECT_GE(files.size(), 30u);
  const std::vector<std::string> slow{"compiler.cu", "endless.cu",   "constructor.cu",
                                      "words.cu",    "forks.cu",     "recursion.cu",
                                      "memory.cu",   "wild_host.cu", "sleeps.cu"};
  for (const std::string& file : files) {
    const std::string name = std::filesystem::path(file).filename().string();
    if (!is_thorough() && std::ranges::count(slow, name) > 0) continue;
    const auto begin = std::chrono::steady_clock::now();
    const StudentReport report = judged(file);
    EXPECT_NE(report.verdict, StudentVerdict::right) << file;
    EXPECT_NE(report.verdict, StudentVerdict::refused) << file << ": " << report.head.text;
    EXPECT_EQ(report.head.text.find("root:"), std::string::npos) << "a private file is quoted";
    EXPECT_NE(report.head.kind == "crash" && report.head.text.find("abort") != std::string::npos,
              true)
        << file << " got what it asked for";
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took.count(), 120) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(mark)) << "a file was written outside";
  EXPECT_EQ(scratch::bytes_of(precious), "still here");
  std::filesystem::remove(precious);
  close(lock);
}

TEST_F(Judge, MarksAFolder) {
  const std::string all = folder / "all";
  std::filesystem::create_directories(all + "/anna");
  std::ofstream(all + "/anna/ex1.cu") << solution_of(1);
  std::ofstream(all + "/ben.cu")
      << "void sort(unsigned*, unsigned*, unsigned, unsigned) { exit(0); }\n";
  std::ofstream(all + "/empty.cu");
  const std::string marks = folder / "marks.csv";
  const Outcome outcome = run("judge --all \"" + all + "\" --csv \"" + marks + "\"");
  EXPECT_EQ(outcome.code, 4);
  const std::string csv = scratch::bytes_of(marks);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 4) << csv;
  EXPECT_NE(csv.find("ex1.cu\",right,0,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("ben.cu\",mistake,4,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("empty.cu\",refused,1,"), std::string::npos) << csv;
}

// A grader's run: every file of this folder, whatever becomes of each.
TEST_F(Judge, MarksFiftyFilesInOneRun) {
  if (!is_thorough()) GTEST_SKIP() << "takes minutes";
  const std::string all = folder / "fifty";
  std::filesystem::create_directories(all);
  std::size_t count = 0;
  for (const char* kind : {"/tests/student/right", "/tests/student/hostile"})
    for (const auto& entry : std::filesystem::directory_iterator(top + kind)) {
      std::filesystem::copy_file(entry.path(), all + "/" + std::to_string(count++) + ".cu");
    }
  for (uint64_t exercise = 1; count < 52; exercise = exercise % 4 + 1, ++count)
    std::ofstream(all + "/" + std::to_string(count) + ".cu")
        << solution_of(exercise) << (count % 3 == 0 ? "#error unfinished\n" : "");
  const std::string marks = folder / "marks.csv";
  run("judge --all \"" + all + "\" --csv \"" + marks + "\"");
  const std::string csv = scratch::bytes_of(marks);
  EXPECT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(count + 1)) << csv;
}

TEST_F(Judge, SaysWhatItIsJudgedWith) {
  const std::string about = run("judge --about").out;
  EXPECT_NE(about.find("Compiled by /"), std::string::npos) << about;
  EXPECT_TRUE(
      run("judge --about --json").out.starts_with(R"({"ready":true,"words":"Compiled by /)"));
  EXPECT_NE(run("judge --about --compiler nobody").out.find("none is installed"),
            std::string::npos);
}

TEST_F(Judge, ReportsToTestServersAndHandsOutExercises) {
  const Outcome junit = run("judge --junit " + answer_to(4));
  EXPECT_NE(junit.out.find("<testsuite name=\"radixscope\" tests=\"1\" failures=\"0\""),
            std::string::npos)
      << junit.out;
  const std::string file = folder / "ex2.cu";
  EXPECT_EQ(run("exercise 2 --out \"" + file + "\"").code, 0);
  EXPECT_EQ(scratch::bytes_of(file), starting_file(2));
  EXPECT_NE(scratch::bytes_of(folder / "chapter.h").find("class DeviceArray"), std::string::npos);
  EXPECT_EQ(run("exercise 3 --out \"" + folder / "ex3.cu" + "\"").code, 0) << "beside its header";
  EXPECT_EQ(run("exercise 2 --out \"" + file + "\"").code, 1) << "it is never overwritten";
  EXPECT_EQ(run("exercise 5").code, 1);
  const Outcome which = run("exercise");
  EXPECT_EQ(which.code, 2);
  EXPECT_NE(which.err.find("1 (Sort in the block first), 2"), std::string::npos) << which.err;
  EXPECT_EQ(run("judge").code, 2);
}

}  // namespace
}  // namespace scope
