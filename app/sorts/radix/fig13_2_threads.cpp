/// Figure 13.2: one thread per key. Every thread stands over the key it writes; an arrow leads to
/// the slot of the output it writes it to.
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float usual_fan = 176;  // height of the arrows, higher on a wider page
constexpr float low_fan = 108;    // on a low page

/// The keys as the threads hold them: sorted in their block once a sort has done that.
radix::Array held_keys(const Moment& moment) {
  const radix::Array* local = moment.find(array::local_keys);
  return local ? *local : input_of(moment);
}

/// True once the blocks are done with all bits of the digit.
bool sorted_in_block(const Moment& moment) {
  return moment.find(array::bucket_counts) || moment.step()->split + 1 >= moment.step()->splits;
}

void add_thread_output(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       const radix::Array& held, float held_y) {
  const Lit bit = lit_digit(moment);
  const radix::Array* output = moment.find(array::output);
  const radix::Array* destination = moment.find(array::destination);
  if (output) {
    add_moves(scene, columns, held_y + key_height, y, moves_between(held, *output, bit));
    add_moved_keys(scene, moment, columns, y, *output, bit, 0, held, held_y);
  } else {
    if (destination)
      add_moves(scene, columns, held_y + key_height, y, moves_by(held, *destination, bit), true);
    add_slots(scene, columns, y, key_height, false);
  }
  y = add_indices(scene, columns, y + key_height);
  if (output && is_whole(*output) && moment.digit().bits > 0)
    add_buckets(scene, columns, y, bucket_sizes(*output, moment.digit()));
}

/// Which keys a thread has, where it has several.
std::string ownership_words(const Columns& columns) {
  if (columns.keys_per_thread == 1) return "";
  const uint32_t each = columns.keys_per_thread;
  return columns.ownership == radix::Ownership::interleaved
             ? text::radix::threads_interleaved({.each = each, .threads = columns.threads()})
             : text::radix::threads_blocked({.each = each});
}

std::string remark(const Moment& moment, const Columns& columns) {
  const bool several = columns.keys_per_thread > 1;
  const std::string owned = ownership_words(columns);
  if (moment.find(array::local_keys))
    return text::paragraph(owned, sorted_in_block(moment)
                                      ? text::radix::threads_write({.several = several})
                                      : std::string(text::radix::threads_still_sorting));
  if (moment.digit().bits == 0) return text::radix::threads_reverse({.last = columns.count - 1});
  if (moment.find(array::output)) return owned;
  if (moment.find(array::destination)) return text::paragraph(owned, text::radix::threads_know);
  return text::paragraph(owned, text::radix::threads_hold({.several = several}));
}

}  // namespace

Scene draw_threads(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene =
      new_page(moment, columns, book_figure(2),
               columns.keys_per_thread > 1 ? "several keys per thread" : "one thread per key");
  if (columns.count == 0) {
    return page_of_words(std::move(scene), text::radix::no_threads);
  }
  const radix::Array held = held_keys(moment);
  const float keys_y = add_key_threads(scene, moment, columns, either(columns, 8, 0), held.ids);
  add_keys(scene, moment, columns, keys_y, held, lit_digit(moment));
  add_label(scene, columns, keys_y, key_height,
            held.id != array::local_keys ? "keys"
            : sorted_in_block(moment)    ? "keys\nsorted in block"
                                         : "keys\nbeing sorted in\nthe block");
  const float fan = either(columns, usual_fan * columns.words * columns.words, low_fan);
  const float output_y = keys_y + key_height + fan;
  add_thread_output(scene, moment, columns, output_y, held, keys_y);
  add_label(scene, columns, output_y, key_height, "output");
  if (moment.large)
    end_page(scene, output_y + key_height + 38);
  else
    end_page(scene,
             add_sentence(scene, columns, output_y + key_height + 50, remark(moment, columns)));
  return scene;
}

}  // namespace scope
