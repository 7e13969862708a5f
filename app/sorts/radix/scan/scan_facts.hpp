/// Where a key or a table entry stands in a block scan, and what a level of the scan does to it.
/// Internal to the words; the arrays are those of facts.hpp.
#pragma once

#include "app/sorts/radix/facts.hpp"

namespace scope {

/// One value of a scan and its block of the scan.
struct ScanPlace {
  ScanArrays arrays;
  uint32_t index = 0;   ///< in the scan's arrays
  uint32_t width = 1;   ///< threads of a scanning block: values it scans
  uint32_t values = 0;  ///< of the whole scan
  bool table = false;   ///< the scan of the bucket table, not of the bits

  uint32_t thread() const {
    return index % width;
  }  ///< whose value it is, and its place in the tree
  uint32_t block() const { return index / width; }
  uint32_t blocks() const { return (values + width - 1) / width; }
  uint32_t idle() const { return blocks() * width - values; }  ///< threads without a value
  const char* noun() const { return table ? "key" : "one"; }   ///< what is added up
};

/// The subject's value in the scan of the bits: its own bit, or the sum of the thread that adds
/// it up.
ScanPlace place_in_bits(const Moment& moment, const Subject& subject);
/// A table entry in the scan of the table.
ScanPlace place_in_table(const Moment& moment, uint32_t entry);

/// What the level just done did to one value.
struct LevelStep {
  enum Kind { stays, adds, clears, takes } kind = stays;
  uint32_t before = 0;  ///< its sum before the level
  uint32_t other = 0;   ///< what it added (adds) or took over from its right (takes)
  uint32_t warps =
      0;  ///< the sums of this many warps are what it added; 0: that of one other value
  uint32_t after = 0;
  uint32_t distance = 0;  ///< how far away the other stands
};
/// The value to speak about at a level: the given one; if nobody chose it and the level leaves it
/// as it is, the last one of its block that the level changes.
ScanPlace place_at_level(const Moment& moment, ScanPlace place, bool chosen);
LevelStep level_step(const Moment& moment, const ScanPlace& place);

/// The thread of its block that changes it at the level just done, in a tree another than that of
/// its place; nothing where the level leaves it as it is.
std::optional<uint32_t> worker_at_level(const Moment& moment, const ScanPlace& place);

}  // namespace scope
