/// Memory as a student's program sees it: which arrays there are, which thread has touched which
/// word, and what follows from that. A process runs one program, so there is one instance.
///
/// Why not the recording machine's race detector (simt/cpu/accesses.cpp)? That one keeps
/// elements of typed arrays, follows what blocks publish, and ends at the first race; this one
/// keeps bytes of words, orders lanes by their warps' operations, finds what nobody has written,
/// and goes on: the common part is the comparison of two stamps, ten lines (is_ordered, conflict).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "student_run.hpp"

namespace radix::student {

/// Where the program is. The machine keeps it.
struct Now {
  bool in_kernel = false;
  uint32_t launch = 0;  ///< number of the launch at work, or of the next one
  uint32_t epoch = 0;   ///< counts launches and barriers of the grid
  uint32_t block = 0, thread = 0;
  uint32_t interval = 0;       ///< barriers of this block so far
  uint32_t warp_interval = 0;  ///< __syncwarp of this thread's warp so far
  const char *stack_low = nullptr, *stack_high = nullptr;  ///< of this thread
};
extern Now now;

/// Where the object's own bytes lie: what is read there and is no array is a constant.
extern const char *object_begin, *object_end;

/// What is known of the run so far, and will be reported.
extern StudentRun told;

enum class Touch : uint32_t { read, write, atomic, volatile_read, volatile_write };
/// What becomes of the thread that touched something.
enum class Verdict { go_on, stop, spins };

/// One access, before it is made.
Verdict touch(const void* address, uint32_t bytes, Touch how, StudentSite site);

/// Another piece of code starts, which runs from its head to its end.
void begin_piece();

/// The last store has been made; call before looking at memory.
void settle_store();

/// A new array; its number. Fresh memory is poisoned with 0xCD.
uint32_t add_array(StudentArray::Kind kind, const std::string& name, uint32_t line, char* begin,
                   std::size_t bytes, bool managed = false);
/// Another size for the dynamic shared memory.
void resize_array(uint32_t array, std::size_t bytes);
/// Its name in this kernel: for each name it is an array of its own, whose number is returned.
uint32_t rename_array(uint32_t array, const std::string& name);

/// cudaMalloc and its kin, with a margin on both sides. Null where there is no memory.
void* allocate(std::size_t bytes, const std::string& name, uint32_t line, bool managed);
/// The array that starts there has this name, of a variable in this line; in the dynamic shared
/// memory an array starts there until the launch ends.
void name_array(const void* begin, const char* name, uint32_t line);
/// False when that is no array's start.
bool release(const void* begin);
void copy_memory(void* to, const void* from, std::size_t bytes, int kind, uint32_t line);
/// What managed memory holds at the end, as if it were copied to the host; begin_record tells what
/// it held at the start.
void tell_managed();
void set_memory(void* at, int value, std::size_t bytes, uint32_t line);

/// A launch starts or ends: its moments and stores are told.
void begin_record(const std::string& kernel, uint32_t line, uint32_t blocks, uint32_t threads,
                  std::size_t shared_bytes);
void end_record();
/// The block's barrier of this line is released; `interval` counts it, from 1.
void record_barrier(uint32_t interval, uint32_t line);

/// Every block's shared memory is its own: poisons it, or keeps it while another block runs.
void poison_shared();
struct KeptShared {
  std::vector<char> bytes;
  std::vector<uint8_t> written;
};
KeptShared keep_shared();
void bring_shared(const KeptShared& kept);

/// Adds a finding at the present place; the same pair of places and array is told once.
StudentFinding& note(StudentFinding::Kind kind, StudentSite site, StudentSite other_site,
                     uint32_t array_plus_1, int64_t index);

/// A store that changed something, or a barrier: threads that spin may go on hoping.
extern uint64_t progress;

}  // namespace radix::student
