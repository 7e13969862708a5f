// figure, steps, lesson and doctor: what they write, and where they refuse.
#include "tests/support/command_line.hpp"

#include "app/commands/commands.hpp"
#include "app/export/raster.hpp"
#include "app/state/presets.hpp"

namespace scope {
namespace {

TEST_F(CommandLine, FigureIsWhatTheVerbWrites) {
  const std::string digits = "--preset chapter --engine cpu --sort digits --radix 2 ";
  const Outcome printed = run("figure " + digits + "--step 'pass 1 table_scan' --out -");
  EXPECT_EQ(printed.code, ok);
  EXPECT_EQ(printed.err, "");
  const std::string own = folder / "own.svg";
  Document document = make_document();
  ASSERT_EQ(
      run_script(document,
                 "engine cpu; preset chapter; sort digits; radix 2; seek pass 1 table_scan; svg '" +
                     own + "' print"),
      "");
  EXPECT_EQ(printed.out, scratch::bytes_of(own));
  const std::string file = folder / "a b.svg";
  EXPECT_EQ(run("figure " + digits + "--step 22 --theme print --out '" + file + "'").code, ok);
  EXPECT_EQ(scratch::bytes_of(file), printed.out);
  const Outcome state =
      run("figure --state radixscope:1/keys=12,3,6/bits=4/step=2 --figure fig13-2 --out -");
  EXPECT_EQ(state.code, ok) << state.err;
  EXPECT_NE(state.out.find("Figure 13.2"), std::string::npos);
}

TEST_F(CommandLine, StepsWriteAFileEachOrOneWithAll) {
  const std::string input =
      "steps --keys '3 1 2' --bits 2 --engine cpu --sort block_sort --grain stage ";
  const Outcome files = run(input + "--out '" + folder / "all" + "'");
  EXPECT_EQ(files.code, ok) << files.err;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "all"))
    count += scratch::bytes_of(entry.path().string()).starts_with("<svg");
  EXPECT_EQ(count, 11u);  // the start, and five stages of two passes
  const Outcome text = run(input + "--format text --out -");
  EXPECT_EQ(text.code, ok);
  EXPECT_NE(text.out.find("pass 2 of 2"), std::string::npos);
  EXPECT_EQ(run(input + "--out '" + folder / "one.html" + "'").code, ok);
  EXPECT_NE(scratch::bytes_of(folder / "one.html").find("<html"), std::string::npos);
}

TEST_F(CommandLine, APresetOfYourOwnBringsItsStep) {
  std::filesystem::create_directories(to_path(folder / "radixscope/presets"));
  folder.file(
      "radixscope/presets/mine.json",
      R"({"title": "t", "about": "a", "bits": 4, "block": 4, "keys": [3, 1, 2, 0, 2], "sort": "block_sort",
                  "figure": "fig13-6", "step": "pass 2 table_scan", "engine": "cpu"})");
  const std::string home = "env XDG_CONFIG_HOME=\"" + folder.path() + "\"";
  const std::string command =
      run("--do \"preset mine; svg '" + folder / "v.svg" + "' print; copy_state\"", "", home).out;
  EXPECT_NE(command.find("/step="), std::string::npos) << command;
  EXPECT_EQ(run("--state radixscope:1/preset=mine --do copy_state", "", home).out, command);
  const Outcome figure = run("figure --preset mine --out -", "", home);
  EXPECT_EQ(figure.out, scratch::bytes_of(folder / "v.svg")) << figure.err;
  const Outcome first =
      run("figure --preset mine --step 1 --figure auto --sort one_bit --out -", "", home);
  EXPECT_EQ(first.code, ok) << first.err;
  EXPECT_NE(first.out, figure.out);
  EXPECT_NE(run("figure --preset mine --sort one_bit --out -", "", home).err.find("table_scan"),
            std::string::npos);
  EXPECT_NE(run("trace --preset mine", "", home).out.find("block_sort on "), std::string::npos);
}

TEST_F(CommandLine, LessonsBecomeHandouts) {
  const std::string here = "cd \"" + folder.path() + "\" &&";
  const Outcome named = run("lesson html coalescing", "", here);
  EXPECT_EQ(named.code, ok) << named.err;
  EXPECT_EQ(named.out, "Wrote coalescing.html\n");
  const std::string page = scratch::bytes_of(folder / "coalescing.html");
  EXPECT_NE(page.find("<html"), std::string::npos);
  std::filesystem::create_directories(to_path(folder / "all"));
  EXPECT_EQ(run("lesson html 13.4 --out '" + folder / "all" + "'").code, ok);
  EXPECT_EQ(scratch::bytes_of(folder / "all/coalescing.html"), page);
  EXPECT_EQ(run("lesson html coalescing --out '" + folder / "page.HTM" + "'").code, ok);
  EXPECT_EQ(scratch::bytes_of(folder / "page.HTM"), page);
  EXPECT_EQ(run("lesson html coalescing --out -", "", here).out, page);
  const std::string text = run("lesson text coalescing --out -", "", here).out;
  EXPECT_NE(text.find("Scan the table, row by row"), std::string::npos);
  expect_refused("lesson svg coalescing --out -", "html");
  expect_refused("lesson svg coalescing --out '" + folder / "x.svg" + "'", "folder");
  expect_refused("lesson html coalescing --out '" + folder / "x.pdf" + "'", "pdf");
  expect_refused("lesson html frog", "coalescing");
  EXPECT_EQ(run("lesson svg coalescing", "", here).code, ok);
  std::size_t slides = 0;
  for (const auto& entry : std::filesystem::directory_iterator(to_path(folder.path())))
    slides += to_text(entry.path().filename()).starts_with("slide");
  EXPECT_GT(slides, 5u);
  EXPECT_FALSE(std::filesystem::exists(folder / "-"));
  EXPECT_EQ(run("lesson check coalescing").code, ok);
  EXPECT_NE(run("lesson list").out.find("coalescing\n"), std::string::npos);
}

TEST_F(CommandLine, TheEndingOfAFileIsItsFormat) {
  const std::string input = " --keys '3 1 2' --bits 2 --engine cpu ";
  const Outcome pdf = run("figure" + input + "--out '" + folder / "a.PDF" + "'");
  EXPECT_EQ(pdf.code, has_cairo() ? ok : refused) << pdf.err;
  EXPECT_EQ(scratch::bytes_of(folder / "a.PDF").starts_with("%PDF"), has_cairo());
  EXPECT_EQ(run("figure" + input + "--out '" + folder / "a.SVG" + "'").code, ok);
  EXPECT_TRUE(scratch::bytes_of(folder / "a.SVG").starts_with("<svg"));
  EXPECT_EQ(run("steps" + input + "--format html --out '" + folder / "page.htm" + "'").code, ok);
  EXPECT_NE(scratch::bytes_of(folder / "page.htm").find("<html"), std::string::npos);
  EXPECT_EQ(run("steps" + input + "--out '" + folder / "b.Htm" + "'").code, ok);
  EXPECT_NE(scratch::bytes_of(folder / "b.Htm").find("<html"), std::string::npos);
  for (const char* command : {"figure", "steps"})
    expect_refused(command + input + "--out '" + folder / "out.xyz" + "'",
                   ".svg, .png, .pdf, .html, .webp, .txt");
  EXPECT_FALSE(std::filesystem::exists(folder / "out.xyz"));
  EXPECT_EQ(run("figure" + input + "--format svg --out '" + folder / "out.xyz" + "'").code, ok);
  for (const char* format : {"", "--format png "})
    expect_refused("steps" + input + format + "--out -", "pdf, html, webp and text");
  expect_refused("steps" + input + "--out '" + folder / "one.svg" + "'", "folder");
  EXPECT_EQ(run("steps" + input + "--out -", "", "cd \"" + folder.path() + "\" &&").code, refused);
  EXPECT_FALSE(std::filesystem::exists(folder / "-"));
}

TEST_F(CommandLine, TheDoctorTriesPresetsAndLessons) {
  const auto doctor = [&] {
    return run("doctor", "", "env -u DISPLAY XDG_CONFIG_HOME=\"" + folder.path() + "\"").out;
  };
  const std::string healthy = doctor();
  EXPECT_EQ(healthy.find("unusable"), std::string::npos) << healthy;
  EXPECT_NE(healthy.find(" presets\n"), std::string::npos) << healthy;
  EXPECT_NE(healthy.find(" lessons, "), std::string::npos) << healthy;
  std::filesystem::create_directories(to_path(folder / "radixscope/presets"));
  std::filesystem::create_directories(to_path(folder / "radixscope/lessons"));
  const std::string head = R"({"title": "t", "about": "a", "bits": 4, "keys": [3], )";
  folder.file("radixscope/presets/one.json", head + R"("step": "frog"})");
  folder.file("radixscope/presets/two.json", head + R"("stepp": 1})");
  folder.file("radixscope/lessons/three.json",
              R"({"format": "radixscope lesson 1", "title": "t", "about": "a", "slides": [
                  {"title": "t", "caption": "c", "state": {"step": "toad"}}]})");
  const std::string ill = doctor();
  for (const char* word :
       {"'one'", "'frog'", "two.json", "'stepp'", "Slide 1 of the lesson 'three'", "'toad'"})
    EXPECT_NE(ill.find(word), std::string::npos) << word << ": " << ill;
}

TEST_F(CommandLine, FigureRefusesWhatItCannotDraw) {
  const std::string out = " --out '" + folder / "x.svg" + "'";
  expect_refused("figure --preset chapter --scale 5" + out, "1 … 4");
  expect_refused("figure --preset chapter --theme sepia" + out, "print");
  expect_refused("figure --preset chapter --format gif" + out, "svg");
  expect_refused("figure --preset chapter --figure fig99" + out, "fig99");
  expect_refused("figure --preset chapter --step 9999" + out, "0 …");
  expect_refused("figure --keys '1 99' --bits 4" + out, "'99'");
  expect_refused("figure --state radixscope:1/keys=frog" + out, "frog");
  expect_refused("figure --session no/such/file" + out, "no/such/file");
  expect_refused("steps --preset chapter --grain tiny --out '" + folder / "x" + "'", "stage");
  EXPECT_EQ(run("figure --preset chapter").code, usage);
  EXPECT_EQ(run("figure --preset chapter --keys 1" + out).code, usage);
  EXPECT_FALSE(std::filesystem::exists(folder / "x.svg"));
}

}  // namespace
}  // namespace scope
