/// What the sentences of why() are written from. Internal to why.cpp and why_scan.cpp.
#pragma once

#include <string>

#include "facts.hpp"
#include "phrases.hpp"

namespace scope {

/// One moment with everything a sentence may mention. There is at least one key and one step.
struct Moment {
  const Look& look;
  const radix::Step& step;
  Subject subject;   ///< the key to speak about
  BlockFacts block;  ///< its block
  uint32_t keys, blocks, threads;
  uint32_t pass, passes;  ///< 0-based, and how many

  bool last_pass() const { return pass + 1 == passes; }
  uint32_t idle() const { return blocks * threads - keys; }  ///< threads without a key
  uint32_t value(radix::ArrayId id, uint32_t index) const {
    return value_of(look, id, index).value_or(0);
  }
};

/// The sentences of the steps of a scan (of the bits or of the table).
std::string why_level(const Moment& moment);
std::string why_in_block(const Moment& moment);
std::string why_block_sum(const Moment& moment);
std::string why_before_block(const Moment& moment);
std::string why_ones_before(const Moment& moment);
std::string why_ones_total(const Moment& moment);
std::string why_bucket_starts(const Moment& moment);

/// "the ones of block 2": what a table entry counts.
std::string entry_words(const Moment& moment, uint32_t entry);

}  // namespace scope
