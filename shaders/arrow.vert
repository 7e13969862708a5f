#version 330 core
// Hundreds of straight arrows without heads in one draw: a strip of four corners for each instance,
// half a pixel wider than the line on both sides.

layout(location = 0) in vec4 ends;    // x, y of both, pixels
layout(location = 1) in vec4 ink;
layout(location = 2) in vec2 style;   // width, length of a dash and of a gap or 0, pixels

uniform vec2 window;                  // size in pixels

out vec2 place;                       // along the line and off it, pixels
flat out vec4 stroke;
flat out vec2 shape;

void main() {
  vec2 way = ends.zw - ends.xy;
  float far = length(way);
  vec2 along = far > 0.0 ? way / far : vec2(1.0, 0.0);
  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) * 2 - 1);
  place = corner * vec2(far, 0.5 * style.x + 0.5);
  stroke = ink;
  shape = style;
  vec2 pixel = ends.xy + along * place.x + vec2(-along.y, along.x) * place.y;
  gl_Position = vec4(pixel.x / window.x * 2.0 - 1.0, 1.0 - pixel.y / window.y * 2.0, 0.0, 1.0);
}
