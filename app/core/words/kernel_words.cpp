#include "kernel_words.hpp"

#include "text/captions.hpp"

namespace scope {
namespace {

std::string level_words(const radix::Step& step) {
  const uint32_t level = step.level, distance = step.distance;
  switch (step.phase) {
    case radix::ScanPhase::across:
      return text::captions::across({.distance = distance, .level = level});
    case radix::ScanPhase::up:
      return text::captions::up({.distance = distance, .every = 2 * distance, .level = level});
    case radix::ScanPhase::clear: return text::captions::clear({.level = level});
    case radix::ScanPhase::fill:
      return text::captions::fill({.distance = distance, .level = level});
    case radix::ScanPhase::down:
      return text::captions::down({.distance = distance, .level = level});
    case radix::ScanPhase::lanes:
      return text::captions::lanes({.distance = distance, .level = level});
    case radix::ScanPhase::carry: return text::captions::carry({.level = level});
  }
  return "";
}

}  // namespace

std::string caption_words(const radix::Step& step) {
  const radix::ArrayInfo& made = radix::info(step.made);
  std::string text(text::translated(radix::info(step.stage).label));
  if (step.splits > 1)
    text += " · " + text::captions::split({.split = step.split + 1, .splits = step.splits});
  if (step.level > 0 && !made.of_search) return text + " · " + level_words(step);
  const bool ballot = made.round == std::string_view("ballot");
  if (step.level > 0) text += " · " + text::captions::look({.ballot = ballot, .look = step.level});
  return text + " · " + std::string(text::translated(made.caption));
}

std::string array_words(std::string_view name) {
  constexpr std::string_view the = "the ";
  const std::string_view whole = text::translated(name);
  if (whole != name || !name.starts_with(the)) return std::string(whole);
  return text::captions::the_array({.array = text::translated(name.substr(the.size()))});
}

}  // namespace scope
