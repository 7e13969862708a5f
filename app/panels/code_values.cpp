#include "code_values.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "app/core/base/text.hpp"
#include "app/core/model/block_scan.hpp"
#include "app/sorts/families/families.hpp"

namespace scope {
namespace {

using radix::Array;
using radix::ArrayId;
using radix::none;
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

/// True where a line names this variable.
bool has_word(std::string_view line, std::string_view word) {
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_name(line[at - 1])) && (end >= line.size() || !in_name(line[end])))
      return true;
  }
  return false;
}

/// Where the lit key stands in an array of keys; or none.
uint32_t place_of_key(const Moment& moment, const Array& array) {
  for (uint32_t i = 0; i < array.values.size(); ++i)
    if (key_of(moment, array, i) == moment.selected()) return i;
  return none;
}

/// Where the worker's value of what a step made stands in it; nobody where it has none.
uint32_t index_of(const Moment& moment, const radix::Step& step, const Array& array,
                  const Worker& worker) {
  const uint32_t of_thread = worker.block * step.threads + worker.thread;
  const bool now = &step == moment.step();
  // On the way through a tree a thread works at another place at every level
  if (step.level > 0 && !each_its_own(step.phase)) return now ? worker.element : none;
  switch (radix::info(step.made).shape) {
    case Shape::per_key:
      if (!array.ids.empty() && !now) return none;
      return array.ids.empty() ? worker.element : place_of_key(moment, array);
    case Shape::per_thread: return of_thread;
    case Shape::per_block: return worker.block;
    case Shape::table: return worker.element;
    case Shape::single: return 0;
    default: return none;
  }
}

std::string key_text(const Moment& moment, uint32_t value, uint32_t id) {
  const std::vector<std::string> marks = duplicate_marks(moment.problem());
  return moment.problem().text_of(value) + (id < marks.size() ? marks[id] : "");
}

/// The worker's value of what a step made, as it is written; "" = it has none.
std::string value_of_step(const Moment& moment, const radix::Step& step, const Worker& worker) {
  const Array* array = step.find(step.made);
  if (!array) return "";
  const uint32_t at = index_of(moment, step, *array, worker);
  if (at >= array->values.size()) return "";
  if (!radix::holds_keys(step.made))
    return array->values[at] == none ? "" : number_text(array->values[at]);
  return key_text(moment, array->values[at], array->ids.empty() ? none : array->ids[at]);
}

/// What a thread's own array has of it: "bits[1]" of "bits" where the line sets bits[c], and this
/// is the thread's second key.
std::string numbered(const Moment& moment, const std::string& what, std::string_view statement,
                     const Worker& worker) {
  if (what.ends_with("[t]"))
    return joined({what.substr(0, what.size() - 2), worker.element % moment.step()->threads, "]"});
  if (statement.find(what + "[c]") != statement.npos) {
    const radix::Shares shares = moment.problem().shares();
    const bool splits = moment.step()->stage == moment.trace->family->block_stage;
    const uint32_t c = splits ? worker.element % shares.per_block() % shares.each
                              : shares.round_of(worker.element);
    return joined({what, "[", c, "]"});
  }
  return what;
}

/// The array of keys that a line reads as "local_keys[i]", by its name in the family; else "keys".
ArrayId keys_read_in(const radix::Family& family, std::string_view line) {
  for (const radix::ArrayInfo& array : family.arrays)
    if (array.holds == radix::Holds::keys && has_word(line, std::string(array.name) + "[i]"))
      return array;
  return radix::array::keys;
}

/// Which thread this is, beside the lines that ask: `t = threadIdx.x`, `block = blockIdx.x`,
/// `i = blockIdx.x * blockDim.x + threadIdx.x`; and the key that it reads there.
void add_thread(const Moment& moment, const std::vector<SourceRow>& rows, std::size_t first,
                std::size_t end, const Worker& worker, std::map<std::size_t, std::string>& beside) {
  const uint32_t i = worker.block * moment.step()->threads + worker.thread;
  for (std::size_t row = first; row <= end && row < rows.size(); ++row) {
    const std::string_view line = rows[row].text;
    const std::string name = assigned_in(line);
    if (name.empty()) continue;
    const auto ends = [&](std::string_view with) { return trimmed(line).ends_with(with); };
    const auto has = [&](std::string_view text) { return line.find(text) != line.npos; };
    if (ends("= threadIdx.x;")) beside[row] = joined({name, " = ", worker.thread});
    if (ends("= blockIdx.x;")) beside[row] = joined({name, " = ", worker.block});
    if (ends("* blockDim.x + threadIdx.x;") || ends("block * blockDim.x + t;"))
      beside[row] = joined({name, " = ", i});
    if (!has("const Key key = ") || !has("keys[i]")) continue;
    const Array* read = moment.find(keys_read_in(*moment.trace->family, line));
    if (read && i < read->values.size() && i < read->ids.size())
      beside[row] = "key = " + key_text(moment, read->values[i], read->ids[i]);
  }
}

/// A value without its name where the row sets just that: `zeros = keys_here - ones.total`, beside
/// which ones.total stands, does not.
std::string bare_text(const std::vector<SourceRow>& rows, const CodeValue& value) {
  const std::size_t equals = std::min(value.text.find(" = "), value.text.size());
  const auto array = [](std::string_view name) { return name.substr(0, name.find('[')); };
  const std::string set = assigned_in(rows[statement_begin(rows, value.row)].text);
  if (equals == value.text.size() || array(set) != array(value.text.substr(0, equals)))
    return value.text;
  return value.text.substr(equals + 1);
}

/// The first row of the kernel that row `at` belongs to.
std::size_t kernel_begin(const std::vector<SourceRow>& rows, std::size_t at) {
  while (at > 0 && !rows[at].text.starts_with("__global__") &&
         !rows[at].text.starts_with("__device__"))
    --at;
  return at;
}

}  // namespace

/// What the thread works out later in this launch: each step by itself, as it will be then.
static void add_later(const Moment& moment, std::string_view name,
                      const std::vector<SourceRow>& rows, const Worker& worker,
                      std::map<std::size_t, CodeValue>& beside) {
  const radix::Step& now = *moment.step();
  Moment then = moment;
  for (then.cursor = moment.cursor + 1; then.cursor <= moment.trace->steps.size(); ++then.cursor) {
    const radix::Step& step = *then.step();
    if (step.launch != now.launch || step.pass != now.pass ||
        (step.splits > 0 && step.split != now.split))
      break;
    if (step.source.file != name || step.source.line == 0 || step.source.line > rows.size())
      continue;
    const auto own = worker_of(then);
    if (!own || own->block != worker.block || own->thread != worker.thread) continue;
    const std::size_t row = step.source.line - 1, end = statement_end(rows, row) - 1;
    const std::string what = shown_expression(rows, row, radix::info(step.made).name);
    const std::string value = what.empty() ? "" : value_of_step(then, step, *own);
    const std::string_view statement = rows[statement_begin(rows, row)].text;
    if (value.empty() || beside.contains(end) ||
        !has_word(statement, what.substr(0, what.find_first_of("[."))))
      continue;
    beside[end] = {end, numbered(then, what, statement, *own) + " = " + value, true};
  }
}

std::vector<CodeValue> code_values(const Moment& moment, std::string_view name,
                                   const std::vector<SourceRow>& rows, bool whole) {
  const auto worker = worker_of(moment);
  if (!worker || moment.selected() >= moment.problem().size()) return {};
  std::map<std::size_t, std::string> beside;
  const radix::Step& now = *moment.step();
  if (now.source.file == name && now.source.line > 0) {
    const std::size_t line = std::min<std::size_t>(now.source.line, rows.size()) - 1;
    add_thread(moment, rows, kernel_begin(rows, line), line, *worker, beside);
  }
  for (const radix::Step* step : steps_of_launch(moment)) {
    if (step->source.file != name || step->source.line == 0 || step->source.line > rows.size())
      continue;
    const std::size_t row = step->source.line - 1;
    const std::string what = shown_expression(rows, row, radix::info(step->made).name);
    const std::string value = what.empty() ? "" : value_of_step(moment, *step, *worker);
    const std::string_view statement = rows[statement_begin(rows, row)].text;
    if (value.empty() || !has_word(statement, what.substr(0, what.find_first_of("[.")))) continue;
    beside[statement_end(rows, row) - 1] =
        numbered(moment, what, statement, *worker) + " = " + value;
  }
  std::map<std::size_t, CodeValue> all;
  for (auto& [row, text] : beside) all[row] = {row, std::move(text), false};
  if (whole) add_later(moment, name, rows, *worker, all);
  std::vector<CodeValue> values;
  for (auto& [row, value] : all) {
    value.bare = bare_text(rows, value);
    values.push_back(std::move(value));
  }
  return values;
}

std::optional<uint32_t> element_of_worker(const Moment& moment, radix::ArrayId array) {
  const auto worker = worker_of(moment);
  if (!worker || moment.selected() >= moment.problem().size()) return std::nullopt;
  std::optional<uint32_t> found;
  for (const radix::Step* step : steps_of_launch(moment)) {
    const radix::Array* values = step->made == array ? step->find(array) : nullptr;
    if (!values) continue;
    const uint32_t at = index_of(moment, *step, *values, *worker);
    if (at < values->values.size()) found = at;
  }
  return found;
}

}  // namespace scope
