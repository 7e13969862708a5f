#version 330 core
// A rounded box: fill, diagonal hatch, then the edge, plain or dashed. Each is covered by how far the
// pixel lies inside it, so that edges are smooth at every size. PLAIN: neither dashed nor hatched; a
// processor would work out both for every pixel.

in vec2 place;
flat in vec2 half_size;
flat in vec4 inside;
flat in vec4 outline;
flat in vec4 shape;
flat in float unit;

uniform float hatch_opacity;

out vec4 colour;

// Distance to the outline of the rounded box, negative inside
float box_distance(vec2 p, vec2 size, float radius) {
  vec2 q = abs(p) - size + radius;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

// Lines from corner to corner, 6 units apart and 1.5 wide
float hatch() {
  vec2 p = (place + half_size) / unit;
  float across = abs(mod((p.x + p.y) * 0.70710678, 6.0) - 3.0);
  return clamp((0.75 - across) * unit + 0.5, 0.0, 1.0);
}

// Dashes of 4 units and gaps of 4, a whole number of them on each side, so that corners are closed
float dash() {
  vec2 rest = half_size - abs(place);
  bool along_x = rest.y < rest.x;
  float side = 2.0 * (along_x ? half_size.x : half_size.y);
  float at = (along_x ? place.x : place.y) + 0.5 * side;
  float period = side / max(round(side / (8.0 * unit)), 1.0);
  return clamp(cos(6.2831853 * at / period) * period / 6.2831853 + 0.5, 0.0, 1.0);
}

void main() {
  float distance = box_distance(place, half_size, shape.y);
  float covered = clamp(0.5 - distance, 0.0, 1.0);
  float line = clamp(0.5 * shape.x - abs(distance) + 0.5, 0.0, 1.0) * outline.a;
  vec3 body = inside.rgb;
#ifndef PLAIN
  if (shape.z > 0.5) line *= dash();
  if (shape.w > 0.5) body = mix(body, outline.rgb, hatch() * hatch_opacity);
#endif
  float alpha = line + inside.a * covered * (1.0 - line);
  if (alpha <= 0.0) discard;
  colour = vec4((outline.rgb * line + body * inside.a * covered * (1.0 - line)) / alpha, alpha);
}
