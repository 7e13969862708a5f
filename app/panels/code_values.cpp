#include "code_values.hpp"

#include <algorithm>
#include <map>

#include "app/base/text.hpp"
#include "app/families/families.hpp"

namespace scope {
namespace {

using radix::Array;
using radix::nobody;
using radix::Shape;

/// The steps of the launch at work up to the cursor, of the pass and the split at work: what lines
/// computed in an earlier turn they have not computed yet in this one.
std::vector<const radix::Step*> steps_of_launch(const Moment& moment) {
  std::vector<const radix::Step*> steps;
  const radix::Step& now = *moment.step();
  for (std::size_t k = 0; k < moment.cursor; ++k) {
    const radix::Step& step = moment.trace->steps[k];
    if (step.launch == now.launch && step.pass == now.pass &&
        (step.splits == 0 || step.split == now.split))
      steps.push_back(&step);
  }
  return steps;
}

/// Where the lit key's value stands in an array of numbers, one a key; or nobody.
uint32_t place_of_key(const Moment& moment, const Array& array) {
  for (uint32_t i = 0; i < array.values.size(); ++i)
    if (key_of(moment, array, i) == moment.selected()) return i;
  return nobody;
}

/// The element that the lit key's thread works on: where it stands among the values of the first
/// array of the launch that has one a key and moves none; of a table the entry.
uint32_t element_of(const Moment& moment, const std::vector<const radix::Step*>& steps) {
  for (const radix::Step* step : steps) {
    const radix::ArrayInfo& made = radix::info(step->made);
    const Array* array = step->find(step->made);
    if (array && made.shape == Shape::table) return entry_shown(moment).value_or(nobody);
    if (array && made.shape == Shape::per_key && made.holds != radix::Holds::keys)
      return place_of_key(moment, *array);
  }
  return nobody;
}

/// The lit key's value of what a step made, as it is written; "" = it has none.
std::string value_of_step(const Moment& moment, const radix::Step& step, uint32_t element) {
  const Array* array = step.find(step.made);
  if (!array) return "";
  const Shape shape = radix::info(step.made).shape;
  uint32_t at = nobody;
  if (shape == Shape::per_key) at = place_of_key(moment, *array);
  if (shape == Shape::table) at = entry_shown(moment).value_or(nobody);
  if (shape == Shape::per_block && element != nobody) at = element / std::max(step.threads, 1u);
  if (shape == Shape::single) at = 0;
  if (at >= array->values.size()) return "";
  const uint32_t value = array->values[at];
  if (!radix::holds_keys(step.made)) return number_text(value);
  return moment.problem().text_of(value) + duplicate_marks(moment.problem())[moment.selected()];
}

/// True for one thread per element: then its place says which thread has it.
bool one_each(const radix::Step& step, const Array* array) {
  return array && std::size_t{step.blocks} * step.threads >= array->values.size();
}

/// Which thread this is, beside the lines that ask: `t = threadIdx.x`, `block = blockIdx.x`,
/// `i = blockIdx.x * blockDim.x + threadIdx.x`; and the key that it takes.
void add_thread(const Moment& moment, const std::vector<SourceRow>& rows, std::size_t first,
                std::size_t end, uint32_t element, std::map<std::size_t, std::string>& beside) {
  const uint32_t threads = std::max(moment.step()->threads, 1u);
  const radix::Problem& problem = moment.problem();
  for (std::size_t row = first; row <= end && row < rows.size(); ++row) {
    const std::string_view line = rows[row].text;
    const std::string name = assigned_in(line);
    if (name.empty()) continue;
    const auto ends = [&](std::string_view with) { return trimmed(line).ends_with(with); };
    if (ends("= threadIdx.x;")) beside[row] = say(name, " = ", element % threads);
    if (ends("= blockIdx.x;")) beside[row] = say(name, " = ", element / threads);
    if (ends("* blockDim.x + threadIdx.x;") || ends("block * blockDim.x + t;"))
      beside[row] = say(name, " = ", element);
    if (line.find("const Key key = ") != line.npos)
      beside[row] = say("key = ", problem.text_of(problem.keys()[moment.selected()]),
                        duplicate_marks(problem)[moment.selected()]);
  }
}

/// The first row of the kernel that row `at` belongs to.
std::size_t kernel_begin(const std::vector<SourceRow>& rows, std::size_t at) {
  while (at > 0 && !rows[at].text.starts_with("__global__") &&
         !rows[at].text.starts_with("__device__"))
    --at;
  return at;
}

}  // namespace

std::vector<CodeValue> code_values(const Moment& moment, std::string_view name,
                                   const std::vector<SourceRow>& rows) {
  if (!moment.step() || moment.selected() >= moment.problem().size()) return {};
  const std::vector<const radix::Step*> steps = steps_of_launch(moment);
  const uint32_t element = element_of(moment, steps);
  std::map<std::size_t, std::string> beside;
  const radix::Step& now = *moment.step();
  if (now.source.file == name && element != nobody &&
      one_each(now, steps.front()->find(steps.front()->made))) {
    const std::size_t line = std::min<std::size_t>(now.source.line, rows.size()) - 1;
    add_thread(moment, rows, kernel_begin(rows, line), line, element, beside);
  }
  for (const radix::Step* step : steps) {
    if (step->source.file != name || step->source.line > rows.size()) continue;
    const std::string value = value_of_step(moment, *step, element);
    if (value.empty()) continue;
    const std::size_t row = step->source.line - 1;
    std::string what = shown_expression(rows, row, radix::info(step->made).name);
    if (what.ends_with("[t]")) {
      if (element == nobody) continue;
      what = say(what.substr(0, what.size() - 2), element % std::max(step->threads, 1u), "]");
    }
    if (what.empty()) what = radix::info(step->made).label;
    beside[statement_end(rows, row) - 1] = what + " = " + value;
  }
  std::vector<CodeValue> values;
  for (auto& [row, text] : beside) values.push_back({row, std::move(text)});
  return values;
}

}  // namespace scope
