#include "accesses.hpp"

#include <algorithm>

#include "blocks.hpp"

namespace radix {
inline namespace cpu {
namespace {

bool writes(Touch how) { return how != Touch::read && how != Touch::atomic_read; }
bool is_atomic(Touch how) { return how != Touch::read && how != Touch::write; }

Act act_of(Touch how) {
  if (!writes(how)) return Act::reads;
  return is_atomic(how) ? Act::changes : Act::writes;
}

}  // namespace

SourceLine source_line(Site site) { return {base_name(site.file), site.line}; }

void Accesses::begin_launch(AccessLog* log) {
  ++launch_;
  constexpr uint32_t soon_too_many = 0xc0000000u;
  if (next_interval_ > soon_too_many) next_interval_ = 1, ++generation_;  // numbers begin anew
  first_interval_ = next_interval_;
  block_of_.clear();
  events_.clear();
  log_ = log;
  logged_sites_.clear();
  race_.reset();
  same_.clear();
  same_by_.clear();
}

uint32_t Accesses::begin_interval(uint32_t block) {
  block_of_.push_back(block);
  return next_interval_++;
}

/// Sites have small numbers. Most are found at the first look.
inline uint16_t Accesses::site_number(const char* file, uint32_t line) {
  const auto hash = (reinterpret_cast<std::uintptr_t>(file) >> 3 ^ line * 7) % known_sites_.size();
  const Known& known = known_sites_[hash];
  if (known.file == file && known.line == line) [[likely]]
    return known.number;
  return find_site(file, line, hash);
}

uint16_t Accesses::find_site(const char* file, uint32_t line, std::size_t hash) {
  const auto same = [&](const Site& s) { return s.file == file && s.line == line; };
  const auto at = std::find_if(sites_.begin(), sites_.end(), same);
  const auto number = static_cast<uint16_t>(at - sites_.begin());
  known_sites_[hash] = {file, line, number};
  if (at == sites_.end()) sites_.push_back({file, line});
  return number;
}

/// Did another thread do that, and is nothing known that orders the two?
inline bool Accesses::concurrent(const Touched& before, const Region& region) const {
  if (before.interval < region.begins) return false;
  if (before.interval == worker.interval) return before.thread != worker.thread && !ordered(before);
  return !region.shared && block_of(before.interval) != worker.block && !ordered(before);
}

/// Follows what was published since `before`: a thread that knows of it fences and publishes,
/// another one sees that and knows it, too, and so do all threads of a block behind its next
/// barrier.
bool Accesses::ordered(const Touched& before) const {
  struct Thread {
    uint32_t block, interval;
    uint16_t thread;
  };
  std::vector<Thread> knows{{block_of(before.interval), before.interval, before.thread}}, fenced;
  std::vector<const void*> words;
  const auto among = [&](const std::vector<Thread>& list, uint32_t block, uint32_t interval,
                         uint32_t thread, bool behind_a_barrier) {
    return std::any_of(list.begin(), list.end(), [&](const Thread& one) {
      return one.block == block &&
             (one.thread == thread || (behind_a_barrier && one.interval < interval));
    });
  };
  for (std::size_t e = before.events; e < events_.size(); ++e) {
    const Event& event = events_[e];
    const uint32_t block = block_of(event.interval);
    const Thread self{block, event.interval, event.thread};
    if (event.word == nullptr && among(knows, block, event.interval, event.thread, true))
      fenced.push_back(self);
    if (event.sees && std::find(words.begin(), words.end(), event.word) != words.end() &&
        !among(knows, block, event.interval, event.thread, true)) {
      knows.push_back(self);
    }
    if (event.publishes && among(fenced, block, event.interval, event.thread, false))
      words.push_back(event.word);
  }
  knows.erase(knows.begin());  // itself: barriers were looked at before
  return among(knows, worker.block, worker.interval, worker.thread, true);
}

void Accesses::found(const Touched& before, Touch how_before, const Region& region, uint32_t index,
                     Touch how, uint16_t number) {
  const Site other = sites_[before.site], site = sites_[number];
  const uint32_t other_block = block_of(before.interval);
  Fault race{.kind = Fault::Kind::race, .index = index};
  if (region.shared) race.made = source_line(region.made);
  if (!region.shared) race.array = region.name;
  race.first = {other_block, before.thread, source_line(other), act_of(how_before)};
  race.second = {worker.block, worker.thread, source_line(site), act_of(how)};
  race_ = std::move(race);
}

/// The running thread stores what another one has stored, and nothing orders the two.
void Accesses::keep_same(const Touched& before, const Region& region, uint32_t index) {
  std::size_t at = 0;
  while (at < same_.size() && (same_[at].index != index || same_[at].array != region.name)) ++at;
  if (at == same_.size()) {
    same_.push_back({.array = region.name,
                     .index = index,
                     .value = worker.value,
                     .source = source_line(sites_[before.site])});
    same_by_.push_back({{block_of(before.interval), before.thread}});
  }
  const std::pair<uint32_t, uint32_t> mine{worker.block, worker.thread};
  if (std::ranges::find(same_by_[at], mine) == same_by_[at].end()) same_by_[at].push_back(mine);
  same_[at].threads = static_cast<uint32_t>(same_by_[at].size());
}

/// Keeps two accesses, one of them by another block if there was any.
inline void Accesses::keep(Touched (&two)[2], const Touched& now, const Region& region) {
  const auto same = [&](const Touched& t) {
    return t.interval == now.interval && t.thread == now.thread;
  };
  if (same(two[0]) || same(two[1])) return;
  const bool foreign = !region.shared && two[1].interval >= region.begins &&
                       block_of(two[1].interval) != block_of(now.interval);
  if (!foreign) two[1] = two[0];
  two[0] = now;
}

/// The first touch of an array in this launch.
void Accesses::begin_region(Region& region) {
  if (region.generation != generation_) region.cells.clear(), region.atomic_cells.clear();
  if (!region.shared) region.begins = first_interval_;
  region.cells.resize(std::max(region.cells.size(), region.size));
  region.launch = launch_, region.generation = generation_;
}

/// The place of the region in the log's list.
uint8_t Accesses::logged_array(Region& region) {
  const auto same = [&](const AccessLog::Memory& m) {
    return m.shared && region.shared && m.first_byte == region.first_byte &&
           m.made == source_line(region.made);
  };
  const auto at = std::find_if(log_->arrays.begin(), log_->arrays.end(), same);  // another block's
  region.logged = static_cast<uint32_t>(at - log_->arrays.begin());
  region.log_of = launch_;
  if (at == log_->arrays.end()) {
    log_->arrays.push_back({region.name, region.shared,
                            region.shared ? source_line(region.made) : SourceLine{},
                            region.element_bytes, region.first_byte});
  }
  return static_cast<uint8_t>(region.logged);
}

/// The place of the site in the log's list.
uint16_t Accesses::logged_site(uint16_t number) {
  logged_sites_.resize(sites_.size(), none);
  uint32_t& place = logged_sites_[number];
  if (place == none) {
    place = static_cast<uint32_t>(log_->sites.size());
    log_->sites.push_back(source_line(sites_[number]));
  }
  return static_cast<uint16_t>(place);
}

inline void Accesses::write_down(Region& region, uint32_t index, Touch how, uint16_t number) {
  const bool known = region.log_of == launch_ && region.logged < log_->arrays.size();
  const uint8_t array = known ? static_cast<uint8_t>(region.logged) : logged_array(region);
  const bool seen = number < logged_sites_.size() && logged_sites_[number] != none;
  const uint16_t site = seen ? static_cast<uint16_t>(logged_sites_[number]) : logged_site(number);
  log_->accesses.push_back({.index = index,
                            .block = worker.block,
                            .epoch = worker.epoch,
                            .thread = static_cast<uint16_t>(worker.thread),
                            .moment = static_cast<uint16_t>(worker.moment),
                            .site = site,
                            .array = array,
                            .touch = how});
}

void Accesses::touch(Region& region, uint32_t index, Touch how, const char* file, uint32_t line) {
  const uint16_t number = site_number(file, line);
  if (log_ != nullptr) write_down(region, index, how, number);
  if (race_) return;
  if (region.launch != launch_) begin_region(region);
  Cell& cell = region.cells[index];
  if (is_atomic(how)) return touch_by_atomic(region, index, how, number);
  if (concurrent(cell.write, region)) {
    if (how != Touch::write || !worker.same)
      return found(cell.write, Touch::write, region, index, how, number);
    keep_same(cell.write, region, index);
  }
  if (how == Touch::write) {
    for (const Touched& read : cell.reads) {
      if (concurrent(read, region)) return found(read, Touch::read, region, index, how, number);
    }
  }
  if (index < region.atomic_cells.size()) {  // no atomic has touched those behind
    for (const Touched& atomic : region.atomic_cells[index].atomics) {
      if (how == Touch::read && atomic.only_read) continue;
      if (concurrent(atomic, region))
        return found(atomic, Touch::atomic, region, index, how, number);
    }
  }
  if (how == Touch::write)
    cell.write = now(how, number);
  else
    keep(cell.reads, now(how, number), region);
}

void Accesses::touch_by_atomic(Region& region, uint32_t index, Touch how, uint16_t number) {
  Cell& cell = region.cells[index];
  region.atomic_cells.resize(region.cells.size());
  events_.push_back(
      {&cell, worker.interval, static_cast<uint16_t>(worker.thread), writes(how), true});
  if (concurrent(cell.write, region))
    return found(cell.write, Touch::write, region, index, how, number);
  if (writes(how)) {
    for (const Touched& read : cell.reads) {
      if (concurrent(read, region)) return found(read, Touch::read, region, index, how, number);
    }
  }
  keep(region.atomic_cells[index].atomics, now(how, number), region);
}

inline Touched Accesses::now(Touch how, uint16_t number) {
  Touched touched{worker.interval, static_cast<uint16_t>(worker.thread), 0, 0,
                  static_cast<uint32_t>(events_.size())};
  touched.site = number & 0x7fff;
  touched.only_read = how == Touch::atomic_read;
  return touched;
}

void Accesses::fence() {
  events_.push_back({nullptr, worker.interval, static_cast<uint16_t>(worker.thread), false, false});
}

}  // namespace cpu
}  // namespace radix
