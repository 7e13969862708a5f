/// Everything the threads of one launch read and wrote, in the order in which the CPU machine ran
/// them: for each access the array, the index, the thread, the source line, the barriers passed and
/// the moment. It is made when a recipe asks for it (Recipe::accesses), on the CPU engine only, and
/// is never part of a file. What the instrument itself reads (show.hpp) is not in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fault.hpp"

namespace radix {

/// What a thread does to an element. An atomic reads and writes it at once; atomic_read and
/// atomic_write are those of volatile memory, which blocks read while others write it.
enum class Touch : uint8_t { read, write, atomic_read, atomic_write, atomic };

/// One thread touches one element of an array. 20 bytes: a run makes millions.
struct Access {
  uint32_t index;  ///< element
  uint32_t block;
  uint32_t epoch;   ///< barriers that the block had passed
  uint16_t thread;  ///< in the block
  uint16_t moment;  ///< shows that the thread had passed: the access belongs to step `moment` of
                    ///< the launch
  uint16_t site;    ///< in AccessLog::sites
  uint8_t array;    ///< in AccessLog::arrays
  Touch touch;
};
static_assert(sizeof(Access) == 20);

struct AccessLog {
  /// A buffer of the machine, or an array in the shared memory of every block.
  struct Memory {
    std::string name;  ///< as its buffer is called: "the keys"; shared memory: "shared memory"
    bool shared = false;
    SourceLine made;  ///< shared memory: where the kernel asks for it
    uint32_t element_bytes = 4;
    uint32_t first_byte = 0;  ///< shared memory: where it starts in the block's
  };

  std::string kernel;
  uint32_t launch = 0;               ///< its number in the whole sort, from 0
  uint32_t blocks = 0, threads = 0;  ///< of the launch; threads per block
  std::vector<Memory> arrays;
  std::vector<SourceLine> sites;
  std::vector<Access> accesses;
  std::vector<uint32_t> barriers;  ///< per block: __syncthreads that it met

  /// 4-byte words of an array that the launch reads and writes. A key is one: its identity is not
  /// the sort's. Every element counts once for every block and direction: what a block touches
  /// twice it has at hand the second time. What blocks tell each other by atomics counts whenever
  /// it is told (atomic_write: all words of the element), and once for every stretch between two
  /// barriers in which a block asks (atomic_read), however often and for however many blocks it
  /// does; a number that is counted up is one word each way.
  struct Words {
    uint64_t read = 0, written = 0;
  };
  std::vector<Words> words() const;  ///< by array
};

}  // namespace radix
