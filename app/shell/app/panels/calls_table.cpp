// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/calls_table.h"

#include "kit/charts/host_calls.h"
#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/finding_words.h"
#include "model/format.h"
#include "recording/error_codes.h"
#include "recording/graph_branches.h"
#include "recording/host_write.h"
#include "session/timing.h"
#include "shell/app/user_actions.h"
#include "shell/requests/lab_request.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace lanescope::shell {

namespace {

/// Empty: it is in none of its own.
std::string streamText(const recording::Recording& recording, const recording::Call& call) {
    const std::optional<recording::StreamNumber> stream = recording::streamOf(call);
    if (!stream || recording::isHostWrite(call)) return {};
    const std::uint32_t branch = recording::branchOf(recording, *stream);
    return branch ? tr("branch {}", branch) : std::to_string(*stream);
}

struct Found {
    std::string text, tip;
    bool bad = false;
};

/// What was found in a launch.
Found foundIn(const session::LaunchResult& launch) {
    const auto withPlace = [&](std::string text) { return kit::withPlace(std::move(text), launch.place); };
    if (launch.wasRunning) return {tr("stopped"), withPlace(retold(launch.fault->what()))};
    if (launch.fault) return {tr("fault"), withPlace(retold(launch.fault->what())), true};
    if (!launch.refused.empty()) return {tr("did not run"), withPlace(retold(launch.refused)), true};
    Found found;
    for (const ptx::Finding& finding : launch.record.findings)
        found.tip += (found.tip.empty() ? "" : "\n") + withPlace(kit::findingText(finding));
    if (!found.tip.empty())
        found.text = launch.record.findings.size() == 1 ? std::string(tr("1 finding"))
                                                        : tr("{} findings", launch.record.findings.size());
    return found;
}

/// From a cold L2; beside what events measure, as these would. Empty: it is not known, or it did not run to
/// its end.
std::string modelledText(const session::LaunchResult& launch, bool measured) {
    if (launch.fault || !launch.refused.empty()) return {};
    const session::ModelledTime time = session::modelledTime(launch, model::Cache::Cold);
    const double seconds = measured ? time.eventSeconds() : time.seconds;
    return seconds > 0 ? lanescope::duration(seconds) : std::string();
}

std::string measuredText(const session::LaunchResult& launch) {
    const double milliseconds = launch.record.milliseconds;
    return milliseconds > 0 ? lanescope::duration(milliseconds * 1e-3) : std::string();
}

/// Whether a text holds one of small letters, whatever its case.
bool holds(std::string_view text, const std::string& small) {
    return !text.empty() && lowered(text).find(small) != std::string::npos;
}

/// The number of a launch, from 1; nothing: it is none.
std::optional<std::size_t> launchIn(std::string_view filter) {
    std::size_t number = 0;
    return parseWhole(filter, number) && number > 0 ? std::optional(number) : std::nullopt;
}

/// Fewer are seen at a look.
constexpr std::size_t kLeastToFilter = 16;
/// The findings' part of the room that calls and findings have.
constexpr float kFindings = 0.35F;
/// With so many points there is room for the program's lines.
constexpr float kWide = 520;
/// The panel finds its size in as many.
constexpr int kFramesToScroll = 8;

} // namespace

std::vector<std::optional<std::size_t>> launchesOf(const recording::Recording& recording) {
    std::vector<std::optional<std::size_t>> all;
    std::size_t launches = 0;
    for (const recording::Call& call : recording.calls)
        all.push_back(std::holds_alternative<recording::Launch>(call) ? std::optional(launches++)
                                                                      : std::nullopt);
    return all;
}

void CallsTable::showRow(const kit::Frame& frame, std::size_t call, std::optional<std::size_t> shown,
                         UserActions& actions) const {
    const render::Theme& theme = *kit::style().theme;
    const recording::Recording& recording = *frame.result.recording;
    const auto& results = frame.result.launches;
    const std::optional<std::size_t> launch = m_launches[call];
    const bool known = launch && *launch < results.size();
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const kit::ShortText number("{}##call", call + 1);
    if (known && ImGui::Selectable(number.c_str(), launch == shown, ImGuiSelectableFlags_SpanAllColumns))
        actions.stage.launch = *launch;
    if (!known) kit::coloredText(theme.faint, std::to_string(call + 1));
    ImGui::TableNextColumn();
    kit::coloredText(known ? theme.text : theme.dim, kit::callText(recording, call));
    const std::string_view place = recording.placeOfCall(call);
    if (!place.empty()) kit::tooltip(tr("called at {}", place));
    if (const std::string_view note = recording::noCallNote(recording, recording.calls[call]); !note.empty())
        kit::tooltip(retold(note));
    if (m_hasPlaces) {
        ImGui::TableNextColumn();
        kit::coloredText(theme.dim, place);
    }
    ImGui::TableNextColumn();
    kit::coloredText(theme.dim, streamText(recording, recording.calls[call]));
    const int last = ImGui::TableGetColumnCount() - 1;
    if (const auto* failed = std::get_if<recording::Failed>(&recording.calls[call])) {
        ImGui::TableSetColumnIndex(last);
        const recording::ErrorCode& code = recording::errorCodeOf(failed->code);
        kit::coloredText(theme.bad, code.name);
        kit::tooltip(retold(code.text));
    } else if (!known && m_fault && call > *m_fault) {
        ImGui::TableSetColumnIndex(last);
        kit::coloredText(theme.bad, tr("after a fault"));
        kit::tooltip(tr("A kernel has faulted before. The first call that waits for it reports the error, "
                        "and so does every later "
                        "one."));
    }
    if (!known) return;
    ImGui::TableNextColumn();
    kit::coloredText(theme.text, modelledText(results[*launch], frame.measured));
    if (frame.measured) {
        ImGui::TableNextColumn();
        kit::coloredText(theme.text, measuredText(results[*launch]));
    }
    ImGui::TableNextColumn();
    const Found found = foundIn(results[*launch]);
    kit::coloredText(found.bad ? theme.bad : theme.warn, found.text);
    if (!found.tip.empty()) kit::tooltip(found.tip);
}

void CallsTable::take(const kit::Frame& frame, const std::string& name) {
    const recording::Recording& recording = *frame.result.recording;
    const bool isOther = m_name != name;
    if (!isOther && m_recording == &recording && m_edition == frame.edition) return;
    if (isOther) {
        m_filter = {};
        m_name = name;
        ++m_recordings;
    }
    m_launches = launchesOf(recording);
    m_fault.reset();
    for (std::size_t call = m_launches.size(); call-- > 0;)
        if (const auto launch = m_launches[call];
            launch && *launch < frame.result.launches.size() && frame.result.launches[*launch].fault)
            m_fault = call;
    m_longestPlace.clear();
    for (std::size_t call = 0; call < recording.calls.size(); ++call)
        if (const std::string_view place = recording.placeOfCall(call); place.size() > m_longestPlace.size())
            m_longestPlace = place;
    m_recording = &recording;
    m_edition = frame.edition;
    findRows(recording);
}

void CallsTable::findRows(const recording::Recording& recording) {
    const std::string filter = lowered(m_filter.data());
    const std::optional<std::size_t> number = launchIn(filter);
    m_rows.clear();
    for (std::size_t call = 0; call < recording.calls.size(); ++call)
        if (filter.empty() || (number ? m_launches[call] == *number - 1
                                      : holds(kit::callText(recording, call), filter) ||
                                            holds(recording.placeOfCall(call), filter)))
            m_rows.push_back(call);
}

void CallsTable::showFilter(const recording::Recording& recording, UserActions& actions) {
    const bool filters = m_filter.front() != '\0';
    if (!filters && recording.calls.size() < kLeastToFilter) return;
    const kit::ShortText count("{} of {}", grouped(m_rows.size()), grouped(recording.calls.size()));
    const float gap = kit::points(8), width = ImGui::CalcTextSize(count.c_str()).x + gap;
    const auto before = m_filter;
    ImGui::SetNextItemWidth(filters ? std::max(ImGui::GetContentRegionAvail().x - width, kit::points(60))
                                    : -1);
    // Else the next letters would be shortcuts.
    bool& keepsKeyboard = ImGui::GetIO().ConfigInputTextEnterKeepActive;
    const bool others = std::exchange(keepsKeyboard, true);
    // A field that has the keyboard has its own text: another recording gets another field.
    ImGui::PushID(m_recordings);
    const bool entered =
        ImGui::InputTextWithHint("##calls found", tr("find a kernel, a call, or a launch by its number"),
                                 m_filter.data(), m_filter.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopID();
    keepsKeyboard = others;
    if (filters) {
        ImGui::SameLine(0, gap);
        kit::coloredText(kit::style().theme->dim, count);
    }
    // In a field that has the keyboard, Escape brings back what stood there before.
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && ImGui::IsKeyPressed(ImGuiKey_Escape))
        m_filter = {};
    if (m_filter != before) {
        findRows(recording);
        // Among all calls the one that is shown stands elsewhere.
        if (m_filter.front() == '\0') m_scrolls = kFramesToScroll;
    }
    if (!entered) return;
    const auto launch =
        std::ranges::find_if(m_rows, [&](std::size_t call) { return m_launches[call].has_value(); });
    if (launch != m_rows.end()) actions.stage.launch = m_launches[*launch];
}

void CallsTable::show(const kit::Frame& frame, const std::string& name, std::optional<std::size_t> launch,
                      UserActions& actions) {
    if (!frame.result.recording) return;
    const recording::Recording& recording = *frame.result.recording;
    take(frame, name);
    showFilter(recording, actions);
    if (m_rows.empty() && m_filter.front() != '\0')
        return kit::wrappedText(kit::style().theme->dim, tr("No call matches."));
    const bool isWide = ImGui::GetContentRegionAvail().x > kit::points(kWide);
    m_hasPlaces = isWide && !m_longestPlace.empty();
    const int columns = 5 + (frame.measured ? 1 : 0) + (m_hasPlaces ? 1 : 0);
    if (!ImGui::BeginTable("calls", columns,
                           ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit))
        return;
    ImGui::TableSetupScrollFreeze(0, 1);
    const auto column = [](const char* title, float width) {
        ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthFixed, kit::points(width));
    };
    column("##number", 34);
    ImGui::TableSetupColumn(tr("call"), ImGuiTableColumnFlags_WidthStretch, 1 - kFindings);
    if (m_hasPlaces) {
        const float needs =
            std::max(ImGui::CalcTextSize(m_longestPlace.c_str()).x, ImGui::CalcTextSize(tr("called at")).x);
        ImGui::TableSetupColumn(tr("called at"), ImGuiTableColumnFlags_WidthFixed,
                                std::min(needs, kit::points(150)));
    }
    column(tr("stream"), recording.graphBranches > 0 ? 64 : 44);
    column(tr("modelled"), 58);
    if (frame.measured) column(tr("measured"), 58);
    ImGui::TableSetupColumn(tr("findings"), ImGuiTableColumnFlags_WidthStretch, kFindings);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(m_rows.size()));
    if (launch != m_sought) {
        // A row that was clicked is where the mouse is.
        m_scrolls = launch == m_clicked ? 0 : kFramesToScroll;
        m_sought = launch;
    }
    if (launch && m_scrolls > 0)
        if (const auto row =
                std::ranges::find(m_rows, launch, [&](std::size_t call) { return m_launches[call]; });
            row != m_rows.end())
            clipper.IncludeItemByIndex(static_cast<int>(row - m_rows.begin()));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            const std::size_t call = m_rows[static_cast<std::size_t>(row)];
            ImGui::PushID(static_cast<int>(call));
            showRow(frame, call, launch, actions);
            if (launch && m_scrolls > 0 && m_launches[call] == launch) {
                ImGui::SetScrollHereY();
                --m_scrolls;
            }
            ImGui::PopID();
        }
    ImGui::EndTable();
    if (actions.stage.launch) m_clicked = actions.stage.launch;
}

} // namespace lanescope::shell
