#define GLFW_INCLUDE_NONE
#include "second_window.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "draw.hpp"
#include "imgui_compat.hpp"
#include "input.hpp"

namespace scope {
namespace {

int shared(const WindowPlace& a, const WindowPlace& b) {
  const int w = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const int h = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return std::max(w, 0) * std::max(h, 0);
}

/// In the middle of a screen, no larger than it is.
WindowPlace centred(const WindowPlace& screen, int width, int height) {
  constexpr int frame = 40;  // the title bar, screen coordinates
  const int w = std::min(width, screen.width - frame), h = std::min(height, screen.height - frame);
  return {screen.x + (screen.width - w) / 2, screen.y + (screen.height - h + frame / 2) / 2, w, h};
}

}  // namespace

std::size_t picture_number(const ImDrawData& data, Colour page) {
  std::size_t number = ui::take_drawn();
  const auto fold = [&](const void* at, std::size_t bytes) {
    const std::string_view text(static_cast<const char*>(at), bytes);
    number = number * 31 + std::hash<std::string_view>()(text);
  };
  fold(&page, sizeof page);
  fold(&data.DisplaySize, sizeof data.DisplaySize);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    fold(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
    fold(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& command : list.CmdBuffer) {
      fold(&command.ClipRect, sizeof command.ClipRect);
      fold(&command.ElemCount, sizeof command.ElemCount);
      fold(&command.UserCallbackData, sizeof command.UserCallbackData);
    }
  }
  return number;
}

TwoPlaces two_places(std::span<const WindowPlace> screens, const WindowPlace& first) {
  constexpr int width = 1100, height = 720, least_width = 560, least_height = 420;
  if (screens.empty()) return {{first.x, first.y, least_width, least_height}, {}, true};
  const WindowPlace& main = screens.front();
  if (screens.size() > 1) {
    TwoPlaces places{
        centred(main, std::max(width, main.width * 9 / 10), std::max(height, main.height * 9 / 10)),
        {},
        false};
    const auto on = std::ranges::max_element(
        screens, {}, [&](const WindowPlace& screen) { return shared(screen, first); });
    if (on == screens.begin()) places.first = centred(screens[1], first.width, first.height);
    return places;
  }
  // Beside it where there is room, else over its lower right corner
  const int beside = main.x + main.width - (first.x + first.width),
            below = main.y + main.height - (first.y + first.height);
  if (beside >= least_width)
    return {{first.x + first.width, first.y, std::min(beside, width),
             std::clamp(first.height, least_height, std::max(main.height, least_height))},
            {},
            true};
  if (below >= least_height)
    return {{first.x, first.y + first.height, std::min(first.width, width), below}, {}, true};
  const int w = std::max(main.width * 45 / 100, least_width),
            h = std::max(main.height * 55 / 100, least_height);
  return {{main.x + main.width - w, main.y + main.height - h, w, h}, {}, true};
}

bool SecondWindow::open(GLFWwindow* first, Input& input, const std::string& title,
                        const WindowPlace& place, bool hidden) {
  if (window_) return true;
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);  // the keyboard stays where it is
  window_ = glfwCreateWindow(std::max(place.width, 1), std::max(place.height, 1), title.c_str(),
                             nullptr, first);
  if (!window_) return false;
  first_ = first;
  glfwSetWindowPos(window_, place.x, place.y);
  glfwSetWindowSizeLimits(window_, 420, 300, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(0);  // the first window sets the pace
  glfwMakeContextCurrent(first_);
  input.also_install(window_);
  list_ = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
  picture_ = 0;
  if (!hidden) glfwShowWindow(window_);
  return true;
}

void SecondWindow::close() {
  if (!window_) return;
  list_.reset();
  data_.Clear();
  glfwDestroyWindow(std::exchange(window_, nullptr));
  glfwMakeContextCurrent(first_);
}

bool SecondWindow::closing() const { return window_ && glfwWindowShouldClose(window_); }

WindowPlace SecondWindow::place() const {
  WindowPlace place;
  glfwGetWindowPos(window_, &place.x, &place.y);
  glfwGetWindowSize(window_, &place.width, &place.height);
  return place;
}

void SecondWindow::move_to(const WindowPlace& place) {
  glfwSetWindowSize(window_, place.width, place.height);
  glfwSetWindowPos(window_, place.x, place.y);
}

ImVec2 SecondWindow::size() const {
  int width = 1, height = 1;
  if (window_) glfwGetWindowSize(window_, &width, &height);
  return {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
}

ImDrawList* SecondWindow::begin() {
  const ImVec2 all = size();
  list_->_ResetForNewFrame();
  ui::push_font_texture(*list_);
  list_->PushClipRect({0, 0}, all);
  return list_.get();
}

bool SecondWindow::show(Colour page, bool exposed) {
  if (!window_) return false;
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  data_.Clear();
  ui::put_list(data_, list_.get());
  data_.DisplaySize = size();
  data_.FramebufferScale = {static_cast<float>(width) / data_.DisplaySize.x,
                            static_cast<float>(height) / data_.DisplaySize.y};
  data_.Valid = true;
  const bool lacks = note_signs(data_);
  const bool stands = std::exchange(picture_, picture_number(data_, page)) == picture_ && !exposed;
  if (lacks) picture_ = 0;
  if (lacks || stands || width <= 0 || height <= 0) return lacks;
  glfwMakeContextCurrent(window_);
  draw(page);
  glfwSwapBuffers(window_);
  glfwMakeContextCurrent(first_);
  return false;
}

void SecondWindow::draw(Colour page) {
  const auto part = [](uint8_t byte) { return static_cast<float>(byte) / 255; };
  glViewport(0, 0, static_cast<int>(data_.DisplaySize.x * data_.FramebufferScale.x),
             static_cast<int>(data_.DisplaySize.y * data_.FramebufferScale.y));
  glClearColor(part(page.r), part(page.g), part(page.b), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(&data_);
}

}  // namespace scope
