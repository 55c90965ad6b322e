// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::shell {

/// The time that animated labs see: the host's, less what it stood still.
class AnimationClock {
public:
    /// start: what the animation's time is at the host's 0; all in seconds.
    explicit AnimationClock(double start = 0) : m_offset(-start) {}
    void set(double hostTime) { m_host = hostTime; }
    /// The animation is at this time now.
    void begin(double time) {
        m_offset = m_host - time;
        m_pausedAt = time;
    }
    double host() const { return m_host; }
    double time() const { return m_paused ? m_pausedAt : m_host - m_offset; }
    bool paused() const { return m_paused; }
    void playOrPause() {
        if (m_paused)
            m_offset = m_host - m_pausedAt;
        else
            m_pausedAt = m_host - m_offset;
        m_paused = !m_paused;
    }

private:
    double m_host = 0, m_offset = 0, m_pausedAt = 0;
    bool m_paused = false;
};

} // namespace lanescope::shell
