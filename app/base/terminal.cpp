#include "terminal.hpp"

#include <cstdio>

namespace scope {

int refuse(const std::string& sentence) {
  std::fprintf(stderr, "radixscope: %s\n", sentence.c_str());
  return exit_refused;
}

int print(const std::string& text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (whole && std::fflush(stdout) == 0) return exit_ok;
  return refuse("The output could not be written; the disk may be full or the reader gone.");
}

}  // namespace scope
