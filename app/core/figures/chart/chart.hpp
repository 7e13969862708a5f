/// Charts as parts of a Scene: axes with title, unit and ticks, series as lines and markers, a name
/// at the end of every line. Figures decide what is shown; this decides where.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "kernels/run/engine.hpp"

namespace scope {

/// A place on an axis that has a name.
struct Tick {
  double value = 0;
  std::string label;  ///< "" = a line without a name
};

struct Axis {
  std::string title;  ///< with its unit: "table entries / N"
  double low = 0, high = 1;
  bool log = false;  ///< low must be above 0
  std::vector<Tick> ticks;
};

/// At most `most` round steps between low and high, which become round themselves; `unit` follows
/// every label.
Axis linear_axis(std::string title, double low, double high, uint32_t most = 5,
                 const std::string& unit = "");

/// 1, 10, 100 … (and 2, 5 between them when there is room) around low…high, both above 0. Labels
/// are the values times `times`, with `unit`.
Axis log_axis(std::string title, double low, double high, const std::string& unit = "",
              double times = 1);

/// Whole numbers low…high, each with a tick.
Axis whole_axis(std::string title, uint32_t low, uint32_t high);

/// The colour of a sort in every chart and wherever sorts stand beside each other; markers tell its
/// settings apart.
Ink sort_ink(const radix::SortInfo& sort);

/// What tells a series apart besides its colour.
enum class Marker : uint8_t { ring, disc, square, diamond };

struct Point {
  double x = 0, y = 0;
};

struct Series {
  std::string name;  ///< "": the chart's title says it all
  Ink ink = Ink::text;
  Marker marker = Marker::disc;
  float width = 2;  ///< of the line
  bool dashed = false;
  std::vector<Point> line;    ///< joined
  std::vector<Point> marks;   ///< a marker each
  std::optional<Point> best;  ///< circled, with `best_label` beside it
  std::string best_label;
};

struct Chart {
  Rect at;  ///< everything, titles and names of series included
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  float name_width = 120;  ///< room right of the plot for the series' names
};

/// Where points go: the part of `at` inside the axes.
Rect plot_of(const Chart& chart);

/// A point of the chart in figure units.
Vec place_of(const Chart& chart, Point point);

inline constexpr float marker_size = 10;

/// Draws the whole chart.
void add_chart(Scene& scene, const Chart& chart);

/// One marker, its middle at `at`.
void add_marker(Scene& scene, Vec at, Marker marker, Ink ink, float size = marker_size);

/// A line of names with their markers from `at` to the right; returns where it ends. With `lines`,
/// a piece of each line too.
float add_legend(Scene& scene, Vec at, const std::vector<Series>& series, bool lines = true);

}  // namespace scope
