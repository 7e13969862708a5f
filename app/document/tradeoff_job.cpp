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

TradeoffJob::TradeoffJob(TradeoffPlan plan) : plan_(std::move(plan)) {
  const radix::Settings& s = plan_.settings;
  TradeoffTable table =
      closed_forms(size_of(plan_), s.threads_per_block, s.key_bits + s.second_bits);
  table.source = plan_.source;
  table.first_pass_only = table.keys > most_keys_all_passes;
  for (const TradeoffRow& row : table.rows) table.of += can_measure(row, table.threads);
  table.running = true;
  publish(table);
  thread_ = std::thread([this] { work(); });
}

TradeoffJob::~TradeoffJob() {
  cancel();
  wait();
}

std::shared_ptr<const TradeoffTable> TradeoffJob::poll() const {
  const std::scoped_lock lock(mutex_);
  return newest_;
}

void TradeoffJob::wait() {
  if (thread_.joinable()) thread_.join();
}

void TradeoffJob::publish(const TradeoffTable& table) {
  auto copy = std::make_shared<const TradeoffTable>(table);
  const std::scoped_lock lock(mutex_);
  newest_ = std::move(copy);
}

void TradeoffJob::work() {
  TradeoffTable table = *poll();
  try {
    if (plan_.keys.empty()) plan_.keys = uniform_keys(plan_.count);
    if (!cancel_) measure_rows(table);
  } catch (const std::bad_alloc&) {
    table.error = "There is not enough memory for " + plan_.source + "; use fewer keys.";
  } catch (const std::exception& error) {
    table.error = error.what();
  }
  table.running = false;
  table.cancelled = cancel_ && table.done < table.of;
  publish(table);
}

void TradeoffJob::measure_rows(TradeoffTable& table) {
  const bool first = table.first_pass_only;
  double whole = 0, done = 0;
  for (const TradeoffRow& row : table.rows)
    if (can_measure(row, table.threads)) whole += weight_of_pass(row) * passes_run(row, first);
  for (TradeoffRow& row : table.rows) {
    if (!can_measure(row, table.threads)) continue;
    const double before = done, pass = weight_of_pass(row);
    const auto pass_done = [&] {
      table.fraction = std::min((done += pass) / whole, 1.0);
      publish(table);
    };
    row.measured = measure(row, plan_.keys, plan_.settings, first, cancel_, table.error, pass_done);
    if (!row.measured) return;
    done = before + pass * passes_run(row, first);
    table.fraction = std::min(done / whole, 1.0);
    ++table.done;
    publish(table);
  }
}

}  // namespace scope
