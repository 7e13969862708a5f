/// The list of panels, each in the source of its name. Heights are pixels; 0: it is not shown.
#pragma once

#include "panel.hpp"

namespace scope {

/// Where the panels of this frame are.
Layout place_panels(const PanelContext&, float width, float height);

/// The name of the program, the sort, the engine, the verdict, the help.
void top_bar_panel(const PanelContext&, const Rect&);
/// What is sorted and how the work is divided: a panel, or one line over the figure.
void input_panel(const PanelContext&, const Rect&);
void input_line(const PanelContext&, const Rect&);
/// The figure, its title and what stands under it.
void canvas_panel(const PanelContext&, const Layout&);
/// Where the figure lies. Says how large its letters must be.
Camera figure_camera(const PanelContext&, const Layout&);
/// The controls of a figure that has some, under its title.
float tools_height(const PanelContext&);
void tools_section(const PanelContext&, const Rect&);
/// Those of the memory model, from ImGui's cursor on.
void memory_tools(const PanelContext&, bool brief);

/// The lanes side by side.
void compare_panel(const PanelContext&, const Rect&);
/// The lanes as one picture: their names stand in the `head` pixels above each.
void strips_panel(const PanelContext&, const Rect&, float head, std::vector<std::string> names);
/// What a click in that picture does; call it after all controls that lie over it.
void strips_mouse(const PanelContext&, const Rect&);

/// The slide's title and caption, and buttons to the next slide and out of the lesson.
float lesson_bar_height(const PanelContext&, float width);
void lesson_bar(const PanelContext&, const Rect&);
/// A bug of the gallery: what it changes, keys that show and hide it, the game.
float fault_banner_height(const PanelContext&, float width);
void fault_banner(const PanelContext&, const Rect&);
/// Its name, where the layout has a place for that alone (`heads` in layout.hpp).
void fault_heading(const PanelContext&, const Rect&);
/// Its lines, in place of the sentence about the step.
bool fault_lines_shown(const PanelContext&);
float fault_lines_height();
void fault_lines(const PanelContext&, const Rect&);
/// Over the figures of a person's own kernel: what was found, and buttons.
float own_banner_height(const PanelContext&);
void own_banner(const PanelContext&, const Rect&);

/// The lecturer's notes and the next slide: a strip; the presenter's window; the same as HTML, for
/// a second tab of a browser.
float notes_height(const PanelContext&, float width);
void notes_strip(const PanelContext&, const Rect&);
void presenter_panel(const PanelContext&, ImDrawList*, ImVec2 size, long seconds,
                     std::span<const Vec> clicks);
std::string presenter_html(const Document& document);

/// What is to be timed: every list, and Measure.
void timing_choice_panel(const PanelContext&, const Rect&);
/// What is being timed and for how long, or the run. Without `choices`, which have a Measure button
/// and are hidden then, it has that button.
void timing_progress_panel(const PanelContext&, const Rect&, bool choices);
/// Over the chart: the run's device and protocol.
float timing_header_height(const PanelContext&);
void timing_header(const PanelContext&, const Rect&);
/// The charts and their pages. Returns their left end.
float timing_tabs(const PanelContext&, float left, float right, float y);

/// At the foot: a note, a hint, what the mouse is over. False: there is nothing to say.
bool status_line(const PanelContext&, const Rect&);
/// In its place in the profile: digits, what is read and written.
void legend_strip(const PanelContext&, const Rect&);

/// Under the figure: the sentence about the step, and beside it the formula.
float why_height(const PanelContext&, const Layout&);
void why_strip(const PanelContext&, const Layout&);
/// What is asked, in place of the sentence.
float question_height(const PanelContext&, float width);
void question_strip(const PanelContext&, const Rect&);

/// The right side: tabs, with the sections below.
void side_panel(const PanelContext&, const Layout&);
/// Whether it shows the kernel's lines, or the editor.
bool shows_code(const Document&, const Layout&);
/// The line by which it is dragged.
void splitter(const PanelContext&, const Rect& canvas);
/// The side when it is folded: the names of the tabs.
void side_edge(const PanelContext&, const Rect&);
/// The rule with the selected key's numbers; how much a brief one needs at least.
void formula_section(const PanelContext&, bool brief);
float formula_height(const PanelContext&, float width);
/// The kernel, with the statement of this step lit; the same as an editor.
void code_section(const PanelContext&);
void edit_section(const PanelContext&);
/// The edge around a picture of the kernel before it was changed.
void edge_of_old_picture(const PanelContext&, const Rect&);
/// Every array as numbers.
void buffers_section(const PanelContext&);
/// The followed key, what a sort keeps, what it cost.
void totals_section(const PanelContext&);

/// A person's own kernel: the arrays of its run as rows, in place of the figure.
void own_rows_panel(const PanelContext&, const Layout&);
/// What was found, in at most so many pixels.
void own_verdict(const PanelContext&, float most);
std::string own_state(const StudentView&);
/// The line that made the row that is looked at; 0: none.
uint32_t own_line(const StudentView&);
/// How to start, while there is no file.
void own_welcome(const PanelContext&);
/// "Line 29: …", where the finding has a line.
std::string with_line(const StudentSentence& finding);

/// Buttons and speed.
void transport_panel(const PanelContext&, const Rect&);
/// Passes, stages and steps; step k of n.
void timeline_panel(const PanelContext&, const Rect&);
/// Both in one line: a few buttons, and the stages of this pass.
void slim_strip(const PanelContext&, const Layout&);

/// The help in short, and every command with its keys.
void help_overlay(const PanelContext&);
/// Everything by its name.
void palette_overlay(const PanelContext&);
/// Open, Save, Export.
void dialog_overlay(const PanelContext&);

}  // namespace scope
