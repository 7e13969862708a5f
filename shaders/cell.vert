#version 330 core
// All cells of a picture in one draw: a strip of four corners for each instance. A cell has two
// places, where it comes from and where it is; `moved` mixes them, so one number animates a scatter.

layout(location = 0) in vec4 from;    // x, y, width, height in figure units
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 fill;
layout(location = 3) in vec4 edge;
layout(location = 4) in vec4 style;   // edge width, corner radius, dashed, hatched
layout(location = 5) in uint key;     // identity of the key it belongs to

uniform vec4 page;          // pixel of the page's corner, pixels per figure unit across and down
uniform vec2 window;        // size in pixels
uniform float moved;        // 0 = all at `from`, 1 = all at `to`
uniform uint selected;      // identity; 0xffffffff = nobody
uniform vec4 select_ink;
uniform float select_width; // figure units
uniform float edge_factor;  // of the edges that are not the selected key's

out vec2 place;             // from the middle of the cell, pixels
flat out vec2 half_size;    // pixels
flat out vec4 inside;
flat out vec4 outline;
flat out vec4 shape;        // outline width and corner radius in pixels, dashed, hatched
flat out float unit;        // pixels per figure unit

void main() {
  vec4 box = mix(from, to, moved);
  bool bold = selected != 0xffffffffu && key == selected;
  float width = max((bold ? select_width : style.x * edge_factor) * page.z, bold ? 2.0 : 1.0);
  half_size = 0.5 * box.zw * page.zw;

  // A bar of a few pixels has no room for an edge: it becomes a bar in the edge's colour
  float room = smoothstep(1.5, 4.0, min(half_size.x, half_size.y));
  inside = mix(edge, fill, room);
  outline = bold ? select_ink : edge;
  shape = vec4(width, min(style.y * page.z, min(half_size.x, half_size.y)), style.zw);
  unit = page.z;

  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  place = corner * (half_size + 0.5 * width + 0.5);  // nothing covers what is farther
  vec2 middle = page.xy + (box.xy + 0.5 * box.zw) * page.zw;
  vec2 pixel = middle + place;
  gl_Position = vec4(pixel.x / window.x * 2.0 - 1.0, 1.0 - pixel.y / window.y * 2.0, 0.0, 1.0);
}
