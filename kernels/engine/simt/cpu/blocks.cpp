#include "blocks.hpp"

#include <algorithm>
#include <cstdio>

namespace radix {
inline namespace cpu {
namespace {

std::string thread_name(uint32_t thread) { return "thread " + std::to_string(thread); }

std::string hex(uint32_t mask) {
  char text[11];
  std::snprintf(text, sizeof text, "0x%x", mask);
  return text;
}

bool same_place(const Fiber& a, const Fiber& b) {
  return a.site.line == b.site.line && a.site.file == b.site.file;
}

}  // namespace

std::string place(Site site) {
  return "line " + std::to_string(site.line) + " of " + base_name(site.file);
}

std::optional<Fault> barrier_fault(const Block& block) {
  const Fiber& first = *block.threads.front();
  const auto here = [&](const Fiber* other) { return same_place(*other, first); };
  if (block.finished == 0 && std::ranges::all_of(block.threads, here)) return std::nullopt;

  // Words cost more than all else that a barrier does: only now
  const std::string awaited = first.awaited;
  const std::string waits = " waits at the " + awaited + " on " + place(first.site);
  const std::string rule = "; every thread of a block must reach the same " + awaited;
  Fault fault{.kind = Fault::Kind::apart};
  fault.first = {block.number, first.thread, source_line(first.site)};
  if (block.finished > 0) {
    fault.second = {block.number, block.last_finished, {}};
    fault.sentence = thread_name(block.last_finished) + " has left the kernel while " +
                     thread_name(first.thread) + waits + rule;
    return fault;
  }
  const Fiber& other = **std::ranges::find_if_not(block.threads, here);
  const std::string which = other.awaited == awaited ? "one" : other.awaited;
  fault.second = {block.number, other.thread, source_line(other.site)};
  fault.sentence = thread_name(first.thread) + waits + ", " + thread_name(other.thread) +
                   " at the " + which + " on " + place(other.site) + rule;
  return fault;
}

Fault deadlock_fault(const Block& block, std::size_t resident, std::size_t unstarted,
                     uint32_t blocks) {
  const auto spins = [](const Fiber* f) { return f->state == Fiber::spinning; };
  const Fiber& thread = **std::ranges::find_if(block.threads, spins);
  Fault fault{.kind = Fault::Kind::deadlock};
  fault.first = {block.number, thread.thread, source_line(thread.site)};
  fault.sentence =
      "a deadlock: " + thread_name(thread.thread) + " waits for ever on " + place(thread.site);
  if (unstarted == 0) {
    fault.sentence += ", and so does every other block that has not finished";
    return fault;
  }
  const std::string others =
      std::to_string(unstarted) + (unstarted == 1 ? " more has" : " more have");
  if (resident == 1)
    fault.sentence +=
        ". Only 1 block may run at once: it waits, and " + others + " no room before it ends.";
  else
    fault.sentence += ". Only " + std::to_string(resident) +
                      " blocks may run at once: all of them wait, and " + others +
                      " no room before one of them ends.";
  fault.sentence += " Set the resident blocks to " + std::to_string(blocks) +
                    ", so that all run at once, or to 0, which means no limit.";
  return fault;
}

std::string mask_error(uint32_t mask, uint32_t lanes, Site site) {
  const uint32_t all = 0xffffffffu >> (warp_lanes - lanes);
  if (mask == all) return "";
  return "the shuffle on " + place(site) + " has the mask " + hex(mask) + ", but the warp has " +
         std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + "; use " + hex(all);
}

std::string vote_error(uint32_t mask, uint32_t lanes, uint32_t lane, Site site) {
  const uint32_t all = 0xffffffffu >> (warp_lanes - lanes);
  if ((mask & ~all) != 0)
    return "the vote on " + place(site) + " has the mask " + hex(mask) + ", but the warp has " +
           std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + "; name none beyond " +
           hex(all);
  if ((mask >> lane & 1) == 0)
    return "the vote on " + place(site) + " has the mask " + hex(mask) +
           ", which does not name lane " + std::to_string(lane) + " itself";
  return "";
}

std::string apart_error(uint32_t mask, uint32_t lane, uint32_t other_mask, uint32_t other,
                        Site site) {
  return "lane " + std::to_string(lane) + " votes with the mask " + hex(mask) + " on " +
         place(site) + ", and lane " + std::to_string(other) + ", which it names, with " +
         hex(other_mask) + "; lanes that vote together must come with the same mask";
}

}  // namespace cpu
}  // namespace radix
