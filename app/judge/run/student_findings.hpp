/// What a watched run shows, as sentences with the line to look at, in the order in which a student
/// should read them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/judge/run/user_arrays.hpp"
#include "app/judge/student_report.hpp"
#include "kernels/engine/student/on_card.hpp"
#include "kernels/engine/student/student_run.hpp"

namespace scope {

/// Lines of the places of one object, asked for once.
class SiteLines {
 public:
  /// `sites`: in rising order.
  explicit SiteLines(std::vector<radix::StudentSite> sites, std::vector<uint32_t> lines)
      : sites_(std::move(sites)), lines_(std::move(lines)) {}
  /// 0 where none is known; header_lines or more in the header.
  uint32_t place(radix::StudentSite site) const;
  /// Of the student's own file, else 0.
  uint32_t operator()(radix::StudentSite site) const { return radix::own_line(place(site)); }

 private:
  std::vector<radix::StudentSite> sites_;
  std::vector<uint32_t> lines_;
};

/// Every place that a sentence about this run may name.
std::vector<radix::StudentSite> sites_in(const radix::StudentRun& run, const StudentRoles& roles,
                                         bool every_store);

/// Lines of places of the object of a run.
using SitesToLines =
    std::function<std::vector<uint32_t>(const std::vector<radix::StudentSite>& sites)>;

/// What is worth a word and no mistake: taken out of the run's findings. `lost`: other keys came
/// back than went in; then two equal keys that are stored into one slot are a collision.
std::vector<StudentSentence> take_notes(radix::StudentRun& run, const SitesToLines& lines,
                                        bool lost);

/// What was wrong with it, the first first. `result`: the keys that came back, empty where none
/// did; `keys` those that went in, empty where the program brought its own.
std::vector<StudentSentence> sentences_about(const radix::StudentRun& run,
                                             const StudentRoles& roles, const SiteLines& line,
                                             const std::vector<uint32_t>& keys,
                                             const std::vector<uint32_t>& result);

/// "As in the chapter so far: scan (# ones before), counts (bucket counts)." or "".
std::string agreement_words(const radix::StudentRun& run, const StudentRoles& roles);

/// What the runs on a GPU came to, beside the verdict of the watched ones.
std::string card_sentence(const radix::CardRun& run, StudentVerdict verdict);

}  // namespace scope
