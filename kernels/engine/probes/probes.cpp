#include "probes.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "lexer.hpp"

namespace radix::probes {
namespace {

using lexer::blanked, lexer::closing, lexer::find_word, lexer::in_word, lexer::is_blank,
    lexer::line_at, lexer::skip_blanks;
using Lines = std::vector<std::string>;
constexpr std::size_t none = std::string::npos;

// ------------------------------------------------------------------------------------------ text

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == none) return "";
  return text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}
/// The length of a line without what is blank at its end.
std::size_t length_without_blanks(const std::string& text) {
  return text.find_last_not_of(" \t\n") + 1;
}

Lines lines_of(const std::string& text) {
  Lines lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}
std::string joined(const Lines& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += (i > begin ? "\n" : "") + lines[i];
  return text;
}
std::string joined(const Lines& lines) { return joined(lines, 0, lines.size()); }

/// `text` cut at every `separator` outside of brackets and literals.
Lines pieces(const std::string& text, char separator = ',') {
  Lines parts;
  if (trimmed(text).empty()) return parts;
  const std::string plain = blanked(text);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c != separator || depth != 0) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

bool matches(const std::string& text, std::smatch& found, const std::regex& pattern) {
  return std::regex_match(text, found, pattern);
}

/// The whole word `name` with its ( behind it, template arguments allowed between; npos or the
/// offset of the name, and of the bracket.
struct Call {
  std::size_t at = none, open = none;
  explicit operator bool() const { return at != none; }
};
Call find_call(const std::string& plain, const std::string& name, std::size_t from = 0) {
  for (std::size_t at = find_word(plain, name, from); at != none;
       at = find_word(plain, name, at + 1)) {
    std::size_t open = skip_blanks(plain, at + name.size());
    if (open < plain.size() && plain[open] == '<') {
      const std::size_t end = plain.find('>', open);
      if (end == none || plain.substr(open, end - open).find_first_of(";()") != none) continue;
      open = end + 1;
    }
    if (open < plain.size() && plain[open] == '(') return {at, open};
  }
  return {};
}

/// What stands behind `//:` in this line, if anything does, and where its code ends.
struct Note {
  std::string text;
  std::size_t code_end;
};
std::optional<Note> note_in(const std::string& line) {
  const std::size_t at = line.find("//:");
  if (at == none) return std::nullopt;
  return Note{trimmed(line.substr(at + 3)), length_without_blanks(blanked(line.substr(0, at)))};
}

// ------------------------------------------------------------------------------------- functions

/// What a function is handed beside what the plain file gives it.
enum class Instrument { none, show, scan, looks };

/// A kernel or a device function, by offsets in the text of its file.
struct Function {
  std::string name;
  bool kernel = false;
  std::optional<Lines> parameters;  ///< those of its template
  Lines constants;                  ///< the parameters of its template that are numbers
  Instrument instrument = Instrument::none;
  std::size_t head = 0, open = 0, close = 0;  ///< its first line; the brackets of its parameters
  std::size_t body = 0, end = 0;              ///< its braces
};

/// All that begin in the first column.
std::vector<Function> functions_in(const std::string& text) {
  const std::string plain = blanked(text);
  std::vector<Function> found;
  std::size_t before = none;  // where the line before begins
  for (std::size_t at = 0; at < plain.size();) {
    const std::size_t end = std::min(plain.find('\n', at), plain.size());
    const std::string line = plain.substr(at, end - at);
    if (line.starts_with("__global__") || line.starts_with("__device__") ||
        line.starts_with("__host__ __device__")) {
      std::size_t open = line.find('(');
      if (open != none && open > 0 && in_word(line[open - 1])) {
        std::size_t name = open;
        while (in_word(line[name - 1])) --name;
        Function f;
        f.name = line.substr(name, open - name);
        f.kernel = line.starts_with("__global__");
        f.head = at;
        if (before != none && plain.compare(before, 10, "template <") == 0) {
          f.head = before;
          f.parameters = pieces(text.substr(before + 10, plain.rfind('>', at) - before - 10));
          for (const std::string& each : *f.parameters)
            if (each.starts_with("unsigned ")) f.constants.push_back(each.substr(9));
        }
        f.open = at + open;
        f.close = closing(plain, f.open);
        f.body = f.close == none ? none : plain.find('{', f.close);
        f.end = f.body == none ? none : closing(plain, f.body);
        f.instrument = f.kernel ? Instrument::show : Instrument::none;
        if (f.end != none) found.push_back(f);
      }
    }
    before = at;
    at = end + 1;
  }
  return found;
}

using Known = std::map<std::string, Function>;

/// Decides what each function is handed: the notes in it say so, and the functions it calls.
void give_instruments(const std::string& text, std::vector<Function>& functions, Known& known) {
  for (Function& f : functions) {
    const std::string body = text.substr(f.body, f.end - f.body);
    const std::string plain = blanked(body);
    bool notes = false, levels = false, looks = false;
    for (const std::string& line : lines_of(body)) {
      const auto note = note_in(line);
      if (!note || note->text.starts_with("overtaken ")) continue;
      notes = true;
      levels |= note->text.find("level ") != none;
      looks |= note->text.find("look: ") != none;
    }
    if (!f.kernel) {
      bool shows = notes;
      for (const auto& [name, g] : known) {
        if (name == f.name || !find_call(plain, name)) continue;
        shows |= g.instrument == Instrument::show;
        levels |= g.instrument == Instrument::scan;
        looks |= g.instrument == Instrument::looks && plain.find("return " + name + "(") != none;
      }
      f.instrument = levels  ? Instrument::scan
                     : looks ? Instrument::looks
                     : shows ? Instrument::show
                             : Instrument::none;
    }
    known[f.name] = f;
  }
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == none ? "" : path.substr(0, slash + 1);
}

/// The path of a file that `path` includes as "name".
std::string resolved(const std::string& path, const std::string& name) {
  std::string folder = folder_of(path), rest = name;
  while (rest.starts_with("../")) {
    rest = rest.substr(3);
    folder = folder_of(folder.substr(0, folder.empty() ? 0 : folder.size() - 1));
  }
  return folder + rest;
}

/// What `#include "…"` names in this line, or "".
std::string included_in(const std::string& line) {
  if (!line.starts_with("#include \"")) return "";
  return line.substr(10, line.find('"', 10) - 10);
}

void learn_included(const std::string& path, const ReadFile& read, Known& known,
                    std::set<std::string>& seen) {
  for (const std::string& line : lines_of(read(path))) {
    const std::string name = included_in(line);
    if (name.empty() || name.ends_with("common.h")) continue;
    const std::string each = resolved(path, name);
    if (!seen.insert(each).second) continue;
    learn_included(each, read, known, seen);
    const std::string text = read(each);
    auto functions = functions_in(text);
    give_instruments(text, functions, known);
  }
}

/// In front of main, where other files include this one.
constexpr const char* if_compiled_alone = "#if __INCLUDE_LEVEL__ == 0";

/// From main on nothing is for the machines. The lines stay, empty.
std::string without_main(const std::string& text) {
  Lines lines = lines_of(text);
  bool main = false;
  for (std::string& line : lines) {
    main |= line.starts_with("int main(") || line.starts_with(if_compiled_alone);
    if (main) line.clear();
  }
  return joined(lines);
}

// ----------------------------------------------------------------------------------------- notes

/// Turns one file. Its members are the steps, in order.
class Maker {
 public:
  Maker(std::string path, Form form, const ReadFile& read)
      : path_(std::move(path)), form_(form), text_(without_main(read(path_))) {
    std::set<std::string> seen;
    learn_included(path_, read, known_, seen);
    functions_ = functions_in(text_);
    give_instruments(text_, functions_, known_);
  }

  std::string make() {
    if (form_ == Form::recorded)
      notes_become_shows();
    else
      drop_notes();
    name_host_arrays();
    if (form_ != Form::timed) {
      add_parameters();
      pass_constants();
      cut_shared_memory();
    }
    pointers_become_views();
    refuse_other_pointers();
    rewrite_cooperative_launches();
    rewrite_launches();
    return framed();
  }

 private:
  [[noreturn]] void fail(std::size_t line, const char* sentence,
                         const std::string& code = "") const {
    throw Error(path_ + ":" + std::to_string(line) + ": ", sentence, code);
  }

  /// The function that line `i` of the text as it was lies in, or null.
  std::vector<const Function*> functions_by_line(const Lines& lines) const {
    std::vector<const Function*> within(lines.size(), nullptr);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      for (const Function& f : functions_)
        if (f.body <= begin + lines[i].size() && begin < f.end) within[i] = &f;
      begin += lines[i].size() + 1;
    }
    return within;
  }

  /// The variable that the statement which ends in line `i` defines, or "".
  static std::string defined_in(const Lines& lines, std::size_t i) {
    static const std::regex definition(R"(\b(?:unsigned|bool|Key)\s+(\w+) =)");
    for (std::size_t k = i;; --k) {
      const std::string plain = blanked(lines[k]);
      const std::size_t length = length_without_blanks(plain);
      if (k < i && length > 0 && std::string(";{}").find(plain[length - 1]) != none) return "";
      std::smatch found;
      if (std::regex_search(plain, found, definition)) return found[1];
      if (k == 0 || i - k >= 3) return "";
    }
  }

  /// Appends `more` to the arguments of the call of `name` in the statement that ends in line `i`.
  /// `before`, `behind`: put around the call.
  void add_to_call(Lines& lines, std::size_t i, const std::string& name, const std::string& more,
                   const std::string& before = "", const std::string& behind = "") const {
    for (std::size_t k = i;; --k) {
      std::string text = joined(lines, k, i + 1);
      const std::string plain = blanked(text);
      if (const Call call = find_call(plain, name)) {
        const std::size_t end = closing(plain, call.open);
        text = text.substr(0, call.at) + before + text.substr(call.at, end - call.at) + more + ")" +
               behind + text.substr(end + 1 + (behind.empty() ? 0 : 1));
        const Lines changed = lines_of(text);
        std::copy(changed.begin(), changed.end(), lines.begin() + static_cast<std::ptrdiff_t>(k));
        return;
      }
      if (k == 0 || i - k >= 5) break;
    }
    fail(i + 1, "This statement does not call {code}. Name a function that it calls.", name);
  }

  /// The statement that one part of a note stands for. `line`: "" or the line it is about, when the
  /// note stands below it. `variable`: what the line defines.
  std::string shown(std::string note, std::size_t i, const std::string& variable,
                    const std::string& line) const {
    const auto call = [&](const std::string& function, Lines arguments) {
      std::erase(arguments, "");
      if (!line.empty()) arguments.push_back(line);
      std::string text = function + "(";
      for (std::size_t a = 0; a < arguments.size(); ++a) text += (a > 0 ? ", " : "") + arguments[a];
      return text + ");";
    };
    std::string condition;
    if (note.starts_with("if (")) {
      const std::size_t end = closing(blanked(note), 3);
      if (end == none) fail(i + 1, "The condition of this note has no closing bracket.");
      condition = note.substr(0, end + 1) + " ";
      note = trimmed(note.substr(end + 1));
    }
    static const std::regex split("split (.+)"), end("end (.+)"), overtaken("overtaken (.+)"),
        look("look: (.+)"), level(R"(level (\w+) (\w+): (\w+)(?:\[(.+)\])?)"),
        array(
            R"((?:(some) |round (\S+) )?(\w+)(?:\[(.*?)\])?(?: = (.+?))?(?: in (\S+))?(?: later (.+))?)");
    std::smatch m;
    if (note == "next split") return condition + "show.next_split();";
    if (matches(note, m, split)) return condition + "show.split(" + m.str(1) + ");";
    if (matches(note, m, end)) return condition + "show.end_rounds(" + m.str(1) + ");";
    if (matches(note, m, overtaken)) return condition + "pause_if_last_first(" + m.str(1) + ");";
    if (matches(note, m, look)) return condition + call("looks", {m[1]});
    if (matches(note, m, level))
      return condition + call("show.level", {"ScanPhase::" + m.str(1), m[2], m[3], m[4]});
    if (!matches(note, m, array))
      fail(i + 1,
           "\"{code}\" is not a note; write, for example, bits, bits[i], or bits[i] = value "
           "(kernels/README.md lists all notes).",
           note);
    const std::string name = "\"" + m.str(3) + "\"", at = m[4], later = m[7],
                      show = m[6].matched ? "show.in(" + m.str(6) + ")" : "show";
    std::string value = m[5];
    if (value.empty() && m[4].matched) {
      if (variable.empty())
        fail(i + 1, "What is {code}? The line does not define a variable; write {code} = value.",
             m.str(3) + "[" + at + "]");
      value = variable;
    }
    const Lines places = pieces(at), values = pieces(value);
    if (m[1].matched)
      return condition + call(show + ".some", {name, at, value,
                                               !later.empty() ? later
                                               : line.empty() ? ""
                                                              : "0"});
    if (m[2].matched) return condition + call(show + ".round", {name, m[2], at, value});
    Lines arguments{name};
    if (places.size() == 2)
      arguments.insert(arguments.end(), places.begin(), places.end());
    else
      arguments.push_back(at);
    arguments.insert(arguments.end(), values.begin(), values.end());
    return condition + call(places.size() == 2 ? show + ".two" : show, arguments);
  }

  /// A note that ends with a comma or an operator goes on in the next line, which has nothing else.
  static void join_long_notes(Lines& lines) {
    for (std::size_t i = lines.size() - 1; i > 0; --i) {
      const auto note = note_in(lines[i]), before = note_in(lines[i - 1]);
      if (!note || note->code_end > 0 || !before) continue;
      if (std::string(",=?:(+-").find(before->text.back()) == none) continue;
      lines[i - 1] += " " + note->text;
      lines[i].clear();
    }
  }

  /// Notes of kernels become statements behind the code of their lines, and every call hands the
  /// instrument on.
  void notes_become_shows() {
    Lines lines = lines_of(text_);
    join_long_notes(lines);
    const Lines as_read = lines;
    const auto within = functions_by_line(as_read);
    std::set<std::pair<std::size_t, std::string>>
        done;  // calls that a note has dealt with, by line
    static const std::regex by(R"((\w*)\[(.+)\] by (\w+)(?: from (.+))?)"),
        silent(R"(silent (\w+))");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto note = note_in(as_read[i]);
      if (!note || within[i] == nullptr) continue;
      lines[i] = as_read[i].substr(0, note->code_end);
      // What stands behind a brace or a barrier, or alone, is about the line above that computes
      std::size_t at = i;
      while (at > 0 && !computes(blanked(as_read[at]))) --at;
      const std::string explicit_line = at == i ? "" : std::to_string(at + 1);
      std::string added;
      for (const std::string& part : pieces(note->text, ';')) {
        std::smatch m;
        if (part == "waits_often") {
          const std::string plain = blanked(lines[i]);
          const std::size_t open = plain.find('(', std::min(plain.find("return "), plain.size()));
          if (open == none) fail(i + 1, "waits_often goes after `return function(…)`.");
          std::size_t name = open;
          while (in_word(plain[name - 1])) --name;
          const std::string callee = plain.substr(name, open - name);
          lines[i].replace(name, callee.size(), "waits_often<" + callee + ">");
          add_to_call(lines, i, "waits_often", ", show");
          done.insert({i, callee});
        } else if (matches(part, m, by)) {
          const std::string array = m[1], element = m[2], callee = m[3];
          if (!known_.contains(callee))
            fail(i + 1, "{code} is not a device function of this file or of one it includes.",
                 callee);
          const bool looks = known_.at(callee).instrument == Instrument::looks;
          const std::string quoted = "\"" + array + "\", " + element;
          add_to_call(lines, i, callee,
                      looks ? ", show.looks(" + quoted + (m[4].matched ? ", " + m.str(4) : "") + ")"
                      : array.empty() ? ", show.of(" + element + ")"
                                      : ", show.as(" + quoted + ")");
          for (std::size_t k = i - std::min<std::size_t>(i, 5); k <= i; ++k)
            done.insert({k, callee});
        } else if (matches(part, m, silent)) {
          add_to_call(lines, i, m[1], ", unseen", "{ Show unseen; ", "; }");
          done.insert({i, m[1]});
        } else {
          const std::size_t fills = at == i ? none : line_that_fills(part, as_read, within, at);
          added += " " + shown(part, i, defined_in(lines, at),
                               fills == none ? explicit_line : std::to_string(fills + 1));
        }
      }
      if (!added.empty() && trimmed(lines[i]).starts_with("return"))
        fail(i + 1, "Nothing after a return is executed; write the note on a line above it.");
      lines[i] += added;
    }
    hand_on(lines, within, done);
    text_ = joined(lines);
  }

  /// The last line of the function, up to line `i`, that writes an element of the array which a
  /// note shows: of `before` for "ones_before[tile] = before", of `output` for "output". npos: the
  /// note shows something else, or no line does.
  static std::size_t line_that_fills(const std::string& note, const Lines& lines,
                                     const std::vector<const Function*>& within, std::size_t i) {
    std::string array = note.substr(note.find(" = ") == none ? 0 : note.find(" = ") + 3);
    array = array.substr(0, std::min(array.find(','), array.find(" in ")));
    if (!std::all_of(array.begin(), array.end(), [](char c) { return in_word(c) || c == '.'; }))
      return none;
    array += "[";
    for (std::size_t k = i; within[k] == within[i]; --k) {
      const std::string plain = blanked(lines[k]);
      const std::size_t at = plain.find(array), assigned = plain.find("] = ");
      if (at != none && assigned != none && at < assigned && (at == 0 || !in_word(plain[at - 1])))
        return k;
      if (k == 0) break;
    }
    return none;
  }

  /// True for a line of code that is more than a brace or a barrier.
  static bool computes(const std::string& plain) {
    return trimmed(plain) != "__syncthreads();" && std::any_of(plain.begin(), plain.end(), in_word);
  }

  /// Is this a call, and not the function's own head: `type name(`?
  static bool is_call(const std::string& plain, std::size_t at) {
    std::size_t end = at;
    while (end > 0 && plain[end - 1] == ' ') --end;
    if (end == at || end == 0) return true;
    if (!in_word(plain[end - 1]) && plain[end - 1] != '>') return true;
    std::size_t begin = end;
    while (begin > 0 && in_word(plain[begin - 1])) --begin;
    const std::string word = plain.substr(begin, end - begin);
    return word == "return" || word == "else";
  }

  /// Calls of which nothing is said: shows and scans are handed on, searches are not seen.
  void hand_on(Lines& lines, const std::vector<const Function*>& within,
               const std::set<std::pair<std::size_t, std::string>>& done) const {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Function* f = within[i];
      if (f == nullptr) continue;
      for (const auto& [callee, g] : known_) {
        if (g.instrument == Instrument::none || done.contains({i, callee}) || callee == f->name)
          continue;
        const std::string plain = blanked(lines[i]);
        const Call call = find_call(plain, callee);
        if (!call || !is_call(plain, call.at)) continue;
        const bool looks = g.instrument == Instrument::looks;
        if (looks && f->instrument != Instrument::looks) continue;
        std::size_t last = i;
        while (last + 1 < lines.size() &&
               closing(blanked(joined(lines, i, last + 1)), call.open) == none)
          ++last;
        add_to_call(lines, last, callee, looks ? ", looks" : ", show");
      }
    }
  }

  /// Notes of kernels go.
  void drop_notes() {
    Lines lines = lines_of(text_);
    const auto within = functions_by_line(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto note = note_in(lines[i]);
      if (note && within[i] != nullptr) lines[i].resize(note->code_end);
    }
    text_ = joined(lines);
  }

  // ------------------------------------------------------------------------------------ host code

  /// Arrays get the names they are shown by, passes their beginning and end.
  void name_host_arrays() {
    static const std::regex array(R"((\s*)DeviceArray<(.+?)> (\w+)\((.+)\);)"),
        member(R"((\s*)DeviceArray<(.+?)> (\w+);)");
    Lines lines = lines_of(text_);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string& line = lines[i];
      const auto found = note_in(line);
      const std::string note = found ? found->text : "";
      if (found) line.resize(found->code_end);
      std::smatch m;
      if (std::regex_match(line, m, array)) {
        Lines names = pieces(note);
        if (names.empty()) names = {m[3]};
        const std::string type = m[2], name = m[3], size = m[4], indent = m[1];
        if (note.starts_with('"'))
          line = indent + "Buffer<" + type + "> " + name + "(" + size + ", " + note + ");";
        else
          line = indent + "DeviceArray<" + type + "> " + name + "(run, \"" + names[0] + "\", " +
                 size + (names.size() > 1 ? ", \"" + names[1] + "\"" : "") + ");";
      } else if (std::regex_match(line, m, member)) {
        const std::string name = m[3];
        line = m.str(1) + "Buffer<" + m.str(2) + "> " + name + ";";
        for (std::size_t k = 0; k < i && !note.empty(); ++k) {  // its constructor names its memory
          const std::size_t at = lines[k].find(": " + name + "(");
          if (at != none) lines[k].insert(closing(lines[k], at + 2 + name.size()), ", " + note);
        }
      } else if (note == "pass" || note.starts_with("pass ")) {
        begin_pass(lines, i, note == "pass" ? "run.next_part()" : note.substr(5));
      } else if (note.starts_with("at most ") && line.find("run.read_back(") != none) {
        line.insert(closing(blanked(line), line.find("run.read_back(") + 13),
                    ", " + note.substr(8));
      } else if (note.starts_with("table ")) {
        line += " run.segment_table(" + note.substr(6) + ");";
      } else if (!note.empty()) {
        fail(i + 1,
             "\"{code}\" is not a note for host code: `pass` goes after a loop over passes, names "
             "after a DeviceArray, `at most n` after run.read_back().",
             note);
      }
    }
    text_ = joined(lines);
    for (std::size_t at; (at = text_.find("run.swap();")) != none;)
      text_.replace(at, 11, "run.end_pass();");
  }

  static void begin_pass(Lines& lines, std::size_t i, const std::string& number) {
    const bool loop = lines[i].ends_with('{');
    lines[i] += " run.begin_pass(" + number + ");";
    int depth = 0;
    for (std::size_t k = loop ? i : i + 1; k < lines.size(); ++k) {  // to where this block ends
      const std::string plain = blanked(lines[k]);
      depth += static_cast<int>(std::count(plain.begin(), plain.end(), '{') -
                                std::count(plain.begin(), plain.end(), '}'));
      if (plain.find("run.swap();") != none) return;
      if (loop ? depth > 0 : depth >= 0) continue;
      const std::size_t brace = lines[k].find('}');
      if (brace != none) lines[k].insert(brace, "run.end_pass(); ");
      return;
    }
  }

  // ---------------------------------------------------------------------------------- the dialect

  /// The kernels of a scan show the roles of a scan, reversing shows what every family has.
  const char* kernel_show() const {
    if (folder() != "scan") return "Show";
    return path_.ends_with("/reverse.cuh") ? "ShowIn<array::general>" : "ScanShow";
  }

  /// Constants of templates become parameters, and so does the instrument.
  void add_parameters() {
    auto functions = functions_in(text_);
    const bool records = form_ == Form::recorded;
    for (auto f = functions.rbegin(); f != functions.rend(); ++f) {
      const Instrument instrument = known_.at(f->name).instrument;
      std::string more;
      for (const std::string& c : f->constants) more += ", auto " + c;
      if (records) {
        if (f->kernel)  // a kernel that shows nothing gets one, too
          more +=
              std::string(", ") + kernel_show() +
              (find_word(text_.substr(f->body, f->end - f->body), "show") == none ? "" : " show");
        else if (instrument == Instrument::scan)
          more += ", ThreadShow show";
        else if (instrument == Instrument::show)
          more += ", Show& show";
        else if (instrument == Instrument::looks)
          more += ", Looks looks = {}";
      }
      std::string body = text_.substr(f->body, f->end - f->body);
      for (const std::string& c : f->constants) {
        const std::string size = "[" + c + "]";
        for (std::size_t at = 0; (at = body.find(size, at)) != none; at += size.size() + 5)
          body.replace(at, size.size(), "[" + c + ".most]");
      }
      text_ = text_.substr(0, f->close) + more + text_.substr(f->close, f->body - f->close) + body +
              text_.substr(f->end);
      if (!f->parameters && instrument != Instrument::looks) continue;
      Lines left;
      for (const std::string& p : f->parameters.value_or(Lines{}))
        if (!p.starts_with("unsigned ")) left.push_back(p);
      if (records && instrument == Instrument::looks) left.emplace_back("class Looks = Unseen");
      std::string head;
      for (const std::string& p : left) head += (head.empty() ? "template <" : ", ") + p;
      if (!head.empty()) head += ">";
      if (f->parameters)
        text_.replace(f->head, text_.find('\n', f->head) - f->head, head);
      else
        text_.insert(f->head, head + " ");
    }
  }

  /// name<count>(…) becomes name(…, count).
  void pass_constants() {
    for (const auto& [name, f] : known_) {
      if (f.constants.empty()) continue;
      for (std::size_t from = 0;;) {
        const std::string plain = blanked(text_);
        const Call call = find_call(plain, name, from);
        if (!call) break;
        from = call.at + 1;
        const std::size_t less = call.at + name.size();
        if (plain[less] != '<' || plain[call.open + 1] == ')') continue;
        const std::string constant = text_.substr(less + 1, call.open - less - 2);
        const std::size_t end = closing(plain, call.open);
        std::string inside = text_.substr(call.open + 1, end - call.open - 1);
        const std::string show = inside.ends_with(", show") ? ", show" : "";
        inside = inside.substr(0, inside.size() - show.size()) + ", " + constant + show;
        text_ = text_.substr(0, less) + "(" + inside + text_.substr(end);
      }
    }
  }

  /// `extern __shared__` and the pointers cut from it with after<T>() become arrays that know
  /// their sizes: each ends where the next one begins, the last takes the rest.
  void cut_shared_memory() {
    static const std::regex declared(R"(extern __shared__ (\w[\w ]*?) (\w+)\[\];)");
    struct Cut {
      std::size_t begin, end;
      std::string type, name;
    };
    for (;;) {
      const std::string plain = blanked(text_);
      std::smatch m;
      if (!std::regex_search(plain, m, declared)) return;
      std::vector<Cut> cuts{{static_cast<std::size_t>(m.position(0)),
                             static_cast<std::size_t>(m.position(0) + m.length(0)), m[1], m[2]}};
      const std::size_t function_end = plain.find("\n}", cuts[0].end);
      Lines sizes;
      for (;;) {
        const std::regex next(R"((unsigned|Key|Number)\* (\w+) = after<\w+>\()" + cuts.back().name +
                              ", ");
        const auto from = plain.cbegin() + static_cast<std::ptrdiff_t>(cuts.back().end);
        if (!std::regex_search(from, plain.cbegin() + static_cast<std::ptrdiff_t>(function_end), m,
                               next))
          break;
        const std::size_t begin = cuts.back().end + static_cast<std::size_t>(m.position(0));
        const std::size_t size = begin + static_cast<std::size_t>(m.length(0));
        const std::size_t end = plain.find(';', size);
        sizes.push_back(text_.substr(size, end - 1 - size));
        cuts.push_back({begin, end + 1, m[1], m[2]});
      }
      for (std::size_t k = cuts.size(); k-- > 0;) {
        std::string made = "auto " + cuts[k].name + " = shared." +
                           (k < sizes.size() ? "array<" + cuts[k].type + ">(" + sizes[k] + ");"
                                             : "rest<" + cuts[k].type + ">();");
        if (k == 0) made = "SharedMemory shared; " + made;
        text_.replace(cuts[k].begin, cuts[k].end - cuts[k].begin, made);
      }
    }
  }

  void pointers_become_views() {
    std::string types = "Key|Number|unsigned long long|unsigned|T";
    static const std::regex own(R"(^struct (\w+) \{)");
    for (const std::string& line : lines_of(text_)) {
      std::smatch m;
      if (std::regex_search(line, m, own)) types += "|" + m.str(1);
    }
    const std::regex pointer("\\b((?:const |volatile )*(?:" + types + "))\\* (?=\\w)");
    static const std::regex element(
        R"(\w+& operator\[\]\(unsigned (\w+)\) const \{ return (\w+)\[(.+)\]; \})"),
        waits(R"((while \((?!(?:true|1)\)).*\)) \{\})");  // without a condition it waits for nobody
    Lines lines = lines_of(text_);
    bool device = false;
    for (std::string& line : lines) {
      // A timed kernel keeps its pointers, and so does what it is given; the host tells their sizes
      if (!line.empty() && (in_word(line[0]) || line[0] == '_'))
        device = line.starts_with("__") || line.starts_with("struct ");
      if (device && form_ == Form::timed) continue;
      line = std::regex_replace(line, pointer, "View<$1> ");
      line = std::regex_replace(
          line, element, "decltype(auto) operator[](Index $1) const { return $2[$1.moved($3)]; }");
      line = std::regex_replace(line, waits, "$1 { spin_pause(); }");
    }
    text_ = joined(lines);
  }

  /// A pointer that did not become a view would not be watched.
  void refuse_other_pointers() const {
    if (form_ == Form::timed) return;
    static const std::regex pointer(R"(\b(\w+) ?\* ?\w+\s*(?=[,)]))");
    for (const Function& f : functions_in(text_)) {
      const std::string parameters = text_.substr(f.open, f.close + 1 - f.open);
      std::smatch m;
      if (std::regex_search(parameters, m, pointer) && m[1] != "void")
        fail(line_at(text_, f.open + static_cast<std::size_t>(m.position(0))),
             "A pointer to {code} is not watched; use Key, unsigned or unsigned long long, or "
             "write T name[] for an array of the thread's own.",
             m[1]);
    }
  }

  // ------------------------------------------------------------------------------------- launches

  void rewrite_cooperative_launches() {
    static const std::regex launch(R"(cudaLaunchCooperativeKernel\(\(void\*\)(\w+), ([^;]*)\)\);)");
    for (std::smatch m; std::regex_search(text_, m, launch);) {
      const std::size_t at = static_cast<std::size_t>(m.position(0));
      const std::size_t end = at + static_cast<std::size_t>(m.length(0));
      const std::string kernel = m[1];
      const Lines arguments = pieces(m[2]);
      const std::size_t line = line_at(text_, at);
      if (arguments.size() != 4)
        fail(line, "A cooperative launch takes the kernel, blocks, threads, arguments and bytes.");
      const std::string head = "void* " + arguments[2] + "[] = {";
      const std::size_t given = text_.find(head), call = text_.rfind("CHECK(", at);
      const std::size_t close = given == none ? none : text_.find("};", given);
      if (close == none || call == none)
        fail(line, "A cooperative launch goes inside CHECK(), after `{code}`.",
             "void* " + arguments[2] + "[] = {…};");
      std::string values = text_.substr(given + head.size(), close - given - head.size());
      std::erase(values, '&');
      const std::string made = "run.launch_cooperative<" + kernel + ">(" + arguments[0] + ", " +
                               arguments[1] + ", " + arguments[3] + ")(" + values + ");";
      text_ = text_.substr(0, given) + text_.substr(close + 2, call - close - 2) + made +
              text_.substr(end);
    }
  }

  /// kernel<<<blocks, threads, bytes>>>(…) becomes run.launch<kernel>(blocks, threads, bytes)(…).
  void rewrite_launches() {
    for (;;) {
      const std::string plain = blanked(text_);
      const std::size_t at = plain.find("<<<");
      if (at == none) return;
      const std::size_t line = line_at(text_, at), end = plain.find(">>>", at);
      if (end == none || end + 3 >= plain.size() || plain[end + 3] != '(')
        fail(line, "A launch is written kernel<<<blocks, threads>>>(arguments).");
      std::size_t less = at, name = at;
      if (plain[at - 1] == '>') {
        less = plain.rfind('<', at - 1);
        name = less;
      }
      while (name > 0 && in_word(plain[name - 1])) --name;
      const std::string callee = plain.substr(name, less - name);
      std::string argument = less == at ? "" : text_.substr(less + 1, at - less - 2), more;
      const bool counts = known_.contains(callee) && !known_.at(callee).constants.empty();
      if (!argument.empty() && counts && form_ != Form::timed) {
        more = ", " + argument;
        argument = "decltype(" + argument + ")";
      }
      const std::size_t close = closing(plain, end + 3);
      if (close == none) fail(line, "The arguments of this launch have no closing bracket.");
      text_ = text_.substr(0, name) + "run.launch<" + callee +
              (argument.empty() ? "" : "<" + argument + ">") + ">(" +
              text_.substr(at + 3, end - at - 3) + ")" + text_.substr(end + 3, close - end - 3) +
              more + text_.substr(close);
    }
  }

  // ---------------------------------------------------------------------------------------- frame

  std::string folder() const {
    const std::string folder = folder_of(path_);
    const std::size_t end = folder.size() > 0 ? folder.size() - 1 : 0;
    const std::size_t slash = folder.rfind('/', end == 0 ? 0 : end - 1);
    return folder.substr(slash == none ? 0 : slash + 1, end - (slash == none ? 0 : slash + 1));
  }

  /// A file whose functions are all `__host__ __device__ constexpr` computes places and needs no
  /// machine: the app reads it, too.
  bool needs_no_machine() const {
    const std::string plain = blanked(text_);
    return plain.find("__host__ __device__ constexpr") != none &&
           plain.find("__global__") == none && plain.find("Run&") == none &&
           !std::regex_search(plain, std::regex(R"((^|\n|[^_] )__device__ (?!constexpr))"));
  }

  /// The family's words in place of common.h, and its namespace.
  std::string framed() const {
    const std::string family = folder();
    const bool bare = needs_no_machine();
    const std::string space = family == "scan" || family == "radix" ? "radix"
                              : family == "merge"                   ? "radix::merges"
                                                                    : "radix::" + family;
    Lines lines = lines_of(text_);
    std::size_t last = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string& line = lines[i];
      const std::size_t word = line.find_first_not_of(' ');
      if (word != none && line.compare(word, 2, "//") == 0) line.clear();
      if (line.starts_with("#include")) last = i;
      if (line == "#include \"../common.h\"")
        line = bare               ? "#include \"kernels/engine/model/family.hpp\""
               : family == "scan" ? "#include \"kernels/engine/simt/run.hpp\""
                                  : "#include \"kernels/" + family + "/" + family + "_show.hpp\"";
      for (std::size_t at; bare && (at = line.find("__host__ __device__ ")) != none;)
        line.erase(at, 20);
      if (line.starts_with("#include \"") && (line.ends_with(".cu\"") || line.ends_with(".cuh\"")))
        line.replace(line.rfind(".cu"), std::string::npos, ".hpp\"");
      if (line.starts_with("inline void ")) line.erase(0, 7);
      if (line.starts_with("void ") && line.find("(Run& run") != none) line.insert(0, "inline ");
    }
    if (lines.size() < 3 || !lines[0].empty() || !lines[1].empty())
      fail(1, "A plain file must start with a comment of two lines or more.");
    if (last + 1 >= lines.size() || !lines[last + 1].empty())
      fail(last + 2, "An empty line is missing after the last #include.");
    lines[0] = "#pragma once";
    lines[1] = "#line 3 \"" + path_ + "\"";
    lines[last + 1] = "namespace " + space + (bare ? " {" : "::inline KERNELS {");
    while (lines.size() > last + 2 && length_without_blanks(lines.back()) == 0) lines.pop_back();
    lines.back() += "  }";
    for (std::string& line : lines) line.resize(length_without_blanks(line));
    return joined(lines) + "\n";
  }

  std::string path_;
  Form form_;
  std::string text_;
  Known known_;
  std::vector<Function> functions_;
};

/// Where nothing includes the file, main needs no condition.
std::string with_plain_main(std::string text) {
  const std::size_t condition = text.find(std::string(if_compiled_alone) + "\n");
  if (condition == none) return text;
  text.erase(text.rfind("#endif\n"), 7);
  return text.erase(condition, std::strlen(if_compiled_alone) + 1);
}

void fold_in(const std::string& path, const ReadFile& read, std::set<std::string>& seen, bool whole,
             std::string& made) {
  const std::string text = read(path);
  for (const std::string& line :
       lines_of(without_notes(whole ? with_plain_main(text) : without_main(text)))) {
    const std::string name = included_in(line);
    if (name.empty()) {
      if (line != "#pragma once") made += line + "\n";
      continue;
    }
    const std::string each = resolved(path, name);
    if (!seen.insert(each).second) continue;
    made += "// ---- " + each + "\n";
    fold_in(each, read, seen, false, made);
  }
  while (made.ends_with("\n\n")) made.pop_back();
}

/// `// TODO: title` in lines of up to 100 columns.
std::string todo(const std::string& title) {
  constexpr std::size_t widest = 100;
  std::string made, line = "  // TODO:";
  std::istringstream words(title);
  for (std::string word; words >> word; line += " " + word) {
    if (line.size() + 1 + word.size() <= widest) continue;
    made += line + "\n";
    line = "  //";
  }
  return made + line + "\n";
}

/// What a function's body declares before its first step, then the titles of its steps.
std::string unfinished_body(const std::string& body) {
  const Lines lines = lines_of(body);
  std::size_t first = 0;  // line behind the declarations
  for (std::size_t end = 0; end < lines.size(); ++end) {
    const std::string plain = blanked(joined(lines, first, end + 1));
    if (trimmed(plain).empty()) break;  // a blank line, or a title
    const auto opened = std::ranges::count(plain, '{') - std::ranges::count(plain, '}');
    if (opened != 0) break;
    if (trimmed(plain).ends_with(';')) first = end + 1;
  }
  std::string made = joined(lines, 0, first) + (first > 0 ? "\n" : "");
  std::string title;
  for (std::size_t i = first; i < lines.size(); ++i) {
    const std::string line = trimmed(lines[i]);
    if (line.starts_with("// ")) {
      title += line.substr(2);
    } else if (!title.empty()) {
      made += "\n" + todo(title);
      title.clear();
    }
  }
  return made;
}

}  // namespace

/// The tool of the build has no catalogue.
static std::string with_code(std::string sentence, const std::string& code) {
  constexpr std::string_view slot = "{code}";
  for (std::size_t at = 0; (at = sentence.find(slot, at)) != none; at += code.size())
    sentence.replace(at, slot.size(), code);
  return sentence;
}

Error::Error(const std::string& place_of, const char* sentence, const std::string& code_there)
    : std::runtime_error(place_of + with_code(sentence, code_there)),
      place(place_of),
      english(sentence),
      code(code_there) {}

std::string make(const std::string& path, Form form, const ReadFile& read) {
  return Maker(path, form, read).make();
}

std::string standalone(const std::string& path, const ReadFile& read) {
  std::set<std::string> seen;
  std::string made;
  fold_in(path, read, seen, true, made);
  return made;
}

std::string shared_header(const std::vector<std::string>& paths, const ReadFile& read) {
  std::set<std::string> seen(paths.begin(), paths.end());
  std::string made = "#pragma once\n";
  for (const std::string& path : paths) {
    for (const std::string& line : lines_of(read(path))) {
      const std::string name = included_in(line);
      if (name.empty()) continue;
      const std::string each = resolved(path, name);
      if (!seen.insert(each).second) continue;
      made += "\n// ---- " + each + "\n";
      fold_in(each, read, seen, false, made);
    }
  }
  return made;
}

std::string unfinished(const std::string& path, const std::vector<std::string>& functions,
                       const std::string& header, const ReadFile& read) {
  std::string text = with_plain_main(without_notes(read(path)));
  for (const std::string& name : functions) {
    const auto all = functions_in(text);
    const auto f = std::ranges::find(all, name, &Function::name);
    if (f == all.end()) throw Error(path + ":1: There is no function " + name + ".");
    const std::size_t begin = text.find('\n', f->body) + 1;
    text.replace(begin, f->end - begin, unfinished_body(text.substr(begin, f->end - begin)));
  }
  std::string made;
  bool included = false;
  for (const std::string& line : lines_of(text)) {
    if (included_in(line).empty())
      made += line + "\n";
    else if (!std::exchange(included, true))
      made += "#include \"" + header + "\"\n";
  }
  made.pop_back();
  return made;
}

std::string without_notes(const std::string& text) {
  std::string made;
  for (const std::string& line : lines_of(text)) {
    const auto note = note_in(line);
    if (note && note->code_end == 0) continue;
    made += (note ? line.substr(0, note->code_end) : line) + "\n";
  }
  if (!made.empty()) made.pop_back();  // lines are joined, not ended
  return made;
}

}  // namespace radix::probes
