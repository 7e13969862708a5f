// `radixscope trace`: sorts and prints every step.
#include "cli.hpp"

#include <algorithm>
#include <iostream>
#include <memory>

#include "app/document/record.hpp"
#include "app/export/transcript.hpp"
#include "input_options.hpp"

namespace scope {
namespace {

struct TraceTyped {
  FieldsTyped input;
  std::optional<std::string> seed;
  std::string thread_order = "forward", block_order = "forward", out;
  bool json = false;
};

std::string read_order(const std::string& text, radix::Schedule& order) {
  const std::vector<std::string> names = {"forward", "reverse", "shuffled"};
  const auto it = std::find(names.begin(), names.end(), text);
  if (it == names.end()) return no_such("order", text, names);
  order = static_cast<radix::Schedule>(it - names.begin());
  return "";
}

/// The orders of the recipe, which only the CPU engine can choose.
std::string read_orders(const TraceTyped& typed, radix::Recipe& recipe) {
  std::string refusal =
      first_of({read_order(typed.thread_order, recipe.thread_order),
                read_order(typed.block_order, recipe.block_order),
                read_number(typed.seed, 0, 0xffffffffu, "The seed", recipe.seed)});
  const bool ordered = recipe.thread_order != radix::Schedule::forward ||
                       recipe.block_order != radix::Schedule::forward;
  if (!refusal.empty() || !ordered) return refusal;
  recipe.engine = radix::EngineChoice::cpu;
  return typed_for(typed.input, "engine") == "cuda" ? "Only the CPU engine can choose the order of "
                                                      "threads and blocks; leave out --engine cuda."
                                                    : "";
}

int do_trace(const TraceTyped& typed) {
  radix::Recipe recipe;
  if (const std::string refusal = read_orders(typed, recipe); !refusal.empty())
    return refuse(refusal);
  const auto setup = setup_of(typed.input);
  if (!setup) return refuse(setup.error.sentence);
  recipe.rung = setup->rung;
  if (recipe.engine == radix::EngineChoice::automatic) recipe.engine = setup->engine;
  const auto problem = problem_of(*setup);
  if (!problem) return refuse(problem.error.sentence);
  recipe.problem = *problem;
  radix::Trace trace = radix::run(recipe);
  if (!trace.error.empty() && recipe.engine == radix::EngineChoice::automatic &&
      trace.engine.id == radix::EngineId::cuda) {
    std::cerr << "radixscope: " << trace.error << " The CPU engine sorted instead.\n";
    recipe.engine = radix::EngineChoice::cpu;
    trace = radix::run(recipe);
  }
  if (!trace.error.empty() && trace.steps.empty()) return refuse(trace.error);
  const int code = put(typed.out, typed.json ? radix::to_json(trace) : transcript(trace));
  return code == exit_ok && !trace.error.empty() ? refuse(trace.error) : code;
}

}  // namespace

Command trace_command() {
  const auto typed = std::make_shared<TraceTyped>();
  Command trace{.name = "trace", .about = "Sort and print every step", .run = [typed] {
                  return do_trace(*typed);
                }};
  add_input(trace, typed->input);
  const char* orders = "forward, reverse or shuffled; CPU only";
  for (const Option& each : std::initializer_list<Option>{
           {.name = "--thread-order",
  .into = &typed->thread_order,
  .about = orders,
  .type = "ORDER"},
           {.name = "--block-order", .into = &typed->block_order, .about = orders, .type = "ORDER"},
           {.name = "--seed",
           .into = &typed->seed,
           .about = "Of the shuffled orders",
           .type = "NUMBER"},
           {.name = "--json", .into = &typed->json, .about = "JSON instead of a transcript"},
           {.name = "--out",
           .into = &typed->out,
           .about = "File to write instead of standard output",
           .type = "FILE"}})
    trace.options.push_back(each);
  return trace;
}

}  // namespace scope
