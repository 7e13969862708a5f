/// The copy is a worker that starts with this program's memory (page.js).
#include <map>
#include <utility>

#include "app/core/base/apart.hpp"

/// Starts the worker, which calls radix_run_apart with the same number; 0: there are no workers
/// here.
extern "C" int radix_start_apart();
extern "C" void radix_end_worker(int worker);
/// In the worker: bytes for the page.
extern "C" void radix_tell_home(const char* bytes, std::size_t count);

namespace scope {
namespace {

bool copy = false;
Apart next;  ///< what a copy does: its memory is taken while this is set

std::map<int, Apart>& running() {
  static std::map<int, Apart> all;
  return all;
}

}  // namespace

int start_apart(Apart apart) {
  next = std::move(apart);
  const int number = radix_start_apart();
  if (number != 0) running()[number] = std::move(next);
  next = {};
  return number;
}

void end_apart(int number) {
  if (running().erase(number) > 0) radix_end_worker(number);
}

bool is_apart() { return copy; }
void tell_home(const std::string& text) { radix_tell_home(text.data(), text.size()); }

}  // namespace scope

// What page.js calls.
#define FOR_THE_PAGE(name) extern "C" __attribute__((export_name(#name)))

FOR_THE_PAGE(radix_run_apart) void radix_run_apart() {
  scope::copy = true;
  scope::next.work();
}

FOR_THE_PAGE(radix_told) void radix_told(int number, const char* bytes, std::size_t count) {
  const auto found = scope::running().find(number);
  if (found != scope::running().end()) found->second.told({bytes, count});
}

/// `refusal`: "" or why it ended too early.
FOR_THE_PAGE(radix_apart_ended) void radix_apart_ended(int number, const char* refusal) {
  const auto found = scope::running().find(number);
  if (found == scope::running().end()) return;
  const scope::Apart apart = std::move(found->second);
  scope::running().erase(found);
  apart.ended(refusal);
}
