/// Real devices compared with the simulated ones (devices_timing.hpp).
#include <algorithm>
#include <functional>
#include <random>
#include <utility>

#include "devices_timing.hpp"
#include "kernels/devices/devices_family.hpp"
#include "text/cuda.hpp"

namespace radix {
namespace {

namespace said = scope::text::cuda;
using Numbers = std::vector<uint32_t>;

/// The sort whose runs are the simulation.
const char* simulating_sort() {
  for (const SortInfo& sort : sorts())
    if (sort.family == &devices::family) return sort.name;
  return "";
}

/// The newest version of an array.
Numbers made_last(const Trace& trace, ArrayId id) {
  for (std::size_t s = trace.steps.size(); s > 0; --s)
    if (trace.steps[s - 1].made == id) return trace.steps[s - 1].find(id)->values;
  return {};
}
Numbers written_by(const Trace& trace, uint32_t part) {
  for (const Step& step : trace.steps)
    if (step.pass == part && step.made == array::output) return step.find(step.made)->values;
  return {};
}

/// "" or the first array of real devices that is not that of the simulation.
std::string first_wrong(const DevicesArrays& real, const Trace& simulated) {
  namespace shown = devices::array;
  if (!real.refusal.empty()) return real.refusal;
  using said::which;
  const std::pair<which, bool> arrays[] = {
      {which::local, real.local_keys == written_by(simulated, 0)},
      {which::sample, real.sample == made_last(simulated, shown::sample)},
      {which::splitters, real.splitters == made_last(simulated, shown::splitters)},
      {which::counts, real.send_counts == made_last(simulated, shown::send_counts)},
      {which::received, real.received == written_by(simulated, 1)},
      {which::other, real.sorted == simulated.sorted.values}};
  for (const auto& [array, same] : arrays)
    if (!same) return said::devices_array({.which = array});
  return "";
}

/// Every fifth sorted, every fifth reversed, every fifth all equal; some shorter than the devices
/// are many.
Numbers random_keys(std::mt19937_64& random, uint32_t number, uint32_t p, uint32_t bits) {
  Numbers keys(random() % 8 == 0 ? 1 + random() % (2 * p) : 1 + random() % 2000);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random() >> (64 - bits));
  if (number % 5 == 1) std::ranges::sort(keys);
  if (number % 5 == 2) std::ranges::sort(keys, std::greater());
  if (number % 5 == 3) std::ranges::fill(keys, keys[0]);
  return keys;
}

}  // namespace

std::string check_devices(const Numbers& devices, uint32_t problems, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (uint32_t k = 0; k < problems; ++k) {
    const uint32_t p = devices[random() % devices.size()];
    const auto bits = static_cast<uint32_t>(1 + random() % 32);
    const auto each = static_cast<uint32_t>(1 + random() % 8);
    const Numbers keys = random_keys(random, k, p, bits);
    Settings settings;
    settings.key_bits = bits;
    settings.devices = p;
    settings.oversampling = each;
    Recipe recipe;
    recipe.problem = *Problem::make(keys, settings);
    recipe.sort = simulating_sort();
    recipe.engine = EngineChoice::cpu;
    const Trace simulated = run(recipe);
    const std::string wrong = simulated.error.empty()
                                  ? first_wrong(arrays_of_devices(keys, p, each), simulated)
                                  : simulated.error;
    if (!wrong.empty())
      return said::devices_differ({.bits = bits,
                                   .devices = p,
                                   .keys = keys.size(),
                                   .problem = k,
                                   .samples = each,
                                   .why = wrong});
  }
  return "";
}

}  // namespace radix
