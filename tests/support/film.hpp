/// The steps of a run as the window shows them: one after the other, on one page.
#pragma once

#include <string>
#include <utility>

#include "app/sorts/families/run_page.hpp"
#include "kernels/engine/model/settings.hpp"
#include "tests/support/looks.hpp"

namespace scope {

/// A run's steps as the window shows them.
struct Film {
  Trace trace;
  bool low = true;
  RunPage page{};
  std::string figure{};  ///< of the step drawn last

  explicit Film(Trace of, bool on_low_pages = true) : trace(std::move(of)), low(on_low_pages) {
    page = page_of_run(moment_at(0), nullptr);
  }
  Moment moment_at(std::size_t cursor) const {
    Moment moment = look_at(trace, cursor);
    moment.large = low;
    moment.example_key = example_key_of(moment);
    return moment;
  }
  Scene picture(std::size_t cursor) {
    const Moment moment = moment_at(cursor);
    const Figure& best = figure_for(moment);
    figure = best.id;
    return on_page(best.draw(moment), page);
  }
};

/// Of the chapter's keys, as the chapter sorts them.
inline Film film_of(const radix::SortInfo& sort, bool low = true) {
  const radix::Settings usual{
      .key_bits = 4, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
  return Film(record(chapter_keys, radix::settings_for(sort, usual), sort.name), low);
}

}  // namespace scope
