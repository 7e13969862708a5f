/// The sorts of NVIDIA's libraries, behind plain functions: their headers are large and stay in one
/// file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/engine/simt/keys.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// What stands in a library's array of keys: values of pairs have an array of their own.
template <class Key>
using LibraryKey = std::conditional_t<std::is_same_v<Key, Pair>, uint32_t, Key>;

enum class Library { cub, cub_double_buffer, thrust, cub_merge, thrust_stable };

/// Gets its own memory in every call, and waits for the device.
constexpr bool allocates(Library library) {
  return library == Library::thrust || library == Library::thrust_stable;
}

/// A kind of key as the libraries take it: values stand in an array of their own, right after the
/// keys.
template <class Key>
struct LibrarySort {
  /// Bytes of temporary storage, 0 for Thrust, which takes its own.
  static std::size_t scratch_bytes(Library library, uint64_t n, uint32_t bits);

  /// Queues the sort of n keys (Thrust: waits for it). `keys`, `other`: n items each; returns where
  /// the result is.
  static void* sort(Library library, void* scratch, std::size_t scratch_bytes, void* keys,
                    void* other, uint64_t n, uint32_t bits);
};

/// "CUB 3.0.1, Thrust 3.0.1".
std::string library_versions();

/// 300001 for CUB 3.0.1.
uint32_t cub_version();

}  // namespace SIMT_TARGET
}  // namespace radix
