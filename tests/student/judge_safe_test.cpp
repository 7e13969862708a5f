/// `radixscope judge` over files of strangers: nobody sees anybody's file, none stops the others or
/// writes their lines, and nothing of the lecturer's is destroyed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/judge/run/scratch_folder.hpp"
#include "app/judge/student_report.hpp"
#include "kernels/engine/student/confine.hpp"
#include "kernels/engine/student/handed_in.hpp"
#include "kernels/engine/student/rewrite.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/thorough.hpp"
#include "tests/support/xml.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

std::string right_answer() {
  return scratch::bytes_of(std::string(RADIX_SOURCE_DIR) + "/tests/student/right/exercise_1.cu");
}

/// A file that says all that it can read of another one.
std::string reader_of(const std::string& file) {
  return "#include <fcntl.h>\n#include <unistd.h>\n"
         "static char text[400];\n"
         "static void read_it() {\n"
         "  int in = open(\"" +
         file +
         "\", O_RDONLY);\n"
         "  if (in >= 0 && read(in, text, 300) > 0) rs_assert(text, 1);\n"
         "}\n"
         "__attribute__((constructor)) static void early() { read_it(); }\n"
         "__global__ void k(unsigned* o) { o[0] = 0; }\n"
         "void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {\n"
         "  read_it();\n  k<<<1, 1>>>(output);\n}\n";
}

class JudgeSafe : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    if (!can_be_run("/usr/bin/g++") && !can_be_run("/usr/bin/clang++"))
      GTEST_SKIP() << "no compiler here";
    fs::create_directories(all);
  }
  std::string hand_in(const std::string& name, const std::string& text) {
    fs::create_directories((fs::path(all) / name).parent_path());
    return folder.file("handed-in/" + name, text);
  }
  Outcome judge(const std::string& arguments, const std::string& before = "") {
    return run("judge " + arguments, "", before);
  }

  const std::string all = folder / "handed-in";
};

TEST_F(JudgeSafe, NobodySeesAnothersFileHoweverTheFolderIsSpelt) {
  hand_in("bob.cu", "// SECRET of bob\n" + right_answer());
  hand_in("below/carl.cu", "// SECRET of carl\n");
  hand_in("anna.cu", reader_of(all + "/bob.cu"));
  hand_in("dora.cu", reader_of("bob.cu"));
  hand_in("emil.cu", "#include \"bob.cu\"\n");
  hand_in("fred.cu", "#include \"below/carl.cu\"\n" + right_answer());
  hand_in("gina.cu", "#include \"" + all + "/below/carl.cu\"\n" + right_answer());
  for (const std::string spelt : {"", "/", "//", "/.", "/below/.."}) {
    const Outcome outcome = judge("--all \"" + all + spelt + "\"");
    EXPECT_EQ(outcome.out.find("SECRET"), std::string::npos) << spelt << "\n" << outcome.out;
    EXPECT_NE(outcome.out.find("bob.cu: Right"), std::string::npos) << outcome.out;
    for (const char* name : {"emil.cu", "fred.cu", "gina.cu"})
      EXPECT_EQ(outcome.out.find(std::string(name) + ": Right"), std::string::npos) << name;
    if (!is_thorough()) break;
  }
}

TEST_F(JudgeSafe, AFileSeesNothingOfItsFolder) {
  const std::string secret = folder.file("id_rsa", "SECRET key");
  for (const std::string& text :
       {reader_of(secret), reader_of("id_rsa"), "#include \"id_rsa\"\n" + right_answer(),
        "#include \"" + secret + "\"\n" + right_answer()}) {
    const Outcome outcome = judge("\"" + folder.file("anna.cu", text) + "\"");
    EXPECT_EQ((outcome.out + outcome.err).find("SECRET"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.code, 0) << outcome.out;
  }
}

TEST_F(JudgeSafe, LinksAreNotFollowed) {
  const std::string bob = hand_in("bob/ex1.cu", right_answer());
  const std::string secret = folder.file("secret", "SECRET\n");
  fs::create_directories(all + "/anna");
  fs::create_symlink(bob, all + "/anna/ex1.cu");
  fs::create_symlink(secret, all + "/anna/ex2.cu");
  fs::create_directory_symlink(all + "/bob", all + "/carl");
  fs::create_symlink("/proc/self/mem", all + "/mem.cu");
  fs::create_symlink("nowhere", all + "/nowhere.cu");
  mkfifo((all + "/pipe.cu").c_str(), 0600);
  const std::string marks = folder / "marks.csv";
  const Outcome outcome = judge("--all \"" + all + "\" --csv \"" + marks + "\"");
  const std::string csv = scratch::bytes_of(marks);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 7) << csv;
  EXPECT_NE(csv.find("bob/ex1.cu\",right"), std::string::npos) << csv;
  for (const char* name : {"anna/ex1.cu", "anna/ex2.cu", "mem.cu", "nowhere.cu", "pipe.cu"})
    EXPECT_NE(csv.find(std::string(name) + "\",refused"), std::string::npos) << csv;
  EXPECT_EQ(csv.find("carl"), std::string::npos) << csv;
  EXPECT_EQ(judge("\"" + all + "/anna/ex1.cu\"").code, refused) << "named by itself, too";
}

TEST_F(JudgeSafe, AFolderThatCannotBeReadStopsNobody) {
  hand_in("anna.cu", right_answer());
  hand_in("locked/bob.cu", right_answer());
  fs::permissions(all + "/locked", fs::perms::none);
  const Outcome outcome = judge("--all \"" + all + "\"");
  fs::permissions(all + "/locked", fs::perms::owner_all);
  EXPECT_NE(outcome.out.find("anna.cu: Right"), std::string::npos) << outcome.out;
  if (geteuid() != 0) {
    EXPECT_NE(outcome.out.find("Nothing in it was judged."), std::string::npos) << outcome.out;
  }
}

TEST_F(JudgeSafe, AListOfMarksReplacesNothingButSuchAList) {
  const std::string anna = hand_in("anna.cu", right_answer()), empty = hand_in("empty.cu", ""),
                    notes = folder.file("notes.csv", "my,own,notes\n");
  for (const std::string& place : {anna, empty, notes}) {
    const std::string before = scratch::bytes_of(place);
    for (const std::string& files : {"\"" + anna + "\"", "--all \"" + all + "\""}) {
      const Outcome outcome = judge("--csv \"" + place + "\" " + files);
      EXPECT_EQ(outcome.code, refused) << place;
      EXPECT_EQ(outcome.out, "");
      EXPECT_EQ(scratch::bytes_of(place), before) << place;
    }
  }
  const std::string marks = folder / "marks.csv";
  EXPECT_EQ(judge("--csv \"" + marks + "\" \"" + anna + "\"").code, ok);
  const std::string first = scratch::bytes_of(marks);
  EXPECT_EQ(judge("--csv \"" + marks + "\" \"" + anna + "\"").code, ok) << "its own list";
  EXPECT_EQ(std::ranges::count(scratch::bytes_of(marks), '\n'), std::ranges::count(first, '\n'));
}

TEST_F(JudgeSafe, AFullDiskIsAnError) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  const std::string anna = hand_in("anna.cu", right_answer());
  const Outcome csv = judge("--csv /dev/full \"" + anna + "\"");
  EXPECT_EQ(csv.code, refused);
  EXPECT_NE(csv.err.find("written"), std::string::npos) << csv.err;
  for (const char* kind : {"", "--json", "--junit"}) {
    const int status = std::system(
        ("\"" + program() + "\" judge " + kind + " \"" + anna + "\" >/dev/full 2>&1").c_str());
    EXPECT_EQ(WEXITSTATUS(status), refused) << kind;
  }
}

TEST_F(JudgeSafe, OnlyFoldersOfItsOwnThatNobodyUsesAreRemoved) {
  const std::string tmp = folder / "tmp";
  fs::create_directories(tmp + "/radixscope-judge-folder");
  fs::create_directories(tmp + "/radixscope-judge-AbCdEf");  // named like one, without its mark
  std::ofstream(tmp + "/radixscope-judge-AbCdEf/thesis.txt") << "years of work";
  std::ofstream(tmp + "/radixscope-judge-marks.csv") << "marks";
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (const char* name : {"folder", "AbCdEf", "marks.csv"})
    fs::last_write_time(tmp + "/radixscope-judge-" + name, old);
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", tmp.c_str(), 1);
  std::string left;
  {
    const ScratchFolder used;
    ASSERT_NE(used.path(), "") << used.refusal();
    left = tmp + "/radixscope-judge-ABCDEF";  // as a killed program leaves it
    fs::copy(used.path(), left, fs::copy_options::recursive);
    fs::create_directory_symlink(used.path(), tmp + "/radixscope-judge-Linked");
    remove_left_scratch();
    EXPECT_TRUE(fs::exists(used.path())) << "it is in use";
    EXPECT_FALSE(fs::exists(left));
  }
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
  EXPECT_EQ(scratch::bytes_of(tmp + "/radixscope-judge-AbCdEf/thesis.txt"), "years of work");
  EXPECT_EQ(scratch::bytes_of(tmp + "/radixscope-judge-marks.csv"), "marks");
  EXPECT_TRUE(fs::exists(tmp + "/radixscope-judge-folder"));
}

TEST_F(JudgeSafe, OneFilesCrashIsItsOwnVerdict) {
  hand_in("a.cu", "__attribute__((constructor)) static void e() { for (;;); }\n" + right_answer());
  hand_in("b.cu", right_answer());
  const std::string out = folder / "out";
  const pid_t judge = fork();
  if (judge == 0) {
    const std::string runner = program_beside("radixscope-run");
    if (!std::freopen(out.c_str(), "w", stdout)) _exit(1);
    execl(runner.c_str(), runner.c_str(), "judge", "--all", all.c_str(), nullptr);
    _exit(1);
  }
  // What judges the first file is ended as a crash would
  const std::string children =
      "/proc/" + std::to_string(judge) + "/task/" + std::to_string(judge) + "/children";
  pid_t inside = 0;
  while (inside == 0 && waitpid(judge, nullptr, WNOHANG) == 0) {
    std::ifstream list(children);
    list >> inside;
    const std::string words = scratch::bytes_of("/proc/" + std::to_string(inside) + "/cmdline");
    if (words.find("--inside") == std::string::npos) inside = 0;
    usleep(1000);
  }
  ASSERT_GT(inside, 0);
  kill(inside, SIGSEGV);
  int status = 0;
  waitpid(judge, &status, 0);
  const std::string said = scratch::bytes_of(out);
  EXPECT_NE(said.find("a.cu: What judges this file was ended by signal 11"), std::string::npos)
      << said;
  EXPECT_NE(said.find("b.cu: Right"), std::string::npos) << said;
}

TEST_F(JudgeSafe, ATextFromOutsideStaysOnItsLine) {
  hand_in("a.cu", scratch::bytes_of(RADIX_SOURCE_DIR "/tests/student/hostile/lines.cu"));
  hand_in("two\nlines.cu", right_answer());
  hand_in("=cmd.cu", right_answer());
  const std::string marks = folder / "marks.csv";
  const Outcome words = judge("--all \"" + all + "\" --csv \"" + marks + "\"");
  EXPECT_EQ(words.out.find("\nbob.cu"), std::string::npos) << words.out;
  EXPECT_EQ(words.out.find("\nlines.cu"), std::string::npos) << words.out;
  EXPECT_NE(words.out.find("two?lines.cu: Right"), std::string::npos) << words.out;
  EXPECT_EQ(std::ranges::count(scratch::bytes_of(marks), '\n'), 4);
  const Outcome junit = judge("--all \"" + all + "\" --junit");
  EXPECT_EQ(xml::fault_in(junit.out.substr(junit.out.find('\n') + 1)), "") << junit.out;
  EXPECT_EQ(junit.out.find("\xEF\xBF\xBE"), std::string::npos) << "U+FFFE is no character of XML";
}

TEST_F(JudgeSafe, FilesOfEveryEditorAreRead) {
  const std::string text = right_answer();
  std::string crlf, wide = "\xFF\xFE";
  for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  for (const char c : text) wide += c, wide += '\0';
  EXPECT_EQ(judge("\"" + hand_in("bom.cu", "\xEF\xBB\xBF" + text) + "\"").code, ok);
  EXPECT_EQ(judge("\"" + hand_in("crlf.cu", crlf) + "\"").code, ok);
  EXPECT_NE(judge("\"" + hand_in("wide.cu", wide) + "\"").out.find("is UTF-16; save it as UTF-8."),
            std::string::npos);
  hand_in("odd/ANNA.CU", text);
  hand_in("odd/ Größe 空 'q' \"d\" $(x) -o.cu", text);
  const Outcome odd =
      judge("--all \"" + all + "/odd\"", "cd \"" + folder.path() + "\" && TMPDIR=. ");
  EXPECT_EQ(odd.code, ok) << odd.out << odd.err;
  EXPECT_EQ(std::ranges::count(odd.out, '\n'), 4) << odd.out;
  EXPECT_NE(odd.out.find("ANNA.CU: Right"), std::string::npos) << odd.out;
}

TEST_F(JudgeSafe, WithoutLandlockOrSeccompNothingRunsUnlessItIsAskedFor) {
  const std::string secret = folder.file("secret", "SECRET");
  const std::string anna = hand_in("anna.cu", reader_of(secret)),
                    bob = hand_in("bob.cu", right_answer());
  for (const char* what : {"landlock", "seccomp", "both"}) {
    const std::string without = std::string("\"") + RADIX_WITHOUT_CALLS + "\" " + what;
    const Outcome outcome = judge("\"" + anna + "\" \"" + bob + "\"", without);
    if (outcome.code == 77) GTEST_SKIP() << "no seccomp here";
    EXPECT_EQ(outcome.code, refused) << what << outcome.out;
    EXPECT_EQ(outcome.out.find("SECRET"), std::string::npos) << what << outcome.out;
    EXPECT_NE(outcome.out.find("Nothing of this file was run. `--unconfined` judges"),
              std::string::npos)
        << what << outcome.out;
    const Outcome trusted = judge("--unconfined \"" + bob + "\"", without);
    EXPECT_EQ(trusted.code, ok) << what << trusted.out << trusted.err;
    EXPECT_NE(trusted.out.find("Judged unconfined"), std::string::npos) << what << trusted.out;
    EXPECT_NE(judge("--about", without).out.find("nothing is judged here without"),
              std::string::npos);
  }
  EXPECT_EQ(judge("--unconfined \"" + bob + "\"").out.find("unconfined"), std::string::npos);
}

// NVIDIA's driver writes the name of its thread and waits at a local socket; nothing more is to be
// had.
TEST_F(JudgeSafe, WhatUsesTheGpuMayNameItsThreadsAndWaitAtOneSocket) {
  const std::string source = folder.file("tries.cpp", R"(
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
static void tried(const char* what, bool worked) { printf("%s %s\n", what, worked ? "yes" : "no"); }
int main() {
  char comm[64];
  snprintf(comm, sizeof comm, "/proc/self/task/%d/comm", getpid());
  const int name = open(comm, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  tried("name", name >= 0 && write(name, "sort", 4) == 4);
  const int waits = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  const sockaddr_un unnamed{AF_UNIX, ""};
  tried("waits", bind(waits, (const sockaddr*)&unnamed, sizeof(sa_family_t)) == 0 && listen(waits, 1) == 0);
  tried("calls", connect(waits, (const sockaddr*)&unnamed, sizeof unnamed) == 0 || errno != EPERM);
  tried("takes calls", accept(waits, nullptr, nullptr) >= 0 || errno != EPERM);
  const int other = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  sockaddr_un file{AF_UNIX, "named"};
  tried("file", bind(other, (const sockaddr*)&file, sizeof file) == 0);
  tried("stream", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  tried("datagram", socket(AF_UNIX, SOCK_DGRAM, 0) >= 0);
  tried("network", socket(AF_INET, SOCK_SEQPACKET | SOCK_CLOEXEC, 0) >= 0 || errno != EPERM);
}
)");
  const std::string program = folder / "tries";
  const std::string compiler = can_be_run("/usr/bin/g++") ? "/usr/bin/g++" : "/usr/bin/clang++";
  ASSERT_EQ(std::system((compiler + " -o '" + program + "' '" + source + "'").c_str()), 0);
  const auto said = [&](bool gpu) {
    return radix::run_sandboxed(program, {},
                                {.readable = {program},
                                 .writable = {folder / "."},
                                 .gpu = gpu,
                                 .working_folder = folder / "."});
  };
  const radix::Sandboxed with = said(true);
  if (!with.refusal.empty()) GTEST_SKIP() << with.refusal;
  EXPECT_EQ(with.output,
            "name yes\nwaits yes\ncalls no\ntakes calls no\nfile no\nstream no\ndatagram no\n"
            "network no\n");
  EXPECT_EQ(said(false).output,
            "name no\nwaits no\ncalls no\ntakes calls no\nfile no\nstream no\ndatagram no\n"
            "network no\n");
}

// -------------------------------------------------------------------------------- in one go

std::string many(const std::string& piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

// Every one of these took hours where a file was looked through again for each launch or bracket.
TEST(Rewrite, LongFilesAreReadInOneGo) {
  for (const char* const each :
       {"extern int x;\n", "sort(", "k<<<", "><<<1>>>() ", "extern __shared__ ", "#include\n",
        "cudaLaunchCooperativeKernel((", "main(", "R\"", "'a", "defines() ", "\"", "/*", "(((",
        "DeviceArray<", "x = after<T>(", "    after<"})
    radix::rewrite_cuda(many(each, (std::size_t{4} << 20) / std::string(each).size()), "a.cu", "");
}

TEST(Rewrite, LaunchesStandInLaunches) {
  const radix::Rewritten made = radix::rewrite_cuda(
      "void f() {\n  a<<<b<<<1, 2>>>(3), 4>>>(\n    c<<<5, 6>>>(), 7);\n  d<1><<<8, 9>>>();\n}\n",
      "a.cu", "");
  EXPECT_EQ(made.refusal, "");
  EXPECT_EQ(made.text,
            "#line 1 \"a.cu\"\nvoid f() {\n"
            "  rs_launch(\"a\", 2, {rs_launch(\"b\", 2, {1, 2}, [=](auto... rs_each) RS_HIDDEN { "
            "b(rs_each...); }, 3), 4}, [=](auto... rs_each) RS_HIDDEN { a(rs_each...); }, \n"
            "    rs_launch(\"c\", 3, {5, 6}, [=](auto... rs_each) RS_HIDDEN { c(rs_each...); }), "
            "7);\n"
            "  rs_launch(\"d<1>\", 4, {8, 9}, [=](auto... rs_each) RS_HIDDEN { d<1>(rs_each...); "
            "});\n}\n");
  EXPECT_EQ(radix::rewrite_cuda(many("k<<<1, 1>>>();\n", 2001), "a.cu", "").refusal,
            "A file may have up to 2000 launches.");
  EXPECT_NE(radix::rewrite_cuda(many("k<<<1, 1>>>(", 20) + many(")", 20), "a.cu", "").refusal, "");
}

}  // namespace
}  // namespace scope
