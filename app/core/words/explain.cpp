#include "explain.hpp"

#include "text/all.hpp"

namespace scope {

Term term(const std::optional<uint32_t>& value, std::string name, char sign) {
  return {.value = value ? std::to_string(*value) : "?", .name = std::move(name), .sign = sign};
}

std::string rule_of(const std::string& result, const std::vector<Term>& terms) {
  std::string all;
  for (const Term& each : terms)
    all += (&each == terms.data() ? "" : each.sign == '-' ? " − " : " + ") + each.name;
  return text::all::rule({.result = result, .terms = all});
}

Formula formula_by_terms(std::string title, const std::string& result, std::vector<Term> terms,
                         uint32_t number, std::string hint) {
  std::string words = rule_of(result, terms);
  return {.title = std::move(title),
          .words = std::move(words),
          .terms = std::move(terms),
          .result = std::to_string(number),
          .hint = std::move(hint)};
}

std::string why_backwards(const Moment& moment, bool carries) {
  if (!moment.find(radix::array::output))
    return text::all::read_backwards({.last = moment.problem().size() - 1});
  return carries ? text::paragraph(text::all::written_backwards, text::all::backwards_unstable)
                 : std::string(text::all::written_backwards);
}

}  // namespace scope
