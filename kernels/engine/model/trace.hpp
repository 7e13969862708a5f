/// The contract between the engines that sort and the program that draws.
///
/// A kernel run is a function  Problem -> Trace.  A Trace is a list of Steps; a Step holds every
/// array that exists at its moment, complete, never as a difference to the step before. Nothing in
/// a Trace changes after it was made, so stepping back, scrubbing and exporting are plain reads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "access_log.hpp"
#include "family.hpp"
#include "fault.hpp"
#include "problem.hpp"

namespace radix {

/// Where the trace was made.
enum class EngineId { cpu, cuda };

/// What is known of the machine that made a trace.
struct EngineFacts {
  EngineId id = EngineId::cpu;
  std::string name;    ///< "cpu" or "cuda", as on the command line
  std::string device;  ///< "NVIDIA H200", or "CPU emulation"
};

/// One array at one moment, whole grid.
struct Array {
  ArrayId id;                    ///< array::keys unless said otherwise
  std::vector<uint32_t> values;  ///< row-major; its length follows from info(id).shape
  std::vector<uint32_t> ids;     ///< identity (index in the input) of each key; empty when not keys
  MemorySpace memory = MemorySpace::unknown;  ///< where they lie: no part of what is compared
  friend bool operator==(const Array& a, const Array& b) {
    return a.id == b.id && a.values == b.values && a.ids == b.ids;
  }
};

using SharedArray = std::shared_ptr<const Array>;  ///< steps share the arrays that did not change

/// What a note of a changed kernel shows under a name that the sort does not have: no step, but a
/// row beside the arrays, from this step of its launch on.
struct OwnRow {
  uint32_t number = 0;  ///< which of the names it has
  std::string name;
  uint32_t launch = 0;
  uint32_t step = 0;  ///< 0-based
  SourceLine source;
  SharedArray array;  ///< as many values as keys; nobody's is `none`
};
/// The array of such a name, with its values.
SharedArray own_array(const std::string& name, std::vector<uint32_t> values);

/// One moment worth seeing.
struct Step {
  uint32_t pass = 0;      ///< 0-based part of the run (outline_of); of a radix sort the
                          ///< chapter's "Iteration pass + 1"
  Stage stage;            ///< which part of the pass
  ArrayId made;           ///< the array this step produced
  uint32_t launch = 0;    ///< 0-based number of the kernel launch in the whole sort
  uint32_t blocks = 0;    ///< blocks of that launch
  uint32_t threads = 0;   ///< threads per block of that launch
  uint32_t split = 0;     ///< which bit of the digit the block splits by; 0-based
  uint32_t splits = 0;    ///< how many splits the block makes; 0: the step belongs to none
  uint32_t level = 0;     ///< 1, 2, 3 … for the levels of a block scan, else 0
  uint32_t distance = 0;  ///< how far to the left a scan level reads, else 0
  ScanPhase phase = ScanPhase::across;  ///< what the level does
  std::string kernel;                   ///< name of the __global__ function
  std::string name;                 ///< of a run of the user's own: what his file calls the array
  SourceLine source;                ///< the line that produced it
  std::vector<SharedArray> arrays;  ///< every array that exists at this moment, in the order of its
                                    ///< family's table

  /// The array with this id, or null when it does not exist at this moment.
  const Array* find(ArrayId id) const;
};

/// A finished run. Immutable.
struct Trace {
  Problem problem;
  std::string sort;          ///< short name of the sort, e.g. "one_bit"
  std::string planted;       ///< the fault that was planted in it (kernels/engine/faults); "": none
  std::string own;           ///< of a program of the user's own (Document::student): its
                             ///< file; steps are those that it shows. "": the sort's kernels
  std::string changed;       ///< the files that a person has changed, "a.cu, b.cuh"; "": none
  bool met_planted = false;  ///< the run came to what that changes; not in files
  const Family* family = nullptr;  ///< the sort's; null in an empty trace
  EngineFacts engine;
  std::vector<Step> steps;     ///< empty when there are no keys, or for an unrecorded run
  Array sorted;                ///< the result with the identity of every key
  uint32_t launches = 0;       ///< kernel launches of the whole sort
  std::string error;           ///< empty, or one sentence: what the run did wrong and where
  std::optional<Fault> fault;  ///< the same in parts, when a kernel did it; `steps` are those made
                               ///< until then, and hold what the fault made of them: in the last
                               ///< launch's, keys may be missing, and any number may stand
  std::optional<Fault> differs;  ///< of a run of changed files: where it first differs from the
                                 ///< unchanged run, right or not; not in files
  std::vector<bool> differing;   ///< of such a run, by step: it made another value; not in files
  std::vector<OwnRow> own_rows;  ///< of a run of changed files; not in files
  std::vector<SameStores> same_stores;  ///< on the CPU engine, in the order of the launches; not in
                                        ///< files
  std::vector<std::shared_ptr<const AccessLog>>
      accesses;  ///< by launch, when the recipe asked; not in files
};

/// The parts of the run; none of an empty trace.
Outline outline_of(const Trace& trace);

/// How far a run is at a cursor (steps done), 0…1: what its parts before weigh, and of the part at
/// work the share of its steps that are done.
double progress_at(const Trace& trace, std::size_t cursor);

/// The last cursor that is not further than that.
std::size_t cursor_at_progress(const Trace& trace, double progress);

/// What a pass wrote, for those who only want to know that: where the keys went, in the order of
/// the threads that wrote them (position i: thread problem.thread_of(i), round problem.round_of(i)
/// of block problem.block_of(i)).
struct PassWrites {
  uint32_t pass = 0;
  const std::vector<uint32_t>& destination;  ///< slot in the output, one per key
};

/// Told after every pass of a run, recorded or not. Returning false ends the run.
using Watch = std::function<bool(const PassWrites&)>;

/// A short heading for a step, e.g. "scan · level 2 · add the value 2 places to the left".
std::string caption(const Step& step);

/// The arrays that a step's own was made from, as its family says (Family::reads); of a program of
/// the user's own none.
std::vector<ArrayId> reads_of(const Trace& trace, std::size_t step);

/// Where two traces of one recipe first differ.
struct Difference {
  std::size_t step = 0;  ///< 0-based
  std::string what;      ///< one sentence: stage, array, index and both values
};
std::optional<Difference> first_difference(const Trace& a, const Trace& b);

/// Values of a row of a table; of any other array all of them.
uint32_t row_length(const Array& array, const Problem& problem);

/// "" or what is wrong with an array of a step of this launch: its length, a key that is not the
/// one it claims to be, a place that no key has, a bit that is none. What holds keys has each of
/// them once, unless the run went wrong (`broken`): then one may stand twice. Figures rely on it.
std::string array_error(const Array& array, const Problem& problem, const Step& step, bool broken,
                        const Family* family);

/// For a run that went wrong: removes the first step with an invalid array, and every step after
/// it.
void drop_unsound_steps(Trace& trace);

/// The JSON text that `radixscope trace --json` prints (app/cli/README.md), and back.
std::string to_json(const Trace& trace);
/// `family_of`: the family of a sort, by the sort's short name.
using FamilyOf = const Family& (*)(std::string_view sort);
Result<Trace> trace_from_json(std::string_view text, FamilyOf family_of);

}  // namespace radix
