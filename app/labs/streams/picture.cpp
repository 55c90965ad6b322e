// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/picture.h"

#include "kit/charts/timeline.h"
#include "kit/pictures/pictures.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace lanescope::lab_streams {

using namespace kit;
using Kind = model::StreamTaskKind;

void drawStreamProgram(Canvas& canvas, const Frame& frame, const Rect& rect, const StreamView& view,
                       int chosen) {
    const render::Theme& theme = canvas.theme();
    const auto& commands = view.program().commands;
    if (rect.width < 40 || commands.empty()) return;
    constexpr float kHead = 20; // as a timeline's beside it
    canvas.text({rect.x, rect.y}, tr("issued in this order"),
                {11, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width});
    const Rect list = rect.belowTop(kHead);
    const float row = std::clamp(list.height / static_cast<float>(commands.size()), 3.F, 22.F);
    const float size = std::min(12.F, row * 0.78F);
    const float number = size >= 7 ? canvas.measure("88", {size, theme.faint}).x + 6 : 0;
    const float chip = std::min(row * 1.5F, 26.F);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const model::StreamTask& command = commands[i];
        const Rect line{list.x, list.y + row * static_cast<float>(i), list.width, row};
        if (line.bottom() > list.bottom() + 1) break;
        const auto id = static_cast<std::int64_t>(i);
        const bool implicit = model::synchronizesImplicitly(command);
        const bool lit =
            frame.brush.pointIn(0) == id || (frame.brush.pointIn(0) < 0 && chosen == static_cast<int>(i));
        if (lit) canvas.rectangle(line.inset(-2, 0), {theme.raised, 3, theme.accent, 1.5F});
        canvas.pick(line, {render::PickKind::Point, id});
        if (number > 0)
            canvas.text({line.x + number - 6, line.center().y}, fmt::format("{}", i + 1),
                        {size * 0.9F, theme.faint, Font::Mono, Align::End, Align::Center});
        if (implicit) {
            canvas.rectangle({line.x + number, line.center().y - 1, line.width - number, 2},
                             {theme.warn.faded(0.5F)});
            if (size < 7) continue;
            const std::string name = nameOf(view.program(), static_cast<int>(i));
            const render::TextStyle style{size,         theme.warn,    Font::Sans,
                                          Align::Start, Align::Center, line.width - number - 4};
            const float width = std::min(canvas.measure(name, style).x + 8, line.width - number);
            canvas.rectangle({line.x + number, line.y, width, row}, {theme.background});
            canvas.text({line.x + number + 4, line.center().y}, name, style);
            continue;
        }
        const Rect box{line.x + number, line.y + 1, chip, row - 2};
        const render::Color color = seriesColor(theme, command.stream);
        canvas.rectangle(box, {color, std::min(3.F, box.height / 3)});
        if (size < 7) continue;
        canvas.text(box.center(), fmt::format("{}", model::streamNumber(command)),
                    {size, render::inkOn(color), Font::Bold, Align::Center, Align::Center});
        canvas.text({box.right() + 7, line.center().y}, tr(model::nameOf(command)),
                    {size, lit || command.kind == Kind::Kernel ? theme.text : theme.dim, Font::Sans,
                     Align::Start, Align::Center, line.right() - box.right() - 9});
    }
}

} // namespace lanescope::lab_streams
