// The density figure: its pictures are the counts, its words are true of them.
#include "app/timing/figures/density_figure.hpp"

#include <gtest/gtest.h>

#include "app/core/figures/figure.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/export/svg.hpp"
#include "app/timing/density_seen.hpp"
#include "app/timing/timing_run.hpp"
#include "tests/support/density_runs.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {

Scene draw_density(const Moment&);

namespace {

const TimingRun& run_by(uint32_t radix_bits, uint32_t bits = 32) {
  static std::map<std::pair<uint32_t, uint32_t>, TimingRun> runs;
  auto& run = runs[{radix_bits, bits}];
  if (run.rows.empty()) run = density_run(bits, radix_bits);
  return run;
}

const TimingRow& row_of(const TimingRun& run, Distribution d) {
  return run.rows[static_cast<std::size_t>(d)];
}

/// The page of a run that shows this row of those with pictures.
Moment page_at(const TimingRun* run, std::size_t row = 0) {
  static TimingView view;
  view = {.page = static_cast<uint32_t>(row)};
  if (run)
    view.run =
        std::shared_ptr<const TimingRun>(run, [](const TimingRun*) {});  // outlived by the run
  static const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  Moment moment;
  moment.trace = &trace;
  moment.timing = run;
  moment.timing_view = &view;
  return moment;
}

Scene draw_row_of(const TimingRun& run, Distribution d) {
  return draw_density(page_at(&run, static_cast<std::size_t>(d)));
}

std::string sentence(uint32_t radix_bits, Distribution d, uint32_t bits = 32) {
  return density_sentence(row_of(run_by(radix_bits, bits), d));
}

/// "" or the first picture whose counts are not those of its pass.
std::string pictures_true(const Scene& scene, const TimingRow& row) {
  const std::vector<uint32_t> shown = shown_passes(row.densities.front().passes, row.input.bits);
  if (scene.heatmaps.size() != shown.size() + 1) return "a picture is missing";  // and the scale
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Heatmap& map = scene.heatmaps[i];
    if (map.counts != row.densities[shown[i]].counts) return "other counts: " + map.name;
    if (map.name != density_caption(row, row.densities[shown[i]]))
      return "another name: " + map.name;
  }
  return "";
}

// ------------------------------------------------------------------------------------------ scenes

TEST(DensityFigure, IsAWholeSceneForEveryDistribution) {
  for (uint32_t radix_bits : {8u, 4u, 1u})
    for (const TimingRow& row : run_by(radix_bits).rows) {
      const Scene scene = draw_density(page_at(&run_by(radix_bits), row.id));
      EXPECT_EQ(checks::inside_page(scene), "") << radix_bits << " " << row.id;
      EXPECT_EQ(checks::texts_apart(scene), "") << radix_bits << " " << row.id;
      EXPECT_EQ(pictures_true(scene, row), "") << radix_bits << " " << row.id;
    }
}

TEST(DensityFigure, AWrongPictureIsCaught) {
  const TimingRow& row = row_of(run_by(4), Distribution::uniform);
  Scene scene = draw_row_of(run_by(4), Distribution::uniform);
  std::swap(scene.heatmaps[3].counts, scene.heatmaps[4].counts);
  EXPECT_NE(pictures_true(scene, row), "");
  scene = draw_row_of(run_by(4), Distribution::uniform);
  scene.heatmaps[1].at.x = scene.width;
  EXPECT_NE(checks::inside_page(scene), "");
}

TEST(DensityFigure, SquaresDoNotOverlap) {
  for (uint32_t radix_bits : {8u, 4u, 1u}) {
    const Scene scene = draw_row_of(run_by(radix_bits), Distribution::uniform);
    for (std::size_t a = 0; a < scene.heatmaps.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const Rect &p = scene.heatmaps[a].at, &q = scene.heatmaps[b].at;
        EXPECT_TRUE(p.right() <= q.x || q.right() <= p.x || p.bottom() <= q.y || q.bottom() <= p.y)
            << a << b;
      }
  }
}

TEST(DensityFigure, DrawsSmallInputsWithoutGaps) {
  for (uint64_t n : {1u, 2u, 100u, 255u, 257u})
    for (uint32_t bits : {1u, 3u, 7u, 9u, 64u}) {
      const TimingRun run = density_run(bits, bits < 4 ? 1 : 4, n);
      for (const TimingRow& row : run.rows) {
        const Scene scene = draw_density(page_at(&run, row.id));
        ASSERT_EQ(checks::inside_page(scene), "") << n << " " << bits << " " << row.id;
        const Heatmap& first = scene.heatmaps.front();
        ASSERT_EQ(first.columns, std::min<uint64_t>(n, 256));
        ASSERT_EQ(first.rows, 1u << std::min(bits, 8u));
        uint64_t keys = 0;
        for (uint32_t count : first.counts) keys += count;
        ASSERT_EQ(keys, n);
      }
    }
}

TEST(DensityFigure, LeavesRoomForWhatIsStillToCome) {
  TimingRun run = run_by(4);
  run.rows[0].densities.resize(3);
  const Scene scene = draw_density(page_at(&run));
  EXPECT_EQ(scene.heatmaps.size(), 3u + 1);
  EXPECT_EQ(std::ranges::count_if(scene.frames, [](const Frame& f) { return f.dashed; }), 6);
  EXPECT_EQ(checks::inside_page(scene), "");
}

TEST(DensityFigure, HasAPageForEveryRowWithPictures) {
  TimingRun run = run_by(4);
  EXPECT_EQ(draw_density(page_at(&run, 2)).pages, run.rows.size());
  EXPECT_EQ(pictures_true(draw_density(page_at(&run, 2)), run.rows[2]), "");
  run.rows[0].densities.clear();
  EXPECT_EQ(pictures_true(draw_density(page_at(&run, 2)), run.rows[3]), "");
  EXPECT_EQ(pictures_true(draw_density(page_at(&run, 99)), run.rows.back()), "");
  for (TimingRow& row : run.rows) row.densities.clear();
  EXPECT_TRUE(draw_density(page_at(&run)).heatmaps.empty());
  EXPECT_EQ(checks::inside_page(draw_density(page_at(&run))), "");
  EXPECT_EQ(checks::inside_page(draw_density(page_at(nullptr))), "");
}

TEST(DensityFigure, ABaselineHasABeforeAndAnAfter) {
  TimingRun run;
  run.rows.push_back(density_run_row({.bits = 32, .n = 1000}, 32));
  run.rows[0].sort = false;
  EXPECT_EQ(draw_density(page_at(&run)).heatmaps[1].name, "after the sort");
  EXPECT_NE(density_sentence(run.rows[0]).find("after the sort"), std::string::npos);
}

TEST(ShownPasses, AreAllOrTheEndsAndEvenlyChosenOnes) {
  for (uint32_t bits : {8u, 32u, 64u})
    for (uint32_t passes = 1; passes <= bits; ++passes) {
      const std::vector<uint32_t> shown = shown_passes(passes, bits);
      EXPECT_EQ(shown.size(), std::min<std::size_t>(passes + 1, max_pictures));
      EXPECT_EQ(shown.front(), 0u);
      EXPECT_EQ(shown.back(), passes);
      EXPECT_TRUE(std::ranges::is_sorted(shown));
      EXPECT_EQ(std::ranges::adjacent_find(shown), shown.end());
    }
  EXPECT_EQ(shown_passes(32, 32),
            (std::vector<uint32_t>{0, 1, 2, 3, 6, 10, 14, 17, 21, 25, 26, 27, 28, 29, 30, 31, 32}));
}

// ------------------------------------------------------------------------------------------- words

TEST(DensityWords, SayWhatTheCountsShow) {
  const std::string why = ", because the picture shows the top 8 bits, which are sorted last";
  EXPECT_EQ(sentence(8, Distribution::uniform),
            "Noise in the input and up to pass 3" + why + "; the diagonal after pass 4.");
  EXPECT_EQ(sentence(4, Distribution::uniform),
            "Noise in the input and up to pass 6" + why +
                "; 16 stripes after pass 7; the diagonal after pass 8.");
  EXPECT_EQ(sentence(1, Distribution::uniform),
            "Noise in the input and up to pass 24" + why +
                "; 128 stripes, then 64 … 2 after passes 25 to 31; the diagonal after pass 32.");
  EXPECT_EQ(sentence(8, Distribution::entropy_544),
            "Noise, denser where more keys lie, in the input and up to pass 3" + why +
                "; a rising curve after pass 4.");
  EXPECT_EQ(sentence(4, Distribution::equal),
            "All keys have the same top 8 bits: one row, and no pass moves anything visible.");
  EXPECT_TRUE(
      sentence(1, Distribution::sorted)
          .starts_with(
              "The diagonal in the input; 2 rising pieces, then 4 … 64 after passes 1 to 6"))
      << sentence(1, Distribution::sorted);
  EXPECT_TRUE(sentence(1, Distribution::reversed)
                  .starts_with("The falling diagonal in the input; 2 falling pieces, then 4 "))
      << sentence(1, Distribution::reversed);
  EXPECT_TRUE(sentence(4, Distribution::few).ends_with("a staircase of 7 steps after pass 8."))
      << sentence(4, Distribution::few);
}

TEST(DensityWords, EndInOrderWhateverTheInput) {
  for (uint32_t radix_bits : {8u, 4u, 1u})
    for (const TimingRow& row : run_by(radix_bits).rows) {
      const Seen seen =
          seen_in(field_of(row.densities.back(), row.input), row.input.bits, row.input.bits);
      EXPECT_TRUE(seen.sight == Sight::rising || seen.sight == Sight::one_row) << row.id;
    }
}

TEST(DensityWords, ClaimNothingThatACellDenies) {
  TimingRun run = run_by(4);
  std::vector<uint32_t>& last = run.rows[0].densities.back().counts;
  ++last[200 * 256 + 3];  // a large key near the beginning
  EXPECT_EQ(density_sentence(run.rows[0]).find("the diagonal after pass 8"), std::string::npos);
  std::vector<uint32_t>& stripes = run.rows[0].densities[7].counts;
  ++stripes[15 * 256 + 3];  // the last key of a stripe at its beginning
  EXPECT_EQ(density_sentence(run.rows[0]).find("16 stripes"), std::string::npos);
}

TEST(SortedBits, FollowTheDigits) {
  TimingRow row;
  row.sort = true;
  row.input.bits = 32;
  row.configuration.settings.radix_bits = 5;
  EXPECT_EQ(sorted_bits(row, {.pass = 0, .passes = 7}), 0u);
  EXPECT_EQ(sorted_bits(row, {.pass = 3, .passes = 7}), 15u);
  EXPECT_EQ(sorted_bits(row, {.pass = 7, .passes = 7}), 32u);
  EXPECT_EQ(sorted_bits(row, {.pass = 3, .passes = 32}),
            3u);  // a sort that does not take the setting
  EXPECT_EQ(density_note(row, {.pass = 3, .passes = 7}, false), "sorted by bits 0–14");
}

// -------------------------------------------------------------------------------------------- tips

TEST(HeatmapTip, SaysWherewhichAndHowMany) {
  const TimingRow& row = row_of(run_by(8), Distribution::uniform);
  const Scene scene = draw_row_of(run_by(8), Distribution::uniform);
  const Heatmap& map = scene.heatmaps[4];  // sorted
  uint64_t told = 0;
  for (uint32_t c = 0; c < 256; ++c)
    for (uint32_t r = 0; r < 256; ++r) {
      const Vec point{map.at.x + map.at.w * (static_cast<float>(c) + 0.5f) / 256,
                      map.at.bottom() - map.at.h * (static_cast<float>(r) + 0.5f) / 256};
      const uint32_t count = row.densities[4].counts[r * 256 + c];
      if (count == 0 && c != r) continue;
      const std::string tip = heatmap_tip(scene, point);
      ASSERT_NE(tip.find(count == 1 ? ": 1 key" : ": " + std::to_string(count) + " keys"),
                std::string::npos)
          << tip;
      told += count;
    }
  EXPECT_EQ(told, 1u << 16);
  const Vec corner{map.at.x + 0.1f, map.at.bottom() - 0.1f};
  EXPECT_TRUE(heatmap_tip(scene, corner)
                  .starts_with("after pass 4: positions 0 to 255, keys 0x00000000 to 0x00ffffff: "))
      << heatmap_tip(scene, corner);
  EXPECT_EQ(heatmap_tip(scene, {1, 1}), "");
  EXPECT_EQ(heatmap_tip(scene, scene.heatmaps.back().at.centre()), "");  // the scale
}

TEST(HeatmapTip, RangesCoverEverythingOnce) {
  for (uint64_t n : {1u, 100u, 257u, 100'003u}) {
    const Heatmap map{.columns = static_cast<uint32_t>(std::min<uint64_t>(n, 256)),
                      .rows = 8,
                      .positions = n,
                      .key_bits = 64};
    uint64_t next = 0;
    for (uint32_t c = 0; c < map.columns; ++c) {
      EXPECT_EQ(positions_of(map, c).first, next);
      next = positions_of(map, c).last + 1;
    }
    EXPECT_EQ(next, n);
    EXPECT_EQ(keys_of(map, 0).first, 0u);
    EXPECT_EQ(keys_of(map, 7).last, ~uint64_t{0});
  }
}

// --------------------------------------------------------------------------------------------- SVG

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

TEST(DensitySvg, HoldsEveryPictureAsAPng) {
  const Scene scene = draw_row_of(run_by(4), Distribution::entropy_201);
  for (const Theme& theme : themes()) {
    const std::string svg = to_svg(with_heading(scene), theme);
    EXPECT_EQ(count(svg, "<image "), scene.heatmaps.size());
    EXPECT_EQ(count(svg, "data:image/png;base64,iVBORw0KGgo"), scene.heatmaps.size());
    EXPECT_EQ(count(svg, "</image>"), scene.heatmaps.size());
    EXPECT_EQ(count(svg, "xmlns:xlink="), 1u);
  }
  Scene plain = scene;
  plain.heatmaps.clear();
  EXPECT_EQ(count(to_svg(plain, theme(ThemeId::dark)), "xlink"), 0u);
}

}  // namespace
}  // namespace scope
