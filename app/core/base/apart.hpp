/// Work done by a second instance of the program. A web page needs it, because its only thread
/// draws. The copy has everything that the program has when the work starts; only the text that it
/// reports and the files that it writes come back. CMake chooses apart_absent.cpp or
/// web/apart_web.cpp.
#pragma once

#include <functional>
#include <string>

namespace scope {

struct Apart {
  std::function<void()> work;  ///< in the copy
  /// Here, later: what the copy told, bytes of any kind; that it has ended, and "" or one sentence
  /// why too early.
  std::function<void(const std::string& text)> told;
  std::function<void(const std::string& refusal)> ended;
};

/// Starts the work. Its number, or 0: the program has threads, or no copy could be made.
int start_apart(Apart apart);

/// Ends the copy at once; nothing more comes from it.
void end_apart(int number);

/// True in a copy, which sends texts to the program.
bool is_apart();
void tell_home(const std::string& text);

}  // namespace scope
