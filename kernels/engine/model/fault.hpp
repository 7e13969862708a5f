/// What a run did wrong, as far as it is known. The steps that were made before it stay in the
/// trace (Trace::fault).
#pragma once

#include <cstdint>
#include <string>

#include "arrays.hpp"

namespace radix {

/// A line of the kernel source, as the kernel itself reported it.
struct SourceLine {
  std::string file;   ///< name in embedded_sources(), e.g. "01_one_bit.cu"
  uint32_t line = 0;  ///< 1-based; 0 = unknown
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// What a thread does at its line.
enum class Act : uint32_t {
  unknown,
  reads,
  writes,
  changes,  ///< by an atomic
  waits,    ///< for other blocks
  barrier,  ///< waits there, as at the next three
  shuffle,
  ballot,
  warp_barrier,
  left,  ///< it has ended
};

/// A CUDA thread at a line of its kernel.
struct ThreadAt {
  uint32_t block = none;
  uint32_t thread = none;  ///< in its block
  SourceLine source;
  Act act = Act::unknown;
  friend bool operator==(const ThreadAt&, const ThreadAt&) = default;
};

/// What a run did wrong, as data: app/core/words/fault_words.hpp says it.
struct Fault {
  /// A race: two threads touch one word, at least one writes it, and nothing orders them. Apart:
  /// threads of a block that do not meet at one barrier, or a mask that names other lanes.
  /// Deadlock: all wait for ever. Outside: an index that its array does not have. Other: only the
  /// sentence is known, or the sort is wrong on purpose. Promise, comparison: a planted fault
  /// (kernels/engine/faults) did it, no kernel broke off; the result is not what a sort promises,
  /// or only an array on the way is another one.
  enum class Kind : uint32_t { other, race, apart, deadlock, outside, promise, comparison };

  /// Deadlock, Refused::What::waiting: why the blocks that are waited for do not start.
  struct Room {
    uint32_t resident = 0;   ///< blocks that may run at once; all of them wait
    uint32_t unstarted = 0;  ///< blocks without room; 0: all have started
    uint32_t blocks = 0;     ///< of the launch
    friend bool operator==(const Room&, const Room&) = default;
  };

  /// Apart: lanes of a warp that do not come as one.
  struct Lanes {
    /// Shuffle: its mask does not name just the lanes of the warp. Beyond: a vote's mask names
    /// more. Itself: it does not name its own lane. Other: a lane that it names has another mask.
    /// Unnamed: a shuffle asks a lane that its mask does not name.
    enum class What : uint32_t { none, shuffle, beyond, itself, other, unnamed };
    What what = What::none;
    uint32_t mask = 0;
    uint32_t lanes = 0;  ///< of the warp
    uint32_t lane = 0;   ///< the one that comes with the mask; unnamed: the one that it asks
    uint32_t other = 0, other_mask = 0;
    friend bool operator==(const Lanes&, const Lanes&) = default;
  };

  /// Other: what a launch cannot have, or what its kernel threw (Outcome::why).
  struct Refused {
    /// Waiting: its blocks all wait for each other, and `room` holds fewer.
    enum class What : uint32_t { none, threads, shared_memory, stacks, waiting, threw };
    What what = What::none;
    uint32_t asked = 0, given = 0;  ///< threads of a block; bytes; waiting: the limit that was set
    friend bool operator==(const Refused&, const Refused&) = default;
  };

  /// What came out in the end.
  struct Outcome {
    /// Chance: it is right, by chance. Since: right whatever the keys, as the planted fault says.
    /// Purpose: of a sort that is wrong on purpose; purpose_right: which these keys do not show.
    enum class What : uint32_t {
      unknown,
      lost,
      order,
      stable,
      right,
      chance,
      since,
      purpose,
      purpose_right
    };
    What what = What::unknown;
    uint32_t count = 0, keys = 0;  ///< lost: so many of all
    uint32_t index = none;         ///< order: of `key`, which comes before `next`
    std::string key, next;         ///< as they are shown
    std::string name;              ///< since: of the planted fault; purpose: of the sort
    std::string why;               ///< purpose: SortInfo::wrong; threw: what
    friend bool operator==(const Outcome&, const Outcome&) = default;
  };

  /// What an entry of an array holds.
  struct Held {
    enum class What : uint32_t { nothing, number, stranger, key };
    What what = What::nothing;  ///< stranger: no key of the input
    std::string shown;          ///< number, key
    uint32_t place = none;      ///< of the key in the input, where another one is equal
    friend bool operator==(const Held&, const Held&) = default;
  };

  /// Where the run first differs from the right one; its line is `first.source`, its entry
  /// `array[index]`.
  struct Difference {
    /// Value: an entry holds another value. Made: a step makes another array. Longer: the right run
    /// has ended. Shorter: this one has.
    enum class What : uint32_t { none, value, made, longer, shorter };
    What what = What::none;
    std::string part, stage;  ///< value: "pass", "scan", in the English of the family's table
    uint32_t number = 0;      ///< of the pass, level or round, from 0
    Held holds, should_hold;  ///< value
    std::string makes, should_make;       ///< made: the arrays' labels
    uint32_t steps = 0, right_steps = 0;  ///< made: the step, from 0; longer, shorter: of the runs
    friend bool operator==(const Difference&, const Difference&) = default;
  };

  Kind kind = Kind::other;
  std::string sentence;   ///< all that is known, in somebody's words: a driver's, an older file's
  std::string kernel;     ///< name of the __global__ function; "": none was at work
  uint32_t launch = 0;    ///< its number in the whole sort, from 0
  std::string array;      ///< race, outside: whose word it is; promise, comparison: the first
                          ///< array that differs from the right run's
  uint32_t index = none;  ///< place in the array
  uint32_t step = none;   ///< promise, comparison: the step, from 0, that shows it first
  ThreadAt first,
      second;            ///< who does it, and with whom: two threads of a race, or at two barriers
  bool covered = false;  ///< somebody is to find it: what gives its line away is left out
  SourceLine made;       ///< race: where its array, in shared memory, is declared
  uint32_t entries = 0;  ///< outside: of the array
  Room room;
  Lanes lanes;
  Refused refused;
  Outcome outcome;
  Difference difference;
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// "race", "divergence", "deadlock", "bounds", "promise", "comparison", "other".
constexpr const char* check_name(Fault::Kind kind) {
  constexpr const char* names[] = {"other",  "race",    "divergence", "deadlock",
                                   "bounds", "promise", "comparison"};
  return names[static_cast<uint32_t>(kind)];
}

/// What Trace::error holds of a fault: its sentence, or the name of its kind, which is no language.
inline std::string error_of(const Fault& fault) {
  return fault.sentence.empty() ? check_name(fault.kind) : fault.sentence;
}

/// Refused::What::waiting or threw, in the reader's language and without a capital.
std::string refusal_words(const Fault& fault);

/// Threads of a launch that store the same value in one word while nothing orders them: a race by
/// the rules of C++, but one that changes no result. It is told, and is no fault.
struct SameStores {
  uint32_t launch = 0;  ///< its number in the whole sort, from 0
  std::string array;    ///< the array that the word belongs to
  uint32_t index = 0;   ///< the word's index in that array
  uint32_t value = 0;
  uint32_t threads = 0;  ///< two or more
  SourceLine source;     ///< the line of the first of them
  friend bool operator==(const SameStores&, const SameStores&) = default;
};

}  // namespace radix
