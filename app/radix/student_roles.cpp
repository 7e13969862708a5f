#include "student_roles.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "app/base/text.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

using radix::StudentArray;
using radix::StudentMoment;
using radix::StudentRun;

// ------------------------------------------------------------------------------------------ plans

std::vector<uint32_t> sorted_by(std::vector<uint32_t> keys, uint32_t shift, uint32_t wide) {
  std::ranges::stable_sort(keys, {},
                           [&](uint32_t key) { return key >> shift & ((1u << wide) - 1); });
  return keys;
}

std::vector<std::vector<uint32_t>> radix_outputs(std::vector<uint32_t> keys, uint32_t bits,
                                                 uint32_t wide) {
  std::vector<std::vector<uint32_t>> outputs;
  for (uint32_t shift = 0; shift < bits; shift += wide)
    outputs.push_back(keys = sorted_by(std::move(keys), shift, wide));
  return outputs;
}

/// Runs of `length` keys, each sorted; then twice as long, until all is one run.
std::vector<std::vector<uint32_t>> merge_outputs(std::vector<uint32_t> keys, std::size_t length) {
  std::vector<std::vector<uint32_t>> outputs;
  for (bool more = true; more; length *= 2) {
    for (std::size_t at = 0; at < keys.size(); at += length)
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(at),
                keys.begin() + static_cast<std::ptrdiff_t>(std::min(at + length, keys.size())));
    outputs.push_back(keys);
    more = length < keys.size();
  }
  return outputs;
}

/// The moments, in time order, that have the outputs of the passes, up to the first that has none.
std::vector<std::size_t> passes_seen(const StudentRun& run,
                                     const std::vector<std::vector<uint32_t>>& outputs) {
  std::vector<std::size_t> seen;
  std::size_t from = 0;
  for (const auto& output : outputs) {
    std::size_t at = from;
    while (at < run.moments.size() &&
           (is_shared(run, run.moments[at]) || !holds(run, run.moments[at], output)))
      ++at;
    if (at == run.moments.size()) break;
    seen.push_back(at);
    from = at + 1;
  }
  return seen;
}

bool sounds_like_merging(const StudentRun& run) {
  return std::ranges::any_of(run.launches, [](const auto& launch) {
    return launch.kernel.find("erge") != std::string::npos;
  });
}

/// Moments of the run that are arrays of the chapter's first pass, when it sorts like that.
std::size_t arrays_of_first_pass(const StudentRun& run, const StudentPlan& plan,
                                 const std::vector<uint32_t>& keys, uint32_t bits) {
  const auto chapter = chapter_arrays(plan, keys, bits, 0);
  std::set<std::string> found;
  for (const StudentMoment& moment : run.moments)
    for (const ChapterArray& each : chapter)
      if (each.values.size() >= 4 && holds(run, moment, each.values)) found.insert(each.name);
  return found.size();
}

/// How the launches cut the keys. A cut that is `known` comes first where the grid follows from it,
/// also one that was rounded down.
std::vector<StudentCut> cuts_of(const StudentRun& run, std::size_t keys,
                                const std::vector<StudentCut>& known) {
  std::vector<StudentCut> cuts;
  const auto add = [&](const StudentCut& cut) {
    if (cuts.size() < 4 && std::ranges::count(cuts, cut) == 0) cuts.push_back(cut);
  };
  const auto tiles = [&](const StudentCut& cut, bool up) {
    const uint64_t tile = uint64_t{cut.threads} * cut.each;
    return (keys + (up ? tile - 1 : 0)) / tile;
  };
  for (const StudentCut& cut : known)
    for (const radix::StudentLaunch& launch : run.launches)
      if (launch.threads == cut.threads &&
          (launch.blocks == tiles(cut, true) || launch.blocks == tiles(cut, false)))
        add(cut);
  std::vector<StudentCut> own;
  for (const radix::StudentLaunch& launch : run.launches) {
    if (launch.blocks == 0 || launch.threads > radix::max_threads_per_block) continue;
    const uint64_t all = uint64_t{launch.blocks} * launch.threads;
    const StudentCut cut{.threads = launch.threads,
                         .each = static_cast<uint32_t>((keys + all - 1) / all)};
    // As many blocks as the keys need, not one that only scans
    if (cut.each > 0 && cut.each <= 32 && tiles(cut, true) == launch.blocks) own.push_back(cut);
  }
  std::ranges::sort(own, {},
                    [](const StudentCut& cut) { return std::pair(cut.threads, cut.each); });
  // One thread that scans alone is no cut where others sort
  const bool many = std::ranges::any_of(
      run.launches, [](const radix::StudentLaunch& launch) { return launch.threads > 1; });
  for (const StudentCut& cut : own)
    if (cut.threads > 1 || !many) add(cut);
  return cuts;
}

/// Moments of a run, those of a pass for instance.
struct PassRange {
  std::size_t begin = 0, end = 0;  ///< of the moments
  bool cut = false;                ///< the end is a launch of its own
};

/// The lowest of the bits by which the range sorts `keys`, where it is not `shift`: evidence is the
/// whole output of such a pass, which is no array of the chapter's.
std::optional<uint32_t> other_shift(const StudentRun& run, const PassRange& range,
                                    const std::vector<uint32_t>& keys, uint32_t bits,
                                    uint32_t shift, uint32_t wide,
                                    const std::vector<ChapterArray>& chapter) {
  for (uint32_t other = 0; other < bits; ++other) {
    const std::vector<uint32_t> output = sorted_by(keys, other, wide);
    const bool known = output == keys || std::ranges::any_of(chapter, [&](const auto& each) {
                         return each.values == output;
                       });
    if (other == shift || known) continue;
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (!is_shared(run, run.moments[i]) && holds(run, run.moments[i], output)) return other;
  }
  return std::nullopt;
}

/// How often the first kernel was launched: once a pass, where launches are passes at all.
std::size_t launches_of_first_kernel(const StudentRun& run) {
  return static_cast<std::size_t>(std::ranges::count_if(run.launches, [&](const auto& launch) {
    return launch.kernel == run.launches.front().kernel;
  }));
}

StudentPlan find_plan(const StudentRun& run, const std::vector<uint32_t>& keys, uint32_t bits,
                      uint32_t exercise, const std::vector<StudentCut>& cuts) {
  std::vector<StudentPlan> plans;
  const bool merging = exercise == 4 || (exercise == 0 && sounds_like_merging(run));
  if (!merging)
    for (const uint32_t wide : {1u, 2u, 4u, 3u, 8u})
      if (wide == 1 || wide <= bits)
        plans.push_back({.radix_bits = wide, .outputs = radix_outputs(keys, bits, wide)});
  if (merging) {
    std::set<uint32_t> lengths{2};
    for (const radix::StudentLaunch& launch : run.launches)
      for (const uint32_t each : {launch.threads, 2 * launch.threads})
        if (each > 2) lengths.insert(each);
    for (const StudentCut& cut : cuts)
      if (cut.threads * cut.each > 2) lengths.insert(cut.threads * cut.each);
    for (const uint32_t length : lengths)
      plans.push_back(
          {.merges = true, .first_run = length, .outputs = merge_outputs(keys, length)});
  }
  const auto share = [](const StudentPlan& plan) {
    return plan.outputs.empty()
               ? 0.0
               : static_cast<double>(plan.seen.size()) / static_cast<double>(plan.outputs.size());
  };
  StudentPlan* best = nullptr;
  for (StudentPlan& plan : plans) {
    plan.seen = passes_seen(run, plan.outputs);
    plan.cuts = cuts;
    if (!best || share(plan) > share(*best)) best = &plan;
  }
  if (!best->seen.empty() || merging) return *best;
  // Its first pass may sort by other bits than the lowest
  for (const StudentPlan& plan : plans)
    if (other_shift(run, {.end = run.moments.size()}, keys, bits, 0, plan.radix_bits, {}))
      return plan;
  // No pass is right: a width of as many passes as there were, whose first has most of his arrays
  if (run.end == StudentRun::End::returned) {
    const std::size_t passes = launches_of_first_kernel(run);
    const auto fits = [&](const StudentPlan& plan) { return plan.outputs.size() == passes; };
    if (std::ranges::any_of(plans, fits))
      std::erase_if(plans, [&](const StudentPlan& plan) { return !fits(plan); });
    best = &plans.front();
  }
  std::size_t most = 0;
  for (StudentPlan& plan : plans) {
    const std::size_t right = arrays_of_first_pass(run, plan, keys, bits);
    const bool wide = exercise == 2 && most == right && best->radix_bits == 1;
    if (right > most || (wide && plan.radix_bits == 2)) best = &plan;
    most = std::max(most, right);
  }
  return *best;
}

// -------------------------------------------------------------------------------- the chapter's
// run

void add_run(std::vector<ChapterArray>& arrays, const std::string& rung,
             const std::vector<uint32_t>& keys, uint32_t bits, uint32_t threads, uint32_t each,
             uint32_t wide, uint32_t pass) {
  radix::Recipe recipe{.rung = rung, .engine = radix::EngineChoice::cpu};
  std::string text;
  for (const uint32_t key : keys) text += std::to_string(key) + " ";
  radix::Settings settings{};
  settings.key_bits = bits, settings.threads_per_block = threads;
  settings.radix_bits = wide, settings.keys_per_thread = each;
  const auto problem = radix::Problem::make(keys, settings);
  if (!problem) return;
  recipe.problem = *problem;
  const radix::Trace trace = radix::run(recipe);
  std::map<std::string, std::size_t> last;
  for (const radix::Step& step : trace.steps) {
    if (step.pass != pass || step.level > 0 || step.made == radix::array::keys) continue;
    const radix::Array* made = step.find(step.made);
    if (!made) continue;
    ChapterArray array{.name = radix::info(step.made).name,
                       .label = radix::info(step.made).label,
                       .values = made->values};
    const auto [place, fresh] = last.try_emplace(array.name, arrays.size());
    if (fresh)
      arrays.push_back(std::move(array));
    else
      arrays[place->second] = std::move(array);
  }
}

/// A radix sort of the ladder that cuts the keys like that, and no way of launching it.
bool can_be_like(const radix::RungInfo& rung, uint32_t each, uint32_t wide) {
  return &radix::family_of(rung.name) == &radix::family_of(radix::first_rung) &&
         !rung.has(radix::Use::one_launch) && (each > 1) == rung.has(radix::Use::coarsening) &&
         (wide == 1 || rung.has(radix::Use::wide_digits));
}

const ChapterArray* chapter_array(const std::vector<ChapterArray>& arrays, std::string_view name,
                                  std::size_t length) {
  for (const ChapterArray& each : arrays)
    if (each.name == name && each.values.size() == length) return &each;
  return nullptr;
}

// --------------------------------------------------------------------------------------- one pass

/// The moments of the pass behind the last right one: up to the next launch of its first kernel.
PassRange range_of(const StudentRun& run, const StudentPlan& plan) {
  PassRange range{.begin = 0, .end = run.moments.size()};
  uint32_t from_launch = 0;
  if (!plan.seen.empty()) {
    from_launch = run.moments[plan.seen.back()].launch + 1;
    while (range.begin < run.moments.size() && run.moments[range.begin].launch < from_launch)
      ++range.begin;
  }
  if (from_launch >= run.launches.size()) return range.end = range.begin, range;
  const std::string& first = run.launches[from_launch].kernel;
  for (std::size_t i = range.begin; i < run.moments.size(); ++i) {
    const uint32_t launch = run.moments[i].launch;
    if (launch > from_launch && run.launches[launch].kernel == first) {
      // Several launches of one kernel in a row are one pass only where another kernel follows
      range.end = i, range.cut = true;
      break;
    }
  }
  return range;
}

/// The last state of every array of every launch, in time order.
std::vector<uint32_t> last_states(const StudentRun& run, const PassRange& range) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> last;
  for (std::size_t i = range.begin; i < range.end; ++i)
    last[{run.moments[i].launch, run.moments[i].array}] = static_cast<uint32_t>(i);
  std::vector<uint32_t> states;
  for (const auto& [key, moment] : last) states.push_back(moment);
  std::ranges::sort(states);
  return states;
}

/// Keys of a thread, where the launch's threads end before `element`, which nobody has written; or
/// 0.
uint32_t keys_of_too_few_threads(const StudentRun& run, const StudentMoment& moment,
                                 uint32_t element, const std::vector<StudentCut>& cuts) {
  if (is_shared(run, moment) || moment.written[element]) return 0;
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  for (const StudentCut& cut : cuts)
    if (cut.threads == launch.threads)
      return uint64_t{launch.blocks} * cut.threads * cut.each <= element ? cut.each : 0;
  return 0;
}

/// What an array was meant to be, by evidence; null where there is none.
const ChapterArray* meant(const StudentRun& run, const StudentMoment& moment,
                          const std::vector<ChapterArray>& chapter,
                          const std::vector<uint32_t>& keys, bool first_launch, bool more_launches,
                          const std::vector<RightArray>& right) {
  const auto places = elements_as_whole(run, moment, keys.size());
  if (!places.empty()) {
    std::multiset<uint32_t> left(keys.begin(), keys.end());
    std::size_t found = 0, written = 0;
    bool bits = true;
    for (const uint32_t place : places) {
      if (!moment.written[place]) continue;
      ++written;
      bits &= moment.values[place] <= 1;
      if (const auto it = left.find(moment.values[place]); it != left.end())
        left.erase(it), ++found;
    }
    const bool varied = std::set<uint32_t>(keys.begin(), keys.end()).size() > 2;
    const bool shared = is_shared(run, moment);
    // A bucket table as long as the keys has numbers like theirs: then nearly all must be keys
    const bool table = !shared && chapter_array(chapter, "bucket_counts", keys.size());
    if (varied && (table ? 10 * found >= 9 * keys.size() : 2 * found >= keys.size())) {
      const ChapterArray* local = chapter_array(chapter, "local_keys", keys.size());
      if (local && (shared || (first_launch && more_launches))) return local;
      return shared ? nullptr : chapter_array(chapter, "output", keys.size());
    }
    if (!shared && bits && written == keys.size() && keys.size() > 2)
      return chapter_array(chapter, "bits", keys.size());
    if (!table && !shared) return nullptr;
  }
  if (is_shared(run, moment)) return nullptr;
  const bool counted = std::ranges::any_of(
      right, [](const RightArray& each) { return each.name == "bucket_counts"; });
  const std::size_t length = moment.values.size();
  return chapter_array(chapter, counted ? "bucket_starts" : "bucket_counts", length);
}

/// A table that differs, where its values are known: what they are instead, in a sentence; or "".
std::string instead_of(const StudentMoment& moment, const std::vector<uint32_t>& places,
                       const ChapterArray& role, const std::vector<ChapterArray>& chapter,
                       uint32_t buckets) {
  const std::size_t entries = role.values.size(), blocks = entries / buckets;
  const auto is = [&](auto value_of) {
    for (std::size_t i = 0; i < entries; ++i)
      if (!moment.written[places[i]] || moment.values[places[i]] != value_of(i)) return false;
    return true;
  };
  if (role.name == "bucket_counts" && blocks * buckets == entries &&
      is([&](std::size_t i) { return role.values[i % buckets * blocks + i / buckets]; }))
    return "The counts are right, block by block; the chapter's stand bucket by bucket.";
  const ChapterArray* counts = chapter_array(chapter, "bucket_counts", entries);
  if (role.name == "bucket_starts" && counts &&
      is([&](std::size_t i) { return role.values[i] + counts->values[i]; }))
    return "Every entry has its own count in it, too: bucket starts are an exclusive scan.";
  return "";
}

/// How many keys with the bit there are up to each, itself among them: of its tile of `tile` keys.
std::vector<uint32_t> ones_up_to(const std::vector<uint32_t>& keys, uint32_t bit,
                                 std::size_t tile) {
  std::vector<uint32_t> counts;
  uint32_t ones = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i % tile == 0) ones = 0;
    counts.push_back(ones += keys[i] >> bit & 1);
  }
  return counts;
}

/// The last array of the range that is an inclusive scan of the bit, of every tile or of all keys.
std::optional<uint32_t> inclusive_in(const StudentRun& run, const StudentPlan& plan,
                                     const PassRange& range, const std::vector<uint32_t>& keys,
                                     uint32_t bit) {
  std::vector<std::vector<uint32_t>> scans{ones_up_to(keys, bit, keys.size())};
  for (const auto& [threads, each] : plan.cuts)
    scans.push_back(ones_up_to(keys, bit, std::size_t{threads} * each));
  for (std::size_t i = range.end; i-- > range.begin;)
    for (const std::vector<uint32_t>& scan : scans)
      if (*std::ranges::max_element(scan) > 1 && holds(run, run.moments[i], scan))
        return static_cast<uint32_t>(i);
  return std::nullopt;
}

}  // namespace

std::vector<std::string> rungs_like(const StudentCut& cut, uint32_t radix_bits) {
  std::vector<std::string> names;
  for (const radix::RungInfo& rung : radix::rungs())
    if (can_be_like(rung, cut.each, radix_bits)) names.push_back(rung.name);
  return names;
}

std::vector<ChapterArray> chapter_arrays(const StudentPlan& plan, const std::vector<uint32_t>& keys,
                                         uint32_t bits, uint32_t pass) {
  std::vector<ChapterArray> arrays;
  if (plan.merges) {
    if (pass < plan.outputs.size())
      arrays.push_back({.name = "output",
                        .label = say("runs of ", plan.first_run << pass, " keys"),
                        .values = plan.outputs[pass]});
    return arrays;
  }
  const uint32_t wide = plan.radix_bits;
  for (const auto& [threads, each] : plan.cuts) {
    for (const std::string& rung : rungs_like({threads, each}, wide))
      add_run(arrays, rung, keys, bits, threads, each, wide, pass);
  }
  if (!chapter_array(arrays, "output", keys.size()) && pass < plan.outputs.size())
    arrays.push_back({.name = "output", .label = "output", .values = plan.outputs[pass]});
  return arrays;
}

StudentRoles find_roles(const StudentRun& run, const std::vector<uint32_t>& keys, uint32_t bits,
                        uint32_t exercise, const std::vector<StudentCut>& known) {
  StudentRoles roles{.plan =
                         find_plan(run, keys, bits, exercise, cuts_of(run, keys.size(), known))};
  const auto pass = static_cast<uint32_t>(roles.plan.seen.size());
  roles.whole = pass == roles.plan.outputs.size();
  if (roles.whole || keys.empty()) return roles;
  const std::vector<uint32_t>& now = pass > 0 ? roles.plan.outputs[pass - 1] : keys;
  const auto chapter = chapter_arrays(roles.plan, keys, bits, pass);
  const PassRange range = range_of(run, roles.plan);
  if (range.begin == range.end) return roles;
  const std::vector<uint32_t> states = last_states(run, range);
  const uint32_t first = run.moments[range.begin].launch;
  const uint32_t wide = roles.plan.radix_bits, shift = pass * wide;
  if (!roles.plan.merges) {
    if (const auto other = other_shift(run, range, now, bits, shift, wide, chapter))
      roles.other_digit = {.launch = first, .shift = *other};
    else if (wide == 1)
      roles.inclusive = inclusive_in(run, roles.plan, range, now, shift);
  }
  if (pass > 0 && !roles.plan.merges) {
    const std::vector<uint32_t>& before = pass > 1 ? roles.plan.outputs[pass - 2] : keys;
    const auto same = sorted_by(before, shift, wide);
    for (std::size_t i = range.begin; i < range.end && !roles.again; ++i)
      if (!is_shared(run, run.moments[i]) && holds(run, run.moments[i], same)) roles.again = first;
  }
  const bool more = run.moments[states.back()].launch > first;
  for (const uint32_t at : states) {
    const StudentMoment& moment = run.moments[at];
    if (holds(run, moment, now)) continue;  // the keys of the pass, loaded
    const auto equal = std::ranges::find_if(
        chapter, [&](const ChapterArray& each) { return holds(run, moment, each.values); });
    if (equal != chapter.end()) {
      if (roles.other_digit) continue;  // of a pass by other bits no array is the chapter's
      roles.right.push_back({.moment = at, .role = equal->label, .name = equal->name});
      continue;
    }
    const ChapterArray* role =
        meant(run, moment, chapter, now, moment.launch == first, more, roles.right);
    if (!role || roles.difference) continue;
    const auto places = elements_as_whole(run, moment, role->values.size());
    if (places.empty()) continue;
    FirstDifference difference{.moment = at,
                               .role = role->label,
                               .name = role->name,
                               .pass = pass,
                               .compared = static_cast<uint32_t>(places.size())};
    for (std::size_t i = places.size(); i-- > 0;)
      if (!moment.written[places[i]] || moment.values[places[i]] != role->values[i]) {
        ++difference.wrong;
        difference.element = places[i], difference.expected = role->values[i];
      }
    difference.each = keys_of_too_few_threads(run, moment, difference.element, roles.plan.cuts);
    if (!roles.plan.merges)
      difference.instead = instead_of(moment, places, *role, chapter, 1u << wide);
    roles.difference = difference;
  }
  // Where keys went right all the same, their own was taken off again
  if (std::ranges::count(roles.right, "local_keys", &RightArray::name) > 0) roles.inclusive.reset();
  return roles;
}

}  // namespace scope
