// Lines of a run and back. Everything that a figure relies on is checked, so a broken or foreign
// line is a sentence and never a wrong bar.
#include "lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/core/base/base64.hpp"
#include "app/core/base/text.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "plan.hpp"
#include "text/timed.hpp"

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
          {"sort", row.sort},
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

/// What is wrong with a line, thrown inside this file only.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void require(bool condition, const std::string& what) {
  if (!condition) throw Broken(what);
}

constexpr std::size_t max_rows = 10'000;  // a plan that people look at has some hundred

const std::string& raw_text(const Json& json, const char* name) {
  const Json& field = json.at(name);
  require(field.is_string(), text::timed::why_no_text({.name = name}));
  return field.text();
}

/// A text that is drawn and printed on one line.
std::string text_of(const Json& json, const char* name, std::size_t longest = radix::longest_name) {
  const std::string& field = raw_text(json, name);
  const std::string wrong = radix::line_error(field, longest);
  require(wrong.empty(), text::timed::why_text({.name = name, .wrong = wrong}));
  return field;
}

uint64_t whole(const Json& json, const char* name, uint64_t low, uint64_t high) {
  const Json& field = json.at(name);
  require(field.is_number_unsigned() && field.whole() >= low && field.whole() <= high,
          text::timed::why_no_whole({.high = high, .low = low, .name = name}));
  return field.whole();
}

uint32_t whole32(const Json& json, const char* name, uint32_t low = 0,
                 uint32_t high = 0xffffffffu) {
  return static_cast<uint32_t>(whole(json, name, low, high));
}

constexpr uint64_t max_bytes = ~uint64_t{0};

/// A time, a rate: finite, not below 0.
double real(const Json& json, const char* name) {
  const Json& field = json.at(name);
  require(field.is_number() && std::isfinite(field.real()) && field.real() >= 0,
          text::timed::why_no_number({.name = name}));
  return field.real();
}

bool yes(const Json& json, const char* name) {
  require(json.at(name).is_boolean(), text::timed::why_no_truth({.name = name}));
  return json.at(name).truth();
}

template <class Table>
auto named(const Table& table, const std::string& name, text::Label what) {
  for (const auto& each : table)
    if (name == each.name) return each;
  throw Broken(text::timed::why_no_such({.name = radix::in_quotes(name), .what = what}));
}

void take_header(TimingRun& run, const Json& json) {
  TimingRun fresh;
  fresh.version = text_of(json, "version");
  fresh.date = text_of(json, "date");
  fresh.facts = {
      .engine = text_of(json, "engine"),
      .device = text_of(json, "device"),
      .driver = text_of(json, "driver"),
      .runtime = text_of(json, "runtime"),
      .libraries = text_of(json, "libraries", radix::longest_sentence),
      .memory_bytes = whole(json, "memory_bytes", 0, max_bytes),
      .free_bytes = whole(json, "free_bytes", 0, max_bytes),
      .l2_bytes = whole(json, "l2_bytes", 0, max_bytes),
      .processors = whole32(json, "processors"),
      .clock_mhz = real(json, "clock_mhz"),
      .copy_gb_s = real(json, "copy_gb_s"),
      .read_gb_s = json.contains("read_gb_s") ? real(json, "read_gb_s") : 0,     // not in old
      .write_gb_s = json.contains("write_gb_s") ? real(json, "write_gb_s") : 0,  // runs
      .display = text_of(json, "display", radix::longest_sentence),
      .note = text_of(json, "note", radix::longest_sentence)};
  require(fresh.facts.engine == "cpu" || fresh.facts.engine == "cuda",
          text::timed::why_no_such(
              {.name = radix::in_quotes(fresh.facts.engine), .what = text::timed::what_engine}));
  fresh.protocol = text_of(json, "protocol", radix::longest_remark);
  fresh.options = text_of(json, "options", radix::longest_remark);
  fresh.seed = whole(json, "seed", 0, max_bytes);
  run = std::move(fresh);
}

radix::TimedInput read_input(const Json& json) {
  radix::TimedInput input;
  const auto type = named(radix::timed_types(), text_of(json, "type"), text::timed::what_type);
  input.type = type.id;
  input.bits = whole32(json, "bits", 1, type.max_bits);
  input.n = whole(json, "n", 1, radix::max_timed_keys);
  input.distribution =
      named(radix::distributions(), text_of(json, "distribution"), text::timed::what_spread).id;
  input.seed = whole(json, "seed", 0, max_bytes);
  return input;
}

radix::Settings read_settings(const Json& json) {
  require(json.is_object(), text::timed::why_no_object({.name = "settings"}));
  radix::Settings settings;
  for (const radix::SettingInfo* axis : timing_axes()) {
    if (!json.contains(axis->name)) continue;
    const Json& field = json.at(axis->name);
    const auto value = radix::value_from(*axis, field.is_string() ? field.text() : field.dump());
    require(value.has_value(),
            text::timed::why_not_one_of({.choices = axis->range(), .name = axis->name}));
    axis->set(settings, *value);
  }
  return settings;
}

radix::Cost read_cost(const Json& json) {
  return {.scratch_bytes = whole(json, "scratch_bytes", 0, max_bytes),
          .session_bytes = whole(json, "session_bytes", 0, max_bytes),
          .moved_bytes = whole(json, "moved_bytes", 0, max_bytes),
          .passes = whole32(json, "passes"),
          .launches = whole32(json, "launches"),
          .refusal = text_of(json, "refusal", radix::longest_sentence)};
}

void take_plan(TimingRun& run, const Json& json) {
  require(run.rows.empty(), text::timed::why_second_plan);
  const Json& list = json.at("rows");
  require(list.is_array() && !list.empty() && list.size() <= max_rows, text::timed::why_no_bars);
  std::vector<TimingRow> rows;
  for (const Json& each : list.list()) {
    TimingRow row;
    row.id = whole32(each, "id");
    require(row.id == rows.size(), text::timed::why_order({.bar = row.id, .other = rows.size()}));
    row.configuration = {text_of(each, "method"), read_settings(each.at("settings"))};
    row.input = read_input(each.at("input"));
    row.label = text_of(each, "label");
    row.sort = yes(each, "sort");
    row.section = text_of(each, "section");
    row.cost = read_cost(each.at("cost"));
    rows.push_back(std::move(row));
  }
  run.rows = std::move(rows);
}

TimingRow& row_of(TimingRun& run, const Json& json) {
  require(!run.rows.empty(), text::timed::why_plan_first);
  TimingRow& row = run.rows[whole32(json, "id", 0, static_cast<uint32_t>(run.rows.size() - 1))];
  require(row.refusal.empty(), text::timed::why_refused({.bar = row.id}));
  return row;
}

TimingRow& verified_row_of(TimingRun& run, const Json& json) {
  TimingRow& row = row_of(run, json);
  require(row.verified, text::timed::why_unverified({.bar = row.id}));
  return row;
}

void take_refused(TimingRun& run, const Json& json) {
  std::string why = text_of(json, "why", radix::longest_sentence);
  require(!why.empty(), text::timed::why_no_reason);
  row_of(run, json).refusal = std::move(why);
}

void take_verified(TimingRun& run, const Json& json) { row_of(run, json).verified = true; }

void take_sample(TimingRun& run, const Json& json) {
  TimingRow& row = verified_row_of(run, json);
  row.samples.push_back({.ms = real(json, "ms"),
                         .wall_ms = real(json, "wall_ms"),
                         .mhz = real(json, "mhz"),
                         .slow_clock = yes(json, "slow_clock")});
}

void take_stages(TimingRun& run, const Json& json) {
  TimingRow& row = verified_row_of(run, json);
  require(json.at("stages").is_array(), text::timed::why_no_list({.name = "stages"}));
  std::vector<radix::StageTime> stages;
  for (const Json& each : json.at("stages").list())
    stages.push_back({.stage = text_of(each, "stage"),
                      .kernel = text_of(each, "kernel"),
                      .ms = real(each, "ms")});
  row.staged_whole_ms = real(json, "whole_ms");
  row.stages = std::move(stages);
}

void take_density(TimingRun& run, const Json& json) {
  TimingRow& row = verified_row_of(run, json);
  radix::Density density;
  density.passes = whole32(json, "passes");
  density.pass = whole32(json, "pass", 0, density.passes);
  const auto bytes = from_base64(raw_text(json, "counts"));
  constexpr std::size_t cells = radix::Density::size * radix::Density::size;
  auto counts = bytes ? unpacked_counts(*bytes, cells) : std::nullopt;
  require(counts.has_value(), text::timed::why_counts({.cells = cells}));
  density.counts = std::move(*counts);
  row.densities.push_back(std::move(density));
}

void take_progress(TimingRun& run, const Json& json) {
  TimingProgress progress;
  progress.of = whole32(json, "of");
  progress.done = whole32(json, "done", 0, progress.of);
  progress.doing = text_of(json, "doing", radix::longest_sentence);
  progress.seconds_left = real(json, "seconds_left");
  run.progress = std::move(progress);
}

void take_end(TimingRun& run, const Json& json) {
  const Json& drift = json.at("drift");
  require(drift.is_null() || (drift.is_number() && std::isfinite(drift.real())),
          text::timed::why_drift);
  if (drift.is_number()) run.drift = drift.real();
  run.ended = true;
}

struct Event {
  const char* name;
  void (*take)(TimingRun&, const Json&);  // checks all of the line before it changes the run
};
constexpr Event events[] = {
    {"header", take_header},     {"plan", take_plan},         {"refused", take_refused},
    {"verified", take_verified}, {"sample", take_sample},     {"stages", take_stages},
    {"density", take_density},   {"progress", take_progress}, {"end", take_end},
};

void take(TimingRun& run, const Json& json) {
  require(json.is_object(), text::timed::why_not_object);
  const std::string name = text_of(json, "event");
  const Event event = named(events, name, text::timed::what_event);
  const bool begun = !run.version.empty();
  if (name == "header") {
    require(text_of(json, "format") == timing_format,
            text::timed::why_format({.format = timing_format}));
    require(!text_of(json, "version").empty(), text::timed::why_version);
    require(!begun, text::timed::why_second_header);
  } else {
    require(begun, text::timed::why_header_first);
    require(!run.ended, text::timed::why_ended);
  }
  event.take(run, json);
}

}  // namespace

bool looks_like_timing(std::string_view first_line) {
  const std::string_view format = timing_format, kind = format.substr(0, format.rfind(' ') + 1);
  return first_line.substr(0, 400).find("\"" + std::string(kind)) != first_line.npos;
}

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
                  {"read_gb_s", facts.read_gb_s},
                  {"write_gb_s", facts.write_gb_s},
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

std::string verified_line(const TimingRow& row) {
  return line_of({{"event", "verified"}, {"id", row.id}});
}

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

std::optional<std::vector<uint32_t>> unpacked_counts(const std::vector<uint8_t>& bytes,
                                                     std::size_t cells) {
  std::vector<uint32_t> counts;
  std::size_t at = 0;
  const auto next = [&]() -> std::optional<uint32_t> {
    uint64_t number = 0;
    for (uint32_t shift = 0; at < bytes.size() && shift < 35; shift += 7) {
      number |= uint64_t{bytes[at] & 0x7fu} << shift;
      if (bytes[at++] < 0x80)
        return number <= 0xffffffffu ? std::optional(static_cast<uint32_t>(number)) : std::nullopt;
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

std::string take_line(TimingRun& run, std::string_view line) {
  const auto wrong = [](std::string_view why) { return text::timed::line_wrong({.why = why}); };
  try {
    const radix::ParsedJson read = radix::parse_json(line);
    if (read.fault == radix::ParsedJson::Fault::broken)
      return wrong(text::timed::why_no_json({.byte = read.byte}));
    if (!read.ok()) throw radix::JsonError("");
    take(run, read.value);
    return "";
  } catch (const radix::JsonError&) {
    return wrong(text::timed::why_type);
  } catch (const Broken& broken) {
    return wrong(broken.what());
  }
}

radix::Result<TimingRun> timing_run_from(std::string_view file) {
  TimingRun run;
  std::size_t number = 0;
  while (!file.empty()) {
    const std::size_t end = file.find('\n');
    std::string_view line = file.substr(0, end);
    file.remove_prefix(end == file.npos ? file.size() : end + 1);
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::string wrong = take_line(run, line);
    if (wrong.empty()) continue;
    if (end == file.npos && number > 1) break;  // the end of a file that was cut off
    return radix::Error{.sentence = text::timed::line_of_run({.line = number, .wrong = wrong})};
  }
  if (run.rows.empty()) return radix::Error{.sentence = text::timed::no_plan};
  if (!run.ended) run.failure = text::timed::cut_off;
  return run;
}

}  // namespace scope
