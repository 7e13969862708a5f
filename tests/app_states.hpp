/// An App to begin with, and a text that tells two different Apps apart.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "app/verbs.hpp"

namespace scope {

/// Everything a verb may change, but the note: two equal fingerprints are two equal Apps.
inline std::string fingerprint(const App& app) {
  std::ostringstream out;
  const Lane& lane = app.lane();
  for (const Wish* wish : {&lane.wish, &lane.made_from})
    out << wish->keys_text << '|' << static_cast<int>(wish->base) << '|' << wish->key_bits << '|'
        << wish->threads_per_block << '|' << wish->rung << '|' << static_cast<int>(wish->engine)
        << '|';
  out << lane.complaint.sentence << '|' << lane.trace.get() << '|' << lane.verdict << '|'
      << lane.verified << '|' << lane.cursor << '|';
  out << static_cast<int>(app.grain) << app.figure << '|' << app.hovered << '|' << app.pinned << '|'
      << (app.table_entry ? static_cast<int>(*app.table_entry) : -1) << '|' << app.playing << '|'
      << app.speed << '|' << app.since_step << '|' << app.motion << app.help << app.blank
      << app.quit << static_cast<int>(app.theme) << '|' << app.scale << '|' << app.fit << '|'
      << app.zoom << '|' << app.pan.x << '|' << app.pan.y << '|' << app.written.size() << '|'
      << app.lanes.size();
  return out.str();
}

/// The chapter's keys on rung 2, after the scatter of pass 2.
inline App block_sort_app() {
  App app = make_app();
  EXPECT_EQ(run_script(app, "preset chapter; rung 2; seek pass 2 scatter"), "");
  return app;
}

}  // namespace scope
