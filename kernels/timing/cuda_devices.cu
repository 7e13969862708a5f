/// One sort on many GPUs (devices_timing.hpp).
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <thread>

#include "cuda_libraries.hpp"
#include "devices_timing.hpp"
#include "distributions.hpp"
#include "kernels/fast/sweep_sorts.hpp"
#include "kernels/timing/facts/nccl.hpp"
#include "text/refused.hpp"

namespace radix {
namespace {

using namespace gpu_timed;  // NOLINT: this file is that machine's

constexpr uint32_t threads_of_block = 256, each = 15;  // odd: no two lanes of a warp in one bank
constexpr uint32_t tile = threads_of_block * each, max_gpus = 8;
constexpr double spare = 1.25;  // room of a device over an even share
constexpr uint64_t least_spare = 1u << 16;
constexpr uint64_t reserve = 256u << 20;  // left free on every device: contexts, NCCL's buffers

uint32_t blocks_for(uint64_t n, uint32_t per_block) {
  return static_cast<uint32_t>((n + per_block - 1) / per_block);
}

/// Part d of n keys.
uint64_t part_begin(uint64_t n, uint32_t devices, uint64_t d) { return n * d / devices; }

// ---- Kernels

template <class Key>
__global__ void make_part(Key* keys, TimedInput input, uint64_t begin, uint64_t count) {
  const uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) keys[i] = static_cast<Key>(key_at(input, begin + i));
}

template <class Key>
__global__ void sample_part(const Key* keys, uint64_t count, uint32_t samples, Key* sample) {
  const uint32_t q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q < samples) sample[q] = keys[q * count / samples];
}

template <class Key>
struct DeviceSplitters {
  Key key[max_gpus - 1];
  uint32_t count;
};

/// Where every splitter cuts a sorted part: how many keys are below it.
template <class Key>
__global__ void find_cuts(const Key* keys, uint64_t count, DeviceSplitters<Key> splitters,
                          uint64_t* cuts) {
  const uint32_t q = threadIdx.x;
  if (q >= splitters.count) return;
  uint64_t low = 0, high = count;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if (keys[middle] < splitters.key[q])
      low = middle + 1;
    else
      high = middle;
  }
  cuts[q] = low;
}

/// Two sorted runs that become one; on a tie A's key goes first.
template <class Key>
struct Runs {
  const Key *a, *b;
  uint64_t a_size, b_size;
  Key* merged;
  __host__ __device__ uint64_t size() const { return a_size + b_size; }
};

/// How many of the first k merged keys are A's.
template <class Key, class Size>
__device__ Size keys_of_a(Size k, const Key* a, Size a_size, const Key* b, Size b_size) {
  Size low = k > b_size ? k - b_size : 0, high = k < a_size ? k : a_size;
  while (low < high) {
    const Size i = (low + high) / 2;
    if (b[k - 1 - i] < a[i])
      high = i;
    else
      low = i + 1;
  }
  return low;
}

/// A thread a border between tiles: all searches in memory at once.
template <class Key>
__global__ void find_tiles(Runs<Key> runs, uint32_t borders, uint64_t* border_in_a) {
  const uint32_t border = blockIdx.x * blockDim.x + threadIdx.x;
  if (border >= borders) return;
  const uint64_t k = uint64_t{border} * tile, all = runs.size();
  border_in_a[border] = keys_of_a(k < all ? k : all, runs.a, runs.a_size, runs.b, runs.b_size);
}

/// One block per tile: both pieces are loaded once, and merged in shared memory.
template <class Key>
__global__ void merge_two_runs(Runs<Key> runs, const uint64_t* border_in_a) {
  __shared__ Key keys[tile];
  const uint32_t t = threadIdx.x;
  const uint64_t first = uint64_t{blockIdx.x} * tile, all = runs.size();
  const uint64_t last = first + tile < all ? first + tile : all;
  const uint64_t a_begin = border_in_a[blockIdx.x], b_begin = first - a_begin;
  const auto a = static_cast<uint32_t>(border_in_a[blockIdx.x + 1] - a_begin);
  const auto size = static_cast<uint32_t>(last - first);
  for (uint32_t i = t; i < size; i += threads_of_block)
    keys[i] = i < a ? runs.a[a_begin + i] : runs.b[b_begin + (i - a)];
  __syncthreads();

  const uint32_t k = min(t * each, size);
  uint32_t i = keys_of_a(k, keys, a, keys + a, size - a), j = a + k - i;
  Key mine[each];
#pragma unroll
  for (uint32_t c = 0; c < each; ++c) {
    const bool takes_a = i < a && (j >= size || !(keys[j] < keys[i]));
    const uint32_t from = takes_a ? i : j;
    mine[c] = from < size ? keys[from] : Key{};
    i += takes_a ? 1 : 0;
    j += takes_a ? 0 : 1;
  }
  __syncthreads();
#pragma unroll
  for (uint32_t c = 0; c < each; ++c)
    if (k + c < size) keys[k + c] = mine[c];
  __syncthreads();
  for (uint32_t q = t; q < size; q += threads_of_block) runs.merged[first + q] = keys[q];
}

/// What a result is compared with: neighbours in the wrong order, and a sum that only the same keys
/// make.
struct Looked {
  unsigned long long wrong, sum;
};
template <class Key>
__global__ void look_at_keys(const Key* keys, uint64_t count, Looked* looked) {
  unsigned long long wrong = 0, sum = 0;
  for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += uint64_t{gridDim.x} * blockDim.x) {
    sum += random_bits(0, keys[i]);
    wrong += i > 0 && keys[i] < keys[i - 1] ? 1 : 0;
  }
  atomicAdd(&looked->wrong, wrong);
  atomicAdd(&looked->sum, sum);
}

// ---- One device

void use(uint32_t device) {
  check(cudaSetDevice(static_cast<int>(device)), said::choosing_device, device);
}

/// Of what a device was asked to do.
void check_on(uint32_t device, cudaError_t result, scope::text::Label doing) {
  if (result != cudaSuccess) stop_of(result, said::on_device({.device = device, .doing = doing}));
}

/// Memory of a device.
template <class T>
class DeviceMemory {
 public:
  DeviceMemory(uint32_t device, uint64_t count) : device_(device) {
    use(device);
    check_on(device, cudaMalloc(&data_, std::max<uint64_t>(count, 1) * sizeof(T)),
             "getting memory");
  }
  ~DeviceMemory() {
    if (cudaSetDevice(static_cast<int>(device_)) == cudaSuccess) cudaFree(data_);
    (void)cudaGetLastError();
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  operator T*() const { return data_; }

 private:
  uint32_t device_;
  T* data_ = nullptr;
};

/// Keys that a device has room for.
uint64_t room_of_device(const DevicesInput& input) {
  const uint64_t n = input.keys.n, share = (n + input.devices - 1) / input.devices;
  const auto wide = static_cast<uint64_t>(static_cast<double>(share) * spare) + least_spare;
  return std::min(n, wide);
}

sweep::Items items_of(TimedType type) {
  return type == TimedType::u64 ? sweep::Items::keys64 : sweep::Items::keys32;
}

/// What a local sort takes besides input and output.
template <class Key>
uint64_t scratch_of(const DevicesInput& input) {
  const uint64_t share = (input.keys.n + input.devices - 1) / input.devices;
  return input.local == LocalSort::hybrid
             ? sweep::scratch_bytes(items_of(input.keys.type), share)
             : LibrarySort<Key>::scratch_bytes(Library::cub, share, input.keys.bits);
}

/// Keys in the third room: as many as are merged, or what the local sort takes.
template <class Key>
uint64_t third_room(const DevicesInput& input) {
  return std::max(room_of_device(input), scratch_of<Key>(input) / sizeof(Key) + 1);
}

template <class Key>
struct Card {
  Card(const DevicesInput& input, uint32_t d)
      : device(d),
        size(part_begin(input.keys.n, input.devices, d + 1) -
             part_begin(input.keys.n, input.devices, d)),
        room(room_of_device(input)),
        keys(d, room),
        sorted(d, room),
        merged(d, third_room<Key>(input)),
        sample(d, input.oversampling),
        cuts(d, max_gpus),
        borders(d, room / tile + 2 + max_gpus),
        looked(d, 1) {
    if (input.local == LocalSort::hybrid) words = std::make_unique<sweep::HostWords>();
  }
  uint32_t device;
  uint64_t size, room;     ///< keys of its part; keys that fit
  DeviceMemory<Key> keys;  ///< its part as it came; then what it receives
  DeviceMemory<Key> sorted;
  DeviceMemory<Key> merged;  ///< scratch of the local sort, too
  DeviceMemory<Key> sample;
  DeviceMemory<uint64_t> cuts, borders;
  DeviceMemory<Looked> looked;
  std::unique_ptr<sweep::HostWords> words;
  Key* result = nullptr;
  uint64_t held = 0;  ///< keys of the result
};

// ---- All of them

using Clock = std::chrono::steady_clock;
double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Communicators of the first p devices: made once, as that takes long.
const std::vector<Nccl::Communicator>& communicators(const Nccl& nccl, uint32_t devices) {
  static std::map<uint32_t, std::vector<Nccl::Communicator>> made;
  std::vector<Nccl::Communicator>& all = made[devices];
  if (!all.empty()) return all;
  std::vector<Nccl::Communicator> fresh(devices);
  const int result = nccl.CommInitAll(fresh.data(), static_cast<int>(devices), nullptr);
  if (result != 0) throw KernelError(said::nccl_connect({.why = nccl.GetErrorString(result)}));
  return all = fresh;
}

/// Devices copy from each other directly where the machine lets them; else through the host.
void let_devices_see_each_other(uint32_t devices) {
  for (uint32_t d = 0; d < devices; ++d) {
    use(d);
    for (uint32_t q = 0; q < devices; ++q) {
      int can = 0;
      if (q == d ||
          cudaDeviceCanAccessPeer(&can, static_cast<int>(d), static_cast<int>(q)) != cudaSuccess)
        continue;
      if (can != 0) (void)cudaDeviceEnablePeerAccess(static_cast<int>(q), 0);
      (void)cudaGetLastError();  // it may be on already
    }
  }
}

template <class Key>
class AllDevices {
 public:
  explicit AllDevices(const DevicesInput& input) : input_(input), p_(input.devices) {
    for (uint32_t d = 0; d < p_; ++d) cards_.push_back(std::make_unique<Card<Key>>(input, d));
    counts_.assign(std::size_t{p_} * p_, 0);
    if (p_ > 1 && find_nccl().nccl) nccl_ = &*find_nccl().nccl;
    if (p_ > 1) nccl_ ? void(communicators(*nccl_, p_)) : let_devices_see_each_other(p_);
  }

  std::string way() const {
    return p_ == 1 ? "one device" : nccl_ ? "NCCL " + nccl_->version : "peer copies";
  }
  uint64_t count(uint32_t from, uint32_t to) const { return counts_[from * p_ + to]; }
  const std::vector<uint64_t>& counts() const { return counts_; }
  const std::vector<Key>& samples() const { return samples_; }
  DeviceSplitters<Key> splitters() const { return splitters_; }
  Card<Key>& card(uint32_t d) { return *cards_[d]; }

  void make_keys() {
    for (auto& card : cards_) {
      use(card->device);
      const uint64_t begin = part_begin(input_.keys.n, p_, card->device);
      if (card->size == 0) continue;
      make_part<<<blocks_for(card->size, 256), 256>>>(static_cast<Key*>(card->keys), input_.keys,
                                                      begin, card->size);
      check_on(card->device, cudaGetLastError(), "making keys");
    }
    wait("making keys");
  }
  void take_keys(const std::vector<Key>& keys) {
    for (auto& card : cards_) {
      use(card->device);
      check_on(card->device,
               cudaMemcpy(card->keys, keys.data() + part_begin(keys.size(), p_, card->device),
                          card->size * sizeof(Key), cudaMemcpyHostToDevice),
               "copying keys");
    }
  }

  DevicesTimes sort() {
    DevicesTimes ms;
    const auto begin = Clock::now();
    auto last = begin;
    const auto stage = [&](double& into) {
      into = ms_since(last);
      last = Clock::now();
    };
    sort_parts();
    stage(ms.local);
    if (p_ > 1) {
      choose_splitters();
      count_keys();
      stage(ms.splitters);
      exchange();
      stage(ms.exchange);
      merge();
      stage(ms.merge);
    }
    ms.whole = ms_since(begin);
    return ms;
  }

  void sort_parts() {
    if (input_.local == LocalSort::hybrid) {
      each_in_a_thread([&](Card<Key>& card) { sort_part(card); });
    } else {
      for (auto& card : cards_) sort_part(*card);
    }
    wait("sorting a part");
    for (auto& card : cards_) card->result = card->sorted, card->held = card->size;
  }

  /// A few keys of every device, all of them sorted on the host: p - 1 of these.
  void choose_splitters() {
    const uint32_t each_device = input_.oversampling;
    samples_.clear();
    for (auto& card : cards_) {
      if (card->size == 0) continue;
      use(card->device);
      sample_part<<<blocks_for(each_device, 256), 256>>>(static_cast<const Key*>(card->sorted),
                                                         card->size, each_device,
                                                         static_cast<Key*>(card->sample));
      check_on(card->device, cudaGetLastError(), "taking samples");
    }
    for (auto& card : cards_) {
      if (card->size == 0) continue;
      use(card->device);
      std::vector<Key> own(each_device);
      check_on(
          card->device,
          cudaMemcpy(own.data(), card->sample, each_device * sizeof(Key), cudaMemcpyDeviceToHost),
          "reading samples");
      samples_.insert(samples_.end(), own.begin(), own.end());
    }
    std::vector<Key> sorted = samples_;
    std::sort(sorted.begin(), sorted.end());
    splitters_.count = p_ - 1;
    for (uint32_t q = 1; q < p_; ++q) splitters_.key[q - 1] = sorted[q * sorted.size() / p_];
  }

  void count_keys() {
    for (auto& card : cards_) {
      use(card->device);
      find_cuts<<<1, max_gpus>>>(static_cast<const Key*>(card->sorted), card->size, splitters_,
                                 static_cast<uint64_t*>(card->cuts));
      check_on(card->device, cudaGetLastError(), "searching for splitters");
    }
    for (auto& card : cards_) {
      use(card->device);
      std::vector<uint64_t> cuts(p_ - 1);
      check_on(card->device,
               cudaMemcpy(cuts.data(), card->cuts, cuts.size() * sizeof(uint64_t),
                          cudaMemcpyDeviceToHost),
               "reading counts");
      cuts.push_back(card->size);
      for (uint32_t q = 0; q < p_; ++q)
        counts_[card->device * p_ + q] = cuts[q] - (q == 0 ? 0 : cuts[q - 1]);
    }
    for (uint32_t q = 0; q < p_; ++q) {
      cards_[q]->held = 0;
      for (uint32_t d = 0; d < p_; ++d) cards_[q]->held += count(d, q);
      if (cards_[q]->held > cards_[q]->room)
        throw KernelError(said::device_full(
            {.all = input_.keys.n, .device = q, .keys = cards_[q]->held, .room = cards_[q]->room}));
    }
  }

  /// Every piece that does not stay: of the sender's sorted part, into the receiver's first room.
  void exchange() {
    if (nccl_) {
      const auto& all = communicators(*nccl_, p_);
      constexpr int type = sizeof(Key) == 8 ? Nccl::uint64 : Nccl::uint32;
      const auto done = [&](int result) {
        if (result != 0)
          throw KernelError(said::nccl_exchange({.why = nccl_->GetErrorString(result)}));
      };
      done(nccl_->GroupStart());  // all of it in one group, or sends would wait for receives
      for_each_piece([&](uint32_t d, uint32_t q, const Key* from, Key* to, uint64_t size) {
        use(d);
        done(nccl_->Send(from, size, type, static_cast<int>(q), all[d], nullptr));
        use(q);
        done(nccl_->Recv(to, size, type, static_cast<int>(d), all[q], nullptr));
      });
      done(nccl_->GroupEnd());
    } else {
      for_each_piece([&](uint32_t d, uint32_t q, const Key* from, Key* to, uint64_t size) {
        use(d);
        check_on(d,
                 cudaMemcpyPeerAsync(to, static_cast<int>(q), from, static_cast<int>(d),
                                     size * sizeof(Key), nullptr),
                 "sending keys");
      });
    }
    wait("exchanging keys");
  }

  void merge() {
    for (auto& card : cards_) merge_on(*card);
    wait("merging the parts");
  }

  /// "" or what is wrong with the result.
  std::string verify() {
    Looked all{};
    const Key* before = nullptr;
    Key last{};
    for (auto& card : cards_) {
      const Looked own = look(*card, card->result, card->held);
      all.wrong += own.wrong, all.sum += own.sum;
      if (card->held == 0) continue;
      Key first{};
      const Key* end = card->result + card->held - 1;
      check(cudaMemcpy(&first, card->result, sizeof(Key), cudaMemcpyDeviceToHost), "reading keys");
      if (before != nullptr && first < last) ++all.wrong;
      check(cudaMemcpy(&last, end, sizeof(Key), cudaMemcpyDeviceToHost), "reading keys");
      before = end;
    }
    make_keys();  // what is received has taken their place
    unsigned long long sum = 0;
    for (auto& card : cards_) sum += look(*card, card->keys, card->size).sum;
    namespace refused = scope::text::refused;
    if (all.wrong > 0)
      return refused::result_neighbours({.all = input_.keys.n - 1, .wrong = all.wrong});
    return all.sum == sum ? "" : refused::result_keys({.pairs = false});
  }

  std::vector<Key> read(uint32_t device, const Key* keys, uint64_t count) {
    use(device);
    std::vector<Key> read(count);
    check_on(device, cudaMemcpy(read.data(), keys, count * sizeof(Key), cudaMemcpyDeviceToHost),
             "reading keys");
    return read;
  }
  /// Where what `sender` has for a device stands after the exchange.
  const Key* run_of(const Card<Key>& card, uint32_t sender) const {
    if (sender == card.device) return card.sorted + sent_before(sender, sender);
    uint64_t offset = 0;
    for (uint32_t s = 0; s < sender; ++s) offset += s == card.device ? 0 : count(s, card.device);
    return card.keys + offset;
  }

 private:
  void wait(const char* doing) {
    for (uint32_t d = 0; d < p_; ++d) {
      use(d);
      check_on(d, cudaDeviceSynchronize(), doing);
    }
  }

  /// The hybrid waits for its own plan: so that devices do not wait for each other.
  template <class Work>
  void each_in_a_thread(Work work) {
    std::vector<std::string> failed(p_);
    std::vector<std::thread> threads;
    for (uint32_t d = 0; d < p_; ++d)
      threads.emplace_back([&, d] {
        try {
          work(*cards_[d]);
        } catch (const std::exception& error) {
          failed[d] = error.what();
        }
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::string& sentence : failed)
      if (!sentence.empty()) throw KernelError(sentence);
  }

  void sort_part(Card<Key>& card) {
    if (card.size == 0) return;
    use(card.device);
    const uint64_t bytes = scratch_of<Key>(input_);
    if (input_.local == LocalSort::hybrid)
      sweep::sort(sweep::Method::hybrid, items_of(input_.keys.type),
                  {static_cast<const Key*>(card.keys), static_cast<Key*>(card.sorted)}, card.size,
                  input_.keys.bits, {static_cast<Key*>(card.merged), bytes}, *card.words, [] {});
    else
      LibrarySort<Key>::sort(Library::cub, static_cast<Key*>(card.merged), bytes,
                             static_cast<Key*>(card.keys), static_cast<Key*>(card.sorted),
                             card.size, input_.keys.bits);
  }

  uint64_t sent_before(uint32_t sender, uint32_t receiver) const {
    uint64_t before = 0;
    for (uint32_t q = 0; q < receiver; ++q) before += count(sender, q);
    return before;
  }

  template <class Piece>
  void for_each_piece(Piece piece) {
    for (uint32_t d = 0; d < p_; ++d)
      for (uint32_t q = 0; q < p_; ++q)
        if (d != q && count(d, q) > 0)
          piece(d, q, cards_[d]->sorted + sent_before(d, q),
                const_cast<Key*>(run_of(*cards_[q], d)), count(d, q));
  }

  /// Runs in pairs of neighbours, until one is left: out of both rooms into the third, then from
  /// there into the second and back.
  void merge_on(Card<Key>& card) {
    use(card.device);
    struct Run {
      const Key* begin;
      uint64_t size;
    };
    std::vector<Run> runs;
    for (uint32_t s = 0; s < p_; ++s) runs.push_back({run_of(card, s), count(s, card.device)});
    Key* to = card.merged;
    Key* next = card.sorted;
    while (runs.size() > 1) {
      std::vector<Run> longer;
      uint64_t written = 0;
      uint64_t* borders = card.borders;
      for (std::size_t r = 0; r < runs.size(); r += 2) {
        const Run a = runs[r], b = r + 1 < runs.size() ? runs[r + 1] : Run{a.begin, 0};
        const Runs<Key> pair{a.begin, b.begin, a.size, b.size, to + written};
        longer.push_back({pair.merged, pair.size()});
        if (pair.size() == 0) continue;
        const uint32_t tiles = blocks_for(pair.size(), tile);
        find_tiles<<<blocks_for(tiles + 1, 128), 128>>>(pair, tiles + 1, borders);
        merge_two_runs<<<tiles, threads_of_block>>>(pair, borders);
        check_on(card.device, cudaGetLastError(), "merging the parts");
        borders += tiles + 1;
        written += pair.size();
      }
      runs = longer;
      card.result = to;
      std::swap(to, next);
    }
  }

  Looked look(Card<Key>& card, const Key* keys, uint64_t count) {
    use(card.device);
    Looked* looked = card.looked;
    check_on(card.device, cudaMemset(looked, 0, sizeof(Looked)), "clearing a sum");
    if (count > 0) look_at_keys<<<1024, 256>>>(keys, count, looked);
    Looked found{};
    check_on(card.device, cudaMemcpy(&found, looked, sizeof found, cudaMemcpyDeviceToHost),
             "checking the result");
    return found;
  }

  DevicesInput input_;
  uint32_t p_;
  const Nccl* nccl_ = nullptr;
  std::vector<std::unique_ptr<Card<Key>>> cards_;
  std::vector<uint64_t> counts_;  ///< p x p, a row a sender
  std::vector<Key> samples_;
  DeviceSplitters<Key> splitters_{};
};

std::string gib(uint64_t bytes) {
  const uint64_t tenths = (bytes * 10 + (1u << 30) - 1) >> 30;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

/// "" or why it cannot run, with what is needed and what there is.
std::string refusal_of(const DevicesInput& input) {
  const uint32_t there = device_count();
  if (there == 0) return "There is no CUDA device in this machine.";
  if (input.devices == 0 || input.devices > max_gpus)
    return said::devices_most({.devices = input.devices, .most = max_gpus});
  if (input.devices > there) return said::devices_there({.devices = input.devices, .there = there});
  if (input.keys.type == TimedType::pairs) return said::devices_keys;
  const uint64_t need = bytes_of_device(input) + reserve;
  for (uint32_t d = 0; d < input.devices; ++d) {
    use(d);
    std::size_t free_bytes = 0, total = 0;
    check_on(d, cudaMemGetInfo(&free_bytes, &total), "asking for memory");
    if (need > free_bytes)
      return said::devices_memory(
          {.device = d, .free = gib(free_bytes), .keys = input.keys.n, .needed = gib(need)});
  }
  return "";
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Key>
DevicesRow timed(const DevicesInput& input) {
  DevicesRow row;
  AllDevices<Key> all(input);
  row.way = all.way();
  std::vector<DevicesTimes> samples;
  for (uint32_t s = 0; s <= input.samples; ++s) {
    all.make_keys();
    const DevicesTimes ms = all.sort();
    if (s > 0 || input.samples == 0) samples.push_back(ms);  // the first one warms up
    if (s == 0 || s == input.samples) row.refusal = all.verify();
    if (!row.refusal.empty()) return row;
  }
  for (double DevicesTimes::*stage :
       {&DevicesTimes::local, &DevicesTimes::splitters, &DevicesTimes::exchange,
        &DevicesTimes::merge, &DevicesTimes::whole}) {
    std::vector<double> times;
    for (const DevicesTimes& each_sample : samples) times.push_back(each_sample.*stage);
    row.ms.*stage = median(times);
  }
  for (uint32_t d = 0; d < input.devices; ++d) {
    uint64_t sent = 0;
    for (uint32_t q = 0; q < input.devices; ++q) sent += q == d ? 0 : all.count(d, q);
    row.sent.push_back(sent * sizeof(Key));
    row.received.push_back(all.card(d).held);
  }
  return row;
}

}  // namespace

uint32_t device_count() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) count = 0;
  (void)cudaGetLastError();
  return static_cast<uint32_t>(count);
}

uint64_t bytes_of_device(const DevicesInput& input) {
  const bool wide = input.keys.type == TimedType::u64;
  const uint64_t key_bytes = wide ? 8 : 4, room = room_of_device(input);
  const uint64_t third = wide ? third_room<uint64_t>(input) : third_room<uint32_t>(input);
  return (2 * room + third + input.oversampling) * key_bytes + (room / tile + 2) * 8;
}

DevicesRow time_devices(const DevicesInput& input) {
  DevicesRow row;
  try {
    row.refusal = refusal_of(input);
    if (row.refusal.empty())
      row = input.keys.type == TimedType::u64 ? timed<uint64_t>(input) : timed<uint32_t>(input);
  } catch (const std::exception& error) {  // the next row may work again
    row.refusal = error.what();
  }
  (void)cudaSetDevice(0);
  return row;
}

DevicesArrays arrays_of_devices(const std::vector<uint32_t>& keys, uint32_t devices,
                                uint32_t oversampling) {
  DevicesArrays arrays;
  DevicesInput input{.devices = devices, .oversampling = oversampling};
  input.keys.n = keys.size();
  try {
    arrays.refusal = refusal_of(input);
    if (!arrays.refusal.empty() || keys.empty()) return arrays;
    AllDevices<uint32_t> all(input);
    all.take_keys(keys);
    all.sort();
    const auto join = [](std::vector<uint32_t>& into, const std::vector<uint32_t>& more) {
      into.insert(into.end(), more.begin(), more.end());
    };
    for (uint32_t d = 0; d < devices; ++d)
      join(arrays.sorted, all.read(d, all.card(d).result, all.card(d).held));
    all.take_keys(keys);  // once more, to look at what stands between the stages
    all.sort_parts();
    for (uint32_t d = 0; d < devices; ++d)
      join(arrays.local_keys, all.read(d, all.card(d).sorted, all.card(d).size));
    if (devices > 1) {
      all.choose_splitters();
      all.count_keys();
      all.exchange();
    }
    arrays.sample = all.samples();
    const DeviceSplitters<uint32_t> splitters = all.splitters();
    arrays.splitters.assign(splitters.key, splitters.key + devices - 1);
    if (devices == 1) arrays.send_counts = {static_cast<uint32_t>(keys.size())};
    for (uint64_t count : all.counts())
      if (devices > 1) arrays.send_counts.push_back(static_cast<uint32_t>(count));
    for (uint32_t d = 0; d < devices && devices > 1; ++d)
      for (uint32_t s = 0; s < devices; ++s)
        join(arrays.received, all.read(d, all.run_of(all.card(d), s), all.count(s, d)));
    if (devices == 1) arrays.received = arrays.local_keys;
  } catch (const std::exception& error) {
    arrays.refusal = error.what();
  }
  (void)cudaSetDevice(0);
  return arrays;
}

}  // namespace radix
