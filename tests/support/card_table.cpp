/// Every call of the driver that a recording makes, by count, made to fail with each of its errors:
/// prints the table call × error × outcome. What is asked of each: one sentence, the session kept,
/// the CPU engine goes on with the same problem, and the next run is the card's again.
///
///   card_table RADIXSCOPE SHIM_FOLDER DRIVER [PART PARTS]
///
/// SHIM_FOLDER holds libcuda.so.1 (failing_driver.cpp), DRIVER is the NVIDIA driver's. A part of
/// several: each takes its share of the calls. Without a card: exit code 77.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/document/recorder.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/run/card_process.hpp"
#include "tests/support/beside_window.hpp"
#include "tests/support/children.hpp"

using namespace scope;

namespace {

struct PlannedError {
  int code;
  const char *name, *how;  ///< how: "" once, or "stick": every call behind it, too
};
constexpr PlannedError errors[] = {{1, "invalid value", ""},
                                   {2, "out of memory", ""},
                                   {46, "device unavailable", "stick"},
                                   {100, "no device", "stick"},
                                   {214, "ECC", "stick"},
                                   {600, "not ready", ""},
                                   {700, "illegal address", ""},
                                   {700, "illegal address", "stick"},
                                   {719, "launch failed", "stick"},
                                   {803, "driver mismatch", "stick"},
                                   {999, "unknown", ""}};
constexpr int max_calls = 6;  // of a function that fail one by one, from the first on; and the last
constexpr int max_seconds = 480;

/// Processes of the card that start from now on have this in their environment.
void plant(const std::string& call) {
  setenv("FAIL_CALL", call.c_str(), 1);
  children::kill_all();
}

/// New keys are asked for; what came of it, "" where it is none of what it may be.
std::string outcome(Document& document, uint32_t seed, std::string& sentence) {
  if (!run_command(document, "random", "16 4 " + std::to_string(seed)).empty()) return "";
  const std::string asked = session_text(document);
  wait_for_all(document);
  const Lane& lane = document.lane();
  const bool whole = lane.error.sentence.empty() && !lane.trace->steps.empty() &&
                     lane.trace->problem.size() == 16 && session_text(document) == asked;
  sentence = lane.verdict;
  if (!whole) return sentence = "error: " + lane.error.sentence + " verdict: " + lane.verdict, "";
  if (lane.trace->engine.id == radix::EngineId::cuda)
    return lane.verified ? "the card answered" : "";
  const bool said = lane.verdict.find("Not verified because the cuda engine failed: ") == 0 &&
                    lane.verdict.find('\n') == std::string::npos;
  return said ? "sentence, session kept, CPU went on" : "";
}

std::map<std::string, int> count_calls(Document& document, const std::string& file) {
  std::filesystem::remove(file);
  setenv("FAIL_LOG", file.c_str(), 1);
  plant("");
  std::string sentence;
  if (outcome(document, 1, sentence) != "the card answered")
    std::printf("without a fault: %s\n", sentence.c_str());
  plant("");
  unsetenv("FAIL_LOG");
  std::map<std::string, int> calls;
  std::ifstream in(file);
  for (std::string name; std::getline(in, name);) ++calls[name];
  return calls;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4)
    return std::fprintf(stderr, "card_table RADIXSCOPE SHIM_FOLDER DRIVER [PART PARTS]\n"), 2;
  const int part = argc > 5 ? std::atoi(argv[4]) : 0, parts = argc > 5 ? std::atoi(argv[5]) : 1;
  setenv("LD_LIBRARY_PATH", argv[2], 1);
  setenv("FAILING_DRIVER", argv[3], 1);
  radix::use_card(radix::card_in_process(argv[1], {radix::card_option}));
  if (!radix::engines()[1].available)
    return std::printf("skipped: no CUDA device: %s\n", radix::engines()[1].reason.c_str()), 77;
  Document document = beside_a_window();
  wait_for_all(document);
  const auto calls = count_calls(document, "card_calls." + std::to_string(part));
  if (part == 0) {
    int all = 0;
    for (const auto& [name, count] : calls) all += count;
    std::printf("a recording makes %d calls of %zu functions\n", all, calls.size());
  }
  int number = 0, failures = 0, left_out = 0;
  const auto begin = std::chrono::steady_clock::now();
  uint32_t seed = 1;
  for (const auto& [name, count] : calls) {
    for (const PlannedError& error : errors) {
      if (number++ % parts != part) continue;
      if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(max_seconds)) {
        ++left_out;
        continue;
      }
      std::map<std::string, int> outcomes;
      std::string example;
      for (int k = 1; k <= count; ++k) {
        if (k > max_calls && k != count) continue;
        plant(name + " " + std::to_string(k) + " " + std::to_string(error.code) + " " + error.how);
        std::string sentence;
        const std::string came = outcome(document, ++seed, sentence);
        ++outcomes[came.empty() ? "WRONG" : came];
        if (came.empty() || (came[0] == 's' && example.empty())) example = sentence;
        failures += came.empty();
      }
      std::printf("| %s | %d | %s%s |", name.c_str(), count, error.name,
                  *error.how ? ", stays" : "");
      for (const auto& [what, times] : outcomes) std::printf(" %d × %s;", times, what.c_str());
      std::printf(" | %s |\n", example.c_str());
      std::fflush(stdout);
    }
  }
  plant("");
  std::string sentence;
  const std::string healed = outcome(document, ++seed, sentence);
  std::printf("part %d: %u recordings, %d rows left out, %d wrong; at the end: %s\n", part, seed,
              left_out, failures, healed.empty() ? sentence.c_str() : healed.c_str());
  return failures > 0 || healed != "the card answered";
}
