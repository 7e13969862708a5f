/// Handouts that are written in the background, so that many pages never stop the window.
#pragma once

#include <functional>
#include <string>

#include "app/document/document.hpp"
#include "pages.hpp"

namespace scope {

/// Draws and writes; owns what it reads (snapshot). It runs in a thread of its own where a window
/// is shown.
using ExportWork = std::function<Exported(const Going&)>;

/// Does the work: a script waits for its end, on a terminal with a line of progress, and gets what
/// came of it; a window goes on, and poll_export tells it. Returns "" or one sentence: refused
/// while another export is running.
std::string start_export(Document& document, ExportWork work);

/// "Writing page 12 of 49", of the export that is running.
std::string export_progress(const Document& document);

/// What the status line says while an export is running: its progress, and how to cancel. "" = none
/// is.
std::string export_words(const Document& document);

}  // namespace scope
