/// A sorting network: wires to the right, comparators between them, stage by stage. The keys stand
/// on the wires as far as they have come, and the current layer is lit. The same wires also show
/// the 0–1 proof.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/core/base/cache.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "rounds.hpp"
#include "text/all.hpp"
#include "text/networks.hpp"
#include "zero_one.hpp"

namespace scope {
namespace {

namespace networks = radix::networks;
using networks::Comparator;
using networks::Layer;

constexpr float wires_top = 44, wires_left = 84, widest_network = 1280;
constexpr float end_radius = 4, large_key = 21;
constexpr float launch_height = 32;  ///< of the braces over the layers of a launch
constexpr float packed_wire = 22;    ///< height of a wire on a low page with more than wires

// With many wires some pairs are drawn large, beside a small drawing of all of them
constexpr uint32_t max_wires = 32, max_low_wires = 16;  ///< that are all drawn, of a low page
constexpr uint32_t fold_block = 8;                      ///< wires with which the pairs begin
constexpr float fold_page = 1040, overview_width = 470, fold_gap = 20, folded_left = 620;

/// Comparators of a layer that stand above each other in one column: they share no wire and no
/// stretch between wires.
struct LayerColumns {
  std::vector<Comparator> comparators;
  std::vector<uint32_t> column;  ///< of each comparator
  uint32_t columns = 1;
};

/// `shown`: of these wires, ascending; none: of all.
LayerColumns in_columns(const Layer& layer, const std::vector<uint32_t>& shown = {}) {
  LayerColumns drawn{.comparators = networks::comparators_of({layer}), .column = {}};
  std::erase_if(drawn.comparators, [&](const Comparator& each) {
    return !shown.empty() && !std::ranges::binary_search(shown, each.low);
  });
  std::vector<uint32_t> used_to;  // the last wire that each column has used, and one
  for (const Comparator& each : drawn.comparators) {
    uint32_t column = 0;
    while (column < used_to.size() && used_to[column] > each.low) ++column;
    if (column == used_to.size()) used_to.push_back(0);
    used_to[column] = each.high + 1;
    drawn.column.push_back(column);
  }
  drawn.columns = std::max<uint32_t>(1, static_cast<uint32_t>(used_to.size()));
  return drawn;
}

/// Where wires and layers stand on the page: those from `first` on that have room.
struct NetworkPage {
  std::vector<Layer> layers;
  uint32_t first = 0, end = 0;
  std::vector<LayerColumns> drawn;  ///< of layers first … end - 1
  std::vector<float> x;             ///< left edge of each of these, and the right edge of the last
  float wire_height = 32, column_width = 14, slot = 0;  ///< slot: room for a key before each layer
  float left = wires_left, top = wires_top;
  float labels = wires_left;                    ///< where the numbers of the wires end
  std::vector<uint32_t> shown;                  ///< wires that are drawn, ascending; none: all
  std::vector<networks::LayerLaunch> launches;  ///< of a network in shared memory
  uint32_t tile = 0;                            ///< its keys per block
  bool numbered = true;                         ///< a comparator has its number beside it
  float count_size = 12;
  bool large = false;  ///< for a projector: larger digits on a lower page, fewer words
  float key_size = 16, label_size = 14, number_size = 12;

  uint32_t wires() const { return layers.empty() ? 0 : layers[0].n; }
  bool shows(uint32_t wire) const {
    return shown.empty() || std::ranges::binary_search(shown, wire);
  }
  /// Where some wires are left out there is a gap.
  float y(uint32_t wire) const {
    if (shown.empty()) return top + wire_height * (static_cast<float>(wire) + 0.5f);
    float y = top;
    for (std::size_t k = 0; k < shown.size() && shown[k] < wire; ++k)
      y += wire_height + (k + 1 < shown.size() && shown[k + 1] > shown[k] + 1 ? fold_gap : 0);
    return y + wire_height / 2;
  }
  float bottom() const {
    return y(!shown.empty() ? shown.back() : std::max(wires(), 1u) - 1) + wire_height / 2;
  }
  float column_x(uint32_t k, uint32_t column) const {
    return x[k] + slot + column_width * (static_cast<float>(column) + 0.75f);
  }
  float width_of(const LayerColumns& layer) const {
    return slot + column_width * (static_cast<float>(layer.columns) + 0.5f);
  }
};

/// All layers where there is room for them, else those around the one at work.
void choose_layers(NetworkPage& page, uint32_t at_work) {
  const auto count = static_cast<uint32_t>(page.layers.size());
  const uint32_t middle = std::min(at_work, count - 1);
  std::vector<float> widths;
  for (const Layer& layer : page.layers) widths.push_back(page.width_of(in_columns(layer)));
  page.first = middle, page.end = middle + 1;
  float room = widest_network - widths[middle] - page.slot;
  for (bool grown = true; grown;) {
    grown = false;
    if (page.first > 0 && widths[page.first - 1] <= room)
      room -= widths[--page.first], grown = true;
    if (page.end < count && widths[page.end] <= room) room -= widths[page.end++], grown = true;
  }
  float x = page.left;
  for (uint32_t k = page.first; k < page.end; ++k) {
    page.drawn.push_back(in_columns(page.layers[k]));
    page.x.push_back(x);
    x += widths[k];
  }
  page.x.push_back(x);
}

/// Sizes for a projector: everything that must be read is large enough on a screen of 1280 x 720.
void make_large(NetworkPage& page) {
  page.large = true;
  page.key_size = large_key;
  page.label_size = page.number_size = 16;
  page.wire_height = 24;
}

Scene page_scene(const Moment& moment, const NetworkPage& page, std::string_view number,
                 std::string_view title) {
  Scene scene = new_page(moment, Columns{.left = page.left}, number, title);
  scene.width = std::max(760.f, page.x.back() + page.slot + margin);
  return scene;
}

/// Braces over the layers of every launch; the tiles in shared memory, and in them the barriers
/// that a block meets: before a layer its keys must be there, or the layer before be done.
void add_launches(Scene& scene, const NetworkPage& page) {
  for (std::size_t i = 0; i < page.launches.size(); ++i) {
    const networks::LayerLaunch& launch = page.launches[i];
    const uint32_t first = std::max(launch.first, page.first),
                   end = std::min(launch.first + launch.count, page.end);
    if (first >= end) continue;
    const float x0 = page.x[first - page.first] + page.slot - 1, x1 = page.x[end - page.first];
    const std::string name = text::networks::launch({.launch = i + 1}),
                      more = text::networks::launch_in_tiles({.launch = i + 1});
    const auto roomy = [&](const std::string& words) {
      return text_width(words, page.label_size, Face::ui) <= x1 - x0 + page.slot - 8;
    };
    scene.braces.push_back({.x0 = x0,
                            .x1 = x1,
                            .y = page.top - 24,
                            .depth = -7,
                            .label = launch.in_tiles && roomy(more) ? more
                                     : roomy(name)                  ? name
                                                                    : std::to_string(i + 1),
                            .size = page.label_size});
    const bool tiles = launch.in_tiles && page.shown.empty();
    for (uint32_t wire = 0; tiles && wire < page.wires(); wire += page.tile) {
      const uint32_t last = std::min(wire + page.tile, page.wires()) - 1;
      const Rect tile{x0, page.y(wire) - page.wire_height / 2 + 1.5f, x1 - x0,
                      page.y(last) - page.y(wire) + page.wire_height - 3};
      scene.frames.push_back({.at = tile, .edge = Ink::digit1, .width = 1.25f, .radius = 5});
      for (uint32_t k = first; k < end; ++k) {
        const float x = k == first ? x0 + 4 : page.x[k - page.first] - 2;
        scene.lines.push_back({{x, tile.y + 3}, {x, tile.bottom() - 3}, Ink::digit1, 1.75f, true});
      }
      scene.lines.push_back(
          {{x1 - 4, tile.y + 3}, {x1 - 4, tile.bottom() - 3}, Ink::digit1, 1.75f, true});
    }
  }
}

/// "4", "15–1" for mirrored pairs; of a transposition sort the number of the round.
std::string layer_label(const Layer& layer, uint32_t number) {
  if (layer.network == radix::Network::transposition) return std::to_string(number + 1);
  if (layer.mirrors() && layer.run > 2) return joined({layer.run - 1, "–1"});
  return std::to_string(layer.distance);
}

/// Labels of the layers, stages below, numbers of the wires, what is left out at either side.
float add_frame_of_network(Scene& scene, const NetworkPage& page) {
  const bool rounds = page.layers[0].network == radix::Network::transposition;
  for (uint32_t k = page.first; k < page.end; ++k) {
    const uint32_t d = k - page.first;
    const float centre = (page.x[d] + page.slot + page.x[d + 1]) / 2;
    scene.texts.push_back({.at = {centre, page.top - 14},
                           .text = layer_label(page.layers[k], k),
                           .size = page.label_size,
                           .ink = Ink::dim});
  }
  scene.texts.push_back({.at = {page.labels - 8, page.top - 14},
                         .text = text::networks::part_label({.rounds = rounds}),
                         .size = page.label_size,
                         .ink = Ink::dim,
                         .anchor = Anchor::right});
  for (uint32_t wire = 0; wire < page.wires(); ++wire)
    if (page.shows(wire))
      scene.texts.push_back({.at = {page.labels - 10, page.y(wire)},
                             .text = std::to_string(wire),
                             .size = page.number_size,
                             .ink = Ink::dim,
                             .face = Face::mono,
                             .anchor = Anchor::right});
  float y = page.bottom() + 6;
  if (rounds || page.large) return y;
  for (uint32_t k = page.first; k < page.end;) {
    uint32_t last = k;
    while (last + 1 < page.end && page.layers[last + 1].run == page.layers[k].run) ++last;
    const float x0 = page.x[k - page.first] + page.slot, x1 = page.x[last + 1 - page.first];
    const auto stage = std::countr_zero(page.layers[k].run);
    const std::string word = text::networks::term_stage({.stage = stage});
    const bool roomy = text_width(word, 14, Face::ui) <= x1 - x0 + page.slot - 6;
    scene.braces.push_back({.x0 = x0,
                            .x1 = x1,
                            .y = y,
                            .depth = 8,
                            .label = roomy ? word : std::to_string(stage),
                            .size = 14});
    k = last + 1;
  }
  return y + 36;
}

/// A dot over the wire, of two short strokes.
void add_end(Scene& scene, Vec at, Ink ink) {
  for (const Vec way : {Vec{end_radius, 0}, Vec{0, end_radius}})
    scene.arrows.push_back({.from = {at.x - way.x, at.y - way.y},
                            .to = {at.x + way.x, at.y + way.y},
                            .path = Path::straight,
                            .ink = ink,
                            .width = 1.3f * end_radius,
                            .head = false});
}

/// A comparator; the arrow's head stands where the larger key goes.
void add_comparator(Scene& scene, const NetworkPage& page, float x, const Comparator& each, Ink ink,
                    float width, bool dashed) {
  const Vec low{x, page.y(each.low)}, high{x, page.y(each.high)};
  scene.arrows.push_back({.from = each.descends ? high : low,
                          .to = each.descends ? low : high,
                          .path = Path::straight,
                          .ink = ink,
                          .width = width,
                          .dashed = dashed});
  add_end(scene, each.descends ? high : low, ink);
}

/// The keys of an array on their wires.
void add_wire_keys(Scene& scene, const Moment& moment, const NetworkPage& page, float x,
                   const radix::Array& keys, uint32_t row, bool now) {
  for (uint32_t wire = 0; wire < keys.values.size(); ++wire) {
    if (!page.shows(wire)) continue;
    const float height = std::min(24.f, page.wire_height - 1);
    const Rect at{x + 2, page.y(wire) - height / 2, page.slot - 4, height};
    Cell cell = key_cell(moment, at, keys.values[wire], keys.ids[wire], Lit{});
    cell.binary.clear(), cell.note.clear();
    cell.lit_begin = cell.lit_end = 0;
    cell.size = page.key_size;
    cell.tag.array = keys.id, cell.tag.row = row, cell.tag.index = wire;
    if (!now) cell.fill = Ink::page, cell.edge_width = 0.75f;
    scene.cells.push_back(cell);
  }
}

/// A layer that is done, or at work: the ways of the keys through it.
void add_ways(Scene& scene, const NetworkPage& page, uint32_t k, const radix::Step& step) {
  const uint32_t d = k - page.first;
  const radix::Array& keys = *step.find(radix::array::keys);
  const radix::Array* exchanged = step.find(networks::array::exchanged);
  const float from = page.x[d] + page.slot, to = page.x[d + 1];
  std::vector<float> turns(keys.ids.size(), to);
  std::vector<uint32_t> ends(keys.ids.size());
  for (uint32_t wire = 0; wire < ends.size(); ++wire) ends[wire] = wire;
  for (std::size_t c = 0; exchanged && c < page.drawn[d].comparators.size(); ++c) {
    const Comparator& each = page.drawn[d].comparators[c];
    if (exchanged->values[each.low] != 1) continue;
    turns[each.low] = turns[each.high] = page.column_x(d, page.drawn[d].column[c]);
    ends[each.low] = each.high, ends[each.high] = each.low;
  }
  for (uint32_t wire = 0; wire < ends.size(); ++wire) {
    if (!page.shows(wire)) continue;
    const auto way = [&](Vec a, Vec b) {
      scene.arrows.push_back({.from = a,
                              .to = b,
                              .path = Path::straight,
                              .ink = Ink::line,
                              .head = false,
                              .tag = {.key = keys.ids[wire]}});
    };
    way({from, page.y(wire)}, {turns[wire], page.y(wire)});
    if (ends[wire] == wire) continue;
    way({turns[wire], page.y(wire)}, {turns[wire], page.y(ends[wire])});
    way({turns[wire], page.y(ends[wire])}, {to, page.y(ends[wire])});
  }
}

float widest_key(const Moment& moment, float size) {
  const std::vector<std::string> marks = duplicate_marks(moment.problem());
  float width = 34;
  for (uint32_t id = 0; id < moment.problem().size(); ++id)
    width = std::max(
        width,
        value_width(moment.problem().text_of(moment.problem().keys()[id]), size, marks[id]) + 12);
  return std::ceil(width);
}

/// A page without wires, and why.
Scene no_network(const Moment& moment, std::string_view number, std::string_view title,
                 uint32_t most) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, number, title);
  const std::string why = moment.problem().size() == 0 ? text::all::no_keys_page
                                                       : text::networks::too_many({.most = most});
  return page_of_words(std::move(scene), why);
}

float words_below(Scene& scene, const NetworkPage& page, float y, const std::string& sentence) {
  const float left = page.shown.empty() ? page.left : margin;
  return add_sentence(scene, Columns{.left = left, .words = page.large ? 1.3f : 1}, y, sentence);
}

/// Keeps the pairs of a layer around the example key, as many as can be read.
void fold(NetworkPage& page, const Moment& moment, uint32_t at_work) {
  const Layer& layer = page.layers[at_work];
  const auto key = layer_key(moment);
  const uint32_t place = key ? std::min(key->place, key->partner) : 0;
  const auto around = [&](uint32_t size) {
    std::vector<uint32_t> wires;
    const uint32_t begin = place / size * size;
    for (uint32_t wire = begin; wire < std::min(begin + size, layer.n); ++wire) {
      wires.push_back(wire);
      if (const uint32_t other = partner_of(layer, wire); other != none) wires.push_back(other);
    }
    std::ranges::sort(wires);
    wires.erase(std::ranges::unique(wires).begin(), wires.end());
    return wires;
  };
  page.shown = around(2 * fold_block);
  if (page.shown.size() > 2 * fold_block) page.shown = around(fold_block);
  page.first = at_work, page.end = at_work + 1;
  page.left = page.labels = folded_left;
  page.drawn = {in_columns(layer, page.shown)};
  const float room = fold_page - margin - page.left - 2 * page.slot;
  page.column_width = room / (static_cast<float>(page.drawn[0].columns) + 0.5f);
  page.x = {page.left, page.left + page.slot + room};
}

/// All wires and layers, small, the layer at work framed; and what is drawn large beside them.
float add_overview(Scene& scene, const Moment& moment, const NetworkPage& page, float y) {
  std::vector<LayerColumns> all;
  float columns = 0;
  for (const Layer& layer : page.layers) {
    all.push_back(in_columns(layer));
    columns += static_cast<float>(all.back().columns) + 1;
  }
  const float pitch = overview_width / columns,
              height = (page.bottom() - page.top) / static_cast<float>(page.wires());
  const auto y_of = [&](uint32_t wire) {
    return page.top + height * (static_cast<float>(wire) + 0.5f);
  };
  scene.texts.push_back(
      {.at = {margin, page.top - 14},
       .text = text::networks::overview_label({.layers = all.size(), .wires = page.wires()}),
       .size = page.label_size,
       .ink = Ink::dim,
       .anchor = Anchor::left});
  for (uint32_t wire = 0; wire < page.wires(); ++wire)
    scene.lines.push_back(
        {{margin, y_of(wire)}, {margin + overview_width, y_of(wire)}, Ink::line, 0.5f});
  float x = margin;
  for (uint32_t k = 0; k < all.size(); ++k) {
    const float wide = pitch * (static_cast<float>(all[k].columns) + 1);
    if (k == page.first)
      scene.frames.push_back({.at = {x, page.top - 2, wide, page.bottom() - page.top + 4},
                              .edge = Ink::accent,
                              .fill = Ink::panel,
                              .radius = 3});
    for (std::size_t c = 0; c < all[k].comparators.size(); ++c) {
      const Comparator& each = all[k].comparators[c];
      const bool large = k == page.first && page.shows(each.low);
      const float at = x + pitch * (static_cast<float>(all[k].column[c]) + 1);
      scene.lines.push_back({{at, y_of(each.low)},
                             {at, y_of(each.high)},
                             large             ? Ink::accent
                             : k <= page.first ? Ink::text
                                               : Ink::dim,
                             large ? 2.f : 0.75f});
    }
    x += wide;
  }
  if (page.large) return y;
  const auto key = layer_key(moment);
  const auto shown = page.drawn[0].comparators.size();
  const uint32_t layer = page.first + 1, pairs = pairs_in(page.layers[page.first]);
  return words_below(
      scene, page, y,
      key ? text::networks::overview_key({.key = key_words(moment.problem(), key->id),
                                          .layer = layer,
                                          .pairs = pairs,
                                          .shown = shown})
          : text::networks::overview({.layer = layer, .pairs = pairs, .shown = shown}));
}

/// What the braces, frames and dashed lines of a network in shared memory are.
std::string launch_words(const NetworkPage& page) {
  const bool tiles = std::ranges::any_of(page.launches, &networks::LayerLaunch::in_tiles);
  return text::paragraph(
      text::networks::launches_do({.launches = page.launches.size(), .layers = page.layers.size()}),
      tiles && page.shown.empty() ? text::networks::framed({.tile = page.tile}) : "");
}

}  // namespace

Scene draw_network(const Moment& moment) {
  const std::string number = text::networks::network, title = text::networks::network_page;
  NetworkPage page{.layers = layers_of(*moment.trace), .drawn = {}, .x = {}};
  if (page.layers.empty() || page.layers[0].n > max_drawn_wires)
    return no_network(moment, number, title, max_drawn_wires);
  const uint32_t n = page.layers[0].n,
                 at_work = std::min<uint32_t>(moment.pass(),
                                              static_cast<uint32_t>(page.layers.size()) - 1);
  const bool folded = n > (moment.large ? max_low_wires : max_wires);
  if (n > 16) page.wire_height = 27;
  if (moment.large) make_large(page);
  page.slot = widest_key(moment, page.key_size);
  page.launches = tiled_launches_of(*moment.trace), page.tile = tile_of(*moment.trace);
  if (!page.launches.empty()) page.top += launch_height;
  if (page.large && (folded || !page.launches.empty())) page.wire_height = packed_wire;
  if (folded)
    fold(page, moment, at_work);
  else
    choose_layers(page, at_work);
  Scene scene = page_scene(moment, page, number, title);
  if (folded) scene.width = fold_page;

  std::vector<const radix::Step*> last(page.layers.size(), nullptr);
  for (std::size_t s = 0; s < moment.cursor; ++s)
    if (moment.trace->steps[s].pass < last.size())
      last[moment.trace->steps[s].pass] = &moment.trace->steps[s];
  const bool backwards = reads_backwards(moment);
  for (uint32_t k = page.first; k < page.end; ++k) {
    const uint32_t d = k - page.first;
    const radix::Step* step = last[k];
    const bool working = step != nullptr && step == moment.step();
    const LayerColumns& drawn = page.drawn[d];
    if (working)
      scene.frames.push_back(
          {.at = {page.x[d] + page.slot, page.top - 2, page.x[d + 1] - page.x[d] - page.slot,
                  page.bottom() - page.top + 4},
           .edge = Ink::accent,
           .fill = Ink::panel});
    const radix::Array* output = step ? step->find(radix::array::output) : nullptr;
    if (output) add_ways(scene, page, k, *step);
    // A wire goes through where no key stands yet
    const bool begun = k == 0 || (last[k - 1] && last[k - 1]->find(radix::array::output));
    const float from = begun ? page.x[d] + page.slot : page.x[d];
    for (uint32_t wire = 0; output == nullptr && wire < page.wires(); ++wire)
      if (page.shows(wire))
        scene.lines.push_back({{from, page.y(wire)}, {page.x[d + 1], page.y(wire)}, Ink::line});
    const radix::Array* exchanged = step ? step->find(networks::array::exchanged) : nullptr;
    for (std::size_t c = 0; c < drawn.comparators.size(); ++c) {
      const Comparator& each = drawn.comparators[c];
      const bool changes = exchanged && exchanged->values[each.low] == 1;
      const Ink ink = changes ? Ink::accent : step ? Ink::text : Ink::dim;
      add_comparator(scene, page, page.column_x(d, drawn.column[c]), each, ink, changes ? 3 : 1.5f,
                     exchanged == nullptr && working);
    }
    // The keys that stand before this layer, and after the last one
    if (begun) {
      const radix::Array keys = step     ? *step->find(radix::array::keys)
                                : k == 0 ? input_of(moment)
                                         : *last[k - 1]->find(radix::array::output);
      add_wire_keys(scene, moment, page, page.x[d], keys, k, output == nullptr);
    }
    if (output && k + 1 == page.end)
      add_wire_keys(scene, moment, page, page.x[d + 1], *output, k + 1, !backwards);
  }
  if (!page.launches.empty()) add_launches(scene, page);
  float y = add_frame_of_network(scene, page);
  if (folded)
    y = add_overview(scene, moment, page, y);
  else if (page.end - page.first < page.layers.size())
    y = words_below(scene, page, y,
                    text::networks::layers_shown({.begins = page.first == 0,
                                                  .first = page.first + 1,
                                                  .last = page.end,
                                                  .layers = page.layers.size()}));
  const auto comparators = static_cast<uint32_t>(networks::comparators_of(page.layers).size());
  if (!page.launches.empty() && !page.large) y = words_below(scene, page, y, launch_words(page));
  if (comparators > 0 && !page.large)
    y = words_below(scene, page, y,
                    text::networks::bound({.comparators = comparators,
                                           .keys = n,
                                           .layers = page.layers.size(),
                                           .least = least_comparisons(n)}));
  if (backwards) y = words_below(scene, page, y, text::networks::read_backwards);
  end_page(scene, y);
  return scene;
}

namespace {

/// 65536 as "65,536".
std::string in_thousands(uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

constexpr float large_page = 1000;
constexpr float digit_slot = 26;  ///< for a zero or a one before the wires and after them
constexpr float beside = 3;       ///< between a comparator and its number

/// The 0–1 proof of a run's network, and how it is drawn.
struct ProofPage {
  NetworkPage page;
  Comparators all;
  std::vector<uint32_t> left_out;  ///< of these
  std::vector<uint32_t> alone;     ///< inputs that fail without each one alone
  ZeroOneProof proof;              ///< of those that are there

  bool is_out(uint32_t c) const { return std::ranges::find(left_out, c) != left_out.end(); }
};

/// A large page is as wide as a screen: few wires and columns stand further apart. Where columns
/// have no room for the numbers beside their comparators these are left out.
void fill_large(NetworkPage& page, float beside_wires) {
  const float numbered = page.column_width, n = static_cast<float>(page.layers[0].n);
  make_large(page);
  page.wire_height = std::clamp(16 * page.wire_height / n, page.wire_height, 40.f);
  float columns = 0;
  for (const Layer& layer : page.layers)
    columns += static_cast<float>(in_columns(layer).columns) + 0.5f;
  const float room = large_page - page.left - 2 * beside_wires - margin -
                     page.slot * static_cast<float>(page.layers.size());
  page.column_width = std::clamp(room / std::max(columns, 1.f), NetworkPage{}.column_width, 70.f);
  page.numbered = page.column_width >= numbered;
}

ProofPage proof_page(const Moment& moment) {
  ProofPage shown{.page = {.layers = layers_of(*moment.trace), .drawn = {}, .x = {}}};
  NetworkPage& page = shown.page;
  const uint32_t n = page.layers[0].n;
  shown.all = networks::comparators_of(page.layers);
  for (const uint32_t each : moment.left_out)
    if (each < shown.all.size()) shown.left_out.push_back(each);
  static Cache<std::pair<radix::Network, uint32_t>, std::vector<uint32_t>> cache(8);
  shown.alone =
      *cache.get({page.layers[0].network, n}, [&] { return unsorted_without_each(shown.all, n); });
  shown.proof = prove(without(shown.all, shown.left_out), n);
  const uint32_t most = shown.alone.empty() ? 0 : *std::ranges::max_element(shown.alone);
  page.wire_height = 28;
  page.slot = 10;
  if (moment.large) page.count_size = 16;
  page.column_width = std::ceil(text_width(std::to_string(most), page.count_size, Face::mono) +
                                2 * end_radius + 10);
  page.first = 0, page.end = static_cast<uint32_t>(page.layers.size());
  if (moment.large) fill_large(page, digit_slot);
  float x = page.left += digit_slot;
  for (const Layer& layer : page.layers) {
    page.drawn.push_back(in_columns(layer));
    page.x.push_back(x);
    x += page.width_of(page.drawn.back());
  }
  page.x.push_back(x);
  return shown;
}

/// Where a comparator of a layer stands.
float proof_x(const NetworkPage& page, uint32_t layer, std::size_t c) {
  return page.column_x(layer, page.drawn[layer].column[c]) - page.column_width / 4;
}

/// A wire from one place to another; a one on it is thick.
void add_bit_wire(Scene& scene, const NetworkPage& page, uint32_t wire, float from, float to,
                  bool one) {
  scene.lines.push_back({{from, page.y(wire)},
                         {to, page.y(wire)},
                         one ? Ink::select : Ink::line,
                         one ? 2.5f : 1,
                         false});
}

void add_bit(Scene& scene, const NetworkPage& page, uint32_t wire, float x, bool one, Ink ink) {
  scene.texts.push_back({.at = {x, page.y(wire)},
                         .text = one ? "1" : "0",
                         .size = page.key_size,
                         .ink = ink,
                         .face = Face::mono});
}

/// The first input that fails on its way through the wires; without one, wires alone.
void add_bits(Scene& scene, const ProofPage& shown) {
  const NetworkPage& page = shown.page;
  const uint32_t n = page.layers[0].n;
  const bool fails = shown.proof.unsorted > 0;
  std::vector<bool> bits(n);
  std::vector<float> from(n, page.left);
  for (uint32_t wire = 0; wire < n; ++wire) {
    bits[wire] = fails && (shown.proof.first >> wire & 1u) != 0;
    if (fails) add_bit(scene, page, wire, page.left - digit_slot / 2, bits[wire], Ink::text);
  }
  uint32_t index = 0;
  for (uint32_t k = 0; fails && k < page.end; ++k)
    for (std::size_t c = 0; c < page.drawn[k].comparators.size(); ++c, ++index) {
      const Comparator& each = page.drawn[k].comparators[c];
      const uint32_t top = each.descends ? each.high : each.low, end = each.low + each.high - top;
      if (shown.is_out(index) || !bits[top] || bits[end]) continue;
      for (const uint32_t wire : {each.low, each.high}) {
        add_bit_wire(scene, page, wire, from[wire], proof_x(page, k, c), bits[wire]);
        from[wire] = proof_x(page, k, c);
        bits[wire] = !bits[wire];
      }
    }
  const auto ones = static_cast<uint32_t>(std::ranges::count(bits, true));
  for (uint32_t wire = 0; wire < n; ++wire) {
    add_bit_wire(scene, page, wire, from[wire], page.x.back(), bits[wire]);
    const bool wrong = bits[wire] != (wire >= n - ones);
    if (fails)
      add_bit(scene, page, wire, page.x.back() + digit_slot / 2, bits[wire],
              wrong ? Ink::warn : Ink::text);
  }
}

/// All comparators with their numbers; a click anywhere on one takes it out or puts it back.
void add_proof_comparators(Scene& scene, const ProofPage& shown) {
  const NetworkPage& page = shown.page;
  uint32_t index = 0;
  for (uint32_t k = 0; k < page.end; ++k)
    for (std::size_t c = 0; c < page.drawn[k].comparators.size(); ++c, ++index) {
      const Comparator& each = page.drawn[k].comparators[c];
      const bool out = shown.is_out(index);
      const uint32_t fails = shown.alone[index];
      const float x = proof_x(page, k, c);
      const Ink ink = out ? Ink::warn : fails == 0 ? Ink::dim : Ink::text;
      add_comparator(scene, page, x, each, ink, 1.5f, out);
      if (page.numbered)
        scene.texts.push_back(
            {.at = {x + end_radius + beside, page.y(each.low) + page.wire_height / 2},
             .text = std::to_string(fails),
             .size = page.count_size,
             .ink = fails == 0 ? Ink::dim : Ink::accent,
             .face = Face::mono,
             .anchor = Anchor::left});
      scene.cells.push_back(
          {.tip = text::paragraph(
               text::networks::proof_comparator({.high = shown.all[index].high,
                                                 .index = index,
                                                 .layer = shown.all[index].layer + 1,
                                                 .low = shown.all[index].low,
                                                 .out = out}),
               text::networks::proof_alone({.fails = fails})),
           .at = {x - end_radius - beside, page.y(each.low) - end_radius, page.column_width,
                  page.y(each.high) - page.y(each.low) + 2 * end_radius},
           .fill = Ink::none,
           .edge = Ink::none,
           .tag = {.comparator = index}});
    }
}

/// What the 0–1 principle says of the comparators that are there.
std::string proof_words(const ProofPage& shown) {
  const uint32_t n = shown.page.layers[0].n;
  uint64_t orders = 1;
  for (uint32_t k = 2; k <= n; ++k) orders *= k;
  const std::string inputs = in_thousands(uint64_t{1} << n);
  const auto out = shown.left_out.size();
  const Comparator first = out == 1 ? shown.all[shown.left_out[0]] : Comparator{};
  const auto unsorted = shown.proof.unsorted;
  if (unsorted == 0)
    return text::networks::proof_sorted({.high = first.high,
                                         .inputs = inputs,
                                         .keys = n,
                                         .layer = first.layer + 1,
                                         .left_out = out,
                                         .low = first.low,
                                         .orders = in_thousands(orders)});
  return text::paragraph(text::networks::proof_unsorted({.count = in_thousands(unsorted),
                                                         .high = first.high,
                                                         .inputs = inputs,
                                                         .layer = first.layer + 1,
                                                         .left_out = out,
                                                         .low = first.low,
                                                         .unsorted = unsorted}),
                         text::networks::proof_thick({.unsorted = unsorted}));
}

}  // namespace

Scene draw_zero_one(const Moment& moment) {
  const std::string number = text::networks::proof, title = text::networks::proof_page;
  if (moment.problem().size() == 0 || moment.problem().size() > max_proven_wires)
    return no_network(moment, number, title, max_proven_wires);
  const ProofPage shown = proof_page(moment);
  const NetworkPage& page = shown.page;
  Scene scene = page_scene(moment, page, number, title);
  scene.width =
      std::max({scene.width, page.x.back() + digit_slot + margin, page.large ? large_page : 0});
  add_bits(scene, shown);
  add_proof_comparators(scene, shown);
  float y = add_frame_of_network(scene, page) + 4;
  const bool counted_alone = !shown.all.empty() && page.numbered;
  if (page.large) {
    scene.answer = proof_words(shown);
    if (counted_alone) scene.answer = text::paragraph(scene.answer, text::networks::proof_beside);
    end_page(scene, y);
    return scene;
  }
  y = words_below(scene, page, y, proof_words(shown));
  const auto idle = std::ranges::count(shown.alone, 0u);
  if (counted_alone)
    y = words_below(
        scene, page, y,
        text::paragraph(text::networks::proof_counts,
                        text::networks::proof_spared({.all = shown.all.size(), .idle = idle})));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
