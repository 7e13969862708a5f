/// radixscope-time: `radixscope time` as a program of its own. The window starts it beside itself,
/// and it is built behind the open window: the timed ladders take longer to compile than all the
/// rest.
#include <exception>

#include "app/base/terminal.hpp"
#include "app/cli/time_run.hpp"

int main(int argc, char** argv) {
  using namespace scope;
  TimeTyped typed;
  const Command program{.name = "radixscope",
                        .about = "Times the rungs on large inputs.",
                        .commands = {time_command(typed, [&] { return do_time(typed); })}};
  try {
    return run_arguments(program, argc, argv);
  } catch (const std::exception& error) {
    return refuse(std::string("This did not work: ") + error.what() + ".");
  }
}
