/// Arguments and files that nobody meant: whatever they hold, the program ends, says one sentence
/// about it, and neither a terminal nor a file comes to harm.
#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "app/export/raster.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

const std::string in_time = "timeout 120";  // seconds; what waits for ever is ended: 124

/// PNG and PDF are cairo's.
bool is_written_here(std::string_view command) {
  return has_cairo() || (command != "png" && command != "pdf");
}

class CommandLineHostile : public CommandLine {
 protected:
  /// Refused in one sentence, and soon.
  void expect_ends(const std::string& arguments) {
    const Outcome outcome = run(arguments, "", in_time);
    EXPECT_EQ(outcome.code, refused) << arguments;
    EXPECT_NE((outcome.out + outcome.err).find("pipe"), std::string::npos)
        << arguments << ": " << outcome.err;
  }
};

TEST_F(CommandLineHostile, AnEmptyArgumentIsNamedAndNothingRuns) {
  for (const char* arguments :
       {"trace --keys 1 \"\" --json", "figure --preset chapter \"\" --out x.svg",
        "steps --keys 1 \"\" --out d", "time \"\" --n 64", "trace --keys 1 \"\"", "\"\"",
        "figure --session \"\" --out e.svg", "figure --state \"\" --out e.svg",
        "figure --keys 1 --out \"\"", "figure --session= --out e.svg", "--state \"\" --do text"}) {
    const Outcome outcome = run(arguments, "", in_time);
    EXPECT_EQ(outcome.code, usage) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find("is empty"), std::string::npos) << arguments << outcome.err;
  }
  EXPECT_EQ(run("trace --keys \"\"", "", in_time).code, ok) << "there may be no keys";
  EXPECT_EQ(run("trace --keys 1 --values \"\" --json", "", in_time).code, ok);
}

TEST_F(CommandLineHostile, NoEscapeReachesTheTerminal) {
  const std::string file = folder.file("t.json", R"({"format":"radixscope trace 2","problem":)"
                                                 R"({"keys":[1]},"sort":"\u001b]0;PWN\u0007"})");
  const std::string timing =
      folder.file("t.jsonl", "{\"event\":\"\\u001b[31m\",\"x\":\"radixscope time 1\"}\n");
  for (const std::string& arguments :
       {"--do \"open '" + file + "'\"", "--do \"open '" + timing + "'\"",
        std::string("--do \"theme \x1b[31mx\""), std::string("\x1b[31m.json --do text"),
        std::string("--\x1b[31m"), std::string("trace --keys \"\x1b[31m\""),
        std::string("figure --keys 1 --figure \x1b[31m --out -"),
        std::string("lesson check '\x1b[31m'"), std::string("time --n '\x1b[31m'")}) {
    const Outcome outcome = run(arguments, "", in_time);
    EXPECT_NE(outcome.code, ok) << arguments;
    EXPECT_EQ((outcome.out + outcome.err).find('\x1b'), std::string::npos) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), outcome.err.empty() ? 0 : 1) << outcome.err;
  }
}

TEST_F(CommandLineHostile, NoSentenceIsLongerThanAnybodyReads) {
  const std::string file =
      folder.file("t.json", R"({"format":"radixscope trace 2","problem":{"keys":[1]},"sort":")" +
                                std::string(2'000'000, 'x') + "\"}");
  for (const std::string& arguments :
       {"--do \"open '" + file + "'\"", "--do \"open " + std::string(60'000, 'x') + "\"",
        "--do \"" + std::string(60'000, 'x') + "\""}) {
    const Outcome outcome = run(arguments, "", in_time);
    EXPECT_EQ(outcome.code, refused) << outcome.err.substr(0, 100);
    EXPECT_LT(outcome.err.size(), 2500u) << outcome.err.substr(0, 100);
  }
}

/// A pipe that nobody reads or writes.
TEST_F(CommandLineHostile, NothingWaitsForAPipe) {
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const char* command :
       {"svg", "png", "pdf", "html", "text", "trace", "page", "timing_recorded u32; timing_save",
        "timing_recorded u32; timing_table csv"})
    if (is_written_here(command))
      expect_ends(std::string("--do \"") + command + " '" + pipe + "'\"");
  for (const char* command : {"open", "timing_load", "lesson"})
    expect_ends(std::string("--do \"") + command + " '" + pipe + "'\"");
  expect_ends("trace --keys 1 --out '" + pipe + "'");
  expect_ends("time --n 64 --out '" + pipe + "'");
  expect_ends("lesson check '" + pipe + "'");
  expect_ends("figure --session '" + pipe + "' --out x.svg");
}

TEST_F(CommandLineHostile, APipeWithAReaderIsWrittenTo) {
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string random = "\"random 512 32 1; trace '" + pipe + "'\"";  // more than a pipe holds
  // The reader is there before the program begins
  const int in = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(in, 0);
  std::atomic<bool> written = false;
  std::size_t bytes = 0;
  std::thread reader([&] {
    char some[4096];
    for (bool last = false;;) {
      const ssize_t count = ::read(in, some, sizeof some);
      if (count > 0) bytes += static_cast<std::size_t>(count);
      if (count <= 0 && last) return;
      if (count <= 0) last = written, std::this_thread::yield();
    }
  });
  const Outcome outcome = run("--do " + random);
  written = true;
  reader.join();
  close(in);
  EXPECT_EQ(outcome.code, ok) << outcome.err;
  EXPECT_GT(bytes, 100'000u);
}

TEST_F(CommandLineHostile, WhatCouldNotBePrintedIsSaid) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
  for (const char* arguments : {"--help", "--version", "trace --help", "engines", "doctor",
                                "lesson list", "trace --keys 1", "calculate"}) {
    const std::string command = in_time + " \"" + program() + "\" " + arguments +
                                " >/dev/full 2>\"" + folder / "err" + "\"";
    EXPECT_NE(std::system(command.c_str()), 0) << arguments;
    EXPECT_NE(scratch::bytes_of(folder / "err").find("could not be written"), std::string::npos)
        << arguments;
  }
}

TEST_F(CommandLineHostile, AnOpenDocumentIsNotReplacedByAnotherKind) {
  const std::string session = folder / "s.radixscope.json", trace = folder / "t.json",
                    keys = folder.file("keys.txt", "3 1 2");
  ASSERT_EQ(run("--do \"save '" + session + "'; trace '" + trace + "'\"").code, ok);
  for (const std::string& file : {session, trace, keys}) {
    const std::string before = scratch::bytes_of(file);
    for (const std::string command : {"svg", "png", "pdf", "text", "html", "page"}) {
      if (!is_written_here(command)) continue;
      const Outcome outcome =
          run("--do \"open '" + file + "'; " + command + " '" + file + "'\"", "", in_time);
      EXPECT_EQ(outcome.code, refused) << file << command;
      EXPECT_NE(outcome.err.find("choose another name"), std::string::npos) << outcome.err;
      EXPECT_EQ(scratch::bytes_of(file), before) << command;
    }
  }
  EXPECT_EQ(run("--do \"open '" + session + "'; sort 2; save\"").code, ok) << "as is meant";
  EXPECT_EQ(run("--do \"open '" + trace + "'; trace '" + trace + "'\"").code, ok);
}

TEST_F(CommandLineHostile, NaNsAndInfinitiesComeBack) {
  const std::string keys = "0x7FC00000 0xFFC12345 inf -inf -0 0 1.5",
                    run_file = folder / "nan.json", session = folder / "nan.radixscope.json";
  ASSERT_EQ(
      run("trace --type float --bits 32 --keys '" + keys + "' --json --out '" + run_file + "'")
          .code,
      ok);
  const Outcome copied =
      run("--do \"open '" + run_file + "'; save '" + session + "'; copy_state\"");
  ASSERT_EQ(copied.code, ok) << copied.err;
  const std::string state = copied.out.substr(0, copied.out.find('\n'));
  const std::string text = run("--do \"open '" + run_file + "'; text -\"").out;
  for (const std::string& again :
       {"--state '" + state + "' --do \"text -\"", "--session '" + session + "' --do \"text -\"",
        "--do \"open '" + run_file + "'; sort 3; sort 1; text -\""})
    EXPECT_EQ(run(again).out, text) << again;
  EXPECT_NE(text.find("nan"), std::string::npos) << "as people read it";
}

TEST_F(CommandLineHostile, AnotherVersionAndABrokenPresetAreCalledWhatTheyAre) {
  const std::string times = folder.file(
      "t.jsonl", "{\"event\":\"header\",\"format\":\"radixscope time 9\",\"version\":\"9\"}\n");
  expect_refused("--do \"open '" + times + "'\"", "its format is not");
  std::filesystem::create_directories(folder / "radixscope/presets");
  folder.file("radixscope/presets/07-fz.json", "{");
  const Outcome preset =
      run("trace --preset fz", "", "env XDG_CONFIG_HOME=\"" + folder.path() + "\"");
  EXPECT_EQ(preset.code, refused);
  EXPECT_NE(preset.err.find("07-fz.json"), std::string::npos) << preset.err;
  EXPECT_NE(preset.err.find("broken"), std::string::npos) << preset.err;
  const std::string text = folder.file("words.md", "# A heading\n\nnote: 3:4 and more\n");
  expect_refused("--do \"open '" + text + "'\"", "'#' cannot be read");
  std::string many = "1";
  for (int i = 0; i < 5000; ++i) many += " 1";
  expect_refused("trace --keys \"" + many + "\"", "Timing mode");
}

}  // namespace
}  // namespace scope
#endif
