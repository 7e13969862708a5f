/// An App to begin with, and a text that tells two different Apps apart.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "app/commands/commands.hpp"
#include "app/state/presets.hpp"

namespace scope {

/// Everything a verb may change, but the note: two equal fingerprints are two equal Apps.
inline std::string fingerprint(const App& app) {
  std::ostringstream out;
  const Lane& lane = app.lane();
  for (const Wish* wish : {&lane.wish, &lane.made_from}) {
    out << wish->keys_text << '|' << wish->values_text << '|' << static_cast<int>(wish->base) << '|' << wish->rung
        << '|' << static_cast<int>(wish->engine) << '|';
    for (const radix::SettingInfo& setting : radix::settings()) out << setting.get(wish->settings) << '|';
  }
  out << lane.complaint.sentence << '|' << lane.trace.get() << '|' << lane.verdict << '|'
      << lane.verified << '|' << lane.cursor << '|';
  out << static_cast<int>(app.grain) << app.figure << '|' << app.hovered << '|' << app.pinned << '|'
      << (app.table_entry ? static_cast<int>(*app.table_entry) : -1) << '|' << app.memory.lanes << '|'
      << app.memory.segment << '|' << (app.store ? static_cast<int>(app.store->block) : -1) << '|'
      << (app.store ? app.store->warp : 0) << '|' << (app.store ? app.store->round : 0) << '|' << app.playing << '|'
      << app.speed << '|' << app.since_step << '|' << app.motion << app.help << app.blank
      << app.quit << static_cast<int>(app.theme) << '|' << app.scale << '|' << app.fit << '|'
      << app.zoom << '|' << app.pan.x << '|' << app.pan.y << '|' << app.written.size() << '|'
      << app.lanes.size();
  return out.str();
}

/// An App that has recorded these keys, and its trace.
inline App app_with(const std::string& keys, uint32_t bits, uint32_t block, const std::string& rung) {
  App app = make_app();
  Wish& wish = app.lane().wish;
  wish.keys_text = keys;
  wish.settings.key_bits = bits;
  wish.settings.threads_per_block = block;
  wish.rung = rung;
  tick(app, 0);
  return app;
}

inline const radix::Trace& trace_of(const App& app) { return *app.lane().trace; }
inline std::size_t end_of(const App& app) { return trace_of(app).steps.size(); }

/// The chapter's keys on rung 2, after the scatter of pass 2.
inline App block_sort_app() {
  App app = make_app();
  EXPECT_EQ(run_script(app, "preset chapter; rung 2; seek pass 2 scatter"), "");
  return app;
}

}  // namespace scope
