/// The formats in which pictures leave the program: the one list for commands, dialogs and the
/// command line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/core/scene/theme.hpp"
#include "kernels/engine/model/problem.hpp"
#include "moving.hpp"
#include "pages.hpp"

namespace scope {

/// How pictures are written.
struct Style {
  ThemeId theme = ThemeId::print;
  uint32_t scale = 2;  ///< PNG and WebP: pixels per figure unit, 1…4
  Pace pace{};         ///< of a moving picture
};

struct Format {
  const char* name;    ///< in scripts: "svg"
  const char* ending;  ///< of its files: "svg"
  const char* also;    ///< another ending that people write: "htm"; "" = none
  const char* about;   ///< a few words for menus
  std::size_t most;    ///< bytes of a handout; more than a reader or a disk takes easily
  bool bundles;        ///< all pages of a handout go into one file; else a file each
  bool coloured;       ///< comes in the colours of a theme
  bool drawn;          ///< its words are drawn with our fonts; else the reader's program has some
  /// The bytes of a file; of the first page where it does not bundle. Where Going says stop, a part
  /// of them.
  radix::Result<std::string> (*write)(const PageRun&, const Style&, const Going&);
};

std::span<const Format> formats();

/// The format with this name, or null.
const Format* format_named(std::string_view name);

/// "XYZ" of "out.XYZ"; "" where the file's name has no ending.
std::string ending_of(std::string_view file);

/// The format whose files end like this one, whatever the case ("a.PNG", "page.htm"), or null.
const Format* format_ending(std::string_view file);

/// The bytes of a file with one page.
radix::Result<std::string> write_page(const Format& format, const Page& page, const Style& style);

/// Every page as text: title, place, sentence, arrays.
std::string to_text(const Handout& handout);

/// The file for all pages when `place` was asked for: itself where it ends like such a file or is
/// one, else in the folder `place`, by this name.
std::string file_for(const std::string& place, const std::string& name, const Format& format);

/// "" or one sentence: why the pages of a handout cannot go to `place`, a folder, a file or "-",
/// standard output. A name that ends like a picture of another format, or like one picture where
/// there are many, is a mistake.
std::string place_refusal(const std::string& place, const Format& format);

/// Why these bytes must not take the place of what lies there: "" or one sentence. A file is only
/// replaced by another one of its kind: a session, a run, a lesson or a timing run of this program;
/// a picture of its format; a text that starts with the same words.
std::string replacing_refusal(const std::string& path, std::string_view bytes);

/// What became of a handout that was to be written.
struct Written {
  std::string refusal;             ///< "" or one sentence; then files may have been written before
  bool stopped = false;            ///< Going said so
  std::size_t pages = 0;           ///< that are done, of a document that was stopped, too
  std::vector<std::string> files;  ///< whole ones only
};

/// Writes a handout: into the folder `place` (made when it is missing) a file for each page, or
/// the one file `place`. Pages are drawn one after the other; `going` is asked before each.
Written write_pages(const PageRun& run, const Format& format, const Style& style,
                    const std::string& place, const Going& going = {});

/// How large pages are in this format, and may be.
Budget budget_of(const Format& format, const Style& style);

}  // namespace scope
