#include "glossary.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <utility>

#include "kernels/text/message.hpp"

namespace scope {
namespace {

constexpr std::string_view room = "glossary.", of_words = "_words";

void add_forms(GlossaryTerm& term, std::string_view forms) {
  while (!forms.empty()) {
    const std::string_view form = forms.substr(0, forms.find('|'));
    forms.remove_prefix(std::min(form.size() + 1, forms.size()));
    if (form.starts_with('-'))
      term.look_alike.emplace_back(form.substr(1));
    else if (!form.empty())
      term.forms.emplace_back(form);
  }
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool is_hangul(std::string_view sign) {
  return sign.size() == 3 && sign >= "\xEA\xB0\x80" && sign <= "\xED\x9E\xA3";
}

/// True where the form stands there as a word of its own. Chinese has no blanks between words, and
/// a Korean word ends in a particle.
bool stands_at(std::string_view sentence, std::size_t at, std::string_view form) {
  const std::string_view here = sentence.substr(at, form.size());
  if (here.size() < form.size() || here.substr(1) != form.substr(1)) return false;
  if (here[0] != form[0] && std::tolower(static_cast<unsigned char>(here[0])) != form[0])
    return false;
  if (at > 0 && in_word(form[0]) && (in_word(sentence[at - 1]) || sentence[at - 1] == '-'))
    return false;
  if (at >= 3 && is_hangul(form.substr(0, 3)) && is_hangul(sentence.substr(at - 3, 3)))
    return false;
  const std::size_t end = at + form.size();
  return end == sentence.size() || !in_word(form.back()) || !in_word(sentence[end]);
}

struct Form {
  std::string_view text;
  const GlossaryTerm* term;  ///< null: it only looks like one
};

/// The longest first: "scan block" before "scan".
std::vector<Form> forms_of(const std::vector<GlossaryTerm>& terms) {
  std::vector<Form> all;
  for (const GlossaryTerm& term : terms) {
    for (const std::string& form : term.forms) all.push_back({form, &term});
    for (const std::string& form : term.look_alike) all.push_back({form, nullptr});
  }
  std::ranges::stable_sort(all, std::greater<>{},
                           [](const Form& form) { return form.text.size(); });
  return all;
}

}  // namespace

std::vector<GlossaryTerm> glossary() {
  std::vector<GlossaryTerm> all;
  for (const text::English& each : text::english()) {
    std::string_view name = each.name;
    if (!name.starts_with(room) || name.ends_with(of_words)) continue;
    name.remove_prefix(room.size());
    GlossaryTerm& term = all.emplace_back();
    term.name = name;
    term.explanation = text::label_named(each.name);
    add_forms(term, text::label_named(std::string(each.name) + std::string(of_words)));
  }
  return all;
}

std::vector<GlossaryMark> glossary_marks(std::string_view sentence) {
  const std::vector<GlossaryTerm> terms = glossary();
  const std::vector<Form> forms = forms_of(terms);
  std::vector<GlossaryMark> marks;
  std::set<const GlossaryTerm*> marked;
  for (std::size_t at = 0; at < sentence.size();) {
    const auto found = std::ranges::find_if(
        forms, [&](const Form& form) { return stands_at(sentence, at, form.text); });
    if (found == forms.end()) {
      ++at;
      continue;
    }
    if (found->term && marked.insert(found->term).second)
      marks.push_back({at, found->text.size(), found->term->explanation});
    at += found->text.size();
  }
  return marks;
}

}  // namespace scope
