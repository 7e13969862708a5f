/// What a recorded Run does: the bodies that no kernel's file needs to see. Part of
/// recorded_run.hpp, except where changed kernels are compiled: radixscope-run has them
/// (changed_machine.cpp), and a changed kernel is linked with those.
#pragma once

#include "recorded_run.hpp"
#include "text/refused.hpp"

#if defined(RADIX_CHANGED)
#define RADIX_RUN_BODY
#else
#define RADIX_RUN_BODY inline
#endif

namespace radix {
inline namespace KERNELS {

RADIX_RUN_BODY Run::Run(const Problem& problem, bool recorded, const Family& family, Watch watch,
                        bool keeps_accesses)
    : problem_(problem),
      family_(family),
      now_(family.arrays.size()),
      recorded_(recorded),
      keeps_accesses_(keeps_accesses),
      watch_(std::move(watch)),
      input_(problem.size(), "the keys"),
      output_(problem.size(), "the output"),
      headers_(0),
      values_(0),
      ids_(0),
      table_(0) {
  std::vector<Record> records(problem.size());
  for (uint32_t i = 0; i < problem.size(); ++i) records[i] = {problem.keys()[i], i};
  input_.upload(records);
  set_order_of_run(problem.order());
  set_arrival(problem.settings().arrival);
}

RADIX_RUN_BODY Run::~Run() = default;

RADIX_RUN_BODY std::vector<Digit> Run::digits() const {
  std::vector<Digit> all;
  for (uint32_t pass = 0; pass < pass_count(); ++pass) all.push_back(digit(pass));
  return all;
}

RADIX_RUN_BODY void Run::begin_pass(uint32_t pass, uint32_t parts) {
  pass_ = pass, parts_ = parts, begun_ = true;
  table_entries_ = problem_.table_entries(pass);
  if (!recorded_) return;
  for (SharedArray& array : now_)
    if (array && !info(array->id).shape.stays()) array = nullptr;
  set(keep(array::keys, input_, size()));
}

RADIX_RUN_BODY void Run::end_pass() {
  stop_behind_a_race();
  if (watch_ && !tell()) throw KernelError(scope::text::refused::cancelled);
  if (!in_place()) std::swap(input_, output_);
}

RADIX_RUN_BODY uint32_t Run::read_back(Buffer<uint32_t>& number, uint32_t /*planned*/) {
  return number.download(1)[0];
}

RADIX_RUN_BODY void Run::finish(Trace& trace) {
  trace.sorted = *keep(array::output, input_, size());
  finish_early(trace);
}

RADIX_RUN_BODY void Run::finish_early(Trace& trace) {
  trace.steps = std::move(steps_);
  trace.launches = launches_;
  trace.own_rows = std::move(own_rows_);
  trace.same_stores = std::move(same_stores_);
  trace.accesses.assign(accesses_.begin(), accesses_.end());
  accesses_.clear();
}

RADIX_RUN_BODY const char* Run::memory_name(const ArrayInfo& row) {
  return names_.emplace_back(std::string(row.holds == Holds::keys ? "the " : "") + row.label)
      .c_str();
}

RADIX_RUN_BODY void Run::stop_behind_a_race() const {
  if (race_) throw KernelError(*race_);
}

RADIX_RUN_BODY AnyShow Run::begin_launch(const Grid& grid) {
  stop_behind_a_race();
  log_ = recorded_ ? fresh_log(grid) : ShowLog{};
  return recorded_ ? AnyShow{log_, scan_of_launch()} : AnyShow{};
}

RADIX_RUN_BODY void Run::break_off(const char* kernel, const Grid& grid, KernelError& error) {
  error.fault.launch = launches_;
  if (!error.ran_to_the_end) {
    if (recorded_) keep_what_was_written(kernel, grid, log_);
    throw;
  }
  race_ = error;
}

RADIX_RUN_BODY void Run::end_launch(const char* kernel, const Grid& grid) {
  for (SameStores stores : same_stores_of_launch()) {
    stores.launch = launches_;
    same_stores_.push_back(std::move(stores));
  }
  if (recorded_) {
    read_log(kernel, grid, log_, true);
    join_what_was_not_shown();
  }
  ++launches_;
}

RADIX_RUN_BODY void Run::keep_what_was_written(const char* kernel, const Grid& grid,
                                               const ShowLog& log) try {
  read_log(kernel, grid, log, false);
  const auto shown = [](const Step& step) -> const std::vector<uint32_t>& {
    static const std::vector<uint32_t> nothing;
    const Array* made = step.find(step.made);
    if (made == nullptr) return nothing;
    return made->ids.empty() ? made->values : made->ids;
  };
  const auto written = [&](const Step& step) {
    return static_cast<std::size_t>(
        std::ranges::count_if(shown(step), [](uint32_t v) { return v != ShowLog::unwritten; }));
  };
  const auto whole = [&](const Step& step) {
    const bool is_there = step.find(step.made) != nullptr;
    return is_there && (info(step.made).holes || written(step) == shown(step).size());
  };
  const auto begin = steps_.begin() + static_cast<std::ptrdiff_t>(launch_begin_);
  auto end = std::find_if_not(begin, steps_.end(), whole);
  if (end != steps_.end() && written(*end) > 0) ++end;
  steps_.erase(end, steps_.end());
} catch (const KernelError&) {
  // A GPU that failed does not give its memory back: the steps of the launches before are all
  // there is.
}

RADIX_RUN_BODY ArrayId Run::id_of(uint32_t place) const {
  if (place >= general_places)
    place = family_.place(ArrayId(array::general[place - general_places]));
  if (place >= family_.arrays.size()) throw KernelError(scope::text::refused::strange_array);
  return family_.arrays[place];
}

RADIX_RUN_BODY bool Run::in_place() { return given_.writes(input_.view().data()); }

RADIX_RUN_BODY ScanPlaces Run::scan_of_launch() const {
  for (const Memory& memory : memory_) {
    for (const ScanInfo& scan : family_.scans) {
      if (given_.writes(memory.data) && same_name(scan.result, info(memory.id).name))
        return places_of(scan, family_.arrays);
    }
  }
  return {};
}

RADIX_RUN_BODY SharedArray Run::copied(ArrayId id, std::size_t count) {
  if (id == array::output) return keep(id, in_place() ? input_ : output_, count);
  for (const Memory& memory : memory_) {
    if (id == memory.id) return memory.keep(count);
  }
  return nullptr;
}

RADIX_RUN_BODY void Run::join_what_was_not_shown() {
  const auto join = [&](ArrayId id, std::size_t count) {
    for (std::size_t s = launch_begin_; s < steps_.size(); ++s) {
      if (steps_[s].made == id) return;
    }
    const SharedArray array = copied(id, count);
    if (!steps_.empty()) put(steps_.back().arrays, array);
    set(array);
  };
  for (const Memory& memory : memory_) {
    if (given_.writes(memory.data)) join(memory.id, length(memory.id, last_grid_));
  }
  if (in_place() || given_.writes(output_.view().data())) join(array::output, size());
}

RADIX_RUN_BODY ShowLog Run::fresh_log(const Grid& grid) {
  const uint32_t levels = static_cast<uint32_t>(levels_of(scan(), grid.threads).size());
  const uint32_t splits = std::max({1u, digit_bits(), parts_});
  ShowLog log;
  log.row_words = std::max({grid.blocks * grid.threads * keys_per_thread(), size(), 2u});
  log.ids_by_moment = has_holes(family_);
  if (log.ids_by_moment) log.row_words = std::max(log.row_words, 2 * grid.threads);  // pairs
  log.moments = log.ids_by_moment
                    ? family_.max_moments + splits * moments_of_part
                    : std::min(max_moments, family_.max_moments + splits * (levels + 12));
  if (family_.tables_by_moment) {
    for (const ArrayInfo& row : family_.arrays)
      log.row_words = std::max(log.row_words, static_cast<uint32_t>(length(row, grid)));
    log.moments = family_.max_moments + digit_bits();
  }
  make_room(headers_, std::size_t{log.moments + 1} * ShowLog::header_words);
  make_room(values_, std::size_t{log.moments} * log.row_words);
  make_room(ids_, std::size_t{log.ids_by_moment ? log.moments : splits} * log.row_words);
  if (parts_ > 0 || log.ids_by_moment) ids_.fill(0xff);
  make_room(table_, std::max(table_entries_, problem_.table_entries(pass_)));
  headers_.clear();
  values_.fill(0xff);
  log.headers = headers_.view();
  log.values = values_.view();
  log.ids = ids_.view();
  log.table = table_.view();
  return log;
}

RADIX_RUN_BODY void Run::make_room(Buffer<uint32_t>& buffer, std::size_t words) {
  if (buffer.size() < words) buffer = Buffer<uint32_t>(words, "the probe log");
}

RADIX_RUN_BODY bool Run::tell() {
  std::vector<uint32_t> destination(size());
  if (in_place()) {  // each back where it stood or with its neighbour
    for (uint32_t i = 0; i < size(); ++i) destination[i] = i;
    return watch_({pass_, destination});
  }
  std::vector<uint32_t> place(size());
  const auto output = output_.download(size());
  const auto known = [&](uint32_t id) {
    if (id < size()) return id;
    throw KernelError(scope::text::refused::strange_keys({.part = pass_ + 1}));
  };
  for (uint32_t i = 0; i < size(); ++i) place[known(output[i].id)] = i;
  SharedArray read = keep(array::keys, input_, size());
  for (const Memory& memory : memory_) {
    if (memory.data == given_.keys) read = memory.keep(size());
  }
  for (uint32_t i = 0; i < size(); ++i) destination[i] = place[known(read->ids[i])];
  return watch_({pass_, destination});
}

RADIX_RUN_BODY std::size_t Run::length(ArrayId id, const Grid& grid) const {
  switch (info(id).shape) {
    case Shape::per_key: return size();
    case Shape::per_block: return grid.blocks;
    case Shape::per_thread: return std::size_t{grid.blocks} * grid.threads;
    case Shape::per_list: return grid.threads;
    case Shape::pair_per_list: return std::size_t{2} * grid.threads;
    case Shape::table: return table_entries_;
    case Shape::single: return 1;
    case Shape::warp_table:
      return std::size_t{problem_.table_entries(pass_)} * problem_.warps_per_block();
    case Shape::block_table: return std::size_t{grid.blocks} << settings().radix_bits;
    case Shape::segment_table: return table_entries_;
    case Shape::per_problem: return info(id).shape.length(problem_);
  }
  return 0;
}

RADIX_RUN_BODY void Run::read_log(const char* kernel, const Grid& grid, const ShowLog& log,
                                  bool whole) {
  launch_begin_ = steps_.size();
  last_grid_ = grid;
  const auto headers = headers_.download(headers_.size());
  if (headers[log.moments * ShowLog::header_words] != 0) {
    throw KernelError(scope::text::refused::too_many_moments({.kernel = kernel}));
  }
  Stage stage;                    // that of the last array the launch showed that has one
  uint32_t split = 0;             // or part of several, that the moment before belonged to
  std::vector<uint16_t> step_of;  // of the launch, by moment
  for (uint32_t m = 0; m < log.moments; ++m) {
    const uint32_t* h = headers.data() + m * ShowLog::header_words;
    step_of.push_back(static_cast<uint16_t>(steps_.size() - launch_begin_));
    if (h[0] == 0) continue;  // a round that no thread came to
    if (h[0] > own_places) {
      own_rows_.push_back(
          {.number = h[0] - 1 - own_places,
           .launch = launches_,
           .step = static_cast<uint32_t>(steps_.size()),
           .source = source_line(h[4], h[1]),
           .array = own_array("", values_.download(std::min<std::size_t>(size(), log.row_words),
                                                   std::size_t{m} * log.row_words))});
      continue;
    }
    Step step;
    step.made = id_of(h[0] - 1);
    const uint32_t row = h[6] > 0 ? h[6] - 1 : 0;
    step.pass = parts_ > 0 ? pass_ + row : pass_;
    const bool splits = h[6] > 0 && parts_ == 0;  // the kernel splits block by block: its stage
    step.stage = splits ? family_.block_stage : info(step.made).stage;
    if (step.stage == stage::none) step.stage = stage;
    stage = step.stage;
    step.launch = launches_;
    step.blocks = grid.blocks;
    step.threads = grid.threads;
    step.split = splits ? row : 0;
    step.splits = splits && info(step.made).of_split ? digit_bits() : 0;
    step.level = h[2];
    step.distance = h[3];
    step.phase = static_cast<ScanPhase>(h[7]);
    step.kernel = kernel;
    step.source = source_line(h[4], h[1]);
    if (row > split) parts_ > 0 ? begin_next_part() : forget_split();
    split = row;
    const std::size_t count = length(step.made, grid);
    if (h[5] != ShowLog::nothing)
      set(shown(step, count, m, h, row, log));
    else if (whole || (pass_ == 0 && holds_keys(step.made)))  // then nothing older lies there
      if (SharedArray array = copied(step.made, count)) set(std::move(array));
    for (const SharedArray& array : now_) {
      if (array) step.arrays.push_back(array);
    }
    steps_.push_back(std::move(step));
  }
  for (OwnRow& row : own_rows_)  // after the last step of its launch
    if (row.launch == launches_ && row.step == steps_.size() && row.step > launch_begin_)
      --row.step;
  if (accesses_.empty()) return;
  for (Access& access : accesses_.back()->accesses)
    access.moment = step_of[std::min<std::size_t>(access.moment, step_of.size() - 1)];
}

RADIX_RUN_BODY SharedArray Run::shown(const Step& step, std::size_t count, uint32_t moment,
                                      const uint32_t* header, uint32_t row,
                                      const ShowLog& log) const {
  const uint32_t carries = header[5];
  const auto memory = static_cast<MemorySpace>(header[8]);
  if (carries == ShowLog::table_row) return keep(step.made, table_, count, 0, memory);
  auto array = std::make_shared<Array>();
  array->id = step.made;
  array->memory = memory;
  array->values = values_.download(count, std::size_t{moment} * log.row_words);
  if (carries == ShowLog::keys_row)
    array->ids =
        ids_.download(count, std::size_t{log.ids_by_moment ? moment : row} * log.row_words);
  if (carries == ShowLog::keys_row && info(array->id).holes) {  // what was written stays
    const Array* before =
        step.made == array::output ? now_[family_.place(step.made)].get() : nullptr;
    for (std::size_t i = 0; before != nullptr && i < count; ++i) {
      if (array->ids[i] != ShowLog::unwritten) continue;
      array->values[i] = before->values[i];
      array->ids[i] = before->ids[i];
    }
  } else if (parts_ > 0 && carries == ShowLog::keys_row) {  // keys that no thread took stay
    const Array& keys = *now_[family_.place(array::keys)];
    for (std::size_t i = 0; i < count; ++i) {
      if (array->ids[i] != ShowLog::unwritten) continue;
      array->values[i] = keys.values[i];
      array->ids[i] = keys.ids[i];
    }
  }
  if (step.level > 0) {  // what no thread changed at this level is as it was
    const char* before = step.level == 1 ? info(step.made).sums_of : info(step.made).name;
    const uint32_t place = place_of(before, family_.arrays);
    const Array* old = place < now_.size() ? now_[place].get() : nullptr;
    for (std::size_t i = 0; old != nullptr && i < count; ++i) {
      if (array->values[i] == ShowLog::unwritten) array->values[i] = old->values[i];
    }
  }
  return array;
}

RADIX_RUN_BODY void Run::forget_split() {
  for (std::size_t k = 0; k < now_.size(); ++k) {
    if (family_.arrays[k].of_split && !holds_keys(family_.arrays[k])) now_[k] = nullptr;
  }
}

RADIX_RUN_BODY void Run::begin_next_part() {
  const SharedArray output = now_[family_.place(array::output)];
  SharedArray keys = now_[family_.place(array::keys)];
  const bool whole = output != nullptr && std::find(output->ids.begin(), output->ids.end(),
                                                    ShowLog::unwritten) == output->ids.end();
  now_.assign(now_.size(), nullptr);
  if (whole) {
    Array read = *output;
    read.id = id_of(family_.place(array::keys));
    read.memory = MemorySpace::global;
    keys = std::make_shared<Array>(std::move(read));
  } else if (output != nullptr) {
    set(output);
  }
  set(std::move(keys));
}

RADIX_RUN_BODY SourceLine Run::source_line(uint32_t hash, uint32_t line) {
  for (const SourceFile& file : embedded_sources())
    if (file_hash(std::string(file.name).c_str()) == hash) return {std::string(file.name), line};
  return {"", line};
}

RADIX_RUN_BODY void Run::set(SharedArray array) {
  now_[family_.place(array->id)] = std::move(array);
}

RADIX_RUN_BODY void Run::put(std::vector<SharedArray>& list, const SharedArray& array) const {
  const uint32_t place = family_.place(array->id);
  auto at = list.begin();
  while (at != list.end() && family_.place((*at)->id) < place) ++at;
  if (at != list.end() && (*at)->id == array->id) {
    *at = array;
  } else {
    list.insert(at, array);
  }
}

RADIX_RUN_BODY uint32_t Run::digit_bits() const {
  return family_.table_rows != nullptr
             ? static_cast<uint32_t>(std::bit_width(family_.table_rows(problem_))) - 1
             : digit(pass_).bits;
}

}  // namespace KERNELS
}  // namespace radix

#undef RADIX_RUN_BODY
