#include "devices_row.hpp"

#include "app/core/base/text.hpp"
#include "device_questions.hpp"
#include "devices_words.hpp"
#include "exchanged.hpp"
#include "text/all.hpp"
#include "text/devices.hpp"

namespace scope {

Scene draw_devices(const Moment&), draw_exchange(const Moment&);

namespace {

bool of_every_device(const Moment&) { return true; }

constexpr Figure device_figures[] = {
    {"devices", text::devices::many, text::devices::many_about, draw_devices, of_every_device},
    {"exchange-matrix", text::devices::matrix, text::devices::matrix_about, draw_exchange,
     of_every_device},
};

constexpr Comparison device_comparisons[] = {
    {"devices", text::devices::compare_devices,
     "sort across_devices; devices 1 | sort across_devices; devices 2 | sort across_devices; "
     "devices 4 | sort across_devices; devices 8"},
};

const char* best_device_figure(const Moment& moment) {
  namespace shown = radix::devices::array;
  const bool counts = moment.step() && (moment.step()->stage == radix::devices::stage::count ||
                                        moment.step()->made == shown::send_offsets ||
                                        moment.step()->made == shown::receive_offsets ||
                                        moment.step()->made == shown::device_bounds);
  return counts ? "exchange-matrix" : "devices";
}

/// The device that had a key at first.
Legend device_colours(const Moment& moment) {
  Legend legend{.name = text::devices::legend, .owners = true};
  for (uint32_t d = 0; d < devices_in(*moment.trace); ++d)
    legend.colours.push_back(std::to_string(d));
  return legend;
}

uint32_t key_of_device_value(const Moment& moment, const radix::Array& array, uint32_t index) {
  const std::vector<uint32_t> ids = input_of(moment).ids;
  const uint32_t place = array.id == radix::devices::array::source ? array.values[index] : index;
  return place < ids.size() ? ids[place] : radix::none;
}

uint32_t example_key_of_devices(const Moment& moment) {
  const auto key = device_key(moment);
  return key ? key->id : radix::none;
}

const radix::Array* matrix_of(const radix::Step& step) {
  return step.find(radix::devices::array::send_counts);
}
std::optional<uint32_t> entry_of_matrix(const Moment& moment) {
  const auto pair = spoken_pair(moment);
  return pair ? std::optional(entry_of(*moment.trace, *pair)) : std::nullopt;
}

std::optional<uint64_t> comparisons_of_devices(const Moment& moment) {
  return compared_by_devices(moment);
}

/// What crosses, and how even the shares are, once that is known.
std::vector<Total> totals_of_devices(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (!moment.find(radix::devices::array::send_counts)) return {};
  const std::vector<uint32_t> sizes = received_sizes(moment);
  return {{text::devices::total_cross,
           text::all::part_of({.all = n, .part = n - keys_that_stay(moment)})},
          {text::devices::total_share, fixed_number(expansion_of(sizes), 2)}};
}

std::string cut_of_devices(const radix::SortInfo&, const radix::Settings& settings) {
  return text::devices::cut({.devices = settings.devices, .threads = settings.threads_per_block});
}

}  // namespace

const FamilyRow devices_row{
    .sorts = &radix::devices::family,
    .figures = device_figures,
    .comparisons = device_comparisons,
    .best_figure = best_device_figure,
    .why = why_of_devices,
    .formula = formula_of_devices,
    .kept = kept_by_devices,
    .legend = device_colours,
    .key_of = key_of_device_value,
    .example_key = example_key_of_devices,
    .table = matrix_of,
    .chosen_entry = entry_of_matrix,
    .entry_name = pair_words,
    .compared = comparisons_of_devices,
    .totals = totals_of_devices,
    .threads = holders_of_key,
    .questions = device_questions,
    .misconceptions = device_misconceptions,
    .cut_words = cut_of_devices,
};

}  // namespace scope
