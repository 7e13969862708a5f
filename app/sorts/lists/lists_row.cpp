#include "lists_row.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "lists_parts.hpp"
#include "lists_questions.hpp"
#include "lists_words.hpp"
#include "text/lists.hpp"

namespace scope {

Scene draw_lists(const Moment&);

namespace {

bool of_every_list(const Moment&) { return true; }

constexpr Figure list_figures[] = {
    {"lists", text::lists::figure, text::lists::figure_about, draw_lists, of_every_list},
};

constexpr Comparison list_comparisons[] = {
    {"lists", text::lists::compare_lists,
     "sort lists_by_thread; lists 2 | sort lists_by_thread; lists 4 | sort lists_by_thread; lists "
     "8"},
    {"list_merges", text::lists::compare_merges,
     "sort lists_by_thread; list_merge one_thread | sort lists_by_thread; list_merge atomic_min | "
     "sort lists_by_thread; list_merge reduction"},
    {"one_bit_ways", text::lists::compare_ways,
     "sort lists_serial | sort lists_by_thread | sort one_bit"},
};

const char* best_list_figure(const Moment&) { return "lists"; }

/// The colours of the lists; with one list those of the bit at work.
Legend list_colours(const Moment& moment) {
  const uint32_t all = lists_in(*moment.trace);
  if (all > owner_inks) return {};
  const ListsPart part = lists_part(moment);
  if (all == 1 && (part.kind != ListsPart::bit || !moment.step())) return {};
  if (all == 1) return {text::lists::legend_bit({.bit = part.number}), {"0", "1"}};
  Legend legend{.name = text::lists::legend_lists, .owners = true};
  for (uint32_t list = 0; list < all; ++list) legend.colours.push_back(std::to_string(list));
  return legend;
}

/// The lists, which are as many threads; one thread has two of its own.
std::string cut_of_lists(const radix::SortInfo& sort, const radix::Settings& settings) {
  const bool several = sort.has(radix::Use::lists);
  return several ? text::lists::cut({.lists = settings.lists})
                 : std::string(text::lists::cut_serial);
}

uint32_t key_at_place(const Moment& moment, const radix::Array&, uint32_t index) {
  return input_of(moment).ids[index];
}
/// What finding the smallest heads has cost, round by round.
std::vector<Total> totals_of_lists(const Moment& moment) {
  if (!merges_lists(*moment.trace)) return {};
  const ListsPart part = lists_part(moment);
  const uint32_t n = moment.problem().size(),
                 rounds = !moment.step() || part.kind == ListsPart::bit ? 0
                          : part.kind == ListsPart::round               ? part.number + 1
                                                                        : n;
  const auto of = [&](uint32_t a_round) { return joined({rounds * a_round, " / ", n * a_round}); };
  if (merge_of(*moment.trace) == radix::ListMerge::one_thread)
    return {{text::lists::total_looks, of(lists_in(*moment.trace))}};
  return {{text::lists::total_barriers, of(barriers_of_round(*moment.trace))}};
}

/// A round finds the smallest of the heads that are there, one comparison fewer than heads.
std::optional<uint64_t> compared_by_lists(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  if (!merges_lists(trace)) return std::nullopt;
  uint64_t count = 0;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Array* heads = trace.steps[s].find(radix::lists::array::heads);
    if (heads == nullptr || trace.steps[s].made != radix::lists::array::winner) continue;
    const auto none = static_cast<std::size_t>(std::ranges::count(heads->ids, radix::none));
    count += std::max<std::size_t>(heads->ids.size() - none, 1) - 1;
  }
  return count;
}
uint32_t example_key_of_list(const Moment& moment) {
  const auto key = dealt_key(moment);
  return key ? key->id : radix::none;
}

}  // namespace

const FamilyRow lists_row{
    .sorts = &radix::lists::family,
    .figures = list_figures,
    .comparisons = list_comparisons,
    .best_figure = best_list_figure,
    .why = why_of_lists,
    .formula = formula_of_lists,
    .kept = kept_by_lists,
    .legend = list_colours,
    .key_of = key_at_place,
    .example_key = example_key_of_list,
    .compared = compared_by_lists,
    .totals = totals_of_lists,
    .threads = threads_of_lists,
    .questions = list_questions,
    .misconceptions = list_misconceptions,
    .cut_words = cut_of_lists,
};

}  // namespace scope
