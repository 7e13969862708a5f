/// One sort on many devices                                       PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// If one GPU is too small or too slow, the keys are divided into parts, one for each of p devices,
/// numbered from 0. Each sorts its own part. Then they must agree which device gets which keys,
/// because a key may belong to any of them. Sample sort settles that: every device takes a few of
/// its keys, these are all sorted, and p - 1 of them, evenly spaced, become the splitters. Device q
/// gets the keys that are at least splitter q - 1 and smaller than splitter q, the first device all
/// keys below splitter 0, and the last one all others.
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
/// Before a key is sent, every device knows how many keys each device sends to each: a table with a
/// row per sender and a column per receiver. Sums along a row tell a sender where its keys for each
/// device begin, sums down a column tell where a receiver stores them. So all keys are sent at
/// once. A device receives p sorted runs, one from each sender, and lg p levels of merging, rounded
/// up, make one of them. The runs are stored in the order of their senders, and of two equal keys
/// the merge takes the left one first, so the sort is stable.
///
/// Here block d of every launch plays device d, so that a single GPU can run the sort; the devices
/// wait for each other only at the end of a launch. All keys that are equal go to one device, so
/// many equal keys make the load uneven.
#include "../common.h"
#include "../merge/co_rank.cuh"
#include "../sample/splitters.cuh"

/// A device's part of n keys: places begin … end - 1. Part sizes differ by one at most.
struct Part {
  unsigned begin, end;
  __device__ unsigned size() const { return end - begin; }
};
__device__ inline Part part_of(unsigned device, unsigned devices, unsigned n) {
  const unsigned long long all = n;
  return {(unsigned)(all * device / devices), (unsigned)(all * (device + 1) / devices)};
}

/// The place from which key k of two merged runs comes: a search for its co-rank (co_rank.cuh), and
/// one more comparison.
__device__ inline unsigned merged_from(unsigned k, const Key* keys, const RunPair& pair) {
  const unsigned i = on_diagonal(k, keys, pair);
  const unsigned a = pair.begin + i, b = pair.middle() + k - i;
  const bool more_in_a = i < pair.a, more_in_b = k - i < pair.b;
  return more_in_b && (!more_in_a || keys[b] < keys[a]) ? b : a;
}

/// The threads of a block sort keys in shared memory by merging runs of 1, 2, 4, … keys, back and
/// forth between two arrays. Returns the one that holds the result.
__device__ inline Key* sort_by_merging(Key* keys, Key* other, unsigned size) {
  __syncthreads();  // the keys are loaded
  for (unsigned run = 1; run < size; run *= 2) {
    for (unsigned i = threadIdx.x; i < size; i += blockDim.x) {
      const RunPair pair = run_pair(i / (2 * run), run, size);
      other[i] = keys[merged_from(i - pair.begin, keys, pair)];
    }
    __syncthreads();

    // The next level reads what this one has written
    Key* written = other;
    other = keys;
    keys = written;
  }
  return keys;
}

/// Every device sorts its part of the keys. max_size: keys in the largest part.
__global__ void sort_parts(const Key* keys, Key* output, unsigned n, unsigned max_size) {
  extern __shared__ Key part_keys[];
  Key* other = after<Key>(part_keys, max_size);
  const Part part = part_of(blockIdx.x, gridDim.x, n);
  for (unsigned i = threadIdx.x; i < part.size(); i += blockDim.x)
    part_keys[i] = keys[part.begin + i];

  const Key* sorted = sort_by_merging(part_keys, other, part.size());
  for (unsigned i = threadIdx.x; i < part.size(); i += blockDim.x) {
    const Key key = sorted[i];
    output[part.begin + i] = key;  //: some local_keys[part.begin + i] = key in output
  }  //: end 1; output
}

/// Every device takes `each` keys of its sorted part, at equal distances. A device without keys
/// takes none, and the next device's samples follow without a gap.
__global__ void take_sample(const Key* keys, Key* sample, unsigned n, unsigned each) {
  const Part part = part_of(blockIdx.x, gridDim.x, n);
  // How many devices before this one have keys: all, or if n < p those with one key each
  const unsigned before = n < gridDim.x ? part.begin : blockIdx.x;
  for (unsigned q = threadIdx.x; q < each && part.size() > 0; q += blockDim.x)
    sample[before * each + q] = keys[part.begin + q * part.size() / each];  //: device_samples
}

/// Sorts the sample, and picks the splitters at equal distances. One block does it here; on real
/// devices each would do it with the same keys, and so find the same splitters.
__global__ void choose_splitters(const Key* sample, Key* sample_sorted, Key* splitters,
                                 unsigned size, unsigned devices) {
  extern __shared__ Key sample_keys[];
  Key* other = after<Key>(sample_keys, size);
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) sample_keys[i] = sample[i];

  const Key* sorted = sort_by_merging(sample_keys, other, size);
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
    sample_sorted[i] = sorted[i];  //: sorted_samples
  for (unsigned q = 1 + threadIdx.x; q < devices; q += blockDim.x)
    splitters[q - 1] = sorted[q * size / devices];  //: splitters
}

/// How many keys of a sorted part go to devices before device q: those below splitter q - 1.
__device__ inline unsigned keys_before(unsigned q, const Key* keys, Part part,
                                       const Key* splitters) {
  if (q == 0) return 0;
  if (q == gridDim.x) return part.size();
  return count_smaller(splitters[q - 1], keys + part.begin, part.size());
}

/// Every device counts the keys that it has for each device: its row of the table.
__global__ void count_for_devices(const Key* keys, const Key* splitters, unsigned* send_counts,
                                  unsigned n) {
  const unsigned devices = gridDim.x, d = blockIdx.x;
  const Part part = part_of(d, devices, n);
  for (unsigned q = threadIdx.x; q < devices; q += blockDim.x)
    send_counts[d * devices + q] = keys_before(q + 1, keys, part, splitters) -
                                   keys_before(q, keys, part, splitters);  //: send_counts
}

/// send_offsets: where the keys for device q begin in the part of device d, sums along row d.
/// receive_offsets: where device q stores the keys that d sends, sums down column q.
/// device_bounds: where device q's keys begin among all keys, the sums of all columns before q.
__global__ void plan_exchange(const unsigned* send_counts, unsigned* send_offsets,
                              unsigned* receive_offsets, unsigned* device_bounds) {
  const unsigned devices = gridDim.x, d = blockIdx.x;
  for (unsigned q = threadIdx.x; q < devices; q += blockDim.x) {
    unsigned sent = 0, received = 0;
    for (unsigned to = 0; to < q; ++to) sent += send_counts[d * devices + to];
    for (unsigned from = 0; from < d; ++from) received += send_counts[from * devices + q];
    send_offsets[d * devices + q] = sent;
    receive_offsets[d * devices + q] = received;
  }  //: send_offsets; receive_offsets
  for (unsigned q = threadIdx.x; q <= devices && d == 0; q += blockDim.x) {
    unsigned before = 0;
    for (unsigned from = 0; from < devices; ++from)
      for (unsigned to = 0; to < q; ++to) before += send_counts[from * devices + to];
    device_bounds[q] = before;
  }  //: device_bounds
}

/// Every device sends its keys to all devices. Real GPUs use copies or NCCL, NVIDIA's library for
/// communication between GPUs.
__global__ void exchange_keys(const Key* keys, Key* output, const unsigned* send_counts,
                              const unsigned* send_offsets, const unsigned* receive_offsets,
                              const unsigned* device_bounds, unsigned n) {
  const unsigned devices = gridDim.x, d = blockIdx.x;
  const Part part = part_of(d, devices, n);
  for (unsigned q = 0; q < devices; ++q) {
    const unsigned entry = d * devices + q;
    const unsigned from = part.begin + send_offsets[entry];
    const unsigned to = device_bounds[q] + receive_offsets[entry];
    for (unsigned i = threadIdx.x; i < send_counts[entry]; i += blockDim.x) {
      const unsigned place = to + i;  //: some received_at[from + i] = place
      output[place] = keys[from + i];
    }
  }
  //: end 1; output
}

/// Every device merges its runs in pairs. So far each run has the keys of `senders` senders.
__global__ void merge_received(const Key* keys, Key* output, const unsigned* receive_offsets,
                               const unsigned* device_bounds, unsigned senders) {
  const unsigned devices = gridDim.x, d = blockIdx.x;
  // Where the keys that this device has received from a sender begin
  const auto begin_of = [&](unsigned sender) {
    return sender < devices ? device_bounds[d] + receive_offsets[sender * devices + d]
                            : device_bounds[d + 1];
  };
  for (unsigned sender = 0; sender < devices; sender += 2 * senders) {
    const unsigned begin = begin_of(sender), middle = begin_of(sender + senders);
    const RunPair pair{begin, middle - begin, begin_of(sender + 2 * senders) - middle};
    for (unsigned k = threadIdx.x; k < pair.size(); k += blockDim.x) {
      const unsigned place = merged_from(k, keys, pair);
      output[begin + k] = keys[place];  //: some source[begin + k] = place
    }
  }
  //: end 1; output
}

/// The local sorts, the exchange, and the levels of merging.
void sort_across_devices(Run& run) {
  const unsigned n = run.size(), p = run.settings().devices, threads = run.threads();
  if (n == 0) return;
  const unsigned max_size = (n - 1) / p + 1;
  const unsigned each = run.settings().oversampling, samples = each * std::min(p, n);
  DeviceArray<unsigned> send_counts(p * p);
  DeviceArray<unsigned> send_offsets(p * p);
  DeviceArray<unsigned> receive_offsets(p * p);
  DeviceArray<unsigned> device_bounds(p + 1);
  DeviceArray<Key> device_samples(samples);
  DeviceArray<Key> sorted_samples(samples);
  DeviceArray<Key> splitters(p - 1);

  //: pass
  sort_parts<<<p, threads, 2 * max_size * sizeof(Key)>>>(run.input(), run.output(), n, max_size);
  run.swap();

  //: pass
  if (p > 1) {
    take_sample<<<p, threads>>>(run.input(), device_samples, n, each);
    choose_splitters<<<1, threads, 2 * samples * sizeof(Key)>>>(device_samples, sorted_samples,
                                                                splitters, samples, p);
  }
  count_for_devices<<<p, threads>>>(run.input(), splitters, send_counts, n);
  plan_exchange<<<p, threads>>>(send_counts, send_offsets, receive_offsets, device_bounds);
  exchange_keys<<<p, threads>>>(run.input(), run.output(), send_counts, send_offsets,
                                receive_offsets, device_bounds, n);
  run.swap();

  for (unsigned senders = 1; senders < p; senders *= 2) {  //: pass
    merge_received<<<p, threads>>>(run.input(), run.output(), receive_offsets, device_bounds,
                                   senders);
    run.swap();
  }
}

// radixscope: sort_into(sort_across_devices, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_across_devices, argc, argv, {}, 10007);
}
