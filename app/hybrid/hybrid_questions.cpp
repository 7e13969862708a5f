#include "hybrid_questions.hpp"

#include <algorithm>
#include <vector>

#include "app/base/text.hpp"
#include "app/figures/kit/rows.hpp"
#include "app/onesweep/sweep_questions.hpp"
#include "hybrid_parts.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

uint32_t all_buckets(const Moment& after) {
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
  return Asked{
      .question = say("Nothing has moved yet. At which place will the bucket of the keys "
                      "whose highest ",
                      plan.bits() == 1 ? std::string("bit is ") : say(plan.bits(), " bits are "),
                      binary(bucket, plan.bits()), " start?"),
      .answer = static_cast<uint32_t>(begin),
      .guesses = {{"inclusive", begin + count},
                  {"the_count", count},
                  {"behind", behind},
                  {"low_digit_first", plan.second.bits == 0 ? -1 : low_first}}};
}

uint32_t keys_in_buckets(const Moment& after) {
  return !fell_back(after) && buckets_part(after) == BucketsPart::in_buckets
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
  return Asked{.question = say("A block sorts the bucket at places ", begin, " to ", end - 1,
                               ". Key ", key_words(problem, keys.ids[place]), " stands at place ",
                               place, ". How many keys of the bucket belong before it?"),
               .answer = static_cast<uint32_t>(rank),
               .guesses = {{"inclusive", rank + 1},
                           {"behind", larger},
                           {"equal_too", equal_behind == 0 ? -1 : rank + equal_behind},
                           {"stays", int64_t{place} - begin},
                           {"from_the_first", begin == 0 ? -1 : begin + rank}},
               .key = keys.ids[place]};
}

constexpr QuestionKind kinds_of_buckets[] = {
    {"bucket_begin", "where a bucket begins", sweep::array::bucket_begins, false, AnswerBy::place,
     all_buckets, ask_bucket_begin},
    {"bucket_rank", "a rank in the bucket", sweep::array::bucket_rank, false, AnswerBy::number,
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

}  // namespace scope
