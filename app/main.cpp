/// Radixscope. The window's frame function is in panels/frame.cpp, the list of everything it can do
/// in commands/commands.cpp.
#include <cstring>

#include "app/cli/cli.hpp"
#include "app/core/base/files.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/panels/frame.hpp"
#include "kernels/run/card_process.hpp"

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], radix::card_option) == 0) radix::serve_card({});
  radix::run_card_beside(scope::program_path());
  scope::use_changed_kernels();
  return scope::run_command_line(argc, argv, scope::show_window);
}
