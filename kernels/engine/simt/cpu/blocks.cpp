#include "blocks.hpp"

#include <algorithm>

namespace radix {
inline namespace cpu {
namespace {

bool same_place(const Fiber& a, const Fiber& b) {
  return a.site.line == b.site.line && a.site.file == b.site.file;
}

}  // namespace

std::optional<Fault> barrier_fault(const Block& block) {
  const Fiber& first = *block.threads.front();
  const auto here = [&](const Fiber* other) { return same_place(*other, first); };
  if (block.finished == 0 && std::ranges::all_of(block.threads, here)) return std::nullopt;

  Fault fault{.kind = Fault::Kind::apart};
  fault.first = {block.number, first.thread, source_line(first.site), first.awaited};
  if (block.finished > 0) {
    fault.second = {block.number, block.last_finished, {}, Act::left};
    return fault;
  }
  const Fiber& other = **std::ranges::find_if_not(block.threads, here);
  fault.second = {block.number, other.thread, source_line(other.site), other.awaited};
  return fault;
}

Fault deadlock_fault(const Block& block, std::size_t resident, std::size_t unstarted,
                     uint32_t blocks) {
  const auto spins = [](const Fiber* f) { return f->state == Fiber::spinning; };
  const Fiber& thread = **std::ranges::find_if(block.threads, spins);
  Fault fault{.kind = Fault::Kind::deadlock};
  fault.first = {block.number, thread.thread, source_line(thread.site), Act::waits};
  fault.room = {static_cast<uint32_t>(resident), static_cast<uint32_t>(unstarted), blocks};
  return fault;
}

namespace {

uint32_t all_of(uint32_t lanes) { return 0xffffffffu >> (warp_lanes - lanes); }

}  // namespace

Fault::Lanes mask_error(uint32_t mask, uint32_t lanes) {
  using enum Fault::Lanes::What;
  if (mask == all_of(lanes)) return {};
  return {.what = shuffle, .mask = mask, .lanes = lanes};
}

Fault::Lanes vote_error(uint32_t mask, uint32_t lanes, uint32_t lane) {
  using enum Fault::Lanes::What;
  if ((mask & ~all_of(lanes)) != 0) return {.what = beyond, .mask = mask, .lanes = lanes};
  if ((mask >> lane & 1) == 0) return {.what = itself, .mask = mask, .lanes = lanes, .lane = lane};
  return {};
}

}  // namespace cpu
}  // namespace radix
