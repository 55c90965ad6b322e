// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace lanescope::session {

/// A thread that does one job after another, beside whoever gives them.
class Worker {
public:
    /// Starts the thread, which waits for a job.
    Worker();
    /// Waits for the job under way.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Begins a job, which must not throw; the one before it has to be done.
    void begin(std::function<void()> job);
    /// Waits for the job under way, at most so many seconds; true: it is done, or there is none.
    bool waitFor(double seconds);
    /// Waits for the job under way, however long it takes.
    void wait();

private:
    void work();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::function<void()> m_job; // empty: none is under way
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace lanescope::session
