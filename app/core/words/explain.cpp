#include "explain.hpp"

#include "app/core/base/text.hpp"
#include "text/all.hpp"

namespace scope {

Term term(const std::optional<uint32_t>& value, std::string name, char sign) {
  return {.value = value ? say(*value) : "?", .name = std::move(name), .sign = sign};
}

std::string rule_of(const std::string& result, const std::vector<Term>& terms) {
  std::string all;
  for (const Term& each : terms)
    all += say(&each == terms.data() ? "" : each.sign == '-' ? " − " : " + ", each.name);
  return text::all::rule({.result = result, .terms = all});
}

std::string why_backwards(const Moment& moment, const std::string& who, bool carries) {
  if (!moment.find(radix::array::output))
    return say(who,
               " sorted in ascending order; to reverse that, the result is read backwards: the "
               "key at place i goes to ",
               moment.problem().size() - 1, " − i.");
  return carries ? "The keys are written backwards. Equal keys come out backwards, too: this order "
                   "is not stable."
                 : "The keys are written backwards.";
}

}  // namespace scope
