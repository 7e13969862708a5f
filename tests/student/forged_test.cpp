/// What a student's program may have told instead of its watcher: words that were never a run. The
/// judge takes none for what it is not, whatever a number in them says, and its sentences stay
/// sentences. RADIXSCOPE_MUTATIONS says how many are tried (100000 where sanitizers look).
#include <gtest/gtest.h>

#include <filesystem>

#include "app/judge/run/judge.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "kernels/engine/model/word_io.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

using radix::StudentRun;
using WordList = std::vector<uint32_t>;

/// What the solutions told of the chapter's keys, with an empty password:
///   head -c 16 /dev/zero | radixscope-run --child OBJECT forward 4 KEYS confined
std::vector<WordList> told_by_solutions() {
  std::vector<WordList> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(RADIX_SOURCE_DIR "/tests/student/told"))
    all.push_back(radix::words_of(scratch::bytes_of(entry.path().string())));
  return all;
}

/// Makes of a number one that hurts.
class Forger {
 public:
  explicit Forger(uint32_t seed) : random_(hostile::seeded(seed)) {}

  uint32_t below(std::size_t count) {
    return count == 0 ? 0 : static_cast<uint32_t>(random_() % count);
  }
  uint32_t number() {
    static constexpr uint32_t some[] = {0,    1,    2,     3,          4,          8,          15,
                                        16,   17,   31,    32,         255,        256,        1023,
                                        1024, 8191, 65535, 0x7FFFFFFF, 0x80000000, 0xCDCDCDCD, ~0u};
    const uint32_t which = below(std::size(some) + 4);
    return which < std::size(some) ? some[which]
           : which % 2             ? below(40)
                                   : static_cast<uint32_t>(random_());
  }

  /// Anywhere among the words.
  WordList words(WordList all) {
    for (uint32_t changes = 1 + below(4); changes > 0 && !all.empty(); --changes) {
      const std::size_t at = below(all.size()),
                        length = below(std::min<std::size_t>(20, all.size() - at));
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(at);
      switch (below(6)) {
        case 0: all.erase(from, from + static_cast<std::ptrdiff_t>(length)); break;
        case 1: all.insert(from, number()); break;
        case 2: all.resize(at); break;
        case 3: std::swap(all[at], all[below(all.size())]); break;
        default: all[at] = number(); break;
      }
    }
    return all;
  }

  /// In the fields of a run, so that most still is one.
  StudentRun run(StudentRun run) {
    for (uint32_t changes = 1 + below(6); changes > 0; --changes) change(run);
    return run;
  }

 private:
  template <class List>
  void change_length(List& list) {
    if (below(2) == 0)
      list.resize(below(list.size() + 3));
    else if (!list.empty())
      list.push_back(list[below(list.size())]);
  }
  template <class List>
  auto* one_of(List& list) {
    return list.empty() ? nullptr : &list[below(list.size())];
  }
  void change(WordList& list) {
    if (uint32_t* one = one_of(list); one && below(4) > 0)
      *one = number();
    else
      change_length(list);
  }
  std::string text() {
    static const std::string some[] = {
        "",         "end",          "free",   "assert x\nbob.cu: Right",
        "mask",     "freed",        "keys",   "no barrier",
        "\x1b[31m", "\xEF\xBF\xBE", "output", std::string(3000, 'x')};
    return some[below(std::size(some))];
  }
  void change(StudentRun& run) {
    const uint32_t value = below(3) > 0 ? below(20) : number();
    switch (below(14)) {
      case 0: change_length(run.launches); break;
      case 1: change_length(run.arrays); break;
      case 2: change_length(run.moments); break;
      case 3: change_length(run.findings); break;
      case 4: run.end = static_cast<StudentRun::End>(below(5)); break;
      case 5: run.steps = below(2); break;
      case 6: change(run.loop); break;
      case 7:
        if (auto* one = one_of(run.launches))
          *one_of_three(one->blocks, one->threads, one->line) = value,
                                                   one->kernel = below(4) ? one->kernel : text();
        break;
      case 8:
        if (auto* one = one_of(run.arrays)) {
          *one_of_three(one->elements, one->bytes, one->line) = value;
          if (below(4) == 0) one->kind = static_cast<radix::StudentArray::Kind>(below(3));
          if (below(4) == 0) one->name = text();
        }
        break;
      case 9:
      case 10:
        if (auto* one = one_of(run.moments)) {
          *one_of_three(one->array, one->launch, one->interval) = value;
          const std::size_t length = below(3) ? one->values.size() : below(70);
          for (WordList* list : {&one->values, &one->written, &one->site, &one->who}) {
            list->resize(length, value);
            if (below(2) && !list->empty()) (*list)[below(length)] = number();
          }
        }
        break;
      case 11:
        if (auto* one = one_of(run.copies)) {
          *one_of_three(one->array, one->to_device, one->launch) = value;
          change(one->values);
        }
        break;
      case 12:
        if (auto* one = one_of(run.stores)) {
          *one_of_three(one->array, one->launch, one->site) = value;
          change(one->slot);
        }
        break;
      default: {
        radix::StudentFinding finding;
        finding.kind = static_cast<radix::StudentFinding::Kind>(below(12));
        for (uint32_t* each : {&finding.site, &finding.other_site, &finding.launch, &finding.block,
                               &finding.thread, &finding.other_thread, &finding.array})
          *each = below(3) ? below(8) : number();
        finding.in_kernel = below(2), finding.writes = below(2);
        finding.index = static_cast<int32_t>(number()), finding.text = text();
        run.findings.push_back(finding);
      }
    }
  }
  uint32_t* one_of_three(uint32_t& a, uint32_t& b, uint32_t& c) {
    uint32_t* all[] = {&a, &b, &c};
    return all[below(3)];
  }

  std::mt19937 random_;
};

/// What is wrong with a report as somebody may read it; "" nothing.
std::string wrong_with(const StudentReport& report) {
  std::vector<StudentSentence> all = report.more;
  all.push_back(report.head);
  for (const StudentSentence& each : all) {
    if (radix::first_unshown(each.text) != std::string::npos) return "not one line: " + each.text;
    if (each.text.empty() || each.text.size() > 4000) return "no sentence: " + each.text;
  }
  const bool right = report.verdict == StudentVerdict::right;
  if (right != (report.head.kind == "right")) return "two verdicts";
  const auto again = student_report_from(to_json(report, true).dump());
  return again && again.value->verdict == report.verdict ? "" : "not read back";
}

TEST(Forged, NoWordOfARunIsBelievedUnread) {
  const std::vector<WordList> seeds = told_by_solutions();
  ASSERT_EQ(seeds.size(), 4u);
  std::vector<StudentRun> runs;
  for (const WordList& each : seeds) {
    const auto run = radix::student_run_from(each);
    ASSERT_TRUE(run) << "a run is told otherwise now: tell tests/student/told anew";
    runs.push_back(*run);
  }
  Forger forger(7411);
  std::size_t tried = 0, taken = 0, right = 0;
  const uint32_t most = hostile::mutations(2000);
  while (tried < most) {
    const uint32_t which = forger.below(seeds.size());
    // One forged run or several, the others as they were; each is asked for again and again
    const bool all_forged = forger.below(2) == 0;
    const auto told = [&](const RunKeys& with) {
      WatchedRun watched{.run = runs[which]};
      if (!all_forged && with.keys && with.keys->size() != 16) return watched;
      ++tried;
      const WordList words =
          forger.below(3) == 0 ? forger.words(seeds[which]) : to_words(forger.run(runs[which]));
      auto run = radix::student_run_from(words);
      watched.run = run ? std::move(*run) : StudentRun{};
      taken += run.has_value();
      return watched;
    };
    const auto lines = [](const std::vector<radix::StudentSite>& sites) {
      WordList made;
      for (const radix::StudentSite site : sites) made.push_back(site % 60);
      return made;
    };
    const JudgeRecipe recipe{
        .shown_name = "forged.cu", .exercise = forger.below(5), .rows = forger.below(4) == 0};
    const StudentReport report = judge_runs(recipe, "", {.run = told, .lines = lines});
    ASSERT_EQ(wrong_with(report), "");
    right += report.verdict == StudentVerdict::right;
  }
  std::cout << tried << " forged runs, " << taken << " of them runs, " << right << " right\n";
  EXPECT_GT(taken, tried / 10) << "the forger has to get past the first look";
}

TEST(Forged, ARunIsTakenWordForWord) {
  for (const WordList& each : told_by_solutions()) {
    WordList more = each, fewer = each, other = each;
    more.push_back(0);
    fewer.pop_back();
    EXPECT_TRUE(radix::student_run_from(each));
    EXPECT_FALSE(radix::student_run_from(more)) << "something stands behind the run";
    EXPECT_FALSE(radix::student_run_from(fewer));
    other[1] = 1;
    EXPECT_FALSE(radix::student_run_from(other)) << "another password";
    EXPECT_TRUE(radix::student_run_from(other, {{1, 0, 0, 0}}));
  }
}

/// Right with the chapter's keys, but for one thing.
StudentVerdict verdict_of(std::function<void(StudentRun&, const char*)> change) {
  const StudentRun told = *radix::student_run_from(told_by_solutions().front());
  // Of the other sets nothing is known here: their keys come back sorted by no kernel
  const auto run = [&](const RunKeys& with) {
    const WordList keys = with.keys ? *with.keys : WordList();
    const char* order = with.order;
    WatchedRun watched{.run = told};
    WordList sorted = keys;
    std::ranges::sort(sorted);
    if (keys.size() != 16) watched.run.moments.clear(), watched.run.stores.clear();
    watched.run.copies.front().values = keys;
    watched.run.copies.back().values = sorted;
    if (keys.size() == 16) change(watched.run, order);
    return watched;
  };
  const auto lines = [](const std::vector<radix::StudentSite>& sites) {
    return WordList(sites.size());
  };
  return judge_runs({.shown_name = "f.cu", .exercise = 4}, "", {.run = run, .lines = lines})
      .verdict;
}

TEST(Forged, WhatDidNotComeToItsEndIsNotRight) {
  using End = StudentRun::End;
  ASSERT_EQ(verdict_of([](StudentRun&, const char*) {}), StudentVerdict::right);
  for (const End end : {End::lost, End::stopped, End::no_entry, End::left}) {
    EXPECT_NE(verdict_of([&](StudentRun& run, const char*) { run.end = end; }),
              StudentVerdict::right);
    EXPECT_NE(verdict_of([&](StudentRun& run, const char* order) {
                if (order == std::string("reverse")) run = {.end = end};
              }),
              StudentVerdict::right)
        << "from the last thread to the first";
  }
}

TEST(Forged, WhatNoKernelSortedIsNotRight) {
  EXPECT_NE(verdict_of([](StudentRun& run, const char*) {
              run.launches.clear(), run.moments.clear(), run.stores.clear();
              for (radix::StudentCopy& copy : run.copies) copy.launch = 0;
            }),
            StudentVerdict::right);
  EXPECT_NE(verdict_of([](StudentRun& run, const char*) {
              radix::StudentCopy sorted = run.copies.back();
              sorted.to_device = 1, sorted.line = 7, sorted.launch = 0;
              run.copies.insert(run.copies.begin() + 1, sorted);
            }),
            StudentVerdict::right)
      << "the host did";
}

}  // namespace
}  // namespace scope
