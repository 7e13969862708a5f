/// The book's two editions: where each of its sections, figures and chapters stands. This table
/// (edition.cpp) is the only place where such a number is written. Everything else names a section
/// or a figure as the table does; texts in files by a slot, which is filled when they are read:
///
///   {section:coalescing}  13.4 or 14.6      {figure:fig13-9}  13.9 or 14.12
///   {chapter:merge}       12 or 13
///
/// Figures are named by their numbers in the 4th edition: fig13-9. The
/// exercises of the chapter are the same four in both, 1 to 4.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace radix {

enum class Edition : uint8_t { fourth = 4, fifth = 5 };

/// The edition that the reader has, one for the whole program. At first the 4th.
Edition edition();
void use_edition(Edition edition);

enum class Section : uint8_t {
  background,
  odd_even,
  radix_sort,
  parallel,
  coalescing,
  radix_width,
  coarsening,
  merge_sort,
  other
};

struct EditionNumbers {
  const char *fourth, *fifth;  ///< "13.4", "14.6"; null: that edition has none
  const char* in(Edition which) const { return which == Edition::fourth ? fourth : fifth; }
};

struct SectionRow {
  Section section;
  const char* name;   ///< in files: "coalescing"
  const char* title;  ///< what it is about
  EditionNumbers numbers;
};
/// By Section.
std::span<const SectionRow> sections();

struct NumberedRow {
  const char* name;  ///< of a figure "fig13-9", of a chapter "merge"
  EditionNumbers numbers;
};
std::span<const NumberedRow> book_figures();
std::span<const NumberedRow> chapters();

/// "13.4", in the reader's edition.
const char* number_of(Section section);
const SectionRow& row_of(Section section);

/// By its name or by its number in either edition: "coalescing", "13.4", "14.6".
std::optional<Section> section_called(std::string_view text);

/// "Figure 13.9", in the reader's edition, of "fig13-9". What is no figure of the book is called as
/// it is.
std::string figure_title(std::string_view id);

/// The table's name of a figure in any spelling, "fig13-9", "13.9", "fig14-12", "14.12"; else "".
std::string_view figure_called(std::string_view text);

/// The text with every slot filled, in the reader's edition. What is no slot stays.
std::string filled(std::string_view text);

}  // namespace radix
