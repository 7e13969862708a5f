// B: nothing on the screen, so that the class looks at the lecturer.
#include "panel.hpp"

namespace scope {

void blank_screen(const Desk& desk) {
  if (ImGui::IsMouseClicked(0)) desk.post("blank");
}

}  // namespace scope
