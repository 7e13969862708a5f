#include "event_log.hpp"

#include <imgui.h>

#include "app/core/base/text.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/record.hpp"
#include "app/state/lesson.hpp"
#include "app/window/draw.hpp"
#include "text/panels.hpp"

namespace scope {
namespace {

const auto start = std::chrono::steady_clock::now();

/// In quotes; quotes and line ends inside would break the line up.
std::string log_text(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\'' || c == '\r') c = ' ';
  return "'" + text + "'";
}

std::string one_decimal(double value) { return fixed_number(value, 1); }

std::string place_words(const std::string& name, const Rect& at) {
  return "placed " + name + "=" + one_decimal(at.x) + "," + one_decimal(at.y) + "," +
         one_decimal(at.w) + "," + one_decimal(at.h);
}

/// words.py makes it.
constexpr std::string_view pseudo_language = "qps";

/// Lines are higher than their letters.
bool overlap(const Rect& a, const Rect& b) {
  const float x = std::min(a.right(), b.right()) - std::max(a.x, b.x),
              y = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return x > 2 && y > 0.4f * std::min(a.h, b.h);
}

}  // namespace

std::chrono::steady_clock::time_point program_start() { return start; }

double EventLog::milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::string EventLog::open(const std::string& path, bool reads) {
  reads_ = reads;
  if (path.empty()) return "";
  const std::string why = file_.open(path);
  ui::note_places(why.empty());
  return why.empty() ? "" : text::panels::log_fails({.file = path, .why = why});
}

void EventLog::write(const std::string& line) {
  if (!file_.is_open()) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  file_.write(std::to_string(ms) + " " + line + "\n");
  news_ = true;
}

void EventLog::presents(Clock::time_point since) {
  write("presents since=" + one_decimal(milliseconds(since - start)));
}

void EventLog::screen(const std::string& name, const std::string& refusal) {
  write("screen name=" + name + " refused=" + log_text(refusal));
  cut_.clear(), read_.clear(), lines_.clear();
}

bool EventLog::reads_all() const { return reads_ && text::language() == pseudo_language; }

void EventLog::did(const Document& document, const CommandCall& request,
                   const std::string& refusal) {
  if (!file_.is_open()) return;
  const Lane& lane = document.lane();
  write("did command=" + request.command + " argument=" + log_text(request.argument.text()) +
        " cursor=" + std::to_string(lane.cursor) + " steps=" +
        std::to_string(lane.trace->steps.size()) + " figure=" + current_figure(document).id +
        " keys=" + std::to_string(lane.trace->problem.size()) + " block=" +
        std::to_string(lane.trace->problem.threads_per_block()) + " sort=" + lane.trace->sort +
        " pinned=" + (document.pinned == none ? "none" : std::to_string(document.pinned)) +
        (document.lesson
             ? " slide=" + std::to_string(document.slide + 1) + " lesson=" + document.lesson->name
             : "") +
        " refused=" + log_text(refusal) + " complaint=" + log_text(lane.error.sentence));
  if (asked_frame_ != 0) return;
  asked_frame_ = frame_;
  asked_ = began_;
}

void EventLog::frame_began(const InputEvents& events) {
  ++frame_;
  began_ = Clock::now();
  if (!file_.is_open()) return;
  const ImGuiIO& io = ImGui::GetIO();
  const std::string place = one_decimal(io.MousePos.x) + "," + one_decimal(io.MousePos.y);
  if (ImGui::IsMousePosValid() && (io.MousePos.x != mouse_x_ || io.MousePos.y != mouse_y_))
    write("heard mouse=" + place);
  mouse_x_ = io.MousePos.x;
  mouse_y_ = io.MousePos.y;
  if (ImGui::IsMouseClicked(0)) write("heard click=" + place);
  for (const KeyPress& press : events.keys)
    if (press.name != "" || press.text != 0) write("heard key=" + log_text(press.name));
}

void EventLog::still() {
  if (news_) {
    for (const auto& [name, at] : places_)
      if (Rect& written = placed_[name]; written != at) write(place_words(name, written = at));
    write("still");
  }
  news_ = false;
}

/// What came of the person's changes of the kernels.
static std::string changed_words(const Document& document) {
  constexpr const char* states[] = {"none", "recording", "refused", "wrong", "differs", "same"};
  const Lane& lane = changed_lane(document);
  const ChangeState state = change_state(document);
  std::string words = states[static_cast<int>(state)];
  if (state == ChangeState::none || state == ChangeState::recording) return words;
  return joined({words, " lines=", lines_changed(lane), " steps=", lane.trace->steps.size(),
                 " first=", place_of_change(lane), " says=", log_text(change_verdict(document))});
}

/// What a reader reads in the picture, or may read; what has no room in it once it has come to
/// rest.
void EventLog::read_picture(const std::vector<std::string>& tips, const ImDrawData& second) {
  const auto once = [&](const std::string& line) {
    if (read_.insert(line).second) write(line);
  };
  const bool pseudo = reads_all();
  for (const std::string& tip : tips)
    if (pseudo) once("reads text=" + log_text(tip));
  std::vector<ui::DrawnText> lines = ui::drawn_texts(*ImGui::GetDrawData());
  for (ui::DrawnText& line : ui::drawn_texts(second)) line.layer = -1, lines.push_back(line);
  for (const ui::DrawnText& line : lines)
    if (pseudo)
      once((line.face == Face::mono ? "reads code=" : "reads text=") + log_text(line.text));
  const bool rests = lines == lines_;
  lines_ = std::move(lines);
  if (!rests) return;
  for (const ui::DrawnText& line : lines_) {
    if (line.cut && line.face != Face::mono) once("clipped text=" + log_text(line.text));
    for (const ui::DrawnText& other : lines_)
      if (&other < &line && other.layer == line.layer && overlap(other.at, line.at))
        once("overlaps text=" + log_text(other.text) + " with=" + log_text(line.text));
  }
}

void EventLog::frame_shown(const Document& document, bool changed, const Rect& page,
                           const std::string& keyboard, const ImDrawData& second) {
  const std::vector<std::string> cut = ui::take_cut(), tips = ui::take_tips();
  places_.clear();
  for (const ui::Place& place : ui::take_places()) places_.emplace(place.name, place.at);
  if (!file_.is_open()) return;
  for (const std::string& text : cut)
    if (cut_.insert(text).second) write("cut text=" + log_text(text));
  if (const bool now = !recording_words(document).empty(); now != recording_)
    write(joined({"recording now=", (recording_ = now) ? "yes" : "no"}));
  if (reads_) read_picture(tips, second);
  if (keyboard != keyboard_) write("keyboard at=" + (keyboard_ = keyboard));
  const Question* asked = question_asked(document);
  const Judged* judged = question_judged(document);
  const std::string question =
      asked    ? joined({"kind=", asked->kind->name, " element=", asked->element,
                      document.predict.revealed ? " revealed" : ""})
      : judged ? joined({"judged right=", judged->guess == judged->question.answer ? "yes" : "no"})
               : "nothing";
  if (question != question_) write("asks " + (question_ = question));
  if (document.note != noted_) write("said=" + log_text(noted_ = document.note));
  const StudentSession* own = document.student.get();
  if (own && own->view.changes != own_changes_) {
    const StudentView& view = own->view;
    const StudentSentence* lit = finding_of(view);
    own_changes_ = view.changes;
    write(joined({"own ",
                  view.running            ? "judging"
                  : !view.failure.empty() ? "failed"
                  : view.report           ? name_of(view.report->verdict)
                                          : "empty",
                  " row=", static_cast<uint32_t>(view.row),
                  " rows=", view.picture ? static_cast<uint32_t>(view.picture->rows.size()) : 0u,
                  " line=", lit ? lit->line : 0u, view.figures ? " figures" : "", " says=",
                  log_text(!view.failure.empty() ? view.failure
                           : lit                 ? lit->text
                                                 : "")}));
  }
  if (const std::string edits = changed_words(document); edits != changed_)
    write("changed " + (changed_ = edits));
  if (frame_ == 1) write("ready ms=" + one_decimal(milliseconds(Clock::now() - program_start())));
  if (page != page_) {
    page_ = page;
    write(place_words("page", page));
  }
  if (!changed) {
    if (frame_ > asked_frame_ + 2)
      asked_frame_ = 0;  // what was asked for did not change the picture
    return;
  }
  std::string line = "shown cursor=" + std::to_string(document.lane().cursor) +
                     " figure=" + current_figure(document).id +
                     " draw_ms=" + one_decimal(milliseconds(Clock::now() - began_));
  if (asked_frame_ != 0)
    line += " frames=" + std::to_string(frame_ - asked_frame_ + 1) +
            " ms=" + one_decimal(milliseconds(Clock::now() - asked_));
  write(line);
  asked_frame_ = 0;
}

}  // namespace scope
