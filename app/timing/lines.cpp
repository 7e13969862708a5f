// One event as a line.
#include <algorithm>
#include <limits>

#include "app/base/base64.hpp"
#include "kernels/model/json.hpp"
#include "timing_axes.hpp"
#include "timing_run.hpp"

namespace scope {
namespace {

using radix::Json;

std::string line_of(const Json& json) { return json.dump() + "\n"; }

Json cost_json(const radix::Cost& cost) {
  return {{"scratch_bytes", cost.scratch_bytes}, {"session_bytes", cost.session_bytes},
          {"moved_bytes", cost.moved_bytes},     {"passes", cost.passes},
          {"launches", cost.launches},           {"refusal", cost.refusal}};
}

Json input_json(const radix::TimedInput& input) {
  return {{"type", radix::timed_types()[static_cast<uint32_t>(input.type)].name},
          {"bits", input.bits},
          {"n", input.n},
          {"distribution", radix::distributions()[static_cast<uint32_t>(input.distribution)].name},
          {"seed", input.seed}};
}

Json settings_json(const radix::Settings& settings) {
  Json json = Json::object();
  for (const radix::SettingInfo* axis : timing_axes()) {
    if (axis->is_number()) {
      json[axis->name] = axis->get(settings);
    } else {
      json[axis->name] = radix::text_of(*axis, settings);
    }
  }
  return json;
}

Json row_json(const TimingRow& row) {
  return {{"id", row.id},
          {"method", row.configuration.method},
          {"settings", settings_json(row.configuration.settings)},
          {"input", input_json(row.input)},
          {"label", row.label},
          {"rung", row.rung},
          {"section", row.section},
          {"cost", cost_json(row.cost)}};
}

std::string rows_text(const TimingRow& row) {
  std::string text;
  if (row.verified) text += verified_line(row);
  for (const radix::Sample& sample : row.samples) text += sample_line(row, sample);
  if (!row.stages.empty()) text += stages_line(row);
  for (const radix::Density& density : row.densities) text += density_line(row, density);
  if (!row.refusal.empty()) text += refused_line(row);  // last: nothing follows a refusal
  return text;
}

}  // namespace

std::string header_line(const TimingRun& run) {
  const radix::TimingFacts& facts = run.facts;
  return line_of({{"event", "header"},
                  {"format", timing_format},
                  {"version", run.version},
                  {"date", run.date},
                  {"engine", facts.engine},
                  {"device", facts.device},
                  {"driver", facts.driver},
                  {"runtime", facts.runtime},
                  {"libraries", facts.libraries},
                  {"memory_bytes", facts.memory_bytes},
                  {"free_bytes", facts.free_bytes},
                  {"l2_bytes", facts.l2_bytes},
                  {"processors", facts.processors},
                  {"clock_mhz", facts.clock_mhz},
                  {"copy_gb_s", facts.copy_gb_s},
                  {"display", facts.display},
                  {"note", facts.note},
                  {"protocol", run.protocol},
                  {"options", run.options},
                  {"seed", run.seed}});
}

std::string plan_line(const TimingRun& run) {
  Json rows = Json::array();
  for (const TimingRow& row : run.rows) rows.push_back(row_json(row));
  return line_of({{"event", "plan"}, {"rows", rows}});
}

std::string refused_line(const TimingRow& row) {
  return line_of({{"event", "refused"}, {"id", row.id}, {"why", row.refusal}});
}

std::string verified_line(const TimingRow& row) { return line_of({{"event", "verified"}, {"id", row.id}}); }

std::string sample_line(const TimingRow& row, const radix::Sample& sample) {
  return line_of({{"event", "sample"},
                  {"id", row.id},
                  {"ms", sample.ms},
                  {"wall_ms", sample.wall_ms},
                  {"mhz", sample.mhz},
                  {"slow_clock", sample.slow_clock}});
}

std::string stages_line(const TimingRow& row) {
  Json stages = Json::array();
  for (const radix::StageTime& each : row.stages)
    stages.push_back(Json({{"stage", each.stage}, {"kernel", each.kernel}, {"ms", each.ms}}));
  return line_of(
      {{"event", "stages"}, {"id", row.id}, {"whole_ms", row.staged_whole_ms}, {"stages", stages}});
}

std::vector<uint8_t> packed_counts(const std::vector<uint32_t>& counts) {
  std::vector<uint8_t> bytes;
  const auto add = [&](uint32_t number) {
    for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<uint8_t>(number | 0x80));
    bytes.push_back(static_cast<uint8_t>(number));
  };
  for (std::size_t i = 0; i < counts.size();) {
    add(counts[i]);
    std::size_t zeros = 0;
    while (i + zeros < counts.size() && counts[i + zeros] == 0) ++zeros;
    if (zeros > 0) add(static_cast<uint32_t>(zeros));
    i += std::max<std::size_t>(zeros, 1);
  }
  return bytes;
}

std::optional<std::vector<uint32_t>> unpacked_counts(const std::vector<uint8_t>& bytes, std::size_t cells) {
  std::vector<uint32_t> counts;
  std::size_t at = 0;
  const auto next = [&]() -> std::optional<uint32_t> {
    uint64_t number = 0;
    for (uint32_t shift = 0; at < bytes.size() && shift < 35; shift += 7) {
      number |= uint64_t{bytes[at] & 0x7fu} << shift;
      if (bytes[at++] < 0x80) return number <= 0xffffffffu ? std::optional(static_cast<uint32_t>(number)) : std::nullopt;
    }
    return std::nullopt;
  };
  while (at < bytes.size()) {
    const auto count = next();
    const auto times = count == 0u ? next() : std::optional(1u);
    if (!count || !times || *times == 0 || *times > cells - counts.size()) return std::nullopt;
    counts.insert(counts.end(), *times, *count);
  }
  return counts.size() == cells ? std::optional(std::move(counts)) : std::nullopt;
}

std::string density_line(const TimingRow& row, const radix::Density& density) {
  return line_of({{"event", "density"},
                  {"id", row.id},
                  {"pass", density.pass},
                  {"passes", density.passes},
                  {"counts", base64(packed_counts(density.counts))}});
}

std::string progress_line(const TimingProgress& progress) {
  return line_of({{"event", "progress"},
                  {"done", progress.done},
                  {"of", progress.of},
                  {"doing", progress.doing},
                  {"seconds_left", progress.seconds_left}});
}

/// NaN is printed as null: unknown.
std::string end_line(double drift) { return line_of({{"event", "end"}, {"drift", drift}}); }

std::string to_lines(const TimingRun& run) {
  std::string text = header_line(run) + plan_line(run);
  for (const TimingRow& row : run.rows) text += rows_text(row);
  if (run.progress.of > 0) text += progress_line(run.progress);
  if (run.ended) text += end_line(run.drift.value_or(std::numeric_limits<double>::quiet_NaN()));
  return text;
}

}  // namespace scope
