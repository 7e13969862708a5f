#include "terminal.hpp"

#include <cstdio>
#include <string_view>

#include "kernels/engine/model/outside_text.hpp"
#include "text/files.hpp"

namespace scope {
namespace {

/// What no terminal takes for text: a picture, a page to print.
bool is_binary(std::string_view text) {
  return text.find("\x89PNG\r\n") != text.npos || text.find("%PDF-1") != text.npos;
}

}  // namespace

void complain(const std::string& sentence) {
  std::fprintf(stderr, "radixscope: %s\n", radix::printable(radix::readable(sentence)).c_str());
}

int refuse(const std::string& sentence) {
  complain(sentence);
  return exit_refused;
}

int print(const std::string& text) {
  const bool clean = radix::first_unshown(text, true) == text.npos || is_binary(text);
  const std::string cleaned = clean ? "" : radix::printable(text, true);
  const std::string& shown = clean ? text : cleaned;
  const bool whole = std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size();
  if (whole && std::fflush(stdout) == 0) return exit_ok;
  return refuse(text::files::output_failed);
}

}  // namespace scope
