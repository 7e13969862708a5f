#include "student_run.hpp"

#include "kernels/model/word_io.hpp"

namespace radix {
namespace {

constexpr uint32_t begins_a_run = 0x52530001;

/// The one list of what crosses, in both directions.
template <class Io>
void cross_run(Io& io, StudentRun& run, uint32_t& begins) {
  cross_all(io, begins, run.end, run.steps);
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

/// Every number that is an index or a kind has what it points at.
bool is_sound(const StudentRun& run) {
  const auto has_array = [&](uint32_t array) { return array < run.arrays.size(); };
  if (run.end > StudentRun::End::left) return false;
  for (const StudentArray& each : run.arrays)
    if (each.kind > StudentArray::Kind::variable || each.bytes == 0) return false;
  for (const StudentMoment& each : run.moments)
    if (!has_array(each.array) || each.launch >= run.launches.size() ||
        each.written.size() != each.values.size() || each.site.size() != each.values.size() ||
        each.who.size() != each.values.size())
      return false;
  for (const StudentStores& each : run.stores)
    if (!has_array(each.array) || each.launch >= run.launches.size() ||
        each.who.size() != each.slot.size() || each.value.size() != each.slot.size())
      return false;
  for (const StudentCopy& each : run.copies)
    if (!has_array(each.array)) return false;
  for (const StudentFinding& each : run.findings)
    if (each.kind > StudentFinding::Kind::copy || each.array > run.arrays.size() ||
        (each.in_kernel && each.launch >= run.launches.size()))
      return false;
  for (const StudentLaunch& each : run.launches)
    if (each.threads == 0) return false;
  return true;
}

}  // namespace

std::vector<uint32_t> to_words(const StudentRun& run) {
  WordWriter writer;
  StudentRun copy = run;
  uint32_t begins = begins_a_run;
  cross_run(writer, copy, begins);
  return std::move(writer.words);
}

std::optional<StudentRun> student_run_from(const std::vector<uint32_t>& words) {
  WordReader reader{words};
  StudentRun run;
  uint32_t begins = 0;
  cross_run(reader, run, begins);
  if (reader.broken || begins != begins_a_run || !is_sound(run)) return std::nullopt;
  return run;
}

}  // namespace radix
