/// `radixscope doctor`: what this machine offers, and what to do where something is missing.
#pragma once

namespace CLI {
class App;
}

namespace scope {

CLI::App* declare_doctor(CLI::App& cli);

/// Prints what was found. Returns exit_ok when the window can be opened and nothing that comes with the program is
/// missing, exit_no_display when it cannot, else exit_refused; a missing GPU is no failure.
int do_doctor();

}  // namespace scope
