#include "lists_parts.hpp"

#include <algorithm>

namespace scope {

using radix::none;
namespace lists = radix::lists;

uint32_t lists_in(const radix::Trace& trace) {
  return lists::list_count(trace.problem, trace.sort);
}
bool merges_lists(const radix::Trace& trace) { return !lists::sorts_alone(trace.sort); }
radix::ListMerge merge_of(const radix::Trace& trace) {
  return lists::merge_of(trace.problem, trace.sort);
}

text::lists::tie tie_of(radix::ListMerge merge) {
  switch (merge) {
    case radix::ListMerge::one_thread: return text::lists::tie::last;
    case radix::ListMerge::reduction: return text::lists::tie::left;
    default: return text::lists::tie::other;
  }
}

uint32_t length_of_list(uint32_t list, uint32_t lists, uint32_t n) {
  return list < n ? (n - list + lists - 1) / lists : 0;
}

ListsPart lists_part(const radix::Trace& trace, uint32_t part) {
  const uint32_t bits = trace.problem.key_bits(),
                 rounds = merges_lists(trace) ? trace.problem.size() : 0;
  if (part < bits) return {ListsPart::bit, part};
  if (part < bits + rounds) return {ListsPart::round, part - bits};
  return {ListsPart::backwards, 0};
}
ListsPart lists_part(const Moment& moment) { return lists_part(*moment.trace, moment.pass()); }

std::vector<uint32_t> taken_of_lists(const Moment& moment) {
  const uint32_t all = lists_in(*moment.trace);
  std::vector<uint32_t> taken(all, 0);
  const radix::Array* output = moment.find(radix::array::output);
  if (!output) return taken;
  const radix::Array keys = input_of(moment);
  std::vector<uint32_t> list_of(keys.ids.size(), none);
  for (uint32_t place = 0; place < keys.ids.size(); ++place) list_of[keys.ids[place]] = place % all;
  for (uint32_t id : output->ids)
    if (id != none) ++taken[list_of[id]];
  return taken;
}

uint32_t winner_of(const Moment& moment) {
  const radix::Array* winner = moment.find(lists::array::winner);
  const radix::Array* heads = moment.find(lists::array::heads);
  if (!winner || !heads || winner->values[0] >= heads->ids.size()) return none;
  return heads->ids[winner->values[0]] == none ? none : winner->values[0];
}

std::optional<DealtKey> dealt_key(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  if (keys.ids.empty()) return std::nullopt;
  const uint32_t all = lists_in(*moment.trace);
  const uint32_t selected = position_of(keys, moment.selected());
  uint32_t place = selected == none ? 0 : selected;
  // While a list is filled, a key that is in it
  const radix::ArrayId made = moment.step() ? moment.step()->made : radix::array::output;
  if (selected == none && (made == lists::array::zero_list || made == lists::array::one_list)) {
    const radix::Array& list = *moment.find(made);
    const auto there = std::ranges::find_if(list.ids, [](uint32_t id) { return id != none; });
    if (there != list.ids.end()) place = position_of(keys, *there);
    if (place == none) place = 0;
  }
  const radix::Array* heads = moment.find(lists::array::heads);
  if (selected == none && heads) {
    uint32_t list = winner_of(moment);
    if (list >= heads->ids.size()) {
      const auto there = std::ranges::find_if(heads->ids, [](uint32_t id) { return id != none; });
      list = static_cast<uint32_t>(there - heads->ids.begin());
    }
    if (list < heads->ids.size()) place = position_of(keys, heads->ids[list]);
    if (place == none) place = 0;
  }
  return DealtKey{.id = keys.ids[place],
                  .place = place,
                  .list = place % all,
                  .number = place / all,
                  .chosen = selected != none};
}

}  // namespace scope
