/// A block of the CPU machine while it runs: its threads' stacks, its memory, and what is
/// wrong when its threads cannot go on together. Internal to cpu.cpp.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpu.hpp"
#include "kernels/engine/simt/fiber/stack_notes.hpp"
#include "kernels/engine/simt/fiber/switch.hpp"

namespace radix {
inline namespace cpu {

struct Block;

inline constexpr std::size_t stack_bytes = 64 * 1024;

/// A stack on which CUDA threads run: one after the other until one of them has to wait.
struct Fiber {
  enum State { free, running, at_barrier, spinning };
  GuardedStack stack{stack_bytes};
  Suspended at = nullptr;  ///< where it goes on, while it is switched away
  Block* block = nullptr;
  uint32_t thread = 0;
  State state = free;
  Site site{"", 0};
  Act awaited = Act::barrier;  ///< what it waits at while at_barrier
  uint32_t exchanges = 0;      ///< shuffles that its thread has been through
  uint32_t moment = 0;         ///< while it waits: RunningThread::moment
  StackNotes notes;
};

/// A block that has started and not finished.
struct Block {
  uint32_t number = 0;
  std::vector<uint64_t> shared;     ///< 8-byte aligned
  std::vector<uint32_t> unstarted;  ///< threads, taken from the back
  std::vector<Fiber*> threads;      ///< those that wait, in the order of the first sweep
  uint32_t finished = 0, last_finished = 0;
  uint32_t at_barrier = 0;  ///< threads that wait there since the last one was passed
  Site first_site{"", 0};   ///< where the first of them waits
  bool apart = false;       ///< another one waits elsewhere
  uint32_t epoch = 0,
           interval =
               0;  ///< barriers passed; the stretch after the last one, as Accesses numbers it
  std::vector<std::unique_ptr<Region>>
      arrays;            ///< in shared memory, in the order in which a thread makes them
  std::size_t made = 0;  ///< of them, by this block
  /// What every thread hands in at a shuffle or a vote, and its mask. Two rows in turn: a late
  /// thread reads one while an early one writes the other; none is two shuffles ahead.
  std::array<std::vector<uint32_t>, 2> exchanged, masks;
};

/// All threads that are left wait: nothing when all wait at the same place and none has left, else
/// what is wrong.
std::optional<Fault> barrier_fault(const Block& block);

/// No thread of any block gets further. `resident` blocks run, `unstarted` of `blocks` have not
/// started.
Fault deadlock_fault(const Block& block, std::size_t resident, std::size_t unstarted,
                     uint32_t blocks);

/// The mask of a shuffle in a warp with this many lanes must name exactly these: what is wrong.
Fault::Lanes mask_error(uint32_t mask, uint32_t lanes);

/// The same for a vote, which may be some lanes' own: this lane must be among them.
Fault::Lanes vote_error(uint32_t mask, uint32_t lanes, uint32_t lane);

}  // namespace cpu
}  // namespace radix
