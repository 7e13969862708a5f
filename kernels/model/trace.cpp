#include "trace.hpp"

#include <algorithm>

namespace radix {

const Array* Step::find(ArrayId id) const {
  for (const SharedArray& array : arrays) {
    if (array->id == id) return array.get();
  }
  return nullptr;
}

namespace {

std::string places(uint32_t distance) {
  return std::to_string(distance) + (distance == 1 ? " place" : " places");
}

/// What a level of a block scan does.
std::string level_words(const Step& step) {
  const std::string left = places(step.distance) + " to the left";
  switch (step.sweep) {
    case Sweep::across: return "add the value " + left;
    case Sweep::up: return "up: every " + std::to_string(2 * step.distance) + (step.distance == 1 ? "nd" : "th") + " adds the value " + left;
    case Sweep::clear: return "the last one keeps the total and becomes 0";
    case Sweep::fill: return "down: those halfway add the finished sum " + left;
    case Sweep::down: return "down: left takes right's sum, right adds left's, " + places(step.distance) + " apart";
    case Sweep::lanes: return "add the value " + left + ", inside the warp";
    case Sweep::carry: return "add the sums of the warps before";
  }
  return "";
}

}  // namespace

std::string caption(const Step& step) {
  std::string text = info(step.stage).label;
  if (step.splits > 1) text += " · split " + std::to_string(step.split + 1) + " of " + std::to_string(step.splits);
  if (step.level > 0) return text + " · level " + std::to_string(step.level) + ": " + level_words(step);
  return text + " · " + info(step.made).caption;
}

namespace {

std::string place(const Trace& trace, std::size_t s) {
  return "pass " + std::to_string(trace.steps[s].pass + 1) + ", " +
         info(trace.steps[s].stage).label;
}

std::string versus(const Trace& a, const std::string& x, const Trace& b, const std::string& y) {
  return a.engine.name + " has " + x + ", " + b.engine.name + " has " + y;
}

/// The first index where two arrays differ, in words; empty when they are equal.
std::string array_difference(const Trace& a, const Array& x, const Trace& b, const Array& y) {
  const std::string name = info(x.id).name;
  if (x.values.size() != y.values.size()) {
    return name + ": " + versus(a, std::to_string(x.values.size()), b,
                                std::to_string(y.values.size())) + " entries";
  }
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    if (x.values[i] == y.values[i]) continue;
    return name + "[" + std::to_string(i) + "]: " +
           versus(a, std::to_string(x.values[i]), b, std::to_string(y.values[i]));
  }
  for (std::size_t i = 0; i < std::min(x.ids.size(), y.ids.size()); ++i) {
    if (x.ids[i] == y.ids[i]) continue;
    return "identity of " + name + "[" + std::to_string(i) + "]: " +
           versus(a, std::to_string(x.ids[i]), b, std::to_string(y.ids[i]));
  }
  return x.ids.size() == y.ids.size() ? "" : "identities of " + name + ": one side has none";
}

std::string step_difference(const Trace& a, const Trace& b, std::size_t s) {
  const Step& x = a.steps[s];
  const Step& y = b.steps[s];
  if (x.made != y.made || x.pass != y.pass || x.level != y.level || x.split != y.split) {
    return "another step: " + versus(a, info(x.made).name, b, info(y.made).name);
  }
  if (x.arrays.size() != y.arrays.size()) return "not the same arrays exist";
  for (std::size_t k = 0; k < x.arrays.size(); ++k) {
    if (x.arrays[k]->id != y.arrays[k]->id) return "not the same arrays exist";
    std::string difference = array_difference(a, *x.arrays[k], b, *y.arrays[k]);
    if (!difference.empty()) return difference;
  }
  return "";
}

}  // namespace

std::optional<Difference> first_difference(const Trace& a, const Trace& b) {
  if (a.error != b.error) {
    return Difference{0, versus(a, a.error.empty() ? "no error" : "\"" + a.error + "\"", b,
                                b.error.empty() ? "no error" : "\"" + b.error + "\"")};
  }
  for (std::size_t s = 0; s < std::min(a.steps.size(), b.steps.size()); ++s) {
    const std::string difference = step_difference(a, b, s);
    if (!difference.empty()) return Difference{s, place(a, s) + ", " + difference};
  }
  if (a.steps.size() != b.steps.size()) {
    return Difference{std::min(a.steps.size(), b.steps.size()),
                      versus(a, std::to_string(a.steps.size()), b,
                             std::to_string(b.steps.size())) + " steps"};
  }
  const std::string difference = array_difference(a, a.sorted, b, b.sorted);
  if (!difference.empty()) return Difference{a.steps.size(), "sorted " + difference};
  return std::nullopt;
}

}  // namespace radix
