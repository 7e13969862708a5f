#include "bug_gallery.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "app/core/base/text.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "text/all.hpp"
#include "text/broken.hpp"
#include "text/document.hpp"

namespace scope {
namespace {

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(trimmed(text.substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> lines_of_file(const std::string& name) {
  const radix::SourceFile* file = radix::source_named(name);
  return file ? lines_in(file->text) : std::vector<std::string>();
}

}  // namespace

const radix::PlantedFault* planted_now(const Document& document) {
  if (const auto* own = radix::planted_fault_named(document.lane().setup.fault)) return own;
  if (document.mode != Mode::compare) return nullptr;
  for (const Lane& lane : document.lanes)
    if (const auto* other = radix::planted_fault_named(lane.setup.fault)) return other;
  return nullptr;
}

Setup setup_of(const radix::PlantedFault& fault, const radix::FaultCase& chosen, Setup setup) {
  setup.fault = fault.name;
  setup.sort = fault.sort;
  setup.keys_text = chosen.keys;
  setup.values_text.clear();
  setup.base = radix::Base::decimal;
  setup.settings = chosen.settings;
  setup.engine = radix::EngineChoice::automatic;
  return setup;
}

std::size_t place_of_fault(const Lane& lane) {
  if (!lane.trace) return 0;
  const std::size_t steps = lane.trace->steps.size();
  const auto& fault = lane.trace->fault;
  if (fault && fault->step != none) return std::min<std::size_t>(fault->step + 1, steps);
  return fault ? steps : std::min<std::size_t>(1, steps);
}

std::vector<LinePair> line_pairs(const radix::PlantedFault& fault) {
  const auto right = lines_of_file(fault.file), wrong = lines_in(radix::patched_text(fault));
  std::vector<LinePair> pairs;
  for (const uint32_t line : radix::changed_lines(fault)) {
    const std::string_view before = right[line - 1], after = wrong[line - 1];
    if (before != after)
      pairs.push_back({line, std::string(radix::without_note(before)),
                       std::string(radix::without_note(after))});
  }
  return pairs;
}

CoveredPage covered_page(const radix::PlantedFault& fault) {
  const std::string wrong_text = radix::patched_text(fault);
  const auto is_code = [](std::string_view line) {
    return !trimmed(line).empty() && !trimmed(line).starts_with("//");
  };
  const auto right = lines_of_file(fault.file);
  const auto changed = radix::changed_lines(fault);
  CoveredPage page;
  bool hole = false;  // before the line at hand
  uint32_t number = 0;
  for (std::size_t at = 0; at < wrong_text.size(); ++number) {
    const std::size_t end = std::min(wrong_text.find('\n', at), wrong_text.size());
    const std::string_view line = std::string_view(wrong_text).substr(at, end - at);
    at = end + 1;
    const bool may_change = std::ranges::binary_search(changed, number + 1);
    if (may_change && is_code(right[number]) && !is_code(line)) {
      if (!hole && page.lines > 0) page.answers.push_back(page.lines);
      hole = true;
      continue;
    }
    page.text += line, page.text += '\n';
    ++page.lines;
    const bool changes = may_change && trimmed(line) != right[number];
    if (changes || (hole && is_code(line))) page.answers.push_back(page.lines);
    hole = hole && !is_code(line);
  }
  std::ranges::sort(page.answers);
  page.answers.erase(std::unique(page.answers.begin(), page.answers.end()), page.answers.end());
  return page;
}

uint32_t first_suspect(const CoveredPage& page) {
  const auto lines = lines_in(page.text);
  const auto kernel = std::ranges::find_if(lines, [](const std::string& line) {
    return line.starts_with("__global__") || line.starts_with("__device__");
  });
  return kernel == lines.end() ? 1 : static_cast<uint32_t>(kernel - lines.begin()) + 1;
}

bool is_covered(const Document& document) { return document.lane().setup.covered; }

void cover(radix::Trace& trace) {
  trace.differs.reset();
  if (!trace.fault) return;
  using Kind = radix::Fault::Kind;
  const radix::Fault all = std::exchange(*trace.fault, {.kind = trace.fault->kind});
  radix::Fault& told = *trace.fault;
  told.covered = true;
  told.outcome = all.outcome;
  if (all.kind == Kind::race || all.kind == Kind::outside)
    told.array = all.array, told.index = all.index;
  if (all.first.thread != none) told.first = {all.first.block, all.first.thread, {}};
  if (all.second.thread != none) told.second = {all.second.block, all.second.thread, {}};
  trace.error = error_of(told);
}

radix::OrderCounts count_orders(const radix::PlantedFault& fault, uint32_t threads) {
  radix::OrderCounts counts{.fault = fault.name, .threads = threads};
  radix::Settings settings = fault.shows.settings;
  settings.threads_per_block = threads;
  settings.tile = settings.tile == 0 ? 0 : std::max(settings.tile, threads);
  settings = radix::settings_for(*radix::sort_named(fault.sort), settings);
  for (uint32_t seed = 1; seed <= radix::OrderCounts::runs; ++seed) {
    std::mt19937 random(seed);
    std::vector<uint32_t> keys(radix::OrderCounts::keys);
    for (uint32_t& key : keys) key = static_cast<uint32_t>(random()) >> (32 - settings.key_bits);
    const auto problem = radix::Problem::make(std::move(keys), settings);
    if (!problem) return counts;
    radix::Recipe recipe{.problem = *problem,
                         .sort = fault.sort,
                         .planted = fault.name,
                         .engine = radix::EngineChoice::cpu};
    counts.found += radix::run(recipe).error.empty() ? 0 : 1;
    recipe.recorded = false;  // and not watched, so that a race does what it does
    for (const auto order :
         {radix::Schedule::forward, radix::Schedule::reverse, radix::Schedule::shuffled}) {
      recipe.thread_order = recipe.block_order = order;
      recipe.seed = seed;
      counts.right[static_cast<std::size_t>(order)] += radix::run(recipe).error.empty() ? 1 : 0;
    }
  }
  return counts;
}

std::string order_words(const radix::OrderCounts& counts) {
  using radix::OrderCounts;
  return text::document::orders_counted({.forward = counts.right[0],
                                         .found = counts.found,
                                         .keys = OrderCounts::keys,
                                         .reverse = counts.right[1],
                                         .runs = OrderCounts::runs,
                                         .shuffled = counts.right[2],
                                         .threads = counts.threads});
}

std::string check_words(radix::Fault::Kind kind) {
  using Kind = radix::Fault::Kind;
  switch (kind) {
    case Kind::race: return text::broken::check_race;
    case Kind::apart: return text::broken::check_apart;
    case Kind::deadlock: return text::broken::check_deadlock;
    case Kind::outside: return text::broken::check_outside;
    case Kind::promise: return text::broken::check_promise;
    case Kind::comparison: return text::broken::check_comparison;
    case Kind::other: break;
  }
  return text::broken::check_other;
}

std::string fault_verdict(const Lane& lane) {
  const radix::PlantedFault* fault = fault_in(lane);
  if (!fault) return "";
  if (lane.trace->fault)
    return text::document::found_by({.check = check_words(lane.trace->fault->kind)});
  if (!lane.trace->met_planted) return text::document::run_misses;
  return text::document::keys_hide;
}

static std::string fault_verdict_in_short(const Lane& lane) {
  if (!fault_in(lane) || lane.trace->fault) return fault_verdict(lane);
  return lane.trace->met_planted ? text::document::keys_hide_short
                                 : text::document::run_misses_short;
}

BannerWords banner_words(const Document& document, const radix::PlantedFault& fault) {
  const bool covered = is_covered(document);
  BannerWords words{.title = covered ? std::string(text::document::planted_fault)
                                     : text::all::heading({.words = text::translated(fault.title)}),
                    .verdict = fault_verdict(document.lane()),
                    .brief = fault_verdict_in_short(document.lane()),
                    .place = joined({radix::number_of(fault.section), " · ", fault.file})};
  if (covered) {
    words.asks = text::document::one_place_wrong({.file = fault.file, .line = document.suspect});
    return words;
  }
  words.pairs = line_pairs(fault);
  return words;
}

KernelMarks kernel_marks(const Document& document, const Moment& moment, std::string_view file) {
  const radix::PlantedFault* planted = fault_in(document.lane());
  const bool here = planted != nullptr && planted->file == file;
  KernelMarks marks{.asks = planted != nullptr && document.lane().setup.covered};
  if (marks.asks) {
    if (here) marks.suspect = document.suspect;
    return marks;
  }
  const bool broken = stands_at_fault(moment);
  if (broken && moment.trace->fault->first.source.line > 0)
    marks.lit = moment.trace->fault->first.source;
  else if (moment.step() != nullptr)
    marks.lit = moment.step()->source;
  if (here) marks.wrong = radix::changed_lines(*planted);
  if (!broken) return marks;
  for (const radix::ThreadAt& at : {moment.trace->fault->first, moment.trace->fault->second})
    if (at.source.file == file && at.source.line > 0) marks.wrong.push_back(at.source.line);
  return marks;
}

}  // namespace scope
