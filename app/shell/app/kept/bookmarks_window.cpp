// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/kept/bookmarks_window.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/registry.h"
#include "lessons/library.h"
#include "shell/app/commands.h"
#include "shell/app/messages.h"
#include "shell/app/seen.h"
#include "shell/output/output.h"
#include "shell/requests/scenario.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>

namespace lanescope::shell {

using kit::points;

namespace {

void fill(std::array<char, 128>& field, const std::string& text) {
    field.fill(0);
    std::memcpy(field.data(), text.data(), std::min(text.size(), field.size() - 1));
}

/// A lesson of the reader's own is called by its file.
std::string lessonWords(const LookRequest& look) {
    const lessons::Lesson* const lesson = lessons::findLesson(look.lesson);
    const std::string title = lesson ? lesson->title : std::filesystem::path(look.lesson).filename().string();
    std::size_t page = 0;
    std::from_chars(look.page.data(), look.page.data() + look.page.size(), page);
    if (page == 0) return tr("the lesson '{}'", title);
    if (lesson && page > lesson->steps.size()) return tr("the lesson '{}', its end", title);
    return tr("the lesson '{}', step {}", title, page);
}

/// A recording or a program is called by its file.
std::string labWords(const std::string& name) {
    const auto all = kit::labs();
    const auto lab = std::ranges::find(all, name, &kit::LabEntry::name);
    return lab == all.end() ? name : kit::shownName(*lab);
}

} // namespace

std::string bookmarkDetail(const Bookmark& bookmark) {
    try {
        const Scenario seen = readScenario(bookmark.link);
        std::string text = labWords(seen.request.lab);
        if (!seen.request.sets.empty()) text = tr("{}: {}", text, fmt::join(seen.request.sets, ", "));
        return seen.look.lesson.empty() ? text : lessonWords(seen.look) + std::string(tr("; ")) + text;
    } catch (const std::exception& failure) {
        return retold(oneLine(failure.what()));
    }
}

std::vector<Findable> bookmarksToFind(const Bookmarks& all) {
    std::vector<Findable> found;
    for (const Bookmark& each : all)
        found.push_back({.kind = Findable::Kind::Bookmark,
                         .name = each.name,
                         .detail = bookmarkDetail(each),
                         .choose = [link = each.link](UserActions& actions) { actions.open.link = link; }});
    return found;
}

void showBookmarkMenu(const Bookmarks& all, UserActions& actions) {
    commandItem(CommandId::KeepView, actions);
    commandItem(CommandId::EditBookmarks, actions, false, !all.empty());
    if (all.empty()) return;
    ImGui::Separator();
    for (const Bookmark& each : all) {
        if (ImGui::MenuItem(fmt::format("{}##{}", each.name, each.name).c_str()))
            actions.open.link = each.link;
        if (kit::wantsTooltip()) kit::tooltip(bookmarkDetail(each));
    }
}

void BookmarksWindow::apply(const Requests& asked, BookmarkFile& file, const Seen& seen, Messages& messages) {
    if (asked.toggle && m_open) {
        m_open = false;
    } else if (asked.open || asked.toggle) {
        file.refresh();
        open(seen.parameters(seen.runner.editedLab()));
    }
    if (asked.list) file.change(*asked.list);
    if (const std::string complaint = file.takeComplaint(); !complaint.empty())
        messages.say(Message::Kind::Warning, complaint);
}

void BookmarksWindow::open(const std::string& name) {
    m_open = m_opened = m_focusName = true;
    m_renamed = -1;
    fill(m_name, name);
}

void BookmarksWindow::showNew(const Bookmarks& all, const std::string& link, UserActions& actions) {
    const char* label = tr(commandOf(CommandId::KeepView).name);
    const float button = ImGui::CalcTextSize(label).x + points(24);
    if (m_focusName) ImGui::SetKeyboardFocusHere();
    m_focusName = false;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - points(6));
    const bool entered =
        ImGui::InputTextWithHint("##name", tr("a name"), m_name.data(), m_name.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::SameLine(0, points(6));
    if (!ImGui::Button(label, ImVec2(-1, 0)) && !entered) return;
    const std::string name = freeName(all, m_name.data());
    if (name.empty()) return;
    actions.bookmarks.list = all;
    actions.bookmarks.list->push_back({name, link});
}

void BookmarksWindow::rename(const Bookmarks& all, std::size_t number, UserActions& actions) {
    Bookmarks others = all;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(number));
    m_renamed = -1;
    const std::string name = freeName(others, m_newName.data());
    if (name.empty() || name == all[number].name) return;
    actions.bookmarks.list = all;
    (*actions.bookmarks.list)[number].name = name;
}

void BookmarksWindow::showRow(const Bookmarks& all, std::size_t number, UserActions& actions) {
    const Bookmark& each = all[number];
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    if (m_renamed == static_cast<int>(number)) {
        ImGui::SetNextItemWidth(-1);
        if (ImGui::IsWindowAppearing() || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
        const bool entered = ImGui::InputText("##rename", m_newName.data(), m_newName.size(),
                                              ImGuiInputTextFlags_EnterReturnsTrue);
        if (ImGui::IsKeyPressed(ImGuiKey_Escape))
            m_renamed = -1;
        else if (entered || ImGui::IsItemDeactivatedAfterEdit())
            rename(all, number, actions);
    } else {
        if (ImGui::Selectable(each.name.c_str())) actions.open.link = each.link;
        if (kit::wantsTooltip()) kit::tooltip(m_details[number]);
        kit::wrappedText(kit::style().theme->dim, m_details[number]);
    }
    ImGui::TableSetColumnIndex(1);
    if (ImGui::SmallButton(tr("Rename"))) {
        m_renamed = static_cast<int>(number);
        fill(m_newName, each.name);
    }
    ImGui::SameLine(0, points(6));
    if (ImGui::SmallButton(tr("Delete"))) {
        actions.bookmarks.list = all;
        actions.bookmarks.list->erase(actions.bookmarks.list->begin() + static_cast<std::ptrdiff_t>(number));
    }
}

void BookmarksWindow::showList(const Bookmarks& all, UserActions& actions) {
    if (all.empty())
        return kit::wrappedText(kit::style().theme->dim,
                                tr("No bookmarks yet. A bookmark brings back the lab with its parameters, "
                                   "the GPU, the view, and the step of a lesson."));
    if (!ImGui::BeginTable("bookmarks", 2, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("do", ImGuiTableColumnFlags_WidthFixed);
    for (std::size_t i = 0; i < all.size(); ++i) {
        ImGui::PushID(all[i].name.c_str());
        showRow(all, i, actions);
        ImGui::PopID();
    }
    ImGui::EndTable();
}

void BookmarksWindow::show(const std::shared_ptr<const Bookmarks>& all, const std::string& link,
                           UserActions& actions) {
    if (!m_open) return;
    if (m_all != all) {
        m_all = all;
        m_renamed = -1;
        m_details.clear();
        for (const Bookmark& each : *all) m_details.push_back(bookmarkDetail(each));
    }
    const ImGuiViewport& window = *ImGui::GetMainViewport();
    const ImVec2 size(std::min(points(560), window.WorkSize.x - points(40)),
                      std::min(points(380), window.WorkSize.y - points(40)));
    ImGui::SetNextWindowSize(size, ImGuiCond_Appearing);
    ImGui::SetNextWindowPos(window.GetWorkCenter(), ImGuiCond_Appearing, ImVec2(0.5F, 0.5F));
    if (m_opened) ImGui::SetNextWindowFocus();
    m_opened = false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(points(1), 1.F));
    const bool visible = ImGui::Begin(tr("Bookmarks"), &m_open,
                                      ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse |
                                          ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    if (visible) {
        showNew(*all, link, actions);
        ImGui::Dummy(ImVec2(0, points(4)));
        const bool renames = m_renamed >= 0;
        const char* const keys =
            tr("Enter keeps, a click goes there, Ctrl+Z undoes, Escape or Ctrl+B closes.");
        const float height =
            ImGui::CalcTextSize(keys, nullptr, false, ImGui::GetContentRegionAvail().x).y + points(6);
        if (ImGui::BeginChild("list", ImVec2(0, -height))) showList(*all, actions);
        ImGui::EndChild();
        kit::wrappedText(kit::style().theme->faint, keys);
        const bool typedElsewhere =
            ImGui::GetIO().WantTextInput && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
        if (!renames && !typedElsewhere && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) m_open = false;
    }
    ImGui::End();
}

} // namespace lanescope::shell
