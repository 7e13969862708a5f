/// What the FORMULA cards are written from. Internal to formula*.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/base/text.hpp"
#include "app/core/words/explain.hpp"
#include "facts.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {

/// One moment and the key it speaks about.
struct FormulaCard {
  const Moment& moment;
  const radix::Problem& problem;
  Subject s;
  radix::Digit digit;
  uint32_t keys, blocks, threads;

  std::optional<uint32_t> value(radix::ArrayId id, uint32_t index) const {
    return value_of(moment, id, index);
  }
  uint32_t size_of(uint32_t block) const {
    return problem.block_end(block) - problem.block_begin(block);
  }
  std::string key() const { return problem.text_of(s.key) + duplicate_marks(problem)[s.id]; }
};

Formula card(std::string title, std::string words, std::vector<Term> terms,
             const std::optional<uint32_t>& result);

/// The card of a step of the scan of the bits, or of the scan of the table.
Formula bit_scan_card(const FormulaCard& card, radix::ArrayId made);
Formula table_scan_card(const FormulaCard& card, radix::ArrayId made);

/// Threads with several keys: the sum of a thread's bits, and the ones before one of its places.
Formula thread_ones_card(const FormulaCard& card);
Formula ones_before_of_thread_card(const FormulaCard& card);

/// FORMULA of a radix sort.
Formula formula_of_radix(const Moment& moment);

}  // namespace scope
