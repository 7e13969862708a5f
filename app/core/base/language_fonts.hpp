/// Languages whose signs no font here can draw.
#pragma once

#include <string>

#include "languages.hpp"

namespace scope {

/// One sentence: that the window, or else a picture, is in English in its place, and what to do.
std::string no_font_words(const std::string& language, bool window);

/// Whether fonts are found that draw this text of a language.
bool have_font(const std::string& language, const std::string& text);

/// The language in which a file is written now. English where its words are `drawn` by a font of
/// ours and none can.
std::string file_language(bool drawn);

}  // namespace scope
