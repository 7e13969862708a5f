/// Everything the threads of one launch read and wrote, in the order in which the CPU machine ran
/// them: for each access the array, the index, the thread, the source line, the barriers passed and
/// the moment. It is made when a recipe asks for it (Recipe::accesses), on the CPU engine only, and
/// is never part of a file. What the instrument itself reads (show.hpp) is not in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "fault.hpp"

namespace radix {

enum class Touch : uint8_t {
  read,
  write,
  atomic_read,
  atomic
};  ///< atomic: read and written at once

/// One thread touches one element of an array.
struct Access {
  uint32_t array;  ///< in AccessLog::arrays
  uint32_t index;  ///< element
  uint32_t block;
  uint16_t thread;  ///< in the block
  Touch touch;
  uint32_t site;    ///< in AccessLog::sites
  uint32_t epoch;   ///< barriers that the block had passed
  uint32_t moment;  ///< shows that the thread had passed: the access belongs to step `moment` of
                    ///< the launch
};

struct AccessLog {
  /// A buffer of the machine, or an array in the shared memory of every block.
  struct Memory {
    std::string name;  ///< as its buffer is called: "the keys"; shared memory: "shared memory"
    bool shared = false;
    SourceLine made;  ///< shared memory: where the kernel asks for it
    uint32_t element_bytes = 4;
    uint32_t first_byte = 0;  ///< shared memory: where it begins in the block's
  };

  std::string kernel;
  uint32_t launch = 0;               ///< its number in the whole sort, from 0
  uint32_t blocks = 0, threads = 0;  ///< of the launch; threads per block
  std::vector<Memory> arrays;
  std::vector<SourceLine> sites;
  std::vector<Access> accesses;
  std::vector<uint32_t> barriers;  ///< per block: __syncthreads that it met

  /// Elements of an array that the launch reads, or writes, each counted once for every block: what
  /// a block touches twice it has at hand the second time. Atomics do both.
  struct Words {
    uint64_t read = 0, written = 0;
  };
  std::vector<Words> words() const {
    std::vector<Words> counts(arrays.size());
    for (const bool writes : {false, true}) {
      std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> touched;
      for (const Access& a : accesses) {
        const bool counts_here = a.touch == Touch::atomic || (a.touch == Touch::write) == writes;
        if (counts_here) touched.emplace_back(a.array, a.block, a.index);
      }
      std::sort(touched.begin(), touched.end());
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      for (const auto& [array, block, index] : touched)
        ++(writes ? counts[array].written : counts[array].read);
    }
    return counts;
  }
};

}  // namespace radix
