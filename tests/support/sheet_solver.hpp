/// Answers a question of a sheet from nothing but its text: how the keys stand, by which bits they
/// are sorted, and what is asked. Knows the chapter, and nothing of the program.
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

namespace scope::sheets {

class Solver {
 public:
  /// `text`: one question, as it stands behind its number.
  explicit Solver(const std::string& text) {
    std::smatch found;
    static const std::regex head("The keys, of (\\d+) bits?, are now: (.*?)\\. (.*)");
    if (!std::regex_search(text, found, head)) return;
    bits_ = number(found[1]);
    keys_ = split(found[2]);
    asked_ = found[3];
    read_order();
  }

  /// The answer as the sheet writes it; nothing: the text does not tell it.
  std::optional<std::string> answer() const {
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
  }

 private:
  using Answer = std::optional<int64_t>;
  using Words = std::vector<std::string>;

  static int64_t number(const std::string& text) { return std::stoll(text); }
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
    std::smatch found;
    static const std::regex by_bits("^The bits that they are sorted by are: ([01 ]+)\\. (.*)");
    static const std::regex by_fractions(
        "^Keys are compared as fractions, the (largest|smallest) first\\. (.*)");
    static const std::regex by_ones(
        "^Keys are compared by how many of their bits are ones, then as numbers, the "
        "(largest|smallest) first; their bits are: ([01 ]+)\\. (.*)");
    const std::string text = asked_;
    if (std::regex_match(text, found, by_bits)) {
      sorted_by_ = split(found[1]);
      asked_ = found[2];
    } else if (std::regex_match(text, found, by_fractions)) {
      by_ = By::fractions;
      largest_first_ = found[1] == "largest";
      asked_ = found[2];
    } else if (std::regex_match(text, found, by_ones)) {
      by_ = By::ones;
      largest_first_ = found[1] == "largest";
      sorted_by_ = split(found[2]);
      asked_ = found[3];
    } else {
      for (const std::string& key : keys_) {
        std::string word;
        const auto value = static_cast<uint64_t>(number(key));
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
        const std::size_t colon = keys_[at].find(':');
        if (colon == std::string::npos) return lower ? int64_t{1} : number(keys_[at]);
        return number(lower ? keys_[at].substr(colon + 1) : keys_[at].substr(0, colon));
      };
      const int64_t left = part(a, false) * part(b, true), right = part(b, false) * part(a, true);
      return largest_first_ ? left > right : left < right;
    }
    if (by_ == By::ones) {
      const auto ones = [&](std::size_t at) { return std::ranges::count(sorted_by_[at], '1'); };
      const bool less = ones(a) != ones(b) ? ones(a) < ones(b) : sorted_by_[a] < sorted_by_[b];
      const bool more = ones(a) != ones(b) ? ones(a) > ones(b) : sorted_by_[a] > sorted_by_[b];
      return largest_first_ ? more : less;
    }
    return sorted_by_[a] < sorted_by_[b];
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
    static const std::regex range("bits? (\\d+)(?:–(\\d+))?");
    std::smatch found;
    std::regex_search(text, found, range);
    const int64_t first = number(found[1]);
    return {first, found[2].matched ? number(found[2]) : first};
  }
  std::string digit(int64_t place, Bits bits) const {
    const std::string& word = sorted_by_[static_cast<std::size_t>(place)];
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
    static const std::regex head(
        "^The digit is (bits? [\\d–]+), and (?:all places are one block's|every block has "
        "(one|\\d+) (?:neighbouring )?places?)\\. ");
    std::smatch found;
    if (!std::regex_search(asked_, found, head)) return std::nullopt;
    const int64_t each = !found[2].matched ? size() : found[2] == "one" ? 1 : number(found[2]);
    return Blocks{bits_in(found[1]), std::max<int64_t>(each, 1)};
  }
  inline static const std::regex digits{"\\d+"};
  bool asks(const char* pattern, std::smatch& found) const {
    return std::regex_search(asked_, found, std::regex(pattern));
  }

  // ---- radix sort ----

  Answer destination() const {
    std::smatch found;
    if (!asks("stands at place (\\d+), and its (bit \\d+) is [01]\\. To which slot", found))
      return {};
    return slot(number(found[1]), bits_in(found[2]), 0, size());
  }
  Answer writer() const {
    std::smatch found;
    if (!asks("those with a 0 as (bit \\d+) first\\. From which place does the key in slot (\\d+)",
              found))
      return {};
    const Bits bits = bits_in(found[1]);
    for (int64_t at = 0; at < size(); ++at)
      if (slot(at, bits, 0, size()) == number(found[2])) return at;
    return {};
  }
  Answer ones_before() const {
    std::smatch found;
    if (!asks("Of (bit \\d+): Key \\S+ stands at place (\\d+)\\. How many ones stand before "
              "it( in its block)?\\?",
              found))
      return {};
    const Bits bits = bits_in(found[1]);
    const int64_t place = number(found[2]);
    int64_t begin = 0;
    if (found[3].matched) {
      if (!blocks()) return {};
      begin = place / blocks()->each * blocks()->each;
    }
    return count(begin, place, [&](int64_t at) { return digit(at, bits) == "1"; });
  }
  Answer count_in_table() const {
    std::smatch found;
    if (!asks("How many (?:(zeros|ones) does block (\\d+) have|keys of block (\\d+) have digit "
              "([01]+))\\?",
              found) ||
        !blocks())
      return {};
    const std::string wanted = !found[1].matched     ? std::string(found[4])
                               : found[1] == "zeros" ? "0"
                                                     : "1";
    const int64_t begin = number(found[1].matched ? found[2] : found[3]) * blocks()->each;
    return count(begin, std::min(begin + blocks()->each, size()),
                 [&](int64_t at) { return digit(at, blocks()->bits) == wanted; });
  }
  Answer start_in_table() const {
    std::smatch found;
    if (!asks("The table of counts is stored row by row, a row per bucket\\. Where do(?:es)? "
              "(?:the )?(zeros|ones|bucket [01]+) of block (\\d+) start\\?",
              found) ||
        !blocks())
      return {};
    const std::string name = found[1], wanted = name == "zeros"  ? "0"
                                                : name == "ones" ? "1"
                                                                 : name.substr(7);
    const int64_t block = number(found[2]);
    return count(0, size(), [&](int64_t at) {
      const std::string own = digit(at, blocks()->bits);
      return own < wanted || (own == wanted && at / blocks()->each < block);
    });
  }
  Answer destination_of_bucket() const {
    std::smatch found;
    if (!asks("Each has sorted its keys by this digit\\. Key \\S+ stands at place (\\d+), in block",
              found) ||
        !blocks())
      return {};
    return slot(number(found[1]), blocks()->bits, 0, size());
  }
  Answer segments() const {
    std::smatch found;
    if (!asks("write the keys at places (\\d+) to (\\d+) to their slots at once, and memory takes "
              "them in segments of (\\d+) slots",
              found) ||
        !blocks())
      return {};
    std::vector<int64_t> touched;
    for (int64_t at = number(found[1]); at <= number(found[2]); ++at)
      touched.push_back(slot(at, blocks()->bits, 0, size()) / number(found[3]));
    std::ranges::sort(touched);
    return std::unique(touched.begin(), touched.end()) - touched.begin();
  }
  Answer width() const {
    std::smatch found;
    if (!asks(
            "These (\\d+) keys? of (\\d+) bits? in (\\d+) blocks?: a pass moves 4 words for each "
            "key, 4 for each entry of its table and 8 for every (\\d+) entries or fewer, less 3\\. "
            "With which width does the whole sort read and write the fewest bytes, (.*) bits per "
            "pass",
            found))
      return {};
    const int64_t n = number(found[1]), all = number(found[2]), blocks = number(found[3]),
                  threads = number(found[4]);
    const std::string list = found[5];
    int64_t best = 0, least = 0;
    for (std::sregex_iterator at(list.begin(), list.end(), digits), end; at != end; ++at) {
      const int64_t wide = number(at->str());
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
    std::smatch found;
    if (!asks("is at place (\\d+)(?:, in list (\\d+))?, and its (bit \\d+) is ([01])\\. "
              "(?:Thread (\\d+) has the places \\d+, (\\d+), \\d+, … )?",
              found))
      return std::nullopt;
    Dealt key{.place = number(found[1]), .bits = bits_in(found[3]), .one = found[4] == "1"};
    if (found[5].matched) {
      key.list = number(found[5]);
      key.lists = number(found[6]) - key.list;
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
    std::smatch found;
    const auto key = dealt();
    if (!key || !asks("To which place of the (zero|one) list does the key go\\?", found)) return {};
    return key->list + key->lists * of_list(*key, key->place, key->one);
  }
  Answer place_behind() const {
    std::smatch found;
    const auto key = dealt();
    if (!key || !asks("when the thread's keys are copied back, zeros first\\?", found)) return {};
    const int64_t behind = key->one ? of_list(*key, size(), false) : 0;
    return key->list + key->lists * (behind + of_list(*key, key->place, key->one));
  }
  Answer winner() const {
    std::smatch found;
    if (!asks("From list 0 on, the heads of the lists are (.*) \\(– where a list is empty\\)\\. Of "
              "equal heads, (.*)\\. Which list wins round",
              found))
      return {};
    const Words heads = split(found[1]);
    const std::string ties = found[2];
    const auto none = [&](int64_t list) { return heads[static_cast<std::size_t>(list)] == "–"; };
    const auto less = [&](int64_t a, int64_t b) {
      if (none(a) || none(b)) return !none(a) && none(b);
      return before(*place_of(heads[static_cast<std::size_t>(a)]),
                    *place_of(heads[static_cast<std::size_t>(b)]));
    };
    const auto lists = static_cast<int64_t>(heads.size());
    if (ties.find("tree") !=
        ties.npos) {  // halved: t meets t + half, and stays unless it is larger
      std::vector<int64_t> left(heads.size());
      std::iota(left.begin(), left.end(), 0);
      for (std::size_t half = left.size() / 2; half > 0; half /= 2)
        for (std::size_t t = 0; t < half; ++t)
          if (less(left[t + half], left[t])) left[t] = left[t + half];
      return left[0];
    }
    const bool last = ties.find("last") != ties.npos;
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
    std::smatch found;
    if (!asks(
            "Device (\\d+) has (?:no keys|the keys at places (\\d+) to (\\d+))\\. The splitters? "
            "(?:is|are) (.*), and the number of a key's device is the number of splitters "
            "that do not come after the key\\. How many (?:of its keys does device \\d+ keep|keys "
            "does device \\d+ send to device (\\d+))\\?",
            found))
      return {};
    if (!found[2].matched) return 0;
    const int64_t to = number(found[5].matched ? found[5] : found[1]);
    const Words splitters = split(found[4]);
    return count(number(found[2]), number(found[3]) + 1,
                 [&](int64_t at) { return splitters_behind(splitters, at) == to; });
  }
  Answer received() const {
    std::smatch found;
    if (!asks("receives (.*) keys from the devices, device 0 first, .* come before those of device "
              "(\\d+)",
              found))
      return {};
    const std::string list = found[1];
    int64_t sum = 0, device = 0;
    for (std::sregex_iterator at(list.begin(), list.end(), digits), end; at != end; ++at, ++device)
      if (device < number(found[2])) sum += number(at->str());
    return sum;
  }
  Answer bucket() const {
    std::smatch found;
    if (!asks("The splitters? (?:is|are) (.*), and a key that equals a splitter goes to the bucket "
              "after it\\. Which bucket does key (\\S+) go to",
              found))
      return {};
    return splitters_behind(split(found[1]), *place_of(found[2]));
  }
  /// How many keys of [begin, end) belong before that of a place, equal ones by their places.
  int64_t rank(int64_t place, int64_t begin, int64_t end) const {
    return count(begin, end, [&](int64_t at) {
      return before(at, place) || (at < place && !before(place, at));
    });
  }
  Answer slot_in_bucket() const {
    std::smatch found;
    if (!asks("A block sorts bucket \\d+, at places (\\d+) to (\\d+); equal keys keep their "
              "order\\. To "
              "which place does key "
              "\\S+, now at place (\\d+), go\\?",
              found))
      return {};
    const int64_t begin = number(found[1]);
    return begin + rank(number(found[3]), begin, number(found[2]) + 1);
  }
  Answer slot_of_segment() const {
    std::smatch found;
    if (!asks("stands at place (\\d+), and its segment has places (\\d+) to (\\d+); it is cut by "
              "(bits? [\\d–]+), and",
              found))
      return {};
    return slot(number(found[1]), bits_in(found[4]), number(found[2]), number(found[3]) + 1);
  }
  Answer begin_of_bucket() const {
    std::smatch found;
    if (!asks("the bucket of the keys whose highest (?:bit is|\\d+ bits are) ([01]+) start\\?",
              found))
      return {};
    const std::string wanted = found[1];
    return count(0, size(), [&](int64_t at) {
      return sorted_by_[static_cast<std::size_t>(at)].substr(0, wanted.size()) < wanted;
    });
  }
  Answer rank_in_bucket() const {
    std::smatch found;
    if (!asks("A block sorts the bucket at places (\\d+) to (\\d+); equal keys keep their order\\. "
              "Key "
              "\\S+ is at place "
              "(\\d+)\\.",
              found))
      return {};
    return rank(number(found[3]), number(found[1]), number(found[2]) + 1);
  }

  Answer falls() const {
    std::smatch found;
    if (!asks("How many keys are smaller than the key right before them\\?", found)) return {};
    return count(1, size(), [&](int64_t at) { return before(at, at - 1); });
  }
  Answer stretch_factor() const {
    std::smatch found;
    if (!asks("numbers from 0 to (\\d+)\\. What is the largest whole factor that keeps them at or "
              "below (\\d+), the largest number of (\\d+) bits?\\?",
              found) ||
        number(found[2]) != (int64_t{1} << number(found[3])) - 1)
      return {};
    return number(found[2]) / number(found[1]);
  }
  /// A key's bits without the lowest key's, without the low bits that all share, and stretched.
  int64_t stretched(int64_t place) const {
    const auto bits_of = [&](int64_t at) -> int64_t {
      return std::stoll(sorted_by_[static_cast<std::size_t>(at)], nullptr, 2);
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
    std::smatch found;
    if (!asks("The bucket of the numbers that start with ([01]+) has (\\d+) slots?, from slot \\d+ "
              "on\\. How "
              "many of them stay empty\\?",
              found))
      return {};
    const std::string begin = found[1];
    const auto all = static_cast<int64_t>(sorted_by_[0].size());
    const int64_t wanted = std::stoll(begin, nullptr, 2),
                  rest = int64_t{1} << (all - static_cast<int64_t>(begin.size()));
    return number(found[2]) -
           count(0, size(), [&](int64_t at) { return stretched(at) / rest == wanted; });
  }

  // ---- one-sweep ----

  Answer digit_start() const {
    std::smatch found;
    if (!asks("the keys whose (bits? [\\d–]+) (?:is|are) ([01]+) start after that pass", found))
      return {};
    const std::string wanted = found[2];
    return count(0, size(), [&](int64_t at) { return digit(at, bits_in(found[1])) < wanted; });
  }
  Answer rank_in_warp() const {
    std::smatch found;
    if (!asks("is at place (\\d+), in lane \\d+ of warp \\d+ of tile \\d+, and its digit "
              "\\((bits? [\\d–]+)\\) is ([01]+); the warp has places (\\d+) to \\d+\\.",
              found))
      return {};
    return count(number(found[4]), number(found[1]),
                 [&](int64_t at) { return digit(at, bits_in(found[2])) == found[3]; });
  }
  Answer before_tile() const {
    std::smatch found;
    if (!asks(
            "Every tile has (one|\\d+) (?:neighbouring )?places?\\. Tile (\\d+) looks back\\. How "
            "many keys in the tiles before it have the digit ([01]+) \\((bits? [\\d–]+)\\)",
            found))
      return {};
    const int64_t each = found[1] == "one" ? 1 : number(found[1]);
    return count(0, std::min(number(found[2]) * each, size()),
                 [&](int64_t at) { return digit(at, bits_in(found[4])) == found[3]; });
  }
  Answer slot_of_sweep() const {
    std::smatch found;
    if (!asks("The tiles have sorted their keys by this digit\\. Key \\S+ is at place (\\d+), in "
              "tile \\d+, which has places \\d+ to \\d+, and its digit \\((bits? [\\d–]+)\\) is",
              found))
      return {};
    return slot(number(found[1]), bits_in(found[2]), 0, size());
  }

  // ---- merging ----

  /// Places of the merged list of A at [a, b) and B at [b, end).
  std::optional<std::vector<int64_t>> merged() const {
    std::smatch found;
    if (!asks("Run A is at places (\\d+) to (\\d+) and run B at places (\\d+) to (\\d+); of equal "
              "keys, A's comes first\\.",
              found))
      return std::nullopt;
    std::vector<int64_t> places(static_cast<std::size_t>(number(found[4]) + 1 - number(found[1])));
    std::iota(places.begin(), places.end(), number(found[1]));
    std::ranges::stable_sort(places, [&](int64_t a, int64_t b) { return before(a, b); });
    return places;
  }
  Answer co_rank() const {
    std::smatch found, runs;
    const auto places = merged();
    if (!places || !asks("How many of the first (\\d+) merged keys come from A\\?", found) ||
        !asks("run B at places (\\d+)", runs))
      return {};
    return std::count_if(places->begin(), places->begin() + number(found[1]),
                         [&](int64_t at) { return at < number(runs[1]); });
  }
  Answer next_key() const {
    std::smatch found;
    const auto places = merged();
    if (!places || !asks("From which place does the (\\d+)\\w\\w merged key come", found))
      return {};
    return (*places)[static_cast<std::size_t>(number(found[1]) - 1)];
  }

  // ---- networks ----

  Answer partner() const {
    std::smatch found, place;
    if (!asks("With which place is place (\\d+) compared\\?", place)) return {};
    const int64_t at = number(place[1]);
    if (asks("pairs of neighbours that start at (even|odd) places", found))
      return at % 2 == (found[1] == "even" ? 0 : 1) ? at + 1 : at - 1;
    if (asks("mirrored places of every run of (\\d+)", found)) {
      const int64_t run = number(found[1]), begin = at / run * run;
      return begin + run - 1 - (at - begin);
    }
    int64_t first = 0;
    if (asks("In every run of (\\d+), this layer takes the places from number (\\d+) on", found))
      first = at / number(found[1]) * number(found[1]) + number(found[2]);
    if (!asks("in groups of (\\d+) and compares the first half of each group", found)) return {};
    const int64_t group = number(found[1]), inside = (at - first) % group;
    return inside < group / 2 ? at + group / 2 : at - group / 2;
  }
  std::optional<std::string> exchange() const {
    std::smatch found;
    if (!asks("Key \\S+ at place (\\d+) and key \\S+ at place (\\d+) are compared; the one that "
              "comes "
              "later in the sorted order belongs on the (left|right)\\.",
              found))
      return std::nullopt;
    const int64_t low = number(found[1]), high = number(found[2]);
    const bool changes = found[3] == "right" ? before(high, low) : before(low, high);
    return changes ? "yes" : "no";
  }

  int64_t bits_ = 0;
  Words keys_;       ///< as they stand
  Words sorted_by_;  ///< their bits
  std::string asked_;
};

/// The questions of a sheet in Markdown and what it says are their answers.
struct Solved {
  std::string question, answer;
};
inline std::vector<Solved> questions_of(const std::string& sheet) {
  const std::size_t cut = sheet.find("## Answers");
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
