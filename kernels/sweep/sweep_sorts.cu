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

template <class Key, class Value>
std::size_t bytes_for(uint64_t n) {
  Pieces wide({}), narrow({});
  if (n < least_wide_counts)
    (void)SweepBuffers<Key, Value, uint32_t>(narrow, n);
  else
    (void)SweepBuffers<Key, Value, uint64_t>(wide, n);
  // The hybrid: its copy of the items, tables of 1.1 MB and n / 2048 words, the tiles of two
  // partitions of pairs
  const uint64_t copy = n * (sizeof(Key) + (sizeof(Value) == 4 ? 4 : 0));
  const uint64_t told = sizeof(Value) == 4 ? 2 * (n / 13'824 + 600) * 1024 : 0;
  return std::max({narrow.used(), wide.used(),
                   static_cast<std::size_t>(copy + (5u << 18) + n / 512 + told)});
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

std::size_t scratch_bytes(Items items, uint64_t n) {
  if (items == Items::keys64) return bytes_for<uint64_t, NoValue>(n);
  if (items == Items::pairs) return bytes_for<uint32_t, uint32_t>(n);
  return bytes_for<uint32_t, NoValue>(n);
}

std::string refusal_of_device() {
  const int shared = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (runs_with(static_cast<uint32_t>(shared))) return "";
  return "This project's fast sorts ask for " + std::to_string(needed_shared() / 1024) +
         " KiB of shared memory a block, and this device has " + std::to_string(shared / 1024) +
         "; leave them out.";
}

bool sort(Method method, Items items, const Arrays& arrays, uint64_t n, uint32_t bits,
          Scratch scratch, HostWords& words, const std::function<void()>& before_waiting) {
  const Work work{.arrays = arrays,
                  .n = n,
                  .bits = bits,
                  .scratch = scratch,
                  .words = words,
                  .before_waiting = before_waiting,
                  .processors =
                      static_cast<uint32_t>(attribute(cudaDevAttrMultiProcessorCount))};
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
bool sort_on_device(Method method, std::vector<Key>& keys, std::vector<uint32_t>& values) {
  const std::size_t n = keys.size();
  const Items items = !values.empty()    ? Items::pairs
                      : sizeof(Key) == 4 ? Items::keys32
                                         : Items::keys64;
  const std::size_t bytes = scratch_bytes(items, n);
  Device<Key> in(n), out(n);
  Device<uint32_t> values_in(values.size()), values_out(values.size());
  Device<char> scratch(bytes);
  HostWords words;
  in.put(keys);
  values_in.put(values);
  const bool hybrid = sort(method, items, {in.data(), out.data(), values_in.data(),
                                           values_out.data()},
                           n, 8 * sizeof(Key), {scratch.data(), bytes}, words, [] {});
  check(cudaDeviceSynchronize(), "sorting");
  out.get(keys);
  values_out.get(values);
  return hybrid;
}
template bool sort_on_device(Method, std::vector<uint32_t>&, std::vector<uint32_t>&);
template bool sort_on_device(Method, std::vector<uint64_t>&, std::vector<uint32_t>&);

}  // namespace radix::sweep
