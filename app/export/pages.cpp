#include "pages.hpp"

#include <algorithm>
#include <utility>

#include "app/compare/strip_words.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/figures/chart/tradeoff_text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/scene/scene.hpp"
#include "app/core/words/explain.hpp"
#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/names.hpp"
#include "kernels/engine/model/arrays.hpp"
#include "kernels/run/engine.hpp"
#include "svg.hpp"
#include "text/all.hpp"
#include "text/pages.hpp"
#include "transcript.hpp"

namespace scope {
namespace {

constexpr std::size_t samples = 8;  // pages that are drawn to guess the size of all

std::string dashed(std::string text) {
  std::ranges::replace(text, '_', '-');
  return text;
}

/// "pass1-table-scan"; before the first step "input".
std::string moment_name(const Moment& moment) {
  const radix::Step* step = moment.step();
  return step ? dashed(joined({"pass", step->pass + 1, "-", radix::info(step->stage).name}))
              : "input";
}

/// What the figure says, else the reason; while a step is to be predicted what is asked.
std::string words_beside(const Document& document, const Moment& moment, const Scene& scene) {
  if (const Question* question = moment.blind ? question_asked(document) : nullptr)
    return question->text;
  return scene.answer.empty() ? why(moment) : scene.answer;
}

/// A changed kernel's run is never taken for the book's.
std::string changed_mark(const radix::Trace& trace) {
  return trace.changed.empty() ? "" : joined({" · ", text::pages::kernel_changed});
}

/// One lane's figure.
Page figure_page(const Document& document, Moment moment) {
  moment.moved = 1;
  const Figure& figure = current_figure(document, moment);
  Scene scene = draw(figure, moment);
  mark_followed(scene, followed_keys(document));
  return {.name = moment_name(moment) + "-" + figure.id,
          .title = number_of(figure) + changed_mark(*moment.trace),
          .place = place_words(moment),
          .words = words_beside(document, moment, scene),
          .text = arrays_text(*moment.trace, moment.cursor),
          .step = moment.cursor,
          .scene = std::move(scene),
          .selected = moment.selected()};
}

/// A chart that is about no step, or the calculator.
Page stepless_page(const Document& document) {
  const Figure& figure = current_figure(document);
  Page page{.name = figure.id, .title = number_of(figure), .scene = figure.draw(moment(document))};
  if (figure.tools == Tools::calculator) page.words = calculation_text(document.calculation);
  if (figure.tools == Tools::tradeoff && document.tradeoff)
    page.words =
        text::paragraph(text::pages::best_bits({.bits = answer(*document.tradeoff)}),
                        reason(*document.tradeoff).first, reason(*document.tradeoff).second);
  return page;
}

/// A chart of Timing mode.
Page chart_page(const Document& document) {
  const Moment now = moment(document);
  const Figure& chart = current_figure(document, now);
  Page page{.title = number_of(chart), .scene = chart.draw(now)};
  page.words = page.scene.answer.empty() ? timing_why(*now.timing_view) : page.scene.answer;
  page.name = chart.id;
  if (page.scene.pages > 1)
    page.name += "-page" + std::to_string(std::min(now.timing_view->page + 1, page.scene.pages));
  return page;
}

/// What a lane's sort has cost: so far, and in all where that differs; of a share, and of what
/// falls to 0, only what it is now.
std::vector<std::pair<std::string, std::string>> costs_of(const Moment& moment,
                                                          const radix::Trace& run) {
  const auto now = lane_figures(*moment.trace, moment.cursor, moment.memory);
  const auto whole = lane_figures(run, run.steps.size(), moment.memory);
  std::vector<std::pair<std::string, std::string>> costs;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool plain = now[i].value == whole[i].value || !now[i].less_is_better || now[i].begin > 0;
    costs.push_back({now[i].name, plain ? now[i].value : now[i].value + " of " + whole[i].value});
  }
  return costs;
}

/// What the lanes show, which is not what they setup for while that cannot be met.
std::vector<Setup> shown_recipes(const Document& document) {
  std::vector<Setup> shown;
  for (const Lane& lane : document.lanes)
    shown.push_back({.settings = lane.trace->problem.settings(), .sort = lane.trace->sort});
  return shown;
}

/// All lanes as strips over one ruler.
Page strips_page(const Document& document) {
  const Moment now = moment(document);
  StripsLook look = strips_look(document);
  const std::vector<Setup> shown = shown_recipes(document);
  for (Moment& lane : look.lanes) lane.moved = 1;
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane)
    look.names.push_back(joined({lane + 1, "   ", lane_words(shown, lane)}));
  look.size = {1280, 640}, look.head = 28;
  look.lit.clear();
  Page page{.name = "compare-" + moment_name(now),
            .title = text::Label("Compare"),
            .place = place_words(now),
            .words = verdict_words(document),
            .step = now.cursor};  // followed keys have their inks in the picture itself
  for (const std::string& sentence : strip_sentences(look)) page.text += sentence + "\n";
  Strips strips = strips_of(look);
  for (std::size_t lane = 0; lane < strips.lanes.size(); ++lane)
    strips.scene.frames.push_back({.at = strips.lanes[lane]});
  page.scene = std::move(strips.scene);
  page.scene.title = page.title;
  page.scene.subtitle = text::pages::same_keys({.aligned = aligned_words(document),
                                                .keys = now.problem().size(),
                                                .lanes = document.lanes.size()});
  return page;
}

/// All lanes side by side. Keys of one input are the same keys in every lane; a lane that still
/// shows another input keeps its keys to itself.
Page compare_page(const Document& document) {
  Page page = figure_page(document, moment(document));
  const std::vector<Setup> shown = shown_recipes(document);
  std::vector<LaneColumn> columns;
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
    const Moment now = moment(document, lane);
    Page part = figure_page(document, now);
    if (now.problem().keys() != moment(document).problem().keys()) disown_keys(part.scene);
    columns.push_back({std::move(part.scene), joined({lane + 1, "   ", lane_words(shown, lane)}),
                       part.title + (part.place.empty() ? "" : " · " + part.place),
                       costs_of(now, *document.lanes[lane].trace)});
  }
  // What no lane has, as none but radix sorts have a table, is no row
  for (std::size_t row = columns.front().costs.size(); row-- > 0;)
    if (std::ranges::all_of(columns,
                            [&](const LaneColumn& lane) { return lane.costs[row].second == "–"; }))
      for (LaneColumn& lane : columns)
        lane.costs.erase(lane.costs.begin() + static_cast<std::ptrdiff_t>(row));
  page.name = "compare-" + moment_name(moment(document));
  page.title = text::Label("Compare");
  page.words = verdict_words(document);
  page.scene = side_by_side(columns);
  page.scene.title = page.title;
  page.scene.subtitle = text::pages::same_keys({.aligned = aligned_words(document),
                                                .keys = moment(document).problem().size(),
                                                .lanes = document.lanes.size()});
  return page;
}

/// A copy of the app that walks through the run: nothing is recorded, what it shares is only read.
/// A figure that is not about a step gives way to those that are.
Document reader_of(const Document& document) {
  Document reader = document;
  reader.playing = false;
  skip_question(reader), hide_array(reader, "none");  // every page is asked for
  if (document.mode != Mode::timing && !shows_a_step(document)) reader.figure = "auto";
  return reader;
}

/// The same for somebody who reads: with what is said about every answer.
PageQuestion question_of(const Question& question, uint32_t seed) {
  PageQuestion asked{.text = question.text, .answer = answer_text(question, question.answer)};
  for (const uint32_t choice : choices_of(question, seed))
    asked.choices.push_back(answer_text(question, choice));
  if (question.kind->by == AnswerBy::yes_no) asked.choices = {"yes", "no"};
  asked.said.push_back({asked.answer, judged_words(question, question.answer)});
  for (const WrongAnswer& each : question.wrong)
    asked.said.push_back({answer_text(question, each.value), judged_words(question, each.value)});
  return asked;
}

/// What is asked on the page with so many steps done, while predicting is on.
PageQuestion question_on(const Document& document, std::size_t cursor) {
  const PredictState& state = document.predict;
  if (state.mode == Predicting::off || state.planned != document.lane().trace) return {};
  const auto found = std::ranges::find(state.plan, cursor, &Question::ask);
  return found == state.plan.end() ? PageQuestion{} : question_of(*found, state.seed);
}

Page page_at(Document& reader, std::size_t cursor) {
  seek(reader, cursor);
  settle(reader);
  return page_of(reader);
}

/// The start and every stop of this step size.
std::vector<std::size_t> stops_of(Document reader, StepSize step_size) {
  std::vector<std::size_t> stops{0};
  for (seek(reader, 0);;) {
    seek(reader, next_stop(reader, step_size, +1));
    if (reader.lane().cursor == stops.back()) return stops;
    stops.push_back(reader.lane().cursor);
  }
}

const std::function<std::size_t(const std::vector<Page>&)> weigh_svg =
    [](const std::vector<Page>& pages) {
      std::size_t bytes = 0;
      for (const Page& page : pages) bytes += to_svg(page.scene, theme(ThemeId::print)).size();
      return bytes;
    };

/// Bytes of all these pages, from some of them; what a document has only once (fonts, its frame)
/// counts once.
std::size_t size_of(Document& reader, const std::vector<std::size_t>& stops, const Budget& budget,
                    const Going& going) {
  const auto& weigh = budget.weigh ? budget.weigh : weigh_svg;
  std::vector<Page> some;
  const std::size_t count = std::min(samples, stops.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (going && !going(0, 0)) return 0;
    some.push_back(page_at(reader, stops[count < 2 ? 0 : i * (stops.size() - 1) / (count - 1)]));
  }
  const std::size_t all = weigh(some);
  if (count < 2) return all;
  some.resize(1);
  const std::size_t one = weigh(some);
  return one + (all - std::min(one, all)) * (stops.size() - 1) / (count - 1);
}

/// The stops of this step size, or of the next coarser one whose pages are not too large together.
std::vector<std::size_t> affordable_stops(Document& reader, StepSize step_size, Handout& handout,
                                          const Budget& budget, const Going& going) {
  std::string too_large;
  for (int g = static_cast<int>(step_size); g >= 0; --g) {
    const StepSizeInfo& now = step_sizes()[static_cast<std::size_t>(g)];
    const auto stops = stops_of(reader, now.step_size);
    const std::size_t bytes = size_of(reader, stops, budget, going);
    if (bytes <= budget.most) {
      if (!too_large.empty())
        handout.remark = text::pages::one_for_every(
            {.each = text::translated(now.each), .too_large = too_large});
      return stops;
    }
    too_large =
        text::pages::too_large({.each = text::translated(now.each), .megabytes = bytes >> 20});
  }
  handout.refusal =
      text::pages::too_large_for_all({.megabytes = budget.most >> 20, .too_large = too_large});
  return {};
}

/// A number in front of the name, as long as the longest of them.
void number(Page& page, std::size_t number, std::size_t most, std::size_t least_digits) {
  const std::size_t digits = std::max(std::to_string(most).size(), least_digits);
  const std::string text = std::to_string(number);
  page.name = std::string(digits - std::min(digits, text.size()), '0') + text + "-" + page.name;
}

/// A page of a chart.
struct ChartPage {
  std::string chart;
  uint32_t page = 0;
};

/// Every page of every chart that the run has something for.
std::vector<ChartPage> all_charts(Document reader) {
  std::vector<ChartPage> pages;
  for (const Figure& figure : figures()) {
    if (figure.tools != Tools::timing || !fits(figure, moment(reader))) continue;
    reader.timing.chart = figure.id;
    reader.timing.view.page = 0;
    for (uint32_t page = 0, last = chart_pages(reader); page < last; ++page)
      pages.push_back({figure.id, page});
  }
  return pages;
}

PageRun timing_run(const Document& document) {
  PageRun run{.about = {.name = "timing", .title = text::Label("Timing")}};
  if (document.timing.view.run) run.about.about = timing_why(*moment(document).timing_view);
  const auto charts = all_charts(document);
  run.about.pages.resize(charts.size());
  run.draw = [reader = document, charts](std::size_t i) mutable {
    reader.timing.chart = charts[i].chart;
    reader.timing.view.page = charts[i].page;
    Page page = chart_page(reader);
    number(page, i + 1, charts.size(), 2);
    return page;
  };
  return run;
}

}  // namespace

Page page_of(const Document& document) {
  if (document.mode == Mode::timing) return chart_page(document);
  if (document.mode == Mode::compare)
    return shows_strips(document) ? strips_page(document) : compare_page(document);
  return shows_a_step(document) ? figure_page(document, moment(document)) : stepless_page(document);
}

PageRun page_run_of(const Document& document, StepSize step_size, const Budget& budget,
                    const Going& going) {
  if (document.mode == Mode::timing) return timing_run(document);
  const radix::Trace& trace = *document.lane().trace;
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  const uint32_t keys = trace.problem.size();
  const std::string name =  // of the file, in every language the same
      joined({trace.sort, "-", keys, keys == 1 ? "-key" : "-keys"});
  const std::string title = text::pages::title(
      {.keys = text::all::keys({.count = keys}),
       .sort = sort ? text::translated(sort->title) : std::string_view(trace.sort)});
  PageRun run{.about = {.name = dashed(name),
                        .title = title + changed_mark(trace),
                        .about = run_words(trace),
                        .state = state_string(document),
                        .steps = trace.steps.size()}};
  std::ranges::replace(run.about.name, ' ', '-');
  Document reader = reader_of(document);
  const auto stops = affordable_stops(reader, step_size, run.about, budget, going);
  if (going && !going(0, 0)) return run;
  for (std::size_t stop : stops) run.about.pages.push_back({.step = stop});
  run.draw = [reader, stops](std::size_t i) mutable {
    Page page = page_at(reader, stops[i]);
    number(page, page.step, stops.back(), 3);
    page.question = question_on(reader, stops[i]);
    return page;
  };
  return run;
}

PageRun page_run_of(const Handout& handout) {
  PageRun run{.about = handout};
  run.draw = [pages = std::move(run.about.pages)](std::size_t i) { return pages[i]; };
  for (const Page& page : handout.pages) run.about.pages.push_back({.step = page.step});
  return run;
}

Handout handout_of(const Document& document, StepSize step_size) {
  PageRun run = page_run_of(document, step_size);
  for (std::size_t i = 0; i < run.about.pages.size(); ++i) run.about.pages[i] = run.draw(i);
  return std::move(run.about);
}

Document snapshot(const Document& document) {
  Document still = document;
  still.tradeoff_job = nullptr;
  still.mend_job = nullptr;
  still.card_child = nullptr;
  still.export_job = nullptr;
  still.timing.child = nullptr;
  const auto growing = std::exchange(still.timing.growing, nullptr);
  if (!growing) return still;
  const auto grown = std::make_shared<const TimingRun>(*growing);
  for (auto* shown : {&still.timing.view.run, &still.timing.view.over})
    if (*shown == growing) *shown = grown;
  return still;
}

radix::Result<Handout> handout_of(const Lesson& lesson, bool whole) {
  Handout handout{.name = lesson.name,
                  .title = heading_of(lesson),
                  .about = lesson.about,
                  .state = lesson.slides.front().state};
  Document document = make_document();
  for (const Slide& slide : lesson.slides) {
    const std::size_t number = handout.pages.size() + 1;
    if (const std::string wrong = apply_state(document, slide.state, true); !wrong.empty())
      return radix::Error{.sentence = text::pages::slide_fails(
                              {.file = lesson.file, .slide = number, .why = wrong})};
    if (number == 1) handout.state = state_string(document);
    if (const std::string wrong = ask_of_slide(document, slide); !wrong.empty())
      return radix::Error{.sentence = text::pages::slide_fails(
                              {.file = lesson.file, .slide = number, .why = wrong})};
    Page page = page_of(document);
    if (const Question* asked = question_asked(document))
      page.question = question_of(*asked, document.predict.seed);
    page.name = joined({"slide", number < 10 ? "0" : "", number, "-", page.name});
    page.title = slide.title;
    page.words = slide.caption;
    for (const std::string* more : {&slide.answer, &slide.notes})
      if (whole && !more->empty()) page.words += " " + *more;
    handout.pages.push_back(std::move(page));
  }
  return handout;
}

}  // namespace scope
