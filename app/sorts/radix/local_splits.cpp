#include "local_splits.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"

namespace scope {

namespace array = radix::array;

LocalSplits local_splits(const Moment& moment) {
  LocalSplits splits{.count = moment.digit().bits};
  for (std::size_t k = 0; k < moment.cursor; ++k) {
    const radix::Step& step = moment.trace->steps[k];
    if (step.pass != moment.pass()) continue;
    if (step.made == array::bits) splits.begun = step.split + 1;
    if (step.made == array::local_keys) splits.done = step.split + 1;
  }
  return splits;
}

std::optional<radix::Array> keys_after(const Moment& moment, uint32_t splits) {
  if (splits == 0) return input_of(moment);
  for (std::size_t k = 0; k < moment.cursor; ++k) {
    const radix::Step& step = moment.trace->steps[k];
    const bool there = step.pass == moment.pass() && step.made == array::local_keys;
    if (there && step.split + 1 == splits) return *step.find(array::local_keys);
  }
  return std::nullopt;
}

radix::Array keys_shown_after(const Moment& moment, uint32_t splits) {
  for (; splits > 0; --splits)
    if (auto keys = keys_after(moment, splits)) return std::move(*keys);
  return input_of(moment);
}

Lit lit_sorted(const Moment& moment, uint32_t splits) {
  const radix::Digit digit = moment.digit();
  return splits == 0 ? std::nullopt : Lit({digit.shift, splits, digit.code});
}

std::string first_sorting_section() {
  for (const radix::SortInfo& sort : radix::sorts())
    if (sort.sorts_in_block) return number_of(sort.section);
  return "";
}

}  // namespace scope
