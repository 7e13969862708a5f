/// What can be seen in density pictures, found out by counting: a claim is made only when the
/// counts of every cell agree with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "timing_run.hpp"

namespace scope {

/// A picture without the columns and rows that nothing can lie in: fewer than 256 positions, fewer
/// than 8 bits.
struct DensityGrid {
  uint32_t columns = 0, rows = 0;  ///< rows: a power of two, columns: at most the positions
  std::vector<uint32_t> counts;    ///< [row * columns + column]
  uint32_t at(uint32_t column, uint32_t row) const { return counts[row * columns + column]; }
};
DensityGrid field_of(const radix::Density& density, const radix::TimedInput& input);

/// What the eye sees.
enum class Sight : uint8_t {
  one_row,  ///< all keys in one row
  rising,   ///< in order: no key of a column is below one of a column before
  falling,  ///< in reverse order
  stripes,  ///< several rising pieces above each other, each as long as the array: the highest bits
            ///< are not sorted
  teeth,    ///< several rising or falling pieces side by side: only the lowest bits are sorted
  noise,    ///< what a key is says nothing about where it stands
  flat,     ///< the same without grain: evenly spread over the positions
  mixed,    ///< none of these
};
struct Seen {
  Sight sight = Sight::mixed;
  uint32_t count = 0;  ///< of stripes or teeth, otherwise of the rows that are not empty
  bool even = false;   ///< no row has more than twice its share: a rising line is the diagonal
  bool down = false;   ///< teeth: they fall
  friend bool operator==(const Seen&, const Seen&) = default;
};

/// `sorted_bits`: lowest bits that the passes so far have sorted; 0 = unknown or none, then no
/// stripes.
Seen seen_in(const DensityGrid& field, uint32_t key_bits, uint32_t sorted_bits);

/// The lowest bits that are sorted after this pass of a row; a baseline sorts all at once.
uint32_t sorted_bits(const TimingRow& row, const radix::Density& density);

/// "input", "after pass 3", "after the sort"; and below it "sorted by bits 0–23", `brief`: "sorted
/// bits 0–23".
std::string density_caption(const TimingRow& row, const radix::Density& density);
std::string density_note(const TimingRow& row, const radix::Density& density, bool brief);

/// One sentence over all pictures of a row: what one sees in them and why.
std::string density_sentence(const TimingRow& row);

}  // namespace scope
