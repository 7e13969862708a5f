#include "recorder.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include "app/core/base/files.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "app/core/model/access_costs.hpp"
#include "app/core/model/launch_costs.hpp"
#include "kernels/run/recording_cost.hpp"
#include "run_wire.hpp"
#include "text/document.hpp"

namespace scope {
namespace {

constexpr double at_once_seconds = 0.03;  // two frames: nobody sees that it waited
// A longer run is not made twice at the same time: it may take much memory
constexpr double beside_seconds = 1;

thread_local Recorder* asked_here = nullptr;

bool same_run(const radix::Recipe& a, const radix::Recipe& b) {
  const bool same_files =
      a.changed == b.changed || (a.changed && b.changed && *a.changed == *b.changed);
  return same_files && a.sort == b.sort && a.planted == b.planted && a.engine == b.engine &&
         a.recorded == b.recorded && a.thread_order == b.thread_order &&
         a.block_order == b.block_order && a.seed == b.seed && a.accesses == b.accesses &&
         a.problem == b.problem;
}

radix::Result<radix::Trace> trace_in(const std::string& file, std::size_t limit) {
  const auto text = read_text(file, limit);
  if (!text) return text.error;
  if (nests_too_deep(*text)) return radix::Error{text::document::nested_too_deep};
  return radix::trace_from_json(*text);
}

radix::RecordingCost about(const radix::Recipe& recipe) {
  const radix::SortInfo* sort = radix::sort_named(recipe.sort);
  return sort ? radix::recording_cost(recipe.problem, *sort) : radix::RecordingCost{};
}

}  // namespace

radix::Trace Recorder::run(const radix::Recipe& recipe) {
  for (const Made& each : made_)
    if (each.file.empty() && same_run(each.recipe, recipe)) return *each.trace;
  const bool at_once = !recipe.changed && about(recipe).seconds < at_once_seconds;
  const bool on_card = engine_of(recipe) == radix::EngineId::cuda;
  if (at_once && !on_card) return radix::run(recipe);
  const bool begins = !job_ || !asked_file_.empty() || !same_run(asked_, recipe);
  if (begins) begin(recipe);
  // A card answers within that time, unless it fails
  const std::chrono::duration<double> patience(at_once_seconds);
  if (begins && at_once && job_->ended_within(patience) && poll()) return *made_.back().trace;
  throw NotRecordedYet{};
}

radix::Result<radix::Trace> Recorder::read(const std::string& file, std::size_t limit) {
  for (const Made& each : made_)
    if (each.file == file) {
      if (!each.refusal.empty()) return radix::Error{each.refusal};
      return *each.trace;
    }
  if (!job_ || asked_file_ != file) begin(file, limit);
  throw NotRecordedYet{};
}

void Recorder::begin(const std::string& file, std::size_t limit) {
  let_go();
  asked_file_ = file;
  began_ = Clock::now();
  job_ = std::make_shared<Background<News>>(News{}, [file, limit](Background<News>& job) {
    auto read = trace_in(file, limit);
    if (job.cancelled()) return;
    if (!read)
      job.publish({std::make_shared<const radix::Trace>(), read.error.sentence});
    else
      job.publish({std::make_shared<const radix::Trace>(std::move(*read))});
  });
}

void Recorder::begin(const radix::Recipe& recipe) {
  let_go();
  asked_ = recipe;
  asked_file_.clear();
  seconds_ = about(recipe).seconds;
  began_ = Clock::now();
  const auto work = [recipe](Background<News>& job) {
    radix::Recipe now = recipe;
    now.cancel = &job.cancelled();
    // What its launches cost, for which it is run once more, is asked with the first picture
    std::future<void> costs;
    if (!is_apart() && about(recipe).seconds < beside_seconds)
      costs = std::async(std::launch::async,
                         [&] { prepare_launches(recipe.sort, recipe.problem, job.cancelled()); });
    auto trace = std::make_shared<const radix::Trace>(radix::run(now));
    if (costs.valid()) costs.wait();
    if (!job.cancelled()) prepare_launches(trace->sort, trace->problem, job.cancelled());
    if (!job.cancelled() && !trace->changed.empty()) {
      access_costs(*trace);
      access_costs({.problem = trace->problem, .sort = trace->sort, .family = trace->family});
    }
    if (!job.cancelled()) job.publish({std::move(trace)});
    if (const auto hear = run_is_made.load()) hear();
  };
  Wire<News> wire;
  const auto made = [](radix::Trace trace) {
    return News{std::make_shared<const radix::Trace>(std::move(trace))};
  };
  if (can_cross(recipe))
    wire = {.write = [](const News& news) { return run_bytes(*news.trace); },
            .read = [=](const std::string& bytes) { return made(run_from(bytes, recipe)); },
            .stop =
                [=](News& news, const std::string& refusal) {
                  if (!refusal.empty()) news = made(run_without_steps(recipe, refusal));
                }};
  job_ = std::make_shared<Background<News>>(News{}, work, std::move(wire));
}

std::string Recorder::due_script() { return busy() || waiting_ ? "" : std::exchange(script_, ""); }

/// Nobody waits until what is given up has come to its next barrier, and has let go of its memory.
void Recorder::let_go() {
  std::erase_if(given_up_, [](const auto& each) { return each->ended(); });
  if (!job_) return;
  job_->cancel();
  given_up_.push_back(std::exchange(job_, nullptr));
}

bool Recorder::poll() {
  if (!job_) return false;
  const auto news = job_->newest();
  if (!news->trace) return false;
  made_.push_back({std::move(asked_), std::exchange(asked_file_, ""), news->trace, news->refusal});
  job_ = nullptr;
  return true;
}

std::optional<Recorder::Waiting> Recorder::due() {
  return busy() ? std::nullopt : std::exchange(waiting_, std::nullopt);
}

void Recorder::stop() {
  let_go();
  waiting_.reset();
  script_.clear();
  if (made_.empty()) return;
  given_up_.push_back(std::make_shared<Background<News>>(
      News{}, [made = std::exchange(made_, {})](Background<News>&) mutable { made.clear(); }));
}

std::string Recorder::words() const {
  if (!job_) return "";
  const double done = std::chrono::duration<double>(Clock::now() - began_).count();
  if (!asked_file_.empty())
    return text::document::reading({.file = asked_file_, .seconds = fixed_number(done, 1)});
  const double about = std::max(seconds_, 0.1);  // a changed kernel is compiled first
  const std::string so_far = fixed_number(done, 1);
  if (asked_.changed) return text::document::compiling_for({.seconds = so_far});
  return done < about
             ? text::document::recording_of({.all = fixed_number(about, 1), .seconds = so_far})
             : text::document::recording({.seconds = so_far});
}

RecordsBeside::RecordsBeside(Recorder* recorder) : before_(std::exchange(asked_here, recorder)) {}
RecordsBeside::~RecordsBeside() { asked_here = before_; }

bool records_beside() { return asked_here != nullptr; }

radix::Result<radix::Trace> made_before(const std::string& file, std::size_t limit) {
  return asked_here ? asked_here->read(file, limit) : trace_in(file, limit);
}

radix::Trace made(const radix::Recipe& recipe) {
  return asked_here ? asked_here->run(recipe) : radix::run(recipe);
}

}  // namespace scope
