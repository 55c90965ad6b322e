// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/finding_words.h"
#include "text/tr.h"

#include <cstdint>
#include <deque>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

struct ChecksState;
struct UserActions;

/// The switch of the checks, in the menu and over the messages.
inline constexpr const char* kChecks = translatable("Check races, uninitialised reads and misuse");
/// What the switch does, or why it cannot be moved.
const char* checksTip(const ChecksState& checks);

/// One line of the messages panel.
struct Message {
    enum class Kind : std::uint8_t { Info, Warning, Error } kind = Kind::Info;
    std::string text;
    kit::FoundAt at = {}; ///< that it speaks of; a click goes there
};

/// All that the program has said: the messages panel, and the notice over the stage.
class Messages {
public:
    void say(Message::Kind kind, std::string text);
    void say(Message message);
    /// Among the messages, and over the stage for three seconds.
    void announce(Message::Kind kind, const std::string& text);
    /// The same of what went wrong.
    void announce(const std::exception& failure);
    /// Over the stage only.
    void notify(std::string text);
    /// The notice; empty when there is none.
    std::string_view notice() const;
    /// The time by which notices go, seconds.
    void setTime(double now) { m_now = now; }

    /// Takes in how a run ended: an error once, however often the run is tried.
    void noteError(const std::string& error);
    /// What a new result has to say: what kernels printed, which results go a slow way, and findings; with
    /// checks on also that nothing was found: once, however often the kernels run again.
    void noteResult(const session::RunResult& result, bool checked, bool apart);
    /// The next findings are said, though they be the same.
    void forgetFindings() { m_lastFindings.clear(); }

    /// Oldest first, a line each.
    std::string text() const;
    bool unread() const { return m_unread; }
    /// The panel's contents: the switch of the checks, and every message.
    void show(const ChecksState& checks, UserActions& actions);

private:
    void noteFindings(const session::RunResult& result, bool checked, bool apart);

    std::deque<Message> m_all;
    bool m_unread = false;
    std::string m_lastError;
    std::vector<std::string> m_lastFindings; ///< texts of those that are among the messages
    std::string m_notice;
    double m_now = 0, m_noticeEnd = 0; ///< seconds
};

} // namespace lanescope::shell
