// Sizes, bytes and rows in words.
#include <bit>

#include "app/base/text.hpp"
#include "timing_axes.hpp"
#include "plan.hpp"
#include "app/model/tradeoff.hpp"

namespace scope {

std::string size_text(uint64_t n) {
  if (n >= 1024 && std::has_single_bit(n)) return say("2^", std::countr_zero(n));
  const uint64_t above = std::bit_ceil(n);
  if (n > 1024 && above - n >= 1024 && above - n <= n / 16 && std::has_single_bit(above - n))
    return say("2^", std::countr_zero(above), "-2^", std::countr_zero(above - n));
  return std::to_string(n);
}

std::string bytes_text(uint64_t bytes) {
  const double size = static_cast<double>(bytes);
  if (bytes >= 1'000'000'000) return fixed_number(size / 1e9, 2) + " GB";
  if (bytes >= 1'000'000) return fixed_number(size / 1e6, 1) + " MB";
  return fixed_number(size / 1e3, 1) + " kB";
}

std::string row_words(const TimingRow& row) {
  std::string text = row.configuration.method;
  const radix::RungInfo* rung = row.rung ? radix::rung_named(text) : nullptr;
  for (const radix::SettingInfo* axis : timing_axes())
    if (rung && rung->uses(*axis))
      text += say(" ", axis->name, " ", radix::text_of(*axis, row.configuration.settings));
  return say(text, " · n ", size_text(row.input.n), " ",
             radix::timed_types()[static_cast<uint32_t>(row.input.type)].name, " ",
             radix::distributions()[static_cast<uint32_t>(row.input.distribution)].name);
}

}  // namespace scope
