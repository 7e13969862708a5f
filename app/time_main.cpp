/// radixscope-time: `radixscope time` as a program of its own, which the window starts. app/open.sh
/// builds it in the background: the timed sorts take longer to compile than all the rest.
#include "app/cli/time/time_run.hpp"

int main(int argc, char** argv) { return scope::run_time_line(argc, argv); }
