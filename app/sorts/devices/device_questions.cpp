#include "device_questions.hpp"

#include "app/core/base/text.hpp"
#include "exchanged.hpp"
#include "text/devices.hpp"

namespace scope {
namespace {

namespace shown = radix::devices::array;
using Values = std::vector<uint32_t>;

uint32_t every_pair(const Moment& after) {
  const uint32_t devices = devices_in(*after.trace);
  return devices > 1 ? devices * devices : 0;
}

/// The sender's row and the receiver's column of what is sent, before this pair and in all.
struct SentFacts {
  int64_t count = 0, turned = 0, row = 0, column = 0, row_before = 0, column_before = 0;
};
SentFacts sent_facts(const Moment& after, DevicePair pair) {
  SentFacts facts{.count = at_pair(after, shown::send_counts, pair),
                  .turned = at_pair(after, shown::send_counts, {pair.receiver, pair.sender})};
  for (uint32_t d = 0; d < devices_in(*after.trace); ++d) {
    const int64_t sent = at_pair(after, shown::send_counts, {pair.sender, d}),
                  received = at_pair(after, shown::send_counts, {d, pair.receiver});
    facts.row += sent;
    facts.column += received;
    facts.row_before += d < pair.receiver ? sent : 0;
    facts.column_before += d < pair.sender ? received : 0;
  }
  return facts;
}

/// What a sender has, and how the splitters share keys out.
std::string row_words(const Moment& after, uint32_t sender) {
  const radix::Problem& problem = after.problem();
  const DeviceBounds parts = parts_of_input(problem);
  const Values& splitters = after.find(shown::splitters)->values;
  std::string all;
  for (const uint32_t splitter : splitters)
    all += (all.empty() ? "" : " ") + problem.text_of(splitter);
  return text::paragraph(
      text::devices::question_has({.device = sender,
                                   .empty = parts[sender] == parts[sender + 1],
                                   .first = parts[sender],
                                   .last = parts[sender + 1] - 1}),
      text::devices::question_splitters({.count = splitters.size(), .splitters = all}));
}

std::optional<Asked> ask_sent(const Moment& after, uint32_t entry) {
  const DevicePair pair = pair_of(*after.trace, entry);
  const SentFacts facts = sent_facts(after, pair);
  const bool other = pair.sender != pair.receiver;
  return Asked{
      .question = text::paragraph(
          row_words(after, pair.sender),
          other ? text::devices::question_send({.receiver = pair.receiver, .sender = pair.sender})
                : text::devices::question_keep({.device = pair.sender})),
      .answer = static_cast<uint32_t>(facts.count),
      .guesses = {{"transposed", other ? facts.turned : -1},
                  {"all_of_sender", facts.row},
                  {"all_of_receiver", facts.column}}};
}

std::optional<Asked> ask_received_at(const Moment& after, uint32_t entry) {
  const DevicePair pair = pair_of(*after.trace, entry);
  const SentFacts facts = sent_facts(after, pair);
  const auto at = at_pair(after, shown::receive_offsets, pair);
  if (at != facts.column_before || facts.count == 0) return std::nullopt;
  Values received;
  for (uint32_t d = 0; d < devices_in(*after.trace); ++d)
    received.push_back(at_pair(after, shown::send_counts, {d, pair.receiver}));
  return Asked{
      .question = text::devices::question_received(
          {.counts = text::list(received), .receiver = pair.receiver, .sender = pair.sender}),
      .answer = at,
      .guesses = {{"inclusive", facts.column_before + facts.count},
                  {"sent_from", facts.row_before},
                  {"the_count", facts.count}}};
}

constexpr Misconception wrong_of_devices[] = {
    {"all_of_sender", text::of_number<text::devices::wrong_all_of_sender>},
    {"all_of_receiver", text::of_number<text::devices::wrong_all_of_receiver>},
    {"sent_from", text::of_number<text::devices::wrong_sent_from>},
};

constexpr QuestionKind kinds_of_devices[] = {
    {"keys_sent", text::devices::about_sent, shown::send_counts, false, AnswerBy::number,
     every_pair, ask_sent},
    {"received_at", text::devices::about_received, shown::receive_offsets, false, AnswerBy::number,
     every_pair, ask_received_at},
};

}  // namespace

std::span<const QuestionKind> device_questions() { return kinds_of_devices; }
std::span<const Misconception> device_misconceptions() { return wrong_of_devices; }

}  // namespace scope
