/// What the sentences of why() are written from. Internal to why*.cpp.
#pragma once

#include <string>
#include <vector>

#include "app/core/base/text.hpp"
#include "facts.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {

/// One moment with everything a sentence may mention. There is at least one key and one step.
struct RadixMoment {
  const Moment& moment;
  const radix::Step& step;
  const radix::Problem& problem;
  radix::Digit digit;  ///< of this pass
  Subject subject;     ///< the key that the sentence is about
  BlockFacts block;    ///< its block
  uint32_t keys, blocks, threads;
  uint32_t pass, passes;  ///< 0-based, and how many

  bool last_pass() const { return pass + 1 == passes; }
  bool coarse() const { return problem.keys_per_thread() > 1; }
  /// True where a pass may sort by several bits: bits are called digits.
  bool wide() const { return problem.settings().radix_bits > 1; }
  bool blocked() const {
    return problem.settings().ownership == radix::Ownership::blocked && coarse();
  }
  /// Places for keys that the threads have and the keys do not fill.
  uint32_t idle() const { return blocks * problem.keys_per_block() - keys; }
  uint32_t value(radix::ArrayId id, uint32_t index) const {
    return value_of(moment, id, index).value_or(0);
  }
  /// The key that the sentence is about, as people write it, with its letter where the input has
  /// equal keys.
  std::string key() const {
    return problem.text_of(subject.key) + duplicate_marks(problem)[subject.id];
  }
};

/// Keys as people write them, equal ones with their letters: "9a".
std::vector<std::string> key_texts(const radix::Problem& problem, const radix::Array& keys,
                                   const BlockFacts& facts);

/// "2 zeros and 1 one".
std::string zeros_and_ones(const BlockFacts& facts);

/// True when all keys have the same bit in the split at work: then it moves nothing.
bool all_equal(const RadixMoment& moment);

/// The order of table and output: "digit 00 of every block, then 01 of every block, and so on".
std::string digits_in_turn(const RadixMoment& moment);

/// What the keys are sorted by after this many passes: "their low 3 bits", "the second key".
std::string sorted_by(const radix::Problem& problem, uint32_t passes_done);

/// The sentence before the first step.
std::string why_begin(const Moment& moment);

/// The bits that a pass or a split looks at.
std::string why_bits(const RadixMoment& moment);

/// The sentences of the steps of a scan (of the bits or of the table).
std::string why_level(const RadixMoment& moment);
std::string why_in_block(const RadixMoment& moment);
std::string why_block_sum(const RadixMoment& moment);
std::string why_before_block(const RadixMoment& moment);
std::string why_ones_before(const RadixMoment& moment);
std::string why_ones_total(const RadixMoment& moment);
std::string why_bucket_starts(const RadixMoment& moment);

/// The sentences of the sort inside the block.
std::string why_thread_ones(const RadixMoment& moment);
std::string why_ones_before_of_thread(const RadixMoment& moment);
std::string why_local_destination(const RadixMoment& moment);
std::string why_local_keys(const RadixMoment& moment);
std::string why_local_bucket_starts(const RadixMoment& moment);
std::string why_bucket_counts(const RadixMoment& moment);

/// The sentences of the scatter.
std::string why_destination(const RadixMoment& moment);
std::string why_output(const RadixMoment& moment);

/// The sentences of the extra pass that reads the sorted keys backwards.
std::string why_reversed_destination(const RadixMoment& moment);
std::string why_reversed_output(const RadixMoment& moment);

/// "block 2's ones", "block 2's keys with digit 01": what a table entry counts.
std::string entry_words(const RadixMoment& moment, uint32_t entry);

/// WHY of a radix sort.
std::string why_of_radix(const Moment& moment);

}  // namespace scope
