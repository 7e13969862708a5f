/// A lesson: a short sequence of states with captions, stepped like slides. A lesson is a file in
/// assets/lessons (or in the folder "lessons" beside the person's preferences); adding one is
/// adding a file.
///
///   {"format": "radixscope lesson 1", "section": "13.4", "title": "…", "about": "one sentence",
///    "slides": [{"title": "…", "caption": "one to three sentences", "state": {fields of state.hpp,
///    or a state string}, "answer": "…", "notes": "…",
///    "ask": {"kind": "destination_of_one", "index": 3}}]}
///
/// An answer is shown when it is asked for: one key more before the next slide. Notes are the
/// lecturer's own. A slide that asks shows the moment before the step that answers, and four
/// answers where misconceptions make them. All three may be left out.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "json_folder.hpp"

namespace scope {

inline constexpr std::string_view lesson_format = "radixscope lesson 1";
inline constexpr std::size_t max_slides = 100;  ///< of a lesson
inline constexpr std::size_t longest_title =
    60;  ///< characters of a slide's title: a line beside the buttons
inline constexpr std::size_t longest_caption = 330;  ///< characters: three lines on a projector
inline constexpr std::size_t longest_notes = 1200;
inline constexpr std::size_t max_lesson_bytes = 1u << 20;

struct Slide {
  std::string title;         ///< a few words
  std::string caption;       ///< what to see here, one to three sentences
  std::string state;         ///< as apply_state takes it
  std::string answer;        ///< stands in the caption's place once it is asked for; "" = none
  std::string notes;         ///< for the lecturer; "" = none
  std::string ask;           ///< kind of a question that it asks of the run; "" = none
  uint32_t ask_element = 0;  ///< element that `ask` asks about
};

struct Lesson {
  std::string name;     ///< in scripts: the file's name without number and ending
  std::string file;     ///< where it was read
  std::string section;  ///< of the book: "13.4"; "" = none
  std::string title;
  std::string about;          ///< one sentence
  std::vector<Slide> slides;  ///< one at least
  std::string before;  ///< of a lesson that is shown: state string to come back to; "" = none
  std::string session_before;  ///< Document::session_file of `before`
};

// ------------------------------------------------------------------------------------- reading

/// True for text that means to be a lesson, good or bad.
bool looks_like_lesson(std::string_view text);

/// A lesson from its text; `file` is what sentences call it and where its name comes from. Whatever
/// is wrong is one sentence that names the file, the slide and the field.
radix::Result<Lesson> read_lesson(const std::string& text, const std::string& file);

/// The same from a file of at most max_lesson_bytes.
radix::Result<Lesson> load_lesson(const std::string& file);

using Lessons = JsonFolder<Lesson>;
Lessons load_lessons(const std::string& folder);

/// The same, then the person's `own` folder, which may be missing or "".
Lessons load_lessons(const std::string& folder, const std::string& own);

/// Those that came with the program and the person's own; read once.
const Lessons& lesson_folder();

/// Reads them anew, after a file of the person's was written; pointers into the list are void then.
void read_lessons_again();

/// The file of a lesson of the person's own: beside their preferences where this is a plain name;
/// "" when there is no home.
std::string own_lesson_file(const std::string& name);

/// Adds a slide to the end of a lesson file, which is made when there is none: then its title is
/// `title`. A file that is there is read first and stays as it is where it is no lesson, is full,
/// or the slide cannot be shown. "" or one sentence.
std::string add_slide(const std::string& file, const std::string& title, const Slide& slide);
std::span<const Lesson> lessons();

/// The lesson with this name or of this section ("coalescing", "13.4"), or null.
const Lesson* lesson_named(std::string_view name);

/// "There is no lesson called 'frog'; choose …"; where there are none, why.
std::string no_such_lesson(const std::string& text);

/// The next lesson in the list; null for the last one and for a lesson that is not in the list.
const Lesson* lesson_after(const Lesson& lesson);

/// "13.4  Write where your neighbour writes"; without a section the title alone.
std::string heading_of(const Lesson& lesson);

// ------------------------------------------------------------------------------------- showing

/// Asks what a slide asks, whose state is shown. "" or one sentence.
std::string ask_of_slide(Document& document, const Slide& slide);

/// Starts a lesson at a slide, from 0. The state before it comes back when the lesson is left; when
/// a lesson is shown already, the state before that one. "" or one sentence, and then nothing has
/// changed.
std::string begin_lesson(Document& document, const Lesson& lesson, std::size_t slide = 0);

/// Goes to a slide of the lesson that is shown. Keys travel when it is one step further in the same
/// run. One more than the last slide is the lesson's end: the picture stays and the bar says what
/// comes next; beyond it the next lesson starts. "" or one sentence, and then nothing has changed.
std::string show_slide(Document& document, std::size_t slide);

/// One slide on (+1) or back (-1). The way on shows a question's answer first.
std::string turn_slide(Document& document, int direction);

/// The slide that is shown; null where no lesson is, and at its end.
const Slide* slide_shown(const Document& document);

/// True while a question is shown whose answer is on another slide or not asked for yet: then the
/// reason and the formula would tell it.
bool asks(const Document& document);

/// Ends the lesson: what the person had before it is there again.
std::string leave_lesson(Document& document);

/// True on the lesson's end, after its last slide.
bool at_end_of_lesson(const Document& document);

/// What the bar says: the slide's title and caption; at the end that it is the end and what comes
/// next.
struct SlideWords {
  std::string title, caption;
};
SlideWords slide_words(const Lesson& lesson, std::size_t slide);

/// The same for the slide that is shown: with its answer when that was asked for.
SlideWords slide_words(const Document& document);

/// True when the words have a word of this name, of four letters at least: "entries" of "table
/// entries".
bool speaks_of(const std::string& words, const std::string& name);

}  // namespace scope
