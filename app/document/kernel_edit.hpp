/// A person's changes of the kernels: whose text stands where, what came of it beside the sort as
/// it is in the book. The lanes hold them (Setup::changed) and are recorded anew with each change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/table.hpp"
#include "document.hpp"

namespace scope {

/// The file that is edited, or would be: the one that the kernel's panel was asked for, else that
/// of the lane's sort.
std::string edited_file(const Document& document);

/// The lane that holds the changes: the first that has some, else the active one.
Lane& changed_lane(Document& document);
const Lane& changed_lane(const Document& document);

/// A file as it stands in this lane, changed or not; "" where there is none of this name.
std::string text_in(const Lane& lane, std::string_view file);

/// Gives a file another text, in the lane that holds the changes; the book's own text takes the
/// change back. A fault of the gallery that is planted there becomes a change first. Returns "" or
/// one sentence.
std::string change_file(Document& document, const std::string& file, const std::string& text);

/// The editor's file is the person's own (`own`), not one of the chapter's.
bool edits_own(const Document& document);
/// What the editor shows, and the text it is compared with: the chapter's, or that of the exercise;
/// "" where there is none.
std::string edited_text(const Document& document);
std::string text_before_edits(const Document& document);
/// Puts `text` there: a change of the chapter's file, or the person's own file, written anew. "" or
/// one sentence.
std::string put_edited(Document& document, const std::string& text);

/// Takes back all changes; false where there are none.
bool take_back_changes(Document& document);

/// From now on `saved_file` tells when this file, which has just been written, is saved again.
void follow_file(Document& document, const std::string& path);
/// The followed file's path, once for each time that it was saved; else "".
std::string saved_file(Document& document);

/// A line of the lane's file that the book's does not have, or has otherwise, from 1, ascending.
std::vector<uint32_t> changed_lines(std::string_view right, std::string_view mine);
/// How many lines are changed, put in or left out, of all files.
uint32_t lines_changed(const Lane& lane);

/// What came of the changes, a sentence or two: it does not compile, a check found something, the
/// first value that differs, or that nothing does; "" without changes. While it is recorded, that.
std::string change_verdict(const Document& document);
enum class ChangeState { none, recording, refused, wrong, differs, same };
ChangeState change_state(const Document& document);

/// What a changed run that sorts costs, beside the chapter's run: a row each, the first row names
/// the numbers. Empty where it does not sort, or where its accesses are not known.
Table change_costs(const Document& document);
/// "What this run costs …": where there is no need of the table, or none; else "".
std::string change_costs_words(const Document& document);

/// The cursor at which the changed run first differs, or broke off; its end where nothing does.
std::size_t place_of_change(const Lane& lane);

}  // namespace scope
