// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/messages.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/finding_words.h"
#include "shell/app/user_actions.h"
#include "shell/output/findings.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMost = 500;
constexpr double kNoticeSeconds = 3;

const render::Color& colorOf(Message::Kind kind) {
    const render::Theme& theme = *kit::style().theme;
    switch (kind) {
    case Message::Kind::Error:
        return theme.bad;
    case Message::Kind::Warning:
        return theme.warn;
    case Message::Kind::Info:
        break;
    }
    return theme.dim;
}

} // namespace

const char* checksTip(bool always) {
    return always ? tr("This lab always checks: mistakes are its subject.")
                  : tr("The emulator looks for races, for reads of memory that nothing has written, and for "
                       "shuffles, member masks and mbarriers that are used wrongly. Kernels then run slower "
                       "there, at worst twenty times. A program of yours also has the mistakes of its host "
                       "code found, from the next time it runs.");
}

void Messages::say(Message::Kind kind, std::string text) {
    say({kind, std::move(text), {}, 0});
}

void Messages::say(Message message) {
    if (!m_all.empty() && m_all.back().text == message.text) return;
    m_unread |= message.kind != Message::Kind::Info;
    m_all.push_back(std::move(message));
    if (m_all.size() > kMost) m_all.pop_front();
}

void Messages::announce(Message::Kind kind, const std::string& text) {
    say(kind, text);
    notify(text);
}

void Messages::announce(const std::exception& failure) {
    announce(Message::Kind::Error, retold(failure.what()));
}

void Messages::notify(std::string text) {
    m_notice = std::move(text);
    m_noticeEnd = m_now + kNoticeSeconds;
}

std::string_view Messages::notice() const {
    return m_now < m_noticeEnd ? std::string_view(m_notice) : std::string_view();
}

void Messages::noteError(const std::string& error) {
    if (!error.empty() && error != m_lastError) say(Message::Kind::Error, retold(error));
    m_lastError = error;
}

void Messages::noteResult(const session::RunResult& result, bool checked, bool apart) {
    for (const session::LaunchResult& launch : result.launches)
        if (!launch.record.printed.empty()) say(Message::Kind::Info, launch.record.printed);
    noteFindings(result, checked, apart);
    for (const session::ResultObject& object : result.objects)
        if (object.route == device::Route::ThroughHost)
            say(Message::Kind::Warning,
                tr("'{}' goes through host memory each frame: {}", object.name, retold(object.reason)));
}

void Messages::noteFindings(const session::RunResult& result, bool checked, bool apart) {
    std::vector<std::string> texts;
    std::vector<Message> all;
    const auto note = [&](Message::Kind kind, std::string text, std::string file, std::uint32_t line) {
        texts.push_back(text);
        all.push_back({kind, std::move(text), std::move(file), line});
    };
    for (std::string& changed : changedSources(*result.recording))
        note(Message::Kind::Warning, std::move(changed), {}, 0);
    for (const std::string& finding : hostFindingTexts(*result.recording))
        note(Message::Kind::Warning, retold(finding), {}, 0);
    for (const session::LaunchResult& launch : result.launches) {
        if (launch.fault)
            note(Message::Kind::Warning, retold(launch.fault->what()), launch.fault->file,
                 launch.fault->line);
        if (!launch.refused.empty())
            note(Message::Kind::Warning, tr("{} did not run: {}", launch.label, retold(launch.refused)), {},
                 0);
        for (const ptx::Finding& finding : launch.record.findings)
            note(Message::Kind::Warning, kit::findingText(finding), finding.file, finding.line);
        if (!checked || !launch.observation || launch.fault || !launch.refused.empty()) continue;
        const model::Report& report = launch.observation->reports.front();
        note(Message::Kind::Info,
             fmt::format("{}: {}{}", launch.label,
                         checkedText(launch.record.findings, report.blocksRun, report.blocksTotal),
                         apart ? tr(", found by the emulator on the same inputs") : ""),
             {}, 0);
    }
    if (texts == m_lastFindings) return;
    m_lastFindings = std::move(texts);
    for (Message& message : all) say(std::move(message));
}

std::string Messages::text() const {
    std::string all;
    for (const Message& message : m_all) all += message.text + "\n";
    return all;
}

void Messages::show(ChecksState checks, UserActions& actions) {
    m_unread = false;
    bool on = checks.on || checks.always;
    ImGui::BeginDisabled(checks.always);
    if (ImGui::Checkbox(tr(kChecks), &on)) actions.run.checks = on;
    ImGui::EndDisabled();
    kit::tooltip(checksTip(checks.always));
    if (m_all.empty()) kit::coloredText(kit::style().theme->faint, tr("Nothing to report."));
    for (const Message& message : m_all) {
        ImGui::BeginGroup();
        kit::wrappedText(colorOf(message.kind), message.text);
        ImGui::EndGroup();
        if (message.line == 0) continue;
        kit::tooltip(tr("Click to see the line in the source."));
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsItemClicked()) actions.stage.line = message;
    }
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
}

} // namespace lanescope::shell
