#include "cuda_check.hpp"

#include "make_keys.cuh"

namespace radix {
inline namespace SIMT_TARGET {
namespace {

constexpr uint32_t threads = 256, blocks = 2048;

/// Items one by one, however they lie.
template <class Key>
struct Whole {
  const Key* items;
  __device__ uint64_t key(uint64_t i) const { return items[i]; }
  __device__ uint64_t value(uint64_t) const { return 0; }
  __device__ uint64_t all(uint64_t i) const { return items[i]; }
};
template <>
struct Whole<Pair> {
  const Pair* items;
  __device__ uint64_t key(uint64_t i) const { return items[i].key; }
  __device__ uint64_t value(uint64_t i) const { return items[i].value; }
  __device__ uint64_t all(uint64_t i) const { return key(i) << 32 | value(i); }
};
struct Parts {
  const uint32_t* keys;
  const uint32_t* values;
  __device__ uint64_t key(uint64_t i) const { return keys[i]; }
  __device__ uint64_t value(uint64_t i) const { return values[i]; }
  __device__ uint64_t all(uint64_t i) const { return key(i) << 32 | value(i); }
};

__global__ void split(const Pair* pairs, uint32_t* parts, uint64_t n) {
  const uint64_t step = uint64_t{gridDim.x} * blockDim.x;
  for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    parts[i] = pairs[i].key;
    parts[n + i] = pairs[i].value;
  }
}

template <class Items>
__global__ void inspect(Items items, uint64_t n, Findings* found) {
  __shared__ Findings block;
  if (threadIdx.x == 0) block = {};
  __syncthreads();
  Findings mine;
  const uint64_t step = uint64_t{gridDim.x} * blockDim.x;
  for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    mine.first_sum += random_bits(1, items.all(i));
    mine.second_sum += random_bits(2, items.all(i));
    if (i == 0) continue;
    mine.disorder += items.key(i - 1) > items.key(i);
    mine.unstable += items.key(i - 1) == items.key(i) && items.value(i - 1) > items.value(i);
  }
  atomicAdd(&block.disorder, mine.disorder);
  atomicAdd(&block.unstable, mine.unstable);
  atomicAdd(&block.first_sum, mine.first_sum);
  atomicAdd(&block.second_sum, mine.second_sum);
  __syncthreads();
  if (threadIdx.x != 0) return;
  atomicAdd(&found->disorder, block.disorder);
  atomicAdd(&found->unstable, block.unstable);
  atomicAdd(&found->first_sum, block.first_sum);
  atomicAdd(&found->second_sum, block.second_sum);
}

template <class Items>
Findings findings_of(Items items, uint64_t n) {
  Findings* found = nullptr;
  check(cudaMalloc(&found, sizeof(Findings)), "making room for the check");
  Findings host;
  cudaError_t result = cudaMemset(found, 0, sizeof(Findings));
  if (result == cudaSuccess) {
    inspect<<<blocks, threads>>>(items, n, found);
    result = cudaMemcpy(&host, found, sizeof(Findings), cudaMemcpyDeviceToHost);
  }
  cudaFree(found);
  check(result, "checking the result");
  return host;
}

template <class Key>
__global__ void swap_two(Key* items, uint64_t n) {
  const Whole<Key> all{items};
  uint64_t other = 1;
  while (other < n && all.key(other) == all.key(0)) ++other;
  if (other == n) return;
  const Key first = items[0];
  items[0] = items[other];
  items[other] = first;
}

__global__ void stay_busy(uint64_t nanoseconds) {
  uint64_t begin, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  while (now - begin < nanoseconds);
}

__global__ void do_nothing() {}

}  // namespace

template <class Key>
void make_input(const TimedInput& input, Key* items) {
  make_timed_keys<Key>({items, input.n}, input);
}

void take_apart(const Pair* pairs, uint32_t* parts, uint64_t n) {
  split<<<blocks, threads>>>(pairs, parts, n);
  check(cudaGetLastError(), "taking pairs apart");
}

template <class Key>
Findings look_through(const Key* items, uint64_t n) {
  return findings_of(Whole<Key>{items}, n);
}

Findings look_through_parts(const uint32_t* parts, uint64_t n) {
  return findings_of(Parts{parts, parts + n}, n);
}

template <class Key>
void plant_fault(Key* items, uint64_t n) {
  swap_two<<<1, 1>>>(items, n);
  check(cudaGetLastError(), "planting a fault");
}

void sleep_on_device(double ms) {
  stay_busy<<<1, 1>>>(static_cast<uint64_t>(ms * 1e6));
  check(cudaGetLastError(), "keeping the device busy");
}

void launch_empty_kernel() {
  do_nothing<<<blocks, threads>>>();
  check(cudaGetLastError(), "launching an empty kernel");
}

template void make_input(const TimedInput&, uint32_t*);
template void make_input(const TimedInput&, uint64_t*);
template void make_input(const TimedInput&, Pair*);
template Findings look_through(const uint32_t*, uint64_t);
template Findings look_through(const uint64_t*, uint64_t);
template Findings look_through(const Pair*, uint64_t);
template void plant_fault(uint32_t*, uint64_t);
template void plant_fault(uint64_t*, uint64_t);

}  // namespace SIMT_TARGET
}  // namespace radix
