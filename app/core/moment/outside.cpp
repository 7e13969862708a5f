#include "outside.hpp"

#include <bit>
#include <optional>
#include <string_view>

#include "text/all.hpp"

namespace scope {
namespace {

using radix::none;

/// Slots of the output or, true, of the block that sorts the key in its own memory.
std::optional<bool> slots_of_block(const radix::Array& array) {
  const radix::ArrayInfo& of = radix::info(array.id);
  if (of.holds == radix::Holds::positions_in_block) return true;
  if (std::string_view(of.name) == "destination") return false;
  return std::nullopt;
}

/// The family's kernels show a slot of every key: the largest number is one that is below 0, and
/// not a slot that nobody has written.
bool every_key_has_a_slot(const radix::Trace& trace) {
  return trace.own.empty() && trace.family != nullptr &&
         std::string_view(trace.family->name) == "radix";
}

/// The last slot that there is for key i.
uint32_t last_slot(const Moment& moment, bool of_block, uint32_t i) {
  const radix::Problem& problem = moment.problem();
  if (!of_block) return problem.size() - 1;
  const uint32_t block = problem.block_of(i);
  return problem.block_end(block) - problem.block_begin(block) - 1;
}

/// The keys as the threads have them now: the array of keys that was made last, but the output.
radix::Array keys_of_threads_now(const Moment& moment) {
  const radix::Array* newest = nullptr;
  for (const radix::SharedArray& array : moment.step()->arrays) {
    const radix::ArrayInfo& of = radix::info(array->id);
    if (of.holds == radix::Holds::keys && std::string_view(of.name) != "output")
      newest = array.get();
  }
  return newest ? *newest : input_of(moment);
}

/// The array of slots that the step has made, or has written the output by; or null.
const radix::Array* slots_at_work(const Moment& moment) {
  if (!moment.step()) return nullptr;
  const bool writes = std::string_view(radix::info(moment.step()->made).name) == "output";
  for (const radix::SharedArray& array : moment.step()->arrays)
    if (const auto of_block = slots_of_block(*array))
      if (writes ? !*of_block : array->id == moment.step()->made) return array.get();
  return nullptr;
}

/// "−1, as an unsigned number 4294967295".
std::string slot_words(uint32_t slot) {
  if (static_cast<int32_t>(slot) >= 0) return std::to_string(slot);
  return text::all::slot_below({.text = slot_text(slot), .value = slot});
}

}  // namespace

std::string element_text(const radix::Trace& trace, const radix::Array& array, uint32_t value) {
  return slots_of_block(array) && every_key_has_a_slot(trace) ? std::to_string(value)
                                                              : number_text(value);
}

std::string slot_text(uint32_t slot) {
  const auto value = std::bit_cast<int32_t>(slot);
  return value >= 0 ? std::to_string(value) : "−" + std::to_string(0u - slot);
}

bool is_outside(const Moment& moment, const radix::Array& slots, uint32_t i) {
  const auto of_block = slots_of_block(slots);
  const bool known = slots.values[i] != none || every_key_has_a_slot(*moment.trace);
  return of_block && known && i < moment.problem().size() &&
         slots.values[i] > last_slot(moment, *of_block, i);
}

std::string outside_words(const Moment& moment) {
  const radix::Array* slots = slots_at_work(moment);
  if (!slots || moment.trace->error.empty()) return "";
  const radix::Array keys = keys_of_threads_now(moment);
  const bool of_block = *slots_of_block(*slots);
  uint32_t first = none, count = 0;
  for (uint32_t i = 0; i < slots->values.size(); ++i)
    if (is_outside(moment, *slots, i) && count++ == 0) first = i;
  if (count == 0 || first >= keys.ids.size() || keys.ids[first] >= moment.problem().size())
    return "";
  const uint32_t id = keys.ids[first], last = last_slot(moment, of_block, first);
  const std::string key =
      moment.problem().text_of(moment.problem().keys()[id]) + duplicate_marks(moment.problem())[id];
  const std::string slot = slot_words(slots->values[first]);
  const std::string one =
      of_block
          ? text::all::block_slot_outside({.block = moment.problem().block_of(first),
                                           .key = key,
                                           .keys = last + 1,
                                           .last = last,
                                           .slot = slot})
          : text::all::slot_outside({.key = key, .keys = last + 1, .last = last, .slot = slot});
  return count == 1 ? one : text::paragraph(one, text::all::more_outside({.count = count - 1}));
}

}  // namespace scope
