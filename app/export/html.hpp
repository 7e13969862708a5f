/// A handout as one self-contained HTML file: figures as inline SVG, sentences, arrow keys, a
/// slider. It needs no network and nothing beside it, and without JavaScript it is all pages one
/// below the other. Its frame, its looks and its keys are assets/handout/handout.html, .css and
/// .js, which are compiled in.
#pragma once

#include <span>
#include <string>

#include "kernels/engine/model/sources.hpp"
#include "pages.hpp"

namespace scope {

/// UTF-8. Light, dark and print colours are in the file; the reader's system chooses. It opens on
/// the last page that has done at most `start` steps of the run; pages that are slides open on
/// number `start`, from 0.
std::string to_html(const Handout& handout, std::size_t start = 0);

/// The same, with the pages drawn one after the other. "" where `going` said stop.
std::string to_html(PageRun run, std::size_t start, const Going& going);

/// Every file of assets/handout at the time of the build, by name. Lives as long as the program.
std::span<const radix::SourceFile> handout_files();

}  // namespace scope
