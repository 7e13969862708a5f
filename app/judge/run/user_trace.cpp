#include "user_trace.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "kernels/run/engine.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

using radix::StudentMoment;
using radix::StudentRun;

constexpr std::size_t max_drawn = 512;       // keys
constexpr std::size_t least_told = 4;        // values that an array is known by
constexpr std::size_t no_moment = SIZE_MAX;  // a step that stores alone show

using Needed = std::vector<std::vector<radix::ArrayId>>;

/// A step of the chapter's run, and the moment of the student's that shows it.
struct Shown {
  std::size_t step = 0, moment = no_moment;
  std::size_t stored = 0;  ///< of a step that stores tell: the moment that has what they stored
};

/// The chapter's run on the same keys, cut as the student cuts them, and what of it was found.
struct Found {
  radix::Trace chapter;
  std::vector<Shown> shown;  ///< in the order of the steps
};

/// From the moment after the pass before to the one that has this pass's output, or to the first
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

/// What is needed before all else: where a scan is of one block, several arrays are equal.
uint32_t weight_of(const Needed& needed, radix::ArrayId made) {
  constexpr uint32_t much = 64;
  for (const auto& ways : needed)
    if (ways.front() == made) return much;
  return 1;
}

/// Steps and moments in pairs, both in their order, as much as can be; of several moments that show
/// the same the first.
std::vector<Shown> paired(const StudentRun& run, const radix::Trace& chapter, const Needed& needed,
                          const std::vector<std::size_t>& steps, MomentRange range) {
  const std::size_t rows = range.end - range.begin, columns = steps.size();
  std::vector<std::vector<bool>> same(rows, std::vector<bool>(columns));
  std::vector<std::vector<uint32_t>> most(rows + 1, std::vector<uint32_t>(columns + 1));
  std::vector<uint32_t> weight;
  for (const std::size_t step : steps)
    weight.push_back(weight_of(needed, chapter.steps[step].made));
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

/// Where every thread's store is known, what it tells comes as a step before.
void add_told(const StudentRun& run, const UserSort& user_sort, Found& found) {
  std::vector<Shown> all;
  for (const Shown& each : found.shown) {
    const bool there = each.step == 0 || (!all.empty() && all.back().step + 1 == each.step);
    if (!there && user_sort.stores_tell(run, found.chapter, each.step, each.moment))
      all.push_back({.step = each.step - 1, .stored = each.moment});
    all.push_back(each);
  }
  found.shown = std::move(all);
}

Found find_in(const StudentTraceRecipe& from, const UserSort& user_sort, const SimilarRun& like) {
  Found found;
  const radix::SortInfo& sort = *radix::sort_named(like.sort);
  radix::Settings settings = radix::settings_for(sort, like.settings);
  settings.key_bits = from.bits;
  const auto problem = radix::Problem::make(from.keys, settings);
  if (!problem) return found;
  found.chapter =
      radix::run({.problem = *problem, .sort = like.sort, .engine = radix::EngineChoice::cpu});
  const Needed needed = user_sort.needed(sort);
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
    for (const Shown& each : paired(from.run, found.chapter, needed, steps, range))
      found.shown.push_back(each);
  }
  add_told(from.run, user_sort, found);
  return found;
}

/// The label of the first array that is needed and that no moment of a whole pass shows; "" none.
std::string first_missing(const StudentTraceRecipe& from, const UserSort& user_sort,
                          const Found& found, uint32_t& in_pass) {
  const Needed needed = user_sort.needed(*radix::sort_named(found.chapter.sort));
  for (uint32_t pass = 0; pass < from.roles.plan.seen.size(); ++pass)
    for (const auto& ways : needed) {
      const bool there = std::ranges::any_of(found.shown, [&](const Shown& each) {
        const radix::Step& step = found.chapter.steps[each.step];
        return step.pass == pass && std::ranges::count(ways, step.made) > 0;
      });
      if (!there) return in_pass = pass, radix::info(ways.front()).label;
    }
  return "";
}

/// The step of the chapter's run whose array differs first; null where this sort has none.
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
std::optional<Found> best_found(const StudentTraceRecipe& from, const UserSort& user_sort) {
  std::optional<Found> best;
  SimilarRun like;
  std::tuple<bool, bool, std::size_t> most{};
  const auto take = [&](const std::vector<SimilarRun>& all) {
    for (const SimilarRun& each : all) {
      Found found = find_in(from, user_sort, each);
      if (found.chapter.steps.empty()) continue;
      uint32_t pass = 0;
      const std::tuple now{!from.roles.difference || differing_step(from, found) != nullptr,
                           first_missing(from, user_sort, found, pass).empty(), found.shown.size()};
      if (!best || now > most) best = std::move(found), like = each, most = now;
    }
  };
  take(user_sort.like(from));
  if (best && user_sort.also_like) take(user_sort.also_like(SimilarRun(like)));
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
    keys_ = std::make_shared<const radix::Array>(*keys.find(radix::array::keys));
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
    // What this split makes anew replaces what an earlier split made
    std::erase_if(there_, [&](const radix::SharedArray& each) {
      return each->id == made->id || (step.split > split_ && radix::info(each->id).of_split &&
                                      !radix::holds_keys(each->id));
    });
    split_ = step.split;
    there_.push_back(made);
    step.arrays = there_;
    step.arrays.push_back(keys_);
    const radix::Family& family = radix::family_of(found_.chapter.sort);
    std::ranges::sort(step.arrays, {}, [&](const auto& each) { return family.place(each->id); });
    if (made->id == radix::array::output) output_ = made;
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
    keys.id = radix::array::keys;
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
  if (!array_error(own, found.chapter.problem, step, broken, found.chapter.family).empty())
    return nullptr;
  return std::make_shared<const radix::Array>(std::move(own));
}

/// The step with the first difference, after those that are right.
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

StudentTrace user_trace(const StudentTraceRecipe& asked) {
  const UserSort& user_sort = *asked.roles.plan.sort;
  StudentTrace drawn;
  StudentTraceRecipe from = asked;
  if (from.told && !went_alike(from.run, *from.told)) from.told = nullptr;
  const auto refuse = [&](std::string sentence) {
    drawn.about = std::move(sentence);
    return drawn;
  };
  if (from.wrong.empty() && !from.roles.whole) return refuse(text::judge::figures_as_rows);
  if (from.keys.size() > max_drawn) return refuse(text::judge::figures_most({.keys = max_drawn}));
  const auto found = best_found(from, user_sort);
  if (!found) return refuse(text::judge::figures_no_blocks);
  uint32_t pass = 0;
  if (const std::string missing = first_missing(from, user_sort, *found, pass); !missing.empty())
    return refuse(text::judge::figures_need({.pass = pass + 1, .role = text::translated(missing)}));
  StepList list(from, *found);
  for (const Shown& each : found->shown) list.add(each);
  radix::Trace& trace = drawn.trace;
  trace.problem = found->chapter.problem;
  trace.sort = found->chapter.sort;
  trace.own = from.file;
  trace.family = found->chapter.family;
  trace.engine = {radix::EngineId::cpu, "own", "your kernel, watched"};
  trace.launches = static_cast<uint32_t>(from.run.launches.size());
  if (from.roles.difference)
    add_difference(from, *found, list, trace);
  else if (!from.roles.whole)
    trace.error = from.wrong, trace.fault = radix::Fault{.sentence = from.wrong};
  trace.steps = std::move(list.steps);
  if (trace.steps.empty()) return refuse(text::judge::figures_none);
  if (trace.error.empty()) trace.sorted = *trace.steps.back().find(radix::array::output);
  if (const std::set<uint32_t> kinds(from.keys.begin(), from.keys.end());
      !from.told && kinds.size() < from.keys.size())
    drawn.about = text::judge::figures_equal_keys;
  return drawn;
}

}  // namespace scope
