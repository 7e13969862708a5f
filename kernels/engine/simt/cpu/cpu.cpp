/// The scheduler of the CPU machine: blocks in order, threads of a block from barrier to barrier.
#include <memory>
#include <numeric>
#include <optional>
#include <random>

#include "blocks.hpp"

namespace radix {
inline namespace cpu {
namespace {

constexpr std::size_t line = 64;          // bytes of a cache's
constexpr std::size_t max_unused = 4096;  // bytes at the foot of a stack
constexpr std::size_t ahead = 8;          // threads, in whose stacks is looked before their turn
constexpr std::size_t fetched = 384;      // bytes of a stack

/// 0 … count - 1 in the wished order.
std::vector<uint32_t> arrange(uint32_t count, Schedule order, std::mt19937& random) {
  std::vector<uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0u);
  if (order == Schedule::reverse) std::reverse(list.begin(), list.end());
  if (order == Schedule::shuffled) {
    for (uint32_t i = count; i > 1; --i) std::swap(list[i - 1], list[random() % i]);
  }
  return list;
}

/// Thrown where a thread waits when its block is given up; caught at the foot of its stack.
struct GivenUp {};

/// Runs the blocks of a launch on the calling OS thread: one after the other, unless a block waits
/// for another one (spin_pause). Such a block steps aside and the next one starts.
class Machine {
 public:
  static Machine& of_this_thread() {
    thread_local Machine one;
    return one;
  }

  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Lets every stack run to its end.
  ~Machine() {
    closing_ = true;
    for (auto& fiber : fibers_) go_on(*fiber);
  }

  void set_order(Schedule threads, Schedule blocks, uint32_t seed) {
    thread_order_ = threads;
    block_order_ = blocks;
    random_.seed(seed);
  }

  void set_watched(bool watched) { watched_ = watched; }
  void set_cancel(const std::atomic<bool>* cancel) { cancel_ = cancel; }

  void run(const Work& work) {
    check(work.grid);
    work_ = &work;
    here.threads = {work.grid.threads, 1, 1};
    here.blocks = {work.grid.blocks, 1, 1};
    here.shared_bytes = work.grid.shared_bytes;
    fault_.reset();
    outside_.reset();
    outsides_ = 0;
    begin_log();
    try {
      run_blocks(arrange(work.grid.blocks, block_order_, random_));
    } catch (const std::bad_alloc&) {
      fail({.first = {here.block.x}, .refused = {Fault::Refused::What::stacks, work.grid.threads}});
    }
    worker = {};
    if (log_ != nullptr) logged_before_ = log_->accesses.size();
    if (fault_) give_up();
    if (accesses_.race() || outside_) {
      KernelError error(what_happened());
      error.ran_to_the_end = true;
      throw error;
    }
  }

  void set_log(AccessLog* log) { log_ = log; }

  /// Each is all of the function that a kernel calls: its frame need not be kept (switch.hpp).
  [[gnu::always_inline]] void wait(Site site) { leave(Fiber::at_barrier, site); }
  [[gnu::always_inline]] void spin(Site site) { leave(Fiber::spinning, site); }

  /// Hands `value` to the block; returns what thread `from` hands in at the same shuffle.
  uint32_t exchange(uint32_t value, uint32_t from, Site site) {
    Fiber& self = *running_;
    std::vector<uint32_t>& row = self.block->exchanged[self.exchanges++ % 2];
    row[self.thread] = value;
    leave_and_come_back(site, Act::shuffle);
    return row[from];
  }
  /// The same for a vote: what all threads of the block have handed in, and their masks.
  struct Handed {
    const std::vector<uint32_t>&values, &masks;
  };
  Handed hand_in(uint32_t value, uint32_t mask, Site site, Act what) {
    Fiber& self = *running_;
    const std::size_t turn = self.exchanges++ % 2;
    const Handed rows{self.block->exchanged[turn], self.block->masks[turn]};
    self.block->exchanged[turn][self.thread] = value;
    self.block->masks[turn][self.thread] = mask;
    leave_and_come_back(site, what);
    return rows;
  }

  /// An access outside its array: the first one counts.
  void outside(Fault fault) {
    constexpr uint32_t enough = 1000;
    if (!outside_) outside_ = std::move(fault);
    if (running_ == nullptr || ++outsides_ > enough) throw KernelError(*outside_);
  }

  /// The running block's array of this number; null: none of its threads has made it.
  Region* shared_array(uint32_t number) const {
    const Block& block = *running_->block;
    return number < block.made ? block.arrays[number].get() : nullptr;
  }
  Region* make_shared_array() {
    Block& block = *running_->block;
    if (block.made == block.arrays.size()) block.arrays.push_back(std::make_unique<Region>());
    Region* region = block.arrays[block.made++].get();
    region->launch = region->log_of = 0;
    region->begins =
        block.interval;  // tells this block's cells from those of the memory's last one
    return region;
  }

  const Accesses& accesses() const { return accesses_; }
  const char* kernel() const { return work_ == nullptr ? "?" : work_->kernel; }

 private:
  static void check(const Grid& grid) {
    if (grid.threads < 1 || grid.threads > max_threads_per_block) {
      throw KernelError({.refused = {Fault::Refused::What::threads, grid.threads}});
    }
  }

  /// What ends the launch: a race before all, because the rest may come from it.
  Fault what_happened() const {
    if (!accesses_.race()) return outside_ ? *outside_ : *fault_;
    Fault race = *accesses_.race();
    race.kernel = kernel();
    return race;
  }

  void begin_log() {
    accesses_.begin_launch(log_);
    if (log_ == nullptr) return;
    log_->kernel = kernel();
    log_->blocks = work_->grid.blocks;
    log_->threads = work_->grid.threads;
    log_->barriers.assign(work_->grid.blocks, 0);
    log_->accesses.reserve(logged_before_);
  }

  /// Blocks start in this order. One that only waits for others stays resident while the next ones
  /// run.
  void run_blocks(const std::vector<uint32_t>& order) {
    const uint32_t limit =
        work_->grid.resident_limit == 0 ? work_->grid.blocks : work_->grid.resident_limit;
    std::size_t next = 0;
    while (!fault_ && (next < order.size() || !resident_.empty())) {
      bool moved = false;
      for (auto& block : resident_) moved = (!fault_ && run_block(*block)) || moved;
      std::erase_if(resident_,
                    [&](auto& block) { return block->threads.empty() && retire(block); });
      while (!fault_ && next < order.size() && resident_.size() < limit) {
        if (cancelled()) return;
        resident_.push_back(start(order[next++]));
        run_block(*resident_.back());
        if (!fault_ && resident_.back()->threads.empty()) {
          retire(resident_.back());
          resident_.pop_back();
        }
        moved = true;
      }
      if (!fault_ && !moved) fail_deadlock(order.size() - next);
    }
  }

  /// True when somebody asked for the end of it all, which is then the launch's fault. Asked
  /// between two blocks, and in a block at every barrier and every round of waiting.
  bool cancelled() {
    if (cancel_ == nullptr || !*cancel_) return false;
    fail({.sentence = "cancelled"});
    return true;
  }

  std::unique_ptr<Block> start(uint32_t number) {
    auto block = idle_.empty() ? std::make_unique<Block>() : std::move(idle_.back());
    if (!idle_.empty()) idle_.pop_back();
    block->number = number;
    block->shared.resize((work_->grid.shared_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t));
    if (!block->shared.empty())
      std::memset(block->shared.data(), poison, block->shared.size() * sizeof(uint64_t));
    block->unstarted = arrange(work_->grid.threads, thread_order_, random_);
    std::reverse(block->unstarted.begin(), block->unstarted.end());
    for (auto* rows : {&block->exchanged, &block->masks})
      for (auto& row : *rows) row.resize(work_->grid.threads);
    block->threads.clear();
    block->finished = block->at_barrier = block->epoch = 0;
    block->apart = false;
    block->interval = accesses_.begin_interval(number);
    block->made = 0;
    return block;
  }

  /// Keeps a finished block's memory for the next one.
  bool retire(std::unique_ptr<Block>& block) {
    idle_.push_back(std::move(block));
    return true;
  }

  /// Lets a block go on until it has finished or only waits for other blocks. True when any of its
  /// threads got further than it was.
  bool run_block(Block& block) {
    bool moved = false;
    while (!fault_ && !cancelled()) {
      if (!block.unstarted.empty()) {
        start_threads(block);
      } else if (block.threads.empty()) {
        return true;  // finished
      } else if (all_at_barrier(block)) {
        check_barrier(block);
        if (!fault_) pass_barrier(block);
      } else if (!resume(block, Fiber::spinning)) {
        return moved;
      }
      moved = true;
    }
    return moved;
  }

  /// All go on. A barrier orders what they touch before and behind it; a shuffle does not.
  void pass_barrier(Block& block) {
    block.at_barrier = 0;
    if (block.threads.front()->awaited == Act::barrier) {
      block.interval = accesses_.begin_interval(block.number);
      ++block.epoch;
      if (log_ != nullptr) log_->barriers[block.number] = block.epoch;
    }
    resume(block, Fiber::at_barrier);
  }

  static bool all_at_barrier(const Block& block) {
    return block.at_barrier == block.threads.size();
  }

  void start_threads(Block& block) {
    while (!block.unstarted.empty() && !fault_) {
      Fiber& fiber = free_fiber();
      fiber.block = &block;
      go_on(fiber);
      if (fiber.state == Fiber::free)
        free_.push_back(&fiber);
      else
        block.threads.push_back(&fiber);
    }
  }

  /// Lets every thread go on that waits in this way. True when one of them got further: a spinning
  /// thread that only asked again did not.
  bool resume(Block& block, Fiber::State which) {
    if (thread_order_ == Schedule::shuffled)
      sweep_.order =
          arrange(static_cast<uint32_t>(block.threads.size()), Schedule::shuffled, random_);
    sweep_.threads = &block.threads;
    sweep_.which = which;
    sweep_.turn = 0;
    bool moved = false;
    while (Fiber* fiber = next_of_sweep()) {
      const Site before = fiber->site;
      go_on(*fiber);
      const bool again = fiber->state == Fiber::spinning && which == Fiber::spinning &&
                         fiber->site.line == before.line && fiber->site.file == before.file;
      moved = moved || !again;
    }
    sweep_.threads = nullptr;
    std::erase_if(block.threads, [&](Fiber* fiber) {
      if (fiber->state == Fiber::free) free_.push_back(fiber);
      return fiber->state == Fiber::free;
    });
    return moved;
  }

  /// The next thread that waits as the sweep asks, null behind the last. They stand in the order of
  /// the first sweep, which only a shuffle leaves.
  Fiber* next_of_sweep() {
    const std::vector<Fiber*>& threads = *sweep_.threads;
    const auto at = [&](std::size_t turn) {
      return threads[thread_order_ == Schedule::shuffled ? sweep_.order[turn] : turn];
    };
    while (sweep_.turn < threads.size() && !fault_) {
      const std::size_t turn = sweep_.turn++;
      if (turn + 2 * ahead < threads.size()) __builtin_prefetch(at(turn + 2 * ahead));
      if (turn + ahead < threads.size()) fetch(*at(turn + ahead));
      if (at(turn)->state == sweep_.which) return at(turn);
    }
    return nullptr;
  }

  /// Asks for the part of a waiting stack that its thread will use first.
  static void fetch(const Fiber& fiber) {
    const char* at = static_cast<const char*>(fiber.at);
    for (std::size_t byte = 0; byte < fetched; byte += line) __builtin_prefetch(at + byte, 1);
  }

  void check_barrier(const Block& block) {
    if (!block.apart && block.finished == 0) return;
    if (auto wrong = barrier_fault(block)) fail(std::move(*wrong));
  }

  void fail_deadlock(std::size_t unstarted) {
    const Block& block = *resident_.front();
    fail(deadlock_fault(block, resident_.size(), unstarted, work_->grid.blocks));
  }

  Fiber& free_fiber() {
    if (free_.empty()) {
      fibers_.push_back(make_fiber(fibers_.size()));
      free_.push_back(fibers_.back().get());
    }
    Fiber* fiber = free_.back();
    free_.pop_back();
    return *fiber;
  }

  /// Stacks begin at different lines of their pages: a block of 1,024 threads goes through all of
  /// them at every barrier, and what all have at one place of a page shares few sets of the caches.
  static std::unique_ptr<Fiber> make_fiber(std::size_t number) {
    const std::size_t unused = number * 7 * line % max_unused;
    auto fiber = std::make_unique<Fiber>();
    fiber->at = fresh_stack<on_fresh_stack>(static_cast<char*>(fiber->stack.top()) - unused,
                                            stack_bytes - unused);
    return fiber;
  }

  static void on_fresh_stack() {
    Machine& machine = Machine::of_this_thread();
    machine.serve();
  }

  /// What a stack does all its life. A page's may come out of run_threads as another one that has
  /// the same foot: so each asks who it is.
  void serve() {
    running_->notes.arrive_from(&notes_);
    running_->notes.begin_here(stack_bytes - max_unused);
    while (!closing_) {
      run_threads();
      if (stack_left()) return;
      running_->state = Fiber::free;
      switch_away();
      if (stack_left()) return;
    }
    running_->notes.leave_for(notes_, true);
    radix_switch_stacks(&running_->at, home_);
  }

  /// Runs threads of the block that have not started, on this stack, as long as there are any. A
  /// thread that waits leaves from inside and comes back when it may go on.
  void run_threads() {
    while (call_goes_on() || (!running_->block->unstarted.empty() && !fault_)) {
      if (!call_goes_on()) start_thread(*running_);
      if (!run_thread()) return;
    }
  }

  static void start_thread(Fiber& self) {
    self.thread = self.block->unstarted.back();
    self.exchanges = 0;
    self.block->unstarted.pop_back();
    here.thread = {self.thread, 0, 0};
    worker.thread = self.thread;
    worker.moment = 0;
  }

  /// What a thread throws ends the launch. False when the thread was given up, or has left.
  bool run_thread() {
    try {
      radix_call(work_->thread, work_->arguments);
      if (stack_left()) return false;
    } catch (const GivenUp&) {
      return false;
    } catch (const KernelError& e) {
      fault_ = e.fault;
    } catch (const std::exception& e) {
      fail({.first = {running_->block->number},
            .refused = {Fault::Refused::What::threw},
            .outcome = {.why = e.what()}});
    }
    ++running_->block->finished;
    running_->block->last_finished = running_->thread;
    return true;
  }

  /// The running thread waits: another one's turn.
  [[gnu::always_inline]] void leave(Fiber::State state, Site site, Act awaited = Act::barrier) {
    if (!comes_back()) {
      begin_wait(*running_, state, site, awaited);
      switch_away();
      if (leaves_call()) return;
    }
    end_wait(*running_);
  }

  [[gnu::noinline]] void leave_and_come_back(Site site, Act awaited) {
    leave(Fiber::at_barrier, site, awaited);
  }

  void begin_wait(Fiber& self, Fiber::State state, Site site, Act awaited) {
    self.state = state;
    self.site = site;
    self.awaited = awaited;
    self.moment = worker.moment;
    if (state != Fiber::at_barrier) return;
    Block& block = *self.block;
    if (block.at_barrier++ == 0) block.first_site = site;
    block.apart |= site.line != block.first_site.line || site.file != block.first_site.file;
  }
  void end_wait(const Fiber& self) {
    if (giving_up_) throw GivenUp{};
    here.thread.x = worker.thread = self.thread;
    worker.moment = self.moment;
  }

  void go_on(Fiber& fiber) {
    fiber.state = Fiber::running;
    running_ = &fiber;
    if (fiber.block != nullptr) {
      here.block = {fiber.block->number, 0, 0};
      here.shared = reinterpret_cast<unsigned char*>(fiber.block->shared.data());
      worker.accesses = watched_ ? &accesses_ : nullptr;
      worker.block = fiber.block->number;
      worker.interval = fiber.block->interval;
      worker.epoch = fiber.block->epoch;
    }
    notes_.leave_for(fiber.notes);
    enter_stacks(&home_, fiber.at);
    notes_.arrive_from();
  }

  /// Leaves the running stack for that of the block's next thread behind a barrier; for the
  /// scheduler behind the last one, and where each is asked how far it got.
  void switch_away() {
    Fiber* self = running_;
    Fiber* next =
        sweep_.threads != nullptr && sweep_.which == Fiber::at_barrier ? next_of_sweep() : nullptr;
    if (next != nullptr) next->state = Fiber::running, running_ = next;
    self->notes.leave_for(next == nullptr ? notes_ : next->notes);
    radix_switch_stacks(&self->at, next == nullptr ? home_ : next->at);
    self->notes.arrive_from();
  }

  void fail(Fault what) {
    if (fault_) return;
    what.kernel = kernel();
    fault_ = std::move(what);
  }

  /// A failed launch is given up, as on a GPU: threads that wait leave their kernel.
  void give_up() {
    giving_up_ = true;
    free_.clear();
    for (auto& fiber : fibers_) {
      if (fiber->state == Fiber::at_barrier || fiber->state == Fiber::spinning) go_on(*fiber);
      fiber->state = Fiber::free;
      fiber->block = nullptr;
      free_.push_back(fiber.get());
    }
    giving_up_ = false;
    resident_.clear();
    throw KernelError(what_happened());
  }

  const Work* work_ = nullptr;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> free_;
  std::vector<std::unique_ptr<Block>> idle_;
  std::vector<std::unique_ptr<Block>>
      resident_;  // all wait for other blocks; alive until their threads have left
  Fiber* running_ = nullptr;
  struct {
    const std::vector<Fiber*>* threads = nullptr;  ///< of the block; null: none is under way
    Fiber::State which = Fiber::at_barrier;
    std::size_t turn = 0;         ///< those before have gone on
    std::vector<uint32_t> order;  ///< where it is shuffled
  } sweep_;
  std::optional<Fault> fault_, outside_;  // what broke the launch off; an index outside its array
  uint32_t outsides_ = 0;
  Accesses accesses_;
  AccessLog* log_ = nullptr;
  std::size_t logged_before_ = 0;  // by the launch before, which was perhaps one like this
  const std::atomic<bool>* cancel_ = nullptr;
  Schedule thread_order_ = Schedule::forward, block_order_ = Schedule::forward;
  std::mt19937 random_{1};
  bool watched_ = true, giving_up_ = false, closing_ = false;
  Suspended home_ = nullptr;  // the OS thread's own stack
  StackNotes notes_;          // of it
};

Machine& machine() { return Machine::of_this_thread(); }

/// The running thread.
ThreadAt who(Site site = {"", 0}) { return {here.block.x, here.thread.x, source_line(site)}; }

}  // namespace

void sync_threads(const char* file, uint32_t line) { machine().wait({file, line}); }

namespace {

[[noreturn]] void fail_apart(const Fault::Lanes& wrong, Site site) {
  throw KernelError({.kind = Fault::Kind::apart,
                     .kernel = machine().kernel(),
                     .first = who(site),
                     .lanes = wrong});
}

}  // namespace

uint32_t __shfl_up_sync(uint32_t mask, uint32_t value, uint32_t distance, const char* file,
                        uint32_t line) {
  const Site site{file, line};
  const uint32_t thread = here.thread.x, lane = thread % warp_lanes, first = thread - lane;
  const auto wrong = mask_error(mask, std::min(warp_lanes, here.threads.x - first));
  if (wrong != Fault::Lanes{}) fail_apart(wrong, site);
  return machine().exchange(value, lane >= distance ? thread - distance : thread, site);
}

namespace {

/// Hands in a value with the lanes of the mask; f(lane, value) is told of each of them.
template <class F>
void vote(uint32_t mask, uint32_t value, Act what, Site site, F f) {
  const uint32_t lane = here.thread.x % warp_lanes, first = here.thread.x - lane;
  const uint32_t lanes = std::min(warp_lanes, here.threads.x - first);
  if (const auto wrong = vote_error(mask, lanes, lane); wrong != Fault::Lanes{})
    fail_apart(wrong, site);
  const auto rows = machine().hand_in(value, mask, site, what);
  for (uint32_t other = 0; other < lanes; ++other) {
    if ((mask >> other & 1) == 0) continue;
    if (rows.masks[first + other] != mask)
      fail_apart({Fault::Lanes::What::other, mask, lanes, lane, other, rows.masks[first + other]},
                 site);
    f(other, rows.values[first + other]);
  }
}

}  // namespace

uint32_t __ballot_sync(uint32_t mask, bool predicate, const char* file, uint32_t line) {
  uint32_t votes = 0;
  vote(mask, predicate, Act::ballot, {file, line},
       [&](uint32_t lane, uint32_t value) { votes |= value << lane; });
  return votes;
}

uint32_t __shfl_sync(uint32_t mask, uint32_t value, uint32_t lane, const char* file,
                     uint32_t line) {
  const Site site{file, line};
  if (lane >= warp_lanes || (mask >> lane & 1) == 0)
    fail_apart({.what = Fault::Lanes::What::unnamed, .mask = mask, .lane = lane}, site);
  uint32_t found = 0;
  vote(mask, value, Act::shuffle, site, [&](uint32_t other, uint32_t handed) {
    if (other == lane) found = handed;
  });
  return found;
}

void __syncwarp(uint32_t mask, const char* file, uint32_t line) {
  const uint32_t first = here.thread.x - here.thread.x % warp_lanes;
  const uint32_t lanes = std::min(warp_lanes, here.threads.x - first);
  vote(mask & 0xffffffffu >> (warp_lanes - lanes), 0, Act::warp_barrier, {file, line},
       [](uint32_t, uint32_t) {});
}

void spin_pause(const char* file, uint32_t line) { machine().spin({file, line}); }

void out_of_range(uint32_t index, std::size_t size, const char* what, Site site) {
  machine().outside({.kind = Fault::Kind::outside,
                     .kernel = machine().kernel(),
                     .array = what,
                     .index = index,
                     .first = who(site),
                     .entries = static_cast<uint32_t>(size)});
}

void set_log(AccessLog* log) { machine().set_log(log); }

LogOfLaunch::LogOfLaunch(std::vector<std::shared_ptr<AccessLog>>* logs, uint32_t launch) {
  if (logs == nullptr) return;
  auto log = std::make_shared<AccessLog>();
  log->launch = launch;
  set_log(log.get());
  logs->push_back(std::move(log));
}
LogOfLaunch::~LogOfLaunch() { set_log(nullptr); }

const std::vector<SameStores>& same_stores_of_launch() {
  return machine().accesses().same_stores();
}

Region* SharedMemory::region_of(uint32_t number, uint32_t count, uint32_t element_bytes,
                                uint32_t first_byte, Site made) {
  if (Region* known = machine().shared_array(number)) return known;
  Region* region = machine().make_shared_array();
  region->name = "shared memory";
  region->size = count;
  region->element_bytes = element_bytes;
  region->shared = true;
  region->first_byte = first_byte;
  region->made = made;
  return region;
}

void SharedMemory::too_small(std::size_t needed) {
  throw KernelError({.kernel = machine().kernel(),
                     .first = who(),
                     .refused = {Fault::Refused::What::shared_memory, static_cast<uint32_t>(needed),
                                 static_cast<uint32_t>(here.shared_bytes)}});
}

void run_grid(const Work& work) { machine().run(work); }

void set_cancel(const std::atomic<bool>* cancel) { machine().set_cancel(cancel); }

Unwatched::Unwatched(bool really) { machine().set_watched(!really); }
Unwatched::~Unwatched() { machine().set_watched(true); }

void set_order(Schedule threads, Schedule blocks, uint32_t seed) {
  machine().set_order(threads, blocks, seed);
}

}  // namespace cpu
}  // namespace radix
