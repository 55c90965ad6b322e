// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace lanescope::kit {

/// Does the latest of the jobs that it is given on a thread of its own, beside a window that draws, and keeps
/// what has come of it so far. A job that another one follows ends by itself; nobody waits for it.
/// Snapshot::generation changes with the contents.
template<class Job, class Snapshot>
class LatestJob {
public:
    /// run: does a job, on the thread, and must not throw.
    explicit LatestJob(std::function<void(const Job&)> run) : m_run(std::move(run)) {}
    ~LatestJob() {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
            m_job.reset();
        }
        m_changed.notify_all();
        if (m_worker.joinable()) m_worker.join();
    }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    /// In the place of the one before, and of its snapshot. nullptr: there is nothing to do.
    void begin(std::shared_ptr<const Job> job, Snapshot fresh) {
        {
            const std::lock_guard lock(m_mutex);
            fresh.generation = m_snapshot.generation + 1;
            m_snapshot = std::move(fresh);
            m_job = m_next = std::move(job);
            if (m_next && !m_worker.joinable()) m_worker = std::thread([this] { serve(); });
        }
        m_changed.notify_all();
    }
    /// Takes the job back; its snapshot stays as it is. Gives the job, if there was one.
    std::shared_ptr<const Job> drop() {
        const std::lock_guard lock(m_mutex);
        m_next.reset();
        return std::exchange(m_job, nullptr);
    }
    /// Calls change(Snapshot&). Of a job that another one has followed it does not, and gives false.
    template<class F>
    bool publish(const Job& from, F change) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_job.get() != &from) return false;
            ++m_snapshot.generation;
            change(m_snapshot);
        }
        m_changed.notify_all();
        return true;
    }
    /// The same, whatever the job.
    template<class F>
    void edit(F change) {
        const std::lock_guard lock(m_mutex);
        ++m_snapshot.generation;
        change(m_snapshot);
    }

    Snapshot snapshot() const {
        const std::lock_guard lock(m_mutex);
        return m_snapshot;
    }
    std::uint64_t generation() const {
        const std::lock_guard lock(m_mutex);
        return m_snapshot.generation;
    }
    /// Sleeps until done(const Snapshot&), at most so many seconds; true when it is.
    template<class Done>
    bool waitUntil(double seconds, Done done) const {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::duration<double>(seconds),
                                  [&] { return done(m_snapshot); });
    }

private:
    /// The share of a core that it gets beside a window that draws: a tenth. It gets all of an idle one.
    static constexpr int kNiceness = 10;

    void serve() {
        // Of this thread alone on Linux, and of those that it starts.
        ::setpriority(PRIO_PROCESS, 0, kNiceness);
        for (;;) {
            std::shared_ptr<const Job> mine;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [&] { return m_ending || m_next; });
                if (m_ending) return;
                mine = std::exchange(m_next, nullptr);
            }
            m_run(*mine);
        }
    }

    const std::function<void(const Job&)> m_run;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed; ///< a job, the snapshot, or the end
    Snapshot m_snapshot;
    std::shared_ptr<const Job> m_job;  ///< whose the snapshot is
    std::shared_ptr<const Job> m_next; ///< the same until the thread begins it
    bool m_ending = false;
    std::thread m_worker;
};

} // namespace lanescope::kit
