#include "network_claims.hpp"

#include "app/core/base/text.hpp"
#include "app/timing/claim_bars.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "kernels/merge/merge_family.hpp"
#include "kernels/networks/networks_family.hpp"
#include "text/networks.hpp"

namespace scope {
namespace {

std::string why_a_network_is_faster(uint32_t sort, const TimingRow& before,
                                    const TimingRow& after) {
  const std::string bytes = fixed_number(bytes_a_key(after), 0),
                    bytes_before = fixed_number(bytes_a_key(before), 0);
  if (sort == 1)
    return text::networks::claim_far({.after = after.cost.launches,
                                      .before = before.cost.launches,
                                      .bytes = bytes,
                                      .bytes_before = bytes_before});
  return text::networks::claim_tiles({.after = after.cost.launches,
                                      .before = before.cost.launches,
                                      .bytes = bytes,
                                      .bytes_before = bytes_before});
}

bool is_network(const radix::SortInfo& sort) { return sort.family == &radix::networks::family; }
bool compares_otherwise(const radix::SortInfo& sort) {
  return sort.family == &radix::merges::family;
}

void add_few_keys_claim(const TimingRun& run, std::vector<Claim>& claims) {
  const auto inputs = inputs_of_both(run, is_network, compares_otherwise);
  if (inputs.empty()) return;
  const TimingRow *other = fastest_of(run, inputs.front(), compares_otherwise),
                  *network = fastest_of(run, inputs.front(), is_network);
  Claim claim = claim_of(*radix::sort_named(network->configuration.method), *other, *network);
  claim.title = text::networks::claim_few({.n = size_text(inputs.front().n)});
  claim.rows = {other, network};
  claim.words = text::networks::claim_passes({.network = network->label,
                                              .network_passes = network->cost.passes,
                                              .other = other->label,
                                              .other_passes = other->cost.passes});
  const radix::TimedInput& many = inputs.back();
  if (many.n > inputs.front().n) {
    const double a = ms_of(*fastest_of(run, many, compares_otherwise)),
                 b = ms_of(*fastest_of(run, many, is_network));
    claim.words = text::paragraph(
        claim.words, text::networks::claim_many({.faster = faster(a, b), .n = size_text(many.n)}));
  }
  claims.push_back(std::move(claim));
}

}  // namespace

std::vector<Claim> claims_of_networks(const TimingRun& run) {
  std::vector<Claim> claims =
      claims_of_steps(run, radix::networks::family, why_a_network_is_faster);
  add_few_keys_claim(run, claims);
  return claims;
}

}  // namespace scope
