/// Processes that this one started.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace children {

/// Those that run, or have not let go of everything yet.
inline std::vector<pid_t> all() {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "stat");
    std::string number, rest;
    if (!(in >> number) || number.find_first_not_of("0123456789") != std::string::npos) continue;
    std::getline(in, rest);
    std::istringstream behind(rest.substr(std::min(rest.size(), rest.rfind(')') + 1)));
    std::vector<std::string> field;  // state, parent, …; 17: threads
    for (std::string each; behind >> each;) field.push_back(each);
    if (field.size() > 17 && field[1] == std::to_string(getpid()) &&
        (field[0] != "Z" || field[17] != "1"))
      found.push_back(std::stoi(number));
  }
  return found;
}

/// A process that was killed takes its time to go.
inline void wait_until_left(std::size_t count) {
  while (all().size() != count) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
inline void wait_until_none_is_left() { wait_until_left(0); }

inline void kill_all() {
  for (const pid_t each : all()) kill(each, SIGKILL);
  wait_until_none_is_left();
}

}  // namespace children
