#include "export.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "files.hpp"
#include "html.hpp"
#include "phrases.hpp"
#include "picture_files.hpp"
#include "svg.hpp"

namespace scope {
namespace {

using Bytes = radix::Result<std::string>;

Bytes svg_of(const Handout& handout, const Style& style) {
  const Page& page = handout.pages.front();
  return to_svg(with_heading(page.scene), theme(style.theme), page.selected, page.words);
}

Bytes png_of(const Handout& handout, const Style& style) {
  const Page& page = handout.pages.front();
  return to_png(with_heading(page.scene), theme(style.theme), page.selected, style.scale);
}

Bytes pdf_of(const Handout& handout, const Style& style) {
  std::vector<Scene> scenes;
  for (const Page& page : handout.pages) scenes.push_back(with_heading(page.scene));
  std::vector<PdfPage> pages;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const Page& page = handout.pages[i];
    pages.push_back({&scenes[i], page.selected, page.place.empty() ? page.title : page.place + " · " + page.title});
  }
  return to_pdf(pages, handout.title, theme(style.theme));
}

Bytes html_of(const Handout& handout, const Style&) { return to_html(handout); }

Bytes text_of(const Handout& handout, const Style&) { return to_text(handout); }

constexpr Format all[] = {
    {"svg", "svg", "", "drawing with text that can be edited", false, true, svg_of},
    {"png", "png", "", "pixels, 1 to 4 times as many", false, true, png_of},
    {"pdf", "pdf", "", "all pages in one document", true, true, pdf_of},
    {"html", "html", "htm", "a page for any browser that steps", true, false, html_of},
    {"text", "txt", "", "what a screen reader reads", true, false, text_of},
};

/// Why files cannot be put there; makes the folder when it is missing.
std::string make_folder(const std::string& place) {
  std::error_code error;
  const std::filesystem::path folder = to_path(place);
  if (std::filesystem::is_directory(folder, error)) return "";
  if (std::filesystem::exists(folder, error)) return "'" + place + "' is a file; give the name of a folder.";
  std::filesystem::create_directories(folder, error);
  return error ? "The folder '" + place + "' cannot be made; choose another place." : "";
}

/// "pdf, html and text": those that put all pages into one file.
std::string bundles() {
  std::vector<std::string> names;
  for (const Format& each : all)
    if (each.bundles) names.push_back(each.name);
  return listed(names);
}

bool is_folder(const std::string& place) {
  std::error_code error;
  return std::filesystem::is_directory(to_path(place), error);
}

}  // namespace

std::span<const Format> formats() { return all; }

const Format* format_named(std::string_view name) {
  const auto* found = std::ranges::find_if(all, [&](const Format& format) { return name == format.name; });
  return found == std::end(all) ? nullptr : found;
}

std::string ending_of(std::string_view file) {
  const std::string_view name = file.substr(file.find_last_of("/\\") + 1);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? "" : std::string(name.substr(dot + 1));
}

const Format* format_ending(std::string_view file) {
  std::string ending = ending_of(file);
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* found = std::ranges::find_if(all, [&](const Format& format) {
    return !ending.empty() && (ending == format.ending || ending == format.also);
  });
  return found == std::end(all) ? nullptr : found;
}

radix::Result<std::string> write_page(const Format& format, const Page& page, const Style& style) {
  return format.write({.name = page.name, .title = page.title, .pages = {page}}, style);
}

std::string to_text(const Handout& handout) {
  std::string text = handout.title + "\n" + (handout.about.empty() ? "" : handout.about + "\n");
  for (const Page& page : handout.pages) {
    const char* between = page.place.empty() ? "" : " · ";
    text += "\n" + page.title + between + page.place + "\n" + page.words + "\n" + page.text;
  }
  return text;
}

std::string file_for(const std::string& place, const std::string& name, const Format& format) {
  const Format* ending = format_ending(place);
  std::error_code error;
  const bool ends_so = ending && ending->write == format.write;
  if (ends_so || std::filesystem::is_regular_file(to_path(place), error)) return place;
  const std::string file = name + "." + format.ending;
  return place == "." ? file : place + (place.ends_with('/') ? "" : "/") + file;
}

std::string place_refusal(const std::string& place, const Format& format) {
  if (place == "-" && !format.bundles)
    return say("Standard output takes one file, but ", format.name,
               " is a file for every page; give a folder. Formats of one file: ", bundles(), ".");
  const Format* ending = is_folder(place) ? nullptr : format_ending(place);
  if (!ending || (format.bundles && ending->write == format.write)) return "";
  if (ending->write != format.write)
    return say("'", place, "' ends like ", ending->name, ", but ", format.name, " is wanted; change one of the two.");
  return say("'", place, "' is the name of one file, but ", format.name,
             " is a file for every page; give a folder. Formats of one file: ", bundles(), ".");
}

std::string write_handout(const Handout& handout, const Format& format, const Style& style, const std::string& place,
                          std::vector<std::string>& written) {
  if (!handout.refusal.empty()) return handout.refusal;
  const auto put = [&](const Bytes& bytes, const std::string& path) {
    std::string refusal = bytes ? write_file(path, *bytes) : bytes.complaint.sentence;
    if (refusal.empty()) written.push_back(path);
    return refusal;
  };
  if (format.bundles) return put(format.write(handout, style), place);
  if (std::string refusal = make_folder(place); !refusal.empty()) return refusal;
  for (const Page& page : handout.pages) {
    std::string refusal = put(write_page(format, page, style), place + "/" + page.name + "." + format.ending);
    if (!refusal.empty()) return refusal;
  }
  return "";
}

}  // namespace scope
