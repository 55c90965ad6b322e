// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/messages.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/finding_words.h"
#include "model/format.h"
#include "shell/app/runner.h"
#include "shell/app/user_actions.h"
#include "shell/output/findings.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <map>
#include <utility>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMost = 500;
constexpr double kNoticeSeconds = 3, kErrorSeconds = 10; ///< the latter are sentences, and not expected

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

const char* checksTip(const ChecksState& checks) {
    if (!checks.canChoose()) return tr("This lab always checks: mistakes are its subject.");
    if (checks.always)
        return tr("Something in this program fails, so its kernels are checked without this. The mistakes of "
                  "its host code are found only with it, from the next time it runs.");
    return tr("The emulator looks for races, for reads of memory that nothing has written, and for "
              "shuffles, member masks and mbarriers that are used wrongly. Kernels then run slower "
              "there, at worst twenty times. A program of yours also has the mistakes of its host "
              "code found, from the next time it runs.");
}

void Messages::say(Message::Kind kind, std::string text) {
    say({kind, std::move(text)});
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
    if (kind == Message::Kind::Error) m_noticeEnd = m_now + kErrorSeconds;
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

namespace {

/// What is to be said of a run. What several launches have is said once, with how many they are.
class Notes {
public:
    /// launch: of the program, by its place in the result.
    void add(Message::Kind kind, std::string text, std::size_t launch = 0, kit::FoundAt at = {}) {
        const auto [known, isNew] = m_numbers.try_emplace(text, m_all.size());
        if (isNew) m_all.push_back({{kind, std::move(text), std::move(at)}, launch, 1});
        Note& note = m_all[known->second];
        if (std::exchange(note.lastLaunch, launch) != launch) ++note.launches;
    }
    std::vector<Message> take() {
        std::vector<Message> all;
        for (Note& each : m_all) {
            if (each.launches > 1)
                each.message.text =
                    tr("{} (in {} launches)", each.message.text, lanescope::grouped(each.launches));
            all.push_back(std::move(each.message));
        }
        return all;
    }

private:
    struct Note {
        Message message;
        std::size_t lastLaunch = 0, launches = 0;
    };
    std::vector<Note> m_all;
    std::map<std::string, std::size_t> m_numbers; // in m_all, by their texts
};

} // namespace

void Messages::noteFindings(const session::RunResult& result, bool checked, bool apart) {
    Notes notes;
    for (std::string& warning : warningsOf(*result.recording))
        notes.add(Message::Kind::Warning, std::move(warning));
    for (const std::string& finding : hostFindingTexts(*result.recording))
        notes.add(Message::Kind::Warning, retold(finding));
    for (std::size_t i = 0; i < result.launches.size(); ++i) {
        const session::LaunchResult& launch = result.launches[i];
        const auto withPlace = [&](std::string text) {
            return kit::withPlace(std::move(text), launch.place);
        };
        if (launch.fault)
            notes.add(Message::Kind::Warning, withPlace(retold(launch.fault->what())), i,
                      kit::placeOf(*launch.fault, result, i));
        if (!launch.refused.empty())
            notes.add(Message::Kind::Warning,
                      withPlace(tr("{} did not run: {}", launch.label, retold(launch.refused))), i);
        for (const ptx::Finding& finding : launch.record.findings)
            notes.add(Message::Kind::Warning, withPlace(kit::findingText(finding)), i,
                      kit::placeOf(finding, result, i));
        if (!checked || !launch.observation || launch.fault || !launch.refused.empty()) continue;
        const model::Report& report = launch.observation->reports.front();
        notes.add(Message::Kind::Info,
                  fmt::format("{}: {}{}", launch.label,
                              checkedText(launch.record.findings, report.blocksRun, report.blocksTotal),
                              apart ? tr(", found by the emulator on the same inputs") : ""),
                  i);
    }
    std::vector<Message> all = notes.take();
    std::vector<std::string> texts;
    for (const Message& message : all) texts.push_back(message.text);
    if (texts == m_lastFindings) return;
    m_lastFindings = std::move(texts);
    for (Message& message : all) say(std::move(message));
}

std::string Messages::text() const {
    std::string all;
    for (const Message& message : m_all) all += message.text + "\n";
    return all;
}

void Messages::show(const ChecksState& checks, UserActions& actions) {
    m_unread = false;
    bool on = checks.on();
    ImGui::BeginDisabled(!checks.canChoose());
    if (ImGui::Checkbox(tr(kChecks), &on)) actions.run.checks = on;
    ImGui::EndDisabled();
    kit::tooltip(checksTip(checks));
    if (m_all.empty()) kit::coloredText(kit::style().theme->faint, tr("Nothing to report."));
    for (const Message& message : m_all) {
        ImGui::BeginGroup();
        kit::wrappedText(colorOf(message.kind), message.text);
        ImGui::EndGroup();
        if (message.at.line == 0) continue;
        kit::tooltip(tr(kit::kLeadsToLine));
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsItemClicked()) actions.stage.found = message.at;
    }
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
}

} // namespace lanescope::shell
