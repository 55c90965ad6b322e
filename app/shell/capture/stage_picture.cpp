// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/capture/stage_picture.h"

#include "kit/lab.h"
#include "kit/panel/panel.h"
#include "kit/pictures/pictures.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

namespace {

using render::Align;
using render::Font;
using render::Rect;

constexpr float kMargin = 24, kCodeSize = 8.5F, kLeastCodeSize = 5; // points

/// What the numbers come to, in the words of the panel.
kit::PanelContents::Verdict verdictOf(const kit::Frame& frame) {
    kit::PanelContents contents;
    kit::Panel panel(frame, contents);
    kit::readLab(frame, panel);
    return contents.verdict();
}

std::string chipText(const kit::Frame& frame) {
    const model::Architecture& architecture = frame.architecture;
    const std::string model = architecture.hasDeviceFigures()
                                  ? fmt::format("CC {} {}", architecture.cc.text(), architecture.name)
                                  : fmt::format("CC {} (rules)", architecture.cc.text());
    return frame.measured ? tr("{}: times measured; counts modelled as {}", frame.device.name, model)
                          : tr("modelled as {}", model);
}

/// Draws the caption at the lower end; gives the room above it.
Rect drawCaption(render::Canvas& canvas, const kit::Frame& frame, const StagePicture& picture,
                 const Rect& all) {
    const render::Theme& theme = canvas.theme();
    const kit::PanelContents::Verdict verdict = verdictOf(frame);
    const render::TextStyle headline{14, kit::toneColor(theme, verdict.tone, theme.text), Font::Bold};
    const render::TextStyle sentence{12.5F, theme.text}, small{11, theme.dim};
    const std::string first = kit::wrapped(canvas, verdict.headline, headline, all.width),
                      second = kit::wrapped(canvas, verdict.sentence, sentence, all.width),
                      third = kit::wrapped(canvas, picture.parameters + tr("; ") + chipText(frame), small,
                                           all.width);
    const auto heightOf = [&canvas](const std::string& text, const render::TextStyle& style) {
        return text.empty() ? 0.F : canvas.measure(text, style).y + 3;
    };
    const float height = heightOf(first, headline) + heightOf(second, sentence) + heightOf(third, small) + 10;
    // A picture that is all caption says nothing.
    if (height > all.height / 2) return all;
    float y = all.bottom() - height;
    canvas.line({all.x, y}, {all.right(), y}, 1, theme.line);
    y += 10;
    const auto put = [&](const std::string& text, const render::TextStyle& style) {
        if (!text.empty()) canvas.text({all.x, y}, text, style);
        y += heightOf(text, style);
    };
    put(first, headline);
    put(second, sentence);
    put(third, small);
    return all.top(all.height - height - 10);
}

/// In the margin, where it hides nothing.
void drawCode(render::Canvas& canvas, const std::string& code) {
    const Rect bounds = canvas.bounds();
    const std::string text = "lanescope open " + code;
    render::TextStyle style{kCodeSize, canvas.theme().faint, Font::Mono, Align::End, Align::Center};
    const float room = bounds.width - kMargin;
    const float width = canvas.measure(text, style).x;
    if (width > room) style.size = std::floor(style.size * room / width * 4) / 4;
    if (style.size >= kLeastCodeSize)
        canvas.text({bounds.right() - kMargin / 2, bounds.bottom() - kMargin / 2}, text, style);
}

} // namespace

float partScaleFor(WindowPart part, int widthPixels, int heightPixels) {
    const PartRoom room = roomOf(part);
    const float fit = std::min(static_cast<float>(widthPixels) / room.width,
                               static_cast<float>(heightPixels) / room.height);
    return std::clamp(std::floor(fit * 20) / 20, 0.75F, 16.F);
}

void divideStage(kit::Frame& frame, const Rect& all, float share) {
    const float left = std::round((all.width - kSplitWidth) * share);
    frame.left = all.left(left);
    frame.right = all.rightOf(left + kSplitWidth);
}

void drawStagePicture(render::Canvas& canvas, kit::Frame frame, const StagePicture& picture) {
    Rect all = canvas.bounds().inset(kMargin);
    if (picture.caption) all = drawCaption(canvas, frame, picture, all);
    const bool halves = kit::hasResultPicture(frame);
    // What is not wanted is drawn beyond the picture, where a lab needs not know of it.
    const Rect beyond{canvas.bounds().width * 2 + 1000, all.y, all.width, all.height};
    frame.left = {};
    frame.right = all;
    if (halves && picture.view == WindowPart::Stage) {
        divideStage(frame, all, frame.view.split);
        const float x = frame.left.right() + kSplitWidth / 2;
        canvas.line({x, all.y}, {x, all.bottom()}, 1, canvas.theme().line);
    } else if (halves) {
        frame.left = picture.view == WindowPart::Result ? all : beyond;
        frame.right = picture.view == WindowPart::Result ? beyond : all;
    }
    kit::drawLab(frame, canvas);
    if (!picture.code.empty()) drawCode(canvas, picture.code);
}

} // namespace lanescope::shell
