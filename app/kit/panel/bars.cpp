// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/bars.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "model/format.h"

#include <algorithm>

namespace lanescope::kit {

void drawPanelBars(const BarsView& view) {
    if (view.bars.empty()) return;
    const render::Theme& theme = *style().theme;
    const auto line = [](const render::Color& color, const std::string& text) { wrappedText(color, text); };
    {
        const FontScope font(style().bold, 0.95F);
        line(theme.text, view.title);
    }
    const FontScope font(style().sans, 0.85F);
    if (!view.caption.empty()) line(theme.dim, view.caption);
    double full = view.full;
    if (full <= 0)
        for (const Bar& bar : view.bars) full = std::max(full, bar.value);
    full = std::max(full, 1e-12);
    const std::string most = shortNumber(full) + (view.unit.empty() ? "" : " " + view.unit);
    const float text = ImGui::GetTextLineHeight(), height = points(84);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, top = corner.y + text + points(2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(corner, packed(theme.faint), most.c_str());
    list.AddLine({corner.x, top}, {corner.x + width, top}, packed(theme.line));
    list.AddLine({corner.x, top + height}, {corner.x + width, top + height}, packed(theme.dim));
    const float each = width / static_cast<float>(view.bars.size()), gap = std::min(each * 0.15F, points(3));
    float free = corner.x;
    for (std::size_t i = 0; i < view.bars.size(); ++i) {
        const Bar& bar = view.bars[i];
        const float x = corner.x + each * static_cast<float>(i);
        const bool chosen = view.chosen == static_cast<int>(i);
        const auto high = [&](double value) {
            return height * static_cast<float>(std::clamp(value / full, 0.0, 1.0));
        };
        const render::Color color = toneColor(theme, bar.tone, theme.accent);
        list.AddRectFilled({x + gap, top + height - high(bar.value)}, {x + each - gap, top + height},
                           packed(chosen || view.chosen < 0 ? color : color.faded(0.45F)));
        if (chosen) list.AddRect({x, top}, {x + each, top + height}, packed(theme.text), 0, 0, points(1));
        // A label stands beneath its bar where the one before leaves room; the chosen one's always does.
        const float wide = ImGui::CalcTextSize(bar.label.c_str()).x;
        const float at = std::clamp(x + each / 2 - wide / 2, corner.x, corner.x + width - wide);
        const float chosenAt =
            view.chosen < 0 ? -1 : corner.x + each * (static_cast<float>(view.chosen) + 0.5F);
        const bool clear = chosen || view.chosen < 0 || at > chosenAt + wide || at + wide < chosenAt - wide;
        if (!bar.label.empty() && clear && (chosen || at >= free)) {
            list.AddText({at, top + height + points(2)}, packed(chosen ? theme.text : theme.faint),
                         bar.label.c_str());
            free = at + wide + points(8);
        }
        if (ImGui::IsMouseHoveringRect({x, top}, {x + each, top + height}))
            ImGui::SetTooltip("%s: %s %s", bar.label.c_str(), shortNumber(bar.value).c_str(),
                              view.unit.c_str());
    }
    ImGui::Dummy({width, text * 2 + height + points(6)});
}

} // namespace lanescope::kit
