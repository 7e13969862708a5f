#include "exam.hpp"

#include <algorithm>
#include <map>

#include "app/core/base/files.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/table.hpp"
#include "app/core/base/text.hpp"
#include "app/document/lane_costs.hpp"
#include "app/export/question_sheet.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/json_folder.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "commands.hpp"
#include "text/sheet.hpp"

namespace scope {
namespace {

using radix::Error;
using radix::Json;

/// A member's text; "" where there is none.
std::string text_in(const Json& json, const char* name) {
  const Json* found = json.find(name);
  return found ? found->text() : "";
}

/// The lines of words and numbers of a picture, from top to bottom.
std::string lines_of(const Scene& scene) {
  std::map<float, std::multimap<float, std::string>> lines;
  for (const Text& text : scene.texts) lines[text.at.y].emplace(text.at.x, text.text);
  std::string all;
  for (const auto& [y, texts] : lines) {
    for (const auto& [x, text] : texts) all += text + " ";
    all += "\n";
  }
  return all;
}

/// The same moment's words: in English, in which a question quotes its answer, and as they are
/// read.
struct BothWords {
  std::vector<std::string> english, shown;
};
template <class Made>
BothWords both_words(Made made) {
  BothWords words{.english = {}, .shown = made()};
  const std::string spoken(text::language());
  text::choose_language("en");
  words.english = made();
  text::choose_language(spoken);
  return words;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(trimmed(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

/// Whether a line of the picture ends inside a sentence.
bool stops_inside(const std::string& line, std::size_t wrapped) {
  return utf8_length(line) > wrapped && !line.ends_with('.') && !line.ends_with("。");
}

/// The least of the shown words that has every number of the answer in English, one after the
/// other, to the end of its sentence; all of them where no place or more than one has.
std::string with_the_numbers(const std::vector<std::string>& shown, const std::string& english) {
  const auto says = [&](std::size_t first, std::size_t count) {
    std::string all;
    for (std::size_t k = first; k < first + count; ++k) all += shown[k] + " ";
    const std::vector<std::string> there = numbers_in(all);
    return std::ranges::all_of(numbers_in(english), [&](const std::string& number) {
      return std::ranges::find(there, number) != there.end();
    });
  };
  std::size_t first = 0, count = shown.size();
  for (std::size_t size = 1; size < count; ++size) {
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k + size <= shown.size(); ++k)
      if (says(k, size)) places.push_back(k);
    if (places.size() == 1) first = places[0], count = size;
    if (!places.empty()) break;
  }
  constexpr std::size_t wrapped = 20;  // letters of a line that is none by itself
  while (english.ends_with('.') && first + count < shown.size() &&
         stops_inside(shown[first + count - 1], wrapped))
    ++count;
  std::string found;
  for (std::size_t k = first; k < first + count; ++k) found = text::paragraph(found, shown[k]);
  return found;
}

/// The lines that have one of these words or labels of the catalogue, one after the other.
std::string lines_with(const BothWords& lines, const std::vector<std::string>& words) {
  constexpr std::size_t wrapped = 40;  // letters of a line that is none by itself
  const bool alike = lines.english.size() == lines.shown.size();
  const std::vector<std::string>& shown = alike ? lines.shown : lines.english;
  std::string found;
  bool goes_on = false, after_a_sentence = false;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const std::string& line = lines.english[k];
    const bool has = std::ranges::any_of(words, [&](const auto& word) {
      const std::string label = text::label_named(word);
      return (label == word ? line : shown[k]).find(label) != line.npos;
    });
    // A sentence that goes on in the next line of the picture
    const bool sentence = goes_on || after_a_sentence;
    if (has || goes_on)
      found += (found.empty() ? ""
                : sentence    ? " "
                              : "; ") +
               shown[k],
          after_a_sentence = line.ends_with('.');
    goes_on = (has || goes_on) && line.size() > wrapped && line.back() != '.';
  }
  return alike ? found : with_the_numbers(lines.shown, found);
}

std::vector<std::string> sentences_in(const std::string& text) {
  std::vector<std::string> sentences;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blank = std::min(text.find(". ", at), text.size() - 1) + 1;
    const std::size_t stop = text.find("。", at);
    const std::size_t end = std::min(blank, stop == text.npos ? blank : stop + 3);
    sentences.push_back(text.substr(at, end - at));
    at = end + (end < text.size() && text[end] == ' ' ? 1 : 0);
  }
  return sentences;
}

/// WHY as the messages it was made of: each says the same in every language, in any number of
/// sentences.
std::vector<std::string> messages_of_why(const Moment& now) {
  std::vector<text::FilledMessage> said;
  text::listen(&said);
  const std::string all = why(now);
  text::listen(nullptr);
  std::vector<std::string> messages;
  const auto take = [&](const auto& self, std::string_view words) -> void {
    for (const text::FilledMessage& each : said) {
      const std::string first = each.at("first"), second = each.at("second");
      if (each.name == "all.paragraph" && words.starts_with(first) && words.ends_with(second) &&
          words.size() - first.size() - second.size() <= 1)
        return self(self, first), self(self, second);
    }
    messages.emplace_back(words);
  };
  take(take, all);
  return messages;
}

/// The sentences that have one of these words in English; where a language has more or fewer
/// sentences, the message that they are in.
std::string sentences_with(const BothWords& messages, const std::vector<std::string>& words) {
  const auto has = [&](const std::string& english) {
    return std::ranges::any_of(
        words, [&](const auto& word) { return english.find(word) != english.npos; });
  };
  std::string found;
  const bool alike = messages.english.size() == messages.shown.size();
  for (std::size_t k = 0; !alike && k < messages.shown.size(); ++k)
    found = text::paragraph(found, messages.shown[k]);
  for (std::size_t k = 0; alike && k < messages.english.size(); ++k) {
    const auto english = sentences_in(messages.english[k]), shown = sentences_in(messages.shown[k]);
    if (english.size() == shown.size()) {
      for (std::size_t i = 0; i < english.size(); ++i)
        if (has(english[i])) found = text::paragraph(found, shown[i]);
    } else if (has(messages.english[k])) {
      found = text::paragraph(found, messages.shown[k]);
    }
  }
  return found;
}

std::string totals_at(const Moment& now) {
  std::string text;
  for (const Figured& each : lane_figures(*now.trace, now.cursor, now.memory))
    text += each.name + " " + each.value + "\n";
  for (const Total& each : totals_so_far(now)) text += each.name + " " + each.value + "\n";
  return text;
}

std::string values_at(const Moment& now, const std::string& name) {
  const radix::ArrayInfo* row = now.trace->family->array_named(name);
  const radix::Array* array = row ? now.find(*row) : nullptr;
  std::string text;
  if (!array) return text;
  const bool keys = radix::holds_keys(array->id);
  for (const uint32_t value : array->values)
    text += (text.empty() ? "" : " ") +
            (keys && value != radix::none ? now.problem().text_of(value) : number_text(value));
  return text;
}

/// "keys 12 3 6 9, 4 threads per block".
std::string given_at(const Moment& now) {
  constexpr uint32_t max_written = 32;
  const radix::Problem& problem = now.problem();
  std::string keys;
  for (std::size_t i = 0; i < problem.size() && problem.size() <= max_written; ++i) {
    keys += " " + problem.text_of(problem.keys()[i]);
    if (!problem.values().empty()) keys += ":" + std::to_string(problem.values()[i]);
  }
  const std::string threads = threads_words(*now.trace);
  return keys.empty() ? text::sheet::given_many({.keys = problem.size(), .threads = threads})
                      : text::sheet::given_keys({.keys = keys, .threads = threads});
}

/// Who has the key that is spoken of.
std::string thread_words_of(const Moment& now) {
  std::string text;
  for (const std::string& line : thread_words(now, now.selected()))
    text += (text.empty() ? "" : "; ") + line;
  return text;
}

/// Whether the question belongs to a section, named or numbered as in either edition, or to a
/// chapter. Every question belongs to "".
bool is_of(const ExamQuestion& question, std::string_view section) {
  if (section.empty()) return true;
  for (const radix::Edition each : {radix::Edition::fourth, radix::Edition::fifth})
    if (section == radix::chapters().front().numbers.in(each)) return true;
  const auto known = radix::section_called(section);
  return known && question.section == radix::number_of(*known);
}

}  // namespace

radix::Result<std::vector<ExamQuestion>> exam_questions_in(const std::string& file) {
  const auto text = read_json_text(file, max_text_bytes, {"question"});
  if (!text) return text.error;
  const auto json = read_json(radix::filled(*text), "list of questions");
  if (!json) return Error{.sentence = joined({"'", file, "': ", json.error.sentence})};
  std::vector<ExamQuestion> found;
  try {
    for (const Json& each : json->at("questions").list()) {
      found.push_back({.name = text_in(each, "name"),
                       .section = text_in(each, "section"),
                       .question = text_in(each, "question"),
                       .way = text_in(each, "way"),
                       .answer = text_in(each, "answer"),
                       .array = text_in(each, "array")});
      if (const auto known = radix::section_called(found.back().section))
        found.back().section = radix::number_of(*known);
      if (const Json* number = each.find("exam"))
        found.back().number = static_cast<uint32_t>(number->whole());
      if (const Json* lines = each.find("lines"))
        for (const Json& line : lines->list()) found.back().lines.push_back(line.text());
    }
  } catch (const radix::JsonError& e) {
    return Error{.sentence = text::sheet::not_questions({.file = file, .why = e.what()})};
  }
  return found;
}

radix::Result<std::vector<ExamQuestion>> exam_questions() {
  const std::string folder = resource("assets/questions");
  if (folder.empty())
    return Error{.sentence =
                     text::paragraph(text::sheet::no_questions_folder.c_str(), looked_for_words())};
  std::vector<ExamQuestion> all;
  for (const std::string& file : json_files(folder)) {
    auto some = exam_questions_in(file);
    if (!some) return some;
    std::ranges::move(*some, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &ExamQuestion::section);
  return all;
}

radix::Result<ExamAnswer> exam_answer(const ExamQuestion& question) {
  Document document = make_document();
  const std::string refusal = run_script(document, "engine cpu; " + question.way);
  const radix::SortInfo* sort = radix::sort_named(document.lane().trace->sort);
  if (!refusal.empty() && !(broke_off(document.lane()) && sort && sort->wrong))
    return Error{.sentence = text::sheet::leads_nowhere({.name = question.name, .why = refusal})};
  const Moment now = moment(document);
  std::string text;
  if (question.answer == "picture" || question.answer == "numbers")
    text = values_at(now, question.array);
  if (question.answer == "card") text = formula(now).result;
  if (question.answer == "sentence")
    text = question.lines.empty()
               ? why(now)
               : sentences_with(both_words([&] { return messages_of_why(now); }), question.lines);
  if (question.answer == "threads") text = thread_words_of(now);
  if (question.answer == "place") text = place_words(now);
  if (question.answer == "kept") text = invariants_of(now).equals;
  const auto quoted = [&](auto words) {
    return lines_with(both_words([&] { return lines_in(words()); }), question.lines);
  };
  if (question.answer == "figure")
    text = quoted([&] { return lines_of(current_figure(document).draw(now)); });
  if (question.answer == "totals") text = quoted([&] { return totals_at(now); });
  if (text.empty()) return Error{.sentence = text::sheet::no_answer({.name = question.name})};
  return ExamAnswer{given_at(now), text};
}

radix::Result<std::string> exam_sheet(std::string_view section, std::string_view format) {
  const auto all = exam_questions();
  if (!all) return Error{.sentence = all.error.sentence};
  Table table{{{"number", "section", "given", "question", "answer", "shown by"}}};
  std::string questions, answers, gift = joined({"// ", text::sheet::exam, "\n"});
  for (const ExamQuestion& each : *all) {
    if (!is_of(each, section)) continue;
    const auto answer = exam_answer(each);
    if (!answer) return answer.error;
    const std::size_t number = table.rows.size();
    questions += text::sheet::numbered({.given = answer->given,
                                        .number = number,
                                        .question = each.question,
                                        .section = each.section}) +
                 "\n";
    answers += joined({number, ". ", answer->answer, "\n   `", each.way, "`\n"});
    const std::string asked =
        text::sheet::given_and_question({.given = answer->given, .question = each.question});
    gift += joined({"\n::", gift_text(joined({number, " ", each.section})), ":: ", gift_text(asked),
                    " {####", gift_text(answer->answer), "}\n"});
    table.rows.push_back({std::to_string(number), each.section, answer->given, each.question,
                          answer->answer, each.way});
  }
  if (answers.empty())
    return Error{.sentence = text::sheet::no_such_section(
                     {.first = radix::number_of(radix::Section::background),
                      .last = radix::number_of(radix::Section::other),
                      .section = section})};
  if (format == "csv") return to_csv(table);
  if (format == "gift") return gift;
  return joined({"# ", text::sheet::exam, "\n\n", questions, "\n## ", text::sheet::answers, "\n\n",
                 text::sheet::exam_answers, "\n\n", answers});
}

}  // namespace scope
