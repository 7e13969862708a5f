/// The program as a page in a browser: one WebAssembly module that shows the window and, in a worker
/// of its own, measures.
#include <string_view>

#include "app/cli/cli.hpp"
#include "app/cli/time/time_run.hpp"
#include "app/panels/frame.hpp"

int main(int argc, char** argv) {
  using namespace scope;
  if (argc > 1 && std::string_view(argv[1]) == "time") return run_time_line(argc, argv);
  return run_command_line(argc, argv, show_window);
}
