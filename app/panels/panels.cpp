#include "panels.hpp"

namespace scope {

Layout place_panels(const Desk& desk, float width, float height) {
  Room room = room_of(desk.document, width, height, ui::scale());
  room.right_width = desk.memory.right_width;
  room.tools = tools_height(desk);
  room.lesson = lesson_bar_height(desk, width);
  const Layout bare = layout_of(room);
  const bool taught = room.projector && room.lesson > 0;  // the slide's caption stands in its place
  if (taught || !why_below(room, bare)) return bare;
  room.why = why_height(desk, bare.canvas.w);
  return layout_of(room);
}

}  // namespace scope
