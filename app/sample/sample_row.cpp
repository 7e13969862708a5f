#include "sample_row.hpp"

#include <algorithm>

#include "app/base/text.hpp"
#include "app/radix/facts.hpp"
#include "sample_words.hpp"

namespace scope {

Scene draw_sample(const Moment&), draw_balance(const Moment&), draw_sample_buckets(const Moment&);
// Of the pass of a radix sort that it is
Scene draw_local_sort(const Moment&), draw_bucket_table(const Moment&),
    draw_scan_tree(const Moment&), draw_memory(const Moment&);

namespace {

namespace sample = radix::sample;

bool of_every_sample(const Moment&) { return true; }
bool sorts_buckets(const Moment& moment) { return moment.pass() > 0; }

constexpr Figure sample_figures[] = {
    {"sample-strip", "Sample", "a few keys say where to cut all", draw_sample, of_every_sample},
    {"balance", "Balance", "the largest bucket, with more and more samples", draw_balance,
     of_every_sample},
    {"sample-local", "Figure 13.8", "sort by the bucket in shared memory, then write",
     draw_local_sort, goes_by_radix},
    {"sample-table", "Figure 13.9", "where every block's buckets by splitters go",
     draw_bucket_table, goes_by_radix},
    {"sample-scan", "Scan tree", "the scan of a sample sort, level by level", draw_scan_tree,
     goes_by_radix},
    {"sample-memory", "Memory", "what one store of a bucket touches", draw_memory, goes_by_radix,
     Tools::memory},
    {"sample-buckets", "Buckets", "a block sorts a bucket", draw_sample_buckets, sorts_buckets},
};

constexpr Comparison sample_comparisons[] = {
    {"oversampling", "1, 2 or 4 samples a bucket",
     "rung sample_buckets; radix 2; oversampling 1 | rung sample_buckets; radix 2; oversampling 2 "
     "| rung sample_buckets; radix 2; oversampling 4"},
    {"bottom_up_top_down", "sort, then combine, or cut, then sort",
     "rung merge_co_rank; keys_per_thread 1 | rung sample_buckets; radix 2"},
    {"equal_buckets", "equal keys behind their splitter, or in buckets of their own",
     "rung sample_buckets; radix 2; equal_buckets off | rung sample_buckets; radix 2; "
     "equal_buckets on"},
};

const char* best_sample_figure(const Moment& moment) {
  if (sorts_buckets(moment)) return "sample-buckets";
  if (!goes_by_radix(moment)) return "sample-strip";
  const radix::ArrayId made = moment.step()->made;
  const radix::Stage stage = moment.step()->stage;
  if (one_of(made, {radix::array::partial_ones, radix::array::block_ones})) return "sample-scan";
  if (made == radix::array::output) return "sample-local";
  const bool of_table = one_of(stage, {radix::stage::table_scan, radix::stage::scatter}) ||
                        made == radix::array::bucket_counts;
  return of_table ? "sample-table" : "sample-local";
}

uint32_t key_of_sample(const Moment& moment, const radix::Array& values, uint32_t index) {
  return goes_by_radix(moment) ? radix_key_of(moment, values, index) : input_of(moment).ids[index];
}

Legend legend_of_sample(const Moment& moment) {
  const uint32_t buckets = moment.problem().sample_digit().buckets();
  if (!moment.step() || moment.problem().size() == 0 || buckets > digit_inks) return {};
  if (moment.pass() == 0 && moment.step()->stage == sample::stage::sample) return {};
  Legend legend{"bucket", {}};
  for (uint32_t b = 0; b < buckets; ++b) legend.colours.push_back(say(b));
  return legend;
}

std::vector<Total> totals_of_sample(const Moment& moment) {
  std::vector<Total> all{{"samples", say(moment.problem().samples())}};
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Array* sizes = moment.trace->steps[s].find(sample::array::bucket_sizes);
    if (sizes == nullptr) continue;
    uint32_t largest = 0;
    for (const uint32_t size : sizes->values) largest = std::max(largest, size);
    all.push_back({"largest bucket", say(largest, " of ", moment.problem().size())});
    break;
  }
  return all;
}

std::string cut_of_sample(const radix::RungInfo&, const radix::Settings& settings) {
  return say(1u << settings.radix_bits, " buckets · ", counted(settings.oversampling, "sample"),
             " each · ", counted(settings.threads_per_block, "thread"));
}

}  // namespace

const Family sample_row{
    .sorts = &sample::family,
    .figures = sample_figures,
    .comparisons = sample_comparisons,
    .best_figure = best_sample_figure,
    .why = why_of_sample,
    .formula = formula_of_sample,
    .kept = kept_by_sample,
    .legend = legend_of_sample,
    .key_of = key_of_sample,
    .hero = hero_of_sample,
    .table = radix_table,
    .chosen_entry = chosen_entry,
    .entry_name = entry_name,
    .compared = compared_by_sample,
    .totals = totals_of_sample,
    .threads = threads_of_sample,
    .thread_lines = radix_thread_lines,
    .cut_words = cut_of_sample,
};

}  // namespace scope
