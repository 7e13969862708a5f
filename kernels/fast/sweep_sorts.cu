#include "sweep_sorts.hpp"

#include <algorithm>

#include "sweep_launches.cuh"

namespace radix::sweep {
namespace {

int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0), "asking for the device");
  return value;
}

/// Of this device; null: it has too little shared memory.
const CardSizes* sizes_of_device() {
  return sizes_with(static_cast<uint32_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)));
}

/// This device; `as`: with the sizes of another kind of card.
Device device_as(std::optional<Card> as) {
  if (!as) {
    const CardSizes* sizes = sizes_of_device();
    if (sizes == nullptr) throw KernelError(refusal_of_device());
    as = static_cast<Card>(sizes - card_sizes.data());
  }
  return {*as, static_cast<uint32_t>(attribute(cudaDevAttrMultiProcessorCount)),
          static_cast<uint64_t>(attribute(cudaDevAttrL2CacheSize))};
}

/// Memory of the device for `count` values.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) {
    check(cudaMalloc(&data_, std::max<std::size_t>(count * sizeof(T), 16)), "taking memory");
  }
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  T* data() { return static_cast<T*>(data_); }
  void put(const std::vector<T>& from) {
    check(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice),
          "copying to the device");
  }
  void get(std::vector<T>& to) {
    check(cudaMemcpy(to.data(), data_, to.size() * sizeof(T), cudaMemcpyDeviceToHost),
          "copying from the device");
  }

 private:
  void* data_ = nullptr;
};

}  // namespace

HostWords::HostWords() {
  void *at_host = nullptr, *at_device = nullptr;
  check(cudaHostAlloc(&at_host, 64, cudaHostAllocMapped), "taking memory that both sides see");
  host = static_cast<volatile uint32_t*>(at_host);
  check(cudaHostGetDevicePointer(&at_device, at_host, 0), "taking memory that both sides see");
  device = static_cast<volatile uint32_t*>(at_device);
  check(cudaMalloc(&at_device, sizeof(uint32_t)), "taking memory");
  counter = static_cast<uint32_t*>(at_device);
  check(cudaMemset(counter, 0, sizeof(uint32_t)), "clearing a counter");
}
HostWords::~HostWords() {
  cudaFree(counter);
  cudaFreeHost(const_cast<uint32_t*>(host));
}

bool HostWords::by_buckets() const {
  return host[word_of_places] == (sorts << 3 | uint32_t(Spread::even));
}

LaunchPlan launches_of(Method method, Items items, uint64_t n, std::size_t scratch_bytes,
                       std::optional<Card> as) {
  return launches_for(n, items, method == Method::hybrid, device_as(as), scratch_bytes);
}

std::size_t scratch_bytes(Items items, uint64_t n, std::optional<Card> as) {
  const auto bytes = [&](Method method) {
    return launches_of(method, items, n, ~std::size_t{0}, as).scratch_bytes;
  };
  return std::max(bytes(Method::one_sweep), bytes(Method::hybrid));
}

std::size_t least_scratch_bytes(Items items, uint64_t n, std::optional<Card> as) {
  return launches_of(Method::one_sweep, items, n, 0, as).scratch_bytes;
}

std::string refusal_of_device() {
  if (sizes_of_device() != nullptr) return "";
  return said::fast_shared({.given = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) / 1024,
                            .needed = card_sizes[0].shared / 1024});
}

std::vector<Card> cards_of_build() {
  constexpr uint32_t built[] = {__CUDA_ARCH_LIST__};
  std::vector<Card> cards;
  for (Card card : all_cards)
    if (compiled_for(card, built)) cards.push_back(card);
  return cards;
}

void sort(Method method, Items items, const Arrays& arrays, uint64_t n, uint32_t bits,
          Scratch scratch, HostWords& words, const std::function<void()>& before_waiting,
          std::optional<Card> as) {
  if (n == 0) return;
  if (const std::string wrong = refusal_of_arrays(items, arrays, n, scratch); !wrong.empty())
    throw KernelError(wrong);
  const auto at_16 = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; };
  const Device device = device_as(as);
  Work work{.arrays = arrays,
            .n = n,
            .bits = bits,
            .scratch = scratch,
            .words = words,
            .before_waiting = before_waiting,
            .launches = launches_for(n, items, method == Method::hybrid, device, scratch.bytes),
            .processors = device.processors,
            .card = device.card,
            .overlaps = attribute(cudaDevAttrComputeCapabilityMajor) >= 9,
            .force_rerank = method == Method::one_sweep_reranked};
  words.sorts = words.sorts % ((1u << 29) - 1) + 1;
  const bool pairs = items == Items::pairs;
  if (work.launches.algorithm == Algorithm::small)
    return pairs                    ? small_sort<uint32_t, uint32_t>(work)
           : items == Items::keys32 ? small_sort<uint32_t, NoValue>(work)
                                    : small_sort<uint64_t, NoValue>(work);
  // Buckets of pairs are read and written 16 bytes at a time
  const bool one_sweep =
      work.launches.algorithm == Algorithm::one_sweep || (pairs && !at_16(arrays.sorted_values));
  if (!one_sweep)
    return pairs                    ? hybrid_sort_of_pairs(work)
           : items == Items::keys32 ? hybrid_sort<uint32_t>(work)
                                    : hybrid_sort<uint64_t>(work);
  if (pairs) return one_sweep_sort<uint32_t, uint32_t, Ranks::ballots>(work);
  const bool ballots = method == Method::one_sweep;
  if (items == Items::keys32)
    ballots ? one_sweep_sort<uint32_t, NoValue, Ranks::ballots>(work)
            : one_sweep_sort<uint32_t, NoValue, Ranks::atomics>(work);
  else if (ballots || method == Method::hybrid)
    one_sweep_sort<uint64_t, NoValue, Ranks::ballots>(work);
  else
    one_sweep_sort<uint64_t, NoValue, Ranks::atomics>(work);
}

template <class Key>
bool sort_on_device(Method method, std::vector<Key>& keys, std::vector<uint32_t>& values,
                    Trial trial) {
  const std::size_t n = keys.size();
  if (n == 0) return false;
  const Items items = !values.empty()    ? Items::pairs
                      : sizeof(Key) == 4 ? Items::keys32
                                         : Items::keys64;
  const std::size_t bytes = trial.least_scratch ? least_scratch_bytes(items, n, trial.as)
                                                : scratch_bytes(items, n, trial.as);
  OnDevice<Key> in(n), out(n);
  OnDevice<uint32_t> values_in(values.size()), values_out(values.size());
  OnDevice<char> scratch(bytes);
  HostWords words;
  in.put(keys);
  values_in.put(values);
  sort(
      method, items, {in.data(), out.data(), values_in.data(), values_out.data()}, n,
      8 * sizeof(Key), {scratch.data(), bytes}, words, [] {}, trial.as);
  check(cudaDeviceSynchronize(), "sorting the keys");
  out.get(keys);
  values_out.get(values);
  return words.by_buckets();
}
template bool sort_on_device(Method, std::vector<uint32_t>&, std::vector<uint32_t>&, Trial);
template bool sort_on_device(Method, std::vector<uint64_t>&, std::vector<uint32_t>&, Trial);

}  // namespace radix::sweep
