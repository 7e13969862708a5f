#include "fault_words.hpp"

#include <cstdio>

#include "app/core/base/text.hpp"
#include "kernel_words.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/settings.hpp"
#include "text/broken.hpp"

namespace scope {
namespace {

using radix::Act;
using radix::Fault;
using radix::ThreadAt;
namespace words = text::broken;

std::string hex(uint32_t mask) {
  char digits[11];
  std::snprintf(digits, sizeof digits, "0x%x", mask);
  return digits;
}

std::string mask_of(uint32_t lanes) { return hex(0xffffffffu >> (32 - lanes)); }

words::does does_of(Act act) {
  if (act == Act::reads) return words::does::reads;
  return act == Act::changes ? words::does::changes : words::does::other;
}

/// words::awaited or words::second_awaited.
template <class Awaited>
Awaited awaited_of(Act act) {
  switch (act) {
    case Act::shuffle: return Awaited::shuffle;
    case Act::ballot: return Awaited::ballot;
    case Act::warp_barrier: return Awaited::warp;
    default: return Awaited::other;
  }
}

std::string access_words(const ThreadAt& at, bool in_one_block) {
  return words::access(
      {.does = does_of(at.act),
       .line = line_words(at.source),
       .thread = in_one_block ? words::thread({.thread = at.thread}) : thread_name(at)});
}

std::string race_words(const Fault& fault) {
  const ThreadAt &first = fault.first, &second = fault.second;
  const bool one_block = first.block == second.block;
  // Where one line writes twice neither a barrier nor waiting would make room for both
  const bool one_place =
      first.source == second.source && first.act == Act::writes && second.act == Act::writes;
  return words::told_race({.array = array_words(fault.array),
                           .between = one_place   ? words::between::place
                                      : one_block ? words::between::block
                                                  : words::between::other,
                           .block = second.block,
                           .first = access_words(first, one_block),
                           .index = fault.index,
                           .kernel = fault.kernel,
                           .line = line_words(fault.made),
                           .second = access_words(second, one_block),
                           .shared = fault.made.line > 0});
}

/// Lanes of a warp that do not come as one.
std::string lanes_words(const Fault& fault) {
  using enum Fault::Lanes::What;
  const Fault::Lanes& wrong = fault.lanes;
  const std::string who = words::who(
      {.block = fault.first.block, .kernel = fault.kernel, .thread = fault.first.thread});
  const std::string line = line_words(fault.first.source), mask = hex(wrong.mask);
  switch (wrong.what) {
    case shuffle:
    case beyond:
      return words::told_mask({.all = mask_of(wrong.lanes),
                               .lanes = wrong.lanes,
                               .line = line,
                               .mask = mask,
                               .vote = wrong.what == beyond,
                               .who = who});
    case itself:
      return words::told_not_itself({.lane = wrong.lane, .line = line, .mask = mask, .who = who});
    case other:
      return words::told_other_mask({.lane = wrong.lane,
                                     .line = line,
                                     .mask = mask,
                                     .other = wrong.other,
                                     .other_mask = hex(wrong.other_mask),
                                     .who = who});
    case unnamed: return words::told_unnamed({.lane = wrong.lane, .line = line, .who = who});
    case none: break;
  }
  return "";
}

std::string apart_words(const Fault& fault) {
  const ThreadAt &first = fault.first, &second = fault.second;
  if (second.thread == radix::none) return lanes_words(fault);
  const std::string here = words::thread({.thread = first.thread}),
                    there = words::thread({.thread = second.thread});
  if (second.act == Act::left)
    return words::told_left({.awaited = awaited_of<words::awaited>(first.act),
                             .block = first.block,
                             .first = here,
                             .kernel = fault.kernel,
                             .line = line_words(first.source),
                             .second = there});
  return words::told_apart({.awaited = awaited_of<words::awaited>(first.act),
                            .block = first.block,
                            .first = here,
                            .first_line = line_words(first.source),
                            .kernel = fault.kernel,
                            .same = first.act == second.act,
                            .second = there,
                            .second_awaited = awaited_of<words::second_awaited>(second.act),
                            .second_line = line_words(second.source)});
}

std::string deadlock_words(const Fault& fault) {
  const auto& [resident, unstarted, blocks] = fault.room;
  const std::string waits =
      words::told_deadlock({.all = unstarted == 0,
                            .block = fault.first.block,
                            .kernel = fault.kernel,
                            .line = line_words(fault.first.source),
                            .thread = words::thread({.thread = fault.first.thread})});
  if (unstarted == 0) return waits;
  return text::paragraph(waits, words::told_no_room({.more = unstarted, .resident = resident}),
                         words::told_room({.blocks = blocks}));
}

std::string refused_words(const Fault& fault) {
  using enum Fault::Refused::What;
  const auto& [what, asked, given] = fault.refused;
  const ThreadAt& at = fault.first;
  switch (what) {
    case threads:
      return words::told_threads({.asked = asked, .most = radix::max_threads_per_block});
    case shared_memory:
      return words::told_shared_memory(
          {.asked = asked,
           .given = given,
           .who = words::who({.block = at.block, .kernel = fault.kernel, .thread = at.thread})});
    case stacks:
      return words::told_stacks({.block = at.block, .kernel = fault.kernel, .threads = asked});
    case waiting:
    case threw: return as_sentence(radix::refusal_words(fault));
    case none: break;
  }
  return "";
}

std::string outcome_words(const Fault& fault) {
  using enum Fault::Outcome::What;
  const Fault::Outcome& out = fault.outcome;
  switch (out.what) {
    case lost: return words::lost({.count = out.count, .keys = out.keys});
    case order: return words::not_in_order({.index = out.index, .key = out.key, .next = out.next});
    case stable: return words::not_stable({.key = out.key});
    case right: return words::result_right;
    case chance: return words::result_by_chance;
    case since: {
      const radix::PlantedFault* planted = radix::planted_fault_named(out.name);
      return planted ? std::string(text::translated(planted->right_since)) : "";
    }
    case purpose:
    case purpose_right:
      return words::on_purpose({.file = fault.first.source.file,
                                .line = fault.first.source.line,
                                .right = out.what == purpose_right,
                                .sort = out.name,
                                .why = text::translated(out.why)});
    case unknown: break;
  }
  return "";
}

std::string held_words(const Fault::Held& held) {
  using enum Fault::Held::What;
  switch (held.what) {
    case number: return held.shown;
    case stranger: return words::held_stranger;
    case key:
      return held.place == radix::none
                 ? words::held_key({.key = held.shown})
                 : words::held_key_of({.key = held.shown, .place = held.place});
    case nothing: break;
  }
  return words::held_nothing;
}

/// What somebody who is to find it is told.
std::string covered_words(const Fault& fault) {
  using Kind = Fault::Kind;
  const ThreadAt& by = fault.first;
  switch (fault.kind) {
    case Kind::race: return words::covered_race;
    case Kind::apart: return words::covered_apart;
    case Kind::deadlock: return words::covered_deadlock;
    case Kind::outside:
      if (by.thread == radix::none) return words::covered_index;
      return by.block == radix::none
                 ? words::covered_thread({.thread = by.thread})
                 : words::covered_block_thread({.block = by.block, .thread = by.thread});
    case Kind::promise:
    case Kind::comparison: return outcome_words(fault);
    case Kind::other: break;
  }
  return words::covered_other;
}

}  // namespace

std::string thread_name(const ThreadAt& at) {
  return at.block == radix::none ? words::thread({.thread = at.thread})
                                 : words::thread_of_block({.block = at.block, .thread = at.thread});
}

std::string line_words(const radix::SourceLine& source) {
  return source.line == 0 ? "" : words::line({.file = source.file, .line = source.line});
}

std::string difference_words(const Fault& fault) {
  using enum Fault::Difference::What;
  const Fault::Difference& other = fault.difference;
  switch (other.what) {
    case value:
      return words::first_value({.array = fault.array,
                                 .holds = held_words(other.holds),
                                 .index = fault.index,
                                 .number = other.number + 1,
                                 .part = text::translated(other.part),
                                 .should_hold = held_words(other.should_hold),
                                 .stage = text::translated(other.stage)});
    case made:
      return words::first_made({.array = text::translated(other.makes),
                                .right = text::translated(other.should_make),
                                .step = other.steps + 1});
    case longer: return words::first_longer({.steps = other.right_steps});
    case shorter:
      return words::ends_early({.right_steps = other.right_steps, .steps = other.steps});
    case none: break;
  }
  return "";
}

std::string fault_words(const Fault& fault) {
  if (!fault.sentence.empty()) return as_sentence(fault.sentence);
  if (fault.covered) return covered_words(fault);
  switch (fault.kind) {
    case Fault::Kind::race: return race_words(fault);
    case Fault::Kind::apart: return apart_words(fault);
    case Fault::Kind::deadlock: return deadlock_words(fault);
    case Fault::Kind::outside:
      return words::told_outside({.array = array_words(fault.array),
                                  .entries = fault.entries,
                                  .index = fault.index,
                                  .line = line_words(fault.first.source),
                                  .who = words::who({.block = fault.first.block,
                                                     .kernel = fault.kernel,
                                                     .thread = fault.first.thread})});
    case Fault::Kind::promise:
    case Fault::Kind::comparison:
      return text::paragraph(outcome_words(fault), difference_words(fault));
    case Fault::Kind::other: break;
  }
  return fault.refused.what == Fault::Refused::What::none ? outcome_words(fault)
                                                          : refused_words(fault);
}

std::string error_words(const radix::Trace& trace) {
  return trace.fault ? fault_words(*trace.fault) : as_sentence(trace.error);
}

}  // namespace scope
