#include "kernel_limits.hpp"

#include <algorithm>

#include "app/core/base/files.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "names.hpp"
#include "plan.hpp"

namespace scope {
namespace {

constexpr uint32_t lanes = 32;
constexpr double busy_enough = 0.7;  // less, and it is rather the phases that wait for each other

CountedKernels read_counts() {
  const std::string file = resource("assets/timing/h200_kernels.json");
  const auto text = file.empty() ? radix::Result<std::string>(radix::Error{}) : read_text(file);
  const auto json = text ? read_json(*text, "list of kernels") : radix::Error{};
  if (!json) return {};
  CountedKernels all{.device = json->at("device").text(), .kernels = {}};
  for (const radix::Json& each : json->at("kernels").list()) {
    const auto number = [&](const char* name) { return each.at(name).real(); };
    all.kernels.push_back({.sort = each.at("sort").text(),
                           .type = each.at("type").text(),
                           .kernel = each.at("kernel").text(),
                           .keys = each.at("keys").whole(),
                           .launches = static_cast<uint32_t>(each.at("launches").whole()),
                           .ms = number("ms"),
                           .bytes = number("bytes"),
                           .instructions = number("instructions"),
                           .memory = number("dram"),
                           .l2 = number("l2"),
                           .shared_pipe = number("shared_pipe"),
                           .issue = number("issue"),
                           .warps = number("warps"),
                           .waves = number("waves")});
  }
  return all;
}

}  // namespace

const CountedKernels& counted_kernels() {
  static const CountedKernels all = read_counts();
  return all;
}

Limit limit_of(const KernelCounts& k) {
  using text::timed::unit;
  const Limit units[] = {{unit::memory, k.memory},
                         {unit::l2, k.l2},
                         {unit::shared, k.shared_pipe},
                         {unit::other, k.issue}};
  return *std::ranges::max_element(units, {}, &Limit::busy);
}

std::string limit_words(const KernelCounts& k, double memory_gb_s) {
  const Limit limit = limit_of(k);
  std::string words = text::timed::kernel(
      {.bytes = fixed_number(k.bytes, k.bytes < 9.95 ? 1 : 0),
       .instructions = fixed_number(k.instructions, k.instructions < 99.5 ? 1 : 0),
       .kernel = k.kernel,
       .keys = lanes,
       .launches = k.launches,
       .time = time_words(k.ms)});
  if (memory_gb_s > 0) {
    const double least = k.bytes * static_cast<double>(k.keys) / memory_gb_s * 1e-6;
    words = text::paragraph(
        words, text::timed::kernel_floor({.share = percent(std::min(1.0, least / k.ms), 0)}));
  }
  const std::string share = percent(limit.busy, 0);
  return text::paragraph(
      words,
      limit.busy >= busy_enough
          ? text::timed::limits({.share = share, .unit = limit.unit})
          : text::timed::waits({.share = share, .unit = limit.unit, .warps = percent(k.warps, 0)}));
}

std::vector<const KernelCounts*> kernels_of(const TimingRow& row) {
  std::vector<const KernelCounts*> found;
  const char* type = radix::timed_types()[static_cast<uint32_t>(row.input.type)].name;
  for (const KernelCounts& each : counted_kernels().kernels)
    if (!row.sort && each.sort == row.configuration.method && each.type == type)
      found.push_back(&each);
  return found;
}

std::string kernels_heading(const TimingRow& row) {
  const CountedKernels& all = counted_kernels();
  const auto& type = radix::timed_types()[static_cast<uint32_t>(row.input.type)];
  return text::timed::counted_by({.device = all.device,
                                  .keys = size_text(kernels_of(row).front()->keys),
                                  .type = text::translated(type.label)});
}

std::vector<const TimingRow*> rows_with_counts(const TimingRun& run) {
  std::vector<const TimingRow*> rows;
  for (const TimingRow& row : run.rows) {
    if (!statistics(row) || kernels_of(row).empty()) continue;
    const auto same = std::ranges::find_if(rows, [&](const TimingRow* other) {
      return other->configuration.method == row.configuration.method &&
             other->input.type == row.input.type;
    });
    if (same == rows.end())
      rows.push_back(&row);
    else if (row.input.n > (*same)->input.n)
      *same = &row;
  }
  return rows;
}

}  // namespace scope
