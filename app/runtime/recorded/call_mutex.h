// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace lanescope::runtime {

/// A recursive mutex that says which thread has it.
class CallMutex {
public:
    void lock() {
        m_mutex.lock();
        enter();
    }
    bool try_lock() {
        if (!m_mutex.try_lock()) return false;
        enter();
        return true;
    }
    void unlock() {
        if (--m_depth == 0) m_owner.store(0, std::memory_order_relaxed);
        m_mutex.unlock();
    }
    /// As gettid() has it; 0: none.
    pid_t owner() const { return m_owner.load(std::memory_order_relaxed); }

private:
    void enter() {
        static thread_local const pid_t self = ::gettid();
        if (++m_depth == 1) m_owner.store(self, std::memory_order_relaxed);
    }

    std::recursive_mutex m_mutex;
    unsigned m_depth = 0; ///< of whoever has it
    std::atomic<pid_t> m_owner = 0;
};

} // namespace lanescope::runtime
