#include "trace_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "app/document/record.hpp"
#include "app/export/transcript.hpp"

namespace scope {
namespace {

std::string read_order(const std::string& text, radix::Schedule& order) {
  const std::vector<std::string> names = {"forward", "reverse", "shuffled"};
  const auto it = std::find(names.begin(), names.end(), text);
  if (it == names.end()) return no_such("order", text, names);
  order = static_cast<radix::Schedule>(it - names.begin());
  return "";
}

/// The orders of the recipe, which only the CPU engine can choose.
std::string read_orders(const TraceTyped& typed, radix::Recipe& recipe) {
  std::string refusal = first_of({read_order(typed.thread_order, recipe.thread_order),
                                  read_order(typed.block_order, recipe.block_order),
                                  read_number(typed.seed, 0, 0xffffffffu, "The seed", recipe.seed)});
  const bool ordered =
      recipe.thread_order != radix::Schedule::forward || recipe.block_order != radix::Schedule::forward;
  if (!refusal.empty() || !ordered) return refusal;
  if (recipe.engine == radix::EngineChoice::cuda)
    return "Only the CPU engine can choose the order of threads and blocks; leave out --engine cuda.";
  recipe.engine = radix::EngineChoice::cpu;
  return "";
}

}  // namespace

CLI::App* declare_trace(CLI::App& cli, TraceTyped& typed) {
  CLI::App* trace = cli.add_subcommand("trace", "Sort and print every step");
  declare_input(*trace, typed.input);
  trace->add_option("--thread-order", typed.thread_order, "forward, reverse or shuffled; CPU only")
      ->type_name("ORDER");
  trace->add_option("--block-order", typed.block_order, "forward, reverse or shuffled; CPU only")
      ->type_name("ORDER");
  trace->add_option("--seed", typed.seed, "Of the shuffled orders")->type_name("NUMBER");
  trace->add_flag("--json", typed.json, "JSON instead of a transcript");
  trace->add_option("--out", typed.out, "File to write instead of standard output")->type_name("FILE");
  return trace;
}

int do_trace(const TraceTyped& typed) {
  const auto wish = wish_of(typed.input);
  if (!wish) return refuse(wish.complaint.sentence);
  radix::Recipe recipe{.rung = wish->rung, .engine = wish->engine};
  if (const std::string refusal = read_orders(typed, recipe); !refusal.empty()) return refuse(refusal);
  const auto problem = problem_of(*wish);
  if (!problem) return refuse(problem.complaint.sentence);
  recipe.problem = *problem;
  radix::Trace trace = radix::run(recipe);
  if (!trace.error.empty() && recipe.engine == radix::EngineChoice::automatic &&
      trace.engine.id == radix::EngineId::cuda) {
    std::cerr << "radixscope: " << trace.error << " The CPU engine sorted instead.\n";
    recipe.engine = radix::EngineChoice::cpu;
    trace = radix::run(recipe);
  }
  if (!trace.error.empty()) return refuse(trace.error);
  return put(typed.out, typed.json ? radix::to_json(trace) : transcript(trace));
}

}  // namespace scope
