// Commands that write pictures and handouts. Their argument is the name of a file or folder, which
// may have blanks in it, and after it words that say how: a scale, a theme, a step size, a format.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "app/core/base/background.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/language_fonts.hpp"
#include "app/core/base/programs.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/export/export_job.hpp"
#include "app/export/formats.hpp"
#include "app/export/html.hpp"
#include "app/export/raster.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/families/run_page.hpp"
#include "command_rows.hpp"
#include "kernels/run/exercise_files.hpp"
#include "kernels/text/in_language.hpp"
#include "text/code.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

constexpr std::size_t slow_bytes = 20u << 20;  // a browser opens as much in about two seconds
constexpr text::Label nothing_written = text::commands::nothing_written;

/// What a command was asked to write.
struct Wanted {
  std::string file;  ///< "" = a name of its own in the current folder
  Style style;
  StepSize step_size;
  const Format* format;
  bool printed = false;         ///< "-": on standard output
  std::string language = "en";  ///< of its words

  /// "" or one sentence: why it is not in the language that was chosen.
  std::string remark() const {
    const std::string chosen = language_of_files();
    return language == chosen ? "" : no_font_words(chosen, false);
  }
};

/// Pages stand as long as steps do while playing, and keys move as fast as in the window.
Pace pace_of(const Document& document) {
  return {.page = std::clamp(1.2f / document.speed, 0.3f, 4.f),
          .motion = document.motion ? motion_seconds / document.motion_speed : 0};
}

/// Takes a word from after the file's name; false when it is part of the name. A number is a
/// scale; a step size or a format only where there are `many`.
bool take_word(const std::string& word, Wanted& wanted, bool many, std::string& refusal) {
  if (const Theme* theme = theme_named(word)) return wanted.style.theme = theme->id, true;
  if (std::ranges::all_of(word, [](unsigned char c) { return c >= '0' && c <= '9'; })) {
    if (const auto scale = whole_number(word, 1, 4, "The scale", refusal))
      wanted.style.scale = *scale;
    return true;
  }
  if (!many) return false;
  if (const StepSizeInfo* step_size = step_size_named(word))
    return wanted.step_size = step_size->step_size, true;
  const Format* format = format_named(word);
  if (format) wanted.format = format;
  return format != nullptr;
}

/// A name in quotes at the front of `rest`, which loses it.
std::optional<std::string> quoted_name(std::string& rest) {
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return std::nullopt;
  const std::size_t end = rest.find(rest[0], 1);
  if (end == std::string::npos || (end + 1 < rest.size() && rest[end + 1] != ' '))
    return std::nullopt;
  std::string name = rest.substr(1, end - 1);
  rest.erase(0, end + 1);
  return name;
}

/// "x.svg pink": a name that goes on after the ending of a picture was meant to say something
/// else. "" or a sentence.
std::string word_behind_name(const std::string& name, bool many) {
  for (std::size_t blank = name.find(' '); blank != name.npos; blank = name.find(' ', blank + 1)) {
    if (!format_ending(name.substr(0, blank))) continue;
    return text::commands::neither_scale_name(
        {.ending = name.substr(name.rfind('.', blank), blank - name.rfind('.', blank)),
         .many = many,
         .text = name.substr(blank + 1)});
  }
  return "";
}

/// Reads "FILE", "FILE 3", "'a file.png' 3 print". `many`: of a command with many steps or formats.
Wanted read(const Document& document, Argument argument, const char* format, bool many,
            std::string& refusal) {
  const bool moves = std::string_view(format) == "webp";  // is seen, not magnified
  Wanted wanted{
      .style = {.theme = document.theme, .scale = moves ? 1u : 2u, .pace = pace_of(document)},
      .step_size = document.step_size,
      .format = format_named(format)};
  std::string rest = argument.text();
  const auto quoted = quoted_name(rest);
  while (refusal.empty()) {
    rest.erase(rest.find_last_not_of(" \t\r\n") + 1);
    const std::size_t begin = rest.find_last_of(" \t\r\n") + 1;  // 0 where there is one word
    if (rest.empty() || !take_word(rest.substr(begin), wanted, many, refusal)) break;
    rest.erase(begin);
  }
  rest.erase(0, std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (quoted && !rest.empty() && refusal.empty())
    refusal = text::commands::neither_scale({.many = many, .text = rest});
  wanted.file = quoted.value_or(rest);
  if (!quoted && refusal.empty()) refusal = word_behind_name(rest, many);
  wanted.printed = is_output(document, wanted.file);
  wanted.language = file_language(wanted.format->drawn && has_cairo());
  return wanted;
}

/// What `make` makes, in the language of what is written.
template <class Make>
auto in_its_language(const Wanted& wanted, const Make& make) {
  const text::InLanguage spoken(wanted.language);
  return make();
}

/// The page on the screen.
std::string write_shown(Document& document, Argument argument, const char* format,
                        bool any_format = false) {
  std::string refusal;
  Wanted wanted = read(document, argument, format, any_format, refusal);
  if (!refusal.empty()) return refusal;
  const auto bytes = in_its_language(wanted, [&] {
    const Page page = page_of(document);
    if (wanted.file.empty()) wanted.file = page.name + "." + wanted.format->ending;
    return write_page(*wanted.format, page, wanted.style);
  });
  if (!bytes) return bytes.error.sentence;
  refusal = write_text(document, wanted.file, *bytes);
  if (const std::string remark = wanted.remark(); refusal.empty() && !remark.empty()) {
    if (!document.interactive) scope::complain(remark);
    document.note += ". " + remark;
  }
  return refusal;
}

/// "12 of 49 pages are written into 'all', the last as '011-….svg'."
std::string files_words(const std::vector<std::string>& files, std::size_t of,
                        const std::string& place) {
  return text::commands::pages_written({.last = files.back().substr(files.back().rfind('/') + 1),
                                        .pages = of,
                                        .place = place,
                                        .written = files.size()});
}

Exported write_run(const PageRun& run, const Wanted& wanted, const Going& going) {
  const Format& format = *wanted.format;
  if (!going(0, run.about.pages.size())) return {.note = nothing_written};
  if (!run.about.refusal.empty()) return {.refusal = run.about.refusal};
  const std::string name = wanted.file.empty() ? run.about.name : wanted.file;
  if (std::string refusal = place_refusal(name, format); !refusal.empty())
    return {.refusal = std::move(refusal)};
  const std::string missing = wanted.remark();
  const std::string remark = run.about.remark.empty() || missing.empty()
                                 ? run.about.remark + missing
                                 : text::paragraph(run.about.remark, missing);
  std::optional<text::InLanguage> spoken(std::in_place, wanted.language);
  if (wanted.printed) {
    auto bytes = format.write(run, wanted.style, going);
    return {.refusal = bytes.error.sentence,
            .remark = remark,
            .printed = bytes ? std::move(*bytes) : ""};
  }
  const std::string place = format.bundles ? file_for(name, run.about.name, format) : name;
  Written done = write_pages(run, format, wanted.style, place, going);
  spoken.reset();
  Exported end{.refusal = std::move(done.refusal), .files = std::move(done.files)};
  const std::string files =
      end.files.empty() ? "" : files_words(end.files, run.about.pages.size(), place);
  if (!end.refusal.empty()) {
    if (!files.empty()) end.refusal += " " + files;
  } else if (done.stopped) {
    end.note =
        files.empty() ? std::string(nothing_written) : text::commands::cancelled({.files = files});
  } else {
    end.note = end.files.size() == 1
                   ? text::commands::wrote({.file = place})
                   : text::commands::wrote_files({.files = end.files.size(), .place = place});
    end.remark = remark;
  }
  return end;
}

/// `asked`: the file, or "" for the handout's own name in the current folder.
Exported write_html(const Document& document, const std::string& asked, const Going& going) {
  const Format& format = *format_named("html");
  std::optional<text::InLanguage> spoken(std::in_place, language_of_files());
  const PageRun run = page_run_of(document, document.step_size, budget_of(format, {}), going);
  if (!run.about.refusal.empty()) return {.refusal = run.about.refusal};
  const std::string text =
      going(0, run.about.pages.size()) ? to_html(run, document.lane().cursor, going) : "";
  spoken.reset();
  const std::string file = asked.empty() ? file_for(".", run.about.name, format) : asked;
  if (text.empty()) return {.note = nothing_written};
  if (is_output(document, file)) return {.remark = run.about.remark, .printed = text};
  Exported end{.refusal = replacing_refusal(file, text), .remark = run.about.remark};
  if (end.refusal.empty()) end.refusal = write_file(file, text);
  if (!end.refusal.empty()) return end;
  end.files = {file};
  end.note = text::commands::wrote_page({.file = file, .pages = run.about.pages.size()});
  if (text.size() > slow_bytes)
    end.note = text::commands::wrote_large({.megabytes = text.size() >> 20, .said = end.note});
  return end;
}

}  // namespace

static std::string page(Document& document, Argument argument) {
  return write_shown(document, argument, "svg", true);
}
static std::string svg(Document& document, Argument argument) {
  return write_shown(document, argument, "svg");
}
static std::string png(Document& document, Argument argument) {
  return write_shown(document, argument, "png");
}
static std::string pdf(Document& document, Argument argument) {
  return write_shown(document, argument, "pdf");
}

static std::string text(Document& document, Argument argument) {
  const std::string file = argument.text();
  if (document.mode == Mode::timing) return write_shown(document, file, "text");
  const auto trace = known_steps(document);
  const std::string place = file.empty() ? trace->sort + ".txt" : file;
  if (std::string refusal = place_refusal(place); !refusal.empty()) return refusal;
  if (std::string refusal = own_file_refusal(document, place); !refusal.empty()) return refusal;
  const bool printed = is_output(document, place);
  const uint32_t pinned = document.pinned;
  return start_export(document, [trace, place, printed, pinned](const Going& going) -> Exported {
    std::optional<text::InLanguage> spoken(std::in_place, language_of_files());
    std::string text = transcript(*trace, going, pinned);
    spoken.reset();
    if (text.empty()) return {.note = nothing_written};
    if (printed) return {.printed = std::move(text)};
    std::string refusal = replacing_refusal(place, text);
    if (refusal.empty()) refusal = write_file(place, text);
    if (!refusal.empty()) return {.refusal = refusal};
    return {.note = text::commands::wrote({.file = place}), .files = {place}};
  });
}

/// With the fault that is planted in the run, or the person's changes.
static std::string kernel_file(Document& document, Argument argument) {
  const Lane& lane = document.lane();
  const radix::SortInfo& sort = *radix::sort_named(lane.trace->sort);
  const std::string text =
      lane.setup.changed
          ? radix::standalone_changed(sort, *lane.setup.changed)
          : radix::standalone_file(sort, radix::planted_fault_named(lane.trace->planted));
  if (!argument.text().empty()) return write_text(document, argument.text(), text);
  document.printed += text;
  return "";
}

static std::string steps(Document& document, Argument argument) {
  std::string refusal;
  const Wanted wanted = read(document, argument, "svg", true, refusal);
  if (!refusal.empty()) return refusal;
  const auto still = std::make_shared<const Document>(snapshot(document));
  return start_export(document, [still, wanted](const Going& going) {
    const Budget budget = budget_of(*wanted.format, wanted.style);
    return write_run(
        in_its_language(wanted,
                        [&] { return page_run_of(*still, wanted.step_size, budget, going); }),
        wanted, going);
  });
}

/// The pages of the pass that is shown, with the keys as it finds them; in Compare mode all pages.
static PageRun pass_run(const Document& document, const Going& going) {
  PageRun run = page_run_of(document, document.step_size, {}, going);
  if (document.mode != Mode::step || !shows_a_step(document)) return run;
  const Moment now = moment(document);
  const auto pass_at = [&](std::size_t cursor) {
    return cursor == 0 ? 0 : now.trace->steps[cursor - 1].pass;
  };
  const uint32_t pass = now.pass();
  std::vector<std::size_t> kept;
  std::vector<Page> pages;
  for (std::size_t i = 0; i < run.about.pages.size(); ++i) {
    const std::size_t step = run.about.pages[i].step;
    const bool begins = i + 1 < run.about.pages.size() && pass_at(step) != pass &&
                        step < run.about.pages[i + 1].step &&
                        pass_at(run.about.pages[i + 1].step) == pass;
    if (pass_at(step) != pass && !begins) continue;
    kept.push_back(i), pages.push_back(std::move(run.about.pages[i]));
  }
  run.about.pages = std::move(pages);
  const auto page = std::make_shared<const RunPage>(
      page_of_run(now, document.figure == "auto" ? nullptr : figure_named(document.figure)));
  run.draw = [draw = run.draw, kept, page](std::size_t i) {
    Page drawn = draw(kept[i]);
    drawn.scene = on_page(std::move(drawn.scene), *page);
    return drawn;
  };
  run.about.name += joined({"-pass", pass + 1});
  return run;
}

static std::string animate(Document& document, Argument argument) {
  std::string refusal;
  const Wanted wanted = read(document, argument, "webp", false, refusal);
  if (!refusal.empty()) return refusal;
  const auto still = std::make_shared<const Document>(snapshot(document));
  return start_export(document, [still, wanted](const Going& going) {
    return write_run(in_its_language(wanted, [&] { return pass_run(*still, going); }), wanted,
                     going);
  });
}

static std::string slides(Document& document, Argument argument) {
  if (!document.lesson) return text::commands::no_lesson;
  std::string refusal;
  const Wanted wanted = read(document, argument, "html", true, refusal);
  if (!refusal.empty()) return refusal;
  const auto handout =
      in_its_language(wanted, [&] { return handout_of(*document.lesson, document.notes); });
  if (!handout) return handout.error.sentence;
  return start_export(document, [handout = *handout, wanted](const Going& going) {
    return write_run(page_run_of(handout), wanted, going);
  });
}

static std::string html(Document& document, Argument argument) {
  const std::string file = argument.text();
  if (!shows_a_step(document)) return text::commands::not_a_step;
  if (!file.empty())
    for (std::string refusal : {place_refusal(file), own_file_refusal(document, file)})
      if (!refusal.empty()) return refusal;
  const auto still = std::make_shared<const Document>(snapshot(document));
  return start_export(
      document, [still, file](const Going& going) { return write_html(*still, file, going); });
}

/// A program that gives a picture to the clipboard; "" where there is none.
static std::string picture_program() {
  return std::getenv("WAYLAND_DISPLAY") ? program_found({"wl-copy", "xclip"})
                                        : program_found({"xclip", "wl-copy"});
}

/// As PNG where the desktop takes pictures from another program, else as SVG, which is a text.
static std::string copy_picture(Document& document, Argument argument) {
  const std::string kind = one_word(argument), program = picture_program();
  if (!kind.empty() && kind != "png" && kind != "svg")
    return no_such("picture", kind, {"png", "svg"});
  const bool png = kind == "png" || (kind.empty() && !program.empty());
  if (png && program.empty()) return text::code::no_picture_program;
  const Format& format = *format_named(png ? "png" : "svg");
  std::optional<text::InLanguage> spoken(std::in_place, file_language(format.drawn && has_cairo()));
  const Page page = page_of(document);
  const auto bytes = write_page(format, page, {.theme = document.theme, .scale = 2});
  spoken.reset();
  if (!bytes) return bytes.error.sentence;
  if (!png) return document.printed += *bytes, "";
  std::error_code wrong;
  const auto file = std::filesystem::temp_directory_path(wrong) / "radixscope-picture.png";
  if (std::string refusal = write_file(to_text(file), *bytes); !refusal.empty()) return refusal;
  const std::string call = program.ends_with("xclip")
                               ? "xclip -selection clipboard -t image/png -i '"
                               : "wl-copy --type image/png < '";
  if (std::system((call + to_text(file) + "' >/dev/null 2>&1").c_str()) != 0)  // no display
    return kind.empty() ? copy_picture(document, "svg")
                        : std::string(text::code::no_picture_program);
  document.note = text::code::picture_copied;
  return "";
}

static std::string export_dialog(Document& document, Argument) {
  return dialog(document, "export");
}

std::string export_cancel(Document& document, Argument) {
  if (!document.export_job) return text::commands::no_export;
  document.export_job->cancel();
  return "";
}

}  // namespace actions

// Without a name a file gets one of its own in the current folder; in a script - is standard
// output.
Rows export_commands() {
  return {
      {"export", "Ctrl+E", "", "Choose what to export: pictures, a handout, a transcript",
       "save picture print image handout write", actions::export_dialog},
      {"svg", "", "[FILE] [THEME]", "Write the figure as SVG", "save picture image vector print",
       actions::svg},
      {"png", "", "[FILE] [1…4] [THEME]", "Write the figure as PNG, 1 to 4 times as large",
       "save picture image bitmap screenshot", actions::png},
      {"copy_picture", "Ctrl+Shift+C", "[FORMAT]", "Copy the figure: as PNG for slides, or as SVG",
       "clipboard image picture screenshot paste", actions::copy_picture},
      {"pdf", "", "[FILE] [THEME]", "Write the figure as PDF", "save picture image print paper",
       actions::pdf},
      {"animate", "", "[FILE] [1…4] [THEME]",
       "Write the pass as an animated WebP, for slides and web pages",
       "gif webp video film movie animation export", actions::animate},
      {"page", "", "[FILE] [FORMAT] [1…4] [THEME]", "Write the figure in any format",
       "save picture image print", actions::page},
      {"html", "", "[FILE]", "Write the whole run as one HTML page that steps in any browser",
       "web browser hand-out handout phone", actions::html},
      {"text", "", "[FILE]", "Write every step in words and numbers",
       "transcript words accessible screen reader", actions::text},
      {"kernel_file", "", "[FILE]",
       "Write the sort as a single CUDA file that compiles by itself; without a name, copy it",
       "kernel source code .cu nvcc homework hand-out copy", actions::kernel_file},
      {"steps", "", "[FOLDER] [FORMAT] [GRAIN] [1…4] [THEME]",
       "Write all steps: one file each, or one with all of them", "pictures all images print",
       actions::steps},
      {"slides", "", "[PLACE] [FORMAT] [1…4] [THEME]",
       "Write the slides of the lesson: one file with all of them, or one file each",
       "lesson hand-out handout print", actions::slides},
      {"export_cancel", "", "", "Stop writing pages; complete files are kept", "stop abort",
       actions::export_cancel},
  };
}

}  // namespace scope
