/// What happens in the window, written down as it happens: for scripted lectures, benchmarks and
/// bug reports
/// (`--log FILE`). One line per event: milliseconds since 1970, a word, and its facts as
/// name=value.
///
///   1732123456789 ready ms=412.0
///   1732123457001 did verb=next argument='' cursor=2 steps=40 figure=fig13-3 keys=16 … refused=''
///   1732123457018 shown cursor=2 figure=fig13-3 draw_ms=9.4 frames=1 ms=9.4
///   1732123457018 placed page=412.0,96.0,990.0,842.0
///   1732123457018 said='Measured 6 bars'
///
/// `placed`: the figure's page lies at another place in the window, x, y, width, height in pixels. `said`:
/// another sentence on the status line. `ready`: the first picture, since the program's start. `shown`:
/// another picture; `frames` and
/// `ms` since the verb that asked for it was heard, when one was.
#pragma once

#include <chrono>
#include <fstream>
#include <string>

#include "app/document/document.hpp"
#include "app/commands/commands.hpp"

namespace scope {

class EventLog {
 public:
  /// Opens the file; "" = nothing is written. Returns "" or one sentence.
  std::string open(const std::string& path);

  /// A verb was carried out.
  void did(const App& app, const Request& request, const std::string& refusal);

  /// A frame began; what follows is shown by it.
  void frame_began();

  /// A frame was presented; `changed`: its picture differs from the one before; `page`: where the figure
  /// lies.
  void frame_shown(const App& app, bool changed, const Rect& page);

 private:
  using Clock = std::chrono::steady_clock;
  void write(const std::string& line);
  static double milliseconds(Clock::duration time);

  std::ofstream file_;
  int frame_ = 0;
  int asked_frame_ =
      0;  ///< in which a verb was carried out whose picture is not shown yet; 0 = none
  Clock::time_point began_, asked_;
  Rect page_;          ///< that was written down last
  std::string noted_;  ///< the sentence of the status line that was written down last
};

/// When the program began, as near as the program itself can tell.
std::chrono::steady_clock::time_point program_start();

}  // namespace scope
