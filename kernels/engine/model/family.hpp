/// What the host side knows about one kind of sort: plain data and functions.
/// kernels/run/all_sorts.hpp lists the families.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "edition.hpp"
#include "settings.hpp"

namespace radix {

class Problem;
struct Digit;
struct Family;
struct Trace;

/// One part of a run: what the scrubber goes through one after the other. Step::pass counts parts.
struct Part {
  std::string name;   ///< what it works on, as commands say it: "bits 2–3"; "": only its number
  double weight = 1;  ///< how much of the sort it does, beside the others
  /// The same for these numbers in the reader's language; null: `name` has no numbers.
  std::string (*said)(uint32_t first, uint32_t second) = nullptr;
  uint32_t first = 0, second = 0;

  std::string shown() const;
};
/// A part that sorts by these bits: "bit 0", "bits 2–3".
Part part_of_bits(uint32_t low, uint32_t count, double weight = 1);

/// The parts of a whole run.
struct Outline {
  const char* noun = "pass";  ///< what a part is called: "pass", "level", "layer", "round"
  const char* nouns = "passes";
  std::vector<Part> parts;
};

/// One sort of a family: one version of its kernels.
struct SortInfo {
  const char* name;             ///< short name, as in scripts and files
  const char* title;            ///< "one bit at a time"
  const char* known_as = "";    ///< further words that the search finds it by: "bitonic sort"
  Section section;              ///< of the chapter
  const char* file;             ///< its source in embedded_sources()
  bool sorts_in_block = false;  ///< sorts in shared memory first, then writes whole buckets
  uint32_t settings;            ///< set of Use: the settings that matter to it
  bool stable = true;           ///< keeps equal keys in input order, by itself: see keeps_equals
  uint32_t max_timed = 0xffffffffu;  ///< keys of a timed run
  const Family* family = nullptr;    ///< set where the families are listed
  /// For a kernel with a bug in print: what is wrong, and a text of the line where it is. Null for
  /// a kernel that sorts.
  const char* wrong = nullptr;
  const char* wrong_line = "";
  bool bare_keys = false;  ///< equal keys may change places, so it takes none with values
  bool further = true;  ///< a step further than the sort before it; else another way to do the same

  bool has(Use use) const { return (settings & static_cast<uint32_t>(use)) != 0; }
  bool wide_digits() const { return has(Use::wide_digits); }
  bool coarse() const { return has(Use::coarsening); }
  bool one_launch() const { return has(Use::one_launch); }
  /// Equal keys keep their order with these settings (unless the order is made backwards).
  bool keeps_equals(const Settings& s) const {
    const bool by_network =
        s.block_sort == BlockSort::bitonic || s.block_sort == BlockSort::odd_even_merge;
    return stable && !(has(Use::block_sort) && s.start == SortStart::block && by_network);
  }
  /// True when this setting changes what the sort does.
  bool uses(const SettingInfo& setting) const { return has(setting.use) || has(setting.also); }
};

/// The stage of a kernel whose arrays do not tell.
struct KernelStage {
  const char* kernel;
  Stage stage;
};

/// A sort and its host function. The same function makes recorded and timed runs: `Run` decides
/// (kernels/engine/simt/run.hpp).
template <class Run>
struct SortRow {
  SortInfo info;
  void (*sort)(Run&);
};

struct Family {
  const char* name;                      ///< "radix": its folder
  const char* title;                     ///< "radix sort"
  std::span<const StageInfo> stages;     ///< in the order in which a part goes through them
  std::span<const ArrayInfo> arrays;     ///< in the order in which a step lists them
  std::span<const ScanInfo> scans = {};  ///< what its scans show
  std::span<const Reads> reads = {};     ///< an array that is not in it is made from nothing
  std::span<const KernelStage> kernels = {};
  Stage block_stage = {};  ///< in which a block sorts by itself, split after split
  bool by_digits =
      false;  ///< every part sorts by a digit of the keys: Problem::digit says by which
  /// By which digit a part of another order of digits sorts, or of digits that are found by
  /// comparing; null: by none. 0 bits wide where this part does not.
  Digit (*digit)(const Trace&, uint32_t part) = nullptr;
  /// Rows of a part's bucket table; null: the buckets of Problem::digit.
  uint32_t (*table_rows)(const Problem&) = nullptr;
  bool timed = false;  ///< is made for large inputs too
  uint32_t max_recorded =
      4096;  ///< keys of a recorded run: max_recorded_keys, or fewer where parts are many
  bool tables_by_moment = false;  ///< a launch shows several tables, and neither splits nor scans
  uint32_t max_moments = 16;      ///< that a launch shows, beside those of splits and scans
  bool keys_by_arrival = false;   ///< equal keys, and those of a bucket, stand as they came
  /// The parts of a run of this sort on these keys; never null. A run that stops early has fewer:
  /// outline_of(trace) says how many.
  Outline (*outline)(const Problem&, std::string_view sort) = nullptr;

  /// Place of an array, or a stage, in the table; the table's size when it has none of this name.
  uint32_t place(ArrayId id) const { return place_of(info(id).name, arrays); }
  uint32_t place(Stage id) const { return place_of(info(id).name, stages); }
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

/// True where arrays of keys may have holes: a part has several of them.
constexpr bool has_holes(const Family& family) {
  for (const ArrayInfo& row : family.arrays) {
    if (row.holes) return true;
  }
  return false;
}

}  // namespace radix
