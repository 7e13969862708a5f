#include "trace_words.hpp"

#include <algorithm>
#include <map>

#include "word_io.hpp"

namespace radix {
namespace {

constexpr uint32_t begins_a_trace = 0x52530005;

template <class Io>
void cross_place(Io& io, ThreadAt& at) {
  cross_all(io, at.block, at.thread, at.source.file, at.source.line, at.act);
}

template <class Io>
void cross_fault(Io& io, Fault& fault) {  // a machine's, which knows no right run
  cross_all(io, fault.kind, fault.sentence, fault.kernel, fault.launch, fault.array, fault.index,
            fault.step);
  cross_place(io, fault.first);
  cross_place(io, fault.second);
  auto& [resident, unstarted, blocks] = fault.room;
  auto& [wrong, mask, lanes, lane, other, other_mask] = fault.lanes;
  auto& [refused, asked, given] = fault.refused;
  cross_all(io, fault.made.file, fault.made.line, fault.entries, resident, unstarted, blocks, wrong,
            mask, lanes, lane, other, other_mask, refused, asked, given);
}

/// A step without what points into the family's tables. `stage`, `made`: places in them; `arrays`:
/// numbers of arrays that crossed before.
template <class Io>
void cross_step(Io& io, Step& step, uint32_t& stage, uint32_t& made,
                std::vector<uint32_t>& arrays) {
  cross_all(io, stage, made, arrays, step.pass, step.launch, step.blocks, step.threads, step.split,
            step.splits, step.level, step.distance, step.phase, step.kernel, step.source.file,
            step.source.line);
}

void write(WordWriter& out, const Array& array, const Family& family) {
  out.number(family.place(array.id));
  out.number(static_cast<uint32_t>(array.memory));
  out.numbers(array.values);
  out.numbers(array.ids);
}

bool read(WordReader& in, Array& array, const Family& family) {
  const uint32_t place = in.take();
  in.number(array.memory);
  in.numbers(array.values);
  in.numbers(array.ids);
  if (in.broken || place >= family.arrays.size() || array.memory > MemorySpace::thread)
    return false;
  array.id = family.arrays[place];
  return true;
}

/// Every array once, in the order in which steps first have it.
void write_arrays(WordWriter& out, const Trace& trace, std::map<const Array*, uint32_t>& number) {
  std::vector<const Array*> list;
  for (const Step& step : trace.steps)
    for (const SharedArray& array : step.arrays)
      if (number.try_emplace(array.get(), static_cast<uint32_t>(list.size())).second)
        list.push_back(array.get());
  out.number(static_cast<uint32_t>(list.size()));
  for (const Array* array : list) write(out, *array, *trace.family);
}

bool read_step(WordReader& in, Step& step, const Family& family,
               const std::vector<SharedArray>& known) {
  uint32_t stage = 0, made = 0;
  std::vector<uint32_t> arrays;
  cross_step(in, step, stage, made, arrays);
  if (in.broken || stage > family.stages.size() || made >= family.arrays.size() ||
      step.phase > ScanPhase::carry)
    return false;
  if (stage < family.stages.size()) step.stage = family.stages[stage];
  step.made = family.arrays[made];
  for (const uint32_t each : arrays) {
    if (each >= known.size()) return false;
    step.arrays.push_back(known[each]);
  }
  return step.find(step.made) != nullptr;
}

template <class Io>
void cross_log(Io& io, AccessLog& log) {
  cross_all(io, log.kernel, log.launch, log.blocks, log.threads, log.barriers);
  cross_list(io, log.arrays, [&](AccessLog::Memory& each) {
    cross_all(io, each.name, each.shared, each.made.file, each.made.line, each.element_bytes,
              each.first_byte);
  });
  cross_list(io, log.sites, [&](SourceLine& each) { cross_all(io, each.file, each.line); });
  cross_list(io, log.accesses, [&](Access& each) {
    uint32_t who = each.thread | static_cast<uint32_t>(each.moment) << 16;
    uint32_t what = each.site | static_cast<uint32_t>(each.array) << 16 |
                    static_cast<uint32_t>(each.touch) << 24;
    cross_all(io, each.index, each.block, each.epoch, who, what);
    each.thread = static_cast<uint16_t>(who), each.moment = static_cast<uint16_t>(who >> 16);
    each.site = static_cast<uint16_t>(what), each.array = static_cast<uint8_t>(what >> 16);
    each.touch = static_cast<Touch>(what >> 24);
  });
}

template <class Io>
void cross_rows(Io& io, std::vector<OwnRow>& rows) {
  cross_list(io, rows, [&](OwnRow& row) {
    std::vector<uint32_t> values = row.array ? row.array->values : std::vector<uint32_t>();
    cross_all(io, row.number, row.launch, row.step, row.source.file, row.source.line, values);
    row.array = own_array("", std::move(values));
  });
}

/// Its accesses are of its own blocks, threads, arrays and lines.
bool is_sound(const AccessLog& log) {
  constexpr uint32_t largest_element = 64;  // bytes
  return log.blocks > 0 && log.barriers.size() == log.blocks &&
         std::ranges::all_of(log.arrays,
                             [](const AccessLog::Memory& each) {
                               return each.element_bytes > 0 &&
                                      each.element_bytes <= largest_element;
                             }) &&
         std::ranges::all_of(log.accesses, [&](const Access& each) {
           return each.block < log.blocks && each.thread < log.threads &&
                  each.array < log.arrays.size() && each.site < log.sites.size() &&
                  each.touch <= Touch::atomic;
         });
}

bool is_known(const Fault& fault) {
  return fault.kind <= Fault::Kind::comparison && fault.first.act <= Act::left &&
         fault.second.act <= Act::left && fault.lanes.what <= Fault::Lanes::What::unnamed &&
         fault.refused.what <= Fault::Refused::What::threw;
}

}  // namespace

std::vector<uint32_t> to_words(const Trace& trace) {
  WordWriter out;
  out.number(begins_a_trace);
  std::map<const Array*, uint32_t> number;
  write_arrays(out, trace, number);
  out.number(static_cast<uint32_t>(trace.steps.size()));
  for (Step step : trace.steps) {
    uint32_t stage = trace.family->place(step.stage), made = trace.family->place(step.made);
    std::vector<uint32_t> arrays;
    for (const SharedArray& array : step.arrays) arrays.push_back(number.at(array.get()));
    cross_step(out, step, stage, made, arrays);
  }
  write(out, trace.sorted, *trace.family);
  out.number(trace.launches);
  out.text(trace.error);
  Fault fault = trace.fault.value_or(Fault{});
  out.number(trace.fault ? 1 : 0);
  cross_fault(out, fault);
  std::vector<OwnRow> rows = trace.own_rows;
  cross_rows(out, rows);
  out.number(static_cast<uint32_t>(trace.accesses.size()));
  for (const auto& log : trace.accesses) {
    AccessLog copy = *log;
    cross_log(out, copy);
  }
  return std::move(out.words);
}

bool take_words(const std::vector<uint32_t>& words, Trace& trace) {
  WordReader in{words};
  if (in.take() != begins_a_trace) return false;
  std::vector<SharedArray> known;
  for (uint32_t left = in.length(); left > 0; --left) {
    auto array = std::make_shared<Array>();
    if (!read(in, *array, *trace.family)) return false;
    known.push_back(std::move(array));
  }
  trace.steps.resize(in.length());
  for (Step& step : trace.steps)
    if (!read_step(in, step, *trace.family, known)) return false;
  if (!read(in, trace.sorted, *trace.family)) return false;
  in.number(trace.launches);
  in.text(trace.error);
  const bool failed = in.take() != 0;
  Fault fault;
  cross_fault(in, fault);
  if (failed) trace.fault = std::move(fault);
  cross_rows(in, trace.own_rows);
  for (uint32_t left = in.length(); left > 0; --left) {
    auto log = std::make_shared<AccessLog>();
    cross_log(in, *log);
    if (in.broken || !is_sound(*log)) return false;
    trace.accesses.push_back(std::move(log));
  }
  return !in.broken && is_known(fault) && in.at == words.size();
}

}  // namespace radix
