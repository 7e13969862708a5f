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
Card card_of_device() {
  const CardSizes* sizes = sizes_of_device();
  if (sizes == nullptr) throw KernelError(refusal_of_device());
  return static_cast<Card>(sizes - card_sizes.data());
}

/// Memory of the device for `count` values.
template <class T>
class Device {
 public:
  explicit Device(std::size_t count) {
    check(cudaMalloc(&data_, std::max<std::size_t>(count * sizeof(T), 16)), "taking memory");
  }
  ~Device() { cudaFree(data_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
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
}
HostWords::~HostWords() { cudaFreeHost(const_cast<uint32_t*>(host)); }

std::size_t scratch_bytes(Items items, uint64_t n, std::optional<Card> as) {
  const Card card = as.value_or(card_of_device());
  return scratch_for(n, items == Items::keys64 ? 8 : 4, items == Items::pairs, card);
}

std::string refusal_of_device() {
  if (sizes_of_device() != nullptr) return "";
  return "This project's fast sorts ask for " + std::to_string(card_sizes[0].shared / 1024) +
         " KiB of shared memory a block, and this device has " +
         std::to_string(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) / 1024) +
         "; leave them out.";
}

std::vector<Card> cards_of_build() {
  constexpr uint32_t built[] = {__CUDA_ARCH_LIST__};
  std::vector<Card> cards;
  for (Card card : all_cards)
    if (compiled_for(card, built)) cards.push_back(card);
  return cards;
}

bool sort(Method method, Items items, const Arrays& arrays, uint64_t n, uint32_t bits,
          Scratch scratch, HostWords& words, const std::function<void()>& before_waiting,
          std::optional<Card> as) {
  const Work work{.arrays = arrays,
                  .n = n,
                  .bits = bits,
                  .scratch = scratch,
                  .words = words,
                  .before_waiting = before_waiting,
                  .processors =
                      static_cast<uint32_t>(attribute(cudaDevAttrMultiProcessorCount)),
                  .card = as.value_or(card_of_device())};
  if (n == 0) return false;
  if (method == Method::hybrid) {
    const bool done = items == Items::keys32   ? hybrid_sort<uint32_t>(work)
                      : items == Items::keys64 ? hybrid_sort<uint64_t>(work)
                                               : hybrid_sort_of_pairs(work);
    if (done) return true;
  }
  const bool atomics = method != Method::one_sweep;
  if (items == Items::pairs)
    one_sweep_sort<uint32_t, uint32_t, Ranks::ballots>(work);
  else if (items == Items::keys32 && atomics)
    one_sweep_sort<uint32_t, NoValue, Ranks::atomics>(work);
  else if (items == Items::keys32)
    one_sweep_sort<uint32_t, NoValue, Ranks::ballots>(work);
  else if (atomics)
    one_sweep_sort<uint64_t, NoValue, Ranks::atomics>(work);
  else
    one_sweep_sort<uint64_t, NoValue, Ranks::ballots>(work);
  return false;
}

template <class Key>
bool sort_on_device(Method method, std::vector<Key>& keys, std::vector<uint32_t>& values,
                    std::optional<Card> as) {
  const std::size_t n = keys.size();
  const Items items = !values.empty()    ? Items::pairs
                      : sizeof(Key) == 4 ? Items::keys32
                                         : Items::keys64;
  const std::size_t bytes = scratch_bytes(items, n, as);
  Device<Key> in(n), out(n);
  Device<uint32_t> values_in(values.size()), values_out(values.size());
  Device<char> scratch(bytes);
  HostWords words;
  in.put(keys);
  values_in.put(values);
  const bool hybrid = sort(method, items, {in.data(), out.data(), values_in.data(),
                                           values_out.data()},
                           n, 8 * sizeof(Key), {scratch.data(), bytes}, words, [] {},
                           as);
  check(cudaDeviceSynchronize(), "sorting");
  out.get(keys);
  values_out.get(values);
  return hybrid;
}
template bool sort_on_device(Method, std::vector<uint32_t>&, std::vector<uint32_t>&,
                             std::optional<Card>);
template bool sort_on_device(Method, std::vector<uint64_t>&, std::vector<uint32_t>&,
                             std::optional<Card>);

}  // namespace radix::sweep
