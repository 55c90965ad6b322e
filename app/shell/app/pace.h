// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

namespace lanescope::shell {

/// Decides when the window is drawn again: at once while something moves, else after input and until what was
/// drawn has settled. Times are seconds since any moment.
class Pace {
public:
    /// What the window shows now.
    struct Shown {
        bool moving = false;    ///< another picture in every frame
        bool trickling = false; ///< now and then something is added, such as a point of a sweep
        bool blinking = false;  ///< a cursor, or files are watched
    };

    /// Before a frame: how long to wait for input at most, seconds; 0: not at all, and the frame is drawn.
    double wait(const Shown& shown, double now) {
        // What a frame has changed is in it for the first time, however long it took to make.
        const bool changing = shown.moving || shown.trickling;
        const bool changed = std::exchange(m_wasChanging, changing);
        if (changing || changed) m_lastChange = now;
        if (changed && !changing) m_framesLeft = kFramesToSettle;
        m_began = now;
        m_isBlinking = shown.blinking;
        if (shown.moving || m_framesLeft > 0) {
            if (m_framesLeft > 0) --m_framesLeft;
            return 0;
        }
        return m_wait = shown.trickling ? kTrickleWait : kIdleWait;
    }
    /// After a wait: whether to draw. False: the picture is as it was.
    bool drawsAfterWait(double now) {
        if (now - m_began < 0.9 * m_wait) { // there was input
            m_framesLeft = kFramesToSettle;
            m_lastChange = now;
            return true;
        }
        return m_began - m_lastChange <= kLinger || m_isBlinking;
    }
    /// Something is held or dragged.
    void noteActivity() { m_framesLeft = kFramesToSettle; }

    /// How long the window waits for input while only the sweep's points come in, and when nothing does.
    static constexpr double kTrickleWait = 0.1, kIdleWait = 0.2;
    /// For so long after the last input or change a still picture is drawn after each wait: tooltips come
    /// late.
    static constexpr double kLinger = 1.5;
    /// After an input, which Dear ImGui spreads over some frames, or a change: layouts settle.
    static constexpr int kFramesToSettle = 3;

private:
    int m_framesLeft = kFramesToSettle;
    double m_lastChange = 0, m_began = 0, m_wait = 0;
    bool m_wasChanging = false, m_isBlinking = false;
};

} // namespace lanescope::shell
