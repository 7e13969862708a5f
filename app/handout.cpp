#include "handout.hpp"

#include <algorithm>

#include "../kernels/arrays.hpp"
#include "../kernels/engines/engine.hpp"
#include "figures/figure.hpp"
#include "phrases.hpp"
#include "timing_names.hpp"
#include "transcript.hpp"
#include "words.hpp"

namespace scope {
namespace {

/// "pass1-table-scan-fig13-9"; before the first step "input-fig13-1".
std::string name_of(const Look& look, const Figure& figure) {
  std::string name = "input";
  if (look.timing_view) name = "";
  else if (const radix::Step* step = look.step())
    name = say("pass", step->pass + 1, "-", radix::info(step->stage).name);
  std::ranges::replace(name, '_', '-');
  return name + (name.empty() ? "" : "-") + figure.id;
}

Page page_of(const App& app, Look look) {
  look.moved = 1;
  const Figure& figure = current_figure(app, look);
  const bool timing = look.timing_view != nullptr;
  return {.name = name_of(look, figure),
          .title = figure.number,
          .place = timing ? "" : place_words(look),
          .words = timing ? timing_why(*look.timing_view) : why(look),
          .text = timing ? "" : arrays_text(*look.trace, look.cursor),
          .step = look.cursor,
          .scene = figure.draw(look),
          .selected = look.selected()};
}

}  // namespace

Page page_of(const App& app) { return page_of(app, look(app)); }

Handout handout_of(const App& app, Grain grain) {
  const radix::Trace& trace = *app.lane().trace;
  const radix::RungInfo* rung = radix::rung_named(trace.rung);
  Handout handout{.title = say(rung ? rung->title : trace.rung.c_str(), ": ", counted(trace.problem.size(), "key")),
                  .about = run_words(trace),
                  .steps = trace.steps.size()};
  App reader = app;   // walks through the run; nothing is recorded, what it shares is only read
  reader.playing = false;
  for (std::size_t cursor = 0;;) {
    reader.lane().cursor = cursor;
    settle(reader);
    handout.pages.push_back(page_of(reader));
    const std::size_t next = next_stop(reader, grain, +1);
    if (next == cursor) break;
    cursor = next;
  }
  return handout;
}

}  // namespace scope
