/// The table of the fast sorts beside CUB on the card at hand, by the protocol of timed runs, and
/// whether it holds what README.md promises. tests/fast_table.sh builds and runs it.
///
///     fast_table [--beside LIBRARY.so]... [--only u32|u64|pairs] [--from P] [--to P] [--samples N]
///                [--seed S] [--inputs P]... [--launches]
///
/// From 2^10 to 2^30 items, or as --from and --to say; every input at 2^20, 2^24 and 2^28, or at
/// the powers that --inputs says. --beside: another sort, e.g. another version
/// of CUB (cub_beside.cu); one whose name begins with "CUB" counts where a promise is against every
/// CUB. --launches: prints what sort() decides for every power of two, and nothing else.
///
/// Before every run the output is poisoned, caches are flushed and the device is idle; launches
/// wait behind a gate until the host has queued them all (kernels/timing/cuda_clock.hpp); the sorts
/// of a row take turns in shuffled rounds; medians count. Every result is held against CUB's word
/// by word, before the first and after the last sample. Exit code 1: a promise is missed or a
/// result is wrong; 77: no card.
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "kernels/fast/sweep_sorts.hpp"
#include "kernels/timing/cuda_clock.hpp"
#include "tests/support/sort_beside.hpp"
#include "tests/support/sweep_inputs.hpp"

using namespace radix::sweep;

namespace {

constexpr const char* item_names[] = {"u32", "u64", "pairs"};

void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

// ------------------------------------------------------------------------------------------------
// What is promised

enum class Who { one_sweep, atomics, hybrid };
constexpr const char* who_names[] = {"one_sweep", "one_sweep_atomics", "hybrid"};

/// At least so many times as fast as CUB.
struct Promise {
  Items items;
  int power;  ///< n = 2^power
  Input input;
  Who who;
  double h200, h100;  ///< on these cards
};
constexpr Promise promises[] = {
    {Items::keys32, 28, Input::uniform, Who::hybrid, 2.45, 2.3},
    {Items::keys32, 28, Input::uniform, Who::atomics, 1.55, 1.28},
    {Items::keys32, 28, Input::uniform, Who::one_sweep, 1.2, 1.18},
    {Items::pairs, 28, Input::uniform, Who::hybrid, 1.7, 1.55},
    {Items::pairs, 28, Input::uniform, Who::one_sweep, 1.3, 1.15},
    {Items::keys64, 27, Input::uniform, Who::hybrid, 3.3, 3.0},
    {Items::keys32, 28, Input::sorted, Who::hybrid, 5, 5},
    {Items::keys32, 28, Input::reversed, Who::hybrid, 5, 5},
    {Items::keys32, 28, Input::mostly_one, Who::hybrid, 5, 5},
};
/// Never slower than CUB: the hybrid at all powers and with all inputs, one-sweep of uniform keys
/// from here on.
constexpr int least_power = 10, max_power = 30, least_power_of_sweeps = 13;
const std::vector<int> powers_of_all_inputs = {20, 24, 28};

// ------------------------------------------------------------------------------------------------
// Who sorts

struct Sorter {
  std::string name;
  decltype(&sort_beside) beside = nullptr;  ///< null: one of ours
  Who who = Who::hybrid;
  bool is_cub = false;
};

struct Memory {
  void *in, *out, *expected, *scratch, *flush;
  uint32_t *values_in, *values_out, *values_expected;
  std::size_t scratch_bytes, flush_bytes;
};

std::function<void()> open_it;  // the gate, before a sort waits

class Table {
 public:
  Table(std::vector<Sorter> sorters, std::vector<int> all_inputs, int from, int to, int samples,
        uint64_t seed)
      : sorters_(std::move(sorters)),
        all_inputs_(std::move(all_inputs)),
        from_(from),
        to_(to),
        samples_(samples),
        random_(seed),
        seed_(seed) {
    cudaDeviceProp properties{};
    must(cudaGetDeviceProperties(&properties, 0), "asking for the device");
    device_ = properties.name;
    memory_.flush_bytes = 2 * static_cast<std::size_t>(properties.l2CacheSize);
    must(cudaMalloc(&memory_.flush, memory_.flush_bytes), "taking memory");
    must(cudaMalloc(&differences_, 8), "taking memory");
  }

  const std::string& device() const { return device_; }
  int missed() const { return missed_; }
  long wrong() const { return wrong_; }
  long results() const { return results_; }

  void rows(Items items) {
    std::printf("\n%s: 10^9 items per second, and times CUB\n%-22s", item_names[int(items)], "");
    for (const Sorter& sorter : sorters_) std::printf(" %20s", sorter.name.c_str());
    std::puts("");
    for (int power = from_; power <= to_; ++power) row(items, power, Input::uniform);
    for (int power : all_inputs_)
      for (int input = 1; power >= from_ && power <= to_ && input < int(Input::count); ++input)
        row(items, power, static_cast<Input>(input));
    release();
  }

 private:
  bool sorts(const Sorter& sorter, Items items) const {
    return sorter.beside != nullptr || sorter.who != Who::atomics || items != Items::pairs;
  }

  std::size_t scratch_of(const Sorter& sorter, Items items, uint64_t n) {
    if (sorter.beside == nullptr) return scratch_bytes(items, n);
    std::size_t bytes = 0;
    auto* values = items == Items::pairs ? reinterpret_cast<uint32_t*>(16) : nullptr;
    sorter.beside(key_bytes_of(items), nullptr, &bytes, nullptr, nullptr, values, values, n, [] {});
    return bytes;
  }

  void take(Items items, uint64_t n) {
    release();
    const std::size_t bytes = n * key_bytes_of(items);
    memory_.scratch_bytes = 0;
    for (const Sorter& sorter : sorters_)
      memory_.scratch_bytes = std::max(memory_.scratch_bytes, scratch_of(sorter, items, n));
    for (void** at : {&memory_.in, &memory_.out, &memory_.expected})
      must(cudaMalloc(at, bytes), "taking memory");
    if (items == Items::pairs)
      for (uint32_t** at : {&memory_.values_in, &memory_.values_out, &memory_.values_expected})
        must(cudaMalloc(at, n * 4), "taking memory");
    must(cudaMalloc(&memory_.scratch, memory_.scratch_bytes), "taking memory");
  }
  void release() {
    for (void* at : {memory_.in, memory_.out, memory_.expected, memory_.scratch,
                     static_cast<void*>(memory_.values_in), static_cast<void*>(memory_.values_out),
                     static_cast<void*>(memory_.values_expected)})
      cudaFree(at);
    memory_.in = memory_.out = memory_.expected = memory_.scratch = nullptr;
    memory_.values_in = memory_.values_out = memory_.values_expected = nullptr;
  }

  void queue(const Sorter& sorter, Items items, uint64_t n) {
    if (sorter.beside != nullptr) {
      std::size_t bytes = memory_.scratch_bytes;
      const int failed =
          sorter.beside(key_bytes_of(items), memory_.scratch, &bytes, memory_.in, memory_.out,
                        memory_.values_in, memory_.values_out, n, [] { open_it(); });
      if (failed != 0) must(static_cast<cudaError_t>(failed), sorter.name.c_str());
      return;
    }
    const Method method = sorter.who == Who::hybrid    ? Method::hybrid
                          : sorter.who == Who::atomics ? Method::one_sweep_atomics
                                                       : Method::one_sweep;
    sort(method, items, {memory_.in, memory_.out, memory_.values_in, memory_.values_out}, n,
         8 * key_bytes_of(items), {memory_.scratch, memory_.scratch_bytes}, words_, open_it);
  }

  double time(const Sorter& sorter, Items items, uint64_t n) {
    must(cudaMemsetAsync(memory_.out, 0xcd, n * key_bytes_of(items)), "poisoning");
    if (memory_.values_out) must(cudaMemsetAsync(memory_.values_out, 0xcd, n * 4), "poisoning");
    must(cudaMemsetAsync(memory_.flush, 0, memory_.flush_bytes), "flushing");
    must(cudaDeviceSynchronize(), "preparing");
    {
      std::optional<radix::gpu_timed::Gate::Closed> closed(&gate_);
      open_it = [&] { closed.reset(); };
      start_.record();
      queue(sorter, items, n);
      stop_.record();
    }
    stop_.wait();
    return stop_.since(start_);
  }

  template <class Key>
  void make_and_expect(Items items, uint64_t n, Input input);
  template <class Key>
  unsigned long long differing(uint64_t n);

  void check(const Sorter& sorter, Items items, uint64_t n, Input input) {
    const unsigned long long found =
        items == Items::keys64 ? differing<uint64_t>(n) : differing<uint32_t>(n);
    ++results_;
    if (found == 0) return;
    ++wrong_;
    std::printf("WRONG: %s of %s, n = %llu, %s: %llu words differ from CUB's\n",
                sorter.name.c_str(), item_names[int(items)], static_cast<unsigned long long>(n),
                input_names[int(input)], found);
  }

  void row(Items items, int power, Input input) {
    const uint64_t n = uint64_t{1} << power;
    std::size_t free = 0, total = 0;
    release();
    must(cudaMemGetInfo(&free, &total), "asking for memory");
    const std::size_t arrays = 3 * n * (key_bytes_of(items) + (items == Items::pairs ? 4 : 0));
    if (arrays + 3 * n * key_bytes_of(items) > free / 100 * 95) return;
    take(items, n);
    if (items == Items::keys64)
      make_and_expect<uint64_t>(items, n, input);
    else
      make_and_expect<uint32_t>(items, n, input);

    std::vector<std::vector<double>> ms(sorters_.size());
    std::vector<std::size_t> turns;
    for (std::size_t s = 0; s < sorters_.size(); ++s) {
      if (!sorts(sorters_[s], items)) continue;
      for (int i = 0; i < 2; ++i) time(sorters_[s], items, n);
      check(sorters_[s], items, n, input);
      turns.push_back(s);
    }
    const int rounds = power <= 22 ? 6 * samples_ + 1 : power <= 26 ? samples_ + 2 : samples_;
    for (int round = 0; round < rounds; ++round) {
      std::ranges::shuffle(turns, random_);
      for (std::size_t s : turns) {
        ms[s].push_back(time(sorters_[s], items, n));
        if (round == rounds - 1) check(sorters_[s], items, n, input);
      }
    }
    std::vector<double> median(sorters_.size());
    for (std::size_t s : turns) {
      std::ranges::sort(ms[s]);
      median[s] = ms[s][ms[s].size() / 2];
    }

    char name[64];
    std::snprintf(name, sizeof name, "%s 2^%d %s", item_names[int(items)], power,
                  input_names[int(input)]);
    std::printf("%-22s", name);
    for (std::size_t s = 0; s < sorters_.size(); ++s) {
      if (median[s] == 0) {
        std::printf(" %20s", "");
        continue;
      }
      char cell[64];
      std::snprintf(cell, sizeof cell, "%.4g (%.3f)", static_cast<double>(n) / median[s] / 1e6,
                    median[0] / median[s]);
      std::printf(" %20s", cell);
    }
    std::puts("");
    for (std::size_t s : turns)
      if (sorters_[s].beside == nullptr) hold(name, items, power, input, s, median);
    std::fflush(stdout);
  }

  /// What is promised of this cell?
  void hold(const char* name, Items items, int power, Input input, std::size_t s,
            const std::vector<double>& median) {
    const Who who = sorters_[s].who;
    const auto missed = [&](double times, double least, const std::string& whom) {
      if (times >= least) return;
      ++missed_;
      std::printf("MISSED: %s, %s: %.3f times %s, promised %.2f\n", name, who_names[int(who)],
                  times, whom.c_str(), least);
    };
    const bool h200 = device_.find("H200") != device_.npos,
               h100 = device_.find("H100") != device_.npos;
    for (const Promise& p : promises)
      if (p.items == items && p.power == power && p.input == input && p.who == who &&
          (h200 || h100))
        missed(median[0] / median[s], h200 ? p.h200 : p.h100, sorters_[0].name);
    if (who != Who::hybrid && (input != Input::uniform || power < least_power_of_sweeps)) return;
    for (std::size_t c = 0; c < sorters_.size(); ++c)
      if (sorters_[c].is_cub) missed(median[c] / median[s], 1, sorters_[c].name);
  }

  std::vector<Sorter> sorters_;
  std::vector<int> all_inputs_;
  int from_, to_, samples_;
  std::mt19937_64 random_;
  uint64_t seed_;
  std::string device_;
  Memory memory_{};
  unsigned long long* differences_ = nullptr;
  HostWords words_;
  radix::gpu_timed::Gate gate_;
  radix::gpu_timed::Event start_, stop_;
  int missed_ = 0;
  long wrong_ = 0, results_ = 0;
};

template <class Key>
__global__ void make_input(Key* keys, uint32_t* values, Input input, uint64_t n, uint64_t seed) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += uint64_t{gridDim.x} * blockDim.x) {
    keys[i] = key_of<Key>(input, i, n, seed);
    if (values) values[i] = static_cast<uint32_t>(i);
  }
}

template <class Key>
__global__ void compare(const Key* found, const Key* expected, const uint32_t* values,
                        const uint32_t* values_expected, uint64_t n, unsigned long long* differ) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < n;
       i += uint64_t{gridDim.x} * blockDim.x)
    if (found[i] != expected[i] || (values && values[i] != values_expected[i]))
      atomicAdd(differ, 1ull);
}

unsigned blocks_of(uint64_t n) {
  return static_cast<unsigned>(std::min<uint64_t>((n + 255) / 256, 8192));
}

/// The first sorter is CUB: what it writes is what all are held against.
template <class Key>
void Table::make_and_expect(Items items, uint64_t n, Input input) {
  make_input<<<blocks_of(n), 256>>>(static_cast<Key*>(memory_.in), memory_.values_in, input, n,
                                    seed_ + n);
  queue(sorters_[0], items, n);
  must(cudaMemcpy(memory_.expected, memory_.out, n * sizeof(Key), cudaMemcpyDeviceToDevice),
       "keeping what CUB sorts");
  if (memory_.values_out)
    must(cudaMemcpy(memory_.values_expected, memory_.values_out, n * 4, cudaMemcpyDeviceToDevice),
         "keeping what CUB sorts");
}

template <class Key>
unsigned long long Table::differing(uint64_t n) {
  unsigned long long found = 0;
  must(cudaMemset(differences_, 0, 8), "comparing");
  compare<<<blocks_of(n), 256>>>(static_cast<const Key*>(memory_.out),
                                 static_cast<const Key*>(memory_.expected), memory_.values_out,
                                 memory_.values_expected, n, differences_);
  must(cudaMemcpy(&found, differences_, 8, cudaMemcpyDeviceToHost), "comparing");
  return found;
}

void print_launches() {
  for (Items items : all_items)
    for (int power = least_power; power <= max_power; ++power) {
      const uint64_t n = uint64_t{1} << power;
      const LaunchPlan launches = launches_of(Method::hybrid, items, n, ~std::size_t{0});
      std::printf("%s 2^%d: %s; scratch memory of %.2f times the items\n", item_names[int(items)],
                  power, text_of(launches).c_str(),
                  static_cast<double>(launches.scratch_bytes) /
                      static_cast<double>(n * (items == Items::keys32 ? 4 : 8)));
    }
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("skipped: no CUDA device");
    return 77;
  }
  std::vector<Sorter> sorters = {{sort_beside_name(), &sort_beside, Who::hybrid, true}};
  int samples = 5, from = least_power, to = max_power;
  uint64_t seed = 1;
  std::vector<int> all_inputs;
  std::string only;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    if (option == "--launches") return print_launches(), 0;
    if (i + 1 == count) return std::printf("%s needs a value\n", option.c_str()), 2;
    const char* value = arguments[++i];
    if (option == "--samples") samples = std::max(1, std::atoi(value));
    if (option == "--from") from = std::atoi(value);
    if (option == "--to") to = std::atoi(value);
    if (option == "--inputs") all_inputs.push_back(std::atoi(value));
    if (option == "--seed") seed = std::strtoull(value, nullptr, 10);
    if (option == "--only") only = value;
    if (option != "--beside") continue;
    void* library = dlopen(value, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (library == nullptr) return std::printf("%s\n", dlerror()), 2;
    Sorter sorter;
    sorter.name =
        reinterpret_cast<decltype(&sort_beside_name)>(dlsym(library, "sort_beside_name"))();
    sorter.beside = reinterpret_cast<decltype(&sort_beside)>(dlsym(library, "sort_beside"));
    sorter.is_cub = sorter.name.starts_with("CUB");
    sorters.push_back(sorter);
  }
  for (Who who : {Who::one_sweep, Who::atomics, Who::hybrid})
    sorters.push_back({who_names[int(who)], nullptr, who});
  if (all_inputs.empty()) all_inputs = powers_of_all_inputs;
  Table table(std::move(sorters), std::move(all_inputs), from, to, samples, seed);
  std::printf("%s, medians\n", table.device().c_str());
  for (Items items : all_items)
    if (only.empty() || only == item_names[int(items)]) table.rows(items);
  std::printf("\n%ld results, %ld wrong; %d promises missed\n", table.results(), table.wrong(),
              table.missed());
  return table.missed() + table.wrong() == 0 ? 0 : 1;
}
