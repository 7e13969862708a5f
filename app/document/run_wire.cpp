#include "run_wire.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include "app/core/model/launch_costs.hpp"
#include "kernels/engine/model/trace_words.hpp"
#include "kernels/engine/model/word_io.hpp"
#include "text/programs.hpp"

namespace scope {
namespace {

/// Numbers above 32 bits as two words.
template <class Io>
void cross_long(Io& io, uint64_t& value) {
  auto low = static_cast<uint32_t>(value), high = static_cast<uint32_t>(value >> 32);
  radix::cross_all(io, low, high);
  value = low | static_cast<uint64_t>(high) << 32;
}

template <class Io>
void cross_launches(Io& io, std::vector<LaunchCost>& launches) {
  radix::cross_list(io, launches, [&](LaunchCost& launch) {
    radix::cross_all(io, launch.kernel);
    cross_long(io, launch.blocks);
    const auto cross_words = [&](WordCost& words) {
      for (uint64_t* each : {&words.keys_read, &words.keys_written, &words.rest_read,
                             &words.rest_written, &words.barriers})
        cross_long(io, *each);
    };
    cross_words(launch.words);
    radix::cross_list(io, launch.steps, cross_words);
  });
}

}  // namespace

bool can_cross(const radix::Recipe& recipe) {
  return engine_of(recipe) == radix::EngineId::cpu && recipe.planted.empty() && !recipe.changed &&
         !recipe.accesses && !recipe.watch && radix::sort_named(recipe.sort) != nullptr;
}

std::string run_bytes(const radix::Trace& trace) {
  radix::WordWriter out;
  std::vector<LaunchCost> launches = *launches_of(trace.sort, trace.problem);
  cross_launches(out, launches);
  out.numbers(radix::to_words(trace));
  std::string bytes(out.words.size() * sizeof(uint32_t), 0);
  std::memcpy(bytes.data(), out.words.data(), bytes.size());
  return bytes;
}

radix::Trace run_without_steps(const radix::Recipe& recipe, const std::string& error) {
  const radix::EngineInfo& engine = radix::engines()[0];
  const radix::SortInfo* sort = radix::sort_named(recipe.sort);
  return {.problem = recipe.problem,
          .sort = sort->name,
          .family = sort->family,
          .engine = {engine.id, "cpu", engine.device},
          .error = error};
}

radix::Trace run_from(const std::string& bytes, const radix::Recipe& recipe) {
  const std::vector<uint32_t> words = radix::words_of(bytes);
  std::vector<uint32_t> of_the_run;
  radix::WordReader in{words};
  std::vector<LaunchCost> launches;
  cross_launches(in, launches);
  in.numbers(of_the_run);
  radix::Trace trace = run_without_steps(recipe, "");
  if (in.broken || !radix::take_words(of_the_run, trace))
    return run_without_steps(recipe, text::programs::not_whole);
  know_launches(trace.sort, trace.problem, std::move(launches));
  return trace;
}

}  // namespace scope
