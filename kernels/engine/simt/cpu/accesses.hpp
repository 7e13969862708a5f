/// What the threads of a launch touch: every access to a buffer or to shared memory is compared
/// with those before it, and kept on request. Internal to the CPU machine.
///
/// Two threads race when both touch one element, at least one writes it, not both by atomics, and
/// nothing orders them. Threads of a block are ordered by a barrier between them; shuffles order
/// nothing. Threads of a launch's different blocks are ordered by a word that one changes by an
/// atomic or through volatile memory, after a __threadfence(), and the other then reads by an
/// atomic or through volatile memory. So a race is found in whatever order the threads run.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/engine/model/access_log.hpp"
#include "kernels/engine/simt/common.hpp"

namespace radix {
inline namespace cpu {

/// A place in the kernel source.
struct Site {
  const char* file = "";
  uint32_t line = 0;
};

/// One access to an element. The interval numbers the stretches between the barriers of all blocks.
struct Touched {
  uint32_t interval = 0;  ///< 0: nobody
  uint16_t thread = 0;
  uint16_t site : 15 = 0;  ///< in Accesses' list
  uint16_t only_read : 1 = 0;
  uint32_t events = 0;  ///< what had been published by then: a place in Accesses' list
};

/// The accesses to one element that a later one can race with. Of readers, and of threads that come
/// with atomics, two that differ are enough: one of them is not the later thread.
struct Cell {
  Touched write, reads[2];
};
struct AtomicCell {
  Touched atomics[2];
};

/// The memory of one array. Its cells are made when it is first touched.
struct Region {
  const char* name = "";
  std::size_t size = 0;  ///< elements
  uint32_t element_bytes = 4;
  bool shared = false;
  uint32_t first_byte = 0;  ///< shared memory: where it starts
  Site made{};              ///< shared memory: where the kernel asks for it
  uint32_t begins =
      1;  ///< intervals before this one are of other launches, or of the memory's last block
  uint64_t launch = 0;      ///< that touched it last
  uint32_t generation = 0;  ///< of the intervals' numbers
  uint64_t log_of = 0;      ///< the launch in whose log it stands
  uint32_t logged = none;   ///< its place in that log
  std::vector<Cell> cells;
  std::vector<AtomicCell> atomic_cells;  ///< made when an atomic touches it
};

class Accesses;

/// The CUDA thread that runs on this OS thread: in which stretch it is, and how many shows it has
/// passed.
struct RunningThread {
  Accesses* accesses = nullptr;  ///< null: none runs
  uint32_t block = 0, thread = 0, interval = 0, epoch = 0, moment = 0;
  bool same = false;   ///< the word already holds what the thread is about to write
  uint32_t value = 0;  ///< what the word holds then
};
inline thread_local constinit RunningThread worker;

class Accesses {
 public:
  /// A launch starts. `log`: null, or where every access is written down.
  void begin_launch(AccessLog* log);
  /// A block of the launch goes on after a barrier, or starts. The number of its next stretch.
  uint32_t begin_interval(uint32_t block);

  /// The running thread touches an element. Two words are handed over faster than a Site, which
  /// WebAssembly puts into memory.
  void touch(Region& region, uint32_t index, Touch how, const char* file, uint32_t line);
  /// __threadfence(): what the thread, and those before it, did until now can be published.
  void fence();

  /// The first race of the launch: everything but the kernel's name.
  const std::optional<Fault>& race() const { return race_; }
  /// Stores of the launch that would race if they did not all store the same.
  const std::vector<SameStores>& same_stores() const { return same_; }

 private:
  /// What orders threads besides barriers: a fence, or a word that is written or read by all at
  /// once.
  struct Event {
    const void* word;  ///< null: a fence
    uint32_t interval;
    uint16_t thread;
    bool publishes, sees;
  };

  bool concurrent(const Touched& before, const Region& region) const;
  [[gnu::noinline]] bool ordered(const Touched& before) const;
  uint32_t block_of(uint32_t interval) const { return block_of_[interval - first_interval_]; }
  uint16_t site_number(const char* file, uint32_t line);
  [[gnu::noinline]] uint16_t find_site(const char* file, uint32_t line, std::size_t hash);
  [[gnu::noinline]] void begin_region(Region& region);
  [[gnu::noinline]] uint8_t logged_array(Region& region);
  [[gnu::noinline]] uint16_t logged_site(uint16_t number);
  [[gnu::noinline]] void found(const Touched& before, Touch how_before, const Region& region,
                               uint32_t index, Touch how, uint16_t site);
  [[gnu::noinline]] void keep_same(const Touched& before, const Region& region, uint32_t index);
  [[gnu::noinline]] void touch_by_atomic(Region& region, uint32_t index, Touch how, uint16_t site);
  Touched now(Touch how, uint16_t site);
  void keep(Touched (&two)[2], const Touched& now, const Region& region);
  void write_down(Region& region, uint32_t index, Touch how, uint16_t site);

  uint64_t launch_ = 0;
  uint32_t generation_ = 0;
  uint32_t first_interval_ = 1, next_interval_ = 1;
  std::vector<uint32_t> block_of_;  ///< by interval of this launch
  std::vector<Event> events_;       ///< of this launch
  std::vector<Site> sites_;
  struct Known {
    const char* file = nullptr;
    uint32_t line = 0;
    uint16_t number = 0;
  };
  std::array<Known, 256> known_sites_{};  ///< by a hash: where site_number looks first
  AccessLog* log_ = nullptr;
  std::vector<uint32_t> logged_sites_;  ///< by site number: its place in the log's list
  std::optional<Fault> race_;
  std::vector<SameStores> same_;
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> same_by_;  ///< block and thread of each
};

SourceLine source_line(Site site);

}  // namespace cpu
}  // namespace radix
