// The charts of Timing mode: every number where the axes say, everything inside the page, nothing
// on top of another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/figures/timing_figures.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/names.hpp"
#include "app/timing/timing_session.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/timing_runs.hpp"

namespace scope {
namespace {

const Trace& any_trace() {
  static const Trace trace = record(chapter_keys, 4, 4, radix::first_sort);
  return trace;
}

std::vector<const Figure*> charts() {
  std::vector<const Figure*> all;
  for (const Figure& figure : figures())
    if (figure.tools == Tools::timing) all.push_back(&figure);
  return all;
}

Scene draw(const Figure& figure, const TimingView* view) {
  Moment moment = look_at(any_trace(), 0);
  moment.timing_view = view;
  return figure.draw(moment);
}

Scene draw(const char* name, const TimingView& view) {
  for (const Figure* figure : charts())
    if (std::string_view(figure->id).ends_with(name)) return draw(*figure, &view);
  ADD_FAILURE() << "no chart " << name;
  return {};
}

std::string fault_in(const Scene& scene) {
  for (const std::string& fault : {checks::inside_page(scene), checks::texts_apart(scene),
                                   checks::texts_beside_cells(scene), checks::readable(scene)})
    if (!fault.empty()) return fault;
  return "";
}

/// Every page of every chart.
std::string fault_in(TimingView view) {
  for (const Figure* figure : charts())
    for (view.page = 0; view.page < draw(*figure, &view).pages; ++view.page) {
      const std::string fault = fault_in(draw(*figure, &view));
      if (!fault.empty())
        return std::string(figure->id) + ", page " + std::to_string(view.page + 1) + ": " + fault;
    }
  return "";
}

bool writes(const Scene& scene, const std::string& words) {
  const auto in = [&](const auto& part) { return part.text.find(words) != std::string::npos; };
  return std::ranges::any_of(scene.texts, in) || std::ranges::any_of(scene.cells, in);
}

/// On any page.
bool writes(TimingView view, const char* chart, const std::string& words) {
  for (view.page = 0; view.page < draw(chart, view).pages; ++view.page)
    if (writes(draw(chart, view), words)) return true;
  return false;
}

TimingSetup setup_of(const std::string& sorts, const std::string& beside, const std::string& n) {
  TimingSetup setup = made_up_setup();
  setup.sorts = sorts, setup.beside = beside, setup.n = n;
  return setup;
}

// ---------------------------------------------------------------------------------------- the page

TEST(Pages, HoldEverythingWhateverIsMeasured) {
  EXPECT_EQ(fault_in(view_of(made_up_run())), "");
  EXPECT_EQ(fault_in(view_of(made_up_run(), made_up_run(made_up_setup(), 0.8))), "");
  EXPECT_EQ(fault_in(view_of(made_up_run(setup_of("1", "none", "2^24")))), "");
  EXPECT_EQ(fault_in(view_of(made_up_run(setup_of("none", "all", "2^10,2^12,2^24")))), "");
  EXPECT_EQ(fault_in(view_of(made_up_run(setup_of("4", "cub", "2^10..2^26")))), "");
  EXPECT_EQ(fault_in(view_of(made_up_run(setup_of("1,5", "none", "1,2,3")))), "");
  TimingSetup wide = made_up_setup();
  wide.type = "u64", wide.distribution = "all";
  EXPECT_EQ(fault_in(view_of(made_up_run(wide), made_up_run(wide, 1.3))), "");
}

TEST(Pages, HoldEverythingBeforeAndWhileAndAfter) {
  EXPECT_EQ(fault_in(TimingView{}), "");
  for (const Figure* figure : charts())
    EXPECT_EQ(fault_in(draw(*figure, nullptr)), "") << figure->id;
  TimingRun run = made_up_run();
  for (std::size_t i = 0; i < run.rows.size(); ++i) {
    TimingRow& row = run.rows[i];
    if (i % 3 == 0) row.samples.clear(), row.stages.clear(), row.verified = i % 2 == 0;
    if (i % 7 == 0)
      row.refusal =
          "It needs 34.4 GB of memory and has 22.1 GB (23.0 GB are free, 0.9 GB of them kept in "
          "reserve); the largest n that fits is 1234567890.";
    if (i % 5 == 1)
      for (radix::Sample& sample : row.samples)
        sample.ms *=
            1 + 0.3 * wobble(static_cast<uint32_t>(i), static_cast<uint32_t>(sample.ms * 1e6));
    if (i % 4 == 1)
      for (radix::Sample& sample : row.samples) sample.slow_clock = true;
  }
  TimingView view = view_of(run);
  view.running = true;
  EXPECT_EQ(fault_in(view), "");
  run.facts.copy_gb_s = 0;
  run.failure = "Measuring was cancelled; what was measured stays.";
  EXPECT_EQ(fault_in(view_of(run)), "");
  for (TimingRow& row : run.rows) row.samples.clear(), row.verified = false;
  EXPECT_EQ(fault_in(view_of(run)), "");
}

TEST(Pages, AFaultIsFound) {
  const TimingView view = view_of(made_up_run());
  Scene moved = draw("stages", view);
  moved.texts.back().at = moved.texts[moved.texts.size() - 3].at;
  EXPECT_NE(fault_in(moved), "");
}

// ------------------------------------------------------------------------------------- the numbers

TEST(Stages, EveryBarIsItsMedianLongAndSaysIt) {
  TimingView view = view_of(made_up_run());
  std::size_t bars = 0;
  for (view.page = 0; view.page < draw("stages", view).pages; ++view.page) {
    const Scene scene = draw("stages", view);
    for (const TimingRow& row : view.run->rows) {
      const auto s = statistics(row);
      const std::string words =
          time_words(s->median_ms) + " · " + rate_words(giga_keys(row, s->median_ms));
      bars +=
          std::ranges::count_if(scene.texts, [&](const Text& text) { return text.text == words; });
    }
  }
  EXPECT_GE(bars, view.run->rows.size());
}

/// Left and right end of the cells whose tip says so, in a line.
struct Stretch {
  float left = 1e9f, right = 0;
};
Stretch span_of(const Scene& scene, float middle) {
  Stretch span;
  for (const Cell& cell : scene.cells)
    if (cell.edge != Ink::none && cell.at.y < middle && middle < cell.at.bottom() &&
        cell.at.h > 10) {
      span.left = std::min(span.left, cell.at.x);
      span.right = std::max(span.right, cell.at.right());
    }
  return span;
}

TEST(Stages, BarsOfOneInputHaveOneScale) {
  TimingRun run = made_up_run(setup_of("1,3,5", "all", "2^24"));
  const TimingView view = view_of(run);
  const Scene scene = draw("stages", view);
  ASSERT_EQ(scene.pages, 1u);
  double scale = 0;
  std::size_t found = 0;
  for (const TimingRow& row : run.rows) {
    const double ms = statistics(row)->median_ms;
    const std::string words = time_words(ms) + " · " + rate_words(giga_keys(row, ms));
    for (const Text& text : scene.texts) {
      if (text.text != words) continue;
      const Stretch span = span_of(scene, text.at.y);
      const double here = (span.right - span.left) / ms;
      if (scale == 0) scale = here;
      EXPECT_NEAR(here / scale, 1, 0.01) << row.label;
      ++found;
      break;
    }
  }
  EXPECT_EQ(found, run.rows.size());
}

TEST(Stages, SegmentsAreSharesOfTheStages) {
  const TimingRun run = made_up_run(setup_of("2", "none", "2^24"));
  const Scene scene = draw("stages", view_of(run));
  float whole = 0;
  std::vector<float> wide;
  for (const Cell& cell : scene.cells)
    if (cell.tip.find("% of the stages") != std::string::npos)
      wide.push_back(cell.at.w), whole += cell.at.w;
  ASSERT_EQ(wide.size(), run.rows[0].stages.size());
  for (std::size_t s = 0; s < wide.size(); ++s)
    EXPECT_NEAR(wide[s] / whole, run.rows[0].stages[s].ms / stage_sum_ms(run.rows[0]), 0.002);
}

TEST(Stages, TheFloorStandsWhereTheBytesEnd) {
  const TimingRun run = made_up_run(setup_of("4", "none", "2^24"));
  const Scene scene = draw("stages", view_of(run));
  const TimingRow& row = run.rows.back();
  const double ms = statistics(row)->median_ms;
  const auto text = std::ranges::find(
      scene.texts, time_words(ms) + " · " + rate_words(giga_keys(row, ms)), &Text::text);
  ASSERT_NE(text, scene.texts.end());
  const Stretch span = span_of(scene, text->at.y);
  const auto tick = std::ranges::find_if(scene.cells, [&](const Cell& cell) {
    return cell.tip.find("at the memory rate") != std::string::npos && cell.at.y < text->at.y &&
           cell.at.bottom() > text->at.y;
  });
  ASSERT_NE(tick, scene.cells.end());
  EXPECT_NEAR((tick->at.centre().x - span.left) / (span.right - span.left),
              floor_ms(row, run.facts) / ms, 0.01);
}

TEST(Stages, ARefusedRowIsHollowAndSaysWhy) {
  TimingRun run = made_up_run(setup_of("1,4", "none", "2^24"));
  TimingRow& refused = run.rows.back();
  const std::string rate = rate_words(giga_keys(refused, statistics(refused)->median_ms));
  EXPECT_TRUE(writes(draw("stages", view_of(run)), rate));
  refused.refusal = "It needs 34.4 GB of memory and has 22.1 GB.";
  const Scene scene = draw("stages", view_of(run));
  const auto hollow = std::ranges::find(scene.cells, refused.refusal, &Cell::text);
  ASSERT_NE(hollow, scene.cells.end());
  EXPECT_TRUE(hollow->dashed);
  EXPECT_FALSE(writes(scene, rate));
  run.rows[0].verified = false;
  EXPECT_EQ(std::ranges::count_if(draw("stages", view_of(run)).cells, &Cell::dashed), 2);
}

TEST(Stages, AnotherRunLiesUnderItsBars) {
  const TimingSetup setup = setup_of("1", "cub", "2^24");
  const TimingView view = view_of(made_up_run(setup), made_up_run(setup, 0.8));
  EXPECT_TRUE(writes(view, "stages", "25 % slower"));
  EXPECT_TRUE(writes(view, "stages", "NVIDIA H100"));
  EXPECT_TRUE(
      writes(view_of(made_up_run(setup), made_up_run(setup, 1.5)), "stages", "50 % faster"));
  TimingRun other = made_up_run(setup, 0.8);
  for (TimingRow& row : other.rows) row.input.n = 1 << 20;
  EXPECT_FALSE(writes(view_of(made_up_run(setup), other), "stages",
                      "slower"));  // another input is no comparison
}

TEST(Table, HasEveryRowOnOneOfItsPages) {
  TimingView view = view_of(made_up_run());
  for (const TimingRow& row : view.run->rows)
    EXPECT_TRUE(writes(view, "table", rate_words(giga_keys(row, statistics(row)->median_ms))))
        << row.label;
}

// ------------------------------------------------------------------------------------------ charts

/// Where a value stands by two labels of its axis.
std::optional<double> read_y(const Scene& scene, double y) {
  std::vector<std::pair<double, double>> labels;
  for (const Text& text : scene.texts)
    if (text.face == Face::mono && text.anchor == Anchor::right)
      labels.push_back({text.at.y, std::stod(text.text)});
  if (labels.size() < 2) return std::nullopt;
  const auto &a = labels.front(), &b = labels.back();
  return std::exp(std::log(a.second) +
                  (y - a.first) / (b.first - a.first) * (std::log(b.second) - std::log(a.second)));
}

/// The values that the chart's markers stand at, as its axis tells.
std::vector<double> marked(const Scene& scene) {
  std::vector<double> values;
  for (const Cell& cell : scene.cells)
    if (const auto value = cell.tip.empty() ? std::nullopt : read_y(scene, cell.at.centre().y))
      values.push_back(*value);
  return values;
}

bool holds(const std::vector<double>& values, double value) {
  return std::ranges::any_of(values,
                             [&](double each) { return std::abs(each / value - 1) < 0.01; });
}

TEST(Sizes, MarkersStandAtTheRates) {
  const TimingRun run = made_up_run(setup_of("1,2,5", "all", "2^20..2^25"));
  const std::vector<double> values = marked(draw("sizes", view_of(run)));
  for (const TimingRow& row : run.rows)
    EXPECT_TRUE(holds(values, giga_keys(row, statistics(row)->median_ms)))
        << row.label << " " << row.input.n;
  EXPECT_FALSE(holds(values, 4312));
}

TEST(Sizes, TheRoofIsTheCopyRateOverTheLeastBytes) {
  const Scene scene = draw("sizes", view_of(made_up_run(setup_of("1", "cub", "2^20,2^24"))));
  EXPECT_TRUE(writes(scene, "roof: 36 bytes per key"));
  TimingSetup pairs = setup_of("1", "cub", "2^20,2^24");
  pairs.type = "pairs";
  EXPECT_TRUE(writes(draw("sizes", view_of(made_up_run(pairs))), "roof: 68 bytes per key"));
  TimingRun unknown = made_up_run();
  unknown.facts.copy_gb_s = 0;
  EXPECT_FALSE(writes(draw("sizes", view_of(unknown)), "roof"));
}

TEST(Radix, BothFamiliesStandAtTheirRates) {
  const TimingRun run = made_up_run(setup_of("3,4", "cub", "2^24"));
  const Scene scene = draw("radix", view_of(run));
  const std::vector<double> values = marked(scene);
  for (const TimingRow& row : run.rows)
    if (row.sort) {
      EXPECT_TRUE(holds(values, giga_keys(row, statistics(row)->median_ms))) << row.label;
    }
  std::vector<double> dashed;
  for (const Line& line : scene.lines)
    if (line.dashed)
      dashed.push_back(*read_y(scene, line.from.y)), dashed.push_back(*read_y(scene, line.to.y));
  for (const TimingRow& row : run.rows)
    if (row.sort) {
      EXPECT_TRUE(holds(dashed, giga_keys(row, floor_ms(row, run.facts)))) << row.label;
    }
}

// ------------------------------------------------------------------------------------------- words

TEST(Why, NamesTheWinnerAndItsFactor) {
  const TimingRun run = made_up_run(setup_of("all", "all", "2^20,2^24"));
  const std::string words = timing_why(view_of(run));
  const auto ms = [](const TimingRow& row) { return statistics(row)->median_ms; };
  const TimingRow* best = nullptr;
  const TimingRow* cub = nullptr;
  for (const TimingRow& row : run.rows) {
    if (row.input.n != 1 << 24) continue;
    if (row.sort && (!best || ms(row) < ms(*best))) best = &row;
    if (row.configuration.method == "cub") cub = &row;
  }
  EXPECT_NE(words.find(rate_words(giga_keys(*best, ms(*best)))), std::string::npos) << words;
  char factor[16];
  std::snprintf(factor, sizeof factor, "%.1f times", ms(*best) / ms(*cub));
  EXPECT_NE(words.find(factor), std::string::npos) << words << factor;
  EXPECT_NE(words.find("times as long as cub::DeviceRadixSort"), std::string::npos) << words;
}

TEST(Why, SaysFasterWhenItIsFaster) {
  TimingRun run = made_up_run(setup_of("1", "cub", "2^24"));
  for (radix::Sample& sample : run.rows[1].samples)
    sample.ms = 2 * statistics(run.rows[0])->median_ms;
  EXPECT_NE(timing_why(view_of(run)).find("2.0 × faster than"), std::string::npos)
      << timing_why(view_of(run));
  for (radix::Sample& sample : run.rows[1].samples) sample.ms = statistics(run.rows[0])->median_ms;
  EXPECT_NE(timing_why(view_of(run)).find("as fast as"), std::string::npos)
      << timing_why(view_of(run));
}

/// "" or what the sentence under a page says that the run's own rows deny, or that the page does
/// not show: who is fastest there and how fast, who takes longest and how much, who lies behind a
/// sort that comes before it.
std::string false_words(const TimingRun& run, const Scene& scene,
                        const std::vector<text::FilledMessage>& said) {
  const auto message = [&](std::string_view name) -> const text::FilledMessage* {
    const auto it = std::ranges::find(said, name, &text::FilledMessage::name);
    return it == said.end() ? nullptr : &*it;
  };
  const auto sort_of = [](const std::string& who) { return who.substr(0, who.find(" (")); };
  const text::FilledMessage *first = message("timed.first"), *last = message("timed.slowest"),
                            *behind = message("timed.surprise");
  if (!first) return "no fastest sort";
  const TimingRow *fastest = nullptr, *slowest = nullptr;
  std::map<std::string, double> best;  // of each sort
  const auto ms = [](const TimingRow& row) { return statistics(row)->median_ms; };
  for (const TimingRow& row : run.rows) {
    if (!row.sort || input_words(row.input) != first->at("input") || !statistics(row)) continue;
    if (!fastest || ms(row) < ms(*fastest)) fastest = &row;
    if (!slowest || ms(row) > ms(*slowest)) slowest = &row;
    const auto [it, fresh] = best.insert({row.configuration.method, ms(row)});
    if (!fresh) it->second = std::min(it->second, ms(row));
  }
  if (!fastest) return "no such input: " + first->at("input");
  const std::string size = size_text(fastest->input.n);
  if (!writes(scene, size) && scene.subtitle.find(size) == scene.subtitle.npos)
    return "the page does not show " + size;
  if (sort_of(first->at("who")) != fastest->label) return "the fastest is " + fastest->label;
  if (first->at("rate") != rate_words(giga_keys(*fastest, ms(*fastest))))
    return "its rate is another";
  if (last && sort_of(last->at("who")) != slowest->label) return "the slowest is " + slowest->label;
  if (last && last->at("factor") != factor_words(ms(*slowest) / ms(*fastest)))
    return "its factor is another";
  if (behind) {
    const double factor =
        best.at(sort_of(behind->at("who"))) / best.at(sort_of(behind->at("other")));
    if (behind->at("factor") != factor_words(factor))
      return "it is " + factor_words(factor) + " × slower";
  }
  return "";
}

/// A page, and what was said while it was drawn.
std::pair<Scene, std::vector<text::FilledMessage>> heard(const Figure& chart,
                                                         const TimingView& view) {
  std::vector<text::FilledMessage> said;
  text::listen(&said);
  Scene scene = draw(chart, &view);
  text::listen(nullptr);
  return {std::move(scene), std::move(said)};
}

TEST(Why, IsTrueOfWhatEveryPageShows) {
  for (const char* name : recorded_runs()) {
    TimingView view = view_of(*recorded_run(name));
    for (const Figure* chart : charts()) {
      if (draw(*chart, &view).answer.empty()) continue;  // density: words of its own
      for (view.page = 0; view.page < draw(*chart, &view).pages; ++view.page) {
        const auto [scene, said] = heard(*chart, view);
        EXPECT_EQ(false_words(*view.run, scene, said), "")
            << name << " " << chart->id << " " << view.page << ": " << scene.answer;
      }
    }
  }
}

TEST(Why, AFalseSentenceOfAPageIsFound) {
  const TimingView view = view_of(*recorded_run("u32"));
  const auto [scene, right] = heard(*figure_named("timing-stages"), view);
  ASSERT_EQ(false_words(*view.run, scene, right), "");
  const auto wrong_with = [&](const char* message, const char* slot, const std::string& value) {
    std::vector<text::FilledMessage> said = right;
    for (text::FilledMessage& each : said)
      for (auto& [name, shown] : each.slots)
        if (each.name == message && name == slot) shown = value;
    return false_words(*view.run, scene, said);
  };
  EXPECT_NE(wrong_with("timed.first", "who", "digits (r 4)"), "");
  EXPECT_NE(wrong_with("timed.first", "input", "2^7 32-bit keys, uniform"), "");
  EXPECT_NE(wrong_with("timed.first", "rate", "1.00 GKey/s"), "");
  EXPECT_NE(wrong_with("timed.slowest", "factor", "1000"), "");
  EXPECT_NE(wrong_with("timed.slowest", "who", "one_bit"), "");
}

TEST(Words, OfTimesAndRates) {
  EXPECT_EQ(time_words(12.345), "12.3 ms");
  EXPECT_EQ(time_words(0.0421), "42.1 µs");
  EXPECT_EQ(time_words(1234.5), "1.23 s");
  EXPECT_EQ(rate_words(21.84), "21.8 GKey/s");
  EXPECT_EQ(rate_words(0.0032), "3.20 MKey/s");
}

}  // namespace
}  // namespace scope
