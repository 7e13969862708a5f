#version 330 core
// A count as a colour. The map, colour_of(), stands above this text: app/colour_map.cpp writes it.
// A pixel shows the mean of the cells it covers, each by its share, taken before the logarithm: a picture
// smaller than its cells is the histogram with larger cells, and thin stripes neither vanish nor beat.

uniform sampler2D loads;   // count / even spread, row 0 at the bottom
uniform vec2 cells;
uniform float full;        // the load at which the colours end
uniform vec3 path[4];

in vec2 place;
out vec4 colour;

const int most = 24;       // cells of a pixel, each way

float mean_load() {
  vec2 half_pixel = 0.5 * vec2(abs(dFdx(place.x)), abs(dFdy(place.y)));
  vec2 low = clamp(place - half_pixel, vec2(0.0), cells), high = clamp(place + half_pixel, vec2(0.0), cells);
  ivec2 first = ivec2(floor(low)), last = min(ivec2(ceil(high)), ivec2(cells));
  last = min(last, first + most);
  float sum = 0.0, area = 0.0;
  for (int y = first.y; y < last.y; ++y) {
    float tall = min(float(y + 1), high.y) - max(float(y), low.y);
    for (int x = first.x; x < last.x; ++x) {
      float share = tall * (min(float(x + 1), high.x) - max(float(x), low.x));
      sum += share * texelFetch(loads, ivec2(x, y), 0).r;
      area += share;
    }
  }
  return sum / max(area, 1e-6);
}

void main() {
  colour = vec4(colour_of(path, log2(1.0 + mean_load()) / log2(1.0 + full)), 1.0);
}
