// The trade-off figure and the chart under it: every marker stands where the axes' own labels say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/core/figures/chart/tradeoff_chart.hpp"
#include "app/core/figures/chart/tradeoff_text.hpp"
#include "app/document/tradeoff_job.hpp"
#include "app/sorts/families/families.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

const TradeoffTable& measured_table() {
  static const TradeoffTable table = [] {
    const auto job = measure_tradeoff(plan_for_uniform(2048, 64));
    job->wait();
    return *job->newest();
  }();
  return table;
}

const Trace& chapter_trace() {
  static const Trace trace = record(chapter_keys, 4, 4, "digits");
  return trace;
}

Scene draw_table(const TradeoffTable* table, const Trace& trace = chapter_trace()) {
  Moment moment = look_at(trace, 0);
  moment.tradeoff = table;
  return figure_named("trade-off")->draw(moment);
}

std::string fault_in(const Scene& scene) {
  for (const std::string& fault : {checks::inside_page(scene), checks::texts_apart(scene),
                                   checks::texts_beside_cells(scene), checks::readable(scene)})
    if (!fault.empty()) return fault;
  return "";
}

// ---------------------------------------------------------------------------------------- the page

TEST(Page, HoldsEverythingForEverySize) {
  for (uint32_t keys : {1u, 2u, 16u, 100u, 4096u, 1u << 22})
    for (uint32_t threads : {1u, 4u, 33u, 256u, 1024u})
      for (uint32_t bits : {1u, 3u, 4u, 8u, 31u, 32u}) {
        const TradeoffTable table = closed_forms(keys, threads, bits);
        ASSERT_EQ(fault_in(draw_table(&table)), "")
            << keys << " keys, " << threads << " threads, " << bits << " bits";
      }
}

TEST(Page, HoldsEverythingWhateverTheJobDoes) {
  EXPECT_EQ(fault_in(draw_table(&measured_table())), "");
  EXPECT_EQ(fault_in(draw_table(nullptr)), "");
  EXPECT_EQ(fault_in(draw_table(nullptr, record({}, 4, 4, "one_bit"))), "");
  for (const TradeoffTable* table :
       {static_cast<const TradeoffTable*>(nullptr), &measured_table()}) {
    Moment moment = look_at(chapter_trace(), 0);
    moment.tradeoff = table, moment.large = true;
    const Scene low = figure_named("trade-off")->draw(moment);
    EXPECT_EQ(fault_in(low), "");
    EXPECT_GT(low.width / low.height, 1.6f) << "as wide as a screen";
  }
  TradeoffTable table = measured_table();
  table.done = 7, table.fraction = 0.28, table.running = true;
  for (std::size_t i = 12; i < table.rows.size(); ++i) table.rows[i].measured.reset();
  EXPECT_EQ(fault_in(draw_table(&table)), "");
  table.running = false, table.cancelled = true;
  EXPECT_EQ(fault_in(draw_table(&table)), "");
  table.error =
      "There is not enough memory for this run; use fewer keys, key bits or threads per block.";
  EXPECT_EQ(fault_in(draw_table(&table)), "");
  for (const char* keys : {"keys", "few"}) {
    const radix::Problem problem =
        *radix::Problem::make(keys[0] == 'k' ? uniform_keys(1024) : std::vector<uint32_t>{7, 7, 1},
                              {32, keys[0] == 'k' ? 1024u : 4u});
    const auto job = measure_tradeoff(plan_for(problem));
    job->wait();
    EXPECT_EQ(fault_in(draw_table(job->newest().get())), "") << keys;
  }
}

TEST(Page, SaysTheAnswerAndWhereTheNumbersComeFrom) {
  const Scene none = draw_table(nullptr);
  EXPECT_EQ(none.title, "Trade-off");
  EXPECT_NE(none.subtitle.find("2^20 keys of 32 bits · 256 threads per block"), std::string::npos)
      << none.subtitle;
  EXPECT_TRUE(says(none, "nothing has been measured yet"));
  const Scene done = draw_table(&measured_table());
  for (const std::string& words :
       {answer(measured_table()), reason(measured_table()).first, reason(measured_table()).second,
        std::string("Fewest writes: r"), std::string("Why"), std::string("Numbers")})
    EXPECT_TRUE(says(done, words)) << words;
  EXPECT_TRUE(says(done, "Measured: 25 runs, all passes"));
  TradeoffTable large = measured_table();
  large.first_pass_only = true;
  EXPECT_TRUE(says(draw_table(&large), "Measured: first pass of 25 runs"));
}

TEST(Page, ShowsProgressAndNoMarkersWhileTheJobRuns) {
  TradeoffTable table = measured_table();
  table.done = 7, table.fraction = 0.285, table.running = true;
  const Scene running = draw_table(&table), done = draw_table(&measured_table());
  EXPECT_TRUE(says(running, "7 of 25 runs, 28 %"));
  for (const Chart& chart : {tradeoff_charts(table, 0).cost, tradeoff_charts(table, 0).bytes})
    for (const Series& series : chart.series) EXPECT_TRUE(series.marks.empty());
  EXPECT_LT(running.frames.size() + 40, done.frames.size());
}

// ------------------------------------------------------------------------- markers at their values

/// The chart's frame of reference as a reader sees it: two labels of an axis and where they stand.
struct Scale {
  double at0 = 0, value0 = 0, at1 = 1, value1 = 1;
  bool log = false;
  double where(double value) const {
    const auto map = [&](double v) { return log ? std::log(v) : v; };
    return at0 + (map(value) - map(value0)) / (map(value1) - map(value0)) * (at1 - at0);
  }
};

/// Reads the axes of a chart from the texts of the scene.
Scale scale_of(const Scene& scene, const Chart& chart, bool vertical) {
  const Rect plot = plot_of(chart);
  std::vector<std::pair<double, double>> labels;
  for (const Text& text : scene.texts) {
    const bool beside = text.anchor == Anchor::right && text.at.x < plot.x &&
                        text.at.x > plot.x - 20 && text.at.y > plot.y - 5 &&
                        text.at.y < plot.bottom() + 5;
    const bool below = text.anchor == Anchor::middle && text.at.y > plot.bottom() &&
                       text.at.y < plot.bottom() + 20 && text.at.x >= plot.x &&
                       text.at.x <= plot.right();
    if (text.face == Face::mono && (vertical ? beside : below))
      labels.push_back({vertical ? text.at.y : text.at.x, std::stod(text.text)});
  }
  EXPECT_GE(labels.size(), 2u);
  return {labels.front().first, labels.front().second, labels.back().first, labels.back().second,
          vertical && chart.y.log};
}

bool marker_at(const Scene& scene, double x, double y) {
  const auto close = [&](Vec v) { return std::abs(v.x - x) < 0.6 && std::abs(v.y - y) < 0.6; };
  const auto framed = [&](const Frame& f) { return f.at.w <= marker_size && close(f.at.centre()); };
  const auto tip = [&](const Line& l) { return close({l.from.x, l.from.y + marker_size / 2 + 1}); };
  return std::ranges::any_of(scene.frames, framed) || std::ranges::any_of(scene.lines, tip);
}

/// "" or the first value of the table that has no marker at its place in the chart.
std::string markers_true(const Scene& scene, const Chart& chart, const TradeoffTable& table,
                         double (*value)(const TradeoffTable&, const TradeoffRow&), bool naive) {
  const Scale x = scale_of(scene, chart, false), y = scale_of(scene, chart, true);
  for (const TradeoffRow& row : table.rows) {
    if (!row.has_stores() || (row.naive && !naive)) continue;
    if (!marker_at(scene, x.where(row.radix_bits), y.where(value(table, row))))
      return "no marker for r = " + std::to_string(row.radix_bits) + ", " +
             std::to_string(row.keys_per_thread) + " keys per thread";
  }
  return "";
}

double cost(const TradeoffTable&, const TradeoffRow& row) {
  return 100 * row.passes * row.measured->store.sectors /
         (32 * (2 * (1 - std::pow(0.5, 32)) * 7 / 8 + 4));
}
double megabytes(const TradeoffTable&, const TradeoffRow& row) { return row.measured->bytes / 1e6; }
double kilobytes(const TradeoffTable&, const TradeoffRow& row) { return row.measured->bytes / 1e3; }
double share(const TradeoffTable& t, const TradeoffRow& row) {
  return 100.0 * static_cast<double>(row.measured->table_entries) / t.keys;
}

/// The scene's charts: the same layout, at the height where the scene has them.
TradeoffCharts charts_in(const Scene& scene, const TradeoffTable& table) {
  const TradeoffCharts at0 = tradeoff_charts(table, 0);
  const auto title =
      std::ranges::find_if(scene.texts, [&](const Text& t) { return t.text == at0.cost.title; });
  return tradeoff_charts(table, title->at.y - 9);
}

TEST(Markers, StandWhereTheAxesSay) {
  const TradeoffTable& table = measured_table();
  const Scene scene = draw_table(&table);
  const TradeoffCharts charts = charts_in(scene, table);
  EXPECT_EQ(markers_true(scene, charts.cost, table, cost, true), "");
  const auto bytes = charts.bytes.y.title == "kB" ? kilobytes : megabytes;
  EXPECT_EQ(markers_true(scene, charts.bytes, table, bytes, true), "");
  EXPECT_EQ(markers_true(scene, charts.table, table, share, false), "");
}

TEST(Markers, AFalsifiedSceneIsCaught) {
  const TradeoffTable& table = measured_table();
  const TradeoffCharts charts = charts_in(draw_table(&table), table);
  Scene moved = draw_table(&table);
  for (Frame& frame : moved.frames)
    if (frame.at.w == marker_size) frame.at.y += 2;
  EXPECT_NE(markers_true(moved, charts.cost, table, cost, true), "");
  TradeoffTable other = table;
  for (TradeoffRow& row : other.rows)
    if (row.has_stores()) row.measured->store.sectors *= 1.05;
  EXPECT_NE(markers_true(draw_table(&table), charts.cost, other, cost, true), "");
  Scene relabelled = draw_table(&table);
  for (Text& text : relabelled.texts)
    if (text.text == "100") text.text = "110";
  EXPECT_NE(markers_true(relabelled, charts.cost, table, cost, true), "");
}

TEST(Markers, TheBestOfEverySeriesIsCircledAndNamed) {
  const TradeoffTable& table = measured_table();
  const Chart chart = charts_in(draw_table(&table), table).cost;
  ASSERT_EQ(chart.series.size(), 4u);
  const uint32_t kinds[] = {0, 1, 4, 16};
  for (int k = 0; k < 4; ++k) {
    const Series& series = chart.series[k];
    const uint32_t best = best_radix(table, kinds[k]);
    ASSERT_TRUE(series.best);
    EXPECT_EQ(series.best->x, best);
    EXPECT_EQ(series.best_label, "r = " + std::to_string(best));
    const Vec at = place_of(chart, *series.best);
    const Scene scene = draw_table(&table);
    EXPECT_TRUE(std::ranges::any_of(scene.frames, [&](const Frame& f) {
      return f.at.w > marker_size && std::abs(f.at.centre().x - at.x) < 0.1f &&
             std::abs(f.at.centre().y - at.y) < 0.1f;
    })) << best;
    EXPECT_TRUE(says(scene, series.best_label));
  }
}

/// The label of a ring lies beside every marker and every line of its chart.
TEST(Markers, TheBestIsNamedBesideThem) {
  const TradeoffTable lines = closed_forms(1u << 20, 256, 32);
  for (const TradeoffTable* table : {&lines, &measured_table()})
    for (const bool low : {false, true}) {
      const TradeoffCharts charts = tradeoff_charts(*table, 0, low);
      Scene scene{.width = 1500, .height = 400};
      add_chart(scene, charts.cost);
      for (const TextBox& box : text_boxes(scene)) {
        if (!box.text.starts_with("r = ")) continue;
        const auto lies_on = [&](Vec at, float side) {
          return at.x > box.at.x - side && at.x < box.at.right() + side && at.y > box.at.y - side &&
                 at.y < box.at.bottom() + side;
        };
        for (const Series& series : charts.cost.series) {
          for (const Point& mark : series.marks)
            EXPECT_FALSE(lies_on(place_of(charts.cost, mark), marker_size / 2))
                << box.text << " lies on a marker of " << series.name << (low ? ", low" : "");
          for (std::size_t k = 1; k < series.line.size(); ++k)
            for (float part = 0; part <= 1; part += 0.02f) {
              const Vec a = place_of(charts.cost, series.line[k - 1]),
                        b = place_of(charts.cost, series.line[k]);
              EXPECT_FALSE(lies_on({a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part}, 0))
                  << box.text << " lies on the line of " << series.name << (low ? ", low" : "");
            }
        }
      }
    }
}

TEST(Series, DifferInMoreThanColour) {
  const TradeoffCharts charts = tradeoff_charts(measured_table(), 0);
  for (std::size_t a = 0; a < charts.cost.series.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_NE(charts.cost.series[a].marker, charts.cost.series[b].marker);
      EXPECT_NE(charts.cost.series[a].name, charts.cost.series[b].name);
    }
}

TEST(Numbers, BelowTheChartsAreThoseOfTheTable) {
  const TradeoffTable& table = measured_table();
  const Scene scene = draw_table(&table);
  for (const TradeoffRow& row : table.rows) {
    const double value = 100 * write_cost(table, row, false);
    std::vector<double> shown;
    for (const Text& text : scene.texts)
      if (text.face == Face::mono && text.size == 13) shown.push_back(std::stod(text.text));
    EXPECT_TRUE(std::ranges::any_of(shown, [&](double v) { return std::abs(v - value) <= 0.051; }))
        << value;
  }
}

// -------------------------------------------------------------------------------------------- axes

TEST(Axes, HoldTheirValuesAndStepInRoundNumbers) {
  for (double low : {0.0, 3.0, -7.5})
    for (double high : {10.0, 85.3, 1e6}) {
      const Axis axis = linear_axis("", low, high);
      EXPECT_LE(axis.low, low);
      EXPECT_GE(axis.high, high);
      EXPECT_DOUBLE_EQ(axis.ticks.front().value, axis.low);
      EXPECT_NEAR(axis.ticks.back().value, axis.high, 1e-9 * axis.high);
      EXPECT_LE(axis.ticks.size(), 8u);
    }
  for (double low : {0.0005, 0.7, 1.0, 5.0})
    for (double high : {6.0, 1000.0, 58.7e6}) {
      const Axis axis = log_axis("", low, high);
      EXPECT_LE(axis.low, low * 1.000001);
      EXPECT_GE(axis.high, high * 0.999999);
      const auto named =
          std::ranges::count_if(axis.ticks, [](const Tick& t) { return !t.label.empty(); });
      EXPECT_GE(named, 1) << low << " " << high;
    }
  EXPECT_EQ(linear_axis("", 0, 1, 5, " %").ticks[1].label, "0.2 %");
  EXPECT_EQ(log_axis("", 0.01, 1, " %", 100).ticks[0].label, "1 %");
  EXPECT_EQ(whole_axis("", 1, 8).ticks.size(), 8u);
}

}  // namespace
}  // namespace scope
