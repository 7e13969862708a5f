/// What a command is asked to write or read: it replaces a file of its own kind alone, reads back
/// what it wrote, and takes on nothing that fills the machine.
#include "tests/support/command_line.hpp"

namespace scope {
namespace {

using CommandLineOutputs = CommandLine;

TEST_F(CommandLineOutputs, AFileIsOnlyReplacedByOneOfItsKind) {
  const std::string sources[] = {folder.file("anna.cu", "__global__ void k() {}\n"),
                                 folder.file("README.md", "# Mine\n"),
                                 folder.file("package.json", "{\"name\": \"mine\"}\n"),
                                 folder.file("notes.txt", "keys to buy\n")};
  for (const std::string& file : sources) {
    const std::string before = scratch::bytes_of(file), out = " --out \"" + file + "\"";
    for (const std::string& command :
         {"trace --preset chapter" + out, "trace --preset chapter --json" + out,
          "figure --preset chapter --format svg" + out,
          "figure --preset chapter --format html" + out, "questions --preset chapter" + out,
          "time --engine cpu --sorts 1 --n 64" + out,
          "time --engine cpu --sorts 1 --n 64 --csv" + out,
          "--do \"tradeoff_table csv " + file + "\""}) {
      const Outcome outcome = run(command);
      EXPECT_EQ(outcome.code, refused) << command;
      EXPECT_NE(outcome.err.find("choose another name"), std::string::npos)
          << command << ": " << outcome.err;
      EXPECT_EQ(scratch::bytes_of(file), before) << command;
    }
  }
}

TEST_F(CommandLineOutputs, WhatThisProgramWroteIsReplaced) {
  for (const std::string name : {"a.svg", "a.html", "a.json", "a.txt", "a.csv"}) {
    const std::string file = folder / name, ending = name.substr(2);
    for (const char* keys : {"3 1 2", "2 1"}) {
      const std::string command =
          ending == "json" || ending == "txt" ? "trace --keys \"" + std::string(keys) + "\""
          : ending == "csv" ? std::string("time --engine cpu --sorts 1 --n 64 --csv")
                            : "figure --keys \"" + std::string(keys) + "\"";
      EXPECT_EQ(run(command + " --out \"" + file + "\"").code, ok) << name << " " << keys;
    }
  }
}

TEST_F(CommandLineOutputs, ARunIsReadBackWhereItsNameEndsInJson) {
  const std::string file = folder / "run.json";
  EXPECT_EQ(run("trace --sort one_bit --keys - --out \"" + file + "\"", "3 1 2\n").code, ok);
  EXPECT_EQ(run("--do \"open '" + file + "'\"").code, ok);
}

TEST_F(CommandLineOutputs, NothingOnStandardInputIsRefused) {
  EXPECT_EQ(run("trace --keys -", "").code, refused);
  EXPECT_EQ(run("trace --keys -", " \n\n").code, refused);
#if !defined(_WIN32)
  for (const char* from : {"<&-", "</"}) {
    const std::string command = "\"" + program() + "\" trace --keys - " + from + " >\"" +
                                (folder / "out") + "\" 2>\"" + (folder / "err") + "\"";
    const int status = std::system(command.c_str());
    EXPECT_EQ(status >> 8, refused) << from;
    EXPECT_EQ(scratch::bytes_of(folder / "out"), "") << from;
  }
#endif
}

// By its beginning: the rest, however long, is not read.
TEST_F(CommandLineOutputs, ARunWithMoreKeysThanAnyIsRefusedByItsBeginning) {
  std::string keys = "1";
  while (keys.size() < (std::size_t{1} << 20)) keys += ",1";
  const std::string file = folder.file(
      "big.json", R"({"format":"radixscope trace 2","problem":{"keys":[)" + keys + " and no end");
  expect_refused("--do \"open '" + file + "'\"", "it has more keys than any");
}

TEST_F(CommandLineOutputs, TheTradeOffTakesNoGigabyte) {
  for (const char* what : {"2^16 1", "2^22 1", "2^22 32"})
    expect_refused(std::string("--do \"tradeoff ") + what + "\"", "the limit is 1 GB");
}

#if !defined(_WIN32)
TEST_F(CommandLineOutputs, AMovedTreeIsBuiltAnew) {
  const auto says = [&](const std::string& home) {
    folder.file("CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=" + home + "\n");
    const std::string command = "bash \"" RADIX_SOURCE_DIR "/third_party/fresh.sh\" \"" +
                                folder.path() + "\" \"" + folder.path() + "\" >\"" +
                                (folder / "out") + "\" 2>\"" + (folder / "err") + "\"";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return scratch::bytes_of(folder / "out");
  };
  EXPECT_EQ(says(folder.path()), "");
  EXPECT_EQ(says("/gone/radixscope"), "--fresh\n");
  EXPECT_NE(scratch::bytes_of(folder / "err").find("was moved or copied from '/gone/radixscope'"),
            std::string::npos);
}
#endif

}  // namespace
}  // namespace scope
