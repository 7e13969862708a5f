#include "own_merge_sort.hpp"

#include <algorithm>

#include "kernels/merge/merge_family.hpp"
#include "kernels/run/engine.hpp"
#include "levels.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;

/// Runs of the chapter's that begin with segments as long as his, if he has any, cut like this.
void add_likes(std::vector<Likeness>& all, const StudentCut& cut, uint32_t first_run) {
  // Where no store tells who merges, many threads a merge: that is what the exercise asks for
  for (const bool many : {true, false})
    for (const radix::RungInfo& rung : radix::rungs()) {
      if (rung.family != &merges::family || rung.has(radix::Use::keys_per_thread) != many) continue;
      Likeness like{.rung = rung.name};
      like.settings.threads_per_block = cut.threads, like.settings.keys_per_thread = cut.each;
      if (first_run > 2) like.settings.start = radix::SortStart::block;
      const radix::Settings used = radix::settings_for(rung, like.settings);
      const uint32_t segment = used.threads_per_block * used.keys_per_thread;
      if (first_run <= 2 || segment == first_run) all.push_back(std::move(like));
    }
}

std::vector<Likeness> like_the_merges(const StudentTraceRecipe& from) {
  const StudentPlan& plan = from.roles.plan;
  std::vector<Likeness> all;
  for (const StudentCut& cut : plan.cuts) add_likes(all, cut, plan.first_run);
  if (!all.empty() || from.run.launches.empty()) return all;
  // No launch cuts the keys into blocks: who merges is not told then, but what is
  const uint32_t threads = plan.first_run > 2 ? plan.first_run : from.run.launches[0].threads;
  add_likes(all, {.threads = std::clamp(threads, 1u, radix::max_threads_per_block)},
            plan.first_run);
  return all;
}

std::vector<std::vector<radix::ArrayId>> needed_by_merges(const radix::RungInfo&) {
  return {{merges::array::output}};
}

/// Who makes which output, where every thread stores its own piece of each merge.
bool makers_are_told(const radix::StudentRun& run, const radix::Trace& chapter, std::size_t step,
                     std::size_t at) {
  const radix::Step &source = chapter.steps[step - 1], &keys = chapter.steps[step];
  if (source.made != merges::array::source || keys.made != merges::array::output ||
      source.pass != keys.pass)
    return false;
  const radix::StudentMoment& moment = run.moments[at];
  const uint32_t n = chapter.problem.size(), threads = chapter.problem.threads_per_block();
  if (run.launches[moment.launch].threads != threads) return false;
  const Moment level{.trace = &chapter, .cursor = step + 1};
  const MergePart part = merge_part(level, keys.pass);
  const auto places = elements_as_whole(run, moment, n);
  return written_by(
      moment, n, [&](uint32_t i) { return places[i]; },
      [&](uint32_t i) {
        const MergePiece piece = piece_at(level, part, i);
        return piece.block * threads + piece.thread;
      });
}

}  // namespace

const OwnSort own_merge_sort{
    .like = like_the_merges, .needed = needed_by_merges, .stores_tell = makers_are_told};

}  // namespace scope
