#include "student_machine.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <memory>
#include <vector>

#include "cuda_coordinates.hpp"
#include "kernels/engine/simt/fiber/switch.hpp"
#include "student_watch.hpp"

namespace radix::student {

Order order = Order::forward;

namespace {

constexpr std::size_t stack_bytes = std::size_t{64} << 10;
constexpr std::size_t max_threads_under_way = 4096;  // of all blocks together, once one block waits
using Kind = StudentFinding::Kind;

enum class Wait : uint8_t { no, block, grid, warp, spin, gone };

struct Thread {
  Suspended at = nullptr;
  std::unique_ptr<GuardedStack> stack;
  Wait wait = Wait::no;
  WarpOperation what{};
  uint32_t mask = 0, source = 0, line = 0;
  uint64_t value = 0, result = 0;
};

struct Block {
  uint32_t number = 0;
  std::vector<Thread> threads;
  uint32_t alive = 0, waiting = 0, interval = 0, last = 0;
  uint32_t barrier_line = 0, first_waiting = 0;
  uint32_t left = 0;  ///< one of those that are gone
  std::array<uint32_t, 32> warp_intervals{};
  KeptShared shared;
  bool has_shared = false;  ///< its shared memory is kept in `shared`
};

/// The launch at work.
struct Launch {
  Dimensions grid, block;
  void (*body)(void*) = nullptr;
  void* closure = nullptr;
  uint32_t blocks = 0, threads = 0, begun = 0;
  std::deque<std::unique_ptr<Block>> under_way;
  Block* current = nullptr;
  uint64_t alive = 0, at_grid = 0;  ///< threads, of blocks that have not begun too
  bool failed = false;
};
Launch launch;
Suspended home = nullptr;
std::vector<std::unique_ptr<GuardedStack>> spare_stacks;
uint32_t current_thread = 0;

Thread& running() { return launch.current->threads[current_thread]; }

Suspended* my_place() { return &running().at; }

/// Leaves the running thread for the loop below; comes back when it is picked again.
void leave(Wait why) {
  running().wait = why;
  radix_switch_stacks(my_place(), home);
}

uint3 coordinates(uint64_t number, Dimensions shape) {
  return {static_cast<uint32_t>(number % shape.x),
          static_cast<uint32_t>(number / shape.x % shape.y),
          static_cast<uint32_t>(number / shape.x / shape.y)};
}

/// After a wait of many the first of them goes on first, whoever came last.
void begin_again(Block& block, uint32_t first, uint32_t count) {
  const auto threads = static_cast<uint32_t>(block.threads.size());
  block.last = (first + (order == Order::forward ? threads - 1 : count)) % threads;
}

void release_block(Block& block) {
  ++block.interval;
  record_barrier(block.interval, block.barrier_line);
  block.waiting = 0;
  ++progress;
  for (Thread& each : block.threads)
    if (each.wait == Wait::block) each.wait = Wait::no;
}

void release_grid() {
  ++now.epoch;
  ++progress;
  launch.at_grid = 0;
  for (auto& block : launch.under_way) {
    ++block->interval;
    record_barrier(block->interval, block->barrier_line);
    for (Thread& each : block->threads)
      if (each.wait == Wait::grid) each.wait = Wait::no;
  }
}

/// The results of a warp operation for its lanes, all of which have come.
void compute(std::vector<Thread>& threads, uint32_t first, uint32_t lanes) {
  for (uint32_t i = 0; i < 32; ++i) {
    if (!(lanes >> i & 1)) continue;
    Thread& mine = threads[first + i];
    mine.result = 0;
    if (mine.what == WarpOperation::shuffle) {
      const uint32_t from = mine.source < 32 && (lanes >> mine.source & 1) ? mine.source : i;
      mine.result = threads[first + from].value;
    }
    for (uint32_t j = 0; j < 32; ++j) {
      if (!(lanes >> j & 1)) continue;
      const uint64_t other = threads[first + j].value;
      if (mine.what == WarpOperation::ballot && other) mine.result |= uint64_t{1} << j;
      if (mine.what == WarpOperation::match && other == mine.value) mine.result |= uint64_t{1} << j;
    }
  }
}

/// Lets the lanes of a mask go on once all of them that are alive wait in the same operation.
void try_warp(Block& block, uint32_t warp, WarpOperation what, uint32_t mask) {
  const uint32_t first = warp * 32;
  uint32_t lanes = 0;
  for (uint32_t i = 0; i < 32 && first + i < block.threads.size(); ++i) {
    const Thread& each = block.threads[first + i];
    if (!(mask >> i & 1) || each.wait == Wait::gone) continue;
    if (each.wait != Wait::warp || each.what != what || each.mask != mask) return;
    lanes |= 1u << i;
  }
  if (lanes == 0) return;
  compute(block.threads, first, lanes);
  ++block.warp_intervals[warp];
  ++progress;
  for (uint32_t i = 0; i < 32; ++i)
    if (lanes >> i & 1) block.threads[first + i].wait = Wait::no;
}

StudentFinding& note_wait(Kind kind, uint32_t line, uint32_t other_line, uint32_t other_thread) {
  StudentFinding& finding =
      note(kind, line ? site_is_line | line : 0, other_line ? site_is_line | other_line : 0, 0, 0);
  finding.other_block = now.block, finding.other_thread = other_thread;
  return finding;
}

/// The running thread has come to its end.
void thread_ends() {
  Block& block = *launch.current;
  running().wait = Wait::gone;
  --block.alive, --launch.alive;
  block.left = current_thread;
  ++progress;
  if (block.waiting > 0) {
    note_wait(Kind::divergence, 0, block.barrier_line, block.first_waiting);
    stop_thread();
  }
  const uint32_t warp = current_thread / 32;
  for (const Thread& each : block.threads)
    if (each.wait == Wait::warp && static_cast<uint32_t>(&each - block.threads.data()) / 32 == warp)
      try_warp(block, warp, each.what, each.mask);
  if (launch.at_grid > 0 && launch.at_grid == launch.alive) release_grid();
}

void first_of_thread() {
  launch.body(launch.closure);
  thread_ends();
  radix_switch_stacks(my_place(), home);
  __builtin_unreachable();
}

void place(Block& block, uint32_t thread) {
  current_thread = thread;
  rs_here.thread = coordinates(thread, launch.block);
  rs_here.block = coordinates(block.number, launch.grid);
  now.block = block.number, now.thread = thread;
  now.interval = block.interval, now.warp_interval = block.warp_intervals[thread / 32];
}

/// Runs a thread until it waits or ends.
void resume(Block& block, uint32_t number) {
  Thread& thread = block.threads[number];
  place(block, number);
  if (!thread.stack) {
    if (spare_stacks.empty()) spare_stacks.push_back(std::make_unique<GuardedStack>(stack_bytes));
    thread.stack = std::move(spare_stacks.back());
    spare_stacks.pop_back();
    thread.at = fresh_stack<first_of_thread>(thread.stack->top(), stack_bytes);
  }
  now.stack_high = static_cast<const char*>(thread.stack->top());
  now.stack_low = now.stack_high - stack_bytes;
  radix_switch_stacks(&home, thread.at);
  now.stack_low = now.stack_high = nullptr;
  if (thread.wait == Wait::gone || launch.failed) spare_stacks.push_back(std::move(thread.stack));
}

/// The next thread of the block that can go on, or none.
bool pick(const Block& block, uint32_t& chosen) {
  const auto count = static_cast<uint32_t>(block.threads.size());
  for (uint32_t i = 1; i <= count; ++i) {
    const uint32_t at =
        order == Order::forward ? (block.last + i) % count : (block.last + count - i) % count;
    if (block.threads[at].wait != Wait::no) continue;
    chosen = at;
    return true;
  }
  return false;
}

Block* begin_block() {
  auto block = std::make_unique<Block>();
  block->number = order == Order::forward ? launch.begun : launch.blocks - 1 - launch.begun;
  ++launch.begun;
  block->threads.resize(launch.threads);
  block->alive = launch.threads;
  block->last = order == Order::forward ? launch.threads - 1 : 0;
  launch.under_way.push_back(std::move(block));
  return launch.under_way.back().get();
}

/// Another block is the one whose shared memory lies in place.
void change_to(Block* next) {
  Block* before = launch.current;
  if (before == next) return;
  settle_store();  // while the shared memory in place is its block's
  if (before && before->alive > 0) before->shared = keep_shared(), before->has_shared = true;
  launch.current = next;
  if (!next) return;
  if (next->has_shared)
    bring_shared(next->shared), next->has_shared = false;
  else
    poison_shared();
}

bool can_begin() {
  return launch.begun < launch.blocks &&
         (launch.under_way.size() + 1) * launch.threads <= max_threads_under_way;
}

Block* after(const Block* block) {
  for (std::size_t i = 0; i < launch.under_way.size(); ++i)
    if (launch.under_way[i].get() == block)
      return launch.under_way[(i + 1) % launch.under_way.size()].get();
  return launch.under_way.empty() ? nullptr : launch.under_way.front().get();
}

/// Who waits for what, when nobody can go on.
void note_deadlock(const Block& block) {
  uint32_t line = 0, other_line = 0, who = 0, other = 0;
  for (uint32_t i = 0; i < block.threads.size(); ++i) {
    const Thread& each = block.threads[i];
    if (each.wait == Wait::gone || each.line == 0) continue;
    if (line == 0)
      line = each.line, who = i;
    else if (each.line != line && other_line == 0)
      other_line = each.line, other = i;
  }
  now.block = block.number, now.thread = who;
  StudentFinding& finding = note(Kind::deadlock, line, other_line, 0, 0);
  finding.other_block = block.number, finding.other_thread = other;
}

void finish_block(Block* block) {
  Block* next = can_begin() ? nullptr : after(block);
  if (next == block) next = nullptr;
  std::erase_if(launch.under_way, [&](const auto& each) { return each.get() == block; });
  launch.current = nullptr;
  if (!next && launch.begun < launch.blocks) next = begin_block();
  if (!next && !launch.under_way.empty()) next = launch.under_way.front().get();
  change_to(next);
}

/// Nobody in this block can go on now: the next one, or none where nobody ever will.
bool look_elsewhere(uint64_t& seen_progress, std::size_t& rounds) {
  Block& block = *launch.current;
  bool hopes = false;
  for (Thread& each : block.threads) {
    hopes |= each.wait == Wait::spin || each.wait == Wait::grid;
    if (each.wait == Wait::spin) each.wait = Wait::no;
  }
  rounds = progress == seen_progress ? rounds + 1 : 0;
  seen_progress = progress;
  const bool others = launch.under_way.size() > 1 || can_begin();
  const bool grid_only = hopes && !others && std::ranges::none_of(block.threads, [](const auto& t) {
                           return t.wait == Wait::no;
                         });
  if (!hopes || grid_only || (!can_begin() && rounds > 2 * launch.under_way.size() + 2)) {
    note_deadlock(block);
    return false;
  }
  change_to(can_begin() ? begin_block() : after(&block));
  return true;
}

}  // namespace

bool run_launch(Dimensions grid, Dimensions block, void (*body)(void*), void* closure) {
  launch = {};
  launch.grid = grid, launch.block = block, launch.body = body, launch.closure = closure;
  launch.blocks = static_cast<uint32_t>(grid.count());
  launch.threads = static_cast<uint32_t>(block.count());
  launch.alive = uint64_t{launch.blocks} * launch.threads;
  ++now.epoch;
  now.in_kernel = true;
  change_to(begin_block());
  uint64_t seen_progress = 0;
  std::size_t rounds = 0;
  while (launch.current && !launch.failed) {
    Block& at_work = *launch.current;
    uint32_t chosen = 0;
    if (pick(at_work, chosen)) {
      at_work.last = chosen;
      resume(at_work, chosen);
      if (!launch.failed && at_work.alive == 0) finish_block(&at_work);
    } else if (!look_elsewhere(seen_progress, rounds)) {
      launch.failed = true;
    }
  }
  now.in_kernel = false;
  for (auto& each : launch.under_way)
    for (Thread& thread : each->threads)
      if (thread.stack) spare_stacks.push_back(std::move(thread.stack));
  launch.under_way.clear();
  return !launch.failed;
}

void stop_thread() {
  launch.failed = true;
  radix_switch_stacks(my_place(), home);
  __builtin_unreachable();
}

void wait_for_block(uint32_t line) {
  Block& block = *launch.current;
  if (block.alive < block.threads.size()) {
    note_wait(Kind::divergence, line, 0, block.left);
    stop_thread();
  }
  if (block.waiting > 0 && block.barrier_line != line) {
    note_wait(Kind::divergence, line, block.barrier_line, block.first_waiting);
    stop_thread();
  }
  if (block.waiting == 0) block.barrier_line = line, block.first_waiting = current_thread;
  running().line = site_is_line | line;
  if (++block.waiting == block.alive)
    release_block(block), begin_again(block, 0, static_cast<uint32_t>(block.threads.size()));
  leave(block.waiting == 0 ? Wait::no : Wait::block);
  now.interval = block.interval;
}

void wait_for_grid(uint32_t line) {
  Block& block = *launch.current;
  if (uint64_t{launch.blocks} * launch.threads > max_threads_under_way) {
    note(Kind::misuse, site_is_line | line, 0, 0, 0).text = "grid";
    stop_thread();
  }
  block.barrier_line = line;
  running().line = site_is_line | line;
  if (++launch.at_grid == launch.alive)
    release_grid();
  else
    leave(Wait::grid);
  now.interval = block.interval;
}

uint64_t wait_for_warp(WarpOperation what, uint32_t mask, uint64_t value, uint32_t source,
                       uint32_t line) {
  Block& block = *launch.current;
  Thread& mine = running();
  const uint32_t warp = current_thread / 32;
  if (!(mask >> current_thread % 32 & 1)) {
    note(Kind::misuse, site_is_line | line, 0, 0, 0).text = "mask";
    stop_thread();
  }
  mine.what = what, mine.mask = mask, mine.value = value, mine.source = source;
  mine.line = site_is_line | line;
  mine.wait = Wait::warp;
  try_warp(block, warp, what, mask);
  if (mine.wait == Wait::no)
    begin_again(block, warp * 32,
                std::min<uint32_t>(32, static_cast<uint32_t>(block.threads.size()) - warp * 32));
  leave(mine.wait);
  now.warp_interval = block.warp_intervals[warp];
  return mine.result;
}

void wait_for_others(uint32_t site) {
  running().line = site;
  leave(Wait::spin);
  now.interval = launch.current->interval;
}

}  // namespace radix::student
