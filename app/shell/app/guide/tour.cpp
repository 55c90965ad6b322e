// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/guide/tour.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "shell/app/floating_card.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;
using render::Rect;

namespace {

struct Stop {
    std::optional<WindowPart> part; ///< nothing: the menu bar
    std::string_view title, text;
};

constexpr std::array kStops{
    Stop{WindowPart::Labs, translatable("Choose a lab, move a slider"),
         translatable(
             "Lanescope shows how the threads of a GPU reach memory, and what that costs. Each lab is a CUDA "
             "kernel with parameters. Move a slider: the kernel runs again, and everything else follows at "
             "once. Ctrl+click a slider to type a value. If this is new to you, begin with a lesson.")},
    Stop{WindowPart::Stage, translatable("See what the lanes of a warp do"),
         translatable("The picture shows what the kernel wrote, and the memory that one warp touches. Hover "
                      "a lane to see whom it meets; the arrow keys go through the steps.")},
    Stop{WindowPart::Reading, translatable("Read what it costs"),
         translatable(
             "One sentence says whether the pattern is good. Below it are the counts, what to try, and the "
             "kernel's source with the cost of each line.")},
    Stop{WindowPart::Plots, translatable("Compare all values"),
         translatable("The same count for every value of a parameter. Click a point to go there.")},
    Stop{std::nullopt, translatable("Modelled or measured?"),
         translatable("The badge at the top right says where the numbers come from: blue is modelled, green "
                      "is measured on a GPU. Lessons with questions stand beside the labs, and Ctrl+K finds "
                      "everything.")},
};

/// Where the card stands: beside the part's lower end, where it covers the plots rather than the picture that
/// it speaks of, or over that end where there is no room beside it.
ImVec2 placeBeside(const Rect& part, ImVec2 card, const Rect& window) {
    const float gap = points(14);
    const float x = part.x + (part.width - card.x) / 2, y = part.bottom() - card.y - gap;
    ImVec2 at(x, y);
    if (part.right() + gap + card.x <= window.right())
        at = ImVec2(part.right() + gap, y);
    else if (part.x - gap - card.x >= window.x)
        at = ImVec2(part.x - gap - card.x, y);
    else if (part.bottom() + gap + card.y <= window.bottom())
        at = ImVec2(x, part.bottom() + gap);
    else if (part.y - gap - card.y >= window.y)
        at = ImVec2(x, part.y - gap - card.y);
    const auto within = [gap](float value, float least, float most) {
        return std::clamp(value, least + gap, std::max(least + gap, most - gap));
    };
    return {within(at.x, window.x, window.right() - card.x),
            within(at.y, window.y, window.bottom() - card.y)};
}

} // namespace

bool Tour::show(const Layout& layout, bool takesEscape) {
    if (!m_running) return false;
    bool begins = false;
    const Rect window = layout.placeOf(WindowPart::Window);
    const Stop& stop = kStops[m_step];
    const Rect part = stop.part ? layout.placeOf(*stop.part)
                                : Rect{0, 0, window.width, ImGui::GetMainViewport()->WorkPos.y};
    const render::Theme& theme = *kit::style().theme;
    // A menu that is open lies over the tour.
    const bool isBelow = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    if (part.width > 0 && !isBelow)
        ImGui::GetForegroundDrawList()->AddRect(ImVec2(part.x, part.y), ImVec2(part.right(), part.bottom()),
                                                kit::packed(theme.accent), points(4), 0, points(2));
    const float width = std::min(points(340), window.width - points(28));
    const ImGuiWindow* const last = ImGui::FindWindowByName("Tour");
    const ImVec2 size(width, last ? last->Size.y : points(140));
    ImGui::SetNextWindowPos(placeBeside(part, size, window));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    const FloatingCard floating("Tour", theme.accent, ImVec2(14, 12));
    if (floating) {
        if (!isBelow) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
        {
            const FontScope bold(kit::style().bold, 1.15F);
            kit::wrappedText(theme.text, tr(stop.title));
        }
        kit::wrappedText(theme.text, tr(stop.text));
        ImGui::Dummy(ImVec2(0, points(4)));
        const bool isLast = m_step + 1 == kStops.size();
        if ((m_step == 0 || isLast) && ImGui::Button(tr("Begin the first lesson"))) {
            begins = true;
            m_running = false;
        }
        const bool enter =
            !ImGui::GetIO().WantTextInput &&
            (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false));
        if (ImGui::Button(isLast ? kit::ShortText("{}##next", tr("Done")).c_str()
                                 : kit::ShortText("{}##next", tr("Next")).c_str(),
                          ImVec2(points(80), 0)) ||
            enter) {
            m_running = !isLast;
            m_step += isLast ? 0 : 1;
        }
        kit::tooltip(isLast ? tr("Ends the tour (Enter)") : tr("The next card (Enter)"));
        if (m_step > 0 && m_running) {
            ImGui::SameLine();
            if (ImGui::Button(tr("Back"))) --m_step;
        }
        if (!isLast) {
            ImGui::SameLine();
            if (ImGui::Button(tr("Skip the tour"))) m_running = false;
            kit::tooltip(tr("Ends the tour (Escape); Help > Tour of the window begins it again."));
        }
        ImGui::SameLine();
        kit::rightText(theme.faint, tr("{} of {}", m_step + 1, kStops.size()));
        // A menu that it has just closed is gone already.
        if (takesEscape && !isBelow && !m_wasBelow && !ImGui::GetIO().WantTextInput &&
            ImGui::IsKeyPressed(ImGuiKey_Escape, false))
            m_running = false;
    }
    m_wasBelow = isBelow;
    return begins;
}

} // namespace lanescope::shell
