/// The built program as a child process: output, error text and exit code.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "app/core/base/files.hpp"
#include "scratch.hpp"

namespace scope {

inline constexpr int ok = 0, refused = 1, usage = 2, no_display = 3, found = 4;
inline const std::string chapter = "12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0";

/// $RADIXSCOPE, or the program beside this test.
inline std::string program() {
  if (const char* path = std::getenv("RADIXSCOPE")) return path;
  const auto here = to_path(program_path());
  return to_text(here.parent_path() / ("radixscope" + to_text(here.extension())));
}

struct Outcome {
  int code = -1;
  std::string out, err;
};

class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(std::filesystem::exists(to_path(program())))
        << program() << " is not built; set RADIXSCOPE to the program to test";
  }

  /// `before` goes in front of the program's name (env …), `input` to its standard input.
  Outcome run(const std::string& arguments, const std::string& input = "",
              const std::string& before = "") {
    const std::string in = folder.file("stdin", input);
    const std::string command = before + " \"" + program() + "\" " + arguments + " <\"" + in +
                                "\" >\"" + folder / "stdout" + "\" 2>\"" + folder / "stderr" + "\"";
    const int status = std::system(command.c_str());
    return {status > 255 ? status >> 8 : status, scratch::bytes_of(folder / "stdout"),
            scratch::bytes_of(folder / "stderr")};
  }

  /// Refused input: exit code 1, nothing printed, one line that says `says`.
  void expect_refused(const std::string& arguments, const std::string& says,
                      const std::string& input = "") {
    const Outcome outcome = run(arguments, input);
    EXPECT_EQ(outcome.code, refused) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find(says), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }

  scratch::Folder folder;
};

}  // namespace scope
