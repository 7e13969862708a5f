/// What the host side knows of one kind of sort: plain data. kernels/run/families.hpp lists the families.
#pragma once

#include <span>

#include "arrays.hpp"

namespace radix {

struct Family {
  const char* name;                    ///< "radix": its folder
  std::span<const StageInfo> stages;   ///< in the order in which a part goes through them
  std::span<const ArrayInfo> arrays;   ///< in the order in which a step lists them
  Stage block_stage = {};              ///< in which a block sorts by itself, split after split

  /// Place of an array in the table; the table's size when it has none of this name.
  uint32_t place(ArrayId id) const { return place_of(info(id).name, arrays); }
  /// The row of this name, or null.
  const ArrayInfo* array_named(std::string_view wanted) const { return row_named(wanted, arrays); }
  const StageInfo* stage_named(std::string_view wanted) const { return row_named(wanted, stages); }

 private:
  template <class Row>
  static const Row* row_named(std::string_view wanted, std::span<const Row> table) {
    const uint32_t place = place_of(wanted, table);
    return place < table.size() ? &table[place] : nullptr;
  }
};

}  // namespace radix
