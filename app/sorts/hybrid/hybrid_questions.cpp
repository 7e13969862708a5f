#include "hybrid_questions.hpp"

#include <algorithm>
#include <vector>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/onesweep/sweep_questions.hpp"
#include "capacity_parts.hpp"
#include "hybrid_parts.hpp"
#include "text/hybrid.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

uint32_t all_buckets(const Moment& after) {
  if (is_by_capacity(after)) return 0;
  return radix::hybrid::digits_of(after.problem()).buckets();
}

std::optional<Asked> ask_bucket_begin(const Moment& after, uint32_t bucket) {
  const radix::Problem& problem = after.problem();
  const radix::hybrid::Plan plan = radix::hybrid::digits_of(problem);
  const uint32_t rows = plan.second.buckets(), high = bucket / rows, low = bucket % rows;
  int64_t begin = 0, count = 0, behind = 0, low_first = 0;
  for (const uint32_t key : problem.keys()) {
    const uint32_t other = radix::hybrid::bucket_of(plan, key);
    begin += other < bucket ? 1 : 0;
    count += other == bucket ? 1 : 0;
    behind += other > bucket ? 1 : 0;
    const uint32_t their_low = other % rows, their_high = other / rows;
    low_first += their_low < low || (their_low == low && their_high < high) ? 1 : 0;
  }
  if (begin != after.find(sweep::array::bucket_begins)->values[bucket]) return std::nullopt;
  return Asked{.question = text::hybrid::question_start(
                   {.bits = plan.bits(), .bucket = binary(bucket, plan.bits())}),
               .answer = static_cast<uint32_t>(begin),
               .guesses = {{"inclusive", begin + count},
                           {"the_count", count},
                           {"behind", behind},
                           {"low_digit_first", plan.second.bits == 0 ? -1 : low_first}}};
}

uint32_t keys_in_buckets(const Moment& after) {
  return !is_by_capacity(after) && !fell_back(after) &&
                 buckets_part(after) == BucketsPart::in_buckets
             ? after.problem().size()
             : 0;
}

std::optional<Asked> ask_bucket_rank(const Moment& after, uint32_t place) {
  const radix::Problem& problem = after.problem();
  const radix::Array keys = input_of(after);
  const std::vector<uint32_t> begins = parents_of_part(after);
  const auto behind = std::ranges::upper_bound(begins, place);
  const uint32_t begin = *(behind - 1), end = *behind;
  if (end - begin < 2) return std::nullopt;
  int64_t rank = 0, larger = 0, equal_behind = 0;
  for (uint32_t k = begin; k < end; ++k) {
    const uint32_t mine = problem.ordered(keys.values[place]),
                   theirs = problem.ordered(keys.values[k]);
    rank += theirs < mine || (theirs == mine && k < place) ? 1 : 0;
    larger += theirs > mine ? 1 : 0;
    equal_behind += theirs == mine && k > place ? 1 : 0;
  }
  if (rank != after.find(sweep::array::bucket_rank)->values[place]) return std::nullopt;
  return Asked{.question = text::hybrid::question_rank({.first = begin,
                                                        .key = key_words(problem, keys.ids[place]),
                                                        .last = end - 1,
                                                        .place = place}),
               .answer = static_cast<uint32_t>(rank),
               .guesses = {{"inclusive", rank + 1},
                           {"behind", larger},
                           {"equal_too", equal_behind == 0 ? -1 : rank + equal_behind},
                           {"stays", int64_t{place} - begin},
                           {"from_the_first", begin == 0 ? -1 : begin + rank}},
               .key = keys.ids[place]};
}

// ------------------------------------------------------------------ buckets of a fixed capacity

uint32_t one_if_stretched(const Moment& after) {
  return is_by_capacity(after) && known_number(after, sweep::array::varying).value_or(0) > 0 ? 1
                                                                                             : 0;
}
uint32_t one_if_looked(const Moment& after) {
  return is_by_capacity(after) && after.problem().size() > 1 ? 1 : 0;
}
uint32_t all_slots(const Moment& after) {
  const radix::Array* slots = after.find(sweep::array::bucket_slots);
  return is_by_capacity(after) && slots ? static_cast<uint32_t>(slots->values.size()) : 0;
}

std::optional<Asked> ask_falls(const Moment& after, uint32_t) {
  const radix::hybrid::CapacityPlan plan = radix::hybrid::capacity_plan_of(after.problem());
  if (plan.falls != known_number(after, sweep::array::falls)) return std::nullopt;
  return Asked{.question = text::hybrid::question_falls,
               .answer = plan.falls,
               .guesses = {{"larger_ones", plan.rises},
                           {"order_broken_once", plan.falls > 1 ? 1 : -1},
                           {"one_more", int64_t{plan.falls} + 1}}};
}

std::optional<Asked> ask_factor(const Moment& after, uint32_t) {
  const radix::Problem& problem = after.problem();
  const radix::hybrid::CapacityPlan plan = radix::hybrid::capacity_plan_of(problem);
  const uint32_t most = ~0u >> (32 - problem.key_bits()),
                 range = (plan.highest - plan.lowest) >> plan.zeros;
  const auto other = [&](uint32_t factor) {  // a misconception that gives the answer, too, is none
    return factor == plan.factor ? int64_t{-1} : int64_t{factor};
  };
  return Asked{
      .question = text::hybrid::question_factor(
          {.bits = problem.key_bits(), .most = most, .range = range, .shifted = plan.zeros > 0}),
      .answer = plan.factor,
      .guesses = {{"one_factor_more", int64_t{plan.factor} + 1},
                  {"lowest_left_in", other(most / std::max(plan.highest, 1u))},
                  {"constant_bits_left_in", other(most / (plan.highest - plan.lowest))}}};
}

/// `slot`: the first one of a bucket.
std::optional<Asked> ask_empty_slots(const Moment& after, uint32_t slot) {
  const CapacityMoment m = capacity_moment(after);
  const uint32_t capacity = m.capacity(), bucket = slot / capacity;
  if (slot % capacity != 0 || bucket >= m.buckets()) return std::nullopt;
  const uint32_t count = m.wanted()[bucket];
  const auto& ids = m.slots->ids;
  const auto filled =
      capacity - std::count(ids.begin() + slot, ids.begin() + slot + capacity, radix::none);
  if (count != filled || count == 0) return std::nullopt;
  const uint32_t mean = (m.n() + m.buckets() - 1) / m.buckets();
  return Asked{.question = text::hybrid::question_empty(
                   {.bucket = binary(bucket, m.bits()), .first = slot, .slots = capacity}),
               .answer = capacity - count,
               .guesses = {{"filled_slots", count},
                           {"all_but_the_mean", int64_t{capacity} - mean},
                           {"one_more", int64_t{capacity} - count + 1}}};
}

constexpr Misconception wrong_of_hybrid[] = {
    {"larger_ones", text::of_number<text::hybrid::wrong_larger_ones>},
    {"order_broken_once", text::of_number<text::hybrid::wrong_order_broken_once>},
    {"one_factor_more", text::of_number<text::hybrid::wrong_one_factor_more>},
    {"lowest_left_in", text::of_number<text::hybrid::wrong_lowest_left_in>},
    {"constant_bits_left_in", text::of_number<text::hybrid::wrong_constant_bits_left_in>},
    {"all_but_the_mean", text::of_number<text::hybrid::wrong_all_but_the_mean>},
    {"filled_slots", text::of_number<text::hybrid::wrong_filled_slots>},
    {"low_digit_first", text::of_number<text::hybrid::wrong_low_digit_first>},
    {"equal_too", text::of_number<text::hybrid::wrong_equal_too>},
};

constexpr QuestionKind kinds_of_buckets[] = {
    {"falls", text::hybrid::about_falls, sweep::array::falls, false, AnswerBy::number,
     one_if_looked, ask_falls},
    {"stretch_factor", text::hybrid::about_factor, sweep::array::varying, false, AnswerBy::number,
     one_if_stretched, ask_factor},
    {"empty_slots", text::hybrid::about_empty, sweep::array::bucket_slots, false, AnswerBy::number,
     all_slots, ask_empty_slots},
    {"bucket_begin", text::hybrid::about_start, sweep::array::bucket_begins, false, AnswerBy::place,
     all_buckets, ask_bucket_begin},
    {"bucket_rank", text::hybrid::about_rank, sweep::array::bucket_rank, false, AnswerBy::number,
     keys_in_buckets, ask_bucket_rank},
};

}  // namespace

std::span<const QuestionKind> hybrid_questions() {
  static const std::vector<QuestionKind> all = [] {
    std::vector<QuestionKind> kinds(std::begin(kinds_of_buckets), std::end(kinds_of_buckets));
    kinds.insert(kinds.end(), sweep_questions().begin(), sweep_questions().end());
    return kinds;
  }();
  return all;
}
std::span<const Misconception> hybrid_misconceptions() { return wrong_of_hybrid; }

}  // namespace scope
