// Figures for a projector: how large the digits, numbers and labels of every automatic figure
// become in the room that a window of 1280 x 720, or of 1600 x 1000, leaves them.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/figures/figure.hpp"
#include "app/core/scene/legibility.hpp"
#include "app/panels/layout.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/families/run_page.hpp"
#include "app/window/camera.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/settings.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/film.hpp"
#include "tests/support/local_checks.hpp"

namespace scope {
namespace {

constexpr Vec rooms[] = {{1240, 450}, {1560, 740}};

/// Pixels on the screen that can be read from the back row.
constexpr float least_key = 20, least_number = 17, least_word = 14;
constexpr float least_by_hand = 14;  ///< numbers of a figure that was chosen by hand: as words

/// "" or the first text of a scene that is too small at this scale; `number`: the least of numbers.
std::string too_small(const Scene& scene, float scale, float number = least_number) {
  for (const Cell& cell : scene.cells) {
    const float least = checks::shows_key(cell) ? least_key : number;
    const bool words = cell.text.find_first_not_of("0123456789") != std::string::npos;
    if (!cell.text.empty() && cell.size * scale < (words ? least_word : least))
      return "'" + cell.text + "' has " + std::to_string(cell.size * scale) + " px" +
             checks::at(cell.at.centre());
  }
  for (const Text& text : scene.texts)
    if (!text.text.empty() && text.size * scale < least_word)
      return "'" + text.text + "' has " + std::to_string(text.size * scale) + " px" +
             checks::at(text.at);
  for (const Brace& brace : scene.braces)
    if (!brace.label.empty() && brace.size * scale < least_word)
      return "'" + brace.label + "' has " + std::to_string(brace.size * scale) + " px";
  return "";
}

Trace run_of(const Settings& wanted, const radix::SortInfo& sort) {
  radix::Recipe recipe;
  recipe.problem = *radix::Problem::make(chapter_keys, radix::settings_for(sort, wanted));
  recipe.sort = sort.name;
  recipe.engine = radix::EngineChoice::cpu;
  return radix::run(recipe);
}

Moment large_moment(const Trace& trace, std::size_t cursor, uint32_t selected = none) {
  Moment moment = look_at(trace, cursor, selected);
  moment.large = true;
  return moment;
}

/// Calls it for every run of the chapter's keys.
template <class Use>
void for_every_run(Use use) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (uint32_t block : {4u, 8u})
      for (uint32_t radix_bits : {1u, 2u, 4u})
        for (uint32_t each : {1u, 2u}) {
          if ((radix_bits > 1 && !sort.wide_digits()) || (each > 1 && !sort.coarse())) continue;
          const Trace trace = run_of({.key_bits = 4,
                                      .threads_per_block = block,
                                      .radix_bits = radix_bits,
                                      .keys_per_thread = each},
                                     sort);
          use(trace, std::string(sort.name) + ", block " + std::to_string(block) + ", radix " +
                         std::to_string(radix_bits) + ", keys per thread " + std::to_string(each));
        }
}

/// "" or what is wrong with a scene; the local sorts' rows have checks of their own.
std::string figure_fault(const Scene& scene, const Moment& moment, const Figure& figure) {
  const bool table = figure.draw == bucket_table().draw;
  if (figure.draw == local_sort().draw || table)
    return whole(scene, moment, table && sorts_in_block(moment));
  const Figure& passes = *figure_named("fig13-1");  // its rows are those of 13.7
  return checks::whole_scene(scene, moment, figure.draw == passes.draw ? passes : figure);
}

TEST(Projector, EveryAutomaticFigureCanBeReadFromTheBackRow) {
  for_every_run([](const Trace& trace, const std::string& run) {
    const RunPage page = page_of_run(large_moment(trace, 0), nullptr);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Moment moment = large_moment(trace, cursor, cursor % 2 == 1 ? 5u : none);
      const Figure& figure = figure_for(moment);
      const Scene scene = on_page(figure.draw(moment), page);
      for (Vec room : rooms)
        ASSERT_EQ(too_small(scene, scale_to_fit(scene, room)), "")
            << figure.id << " after " << cursor << " steps in " << room.x << " x " << room.y
            << ", page " << scene.width << " x " << scene.height << ", " << run;
    }
  });
}

/// What is too small in any step that a figure shows; "".
std::string too_small_on_a_wall(const Film& film, const Figure& figure) {
  const RunPage page =
      figure.tools == Tools::none ? page_of_run(film.moment_at(0), &figure) : RunPage{};
  const std::size_t steps = film.trace.steps.size(), max_looks = 16;
  for (std::size_t cursor = 0; cursor <= steps; cursor += steps / max_looks + 1) {
    const Moment moment = film.moment_at(cursor);
    if (!fits(figure, moment)) continue;
    const Scene drawn = on_page(figure.draw(moment), page);
    for (Vec room : rooms) {
      if (figure.tools == Tools::memory) room.y -= 58;  // its controls
      const float scale = scale_to_fit(drawn, room);
      Scene scene = drawn;
      enlarge_rows(scene, 1.02f * least_word / scale);  // as the window does
      if (std::string fault = too_small(scene, scale, least_by_hand); !fault.empty())
        return "after " + std::to_string(cursor) + " steps: " + fault;
    }
  }
  return "";
}

TEST(Projector, EveryFigureOfEverySortCanBeReadFromTheBackRow) {
  const radix::Settings few{.key_bits = 4,
                            .threads_per_block = 4,
                            .radix_bits = 2,
                            .keys_per_thread = 2,
                            .lists = 8,
                            .devices = 8};
  for (const radix::SortInfo& sort : radix::sorts())
    for (const std::size_t count : {16u, 8u, 3u}) {
      const std::vector<uint32_t> keys(chapter_keys.begin(), chapter_keys.begin() + count);
      const Film film(record(keys, radix::settings_for(sort, few), sort.name));
      for (const Figure& figure : figures())
        if (figure.tools == Tools::none || figure.tools == Tools::memory)
          EXPECT_EQ(too_small_on_a_wall(film, figure), "")
              << figure.id << " of " << sort.name << ", " << count << " keys";
    }
}

/// The figure's place on a wall that shows a planted fault, as the panels ask for it: the banner
/// with its name, two lines of the kernel and the orders of the threads, three lines of a sentence.
Vec room_with_a_fault(Vec window) {
  Document document = make_document();
  document.lane().setup.fault = radix::planted_faults().front().name;
  document.projector = true;
  const float unit = unit_of(1, 1, true, window.x, window.y);
  Room room = room_of(document, window.x, window.y, unit);
  room.banner = (32 + 3 * 24 + 7) * unit;
  room.why = (3 * 19.4f + 10) * unit;
  const Rect figure = layout_of(room).figure;
  return {figure.w - 20 * unit, figure.h};
}

/// The banner of a planted fault takes no room from the picture of its run.
TEST(Projector, RunsWithAPlantedFaultCanBeReadFromTheBackRow) {
  const Vec walls[] = {room_with_a_fault({1280, 720}), room_with_a_fault({1920, 1080})};
  std::size_t seen = 0;
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    const auto problem = radix::parse_problem(
        fault.shows.keys,
        radix::settings_for(*radix::sort_named(fault.sort), fault.shows.settings));
    ASSERT_TRUE(problem) << fault.name;
    if (problem->size() > chapter_keys.size()) continue;
    Film film(radix::run({.problem = *problem, .sort = fault.sort, .planted = fault.name}));
    ++seen;
    for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
      const Scene drawn = film.picture(cursor);
      for (const Vec room : walls) {
        const float scale = scale_to_fit(drawn, room, largest_fit * room.x / walls[0].x),
                    wall = room.x / walls[0].x;
        Scene scene = drawn;
        enlarge_rows(scene, 1.02f * least_word * wall / scale);  // as the window does
        scene.texts.clear(), scene.braces.clear();               // keys and numbers
        ASSERT_EQ(too_small(scene, scale / wall, least_by_hand), "")
            << film.figure << " after " << cursor << " steps with " << fault.name << " in "
            << room.x << " x " << room.y;
      }
    }
  }
  EXPECT_GE(seen, 40u);
}

TEST(Projector, EveryNetworkCanBeReadFromTheBackRow) {
  for (const char* sort : {"network_global", "network_shared"})
    for (const radix::Network network :
         {radix::Network::bitonic, radix::Network::mirrored, radix::Network::odd_even_merge}) {
      const Trace trace =
          run_of({.threads_per_block = 4, .network = network}, *radix::sort_named(sort));
      const RunPage page = page_of_run(large_moment(trace, 0), nullptr);
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const Moment moment = large_moment(trace, cursor, cursor % 2 == 1 ? 5u : none);
        const Scene scene = on_page(figure_for(moment).draw(moment), page);
        ASSERT_EQ(checks::inside_page(scene) + checks::texts_apart(scene), "");
        for (Vec room : rooms)
          ASSERT_EQ(too_small(scene, scale_to_fit(scene, room)), "")
              << sort << " after " << cursor << " steps in " << room.x << " x " << room.y
              << ", page " << scene.width << " x " << scene.height;
      }
    }
}

TEST(Projector, NetworksOfAnySizeCanBeReadFromTheBackRow) {
  const Figure& network = *figure_named("network");
  for (const uint32_t n : {5u, 13u, 24u, 64u})
    for (const char* sort : {"network_global", "network_shared"})
      for (const radix::Network kind : {radix::Network::bitonic, radix::Network::odd_even_merge}) {
        const Trace trace = record(random_keys(n, 6),
                                   {.key_bits = 6, .threads_per_block = 4, .network = kind}, sort);
        const RunPage page = page_of_run(large_moment(trace, 0), &network);
        for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 2) {
          const Moment moment = large_moment(trace, cursor, cursor % 4 == 2 ? n / 2 : none);
          const Scene scene = on_page(network.draw(moment), page);
          ASSERT_EQ(checks::inside_page(scene) + checks::texts_apart(scene), "") << n << sort;
          for (Vec room : rooms)
            ASSERT_EQ(too_small(scene, scale_to_fit(scene, room)), "")
                << n << " keys, " << sort << " after " << cursor << " steps in " << room.x << " x "
                << room.y << ", page " << scene.width << " x " << scene.height;
        }
      }
}

TEST(Projector, EveryFigureOfEveryStepIsAWholeScene) {
  for_every_run([](const Trace& trace, const std::string& run) {
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Moment moment = large_moment(trace, cursor, cursor % 3 == 1 ? 5u : none);
      moment.moved = 0.5f;
      if (cursor % 3 == 2) moment.table_entry = 3;
      for (const Figure& figure : figures()) {
        if (figure.tools == Tools::timing || figure.tools == Tools::tradeoff ||
            !fits(figure, moment))
          continue;
        ASSERT_EQ(figure_fault(figure.draw(moment), moment, figure), "")
            << figure.id << " after " << cursor << " steps, " << run;
      }
    }
  });
}

TEST(Projector, ASmallerFontIsFound) {
  const radix::SortInfo& sort = *radix::sort_named("digits");
  const Trace trace = run_of({.key_bits = 4, .threads_per_block = 4, .radix_bits = 2}, sort);
  const Moment moment = large_moment(trace, after(trace, array::bucket_starts));
  const Scene scene = figure_for(moment).draw(moment);
  const float scale = scale_to_fit(scene, rooms[0]);
  ASSERT_EQ(too_small(scene, scale), "");

  Scene key = scene, number = scene, word = scene, brace = scene;
  const auto cell_with = [](Scene& s, ArrayId array) -> Cell& {
    return *std::ranges::find_if(
        s.cells, [&](const Cell& c) { return c.tag.array == array && !c.text.empty(); });
  };
  cell_with(key, array::local_keys).size = (least_key - 0.5f) / scale;
  cell_with(number, array::bucket_starts).size = (least_number - 0.5f) / scale;
  word.texts.back().size = (least_word - 0.5f) / scale;
  brace.braces.back().size = (least_word - 0.5f) / scale;
  for (const Scene& planted : {key, number, word, brace}) EXPECT_NE(too_small(planted, scale), "");
}

TEST(Projector, APageThatIsTooHighIsFound) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  Scene scene = figure_named("fig13-3")->draw(large_moment(trace, 1));
  ASSERT_EQ(too_small(scene, scale_to_fit(scene, rooms[0])), "");
  scene.height *= 1.5f;
  EXPECT_NE(too_small(scene, scale_to_fit(scene, rooms[0])), "");
}

TEST(Projector, NothingThatComesLaterIsDrawn) {
  for_every_run([](const Trace& trace, const std::string& run) {
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Trace past = trace;
      past.steps.resize(cursor);
      const Moment now = large_moment(trace, cursor), then = large_moment(past, cursor);
      const Scene scene = figure_for(then).draw(then),
                  same = fitting(figure_for(then), now).draw(now);
      ASSERT_EQ(scene.cells.size(), same.cells.size()) << cursor << " " << run;
      for (std::size_t c = 0; c < scene.cells.size(); ++c)
        ASSERT_EQ(scene.cells[c].text, same.cells[c].text) << cursor << " " << run;
      ASSERT_EQ(scene.texts.size(), same.texts.size()) << cursor << " " << run;
      for (std::size_t t = 0; t < scene.texts.size(); ++t)
        ASSERT_EQ(scene.texts[t].text, same.texts[t].text) << cursor << " " << run;
    }
  });
}

TEST(Projector, ScaleToFitKeepsThePageInsideItsRoom) {
  Scene scene;
  EXPECT_EQ(scale_to_fit(scene, {100, 100}), 1);
  scene.width = 200, scene.height = 100;
  EXPECT_EQ(scale_to_fit(scene, {100, 100}), 0.5f);
  EXPECT_EQ(scale_to_fit(scene, {1000, 120}), 1.2f);
  EXPECT_EQ(scale_to_fit(scene, {1000, 1000}), largest_fit);
  EXPECT_EQ(scale_to_fit(scene, {1000, 1000}, 3), 3);
}

}  // namespace
}  // namespace scope
