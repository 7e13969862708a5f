#include "merge_claims.hpp"

#include "app/core/base/text.hpp"
#include "app/timing/claim_bars.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "kernels/merge/merge_family.hpp"

namespace scope {
namespace {

uint32_t keys_a_thread(const TimingRow& row) { return row.configuration.settings.keys_per_thread; }

std::string why_a_sort_merges(uint32_t sort, const TimingRow& before, const TimingRow& after) {
  if (sort == 1)
    return say("With one thread per merge the last level is one thread's work, ",
               size_text(after.input.n), " keys long; here every thread writes ",
               counted(keys_a_thread(after), "key"), " of each level.");
  if (sort == 2)
    return say(
        "Searching costs: every thread did it in global memory. Here two threads of a block do, "
        "and the others in shared memory, for ",
        counted(keys_a_thread(after), "key"), " each.");
  return say("A launch of its own finds where the blocks begin, for all at once: ",
             after.cost.launches, " launches instead of ", before.cost.launches,
             ", and no block waits for two of its threads.");
}

bool merges_runs(const radix::SortInfo& sort) { return sort.family == &radix::merges::family; }
bool goes_by_digits(const radix::SortInfo& sort) { return sort.family->by_digits; }

/// "moves 136 bytes a key in 17 parts".
std::string work_words(const TimingRow& row) {
  return say(row.label, " moves ", fixed_number(bytes_a_key(row), 0), " bytes a key, ",
             row.cost.passes, row.cost.passes == 1 ? " time" : " times", " through all keys");
}

void add_digits_claim(const TimingRun& run, std::vector<Claim>& claims) {
  const auto inputs = inputs_of_both(run, merges_runs, goes_by_digits);
  if (inputs.empty()) return;
  const TimingRow *merged = fastest_of(run, inputs.back(), merges_runs),
                  *sorted = fastest_of(run, inputs.back(), goes_by_digits);
  Claim claim = claim_of(*radix::sort_named(merged->configuration.method), *merged, *sorted);
  claim.title = "integers by digits, instead of comparing";
  claim.rows = {merged, sorted};
  claim.words = say(work_words(*merged), "; ", work_words(*sorted), ".");
  const radix::TimedInput& few = inputs.front();
  if (few.n < inputs.back().n) {
    const double a = ms_of(*fastest_of(run, few, merges_runs)),
                 b = ms_of(*fastest_of(run, few, goes_by_digits));
    claim.words += say(" With ", size_text(few.n), " keys digits are ", faster(a, b), ".");
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
