/// Radixscope. The window's frame function is in window_frame.cpp, the list of everything it can do in
/// verbs.cpp.
#include "command_line.hpp"
#include "window_frame.hpp"

int main(int argc, char** argv) { return scope::run_command_line(argc, argv, scope::show_window); }
