/// Prints what it costs that the card is in a process of its own: from a key to the picture's run,
/// verified, by both ways. Without a card the CPU engine stands in for it at both ends.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/document/recorder.hpp"
#include "app/state/presets.hpp"
#include "kernels/run/card_process.hpp"

using namespace scope;

namespace {

radix::EngineInfo stand_in() { return {radix::EngineId::cuda, true, "the CPU engine", ""}; }

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <class Work>
double milliseconds(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

struct Times {
  double picture = 0;  ///< from a key to a verified run in the Document of a window
  double run = 0;      ///< the card's share of it
};

Times times_of(const std::string& script) {
  Document document = make_document();
  document.interactive = true;
  document.recorder = std::make_shared<Recorder>();
  std::vector<double> pictures, runs;
  for (int seed = 1; seed <= 21; ++seed) {
    pictures.push_back(milliseconds([&] {
      const std::string refusal = run_script(document, script + std::to_string(seed));
      if (!refusal.empty()) std::printf("%s\n", refusal.c_str());
      while (document.recorder->busy()) tick(document, 0);
    }));
    const radix::Trace& shown = *document.lane().trace;
    const radix::Recipe recipe{
        .problem = shown.problem, .sort = shown.sort, .engine = radix::EngineChoice::cuda};
    runs.push_back(milliseconds([&] {
      const radix::Trace trace = radix::run(recipe);
      if (!trace.error.empty()) std::printf("%s\n", trace.error.c_str());
    }));
  }
  return {median(pictures), median(runs)};
}

}  // namespace

int main() {
  const bool has_card = radix::probe_cuda().available;
  radix::CardMachine near, far;
  if (!has_card) near = {.probe = stand_in, .sort = radix::cpu_sort};
  far = has_card ? radix::card_in_process(program_beside("radixscope"), {radix::card_option})
                 : radix::card_in_process(RADIX_FAKE_CARD, {});
  radix::use_card(near);
  std::printf("%s; median of 21, ms\n",
              has_card ? radix::engines()[1].device.c_str() : "no card: the CPU engine for it");
  for (const char* script :
       {"sort 1; random 16 4 ", "sort 3; random 16 4 ", "sort 4; random 64 8 ",
        "sort 3; random 256 16 ", "sort 4; random 1024 16 ", "sort 3; random 1024 32 "}) {
    radix::use_card(near);
    const Times here = times_of(script);
    radix::use_card(far);
    const Times there = times_of(script);
    std::printf(
        "%-24s key to picture: here %7.2f, its own process %7.2f; run: %7.2f, %7.2f (%+.2f)\n",
        script, here.picture, there.picture, here.run, there.run, there.run - here.run);
  }
}
