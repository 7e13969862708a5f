/// What a machine offers to the program, as a list of findings: the doctor's report. Everything
/// here is asked without a window; the command line adds what only a window knows.
#pragma once

#include <string>
#include <vector>

namespace scope {

struct Finding {
  std::string what;      ///< "OpenGL"
  std::string found;     ///< "4.5 (Core Profile) Mesa 22.3.6, llvmpipe", or what is missing
  std::string to_do;     ///< one sentence; "" = all is well
  bool hinders = false;  ///< without it the program does less than it promises
};

/// Program, its own files (every preset and every slide is tried, which takes a moment), settings,
/// CUDA, the CPU engine, and which engine "auto" takes.
std::vector<Finding> examine_machine();

/// The findings in two columns, and below them what is to be done.
std::string report_of(const std::vector<Finding>& findings);

}  // namespace scope
