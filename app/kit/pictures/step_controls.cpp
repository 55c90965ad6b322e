// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/step_controls.h"

#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/words/tag_lookups.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

int stepsOf(const ShownAccess& shown, const model::Architecture& architecture) {
    std::uint64_t steps = 1;
    if (shown.access->space == model::Space::Shared)
        steps = shown.counts.wavefrontsIn(model::Space::Shared);
    else if (shown.access->space == model::Space::Constant)
        steps = shown.counts.requests;
    else if (shown.access->space == model::Space::Global)
        steps = lanesByPass(model::tagLookups(*shown.access, architecture)).size();
    return static_cast<int>(std::max<std::uint64_t>(steps, 1));
}

namespace {

std::string textOf(const Steps& steps, int number) {
    switch (steps.kind) {
    case StepKind::Wavefront:
        return tr("wavefront {} of {}", number, steps.count);
    case StepKind::Request:
        return tr("request {} of {}", number, steps.count);
    case StepKind::TagWavefront:
        break;
    }
    return tr("tag wavefront {} of {}", number, steps.count);
}

std::string textOfAll(const Steps& steps) {
    const auto count = static_cast<std::uint64_t>(steps.count);
    switch (steps.kind) {
    case StepKind::Wavefront:
        return counted(count, "wavefront");
    case StepKind::Request:
        return counted(count, "request");
    case StepKind::TagWavefront:
        break;
    }
    return counted(count, "tag wavefront");
}

} // namespace

void drawStepControls(render::Canvas& canvas, const Frame& frame, const Rect& rect, const Steps& steps,
                      std::string_view hint) {
    const render::Theme& theme = canvas.theme();

    const float y = rect.y + 3, height = 22;
    if (!canvas.interactive()) {
        if (steps.shown >= 0)
            canvas.text({rect.x, y + height / 2}, textOf(steps, steps.shown + 1),
                        {12, theme.text, Font::Bold, Align::Start, Align::Center});
        return;
    }
    float x = rect.x;
    drawButton(canvas, {x, y, 30, height}, frame.view.stepping ? ButtonSign::Pause : ButtonSign::Play, "",
               Control::PlaySteps);
    x += 36;
    drawButton(canvas, {x, y, 22, height}, ButtonSign::Back, "", Control::PreviousStep);
    x += 22;
    const render::TextStyle counter{12, theme.text, Font::Sans, Align::Center, Align::Center};
    constexpr float kButtons = 36 + 22 + 28 + 36; // beside the counter
    const auto widthOf = [&](const std::string& text) { return canvas.measure(text, counter).x + 4; };
    const bool inWords = widthOf(textOf(steps, steps.count)) <= rect.width - kButtons;
    const auto one = [&](int number) {
        return inWords ? textOf(steps, number) : fmt::format("{} / {}", number, steps.count);
    };
    const std::string all = inWords ? textOfAll(steps) : fmt::format("{}", steps.count);
    const std::string text = steps.shown >= 0 ? one(steps.shown + 1) : all;
    const float widest = widthOf(one(steps.count));
    const float room = std::clamp(rect.width - kButtons, widest, std::max(widest + 12, inWords ? 90.F : 0.F));
    canvas.text({x + room / 2, y + height / 2}, text, counter);
    x += room;
    drawButton(canvas, {x, y, 22, height}, ButtonSign::On, "", Control::NextStep);
    x += 28;
    drawButton(canvas, {x, y, 36, height}, ButtonSign::None, tr("all"), Control::AllSteps, steps.shown < 0);
    x += 50;
    const render::TextStyle style{11.5F, theme.faint, Font::Sans, Align::End, Align::Center};
    const float hintWidth = canvas.measure(hint, style).x;
    const bool withHint = rect.right() - x > hintWidth + 140;
    const Rect track{x, y, std::min(rect.right() - x - (withHint ? hintWidth + 24 : 6), 360.F), height};
    if (track.width > 60) {
        canvas.rectangle({track.x, track.center().y - 2, track.width, 4}, {theme.raised, 2});
        const float each = track.width / static_cast<float>(steps.count);
        const float knob = track.x + each * (static_cast<float>(std::max(steps.shown, 0)) + 0.5F);
        if (steps.shown >= 0) {
            canvas.rectangle({track.x, track.center().y - 2, knob - track.x, 4}, {render::okabe::kBlue, 2});
            canvas.circle({knob, track.center().y}, 6, {theme.text});
        }
        for (int i = 0; i < steps.count; ++i)
            canvas.pick(Rect{track.x + each * static_cast<float>(i), track.y, each, track.height},
                        {PickKind::Wavefront, i, -1, steps.site});
    }
    if (withHint) canvas.text({rect.right(), y + height / 2}, hint, style);
}

} // namespace lanescope::kit
