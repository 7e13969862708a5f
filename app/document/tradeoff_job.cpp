#include "tradeoff_job.hpp"

#include <algorithm>
#include <new>

namespace scope {
namespace {

/// Work of a row in units of about a one-bit split; more keys a thread save scans and barriers.
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
    table.error = "There is not enough memory for " + plan.source + "; use fewer keys.";
  } catch (const std::exception& error) {
    table.error = error.what();
  }
  table.running = false;
  table.cancelled = job.cancelled() && table.done < table.of;
  job.publish(table);
}

}  // namespace

TradeoffPlan plan_for_uniform(uint32_t count, uint32_t threads) {
  return {.count = count,
          .settings = {.key_bits = 32, .threads_per_block = threads},
          .source = std::to_string(count) + " uniform keys of 32 bits"};
}

TradeoffPlan plan_for(const radix::Problem& problem) {
  return {.keys = problem.keys(),
          .count = problem.size(),
          .settings = problem.settings(),
          .source = "these " + std::to_string(problem.size()) + " keys of " +
                    std::to_string(problem.key_bits()) + " bits"};
}

std::shared_ptr<TradeoffJob> measure_tradeoff(TradeoffPlan plan) {
  const radix::Settings& s = plan.settings;
  TradeoffTable table =
      closed_forms(size_of(plan), s.threads_per_block, s.key_bits + s.second_bits);
  table.source = plan.source;
  table.first_pass_only = table.keys > most_keys_all_passes;
  for (const TradeoffRow& row : table.rows) table.of += can_measure(row, table.threads);
  table.running = true;
  return std::make_shared<TradeoffJob>(
      std::move(table),
      [plan = std::move(plan)](TradeoffJob& job) mutable { measure_table(job, plan); });
}

}  // namespace scope
