/// A Document as a window has it, whose runs are recorded beside it, without a window.
#pragma once

#include <chrono>
#include <memory>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/document/recorder.hpp"

namespace scope {

inline Document beside_a_window() {
  Document document = make_document();
  document.interactive = true;
  document.recorder = std::make_shared<Recorder>();
  return document;
}

/// What the window does between two pictures.
inline void turn(Document& document) {
  tick(document, 0.01f);
  if (auto due = document.recorder->due()) run_command(document, due->command, due->argument);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Until everything is recorded that was asked for.
inline void wait_for_all(Document& document) {
  do turn(document);
  while (document.recorder->busy() || document.recorder->has_waiting());
  tick(document, 0);
}

}  // namespace scope
