/// From what the person typed to a trace: parse, run, check on the other engine, find the old
/// place.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "document.hpp"

namespace scope {

/// The settings with as many bits as these keys need, and of another key type where that of the
/// settings has no such numbers: signed where there are signs, else float. The error is that of the
/// settings' own type.
radix::Result<radix::Settings> settings_for_keys(const std::string& text, radix::Settings settings);

/// Turns keys that are all pairs such as 30:150 into keys that carry the second numbers as values.
/// The error is a sentence.
radix::Result<Setup> pairs_apart(Setup setup);

/// The keys as typed, with the settings as the chosen sort takes them.
radix::Result<radix::Problem> problem_of(const Setup& setup);

/// Records lane.setup if it differs from lane.recorded. The setup is remembered there either way,
/// so that one that fails is not tried again every frame. When the run succeeds: new
/// trace, verdict, no error, cursor on the nearest step. When a kernel broke it off (broke_off):
/// the steps made until then, and lane.error. When not at all: lane.error says why; trace, verdict
/// and cursor stay. Only the lane's very first setup leaves an empty trace behind when it fails.
/// `on_both_engines`: compares the result with the other engine's, if there are two.
/// Returns true when the lane changed. With a window open, it may throw NotRecordedYet
/// (recorder.hpp); the lane is then as it was.
bool record(Lane& lane, bool on_both_engines = true);

/// What is being recorded in the background, how far it is and how to stop it; "" = nothing.
std::string recording_words(const Document& document);

/// Gives up what is being recorded; the settings are again those of the picture. False: nothing is.
bool stop_recording(Document& document);

/// Puts a finished trace (from a file) into the lane: the setup becomes what the trace was made
/// from. The CPU engine runs the same recipe; a file that differs from it in any array is not
/// shown. If a kernel broke the run off, it shows the steps that the CPU engine makes, too.
/// Returns "" or one sentence why it cannot be shown; then the lane is unchanged.
std::string show(Lane& lane, radix::Trace trace);

/// Puts a run of the user's own kernel into the lane: the setup becomes that of the similar run of
/// the chapter, and Setup::own the run.
void show_own(Lane& lane, std::shared_ptr<const radix::Trace> own);

/// Lets go of a hovered or followed key and a picked table entry that the active lane's trace does
/// not have, and ends any motion. To be called when that trace changed.
void drop_stale_pointers(Document& document);

/// Entries of the bucket table (buckets x blocks); 0 for a sort without one.
uint32_t table_entries(const radix::Trace& trace);

/// The cursor in `to` (0…steps) that shows the same pass, stage, array and scan level as `cursor`
/// does in `from`; without such a step the nearest one, in the last pass at most. 0 stays 0. When
/// `from` has no steps: the first step of `to`.
std::size_t nearest_cursor(const radix::Trace& from, std::size_t cursor, const radix::Trace& to);

/// What two engines say about one recipe.
struct EngineCheck {
  bool verified = false;
  std::string words;  ///< "verified", the other engine's error, or the first difference
};
EngineCheck compare(const radix::Trace& shown, const radix::Trace& other);

/// The engine to check `shown` on: "the other one", or null when that one is not available.
const radix::EngineInfo* second_engine(std::span<const radix::EngineInfo> engines,
                                       const radix::Trace& shown);

/// "digits on CPU emulation: 16 keys; key bits 4, radix bits 2, …": the settings that the sort
/// uses, on one line without its end; for a bug in print, that it is wrong on purpose.
std::string run_words(const radix::Trace& trace);

}  // namespace scope
