// Commands that measure the trade-off of radix widths, and write its numbers.
#include <algorithm>
#include <chrono>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/tradeoff_text.hpp"
#include "app/document/tradeoff_job.hpp"
#include "app/sorts/families/families.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {
namespace {

constexpr uint32_t usual_keys = 1u << 16;
constexpr uint32_t usual_threads = 256;
constexpr std::chrono::minutes longest_wait{1};  // of a script

/// "65536" or "2^16".
std::optional<uint32_t> key_count(const std::string& text, std::string& refusal) {
  const bool power = text.starts_with("2^");
  const char* what = power ? "The power of two of keys" : "The number of keys";
  const uint32_t most = power ? 22 : max_tradeoff_keys;
  const auto value =
      whole_number(Value(power ? text.substr(2) : text), power ? 0 : 1, most, what, refusal);
  return value && power ? std::optional(1u << *value) : value;
}

std::string show_page_of(Tools tools, Document& document) {
  document.mode = Mode::step;
  const Figure& page = *std::ranges::find(figures(), tools, &Figure::tools);
  return field_named("figure")->set(document, page.id);
}

/// Begins to measure. A script waits for the end; a window shows the page, goes on and polls.
std::string start(Document& document, TradeoffPlan plan) {
  if (std::string refusal = too_much_to_measure(plan); !refusal.empty()) return refusal;
  const std::string source = plan.source;
  if (document.interactive) show_page_of(Tools::tradeoff, document);
  document.tradeoff_job = nullptr;  // ends the one before
  document.tradeoff_job = measure_tradeoff(std::move(plan));
#if defined(__wasm__)
  const bool in_time = true;  // one thread does all: the job runs while it is waited for
#else
  const bool in_time = document.interactive || document.tradeoff_job->ended_within(longest_wait);
#endif
  if (!in_time) document.tradeoff_job->cancel();
  if (!document.interactive) document.tradeoff_job->wait();
  poll_tradeoff(document);
  if (!in_time) return text::commands::measuring_too_long({.source = source});
  return document.interactive || !document.tradeoff ? "" : document.tradeoff->error;
}

std::string start_keys(Document& document) {
  const radix::Problem& problem = document.lane().trace->problem;
  if (problem.size() == 0) return text::commands::no_keys_to_measure;
  return start(document, plan_for(problem));
}

/// What was measured, else what is known without.
std::string tradeoff_text(const Document& document, const std::string& kind) {
  const radix::Problem& problem = document.lane().trace->problem;
  const TradeoffTable table =
      document.tradeoff
          ? *document.tradeoff
          : closed_forms(problem.size(), problem.threads_per_block(), problem.key_bits());
  return kind == "csv" ? to_csv(table) : to_markdown(table);
}

}  // namespace

namespace actions {

static std::string tradeoff(Document& document, Argument argument) {
  const auto words = words_of(argument);
  const std::string first = words.empty() ? std::to_string(usual_keys) : words[0];
  const bool word = first == "keys" || first == "cancel" || first == "none";
  if (words.size() > (word ? 1 : 2)) return text::commands::tradeoff_takes;
  if (first == "keys") return start_keys(document);
  if (first == "cancel") {
    if (document.tradeoff_job) document.tradeoff_job->cancel();
    return document.tradeoff_job ? "" : text::commands::nothing_to_cancel;
  }
  if (first == "none") return document.tradeoff_job = nullptr, document.tradeoff = nullptr, "";
  std::string refusal;
  const auto count = key_count(first, refusal);
  if (!count) return refusal;
  const auto threads = words.size() < 2 ? std::optional(usual_threads)
                                        : whole_number(words[1], 1, radix::max_threads_per_block,
                                                       "Threads per block", refusal);
  return threads ? start(document, plan_for_uniform(*count, *threads)) : refusal;
}

static std::string tradeoff_table(Document& document, Argument argument) {
  return write_table(document, argument, {"markdown", "csv"}, tradeoff_text);
}

/// Asks, and shows the page; alone it shows the page.
static std::string calculator(Document& document, Argument argument) {
  const std::string refusal = field_named("calculator")->set(document, argument);
  return refusal.empty() ? show_page_of(Tools::calculator, document) : refusal;
}

}  // namespace actions

Rows tradeoff_commands() {
  return {
      {"tradeoff", "", "[N [THREADS]|keys|cancel|none]",
       "Measure every radix width on N uniform keys, or on these keys",
       "radix width best why not 8 bits calculator", actions::tradeoff},
      {"tradeoff_table", "", "markdown|csv [FILE]", "Print the trade-off's numbers, or write them",
       "radix width numbers spreadsheet", actions::tradeoff_table},
      field_row("calculator", actions::calculator),
  };
}

}  // namespace scope
