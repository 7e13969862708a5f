#include "merge_questions.hpp"

#include "app/core/base/text.hpp"
#include "kernels/merge/merge_arrays.hpp"
#include "levels.hpp"
#include "text/merge.hpp"

namespace scope {
namespace {

/// The two runs that make an output, and how far they are merged before it.
struct MergePlace {
  PairOfRuns pair;
  radix::Array keys;                       ///< that the level reads
  std::vector<uint32_t> sources;           ///< of all outputs
  uint32_t k = 0, from_a = 0, from_b = 0;  ///< keys before the output: all, of A, of B
};
std::optional<MergePlace> merge_place(const Moment& after, uint32_t output) {
  const MergePart part = merge_part(after, after.pass());
  if (part.kind != MergePart::level) return std::nullopt;
  MergePlace place{.pair = pair_at(output, part.run, after.problem().size()),
                   .keys = input_of(after),
                   .sources = sources_of(after, part)};
  place.k = output - place.pair.begin;
  place.from_a = rank_of(place.sources, place.pair, place.k);
  place.from_b = place.k - place.from_a;
  if (place.pair.b == 0) return std::nullopt;
  return place;
}

uint32_t every_output(const Moment& after) {
  return merge_part(after, after.pass()).kind == MergePart::level ? after.problem().size() : 0;
}

/// True where the picture before the step shows one merge alone, and it is not this one.
bool is_elsewhere(const Moment& after, const PairOfRuns& pair) {
  Moment before = after;
  --before.cursor;
  if (!before.step() || before.step()->stage != radix::merges::stage::partition) return false;
  const MergePart part = merge_part(before, before.pass());
  const uint32_t shown = spoken_output(before, part);
  return pair_at(shown, part.run, before.problem().size()).begin != pair.begin;
}

std::string runs_words(const PairOfRuns& pair) {
  const uint32_t b = pair.begin + pair.a;
  return text::merge::ask_runs(
      {.a_first = pair.begin, .a_last = b - 1, .b_first = b, .b_last = b + pair.b - 1});
}

std::optional<Asked> ask_co_rank(const Moment& after, uint32_t output) {
  const auto place = merge_place(after, output);
  if (!place || place->k == 0) return std::nullopt;
  const uint32_t found = after.find(radix::merges::array::co_rank)->values[output];
  if (found != place->from_a) return std::nullopt;
  const radix::Problem& problem = after.problem();
  const PairOfRuns& pair = place->pair;
  uint32_t strict = 0;  // of A, where a tie is B's
  for (uint32_t k = 0, b = 0; k < place->k; ++k) {
    const auto key = [&](uint32_t at) { return place->keys.values[pair.begin + at]; };
    const bool of_a =
        strict < pair.a && (b == pair.b || problem.before(key(strict), key(pair.a + b)));
    ++(of_a ? strict : b);
  }
  return Asked{
      .question = text::paragraph(runs_words(pair), text::merge::ask_co_rank({.k = place->k})),
      .answer = found,
      .guesses = {{"half", place->k / 2},
                  {"all_of_a", std::min(place->k, pair.a)},
                  {"from_b", place->from_b},
                  {"ties_to_b", strict == found ? -1 : int64_t{strict}},
                  {"one_more", int64_t{found} + 1}}};
}

std::optional<Asked> ask_next_key(const Moment& after, uint32_t output) {
  const auto place = merge_place(after, output);
  if (!place || place->k == 0) return std::nullopt;
  const PairOfRuns& pair = place->pair;
  if (is_elsewhere(after, pair)) return std::nullopt;
  const uint32_t source = after.find(radix::merges::array::source)->values[output];
  if (place->from_a == pair.a || place->from_b == pair.b || source != place->sources[output])
    return std::nullopt;
  const bool of_a = source < pair.begin + pair.a;
  const uint32_t head_a = pair.begin + place->from_a, head_b = pair.begin + pair.a + place->from_b;
  const uint32_t turn =
      place->k % 2 == 0 ? pair.begin + place->k / 2 : pair.begin + pair.a + place->k / 2;
  return Asked{
      .question = text::paragraph(
          runs_words(pair), text::merge::ask_next_key({.number = place->k + 1, .slot = output})),
      .answer = source,
      .guesses = {{"other_head", of_a ? head_b : head_a},
                  {"alternating", turn},
                  {"concatenated", output},
                  {"largest", pair.begin + (of_a ? pair.a : 0) + (of_a ? pair.b : pair.a) - 1}},
      .lit = place->keys.ids[source]};
}

constexpr Misconception wrong_of_merge[] = {
    {"half", text::of_number<text::merge::wrong_half>, "merge_rounds_use_half_of_each"},
    {"all_of_a", text::of_number<text::merge::wrong_all_of_a>},
    {"from_b", text::of_number<text::merge::wrong_from_b>},
    {"ties_to_b", text::of_number<text::merge::wrong_ties_to_b>, "merge_less_for_less_or_equal"},
    {"other_head", text::of_number<text::merge::wrong_other_head>, "merge_equal_key_of_b_first"},
    {"alternating", text::of_number<text::merge::wrong_alternating>},
    {"concatenated", text::of_number<text::merge::wrong_concatenated>},
    {"largest", text::of_number<text::merge::wrong_largest>},
};

constexpr QuestionKind kinds_of_merging[] = {
    {"co_rank", text::merge::about_co_rank, radix::merges::array::co_rank, true, AnswerBy::number,
     every_output, ask_co_rank},
    {"next_key", text::merge::about_next_key, radix::merges::array::source, false, AnswerBy::place,
     every_output, ask_next_key},
};

}  // namespace

std::span<const QuestionKind> merge_questions() { return kinds_of_merging; }
std::span<const Misconception> merge_misconceptions() { return wrong_of_merge; }

}  // namespace scope
