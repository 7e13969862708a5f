// What was typed becomes rows; sizes, bytes and rows in words.
#include "plan.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "text/refused.hpp"
#include "text/timed.hpp"
#include "tokens.hpp"

namespace scope {
namespace {

/// Everything that a method is, before it meets an input.
struct Method {
  radix::Configuration configuration;
  std::string label, section;
  bool sort = false;
};

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& each : table) names.push_back(each.name);
  return names;
}

/// The entries of a table that a list names; "all" are those that `in_all` lets through, "none" is
/// none.
template <class Table, class InAll>
auto chosen(const Table& table, const std::string& list, text::Label what, InAll in_all) {
  std::vector<const std::remove_cvref_t<decltype(table[0])>*> found;
  for (const std::string& token : tokens(list, what)) {
    if (token == "none") continue;
    std::size_t before = found.size();
    bool known = token == "all";
    for (std::size_t k = 0; k < table.size(); ++k) {
      const bool meant =
          token == "all" ? in_all(table[k], k) : token == table[k].name || in_all.number(token, k);
      known = known || meant;
      if (meant && std::ranges::find(found, &table[k]) == found.end()) found.push_back(&table[k]);
    }
    if (known || found.size() > before) continue;
    std::vector<std::string> names = names_of(table);
    names.push_back("all");
    throw Unread(no_such_token(what, token, names));
  }
  return found;
}

/// Sorts are also known by their number.
struct EverySort {
  bool operator()(const radix::SortInfo&, std::size_t) const { return true; }
  bool number(const std::string& token, std::size_t k) const {
    return token == std::to_string(number_of(radix::timed_sorts()[k]));
  }
};
struct NoCheck {
  bool operator()(const radix::Baseline& baseline, std::size_t) const { return !baseline.check; }
  bool number(const std::string&, std::size_t) const { return false; }
};
struct Every {
  bool operator()(const auto&, std::size_t) const { return true; }
  bool number(const std::string&, std::size_t) const { return false; }
};

/// What was typed for an axis, or its default.
std::string values_of(const TimingSetup& setup, const radix::SettingInfo& axis) {
  const auto typed = setup.settings.find(&axis);
  return typed == setup.settings.end() || typed->second.empty() ? timing_default(axis)
                                                                : typed->second;
}

/// The emulation is some thousand times slower than a GPU.
std::string sizes_of(const TimingSetup& setup, const TimingEngine& engine) {
  if (!setup.n.empty()) return setup.n;
  return engine.id == radix::EngineId::cuda ? "2^24" : "2^16";
}

/// All combinations of the axes' values.
std::vector<radix::Settings> all_settings(const TimingSetup& setup) {
  std::vector<radix::Settings> list{radix::Settings{}};
  for (const radix::SettingInfo* axis : timing_axes()) {
    std::vector<radix::Settings> wider;
    for (const uint32_t value : setting_values(*axis, values_of(setup, *axis)))
      for (radix::Settings settings : list) {
        axis->set(settings, value);
        wider.push_back(settings);
      }
    list = std::move(wider);
    if (list.size() > max_timing_rows) throw Unread(too_many_rows(list.size()));
  }
  return list;
}

std::vector<Method> methods_of(const TimingSetup& setup, const TimingEngine& engine) {
  std::vector<Method> methods;
  const std::vector<radix::Settings> all = all_settings(setup);
  for (const radix::SortInfo* sort :
       chosen(radix::timed_sorts(), setup.sorts, text::timed::what_sort, EverySort{}))
    for (const radix::Settings& settings : all) {
      // What the sort does not use has one value, so that it makes one row
      Method method{{sort->name, radix::settings_for(*sort, settings)},
                    sort->name,
                    radix::row_of(sort->section).numbers.fourth,
                    true};
      const auto same = [&](const Method& other) {
        return other.configuration == method.configuration;
      };
      if (std::ranges::none_of(methods, same)) methods.push_back(std::move(method));
    }
  for (const radix::Baseline* baseline :
       chosen(engine.baselines(), setup.beside, text::timed::what_beside, NoCheck{}))
    methods.push_back({{baseline->name, {}}, baseline->label, "", false});
  if (methods.empty()) throw Unread(text::timed::nothing_to_time);
  return methods;
}

std::vector<radix::TimedInput> inputs_of(const TimingSetup& setup, const TimingEngine& engine,
                                         uint64_t seed) {
  std::vector<radix::TimedInput> inputs;
  const std::vector<uint64_t> all_sizes = size_values(sizes_of(setup, engine));
  for (const radix::TimedTypeInfo* type :
       chosen(radix::timed_types(), setup.type, text::timed::what_type, Every{})) {
    const std::string bits = setup.bits.empty() ? std::to_string(type->max_bits) : setup.bits;
    for (const uint32_t width : bit_values(bits, *type))
      for (const auto* spread :
           chosen(radix::distributions(), setup.distribution, text::timed::what_spread, Every{}))
        for (const uint64_t n : all_sizes) inputs.push_back({type->id, width, n, spread->id, seed});
  }
  if (inputs.empty()) throw Unread(text::timed::no_input);
  return inputs;
}

/// A list as a shell takes it: commas and nothing else between the values.
std::string plain(const std::string& list) {
  std::string text;
  for (const std::string& token : tokens(list, text::timed::what_value))
    text += (text.empty() ? "" : ",") + token;
  return text;
}

/// What was typed for a field, or what stands for it: of every axis and of the sizes.
std::string value_of(const TimingSetup& setup, const TimingField& field,
                     const TimingEngine& engine) {
  if (field.axis) return values_of(setup, *field.axis);
  return field.list == &TimingSetup::n ? sizes_of(setup, engine) : field.text(setup);
}

/// The command line that makes this run again, defaults written out.
std::string options_of(const TimingSetup& setup, const TimingEngine& engine) {
  const char* name = radix::name_of(engine.id == radix::EngineId::cuda ? radix::EngineChoice::cuda
                                                                       : radix::EngineChoice::cpu);
  std::string text = std::string("radixscope time --engine ") + name;
  for (const TimingField& field : setup_fields()) {
    const std::string value = field.flag ? "" : value_of(setup, field, engine);
    if (!value.empty()) text += " " + field.option() + " " + plain(value);
  }
  return text + (setup.stages ? "" : " --no-stages") + (setup.density ? " --density" : "");
}

TimingPlan plan_of(const TimingSetup& setup, const TimingEngine& engine) {
  TimingPlan plan{.stages = setup.stages, .density = setup.density};
  plan.samples =
      static_cast<uint32_t>(whole_value(setup.samples, text::timed::samples_number, 3, 1000));
  plan.seconds = real_value(setup.seconds, text::timed::row_seconds, 0, 60);
  plan.run.seed = whole_value(setup.seed, text::timed::the_seed, 0, ~uint64_t{0});
  plan.run.version = RADIXSCOPE_VERSION;
  plan.run.facts.engine = engine.id == radix::EngineId::cuda ? "cuda" : "cpu";
  const auto methods = methods_of(setup, engine);
  const auto inputs = inputs_of(setup, engine, plan.run.seed);
  plan.run.options = options_of(setup, engine);
  if (methods.size() * inputs.size() > max_timing_rows)
    throw Unread(too_many_rows(methods.size() * inputs.size()));
  for (const radix::TimedInput& input : inputs)
    for (const Method& method : methods)
      plan.run.rows.push_back({.id = static_cast<uint32_t>(plan.run.rows.size()),
                               .configuration = method.configuration,
                               .input = input,
                               .label = method.label,
                               .sort = method.sort,
                               .section = method.section});
  return plan;
}

/// Why this row cannot run, or "".
std::string refusal_of(const TimingRow& row, const TimingEngine& engine, uint64_t free) {
  if (std::string wrong = radix::error_about(row.configuration.settings);
      row.sort && !wrong.empty())
    return wrong;
  if (!row.cost.refusal.empty()) return row.cost.refusal;
  const uint64_t usable = usable_bytes(free);
  if (free == 0 || row.cost.session_bytes <= usable) return "";  // 0: unknown
  const uint64_t fits = largest_fitting(engine, row.input, row.configuration, usable);
  return text::refused::timed_memory({.any = fits > 0,
                                      .free = bytes_text(free),
                                      .has = bytes_text(usable),
                                      .n = fits,
                                      .needs = bytes_text(row.cost.session_bytes),
                                      .reserve = bytes_text(free - usable)});
}

}  // namespace

/// In the order of the options.
static std::vector<TimingField> all_fields() {
  std::string spreads;
  for (const radix::DistributionInfo& each : radix::distributions())
    spreads += each.name + std::string(", ");
  using Setup = TimingSetup;
  std::vector<TimingField> list = {
      {"sorts", "all, none, or numbers and short names", "LIST", true, &Setup::sorts},
      {"beside", "all, none, or names of the baseline sorts", "LIST", true, &Setup::beside},
      {"n", "Numbers of keys: 1048576, 2^20, 2^28-2^20, 2^20..2^24", "LIST", false, &Setup::n},
      {"type", "u32, u64, pairs or all", "LIST", false, &Setup::type},
      {"bits", "Bits per key; default: all of its type", "LIST", false, &Setup::bits},
      {"distribution", text::timed::option_spreads({.names = spreads}), "LIST", false,
       &Setup::distribution},
      {"seed", "Seed of the keys and of the order of the rounds", "NUMBER", false, &Setup::seed},
      {"samples", "Minimum number of samples per row, 3 to 1000; default: 10", "NUMBER", false,
       &Setup::samples},
      {"seconds", "Minimum time per row, 0 to 60; default: 0.5", "SECONDS", false, &Setup::seconds},
      {.name = "stages", .flag = &Setup::stages},
      {.name = "density", .flag = &Setup::density}};
  std::vector<TimingField> axes;
  for (const radix::SettingInfo* axis : timing_axes())
    axes.push_back({.name = axis->name,
                    .about = text::timed::option_default(
                        {.about = text::translated(axis->about), .value = timing_default(*axis)}),
                    .of_method = true,
                    .axis = axis});
  list.insert(std::ranges::find(list, "seed", &TimingField::name), axes.begin(), axes.end());
  return list;
}

const std::vector<TimingField>& setup_fields() {
  static const std::vector<TimingField> list = all_fields();
  return list;
}

std::string TimingField::option() const {
  std::string text = "--" + name;
  std::ranges::replace(text, '_', '-');
  return text;
}

std::string TimingField::text(const TimingSetup& setup) const {
  if (flag) return setup.*flag ? "on" : "off";
  if (list) return setup.*list;
  const auto typed = setup.settings.find(axis);
  return typed == setup.settings.end() ? "" : typed->second;
}

std::vector<const radix::SettingInfo*> timing_axes() {
  std::vector<const radix::SettingInfo*> axes;
  for (const radix::SettingInfo& setting : radix::settings()) {
    const auto uses = [&](const radix::SortInfo& sort) { return sort.uses(setting); };
    const bool left_out = setting.use == radix::Use::stop_early ||  // timed runs cannot
                          setting.use == radix::Use::one_launch ||
                          setting.use == radix::Use::sample;  // changes little
    if (!setting.describes_keys && !left_out && std::ranges::any_of(radix::timed_sorts(), uses))
      axes.push_back(&setting);
  }
  return axes;
}

bool is_common(const radix::SettingInfo& axis) {
  return axis.use == radix::Use::blocks || axis.use == radix::Use::scan;
}

TimingEngine offered_engine(radix::EngineId engine) {
  return {.id = engine, .baselines = [engine] { return radix::baselines(engine); }};
}

std::string timing_default(const radix::SettingInfo& axis) {
  radix::Settings settings;
  settings.threads_per_block = 256;
  settings.radix_bits = 4;
  settings.keys_per_thread = 4;
  settings.start = radix::SortStart::block;
  settings.oversampling = 16;
  settings.finish = 256;
  return radix::text_of(axis, settings);
}

radix::Result<TimingPlan> read_timing_plan(const TimingSetup& setup, const TimingEngine& engine) {
  try {
    return plan_of(setup, engine);
  } catch (const Unread& wrong) {
    return radix::Error{.sentence = wrong.what()};
  }
}

uint64_t usable_bytes(uint64_t free_bytes) {
  const uint64_t reserve = std::max<uint64_t>(free_bytes / 100 * 3, 64'000'000);
  return free_bytes > reserve ? free_bytes - reserve : 0;
}

uint64_t largest_fitting(const TimingEngine& engine, radix::TimedInput input,
                         const radix::Configuration& configuration, uint64_t usable) {
  uint64_t fits = 0, too_many = input.n + 1;  // halve what lies between them
  while (too_many - fits > 1) {
    input.n = fits + (too_many - fits) / 2;
    const radix::Cost cost = engine.cost_of(input, configuration);
    (cost.refusal.empty() && cost.session_bytes <= usable ? fits : too_many) = input.n;
  }
  return fits;
}

void weigh(TimingPlan& plan, const TimingEngine& engine) {
  plan.run.facts = engine.facts(true);
  for (TimingRow& row : plan.run.rows) {
    if (!row.sort || radix::error_about(row.configuration.settings).empty())
      row.cost = engine.cost_of(row.input, row.configuration);
    row.refusal = refusal_of(row, engine, plan.run.facts.free_bytes);
  }
}

std::string size_text(uint64_t n) {
  if (n >= 1024 && std::has_single_bit(n)) return "2^" + std::to_string(std::countr_zero(n));
  const uint64_t above = std::bit_ceil(n);
  if (n > 1024 && above - n >= 1024 && above - n <= n / 16 && std::has_single_bit(above - n))
    return joined({"2^", std::countr_zero(above), "-2^", std::countr_zero(above - n)});
  return std::to_string(n);
}

std::string bytes_text(uint64_t bytes) {
  const double size = static_cast<double>(bytes);
  if (bytes >= 1'000'000'000) return fixed_number(size / 1e9, 2) + " GB";
  if (bytes >= 1'000'000) return fixed_number(size / 1e6, 1) + " MB";
  return fixed_number(size / 1e3, 1) + " kB";
}

std::string row_words(const TimingRow& row) {
  std::string text = row.configuration.method;
  const radix::SortInfo* sort = row.sort ? radix::sort_named(text) : nullptr;
  for (const radix::SettingInfo* axis : timing_axes())
    if (sort && sort->uses(*axis))
      text += joined({" ", axis->name, " ", radix::text_of(*axis, row.configuration.settings)});
  return joined({text, " · n ", size_text(row.input.n), " ",
                 radix::timed_types()[static_cast<uint32_t>(row.input.type)].name, " ",
                 radix::distributions()[static_cast<uint32_t>(row.input.distribution)].name});
}

}  // namespace scope
