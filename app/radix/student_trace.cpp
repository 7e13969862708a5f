#include "student_trace.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "app/base/text.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

using radix::StudentMoment;
using radix::StudentRun;
namespace array = radix::array;

constexpr std::size_t most_drawn = 512;      // keys
constexpr std::size_t least_told = 4;        // values that an array is known by
constexpr std::size_t no_moment = SIZE_MAX;  // a step that stores alone show

/// A step of the chapter's run, and the moment of the student's that shows it.
struct Shown {
  std::size_t step = 0, moment = no_moment;
  std::size_t stored = 0;  ///< of a destination: the moment whose stores tell it
};

/// The chapter's run on the same keys, cut as the student cuts them, and what of it was found.
struct Found {
  radix::Trace chapter;
  std::vector<Shown> shown;  ///< in the order of the steps
};

bool holds(const StudentRun& run, const StudentMoment& moment,
           const std::vector<uint32_t>& values) {
  const auto places = elements_as_whole(run, moment, values.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (!moment.written[places[i]] || moment.values[places[i]] != values[i]) return false;
  return !places.empty();
}

/// From the moment behind the pass before to the one that has this pass's output, or to the first
/// that differs, or to the end.
struct MomentRange {
  std::size_t begin = 0, end = 0;
};
MomentRange moments_of(const StudentTraceRecipe& from, uint32_t pass) {
  const auto& seen = from.roles.plan.seen;
  const auto& difference = from.roles.difference;
  return {pass == 0 ? 0 : seen[pass - 1] + 1, pass < seen.size() ? seen[pass] + 1
                                              : difference       ? difference->moment
                                                                 : from.run.moments.size()};
}

/// What must be seen of a pass for the figures of a rung; behind the first stands what does as
/// well.
std::vector<std::vector<radix::ArrayId>> needed_by(const radix::RungInfo& rung) {
  if (rung.sorts_in_block)
    return {{array::local_keys}, {array::bucket_counts}, {array::bucket_starts}, {array::output}};
  return {{array::ones_before, array::ones_before_in_block}, {array::output}};
}

/// What is needed before all else: where a scan is of one block, several arrays are equal.
uint32_t weight_of(const radix::RungInfo& rung, radix::ArrayId made) {
  constexpr uint32_t much = 64;
  for (const auto& ways : needed_by(rung))
    if (ways.front() == made) return much;
  return 1;
}

/// Steps and moments in pairs, both in their order, as much as can be; of several moments that show
/// the same the first.
std::vector<Shown> paired(const StudentRun& run, const radix::Trace& chapter,
                          const std::vector<std::size_t>& steps, MomentRange range) {
  const std::size_t rows = range.end - range.begin, columns = steps.size();
  std::vector<std::vector<bool>> same(rows, std::vector<bool>(columns));
  std::vector<std::vector<uint32_t>> most(rows + 1, std::vector<uint32_t>(columns + 1));
  std::vector<uint32_t> weight;
  for (const std::size_t step : steps)
    weight.push_back(weight_of(*radix::rung_named(chapter.rung), chapter.steps[step].made));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;) {
      const radix::Step& step = chapter.steps[steps[j]];
      const auto& values = step.find(step.made)->values;
      const bool told = values.size() >= std::min(least_told, chapter.problem.keys().size());
      same[i][j] = told && holds(run, run.moments[range.begin + i], values);
      most[i][j] = std::max(
          {most[i + 1][j], most[i][j + 1], same[i][j] ? most[i + 1][j + 1] + weight[j] : 0u});
    }
  std::vector<Shown> pairs;
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (same[i][j] && most[i][j] == most[i + 1][j + 1] + weight[j])
      pairs.push_back({.step = steps[j++], .moment = range.begin + i++});
    else if (most[i][j] == most[i][j + 1])
      ++j;
    else
      ++i;
  }
  return pairs;
}

/// True where each of these elements was written by the thread that the chapter has do it.
/// `owner`: block * threads + thread, of each value of `slots`.
template <class Element, class Owner>
bool written_by(const StudentMoment& moment, const std::vector<uint32_t>& slots, Element element,
                Owner owner) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const uint32_t at = element(static_cast<uint32_t>(i), slots[i]);
    if (at >= moment.who.size() || moment.site[at] == 0 ||
        moment.who[at] != owner(static_cast<uint32_t>(i)))
      return false;
  }
  return true;
}

/// True where threads that have several keys were seen to load theirs, as the chapter's do.
bool loads_tell(const StudentRun& run, const radix::Problem& problem, const radix::Step& step,
                std::size_t before) {
  if (problem.keys_per_thread() == 1) return true;
  const std::vector<uint32_t>& keys = step.find(array::keys)->values;
  std::vector<uint32_t> all(keys.size());
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t m = before; m-- > 0 && run.moments[m].launch == run.moments[before].launch;) {
    const auto places = elements_as_whole(run, run.moments[m], keys.size());
    const bool loaded =
        run.arrays[run.moments[m].array].kind == radix::StudentArray::Kind::shared &&
        holds(run, run.moments[m], keys);
    if (loaded && written_by(
                      run.moments[m], all, [&](uint32_t i, uint32_t) { return places[i]; },
                      [&](uint32_t i) {
                        return problem.block_of(i) * problem.threads_per_block() +
                               problem.thread_of(i);
                      }))
      return true;
  }
  return false;
}

/// True where the stores of the moment that has the keys of step `made` tell the slots of the step
/// before it, thread by thread.
bool stores_tell(const StudentRun& run, const Found& found, const Shown& made) {
  const radix::Problem& problem = found.chapter.problem;
  const radix::Step &slots = found.chapter.steps[made.step - 1],
                    &keys = found.chapter.steps[made.step];
  const StudentMoment& moment = run.moments[made.moment];
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  if (launch.threads != problem.threads_per_block() || slots.pass != keys.pass) return false;
  const auto places = elements_as_whole(run, moment, problem.size());
  const bool local = keys.made == array::local_keys;
  if (slots.made != (local ? array::local_destination : array::destination)) return false;
  const uint32_t threads = problem.threads_per_block(), each = problem.keys_per_thread();
  const auto element = [&](uint32_t i, uint32_t slot) {
    return places[std::min<std::size_t>(
        local ? problem.block_begin(problem.block_of(i)) + slot : slot, places.size() - 1)];
  };
  // Inside the block a thread takes neighbours, whoever read them
  const auto owner = [&](uint32_t i) {
    const uint32_t thread =
        local ? (i - problem.block_begin(problem.block_of(i))) / each : problem.thread_of(i);
    return problem.block_of(i) * threads + thread;
  };
  return written_by(moment, slots.find(slots.made)->values, element, owner) &&
         (!local || keys.split > 0 || loads_tell(run, problem, keys, made.moment));
}

/// Where keys went in one go, and every thread's store is known, the slots come as a step before.
void add_destinations(const StudentRun& run, Found& found) {
  std::vector<Shown> all;
  for (const Shown& each : found.shown) {
    const radix::ArrayId made = found.chapter.steps[each.step].made;
    if (made == array::local_keys || made == array::output) {
      if (each.step > 0 && stores_tell(run, found, each))
        all.push_back({.step = each.step - 1, .stored = each.moment});
    }
    all.push_back(each);
  }
  found.shown = std::move(all);
}

Found find_in(const StudentTraceRecipe& from, const std::string& rung, const StudentCut& cut,
              radix::BlockScan scan) {
  Found found;
  radix::Settings settings{};
  settings.key_bits = from.bits, settings.threads_per_block = cut.threads;
  settings.radix_bits = from.roles.plan.radix_bits, settings.keys_per_thread = cut.each;
  settings.scan = scan;
  const auto problem = radix::Problem::make(from.keys, settings);
  if (!problem) return found;
  found.chapter =
      radix::run({.problem = *problem, .rung = rung, .engine = radix::EngineChoice::cpu});
  const uint32_t passes =
      static_cast<uint32_t>(from.roles.plan.seen.size()) + (from.roles.whole ? 0 : 1);
  for (uint32_t pass = 0; pass < passes; ++pass) {
    std::vector<std::size_t> steps;
    for (std::size_t s = 0; s < found.chapter.steps.size(); ++s)
      if (found.chapter.steps[s].pass == pass) steps.push_back(s);
    // In the pass that differs: what comes before the array that does
    if (pass >= from.roles.plan.seen.size() && from.roles.difference)
      while (!steps.empty() && radix::info(found.chapter.steps[steps.back()].made).name !=
                                   from.roles.difference->name)
        steps.pop_back();
    const MomentRange range = moments_of(from, pass);
    if (range.begin >= range.end) continue;
    for (const Shown& each : paired(from.run, found.chapter, steps, range))
      found.shown.push_back(each);
  }
  add_destinations(from.run, found);
  return found;
}

/// The label of the first array that is needed and that no moment of a whole pass shows; "" none.
std::string first_missing(const StudentTraceRecipe& from, const Found& found, uint32_t& in_pass) {
  const radix::RungInfo& rung = *radix::rung_named(found.chapter.rung);
  for (uint32_t pass = 0; pass < from.roles.plan.seen.size(); ++pass)
    for (const auto& ways : needed_by(rung)) {
      const bool there = std::ranges::any_of(found.shown, [&](const Shown& each) {
        const radix::Step& step = found.chapter.steps[each.step];
        return step.pass == pass && std::ranges::count(ways, step.made) > 0;
      });
      if (!there) return in_pass = pass, radix::info(ways.front()).label;
    }
  return "";
}

/// The step of the chapter's run whose array differs first; null where this rung has none.
const radix::Step* differing_step(const StudentTraceRecipe& from, const Found& found) {
  const radix::Step* last = nullptr;
  for (const radix::Step& step : found.chapter.steps)
    if (step.pass == from.roles.difference->pass &&
        radix::info(step.made).name == from.roles.difference->name)
      last = &step;
  return last;
}

/// The chapter's run that shows most; one that has the array that differs, and one whose figures
/// can be drawn before all others.
std::optional<Found> best_found(const StudentTraceRecipe& from) {
  std::optional<Found> best;
  std::tuple<bool, bool, std::size_t> most{};
  const auto take = [&](const std::string& rung, const StudentCut& cut, radix::BlockScan scan) {
    Found found = find_in(from, rung, cut, scan);
    if (found.chapter.steps.empty()) return;
    uint32_t pass = 0;
    const std::tuple now{!from.roles.difference || differing_step(from, found) != nullptr,
                         first_missing(from, found, pass).empty(), found.shown.size()};
    if (!best || now > most) best = std::move(found), most = now;
  };
  for (const StudentCut& cut : from.roles.plan.cuts)
    for (const std::string& rung : rungs_like(cut, from.roles.plan.radix_bits))
      take(rung, cut, radix::BlockScan::kogge_stone);
  if (!best) return best;
  const std::string rung = best->chapter.rung;
  const radix::Problem& problem = best->chapter.problem;
  const StudentCut cut{problem.threads_per_block(), problem.keys_per_thread()};
  for (const radix::BlockScan scan : radix::block_scans)
    if (scan != radix::BlockScan::kogge_stone) take(rung, cut, scan);
  return best;
}

/// The chapter's values with the student's own identities, where they are known.
radix::SharedArray array_of(const StudentTraceRecipe& from, const radix::SharedArray& chapter,
                            std::size_t moment) {
  if (chapter->ids.empty() || !from.told || moment == no_moment) return chapter;
  const StudentMoment& told = from.told->moments[moment];
  radix::Array own = *chapter;
  const auto places = elements_as_whole(*from.told, told, own.values.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const uint32_t id = told.values[places[i]] >> from.bits;
    if (id >= from.keys.size() || from.keys[id] != own.values[i]) return chapter;
    own.ids[i] = id;
  }
  return std::make_shared<const radix::Array>(std::move(own));
}

/// True where both runs of the program went the same way.
bool went_alike(const StudentRun& a, const StudentRun& b) {
  return std::ranges::equal(a.moments, b.moments, [](const auto& x, const auto& y) {
    return x.launch == y.launch && x.array == y.array && x.interval == y.interval &&
           x.values.size() == y.values.size();
  });
}

/// Builds the steps one by one: what was shown before stays, until the pass ends.
class StepList {
 public:
  StepList(const StudentTraceRecipe& from, const Found& found) : from_(from), found_(found) {
    const auto& keys = found.chapter.steps.front();
    keys_ = std::make_shared<const radix::Array>(*keys.find(array::keys));
  }

  void add(const Shown& shown) {
    const radix::Step& chapter = found_.chapter.steps[shown.step];
    const radix::SharedArray* made = shared(chapter, chapter.made);
    add(chapter, array_of(from_, *made, shown.moment),
        shown.moment == no_moment ? shown.stored : shown.moment);
  }

  void add(const radix::Step& chapter, radix::SharedArray made, std::size_t moment) {
    begin_pass(chapter.pass);
    const StudentMoment& at = from_.run.moments[moment];
    const radix::StudentLaunch& launch = from_.run.launches[at.launch];
    radix::Step step = chapter;
    step.launch = at.launch, step.blocks = launch.blocks, step.threads = launch.threads;
    step.kernel = launch.kernel;
    step.name = from_.run.arrays[at.array].name;
    uint32_t line = 0;
    for (const radix::StudentSite site : at.site)
      if (line == 0) line = from_.line(site);
    step.source = {from_.file, line};
    // Of a split before what this one makes anew is gone
    std::erase_if(there_, [&](const radix::SharedArray& each) {
      return each->id == made->id || (step.split > split_ && radix::info(each->id).of_split &&
                                      !radix::holds_keys(each->id));
    });
    split_ = step.split;
    there_.push_back(made);
    step.arrays = there_;
    step.arrays.push_back(keys_);
    const radix::Family& family = radix::family_of(found_.chapter.rung);
    std::ranges::sort(step.arrays, {}, [&](const auto& each) { return family.place(each->id); });
    if (made->id == array::output) output_ = made;
    steps.push_back(std::move(step));
  }

  std::vector<radix::Step> steps;

 private:
  static const radix::SharedArray* shared(const radix::Step& step, radix::ArrayId id) {
    for (const radix::SharedArray& each : step.arrays)
      if (each->id == id) return &each;
    return nullptr;
  }

  void begin_pass(uint32_t pass) {
    if (pass == pass_) return;
    pass_ = pass, split_ = 0;
    there_.clear();
    if (!output_) return;
    radix::Array keys = *output_;
    keys.id = array::keys;
    keys_ = std::make_shared<const radix::Array>(std::move(keys));
  }

  const StudentTraceRecipe& from_;
  const Found& found_;
  radix::SharedArray keys_, output_;
  std::vector<radix::SharedArray> there_;
  uint32_t pass_ = 0, split_ = 0;
};

/// The array that differs first, as the student's run has it; null where it is none that a figure
/// can show.
radix::SharedArray differing(const StudentTraceRecipe& from, const Found& found,
                             const radix::Step& step) {
  const FirstDifference& difference = *from.roles.difference;
  const StudentMoment& moment = from.run.moments[difference.moment];
  radix::Array own = *step.find(step.made);
  const auto places = elements_as_whole(from.run, moment, own.values.size());
  if (places.empty()) return nullptr;
  std::multimap<uint32_t, uint32_t> free;  // keys of this value: who they are
  for (uint32_t id = 0; id < from.keys.size(); ++id) free.emplace(from.keys[id], id);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const uint32_t value = own.values[i] = moment.values[places[i]];
    if (!moment.written[places[i]]) return nullptr;
    if (own.ids.empty()) continue;
    if (from.told) {
      own.ids[i] = from.told->moments[difference.moment].values[places[i]] >> from.bits;
    } else {
      const auto who = free.lower_bound(value);
      if (who == free.end() || who->first != value) return nullptr;
      own.ids[i] = who->second;
      if (free.count(value) > 1) free.erase(who);
    }
  }
  const bool broken = true;
  if (!array_error(own, found.chapter.problem, step, broken).empty()) return nullptr;
  return std::make_shared<const radix::Array>(std::move(own));
}

/// The step with the first difference, behind those that are right.
void add_difference(const StudentTraceRecipe& from, const Found& found, StepList& list,
                    radix::Trace& trace) {
  const FirstDifference& difference = *from.roles.difference;
  const radix::Step* last = differing_step(from, found);
  const radix::SharedArray own = last ? differing(from, found, *last) : nullptr;
  radix::Fault fault{.kind = radix::Fault::Kind::comparison, .sentence = from.wrong};
  if (own) {
    const auto places =
        elements_as_whole(from.run, from.run.moments[difference.moment], own->values.size());
    list.add(*last, own, difference.moment);
    fault.array = difference.name;
    fault.index =
        static_cast<uint32_t>(std::ranges::find(places, difference.element) - places.begin());
    fault.step = static_cast<uint32_t>(list.steps.size()) - 1;
    fault.kernel = list.steps.back().kernel, fault.launch = list.steps.back().launch;
    fault.first.source = list.steps.back().source;
  }
  trace.fault = fault;
  trace.error = from.wrong;
}

}  // namespace

StudentTrace student_trace(const StudentTraceRecipe& asked) {
  StudentTrace drawn;
  StudentTraceRecipe from = asked;
  if (from.told && !went_alike(from.run, *from.told)) from.told = nullptr;
  const auto refuse = [&](std::string sentence) {
    drawn.about = std::move(sentence);
    return drawn;
  };
  if (from.roles.plan.merges)
    return refuse("The chapter's figures are of radix sorts, and this one merges.");
  if (from.wrong.empty() && !from.roles.whole)
    return refuse(
        "This run is right, and the keys after its passes are not those of the chapter's; "
        "your arrays stand as rows.");
  if (from.keys.size() > most_drawn)
    return refuse(say("The chapter's figures are drawn of ", most_drawn, " keys at most."));
  const auto found = best_found(from);
  if (!found)
    return refuse(
        "The chapter's figures need to know how many keys a block has, and no launch of "
        "this run cuts these keys into blocks.");
  uint32_t pass = 0;
  if (const std::string missing = first_missing(from, *found, pass); !missing.empty())
    return refuse(say("The chapter's figures need '", missing,
                      "', and no array of this run holds "
                      "it in pass ",
                      pass + 1, "; your arrays stand as rows."));
  StepList list(from, *found);
  for (const Shown& each : found->shown) list.add(each);
  radix::Trace& trace = drawn.trace;
  trace.problem = found->chapter.problem;
  trace.rung = found->chapter.rung;
  trace.own = from.file;
  trace.family = found->chapter.family;
  trace.engine = {radix::EngineId::cpu, "own", "your kernel, watched"};
  trace.launches = static_cast<uint32_t>(from.run.launches.size());
  if (from.roles.difference)
    add_difference(from, *found, list, trace);
  else if (!from.roles.whole)
    trace.error = from.wrong, trace.fault = radix::Fault{.sentence = from.wrong};
  trace.steps = std::move(list.steps);
  if (trace.steps.empty()) return refuse("No array of this run is one of the chapter's yet.");
  if (trace.error.empty()) trace.sorted = *trace.steps.back().find(array::output);
  if (!from.told)
    drawn.about =
        "Equal keys cannot be told apart in this run; they are drawn in the order in "
        "which the chapter's run has them.";
  return drawn;
}

}  // namespace scope
