#include "msd_row.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/radix/facts.hpp"
#include "msd_words.hpp"
#include "text/all.hpp"
#include "text/msd.hpp"

namespace scope {

Scene draw_segments(const Moment&), draw_msd_tree(const Moment&), draw_msd_density(const Moment&);

namespace {

namespace msd = radix::msd;

bool of_every_msd(const Moment&) { return true; }

constexpr Figure msd_figures[] = {
    {"msd-level", text::msd::segments, text::msd::segments_about, draw_segments, of_every_msd},
    {"msd-tree", text::msd::tree, text::msd::tree_about, draw_msd_tree, of_every_msd},
    {"msd-density", text::msd::density, text::msd::density_about, draw_msd_density, of_every_msd},
};

constexpr Comparison msd_comparisons[] = {
    {"lsd_msd", text::msd::compare_ends, "sort digits; radix 1 | sort msd_segments; radix 1"},
    {"finish", text::msd::compare_finish,
     "sort msd_segments; radix 2; finish 1 | sort msd_segments; radix 2; finish 4"},
};

/// One picture through a whole run: keys stay where they stand. The tree of all levels is there to
/// be chosen.
const char* best_msd_figure(const Moment&) { return "msd-level"; }

/// Values stand by the place of the part's input; a segment by that of what stands there now.
uint32_t key_of_msd(const Moment& moment, const radix::Array& values, uint32_t index) {
  const radix::Array* output = moment.find(radix::array::output);
  return values.id == msd::array::segment && output ? output->ids[index]
                                                    : input_of(moment).ids[index];
}

Legend legend_of_msd(const Moment& moment) {
  const radix::Digit digit = moment.digit();
  if (!moment.step() || digit.bits == 0 || digit.buckets() > digit_inks) return {};
  Legend legend{
      text::msd::legend_bits(
          {.count = digit.bits, .high = digit.shift + digit.bits - 1, .low = digit.shift}),
      {}};
  for (uint32_t d = 0; d < digit.buckets(); ++d) legend.colours.push_back(binary(d, digit.bits));
  return legend;
}

std::vector<Total> totals_of_msd(const Moment& moment) {
  const MovedKeys moved = moved_keys(moment);
  return {{text::msd::total_moved, joined({moved.now, " / ", moved.all})},
          {text::msd::total_lowest, std::to_string(moved.lowest_first)}};
}

uint32_t every_key_of_a_level(const Moment& after) {
  return msd_backwards(after) ? 0 : after.problem().size();
}

std::optional<Asked> ask_slot_of_segment(const Moment& after, uint32_t place) {
  const radix::Problem& problem = after.problem();
  const radix::Array keys = input_of(after);
  const auto blocks = blocks_of_level(after);
  const auto own = std::ranges::find_if(blocks, [&](const SegmentBlock& b) {
    return b.open && b.piece.begin <= place && place < b.piece.end;
  });
  if (own == blocks.end()) return std::nullopt;
  const uint32_t key = keys.values[place], bits = after.digit().bits;
  const int64_t slot = after.find(msd::array::destination)->values[place],
                begin = own->segment.begin;
  const int64_t base =
      after.find(msd::array::bucket_starts)->values[std::size_t{own->first_block} << bits];
  int64_t sorted = 0;
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    const uint32_t other = keys.values[i];
    sorted += problem.before(other, key) || (i < place && !problem.before(key, other)) ? 1 : 0;
  }
  const radix::Digit digit = after.digit();
  return Asked{.question = text::msd::ask_slot({.begin = begin,
                                                .bits = bits_of(digit),
                                                .digit = binary(digit.of(key), bits),
                                                .key = key_words(problem, keys.ids[place]),
                                                .last = own->segment.end - 1,
                                                .place = place}),
               .answer = static_cast<uint32_t>(slot),
               .guesses = {{"no_base", base == 0 ? -1 : slot + base},
                           {"no_segment_start", begin == 0 ? -1 : slot - begin},
                           {"stays", place},
                           {"by_value", sorted}},
               .key = keys.ids[place]};
}

constexpr Misconception wrong_of_msd[] = {
    {"no_base", text::of_number<text::msd::wrong_no_base>, "msd_no_base"},
    {"no_segment_start", text::of_number<text::msd::wrong_no_segment_start>},
};

constexpr QuestionKind kinds_of_levels[] = {
    {"slot_of_segment", text::msd::ask_slot_about, msd::array::destination, true, AnswerBy::place,
     every_key_of_a_level, ask_slot_of_segment},
};
std::span<const QuestionKind> questions_of_msd() { return kinds_of_levels; }
std::span<const Misconception> misconceptions_of_msd() { return wrong_of_msd; }

std::string cut_of_msd(const radix::SortInfo&, const radix::Settings& settings) {
  return text::msd::cut({.bits = settings.radix_bits,
                         .finish = settings.finish,
                         .threads = settings.threads_per_block});
}

}  // namespace

const FamilyRow msd_row{
    .sorts = &msd::family,
    .figures = msd_figures,
    .comparisons = msd_comparisons,
    .best_figure = best_msd_figure,
    .why = why_of_segments,
    .formula = formula_of_segments,
    .kept = kept_by_segments,
    .legend = legend_of_msd,
    .key_of = key_of_msd,
    .example_key = example_key_of_segments,
    .totals = totals_of_msd,
    .threads = threads_of_segments,
    .questions = questions_of_msd,
    .misconceptions = misconceptions_of_msd,
    .cut_words = cut_of_msd,
};

}  // namespace scope
