/// The scheduler of the CPU machine: blocks in order, threads of a block from barrier to barrier.
#include "cpu.hpp"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <memory>
#include <numeric>
#include <random>

#include "stack_notes.hpp"

namespace radix {
inline namespace cpu {
namespace {

constexpr std::size_t stack_bytes = 64 * 1024;   // a guard page below it stops an overflow

std::string place(Site site) {
  return "line " + std::to_string(site.line) + " of " + base_name(site.file);
}

/// 0 … count - 1 in the wished order.
std::vector<uint32_t> arrange(uint32_t count, Order order, std::mt19937& random) {
  std::vector<uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0u);
  if (order == Order::reverse) std::reverse(list.begin(), list.end());
  if (order == Order::shuffled) {
    for (uint32_t i = count; i > 1; --i) std::swap(list[i - 1], list[random() % i]);
  }
  return list;
}

/// Thrown where a thread waits when its block is given up; caught at the foot of its stack.
struct GivenUp {};

/// Runs the blocks of a launch on the calling OS thread.
class Machine {
 public:
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Lets every stack run to its end.
  ~Machine() {
    closing_ = true;
    for (auto& fiber : fibers_) go_on(*fiber);
  }

  void set_order(Order threads, Order blocks, uint32_t seed) {
    thread_order_ = threads;
    block_order_ = blocks;
    random_.seed(seed);
  }

  void run(const Work& work) {
    check(work.grid);
    work_ = &work;
    here.threads = {work.grid.threads, 1, 1};
    here.blocks = {work.grid.blocks, 1, 1};
    shared_.resize((work.grid.shared_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t));
    here.shared = reinterpret_cast<unsigned char*>(shared_.data());
    here.shared_bytes = work.grid.shared_bytes;
    for (uint32_t block : arrange(work.grid.blocks, block_order_, random_)) run_block(block);
  }

  void wait(Site site) {
    running_->waits = true;
    running_->site = site;
    switch_to_scheduler();
    if (giving_up_) throw GivenUp{};
    here.thread.x = running_->thread;
  }

  const char* kernel() const { return work_ == nullptr ? "?" : work_->kernel; }

 private:
  /// A stack on which CUDA threads run: one after the other until one of them has to wait.
  struct Fiber {
    boost::context::fiber context;     // the fiber, while it is switched away
    boost::context::fiber scheduler;   // whom to return to, while it runs
    uint32_t thread = 0;
    bool waits = false;
    Site site{"", 0};
    StackNotes notes;
  };

  static void check(const Grid& grid) {
    if (grid.threads < 1 || grid.threads > max_threads_per_block) {
      throw KernelError("a launch with " + std::to_string(grid.threads) +
                        " threads per block was refused; use 1 to 1024");
    }
  }

  void run_block(uint32_t block) {
    here.block = {block, 0, 0};
    std::fill_n(here.shared, shared_.size() * sizeof(uint64_t), poison);
    unstarted_ = arrange(work_->grid.threads, thread_order_, random_);
    std::reverse(unstarted_.begin(), unstarted_.end());   // taken from the back
    error_.clear();
    try {
      std::vector<Fiber*> waiting = start_all();
      while (error_.empty() && !waiting.empty()) {
        check_barrier(waiting);
        if (error_.empty()) waiting = resume_all(waiting);
      }
    } catch (const std::bad_alloc&) {
      fail("there is no memory for the stacks of " + std::to_string(work_->grid.threads) +
           " threads; use fewer threads per block");
    }
    if (!error_.empty()) give_up();
  }

  /// Starts every thread of the block; returns those that wait at a barrier.
  std::vector<Fiber*> start_all() {
    std::vector<Fiber*> waiting;
    finished_ = 0;
    std::size_t used = 0;
    while (!unstarted_.empty() && error_.empty()) {
      if (used == fibers_.size()) fibers_.push_back(make_fiber());
      Fiber* fiber = fibers_[used].get();
      go_on(*fiber);
      if (fiber->waits) {
        waiting.push_back(fiber);
        ++used;
      }
    }
    return waiting;
  }

  /// Lets every waiting thread pass the barrier; returns those that wait at the next one.
  std::vector<Fiber*> resume_all(const std::vector<Fiber*>& passed) {
    std::vector<Fiber*> waiting;
    for (uint32_t k : arrange(static_cast<uint32_t>(passed.size()), resume_order(), random_)) {
      go_on(*passed[k]);
      if (!error_.empty()) return {};
      if (passed[k]->waits) waiting.push_back(passed[k]);
    }
    return waiting;
  }

  // `passed` already stands in the order of the first sweep: forward keeps it.
  Order resume_order() const {
    return thread_order_ == Order::shuffled ? Order::shuffled : Order::forward;
  }

  void check_barrier(const std::vector<Fiber*>& waiting) {
    const Fiber& first = *waiting.front();
    if (finished_ > 0) {
      fail("thread " + std::to_string(last_finished_) + " has left the kernel while thread " +
           std::to_string(first.thread) + " waits at the barrier on " + place(first.site) +
           "; every thread of a block must reach the same barrier");
      return;
    }
    for (const Fiber* other : waiting) {
      if (other->site.line == first.site.line && other->site.file == first.site.file) continue;
      fail("thread " + std::to_string(first.thread) + " waits at the barrier on " +
           place(first.site) + ", thread " + std::to_string(other->thread) + " at the one on " +
           place(other->site) + "; every thread of a block must reach the same barrier");
      return;
    }
  }

  std::unique_ptr<Fiber> make_fiber() {
    auto fiber = std::make_unique<Fiber>();
    Fiber* self = fiber.get();
    fiber->context = boost::context::fiber(
        std::allocator_arg, boost::context::protected_fixedsize_stack(stack_bytes),
        [this, self](boost::context::fiber&& scheduler) {
          self->scheduler = std::move(scheduler);
          self->notes.arrive_from(&notes_);
          self->notes.begin_here(stack_bytes);
          while (!closing_) {
            run_threads(*self);
            switch_to_scheduler();
          }
          self->notes.leave_for(notes_, true);
          return std::move(self->scheduler);
        });
    return fiber;
  }

  /// Runs threads that have not started, on this stack, as long as there are any. A thread that waits
  /// leaves from inside and comes back when its barrier opens.
  void run_threads(Fiber& self) {
    while (!unstarted_.empty() && error_.empty()) {
      self.thread = unstarted_.back();
      unstarted_.pop_back();
      here.thread = {self.thread, 0, 0};
      try {
        work_->thread(work_->arguments);
      } catch (const GivenUp&) {
        return;
      } catch (const KernelError& e) {
        error_ = e.what();
      } catch (const std::exception& e) {
        fail(std::string("the kernel threw: ") + e.what());
      }
      ++finished_;
      last_finished_ = self.thread;
    }
  }

  void go_on(Fiber& fiber) {
    fiber.waits = false;
    running_ = &fiber;
    notes_.leave_for(fiber.notes);
    fiber.context = std::move(fiber.context).resume();
    notes_.arrive_from();
  }

  void switch_to_scheduler() {
    Fiber* self = running_;
    self->notes.leave_for(notes_);
    self->scheduler = std::move(self->scheduler).resume();
    self->notes.arrive_from();
  }

  void fail(const std::string& what) {
    if (error_.empty()) {
      error_ = std::string("kernel ") + kernel() + ", block " + std::to_string(here.block.x) +
               ": " + what;
    }
  }

  /// A failed block is given up, as on a GPU: threads that wait leave their kernel.
  void give_up() {
    giving_up_ = true;
    for (auto& fiber : fibers_) {
      if (fiber->waits) go_on(*fiber);
    }
    giving_up_ = false;
    throw KernelError(error_);
  }

  const Work* work_ = nullptr;
  std::vector<uint64_t> shared_;   // 8-byte aligned
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<uint32_t> unstarted_;
  Fiber* running_ = nullptr;
  uint32_t finished_ = 0, last_finished_ = 0;
  std::string error_;
  Order thread_order_ = Order::forward, block_order_ = Order::forward;
  std::mt19937 random_{1};
  bool giving_up_ = false, closing_ = false;
  StackNotes notes_;   // of the OS thread's own stack
};

Machine& machine() {
  thread_local Machine one;
  return one;
}

std::string who() {
  return std::string("kernel ") + machine().kernel() + ", block " + std::to_string(here.block.x) +
         ", thread " + std::to_string(here.thread.x) + ": ";
}

}  // namespace

void sync_threads(Site site) { machine().wait(site); }

void spin_pause(const char* file, uint32_t line) {
  throw KernelError(who() + "waits on " + place({file, line}) +
                    " for a block that has not finished, and blocks run one after the other here: "
                    "it would wait for ever");
}

void out_of_range(uint32_t index, std::size_t size, const char* what, Site site) {
  throw KernelError(who() + "index " + std::to_string(index) + " is outside " + what + " of " +
                    std::to_string(size) + " entries, on " + place(site));
}

void SharedMemory::too_small(std::size_t needed) {
  throw KernelError(who() + "asks for " + std::to_string(needed) +
                    " bytes of shared memory, but the launch gave " +
                    std::to_string(here.shared_bytes));
}

void run_grid(const Work& work) { machine().run(work); }

void set_order(Order threads, Order blocks, uint32_t seed) {
  machine().set_order(threads, blocks, seed);
}

}  // namespace cpu
}  // namespace radix
