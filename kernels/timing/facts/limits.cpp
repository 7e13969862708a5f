/// What no engine can time, said before anything is allocated.
#include <algorithm>

#include "kernels/timing/timing_machine.hpp"
#include "text/refused.hpp"

namespace radix {
namespace {

namespace refused = scope::text::refused;

std::string text(uint64_t number) { return std::to_string(number); }

/// Settings that describe keys in a way that timed keys do not have.
std::string unknown_to_timing(const Settings& settings) {
  const Settings plain;
  for (const SettingInfo& setting : radix::settings()) {
    if (!setting.describes_keys || setting.get == setting_named("bits")->get) continue;
    if (setting.get(settings) == setting.get(plain)) continue;
    return refused::timed_plain({.setting = setting.name, .value = text_of(setting, settings)});
  }
  return "";
}

constexpr uint64_t max_blocks = (uint64_t{1} << 31) - 1;  // of a CUDA grid
constexpr uint32_t compiled_counts[] = {1, 2, 4, 8, 16, 32};

}  // namespace

std::string refusal_of_input(const TimedInput& input) {
  if (input.n < 1 || input.n > max_timed_keys)
    return refused::timed_keys({.keys = input.n, .most = max_timed_keys});
  if (input.type == TimedType::pairs && input.n > max_indexed_keys)
    return refused::timed_pairs({.most = max_indexed_keys, .pairs = input.n});
  for (const TimedTypeInfo& type : timed_types()) {
    if (type.id != input.type || (input.bits >= 1 && input.bits <= type.max_bits)) continue;
    return refused::timed_bits({.bits = input.bits, .most = type.max_bits, .type = type.name});
  }
  return "";
}

std::string refusal_of_sort(const SortInfo& sort, const TimedInput& input, const Settings& wanted) {
  const Settings settings = settings_for(sort, wanted);
  if (const std::string error = error_about(settings); !error.empty()) return error;
  if (const uint64_t most = std::min<uint64_t>(sort.max_timed, max_indexed_keys); input.n > most)
    return refused::timed_most({.most = most, .sort = sort.name});
  if (const std::string unknown = unknown_to_timing(settings); !unknown.empty()) return unknown;
  if (std::ranges::find(compiled_counts, settings.keys_per_thread) == std::end(compiled_counts)) {
    return refused::timed_per_thread({.keys = settings.keys_per_thread});
  }

  const uint64_t keys_per_block = uint64_t{settings.threads_per_block} * settings.keys_per_thread;
  const uint64_t blocks = (input.n + keys_per_block - 1) / keys_per_block;
  if (blocks > max_blocks) {
    return refused::timed_blocks({.blocks = blocks, .most = max_blocks});
  }
  const uint64_t entries = blocks << std::min(settings.radix_bits, input.bits);
  if (sort.sorts_in_block && entries > max_indexed_keys) {
    return refused::timed_table(
        {.blocks = blocks, .buckets = uint64_t{1} << std::min(settings.radix_bits, input.bits)});
  }
  return "";
}

std::string why_refused(const Fault& fault) {
  return fault.refused.what == Fault::Refused::What::waiting ? refusal_words(fault)
                                                             : error_of(fault);
}

std::string unknown_method(const std::string& name, std::span<const Baseline> baselines) {
  std::string known;
  for (const SortInfo& sort : timed_sorts())
    known += std::string(known.empty() ? "" : ", ") + sort.name;
  for (const Baseline& baseline : baselines) {
    if (!baseline.check) known += std::string(", ") + baseline.name;
  }
  return refused::timed_unknown({.known = known, .name = name});
}

std::string warning_about_cub(uint32_t version) {
  constexpr uint32_t slow[] = {300100, 300101, 300400};
  if (std::ranges::find(slow, version) == std::end(slow)) return "";
  const std::string name =
      text(version / 100000) + "." + text(version / 100 % 1000) + "." + text(version % 100);
  return refused::slow_cub({.version = name});
}

const Baseline* baseline_named(std::span<const Baseline> baselines, const std::string& name) {
  const auto found =
      std::ranges::find_if(baselines, [&](const Baseline& a) { return a.name == name; });
  return found == baselines.end() ? nullptr : &*found;
}

}  // namespace radix
