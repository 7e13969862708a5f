#include "families.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/moment/beside_right.hpp"
#include "app/core/moment/outside.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/sorts/devices/devices_row.hpp"
#include "app/sorts/hybrid/hybrid_row.hpp"
#include "app/sorts/lists/lists_row.hpp"
#include "app/sorts/merge/merge_row.hpp"
#include "app/sorts/msd/msd_row.hpp"
#include "app/sorts/networks/networks_row.hpp"
#include "app/sorts/onesweep/onesweep_row.hpp"
#include "app/sorts/radix/radix_row.hpp"
#include "app/sorts/sample/sample_row.hpp"
#include "text/all.hpp"
#include "text/families.hpp"

namespace scope {

// Figures of every run, whatever it sorts by.
Scene draw_disorder(const Moment&), draw_comparisons(const Moment&), draw_reads(const Moment&),
    draw_crossover(const Moment&), draw_measured_crossover(const Moment&);

// The charts of Timing mode.
Scene draw_timing_stages(const Moment&), draw_timing_sizes(const Moment&),
    draw_timing_radix(const Moment&), draw_timing_claims(const Moment&),
    draw_timing_table(const Moment&), draw_density(const Moment&);

namespace {

constexpr const FamilyRow* family_rows[] = {&radix_row,   &merge_row,    &networks_row,
                                            &lists_row,   &onesweep_row, &hybrid_row,
                                            &devices_row, &sample_row,   &msd_row};

bool every_run(const Moment&) { return true; }

constexpr Figure common_figures[] = {
    {"disorder", text::families::disorder, text::families::disorder_about, draw_disorder,
     every_run},
    {.id = "comparisons",
     .number = text::families::comparisons,
     .title = text::families::comparisons_about,
     .draw = draw_comparisons,
     .fits = every_run,
     .also = "lower bound least minimum n log n factorial"},
    {"memory-reads", text::families::reads, text::families::reads_about, draw_reads, every_run,
     Tools::memory},
    {"crossover", text::families::crossover, text::families::crossover_about, draw_crossover,
     every_run, Tools::chart},
    {.id = "crossover-measured",
     .number = text::families::measured,
     .title = text::families::measured_about,
     .draw = draw_measured_crossover,
     .fits = every_run,
     .tools = Tools::chart,
     .also = "H200 GPU time"},
    {"calculation", text::families::calculator, text::families::calculator_about, draw_calculator,
     every_run, Tools::calculator},
    {"broken-off", text::families::broken_off, text::families::broken_off_about, draw_fault,
     stands_at_fault},
};

bool timing_mode(const Moment& moment) { return moment.timing_view != nullptr; }

/// False of a run that has none; where no run is shown nothing is known yet.
bool has_pictures(const Moment& moment) {
  if (!timing_mode(moment)) return false;
  if (!moment.timing_view->run) return true;
  return std::ranges::any_of(moment.timing_view->run->rows,
                             [](const TimingRow& row) { return !row.densities.empty(); });
}

constexpr Figure timing_charts[] = {
    {"timing-stages", text::families::stages, text::families::stages_about, draw_timing_stages,
     timing_mode, Tools::timing},
    {"timing-sizes", text::families::sizes, text::families::sizes_about, draw_timing_sizes,
     timing_mode, Tools::timing},
    {"timing-radix", text::families::widths, text::families::widths_about, draw_timing_radix,
     timing_mode, Tools::timing},
    {"timing-claims", text::families::claims, text::families::claims_about, draw_timing_claims,
     timing_mode, Tools::timing},
    {"timing-table", text::families::table, text::families::table_about, draw_timing_table,
     timing_mode, Tools::timing},
    {"timing-density", text::families::density, text::families::density_about, draw_density,
     has_pictures, Tools::timing},
};

std::vector<Figure> all_figures() {
  std::vector<Figure> list;
  for (const FamilyRow* family : family_rows)
    list.insert(list.end(), family->figures.begin(), family->figures.end());
  list.insert(list.end(), std::begin(common_figures), std::end(common_figures));
  list.insert(list.end(), std::begin(timing_charts), std::end(timing_charts));
  return list;
}

/// The family that a figure belongs to; null: to all.
const FamilyRow* owner_of(const Figure& figure) {
  for (const FamilyRow* family : family_rows) {
    const auto same = [&](const Figure& each) { return std::string_view(each.id) == figure.id; };
    if (std::ranges::any_of(family->figures, same)) return family;
  }
  return nullptr;
}

}  // namespace

std::span<const FamilyRow* const> families() { return family_rows; }

const FamilyRow& family_of(const radix::Trace& trace) {
  for (const FamilyRow* family : family_rows)
    if (family->sorts == trace.family) return *family;
  return *family_rows[0];  // nobody made this trace: there is nothing to say about it
}

std::span<const Figure> figures() {
  static const std::vector<Figure> list = all_figures();
  return list;
}

std::string number_of(const Figure& figure) { return figure_name(figure.number); }

const Figure* figure_named(std::string_view id) {
  const auto found =
      std::ranges::find_if(figures(), [&](const Figure& figure) { return id == figure.id; });
  return found == figures().end() ? nullptr : &*found;
}

bool fits(const Figure& figure, const Moment& moment) {
  const FamilyRow* family = owner_of(figure);
  return (family == nullptr || family == &family_of(*moment.trace)) && figure.fits(moment);
}

const Figure& fitting(const Figure& figure, const Moment& moment) {
  if (fits(figure, moment)) return figure;
  for (const Figure& other : figures())
    if (other.draw == figure.draw && fits(other, moment)) return other;
  const bool own = !moment.trace->own.empty();  // it need not show what this figure draws
  if (own) return *figure_named(family_of(*moment.trace).best_figure(moment));
  return owner_of(figure) == nullptr || owner_of(figure) == &family_of(*moment.trace)
             ? figure
             : figure_for(moment);
}

const radix::SortInfo* maker_of(const Figure& figure, const Moment& moment) {
  const FamilyRow* owner = owner_of(figure);
  const auto makes = [&](const radix::SortInfo& sort) {
    return sort.family == owner->sorts && (!figure.made_by || figure.made_by(sort));
  };
  const radix::SortInfo* now = radix::sort_named(moment.trace->sort);
  if (owner == nullptr || now == nullptr || makes(*now)) return nullptr;
  for (const radix::SortInfo* sort : sorts_by_section())
    if (!sort->wrong && makes(*sort)) return sort;
  return nullptr;
}

const Figure& figure_for(const Moment& moment) {
  if (stands_at_fault(moment)) return *figure_named("broken-off");
  return fitting(*figure_named(family_of(*moment.trace).best_figure(moment)), moment);
}

/// A ring around every cell that stands for the value; of several, one under the other, around the
/// lowest: what stands over it is of an earlier pass.
static void ring_values(Scene& scene, const radix::Fault& difference) {
  constexpr float air = 5, thick = 3;
  std::vector<Rect> places;
  for (const Cell& cell : scene.cells)
    if (cell.tag.index == difference.index && radix::info(cell.tag.array).name == difference.array)
      places.push_back(cell.at);
  for (const Rect& at : places) {
    const bool earlier = std::ranges::any_of(
        places, [&](const Rect& other) { return other.y > at.y && std::abs(other.x - at.x) < 1; });
    if (!earlier)
      scene.frames.push_back({.at = {at.x - air, at.y - air, at.w + 2 * air, at.h + 2 * air},
                              .edge = Ink::warn,
                              .width = thick});
  }
}

Scene draw(const Figure& figure, const Moment& moment) {
  Scene scene = figure.draw(moment);
  const radix::Fault* difference = moment.difference;
  const bool here = difference && moment.cursor == difference->step + 1;
  if (here && figure.tools == Tools::none) ring_values(scene, *difference);
  if (moment.step()) add_digit_scale(scene, moment.digit().bits);
  return scene;
}

/// True at the end of a run that a planted fault, or a person's change, made wrong without breaking
/// it off, and at the step that differs first.
static bool stands_at_difference(const Moment& moment) {
  const auto& fault = beside_right(*moment.trace);
  if (!fault || stands_at_fault(moment)) return false;
  const bool first = fault->step != radix::none && moment.cursor == fault->step + 1;
  return first || (moment.cursor > 0 && moment.cursor == moment.trace->steps.size());
}

static std::string doubtful_words(const Moment& moment) {
  const radix::Fault& fault = *beside_right(*moment.trace);
  if (!moment.trace->changed.empty())
    return fault.step != radix::none ? text::families::changed_since({.step = fault.step + 1})
                                     : std::string(text::families::changed);
  return fault.step != radix::none ? text::families::planted_since({.step = fault.step + 1})
                                   : std::string(text::families::planted);
}

/// What a run with a planted fault says after what is true of the right kernels so far.
static std::string planted_words(const radix::Trace& trace) {
  if (!trace.changed.empty())
    return trace.fault || trace.differs ? text::families::changed_so_far
                                        : text::families::changed_alike;
  if (trace.planted.empty()) return "";
  return trace.fault         ? text::families::planted_so_far
         : trace.met_planted ? text::families::planted_alike
                             : text::families::planted_unmet;
}

/// For a run of a user's own kernel: which of its arrays is which of the chapter's.
static std::string own_words(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  const radix::Step* step = moment.step();
  if (!step) return text::families::own_keys({.name = trace.own});
  if (trace.fault && trace.fault->step + 1 == moment.cursor) return error_words(trace);
  const auto values = static_cast<uint32_t>(step->find(step->made)->values.size());
  const radix::ArrayInfo& made = radix::info(step->made);
  if (radix::are_positions(made.holds))
    return text::families::own_destinations({.array = step->name,
                                             .chapter = text::translated(made.label),
                                             .kernel = step->kernel,
                                             .line = step->source.line});
  return text::families::own_array({.array = step->name,
                                    .chapter = text::translated(made.label),
                                    .kernel = step->kernel,
                                    .line = step->source.line,
                                    .values = values});
}

/// What is said about the step's own sort, or of what went wrong with it.
static std::string why_of_step(const Moment& moment) {
  if (!moment.trace->own.empty()) return own_words(moment);
  if (stands_at_difference(moment)) {
    const bool breaks_off = stopped(*moment.trace) && !moment.trace->planted.empty();
    return text::paragraph(breaks_off ? std::string(text::families::planted_here) : "",
                           fault_words(*beside_right(*moment.trace)));
  }
  if (!stands_at_fault(moment))
    return is_doubtful(moment) ? doubtful_words(moment)
                               : text::paragraph(family_of(*moment.trace).why(moment),
                                                 planted_words(*moment.trace));
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  const bool bug_in_print = sort != nullptr && sort->wrong != nullptr;  // what it did is to be seen
  const std::string broke = fault_words(*moment.trace->fault);
  const radix::Array* made = moment.step() ? moment.find(moment.step()->made) : nullptr;
  const bool whole = made != nullptr && (radix::info(made->id).holes || is_whole(*made));
  return bug_in_print && whole ? text::paragraph(family_of(*moment.trace).why(moment), broke)
                               : broke;
}

std::string why(const Moment& moment) {
  if (moment.blind) return "";
  const std::string words = why_of_step(moment), outside = outside_words(moment);
  return outside.empty() ? words : text::paragraph(words, outside);
}

Formula formula(const Moment& moment) {
  if (moment.blind || !moment.trace->own.empty()) return {};  // no formula for a user's own kernel
  if (stands_at_fault(moment) || is_doubtful(moment)) return {};
  if (moment.problem().size() == 0) return {.title = text::all::no_keys};
  return family_of(*moment.trace).formula(moment);
}
uint32_t example_key_of(const Moment& moment) {
  const FamilyRow& family = family_of(*moment.trace);
  return family.example_key && !moment.blind ? family.example_key(moment) : moment.example_key;
}
Invariants invariants_of(const Moment& moment) {
  Invariants now = family_of(*moment.trace).kept(moment);
  const radix::Array* output = moment.find(radix::array::output);
  const bool over = moment.cursor == moment.trace->steps.size();
  if (!over || !output || is_whole(*output)) return now;
  now.complete = now.ordered = false;  // nothing comes any more that could fill the gaps
  now.keys = text::all::keys_missing, now.order = text::all::not_in_order;
  return now;
}

std::vector<Promise> kept_so_far(const Moment& moment) {
  if (stands_at_fault(moment)) {  // what the last launch left is nothing that a sort may stand on
    const std::string unknown = text::families::stopped_unknown;
    return {{text::families::kept_sorted, text::families::stopped, Promise::broken},
            {text::families::kept_keys, unknown, Promise::broken},
            {text::families::kept_equal, unknown, Promise::broken}};
  }
  const Invariants now = invariants_of(moment);
  const auto promised = [](bool kept) { return kept ? Promise::kept : Promise::broken; };
  return {{text::families::kept_sorted, now.order, promised(now.ordered)},
          {text::families::kept_keys, now.keys, promised(now.complete)},
          {text::families::kept_equal, now.equals,
           now.stable || now.keeps_equals ? promised(now.stable) : Promise::not_promised}};
}

std::vector<Total> totals_so_far(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  const radix::Step* step = moment.step();
  const FamilyRow& family = family_of(trace);
  // The end is unknown if the run stopped or its last steps could not be shown
  const bool whole_known = !stopped(trace) && (!trace.fault || trace.steps.empty() ||
                                               trace.steps.back().launch + 1 == trace.launches);
  const auto of = [&](std::size_t part, std::size_t whole) {
    return whole_known ? joined({part, " / ", whole}) : std::to_string(part);
  };
  std::vector<Total> all{
      {text::families::total_begun({.nouns = text::translated(radix::outline_of(trace).nouns)}),
       of(step ? step->pass + 1 : 0, trace.steps.empty() ? 0 : trace.steps.back().pass + 1)},
      {text::families::total_launches, of(step ? step->launch + 1 : 0, trace.launches)},
      {text::families::total_steps, of(moment.cursor, trace.steps.size())}};
  if (step)
    all.push_back({text::families::total_threads, joined({step->blocks, " × ", step->threads})});
  if (const radix::Array* table = step ? table_of(trace, *step) : nullptr)
    all.push_back({text::families::total_entries, std::to_string(table->values.size())});
  if (const auto compared = compared_in(moment))
    all.push_back(
        {family.compared_name.value_or(text::families::total_compared), std::to_string(*compared)});
  for (Total& own : family.totals ? family.totals(moment) : std::vector<Total>())
    all.push_back(std::move(own));
  return all;
}

uint32_t key_of(const Moment& moment, const radix::Array& array, uint32_t index) {
  if (!array.ids.empty()) return array.ids[index];
  if (radix::info(array.id).shape != radix::Shape::per_key) return none;
  return family_of(*moment.trace).key_of(moment, array, index);
}

const radix::Array* table_of(const radix::Trace& trace, const radix::Step& step) {
  const FamilyRow& family = family_of(trace);
  return family.table ? family.table(step) : nullptr;
}

std::optional<uint32_t> entry_shown(const Moment& moment) {
  const FamilyRow& family = family_of(*moment.trace);
  return family.chosen_entry ? family.chosen_entry(moment) : std::nullopt;
}

std::string entry_words(const Moment& moment, uint32_t entry) {
  const FamilyRow& family = family_of(*moment.trace);
  return family.entry_name ? family.entry_name(moment, entry) : "";
}

std::optional<uint64_t> compared_in(const Moment& moment) {
  const FamilyRow& family = family_of(*moment.trace);
  return family.compared ? family.compared(moment) : std::nullopt;
}

uint32_t comparators_in(const radix::Trace& trace) {
  const FamilyRow& family = family_of(trace);
  return family.comparators ? family.comparators(trace) : 0;
}

uint32_t key_of_thread(Moment moment, uint32_t block, uint32_t thread) {
  moment.hovered = none;
  for (uint32_t id = 0; id < moment.problem().size(); ++id) {
    moment.pinned = id;
    const auto worker = worker_of(moment);
    if (worker && worker->block == block && worker->thread == thread) return id;
  }
  return none;
}

std::optional<Worker> worker_of(const Moment& moment) {
  const FamilyRow& family = family_of(*moment.trace);
  if (!moment.step() || moment.step()->threads == 0 || !moment.trace->own.empty() ||
      stands_at_fault(moment))  // there it is the threads that broke the run off
    return std::nullopt;
  return family.worker ? family.worker(moment) : std::nullopt;
}

std::vector<std::string> thread_words(const Moment& moment, uint32_t id) {
  return family_of(*moment.trace).threads(moment, id);
}
std::size_t thread_lines(const Moment& moment) {
  const FamilyRow& family = family_of(*moment.trace);
  return family.thread_lines ? family.thread_lines(moment) : 1;
}

std::string part_name(const radix::Trace& trace, uint32_t part) {
  const FamilyRow& family = family_of(trace);
  return family.part_name ? family.part_name(trace, part)
                          : radix::outline_of(trace).parts[part].shown();
}

Legend legend_of(const Moment& moment) {
  const FamilyRow& family = family_of(*moment.trace);
  return family.legend ? family.legend(moment) : Legend{};
}

std::string cut_words(const radix::SortInfo& sort, const radix::Settings& settings) {
  const auto own = std::ranges::find(family_rows, sort.family, &FamilyRow::sorts);
  if ((*own)->cut_words) return (*own)->cut_words(sort, settings);
  return text::families::cut({.coarse = sort.has(radix::Use::keys_per_thread),
                              .keys = settings.keys_per_thread,
                              .threads = settings.threads_per_block});
}

std::vector<Claim> timing_claims(const TimingRun& run) {
  std::vector<Claim> all;
  for (const FamilyRow* family : family_rows) {
    if (!family->claims) continue;
    std::vector<Claim> own = family->claims(run);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace scope
