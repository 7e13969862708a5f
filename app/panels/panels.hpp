/// The list of panels, each in the source of its name.
#pragma once

#include "panel.hpp"

namespace scope {

/// Where the panels of this frame are.
Layout place_panels(const PanelContext&, float width, float height);

void top_bar_panel(const PanelContext&, const Rect&);  // name, sort, engine, verdict, help
void input_panel(const PanelContext&, const Rect&);    // what is sorted, and how the work is cut
void input_line(const PanelContext&, const Rect&);     // … in one line, over the figure
void canvas_panel(const PanelContext&,
                  const Layout&);  // the figure, its title and what stands under it
Camera figure_camera(const PanelContext&,
                     const Layout&);      // where it lies; says what its letters must be
float tools_height(const PanelContext&);  // pixels; 0 for a figure without controls of its own
void tools_section(const PanelContext&, const Rect&);  // a figure's own controls, under its title
void memory_tools(const PanelContext&,
                  bool brief);  // … those of the memory model, from the cursor on
void compare_panel(const PanelContext&, const Rect&);  // the lanes side by side
void strips_panel(const PanelContext&, const Rect&,
                  float head,  // … as one picture, this many pixels kept free over each,
                  std::vector<std::string> names);    // where names stand
void strips_mouse(const PanelContext&, const Rect&);  // … what a click in it does, behind all
                                                      // controls that lie over it
float lesson_bar_height(const PanelContext&, float width);  // pixels; 0 when no lesson is shown
void lesson_bar(const PanelContext&,
                const Rect&);  // its slide's title and caption, the way on and out
/// Pixels, of a banner of this width; 0 when no fault is planted.
float fault_banner_height(const PanelContext&, float width);
void fault_banner(const PanelContext&,
                  const Rect&);  // its difference, keys that show and hide it, the game
void fault_heading(const PanelContext&, const Rect&);  // … where it `heads` (layout.hpp): its name
bool fault_lines_shown(const PanelContext&);  // … and its lines, in the place of the sentence;
float fault_lines_height();                   // … pixels
void fault_lines(const PanelContext&, const Rect&);
float own_banner_height(const PanelContext&);       // pixels; 0 where no lane shows an own kernel
void own_banner(const PanelContext&, const Rect&);  // what was judged of it, the ways on
float notes_height(const PanelContext&, float width);  // pixels; 0 when no notes are shown
void notes_strip(const PanelContext&, const Rect&);    // the lecturer's notes, the next slide
/// The same as HTML, for a second tab of a browser.
std::string presenter_html(const Document& document);
void presenter_panel(const PanelContext&, ImDrawList*, ImVec2 size, long seconds,
                     std::span<const Vec> clicks);           // all of the presenter's window
void timing_choice_panel(const PanelContext&, const Rect&);  // what is timed: every list, Measure
void timing_progress_panel(
    const PanelContext&, const Rect&,
    bool choices);  // what is being timed and how long it takes; or the run; the
                    // button for it where the choices, which have one, are hidden
float timing_header_height(const PanelContext&);       // pixels; 0 without a run
void timing_header(const PanelContext&, const Rect&);  // … device and protocol, over the chart
float timing_tabs(const PanelContext&, float left, float right,
                  float y);  // the charts and their pages; returns their left end
bool status_line(
    const PanelContext&,
    const Rect&);  // under it: note, hint, what the mouse is over; false = nothing to say
void legend_strip(const PanelContext&,
                  const Rect&);  // in its place in the profile: digits, what is read and written
float why_height(const PanelContext&,
                 const Layout&);  // pixels that the caption under the picture wants
void why_strip(const PanelContext&, const Layout&);  // … the sentence, and beside it the formula
float question_height(const PanelContext&,
                      float width);  // … what is asked instead, pixels; 0 when nothing is
void question_strip(const PanelContext&, const Rect&);
void side_panel(const PanelContext&,
                const Layout&);                   // the right side: tabs with the sections below
bool shows_code(const Document&, const Layout&);  // … the kernel's lines, or the editor
void splitter(const PanelContext&, const Rect& canvas);  // … and the line that it is dragged by
void side_edge(const PanelContext&, const Rect&);        // … folded: the names of the tabs
void formula_section(const PanelContext&, bool brief);   // the rule with the selected key's numbers
float formula_height(const PanelContext&, float width);  // the least that the brief one needs
void code_section(const PanelContext&);                  // the kernel, current statement lit
void edit_section(const PanelContext&);                  // … as an editor
void edge_of_old_picture(const PanelContext&, const Rect&);  // … while the picture is of before
void buffers_section(const PanelContext&);                   // every array as numbers
void totals_section(const PanelContext&);  // the followed key, what a sort keeps, what it cost
/// A kernel of the person's own: its arrays as rows, in the place of the figure; what was judged of
/// it, in so many pixels at most, and how; the line that made the row that is looked at, or 0; and
/// without a file how to begin.
void own_rows_panel(const PanelContext&, const Layout&);
void own_verdict(const PanelContext&, float most);
std::string own_state(const StudentView&);
uint32_t own_line(const StudentView&);
void own_welcome(const PanelContext&);
/// "Line 29: …", where the finding has a line.
std::string with_line(const StudentSentence& finding);
void transport_panel(const PanelContext&, const Rect&);  // buttons and speed
void timeline_panel(const PanelContext&, const Rect&);   // passes, stages and steps; step k of n
void slim_strip(const PanelContext&,
                const Layout&);  // … both in one line: a few buttons, the stages of this pass
void help_overlay(const PanelContext&);     // in short, and every command with its keys
void palette_overlay(const PanelContext&);  // everything, by its name
void dialog_overlay(const PanelContext&);   // Open, Save, Export

}  // namespace scope
