#include "user_radix_sort.hpp"

#include <algorithm>

#include "app/judge/run/user_trace.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "text/judge.hpp"
#include "user_radix_roles.hpp"

namespace scope {
namespace {

using radix::StudentMoment;
using radix::StudentRun;
namespace array = radix::array;

std::vector<SimilarRun> like_the_chapter(const StudentTraceRecipe& from) {
  const StudentPlan& plan = from.roles.plan;
  std::vector<SimilarRun> all;
  for (const StudentCut& cut : plan.cuts)
    for (const std::string& sort : sorts_like(cut, plan.radix_bits)) {
      SimilarRun like{.sort = sort};
      like.settings.threads_per_block = cut.threads, like.settings.keys_per_thread = cut.each;
      like.settings.radix_bits = plan.radix_bits;
      all.push_back(std::move(like));
    }
  return all;
}

std::vector<SimilarRun> with_other_scans(const SimilarRun& best) {
  std::vector<SimilarRun> all;
  for (const radix::BlockScan scan : radix::block_scans) {
    if (scan == best.settings.scan) continue;
    all.push_back(best);
    all.back().settings.scan = scan;
  }
  return all;
}

std::vector<std::vector<radix::ArrayId>> needed_by(const radix::SortInfo& sort) {
  if (sort.sorts_in_block)
    return {{array::local_keys}, {array::bucket_counts}, {array::bucket_starts}, {array::output}};
  return {{array::ones_before, array::ones_before_in_block}, {array::output}};
}

/// True where threads that have several keys were seen to load theirs, as the chapter's do.
bool loads_tell(const StudentRun& run, const radix::Problem& problem, const radix::Step& step,
                std::size_t before) {
  if (problem.keys_per_thread() == 1) return true;
  const std::vector<uint32_t>& keys = step.find(array::keys)->values;
  for (std::size_t m = before; m-- > 0 && run.moments[m].launch == run.moments[before].launch;) {
    const StudentMoment& moment = run.moments[m];
    if (!is_shared(run, moment) || !holds(run, moment, keys)) continue;
    const auto places = elements_as_whole(run, moment, keys.size());
    if (written_by(
            moment, problem.size(), [&](uint32_t i) { return places[i]; },
            [&](uint32_t i) {
              return problem.block_of(i) * problem.threads_per_block() + problem.thread_of(i);
            }))
      return true;
  }
  return false;
}

/// The slots, where keys went to them in one go.
bool slots_are_told(const StudentRun& run, const radix::Trace& chapter, std::size_t step,
                    std::size_t at) {
  const radix::Problem& problem = chapter.problem;
  const radix::Step &slots = chapter.steps[step - 1], &keys = chapter.steps[step];
  const StudentMoment& moment = run.moments[at];
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  if (launch.threads != problem.threads_per_block() || slots.pass != keys.pass) return false;
  const bool local = keys.made == array::local_keys;
  if (!local && keys.made != array::output) return false;
  if (slots.made != (local ? array::local_destination : array::destination)) return false;
  const auto places = elements_as_whole(run, moment, problem.size());
  const std::vector<uint32_t>& slot = slots.find(slots.made)->values;
  const uint32_t threads = problem.threads_per_block(), each = problem.keys_per_thread();
  const auto element = [&](uint32_t i) {
    return places[std::min<std::size_t>(
        local ? problem.block_begin(problem.block_of(i)) + slot[i] : slot[i], places.size() - 1)];
  };
  // Inside the block a thread takes neighbours, whoever read them
  const auto owner = [&](uint32_t i) {
    const uint32_t thread =
        local ? (i - problem.block_begin(problem.block_of(i))) / each : problem.thread_of(i);
    return problem.block_of(i) * threads + thread;
  };
  return written_by(moment, problem.size(), element, owner) &&
         (!local || keys.split > 0 || loads_tell(run, problem, keys, at));
}

std::string words_of_passes(const StudentPlan& plan) {
  const auto passes = static_cast<uint32_t>(plan.outputs.size());
  // Every sort comes to what one pass over all bits would
  return passes == 1 ? "" : text::judge::plan_radix({.bits = plan.radix_bits, .passes = passes});
}

}  // namespace

const UserSort user_radix_sort{.plan = user_radix::plan,
                               .arrays = user_radix::arrays,
                               .meant = user_radix::meant,
                               .words = words_of_passes,
                               .carries_indices = true,
                               .other_digit = user_radix::other_digit,
                               .instead = user_radix::instead,
                               .look_closer = user_radix::look_closer,
                               .like = like_the_chapter,
                               .also_like = with_other_scans,
                               .needed = needed_by,
                               .stores_tell = slots_are_told};

}  // namespace scope
