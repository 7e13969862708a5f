/// Radixscope. The window's frame function is in panels/frame.cpp, the list of everything it can do
/// in commands/commands.cpp.
#include "app/cli/cli.hpp"
#include "app/panels/frame.hpp"

int main(int argc, char** argv) { return scope::run_command_line(argc, argv, scope::show_window); }
