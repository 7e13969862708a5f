#include "search.hpp"

#include <algorithm>
#include <cctype>

#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/run/engine.hpp"
#include "text/commands.hpp"

namespace scope {
namespace {

/// Small letters, and blanks for the signs that join words.
std::string folded(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (c == '_' || c == '-') c = ' ';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return plain;
}

bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || byte > 127;
}

bool letters_in_order(std::string_view letters, std::string_view text) {
  std::size_t found = 0;
  for (const char c : text)
    if (found < letters.size() && c == letters[found]) ++found;
  return found == letters.size();
}

/// How well a word is found in a text: 4 whole word, 3 beginning of one, 2 part of one, 0 not at
/// all.
int closeness(std::string_view word, std::string_view text) {
  int best = 0;
  for (std::size_t at = text.find(word); at != text.npos && best < 4;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !in_word(text[at - 1]);
    const std::size_t end = at + word.size();
    const bool ends = end == text.size() || !in_word(text[end]);
    best = std::max(best, begins && ends ? 4 : begins ? 3 : 2);
  }
  return best;
}

/// A word's place in an entry, 0 = nowhere. How it is found counts more than where.
int word_rank(std::string_view word, const PaletteEntry& entry) {
  constexpr int sort = 4, name = 3, keys = 2, words = 1, kinds = 5;
  const bool names_a_sort = entry.request.command == "sort" && !entry.request.argument.empty();
  const std::string own = folded(entry.name);
  const auto rank = [&](const std::string& text, int field) {
    const int close = closeness(word, text);
    return close == 0 ? 0 : close * kinds + field;
  };
  const int best =
      std::max({rank(own, name), rank(folded(entry.keys), keys), rank(folded(entry.words), words),
                rank(folded(entry.also), names_a_sort ? sort : words)});
  if (best > 0) return best;
  return letters_in_order(word, own) ? kinds + name : 0;
}

int rank_of(const std::string& text, const std::vector<std::string>& words,
            const PaletteEntry& entry) {
  constexpr int same_name = 10000, same_beginning = 5000, phrase = 1000, place = 4, whole = 2,
                by_key = 1;
  int rank = 0;
  for (const std::string& word : words) {
    const int found = word_rank(word, entry);
    if (found == 0) return 0;
    rank += found;
  }
  // Among equal hits, first what can be done at once, and what has a key
  rank = rank * place + (entry.complete ? whole : 0) + (entry.keys.empty() ? 0 : by_key);
  const bool in_a_row = words.size() > 1 && std::max(closeness(text, folded(entry.words)),
                                                     closeness(text, folded(entry.also))) > 2;
  if (in_a_row) rank += phrase;
  const std::string name = folded(entry.name);
  return rank + (name == text ? same_name : name.starts_with(text) ? same_beginning : 0);
}

/// A call as a script would write it: "radix 4", "next stage". Nothing when the text is none.
std::vector<PaletteEntry> call_in(std::string_view text) {
  if (text.starts_with(state_prefix) && command_named("state"))
    return {{{"state", std::string(text)},
             std::string(state_prefix),
             std::string(text::translated(command_named("state")->help)),
             "",
             "",
             true}};
  const std::size_t end = std::min(text.find(' '), text.size());
  const Command* command = command_named(text.substr(0, end));
  const std::string_view rest = trimmed(text.substr(end));
  if (!command || rest.empty() || *command->argument == '\0') return {};
  return {{{command->name, std::string(rest)},
           std::string(text),
           std::string(text::translated(command->help)),
           "",
           command->argument,
           true}};
}

/// "sort 3" as it is shown: without the signs that join words.
std::string spoken(std::string_view text) {
  std::string words(text);
  std::ranges::replace(words, '_', ' ');
  return words;
}

/// True for "[on|off]" and "[N [THREADS]|keys]", not for "[warp N] [segment N]".
bool bracketed(std::string_view text) {
  int depth = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
    if (depth == 0) break;
  }
  return at > 0 && at + 1 == text.size();
}

/// True for a call whose argument is none that its command knows: it would be refused.
bool is_refused(const CommandCall& call) {
  const Command& command = *command_named(call.command);
  if (const Field* field = field_named(call.command)) {
    static const Document document = make_document();  // the chapter's keys, which have a run
    Document tried = document;
    const std::string spoken_now(text::language());
    const bool refused = !field->set(tried, call.argument).empty();
    radix::use_edition(radix::edition());
    text::choose_language(spoken_now);
    return refused;
  }
  const std::string_view takes = command.argument;  // names alone, and none of them
  const bool names = std::ranges::all_of(takes, [](char c) {
    return (c >= 'a' && c <= 'z') || c == '_' || c == '|' || c == '[' || c == ']';
  });
  return names && std::ranges::none_of(argument_choices(command), [&](const FieldChoice& choice) {
           return choice.argument == call.argument.text();
         });
}

bool on_its_way(const PaletteEntry& entry, const CommandCall& call) {
  return entry.request.command == call.command && !entry.request.argument.empty() &&
         folded(entry.request.argument.text()).starts_with(folded(call.argument.text()));
}

}  // namespace

std::vector<FieldChoice> argument_choices(const Command& command) {
  if (command.choices) return command.choices();
  std::vector<FieldChoice> list;
  for (std::string& word : spelt_choices(command.argument)) {
    std::string about =
        text::commands::choice({.help = text::translated(command.help), .word = spoken(word)});
    list.push_back({std::move(word), std::move(about)});
  }
  return list;
}

std::string choice_words(const Command& command, const FieldChoice& choice) {
  const std::string_view each = text::translated(command.each),
                         about = text::translated(choice.about);
  const std::size_t slot = std::min(each.find('%'), each.size());
  if (slot == each.size()) return std::string(about);
  return joined({each.substr(0, slot), about, each.substr(slot + 1)});
}

std::vector<std::string> spelt_choices(std::string_view argument) {
  if (bracketed(argument)) argument = argument.substr(1, argument.size() - 2);
  std::vector<std::string> choices;
  while (!argument.empty()) {
    const std::size_t end = std::min(argument.find('|'), argument.size());
    std::string_view word = trimmed(argument.substr(0, end));
    word = trimmed(word.substr(0, std::min(word.find(" ["), word.size())));  // "csv [FILE]"
    const bool plain =
        std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (!word.empty() && plain) choices.emplace_back(word);
    argument.remove_prefix(std::min(end + 1, argument.size()));
  }
  return choices;
}

/// In another language the English words find it, too.
static std::string in_english(const std::string& words, const std::string& also) {
  return text::language() == "en" ? also : also + " " + words;
}

std::vector<PaletteEntry> palette_entries() {
  std::vector<PaletteEntry> entries;
  for (const Command& command : commands()) {
    const bool needs = *command.argument != '\0' && *command.argument != '[';
    const std::string name = spoken(command.name);
    entries.push_back({{command.name, ""},
                       name,
                       std::string(text::translated(command.help)),
                       command.keys,
                       command.argument,
                       !needs,
                       in_english(command.help, command.also)});
    for (const FieldChoice& choice : argument_choices(command))
      entries.push_back({{command.name, choice.argument},
                         name + " " + choice.argument,
                         choice_words(command, choice),
                         "",
                         "",
                         true,
                         in_english(choice.about, choice.also)});
  }
  return entries;
}

std::vector<PaletteEntry> palette_hits(std::span<const PaletteEntry> entries,
                                       std::string_view typed) {
  typed = trimmed(typed);
  const std::string text = folded(typed);
  const std::vector<std::string> words = words_of(text);
  std::vector<std::pair<int, const PaletteEntry*>> found;
  for (const PaletteEntry& entry : entries) {
    const int rank = words.empty() ? entry.request.argument.empty() : rank_of(text, words, entry);
    if (rank > 0) found.push_back({rank, &entry});
  }
  std::ranges::stable_sort(found, std::ranges::greater{},
                           [](const auto& each) { return each.first; });

  std::vector<PaletteEntry> hits, rest, call = call_in(typed);
  if (std::ranges::any_of(entries,
                          [&](const PaletteEntry& entry) { return folded(entry.name) == text; }))
    call.clear();  // "keys per thread" is a command, not the keys "per thread"
  for (const auto& [rank, entry] : found)
    (call.empty() || on_its_way(*entry, call[0].request) ? hits : rest).push_back(*entry);
  const bool last = !call.empty() && !found.empty() && is_refused(call[0].request);
  if (!last) hits.insert(hits.end(), call.begin(), call.end());
  hits.insert(hits.end(), rest.begin(), rest.end());
  if (last) hits.insert(hits.end(), call.begin(), call.end());
  return hits;
}

}  // namespace scope
