#version 330 core
// A heat map: a strip of four corners.

uniform vec4 box;      // x, y, width, height in pixels from the window's top left
uniform vec2 window;   // size in pixels
uniform vec2 cells;    // columns, rows

out vec2 place;        // in cells from the lower left

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 pixel = box.xy + corner * box.zw;
  place = vec2(corner.x, 1.0 - corner.y) * cells;
  gl_Position = vec4(pixel.x / window.x * 2.0 - 1.0, 1.0 - pixel.y / window.y * 2.0, 0.0, 1.0);
}
