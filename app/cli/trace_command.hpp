/// `radixscope trace`: its options, and the run.
#pragma once

#include "input_options.hpp"

namespace scope {

/// What was typed behind `trace`.
struct TraceTyped {
  InputTyped input;
  std::optional<std::string> seed;
  std::string thread_order = "forward", block_order = "forward", out;
  bool json = false;
};

/// The options of `trace`; `typed` must outlive the parse.
CLI::App* declare_trace(CLI::App& cli, TraceTyped& typed);

/// Sorts and prints every step; returns the exit code.
int do_trace(const TraceTyped& typed);

}  // namespace scope
