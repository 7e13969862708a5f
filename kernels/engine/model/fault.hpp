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

/// A CUDA thread at a line of its kernel.
struct ThreadAt {
  uint32_t block = none;
  uint32_t thread = none;  ///< in its block
  SourceLine source;
  friend bool operator==(const ThreadAt&, const ThreadAt&) = default;
};

struct Fault {
  /// A race: two threads touch one word, at least one writes it, and nothing orders them. Apart:
  /// threads of a block that do not meet at one barrier, or a mask that names other lanes.
  /// Deadlock: all wait for ever. Outside: an index that its array does not have. Other: only the
  /// sentence is known. Promise, comparison: a planted fault (kernels/engine/faults) did it, no
  /// kernel broke off; the result is not what a sort promises, or only an array on the way is
  /// another one.
  enum class Kind : uint32_t { other, race, apart, deadlock, outside, promise, comparison };
  Kind kind = Kind::other;
  std::string sentence;   ///< the whole of it, as in Trace::error
  std::string kernel;     ///< name of the __global__ function; "": none was at work
  uint32_t launch = 0;    ///< its number in the whole sort, from 0
  std::string array;      ///< race, outside: whose word it is; promise, comparison: the first
                          ///< array that differs from the right run's
  uint32_t index = none;  ///< place in the array
  uint32_t step = none;   ///< promise, comparison: the step, from 0, that shows it first
  ThreadAt first,
      second;  ///< who does it, and with whom: two threads of a race, or at two barriers
  friend bool operator==(const Fault&, const Fault&) = default;
};

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
