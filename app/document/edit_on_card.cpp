#include "edit_on_card.hpp"

#include <exception>

#include "app/core/base/child_process.hpp"
#include "app/judge/changed_kernel.hpp"
#include "kernel_edit.hpp"
#include "kernels/run/exercise_files.hpp"
#include "mend.hpp"
#include "text/edit.hpp"

namespace scope {
namespace {

constexpr uint32_t inputs_on_card = 20;

void take(Document& document) {
  std::string line;
  if (document.card_child->take(line))
    document.card_words = said_of_card(line);
  else if (document.card_child->ended())
    document.card_words = document.card_child->failure();
  else
    return;
  document.card_child = nullptr;
}

}  // namespace

std::string start_on_card(Document& document) {
  const Setup setup = changed_lane(document).setup;
  const radix::SortInfo& sort = *radix::sort_named(setup.sort);
  ChangeOnCard files{.mine = {},
                     .right = radix::standalone_file(sort),
                     .problems = mend_problems(setup, mended_bug(document), inputs_on_card)};
  try {
    files.mine = radix::standalone_changed(sort, *setup.changed);
  } catch (const std::exception& error) {
    return error.what();
  }
  document.card_setup = setup, document.card_words.clear();
  document.card_child = run_change_on_card(files);
  if (!document.card_child) return changing_program_missing();
  while (!document.interactive && document.card_child) {
    take(document);
    if (document.card_child) document.card_child->wait(0.1);
  }
  return "";
}

bool stop_on_card(Document& document) {
  if (!document.card_child) return false;
  document.card_child = nullptr;
  document.note = document.card_words = std::string(text::edit::card_stopped);
  return true;
}

bool poll_on_card(Document& document) {
  if (!document.card_child && document.card_words.empty()) return false;
  if (!(document.card_setup == changed_lane(document).setup)) {
    document.card_child = nullptr, document.card_words.clear();
    return true;
  }
  if (!document.card_child) return false;
  take(document);
  if (document.card_child) return false;
  document.note = document.card_words;
  return true;
}

std::string on_card_words(const Document& document) {
  if (!(document.card_setup == changed_lane(document).setup)) return "";
  return document.card_child ? std::string(text::edit::card_runs) : document.card_words;
}

}  // namespace scope
