/// The tool that makes of a plain kernel what the machines run: what each line and each note
/// becomes, and what is refused, with file and line.
#include "kernels/engine/probes/probes.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/text/message.hpp"

namespace radix::probes {
namespace {

const std::string head = "/// A kernel,\n/// of two lines.\n#include \"../common.h\"\n\n";
constexpr std::size_t first = 6;  // line of what `in_kernel` is given

/// A kernel of these lines, behind a device function that shows and one that looks.
std::string in_kernel(const std::string& lines) {
  return head + "__global__ void k(const Key* keys, Key* output, unsigned n) {\n" + lines +
         "\n}\n" +
         "__device__ unsigned helper(unsigned a) {\n  const unsigned b = a;  //: bits[a]\n"
         "  return b;\n}\n"
         "__device__ unsigned search(const Key* keys, unsigned i) {\n"
         "  const unsigned b = keys[i];  //: look: i\n  return b;\n}\n";
}
std::string on_host(const std::string& lines) {
  return head + "void sort_it(Run& run) {\n" + lines + "\n}\n";
}

std::string made(const std::string& text, Form form = Form::recorded,
                 const std::string& path = "kernels/radix/a.cu") {
  return make(path, form, [&](const std::string& each) -> std::string {
    return each == path ? text : throw Error(each + ":1: There is no such file.");
  });
}

/// Line `number` of a text, from 1.
std::string line_of(const std::string& text, std::size_t number) {
  std::istringstream in(text);
  std::string line;
  while (number-- > 0) std::getline(in, line);
  return line;
}
/// What becomes of the first of these lines in a kernel, and in a host function.
std::string kernel_line(const std::string& lines, std::size_t further = 0) {
  return line_of(made(in_kernel(lines)), first + further);
}
std::string host_line(const std::string& lines, Form form = Form::recorded) {
  return line_of(made(on_host(lines), form), first);
}

/// The list of what the program says has this English.
bool in_catalogue(std::string english) {
  static const std::string all = [] {
    std::ifstream in(RADIX_SOURCE_DIR "/assets/words/radixscope.pot");
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  for (std::size_t at = 0; (at = english.find('"', at)) != std::string::npos; at += 2)
    english.insert(at, 1, '\\');
  return all.find("msgctxt \"notes\"\nmsgid \"" + english + "\"\n") != std::string::npos;
}

/// The sentence that this text is refused with; "" where it is made. The catalogue has it.
std::string refusal(const std::string& text) {
  try {
    made(text);
  } catch (const Error& error) {
    if (error.english != nullptr) {
      EXPECT_TRUE(in_catalogue(error.english)) << error.english;
      EXPECT_EQ(error.place + scope::text::filled(error.english, "en", {{"code", error.code}}),
                error.what());
    }
    return error.what();
  }
  return "";
}

TEST(ProbesTest, EveryNoteOfAKernelBecomesAStatementOfItsLine) {
  const std::string d = "  const unsigned d = n;";
  const std::vector<std::pair<std::string, std::string>> notes = {
      {"output", R"( show("output");)"},
      {"bits[n]", R"( show("bits", n, d);)"},
      {"bits[n] = keys[0]", R"( show("bits", n, keys[0]);)"},
      {"ranks[tile] = mine", R"( show("ranks", tile, mine);)"},
      {"starts = rows, f(2)", R"( show("starts", rows, f(2));)"},
      {"partner[low, high] = high, low", R"( show.two("partner", low, high, high, low);)"},
      {"some source[n] = keys[0]", R"( show.some("source", n, keys[0]);)"},
      {"some source[n] later 2", R"( show.some("source", n, d, 2);)"},
      {"bits[n] in keys", R"( show.in(keys)("bits", n, d);)"},
      {"ranks[tile] = mine in tile.words", R"( show.in(tile.words)("ranks", tile, mine);)"},
      {"some source[n] = d in keys later 2", R"( show.in(keys).some("source", n, d, 2);)"},
      {"round r loaded[n]", R"( show.round("loaded", r, n, d);)"},
      {"end 2", " show.end_rounds(2);"},
      {"split 3", " show.split(3);"},
      {"next split", " show.next_split();"},
      {"level up d: sums[k]", " show.level(ScanPhase::up, d, sums, k);"},
      {"level lanes d: d", " show.level(ScanPhase::lanes, d, d);"},
      {"look: n", " looks(n);"},
      {"overtaken 2", " pause_if_last_first(2);"},
      {"if (n > f(1)) bits[n]", R"( if (n > f(1)) show("bits", n, d);)"},
      {"output; end 1", R"( show("output"); show.end_rounds(1);)"},
  };
  for (const auto& [note, statement] : notes)
    EXPECT_EQ(kernel_line(d + "  //: " + note), d + statement) << note;
}

TEST(ProbesTest, ANoteInALineOfItsOwnIsAboutTheLineAboveThatComputes) {
  EXPECT_EQ(kernel_line("  const unsigned d = n;\n  __syncthreads();\n  //: bits[n]", 2),
            R"( show("bits", n, d, 6);)");
  EXPECT_EQ(kernel_line("  for (;;) {\n    mine[n] = n;\n  }  //: bits[tile] = mine", 2),
            R"(  } show("bits", tile, mine, 7);)");
  EXPECT_EQ(kernel_line("  const unsigned d = n +\n      1;  //: bits[n]", 1),
            R"(      1; show("bits", n, d);)")
      << "a definition of two lines";
  EXPECT_EQ(kernel_line("  const unsigned d = n;  //: starts = d,\n  //: n"),
            R"(  const unsigned d = n; show("starts", d, n);)")
      << "a note that goes on";
}

TEST(ProbesTest, CallsHandTheInstrumentOn) {
  EXPECT_EQ(kernel_line("  output[n] = helper(n);"), "  output[n] = helper(n, show);");
  EXPECT_EQ(kernel_line("  output[n] = search(keys, n);"), "  output[n] = search(keys, n);");
  EXPECT_EQ(kernel_line("  helper(n);  //: silent helper"),
            "  { Show unseen; helper(n, unseen); }");
  EXPECT_EQ(kernel_line("  output[n] = helper(n);  //: rank[n] by helper"),
            R"(  output[n] = helper(n, show.as("rank", n));)");
  EXPECT_EQ(kernel_line("  output[n] = helper(n);  //: [n] by helper"),
            "  output[n] = helper(n, show.of(n));");
  EXPECT_EQ(kernel_line("  output[n] = search(keys, n);  //: looks[n] by search from 3"),
            R"(  output[n] = search(keys, n, show.looks("looks", n, 3));)");
  EXPECT_EQ(kernel_line("  return helper(n);  //: waits_often"),
            "  return waits_often<helper>(n, show);");
}

TEST(ProbesTest, PlainCudaBecomesWhatTheMachinesWatch) {
  EXPECT_EQ(line_of(made(in_kernel("")), 5),
            "__global__ void k(View<const Key> keys, View<Key> output, unsigned n, Show) {");
  EXPECT_EQ(line_of(made(in_kernel(""), Form::counted), 5),
            "__global__ void k(View<const Key> keys, View<Key> output, unsigned n) {");
  EXPECT_EQ(line_of(made(in_kernel(""), Form::timed), 5),
            "__global__ void k(const Key* keys, Key* output, unsigned n) {");
  EXPECT_EQ(kernel_line("  while (keys[0] < n) {}"), "  while (keys[0] < n) { spin_pause(); }");
  for (const char* forever : {"  while (true) {}", "  while (1) {}"})
    EXPECT_EQ(kernel_line(forever), forever) << "nothing another thread does could end it";
  const std::string shared =
      "  extern __shared__ Key sorted[];\n  unsigned* sums = after<unsigned>(sorted, n);";
  EXPECT_EQ(kernel_line(shared), "  SharedMemory shared; auto sorted = shared.array<Key>(n);");
  EXPECT_EQ(kernel_line(shared, 1), "  auto sums = shared.rest<unsigned>();");
  const std::string element =
      "struct Wide {\n  unsigned* words;\n"
      "  __device__ unsigned& operator[](unsigned p) const { return words[2 * p]; }\n};\n";
  EXPECT_EQ(line_of(made(head + element), 7),
            "  __device__ decltype(auto) operator[](Index p) const { return words[p.moved(2 * p)]; "
            "}");
  const std::string several =
      head +
      "template <unsigned count>\n__global__ void k(Key* keys) {\n  Key mine[count];\n}\n"
      "void sort_it(Run& run) {\n  k<4><<<2, 3, 64>>>(run.input());\n}\n";
  EXPECT_EQ(line_of(made(several), 6), "__global__ void k(View<Key> keys, auto count, Show) {");
  EXPECT_EQ(line_of(made(several), 7), "  Key mine[count.most];");
  EXPECT_EQ(line_of(made(several), 10), "  run.launch<k<decltype(4)>>(2, 3, 64)(run.input(), 4);");
  EXPECT_EQ(line_of(made(several, Form::timed), 10), "  run.launch<k<4>>(2, 3, 64)(run.input());");
}

TEST(ProbesTest, TheHostNamesItsArraysAndPasses) {
  EXPECT_EQ(host_line("  DeviceArray<unsigned> bits(n);"),
            R"(  DeviceArray<unsigned> bits(run, "bits", n);)");
  EXPECT_EQ(host_line("  DeviceArray<unsigned> ones(n + 1);  //: ones_before, # ones"),
            R"(  DeviceArray<unsigned> ones(run, "ones_before", n + 1, "# ones");)");
  EXPECT_EQ(host_line("  DeviceArray<unsigned> borders(n);  //: \"the borders\""),
            R"(  Buffer<unsigned> borders(n, "the borders");)");
  EXPECT_EQ(host_line("  for (;;) {  //: pass\n    run.swap();\n  }"),
            "  for (;;) { run.begin_pass(run.next_part());");
  EXPECT_EQ(line_of(made(on_host("  for (;;) {  //: pass\n    run.swap();\n  }")), first + 1),
            "    run.end_pass();");
  EXPECT_EQ(line_of(made(on_host("  for (;;) {  //: pass 3\n  }")), first + 1),
            "  run.end_pass(); }");
  EXPECT_EQ(host_line("  run.read_back(number);  //: at most n"), "  run.read_back(number, n);");
  EXPECT_EQ(host_line("  begin();  //: table bits, n"), "  begin(); run.segment_table(bits, n);");
  EXPECT_EQ(host_line("  void* values[] = {&keys, &n}; CHECK(cudaLaunchCooperativeKernel((void*)k, "
                      "2, 3, values, 64));"),
            "   run.launch_cooperative<k>(2, 3, 64)(keys, n);");
}

TEST(ProbesTest, WhatIsWrongIsRefusedWithItsFileAndLine) {
  const auto in_line = [](std::size_t line, const std::string& sentence) {
    return "kernels/radix/a.cu:" + std::to_string(line) + ": " + sentence;
  };
  const std::string d = "  const unsigned d = n;";
  const std::vector<std::pair<std::string, std::string>> kernels = {
      {d + "  //: bits[n] : 3",
       "\"bits[n] : 3\" is not a note; write, for example, bits, bits[i], or bits[i] = value "
       "(kernels/README.md lists all notes)."},
      {"  output[n] = n;  //: bits[n]",
       "What is bits[n]? The line does not define a variable; write bits[n] = value."},
      {d + "  //: if (n bits", "The condition of this note has no closing bracket."},
      {d + "  //: rank[n] by helper",
       "This statement does not call helper. Name a function that it calls."},
      {d + "  //: rank[n] by nobody",
       "nobody is not a device function of this file or of one it includes."},
      {d + "  //: silent helper",
       "This statement does not call helper. Name a function that it calls."},
      {d + "  //: waits_often", "waits_often goes after `return function(…)`."},
      {"  return;  //: output",
       "Nothing after a return is executed; write the note on a line above it."},
  };
  for (const auto& [lines, sentence] : kernels)
    EXPECT_EQ(refusal(in_kernel(lines)), in_line(first, sentence)) << lines;

  const std::vector<std::pair<std::string, std::string>> hosts = {
      {"  begin();  //: bits[i]",
       "\"bits[i]\" is not a note for host code: `pass` goes after a loop over passes, names "
       "after a DeviceArray, `at most n` after run.read_back()."},
      {"  k<<<1, 2>>>;", "A launch is written kernel<<<blocks, threads>>>(arguments)."},
      {"  k<<<1, 2>>>(n", "The arguments of this launch have no closing bracket."},
      {"  CHECK(cudaLaunchCooperativeKernel((void*)k, 2, 3, values));",
       "A cooperative launch takes the kernel, blocks, threads, arguments and bytes."},
      {"  CHECK(cudaLaunchCooperativeKernel((void*)k, 2, 3, values, 64));",
       "A cooperative launch goes inside CHECK(), after `void* values[] = {…};`."},
  };
  for (const auto& [lines, sentence] : hosts)
    EXPECT_EQ(refusal(on_host(lines)), in_line(first, sentence)) << lines;

  EXPECT_EQ(refusal(head + "__global__ void k(float* keys) {\n}\n"),
            in_line(5,
                    "A pointer to float is not watched; use Key, unsigned or unsigned long long, "
                    "or write T name[] for an array of the thread's own."));
  EXPECT_EQ(refusal("#include \"../common.h\"\n\nint a;\n"),
            in_line(1, "A plain file must start with a comment of two lines or more."));
  EXPECT_EQ(refusal("/// A\n/// kernel.\n#include \"../common.h\"\nint a;\n"),
            in_line(4, "An empty line is missing after the last #include."));
  EXPECT_EQ(refusal("/// A\n/// kernel.\n#include \"../scan/nothing.cuh\"\n\nint a;\n"),
            "kernels/scan/nothing.cuh:1: There is no such file.");
}

TEST(ProbesTest, ASmallFileIsMadeLineForLine) {
  const std::string plain = R"(/// Every key's bit,
/// one thread a key.
#include "../common.h"

/// keys: n of them.
__global__ void take_bits(const Key* keys, unsigned* bits, unsigned n, unsigned bit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  // Take the bit
  const unsigned mine = keys[i] >> bit & 1;  //: bits[i]
  bits[i] = mine;
}

void sort_it(Run& run) {
  DeviceArray<unsigned> bits(run.size());
  for (unsigned bit = 0; bit < run.bits(); ++bit) {  //: pass
    take_bits<<<run.blocks(), run.threads()>>>(run.input(), bits, run.size(), bit);
    run.swap();
  }
}

int main(int argc, char** argv) { return sort_and_check(sort_it, argc, argv); }
)";
  EXPECT_EQ(made(plain), R"(#pragma once
#line 3 "kernels/radix/a.cu"
#include "kernels/radix/radix_show.hpp"
namespace radix::inline KERNELS {

__global__ void take_bits(View<const Key> keys, View<unsigned> bits, unsigned n, unsigned bit, Show show) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;


  const unsigned mine = keys[i] >> bit & 1; show("bits", i, mine);
  bits[i] = mine;
}

inline void sort_it(Run& run) {
  DeviceArray<unsigned> bits(run, "bits", run.size());
  for (unsigned bit = 0; bit < run.bits(); ++bit) { run.begin_pass(run.next_part());
    run.launch<take_bits>(run.blocks(), run.threads())(run.input(), bits, run.size(), bit);
    run.end_pass();
  }
}  }
)");
}

TEST(ProbesTest, AFileThatStandsAloneHasWhatItIncludesOnceAndNoNote) {
  const std::map<std::string, std::string> files = {
      {"kernels/radix/a.cu",
       "/// A.\n#include \"../common.h\"\n#include \"../scan/sums.cuh\"\n#include \"b.cu\"\n\n"
       "int a = 1;  //: bits\nint main() { return a; }\n"},
      {"kernels/radix/b.cu",
       "#include \"../common.h\"\n#include \"../scan/sums.cuh\"\nint b;\nint main() { return b; "
       "}\n"},
      {"kernels/scan/sums.cuh", "#pragma once\n#include \"../common.h\"\nint sums;\n"},
      {"kernels/common.h", "#pragma once\n#include <cstdio>\nint common;\n"}};
  const auto read = [&](const std::string& path) {
    return files.contains(path) ? files.at(path) : throw Error(path + ":1: There is no such file.");
  };
  EXPECT_EQ(standalone("kernels/radix/a.cu", read),
            "/// A.\n// ---- kernels/common.h\n#include <cstdio>\nint common;\n"
            "// ---- kernels/scan/sums.cuh\nint sums;\n// ---- kernels/radix/b.cu\nint b;\n\n"
            "int a = 1;\nint main() { return a; }\n");
  EXPECT_THROW(standalone("kernels/radix/c.cu", read), Error);
}

// Declarations and titles stay; a title that is too long for a line goes on in the next one.
TEST(ProbesTest, AnExerciseHasTheTitlesOfWhatTheStudentWrites) {
  const std::string title(89, 'x');
  const std::map<std::string, std::string> files{
      {"kernels/radix/a.cu",
       "/// A.\n#include \"../common.h\"\n#include \"b.cuh\"\n\n__global__ void k(const Key* "
       "keys,\n"
       "                  unsigned* bits) {\n  extern __shared__ Key sorted[];   // the block's\n"
       "  const unsigned t = threadIdx.x,\n                 i = t;\n  if (t < 4) {  //: if (t < 4) "
       "bits\n"
       "    // Read\n    bits[i] = keys[i] & 1;  //: bits\n  }\n\n  // Wait, and\n  // write\n"
       "  __syncthreads();\n\n  // " +
           title +
           " end\n  bits[i] = 2;\n}\n\n__global__ void whole() {\n"
           "  // Stays\n}\n\n#if __INCLUDE_LEVEL__ == 0\nint main() { return 0; }\n#endif\n"},
      {"kernels/radix/b.cuh", "#pragma once\n#include \"../common.h\"\nint b;  //: bits\n"},
      {"kernels/common.h", "#pragma once\n#include <cstdio>\nint common;\n"}};
  const auto read = [&](const std::string& path) {
    return files.contains(path) ? files.at(path) : throw Error(path + ":1: There is no such file.");
  };
  EXPECT_EQ(
      unfinished("kernels/radix/a.cu", {"k"}, "course.h", read),
      "/// A.\n#include \"course.h\"\n\n__global__ void k(const Key* keys,\n"
      "                  unsigned* bits) {\n  extern __shared__ Key sorted[];   // the block's\n"
      "  const unsigned t = threadIdx.x,\n                 i = t;\n\n  // TODO: Read\n\n"
      "  // TODO: Wait, and write\n\n  // TODO: " +
          title +
          "\n  // end\n}\n\n"
          "__global__ void whole() {\n  // Stays\n}\n\nint main() { return 0; }\n");
  EXPECT_EQ(shared_header({"kernels/radix/a.cu"}, read),
            "#pragma once\n\n// ---- kernels/common.h\n#include <cstdio>\nint common;\n"
            "\n// ---- kernels/radix/b.cuh\nint b;\n");
  EXPECT_THROW(unfinished("kernels/radix/a.cu", {"other"}, "course.h", read), Error);
}

TEST(ProbesTest, NotesAreLeftOutWithTheLinesThatHoldNothingElse) {
  EXPECT_EQ(without_notes("int a;  //: bits\n  //: output\n// a comment\n  }  //: end 2\n"),
            "int a;\n// a comment\n  }\n");
}

}  // namespace
}  // namespace radix::probes
