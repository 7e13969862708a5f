#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/core/base/text.hpp"
#include "app/core/scene/motion.hpp"
#include "app/export/moving.hpp"
#include "text/moving.hpp"

namespace scope {
namespace {

struct EncoderEnds {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

radix::Error webp_error(const char* cause) {
  return {.sentence = text::moving::not_written({.cause = cause ? cause : "?"})};
}

/// Writes one picture after the other; a time is when the next one begins.
class Animation {
 public:
  Animation(const Theme& theme, uint32_t scale, float width, float height)
      : theme_(theme), scale_(scale), width_(width), height_(height) {
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    options.allow_mixed = 0;
    const PixelBlock size = pixels({});
    encoder_.reset(WebPAnimEncoderNew(size.width, size.height, &options));
    WebPConfigInit(&config_);
    config_.lossless = 1;  // flat areas and letters: smaller than lossy, and sharp
    config_.quality = 30;
    config_.method = 2;
  }
  bool ready() const { return encoder_ != nullptr; }

  /// False: it could not be added.
  bool add(const Scene& scene, uint32_t selected, float seconds) {
    const PixelBlock drawn = pixels({scene, selected});
    WebPPicture picture;
    if (drawn.bgrx.empty() || !WebPPictureInit(&picture)) return false;
    picture.use_argb = 1;
    picture.width = drawn.width, picture.height = drawn.height;
    const bool added = WebPPictureImportBGRX(&picture, drawn.bgrx.data(), drawn.width * 4) &&
                       WebPAnimEncoderAdd(encoder_.get(), &picture,
                                          static_cast<int>(std::lround(at_ * 1000)), &config_);
    WebPPictureFree(&picture);
    at_ += seconds;
    return added;
  }

  radix::Result<std::string> end() {
    WebPData data;
    WebPDataInit(&data);
    const bool done = WebPAnimEncoderAdd(encoder_.get(), nullptr,
                                         static_cast<int>(std::lround(at_ * 1000)), nullptr) &&
                      WebPAnimEncoderAssemble(encoder_.get(), &data);
    std::string bytes(reinterpret_cast<const char*>(data.bytes), done ? data.size : 0);
    WebPDataClear(&data);
    if (!done) return failed();
    return bytes;
  }
  radix::Error failed() const {
    return webp_error(encoder_ ? WebPAnimEncoderGetError(encoder_.get()) : nullptr);
  }

 private:
  struct Shown {
    Scene scene;
    uint32_t selected = none;
  };
  PixelBlock pixels(const Shown& shown) const {
    Scene page = shown.scene;
    page.width = width_, page.height = height_;
    return to_pixels(page, theme_, shown.selected, scale_);
  }

  const Theme& theme_;
  uint32_t scale_;
  float width_, height_;
  std::unique_ptr<WebPAnimEncoder, EncoderEnds> encoder_;
  WebPConfig config_{};
  double at_ = 0;  ///< seconds
};

}  // namespace

bool has_webp() { return has_cairo(); }

radix::Result<std::string> to_webp(const PageRun& run, const Theme& theme, uint32_t scale,
                                   const Pace& pace, const Going& going) {
  if (!has_cairo()) return radix::Error{.sentence = text::moving::no_library};
  const std::size_t count = run.about.pages.size();
  const auto between_two =
      static_cast<std::size_t>(std::lround(std::max(pace.motion, 0.f) * moving_pictures));
  if (count * (between_two + 1) > max_webp_pictures)
    return radix::Error{.sentence = text::moving::too_long(
                            {.most = max_webp_pictures, .pictures = count * (between_two + 1)})};
  float width = 1, height = 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (going && !going(0, count)) return std::string();
    const Scene scene = with_heading(run.draw(i).scene);
    width = std::max(width, scene.width), height = std::max(height, scene.height);
  }
  if (std::max(width, height) * static_cast<float>(scale) > max_webp_side)
    return radix::Error{.sentence = text::moving::too_large({.most = max_webp_side})};
  Animation animation(theme, scale, width, height);
  if (!animation.ready()) return animation.failed();
  Scene before;
  for (std::size_t i = 0; i < count && (!going || going(i, count)); ++i) {
    const Page page = run.draw(i);
    const Scene now = with_heading(page.scene);
    if (i > 0 && can_move(before, now))
      for (std::size_t k = 1; k <= between_two; ++k) {
        const float phase = static_cast<float>(k) / static_cast<float>(between_two + 1);
        if (!animation.add(between(before, now, phase), page.selected, 1.f / moving_pictures))
          return animation.failed();
      }
    if (!animation.add(now, page.selected, i + 1 == count ? 2 * pace.page : pace.page))
      return animation.failed();
    before = now;
  }
  return animation.end();
}

}  // namespace scope
