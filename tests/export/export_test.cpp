// What leaves the program: names, handouts, comparisons, pixels, paper and the commands that write
// them. (What a picture says as SVG: export_svg_test.cpp.)
#include "app/export/formats.hpp"
#include "app/sorts/families/families.hpp"

#include <gtest/gtest.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>

#include <cmath>
#include <set>

#include "app/core/base/files.hpp"
#include "app/core/base/font_files.hpp"
#include "app/core/figures/figure.hpp"
#include "app/export/raster.hpp"
#include "app/export/svg.hpp"
#include "app/state/presets.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/pages.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/svg_checks.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

using texts::count;

const Theme& paper() { return theme(ThemeId::print); }

// --------------------------------------------------------------------------------- names and pages

TEST(Handouts, HaveNamesThatDifferAndSort) {
  for (Document& document : runs_of("preset chapter; engine cpu")) {
    EXPECT_EQ(page_of(document).name.find_first_of("_ /"), std::string::npos);
    for (StepSize step_size : {StepSize::pass, StepSize::stage, StepSize::inside}) {
      const Handout handout = handout_of(document, step_size);
      EXPECT_EQ(handout.refusal + handout.remark, "");
      std::vector<std::string> names;
      for (const Page& page : handout.pages) names.push_back(page.name);
      EXPECT_TRUE(std::ranges::is_sorted(names));
      EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
      EXPECT_EQ(handout.pages.front().step, 0u);
      EXPECT_EQ(handout.pages.back().step, end_of(document));
      if (step_size == StepSize::inside) {
        EXPECT_EQ(names.size(), end_of(document) + 1);
      }
    }
  }
  Document document = make_document();
  ASSERT_EQ(run_script(document,
                       "preset chapter; engine cpu; sort digits; radix 2; seek pass 1 table_scan"),
            "");
  EXPECT_EQ(page_of(document).name, "pass1-table-scan-fig13-9");
  EXPECT_EQ(handout_of(document, StepSize::stage).pages[2].name, "022-pass1-table-scan-fig13-9");
  EXPECT_EQ(handout_of(document, StepSize::stage).name, "digits-16-keys");
}

TEST(Handouts, LeaveTheAppAsItIs) {
  Document document = block_sort_document();
  const std::string before = fingerprint(document);
  handout_of(document, StepSize::inside);
  EXPECT_EQ(fingerprint(document), before);
}

TEST(Handouts, OfAChartAboutNoStepShowTheSteps) {
  Document document = block_sort_document();
  ASSERT_EQ(run_script(document, "figure trade-off"), "");
  EXPECT_EQ(page_of(document).name, current_figure(document).id);
  const Handout handout = handout_of(document, StepSize::stage);
  EXPECT_GT(handout.pages.size(), 5u);
  for (const Page& page : handout.pages) EXPECT_EQ(page.name.find("trade-off"), std::string::npos);
}

TEST(Handouts, TooLargeOnesAreCoarserOrRefused) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "engine cpu; sort block_sort; block 32; random 500 24 1"), "");
  const Handout coarse = handout_of(document, StepSize::inside);
  EXPECT_NE(coarse.remark.find("A picture for every step would take about "), std::string::npos)
      << coarse.remark;
  EXPECT_FALSE(coarse.pages.empty());
  EXPECT_LT(coarse.pages.size(), end_of(document));
  std::size_t bytes = 0;
  for (const Page& page : coarse.pages) bytes += svg_of(page).size();
  EXPECT_LT(bytes, max_handout_bytes * 5 / 4);
  ASSERT_EQ(run_script(document, "random 4096 32 1"), "");
  const Handout refused = handout_of(document, StepSize::inside);
  EXPECT_NE(refused.refusal.find("choose fewer keys"), std::string::npos) << refused.refusal;
  EXPECT_TRUE(refused.pages.empty());
  scratch::Folder folder;
  EXPECT_EQ(run_command(document, "steps", folder / "all"), refused.refusal);
  EXPECT_FALSE(std::filesystem::exists(folder / "all"));
}

TEST(Comparisons, StandSideBySide) {
  Document document = make_document();
  ASSERT_EQ(
      run_script(
          document,
          "engine cpu; preset chapter; compare radix; figure fig13-7; seek pass 2 scatter; pin 3"),
      "");
  const Page page = page_of(document);
  const xml::Document svg = xml::read(svg_of(page));
  EXPECT_EQ(svg.fault, "");
  EXPECT_EQ(svg_checks::outside(svg), "");
  EXPECT_EQ(page.selected, 3u);
  std::size_t cells = 0;
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
    Moment now = moment(document, lane);
    cells += current_figure(document, now).draw(now).cells.size();
  }
  EXPECT_EQ(page.scene.cells.size(), cells);
  const Handout handout = handout_of(document, StepSize::pass);
  for (const Page& each : handout.pages) EXPECT_NE(each.name.find("compare-"), std::string::npos);
}

TEST(Comparisons, KeysOfAnotherInputAreOtherKeys) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "engine cpu; preset chapter; mode compare; compare radix; pin 3"),
            "");
  const auto picked = [&] {
    return std::ranges::count_if(page_of(document).scene.cells,
                                 [](const Cell& c) { return c.tag.key == 3; });
  };
  const auto all = picked();
  document.lanes.back().trace =
      std::make_shared<const radix::Trace>(record({9, 8, 7, 6, 5}, 4, 4, "one_bit"));
  document.lanes.back().cursor = 1;
  EXPECT_LT(picked(), all);
  EXPECT_GT(picked(), 0);
}

// -------------------------------------------------------------------------------- pixels and paper

struct Pixels {
  int w = 0, h = 0;
  std::vector<uint32_t> rgb;  ///< row by row
};

Pixels decoded(const std::string& png) {
  Pixels pixels;
  int channels = 0;
  stbi_uc* data =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                            static_cast<int>(png.size()), &pixels.w, &pixels.h, &channels, 3);
  if (!data) return {};
  for (int i = 0; i < pixels.w * pixels.h; ++i)
    pixels.rgb.push_back(uint32_t{data[3 * i]} << 16 | uint32_t{data[3 * i + 1]} << 8 |
                         data[3 * i + 2]);
  stbi_image_free(data);
  return pixels;
}

std::string without_cairo() { return has_cairo() ? "" : "this program was built without cairo"; }

TEST(Png, HasThePagesSizeAndAPictureInIt) {
  if (!without_cairo().empty()) GTEST_SKIP() << without_cairo();
  const Document document = block_sort_document();
  const Page page = page_of(document);
  const Scene whole = with_heading(page.scene);
  for (const Theme& each : themes())
    for (uint32_t scale : {1u, 2u, 4u}) {
      const auto png = write_page(*format_named("png"), page, {each.id, scale});
      ASSERT_TRUE(png) << png.error.sentence;
      const Pixels pixels = decoded(*png);
      ASSERT_EQ(pixels.w, static_cast<int>(std::ceil(whole.width * static_cast<float>(scale))));
      ASSERT_EQ(pixels.h, static_cast<int>(std::ceil(whole.height * static_cast<float>(scale))));
      const Colour ground = each[Ink::page];
      EXPECT_EQ(pixels.rgb.front(), uint32_t{ground.r} << 16 | uint32_t{ground.g} << 8 | ground.b)
          << each.name;
      EXPECT_GT(std::set(pixels.rgb.begin(), pixels.rgb.end()).size(), 60u);
    }
}

TEST(Png, OfEveryFigureDiffersFromItsNeighbours) {
  if (!without_cairo().empty()) GTEST_SKIP() << without_cairo();
  Document document = block_sort_document();
  std::set<std::string> pictures;
  std::size_t count = 0;
  for (const Figure& figure : figures()) {
    if (figure.tools == Tools::timing) continue;
    ++count;
    const auto png = to_png(figure.draw(moment(document)), paper(), none, 1);
    ASSERT_TRUE(png) << figure.id;
    EXPECT_GT(decoded(*png).w, 0) << figure.id;
    pictures.insert(*png);
  }
  EXPECT_GT(pictures.size(), count / 2);  // figures of one family share a picture
}

TEST(Png, HasChineseAndJapaneseSigns) {
  if (!without_cairo().empty()) GTEST_SKIP() << without_cairo();
  if (find_fonts(font_folders(), "zh-Hans").cjk.path.empty()) GTEST_SKIP() << "no font has them";
  std::set<std::string> pictures;
  for (const char* sign : {"木", "水", "キ", ""}) {
    Scene scene{.width = 40, .height = 40};
    scene.texts.push_back({.at = {20, 20}, .text = sign, .size = 20});
    const auto png = to_png(scene, paper(), none, 1);
    ASSERT_TRUE(png);
    pictures.insert(*png);
  }
  EXPECT_EQ(pictures.size(), 4u);  // those that no font has are the same box
}

TEST(Png, TooLargeIsRefusedWithASentence) {
  const Scene wide{.width = 5000, .height = 100}, big{.width = 9000, .height = 9000};
  EXPECT_EQ(png_refusal(wide, 3), "");
  EXPECT_NE(png_refusal(wide, 4).find("20000 × 400 pixels"), std::string::npos);
  EXPECT_NE(png_refusal(big, 1).find("svg"), std::string::npos);
  const auto png = to_png(big, paper(), none, 1);
  EXPECT_FALSE(png);
  EXPECT_EQ(png.error.sentence.back(), '.');
}

TEST(Pdf, HasAPageForEveryPicture) {
  if (!without_cairo().empty()) GTEST_SKIP() << without_cairo();
  Document document = block_sort_document();
  for (StepSize step_size : {StepSize::pass, StepSize::inside}) {
    const Handout handout = handout_of(document, step_size);
    const auto pdf = format_named("pdf")->write(page_run_of(handout), {}, {});
    ASSERT_TRUE(pdf) << pdf.error.sentence;
    EXPECT_EQ(pdf->substr(0, 5), "%PDF-");
    EXPECT_NE(pdf->find("%%EOF"), std::string::npos);
    EXPECT_EQ(count(*pdf, "/Type /Page "), handout.pages.size());
  }
}

// ------------------------------------------------------------------------------------------
// commands

TEST(Commands, TakeNamesWithBlanksAScaleAndATheme) {
  if (!without_cairo().empty()) GTEST_SKIP() << without_cairo();
  scratch::Folder folder;
  Document document = block_sort_document();
  const float wide = with_heading(page_of(document).scene).width;
  const auto width_of = [&](const std::string& file) {
    return decoded(scratch::bytes_of(folder / file)).w;
  };
  ASSERT_EQ(run_script(document, "png '" + folder / "a b.png" + "' 3; png " + folder / "c d.png" +
                                     " 1 light; png \"" + folder / "e.png" + "\"; svg " +
                                     folder / "f.svg" + " print"),
            "");
  EXPECT_EQ(width_of("a b.png"), static_cast<int>(std::ceil(3 * wide)));
  EXPECT_EQ(width_of("c d.png"), static_cast<int>(std::ceil(wide)));
  EXPECT_EQ(width_of("e.png"), static_cast<int>(std::ceil(2 * wide)));
  EXPECT_NE(scratch::bytes_of(folder / "f.svg").find("fill=\"#ffffff\""), std::string::npos);
  EXPECT_EQ(document.theme, ThemeId::dark);
  EXPECT_EQ(document.written.size(), 4u);
}

/// Pictures in an animated WebP file, https://developers.google.com/speed/webp/docs/riff_container
std::size_t pictures_in(const std::string& webp) {
  std::size_t count = 0;
  for (std::size_t at = webp.find("ANMF"); at != webp.npos; at = webp.find("ANMF", at + 4)) ++count;
  return count;
}

TEST(Moving, APassIsItsStepsAndTheWayBetweenThem) {
  if (!has_webp()) GTEST_SKIP() << "this program was built without libwebp";
  const scratch::Folder folder;
  Document document = block_sort_document();
  ASSERT_EQ(run_script(document, "grain stage; seek pass 1 scatter"), "");
  ASSERT_EQ(run_command(document, "animate", folder / "pass.webp"), "");
  const std::string moves = scratch::bytes_of(folder / "pass.webp");
  ASSERT_TRUE(moves.starts_with("RIFF") && moves.substr(8, 4) == "WEBP");
  ASSERT_EQ(run_command(document, "motion", "off"), "");
  ASSERT_EQ(run_command(document, "animate", folder / "still.webp"), "");
  const std::size_t stops = pictures_in(scratch::bytes_of(folder / "still.webp"));
  EXPECT_GE(stops, 4u) << "a pass has several stages";
  EXPECT_GT(pictures_in(moves), 4 * stops) << "keys move between them";
  EXPECT_LT(stops, handout_of(document, StepSize::stage).pages.size()) << "one pass of several";
}

TEST(Moving, MotionOfItsOwnSpeedTakesMorePictures) {
  if (!has_webp()) GTEST_SKIP() << "this program was built without libwebp";
  const Document document = block_sort_document();
  const PageRun run = page_run_of(document, StepSize::pass);
  const auto pictures = [&](float motion) {
    const auto bytes = to_webp(run, theme(ThemeId::dark), 1, {.page = 1, .motion = motion}, {});
    return bytes ? pictures_in(*bytes) : 0;
  };
  EXPECT_LT(pictures(0.2f), pictures(0.8f));
}

TEST(Moving, TooManyPicturesAreRefusedInOneSentence) {
  if (!has_webp()) GTEST_SKIP() << "this program was built without libwebp";
  PageRun run = page_run_of(block_sort_document(), StepSize::pass);
  run.about.pages.resize(max_webp_pictures);
  const auto bytes = to_webp(run, theme(ThemeId::dark), 1, {}, {});
  EXPECT_FALSE(bytes);
  EXPECT_NE(bytes.error.sentence.find("animate"), std::string::npos) << bytes.error.sentence;
}

TEST(Commands, WriteAllStepsInEveryFormat) {
  for (const Format& format : formats()) {
    scratch::Folder folder;
    Document document = block_sort_document();
    const std::string refusal =
        run_command(document, "steps", folder / "all steps" + " " + format.name + " stage 1");
    if (!(has_cairo() && has_webp()) && !refusal.empty()) {
      EXPECT_NE(refusal.find("cairo"), std::string::npos);
      continue;
    }
    EXPECT_EQ(refusal, "") << format.name;
    const std::size_t files =
        format.bundles ? 1 : handout_of(document, StepSize::stage).pages.size();
    EXPECT_EQ(document.written.size(), files);
    for (const std::string& file : document.written) {
      EXPECT_TRUE(file.ends_with(std::string(".") + format.ending)) << file;
      EXPECT_GT(scratch::bytes_of(file).size(), 1000u) << file;
    }
  }
}

TEST(Commands, WithoutANameTakeThePages) {
  scratch::Folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  Document document = block_sort_document();
  EXPECT_EQ(run_command(document, "svg"), "");
  EXPECT_EQ(run_command(document, "text"), "");
  EXPECT_EQ(run_command(document, "html"), "");
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(folder / (page_of(document).name + ".svg")));
  EXPECT_NE(scratch::bytes_of(folder / (handout_of(document, document.step_size).name + ".html"))
                .find("<html"),
            std::string::npos);
  EXPECT_NE(scratch::bytes_of(folder / "block_sort.txt").find("step 1 of "), std::string::npos);
}

TEST(Commands, RefuseAFolderThatIsAFile) {
  scratch::Folder folder;
  Document document = block_sort_document();
  const std::string file = folder.file("taken", "mine");
  EXPECT_NE(run_command(document, "steps", file).find("is a file"), std::string::npos);
  EXPECT_EQ(scratch::bytes_of(file), "mine");
  EXPECT_NE(run_command(document, "steps", "/proc/no/such svg"), "");
}

TEST(ExportVerbs, AMisspeltWordBehindANameIsRefused) {
  Document document = make_document();
  scratch::Folder folder;
  const std::string refusal = run_command(document, "svg", folder / "x.svg" + " pink");
  EXPECT_NE(refusal.find("'pink' is neither a scale nor a theme"), std::string::npos) << refusal;
  EXPECT_TRUE(document.written.empty());
  EXPECT_EQ(run_command(document, "svg", folder / "my picture.svg" + " light"), "");
}

}  // namespace
}  // namespace scope
