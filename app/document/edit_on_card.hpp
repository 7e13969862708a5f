/// The changed kernel on the GPU of this machine: 1,000 runs whose results alone are looked at, and
/// its time beside the chapter's. Another program does it, in the background.
#pragma once

#include <string>

#include "document.hpp"

namespace scope {

/// Starts it for the changed lane; without a window it is waited for. "" or one sentence.
std::string start_on_card(Document& document);
/// Ends it; false where none is at work.
bool stop_on_card(Document& document);
/// Takes what came of it; drops it when the kernel was changed again. True when anything changed.
bool poll_on_card(Document& document);
/// What came of it, or what is being done; "" where it was not asked for.
std::string on_card_words(const Document& document);

}  // namespace scope
