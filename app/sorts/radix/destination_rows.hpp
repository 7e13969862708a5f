/// The rows of Figure 13.3: keys with their threads, numbers one below the other, and the
/// operation that leads from each row to the next.
#pragma once

#include "app/core/figures/kit/rows.hpp"

namespace scope {

/// Between two rows.
constexpr float step_height(const Columns& columns) { return either(columns, 44, 32); }

/// The same with labels that fit between the keys and their bits on a wide low page.
Columns with_small_words(Columns columns);

/// True when the step just taken made this array.
bool made(const Moment& moment, radix::ArrayId id);

/// Threads, keys and their indices. Returns the y below.
float add_key_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                  const radix::Array& keys, Lit lit);

/// The name of a step at the left, between the rows it leads from and to, which stand `room` apart.
void add_step_name(Scene& scene, const Columns& columns, float y, float room,
                   const std::string& name, bool now);

/// One short arrow per key: a step that every thread takes alone.
void add_thread_arrows(Scene& scene, const Columns& columns, float y, float room,
                       const radix::Array& keys, Lit lit);

/// A row of numbers, one per key, or its empty slots. Returns the y below.
float add_number_row(Scene& scene, const Moment& moment, const Columns& columns, float y,
                     const radix::Array* array, const radix::Array& keys, const std::string& label);

/// All rows and the card of a sort that sorts by whole digits. Returns the y below.
float add_digit_rows(Scene& scene, const Moment& moment, const Columns& columns, float y);

}  // namespace scope
