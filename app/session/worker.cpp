// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/worker.h"

#include <cassert>
#include <chrono>
#include <utility>

namespace lanescope::session {

Worker::Worker() : m_thread([this] { work(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void Worker::begin(std::function<void()> job) {
    {
        const std::lock_guard lock(m_mutex);
        assert(!m_job && "one job at a time");
        m_job = std::move(job);
    }
    m_changed.notify_all();
}

bool Worker::waitFor(double seconds) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return !m_job; });
}

void Worker::wait() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_job; });
}

void Worker::work() {
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_job || m_ending; });
        if (!m_job) return;
        lock.unlock();
        m_job();
        lock.lock();
        m_job = nullptr;
        m_changed.notify_all();
    }
}

} // namespace lanescope::session
