/// Chooses the machine of a recipe and turns what goes wrong into a sentence in the trace.
#include "engine.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <numeric>
#include <stdexcept>

#include "engine_machines.hpp"
#include "exercise_files.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/engine/model/sources.hpp"
#include "kernels/engine/probes/lexer.hpp"
#include "kernels/engine/probes/probes.hpp"
#include "kernels/engine/simt/common.hpp"
#include "kernels/text/in_language.hpp"
#include "kernels/text/retold.hpp"
#include "recording_cost.hpp"
#include "text/refused.hpp"

namespace radix {
namespace {

namespace refused = scope::text::refused;

CardMachine& card() {
  static CardMachine machine;
  return machine;
}

ChangedMachine& changed_machine() {
  static ChangedMachine machine;
  return machine;
}

bool is_bug_in_print(const SortInfo* sort) { return sort != nullptr && sort->wrong != nullptr; }

/// Bugs in print and planted faults are the CPU engine's.
bool only_on_cpu(const Recipe& recipe) {
  return is_bug_in_print(sort_named(recipe.sort)) ||
         planted_fault_named(recipe.planted) != nullptr || recipe.changed != nullptr;
}

}  // namespace

std::span<const SortInfo> sorts() {
  const auto all = cpu_sorts();
  return all.first(all.size() - bugs_in_print().size());
}

std::span<const SortInfo> bugs_in_print() {
  const auto all = cpu_sorts();
  return all.last(static_cast<std::size_t>(
      std::ranges::count_if(all, [](const SortInfo& sort) { return sort.wrong != nullptr; })));
}

const SortInfo* sort_named(std::string_view number_or_name) {
  for (const SortInfo& sort : sorts()) {
    if (number_or_name == sort.name || number_or_name == std::to_string(number_of(sort))) {
      return &sort;
    }
  }
  for (const SortInfo& bug_in_print : bugs_in_print()) {
    if (number_or_name == bug_in_print.name) return &bug_in_print;
  }
  return nullptr;
}

std::span<const SortInfo> timed_sorts() {
  static const std::vector<SortInfo> timed = [] {
    std::vector<SortInfo> list;
    std::ranges::copy_if(sorts(), std::back_inserter(list),
                         [](const SortInfo& sort) { return sort.family->timed; });
    return list;
  }();
  return timed;
}

std::vector<const Family*> families() {
  std::vector<const Family*> list;
  for (const SortInfo& sort : sorts()) {
    if (list.empty() || list.back() != sort.family) list.push_back(sort.family);
  }
  return list;
}

const Family& family_of(std::string_view sort) {
  const SortInfo* known = sort_named(sort);
  return *(known != nullptr ? known->family : sorts().front().family);
}

Result<Trace> trace_from_json(std::string_view text) { return trace_from_json(text, family_of); }

uint32_t number_of(const SortInfo& sort) {
  const auto all = cpu_sorts();  // a copy of a row is as good as the row
  const auto same = std::ranges::find(all, std::string_view(sort.name), &SortInfo::name);
  return static_cast<uint32_t>(same - all.begin()) + 1;
}

static std::string path_of(const SortInfo& sort) {
  return std::string("kernels/") + sort.family->name + "/" + sort.file;
}

static std::string embedded_text(const std::string& path) {
  const SourceFile* file = source_named(path.substr(path.rfind('/') + 1));
  if (file == nullptr) throw probes::Error(path + ":1: There is no such file.");
  return std::string(file->text);
}

std::string standalone_file(const SortInfo& sort, const PlantedFault* planted) {
  return probes::standalone(path_of(sort), [&](const std::string& path) {
    const bool wrong = planted != nullptr && path.ends_with("/" + planted->file);
    return wrong ? patched_text(*planted) : embedded_text(path);
  });
}

std::string standalone_changed(const SortInfo& sort, const ChangedFiles& changed) {
  return probes::standalone(path_of(sort), [&](const std::string& path) {
    const auto found = changed.find(path.substr(path.rfind('/') + 1));
    if (found == changed.end()) return embedded_text(path);
    // A file changed with an earlier release says Settings
    std::string text = found->second;
    std::size_t at = 0;
    while ((at = lexer::find_word(text, "Settings settings;", at)) != std::string::npos)
      text.replace(at, 0, "Sort");
    return text;
  });
}

std::string unfinished_file(const SortInfo& sort, const std::vector<std::string>& functions,
                            const std::string& header) {
  return probes::unfinished(path_of(sort), functions, header, embedded_text);
}

std::string header_of_files(const std::vector<const SortInfo*>& sorts) {
  std::vector<std::string> paths;
  for (const SortInfo* sort : sorts) paths.push_back(path_of(*sort));
  return probes::shared_header(paths, embedded_text);
}

std::vector<bool> differing_steps(const Trace& mine, const Trace& right) {
  std::vector<bool> differs(mine.steps.size());
  for (std::size_t i = 0; i < mine.steps.size(); ++i) {
    const Step& step = mine.steps[i];
    const Array* here = step.find(step.made);
    const Array* there = i < right.steps.size() && right.steps[i].made == step.made
                             ? right.steps[i].find(step.made)
                             : nullptr;
    differs[i] = !there || !here || !(*here == *there);
  }
  return differs;
}

Settings settings_for(const SortInfo& sort, Settings settings) {
  const Settings plain;
  for (const SettingInfo& setting : radix::settings()) {
    if (!sort.uses(setting) && !setting.describes_keys) setting.set(settings, setting.get(plain));
  }
  return settings;
}

std::string unused_setting(const SortInfo& sort, const Settings& settings) {
  for (const SettingInfo& setting : radix::settings()) {
    if (sort.uses(setting) || setting.get(settings) == setting.get(Settings{})) continue;
    std::vector<std::string> others;
    for (const SortInfo& other : sorts()) {
      if (other.uses(setting)) others.push_back(other.name);
    }
    const std::string wish = std::string(setting.name) + " " + text_of(setting, settings),
                      list = scope::text::list_or(others);
    if (setting.use == Use::compare && sort.family->by_digits)
      return refused::unused_order({.sort = sort.name, .sorts = list, .wish = wish});
    return refused::unused({.sort = sort.name, .sorts = list, .wish = wish});
  }
  return "";
}

namespace {

/// True where the result is in order and every key there, and equal keys, if the bug in print keeps
/// them so, as they came.
bool came_out_right(const SortInfo& bug_in_print, const Trace& trace) {
  const Problem& problem = trace.problem;
  std::vector<uint32_t> right(problem.size());
  std::iota(right.begin(), right.end(), 0u);
  std::ranges::stable_sort(right, {},
                           [&](uint32_t id) { return problem.ordered(problem.keys()[id]); });
  if (problem.reversed()) std::ranges::reverse(right);
  std::vector<uint32_t> ids = trace.sorted.ids;
  const auto key = [&](uint32_t id) { return id < problem.size() ? problem.keys()[id] : none; };
  if (!bug_in_print.stable && std::ranges::equal(ids, right, {}, key, key)) {  // and every key once
    std::ranges::sort(ids);
    std::ranges::sort(right);
  }
  return ids == right;
}

/// What a bug in print's run ends with: what is wrong with it, where, and whether these keys show
/// it.
Fault fault_of(const SortInfo& bug_in_print, const Trace& trace) {
  using enum Fault::Outcome::What;
  Fault fault{.outcome = {.what = came_out_right(bug_in_print, trace) ? purpose_right : purpose,
                          .name = bug_in_print.name,
                          .why = bug_in_print.wrong}};
  fault.first.source.file = bug_in_print.file;
  const std::string_view text = source_named(bug_in_print.file)->text;
  fault.first.source.line = 1 + static_cast<uint32_t>(std::ranges::count(
                                    text.substr(0, text.find(bug_in_print.wrong_line)), '\n'));
  return fault;
}

/// The run of the right kernels, of the same keys.
Trace right_run(std::size_t sort, Recipe recipe, const Trace& beside) {
  Trace right;
  right.problem = beside.problem;
  recipe.watch = {};
  cpu_sort(sort, recipe, right);
  return right;
}

/// A run that broke off: up to where its arrays differ, what is said about the right kernels holds.
void find_where_it_differs(std::size_t sort, const Recipe& recipe, Trace& trace) {
  if (recipe.recorded && !(recipe.cancel && *recipe.cancel))
    trace.differs = difference_of_stopped(trace, right_run(sort, recipe, trace));
}

/// Sorts with the fault; what it made of a run that came to its end is found beside the right run.
void run_planted(const PlantedFault& planted, std::size_t sort, const Recipe& recipe,
                 Trace& trace) {
  trace.planted = planted.name;
  trace.met_planted = true;  // of what broke off
  const auto number = static_cast<int>(&planted - planted_faults().data());
  try {
    trace.met_planted = mutant_sort(sort, number, recipe, trace);
  } catch (const KernelError&) {
    find_where_it_differs(sort, recipe, trace);
    throw;
  }
  const bool stable = cpu_sorts()[sort].keeps_equals(trace.problem.settings());
  trace.fault =
      fault_beside(trace, right_run(sort, recipe, trace), stable && !trace.problem.reversed());
  if (!trace.fault) return;
  trace.error = error_of(*trace.fault);
  trace.sorted = {};
  drop_unsound_steps(trace);
}

/// The same of files that a person has changed. A run that sorts is none that went wrong, whatever
/// its arrays hold on the way.
void run_changed(std::size_t sort, const Recipe& recipe, Trace& trace) {
  for (const auto& [file, text] : *recipe.changed)
    trace.changed += (trace.changed.empty() ? "" : ", ") + file;
  if (!changed_machine()) throw std::runtime_error(refused::no_compiler.c_str());
  changed_machine()(recipe, trace);
  if (trace.fault && trace.fault->step == none) find_where_it_differs(sort, recipe, trace);
  if (trace.fault) drop_unsound_steps(trace);
  if (!trace.error.empty()) return;
  const Trace right = right_run(sort, recipe, trace);
  const bool stable = cpu_sorts()[sort].keeps_equals(trace.problem.settings());
  trace.differs = fault_beside(trace, right, stable && !trace.problem.reversed());
  trace.differing = differing_steps(trace, right);
  if (!trace.differs || trace.differs->kind == Fault::Kind::comparison)
    return drop_unsound_steps(trace);
  trace.fault = trace.differs;
  trace.error = error_of(*trace.fault);
  trace.sorted = {};
  drop_unsound_steps(trace);
}

}  // namespace

const char* name_of(EngineChoice choice) {
  constexpr const char* names[] = {"auto", "cpu", "cuda"};
  return names[static_cast<int>(choice)];
}

std::optional<EngineChoice> engine_named(std::string_view name) {
  for (EngineChoice c : {EngineChoice::automatic, EngineChoice::cpu, EngineChoice::cuda}) {
    if (name == name_of(c)) return c;
  }
  return std::nullopt;
}

std::span<const EngineInfo> engines() {
  const scope::text::InLanguage kept("en");  // whatever the language is when a reason is shown
  static const EngineInfo list[] = {{EngineId::cpu, true, "CPU emulation", ""}, card().probe()};
  return list;
}

void use_card(CardMachine machine) { card() = std::move(machine); }

void use_changed_machine(ChangedMachine machine) { changed_machine() = std::move(machine); }

EngineId engine_of(const Recipe& recipe) {
  if (recipe.engine == EngineChoice::cpu) return EngineId::cpu;
  if (recipe.engine == EngineChoice::cuda) return EngineId::cuda;
  return engines()[1].available && !only_on_cpu(recipe) ? EngineId::cuda : EngineId::cpu;
}

Trace run(const Recipe& recipe) {
  Trace trace;
  trace.problem = recipe.problem;
  trace.sort = recipe.sort;
  const SortInfo* sort = sort_named(recipe.sort);
  const bool bug_in_print = is_bug_in_print(sort);
  const PlantedFault* planted = planted_fault_named(recipe.planted);
  const bool on_gpu = engine_of(recipe) == EngineId::cuda;
  const EngineInfo& engine = engines()[on_gpu ? 1 : 0];
  trace.engine = {engine.id, on_gpu ? "cuda" : "cpu", engine.device};
  if (sort == nullptr) {
    trace.error = refused::no_sort({.most = sorts().size(), .sort = recipe.sort});
    return trace;
  }
  trace.sort = sort->name;
  trace.family = sort->family;
  trace.error = unused_setting(*sort, recipe.problem.settings());
  if (trace.error.empty() && sort->bare_keys && !recipe.problem.values().empty())
    trace.error = refused::bare_keys({.sort = sort->name});
  if (recipe.recorded && recipe.problem.size() > max_recorded_keys)
    trace.error = too_many_to_step();
  if (recipe.recorded && trace.error.empty() && recipe.problem.size() > sort->family->max_recorded)
    trace.error = refused::too_many_parts(
        {.keys = recipe.problem.size(),
         .most = sort->family->max_recorded,
         .parts = scope::text::translated(sort->family->outline({}, sort->name).nouns),
         .sort = sort->name});
  if (recipe.recorded && trace.error.empty()) trace.error = too_costly(recipe.problem, *sort);
  if (on_gpu && only_on_cpu(recipe)) trace.error = refused::only_cpu;
  if (planted == nullptr && !recipe.planted.empty())
    trace.error = refused::no_fault({.fault = recipe.planted});
  if (!trace.error.empty()) return trace;
  if (!engine.available) {
    trace.error = scope::text::retold(engine.reason);
    return trace;
  }
  try {
    if (recipe.changed)
      run_changed(number_of(*sort) - 1, recipe, trace);
    else if (planted != nullptr)
      run_planted(*planted, number_of(*sort) - 1, recipe, trace);
    else
      on_gpu ? card().sort(number_of(*sort) - 1, recipe, trace)
             : cpu_sort(number_of(*sort) - 1, recipe, trace);
    if (bug_in_print) {
      trace.fault = fault_of(*sort, trace);
      trace.error = error_of(*trace.fault);
      trace.sorted = {};
    }
  } catch (const KernelError& e) {
    trace.error = e.what();
    trace.fault = e.fault;
    if (!e.fault.sentence.empty())  // a kernel's own file speaks English
      trace.error = trace.fault->sentence = scope::text::retold(e.fault.sentence);
    if (recipe.cancel != nullptr && *recipe.cancel) trace.steps.clear();  // nobody looks at them
    drop_unsound_steps(trace);
  } catch (const std::bad_alloc&) {
    trace.error = refused::no_memory;
  } catch (const std::exception& e) {
    trace.error = e.what();
  }
  return trace;
}

std::string recipe_text(const Recipe& recipe) {
  Trace head;
  head.problem = recipe.problem;
  head.sort = recipe.sort;
  head.error = "It has not been run.";
  return Json({{"head", to_json(head)},
               {"thread_order", static_cast<uint32_t>(recipe.thread_order)},
               {"block_order", static_cast<uint32_t>(recipe.block_order)},
               {"seed", recipe.seed},
               {"accesses", recipe.accesses}})
      .dump();
}

Recipe recipe_from(const std::string& text) {
  const ParsedJson read = parse_json(text);
  const Json& json = read.value;
  auto head = trace_from_json(json.at("head").text());
  if (!head) throw std::runtime_error(head.error.sentence);
  const auto order = [&](const char* name) { return static_cast<Schedule>(json.at(name).whole()); };
  Recipe recipe;
  recipe.problem = head->problem;
  recipe.sort = head->sort;
  recipe.engine = EngineChoice::cpu;
  recipe.thread_order = order("thread_order"), recipe.block_order = order("block_order");
  recipe.seed = static_cast<uint32_t>(json.at("seed").whole());
  recipe.accesses = json.at("accesses").truth();
  return recipe;
}

}  // namespace radix
