// A desktop has threads.
#include "app/core/base/apart.hpp"

namespace scope {

int start_apart(Apart) { return 0; }
void end_apart(int) {}
bool is_apart() { return false; }
void tell_home(const std::string&) {}

}  // namespace scope
