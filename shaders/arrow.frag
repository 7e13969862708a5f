#version 330 core
// A line, covered by how far the pixel lies inside it, whole or in dashes with straight ends. A
// texture as for ImGui's lines would take most of a frame where the processor draws.

in vec2 place;
flat in vec4 stroke;
flat in vec2 shape;

out vec4 colour;

void main() {
  float covered = clamp(0.5 * shape.x + 0.5 - abs(place.y), 0.0, 1.0);
  if (shape.y > 0.0 && fract(0.5 * place.x / shape.y) >= 0.5) covered = 0.0;
  colour = vec4(stroke.rgb, stroke.a * covered);
}
