#include "child_process.hpp"

namespace scope {

bool ChildProcess::take(std::string& line) {
  const std::scoped_lock lock(mutex_);
  const std::size_t end = bytes_.find('\n', searched_);
  searched_ = end == std::string::npos ? bytes_.size() : 0;
  if (end == std::string::npos) return false;
  line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return true;
}

bool ChildProcess::ended() const {
  const std::scoped_lock lock(mutex_);
  return gone_ && bytes_.find('\n', searched_) == std::string::npos;
}

double ChildProcess::silent_seconds() const {
  const std::scoped_lock lock(mutex_);
  return std::chrono::duration<double>(Clock::now() - heard_).count();
}

void ChildProcess::wait(double seconds) {
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  const auto comes = [&] {
    const std::scoped_lock lock(mutex_);
    return gone_ || bytes_.find('\n', searched_) != std::string::npos;
  };
  while (!comes() && Clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace scope
