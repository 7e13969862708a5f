#include "time_devices.hpp"

#include <algorithm>

#include "app/core/base/files.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/export/formats.hpp"
#include "app/timing/run/protocol.hpp"
#include "app/timing/tokens.hpp"
#include "kernels/text/in_language.hpp"
#include "kernels/text/retold.hpp"
#include "text/cli.hpp"

namespace scope {
namespace {

using Numbers = std::vector<uint32_t>;

const char* local_name(radix::LocalSort local) {
  return local == radix::LocalSort::hybrid ? "hybrid" : "cub";
}

std::string shown(const char* english) { return std::string(text::translated(english)); }

std::string ms_text(double ms) { return fixed_number(ms, ms < 10 ? 3 : ms < 100 ? 2 : 1); }

/// "327 326": GB/s out of every device while keys are exchanged.
std::string rates_text(const DevicesTimed& timed) {
  std::string text;
  for (uint64_t bytes : timed.row.sent)
    text += (text.empty() ? "" : " ") +
            fixed_number(static_cast<double>(bytes) / (timed.row.ms.exchange * 1e6), 0);
  return timed.input.devices == 1 ? "–" : text;
}

double expansion_of(const DevicesTimed& timed) {
  const uint64_t most = std::ranges::max(timed.row.received);
  return static_cast<double>(most) * timed.input.devices / static_cast<double>(timed.input.keys.n);
}

/// The inputs and the local sorts that were asked for; the first row of each has one device.
radix::Result<std::vector<DevicesTimed>> rows_of(const TimeTyped& typed, const Numbers& devices) {
  TimingSetup setup = typed.setup;
  setup.sorts = "none";
  if (setup.beside == "all") setup.beside = "cub,hybrid";
  const auto plan = read_timing_plan(setup, timing_engine(radix::EngineId::cuda));
  if (!plan) return plan.error;
  std::vector<DevicesTimed> rows;
  for (const TimingRow& each : plan.value->run.rows) {
    const std::string& local = each.configuration.method;
    if (local != "cub" && local != "hybrid")
      return radix::Error{.sentence = text::cli::local_sort_only({.sort = local})};
    for (uint32_t count : devices)
      rows.push_back(
          {.input = {.keys = each.input,
                     .devices = count,
                     .local = local == "cub" ? radix::LocalSort::cub : radix::LocalSort::hybrid,
                     .samples = plan.value->samples},
           .row = {}});
  }
  return rows;
}

}  // namespace

radix::Result<Numbers> device_numbers(const std::string& list) {
  try {
    Numbers numbers;
    for (const std::string& token : tokens(list, "number of devices")) {
      const std::size_t dots = token.find("..");
      const auto value = [](std::string_view text) {
        return static_cast<uint32_t>(
            whole_value(text, shown("Number of devices"), 1, radix::max_devices));
      };
      const uint32_t first = value(std::string_view(token).substr(0, dots));
      const uint32_t last =
          dots == std::string::npos ? first : value(std::string_view(token).substr(dots + 2));
      for (uint32_t count = first; count <= last; ++count)
        if (std::ranges::find(numbers, count) == numbers.end()) numbers.push_back(count);
      if (last < first) throw Unread(text::cli::counts_backwards({.text = token}));
    }
    return numbers;
  } catch (const Unread& error) {
    return radix::Error{.sentence = error.what()};
  }
}

/// In a table; a CSV file has the English ones in every language.
std::vector<std::string> headings() {
  using namespace text::cli;
  return {devices_keys, devices_type,    devices_spread,   devices_parts,     "GPUs",
          "ms",         devices_sort,    devices_choose,   devices_send,      devices_merging,
          devices_rate, devices_speedup, devices_exchange, devices_expansion, devices_through};
}
std::vector<std::string> columns() {
  return {"keys",        "type",       "spread",           "parts by",  "GPUs",
          "ms",          "sort parts", "choose",           "send",      "merging",
          "10^9 keys/s", "x one",      "GB/s out of each", "expansion", "through"};
}

Cells cells_of_devices(const std::vector<DevicesTimed>& rows, bool csv) {
  Cells cells{csv ? columns() : headings()};
  for (const DevicesTimed& each : rows) {
    const radix::TimedInput& keys = each.input.keys;
    std::vector<std::string> line{
        size_text(keys.n), radix::timed_types()[static_cast<std::size_t>(keys.type)].name,
        radix::distributions()[static_cast<std::size_t>(keys.distribution)].name,
        local_name(each.input.local), std::to_string(each.input.devices)};
    if (!each.row.refusal.empty()) {
      line.push_back(csv ? each.row.refusal : text::retold(each.row.refusal));
      cells.push_back(line);
      continue;
    }
    const auto one = std::ranges::find_if(rows, [&](const DevicesTimed& other) {
      return other.input.devices == 1 && other.input.keys == keys &&
             other.input.local == each.input.local && other.row.refusal.empty();
    });
    const radix::DevicesTimes& ms = each.row.ms;
    for (const double time : {ms.whole, ms.local, ms.splitters, ms.exchange, ms.merge})
      line.push_back(ms_text(time));
    line.push_back(fixed_number(static_cast<double>(keys.n) / (ms.whole * 1e6), 2));
    line.push_back(one == rows.end() ? "–" : fixed_number(one->row.ms.whole / ms.whole, 2));
    line.push_back(rates_text(each));
    line.push_back(fixed_number(expansion_of(each), 2));
    line.push_back(csv ? each.row.way : text::retold(each.row.way));
    cells.push_back(line);
  }
  return cells;
}

int do_time_devices(const TimeTyped& typed) {
  const auto devices = device_numbers(typed.devices);
  if (!devices) return refuse(devices.error.sentence);
  if (typed.json_lines || typed.samples_csv || typed.best) return refuse(text::cli::table_or_csv);
  if (radix::device_count() == 0)
    return refuse(text::paragraph(text::retold(radix::time_devices({}).refusal),
                                  text::cli::stepped_anywhere));
  if (!typed.devices_check.empty()) {
    uint32_t problems = 0;
    try {
      problems = static_cast<uint32_t>(
          whole_value(typed.devices_check, shown("Number of problems"), 1, 1000000));
    } catch (const Unread& error) {
      return refuse(error.what());
    }
    const std::string wrong = radix::check_devices(*devices, problems, 1);
    if (!wrong.empty()) return refuse(wrong);
    return print(text::cli::devices_agree({.problems = problems}) + "\n");
  }
  auto rows = rows_of(typed, *devices);
  if (!rows) return refuse(rows.error.sentence);
  for (DevicesTimed& each : *rows) {
    const text::InLanguage kept("en");  // a CSV file is in English
    each.row = radix::time_devices(each.input);
  }
  const Cells cells = cells_of_devices(*rows, typed.csv);
  const std::string text =
      typed.csv ? to_csv({cells}) : aligned(cells, {true, true, true, true, false});
  if (!typed.out.empty()) {
    std::string wrong = replacing_refusal(typed.out, text);
    if (wrong.empty()) wrong = write_file(typed.out, text);
    if (!wrong.empty()) return refuse(wrong);
  } else if (const int code = print(text); code != exit_ok) {
    return code;
  }
  const bool any =
      std::ranges::any_of(*rows, [](const DevicesTimed& each) { return each.row.refusal.empty(); });
  return any ? exit_ok : exit_refused;
}

}  // namespace scope
