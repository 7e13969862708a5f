// A timing run as lines, and back; garbage is a sentence; what the samples say.
#include <gtest/gtest.h>

#include <cmath>

#include "app/core/base/base64.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/timing_run.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

using texts::lines_of;

TimingRow some_row(uint32_t id) {
  TimingRow row{.id = id,
                .configuration = {radix::timed_sorts()[3].name, {}},
                .input = {radix::TimedType::pairs, 31, radix::max_timed_keys,
                          radix::Distribution::few, ~uint64_t{0}},
                .label = "one \"bar\", µs",
                .sort = true,
                .section = "13.6",
                .cost = {1, 2, uint64_t{1} << 60, 4, 5, "r"}};
  row.configuration.settings.radix_bits = 8;
  row.configuration.settings.scan = radix::BlockScan::blelloch;
  return row;
}

/// Every event, every field with a value of its own.
TimingRun some_run() {
  TimingRun run{.facts = {.engine = "cuda",
                          .device = "D · 1",
                          .driver = "2",
                          .runtime = "3",
                          .libraries = "4",
                          .memory_bytes = 5,
                          .free_bytes = 6,
                          .l2_bytes = 7,
                          .processors = 8,
                          .clock_mhz = 9.5,
                          .copy_gb_s = 10.1,
                          .read_gb_s = 12.5,
                          .write_gb_s = 9.5,
                          .display = "d",
                          .note = "n"},
                .protocol = "p",
                .options = "o",
                .date = "2026-01-02T03:04:05Z",
                .version = "0.1",
                .seed = ~uint64_t{0}};
  run.rows = {some_row(0), some_row(1), some_row(2)};
  run.rows[0].verified = true;
  run.rows[0].samples = {{.ms = 0.1, .wall_ms = 1.0 / 3, .mhz = 1980},
                         {.ms = 1e-7, .wall_ms = 2, .slow_clock = true}};
  run.rows[0].stages = {{"scan", "k", 0.25}, {"whole_pass", "l", 0.5}};
  run.rows[0].staged_whole_ms = 0.7;
  radix::Density density{.pass = 1, .passes = 4};
  for (uint32_t i = 0; i < 65536; ++i) density.counts.push_back(i * 2654435761u);
  run.rows[0].densities = {density};
  run.rows[1].refusal = "It does not fit.";
  run.rows[2].verified = true;
  run.rows[2].refusal = "It failed later.";
  run.rows[2].samples = {{.ms = 3, .wall_ms = 4, .mhz = 5}};
  run.progress = {3, 4, "this", 1.5};
  run.drift = -0.004;
  run.ended = true;
  return run;
}

TEST(TimingRunTest, PackedCountsComeBack) {
  std::vector<uint32_t> counts(1000, 0);
  EXPECT_EQ(packed_counts(counts).size(), 3u) << "0 and a number of two bytes";
  for (uint32_t i : {0u, 5u, 6u, 500u, 999u}) counts[i] = 0xffffffffu >> (i % 32);
  for (uint32_t i = 600; i < 700; ++i) counts[i] = i;
  EXPECT_EQ(unpacked_counts(packed_counts(counts), 1000), counts);
  EXPECT_FALSE(unpacked_counts(packed_counts(counts), 999));
  EXPECT_FALSE(unpacked_counts(packed_counts(counts), 1001));
  using Bytes = std::vector<uint8_t>;
  EXPECT_EQ(unpacked_counts(Bytes{0, 4}, 4), std::vector<uint32_t>(4, 0));
  for (const Bytes& wrong :
       {Bytes{}, Bytes{0}, Bytes{0, 0}, Bytes{0, 5}, Bytes{0x80}, Bytes{1, 1, 1, 1, 1},
        Bytes{0xff, 0xff, 0xff, 0xff, 0x7f, 0, 3}, Bytes{0x80, 0x80, 0x80, 0x80, 0x80, 1, 0, 3}})
    EXPECT_FALSE(unpacked_counts(wrong, 4)) << wrong.size();
}

TEST(TimingRunTest, EveryEventComesBack) {
  const TimingRun run = some_run();
  const auto read = timing_run_from(to_lines(run));
  ASSERT_TRUE(read) << read.error.sentence;
  EXPECT_EQ(to_lines(*read), to_lines(run));
  EXPECT_EQ(read->failure, "");
  // Not only the same text: the same values
  const TimingRow& row = read->rows[0];
  EXPECT_EQ(row.configuration, run.rows[0].configuration);
  EXPECT_EQ(row.input, run.rows[0].input);
  EXPECT_EQ(row.label, run.rows[0].label);
  EXPECT_EQ(row.cost.moved_bytes, uint64_t{1} << 60);
  EXPECT_EQ(row.samples[0].wall_ms, 1.0 / 3);
  EXPECT_TRUE(row.samples[1].slow_clock);
  EXPECT_EQ(row.stages[1].stage, "whole_pass");
  EXPECT_EQ(row.staged_whole_ms, 0.7);
  EXPECT_EQ(row.densities[0].counts, run.rows[0].densities[0].counts);
  EXPECT_EQ(read->rows[1].refusal, "It does not fit.");
  EXPECT_EQ(read->rows[2].samples.size(), 1u);
  const radix::TimingFacts& facts = read->facts;
  EXPECT_EQ(facts.engine + facts.device + facts.driver + facts.runtime + facts.libraries,
            "cudaD · 1234");
  EXPECT_EQ((std::vector<uint64_t>{facts.memory_bytes, facts.free_bytes, facts.l2_bytes,
                                   facts.processors}),
            (std::vector<uint64_t>{5, 6, 7, 8}));
  EXPECT_EQ(facts.clock_mhz, 9.5);
  EXPECT_EQ(facts.copy_gb_s, 10.1);
  EXPECT_EQ(facts.memory_gb_s(), 12.5);
  EXPECT_EQ(memory_rate_words(facts), "reads 12.5 GB/s");
  EXPECT_EQ(facts.display + facts.note, "dn");
  EXPECT_EQ(read->protocol + read->options + read->version + read->date,
            "po0.12026-01-02T03:04:05Z");
  EXPECT_EQ(read->seed, ~uint64_t{0});
  EXPECT_EQ(read->progress.doing, "this");
  EXPECT_EQ(read->drift, -0.004);
}

TEST(TimingRunTest, EveryLineIsOneLineOfJson) {
  for (const std::string& line : lines_of(to_lines(some_run()))) {
    EXPECT_TRUE(line.starts_with(R"({"event":")")) << line.substr(0, 60);
    EXPECT_TRUE(line.ends_with("}"));
  }
}

TEST(TimingRunTest, DriftMayBeUnknownAndTextMayBeBroken) {
  TimingRun run = some_run();
  run.drift.reset();
  run.facts.device = "half a character \xC3";
  const auto read = timing_run_from(to_lines(run));
  ASSERT_TRUE(read) << read.error.sentence;
  EXPECT_TRUE(read->ended);
  EXPECT_FALSE(read->drift);
}

TEST(TimingRunTest, ALineThatWouldBeTwoOnTheScreenIsRefused) {
  TimingRun run = some_run();
  run.rows[1].label = "one\ntwo";
  const auto read = timing_run_from(to_lines(run));
  ASSERT_FALSE(read);
  EXPECT_TRUE(texts::says(read.error.sentence, {"'label'", "cannot be shown"}))
      << read.error.sentence;
}

TEST(TimingRunTest, ARunThatWasCutOffIsReadUpToThere) {
  const std::string text = to_lines(some_run());
  const std::size_t end = text.rfind("{\"event\":\"end\"");
  for (std::size_t size : {end, end + 5, text.size() - 2}) {
    const auto read = timing_run_from(text.substr(0, size));
    ASSERT_TRUE(read) << read.error.sentence;
    EXPECT_FALSE(read->ended);
    EXPECT_NE(read->failure, "");
    EXPECT_EQ(read->rows[0].samples.size(), 2u);
  }
  EXPECT_TRUE(timing_run_from(text.substr(0, text.size() - 1))->ended)
      << "only the newline is missing";
  EXPECT_FALSE(timing_run_from(""));
  EXPECT_FALSE(timing_run_from(lines_of(text)[0] + "\n")) << "no plan";
  EXPECT_FALSE(timing_run_from("garbage"));
  EXPECT_FALSE(timing_run_from("{\"event\":\"header\"}\n" + text));
}

TEST(TimingRunTest, LinesInAnImpossibleOrderAreSentences) {
  const std::vector<std::string> lines = lines_of(to_lines(some_run()));
  TimingRun run;
  EXPECT_NE(take_line(run, lines[1]), "") << "a plan before the header";
  EXPECT_EQ(take_line(run, lines[0]), "");
  EXPECT_NE(take_line(run, lines[0]), "") << "a second header";
  const std::string sample =
      R"({"event":"sample","id":1,"ms":1,"wall_ms":1,"mhz":0,"slow_clock":false})";
  EXPECT_NE(take_line(run, sample), "") << "no plan";
  EXPECT_EQ(take_line(run, lines[1]), "");
  EXPECT_NE(take_line(run, lines[1]), "") << "a second plan";
  EXPECT_NE(take_line(run, sample), "") << "not verified";
  EXPECT_EQ(take_line(run, R"({"event":"verified","id":1})"), "");
  EXPECT_EQ(take_line(run, sample), "");
  EXPECT_NE(take_line(run, R"({"event":"verified","id":3})"), "") << "no such bar";
  EXPECT_NE(take_line(run, R"({"event":"refused","id":1,"why":""})"), "") << "no reason";
  EXPECT_EQ(take_line(run, R"({"event":"refused","id":1,"why":"w"})"), "");
  EXPECT_NE(take_line(run, sample), "") << "refused";
  EXPECT_NE(take_line(run, R"({"event":"progress","done":3,"of":2,"doing":"","seconds_left":0})"),
            "");
  EXPECT_EQ(take_line(run, R"({"event":"end","drift":null})"), "");
  EXPECT_NE(take_line(run, R"({"event":"verified","id":0})"), "") << "after the end";
}

TEST(TimingRunTest, WrongValuesAreSentences) {
  TimingRun run;
  const std::vector<std::string> lines = lines_of(to_lines(some_run()));
  for (std::size_t k : {0, 1, 2}) ASSERT_EQ(take_line(run, lines[k]), "");
  const std::string before = to_lines(run);
  for (const char* line :
       {R"({"event":"sample","id":0,"ms":-1,"wall_ms":1,"mhz":0,"slow_clock":false})",
        R"({"event":"sample","id":0,"ms":1e999,"wall_ms":1,"mhz":0,"slow_clock":false})",
        R"({"event":"sample","id":0,"ms":"1","wall_ms":1,"mhz":0,"slow_clock":false})",
        R"({"event":"sample","id":0.5,"ms":1,"wall_ms":1,"mhz":0,"slow_clock":false})",
        R"({"event":"sample","id":-1,"ms":1,"wall_ms":1,"mhz":0,"slow_clock":false})",
        R"({"event":"sample","id":0,"ms":1,"wall_ms":1,"mhz":0,"slow_clock":0})",
        R"({"event":"sample","id":0,"ms":1})",
        R"({"event":"stages","id":0,"whole_ms":1,"stages":[{"stage":"scan"}]})",
        R"({"event":"stages","id":0,"whole_ms":1,"stages":7})",
        R"({"event":"density","id":0,"pass":5,"passes":4,"counts":""})",
        R"({"event":"density","id":0,"pass":1,"passes":4,"counts":"AAAA"})",
        R"({"event":"end","drift":"x"})", R"({"event":"frog"})", R"({"event":7})", "[]", "7",
        "null", "", "{"}) {
    const std::string sentence = take_line(run, line);
    EXPECT_TRUE(sentence.ends_with(".")) << line << ": " << sentence;
    EXPECT_EQ(to_lines(run), before) << line;
  }
}

/// Changes one thing about a line: a byte, a piece that goes or comes twice, a piece of another
/// line.
std::string mutated(const std::string& line, const std::string& other, std::mt19937& random) {
  std::string text = line;
  const auto place = [&](const std::string& in) { return random() % (in.size() + 1); };
  switch (random() % 6) {
    case 0: text.resize(place(text)); break;
    case 1: text.insert(place(text), 1, static_cast<char>(random())); break;
    case 2:
      if (!text.empty()) text[random() % text.size()] = static_cast<char>(random());
      break;
    case 3: text.erase(place(text), random() % 20); break;
    case 4: text.insert(place(text), text.substr(place(text), random() % 40)); break;
    default: text = text.substr(0, place(text)) + other.substr(place(other));
  }
  return text;
}

TEST(TimingRunTest, TwoThousandMutatedLinesNeverCrashAndARefusedLineChangesNothing) {
  TimingRun whole = some_run();
  whole.rows[0].densities.clear();  // long, and tested above
  const std::vector<std::string> lines = lines_of(to_lines(whole));
  std::mt19937 random(7);
  int refused = 0;
  for (int k = 0; k < 2000; ++k) {
    TimingRun run;
    const std::size_t victim = random() % lines.size();
    for (std::size_t i = 0; i < victim; ++i) ASSERT_EQ(take_line(run, lines[i]), "");
    const std::string before = victim == 0 ? "" : to_lines(run);
    const std::string line = mutated(lines[victim], lines[random() % lines.size()], random);
    const std::string sentence = take_line(run, line);
    if (sentence.empty()) continue;  // a change that makes sense, too
    ++refused;
    EXPECT_TRUE(sentence.ends_with(".")) << sentence;
    EXPECT_EQ(sentence.find('\n'), sentence.npos) << sentence;
    EXPECT_EQ(victim == 0 ? "" : to_lines(run), before) << line;
    EXPECT_TRUE(victim > 0 || run.version.empty());
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 2000) << "a label may be anything";
}

TEST(TimingRunTest, Base64IsTheOneOfTheStandard) {
  const std::pair<const char*, const char*> pairs[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"},
                                                       {"\xfb\xff\xfe", "+//+"}};
  for (const auto& [plain, coded] : pairs) {  // RFC 4648, section 10
    const std::string text = plain;
    const std::vector<uint8_t> bytes(text.begin(), text.end());
    EXPECT_EQ(base64(bytes), coded);
    EXPECT_EQ(from_base64(coded), bytes);
  }
  for (const char* wrong : {"Z", "Zg=", "Zg", "====", "Zm9*", "=m9v", "Z===", "Zm 9"})
    EXPECT_FALSE(from_base64(wrong)) << wrong;
}

TEST(TimingStatisticsTest, MedianQuartilesAndWhatDoesNotCount) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(quantile({1, 2, 3, 4, 5}, 0.25), 2);
  EXPECT_EQ(quantile({1, 2, 3, 4}, 0.75), 3.25);
  EXPECT_EQ(median({}), 0);

  TimingRow row = some_row(0);
  row.samples = {{.ms = 2, .wall_ms = 3, .mhz = 1900},
                 {.ms = 900, .mhz = 600, .slow_clock = true},
                 {.ms = 4, .wall_ms = 5, .mhz = 1980},
                 {.ms = 3, .wall_ms = 4}};
  EXPECT_FALSE(statistics(row)) << "nobody verified it";
  row.verified = true;
  const auto all = statistics(row);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->median_ms, 3);
  EXPECT_EQ(all->low_ms, 2.5);
  EXPECT_EQ(all->high_ms, 3.5);
  EXPECT_EQ(all->wall_ms, 4);
  EXPECT_EQ(all->samples, 3u);
  EXPECT_EQ(all->dropped, 1u);
  EXPECT_EQ(all->mhz_low, 1900);
  EXPECT_EQ(all->mhz_high, 1980);
  EXPECT_TRUE(all->noisy);
  row.refusal = "r";
  EXPECT_FALSE(statistics(row));
  row.refusal.clear();
  for (radix::Sample& sample : row.samples) sample.slow_clock = true;
  EXPECT_FALSE(statistics(row)) << "no sample counts";
}

TEST(TimingStatisticsTest, NoisyBeginsAboveTwoPerCent) {
  TimingRow row = some_row(0);
  row.verified = true;
  for (double ms : {99.0, 99.0, 100.0, 101.0, 101.0}) row.samples.push_back({.ms = ms});
  EXPECT_FALSE(statistics(row)->noisy);
  row.samples[0].ms = row.samples[1].ms = 98.9;
  EXPECT_TRUE(statistics(row)->noisy);
}

TEST(TimingStatisticsTest, RatesFloorAndStages) {
  TimingRow row = some_row(0);
  row.input.n = 1'000'000'000;
  row.cost.moved_bytes = 8'000'000'000;
  EXPECT_DOUBLE_EQ(giga_keys(row, 500), 2);
  EXPECT_DOUBLE_EQ(giga_bytes(row, 500), 16);
  EXPECT_EQ(giga_keys(row, 0), 0);
  EXPECT_DOUBLE_EQ(floor_ms(row, {.copy_gb_s = 4000}), 2);
  EXPECT_DOUBLE_EQ(floor_ms(row, {.copy_gb_s = 2000, .read_gb_s = 4000}), 2);
  EXPECT_EQ(floor_ms(row, {}), 0);
  row.verified = true;
  row.samples = {{.ms = 10}};
  EXPECT_EQ(stage_gap(row), 0) << "without stages";
  row.stages = {{"scan", "a", 4}, {"scan", "b", 5}};
  EXPECT_EQ(stage_sum_ms(row), 9);
  EXPECT_DOUBLE_EQ(stage_gap(row), 0.1);
  row.stages[0].ms = 6;
  EXPECT_DOUBLE_EQ(stage_gap(row), 0.1) << "how far, whichever way";
}

}  // namespace
}  // namespace scope
