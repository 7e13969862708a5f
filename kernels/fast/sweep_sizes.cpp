/// What is said about the launches of the fast sorts, and of arrays that they cannot take.
#include <cstdio>
#include <vector>

#include "sweep_sorts.hpp"

namespace radix::sweep {

std::string text_of(const LaunchPlan& launches) {
  char text[256] = "";
  const Buckets& b = launches.buckets;
  const Sweep& s = launches.sweep;
  char sweep[96];
  std::snprintf(sweep, sizeof sweep, "one-sweep with %llu tiles of %u x %u",
                static_cast<unsigned long long>(s.tiles), tile_threads, s.keys_per_thread);
  switch (launches.algorithm) {
    case Algorithm::small:
      std::snprintf(text, sizeof text, "one block of 1024 x %u", launches.items_per_thread);
      break;
    case Algorithm::one_sweep: std::snprintf(text, sizeof text, "%s", sweep); break;
    case Algorithm::fixed_capacity:
      if (b.bits2 == 0)
        std::snprintf(text, sizeof text, "%u buckets of capacity %u; else %s", b.count(),
                      b.capacity2, sweep);
      else
        std::snprintf(text, sizeof text,
                      "%u buckets of capacity %u, each divided into %u of %u%s; else %s",
                      1u << b.bits1, b.capacity1, 1u << b.bits2, b.capacity2,
                      b.halves ? " halves" : "", sweep);
      break;
    case Algorithm::counted:
      std::snprintf(text, sizeof text, "%u x %u counted buckets; else %s", 1u << b.bits1,
                    1u << b.bits2, sweep);
      break;
  }
  return text;
}

std::string refusal_of_arrays(Items items, const Arrays& arrays, uint64_t n, Scratch scratch) {
  if (n == 0) return "";
  struct Part {
    const char* name;
    const void* data;
    uint64_t bytes, alignment;
  };
  const uint64_t key_bytes = key_bytes_of(items);
  std::vector<Part> parts = {{"the keys", arrays.keys, n * key_bytes, 16},
                             {"the sorted keys", arrays.sorted_keys, n * key_bytes, 16}};
  if (has_values(items)) {
    parts.push_back({"the values", arrays.values, n * 4, 4});
    parts.push_back({"the sorted values", arrays.sorted_values, n * 4, 4});
  }
  if (scratch.bytes > 0) parts.push_back({"the scratch memory", scratch.data, scratch.bytes, 256});
  const auto begin = [](const Part& part) { return reinterpret_cast<std::uintptr_t>(part.data); };
  for (const Part& part : parts) {
    if (begin(part) == 0)
      return std::string("A fast sort was not told where ") + part.name + " begin; name an array.";
    if (begin(part) % part.alignment != 0)
      return std::string("A fast sort reads and writes whole pieces of memory, and ") + part.name +
             " begin at no multiple of " + std::to_string(part.alignment) +
             " bytes; move them to one.";
    for (const Part& other : parts)
      if (&other != &part && begin(part) < begin(other) + other.bytes &&
          begin(other) < begin(part) + part.bytes)
        return std::string("A fast sort keeps its input, so its arrays may not overlap, but ") +
               part.name + " and " + other.name + " do; give each memory of its own.";
  }
  return "";
}

}  // namespace radix::sweep
