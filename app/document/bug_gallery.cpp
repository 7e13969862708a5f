#include "bug_gallery.hpp"

#include <algorithm>
#include <random>

#include "app/base/text.hpp"

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
  for (const radix::SourceFile& file : radix::embedded_sources())
    if (file.name == name) return lines_in(file.text);
  return {};
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
  setup.rung = fault.rung;
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
  if (fault && fault->step != nobody) return std::min<std::size_t>(fault->step + 1, steps);
  return fault ? steps : std::min<std::size_t>(1, steps);
}

std::vector<LinePair> line_pairs(const radix::PlantedFault& fault) {
  const auto right = lines_of_file(fault.file), wrong = lines_in(radix::patched_text(fault));
  std::vector<LinePair> pairs;
  for (const uint32_t line : radix::changed_lines(fault))
    if (right[line - 1] != wrong[line - 1])
      pairs.push_back({line, right[line - 1], wrong[line - 1]});
  return pairs;
}

uint32_t lines_of(const radix::PlantedFault& fault) {
  return static_cast<uint32_t>(lines_of_file(fault.file).size());
}

uint32_t first_suspect(const radix::PlantedFault& fault) {
  const auto lines = lines_of_file(fault.file);
  const auto kernel = std::ranges::find_if(lines, [](const std::string& line) {
    return line.starts_with("__global__") || line.starts_with("__device__");
  });
  return static_cast<uint32_t>(kernel - lines.begin()) + 1;
}

OrderCounts count_orders(const radix::PlantedFault& fault, uint32_t threads) {
  OrderCounts counts{.threads = threads};
  radix::Settings settings = fault.shows.settings;
  settings.threads_per_block = threads;
  settings.tile = settings.tile == 0 ? 0 : std::max(settings.tile, threads);
  settings = radix::settings_for(*radix::rung_named(fault.rung), settings);
  for (uint32_t seed = 1; seed <= OrderCounts::runs; ++seed) {
    std::mt19937 random(seed);
    std::vector<uint32_t> keys(OrderCounts::keys);
    for (uint32_t& key : keys) key = static_cast<uint32_t>(random()) >> (32 - settings.key_bits);
    const auto problem = radix::Problem::make(std::move(keys), settings);
    if (!problem) return counts;
    radix::Recipe recipe{.problem = *problem,
                         .rung = fault.rung,
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

std::string order_words(const OrderCounts& counts) {
  const auto times = [](uint32_t count) { return say(count, " of ", OrderCounts::runs, " times"); };
  return say(OrderCounts::keys, " random keys in blocks of ", counts.threads,
             ": from the first thread to the last the result is right ", times(counts.right[0]),
             ", from the last to the first ", times(counts.right[1]), ", shuffled ",
             times(counts.right[2]), ". The checks name the fault ", times(counts.found), ".");
}

std::string fault_verdict(const Lane& lane) {
  const radix::PlantedFault* fault = fault_in(lane);
  if (!fault) return "";
  if (lane.trace->fault)
    return say("Found by the ", radix::check_name(lane.trace->fault->kind), " check.");
  if (!lane.trace->met_planted)
    return "This run does not come to the wrong line: choose another kernel or setting.";
  return "These keys hide it: every array and the result are right.";
}

}  // namespace scope
