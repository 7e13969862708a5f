// Exports in the background: the same files as the direct way, stopped at any page, and never left
// alone.
#include "app/export/export_job.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "app/core/base/background.hpp"
#include "app/core/base/files.hpp"
#include "app/export/formats.hpp"
#include "app/export/raster.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

/// Two passes of two-bit digits, as in a window (`interactive`) or in a script.
Document digits(bool interactive) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "engine cpu; preset chapter; sort digits; radix 2"), "");
  document.interactive = interactive;
  return document;
}

/// Frames of a window until the export has ended; a hang fails.
void wait_for(Document& document) {
  for (int frame = 0; document.export_job && frame < 60000; ++frame) {
    tick(document, 0.016f);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_FALSE(document.export_job) << "it never ends";
}

std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(to_path(folder)))
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), to_path(folder)).string()] =
          scratch::bytes_of(entry.path().string());
  return files;
}

/// A PDF says when it was made.
std::string undated(std::string bytes) {
  const std::size_t at = bytes.find("/CreationDate");
  return at == bytes.npos ? bytes : bytes.erase(at, bytes.find('\n', at) - at);
}

/// A work that goes on until it is told to stop.
Exported endless(const Going& going) {
  std::size_t page = 0;
  while (going(page % 49, 49)) ++page, std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return {.note = "stopped", .files = {"one.svg"}};
}

TEST(ExportJob, WritesTheSameFilesAsAScript) {
  const scratch::Folder direct, behind;
  const std::pair<const char*, std::string> commands[] = {
      {"steps", "all stage"},     {"steps", "all stage svg dark"},
      {"steps", "p.txt text"},    {"steps", "h.html html"},
      {"html", "one.html"},       {"text", "t.txt"},
      {"steps", "pdf pdf stage"}, {"steps", "png png pass 3"}};
  for (const auto& [command, argument] : commands) {
    if (!has_cairo() && argument.starts_with("p")) continue;
    Document script = digits(false), window = digits(true);
    ASSERT_EQ(run_command(script, command, direct / argument), "") << argument;
    ASSERT_EQ(run_command(window, command, behind / argument), "") << argument;
    EXPECT_TRUE(window.export_job) << "the command waits: " << argument;
    EXPECT_TRUE(window.note.empty()) << window.note;
    wait_for(window);
    EXPECT_EQ(window.note_is_error, false) << window.note;
    EXPECT_EQ(window.note.substr(0, 5), script.note.substr(0, 5));
    EXPECT_EQ(window.written.size(), script.written.size()) << argument;
  }
  const auto files = files_in(direct / "");
  EXPECT_GE(files.size(), 10u);
  for (const auto& [name, bytes] : files_in(behind / ""))
    EXPECT_TRUE(files.contains(name) && undated(files.at(name)) == undated(bytes)) << name;
  EXPECT_EQ(files.size(), files_in(behind / "").size());
}

TEST(ExportJob, TheAppMayChangeMeanwhile) {
  const scratch::Folder direct, behind;
  Document script = digits(false), window = digits(true);
  ASSERT_EQ(run_command(script, "html", direct / "a.html"), "");
  ASSERT_EQ(run_command(window, "html", behind / "a.html"), "");
  ASSERT_EQ(run_script(window, "random 40 6 2; sort coarse; pin 2; last; theme light"), "");
  wait_for(window);
  EXPECT_EQ(scratch::bytes_of(behind / "a.html"), scratch::bytes_of(direct / "a.html"));
}

TEST(ExportJob, StoppedAfterEveryPageLeavesWholeFilesAndSaysSo) {
  const scratch::Folder folder;
  const Document document = digits(false);
  const PageRun run = page_run_of(document, StepSize::pass);
  const std::size_t pages = run.about.pages.size();
  for (const Format& format : formats()) {
    const std::string name = format.name;
    if ((!has_cairo() && (name == "png" || name == "pdf")) || (!has_webp() && name == "webp"))
      continue;
    for (std::size_t stop = 0; stop < pages; ++stop) {
      const std::string place = folder / (format.name + std::to_string(stop));
      const Going going = [&](std::size_t page, std::size_t of) {
        return of == pages && page < stop;
      };
      const Written done = write_pages(run, format, {}, place, going);
      EXPECT_TRUE(done.stopped) << format.name;
      EXPECT_EQ(done.refusal, "");
      EXPECT_EQ(done.pages, stop);
      EXPECT_EQ(done.files.size(), format.bundles ? 0 : stop) << format.name;
      const std::size_t there =
          format.bundles ? fs::exists(to_path(place)) : files_in(place).size();
      EXPECT_EQ(there, done.files.size()) << format.name;
    }
  }
}

TEST(ExportJob, IsCancelledByTheVerbAndByEscape) {
  for (const char* command : {"export_cancel", "close"}) {
    Document document = digits(true);
    ASSERT_EQ(run_command(document, "pin", "3"), "");
    ASSERT_EQ(start_export(document, endless), "");
    tick(document, 0);
    ASSERT_TRUE(document.export_job);
    EXPECT_NE(export_words(document).find("Escape cancels"), std::string::npos);
    ASSERT_EQ(run_command(document, command), "");
    wait_for(document);
    EXPECT_EQ(document.note, "stopped");
    EXPECT_EQ(document.written, std::vector<std::string>{"one.svg"});
    EXPECT_EQ(document.pinned, 3u) << "Escape does one thing at a time";
    EXPECT_NE(run_command(document, "export_cancel"), "") << "there is nothing to cancel";
  }
}

TEST(ExportJob, ARealOneThatIsCancelledSaysWhatIsThere) {
  const scratch::Folder folder;
  Document document = digits(true);
  ASSERT_EQ(run_command(document, "steps", folder / "all"), "");
  document.export_job->cancel();
  wait_for(document);
  EXPECT_FALSE(document.note_is_error);
  EXPECT_NE(document.note.find("Cancelled"), std::string::npos) << document.note;
  const std::size_t files =
      fs::exists(to_path(folder / "all")) ? files_in(folder / "all").size() : 0;
  EXPECT_EQ(document.written.size(), files);
}

TEST(ExportJob, OneAtATime) {
  Document document = digits(true);
  ASSERT_EQ(start_export(document, endless), "");
  for (const char* call : {"steps all", "html a.html", "text a.txt"}) {
    const std::string refusal = run_script(document, call);
    EXPECT_NE(refusal.find("export_cancel"), std::string::npos) << call << ": " << refusal;
  }
  EXPECT_FALSE(fs::exists("a.html"));
  EXPECT_TRUE(document.export_job);
}

TEST(ExportJob, RefusalsComeThrough) {
  const scratch::Folder folder;
  std::ofstream(folder / "taken") << "a file";
  Document script = digits(false), window = digits(true);
  const std::string refusal = run_command(script, "steps", folder / "taken");
  EXPECT_NE(refusal.find("is a file"), std::string::npos) << refusal;
  ASSERT_EQ(run_command(window, "steps", folder / "taken"), "");
  wait_for(window);
  EXPECT_EQ(window.note, refusal);
  EXPECT_TRUE(window.note_is_error);
  EXPECT_NE(run_command(window, "html", folder / "nowhere/a.html"), "")
      << "at once: there is no such folder";
  ASSERT_EQ(start_export(window, [](const Going&) -> Exported { throw std::bad_alloc(); }), "");
  wait_for(window);
  EXPECT_NE(window.note.find("not enough memory"), std::string::npos) << window.note;
}

TEST(ExportJob, GoesWithItsApp) {
  std::atomic<bool> left = false;
  {
    Document document = digits(true);
    ASSERT_EQ(
        start_export(document,
                     [&](const Going& going) { return endless(going), left = true, Exported{}; }),
        "");
  }
  EXPECT_TRUE(left) << "the thread outlives what it belongs to";
}

TEST(ExportJob, AScriptWaits) {
  Document document = digits(false);
  bool asked = false;
  ASSERT_EQ(start_export(
                document,
                [&](const Going& going) { return asked = going(0, 2), Exported{.note = "done"}; }),
            "");
  EXPECT_TRUE(asked);
  EXPECT_FALSE(document.export_job);
  EXPECT_EQ(document.note, "done");
}

/// The guess is made of a few pages; what they take is the format's own size.
TEST(ExportJob, SizesAreThoseOfTheFormat) {
  const Document document = digits(false);
  const Handout handout = handout_of(document, StepSize::pass);
  std::size_t html = 0, svg = 0, text = 0;
  for (const auto& [name, to] : {std::pair{"html", &html}, {"svg", &svg}, {"text", &text}})
    *to = budget_of(*format_named(name), {}).weigh(handout.pages);
  std::size_t all = 0;
  for (const Page& page : handout.pages) all += write_page(*format_named("svg"), page, {})->size();
  EXPECT_EQ(svg, all);
  EXPECT_LT(text * 10, svg);
  EXPECT_GT(html, text);
  const PageRun poor = page_run_of(document, StepSize::inside, {.most = svg});
  EXPECT_NE(poor.about.remark, "") << "what it may weigh is asked for";
  const auto nothing = [](const std::vector<Page>&) { return std::size_t{0}; };
  EXPECT_EQ(page_run_of(document, StepSize::inside, {.most = 1, .weigh = nothing}).about.remark,
            "");
}

/// What a window's export reads is its own, and holds no work of the Document that goes on.
TEST(ExportJob, ReadsACopyThatNothingChanges) {
  Document document = digits(true);
  ASSERT_EQ(start_export(document, endless), "");
  document.timing.growing = std::make_shared<TimingRun>();
  document.timing.view.run = document.timing.growing;
  const Document still = snapshot(document);
  EXPECT_FALSE(still.export_job || still.tradeoff_job || still.timing.child ||
               still.timing.growing);
  EXPECT_NE(still.timing.view.run, document.timing.view.run);
  EXPECT_TRUE(still.timing.view.run);
}

}  // namespace
}  // namespace scope
