// The built program as a child process: output, error text and exit code of every way to call it.
#include "tests/support/command_line.hpp"
#include "kernels/engine/faults/faults.hpp"

#include "app/commands/commands.hpp"
#include "app/document/record.hpp"
#include "app/state/presets.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/timing_run.hpp"

namespace scope {
namespace {

std::string expected_json(const std::string& sort, const std::string& keys, uint32_t bits,
                          uint32_t block) {
  radix::Recipe recipe;
  Setup setup{.keys_text = keys, .sort = sort};
  setup.settings.key_bits = bits;
  setup.settings.threads_per_block = block;
  recipe.problem = *problem_of(setup);
  recipe.sort = sort;
  recipe.engine = radix::EngineChoice::cpu;
  return radix::to_json(radix::run(recipe));
}

TEST_F(CommandLine, TellsItsVersionAndEveryVerb) {
  const Outcome version = run("--version");
  EXPECT_EQ(version.code, ok);
  EXPECT_EQ(version.out.substr(0, 11), "radixscope ");
  const Outcome help = run("--help");
  EXPECT_EQ(help.code, ok);
  for (const Command& command : commands())
    EXPECT_NE(help.out.find(std::string("\n  ") + command.name + " "), std::string::npos)
        << command.name;
  EXPECT_EQ(run("trace --help").code, ok);
}

TEST_F(CommandLine, TakesOptionsByTheirOldNames) {
  const std::string now = run("trace --sort digits --preset chapter --engine cpu").out;
  EXPECT_NE(now.find("digits"), now.npos);
  EXPECT_EQ(run("trace --rung digits --preset chapter --engine cpu").out, now);
  EXPECT_EQ(run("trace --rung=digits --preset chapter --engine cpu").out, now);
}

TEST_F(CommandLine, CalculatesWithoutKeys) {
  const Outcome usual = run("calculate --keys-per-thread 1 --radix 4");
  EXPECT_EQ(usual.code, ok) << usual.err;
  EXPECT_NE(usual.out.find("b = 32 · r = 4 · N = 2^20 · C = 1 · T = 256"), std::string::npos);
  EXPECT_NE(usual.out.find("2^r B = 16 · 4096, 6.25 % of the keys"), std::string::npos)
      << usual.out;
  const Outcome wrong = run("calculate --radix 40");
  EXPECT_EQ(wrong.code, refused);
  EXPECT_NE(wrong.err.find("choose 1 to 16"), std::string::npos) << wrong.err;
}

TEST_F(CommandLine, NamesEveryEngineAndWhyNot) {
  const Outcome outcome = run("engines");
  EXPECT_EQ(outcome.code, ok);
  for (const radix::EngineInfo& engine : radix::engines())
    EXPECT_NE(outcome.out.find(engine.available ? engine.device : engine.reason), std::string::npos)
        << outcome.out;
}

// ------------------------------------------------------------------------------------------ trace

TEST_F(CommandLine, TraceIsTheTraceOfTheLibrary) {
  const std::string machine = " --block 4 --bits 4 --engine cpu --json";
  for (const char* sort : {"one_bit", "block_sort"}) {
    const std::string expected = expected_json(sort, chapter, 4, 4);
    const Outcome named =
        run(std::string("trace --sort ") + sort + " --keys \"" + chapter + "\"" + machine);
    EXPECT_EQ(named.code, ok);
    EXPECT_EQ(named.err, "");
    EXPECT_EQ(named.out, expected);
    const auto number = std::to_string(radix::number_of(*radix::sort_named(sort)));
    EXPECT_EQ(run("trace --sort " + number + " --keys - " + machine, chapter + "\n").out, expected);
    EXPECT_EQ(run("trace --sort " + number + " --preset chapter --engine cpu --json").out,
              expected);
    for (const char* order : {"--thread-order reverse", "--block-order reverse",
                              "--thread-order shuffled --block-order shuffled --seed 7"})
      EXPECT_EQ(run("trace --sort " + number + " --preset chapter --json " + order).out, expected);
  }
}

TEST_F(CommandLine, TraceReadsBackAndGoesToAFile) {
  const Outcome outcome = run("trace --preset eight --json --out \"" + folder / "t.json" + "\"");
  EXPECT_EQ(outcome.code, ok);
  EXPECT_EQ(outcome.out, "");
  const auto trace = radix::trace_from_json(scratch::bytes_of(folder / "t.json"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->problem.keys(), (std::vector<uint32_t>{3, 5, 4, 1, 7, 2, 6, 0}));
}

TEST_F(CommandLine, TraceChoosesBitsAndBlockWhenNobodyDoes) {
  EXPECT_EQ(run("trace --keys \"9 1 0x3\" --engine cpu --json").out,
            expected_json("one_bit", "9 1 3", 4, 4));
  EXPECT_EQ(run("trace --keys \"0\" --engine cpu --json").out, expected_json("one_bit", "0", 1, 4));
  EXPECT_EQ(run("trace --preset eight --block 3 --bits 5 --engine cpu --json").out,
            expected_json("one_bit", "3 5 4 1 7 2 6 0", 5, 3));
  EXPECT_EQ(run("trace --keys \"\" --bits 4 --engine cpu --json").out,
            expected_json("one_bit", "", 4, 4));
}

TEST_F(CommandLine, TraceWithoutJsonIsATranscript) {
  const Outcome outcome = run("trace --sort 2 --preset chapter --engine cpu");
  EXPECT_EQ(outcome.code, ok);
  const radix::Trace trace = *radix::trace_from_json(expected_json("block_sort", chapter, 4, 4));
  std::size_t at = 0;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const std::string head = "\nstep " + std::to_string(k + 1) + " of ";
    at = outcome.out.find(head, at);
    ASSERT_NE(at, std::string::npos) << head;
    const auto caption = outcome.out.find(radix::caption(trace.steps[k]), at);
    EXPECT_LT(caption, outcome.out.find('\n', at + 1)) << "the caption stands in the heading";
  }
  EXPECT_NE(outcome.out.find("0 3 4 5 6a 6b 7 8 9a 9b 10a 10b 11 12 13 15"), std::string::npos)
      << "equal keys can be told apart";
}

TEST_F(CommandLine, RefusesWhatCannotBeSorted) {
  const std::string huge(std::size_t{65} << 20, ' ');
  std::string many;
  for (int i = 0; i < 4097; ++i) many += "1 ";
  expect_refused("trace --keys \"12 3 frog\"", "'frog'");
  expect_refused("trace --keys \"12 3 6 9 19\" --bits 4", "ey 5 '19' does not fit in 4 bits");
  expect_refused("trace --keys 4294967296", "'4294967296'");
  expect_refused("trace --keys 1 --bits 0", "1 … 32");
  expect_refused("trace --keys 1 --bits 33", "1 … 32");
  expect_refused("trace --keys 1 --bits four", "1 … 32");
  expect_refused("trace --keys 1 --bits \"\"", "1 … 32");
  expect_refused("trace --keys 1 --block 0", "1 … 1024");
  expect_refused("trace --keys 1 --block 1025", "1 … 1024");
  expect_refused("trace --keys 1 --seed x", "0 … 4294967295");
  expect_refused("trace --keys 1 --sort 99", "one_bit");
  expect_refused("trace --keys 1 --sort frog", "block_sort");
  expect_refused("trace --keys 1 --engine gpu", "auto, cpu or cuda");
  expect_refused("trace --keys 1 --thread-order random", "shuffled");
  expect_refused("trace --keys 1 --engine cuda --block-order reverse", "CPU engine");
  expect_refused("trace --preset frog", "chapter");
  expect_refused("trace --preset \"\"", "chapter");
  expect_refused("trace --keys - --bits 4", "Timing mode", many);
  expect_refused("trace --keys -", "not text", std::string("1 2\0 3", 6));
  expect_refused("trace --keys -", "64 MB", huge);
  expect_refused("trace --keys 1 --out \"" + folder.path() + "\"", "folder");
  if (!radix::engines()[1].available)
    expect_refused("trace --keys 1 --engine cuda", radix::engines()[1].reason);
}

TEST_F(CommandLine, AsksForTheRightUsage) {
  for (const char* arguments : {"frog", "--frog", "trace", "trace --keys", "trace --keys 1 --frog",
                                "trace --keys 1 --preset chapter", "trace engines", "--do",
                                "trace --keys 1 2", "engines frog"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, usage) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err, "") << arguments;
  }
}

TEST_F(CommandLine, ShowsAStateOrAFileBeforeTheScript) {
  const std::string state = "radixscope:1/keys=3,1,2/bits=2/step=4";
  EXPECT_EQ(run("--state " + state + " --do copy_state").out, state + "\n");
  ASSERT_EQ(run("--state " + state + " --do \"save '" + folder / "s.json" + "'\"").code, ok);
  EXPECT_EQ(run("--session \"" + folder / "s.json" + "\" --do copy_state").out, state + "\n");
  EXPECT_EQ(run("\"" + folder / "s.json" + "\" --do copy_state").out, state + "\n");
  EXPECT_EQ(run("\"" + folder.file("keys.txt", "3 1 2") + "\" --do copy_state").out,
            "radixscope:1/keys=3,1,2\n");
  const std::string text = folder.file("st.txt", state + "\n");
  expect_refused("--session \"" + text + "\" --do save", "name of the file");
  EXPECT_EQ(scratch::bytes_of(text), state + "\n") << "a text file stays one";
  EXPECT_EQ(run("--session \"" + folder / "s.json" + "\" --do 'next; save'").code, ok);
  EXPECT_EQ(run("--session \"" + folder / "s.json" + "\" --do copy_state").out,
            "radixscope:1/keys=3,1,2/bits=2/step=5\n");
  expect_refused("--state radixscope:1/bits=99 --do copy_state", "'bits'");
  expect_refused("no_such.json --do copy_state", "no_such.json");
  expect_refused("--session no_such.json --do copy_state", "no_such.json");
  const std::string huge = folder.file("huge", "1");
  std::filesystem::resize_file(huge, std::uintmax_t{1} << 30);
  expect_refused("--session \"" + huge + "\" --do copy_state", "1073741824");
  EXPECT_EQ(run("--state " + state + " --session s.json --do copy_state").code, usage);
}

TEST_F(CommandLine, SaysSoWhenTheOutputCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string command =
      "\"" + program() + "\" trace --preset chapter >/dev/full 2>\"" + folder / "stderr" + "\"";
  const int status = std::system(command.c_str());
  EXPECT_EQ(status > 255 ? status >> 8 : status, refused);
  EXPECT_NE(scratch::bytes_of(folder / "stderr").find("could not be written"), std::string::npos);
}

// ------------------------------------------------------------------------------------------- time

const std::string small_run =
    "time --engine cpu --sorts 1,4 --n 256,1000 --bits 8 --block 64 --seconds 0 ";

TEST_F(CommandLine, TimePrintsLinesThatAreARun) {
  const Outcome outcome = run(small_run + "--radix 1,4 --json-lines");
  const auto timing = timing_run_from(outcome.out);
  ASSERT_TRUE(timing) << timing.error.sentence << outcome.err;
  EXPECT_TRUE(timing->ended);
  EXPECT_EQ(timing->facts.engine, "cpu");
  EXPECT_EQ(std::ranges::count_if(timing->rows, [](const TimingRow& row) { return row.sort; }),
            2 * 3);
  std::size_t bars = 0;
  for (const TimingRow& row : timing->rows) {
    EXPECT_NE(statistics(row).has_value(), !row.refusal.empty())
        << "a bar, or why not: " << row.label;
    bars += statistics(row).has_value();
  }
  EXPECT_EQ(outcome.code, bars > 0 ? ok : refused) << outcome.err;
  EXPECT_EQ(outcome.err.empty(), bars > 0);
}

TEST_F(CommandLine, TimePrintsATableOrCsv) {
  for (const char* form : {"", "--table"}) {
    const Outcome table = run(small_run + form);
    EXPECT_EQ(table.out.find("radixscope "), 0u) << table.out;
    EXPECT_NE(table.out.find("n = 1000 · 32-bit keys, 8 bits used · uniform\nmethod "),
              std::string::npos)
        << table.out;
    EXPECT_NE(table.out.find("shuffled rounds"), std::string::npos);
  }
  EXPECT_EQ(run(small_run + "--csv").out.find("id,engine,device,method,"), 0u);
  EXPECT_EQ(run(small_run + "--samples-csv").out.find("id,number,ms,"), 0u);
  EXPECT_EQ(run(small_run + "--best").out.find("| sort | settings |"), 0u);
  const std::string file = folder / "t.jsonl";
  EXPECT_EQ(run(small_run + "--json-lines --out \"" + file + "\"").out, "");
  EXPECT_TRUE(timing_run_from(scratch::bytes_of(file)));
}

TEST_F(CommandLine, TimeRefusesABadTokenBeforeItMeasures) {
  expect_refused("time --sorts frog", "'frog'");
  expect_refused("time --beside frog", "'frog'");
  expect_refused("time --n 2^37", "68719476736");
  expect_refused("time --n 1e6", "'1e6'");
  expect_refused("time --radix 1,9", "'9'");
  expect_refused("time --scan frog", "blelloch");
  expect_refused("time --type u32 --bits 64", "1 to 32");
  expect_refused("time --distribution frog", "few");
  expect_refused("time --samples 0", "3 to 1000");
  expect_refused("time --devices frog", "'frog'");
  expect_refused("time --devices 9", "1 to 8");
  expect_refused("time --devices 2..1", "backwards");
  expect_refused("time --engine gpu", "auto, cpu or cuda");
  expect_refused("time --out \"" + folder.path() + "\"", "folder");
  expect_refused("time --out \"" + folder / "no/such/folder/t" + "\"", "cannot be written");
  if (!radix::engines()[1].available)
    expect_refused("time --engine cuda", radix::engines()[1].reason);
  for (const char* arguments :
       {"time --frog", "time frog", "time --csv --json-lines", "time --n", "time trace"})
    EXPECT_EQ(run(arguments).code, usage) << arguments;
}

TEST_F(CommandLine, TimeSaysSoWhenNobodyReads) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const char* form : {"--json-lines", "--table"}) {
    const std::string command =
        "\"" + program() + "\" " + small_run + form + " >/dev/full 2>\"" + folder / "stderr" + "\"";
    const int status = std::system(command.c_str());
    EXPECT_EQ(status > 255 ? status >> 8 : status, refused);
    EXPECT_NE(scratch::bytes_of(folder / "stderr").find("could not be written"), std::string::npos);
  }
}

// --------------------------------------------------------------------------------------- scripts

TEST_F(CommandLine, ScriptDrawsWithoutADisplay) {
  const std::string file = folder / "out.svg";
  const Outcome outcome =
      run("--do \"preset chapter; sort 2; seek scatter; svg '" + file + "'\"", "",
          std::filesystem::exists("/usr/bin/env") ? "env -u DISPLAY -u WAYLAND_DISPLAY" : "");
  EXPECT_EQ(outcome.code, ok);
  EXPECT_EQ(outcome.out + outcome.err, "");

  // The very picture that the library draws
  Document document = make_document();
  EXPECT_EQ(run_script(document,
                       "preset chapter; sort 2; seek scatter; svg '" + folder / "own.svg" + "'"),
            "");
  EXPECT_EQ(scratch::bytes_of(file), scratch::bytes_of(folder / "own.svg"));
  EXPECT_NE(scratch::bytes_of(file), "");
}

TEST_F(CommandLine, ScriptStopsAtARefusal) {
  const std::string file = folder / "out.svg";
  expect_refused("--do \"block 0; svg '" + file + "'\"", "1 … 1024");
  expect_refused("--do \"keys 99; svg '" + file + "'\"", "'99'");
  EXPECT_FALSE(std::filesystem::exists(file));
  expect_refused("--do \"open no/such/file\"", "no/such/file");
  expect_refused("--do \"fly\"", "'fly'");
  expect_refused("--do \"seek scatter\" --window --width 10", "640");
  expect_refused("--do \"seek scatter\" --window --scale 9", "2.5");
}

/// A planted fault that a check finds is an exit code of its own, with its sentence in the trace.
TEST_F(CommandLine, FaultsAreListedPlantedAndCounted) {
  const Outcome list = run("faults --markdown");
  EXPECT_EQ(list.code, ok);
  EXPECT_EQ(std::ranges::count(list.out, '\n'),
            static_cast<std::ptrdiff_t>(radix::planted_faults().size()) + 2);
  const Outcome trace = run("trace --fault ks_barrier --json");
  EXPECT_EQ(trace.code, found);
  EXPECT_NE(trace.out.find("\"kind\":\"race\""), std::string::npos);
  EXPECT_NE(trace.err.find("a data race on entry"), std::string::npos);
  const Outcome hidden = run("trace --fault full_block --preset chapter --sort 2 --json");
  EXPECT_EQ(hidden.code, ok) << hidden.err;
  const Outcome counted = run("--do \"fault ks_barrier; fault_orders 4\"");
  EXPECT_EQ(counted.code, found);
  EXPECT_NE(counted.out.find("from the last to the first 60 of 60 times"), std::string::npos)
      << counted.out << counted.err;
}

/// The faults are a library that is built in the background: until it is there, or where it is
/// none, a sentence.
TEST_F(CommandLine, FaultsThatAreNotBuiltYetAreASentence) {
  const std::filesystem::path alone = to_path(folder / "alone"), here = to_path(program());
  if (!std::filesystem::exists(here.parent_path() / "radixscope-faults.so"))
    GTEST_SKIP() << "the faults are a part of this program";
  std::filesystem::create_directory(alone);
  std::filesystem::copy(here, alone / "radixscope");
  const auto traced = [&] {
    const std::string command = "\"" + to_text(alone / "radixscope") +
                                "\" trace --fault ks_barrier --json 2>\"" + folder / "said" +
                                "\" >/dev/null";
    EXPECT_EQ(std::system(command.c_str()), refused << 8);
    return scratch::bytes_of(folder / "said");
  };
  EXPECT_NE(traced().find("by hand: cmake --build, target radixscope-faults."), std::string::npos);
  folder.file("alone/radixscope-faults.so", "no library");
  EXPECT_NE(traced().find("by hand: cmake --build, target radixscope-faults."), std::string::npos);
}

TEST_F(CommandLine, EmptyScriptIsDoneAtOnce) { EXPECT_EQ(run("--do \"\"").code, ok); }

TEST_F(CommandLine, NoDisplayIsASentenceAndItsOwnCode) {
  if (!std::filesystem::exists("/proc/self/exe")) GTEST_SKIP() << "there is always a display here";
  for (const char* arguments : {"", "--do \"seek scatter\" --window"}) {
    const Outcome outcome = run(arguments, "", "env -u DISPLAY -u WAYLAND_DISPLAY");
    EXPECT_EQ(outcome.code, no_display);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err, "");
  }
}

}  // namespace
}  // namespace scope
