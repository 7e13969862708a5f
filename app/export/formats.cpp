#include "formats.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "html.hpp"
#include "raster.hpp"
#include "svg.hpp"
#include "text/pages.hpp"

namespace scope {
namespace {

using Bytes = radix::Result<std::string>;

Bytes svg_of(const PageRun& run, const Style& style, const Going&) {
  const Page page = run.draw(0);
  return to_svg(with_heading(page.scene), theme(style.theme), page.selected, page.words);
}

Bytes png_bytes(const PageRun& run, const Style& style, const Going&) {
  const Page page = run.draw(0);
  return to_png(with_heading(page.scene), theme(style.theme), page.selected, style.scale);
}

/// Whether page number i is there and wanted.
bool wanted(const PageRun& run, std::size_t i, const Going& going) {
  const std::size_t count = run.about.pages.size();
  return i < count && (!going || going(i, count));
}

Bytes pdf_of(const PageRun& run, const Style& style, const Going& going) {
  const auto pages = [&](std::size_t i, PdfPage& to) {
    if (!wanted(run, i, going)) return false;
    const Page page = run.draw(i);
    to = {with_heading(page.scene), page.selected,
          page.place.empty() ? page.title : page.place + " · " + page.title};
    return true;
  };
  return to_pdf(pages, run.about.title, theme(style.theme));
}

Bytes html_of(const PageRun& run, const Style&, const Going& going) {
  return to_html(run, 0, going);
}

Bytes webp_of(const PageRun& run, const Style& style, const Going& going) {
  return to_webp(run, theme(style.theme), style.scale, style.pace, going);
}

Bytes text_of(const PageRun& run, const Style&, const Going& going) {
  std::string text =
      run.about.title + "\n" + (run.about.about.empty() ? "" : run.about.about + "\n");
  for (std::size_t i = 0; wanted(run, i, going); ++i) {
    const Page page = run.draw(i);
    const char* between = page.place.empty() ? "" : " · ";
    text += "\n" + page.title + between + page.place + "\n" + page.words + "\n" + page.text;
  }
  return text;
}

constexpr std::size_t max_png_folder = std::size_t{1}
                                       << 30;  // opened one at a time, and never all in memory

constexpr Format format_rows[] = {
    {"svg", "svg", "", "drawing with text that can be edited", max_handout_bytes, false, true,
     false, svg_of},
    {"png", "png", "", "pixels, 1 to 4 times as many", max_png_folder, false, true, true,
     png_bytes},
    {"pdf", "pdf", "", "all pages in one document", max_handout_bytes, true, true, true, pdf_of},
    {"html", "html", "htm", "a page that steps in any browser", max_handout_bytes, true, false,
     false, html_of},
    {"webp", "webp", "", "an animation", max_handout_bytes, true, true, true, webp_of},
    {"text", "txt", "", "what a screen reader reads", max_handout_bytes, true, false, false,
     text_of},
};

/// Why files cannot be put there; makes the folder when it is missing.
std::string make_folder(const std::string& place) {
  std::error_code error;
  const std::filesystem::path folder = to_path(place);
  if (std::filesystem::is_directory(folder, error)) return "";
  if (std::filesystem::exists(folder, error)) return text::pages::is_a_file({.place = place});
  std::filesystem::create_directories(folder, error);
  return error ? text::pages::no_folder_made({.place = place}) : "";
}

/// "pdf, html and text": those that put all pages into one file.
std::string bundles() {
  std::vector<std::string> names;
  for (const Format& each : format_rows)
    if (each.bundles) names.push_back(each.name);
  return text::list(names);
}

bool is_folder(const std::string& place) {
  std::error_code error;
  return std::filesystem::is_directory(to_path(place), error);
}

}  // namespace

std::span<const Format> formats() { return format_rows; }

const Format* format_named(std::string_view name) {
  const auto* found =
      std::ranges::find_if(format_rows, [&](const Format& format) { return name == format.name; });
  return found == std::end(format_rows) ? nullptr : found;
}

std::string ending_of(std::string_view file) {
  const std::string_view name = file.substr(file.find_last_of("/\\") + 1);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? "" : std::string(name.substr(dot + 1));
}

const Format* format_ending(std::string_view file) {
  std::string ending = ending_of(file);
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* found = std::ranges::find_if(format_rows, [&](const Format& format) {
    return !ending.empty() && (ending == format.ending || ending == format.also);
  });
  return found == std::end(format_rows) ? nullptr : found;
}

radix::Result<std::string> write_page(const Format& format, const Page& page, const Style& style) {
  PageRun run{.about = {.name = page.name, .title = page.title},
              .draw = [&](std::size_t) { return page; }};
  run.about.pages.push_back({.step = page.step});
  return format.write(run, style, {});
}

std::string to_text(const Handout& handout) { return *text_of(page_run_of(handout), {}, {}); }

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
    return text::pages::one_file_on_output({.format = format.name, .formats = bundles()});
  const Format* ending = is_folder(place) ? nullptr : format_ending(place);
  if (!ending || (format.bundles && ending->write == format.write)) return "";
  if (ending->write != format.write)
    return text::pages::ends_like({.ending = ending->name, .format = format.name, .place = place});
  return text::pages::name_of_one({.format = format.name, .formats = bundles(), .place = place});
}

/// "session" of a session file, and so on; "" of what this program does not open as a document.
static std::string kind_of(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 400);
  const std::size_t begin = head.find_first_not_of(blank_signs), at = head.find("\"radixscope ");
  if (begin == head.npos || head[begin] != '{' || at == head.npos) return "";
  const std::size_t word = at + std::string_view("\"radixscope ").size();
  return std::string(head.substr(word, head.find_first_of(" \"", word) - word));
}

/// How files that this program writes begin, each kind in its own way; -1 of any other text.
static int beginning_kind(std::string_view bytes) {
  constexpr std::string_view beginnings[] = {"\x89PNG\r\n", "%PDF-", "<svg ", "<!DOCTYPE html>",
                                             "<?xml",       "{",     "RIFF"};
  for (std::size_t i = 0; i < std::size(beginnings); ++i)
    if (bytes.starts_with(beginnings[i])) return static_cast<int>(i);
  return -1;
}

/// The first line of a text, without its numbers: what tables, sheets and transcripts have alike.
static std::string first_words(std::string_view text) {
  std::string line(text.substr(0, std::min(text.find('\n'), std::size_t{300})));
  if (line.find(" keys; key bits") != line.npos) return "transcript";
  std::erase_if(line, [](char c) { return c >= '0' && c <= '9'; });
  return line;
}

std::string replacing_refusal(const std::string& path, std::string_view bytes) {
  const std::string begin = beginning_of(path, 400), old = kind_of(begin);
  if (begin.empty() || (!old.empty() && old == kind_of(bytes))) return "";
  const int kind = beginning_kind(begin);
  if (old.empty() && kind == beginning_kind(bytes) && kind_of(bytes).empty() &&
      (kind >= 0 || first_words(begin) == first_words(bytes)))
    return "";
  if (old.empty()) return text::pages::holds_other({.path = path});
  const std::string held = old == "time" ? "timing run" : old == "trace" ? "run" : old;
  return text::pages::would_replace({.kind = text::translated(held), .path = path});
}

Written write_pages(const PageRun& run, const Format& format, const Style& style,
                    const std::string& place, const Going& ask) {
  Written done{.refusal = run.about.refusal};
  if (!done.refusal.empty()) return done;
  const Going going = [&](std::size_t page, std::size_t of) {
    done.pages = page;
    return done.stopped = done.stopped || (ask && !ask(page, of)), !done.stopped;
  };
  const auto put = [&](const Bytes& bytes, const std::string& path) {
    if (done.stopped) return false;
    done.refusal = bytes ? replacing_refusal(path, *bytes) : bytes.error.sentence;
    if (done.refusal.empty()) done.refusal = write_file(path, *bytes);
    if (done.refusal.empty()) done.files.push_back(path);
    return done.refusal.empty();
  };
  if (format.bundles) return put(format.write(run, style, going), place), done;
  done.refusal = make_folder(place);
  remove_parts_in(place);  // of an export that was killed
  for (std::size_t i = 0; i < run.about.pages.size() && done.refusal.empty(); ++i) {
    if (!going(i, run.about.pages.size())) break;
    const Page page = run.draw(i);
    put(write_page(format, page, style), place + "/" + page.name + "." + format.ending);
  }
  return done;
}

Budget budget_of(const Format& format, const Style& style) {
  return {.most = format.most, .weigh = [&format, style](const std::vector<Page>& pages) {
            const auto size = [](const Bytes& bytes) { return bytes ? bytes->size() : 0; };
            if (format.bundles)
              return size(format.write(page_run_of({.steps = 1, .pages = pages}), style, {}));
            std::size_t all = 0;
            for (const Page& page : pages)
              all += size(write_page(format, page, {.theme = style.theme, .scale = 1}));
            return format.write == png_bytes ? all * style.scale
                                             : all;  // of a PNG edges count, flat areas hardly do
          }};
}

}  // namespace scope
