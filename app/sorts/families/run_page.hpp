/// One page size for all steps of a run, so that whatever two figures both show keeps its place and
/// its size.
#pragma once

#include <map>
#include <string>

#include "app/core/figures/figure.hpp"

namespace scope {

/// The page that all steps of a run share, in figure units: as large as the largest picture that
/// shows the keys in a row.
struct RunPage {
  float width = 0, height = 0;        ///< 0: none; pictures stay as they are
  std::size_t all = ~std::size_t{0};  ///< keys of the run
  std::size_t keys = 0;  ///< in the row of keys; a picture that shows fewer than half of them
                         ///< keeps its own size
  float keys_y = 0;      ///< bottom of that row
  float to_right = 0;    ///< of that row, see Scene
  std::map<std::string, float> own{};  ///< by title: width of the pictures that stay as they are
};

/// The page on which every step of this moment's run has room. `chosen`: the figure that shows them
/// all; null: each step has the one that shows it best. In a long run only the first and the last
/// step of every kind are measured, with many keys only those of the first part. Charts and figures
/// with controls of their own have no such page.
RunPage page_of_run(Moment moment, const Figure* chosen);

/// The picture on this page: its topmost row of keys where that of every other step stands, and
/// below it the arrows as much longer as there is room, rows as high as they were. A picture that
/// stays as it is loses what is empty at its right.
Scene on_page(Scene scene, const RunPage& page);

}  // namespace scope
