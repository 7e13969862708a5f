/// The fast sorts, for the GPU only: one-sweep and the hybrid, which stand beside the libraries in
/// timed runs. Their kernels: one_sweep.cuh and hybrid.cuh.
///
///     std::size_t bytes = scratch_bytes(Items::keys32, n);          // device memory, once
///     HostWords words;                                              // once
///     sort(Method::hybrid, Items::keys32, {in, out}, n, 32, {scratch, bytes}, words, [] {});
///
/// The input is kept. Without a card, or in a build without CUDA, they throw KernelError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sweep_sizes.hpp"

namespace radix::sweep {

enum class Method {
  one_sweep,          ///< least significant digit first, stable: ranks by ballots
  one_sweep_atomics,  ///< bare keys: ranks by atomics, their order checked. Pairs take ballots
  hybrid,             ///< most significant digit first; pairs stable. What it does not suit
           ///< (skewed keys, few pairs, more than 2^31 keys, a small card) one-sweep sorts
};
enum class Items { keys32, keys64, pairs };

/// Device memory; values null without pairs. Keys begin at a multiple of 16 bytes; where
/// sorted_values does not, one-sweep sorts the pairs. Nothing overlaps.
struct Arrays {
  const void* keys;
  void* sorted_keys;
  const uint32_t* values = nullptr;
  uint32_t* sorted_values = nullptr;
};

struct Scratch {
  void* data;
  std::size_t bytes;
};

/// Two words that the host and the device see: what the hybrid's plan says to the waiting host.
class HostWords {
 public:
  HostWords();
  ~HostWords();
  HostWords(const HostWords&) = delete;
  HostWords& operator=(const HostWords&) = delete;
  volatile uint32_t* host = nullptr;
  volatile uint32_t* device = nullptr;
};

/// Device memory that any of the sorts takes for n items besides input and output: another copy
/// of the items, and tables. `as`: with the sizes of another kind of card than this device is.
std::size_t scratch_bytes(Items items, uint64_t n, std::optional<Card> as = {});

/// "", or why this device cannot run them: one sentence.
std::string refusal_of_device();

/// The kinds of cards whose kernels this build has: by the architectures that it was compiled for.
std::vector<Card> cards_of_build();

/// Queues the sort of n items, as many as memory holds, whose keys are below 2^bits, on the null
/// stream. The hybrid waits for its plan, and calls before_waiting() before it does, at least once; one-sweep never.
/// Returns whether the hybrid's own way was taken. Throws KernelError. `as`: with the sizes of
/// another kind of card, whose kernels this build must have.
bool sort(Method method, Items items, const Arrays& arrays, uint64_t n, uint32_t bits,
          Scratch scratch, HostWords& words, const std::function<void()>& before_waiting,
          std::optional<Card> as = {});

/// Sorts what stands in host memory, values (if any: as many as keys) with it, and waits; for
/// tests. Key: uint32_t or uint64_t. Returns as sort() does.
template <class Key>
bool sort_on_device(Method method, std::vector<Key>& keys, std::vector<uint32_t>& values,
                    std::optional<Card> as = {});

}  // namespace radix::sweep
