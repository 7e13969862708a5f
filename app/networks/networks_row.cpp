#include "networks_row.hpp"

#include "kernels/networks/networks_family.hpp"
#include "rounds_words.hpp"

namespace scope {

Scene draw_rounds(const Moment&);

namespace {

bool of_every_run(const Moment&) { return true; }

constexpr Figure network_figures[] = {
    {"round-by-round", "Rounds", "neighbours change places, round by round", draw_rounds,
     of_every_run},
};

const char* best_network_figure(const Moment&) { return "round-by-round"; }

}  // namespace

const Family networks_row{
    .sorts = &radix::networks::family,
    .figures = network_figures,
    .best_figure = best_network_figure,
    .why = why_of_rounds,
    .formula = formula_of_rounds,
    .kept = kept_by_rounds,
    .reads = reads_of_rounds,
    .threads = threads_of_rounds,
};

}  // namespace scope
