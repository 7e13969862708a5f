#include "user_merge_sort.hpp"

#include <algorithm>
#include <set>

#include "app/judge/run/user_trace.hpp"
#include "app/sorts/merge/levels.hpp"
#include "kernels/merge/merge_family.hpp"
#include "kernels/run/engine.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;

/// The keys in runs of `length`, each sorted; then in runs twice as long, until all is one.
std::vector<std::vector<uint32_t>> outputs_of(std::vector<uint32_t> keys, std::size_t length) {
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

/// By the length of the runs that it first makes: those that launches or their cuts would make.
StudentPlan plan_of_runs(const PlanRecipe& from) {
  std::set<uint32_t> lengths{2};
  for (const radix::StudentLaunch& launch : from.run.launches)
    for (const uint32_t each : {launch.threads, 2 * launch.threads})
      if (each > 2) lengths.insert(each);
  for (const StudentCut& cut : from.cuts)
    if (cut.threads * cut.each > 2) lengths.insert(cut.threads * cut.each);
  std::vector<StudentPlan> plans;
  for (const uint32_t length : lengths)
    plans.push_back({.first_run = length, .outputs = outputs_of(from.keys, length)});
  const StudentPlan best = likeliest(plans, from);
  // Where no pass is right: as many passes as there were launches
  const auto& launches = from.run.launches;
  if (best.seen.empty())
    for (const StudentPlan& plan : plans)
      if (plan.outputs.size() == launches.size()) return plan;
  return best;
}

std::vector<ChapterArray> runs_after(const StudentPlan& plan, const std::vector<uint32_t>&,
                                     uint32_t, uint32_t pass) {
  if (pass >= plan.outputs.size()) return {};
  return {{.name = "output",
           .label = text::judge::runs_of({.keys = plan.first_run << pass}),
           .values = plan.outputs[pass]}};
}

/// An array is blamed where half of its values are keys.
const ChapterArray* runs_meant(const JudgedPass& pass, const radix::StudentMoment& moment,
                               const std::vector<RightArray>&) {
  const std::vector<uint32_t>& keys = pass.keys();
  const auto places = elements_as_whole(pass.run, moment, keys.size());
  const bool varied = std::set<uint32_t>(keys.begin(), keys.end()).size() > 2;
  if (places.empty() || is_shared(pass.run, moment) || !varied || pass.chapter.empty() ||
      2 * keys_among(moment, places, keys) < keys.size())
    return nullptr;
  return &pass.chapter.front();
}

std::string words_of_merging(const StudentPlan& plan) {
  return text::judge::plan_merge({.keys = plan.first_run, .steps = plan.outputs.size()});
}

/// Runs of the chapter's that begin with segments as long as his, if he has any, cut like this.
void add_likes(std::vector<SimilarRun>& all, const StudentCut& cut, uint32_t first_run) {
  // Where no store tells who merges, many threads per merge: that is what the exercise asks for
  for (const bool many : {true, false})
    for (const radix::SortInfo& sort : radix::sorts()) {
      if (sort.family != &merges::family || sort.has(radix::Use::keys_per_thread) != many) continue;
      SimilarRun like{.sort = sort.name};
      like.settings.threads_per_block = cut.threads, like.settings.keys_per_thread = cut.each;
      if (first_run > 2) like.settings.start = radix::SortStart::block;
      const radix::Settings used = radix::settings_for(sort, like.settings);
      const uint32_t segment = used.threads_per_block * used.keys_per_thread;
      if (first_run <= 2 || segment == first_run) all.push_back(std::move(like));
    }
}

std::vector<SimilarRun> like_the_merges(const StudentTraceRecipe& from) {
  const StudentPlan& plan = from.roles.plan;
  std::vector<SimilarRun> all;
  for (const StudentCut& cut : plan.cuts) add_likes(all, cut, plan.first_run);
  if (!all.empty() || from.run.launches.empty()) return all;
  // No launch cuts the keys into blocks: who merges is not told then, but what is
  const uint32_t threads = plan.first_run > 2 ? plan.first_run : from.run.launches[0].threads;
  add_likes(all, {.threads = std::clamp(threads, 1u, radix::max_threads_per_block)},
            plan.first_run);
  return all;
}

std::vector<std::vector<radix::ArrayId>> needed_by_merges(const radix::SortInfo&) {
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

const UserSort user_merge_sort{.plan = plan_of_runs,
                               .arrays = runs_after,
                               .meant = runs_meant,
                               .words = words_of_merging,
                               .like = like_the_merges,
                               .needed = needed_by_merges,
                               .stores_tell = makers_are_told};

}  // namespace scope
