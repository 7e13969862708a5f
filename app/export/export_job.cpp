#include "export_job.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "app/core/base/background.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "kernels/engine/model/json.hpp"
#include "text/pages.hpp"

namespace scope {
namespace {

/// The work's own end, or what has kept it from ending.
Exported end_of(const ExportWork& work, const Going& going) {
  try {
    return work(going);
  } catch (const std::bad_alloc&) {
    return {.refusal = text::pages::no_memory};
  } catch (const std::exception& error) {
    return {.refusal = text::pages::not_written({.why = error.what()})};
  }
}

std::string page_words(std::size_t done, std::size_t of) {
  return of == 0 ? std::string(text::pages::looking)
                 : text::pages::writing({.page = std::min(done + 1, of), .pages = of});
}

// As text, for a copy of the program that writes the pages of a page in a browser
std::string written(const Exported& news) {
  return radix::Json({{"done", news.done},
                      {"of", news.of},
                      {"refusal", news.refusal},
                      {"note", news.note},
                      {"remark", news.remark},
                      {"printed", news.printed},
                      {"files", news.files}})
      .dump();
}

Exported read_back(const std::string& text) {
  const radix::Json json = radix::parse_json(text).value;
  Exported news{.done = static_cast<std::size_t>(json.at("done").whole()),
                .of = static_cast<std::size_t>(json.at("of").whole()),
                .refusal = json.at("refusal").text(),
                .note = json.at("note").text(),
                .remark = json.at("remark").text(),
                .printed = json.at("printed").text()};
  for (const radix::Json& file : json.at("files").list()) news.files.push_back(file.text());
  return news;
}

void stopped(Exported& news, const std::string& refusal) {
  news.refusal = refusal;
  if (refusal.empty())
    news.note = news.done == 0 ? std::string(text::pages::nothing_written)
                               : text::pages::cancelled_at({.done = news.done, .pages = news.of});
}

/// A line on the terminal that is written over again and again; nothing for work that is done at
/// once.
class TerminalLine {
 public:
  ~TerminalLine() {
    if (shown_) say_at_once("\r\033[K", 4);
  }
  void show(const std::string& words) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_ || !terminal_) return;
    next_ = now + std::chrono::milliseconds(200);
    const std::string line = "\r\033[K" + words;
    say_at_once(line.c_str(), line.size());
    shown_ = true;
  }

 private:
  bool terminal_ = error_is_terminal(), shown_ = false;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(2);
};

}  // namespace

std::string start_export(Document& document, ExportWork work) {
  if (document.export_job) return text::pages::another_export;
  if (document.interactive) {
    document.export_job = std::make_shared<Background<Exported>>(
        Exported{},
        [work = std::move(work)](auto& job) {
          job.publish(end_of(work, [&](std::size_t done, std::size_t of) {
            job.publish({.done = done, .of = of});
            return !job.cancelled();
          }));
        },
        Wire<Exported>{written, read_back, stopped});
    return "";
  }
  Exported end;
  {
    TerminalLine line;
    end = end_of(work, [&](std::size_t done, std::size_t of) {
      return line.show(page_words(done, of)), true;
    });
  }
  if (!end.remark.empty()) refuse(end.remark);
  return conclude(document, end);
}

std::string export_progress(const Document& document) {
  const auto now = document.export_job->newest();
  return page_words(now->done, now->of);
}

std::string export_words(const Document& document) {
  if (!document.export_job) return "";
  const std::string words = export_progress(document);
  return document.export_job->cancelled() ? text::pages::stopping({.words = words})
                                          : text::pages::escape_cancels({.words = words});
}

}  // namespace scope
