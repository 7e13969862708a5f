#include "student_run.hpp"

#include <algorithm>

#include "kernels/engine/model/outside_text.hpp"
#include "kernels/engine/model/word_io.hpp"

namespace radix {
namespace {

constexpr uint32_t begins_a_run = 0x52530002;
constexpr std::size_t longest_text = 400;  // characters

/// The one list of what crosses, in both directions.
template <class Io>
void cross_run(Io& io, StudentRun& run, uint32_t& begins, StudentPassword& password) {
  cross(io, begins);
  for (uint32_t& word : password.words) cross(io, word);
  cross_all(io, run.end, run.steps);
  cross_list(io, run.launches, [&](StudentLaunch& each) {
    cross_all(io, each.kernel, each.line, each.blocks, each.threads, each.shared_bytes);
  });
  cross_list(io, run.arrays, [&](StudentArray& each) {
    cross_all(io, each.name, each.kind, each.line, each.elements, each.bytes);
  });
  cross_list(io, run.moments, [&](StudentMoment& each) {
    cross_all(io, each.launch, each.interval, each.array, each.barrier_line, each.values,
              each.written, each.site, each.who);
  });
  cross_list(io, run.stores, [&](StudentStores& each) {
    cross_all(io, each.launch, each.array, each.site, each.who, each.slot, each.value);
  });
  cross_list(io, run.copies, [&](StudentCopy& each) {
    cross_all(io, each.array, each.line, each.launch, each.to_device, each.values);
  });
  cross_list(io, run.findings, [&](StudentFinding& each) {
    cross_all(io, each.kind, each.site, each.other_site, each.launch, each.in_kernel, each.block,
              each.thread, each.other_block, each.other_thread, each.array, each.index, each.writes,
              each.times, each.text);
  });
  cross_all(io, run.loop, run.refusal);
}

using Kind = StudentFinding::Kind;

bool is_small(const StudentRun& run) {
  using namespace student_limits;
  return run.launches.size() <= launches && run.arrays.size() <= arrays &&
         run.moments.size() <= moments && run.stores.size() <= stores &&
         run.copies.size() <= copies && run.findings.size() <= findings && run.loop.size() <= loop;
}

bool is_sound(const StudentLaunch& each) {
  return each.threads >= 1 && each.threads <= student_limits::threads && each.blocks >= 1 &&
         each.blocks <= student_limits::blocks;
}

bool is_sound(const StudentArray& each) {
  return each.kind <= StudentArray::Kind::variable && each.bytes >= 1 && each.bytes <= 8;
}

bool is_sound(const StudentMoment& each, const StudentRun& run) {
  const std::size_t length = each.values.size();
  return each.array < run.arrays.size() && each.launch < run.launches.size() &&
         length <= student_limits::elements && each.written.size() == length &&
         each.site.size() == length && each.who.size() == length;
}

bool is_sound(const StudentStores& each, const StudentRun& run) {
  return each.array < run.arrays.size() && each.launch < run.launches.size() &&
         each.who.size() == each.slot.size() && each.value.size() == each.slot.size();
}

bool is_sound(const StudentCopy& each, const StudentRun& run) {
  return each.array < run.arrays.size() && each.launch <= run.launches.size() &&
         each.to_device <= 1 && each.values.size() <= student_limits::elements;
}

bool is_sound(const StudentFinding& each, const StudentRun& run) {
  const bool of_array = each.kind == Kind::read_race || each.kind == Kind::write_race ||
                        each.kind == Kind::collision || each.kind == Kind::unwritten ||
                        each.kind == Kind::host_touch || each.kind == Kind::unstable ||
                        each.kind == Kind::same_store ||
                        (each.kind == Kind::copy && each.text == "end");
  return each.kind <= Kind::same_store && each.array <= run.arrays.size() &&
         (each.array > 0 || !of_array) && each.in_kernel <= 1 &&
         each.launch <= run.launches.size() &&
         (each.in_kernel == 0 || each.launch < run.launches.size());
}

/// Every number that is an index, a kind or a size is one, and time goes forward.
bool is_sound(const StudentRun& run) {
  const auto all = [&](const auto& list) {
    return std::ranges::all_of(list, [&](const auto& each) { return is_sound(each, run); });
  };
  return run.end <= StudentRun::End::left && run.steps <= 1 && is_small(run) &&
         std::ranges::all_of(run.launches, [](const auto& each) { return is_sound(each); }) &&
         std::ranges::all_of(run.arrays, [](const auto& each) { return is_sound(each); }) &&
         all(run.moments) && all(run.stores) && all(run.copies) && all(run.findings) &&
         std::ranges::is_sorted(run.moments, {}, &StudentMoment::launch) &&
         std::ranges::is_sorted(run.stores, {}, &StudentStores::launch) &&
         std::ranges::is_sorted(run.copies, {}, &StudentCopy::launch);
}

void make_line(std::string& text) { text = readable(printable(text), longest_text); }

}  // namespace

std::vector<uint32_t> to_words(const StudentRun& run, const StudentPassword& password) {
  WordWriter writer;
  StudentRun copy = run;
  StudentPassword own = password;
  uint32_t begins = begins_a_run;
  cross_run(writer, copy, begins, own);
  return std::move(writer.words);
}

std::optional<StudentRun> student_run_from(const std::vector<uint32_t>& words,
                                           const StudentPassword& password) {
  WordReader reader{words};
  StudentRun run;
  StudentPassword told;
  uint32_t begins = 0;
  cross_run(reader, run, begins, told);
  const bool read = !reader.broken && reader.at == words.size() && begins == begins_a_run;
  if (!read || !std::ranges::equal(told.words, password.words) || !is_sound(run))
    return std::nullopt;
  for (StudentLaunch& each : run.launches) make_line(each.kernel);
  for (StudentArray& each : run.arrays) make_line(each.name);
  for (StudentFinding& each : run.findings) make_line(each.text);
  make_line(run.refusal);
  return run;
}

}  // namespace radix
