#include "student_run.hpp"

#include <type_traits>

namespace radix {
namespace {

/// Appends to words.
struct WordWriter {
  std::vector<uint32_t> words;
  void number(uint32_t value) { words.push_back(value); }
  void numbers(const std::vector<uint32_t>& values) {
    number(static_cast<uint32_t>(values.size()));
    words.insert(words.end(), values.begin(), values.end());
  }
  void text(const std::string& value) {
    number(static_cast<uint32_t>(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i % 4 == 0) words.push_back(0);
      words.back() |= static_cast<uint32_t>(static_cast<unsigned char>(value[i])) << i % 4 * 8;
    }
  }
  template <class Each>
  std::size_t count(std::vector<Each>& list) {
    number(static_cast<uint32_t>(list.size()));
    return list.size();
  }
};

/// Takes from words; what is not there makes it broken, and it gives zeros from then on.
struct WordReader {
  const std::vector<uint32_t>& words;
  std::size_t at = 0;
  bool broken = false;

  uint32_t take() {
    if (at >= words.size()) broken = true;
    return broken ? 0 : words[at++];
  }
  uint32_t length(std::size_t each_word_holds = 1) {
    const uint32_t count = take();
    if (count / each_word_holds > words.size() - at) broken = true;
    return broken ? 0 : count;
  }
  template <class Number>
  void number(Number& value) {
    value = static_cast<Number>(take());
  }
  void numbers(std::vector<uint32_t>& values) {
    const uint32_t count = length();
    const auto from = words.begin() + static_cast<std::ptrdiff_t>(at);
    values.assign(from, from + count);
    at += count;
  }
  void text(std::string& value) {
    const uint32_t count = length(4);
    value.clear();
    for (uint32_t i = 0, word = 0; i < count && !broken; ++i) {
      if (i % 4 == 0) word = take();
      value.push_back(static_cast<char>(word >> i % 4 * 8));
    }
  }
  template <class Each>
  std::size_t count(std::vector<Each>& list) {
    list.resize(length());
    return list.size();
  }
};

template <class Io, class Number>
void cross(Io& io, Number& value) {
  if constexpr (std::is_same_v<Io, WordWriter>)
    io.number(static_cast<uint32_t>(value));
  else
    io.number(value);
}
template <class Io>
void cross(Io& io, std::string& value) {
  io.text(value);
}
template <class Io>
void cross(Io& io, std::vector<uint32_t>& values) {
  io.numbers(values);
}
template <class Io, class... Field>
void cross_all(Io& io, Field&... field) {
  (cross(io, field), ...);
}
template <class Io, class Each, class Fields>
void cross_list(Io& io, std::vector<Each>& list, Fields fields) {
  const std::size_t count = io.count(list);
  for (std::size_t i = 0; i < count; ++i) fields(list[i]);
}

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
