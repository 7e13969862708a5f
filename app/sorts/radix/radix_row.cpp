/// Radix sort as a row of the list of families.
#include "radix_row.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "claims.hpp"
#include "facts.hpp"
#include "formula.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/radix/radix_family.hpp"
#include "kernels/run/engine.hpp"
#include "radix_questions.hpp"
#include "radix_worker.hpp"
#include "why.hpp"

namespace scope {

// Each figure's file defines one of these.
Scene draw_passes(const Moment&), draw_threads(const Moment&), draw_destination(const Moment&),
    draw_scan_tree(const Moment&), draw_local_sort(const Moment&), draw_bucket_table(const Moment&),
    draw_scan_chain(const Moment&), draw_memory(const Moment&), draw_banks(const Moment&),
    draw_tradeoff(const Moment&), draw_records(const Moment&);
bool few_records(const Moment&);  // so few that each is a large card

namespace {

using radix::ArrayId;
namespace array = radix::array;
using radix::Stage;
namespace stage = radix::stage;

bool always(const Moment&) { return true; }
/// Somebody's own run shows what it shows: no model of what the chapter's launches do.
bool is_chapter_run(const Moment& moment) { return moment.trace->own.empty(); }
/// Threads of a run that stopped may have no keys to write.
bool writers_have_keys(const Moment& moment) {
  const radix::Step* step = moment.step();
  return is_chapter_run(moment) &&
         (!step || std::ranges::all_of(step->arrays, [](const radix::SharedArray& each) {
           return each->id == array::output || is_whole(*each);
         }));
}
/// A run of somebody's own must show every level of a scan up to this one, and what is summed up.
bool scan_is_shown(const Moment& moment) {
  const radix::Step* step = moment.step();
  if (is_chapter_run(moment)) return true;
  const std::string_view sums = step ? radix::info(step->made).sums_of : "";
  if (sums.empty() || !latest(moment, *radix::radix_family.array_named(sums))) return false;
  uint32_t level = 0;
  for (const FinishedLevel& each : levels_of(moment, step->made))
    if (each.level != ++level) return false;
  return level == step->level;
}
bool coarsened(const Moment& moment) { return moment.problem().keys_per_thread() > 1; }
bool one_bit(const Moment& moment) { return moment.problem().settings().radix_bits == 1; }
bool several_bits(const Moment& moment) { return !one_bit(moment); }
bool one_bit_one_key(const Moment& moment) {
  return one_bit(moment) && !coarsened(moment) && threads_are_known(moment);
}
bool several_bits_one_key(const Moment& moment) {
  return several_bits(moment) && !coarsened(moment) && threads_are_known(moment);
}

bool several_keys(const Moment& moment) { return coarsened(moment) && threads_are_known(moment); }

bool in_block(const radix::SortInfo& sort) { return sort.sorts_in_block; }
bool digits_in_block(const radix::SortInfo& sort) {
  return sort.sorts_in_block && sort.wide_digits();
}
bool keys_in_block(const radix::SortInfo& sort) { return sort.sorts_in_block && sort.coarse(); }
bool over_the_grid(const radix::SortInfo& sort) { return !sort.sorts_in_block; }

constexpr Figure radix_figures[] = {
    {"fig13-1", "fig13-1", text::radix::shows_bits, draw_passes, one_bit},
    {"fig13-7", "fig13-7", text::radix::shows_digits, draw_passes, several_bits},
    {"fig13-2", "fig13-2", text::radix::shows_threads, draw_threads, threads_are_known},
    {"fig13-3", "fig13-3", text::radix::shows_destinations, draw_destination, threads_are_known,
     Tools::none, over_the_grid},
    {"scan-tree", text::radix::scan_tree, text::radix::shows_scan_tree, draw_scan_tree,
     scan_is_shown},
    {"scan-chain", text::radix::scan_chain, text::radix::shows_scan_chain, draw_scan_chain,
     is_chapter_run},
    {"fig13-5", "fig13-5", text::radix::shows_local_sort, draw_local_sort, one_bit_one_key,
     Tools::none, in_block},
    {"fig13-8", "fig13-8", text::radix::shows_local_digits, draw_local_sort, several_bits_one_key,
     Tools::none, digits_in_block},
    {"fig13-10", "fig13-10", text::radix::shows_several_keys, draw_local_sort, several_keys,
     Tools::none, keys_in_block},
    {"fig13-6", "fig13-6", text::radix::shows_table, draw_bucket_table, one_bit, Tools::none,
     in_block},
    {"fig13-9", "fig13-9", text::radix::shows_table, draw_bucket_table, several_bits, Tools::none,
     digits_in_block},
    {"records", text::radix::records, text::radix::shows_records, draw_records, few_records},
    {"memory", text::radix::memory, text::radix::shows_memory, draw_memory, writers_have_keys,
     Tools::memory},
    {"banks", text::radix::banks, text::radix::shows_banks, draw_banks, is_chapter_run,
     Tools::memory},
    {"trade-off", text::radix::tradeoff, text::radix::shows_tradeoff, draw_tradeoff, always,
     Tools::tradeoff},
};

constexpr Comparison radix_comparisons[] = {
    {"radix", text::radix::compare_radix,
     "sort digits; radix 1 | sort digits; radix 2 | sort digits; radix 4"},
    {"local_sort", text::radix::compare_local_sort, "sort one_bit | sort block_sort"},
    {"coarsening", text::radix::compare_coarsening,
     "sort digits; radix 2 | sort coarse; radix 2; keys_per_thread 2"},
};

/// Sorts in which every key finds its own way.
/// `whole_pass`: in a single launch, whose blocks wait for each other.
const char* for_grid_sort(ArrayId made, bool whole_pass) {
  if (one_of(made, {array::partial_ones, array::ones_before_in_block, array::block_ones}))
    return "scan-tree";
  if (made == array::ones_before_block) return whole_pass ? "scan-chain" : "scan-tree";
  if (made == array::ones_total) return whole_pass ? "scan-chain" : "fig13-3";
  if (made == array::output) return "fig13-2";
  return "fig13-3";
}

/// Sorts that sort in the block first, then write bucket by bucket.
const char* for_block_sort(ArrayId made, Stage stage) {
  const bool in_block_scan = made == array::partial_ones || made == array::block_ones ||
                             made == array::thread_ones || made == array::partial_thread_ones ||
                             made == array::ones_before_thread;
  if (in_block_scan) return "scan-tree";
  if (made == array::output) return "fig13-5";  // the arrows the keys travel along
  if (made == array::bucket_counts) return "fig13-6";
  const bool grid_wide = stage == stage::table_scan || stage == stage::scatter;
  return grid_wide ? "fig13-6" : "fig13-5";
}

const char* best_of_chapter(const Moment& moment) {
  const radix::Step* step = moment.step() ? moment.step() : moment.next();
  const ArrayId made = step ? step->made : array::bits;
  const Stage stage = step ? step->stage : stage::extract;
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  if (step && moment.problem().digit(step->pass).bits == 0) return "fig13-2";  // reversing
  if (!sorts_in_block(moment)) return for_grid_sort(made, sort && sort->one_launch());
  return for_block_sort(made, stage);
}

const char* best_radix_figure(const Moment& moment) {
  const std::string_view best = best_of_chapter(moment);
  for (const Figure& figure : radix_figures)
    if (figure.id == best && !is_chapter_run(moment) && !figure.fits(moment) &&
        (figure.draw != draw_local_sort || !threads_are_known(moment)))
      return sorts_in_block(moment) ? "fig13-6" : "fig13-1";
  return best.data();
}

std::string order_words(const radix::Problem& problem, uint32_t passes, uint32_t bits) {
  if (passes > problem.passes()) return text::all::largest_first;
  if (bits == 0) return text::all::not_yet;
  if (bits == problem.key_bits()) return text::radix::order_all;
  return text::radix::order_low({.all = problem.key_bits(), .bits = bits});
}

/// A key as it is told apart from its equals: by its value if it carries one, else by its mark.
std::string name_of(const radix::Problem& problem, uint32_t id) {
  return problem.values().empty()
             ? problem.text_of(problem.keys()[id]) + duplicate_marks(problem)[id]
             : std::to_string(problem.values()[id]);
}

std::string cut_words_of_radix(const radix::SortInfo& sort, const radix::Settings& settings) {
  const uint32_t keys = settings.keys_per_thread, threads = settings.threads_per_block;
  return sort.wide_digits()
             ? text::radix::cut_digits({.bits = settings.radix_bits,
                                        .coarse = sort.coarse(),
                                        .keys = keys,
                                        .threads = threads})
             : text::radix::cut({.coarse = sort.coarse(), .keys = keys, .threads = threads});
}

}  // namespace

Invariants kept_by_radix(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  const uint32_t passes = moment.pass() + (moment.find(radix::array::output) ? 1 : 0);
  const uint32_t bits = problem.sorted_bits(passes);
  const uint32_t mask = bits == 0 ? 0 : 0xffffffffu >> (32 - bits);
  const bool reversed = passes > problem.passes();
  Invariants found = all_there(moment, keys);
  found.order = order_words(problem, passes, bits);
  for (std::size_t i = 1; found.complete && i < keys.ids.size(); ++i) {
    const uint32_t left = keys.ids[i - 1], right = keys.ids[i];
    const uint32_t a = problem.ordered(problem.keys()[left]) & mask;
    const uint32_t b = problem.ordered(problem.keys()[right]) & mask;
    if (reversed ? a < b : a > b) found.ordered = false;
    if (a != b || left < right || bits == 0 || !found.stable) continue;
    found.stable = false;
    found.equals = text::all::equal_keys_turned(
        {.first = name_of(problem, left), .second = name_of(problem, right)});
  }
  if (!found.ordered) found.order = text::all::not_in_order;
  return found;
}

const FamilyRow radix_row{
    .sorts = &radix::radix_family,
    .figures = radix_figures,
    .comparisons = radix_comparisons,
    .best_figure = best_radix_figure,
    .why = why_of_radix,
    .formula = formula_of_radix,
    .kept = kept_by_radix,
    .legend = radix_legend,
    .key_of = radix_key_of,
    .example_key = radix_example_key,
    .table = radix_table,
    .chosen_entry = chosen_entry,
    .entry_name = entry_name,
    .worker = radix_worker,
    .threads = radix_threads,
    .thread_lines = radix_thread_lines,
    .part_name = radix_part_name,
    .claims = claims_of_radix,
    .questions = radix_questions,
    .misconceptions = radix_misconceptions,
    .cut_words = cut_words_of_radix,
};

}  // namespace scope
