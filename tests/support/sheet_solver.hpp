/// Answers a question of a sheet from nothing but its text, in the language of now: how the keys
/// stand, by which bits they are sorted, and what is asked. Knows the chapter, and nothing of the
/// program; what a sentence is stands in the catalogue (read_messages.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/read_messages.hpp"
#include "text/families.hpp"
#include "text/hybrid.hpp"
#include "text/lists.hpp"
#include "text/radix.hpp"
#include "text/sheet.hpp"

namespace scope::sheets {

class Solver {
 public:
  /// `text`: one question, as it stands behind its number.
  explicit Solver(std::string text) : text_(std::move(text)) {
    const auto head = said(head_name);
    if (!head) return;
    bits_ = head.number("bits");
    keys_ = split(head["keys"]);
    read_order();
  }

  /// The answer as the sheet writes it; nothing: the text does not tell it.
  std::optional<std::string> answer() const try {
    for (const auto solve :
         {&Solver::destination,     &Solver::writer,          &Solver::ones_before,
          &Solver::count_in_table,  &Solver::start_in_table,  &Solver::destination_of_bucket,
          &Solver::segments,        &Solver::width,           &Solver::place_in_list,
          &Solver::place_behind,    &Solver::winner,          &Solver::sent,
          &Solver::received,        &Solver::bucket,          &Solver::slot_in_bucket,
          &Solver::slot_of_segment, &Solver::begin_of_bucket, &Solver::rank_in_bucket,
          &Solver::digit_start,     &Solver::rank_in_warp,    &Solver::before_tile,
          &Solver::slot_of_sweep,   &Solver::co_rank,         &Solver::next_key,
          &Solver::partner,         &Solver::falls,           &Solver::stretch_factor,
          &Solver::empty_slots})
      if (const auto value = (this->*solve)()) return std::to_string(*value);
    return exchange();
  } catch (const std::exception&) {
    return std::nullopt;  // a place that is none
  }

 private:
  using Answer = std::optional<int64_t>;
  using Words = std::vector<std::string>;

  static int64_t number(const std::string& text) { return std::stoll(text); }
  using Said = ReadMessage;
  Said said(const char* message) const {
    return keys_.empty() && message != head_name ? Said() : read_message(message, text_);
  }
  static constexpr const char* head_name = "sheet.keys_now";
  static Words split(const std::string& text) {
    std::istringstream in(text);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
  }
  int64_t size() const { return static_cast<int64_t>(keys_.size()); }

  // ---- the order of the keys ----

  enum class By { bits, fractions, ones } by_ = By::bits;
  bool largest_first_ = false;

  void read_order() {
    const auto largest_first = [](const std::string& first) {
      return first == text::sheet::largest_first.c_str();
    };
    if (const auto by_bits = said("sheet.bits_sorted_by")) {
      sorted_by_ = split(by_bits["bits"]);
    } else if (const auto by_fractions = said("sheet.as_fractions")) {
      by_ = By::fractions;
      largest_first_ = largest_first(by_fractions["first"]);
    } else if (const auto by_ones = said("sheet.by_ones")) {
      by_ = By::ones;
      largest_first_ = largest_first(by_ones["first"]);
      sorted_by_ = split(by_ones["bits"]);
    } else {
      for (const std::string& key : keys_) {
        std::string word;
        if (numbers_of(key).empty()) return keys_.clear();
        const auto value = static_cast<uint64_t>(numbers_of(key)[0]);
        for (int64_t bit = bits_; bit-- > 0;) word += (value >> bit & 1) != 0 ? '1' : '0';
        sorted_by_.push_back(word);
      }
    }
  }

  /// True when the key at one place belongs before the one at another, and is not equal.
  bool before(int64_t one, int64_t other) const {
    const auto a = static_cast<std::size_t>(one), b = static_cast<std::size_t>(other);
    if (by_ == By::fractions) {
      const auto part = [&](std::size_t at, bool lower) {
        const std::size_t colon = keys_.at(at).find(':');
        if (colon == std::string::npos) return lower ? int64_t{1} : number(keys_.at(at));
        return number(lower ? keys_.at(at).substr(colon + 1) : keys_.at(at).substr(0, colon));
      };
      const int64_t left = part(a, false) * part(b, true), right = part(b, false) * part(a, true);
      return largest_first_ ? left > right : left < right;
    }
    if (by_ == By::ones) {
      const auto ones = [&](std::size_t at) { return std::ranges::count(sorted_by_[at], '1'); };
      const bool less =
          ones(a) != ones(b) ? ones(a) < ones(b) : sorted_by_.at(a) < sorted_by_.at(b);
      const bool more =
          ones(a) != ones(b) ? ones(a) > ones(b) : sorted_by_.at(a) > sorted_by_.at(b);
      return largest_first_ ? more : less;
    }
    return sorted_by_.at(a) < sorted_by_.at(b);
  }

  /// The place of a key by its text, whose mark ("9b", "inf#2") and value ("80→29") do not matter.
  Answer place_of(std::string text) const {
    if (const std::size_t arrow = text.find("→"); arrow != text.npos) text.resize(arrow);
    const auto at = [&](const std::string& wanted) -> Answer {
      const auto found = std::ranges::find(keys_, wanted);
      return found == keys_.end() ? Answer() : Answer(found - keys_.begin());
    };
    if (const auto exact = at(text)) return exact;
    if (const std::size_t mark = text.find('#'); mark != text.npos) return at(text.substr(0, mark));
    while (!text.empty() && text.back() >= 'a' && text.back() <= 'z') text.pop_back();
    return at(text);
  }

  // ---- digits ----

  /// Bits first … last, counted from the lowest.
  struct Bits {
    int64_t first = 0, last = 0;
  };
  static Bits bits_in(const std::string& text) {
    const std::vector<int64_t> range = numbers_of(text);
    return {range.at(0), range.back()};
  }
  std::string digit(int64_t place, Bits bits) const {
    const std::string& word = sorted_by_.at(static_cast<std::size_t>(place));
    const auto length = static_cast<int64_t>(word.size());
    return word.substr(static_cast<std::size_t>(length - 1 - bits.last),
                       static_cast<std::size_t>(bits.last - bits.first + 1));
  }
  /// Places of [begin, end) for which this holds.
  template <class Holds>
  static int64_t count(int64_t begin, int64_t end, const Holds& holds) {
    int64_t all = 0;
    for (int64_t at = begin; at < end; ++at) all += holds(at) ? 1 : 0;
    return all;
  }
  /// Where a stable pass by these bits puts the key at a place.
  int64_t slot(int64_t place, Bits bits, int64_t begin, int64_t end) const {
    const std::string own = digit(place, bits);
    return begin + count(begin, end, [&](int64_t at) { return digit(at, bits) < own; }) +
           count(begin, place, [&](int64_t at) { return digit(at, bits) == own; });
  }
  /// "The digit is bits 2–3, and every block has 8 neighbouring places. "
  struct Blocks {
    Bits bits;
    int64_t each = 0;
  };
  std::optional<Blocks> blocks() const {
    const auto head = said("radix.ask_blocks");
    if (!head) return std::nullopt;
    const int64_t each = head["shape"] == "one_block"   ? size()
                         : head["shape"] == "one_place" ? 1
                                                        : head.number("each");
    return Blocks{bits_in(head["bits"]), std::max<int64_t>(each, 1)};
  }

  // ---- radix sort ----

  Answer destination() const {
    const auto asked = said("radix.ask_slot_of_bit");
    if (!asked) return {};
    return slot(asked.number("place"), bits_in(asked["bits"]), 0, size());
  }
  Answer writer() const {
    const auto asked = said("radix.ask_writer");
    if (!asked) return {};
    for (int64_t at = 0; at < size(); ++at)
      if (slot(at, bits_in(asked["bits"]), 0, size()) == asked.number("slot")) return at;
    return {};
  }
  Answer ones_before() const {
    const auto asked = said("radix.ask_ones");
    if (!asked) return {};
    const int64_t place = asked.number("place"), bit = asked.number("bit");
    int64_t begin = 0;
    if (asked.is("local")) {
      if (!blocks()) return {};
      begin = place / blocks()->each * blocks()->each;
    }
    return count(begin, place, [&](int64_t at) { return digit(at, {bit, bit}) == "1"; });
  }
  /// A question of this digit, or of the ones or zeros.
  std::pair<Said, std::string> of_digit(const char* wide, const char* bit) const {
    const auto asked = said(bit);
    if (asked) return {asked, asked.is("one") ? "1" : "0"};
    const auto of_wide = said(wide);
    return {of_wide, of_wide ? of_wide["digit"] : ""};
  }
  Answer count_in_table() const {
    const auto [asked, wanted] = of_digit("radix.ask_count", "radix.ask_count_bit");
    if (!asked || !blocks()) return {};
    const int64_t begin = asked.number("block") * blocks()->each;
    return count(begin, std::min(begin + blocks()->each, size()),
                 [&, &digits = wanted](int64_t at) { return digit(at, blocks()->bits) == digits; });
  }
  Answer start_in_table() const {
    if (text_.find(text::radix::ask_table.c_str()) == text_.npos) return {};
    const auto [asked, wanted] = of_digit("radix.ask_start", "radix.ask_start_bit");
    if (!asked || !blocks()) return {};
    const int64_t block = asked.number("block");
    return count(0, size(), [&, &digits = wanted](int64_t at) {
      const std::string own = digit(at, blocks()->bits);
      return own < digits || (own == digits && at / blocks()->each < block);
    });
  }
  Answer destination_of_bucket() const {
    const auto asked = said("radix.ask_slot_of_bucket");
    if (!asked || !blocks()) return {};
    return slot(asked.number("place"), blocks()->bits, 0, size());
  }
  Answer segments() const {
    const auto asked = said("radix.ask_segments");
    if (!asked || !blocks()) return {};
    std::vector<int64_t> touched;
    for (int64_t at = asked.number("begin"); at <= asked.number("end"); ++at)
      touched.push_back(slot(at, blocks()->bits, 0, size()) / asked.number("segment"));
    std::ranges::sort(touched);
    return std::unique(touched.begin(), touched.end()) - touched.begin();
  }
  Answer width() const {
    const auto asked = said("radix.ask_width");
    if (!asked) return {};
    const int64_t n = asked.number("keys"), all = asked.number("bits"),
                  blocks = asked.number("blocks"), threads = asked.number("threads");
    int64_t best = 0, least = 0;
    for (const int64_t wide : numbers_of(asked["widths"])) {
      int64_t words = 0;
      for (int64_t done = 0; done < all; done += wide) {
        const int64_t entries = (int64_t{1} << std::min(wide, all - done)) * blocks;
        words += 4 * n + 4 * entries + 8 * ((entries + threads - 1) / threads) - 3;
      }
      if (best == 0 || words < least) best = wide, least = words;
    }
    return best;
  }

  // ---- lists ----

  struct Dealt {
    int64_t list = 0, lists = 1, place = 0;
    Bits bits;
    bool one = false;
  };
  std::optional<Dealt> dealt() const {
    const auto head = said("lists.ask_dealt");
    if (!head) return std::nullopt;
    const int64_t bit = head.number("bit");
    Dealt key{.place = head.number("place"), .bits = {bit, bit}, .one = head.number("value") == 1};
    if (const auto places = said("lists.ask_places")) {
      key.list = places.number("thread");
      key.lists = places.number("second") - key.list;
    }
    return key;
  }
  /// Of the key's own list, in [list, end): keys with this bit.
  int64_t of_list(const Dealt& key, int64_t end, bool one) const {
    return count(0, end, [&](int64_t at) {
      return at % key.lists == key.list && (digit(at, key.bits) == "1") == one;
    });
  }
  Answer place_in_list() const {
    const auto key = dealt();
    if (!key || !said("lists.ask_place_in_list")) return {};
    return key->list + key->lists * of_list(*key, key->place, key->one);
  }
  Answer place_behind() const {
    const auto key = dealt();
    if (!key || text_.find(text::lists::ask_place_behind.c_str()) == text_.npos) return {};
    const int64_t behind = key->one ? of_list(*key, size(), false) : 0;
    return key->list + key->lists * (behind + of_list(*key, key->place, key->one));
  }
  Answer winner() const {
    const auto asked = said("lists.ask_winner");
    if (!asked) return {};
    const Words heads = split(asked["heads"]);
    const auto none = [&](int64_t list) { return heads[static_cast<std::size_t>(list)] == "–"; };
    const auto less = [&](int64_t a, int64_t b) {
      if (none(a) || none(b)) return !none(a) && none(b);
      return before(*place_of(heads[static_cast<std::size_t>(a)]),
                    *place_of(heads[static_cast<std::size_t>(b)]));
    };
    const auto lists = static_cast<int64_t>(heads.size());
    if (asked["tie"] == "left") {  // halved: t meets t + half, and stays unless it is larger
      std::vector<int64_t> left(heads.size());
      std::iota(left.begin(), left.end(), 0);
      for (std::size_t half = left.size() / 2; half > 0; half /= 2)
        for (std::size_t t = 0; t < half; ++t)
          if (less(left[t + half], left[t])) left[t] = left[t + half];
      return left[0];
    }
    const bool last = asked["tie"] == "last";
    int64_t best = 0;
    for (int64_t list = 1; list < lists; ++list)
      if (less(list, best) || (last && !less(best, list) && !none(list))) best = list;
    return best;
  }

  // ---- devices, samples, segments, buckets ----

  /// Splitters that a key does not belong before.
  int64_t splitters_behind(const Words& splitters, int64_t key) const {
    int64_t behind = 0;
    for (const std::string& splitter : splitters)
      behind += before(key, *place_of(splitter)) ? 0 : 1;
    return behind;
  }
  Answer sent() const {
    const auto has = said("devices.question_has"), all = said("devices.question_splitters"),
               keeps = said("devices.question_keep"), sends = said("devices.question_send");
    if (!has || !all || (!keeps && !sends)) return {};
    if (has.is("empty")) return 0;
    const int64_t to = keeps ? keeps.number("device") : sends.number("receiver");
    const Words splitters = split(all["splitters"]);
    return count(has.number("first"), has.number("last") + 1,
                 [&](int64_t at) { return splitters_behind(splitters, at) == to; });
  }
  Answer received() const {
    const auto asked = said("devices.question_received");
    if (!asked) return {};
    int64_t sum = 0, device = 0;
    for (const int64_t keys : numbers_of(asked["counts"]))
      if (device++ < asked.number("sender")) sum += keys;
    return sum;
  }
  Answer bucket() const {
    const auto asked = said("sample.ask_bucket");
    if (!asked) return {};
    const auto place = place_of(asked["key"]);
    return place ? splitters_behind(split(asked["splitters"]), *place) : Answer();
  }
  /// How many keys of [begin, end) belong before that of a place, equal ones by their places.
  int64_t rank(int64_t place, int64_t begin, int64_t end) const {
    return count(begin, end, [&](int64_t at) {
      return before(at, place) || (at < place && !before(place, at));
    });
  }
  Answer slot_in_bucket() const {
    const auto asked = said("sample.ask_slot");
    if (!asked) return {};
    const int64_t begin = asked.number("begin");
    return begin + rank(asked.number("place"), begin, asked.number("last") + 1);
  }
  Answer slot_of_segment() const {
    const auto asked = said("msd.ask_slot");
    if (!asked) return {};
    return slot(asked.number("place"), bits_in(asked["bits"]), asked.number("begin"),
                asked.number("last") + 1);
  }
  Answer begin_of_bucket() const {
    const auto asked = said("hybrid.question_start");
    if (!asked) return {};
    const std::string wanted = asked["bucket"];
    return count(0, size(), [&](int64_t at) {
      return sorted_by_.at(static_cast<std::size_t>(at)).substr(0, wanted.size()) < wanted;
    });
  }
  Answer rank_in_bucket() const {
    const auto asked = said("hybrid.question_rank");
    if (!asked) return {};
    return rank(asked.number("place"), asked.number("first"), asked.number("last") + 1);
  }

  Answer falls() const {
    if (text_.find(text::hybrid::question_falls.c_str()) == text_.npos) return {};
    return count(1, size(), [&](int64_t at) { return before(at, at - 1); });
  }
  Answer stretch_factor() const {
    const auto asked = said("hybrid.question_factor");
    if (!asked || asked.number("most") != (int64_t{1} << asked.number("bits")) - 1) return {};
    return asked.number("most") / asked.number("range");
  }
  /// A key's bits without the lowest key's, without the low bits that all share, and stretched.
  int64_t stretched(int64_t place) const {
    const auto bits_of = [&](int64_t at) -> int64_t {
      return std::stoll(sorted_by_.at(static_cast<std::size_t>(at)), nullptr, 2);
    };
    int64_t lowest = bits_of(0), highest = lowest, shared = 1;
    for (int64_t at = 1; at < size(); ++at) {
      lowest = std::min(lowest, bits_of(at));
      highest = std::max(highest, bits_of(at));
    }
    if (lowest == highest) return 0;
    const auto all_share = [&](int64_t bit) {
      return count(0, size(),
                   [&](int64_t at) { return (bits_of(at) & bit) != (bits_of(0) & bit); }) == 0;
    };
    while (all_share(shared)) shared *= 2;
    const int64_t most = (int64_t{1} << sorted_by_[0].size()) - 1,
                  factor = most / ((highest - lowest) / shared);
    return (bits_of(place) - lowest) / shared * factor;
  }
  Answer empty_slots() const {
    const auto asked = said("hybrid.question_empty");
    if (!asked) return {};
    const std::string begin = asked["bucket"];
    const auto all = static_cast<int64_t>(sorted_by_[0].size());
    const int64_t wanted = std::stoll(begin, nullptr, 2),
                  rest = int64_t{1} << (all - static_cast<int64_t>(begin.size()));
    return asked.number("slots") -
           count(0, size(), [&](int64_t at) { return stretched(at) / rest == wanted; });
  }

  // ---- one-sweep ----

  Answer digit_start() const {
    const auto asked = said("onesweep.question_start");
    if (!asked) return {};
    return count(0, size(),
                 [&](int64_t at) { return digit(at, bits_in(asked["bits"])) < asked["digit"]; });
  }
  Answer rank_in_warp() const {
    const auto asked = said("onesweep.question_rank");
    if (!asked) return {};
    return count(asked.number("first"), asked.number("place"),
                 [&](int64_t at) { return digit(at, bits_in(asked["bits"])) == asked["digit"]; });
  }
  Answer before_tile() const {
    const auto asked = said("onesweep.question_before");
    if (!asked) return {};
    return count(0, std::min(asked.number("tile") * asked.number("each"), size()),
                 [&](int64_t at) { return digit(at, bits_in(asked["bits"])) == asked["digit"]; });
  }
  Answer slot_of_sweep() const {
    const auto asked = said("onesweep.question_slot");
    if (!asked) return {};
    return slot(asked.number("place"), bits_in(asked["bits"]), 0, size());
  }

  // ---- merging ----

  /// Places of the merged list of A at [a, b) and B at [b, end).
  std::optional<std::vector<int64_t>> merged() const {
    const auto runs = said("merge.ask_runs");
    if (!runs) return std::nullopt;
    const int64_t begin = runs.number("a_first"), end = runs.number("b_last") + 1;
    std::vector<int64_t> places(static_cast<std::size_t>(end - begin));
    std::iota(places.begin(), places.end(), begin);
    std::ranges::stable_sort(places, [&](int64_t a, int64_t b) { return before(a, b); });
    return places;
  }
  Answer co_rank() const {
    const auto asked = said("merge.ask_co_rank"), runs = said("merge.ask_runs");
    const auto places = merged();
    if (!places || !asked) return {};
    return std::count_if(places->begin(), places->begin() + asked.number("k"),
                         [&](int64_t at) { return at < runs.number("b_first"); });
  }
  Answer next_key() const {
    const auto asked = said("merge.ask_next_key");
    const auto places = merged();
    if (!places || !asked) return {};
    return (*places)[static_cast<std::size_t>(asked.number("number") - 1)];
  }

  // ---- networks ----

  Answer partner() const {
    const auto asked = said("networks.ask_partner");
    if (!asked) return {};
    const int64_t at = asked.number("place");
    if (const auto pairs = said("networks.ask_neighbours"))
      return at % 2 == (pairs.is("even") ? 0 : 1) ? at + 1 : at - 1;
    if (const auto mirrored = said("networks.ask_mirrored")) {
      const int64_t run = mirrored.number("run"), begin = at / run * run;
      return begin + run - 1 - (at - begin);
    }
    int64_t first = 0;
    const auto of_runs = said("networks.ask_groups_of_runs");
    if (of_runs)
      first = at / of_runs.number("run") * of_runs.number("run") + of_runs.number("first");
    const auto groups = of_runs ? of_runs : said("networks.ask_groups");
    if (!groups) return {};
    const int64_t group = groups.number("group"), inside = (at - first) % group;
    return inside < group / 2 ? at + group / 2 : at - group / 2;
  }
  std::optional<std::string> exchange() const {
    const auto asked = said("networks.ask_exchange");
    if (!asked) return std::nullopt;
    const int64_t low = asked.number("low"), high = asked.number("high");
    const bool changes = asked.is("down") ? before(low, high) : before(high, low);
    return changes ? text::families::yes.c_str() : text::families::no.c_str();
  }

  std::string text_;
  int64_t bits_ = 0;
  Words keys_;       ///< as they stand
  Words sorted_by_;  ///< their bits
};

/// The questions of a sheet in Markdown and what it says are their answers.
struct Solved {
  std::string question, answer;
};
inline std::vector<Solved> questions_of(const std::string& sheet) {
  const std::size_t cut = sheet.find("## " + std::string(text::sheet::answers));
  std::vector<Solved> all;
  static const std::regex line("(?:^|\n)\\d+\\. ([^\n]*)");
  const std::string asked = sheet.substr(0, cut), told = sheet.substr(cut);
  for (std::sregex_iterator at(asked.begin(), asked.end(), line), end; at != end; ++at)
    all.push_back({(*at)[1], ""});
  std::size_t k = 0;
  for (std::sregex_iterator at(told.begin(), told.end(), line), end; at != end && k < all.size();
       ++at) {
    const std::string text = (*at)[1];
    all[k++].answer = text.size() > 3 && text[1] == ':' ? text.substr(3) : text;
  }
  return all;
}

}  // namespace scope::sheets
