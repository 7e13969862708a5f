/// What happens in the window, written down as it happens: for scripted lectures, benchmarks, tests
/// and bug reports (`--log FILE`). One line per event: milliseconds since 1970, a word, and its
/// facts as name=value.
///
///   1732123456789 ready ms=412.0
///   1732123456902 heard key='PageDown'
///   1732123456902 did command=next argument='' cursor=2 steps=40 … refused=''
///   1732123456918 shown cursor=2 figure=fig13-3 draw_ms=9.4 frames=1 cpu_ms=11.2 ms=9.4
///   1732123456918 placed page=412.0,96.0,990.0,842.0
///   1732123456918 cut text='Show all inputs'
///   1732123456918 reads text='⟦Ḿéḿóŕý⟧'
///   1732123456918 said='Measured 6 bars'
///   1732123456918 keyboard at=palette
///   1732123456990 recording now=yes
///   1732123457001 still
///   1732123457850 drawn
///   1732123457902 kept session=yes
///   1732123458400 presents since=8201.4
///   1732123458512 screen name=help refused=''
///
/// `ready`: the first picture, since the program's start. `heard`: a key went down, the mouse was
/// moved (at most once per frame) or clicked; what that asks for is done in the lines after it.
/// `shown`: another picture; `frames`, the processor's time of all threads and the time since the
/// command that asked for it was heard, when one was. `placed`: the figure's page is at another
/// place in the window, x, y, width, height in pixels; before `still` also controls by their
/// labels, stages, and the elements of a figure that has few. `cut`: a text that does not fit its
/// place, once. Where frames are counted
/// (`--frames`) also: `clipped`: a line that its place cuts once the picture rests, `overlaps` of
/// two lines on each other; and in qps, a language that nobody speaks, `reads`: every line of the
/// picture and every tip, once; `code` in the kernels' face. `said`: another sentence on the
/// status line. `keyboard`: the next key goes elsewhere: to the figure, a control, a list, the
/// help, the palette, a line of a dialog (its name), the keys or their values, another text;
/// `none`: to a line that does not have it yet. `recording`: a run is being made in the background,
/// or no longer. `still`: everything above has been drawn, and nothing moves any more. `changed`:
/// what became of a changed kernel: none, recording, refused, wrong, differs, same, and the words
/// about it. `drawn`: with RADIXSCOPE_DRAWS=looks, where pictures are drawn only when SIGUSR1 and
/// any event say that somebody looks, what was due is on the screen now. `kept`: the session was to
/// be written into its file, and was or was not.
/// `presents`: the presenter's window has opened; its clock runs since so many milliseconds after
/// the program's start. `screen`: with `--screens`, the lines behind it are about this one.
#pragma once

#include <chrono>
#include <ctime>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/document/document.hpp"
#include "app/window/draw.hpp"
#include "app/window/drawn_text.hpp"
#include "app/window/input.hpp"

namespace scope {

class EventLog {
 public:
  /// Opens the file; "" = nothing is written; `reads`: with what the picture says. Returns "" or
  /// one sentence.
  std::string open(const std::string& path, bool reads);

  /// Another screen begins: what was said of the one before is said again.
  void screen(const std::string& name, const std::string& refusal);
  /// Everything that is read is written down: in the pseudo-language.
  bool reads_all() const;

  /// A command was carried out.
  void did(const Document& document, const CommandCall& request, const std::string& refusal);

  /// A frame started; what was heard, and what follows, is shown by it.
  void frame_began(const InputEvents& events);

  /// A frame was presented; `changed`: its picture differs from the one before; `page`: where the
  /// figure lies; `keyboard`: where the next key goes; `second`: what the presenter's window shows.
  void frame_shown(const Document& document, bool changed, const Rect& page,
                   const std::string& keyboard, const ImDrawData& second);

  /// No frame is due. Written once, when there is something above it.
  void still();

  /// Somebody looked, and what was due is on the screen.
  void drawn() { write("drawn"); }

  /// It was time to keep the session, and it was.
  void kept(bool it_was) { write(it_was ? "kept session=yes" : "kept session=no"); }

  /// The presenter's window has opened, with a clock that runs since then.
  void presents(std::chrono::steady_clock::time_point since);

 private:
  using Clock = std::chrono::steady_clock;
  void write(const std::string& line);
  static double milliseconds(Clock::duration time);
  void read_picture(const std::vector<std::string>& tips, const ImDrawData& second);

  OutputFile file_;
  int frame_ = 0;
  int asked_frame_ =
      0;  ///< in which a command was carried out whose picture is not shown yet; 0 = none
  Clock::time_point began_, asked_;
  std::clock_t began_work_ = 0, asked_work_ = 0;  ///< the processor's time, of all threads
  bool news_ = false;                             ///< something was written down since it was still
  Rect page_;                                     ///< that was written down last
  std::map<std::string, Rect> places_;            ///< of the frame shown last; the first of a name
  std::map<std::string, Rect> placed_;            ///< that were written down last
  float mouse_x_ = -1, mouse_y_ = -1;
  std::string noted_;  ///< the sentence of the status line that was written down last
  std::string question_ = "nothing";  ///< likewise, what is asked
  std::string keyboard_;
  std::string changed_ = "none";  ///< what came of changed kernels, when it was written down last
  uint32_t own_changes_ = 0;      ///< of the person's own kernel, when it was written down last
  std::set<std::string> cut_;     ///< the texts that were written down as cut
  bool reads_ = false;
  std::set<std::string> read_;        ///< the lines that say what is read
  std::vector<ui::DrawnText> lines_;  ///< of the frame before
  bool recording_ = false;            ///< was, when that was written down last
};

/// When the program started, as near as the program itself can tell.
std::chrono::steady_clock::time_point program_start();

}  // namespace scope
