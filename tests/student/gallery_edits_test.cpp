/// The gallery as edits: a bug opens in the editor as its line, and what is put there instead is
/// judged by what it does, not by its text.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/mend.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/state/presets.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/sources.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

class GalleryEdits : public testing::Test {
 protected:
  void SetUp() override {
    if (!changing_program_missing().empty() ||
        (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++")))
      GTEST_SKIP() << "nothing here compiles a changed kernel";
    use_changed_kernels();
  }

  /// The bug stands in the editor.
  static Document opened(const radix::PlantedFault& bug) {
    Document document = make_document();
    EXPECT_EQ(run_command(document, "fault", bug.name), "") << bug.name;
    EXPECT_EQ(run_command(document, "edit"), "") << bug.name;
    EXPECT_EQ(edited_file(document), bug.file) << bug.name;
    EXPECT_EQ(text_in(document.lane(), bug.file), radix::patched_text(bug)) << bug.name;
    EXPECT_EQ(document.mending, bug.name);
    EXPECT_LE(lines_changed(document.lane()), 8u) << bug.name;
    return document;
  }

  static MendVerdict judged(const Document& document, uint32_t inputs) {
    return judge_mend(document.lane().setup, radix::planted_fault_named(document.mending), inputs);
  }

  static std::string right_text(const radix::PlantedFault& bug) {
    return std::string(radix::source_named(bug.file)->text);
  }
};

/// What `edit_judge` says of what stands in the editor.
MendVerdict judged_by_command(Document& document) {
  EXPECT_EQ(run_command(document, "edit_judge"), "");
  return document.judged ? *document.judged : MendVerdict{};
}

/// A bug by its number; a quick run takes one of every so many.
class EveryBug : public GalleryEdits, public testing::WithParamInterface<std::size_t> {};

TEST_P(EveryBug, OpensIsWrongAndIsMendedByItsLine) {
  if (!is_thorough() && GetParam() % 21 != 3) GTEST_SKIP() << "by RADIXSCOPE_THOROUGH";
  const radix::PlantedFault& bug = radix::planted_faults()[GetParam()];
  Document document = opened(bug);
  const MendVerdict before = judged_by_command(document);
  EXPECT_TRUE(before.ended && !before.right()) << "is not found";
  // The right line, and a comment, so that it is not the chapter's text that is judged
  EXPECT_EQ(run_command(document, "edit_text", right_text(bug) + "// mended\n"), "");
  const MendVerdict mended = judged_by_command(document);
  EXPECT_TRUE(mended.right()) << mended.sentence << " " << mended.keys;
  EXPECT_GT(mended.inputs, 1u);
}

INSTANTIATE_TEST_SUITE_P(GalleryEdits, EveryBug,
                         testing::Range<std::size_t>(0, radix::planted_faults().size()),
                         [](const auto& at) {
                           return std::string(radix::planted_faults()[at.param].name);
                         });

/// In the bug's file another text for this one.
struct Mend {
  const char *bug, *text, *other;
};

class Mends : public GalleryEdits {
 protected:
  static MendVerdict of(const Mend& mend) {
    Document document = opened(*radix::planted_fault_named(mend.bug));
    const std::string change = std::string(mend.text) + " => " + mend.other;
    EXPECT_EQ(run_command(document, "edit_replace", change), "") << mend.bug;
    return judged(document, cases(6, 20));
  }
};

TEST_F(Mends, AreJudgedWrongWhereTheyMendNothing) {
  for (const Mend& wrong :
       {Mend{"sign", "n - total - before", "n - before + total"},
        Mend{"ks_barrier", "value += t >=", "__syncthreads();\n    value += t >="},
        Mend{"full_block", "keys_here = blockDim.x", "keys_here = n"},
        Mend{"unstable", "zeros + ones.total - 1 - ones.before", "zeros + t"},
        Mend{"unsorted_out", "local_keys[i] = key", "local_keys[i] = sorted[keys_here - 1 - t]"}}) {
    const MendVerdict verdict = of(wrong);
    EXPECT_TRUE(verdict.ended && !verdict.right()) << wrong.bug << ": " << wrong.other;
    EXPECT_NE(verdict.keys, "") << wrong.bug;
  }
}

/// The text is not the chapter's, and neither are all arrays on the way.
TEST_F(Mends, AreJudgedRightInOtherWords) {
  for (const Mend& right :
       {Mend{"sign", "n - total - before", "n - (total - before)"},
        Mend{"unsorted_out", "local_keys[i] = key", "local_keys[i] = sorted[threadIdx.x]"}}) {
    const MendVerdict verdict = of(right);
    EXPECT_TRUE(verdict.right()) << right.bug << ": " << verdict.sentence;
  }
}

/// What the chapter compares by < alone.
TEST_F(GalleryEdits, KeysAreComparedByEveryOperator) {
  Document document = make_document();
  document.lane().setup.sort = "merge_co_rank";
  document.edit_file = "co_rank.cuh";
  EXPECT_EQ(run_command(document, "edit_replace",
                        "keys[b + j] < keys[a + i - 1]; => keys[a + i - 1] > keys[b + j];"),
            "");
  tick(document, 0);
  EXPECT_EQ(change_state(document), ChangeState::same) << document.lane().error.sentence;
  EXPECT_EQ(run_command(document, "edit_replace",
                        "keys[a + i - 1] > keys[b + j]; => keys[a + i - 1] >= keys[b + j];"),
            "");
  tick(document, 0);
  EXPECT_NE(change_state(document), ChangeState::refused) << document.lane().error.sentence;
}

/// The run of block_sort with a text in place of another one.
Document changed(const std::string& change) {
  Document document = make_document();
  document.lane().setup.sort = "block_sort";
  EXPECT_EQ(run_command(document, "edit_replace", change), "");
  tick(document, 0);
  return document;
}

TEST_F(GalleryEdits, ANoteWithANewNameIsARowOfItsOwn) {
  const Document document = changed(
      "const Key key = i < n ? keys[i] : Key{}; => "
      "const Key key = i < n ? keys[i] : Key{};  //: mine_here[i] = t");
  const radix::Trace& trace = *document.lane().trace;
  EXPECT_EQ(change_state(document), ChangeState::same) << document.lane().error.sentence;
  ASSERT_FALSE(trace.own_rows.empty());
  const radix::OwnRow& row = trace.own_rows.front();
  EXPECT_EQ(row.name, "mine_here");
  EXPECT_EQ(row.array->values.size(), trace.problem.size());
  EXPECT_EQ(row.array->values[1], row.array->values[0] + 1);
  EXPECT_EQ(row.source.file, "02_block_sort.cu");
  EXPECT_GT(row.source.line, 30u);
  EXPECT_LT(row.step, trace.steps.size());
  EXPECT_EQ(trace.steps[row.step].launch, row.launch);
}

TEST_F(GalleryEdits, AnIndexThatANewRowDoesNotHaveIsNamedAtItsLine) {
  const std::string line = "const Key key = i < n ? keys[i] : Key{};";
  const Document document = changed(line + " => " + line + "  //: mine_here[100 * i] = t");
  EXPECT_EQ(change_state(document), ChangeState::wrong);
  EXPECT_EQ(document.lane().error.sentence,
            "Kernel sort_in_block, block 0, thread 1: index 100 is outside the note's row, which "
            "has 16 entries, on line 38 of 02_block_sort.cu.");
}

TEST_F(GalleryEdits, ALoopWithoutAnEndIsNoDeadlock) {
  const std::string line = "const Key key = i < n ? keys[i] : Key{};";
  const Document document = changed(line + " => " + line + " while (true) {}");
  EXPECT_EQ(change_state(document), ChangeState::refused);
  EXPECT_EQ(document.lane().error.sentence,
            "02_block_sort.cu:38: The run is still in this line when its two seconds or its memory "
            "are used up.");
}

TEST_F(GalleryEdits, ANoteThatIsWrongSaysSoAtItsLine) {
  const struct {
    const char *other, *says;
  } cases[] = {
      {"local_destinatoin[i]", "02_block_sort.cu:47: No array of this sort has the name"},
      {"local_destination[i", "02_block_sort.cu:47: \"local_destination[i\" is not a"},
      {"local_destination[i] = frob", "02_block_sort.cu:47: The compiler says: 'frob'"},
      {"local_destination[i] by frob", "02_block_sort.cu:47: frob is not a device"},
      {"local_destination[i]  //: mine[i] = t",
       "02_block_sort.cu:47: There are two notes here; write them as one, with ; between"}};
  for (const auto& each : cases) {
    const Document document = changed(std::string("//: local_destination[i] => //: ") + each.other);
    EXPECT_EQ(change_state(document), ChangeState::refused) << each.other;
    const std::string& said = document.lane().error.sentence;
    EXPECT_TRUE(said.starts_with(each.says)) << said;
  }
}

TEST_F(GalleryEdits, WhatAChangeCostsStandsBesideTheChapters) {
  const Document more = changed(
      "  if (t == 0) counts[block] = zeros; => __syncthreads(); if (t == 0) counts[block] = "
      "zeros;");
  EXPECT_EQ(change_state(more), ChangeState::same) << more.lane().error.sentence;
  const auto rows = change_costs(more).rows;
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_NE(rows[1][2], rows[2][2]) << "a barrier more per launch";
  for (const std::size_t same : {1, 3, 4, 5}) EXPECT_EQ(rows[1][same], rows[2][same]) << same;
  EXPECT_EQ(change_costs_words(more), "");
  const Document none =
      changed("if (i < n) sorted[slot] = key; => if (!(i >= n)) sorted[slot] = key;");
  EXPECT_NE(change_costs_words(none), "") << "costs what the chapter's does";
}

}  // namespace
}  // namespace scope
