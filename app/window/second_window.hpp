/// A second window of the program, on another screen where there is one. It shows a draw list, not
/// ImGui's windows; its keys are those of the first window.
#pragma once

#include <imgui.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/core/scene/theme.hpp"

struct GLFWwindow;

namespace scope {

class Input;

/// Where a window stands and how large it is, in screen coordinates, without its frame.
struct WindowPlace {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// Where two windows go, so that one is for the lecturer alone.
struct TwoPlaces {
  WindowPlace second;
  std::optional<WindowPlace> first;  ///< nothing: it stays where it is
  bool same_screen = false;
};

/// `screens`: their work areas, the main one first, on which the lecturer reads. The first window
/// leaves that one where there is another.
TwoPlaces two_places(std::span<const WindowPlace> screens, const WindowPlace& first);

class SecondWindow {
 public:
  SecondWindow() = default;
  SecondWindow(const SecondWindow&) = delete;
  SecondWindow& operator=(const SecondWindow&) = delete;
  ~SecondWindow() { close(); }

  /// Opens it. `first` shares its textures and gets its keys through `input`. False: there is none
  /// to be had.
  bool open(GLFWwindow* first, Input& input, const std::string& title, const WindowPlace& place,
            bool hidden);
  void close();
  bool is_open() const { return window_ != nullptr; }
  /// True after its close button.
  bool closing() const;
  WindowPlace place() const;
  void move_to(const WindowPlace& place);

  /// In ImGui's coordinates.
  ImVec2 size() const;
  /// An empty list over the whole window, to draw into; between ImGui::NewFrame and ImGui::Render.
  ImDrawList* begin();
  /// Shows what was drawn, unless it stands there already; after the first window's picture. True
  /// when it lacks signs that the next frame has.
  bool show(Colour page, bool exposed);

  /// What it showed last.
  const ImDrawData& data() const { return data_; }

 private:
  void draw(Colour page);

  GLFWwindow *window_ = nullptr, *first_ = nullptr;
  std::unique_ptr<ImDrawList> list_;
  ImDrawData data_;
  std::size_t picture_ = 0;  ///< see picture_number
};

/// Equal for two frames that show the same.
std::size_t picture_number(const ImDrawData& data, Colour page);

}  // namespace scope
