#include "line_threads.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "app/core/base/text.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

constexpr uint32_t max_watched_keys = 256;  // of a run that is made once more for this

/// The same run with every access written down; null where none is made: many keys, a kernel that
/// is not the chapter's, or one that broke off.
std::shared_ptr<const radix::Trace> watched_run(const radix::Trace& trace) {
  static std::shared_ptr<const radix::Trace> kept;
  const bool plain = trace.planted.empty() && trace.own.empty() && trace.changed.empty() &&
                     trace.error.empty() && trace.problem.size() <= max_watched_keys;
  if (!plain) return nullptr;
  if (kept && kept->sort == trace.sort && kept->problem == trace.problem) return kept;
  kept = std::make_shared<const radix::Trace>(radix::run({.problem = trace.problem,
                                                          .sort = trace.sort,
                                                          .engine = radix::EngineChoice::cpu,
                                                          .recorded = true,
                                                          .accesses = true}));
  return kept;
}

std::size_t indent_of(std::string_view text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

bool is_condition(std::string_view text) {
  const std::string_view code = trimmed(text);
  return code.starts_with("if ") || code.starts_with("for ") || code.starts_with("while ") ||
         code.starts_with("} else");
}

/// The first row of the function that a row stands in: at the left edge, and no end of another one.
std::size_t function_begin(const std::vector<SourceRow>& rows, std::size_t row) {
  while (row > 0 && (rows[row].text.empty() || indent_of(rows[row].text) > 0)) --row;
  return row;
}

/// Rows of the block in braces around a row, as far as they are indented like it.
RowRange block_around(const std::vector<SourceRow>& rows, std::size_t row) {
  const std::size_t indent = indent_of(rows[row].text);
  RowRange range{row, row + 1};
  const auto inside = [&](std::size_t at) {
    return rows[at].text.empty() || indent_of(rows[at].text) >= indent;
  };
  while (range.begin > 0 && inside(range.begin - 1)) --range.begin;
  while (range.end < rows.size() && inside(range.end)) ++range.end;
  return range;
}

using Threads = std::set<std::pair<uint32_t, uint32_t>>;

std::vector<Worker> in_order(const Threads& threads) {
  std::vector<Worker> found;
  for (const auto& [block, thread] : threads) found.push_back({block, thread, radix::none});
  return found;
}

}  // namespace

std::vector<Worker> threads_of_line(const radix::Trace& trace, std::size_t cursor,
                                    const std::string& file, const std::vector<SourceRow>& rows,
                                    uint32_t line) {
  if (cursor == 0 || cursor > trace.steps.size() || line == 0 || line > rows.size()) return {};
  const std::size_t row = line - 1;
  const std::string_view code = trimmed(rows[row].text.substr(0, rows[row].text.find("//")));
  if (code.empty() || code == "}" || indent_of(rows[row].text) == 0) return {};
  const auto run = watched_run(trace);
  const uint32_t launch = trace.steps[cursor - 1].launch;
  if (!run || launch >= run->accesses.size()) return {};
  const radix::AccessLog& log = *run->accesses[launch];
  const auto touching = [&](const auto& wanted) {
    Threads threads;
    std::vector<bool> sites;
    for (const radix::SourceLine& site : log.sites)
      sites.push_back(site.file == file && site.line > 0 && wanted(site.line - 1));
    for (const radix::Access& each : log.accesses)
      if (each.site < sites.size() && sites[each.site]) threads.insert({each.block, each.thread});
    return threads;
  };
  const std::size_t begin = statement_begin(rows, row), end = statement_end(rows, row);
  if (Threads own = touching([&](std::size_t at) { return at >= begin && at < end; });
      !own.empty() && !is_condition(rows[begin].text))
    return in_order(own);
  const std::size_t function = function_begin(rows, row);
  const bool runs =
      !touching([&](std::size_t at) { return function_begin(rows, at) == function; }).empty();
  if (!runs) return {};
  if (indent_of(rows[begin].text) <= 2) {  // nothing keeps a thread from it
    Threads all;
    for (uint32_t b = 0; b < log.blocks; ++b)
      for (uint32_t t = 0; t < log.threads; ++t) all.insert({b, t});
    return in_order(all);
  }
  const RowRange block = block_around(rows, begin);
  const std::size_t indent = indent_of(rows[begin].text);
  return in_order(touching([&](std::size_t at) {
    return at >= block.begin && at < block.end && indent_of(rows[at].text) == indent &&
           !is_condition(rows[at].text);
  }));
}

}  // namespace scope
