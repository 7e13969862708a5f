/// What can be read from the text of a student's file without running it.
#pragma once

#include <cstdint>
#include <string>

namespace radix {

/// A call or a number of the file; no `name` where there is none.
struct NamedPlace {
  std::string name;
  uint32_t line = 0;
};

/// The first call of a library that sorts: `thrust::sort`, `cub::DeviceRadixSort`.
NamedPlace library_sort_in(const std::string& text);
/// The first call that sorts on the host: `std::sort`, `qsort`.
NamedPlace host_sort_in(const std::string& text);
/// The first atomic operation whose result is used: "atomicAdd".
NamedPlace used_atomic_in(const std::string& text);
/// The first shuffle to higher lanes, of which scans in registers are made: "__shfl_up_sync".
NamedPlace shuffle_up_in(const std::string& text);

/// A file with fewer keys: what a main says as `#define N 1000000` or `const int N = 1 << 20;`.
struct KeyCount {
  std::string name;  ///< of the largest number; "" where none is too large
  uint32_t line = 0;
  uint64_t count = 0;  ///< how many in the file
  uint32_t less = 0;   ///< how many in `text`
  std::string text;    ///< the file with so few that they can be watched one by one
};
KeyCount fewer_keys_in(const std::string& text);

}  // namespace radix
