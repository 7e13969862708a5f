#include "local_splits.hpp"

#include <algorithm>
#include <cmath>

#include "../../kernels/engines/engine.hpp"
#include "../phrases.hpp"

namespace scope {

using radix::ArrayId;

LocalSplits local_splits(const Look& look) {
  LocalSplits splits{.count = look.digit().bits};
  for (std::size_t k = 0; k < look.cursor; ++k) {
    const radix::Step& step = look.trace->steps[k];
    if (step.pass != look.pass()) continue;
    if (step.made == ArrayId::bits) ++splits.begun;
    if (step.made == ArrayId::local_keys) ++splits.done;
  }
  return splits;
}

std::optional<radix::Array> keys_after(const Look& look, uint32_t splits) {
  if (splits == 0) return input_of(look);
  for (std::size_t k = 0; k < look.cursor; ++k) {
    const radix::Step& step = look.trace->steps[k];
    const bool there = step.pass == look.pass() && step.made == ArrayId::local_keys;
    if (there && step.split + 1 == splits) return *step.find(ArrayId::local_keys);
  }
  return std::nullopt;
}

Lit lit_sorted(const Look& look, uint32_t splits) {
  const radix::Digit digit = look.digit();
  return splits == 0 ? std::nullopt : Lit({digit.shift, splits, digit.code});
}

namespace {

/// Width that a readable key needs: as people write it, with its mark; its binary with a digit lit.
float readable_width(const radix::Problem& problem, const std::string& longest_mark) {
  constexpr uint32_t most_bits = 10;  // of a binary that is shown whole
  const uint32_t lit = std::min(problem.settings().radix_bits, most_bits);
  const uint32_t quiet =
      std::min(problem.key_bits(), most_bits) - std::min(lit, problem.key_bits());
  float key = 0;
  for (uint32_t k : problem.keys())
    key = std::max(key, text_width(problem.text_of(k), 20, Face::mono));
  const float mark = longest_mark.empty() ? 0 : 1 + text_width(longest_mark, 12, Face::mono);
  const float bits = text_width(std::string(quiet, '0'), 11, Face::mono) +
                     text_width(std::string(lit, '0'), 14, Face::mono);
  return std::ceil(std::max(key + mark + 9, bits + 8));
}

}  // namespace

Columns local_columns(const Look& look) {
  Columns columns = columns_of(look);
  if (!as_bars(columns)) {
    std::string longest;
    for (const std::string& mark : duplicate_marks(look.problem()))
      if (mark.size() > longest.size()) longest = mark;
    columns.cell = std::max(columns.cell, readable_width(look.problem(), longest));
  }
  columns.per_block =
      reverses(look) ? look.problem().threads_per_block() : look.problem().keys_per_block();
  return columns;
}

std::string first_sorting_rung() {
  for (const radix::RungInfo& rung : radix::rungs())
    if (rung.sorts_in_block) return say("Rung ", radix::number_of(rung));
  return "A later rung";
}

}  // namespace scope
