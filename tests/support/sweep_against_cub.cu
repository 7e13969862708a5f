/// Every fast sort against CUB's radix sort, word by word on the card: each size from 1 to three
/// tiles, then random sizes to 2^30, each with all inputs. Keys of both widths, and pairs, whose
/// values tell the order of equal keys. Neither the input nor what lies behind the output may
/// change.
///
///     cmake --build BUILD --target sweep_against_cub
///     BUILD/bin/sweep_against_cub [seed [step [sizes [power [u32|u64|pairs]]]]]
///
/// step: between the small sizes (1); sizes: random ones (40), to 2^power (30). Needs a card with
/// 60 GB; a few minutes. Exit code 1: something differs, 77: no card.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <cub/device/device_radix_sort.cuh>

#include "kernels/fast/sweep_sizes.hpp"
#include "kernels/fast/sweep_sorts.hpp"
#include "tests/support/sweep_inputs.hpp"

using namespace radix::sweep;

namespace {

constexpr std::size_t fence = 256;  // items behind the output that stay as they are
constexpr uint32_t untouched = 0xa5a5a5a5;

void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

template <class T>
T* device_array(std::size_t count) {
  void* data = nullptr;
  must(cudaMalloc(&data, count * sizeof(T)), "taking memory");
  return static_cast<T*>(data);
}

template <class Key>
__global__ void make_input(Key* keys, uint32_t* values, Input input, uint64_t n, uint64_t seed) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += uint64_t{gridDim.x} * blockDim.x) {
    keys[i] = key_of<Key>(input, i, n, seed);
    if (values) values[i] = static_cast<uint32_t>(i);
  }
}

/// What the sorts may not have done, counted.
struct Differences {
  unsigned long long input, output, behind;
};

template <class Key>
struct Run {
  Key *in, *out, *expected;
  uint32_t *values_in, *values_out, *values_expected;  // null: bare keys
  uint64_t n, seed;
  Input input;
};

template <class Key>
__global__ void compare(Run<Key> run, Differences* found) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < run.n + fence;
       i += uint64_t{gridDim.x} * blockDim.x) {
    const bool pairs = run.values_out;
    if (i >= run.n) {
      const Key fence_key = static_cast<Key>(uint64_t{untouched} << 32 | untouched);
      if (run.out[i] != fence_key || (pairs && run.values_out[i] != untouched))
        atomicAdd(&found->behind, 1ull);
      continue;
    }
    if (run.out[i] != run.expected[i] || (pairs && run.values_out[i] != run.values_expected[i]))
      atomicAdd(&found->output, 1ull);
    if (run.in[i] != key_of<Key>(run.input, i, run.n, run.seed) ||
        (pairs && run.values_in[i] != static_cast<uint32_t>(i)))
      atomicAdd(&found->input, 1ull);
  }
}

unsigned blocks_for(uint64_t n) {
  return static_cast<unsigned>(std::clamp<uint64_t>((n + fence + 255) / 256, 1, 8192));
}

/// One kind of items: its arrays, and what was found of each sort.
template <class Key>
class Judge {
 public:
  Judge(const char* name, bool pairs, std::size_t room, uint64_t seed)
      : name_(name), pairs_(pairs), seed_(seed) {
    run_ = {device_array<Key>(room + fence),
            device_array<Key>(room + fence),
            device_array<Key>(room + fence),
            nullptr,
            nullptr,
            nullptr,
            0,
            seed,
            Input::uniform};
    if (pairs) {
      run_.values_in = device_array<uint32_t>(room + fence);
      run_.values_out = device_array<uint32_t>(room + fence);
      run_.values_expected = device_array<uint32_t>(room + fence);
    }
    const Items items = this->items();
    scratch_ = {nullptr, 0};
    for (std::size_t n = room; n > 0; n = n * 15 / 16)  // more keys may take less, by another way
      scratch_.bytes = std::max(scratch_.bytes, scratch_bytes(items, n) * 17 / 16);
    scratch_.data = device_array<char>(scratch_.bytes);
    must(cudaMemset(scratch_.data, 0xa5, scratch_.bytes), "filling");
    cub(nullptr, room);
    cub_scratch_ = device_array<char>(cub_bytes_);
    found_ = device_array<Differences>(at_once);
    must(cudaMemset(found_, 0, at_once * sizeof(Differences)), "filling");
  }
  ~Judge() {
    for (void* data :
         {static_cast<void*>(run_.in), static_cast<void*>(run_.out),
          static_cast<void*>(run_.expected), static_cast<void*>(run_.values_in),
          static_cast<void*>(run_.values_out), static_cast<void*>(run_.values_expected),
          scratch_.data, cub_scratch_, static_cast<void*>(found_)})
      cudaFree(data);
  }

  /// Queues all sorts of one input; what is wrong of them is found out in settle().
  void try_all(Input input, std::size_t n) {
    if (n == 0) return;
    run_.input = input, run_.n = n, run_.seed = seed_ + n;
    make_input<<<blocks_for(n), 256>>>(run_.in, run_.values_in, input, n, run_.seed);
    cub(cub_scratch_, n);
    for (Method method :
         {Method::one_sweep, Method::one_sweep_atomics, Method::one_sweep_reranked, Method::hybrid})
      for (bool least : {false, true}) {
        // Pairs take ballots; scratch memory matters to the hybrid alone
        if (pairs_ && method != Method::one_sweep && method != Method::hybrid) continue;
        if (least && (method != Method::hybrid || n < (std::size_t{1} << 20))) continue;
        must(cudaMemsetAsync(run_.out, 0xa5, (n + fence) * sizeof(Key)), "filling");
        if (pairs_) must(cudaMemsetAsync(run_.values_out, 0xa5, (n + fence) * 4), "filling");
        const Scratch scratch{scratch_.data,
                              least ? least_scratch_bytes(items(), n) : scratch_.bytes};
        sort(method, items(), {run_.in, run_.out, run_.values_in, run_.values_out}, n,
             8 * sizeof(Key), scratch, words_, [] {});
        compare<<<blocks_for(n), 256>>>(run_, found_ + waiting_.size());
        waiting_.push_back({method, input, n, least});
        if (waiting_.size() == at_once) settle();
      }
  }

  void settle() {
    std::vector<Differences> found(waiting_.size());
    must(cudaMemcpy(found.data(), found_, found.size() * sizeof(Differences),
                    cudaMemcpyDeviceToHost),
         "sorting");
    must(cudaMemset(found_, 0, at_once * sizeof(Differences)), "filling");
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      ++sorts_;
      if (found[i].input + found[i].output + found[i].behind == 0) continue;
      const Tried& tried = waiting_[i];
      if (++wrong_ <= 10)
        std::printf(
            "%s, sort %d%s, %s, n = %zu: %llu words differ from CUB's, %llu of the input and %llu "
            "behind the output have changed\n",
            name_, int(tried.method), tried.least ? " with least memory" : "",
            input_names[int(tried.input)], tried.n, found[i].output, found[i].input,
            found[i].behind);
    }
    waiting_.clear();
  }

  /// Whether all were right.
  bool say(const char* sizes) {
    settle();
    std::printf("%s, %s: %ld sorts, %ld wrong\n", name_, sizes, sorts_, wrong_);
    std::fflush(stdout);
    return wrong_ == 0;
  }

 private:
  Items items() const {
    return pairs_ ? Items::pairs : sizeof(Key) == 4 ? Items::keys32 : Items::keys64;
  }
  void cub(void* scratch, std::size_t n) {
    const int end = 8 * sizeof(Key);
    must(pairs_ ? cub::DeviceRadixSort::SortPairs(scratch, cub_bytes_, run_.in, run_.expected,
                                                  run_.values_in, run_.values_expected, uint64_t{n},
                                                  0, end)
                : cub::DeviceRadixSort::SortKeys(scratch, cub_bytes_, run_.in, run_.expected,
                                                 uint64_t{n}, 0, end),
         "CUB's sort");
  }

  struct Tried {
    Method method;
    Input input;
    std::size_t n;
    bool least;
  };
  static constexpr std::size_t at_once = 512;
  std::vector<Tried> waiting_;
  const char* name_;
  bool pairs_;
  uint64_t seed_;
  Run<Key> run_{};
  Scratch scratch_{};
  void* cub_scratch_ = nullptr;
  std::size_t cub_bytes_ = 0;
  Differences* found_ = nullptr;
  HostWords words_;
  long sorts_ = 0, wrong_ = 0;
};

/// The largest tile of the sorts of such items.
std::size_t tile_of(Items items) {
  const uint32_t keys = std::max(max_sweep_keys(items, Card::large),
                                 partition_keys(key_bytes_of(items), Card::large));
  return keys * tile_threads;
}

struct Trials {
  uint64_t seed = 1;
  std::size_t step = 1;
  int sizes = 40, power = 30;
  std::string only;
};

template <class Key>
bool try_items(const char* name, Items items, const Trials& trials) {
  if (!trials.only.empty() && trials.only != name) return true;
  const bool pairs = items == Items::pairs;
  const std::size_t last = 3 * tile_of(items);
  bool right = true;
  {
    Judge<Key> judge(name, pairs, last, trials.seed);
    for (std::size_t n = 1; n <= last; n += trials.step)
      judge.try_all(n % 3 == 2 ? Input::and_of_2 : Input::uniform, n);
    char sizes[64];
    std::snprintf(sizes, sizeof sizes, "sizes from 1 to %zu in steps of %zu", last, trials.step);
    right &= judge.say(sizes);
  }
  Judge<Key> judge(name, pairs, std::size_t{1} << trials.power, trials.seed);
  std::mt19937_64 random(trials.seed);
  for (int i = 0; i < trials.sizes; ++i) {
    const double power =
        i == 0 ? trials.power : std::uniform_real_distribution<>(13, trials.power)(random);
    const auto n = static_cast<std::size_t>(std::exp2(power));
    for (int input = 0; input < int(Input::count); ++input)
      judge.try_all(static_cast<Input>(input), n);
  }
  char sizes[64];
  std::snprintf(sizes, sizeof sizes, "%d sizes to 2^%d, %d inputs", trials.sizes, trials.power,
                int(Input::count));
  return right & judge.say(sizes);
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("skipped: no CUDA device");
    return 77;
  }
  Trials trials;
  if (count > 1) trials.seed = std::strtoull(arguments[1], nullptr, 10);
  if (count > 2) trials.step = std::strtoull(arguments[2], nullptr, 10);
  if (count > 3) trials.sizes = std::atoi(arguments[3]);
  if (count > 4) trials.power = std::atoi(arguments[4]);
  if (count > 5) trials.only = arguments[5];
  bool right = try_items<uint32_t>("u32", Items::keys32, trials);
  right &= try_items<uint64_t>("u64", Items::keys64, trials);
  right &= try_items<uint32_t>("pairs", Items::pairs, trials);
  return right ? 0 : 1;
}
