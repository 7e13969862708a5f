#include "merge_row.hpp"

#include "kernels/merge/merge_family.hpp"
#include "kernels/run/engine.hpp"
#include "levels.hpp"
#include "merge_claims.hpp"
#include "merge_questions.hpp"
#include "merge_words.hpp"
#include "text/merge.hpp"

namespace scope {

Scene draw_merge_tree(const Moment&), draw_merge_path(const Moment&),
    draw_merge_tiles(const Moment&);

namespace {

bool of_every_merge(const Moment&) { return true; }

/// Where somebody's own run differs from the chapter's, its walk is not known.
bool of_right_merges(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  return trace.own.empty() || !trace.fault || trace.fault->step + 1 != moment.cursor;
}

bool of_tiled_merges(const Moment& moment) {
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  return sort != nullptr && sort->has(radix::Use::tiles);
}

constexpr Figure merge_figures[] = {
    {"fig13-11", "fig13-11", text::merge::tree_about, draw_merge_tree, of_every_merge},
    {"merge-path", text::merge::path, text::merge::path_about, draw_merge_path, of_right_merges},
    {"merge-tiles", text::merge::tiles, text::merge::tiles_about, draw_merge_tiles,
     of_tiled_merges},
};

constexpr Comparison merge_comparisons[] = {
    {"merging", text::merge::compare_merging,
     "sort merge_serial | sort merge_co_rank; keys_per_thread 1 | sort merge_path"},
    {"methods", text::merge::compare_methods,
     "sort coarse; radix 2 | sort merge_co_rank; keys_per_thread 1 | sort network_global"},
};

const char* best_merge_figure(const Moment& moment) {
  namespace merges = radix::merges;
  if (moment.step() && moment.step()->made == merges::array::loaded) return "merge-tiles";
  const bool walks = moment.step() && (moment.step()->stage == merges::stage::partition ||
                                       moment.step()->made == merges::array::source);
  return walks ? "merge-path" : "fig13-11";
}

/// The key whose way is told, once a level is at work.
uint32_t example_key_of_merges(const Moment& moment) {
  if (!moment.step()) return radix::none;
  const MergePart part = merge_part(moment, moment.pass());
  const uint32_t output = spoken_output(moment, part);
  const std::vector<uint32_t> sources = sources_of(moment, part);
  return output < sources.size() ? input_of(moment).ids[sources[output]] : radix::none;
}

/// What stands at an output belongs to the key that goes there, once that is known.
uint32_t key_of_output(const Moment& moment, const radix::Array& array, uint32_t index) {
  const bool of_input = array.id == radix::merges::array::destination;
  const radix::Array keys = input_of(moment);
  if (of_input) return keys.ids[index];
  if (array.id == radix::merges::array::loaded)
    return array.values[index] < keys.ids.size() ? keys.ids[array.values[index]] : radix::none;
  return keys.ids[sources_of(moment, merge_part(moment, moment.pass()))[index]];
}
/// Where threads write neighbouring outputs: the thread that writes the lit key.
std::optional<Worker> worker_of_merges(const Moment& moment) {
  const radix::Step& step = *moment.step();
  const radix::Array* made = step.find(step.made);
  namespace array = radix::merges::array;
  const uint32_t each = moment.problem().keys_per_thread();
  const bool search = each == 1 && one_of(step.made, {array::a_rank, array::co_rank});
  if (step.kernel != "merge_pieces" || !made ||
      !(search || one_of(step.made, {array::source, radix::array::output})))
    return std::nullopt;
  for (uint32_t i = 0; i < made->values.size(); ++i) {
    const uint32_t id = made->ids.empty() ? key_of_output(moment, *made, i) : made->ids[i];
    if (id != moment.selected() || id == radix::none) continue;
    const auto piece = piece_at(moment, merge_part(moment, moment.pass()), i);
    return Worker{piece.block, piece.thread, i};
  }
  return std::nullopt;
}

std::optional<uint64_t> compared_by_merging(const Moment& moment) {
  if (!moment.trace->own.empty()) return std::nullopt;  // unknown for a user's own kernel
  const bool segments = merge_part(moment, 0).kind == MergePart::segments;
  const bool sorted = moment.pass() > 0 || moment.find(radix::merges::array::segment_keys);
  return all_comparisons(moment) + (segments && sorted ? comparisons_in_segments(moment) : 0);
}
/// Of threads that share merges: what they have really made, searches included.
std::vector<Total> totals_of_merging(const Moment& moment) {
  if (!moment.trace->own.empty() || one_thread_a_pair(moment)) return {};
  const uint64_t segments = *compared_by_merging(moment) - all_comparisons(moment);
  return {{text::merge::total_searches, std::to_string(all_made(moment) + segments)}};
}
/// Every level writes n keys and compares for each but the last one of a pair.
std::vector<MostCompared> max_by_merging(uint32_t n) {
  uint64_t most = 0;
  for (uint64_t run = 1; run < n; run *= 2) {
    const uint64_t whole = n / (2 * run), rest = n % (2 * run);
    most += whole * (2 * run - 1) + (rest > run ? rest - 1 : 0);
  }
  return {{text::merge::most_compared, most}};
}

}  // namespace

const FamilyRow merge_row{
    .sorts = &radix::merges::family,
    .figures = merge_figures,
    .comparisons = merge_comparisons,
    .best_figure = best_merge_figure,
    .why = why_of_merges,
    .formula = formula_of_merges,
    .kept = kept_by_merges,
    .key_of = key_of_output,
    .stands = [](radix::ArrayId id) { return id != radix::merges::array::tile; },
    .example_key = example_key_of_merges,
    .compared = compared_by_merging,
    .compared_name = text::merge::total_compared,
    .max_compared = max_by_merging,
    .totals = totals_of_merging,
    .worker = worker_of_merges,
    .threads = threads_of_merges,
    .claims = claims_of_merges,
    .questions = merge_questions,
    .misconceptions = merge_misconceptions,
};

}  // namespace scope
