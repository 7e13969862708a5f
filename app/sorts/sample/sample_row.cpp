#include "sample_row.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/radix/facts.hpp"
#include "app/sorts/radix/radix_worker.hpp"
#include "sample_words.hpp"
#include "text/radix.hpp"
#include "text/sample.hpp"

namespace scope {

Scene draw_sample(const Moment&), draw_balance(const Moment&), draw_sample_buckets(const Moment&);
// Figures of radix sort, of which sample sort makes a pass
Scene draw_local_sort(const Moment&), draw_bucket_table(const Moment&),
    draw_scan_tree(const Moment&), draw_memory(const Moment&);

namespace {

namespace sample = radix::sample;

bool of_every_sample(const Moment&) { return true; }
bool sorts_buckets(const Moment& moment) { return moment.pass() > 0; }

constexpr Figure sample_figures[] = {
    {"sample-strip", text::sample::figure, text::sample::figure_about, draw_sample,
     of_every_sample},
    {"balance", text::sample::balance, text::sample::balance_about, draw_balance, of_every_sample},
    {"sample-local", "fig13-8", text::sample::local_about, draw_local_sort, goes_by_radix},
    {"sample-table", "fig13-9", text::sample::table_about, draw_bucket_table, goes_by_radix},
    {"sample-scan", text::radix::scan_tree, text::sample::scan_about, draw_scan_tree,
     goes_by_radix},
    {"sample-memory", text::radix::memory, text::sample::memory_about, draw_memory, goes_by_radix,
     Tools::memory},
    {"sample-buckets", text::sample::buckets, text::sample::buckets_about, draw_sample_buckets,
     sorts_buckets},
};

constexpr Comparison sample_comparisons[] = {
    {"oversampling", text::sample::compare_oversampling,
     "sort sample_buckets; radix 2; oversampling 1 | sort sample_buckets; radix 2; oversampling 2 "
     "| sort sample_buckets; radix 2; oversampling 4"},
    {"bottom_up_top_down", text::sample::compare_ways,
     "sort merge_co_rank; keys_per_thread 1 | sort sample_buckets; radix 2"},
    {"equal_buckets", text::sample::compare_equal,
     "sort sample_buckets; radix 2; equal_buckets off | sort sample_buckets; radix 2; "
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
  Legend legend{text::sample::legend, {}};
  for (uint32_t b = 0; b < buckets; ++b) legend.colours.push_back(std::to_string(b));
  return legend;
}

std::vector<Total> totals_of_sample(const Moment& moment) {
  std::vector<Total> all{{text::sample::total_samples, std::to_string(moment.problem().samples())}};
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Array* sizes = moment.trace->steps[s].find(sample::array::bucket_sizes);
    if (sizes == nullptr) continue;
    uint32_t largest = 0;
    for (const uint32_t size : sizes->values) largest = std::max(largest, size);
    all.push_back(
        {text::sample::total_largest,
         text::sample::largest_of({.keys = moment.problem().size(), .largest = largest})});
    break;
  }
  return all;
}

uint32_t every_key_once(const Moment& after) {
  return after.problem().settings().equal_buckets ? 0 : after.problem().size();
}

std::optional<Asked> ask_bucket(const Moment& after, uint32_t place) {
  const radix::Problem& problem = after.problem();
  const radix::Array keys = input_of(after);
  const uint32_t key = keys.values[place], bits = problem.sample_digit().bits,
                 found = after.find(sample::array::bucket)->values[place];
  uint32_t smaller = 0;
  const std::vector<uint32_t>& splitters = after.find(sample::array::splitters)->values;
  for (const uint32_t splitter : splitters) smaller += problem.before(splitter, key) ? 1 : 0;
  if (splitters.empty()) return std::nullopt;
  const uint32_t all_bits = problem.key_bits();
  std::string cuts;
  for (const uint32_t splitter : splitters)
    cuts += (cuts.empty() ? "" : " ") + problem.text_of(splitter);
  return Asked{
      .question = text::sample::ask_bucket({.count = splitters.size(),
                                            .key = key_words(problem, keys.ids[place]),
                                            .splitters = cuts}),
      .answer = found,
      .guesses = {{"before_its_splitter", smaller == found ? -1 : int64_t{smaller}},
                  {"behind", static_cast<int64_t>(splitters.size()) - found},
                  {"highest_digit",
                   bits > all_bits ? -1 : int64_t{problem.ordered(key) >> (all_bits - bits)}}},
      .key = keys.ids[place]};
}

uint32_t every_key_of_a_bucket(const Moment& after) {
  return sample_part(after) == SamplePart::in_buckets ? after.problem().size() : 0;
}

std::optional<Asked> ask_slot_in_bucket(const Moment& after, uint32_t place) {
  const radix::Problem& problem = after.problem();
  const radix::Array keys = input_of(after);
  const auto bucket = bucket_by_splitters(after, keys.values[place]);
  if (!bucket) return std::nullopt;
  const std::vector<uint32_t> begins = sample_begins(after);
  const int64_t slot = after.find(radix::array::destination)->values[place],
                begin = begins[*bucket], end = begins[*bucket + 1];
  return Asked{.question = text::sample::ask_slot({.begin = begin,
                                                   .bucket = *bucket,
                                                   .key = key_words(problem, keys.ids[place]),
                                                   .last = end - 1,
                                                   .place = place}),
               .answer = static_cast<uint32_t>(slot),
               .guesses = {{"no_bucket_start", begin == 0 ? -1 : slot - begin},
                           {"stays", place},
                           {"reversed", begin + end - 1 - slot}},
               .key = keys.ids[place]};
}

constexpr Misconception wrong_of_sample[] = {
    {"before_its_splitter", text::of_number<text::sample::wrong_before_its_splitter>,
     "sample_less"},
    {"highest_digit", text::of_number<text::sample::wrong_highest_digit>},
};

constexpr QuestionKind kinds_of_sampling[] = {
    {"bucket_by_splitters", text::sample::about_bucket, sample::array::bucket, true,
     AnswerBy::number, every_key_once, ask_bucket},
    {"slot_in_bucket", text::sample::about_slot, radix::array::destination, true, AnswerBy::place,
     every_key_of_a_bucket, ask_slot_in_bucket},
};
std::span<const QuestionKind> questions_of_sample() { return kinds_of_sampling; }
std::span<const Misconception> misconceptions_of_sample() { return wrong_of_sample; }

std::string cut_of_sample(const radix::SortInfo&, const radix::Settings& settings) {
  return text::sample::cut({.buckets = 1u << settings.radix_bits,
                            .samples = settings.oversampling,
                            .threads = settings.threads_per_block});
}

/// The thread at work in the kernels of section 13.5, which write the keys bucket by bucket.
std::optional<Worker> worker_of_sample(const Moment& moment) {
  constexpr std::string_view kernels[] = {"sort_in_block_by_digit", "exclusive_scan",
                                          "write_digit_buckets"};
  const bool ours = std::ranges::find(kernels, moment.step()->kernel) != std::end(kernels);
  return ours ? radix_worker(moment) : std::nullopt;
}

}  // namespace

const FamilyRow sample_row{
    .sorts = &sample::family,
    .figures = sample_figures,
    .comparisons = sample_comparisons,
    .best_figure = best_sample_figure,
    .why = why_of_sample,
    .formula = formula_of_sample,
    .kept = kept_by_sample,
    .legend = legend_of_sample,
    .key_of = key_of_sample,
    .example_key = example_key_of_sample,
    .table = radix_table,
    .chosen_entry = chosen_entry,
    .entry_name = entry_name,
    .compared = compared_by_sample,
    .totals = totals_of_sample,
    .worker = worker_of_sample,
    .threads = threads_of_sample,
    .thread_lines = radix_thread_lines,
    .questions = questions_of_sample,
    .misconceptions = misconceptions_of_sample,
    .cut_words = cut_of_sample,
};

}  // namespace scope
