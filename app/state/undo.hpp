/// Undo and redo. A change is kept as the whole state before it, on one line; going back shows that
/// state again. What is no part of what is open is not undone: the step, which lane is active, zoom
/// and page, preferences, and answers that were given.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/document/history.hpp"
#include "kernels/engine/model/problem.hpp"
#include "state.hpp"

namespace scope {

inline constexpr std::size_t max_edits = 1000;                       ///< that can be undone
inline constexpr std::size_t max_edit_bytes = std::size_t{1} << 19;  ///< of their states; at
                                                                     ///< least one is kept

/// True when both have the same open, wherever each of them stands in it.
bool same_work(const Document& a, const Document& b);

/// Puts the change from `before` to `document` on the history, by the command that made it and what
/// it did. Typing goes on in the edit before it: keys or values of which a few letters differ.
void remember_edit(Document& document, const Document& before, std::string_view command,
                   std::string words);

/// Goes one edit back, or on again; says what was undone. "" or one sentence: that state cannot be
/// shown any more, and is forgotten. With a window open, it may throw NotRecordedYet.
std::string undo(Document& document);
std::string redo(Document& document);

/// Shows what was open before a fault of the gallery was planted, where it was planted by hand.
/// False: it was not, and nothing has changed.
bool leave_fault(Document& document);

/// The history as the text of a file, and back.
std::string history_text(const History& history);
radix::Result<History> history_from(std::string_view text);

}  // namespace scope
