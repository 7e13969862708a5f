#include "merge_claims.hpp"

#include "app/core/base/text.hpp"
#include "app/timing/claim_bars.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "kernels/merge/merge_family.hpp"
#include "text/merge.hpp"

namespace scope {
namespace {

uint32_t keys_a_thread(const TimingRow& row) { return row.configuration.settings.keys_per_thread; }

std::string why_a_sort_merges(uint32_t sort, const TimingRow& before, const TimingRow& after) {
  if (sort == 1)
    return text::merge::claim_many_threads(
        {.each = keys_a_thread(after), .n = size_text(after.input.n)});
  if (sort == 2) return text::merge::claim_shared_search({.each = keys_a_thread(after)});
  return text::merge::claim_partition(
      {.after = after.cost.launches, .before = before.cost.launches});
}

bool merges_runs(const radix::SortInfo& sort) { return sort.family == &radix::merges::family; }
bool goes_by_digits(const radix::SortInfo& sort) { return sort.family->by_digits; }

void add_digits_claim(const TimingRun& run, std::vector<Claim>& claims) {
  const auto inputs = inputs_of_both(run, merges_runs, goes_by_digits);
  if (inputs.empty()) return;
  const TimingRow *merged = fastest_of(run, inputs.back(), merges_runs),
                  *sorted = fastest_of(run, inputs.back(), goes_by_digits);
  Claim claim = claim_of(*radix::sort_named(merged->configuration.method), *merged, *sorted);
  claim.title = text::merge::claim_digits;
  claim.rows = {merged, sorted};
  claim.words = text::merge::claim_work({.digits = sorted->label,
                                         .digits_bytes = fixed_number(bytes_a_key(*sorted), 0),
                                         .digits_passes = sorted->cost.passes,
                                         .merging = merged->label,
                                         .merging_bytes = fixed_number(bytes_a_key(*merged), 0),
                                         .merging_passes = merged->cost.passes});
  const radix::TimedInput& few = inputs.front();
  if (few.n < inputs.back().n) {
    const double a = ms_of(*fastest_of(run, few, merges_runs)),
                 b = ms_of(*fastest_of(run, few, goes_by_digits));
    claim.words = text::paragraph(
        claim.words, text::merge::claim_few({.faster = faster(a, b), .n = size_text(few.n)}));
  }
  claims.push_back(std::move(claim));
}

}  // namespace

std::vector<Claim> claims_of_merges(const TimingRun& run) {
  std::vector<Claim> claims = claims_of_steps(run, radix::merges::family, why_a_sort_merges);
  add_digits_claim(run, claims);
  return claims;
}

}  // namespace scope
