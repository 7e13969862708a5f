/// A web page cannot start another program; it starts a worker that runs this one (page.js).
#include <map>

#include "app/core/base/child_process.hpp"
#include "text/programs.hpp"

/// Starts this program in a worker with these words, separated by line ends. Its number, or 0:
/// there are no workers here.
extern "C" int radix_start_worker(const char* words);
extern "C" void radix_end_worker(int worker);

namespace scope {
namespace {

std::map<int, ChildProcess*>& children() {
  static std::map<int, ChildProcess*> all;
  return all;
}

}  // namespace

ChildProcess::ChildProcess(const std::string&, const std::vector<std::string>& arguments) {
  std::string words;
  for (const std::string& each : arguments) words += (words.empty() ? "" : "\n") + each;
  process_ = radix_start_worker(words.c_str());
  children()[process_] = this;
  if (process_ != 0) return;
  refusal_ = text::programs::no_browser_worker;
  gone_ = true;
}

ChildProcess::~ChildProcess() {
  kill();
  std::erase_if(children(), [&](const auto& each) { return each.second == this; });
}

void ChildProcess::on_message(int worker, const char* words, bool error, int code) {
  const auto child = children().find(worker);
  if (child == children().end()) return;
  ChildProcess& one = *child->second;
  const std::scoped_lock lock(one.mutex_);
  if (code >= 0) {
    one.status_ = code, one.gone_ = true, one.process_ = 0;
  } else if (error) {
    one.last_words_ = words;
  } else {
    one.bytes_ += std::string(words) + "\n";
    one.heard_ = Clock::now();
  }
}

void ChildProcess::kill() {
  const std::scoped_lock lock(mutex_);
  if (process_ != 0) radix_end_worker(process_);
  process_ = 0;
  gone_ = true;
}

std::string ChildProcess::failure() const {
  const std::scoped_lock lock(mutex_);
  if (!refusal_.empty() || !gone_ || status_ == 0) return refusal_;
  const std::string own = "radixscope: ";
  if (last_words_.empty()) return text::programs::worker_ended({.code = status_});
  return last_words_.starts_with(own) ? last_words_.substr(own.size()) : last_words_;
}

bool starts_other_programs() { return false; }

std::string hand_over(const std::string&, char**) { return text::programs::page_starts_none; }

}  // namespace scope

/// For page.js: a line of a worker, of its standard error, or, where `code` is not negative, its
/// end.
extern "C" __attribute__((export_name("radix_heard"))) void radix_heard(int worker,
                                                                        const char* words,
                                                                        int error, int code) {
  scope::ChildProcess::on_message(worker, words, error != 0, code);
}
