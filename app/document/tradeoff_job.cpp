#include "tradeoff_job.hpp"

#include <algorithm>
#include <new>

#include "app/core/base/text.hpp"
#include "kernels/engine/model/json.hpp"
#include "text/document.hpp"

namespace scope {
namespace {

/// Work of a row in units of about a one-bit split; more keys per thread save scans and barriers.
double weight_of_pass(const TradeoffRow& row) {
  return row.radix_bits * (1 + 3.0 / row.keys_per_thread) + 2;
}

double passes_run(const TradeoffRow& row, bool first_only) { return first_only ? 1 : row.passes; }

uint32_t size_of(const TradeoffPlan& plan) {
  return plan.keys.empty() ? plan.count : static_cast<uint32_t>(plan.keys.size());
}

/// Fills the table row by row; ends early when it was cancelled or a row went wrong.
void measure_rows(TradeoffJob& job, const TradeoffPlan& plan, TradeoffTable& table) {
  const bool first = table.first_pass_only;
  double whole = 0, done = 0;
  for (const TradeoffRow& row : table.rows)
    if (can_measure(row, table.threads)) whole += weight_of_pass(row) * passes_run(row, first);
  for (TradeoffRow& row : table.rows) {
    if (!can_measure(row, table.threads)) continue;
    const double before = done, pass = weight_of_pass(row);
    const auto pass_done = [&] {
      table.fraction = std::min((done += pass) / whole, 1.0);
      job.publish(table);
    };
    row.measured =
        measure(row, plan.keys, plan.settings, first, job.cancelled(), table.error, pass_done);
    if (!row.measured) return;
    done = before + pass * passes_run(row, first);
    table.fraction = std::min(done / whole, 1.0);
    ++table.done;
    job.publish(table);
  }
}

void measure_table(TradeoffJob& job, TradeoffPlan& plan) {
  TradeoffTable table = *job.newest();
  try {
    if (plan.keys.empty()) plan.keys = uniform_keys(plan.count);
    if (!job.cancelled()) measure_rows(job, plan, table);
  } catch (const std::bad_alloc&) {
    table.error = text::document::no_memory({.source = plan.source});
  } catch (const std::exception& error) {
    table.error = error.what();
  }
  table.running = false;
  table.cancelled = job.cancelled() && table.done < table.of;
  job.publish(table);
}

// As text, for a copy of the program that measures beside a page in a browser: what the first table
// does not have.

radix::Json json_of(const std::optional<Measured>& measured) {
  if (!measured) return {};
  const Measured& m = *measured;
  return {{"runs", m.store.runs},       {"sectors", m.store.sectors}, {"lines", m.store.lines},
          {"stores", m.stores},         {"passes", m.passes},         {"piece", m.piece},
          {"entries", m.table_entries}, {"bytes", m.bytes},           {"sort", m.sort}};
}

std::optional<Measured> measured_of(const radix::Json& json) {
  if (json.is_null()) return std::nullopt;
  return Measured{
      .store = {json.at("runs").real(), json.at("sectors").real(), json.at("lines").real()},
      .stores = json.at("stores").whole(),
      .passes = static_cast<uint32_t>(json.at("passes").whole()),
      .piece = json.at("piece").real(),
      .table_entries = json.at("entries").whole(),
      .bytes = json.at("bytes").real(),
      .sort = json.at("sort").text()};
}

std::string written(const TradeoffTable& table) {
  radix::Json rows = radix::Json::array();
  for (const TradeoffRow& row : table.rows) rows.push_back(json_of(row.measured));
  return radix::Json({{"rows", std::move(rows)},
                      {"done", table.done},
                      {"fraction", table.fraction},
                      {"running", table.running},
                      {"cancelled", table.cancelled},
                      {"error", table.error}})
      .dump();
}

TradeoffTable read_back(TradeoffTable table, const std::string& text) {
  const radix::Json json = radix::parse_json(text).value;
  const auto& rows = json.at("rows").list();
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].measured = measured_of(rows[i]);
  table.done = static_cast<uint32_t>(json.at("done").whole());
  table.fraction = json.at("fraction").real();
  table.running = json.at("running").truth();
  table.cancelled = json.at("cancelled").truth();
  table.error = json.at("error").text();
  return table;
}

void stop(TradeoffTable& table, const std::string& refusal) {
  table.running = false;
  table.cancelled = refusal.empty();
  table.error = refusal;
}

}  // namespace

TradeoffPlan plan_for_uniform(uint32_t count, uint32_t threads) {
  return {.count = count,
          .settings = {.key_bits = 32, .threads_per_block = threads},
          .source = text::document::uniform_keys({.count = count})};
}

TradeoffPlan plan_for(const radix::Problem& problem) {
  return {
      .keys = problem.keys(),
      .count = problem.size(),
      .settings = problem.settings(),
      .source = text::document::these_keys({.bits = problem.key_bits(), .count = problem.size()})};
}

std::string too_much_to_measure(const TradeoffPlan& plan) {
  constexpr double block_bytes = 20e3, entry_bytes = 8, max_bytes = 1e9;
  const radix::Settings& s = plan.settings;
  const TradeoffTable table =
      closed_forms(size_of(plan), s.threads_per_block, s.key_bits + s.second_bits);
  double most = 0;
  for (const TradeoffRow& row : table.rows)
    if (can_measure(row, table.threads)) {
      const double keys = static_cast<double>(table.threads) * row.keys_per_thread;
      most = std::max(most, table.keys / keys * block_bytes + row.table_entries * entry_bytes);
    }
  if (most <= max_bytes) return "";
  return text::document::too_much(
      {.gigabytes = short_number(most / 1e9), .source = plan.source, .threads = table.threads});
}

std::shared_ptr<TradeoffJob> measure_tradeoff(TradeoffPlan plan) {
  const radix::Settings& s = plan.settings;
  TradeoffTable table =
      closed_forms(size_of(plan), s.threads_per_block, s.key_bits + s.second_bits);
  table.source = plan.source;
  table.first_pass_only = table.keys > max_keys_all_passes;
  for (const TradeoffRow& row : table.rows) table.of += can_measure(row, table.threads);
  table.running = true;
  Wire<TradeoffTable> wire{
      written, [table](const std::string& text) { return read_back(table, text); }, stop};
  return std::make_shared<TradeoffJob>(
      table, [plan = std::move(plan)](TradeoffJob& job) mutable { measure_table(job, plan); },
      std::move(wire));
}

}  // namespace scope
