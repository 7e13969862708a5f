/// The fast sorts, for the GPU only: one-sweep, the hybrid and the small sort, which stand beside
/// the libraries in timed runs. Their kernels: one_sweep.cuh; fixed_capacity.cuh, counted.cuh,
/// pairs.cuh, special.cuh; small_sort.cuh.
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
  hybrid,             ///< most significant digit first; pairs stable. What it does not suit (skewed
                      ///< keys, few items, more than 2^31 keys, a small card) the small sort or
                      ///< one-sweep sorts
  one_sweep_reranked,  ///< for tests: one_sweep_atomics, as if no tile were served in order
};

/// Device memory; values null without pairs. Keys and sorted keys start at a multiple of 16 bytes,
/// values at one of 4; where values do not start at 16, one-sweep sorts the pairs. Nothing
/// overlaps.
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

/// Words that the host and the device see: what the device says to the waiting host.
class HostWords {
 public:
  HostWords();
  ~HostWords();
  HostWords(const HostWords&) = delete;
  HostWords& operator=(const HostWords&) = delete;
  volatile uint32_t* host = nullptr;
  volatile uint32_t* device = nullptr;
  uint32_t* counter = nullptr;  ///< on the device: 0 between sorts
  uint32_t sorts = 0;           ///< number of the last sort: an answer bears it

  /// Did the last sort put its keys into buckets? When the device is done.
  bool by_buckets() const;
};

/// Device memory that any of the sorts takes for n items besides input and output: for the hybrid's
/// a fixed capacity 1.2 to 2.9 copies of the items, 1.7 of 2^28 keys of 32 bits. `as`: with the
/// sizes of another kind of card than this device is.
std::size_t scratch_bytes(Items items, uint64_t n, std::optional<Card> as = {});

/// The least that will do: about one copy of the items. Between the two the hybrid takes another
/// way, which is slower: buckets that are counted, or one-sweep.
std::size_t least_scratch_bytes(Items items, uint64_t n, std::optional<Card> as = {});

/// What sort() will do: a pure function of n, items, method, the card and the scratch memory.
LaunchPlan launches_of(Method method, Items items, uint64_t n, std::size_t scratch_bytes,
                       std::optional<Card> as = {});

/// "", or why this device cannot run them: one sentence.
std::string refusal_of_device();

/// "", or what is wrong with the arrays: one sentence. Needs no device.
std::string refusal_of_arrays(Items items, const Arrays& arrays, uint64_t n, Scratch scratch);

/// The kinds of cards whose kernels this build has: by the architectures that it was compiled for.
std::vector<Card> cards_of_build();

/// Queues the sort of n items, as many as memory holds, whose keys are below 2^bits, on the null
/// stream. The hybrid waits for what the device says of the keys, and calls before_waiting() before
/// it does; the small sort and one-sweep never wait. Throws KernelError, also for arrays that
/// overlap or do not start where they should. `as`: with the sizes of another kind of card, whose
/// kernels this build must have.
void sort(Method method, Items items, const Arrays& arrays, uint64_t n, uint32_t bits,
          Scratch scratch, HostWords& words, const std::function<void()>& before_waiting,
          std::optional<Card> as = {});

/// How sort_on_device sorts; for tests.
struct Trial {
  std::optional<Card> as = {};
  bool least_scratch = false;  ///< no more scratch memory than will do
};

/// Sorts what stands in host memory, values (if any: as many as keys) with it, and waits; for
/// tests. Key: uint32_t or uint64_t. Returns whether the keys were put into buckets.
template <class Key>
bool sort_on_device(Method method, std::vector<Key>& keys, std::vector<uint32_t>& values,
                    Trial trial = {});

}  // namespace radix::sweep
