/// A Document to begin with, and a text that tells two different Documents apart.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "app/commands/commands.hpp"
#include "app/state/presets.hpp"

namespace scope {

/// Everything a command may change, but the note: two equal fingerprints are two equal Documents.
inline std::string fingerprint(const Document& document) {
  std::ostringstream out;
  const Lane& lane = document.lane();
  for (const Setup* setup : {&lane.setup, &lane.recorded}) {
    out << setup->keys_text << '|' << setup->values_text << '|' << static_cast<int>(setup->base)
        << '|' << setup->sort << '|' << static_cast<int>(setup->engine) << '|'
        << static_cast<int>(setup->thread_order) << static_cast<int>(setup->block_order) << '|'
        << setup->seed << '|';
    for (const radix::SettingInfo& setting : radix::settings())
      out << setting.get(setup->settings) << '|';
  }
  out << lane.error.sentence << '|' << lane.trace.get() << '|' << lane.verdict << '|'
      << lane.verified << '|' << lane.cursor << '|';
  out << static_cast<int>(document.step_size) << document.figure << '|' << document.hovered << '|'
      << document.pinned << '|'
      << (document.table_entry ? static_cast<int>(*document.table_entry) : -1) << '|'
      << document.memory.lanes << '|' << document.memory.segment << '|'
      << (document.store ? static_cast<int>(document.store->block) : -1) << '|'
      << (document.store ? document.store->warp : 0) << '|'
      << (document.store ? document.store->round : 0) << '|';
  for (const CalculationInput& input : calculation_inputs())
    out << document.calculation.*input.value << ',';
  for (const uint32_t each : document.left_out) out << each << ',';
  out << '|' << document.playing << '|' << document.speed << '|' << document.since_step << '|'
      << document.motion << document.help << document.blank << document.quit
      << static_cast<int>(document.theme) << '|' << document.scale << '|' << document.fit << '|'
      << document.zoom << '|' << document.pan.x << '|' << document.pan.y << '|'
      << document.written.size() << '|' << document.lanes.size();
  return out.str();
}

/// A Document that has recorded these keys, and its trace.
inline Document document_with(const std::string& keys, uint32_t bits, uint32_t block,
                              const std::string& sort) {
  Document document = make_document();
  Setup& setup = document.lane().setup;
  setup.keys_text = keys;
  setup.settings.key_bits = bits;
  setup.settings.threads_per_block = block;
  setup.sort = sort;
  tick(document, 0);
  return document;
}

inline const radix::Trace& trace_of(const Document& document) { return *document.lane().trace; }
inline std::size_t end_of(const Document& document) { return trace_of(document).steps.size(); }

/// The chapter's keys on sort 2, after the scatter of pass 2.
inline Document block_sort_document() {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "preset chapter; sort 2; seek pass 2 scatter"), "");
  return document;
}

}  // namespace scope
