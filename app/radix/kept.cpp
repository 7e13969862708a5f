#include "kept.hpp"

#include "app/base/text.hpp"

namespace scope {
namespace {

/// The keys as they stand, and how many passes they have behind them.
struct Standing {
  radix::Array keys;
  uint32_t passes = 0;
};

Standing standing_of(const Moment& moment) {
  const radix::Array* output = moment.find(radix::array::output);
  return {output ? *output : input_of(moment), moment.pass() + (output ? 1 : 0)};
}

std::string order_words(const radix::Problem& problem, uint32_t passes, uint32_t bits) {
  if (passes > problem.passes()) return "largest first";
  if (bits == 0) return "not yet";
  if (bits == problem.key_bits()) return "by all bits";
  return say("by the low ", bits, " of ", problem.key_bits(), " bits");
}

bool is_permutation(const std::vector<uint32_t>& ids) {
  std::vector<bool> seen(ids.size(), false);
  for (uint32_t id : ids) {
    if (id >= ids.size() || seen[id]) return false;
    seen[id] = true;
  }
  return true;
}

/// A key as it is told apart from its equals: by its value if it carries one, else by its mark.
std::string name_of(const radix::Problem& problem, uint32_t id) {
  return problem.values().empty()
             ? problem.text_of(problem.keys()[id]) + duplicate_marks(problem)[id]
             : say(problem.values()[id]);
}

}  // namespace

Invariants kept_by_radix(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const Standing now = standing_of(moment);
  const uint32_t bits = problem.sorted_bits(now.passes);
  const uint32_t mask = bits == 0 ? 0 : 0xffffffffu >> (32 - bits);
  const bool reversed = now.passes > problem.passes();
  Invariants found{
      .order = order_words(problem, now.passes, bits),
      .keys = say(now.keys.ids.size() == 1 ? "the one " : "all ", problem.size(), " there"),
      .equals = "in input order"};
  found.complete = now.keys.ids.size() == problem.size() && is_permutation(now.keys.ids);
  if (!found.complete) found.keys = "some are missing";
  for (std::size_t i = 1; found.complete && i < now.keys.ids.size(); ++i) {
    const uint32_t left = now.keys.ids[i - 1], right = now.keys.ids[i];
    const uint32_t a = problem.ordered(problem.keys()[left]) & mask;
    const uint32_t b = problem.ordered(problem.keys()[right]) & mask;
    if (reversed ? a < b : a > b) found.ordered = false;
    if (a != b || left < right || bits == 0 || !found.stable) continue;
    found.stable = false;
    found.equals = say(name_of(problem, left), " before ", name_of(problem, right));
  }
  if (!found.ordered) found.order = "not in order";
  return found;
}

}  // namespace scope
