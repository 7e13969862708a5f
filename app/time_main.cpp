/// radixscope-time: `radixscope time` as a program of its own. The window starts it beside itself,
/// and it is built behind the open window: the timed sorts take longer to compile than all the
/// rest.
#include "app/cli/time/time_run.hpp"

int main(int argc, char** argv) { return scope::run_time_line(argc, argv); }
