#include "lesson_handout.hpp"

#include "app/base/text.hpp"
#include "app/state/state.hpp"
#include "app/state/presets.hpp"

namespace scope {

radix::Result<Handout> handout_of(const Lesson& lesson) {
  Handout handout{.name = lesson.name, .title = heading_of(lesson), .about = lesson.about,
                  .state = lesson.slides.front().state};
  App app = make_app();
  for (const Slide& slide : lesson.slides) {
    const std::size_t number = handout.pages.size() + 1;
    if (const std::string wrong = apply_state(app, slide.state); !wrong.empty())
      return radix::Complaint{.sentence = say("Slide ", number, " of '", lesson.file, "' cannot be shown: ", wrong)};
    if (number == 1) handout.state = state_string(app);
    Page page = page_of(app);
    page.name = say("slide", number < 10 ? "0" : "", number, "-", page.name);
    page.title = slide.title;
    page.words = slide.caption;
    handout.pages.push_back(std::move(page));
  }
  return handout;
}

}  // namespace scope
