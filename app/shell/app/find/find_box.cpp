// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/find/find_box.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "model/error.h"
#include "shell/app/commands.h"
#include "shell/app/find/files.h"
#include "shell/app/user_actions.h"
#include "shell/requests/picture_code.h"
#include "shell/requests/scenario.h"
#include "text/tr.h"

#include <imgui_internal.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

namespace {

/// A link to a view, or a picture's code, that was pasted into the field. What is wrong with it is said when
/// it is opened.
std::vector<Findable> linksIn(std::string_view query) {
    std::optional<std::string> link;
    try {
        link = linkIn(query);
        if (!link) link = linkOfTyped(query);
    } catch (const BadInput&) {
        link = query;
    }
    if (!link) return {};
    Findable found;
    found.kind = Findable::Kind::Link;
    found.name = tr("Open this link");
    found.detail = *link;
    found.choose = [link](UserActions& actions) { actions.open.link = *link; };
    return {std::move(found)};
}

constexpr float kWidth = 560, kListHeight = 320; // points
constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNavInputs;

} // namespace

void FindBox::open(const Runner& runner, std::vector<Findable> more, std::string_view typed) {
    m_open = m_opened = true;
    m_everything = std::move(more);
    std::ranges::move(everythingToFind(runner), std::back_inserter(m_everything));
    type(typed);
}

/// What stands in the field becomes that.
void FindBox::type(std::string_view text) {
    m_query.fill(0);
    std::ranges::copy(text.substr(0, m_query.size() - 1), m_query.begin());
    m_typed = true;
    search();
}

void FindBox::search() {
    std::string_view query = m_query.data();
    // Behind the folder that stands there, another path may be typed: that is meant.
    if (query.starts_with(".//") || query.starts_with("./~/")) query.remove_prefix(2);
    m_found.clear();
    m_files = isPath(query) ? filesFrom(query) : linksIn(query);
    for (const Findable& each : m_files) m_found.push_back(&each);
    if (!isPath(query))
        for (const std::size_t number : find(m_everything, query)) m_found.push_back(&m_everything[number]);
    m_chosen = 0;
    m_scroll = true;
}

void FindBox::choose(UserActions& actions) {
    if (m_chosen >= m_found.size()) {
        m_typed = true; // Enter has left the field
        return;
    }
    const Findable& chosen = *m_found[m_chosen];
    if (!chosen.completes.empty()) return type(std::string(chosen.completes)); // the list is another one then
    chosen.choose(actions);
    m_open = false;
}

/// Its name, what it is, and at the right of which kind it is.
void FindBox::showRow(const Findable& each, bool chosen, float width) const {
    const render::Theme& theme = *kit::style().theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetItemRectMin();
    const float pad = points(8), y = at.y + points(4);
    const std::string_view kind = each.keys.empty() ? kindName(each.kind) : keyText(each.keys.c_str());
    const auto widthOf = [](std::string_view text) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    const float right = at.x + width - pad - widthOf(kind);
    list.AddText(ImVec2(right, y), kit::packed(each.keys.empty() ? theme.faint : theme.accent), kind.data(),
                 kind.data() + kind.size());
    const float bottom = ImGui::GetItemRectMax().y;
    const auto text = [&](float x, const render::Color& color, const std::string& words) {
        if (x >= right - pad) return x;
        const kit::ColorScope paint(color);
        ImGui::RenderTextEllipsis(&list, ImVec2(x, y), ImVec2(right - pad, bottom), right - pad,
                                  words.c_str(), nullptr, nullptr);
        return x + widthOf(words);
    };
    const float end = text(at.x + pad, theme.text, each.name);
    if (!each.detail.empty()) text(end + points(12), chosen ? theme.text : theme.dim, each.detail);
}

/// It keeps the keyboard. Tab goes on as Enter does in a folder.
void FindBox::showField() {
    if (m_opened || m_typed) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const auto onEdit = [](ImGuiInputTextCallbackData* data) {
        auto& box = *static_cast<FindBox*>(data->UserData);
        if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion && box.m_chosen < box.m_found.size())
            if (const std::string& text = box.m_found[box.m_chosen]->completes; !text.empty())
                box.type(std::string(text));
        if (std::exchange(box.m_typed, false)) {
            data->DeleteChars(0, data->BufTextLen);
            data->InsertChars(0, box.m_query.data());
            data->ClearSelection();
        }
        return 0;
    };
    const FontScope large(kit::style().sans, 1.15F);
    if (ImGui::InputTextWithHint(
            "##query", tr("labs, terms, lessons, commands, parameters; a file by its path"), m_query.data(),
            m_query.size(), ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion,
            onEdit, this))
        search();
}

void FindBox::showList(float room, UserActions& actions) {
    if (ImGui::BeginChild("found", ImVec2(0, room))) {
        const float rowWidth = ImGui::GetContentRegionAvail().x;
        const float height = ImGui::GetFontSize() + points(8);
        std::optional<std::size_t> clicked;
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(m_found.size()), height + ImGui::GetStyle().ItemSpacing.y);
        if (m_scroll) clipper.IncludeItemByIndex(static_cast<int>(m_chosen));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const auto row = static_cast<std::size_t>(i);
                ImGui::PushID(i);
                if (ImGui::Selectable("##row", row == m_chosen, 0, ImVec2(rowWidth, height))) clicked = row;
                showRow(*m_found[row], row == m_chosen, rowWidth);
                if (row == m_chosen && m_scroll) ImGui::SetScrollHereY();
                ImGui::PopID();
            }
        m_scroll = false;
        if (m_found.empty())
            kit::wrappedText(kit::style().theme->dim,
                             isPath(m_query.data())
                                 ? tr("No file there that can be opened: programs, CUDA sources, recordings, "
                                      "lessons, pictures and scenarios can.")
                                 : tr("Nothing found. Try a single word: conflict, padding, race, light."));
        if (clicked) {
            m_chosen = *clicked;
            choose(actions);
        }
    }
    ImGui::EndChild();
}

void FindBox::show(UserActions& actions) {
    if (!m_open) return;
    const ImGuiViewport& window = *ImGui::GetMainViewport();
    const float width = std::min(points(kWidth), window.WorkSize.x - points(24));
    ImGui::SetNextWindowPos(
        ImVec2(window.WorkPos.x + window.WorkSize.x / 2, window.WorkPos.y + window.WorkSize.y * 0.12F), 0,
        ImVec2(0.5F, 0));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    if (m_opened) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(points(1), 1.F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(points(12), points(12)));
    ImGui::PushStyleColor(ImGuiCol_Border, kit::toImGui(kit::style().theme->accent));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, kit::toImGui(kit::style().theme->background));
    const bool visible = ImGui::Begin("Find", nullptr, kFlags);
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(2);
    if (visible) {
        showField();
        // The field keeps the keyboard; these keys are the list's.
        if (ImGui::IsKeyPressed(ImGuiKey_DownArrow) && m_chosen + 1 < m_found.size()) {
            ++m_chosen;
            m_scroll = true;
        }
        if (ImGui::IsKeyPressed(ImGuiKey_UpArrow) && m_chosen > 0) {
            --m_chosen;
            m_scroll = true;
        }
        showList(std::min(points(kListHeight), window.WorkSize.y * 0.6F), actions);
        if (m_chosen < m_found.size() && !m_found[m_chosen]->detail.empty())
            kit::wrappedText(kit::style().theme->dim, m_found[m_chosen]->detail);
        kit::coloredText(kit::style().theme->faint, tr("Up and Down choose, Enter opens, Escape closes."));
        if (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter)) choose(actions);
        const bool left =
            !m_opened && !m_typed && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
        if (ImGui::IsKeyPressed(ImGuiKey_Escape) || left) m_open = false;
    }
    ImGui::End();
    m_opened = false;
}

} // namespace lanescope::shell
