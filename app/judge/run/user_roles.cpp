#include "user_roles.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "kernels/run/engine.hpp"

namespace scope {

using radix::StudentMoment;
using radix::StudentRun;

namespace {

/// A shared array has as many elements as a block has keys then, several of each thread.
bool is_a_block_of(const StudentRun& run, const StudentCut& cut) {
  return cut.each > 1 && std::ranges::any_of(run.arrays, [&](const radix::StudentArray& array) {
           return array.kind == radix::StudentArray::Kind::shared &&
                  array.elements == uint64_t{cut.threads} * cut.each;
         });
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
    // As many blocks as the keys need, not one that only scans; of few keys that fits several cuts
    for (auto each = static_cast<uint32_t>((keys + all - 1) / all); each > 0 && each <= 32;
         ++each) {
      const StudentCut cut{.threads = launch.threads, .each = each};
      if (tiles(cut, true) != launch.blocks) break;
      if (own.empty() || own.back().threads != cut.threads || is_a_block_of(run, cut))
        own.push_back(cut);
      if (launch.blocks == 1) break;
    }
  }
  std::ranges::sort(own, {}, [&](const StudentCut& cut) {
    return std::tuple(!is_a_block_of(run, cut), cut.threads, cut.each);
  });
  // One thread that scans alone is no cut where others sort
  const bool many = std::ranges::any_of(
      run.launches, [](const radix::StudentLaunch& launch) { return launch.threads > 1; });
  for (const StudentCut& cut : own)
    if (cut.threads > 1 || !many) add(cut);
  return cuts;
}

/// The pass after the last right one: its moments go up to the next launch of its first kernel.
JudgedPass judged_pass(const StudentRun& run, const StudentPlan& plan,
                       const std::vector<uint32_t>& keys, uint32_t bits) {
  JudgedPass pass{.run = run,
                  .plan = plan,
                  .input = keys,
                  .bits = bits,
                  .number = static_cast<uint32_t>(plan.seen.size()),
                  .end = run.moments.size()};
  uint32_t from_launch = 0;
  if (!plan.seen.empty()) {
    from_launch = run.moments[plan.seen.back()].launch + 1;
    while (pass.begin < run.moments.size() && run.moments[pass.begin].launch < from_launch)
      ++pass.begin;
  }
  if (from_launch >= run.launches.size()) return pass.end = pass.begin, pass;
  const std::string& first = run.launches[from_launch].kernel;
  for (std::size_t i = pass.begin; i < run.moments.size(); ++i) {
    const uint32_t launch = run.moments[i].launch;
    if (launch > from_launch && run.launches[launch].kernel == first) {
      // Several launches of one kernel in a row are one pass only where another kernel follows
      pass.end = i;
      break;
    }
  }
  return pass;
}

/// The last state of every array of every launch, in time order.
std::vector<uint32_t> last_states(const JudgedPass& pass) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> last;
  for (std::size_t i = pass.begin; i < pass.end; ++i)
    last[{pass.run.moments[i].launch, pass.run.moments[i].array}] = static_cast<uint32_t>(i);
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

/// How the array at moment `at` differs from what it was meant to be; nothing where it cannot be
/// laid beside it.
std::optional<FirstDifference> difference_of(const JudgedPass& pass, uint32_t at,
                                             const ChapterArray& role) {
  const StudentMoment& moment = pass.run.moments[at];
  const auto places = elements_as_whole(pass.run, moment, role.values.size());
  if (places.empty()) return std::nullopt;
  FirstDifference difference{.moment = at,
                             .role = role.label,
                             .name = role.name,
                             .pass = pass.number,
                             .compared = static_cast<uint32_t>(places.size())};
  for (std::size_t i = places.size(); i-- > 0;)
    if (!moment.written[places[i]] || moment.values[places[i]] != role.values[i]) {
      ++difference.wrong;
      difference.element = places[i], difference.expected = role.values[i];
    }
  difference.each = keys_of_too_few_threads(pass.run, moment, difference.element, pass.plan.cuts);
  const UserSort& sort = *pass.plan.sort;
  if (sort.instead) difference.instead = sort.instead(pass, moment, places, role);
  return difference;
}

}  // namespace

StudentRoles find_roles(const UserSort& sort, const StudentRun& run,
                        const std::vector<uint32_t>& keys, uint32_t bits, uint32_t exercise,
                        const std::vector<StudentCut>& known) {
  const std::vector<StudentCut> cuts = cuts_of(run, keys.size(), known);
  StudentRoles roles{.plan = sort.plan({run, keys, bits, exercise, cuts})};
  roles.plan.sort = &sort;
  const auto number = static_cast<uint32_t>(roles.plan.seen.size());
  roles.whole = number == roles.plan.outputs.size();
  if (roles.whole || keys.empty()) return roles;
  JudgedPass pass = judged_pass(run, roles.plan, keys, bits);
  if (pass.begin == pass.end) return roles;
  const std::vector<uint32_t> states = last_states(pass);
  pass.chapter = sort.arrays(roles.plan, keys, bits, number);
  pass.first_launch = run.moments[pass.begin].launch;
  pass.more_launches = run.moments[states.back()].launch > pass.first_launch;
  if (sort.other_digit) roles.other_digit = sort.other_digit(pass);
  for (const uint32_t at : states) {
    const StudentMoment& moment = run.moments[at];
    if (holds(run, moment, pass.keys())) continue;  // the keys of the pass, loaded
    const auto equal = std::ranges::find_if(
        pass.chapter, [&](const ChapterArray& each) { return holds(run, moment, each.values); });
    if (roles.other_digit) continue;  // of a pass by other bits no array is the chapter's
    if (equal != pass.chapter.end()) {
      roles.right.push_back({.moment = at, .role = equal->label, .name = equal->name});
      continue;
    }
    const ChapterArray* role = sort.meant(pass, moment, roles.right);
    if (role && !roles.difference) roles.difference = difference_of(pass, at, *role);
  }
  if (sort.look_closer) sort.look_closer(pass, roles);
  return roles;
}

}  // namespace scope
