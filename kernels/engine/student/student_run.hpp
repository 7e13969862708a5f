/// A watched run of a student's program as plain data: what the sandboxed child of radixscope-run
/// reports to the judge. It crosses a pipe as 32-bit words. The student's own code may have written
/// them, so every one of them is checked before it is trusted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace radix {

/// A place in the student's code: 0 unknown, with the highest bit a line of the student's file,
/// else the address of the instruction within the loaded object.
using StudentSite = uint32_t;
inline constexpr StudentSite site_is_line = 0x80000000u;
/// Lines from this one on are those of the header that every file may include.
inline constexpr uint32_t header_lines = 0x40000000u;
/// A line of the student's file, or 0.
constexpr uint32_t own_line(uint32_t line) { return line < header_lines ? line : 0; }

struct StudentLaunch {
  std::string kernel;
  uint32_t line = 0, blocks = 0, threads = 0, shared_bytes = 0;
};

/// A piece of memory with a name of the student's.
struct StudentArray {
  enum class Kind : uint32_t { global, shared, variable };
  std::string name;
  Kind kind = Kind::global;
  uint32_t line = 0;      ///< of its cudaMalloc
  uint32_t elements = 0;  ///< of a shared array, in one block
  uint32_t bytes = 4;     ///< of an element
};

/// An array after the k-th barrier of every block of a launch, or at its end; a shared array block
/// after block.
struct StudentMoment {
  uint32_t launch = 0, interval = 0, array = 0;
  uint32_t barrier_line = 0;  ///< 0: the end of the launch
  std::vector<uint32_t> values;
  std::vector<uint32_t> written;  ///< 1: the element has been written at all
  std::vector<StudentSite> site;  ///< who wrote it in this launch, or 0
  std::vector<uint32_t> who;      ///< the thread that wrote it: block * threads + thread
};

/// All stores of one instruction of a launch into one array, in time order.
struct StudentStores {
  uint32_t launch = 0, array = 0;
  StudentSite site = 0;
  std::vector<uint32_t> who, slot, value;  ///< who: block * threads + thread
};

/// cudaMemcpy between host and device.
struct StudentCopy {
  uint32_t array = 0, line = 0, launch = 0;  ///< launch: this many were made before
  uint32_t to_device = 0;
  std::vector<uint32_t> values;
};

/// One finding of the watch; the same pair of places is reported once, with a count.
struct StudentFinding {
  enum class Kind : uint32_t {
    read_race,   ///< reads what another thread writes
    write_race,  ///< writes what another thread reads or writes elsewhere
    collision,   ///< the same statement of two threads writes the same word
    unwritten,   ///< reads what was never written; `text`: before the block's first barrier
    outside,     ///< touches what does not exist
    host_touch,  ///< the host reads or writes device memory
    divergence,  ///< threads of a block wait at two barriers, or some have left
    deadlock,    ///< all wait for ever
    misuse,      ///< of a warp operation or a launch: `text`
    endless,     ///< no end after the steps allowed
    crash,       ///< a wild address, a division by zero, abort(): `text`
    copy,        ///< cudaMemcpy past an end or in the wrong direction: `text`
    unstable,    ///< of two equal keys the one of index `other_thread` comes back after that of
                 ///< index `other_block`, which is higher
    same_store,  ///< `times` threads store the same word into one element, and nothing orders
                 ///< them: told, and no mistake; `text`: its number. With `writes`: it may be two
                 ///< keys of one value, and then it is one if keys are lost
  };
  Kind kind = Kind::crash;
  StudentSite site = 0, other_site = 0;
  uint32_t launch = 0;  ///< its number; of the host: this many were made before
  uint32_t in_kernel = 0;
  uint32_t block = 0, thread = 0, other_block = 0, other_thread = 0;
  uint32_t array = 0;  ///< its number plus 1, or 0
  int32_t index = 0;   ///< of the element, negative before the array
  uint32_t writes = 0;
  uint32_t times = 1;
  std::string text;
};

struct StudentRun {
  enum class End : uint32_t { lost, returned, stopped, no_entry, left };
  End end = End::lost;
  uint32_t steps = 1;  ///< 0: too much happened for moments and stores
  std::vector<StudentLaunch> launches;
  std::vector<StudentArray> arrays;
  std::vector<StudentMoment> moments;
  std::vector<StudentStores> stores;
  std::vector<StudentCopy> copies;
  std::vector<StudentFinding> findings;  ///< in time order
  std::vector<StudentSite> loop;         ///< where an endless loop goes round
  std::string refusal;  ///< why it could not be loaded: of student_refusal, or the system's words
};

/// Words of the child's own for what keeps an object from being loaded.
namespace student_refusal {
inline constexpr std::string_view ifunc = "ifunc", memory = "memory", seccomp = "seccomp";
}

/// The most of everything that a run tells: the child stops there, and words that tell more are no
/// run.
namespace student_limits {
inline constexpr std::size_t words = std::size_t{6} << 20;
inline constexpr std::size_t launches = 4096, arrays = 1024, moments = 1 << 15, stores = 1 << 16,
                             copies = 4096, findings = 200, loop = 64;
inline constexpr uint32_t elements = 8192;  ///< of an array that is told, in all blocks
inline constexpr uint32_t blocks = 1u << 20, threads = 1024;  ///< of a launch, of a block
}  // namespace student_limits

/// Says who tells: words that the child was not given are not its own. (Its program's code lies in
/// the same memory and may find them all the same.)
struct StudentPassword {
  uint32_t words[4] = {};
};

/// The run as words.
std::vector<uint32_t> to_words(const StudentRun& run, const StudentPassword& password = {});
/// And back; nothing where they are no run, word for word: another password, more or fewer words
/// than it takes, numbers that are no kind, index or size, or stand for what is not there. Texts
/// come back as one line of characters that can be shown.
std::optional<StudentRun> student_run_from(const std::vector<uint32_t>& words,
                                           const StudentPassword& password = {});

}  // namespace radix
