/// What the launchers share: the sort that was asked for, its scratch memory, launches in a row,
/// and waiting for an answer.
#pragma once

#include "fixed_capacity.cuh"
#include "kernels/engine/simt/simt.hpp"
#include "one_sweep.cuh"
#include "sweep_sizes.hpp"
#include "sweep_sorts.hpp"

namespace radix::sweep {

/// Allocates arrays in the scratch memory, at multiples of 256 bytes: from its start what one sort
/// uses, from its end what two sorts share, the plan first. A sort that stands in for a hybrid
/// reads the plan and uses the rest again.
class ScratchAllocator {
 public:
  explicit ScratchAllocator(Scratch scratch) : rest_(scratch) {
    rest_.bytes = rest_.bytes / 256 * 256;
    plan = take_last<Plan>(1);
  }
  template <class T>
  T* take(uint64_t count) {
    auto* begin = static_cast<char*>(rest_.data);
    rest_.data = begin + need(count * sizeof(T));
    return reinterpret_cast<T*>(begin);
  }
  template <class T>
  T* take_last(uint64_t count) {
    need(count * sizeof(T));
    return reinterpret_cast<T*>(static_cast<char*>(rest_.data) + rest_.bytes);
  }
  Scratch rest() const { return rest_; }
  Plan* plan;

 private:
  uint64_t need(uint64_t bytes) {
    bytes = align_up(bytes);
    if (bytes > rest_.bytes) throw KernelError("The scratch memory of a sort is too small.");
    rest_.bytes -= bytes;
    return bytes;
  }
  Scratch rest_;
};
static_assert(align_up(sizeof(Plan)) == plan_bytes);

/// A sort that was asked for.
struct Work {
  Arrays arrays;
  uint64_t n;
  uint32_t bits;
  Scratch scratch;
  HostWords& words;
  const std::function<void()>& before_waiting;
  LaunchPlan launches;
  uint32_t processors;  ///< multiprocessors of the device
  Card card;            ///< whose sizes are taken
  bool overlaps;        ///< a kernel may start while the one before it ends (from 9.0 on)
  bool force_rerank;    ///< for tests: no tile of atomics is believed to be in order
};

/// The words that host and device share.
enum HostWord : uint32_t { word_of_places, word_of_look, word_of_others };

/// launch.template operator()<card>(), where kernels are compiled for the sizes that this build's
/// architectures take.
template <class Launch>
void with_sizes_of(Card card, const Launch& launch) {
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
      "The fast sorts of this build are for GPUs with other sizes of shared memory; build it on "
      "this machine.");
}

/// launch.template operator()<number>() for that of the numbers which is `wanted`.
template <uint32_t... numbers, class Launch>
void with_number(uint32_t wanted, const Launch& launch) {
  (void)((numbers == wanted && (launch.template operator()<numbers>(), true)) || ...);
}

/// A one-sweep that stands in for a hybrid.
struct StandIn {
  bool cleared = false;  ///< the look has cleared its tables
  bool counted = false;  ///< digits are counted there, and the passes planned
};

/// The launchers: each is compiled in a file of its own.
template <class Key, class Value, Ranks ranks>
void one_sweep_sort(const Work& work, StandIn how = {});
template <class Key, class Value>
void small_sort(const Work& work);
/// By buckets of a fixed capacity or by counting; what they cannot sort is left to one-sweep.
template <class Key>
void hybrid_sort(const Work& work);
void hybrid_sort_of_pairs(const Work& work);

/// Stands in for a hybrid; skewed: the sample has shown it.
template <class Key>
void stand_in(const Work& work, StandIn how, bool skewed) {
  if (sizeof(Key) == 8 || (skewed && work.n <= max_skewed_by_ballots))
    one_sweep_sort<Key, NoValue, Ranks::ballots>(work, how);
  else
    one_sweep_sort<Key, NoValue, Ranks::atomics>(work, how);
}

/// A kernel that asks for more than 48 KiB must say so, in every context anew.
template <class Kernel>
void allow_shared(Kernel kernel, std::size_t bytes) {
  if (bytes <= 48 << 10) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)),
        "asking for shared memory");
}

/// How a kernel follows what has been queued before.
struct Follows {
  bool overlaps = false;  ///< its first line is begin_after_previous()
  /// It leaves as much of the L1 to shared memory as the others of its sort: a multiprocessor that
  /// has to divide it anew must be idle first.
  bool most_shared = false;
};
template <class... Parameters, class... Arguments>
void queue(Follows follows, void (*kernel)(Parameters...), uint64_t blocks, uint32_t threads,
           std::size_t shared, Arguments... arguments) {
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(static_cast<unsigned>(blocks));
  how.blockDim = dim3(threads);
  how.dynamicSmemBytes = shared;
  how.attrs = attributes;
  if (follows.overlaps) {
    attributes[how.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[how.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
  }
#if CUDART_VERSION >= 13000  // CUDA 12.4 cannot say it
  if (follows.most_shared) {
    attributes[how.numAttrs].id = cudaLaunchAttributePreferredSharedMemoryCarveout;
    attributes[how.numAttrs++].val.sharedMemCarveout = cudaSharedmemCarveoutMaxShared;
  }
#endif
  check(cudaLaunchKernelEx(&how, kernel, static_cast<Parameters>(arguments)...),
        "starting a kernel of a fast sort");
}

/// Queues a kernel after another one of the same sort.
template <class... Parameters, class... Arguments>
void queue_after(const Work& work, void (*kernel)(Parameters...), uint64_t blocks, uint32_t threads,
                 std::size_t shared, Arguments... arguments) {
  queue({.overlaps = work.overlaps, .most_shared = work.launches.counts}, kernel, blocks, threads,
        shared, arguments...);
}

/// The host's side of an Answer.
inline Answer answer_in(const Work& work, HostWord word) {
  return {work.words.device + word, work.words.sorts};
}

/// What the device wrote for the host, which is not what stood there. A kernel that broke writes
/// nothing: the stream says so.
template <class Done>
uint32_t wait_for(const Work& work, HostWord word, const Done& done) {
  const volatile uint32_t& at = work.words.host[word];
  for (uint32_t looks = 1;; ++looks) {
    const uint32_t said = at;
    if (done(said)) return said;
    if (looks % 1024 != 0) continue;
    const cudaError_t state = cudaStreamQuery(nullptr);
    if (state == cudaErrorNotReady) {
      (void)cudaGetLastError();  // no fault of the next launch
      continue;
    }
    check(state, "waiting for what the device says about the keys");
    if (!done(at)) throw KernelError("A fast sort ended without saying anything.");
  }
}

/// What the device says of the keys of this sort.
inline Spread spread_said(const Work& work, HostWord word) {
  const uint32_t number = work.words.sorts;
  return static_cast<Spread>(
      wait_for(work, word, [=](uint32_t said) { return said >> 3 == number; }) & 7);
}

/// Queues the look, and sees to the cursors, after which its own memory is taken.
template <class Key>
void queue_look(const Work& work, ScratchAllocator& scratch, Cursors first, Cursors second,
                Cursors third, Expected expected) {
  constexpr int threads = 1024;
  const bool large = work.n >= least_for_large_sample;
  const uint64_t samples = large ? max_samples : max_samples / 2;
  const uint64_t same = samples * samples / (2 * 65536), share = samples / 256;
  expected.max_of_range = static_cast<uint32_t>(share + 8 * square_root(share));
  expected.max_same = static_cast<uint32_t>(same + 8 * square_root(same));
  if (expected.max_of_bin > 0) expected.max_of_bin = large ? 18 : 12;
  const auto look = large ? look_at_sample<Key, threads, max_samples / threads>
                          : look_at_sample<Key, threads, max_samples / threads / 2>;
  queue({.most_shared = work.launches.counts}, look, look_blocks, threads, 0,
        static_cast<const Key*>(work.arrays.keys), work.n, first, second, third, expected,
        work.launches.clears, scratch.take<Key>(max_samples), work.words.counter, scratch.plan,
        answer_in(work, word_of_look));
}

}  // namespace radix::sweep
