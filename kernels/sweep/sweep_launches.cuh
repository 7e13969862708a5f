/// What the launchers share: a piece of work, its scratch memory, and waiting for a verdict.
#pragma once

#include "kernels/simt/simt.hpp"
#include "one_sweep.cuh"
#include "sweep_sizes.hpp"
#include "sweep_sorts.hpp"

namespace radix::sweep {

/// Cuts pieces of 256 bytes' alignment off the scratch memory. Without memory it only counts.
class Pieces {
 public:
  explicit Pieces(Scratch scratch) : scratch_(scratch) {}
  template <class T>
  T* take(std::size_t count) {
    auto* piece = static_cast<char*>(scratch_.data) + used_;
    used_ += (count * sizeof(T) + 255) / 256 * 256;
    if (scratch_.data == nullptr) return nullptr;
    if (used_ > scratch_.bytes) throw KernelError("The scratch memory of a sort is too small.");
    return reinterpret_cast<T*>(piece);
  }
  std::size_t used() const { return used_; }

 private:
  Scratch scratch_;
  std::size_t used_ = 0;
};

/// A sort that was asked for.
struct Work {
  Arrays arrays;
  uint64_t n;
  uint32_t bits;
  Scratch scratch;
  HostWords& words;
  const std::function<void()>& before_waiting;
  uint32_t processors;  ///< multiprocessors of the device
  Card card;            ///< whose sizes are taken
};

/// launch.operator()<card>() -> bool, where kernels are compiled for the sizes that this build's
/// architectures take.
template <class Launch>
bool with_sizes_of(Card card, const Launch& launch) {
  constexpr uint32_t built[] = {__CUDA_ARCH_LIST__};
  if constexpr (compiled_for(Card::large, built)) {
    if (card == Card::large) return launch.template operator()<Card::large>();
  }
  if constexpr (compiled_for(Card::middle, built)) {
    if (card == Card::middle) return launch.template operator()<Card::middle>();
  }
  if constexpr (compiled_for(Card::small, built)) {
    if (card == Card::small) return launch.template operator()<Card::small>();
  }
  throw KernelError(
      "The fast sorts of this build are for cards with other sizes of shared memory; build it on "
      "this machine.");
}

/// The launchers: each is compiled in a file of its own.
template <class Key, class Value, Ranks ranks>
void one_sweep_sort(const Work& work);
/// False: the keys are skewed, or too many; the output was not written.
template <class Key>
bool hybrid_sort(const Work& work);
bool hybrid_sort_of_pairs(const Work& work);

/// Their scratch memory. The second copy of the items comes first in each.
template <class Key, class Value, class Count>
struct SweepBuffers {
  SweepBuffers(Pieces& pieces, uint64_t n, Card card) {
    constexpr bool pairs = sizeof(Value) == sizeof(uint32_t);
    tiles = static_cast<uint32_t>(sweep_tiles(n, sizeof(Key), pairs, card));
    keys = pieces.take<Key>(n);
    values = pairs ? pieces.take<Value>(n) : nullptr;
    counts = pieces.take<Count>(sweep_counts);
    plan = reinterpret_cast<SweepPlan*>(counts == nullptr ? nullptr : counts + 8 * 256);
    told = pieces.take<Count>(std::size_t{tiles} * 256 * sizeof(Key));
  }
  uint32_t tiles;
  Key* keys;
  Value* values;
  Count *counts, *told;
  SweepPlan* plan;  ///< behind the counts: cleared with them
};

inline uint32_t blocks_for(uint64_t n, uint32_t tile) {
  return static_cast<uint32_t>((n + tile - 1) / tile);
}

/// A kernel that asks for more than 48 KiB must say so, in every context anew.
template <class Kernel>
void allow_shared(Kernel kernel, std::size_t bytes) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)),
        "asking for shared memory");
}

/// What the device wrote for the host. A kernel that broke writes nothing: the stream says so.
inline uint32_t verdict_in(const volatile uint32_t& word) {
  for (uint32_t looks = 1; word == 0; ++looks) {
    if (looks % 1024 != 0) continue;
    const cudaError_t state = cudaStreamQuery(nullptr);
    if (state == cudaErrorNotReady) continue;
    check(state, "waiting for the hybrid's plan");
    if (word == 0) throw KernelError("The hybrid's plan ended without saying anything.");
  }
  (void)cudaGetLastError();  // "not ready" is no fault of the next launch
  return word;
}

}  // namespace radix::sweep
