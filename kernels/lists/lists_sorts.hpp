/// The sorts of sorts by lists: one include and one row each.
#pragma once

#include "kernels/lists/lists_by_thread.hpp"
#include "kernels/lists/lists_copied_late.hpp"
#include "kernels/lists/lists_race.hpp"
#include "kernels/lists/lists_serial.hpp"
#include "kernels/lists/lists_uneven_tree.hpp"
#include "lists_family.hpp"

namespace radix::lists::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "lists_serial",
      .title = "two lists, one thread",
      .section = Section::radix_sort,
      .file = "lists_serial.cu",
      .settings = static_cast<uint32_t>(Use::every_sort)},
     sort_by_two_lists},
    {{.name = "lists_by_thread",
      .title = "one list per thread, then merged",
      .section = Section::radix_sort,
      .file = "lists_by_thread.cu",
      .settings = Use::every_sort | Use::lists | Use::list_merge,
      .stable = false},
     sort_by_lists},
};

/// Kernels with a fault, as they stand in print.
inline constexpr SortRow<Run> bugs_in_print[] = {
    {{.name = "lists_copied_late",
      .title = "copied back too late",
      .section = Section::radix_sort,
      .file = "lists_copied_late.cu",
      .sorts_in_block = false,
      .settings = Use::every_sort | Use::lists | Use::list_merge,
      .stable = false,
      .wrong = "the lists are copied back after the loop over the bits, so every bit deals out the "
               "keys as they came, and only the last one counts (in print, counters declared "
               "inside that "
               "loop are used after it, too: the compiler finds that)",
      .wrong_line = "the loop over the bits ends before the lists are copied back"},
     sort_by_lists_copied_late},
    {{.name = "lists_race",
      .title = "a round without its last barrier",
      .section = Section::radix_sort,
      .file = "lists_race.cu",
      .sorts_in_block = false,
      .settings = Use::every_sort | Use::lists,
      .stable = false,
      .wrong =
          "no barrier ends a round of the merge, so the next one may clear the winner's number "
          "before the winner has read it",
      .wrong_line = "the next round begins before all have read who won"},
     sort_by_racing_lists},
    {{.name = "lists_uneven_tree",
      .title = "a tree of any number of lists",
      .section = Section::radix_sort,
      .file = "lists_uneven_tree.cu",
      .sorts_in_block = false,
      .settings = Use::every_sort | Use::lists,
      .stable = false,
      .wrong =
          "nobody checks that the number of lists is a power of two; if it is not, a level of the "
          "tree has an odd winner left over, which is compared with nothing and lost",
      .wrong_line = "a tree that halves its lists, however many there are"},
     sort_by_uneven_tree},
};

}  // namespace radix::lists::inline KERNELS
