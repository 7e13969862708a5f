#include "networks_row.hpp"

#include "kernels/networks/networks_family.hpp"
#include "rounds.hpp"
#include "rounds_words.hpp"

namespace scope {

Scene draw_rounds(const Moment&);

namespace {

bool of_every_run(const Moment&) { return true; }

constexpr Figure network_figures[] = {
    {"round-by-round", "Rounds", "neighbours change places, round by round", draw_rounds,
     of_every_run},
};

Legend no_colours(const Moment&) { return {}; }
uint32_t key_of_place(const Moment& moment, const radix::Array&, uint32_t index) {
  return input_of(moment).ids[index];
}
std::size_t one_line(const Moment&) { return 1; }
std::string round_name(const radix::Trace& trace, uint32_t part) {
  return radix::outline_of(trace).parts[part].name;
}

uint32_t hero_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  return key ? key->id : nobody;
}

const char* best_network_figure(const Moment&) { return "round-by-round"; }

}  // namespace

const Family networks_row{
    .sorts = &radix::networks::family,
    .figures = network_figures,
    .best_figure = best_network_figure,
    .why = why_of_rounds,
    .formula = formula_of_rounds,
    .kept = kept_by_rounds,
    .legend = no_colours,
    .key_of = key_of_place,
    .hero = hero_of_rounds,
    .threads = threads_of_rounds,
    .thread_lines = one_line,
    .part_name = round_name,
};

}  // namespace scope
