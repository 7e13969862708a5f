/// The trace file: what `radixscope trace --json` prints, one step per line. A run that a kernel
/// broke off has the steps until then and the fault. Reading checks everything that a figure relies
/// on, so a broken or foreign file gives a sentence and never a wrong picture.
#include <algorithm>
#include <stdexcept>

#include "json.hpp"
#include "outside_text.hpp"
#include "sources.hpp"
#include "text/refused.hpp"
#include "trace.hpp"

namespace radix {
namespace {

namespace refused = scope::text::refused;

constexpr const char* format_name = "radixscope trace 3";
constexpr const char* format_before = "radixscope trace 2";  // said "rung" for "sort"
constexpr uint32_t max_launches = 65536;  // the most of any sort: a round of each recorded key

Json step_json(const Step& step) {
  Json arrays = Json::object(), ids = Json::object();
  for (const SharedArray& array : step.arrays) {
    arrays[info(array->id).name] = array->values;
    if (!array->ids.empty()) ids[info(array->id).name] = array->ids;
  }
  Json json = {{"pass", step.pass},
               {"stage", info(step.stage).name},
               {"made", info(step.made).name},
               {"caption", caption(step)},
               {"source", {{"file", step.source.file}, {"line", step.source.line}}},
               {"kernel", step.kernel},
               {"launch", step.launch},
               {"blocks", step.blocks},
               {"threads", step.threads},
               {"split", step.split},
               {"splits", step.splits},
               {"level", step.level},
               {"distance", step.distance},
               {"sweep", static_cast<uint32_t>(step.phase)},
               {"arrays", arrays},
               {"ids", ids}};
  if (!step.name.empty()) json["name"] = step.name;
  return json;
}

/// What is wrong with a file, thrown inside this file only.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void require(bool condition, const std::string& what) {
  if (!condition) throw Broken(what);
}
void require(bool condition, scope::text::Label what) {
  if (!condition) throw Broken(what);
}

/// A text that is drawn and printed on one line.
std::string line(const Json& json, const char* name, std::size_t longest = longest_name) {
  const std::string& text = json.at(name).text();
  const std::string wrong = line_error(text, longest);
  if (!wrong.empty()) throw Broken(refused::trace_field({.name = in_quotes(name), .wrong = wrong}));
  return text;
}

/// A whole number from 0 to 2^32 - 1; nothing else is quietly made into one.
uint32_t number(const Json& json) {
  if (!json.is_number_unsigned() || json.whole() > 0xffffffffu)
    throw Broken(refused::trace_number({.found = in_quotes(json.dump(), 24)}));
  return static_cast<uint32_t>(json.whole());
}

/// Where in the kernels: files of before a sort was one .cu name it .cuh.
SourceLine read_source(const Json& json) {
  const std::string file = line(json, "file");
  const SourceFile* source = source_named(file);
  return {source ? std::string(source->name) : file, number(json.at("line"))};
}

std::vector<uint32_t> numbers(const Json& json) {
  require(json.is_array(), refused::trace_no_list);
  std::vector<uint32_t> list;
  list.reserve(json.size());
  for (const Json& value : json.list()) list.push_back(number(value));
  return list;
}

Array read_array(const std::string& name, const Json& values, const Json& ids,
                 const Problem& problem, const Family& family, const Step& step, bool broken) {
  const ArrayInfo* row = family.array_named(name);
  if (row == nullptr) throw Broken(refused::trace_no_array({.name = in_quotes(name)}));
  Array array{*row, numbers(values), {}};
  if (ids.contains(name)) array.ids = numbers(ids.at(name));
  const std::string wrong = array_error(array, problem, step, broken, &family);
  require(wrong.empty(), wrong);
  return array;
}

/// An array that is as in the step before is that one's, as in a run that was just recorded.
SharedArray shared_with(const Step* before, Array array) {
  if (before != nullptr)
    for (const SharedArray& old : before->arrays)
      if (old->id == array.id && *old == array) return old;
  return std::make_shared<Array>(std::move(array));
}

Step read_step(const Json& json, const Problem& problem, const Family& family, std::size_t parts,
               bool broken, const Step* before) {
  Step step;
  step.pass = number(json.at("pass"));
  if (step.pass >= parts) throw Broken(refused::trace_no_pass({.pass = step.pass}));
  const StageInfo* stage = family.stage_named(json.at("stage").text());
  const ArrayInfo* made = family.array_named(json.at("made").text());
  require(stage && made, refused::trace_no_name);
  require(made->stage == Stage(*stage) || made->stage == stage::none ||
              (made->of_split && family.block_stage == Stage(*stage)),
          refused::trace_stage);
  step.stage = *stage;
  step.made = *made;
  step.source = read_source(json.at("source"));
  step.kernel = line(json, "kernel");
  if (json.contains("name")) step.name = line(json, "name");
  step.launch = number(json.at("launch"));
  step.blocks = number(json.at("blocks"));
  step.threads = number(json.at("threads"));
  step.split = number(json.at("split"));
  step.splits = number(json.at("splits"));
  if (step.split >= max_radix_bits || step.splits > max_radix_bits)
    throw Broken(refused::trace_no_split({.split = step.split}));
  step.level = number(json.at("level"));
  step.distance = number(json.at("distance"));
  step.phase = static_cast<ScanPhase>(number(json.at("sweep")));
  require(step.phase <= ScanPhase::carry, refused::trace_sweep);
  const Json& ids = json.at("ids");
  for (const auto& [name, values] : json.at("arrays").items()) {
    step.arrays.push_back(
        shared_with(before, read_array(name, values, ids, problem, family, step, broken)));
  }
  std::sort(step.arrays.begin(), step.arrays.end(),
            [&](const SharedArray& a, const SharedArray& b) {
              return family.place(a->id) < family.place(b->id);
            });
  require(step.find(array::keys) != nullptr && step.find(step.made) != nullptr,
          refused::trace_step);
  return step;
}

constexpr const char* fault_kinds[] = {"other",   "race",    "apart",     "deadlock",
                                       "outside", "promise", "comparison"};

/// Who is not known is not written.
Json thread_json(const ThreadAt& at) {
  Json json = {{"file", at.source.file}, {"line", at.source.line}};
  if (at.block != none) json["block"] = at.block;
  if (at.thread != none) json["thread"] = at.thread;
  return json;
}

/// What is known of a fault beyond that, one list of names for both directions: `io` writes what is
/// not as in a fault of which nothing is known, or reads what is there.
template <class Io>
void cross_details(Io& io, Fault& fault) {
  io.choice("first_act", fault.first.act, Act::left);
  io.choice("second_act", fault.second.act, Act::left);
  io.truth("covered", fault.covered);
  io.text("made_in", fault.made.file);
  io.number("made_on", fault.made.line);
  io.number("entries", fault.entries);
  auto& [resident, unstarted, blocks] = fault.room;
  io.number("resident", resident);
  io.number("unstarted", unstarted);
  io.number("blocks", blocks);
  auto& [lanes_are, mask, lanes, lane, other, other_mask] = fault.lanes;
  io.choice("lanes_are", lanes_are, Fault::Lanes::What::unnamed);
  io.number("mask", mask);
  io.number("lanes", lanes);
  io.number("lane", lane);
  io.number("other_lane", other);
  io.number("other_mask", other_mask);
  auto& [refused, asked, given] = fault.refused;
  io.choice("refused", refused, Fault::Refused::What::threw);
  io.number("asked", asked);
  io.number("given", given);
  auto& [outcome, count, keys, index, key, next, name, why] = fault.outcome;
  io.choice("outcome", outcome, Fault::Outcome::What::purpose_right);
  io.number("lost", count);
  io.number("keys", keys);
  io.place("at", index);
  io.text("key", key);
  io.text("next", next);
  io.text("name", name);
  io.text("why", why);
  auto& [differs, part, stage, number, holds, should_hold, makes, should_make, steps, right_steps] =
      fault.difference;
  io.choice("differs", differs, Fault::Difference::What::shorter);
  io.text("part", part);
  io.text("stage", stage);
  io.number("number", number);
  io.choice("holds_a", holds.what, Fault::Held::What::key);
  io.text("holds", holds.shown);
  io.place("holds_from", holds.place);
  io.choice("should_hold_a", should_hold.what, Fault::Held::What::key);
  io.text("should_hold", should_hold.shown);
  io.place("should_hold_from", should_hold.place);
  io.text("makes", makes);
  io.text("should_make", should_make);
  io.number("steps", steps);
  io.number("right_steps", right_steps);
}

/// What is 0, no place and no text is not written.
struct DetailWriter {
  Json& json;
  void truth(const char* name, bool value) {
    if (value) json[name] = value;
  }
  void number(const char* name, uint32_t value) {
    if (value != 0) json[name] = value;
  }
  void place(const char* name, uint32_t value) {
    if (value != none) json[name] = value;
  }
  void text(const char* name, const std::string& value) {
    if (!value.empty()) json[name] = value;
  }
  template <class Choice>
  void choice(const char* name, Choice value, Choice) {
    number(name, static_cast<uint32_t>(value));
  }
};

Json fault_json(Fault fault) {
  Json json = {{"kind", fault_kinds[static_cast<uint32_t>(fault.kind)]},
               {"kernel", fault.kernel},
               {"launch", fault.launch},
               {"array", fault.array},
               {"first", thread_json(fault.first)},
               {"second", thread_json(fault.second)}};
  if (fault.index != none) json["index"] = fault.index;
  if (fault.step != none) json["step"] = fault.step;
  DetailWriter writer{json};
  cross_details(writer, fault);
  return json;
}

struct DetailReader {
  const Json& json;
  void truth(const char* name, bool& value) {
    if (json.contains(name)) value = json.at(name).truth();
  }
  void number(const char* name, uint32_t& value) {
    if (json.contains(name)) value = radix::number(json.at(name));
  }
  void place(const char* name, uint32_t& value) { number(name, value); }
  void text(const char* name, std::string& value) {
    if (json.contains(name)) value = line(json, name, longest_sentence);
  }
  template <class Choice>
  void choice(const char* name, Choice& value, Choice last) {
    uint32_t chosen = 0;
    number(name, chosen);
    if (chosen > static_cast<uint32_t>(last))
      throw Broken(refused::trace_choice({.name = in_quotes(name)}));
    value = static_cast<Choice>(chosen);
  }
};

uint32_t number_or_nobody(const Json& json, const char* name) {
  return json.contains(name) ? number(json.at(name)) : none;
}

ThreadAt read_thread(const Json& json) {
  return {number_or_nobody(json, "block"), number_or_nobody(json, "thread"), read_source(json)};
}

Fault read_fault(const Json& json, const std::string& error) {
  require(!error.empty(), refused::trace_no_fault);
  const auto* kind =
      std::find(std::begin(fault_kinds), std::end(fault_kinds), json.at("kind").text());
  require(kind != std::end(fault_kinds), refused::trace_fault);
  Fault fault{.kind = static_cast<Fault::Kind>(kind - std::begin(fault_kinds)),
              .sentence = error,
              .kernel = line(json, "kernel"),
              .launch = number(json.at("launch")),
              .array = line(json, "array"),
              .index = number_or_nobody(json, "index"),
              .step = number_or_nobody(json, "step"),
              .first = read_thread(json.at("first")),
              .second = read_thread(json.at("second"))};
  DetailReader reader{json};
  cross_details(reader, fault);
  if (error == check_name(fault.kind)) fault.sentence.clear();  // else an older file's, in English
  return fault;
}

/// Every setting under its own name; one that is missing keeps its plain value.
Settings read_settings(const Json& json) {
  Settings all;
  for (const SettingInfo& setting : settings()) {
    if (!json.contains(setting.name)) continue;
    const Json& field = json.at(setting.name);
    const auto value = value_from(setting, field.is_string() ? field.text() : field.dump());
    if (!value)
      throw Broken(
          refused::trace_setting({.name = in_quotes(setting.name), .range = setting.range()}));
    setting.set(all, *value);
  }
  return all;
}

/// Settings with these uses are in every trace file; others where they are not at their default.
constexpr uint32_t in_first_format =
    Use::every_sort | Use::scan | Use::wide_digits | Use::coarsening | Use::one_launch;

void add_settings(Json& json, const Settings& all) {
  for (const SettingInfo& setting : settings()) {
    const bool plain = setting.get(all) == setting.get(Settings{});
    if (plain && (in_first_format & static_cast<uint32_t>(setting.use)) == 0) continue;
    if (setting.is_number()) {
      json[setting.name] = setting.get(all);
    } else {
      json[setting.name] = text_of(setting, all);
    }
  }
}

Problem read_problem(const Json& json) {
  auto problem =
      Problem::make(numbers(json.at("keys")), read_settings(json),
                    json.contains("values") ? numbers(json.at("values")) : std::vector<uint32_t>{});
  require(static_cast<bool>(problem), problem.error.sentence);
  require(problem->size() <= max_recorded_keys, too_many_to_step());
  return *problem;
}

/// Reads a file step by step, so that only one of them lies in memory as JSON.
class TraceReader {
 public:
  explicit TraceReader(FamilyOf family_of) : family_of_(family_of) {}

  /// A step, with the members before the list of steps.
  void take_step(const Json::Object& before, Json step) {
    if (!begun_) begin(Json(before));
    if (begun_)
      add(step);
    else
      early_.push_back(std::move(step));  // of a file that names its problem behind its steps
  }

  /// All but the steps.
  Trace finish(const Json& json) {
    require(json.is_object() && json.contains("format") && is_known(json.at("format")),
            refused::trace_format({.format = format_name}));
    if (!begun_) begin(json, true);
    require(json.at("steps").is_array(), refused::trace_steps);
    for (const Json& step : early_) add(step);
    const Json ids({{"output", json.at("sorted_ids")}});
    if (trace_.error.empty()) take_sorted(json, ids);
    return std::move(trace_);
  }

 private:
  static bool is_known(const Json& format) {
    return format == format_name || format == format_before;
  }
  void begin(const Json& json, bool all_is_there = false) {
    for (const char* name : {"format", "problem", "sort", "engine", "launches", "error"})
      if (!all_is_there && !json.contains(name)) return;
    require(is_known(json.at("format")), refused::trace_format({.format = format_name}));
    trace_.problem = read_problem(json.at("problem"));
    trace_.sort = line(json, "sort");
    if (json.contains("planted")) trace_.planted = line(json, "planted");
    if (json.contains("own")) trace_.own = line(json, "own");
    trace_.engine.name = line(json.at("engine"), "name");
    trace_.engine.device = line(json.at("engine"), "device");
    trace_.engine.id = trace_.engine.name == "cuda" ? EngineId::cuda : EngineId::cpu;
    trace_.launches = number(json.at("launches"));
    if (trace_.launches > max_launches)
      throw Broken(refused::trace_launches({.launches = trace_.launches}));
    trace_.error = line(json, "error", longest_sentence);
    if (json.contains("fault")) trace_.fault = read_fault(json.at("fault"), trace_.error);
    trace_.family = &family_of_(trace_.sort);
    parts_ = outline_of(trace_).parts.size();
    begun_ = true;
  }

  void add(const Json& json) {
    std::vector<Step>& steps = trace_.steps;
    const Step* before = steps.empty() ? nullptr : &steps.back();
    Step step =
        read_step(json, trace_.problem, *trace_.family, parts_, trace_.fault.has_value(), before);
    require(before == nullptr || step.pass >= before->pass, refused::trace_order);
    steps.push_back(std::move(step));
  }

  void take_sorted(const Json& json, const Json& ids) {
    const Problem& problem = trace_.problem;
    trace_.sorted =
        read_array("output", json.at("sorted"), ids, problem, *trace_.family, Step{}, false);
    const Array* last = trace_.steps.empty() ? nullptr : trace_.steps.back().find(array::output);
    const auto order = [&](uint32_t a, uint32_t b) {
      return problem.reversed() ? problem.before(b, a) : problem.before(a, b);
    };
    require(std::is_sorted(trace_.sorted.values.begin(), trace_.sorted.values.end(), order) &&
                (last == nullptr || *last == trace_.sorted),
            refused::trace_sorted);
  }

  FamilyOf family_of_;
  Trace trace_;
  std::size_t parts_ = 0;
  bool begun_ = false;
  std::vector<Json> early_;
};

}  // namespace

std::string to_json(const Trace& trace) {
  Json problem = {{"keys", trace.problem.keys()}, {"values", trace.problem.values()}};
  add_settings(problem, trace.problem.settings());
  Json head = {{"format", format_name},
               {"problem", problem},
               {"sort", trace.sort},
               {"engine", {{"name", trace.engine.name}, {"device", trace.engine.device}}},
               {"launches", trace.launches},
               {"error", trace.error}};
  if (!trace.planted.empty()) head["planted"] = trace.planted;
  if (!trace.own.empty()) head["own"] = trace.own;
  if (trace.fault) head["fault"] = fault_json(*trace.fault);
  std::string text = head.dump();
  text.pop_back();
  text += ",\n\"steps\":[";
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    text += (s == 0 ? "\n" : ",\n") + step_json(trace.steps[s]).dump();
  }
  text += "],\n\"sorted\":" + Json(trace.sorted.values).dump() +
          ",\n\"sorted_ids\":" + Json(trace.sorted.ids).dump() + "}\n";
  return text;
}

Result<Trace> trace_from_json(std::string_view text, FamilyOf family_of) {
  try {
    TraceReader reader(family_of);
    const ParsedJson read = parse_json(text, "steps", [&](const Json::Object& before, Json step) {
      reader.take_step(before, std::move(step));
    });
    if (read.fault == ParsedJson::Fault::broken)
      return Error{refused::no_trace({.byte = read.byte}), 0, 0};
    if (!read.ok()) throw JsonError("a number that no field takes");
    if (read.twice) throw Broken(refused::trace_twice({.name = in_quotes(read.twice_name)}));
    return reader.finish(read.value);
  } catch (const JsonError&) {
    return Error{refused::trace_not_whole, 0, 0};
  } catch (const Broken& e) {
    return Error{refused::trace_not_valid({.why = e.what()}), 0, 0};
  }
}

}  // namespace radix
