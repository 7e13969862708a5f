#include "record.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "bug_gallery.hpp"
#include "recorder.hpp"
#include "text/all.hpp"
#include "text/document.hpp"

namespace scope {
namespace {

radix::EngineChoice choice_of(radix::EngineId id) {
  return id == radix::EngineId::cuda ? radix::EngineChoice::cuda : radix::EngineChoice::cpu;
}

/// How unlike two steps of one pass are: stage first, then array, then split and scan level. Places
/// are those in the family's tables.
std::array<int, 4> distance(const radix::Step& a, const radix::Step& b,
                            const radix::Family& family) {
  const auto apart = [](uint32_t x, uint32_t y) {
    return std::abs(static_cast<int>(x) - static_cast<int>(y));
  };
  return {apart(family.place(a.stage), family.place(b.stage)),
          apart(family.place(a.made), family.place(b.made)), apart(a.split, b.split),
          apart(a.level, b.level)};
}

/// The same run as the one on the screen: only the way the keys are written differs.
bool already_shown(const Lane& lane, const radix::Problem& problem) {
  const bool met = lane.error.sentence.empty() || broke_off(lane);
  return lane.trace && met && lane.trace->problem == problem &&
         lane.recorded.sort == lane.setup.sort && lane.recorded.engine == lane.setup.engine &&
         lane.recorded.thread_order == lane.setup.thread_order &&
         lane.recorded.block_order == lane.setup.block_order &&
         lane.recorded.seed == lane.setup.seed && lane.recorded.fault == lane.setup.fault &&
         lane.recorded.covered == lane.setup.covered && lane.recorded.own == lane.setup.own &&
         lane.recorded.changed == lane.setup.changed;
}

void refuse(Lane& lane, radix::Error error) {
  lane.error = std::move(error);
  lane.ended_wrong = false;
  if (!lane.trace) lane.trace = std::make_shared<const radix::Trace>();
}

/// A run that a kernel broke off is worth looking at, its steps and where it stopped; of what only
/// a sentence is known, its steps.
bool worth_showing(const radix::Trace& trace) {
  if (trace.error.empty()) return true;
  return trace.fault && (!trace.steps.empty() || trace.fault->kind != radix::Fault::Kind::other);
}

void accept(Lane& lane, radix::Trace trace) {
  if (lane.setup.covered) cover(trace);
  auto made = std::make_shared<const radix::Trace>(std::move(trace));
  lane.cursor = nearest_cursor(lane.trace ? *lane.trace : radix::Trace{}, lane.cursor, *made);
  lane.trace = std::move(made);
  say_how_it_ended(lane);
}

/// Runs the recipe on the engine that did not make `shown`, if there is one.
EngineCheck check(const radix::Trace& shown, radix::Recipe recipe) {
  const radix::EngineInfo* other = second_engine(radix::engines(), shown);
  if (!other) return {};
  recipe.engine = choice_of(other->id);
  return compare(shown, made(recipe));
}

/// Runs the recipe. A GPU that fails while nobody insists on it is no reason to show nothing, and
/// in a window none at all: then the CPU engine's trace is shown and the verdict tells what
/// happened.
std::string run_and_check(Lane& lane, radix::Recipe recipe, bool on_both_engines) {
  radix::Trace trace = made(recipe);
  EngineCheck verdict;
  if (!recipe.planted.empty() || recipe.changed) {
    // it was compared with the right run already
  } else if (trace.error.empty()) {
    if (on_both_engines) verdict = check(trace, recipe);
  } else if (trace.engine.id == radix::EngineId::cuda &&
             (recipe.engine == radix::EngineChoice::automatic || records_beside())) {
    recipe.engine = radix::EngineChoice::cpu;
    const radix::Trace failed = std::exchange(trace, made(recipe));
    verdict = compare(trace, failed);
  }
  if (!worth_showing(trace)) return trace.fault ? error_words(trace) : trace.error;
  accept(lane, std::move(trace));
  lane.verified = verdict.verified;
  lane.verdict = std::move(verdict.words);
  return "";
}

}  // namespace

/// My own run of what another program's kernels broke off: as far as that one came.
static void be_broken_off_like(const radix::Trace& trace, radix::Trace& mine) {
  mine.steps.resize(std::min(mine.steps.size(), trace.steps.size()));
  mine.error = trace.error;
  mine.sorted = trace.sorted;
}

radix::Result<radix::Problem> problem_of(const Setup& setup) {
  const radix::SortInfo* sort = radix::sort_named(setup.sort);
  const radix::Settings settings = sort ? settings_for(*sort, setup.settings) : setup.settings;
  return radix::parse_problem(setup.keys_text, settings, setup.values_text);
}

/// True while the setup is still that of its own run.
static bool is_run_of(const Setup& setup) {
  const auto problem = problem_of(setup);
  return problem && *problem == setup.own->problem && setup.sort == setup.own->sort &&
         setup.fault.empty() && !chooses_order(setup);
}

radix::Result<radix::Settings> settings_for_keys(const std::string& text,
                                                 radix::Settings settings) {
  auto needed = radix::fitting(text, settings);
  for (const auto& [sign, type] :
       {std::pair{'-', radix::KeyType::sign}, std::pair{'.', radix::KeyType::real}}) {
    if (needed || text.find(sign) == std::string::npos) continue;
    radix::Settings other = settings;
    other.key_type = type;
    if (const auto fits = radix::fitting(text, other)) return fits;
  }
  if (!needed && settings.key_type == radix::KeyType::text) {
    settings.key_type = radix::KeyType::plain;
    if (const auto fits = settings_for_keys(text, settings)) return fits;
  }
  return needed;
}

radix::Result<Setup> pairs_apart(Setup setup) {
  constexpr std::string_view between = " \t\r\n,;";
  const std::string_view text = setup.keys_text;
  std::string keys, values;
  for (std::size_t at = text.find_first_not_of(between); at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    const std::string_view token = text.substr(at, end - at);
    const std::size_t colon = token.find(':');
    if (colon == token.npos)
      return radix::Error{.sentence = text::document::not_a_pair({.text = quotable(token)})};
    keys += joined({keys.empty() ? "" : " ", token.substr(0, colon)});
    values += joined({values.empty() ? "" : " ", token.substr(colon + 1)});
    at = std::min(text.find_first_not_of(between, end), text.size());
  }
  if (keys.empty()) return radix::Error{.sentence = text::document::no_pairs};
  setup.settings.second_bits = 0;
  const auto needed = settings_for_keys(keys, setup.settings);
  if (!needed) return needed.error;
  setup.settings.key_bits = std::max(setup.settings.key_bits, needed->key_bits);
  setup.settings.key_type = needed->key_type;
  setup.keys_text = keys;
  setup.values_text = values;
  const auto problem = radix::parse_problem(keys, setup.settings, values);
  return problem ? radix::Result<Setup>(std::move(setup)) : problem.error;
}

bool record(Lane& lane, bool on_both_engines) {
  if (lane.trace && lane.setup == lane.recorded) return false;
  if (lane.setup.own && !is_run_of(lane.setup)) lane.setup.own = nullptr;
  if (lane.setup.own) return show_own(lane, lane.setup.own), true;
  const Setup& setup = lane.setup;
  auto problem = problem_of(setup);
  const bool same = problem && already_shown(lane, *problem);
  const Setup before = std::exchange(lane.recorded, setup);
  if (same) return true;
  if (!problem) return refuse(lane, problem.error), true;

  radix::Recipe recipe{
      .problem = *problem,
      .sort = setup.sort,
      .planted = setup.fault,
      .changed = setup.changed,
      .engine = chooses_order(setup) || setup.changed ? radix::EngineChoice::cpu : setup.engine,
      .thread_order = setup.thread_order,
      .block_order = setup.block_order,
      .seed = setup.seed};
  try {
    std::string error = run_and_check(lane, std::move(recipe), on_both_engines);
    if (!error.empty()) refuse(lane, {.sentence = std::move(error)});
  } catch (const NotRecordedYet&) {
    lane.recorded = before;
    throw;
  }
  return true;
}

std::string recording_words(const Document& document) {
  return document.recorder ? document.recorder->words() : "";
}

bool stop_recording(Document& document) {
  if (!document.recorder || !document.recorder->busy()) return false;
  document.recorder->stop();
  for (Lane& lane : document.lanes)
    if (lane.trace) lane.setup = lane.recorded;
  document.note = text::document::stopped;
  document.note_is_error = false;
  return true;
}

/// The setup of a lane that shows this trace.
static void set_up_as(Lane& lane, const radix::Trace& trace, const radix::SortInfo& sort) {
  const radix::Problem& problem = trace.problem;
  lane.setup.keys_text = radix::keys_text(problem.keys(), lane.setup.base, problem.settings());
  lane.setup.values_text = radix::keys_text(problem.values(), radix::Base::decimal, {});
  for (const radix::SettingInfo& setting : radix::settings())
    if (sort.uses(setting) || setting.describes_keys)
      setting.set(lane.setup.settings, setting.get(problem.settings()));
  lane.setup.sort = sort.name;
  lane.setup.fault = trace.planted;
  lane.setup.covered = false;
  lane.setup.own = nullptr;
}

void show_own(Lane& lane, std::shared_ptr<const radix::Trace> own) {
  set_up_as(lane, *own, *radix::sort_named(own->sort));
  lane.setup.thread_order = lane.setup.block_order = radix::Schedule::forward;
  lane.setup.own = own;
  lane.recorded = lane.setup;
  lane.verified = false, lane.verdict.clear();
  lane.cursor = nearest_cursor(lane.trace ? *lane.trace : radix::Trace{}, lane.cursor, *own);
  lane.trace = std::move(own);
  say_how_it_ended(lane);
}

std::string show(Lane& lane, radix::Trace trace) {
  if (!trace.own.empty()) return text::document::somebodys_own({.file = trace.own});
  if (!worth_showing(trace) || (trace.steps.empty() && !trace.error.empty()))
    return as_sentence(
        text::document::run_failed({.why = trace.fault ? error_words(trace) : trace.error}));
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  if (!sort) return text::document::unknown_sort({.sort = trace.sort});
  if (trace.steps.empty() && trace.problem.size() > 0) return text::document::no_recorded_steps;
  const radix::Problem problem = trace.problem;
  radix::Trace mine = made({.problem = problem,
                            .sort = sort->name,
                            .planted = trace.planted,
                            .engine = radix::EngineChoice::cpu});
  if (trace.fault) be_broken_off_like(trace, mine);
  const auto difference = radix::first_difference(trace, mine);
  if (difference && trace.fault && difference->step > 0)
    mine.steps.resize(difference->step);  // a faulty kernel made the others
  else if (difference)
    return text::document::not_this_sort({.difference = difference->what});
  trace.met_planted = mine.met_planted;
  trace.steps = std::move(mine.steps);  // equal in every array; lines and names are this version's
  set_up_as(lane, trace, *sort);
  lane.recorded = lane.setup;
  lane.verified = trace.engine.id != radix::EngineId::cpu;  // just now, against the CPU engine
  lane.verdict = lane.verified ? std::string(text::document::verified) : "";
  accept(lane, std::move(trace));
  return "";
}

void drop_stale_pointers(Document& document) {
  const radix::Trace& trace = *document.lane().trace;
  document.hovered = none;
  if (document.pinned >= trace.problem.size()) document.pinned = none;
  std::erase_if(document.followed, [&](uint32_t id) { return id >= trace.problem.size(); });
  if (document.table_entry && *document.table_entry >= table_entries(trace))
    document.table_entry.reset();
  std::erase_if(document.left_out, [&](uint32_t each) { return each >= comparators_in(trace); });
  settle(document);
}

uint32_t table_entries(const radix::Trace& trace) {
  if (trace.steps.empty()) return 0;
  const radix::Array* table = table_of(trace, trace.steps.back());
  return table ? static_cast<uint32_t>(table->values.size()) : 0;
}

std::size_t nearest_cursor(const radix::Trace& from, std::size_t cursor, const radix::Trace& to) {
  if (to.steps.empty()) return 0;
  if (from.steps.empty()) return 1;
  if (cursor == 0) return 0;
  const radix::Step& old = from.steps[std::min(cursor, from.steps.size()) - 1];
  const uint32_t pass = std::min(old.pass, to.steps.back().pass);
  const radix::Family& family = radix::family_of(to.sort);
  std::size_t best = 0;
  for (std::size_t i = 0; i < to.steps.size(); ++i) {
    if (to.steps[i].pass != pass) continue;
    if (best == 0 || distance(to.steps[i], old, family) < distance(to.steps[best - 1], old, family))
      best = i + 1;
  }
  return best;
}

EngineCheck compare(const radix::Trace& shown, const radix::Trace& other) {
  if (!other.error.empty())
    return {false, text::document::not_verified({.engine = other.engine.name, .why = other.error})};
  if (const auto difference = radix::first_difference(shown, other))
    return {false, difference->what};
  return {true, text::document::verified};
}

const radix::EngineInfo* second_engine(std::span<const radix::EngineInfo> engines,
                                       const radix::Trace& shown) {
  for (const radix::EngineInfo& engine : engines)
    if (engine.id != shown.engine.id && engine.available) return &engine;
  return nullptr;
}

std::string run_words(const radix::Trace& trace) {
  const uint32_t keys = trace.problem.size();
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  const bool bug_in_print = sort != nullptr && sort->wrong != nullptr;
  std::string run = text::document::run_of({.device = text::translated(trace.engine.device),
                                            .keys = keys,
                                            .sort = trace.sort,
                                            .wrong = bug_in_print});
  if (!trace.changed.empty())
    run = text::document::run_changed({.files = trace.changed, .run = run});
  std::string settings;
  for (const radix::SettingInfo& setting : radix::settings()) {
    if (sort != nullptr && !sort->uses(setting)) continue;
    const std::string_view label = text::translated(setting.label);
    const std::string value = radix::text_of(setting, trace.problem.settings());
    const bool fewer = std::string_view(setting.name) == "warp_size" &&
                       trace.problem.lanes() != trace.problem.lanes_wanted();
    const std::string own =
        fewer ? text::document::lanes_in_fact(
                    {.lanes = trace.problem.lanes(), .setting = label, .value = value})
              : text::document::setting_value({.setting = label, .value = value});
    settings = settings.empty() ? own : text::all::list_middle({.first = settings, .next = own});
  }
  return settings.empty() ? run : text::document::run_settings({.run = run, .settings = settings});
}

}  // namespace scope
