/// Stacks, blocks and OS threads of the timed CPU machine.
#define RADIX_TIMED
#include "cpu_timed.hpp"

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "kernels/engine/simt/fiber/stack_notes.hpp"
#include "kernels/engine/simt/fiber/switch.hpp"
#include "os_threads.hpp"
#include "text/broken.hpp"
#include "text/refused.hpp"

namespace radix {
inline namespace cpu_timed {
namespace {

namespace refused = scope::text::refused;

using Mode = Here::Mode;

constexpr std::size_t page = 4096;
// An odd number of pages, so that stacks spread over the sets of the TLB. Watched stacks
// (switch.hpp) hold more. No guard pages: there may be 65,536 stacks, and the careful machine has
// run the same kernels behind guard pages.
constexpr std::size_t stack_bytes = (RADIX_OWN_SWITCH != 0 ? 5 : 17) * page;

uint32_t number(Word word) { return static_cast<uint32_t>(word); }

/// A launch while it runs.
struct Launch {
  explicit Launch(const Work& w, uint32_t blocks_each) : work(w), slots(blocks_each) {}
  const Work& work;
  const uint32_t slots;           ///< blocks that each OS thread holds at once
  std::atomic<uint64_t> next{0};  ///< block
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::string error;  ///< of the first failure

  bool take(uint32_t& block) {
    if (failed.load(std::memory_order_relaxed)) return false;
    const uint64_t taken = next.fetch_add(1, std::memory_order_relaxed);
    block = static_cast<uint32_t>(taken);
    return taken < work.grid.blocks;
  }
  void fail(const std::string& what) {
    const std::lock_guard lock(mutex);
    if (error.empty()) error = what;
    failed = true;
  }
};

/// Thrown where a thread waits for another block when the launch has failed.
struct GivenUp {};

void first_of_blocks();
void first_of_thread();

/// What a block that runs needs: its memory, and a stack for each of its threads.
struct Slot {
  Here here;                      ///< while another slot runs
  std::vector<Suspended> at;      ///< [threads] where each goes on
  std::vector<StackNotes> notes;  ///< [threads]
  std::vector<uint64_t> shared;
  std::vector<uint32_t> exchanged;          ///< 2 rows of [threads]
  std::unique_ptr<unsigned char[]> stacks;  ///< the pages that nobody touches take no memory
  std::size_t stack_count = 0;

  void prepare(const Grid& grid) {
    const std::size_t threads = grid.threads;
    if (stack_count < threads) {
      stacks.reset();
      stacks.reset(new unsigned char[threads * stack_bytes]);
      stack_count = threads;
      at.resize(threads);
      notes.resize(threads);
      exchanged.resize(2 * threads);
    }
    shared.resize(
        std::max(shared.size(), (grid.shared_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t)));
    here = {};
    here.threads = static_cast<Word>(grid.threads);
    here.blocks = static_cast<Word>(grid.blocks);
    here.shared = reinterpret_cast<unsigned char*>(shared.data());
    here.shared_bytes = grid.shared_bytes;
    here.stacks = at.data();
    here.exchanged[0] = exchanged.data();
    here.exchanged[1] = exchanged.data() + threads;
    fresh(0);
  }

  /// An empty stack for thread t. Tops are shifted, or they would all fall into the same sets of
  /// the cache.
  void fresh(uint32_t t) {
    unsigned char* bottom = stacks.get() + t * stack_bytes;
    const std::size_t bytes = stack_bytes - 7 * t % 61 * 64;
    notes[t].begin(bottom, stack_bytes);
    at[t] = t == 0 ? fresh_stack<first_of_blocks>(bottom + bytes, bytes)
                   : fresh_stack<first_of_thread>(bottom + bytes, bytes);
  }

  void go(uint32_t from, uint32_t to) {
    notes[from].leave_for(notes[to]);
    radix_switch_stacks(&at[from], at[to]);
    notes[from].arrive_from();
  }
};

/// The part of the machine that belongs to one OS thread. Thread 0 of every block, and the loop
/// over the blocks, run on stack 0 of a slot, so that a block that fails can simply be left.
class Worker;
thread_local constinit Worker* current_worker = nullptr;

class Worker {
 public:
  void run(Launch& launch) {
    current_worker = this;
    launch_ = &launch;
    try {
      while (slots_.size() < launch.slots) slots_.push_back(std::make_unique<Slot>());
      active_.clear();
      for (uint32_t s = 0; s < launch.slots; ++s) {
        slots_[s]->prepare(launch.work.grid);
        active_.push_back(slots_[s].get());
      }
    } catch (const std::bad_alloc&) {
      return launch.fail(refused::no_stacks({.blocks = launch.slots,
                                             .kernel = launch.work.kernel,
                                             .threads = launch.work.grid.threads}));
    }
    enter(0);
    home_notes_.leave_for(slot_->notes[0]);
    enter_stacks(&home_, slot_->at[0]);
    home_notes_.arrive_from();
    if (slots_.size() > 1) slots_.resize(1);  // many stacks are seldom needed
  }

  /// Runs blocks on stack 0 of a slot until none is left.
  void run_blocks() {
    slot_->notes[0].arrive_from(home_notes_.bottom == nullptr ? &home_notes_ : nullptr);
    const bool whole = guarded([&] {
      for (uint32_t block = 0; call_goes_on() || launch_->take(block);) {
        if (!call_goes_on()) {
          here.block = static_cast<Word>(block);
          here.thread = Word{0};
          here.mode = Mode::free;
        }
        radix_call(launch_->work.threads, launch_->work.arguments);
        if (stack_left()) return;
        if (here.mode != Mode::lockstep) continue;
        here.mode = Mode::finishing;
        here.thread = Word{1};
        slot_->go(0, 1);
        if (stack_left()) return;
      }
    });
    if (stack_left()) return;
    if (!whole) return leave_home(0);
    std::erase(active_, slot_);
    if (active_.empty()) return leave_home(0);
    Slot& left = *slot_;
    enter(current_ % static_cast<uint32_t>(active_.size()));
    leave_for_good(left.notes[0], slot_->notes[number(here.thread)],
                   slot_->at[number(here.thread)]);
  }

  /// Runs one thread of a block in lockstep on its own stack. A page's may come out of radix_call
  /// as another one: who it is stands in `here`.
  void run_thread() {
    slot_->notes[number(here.thread)].arrive_from();
    const bool whole = guarded([&] {
      radix_call(launch_->work.threads, launch_->work.arguments);
      if (stack_left()) return;
      if (here.mode == Mode::lockstep) leaves_too_early(number(here.thread), 0);
    });
    if (stack_left()) return;
    const uint32_t t = number(here.thread);
    if (!whole) return leave_home(t);
    const uint32_t next = t + 1 < number(here.threads) ? t + 1 : 0;
    here.thread = static_cast<Word>(next);
    leave_for_good(slot_->notes[t], slot_->notes[next], slot_->at[next]);
  }

  /// The first time that a thread of the block waits: it must be the first thread.
  void first_wait() {
    const uint32_t t = number(here.thread), threads = number(here.threads);
    if (threads == 1) return;
    if (t != 0) leaves_too_early(0, t);
    for (uint32_t other = 1; other < threads; ++other) slot_->fresh(other);
    here.mode = Mode::lockstep;
    here.thread = Word{1};
    return slot_->go(0, 1);
  }

  void next_thread() {
    const uint32_t t = number(here.thread);
    const uint32_t next = t + 1 < number(here.threads) ? t + 1 : 0;
    here.thread = static_cast<Word>(next);
    return slot_->go(t, next);
  }

  /// The running thread waits for another block: on another OS thread, or in another slot.
  void spin() {
    if (launch_->failed.load(std::memory_order_relaxed)) throw GivenUp{};
    const uint32_t next = (current_ + 1) % static_cast<uint32_t>(active_.size());
    if (next == 0 && ++spins_ % 8 == 0) std::this_thread::yield();
    if (active_.size() == 1) return;
    Slot& left = *slot_;
    const uint32_t t = number(here.thread);
    left.here = here;
    enter(next);
    left.notes[t].leave_for(slot_->notes[number(here.thread)]);
    radix_switch_stacks(&left.at[t], slot_->at[number(here.thread)]);
    left.notes[t].arrive_from();
  }

 private:
  void enter(uint32_t slot) {
    current_ = slot;
    slot_ = active_[slot];
    here = slot_->here;
  }

  /// Runs a kernel at the foot of its stack; what it throws fails the launch. False then, or when
  /// another block failed it.
  template <class F>
  bool guarded(F run) {
    try {
      run();
      return true;
    } catch (const GivenUp&) {
    } catch (const KernelError& e) {
      launch_->fail(refused::in_block(
          {.block = number(here.block), .kernel = launch_->work.kernel, .why = e.what()}));
    } catch (const std::exception& e) {
      launch_->fail(refused::kernel_threw(
          {.block = number(here.block), .kernel = launch_->work.kernel, .why = e.what()}));
    }
    return false;
  }

  [[noreturn]] static void leaves_too_early(uint32_t gone, uint32_t waiting) {
    throw KernelError(refused::left_early({.gone = gone, .waiting = waiting}));
  }

  void leave_home(uint32_t stack) { leave_for_good(slot_->notes[stack], home_notes_, home_); }
  static void leave_for_good(StackNotes& mine, StackNotes& next, Suspended to) {
    static thread_local Suspended nowhere;
    mine.leave_for(next, true);
    radix_switch_stacks(&nowhere, to);
  }

  Launch* launch_ = nullptr;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> active_;  ///< that still have blocks
  Slot* slot_ = nullptr;       ///< the one that runs: active_[current_]
  uint32_t current_ = 0, spins_ = 0;
  Suspended home_ = nullptr;  ///< the OS thread's own stack
  StackNotes home_notes_;
};

/// The OS threads, and who may launch.
struct Machine {
  std::mutex mutex;
  std::unique_ptr<OsThreads> threads;
  uint32_t wanted = 0;  ///< workers; 0: as many as the processor runs at once

  uint32_t workers() const {
    return wanted > 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
  }
};

Machine& machine() {
  static Machine one;
  return one;
}

void run_on_this_thread(Launch& launch) {
  static thread_local Worker worker;
  worker.run(launch);
}

void first_of_blocks() { current_worker->run_blocks(); }
void first_of_thread() { current_worker->run_thread(); }

}  // namespace

void __syncthreads() {
  if (comes_back()) return;
  if (here.mode != Mode::lockstep) {
    current_worker->first_wait();
  } else if (RADIX_OWN_SWITCH == 0 || stacks_are_watched) {
    current_worker->next_thread();
  } else {  // the same as next_thread, with all that it takes in one place
    const uint32_t t = number(here.thread);
    const uint32_t next = t + 1 < number(here.threads) ? t + 1 : 0;
    here.thread = static_cast<Word>(next);
    radix_switch_stacks(&here.stacks[t], here.stacks[next]);
  }
  leaves_call();
}

void spin_pause() {
  if (comes_back()) return;
  current_worker->spin();
  leaves_call();
}

uint32_t workers() { return machine().workers(); }

void set_workers(uint32_t count) {
  const std::lock_guard lock(machine().mutex);
  machine().wanted = count;
  machine().threads.reset();
}

void require_possible(const char* name, const Grid& grid) {
  if (constexpr uint32_t most = 1024; grid.threads < 1 || grid.threads > most)
    throw KernelError(scope::text::broken::told_threads({.asked = grid.threads, .most = most}));
  if (!grid.all_resident) return;
  const uint32_t holds = max_resident_threads / grid.threads;
  const bool limited = grid.resident_limit > 0 && grid.resident_limit < holds;
  const uint32_t most = limited ? grid.resident_limit : holds;
  if (grid.blocks > most)
    throw KernelError(refusal_words(cannot_wait(name, grid.blocks, most, grid.threads, limited)));
}

void run_grid(const Work& work) {
  require_possible(work.kernel, work.grid);
  Machine& all = machine();
  const std::lock_guard lock(all.mutex);
  if (all.threads == nullptr) all.threads = std::make_unique<OsThreads>(all.workers());
  const bool alone = work.grid.blocks == 1 || all.threads->count() == 1;
  const uint32_t sharers = alone ? 1 : all.threads->count();
  Launch launch(work, work.grid.all_resident ? (work.grid.blocks + sharers - 1) / sharers : 1);
  if (alone)
    run_on_this_thread(launch);
  else
    all.threads->run([&] { run_on_this_thread(launch); });
  if (!launch.error.empty()) throw KernelError(launch.error);
}

}  // namespace cpu_timed
}  // namespace radix
