/// Caches the last few results that took long to compute. Any thread may ask.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace scope {

template <class Question, class Answer>
class Cache {
 public:
  explicit Cache(std::size_t most) : most_(most) {}

  /// The remembered result, or else that of answer(), which runs without the lock: two threads that
  /// ask at the same time both compute it.
  template <class Make>
  std::shared_ptr<const Answer> get(const Question& question, const Make& make) {
    if (auto known = find(question)) return known;
    auto answer = std::make_shared<const Answer>(make());
    const std::lock_guard<std::mutex> alone(mutex_);
    list_.emplace_front(question, answer);
    if (list_.size() > most_) list_.pop_back();
    return answer;
  }

 private:
  std::shared_ptr<const Answer> find(const Question& question) {
    const std::lock_guard<std::mutex> alone(mutex_);
    const auto found = std::ranges::find(list_, question, &Known::first);
    return found == list_.end() ? nullptr : found->second;
  }

  using Known = std::pair<Question, std::shared_ptr<const Answer>>;
  std::size_t most_;
  std::mutex mutex_;
  std::deque<Known> list_;  // newest first
};

}  // namespace scope
