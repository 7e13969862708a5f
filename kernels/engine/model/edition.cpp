// THE TABLE. The column of the 5th edition rests on one reading of it: what is found wrong is put
// right here, and nowhere else.
#include "edition.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace radix {
namespace {

std::atomic<Edition> reader_has{Edition::fourth};

constexpr SectionRow section_rows[] = {
    {Section::background, "background", "background", {"13.1", "14.1"}},
    {Section::odd_even, "odd_even", "parallel odd–even sort", {"13.8", "14.2"}},
    {Section::radix_sort, "radix_sort", "radix sort", {"13.2", "14.4"}},
    {Section::parallel, "parallel", "parallel radix sort", {"13.3", "14.5"}},
    {Section::coalescing, "coalescing", "memory coalescing", {"13.4", "14.6"}},
    {Section::radix_width, "radix_width", "choice of the radix", {"13.5", "14.7"}},
    {Section::coarsening, "coarsening", "thread coarsening", {"13.6", "14.8"}},
    {Section::merge_sort, "merge_sort", "parallel merge sort", {"13.7", "14.3"}},
    {Section::other, "other", "other parallel sorts", {"13.8", "14.9"}},
};

// Figure 13.k became 14.(k + 3), and 13.11 moved to the front with merge sort.
constexpr NumberedRow figure_rows[] = {
    {"fig13-1", {"13.1", "14.4"}},   {"fig13-2", {"13.2", "14.5"}},
    {"fig13-3", {"13.3", "14.6"}},   {"fig13-4", {"13.4", "14.7"}},
    {"fig13-5", {"13.5", "14.8"}},   {"fig13-6", {"13.6", "14.9"}},
    {"fig13-7", {"13.7", "14.10"}},  {"fig13-8", {"13.8", "14.11"}},
    {"fig13-9", {"13.9", "14.12"}},  {"fig13-10", {"13.10", "14.13"}},
    {"fig13-11", {"13.11", "14.3"}}, {"fig14-1", {nullptr, "14.1"}},
    {"fig14-2", {nullptr, "14.2"}},
};

constexpr NumberedRow chapter_rows[] = {
    {"sorting", {"13", "14"}},      {"histogram", {"9", "9"}},   {"reduction", {"10", "10"}},
    {"scan", {"11", "11"}},         {"filter", {nullptr, "12"}}, {"merge", {"12", "13"}},
    {"multi_gpu", {nullptr, "23"}},
};

/// The number behind a slot's kind and name; null: it is no slot.
const char* number_at(std::string_view kind, std::string_view name) {
  if (kind == "section") {
    for (const SectionRow& row : section_rows)
      if (name == row.name) return row.numbers.in(edition());
    return nullptr;
  }
  const std::span<const NumberedRow> rows = kind == "figure"    ? book_figures()
                                            : kind == "chapter" ? chapters()
                                                                : std::span<const NumberedRow>();
  for (const NumberedRow& row : rows)
    if (name == row.name) return row.numbers.in(edition());
  return nullptr;
}

/// "fig14-12" and "14.12" are both 14.12.
std::string plain_number(std::string_view text) {
  if (text.starts_with("fig")) text.remove_prefix(3);
  std::string number(text);
  std::ranges::replace(number, '-', '.');
  return number;
}

}  // namespace

Edition edition() { return reader_has; }
void use_edition(Edition edition) { reader_has = edition; }

std::span<const SectionRow> sections() { return section_rows; }
std::span<const NumberedRow> book_figures() { return figure_rows; }
std::span<const NumberedRow> chapters() { return chapter_rows; }

const SectionRow& row_of(Section section) {
  return section_rows[static_cast<std::size_t>(section)];
}
const char* number_of(Section section) { return row_of(section).numbers.in(edition()); }

std::optional<Section> section_called(std::string_view text) {
  for (const SectionRow& row : section_rows)
    if (text == row.name) return row.section;
  for (const Edition each : {edition(), Edition::fourth, Edition::fifth})
    for (std::size_t i = std::size(section_rows); i-- > 0;)  // 13.8 is that of the other sorts
      if (text == section_rows[i].numbers.in(each)) return section_rows[i].section;
  return std::nullopt;
}

std::string figure_title(std::string_view id) {
  for (const NumberedRow& row : figure_rows)
    if (id == row.name)
      if (const char* number = row.numbers.in(edition())) return std::string("Figure ") + number;
  return std::string(id);
}

std::string_view figure_called(std::string_view text) {
  const std::string number = plain_number(text);
  for (const NumberedRow& row : figure_rows)
    for (const Edition each : {Edition::fourth, Edition::fifth})
      if (const char* known = row.numbers.in(each); known && number == known) return row.name;
  return "";
}

std::string filled(std::string_view text) {
  std::string full;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    full += text.substr(at, open - at);
    const std::size_t colon = text.find(':', open), close = text.find('}', open);
    const bool slot = close != text.npos && colon < close;
    const char* number = slot ? number_at(text.substr(open + 1, colon - open - 1),
                                          text.substr(colon + 1, close - colon - 1))
                              : nullptr;
    if (number)
      full += number;
    else
      full += text.substr(open, 1);
    at = number ? close + 1 : open + 1;
  }
  return full;
}

}  // namespace radix
