/// Stages and arrays as open lists: a family of sorts (kernels/radix, …) has a table of each,
/// and a Stage or an ArrayId points at a row of it. JSON, panels, figures and tests iterate the
/// family's tables.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string_view>

namespace radix {

class Problem;

/// What an index or an identity is where there is none.
inline constexpr uint32_t none = 0xffffffffu;

/// Whether two names are the same; cheap where they differ early.
constexpr bool same_name(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b) {
    if (*a == '\0') return true;
  }
  return false;
}

/// One part of what a sort does over and over, e.g. the scan of a pass.
struct StageInfo {
  const char* name;   ///< in JSON and scripts
  const char* label;  ///< on the screen
};

namespace stage {
inline constexpr StageInfo none{"", ""};  ///< of an array whose family is not known
}

/// A row of a family's table of stages. Stages of one name are the same stage.
class Stage {
 public:
  constexpr Stage(const StageInfo& row = stage::none) : row_(&row) {}  // NOLINT: meant to convert
  friend constexpr bool operator==(Stage a, Stage b) {
    return a.row_ == b.row_ || same_name(a.row_->name, b.row_->name);
  }
  friend constexpr const StageInfo& info(Stage id) { return *id.row_; }

 private:
  const StageInfo* row_;
};

constexpr const StageInfo& info(Stage id);

/// Where the values of an array lie.
enum class MemorySpace : uint32_t {
  unknown,
  global,
  shared,
  thread,  ///< in a variable of every thread
};

/// How long an array is and how it is laid out.
class Shape {
 public:
  enum Kind : uint32_t {
    per_key,     ///< one value per key, in the order of the keys (all blocks one after the other)
    per_block,   ///< one value per block of the launch that made it
    per_thread,  ///< one value per thread of the launch, threads without keys included
    per_list,    ///< one value per list: per thread of the launch, which is one block
    pair_per_list,  ///< two values per list, side by side
    single,         ///< one value for the whole grid
    table,          ///< bucket rows x block columns, row-major: entry = bucket * blocks + block
    warp_table,     ///< bucket rows x warp columns, those of all blocks one after the other
    block_table,    ///< 2^radix bits rows x the blocks of the launch that made it
    segment_table,  ///< `//: table n` says how long: tables of all open segments, slots of buckets
    per_problem,    ///< as long as a function of the Problem says
  };
  using Count = uint32_t (*)(const Problem&);

  constexpr Shape(Kind kind = per_key) : kind_(kind) {}  // NOLINT: meant to convert
  /// Shape::per_problem. `columns`: of a table, row-major; null: one row. `stays`: made once for
  /// the whole run, so later parts have it, too.
  constexpr Shape(Count length, Count columns = nullptr, bool stays = true)
      : kind_(per_problem), stays_(stays), length_(length), columns_(columns) {}

  constexpr operator Kind() const { return kind_; }  // NOLINT: meant to convert
  constexpr bool stays() const { return stays_; }
  uint32_t length(const Problem& problem) const { return length_(problem); }
  uint32_t columns(const Problem& problem) const {
    return (columns_ ? columns_ : length_)(problem);
  }

 private:
  Kind kind_;
  bool stays_ = false;
  Count length_ = nullptr, columns_ = nullptr;
};

/// What the values of an array are.
enum class Holds : uint32_t {
  numbers,             ///< any
  keys,                ///< keys, with their identities
  positions,           ///< places of keys: 0…n - 1
  positions_in_block,  ///< the same, counted from the start of the block or tile
  bits,                ///< 0 or 1
};
constexpr bool are_positions(Holds holds) {
  return holds == Holds::positions || holds == Holds::positions_in_block;
}

struct ArrayInfo {
  const char* name;   ///< in JSON and scripts
  const char* label;  ///< on the screen
  Stage stage;        ///< the stage that makes it; stage::none: that of the launch
  Shape shape;
  const char* caption;  ///< what happened when it was made
  Holds holds = Holds::numbers;
  bool of_split = false;     ///< made anew by every split of a block's own sort
  const char* sums_of = "";  ///< of partial sums and their results: what is summed up; "": nothing
  bool of_search = false;    ///< made anew by every look of a search: Step::level counts the looks
  const char* round = "look";  ///< what such a look is called: "look", "ballot"
  bool by_arrival = false;     ///< differs from run to run with who comes first
  bool holes = false;  ///< of keys: nobody has written some places yet; value and identity are
                       ///< `none` there
};

/// What a step reads to make an array, in registers, in shared memory or in buffers: names of
/// arrays. Behind bars stand other ways: the first one counts whose arrays all exist before the
/// step, and the last one as far as its arrays do. An array in brackets must exist, too, but is not
/// read.
///     {"output", "local_keys destination | keys destination"}
struct Reads {
  const char* made;
  const char* from;
};

namespace array {
/// What every family has under the same name: a family's table says which of its stages makes them.
inline constexpr ArrayInfo general[] = {
    {"keys", "keys", stage::none, Shape::per_key, "the keys of this pass", Holds::keys},
    {"output", "output", stage::none, Shape::per_key, "write the keys", Holds::keys},
    {"destination", "destination", stage::none, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
};
}  // namespace array

/// A row of a family's table of arrays. Arrays of one name are the same array; a family's name an
/// array once.
class ArrayId {
 public:
  constexpr ArrayId(const ArrayInfo& row = array::general[0])
      : row_(&row) {}  // NOLINT: meant to convert
  friend constexpr bool operator==(ArrayId a, ArrayId b) {
    return a.row_ == b.row_ || same_name(a.row_->name, b.row_->name);
  }
  friend constexpr const ArrayInfo& info(ArrayId id) { return *id.row_; }

 private:
  const ArrayInfo* row_;
};

constexpr const ArrayInfo& info(ArrayId id);

namespace array {
inline constexpr ArrayId keys{general[0]}, output{general[1]};
}

/// Arrays that hold keys and therefore carry identities.
constexpr bool holds_keys(ArrayId id) { return info(id).holds == Holds::keys; }

/// True where an array, or a stage, is one of these.
constexpr bool one_of(ArrayId id, std::initializer_list<ArrayId> ids) {
  for (const ArrayId each : ids) {
    if (each == id) return true;
  }
  return false;
}
constexpr bool one_of(Stage id, std::initializer_list<Stage> ids) {
  for (const Stage each : ids) {
    if (each == id) return true;
  }
  return false;
}

/// Place of the row with this name in a family's table; the table's size when there is none.
template <class Row>
constexpr uint32_t place_of(std::string_view name, std::span<const Row> table) {
  uint32_t place = 0;
  while (place < table.size() && name != table[place].name) ++place;
  return place;
}

/// An array as a kernel shows it: its place in its family's table, and how it is laid out. Numbers,
/// so that it works on every machine.
struct Shown {
  uint32_t place;
  Shape::Kind shape;
};

/// What every family has is shown by a place from here on, in array::general.
inline constexpr uint32_t general_places = 1u << 16;

/// From here on the rows that a person's own notes show, numbered (Trace::own_rows).
inline constexpr uint32_t own_places = 1u << 17;

/// True of array::general. Not by comparing places in memory, which sanitizers do at run time.
template <const auto& arrays>
inline constexpr bool is_general = false;
template <>
inline constexpr bool is_general<array::general> = true;

/// Without definitions: a name that is not in the list does not compile, and the compiler says
/// which of these it met.
void this_family_has_no_array_of_this_name();
void this_family_has_no_scan_of_this_name();

/// The name of an array of this table, looked up when the kernel is compiled.
template <const auto& arrays>
struct NameIn : Shown {
  consteval NameIn(const char* name)
      : Shown{place_of(name, std::span<const ArrayInfo>(arrays)), {}} {  // NOLINT
    if (place == std::size(arrays)) this_family_has_no_array_of_this_name();
    shape = arrays[place].shape;
    if (is_general<arrays>) place += general_places;
  }
};

/// A scan as a row of a family's table: the arrays that its roles are (scan_roles, simt/show.hpp).
struct ScanInfo {
  const char* name;  ///< what it adds up, as kernels call it
  const char *level, *before_in_block, *block_sum, *before_block;
  const char* result;  ///< "" where the scan stays in the block
};
inline constexpr std::span<const ScanInfo> no_scans;

/// The same arrays by their places in the family's table, in the order of scan_roles.
struct ScanPlaces {
  uint32_t of_role[5] = {};
};
constexpr ScanPlaces places_of(const ScanInfo& scan, std::span<const ArrayInfo> arrays) {
  return {{place_of(scan.level, arrays), place_of(scan.before_in_block, arrays),
           place_of(scan.block_sum, arrays), place_of(scan.before_block, arrays),
           place_of(scan.result, arrays)}};
}

/// The name of a scan of a family, looked up when the kernel is compiled.
template <const auto& arrays, const auto& scans>
struct ScanIn : ScanPlaces {
  consteval ScanIn(const char* name) {  // NOLINT: meant to convert
    bool known = false;
    for (const ScanInfo& scan : scans) {
      if (!same_name(scan.name, name)) continue;
      known = true;
      for (const char* array :
           {scan.level, scan.before_in_block, scan.block_sum, scan.before_block})
        if (place_of(array, std::span<const ArrayInfo>(arrays)) == std::size(arrays))
          this_family_has_no_array_of_this_name();
      static_cast<ScanPlaces&>(*this) = places_of(scan, arrays);
    }
    if (!known) this_family_has_no_scan_of_this_name();
  }
};

}  // namespace radix
