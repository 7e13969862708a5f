/// The gallery of bugs: careless lines for the kernels, listed in FAMILY_faults.json of each
/// family. One copy of the sorts contains all of them (mutate.cmake) and is compiled once; a recipe
/// says which of them is planted in its run. Each has keys that show it, keys that hide it, and the
/// check that finds it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/engine/model/sources.hpp"
#include "kernels/engine/model/trace.hpp"

namespace radix {

/// A place in a kernel's file where another text stands.
struct Change {
  std::string before, right, wrong, after;  ///< "before" and "after" are there to tell the place
  uint32_t line = 0;                        ///< where `right` starts in its file, from 1
};

/// Keys and settings that a fault is looked at with.
struct FaultCase {
  std::string keys;  ///< as text
  Settings settings;
};

struct PlantedFault {
  std::string name;   ///< in commands and files: "ks_barrier"
  std::string title;  ///< "no barrier between reading and writing"
  Section section;    ///< of the chapter
  std::string sort;   ///< that it is looked at with
  std::string file;   ///< of embedded_sources(): "kogge_stone.cuh"
  std::string wrong;  ///< one sentence: what goes wrong
  std::vector<Change> changes;
  Fault::Kind found_by = Fault::Kind::other;  ///< the check that finds it in `shows`
  FaultCase shows;                            ///< keys with which it is seen
  std::optional<FaultCase> hides;             ///< with which all is right; none: it always is seen
  std::string right_since;  ///< why the result is right whatever the keys; "": where it is, by
                            ///< chance
  std::string on_a_card;    ///< the row of CardCounts that has it; "": no card was asked
};

/// All of them, in the order of the gallery. The number of a fault is its place, from 0.
std::span<const PlantedFault> planted_faults();
const PlantedFault* planted_fault_named(std::string_view name);  ///< null: there is none

/// The kernel's file with the wrong text in it; every line keeps its number.
std::string patched_text(const PlantedFault& fault);
/// The lines of it that a fault changes, from 1, ascending.
std::vector<uint32_t> changed_lines(const PlantedFault& fault);

/// True where a barrier is taken out.
bool misses_a_barrier(const Change& change);

/// What a card makes of a missing barrier: blocks that came out wrong, by threads of a block
/// (missing_barriers.json, as tests/bench/missing_barriers.cu printed it).
struct CardCounts {
  struct Row {
    std::string removed;          ///< which barrier: "after the scatter"
    std::vector<uint64_t> wrong;  ///< blocks, by `threads`
  };
  std::string device;             ///< "NVIDIA H200"
  uint64_t blocks = 0;            ///< tried for every number
  std::vector<uint64_t> threads;  ///< of a block
  std::vector<Row> rows;
};
const CardCounts& card_counts();

/// How many of 60 inputs of 64 keys are sorted rightly, by the order of the threads and blocks,
/// when no check looks at what the fault does; and in how many watched runs, forward, it is found.
struct OrderCounts {
  static constexpr uint32_t runs = 60, keys = 64;
  std::string fault;       ///< its name
  uint32_t threads = 0;    ///< per block
  uint32_t right[3] = {};  ///< by Schedule
  uint32_t found = 0;
};

/// The texts of the families' FAMILY_faults.json and, last, of missing_barriers.json, compiled in.
std::span<const SourceFile> embedded_faults();

/// What is wrong with a run that came to its end, beside that of the right kernels: the result
/// breaks what a sort promises, to keep equal keys in order only if it is `stable`, or else an
/// array is another one. Nothing where both are equal.
std::optional<Fault> fault_beside(const Trace& trace, const Trace& right, bool stable);

/// Where a run that broke off first differs from the right one; its step is after the last one
/// where no array that it has made does.
Fault difference_of_stopped(const Trace& trace, const Trace& right);

}  // namespace radix
