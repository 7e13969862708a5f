#include "choice.hpp"

#include <algorithm>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/words/sort_title.hpp"
#include "kernels/engine/model/old_names.hpp"
#include "plan.hpp"
#include "text/timed.hpp"
#include "tokens.hpp"

namespace scope {
namespace {

constexpr uint32_t lowest_power = 10, highest_power = 30;  // of the sizes that are offered
constexpr uint32_t few_numbers = 8;                        // a range up to so many is offered whole

/// Null: there is none of this name; - and _ are the same.
const TimingField* setup_field(std::string_view name) {
  std::string plain(radix::current_name(name));
  std::ranges::replace(plain, '-', '_');
  const auto it = std::ranges::find(setup_fields(), plain, &TimingField::name);
  return it == setup_fields().end() ? nullptr : &*it;
}

std::string shown(const char* english) { return std::string(text::translated(english)); }

TimingChoice choice_of(const radix::SettingInfo& axis) {
  TimingChoice choice{axis.name, axis.label, shown(axis.about), {}, false};
  for (const radix::Choice& each : axis.choices)
    choice.values.push_back({each.name, shown(each.label), shown(each.about)});
  if (!axis.is_number()) return choice;
  const bool all = axis.high - axis.low < few_numbers;
  for (uint32_t value = all ? axis.low : std::max(axis.low, axis.high / 32); value <= axis.high;
       value = all ? value + 1 : 2 * value)
    choice.values.push_back({std::to_string(value), std::to_string(value), shown(axis.about)});
  return choice;
}

/// Every size that a person is likely to want.
TimingChoice size_choice() {
  TimingChoice choice{"n", text::timed::choice_keys, text::timed::choice_keys_about, {}, false};
  for (uint32_t power = lowest_power; power <= highest_power; power += 2) {
    const std::string name = size_text(uint64_t{1} << power);
    choice.values.push_back(
        {name, name, text::timed::choice_of_keys({.keys = uint64_t{1} << power})});
  }
  return choice;
}

std::vector<std::string> names_of(const TimingChoice& choice) {
  std::vector<std::string> names;
  for (const auto& value : choice.values) names.push_back(value.name);
  return names;
}

std::string comma_list(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

/// Sorts may be called by their number.
std::string spelt(const TimingChoice& choice, const std::string& token) {
  const radix::SortInfo* sort = choice.name == "sorts" ? radix::sort_named(token) : nullptr;
  return sort ? sort->name : token;
}

/// A list may be empty where something else can still be measured.
bool may_be_empty(const TimingChoice& choice) {
  return choice.name == "sorts" || choice.name == "beside";
}

std::string usual_sizes(radix::EngineId engine) {
  return engine == radix::EngineId::cuda ? "2^16,2^20,2^24" : "2^10,2^12";
}

}  // namespace

std::vector<std::string> pick_names() {
  std::vector<std::string> names;
  for (const bool of_method : {true, false})
    for (const TimingField& field : setup_fields())
      if (field.of_method == of_method) names.push_back(field.name);
  return names;
}

std::string pick_text(const TimingSetup& setup, std::string_view name) {
  const TimingField* field = setup_field(name);
  return field ? field->text(setup) : "";
}

bool set_pick(TimingSetup& setup, std::string_view name, const std::string& values) {
  const TimingField* field = setup_field(name);
  if (!field || (field->flag && values != "on" && values != "off")) return false;
  if (field->flag)
    setup.*field->flag = values == "on";
  else
    field->place(setup) = values;
  return true;
}

radix::EngineId engine_of(radix::EngineChoice choice) {
  if (choice == radix::EngineChoice::cpu) return radix::EngineId::cpu;
  if (choice == radix::EngineChoice::cuda) return radix::EngineId::cuda;
  return radix::engines()[1].available ? radix::EngineId::cuda : radix::EngineId::cpu;
}

std::vector<TimingChoice> timing_choices(radix::EngineId engine) {
  std::vector<TimingChoice> all;
  TimingChoice& sorts = all.emplace_back(TimingChoice{
      "sorts", text::timed::choice_kernels, text::timed::choice_kernels_about, {}, false});
  std::vector<radix::SortInfo> timed(radix::timed_sorts().begin(), radix::timed_sorts().end());
  std::ranges::stable_sort(timed, before_in_chapter);
  for (const radix::SortInfo& sort : timed)
    sorts.values.push_back({sort.name, sort_title(sort), sort.name});
  TimingChoice& beside = all.emplace_back(TimingChoice{
      "beside", text::timed::choice_beside, text::timed::choice_beside_about, {}, false});
  for (const radix::Baseline& baseline : radix::baselines(engine))
    if (!baseline.check)
      beside.values.push_back({baseline.name, shown(baseline.label), shown(baseline.about)});
  all.push_back(size_choice());
  TimingChoice& types = all.emplace_back(
      TimingChoice{"type", text::timed::choice_type, text::timed::choice_type_about, {}, true});
  for (const radix::TimedTypeInfo& each : radix::timed_types())
    types.values.push_back({each.name, each.name, shown(each.label)});
  for (const radix::SettingInfo* axis : timing_axes())  // what changes most first
    if (!is_common(*axis)) all.push_back(choice_of(*axis));
  TimingChoice& spreads = all.emplace_back(TimingChoice{
      "distribution", text::timed::choice_spread, text::timed::choice_spread_about, {}, false});
  for (const radix::DistributionInfo& each : radix::distributions())
    spreads.values.push_back({each.name, shown(each.label), shown(each.about)});
  for (const radix::SettingInfo* axis : timing_axes())
    if (is_common(*axis)) all.push_back(choice_of(*axis));
  return all;
}

std::vector<std::string> chosen_values(const TimingSetup& setup, const TimingChoice& choice,
                                       radix::EngineId engine) {
  std::string list = pick_text(setup, choice.name);
  const radix::SettingInfo* axis = radix::setting_named(choice.name);
  if (list.empty() && axis) list = timing_default(*axis);
  if (list.empty() && choice.name == "n") list = usual_sizes(engine);
  try {
    std::vector<std::string> chosen;
    if (choice.name == "n") {
      for (uint64_t n : size_values(list)) chosen.push_back(size_text(n));
      return chosen;
    }
    for (const std::string& token : tokens(list, choice.label)) {
      if (token == "all") return names_of(choice);
      if (token != "none") chosen.push_back(spelt(choice, token));
    }
    return chosen;
  } catch (const Unread&) {
    return {};
  }
}

std::string toggled(const TimingSetup& setup, const TimingChoice& choice, radix::EngineId engine,
                    std::string_view value) {
  if (choice.one) return std::string(value);
  const auto now = chosen_values(setup, choice, engine);
  std::vector<std::string> next;
  for (const auto& each : choice.values) {  // in the order of the list, whatever was clicked first
    const bool was = std::ranges::find(now, each.name) != now.end();
    if (was != (each.name == value)) next.push_back(each.name);
  }
  const auto offered = names_of(choice);
  for (const std::string& each : now)  // typed values that the window does not offer
    if (std::ranges::find(offered, each) == offered.end() && each != value) next.push_back(each);
  if (next.empty()) return may_be_empty(choice) ? "none" : comma_list(now);
  return next.size() == choice.values.size() && may_be_empty(choice) ? "all" : comma_list(next);
}

std::string choose(TimingSetup& setup, radix::EngineId engine, std::string_view name,
                   const std::string& values) {
  TimingSetup next = setup;
  if (values.empty()) return text::timed::no_values({.name = name});
  const TimingField* field = setup_field(name);
  if (!field) return no_such_token(text::timed::what_choice, std::string(name), pick_names());
  if (!set_pick(next, name, values))
    return text::timed::on_or_off({.name = name, .values = values});
  if (field->flag) return setup = std::move(next), "";
  // Nothing to measure is no mistake while picking: the other list may be filled next
  TimingSetup checked = next;
  if (checked.sorts == "none") checked.sorts = "all";
  const auto plan = read_timing_plan(checked, offered_engine(engine));
  if (!plan) return plan.error.sentence;
  setup = std::move(next);
  return "";
}

TimingSetup usual_timing(radix::EngineId engine) {
  TimingSetup setup{.n = usual_sizes(engine)};
  for (const radix::SettingInfo* axis : timing_axes()) {
    if (axis->use == radix::Use::wide_digits) setup.settings[axis] = "1,2,4,8";
    if (axis->use == radix::Use::coarsening && axis->is_number()) setup.settings[axis] = "4,16";
  }
  return setup;
}

std::vector<std::string> arguments_of(const TimingSetup& setup, radix::EngineChoice engine) {
  std::vector<std::string> list = {"time", "--engine", radix::name_of(engine)};
  for (const TimingField& field : setup_fields()) {
    const std::string values = field.flag ? "" : field.text(setup);
    if (!values.empty()) list.insert(list.end(), {field.option(), values});
  }
  if (!setup.stages) list.push_back("--no-stages");
  if (setup.density) list.push_back("--density");
  list.push_back("--json-lines");
  list.push_back("--end-with-parent");
  return list;
}

TimingEstimate estimate(const TimingSetup& setup, radix::EngineId engine) {
  const auto plan = read_timing_plan(setup, offered_engine(engine));
  if (!plan) return {plan.error.sentence, true};
  std::set<uint64_t> sizes;
  for (const TimingRow& row : plan->run.rows) sizes.insert(row.input.n);
  return {text::timed::bars({.bars = plan->run.rows.size(), .sizes = sizes.size()}), false};
}

std::string memory_words(const TimingRun& weighed) {
  uint64_t largest = 0, bytes = 0;
  for (const TimingRow& row : weighed.rows) largest = std::max(largest, row.input.n);
  for (const TimingRow& row : weighed.rows)
    if (row.input.n == largest && row.input == weighed.rows.back().input)
      bytes = std::max(bytes, row.cost.session_bytes);
  return bytes > 0 ? " · " + text::timed::up_to_memory({.bytes = bytes_text(bytes)}) : "";
}

}  // namespace scope
