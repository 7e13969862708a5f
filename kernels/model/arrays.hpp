/// Stages and arrays as open lists: a family of sorts (kernels/radix, …) brings a table of each,
/// and a Stage or an ArrayId points at a row of it. JSON, panels, figures and tests iterate the
/// family's tables.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace radix {

/// Where an index or an identity stands for nothing.
inline constexpr uint32_t nobody = 0xffffffffu;

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

/// How long an array is and how it is laid out.
enum class Shape : uint32_t {
  per_key,     ///< one value per key, in the order of the keys (all blocks one after the other)
  per_block,   ///< one value per block of the launch that made it
  per_thread,  ///< one value per thread of the launch, threads without keys included
  table,       ///< bucket rows x block columns, row-major: entry = bucket * blocks + block
  single,      ///< one value for the whole grid
};

/// What the values of an array are.
enum class Holds : uint32_t {
  numbers,    ///< any
  keys,       ///< keys, with their identities
  positions,  ///< places of keys: 0…n - 1
  bits,       ///< 0 or 1
};

struct ArrayInfo {
  const char* name;   ///< in JSON and scripts
  const char* label;  ///< on the screen
  Stage stage;        ///< the stage that makes it; stage::none: that of the launch
  Shape shape;
  const char* caption;  ///< what happened when it was made
  Holds holds = Holds::numbers;
  bool of_split = false;     ///< made anew by every split of a block's own sort
  const char* sums_of = "";  ///< of partial sums and their results: what is summed up; "": nothing
};

namespace array {
/// What every family has under the same name: a family's table says which of its stages makes them.
inline constexpr ArrayInfo general[] = {
    {"keys", "keys", stage::none, Shape::per_key, "the keys of this pass", Holds::keys},
    {"output", "output", stage::none, Shape::per_key, "write the keys", Holds::keys},
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

/// An array as a kernel names it: its place in its family's table. A number, so that it works on
/// every machine.
enum class Shown : uint32_t {};

/// For a family's own operator""_array: the name is looked up when the kernel is compiled, and a
/// name that is not in the table does not compile.
consteval Shown shown_in(std::span<const ArrayInfo> table, std::string_view name) {
  const uint32_t place = place_of(name, table);
  return place < table.size() ? Shown{place} : throw "the family has no array of this name";
}

}  // namespace radix
