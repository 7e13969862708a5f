/// 13.8 One sort on many devices                                                PMPP
///
/// When one GPU is too small, or too slow, the keys are cut into as many parts as there are
/// devices. Each sorts its own part; then all must agree who keeps which keys, for a key may belong
/// to a device far from where it stands. Sample sort answers that: a few keys of every device, all
/// of them sorted, and p - 1 of these, evenly spaced, are the splitters. Device q gets the keys
/// that are not below splitter q - 1 and are below splitter q.
///
/// The chapter's 16 keys on 4 devices, 2 samples each:
///     parts        12  3  6  9 | 15  8  5 10 |  9  6 11 13 |  4 10  7  0
///     local sort    3  6  9 12 |  5  8 10 15 |  6  9 11 13 |  0  4  7 10
///     sample        3  9          5 10          6 11          0  7
///     sorted        0  3  5  6  7  9 10 11      splitters 5 7 10
///     keys sent     1 1 1 1 from device 0, 0 1 1 2, 0 1 1 2, 2 0 1 1
///     received      3| 0  4      6| 5| 6       9| 8| 9| 7    12|10 15|11 13|10
///     merged        0  3  4      5  6  6       7  8  9  9    10 10 11 12 13 15
///
/// Everybody knows the p x p counts before a key is sent: the sums along its row tell a device
/// where the keys for each begin, the sums along its column where it receives them. So all pieces
/// travel at once, and none is asked for its size. What a device receives is p sorted runs, one a
/// sender: lg p levels of merging are left. Parts come in the order of their senders, and a tie
/// goes left: the sort is stable.
///
/// Here block d of every launch plays device d, so that one machine can be stepped through; between
/// devices only launches stand, as between GPUs. All keys equal go to one device: the more equal
/// keys, the less the work is shared.
#pragma once

#include "devices_family.hpp"
#include "kernels/merge/co_rank.cuh"
#include "kernels/sample/splitters.cuh"

namespace radix::devices::inline KERNELS {

using Show = ShowIn<arrays>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;
using merges::Before;
using merges::RunPair;

/// Where key k of two merged runs stands: a co-rank search, and one comparison more.
template <class Keys>
__device__ inline uint32_t merged_from(uint32_t k, const Keys& keys, const RunPair& pair,
                                       Before before) {
  merges::Unseen unseen;
  const uint32_t i = merges::on_diagonal(k, keys, pair, before, unseen, 0);
  const uint32_t a = pair.begin + i, b = pair.middle() + k - i;
  const bool a_left = i < pair.a, b_left = k - i < pair.b;
  return b_left && (!a_left || before(keys[b], keys[a])) ? b : a;
}

/// The threads of a block sort keys in shared memory by merging, from one of two rooms to the other
/// and back. Returns the room where they are in the end.
__device__ inline View<Key> sort_in_block(View<Key> keys, View<Key> other, uint32_t size,
                                          Before before) {
  __syncthreads();  // the keys are there
  for (uint32_t run = 1; run < size; run *= 2) {
    for (uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
      const RunPair pair = merges::run_pair(i / (2 * run), run, size);
      other[i] = keys[merged_from(i - pair.begin, keys, pair, before)];
    }
    __syncthreads();
    const View<Key> written = other;
    other = keys;
    keys = written;
  }
  return keys;
}

/// Every device sorts its part of the keys.
__global__ void sort_parts(View<const Key> keys, View<Key> output, uint32_t n, uint32_t most,
                           Before before, Show show) {
  SharedMemory shared;
  auto own = shared.array<Key>(most);
  auto other = shared.array<Key>(most);
  const DevicePart part = part_of_device(blockIdx.x, gridDim.x, n);
  for (uint32_t i = threadIdx.x; i < part.size(); i += blockDim.x) own[i] = keys[part.begin + i];

  const View<Key> sorted = sort_in_block(own, other, part.size(), before);
  for (uint32_t i = threadIdx.x; i < part.size(); i += blockDim.x) {
    const Key key = sorted[i];
    output[part.begin + i] = key;
    show.some("local_keys", part.begin + i, key);
  }
  show.end_rounds(1);
  show("output");
}

/// Every device takes keys of its sorted part, at equal distances. One without keys takes none, and
/// its place is the next one's.
__global__ void take_sample(View<const Key> keys, View<Key> sample, uint32_t n, uint32_t each,
                            Show show) {
  const DevicePart part = part_of_device(blockIdx.x, gridDim.x, n);
  const uint32_t before = n < gridDim.x ? part.begin : blockIdx.x;  // devices with keys
  for (uint32_t q = threadIdx.x; q < each && part.size() > 0; q += blockDim.x)
    sample[before * each + q] = keys[part.begin + q * part.size() / each];
  show("device_samples");
}

/// All samples in order; every so manieth is a splitter. Each device does this with the same keys
/// and finds the same.
__global__ void choose_splitters(View<const Key> sample, View<Key> sample_sorted,
                                 View<Key> splitters, uint32_t size, uint32_t devices,
                                 Before before, Show show) {
  SharedMemory shared;
  auto own = shared.array<Key>(size);
  auto other = shared.array<Key>(size);
  for (uint32_t i = threadIdx.x; i < size; i += blockDim.x) own[i] = sample[i];

  const View<Key> sorted = sort_in_block(own, other, size, before);
  for (uint32_t i = threadIdx.x; i < size; i += blockDim.x) sample_sorted[i] = sorted[i];
  show("sorted_samples");
  for (uint32_t q = 1 + threadIdx.x; q < devices; q += blockDim.x)
    splitters[q - 1] = sorted[q * size / devices];
  show("splitters");
}

/// How many keys of a sorted part stand before device q's: those below splitter q - 1.
__device__ inline uint32_t cut_before(uint32_t q, View<const Key> keys, DevicePart part,
                                      View<const Key> splitters, Before before) {
  if (q == 0) return 0;
  if (q == gridDim.x) return part.size();
  const merges::From<View<const Key>> own{keys, part.begin};
  return sample::cut_of(splitters[q - 1], own, part.size(), before);
}

/// Every device counts what it has for each: its row of the matrix.
__global__ void count_for_devices(View<const Key> keys, View<const Key> splitters,
                                  View<uint32_t> send_counts, uint32_t n, Before before,
                                  Show show) {
  const uint32_t devices = gridDim.x, d = blockIdx.x;
  const DevicePart part = part_of_device(d, devices, n);
  for (uint32_t q = threadIdx.x; q < devices; q += blockDim.x)
    send_counts[d * devices + q] = cut_before(q + 1, keys, part, splitters, before) -
                                   cut_before(q, keys, part, splitters, before);
  show("send_counts");
}

/// Where a device's keys for each begin: sums along its row. Where they are received: sums along
/// the columns, behind the devices before.
__global__ void plan_exchange(View<const uint32_t> send_counts, View<uint32_t> send_offsets,
                              View<uint32_t> receive_offsets, View<uint32_t> device_bounds,
                              Show show) {
  const uint32_t devices = gridDim.x, d = blockIdx.x;
  for (uint32_t q = threadIdx.x; q < devices; q += blockDim.x) {
    uint32_t sent = 0, received = 0;
    for (uint32_t r = 0; r < q; ++r) sent += send_counts[d * devices + r];
    for (uint32_t r = 0; r < d; ++r) received += send_counts[r * devices + q];
    send_offsets[d * devices + q] = sent;
    receive_offsets[d * devices + q] = received;
  }
  show("send_offsets");
  show("receive_offsets");
  for (uint32_t q = threadIdx.x; q <= devices && d == 0; q += blockDim.x) {
    uint32_t before = 0;
    for (uint32_t k = 0; k < devices * q; ++k) before += send_counts[k / q * devices + k % q];
    device_bounds[q] = before;
  }
  show("device_bounds");
}

/// Every device sends its pieces: GPUs by NCCL or by copies, all at once.
__global__ void exchange_keys(View<const Key> keys, View<Key> output,
                              View<const uint32_t> send_counts, View<const uint32_t> send_offsets,
                              View<const uint32_t> receive_offsets,
                              View<const uint32_t> device_bounds, uint32_t n, Show show) {
  const uint32_t devices = gridDim.x, d = blockIdx.x;
  const DevicePart part = part_of_device(d, devices, n);
  for (uint32_t q = 0; q < devices; ++q) {
    const uint32_t entry = d * devices + q;
    const uint32_t from = part.begin + send_offsets[entry];
    const uint32_t to = device_bounds[q] + receive_offsets[entry];
    for (uint32_t i = threadIdx.x; i < send_counts[entry]; i += blockDim.x) {
      show.some("received_at", from + i, to + i);
      output[to + i] = keys[from + i];
    }
  }
  show.end_rounds(1);
  show("output");
}

/// Every device merges what it has received, the parts of `senders` neighbours with those of the
/// next.
__global__ void merge_received(View<const Key> keys, View<Key> output,
                               View<const uint32_t> receive_offsets,
                               View<const uint32_t> device_bounds, uint32_t senders, Before before,
                               Show show) {
  const uint32_t devices = gridDim.x, d = blockIdx.x;
  const auto begin_of = [&](uint32_t sender) {
    return sender < devices ? device_bounds[d] + receive_offsets[sender * devices + d]
                            : device_bounds[d + 1];
  };
  for (uint32_t sender = 0; sender < devices; sender += 2 * senders) {
    const uint32_t begin = begin_of(sender), middle = begin_of(sender + senders);
    const RunPair pair{begin, middle - begin, begin_of(sender + 2 * senders) - middle};
    for (uint32_t k = threadIdx.x; k < pair.size(); k += blockDim.x) {
      const uint32_t place = merged_from(k, keys, pair, before);
      output[begin + k] = keys[place];
      show.some("source", begin + k, place);
    }
  }
  show.end_rounds(1);
  show("output");
}

/// The local sorts, the exchange, and the levels of merging.
inline void sort_across_devices(Run& run) {
  const uint32_t n = run.size(), p = run.settings().devices, threads = run.threads();
  if (n == 0) return;
  const Before before{run.order()};
  const uint32_t each = run.settings().oversampling, samples = run.problem().device_samples();
  const uint32_t most = largest_part(p, n);
  DeviceArray<uint32_t> send_counts(run, "send_counts", p * p),
      send_offsets(run, "send_offsets", p * p), receive_offsets(run, "receive_offsets", p * p),
      device_bounds(run, "device_bounds", p + 1);
  DeviceArray<Key> sample(run, "device_samples", samples),
      sample_sorted(run, "sorted_samples", samples), splitters(run, "splitters", p - 1);

  for (const uint32_t part : run.parts(2 + merge_levels_of(p))) {
    if (part == 0) {
      run.launch<sort_parts>(p, threads, 2 * most * sizeof(Key))(run.input(), run.output(), n, most,
                                                                 before);
    } else if (part == 1) {
      if (p > 1) {
        run.launch<take_sample>(p, threads)(run.input(), sample, n, each);
        run.launch<choose_splitters>(1, threads, 2 * samples * sizeof(Key))(
            sample, sample_sorted, splitters, samples, p, before);
      }
      run.launch<count_for_devices>(p, threads)(run.input(), splitters, send_counts, n, before);
      run.launch<plan_exchange>(p, threads)(send_counts, send_offsets, receive_offsets,
                                            device_bounds);
      run.launch<exchange_keys>(p, threads)(run.input(), run.output(), send_counts, send_offsets,
                                            receive_offsets, device_bounds, n);
    } else {
      run.launch<merge_received>(p, threads)(run.input(), run.output(), receive_offsets,
                                             device_bounds, 1u << (part - 2), before);
    }
  }
}

}  // namespace radix::devices::inline KERNELS
