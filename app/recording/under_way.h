// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::recording {

/// What a program that is recorded says of itself while it runs, in memory that Lanescope looks at from
/// another process. As new: all is 0.
class UnderWay {
public:
    void countLaunches(std::uint64_t more) {
        std::atomic_ref(m_launches).fetch_add(more, std::memory_order_relaxed);
    }
    std::uint64_t launches() { return std::atomic_ref(m_launches).load(std::memory_order_relaxed); }

    /// The kernel that runs now, cut off where its name is long; empty: none does.
    void setKernel(std::string_view name) {
        std::array<std::uint64_t, kWords> words{};
        name.copy(reinterpret_cast<char*>(words.data()), sizeof words - 1);
        const std::atomic_ref turn(m_turn); // odd while the name is written
        turn.fetch_add(1, std::memory_order_acq_rel);
        for (std::size_t i = 0; i < kWords; ++i)
            std::atomic_ref(m_kernel[i]).store(words[i], std::memory_order_release);
        turn.fetch_add(1, std::memory_order_release);
    }
    /// Empty also while it changes.
    std::string kernel() {
        const std::atomic_ref turn(m_turn);
        const std::uint64_t before = turn.load(std::memory_order_acquire);
        std::array<std::uint64_t, kWords> words{};
        for (std::size_t i = 0; i < kWords; ++i)
            words[i] = std::atomic_ref(m_kernel[i]).load(std::memory_order_acquire);
        if (before % 2 != 0 || turn.load(std::memory_order_acquire) != before) return {};
        words.back() &= ~(std::uint64_t{0xFF} << 56U);
        return reinterpret_cast<const char*>(words.data());
    }

private:
    static constexpr std::size_t kWords = 12;
    std::uint64_t m_launches = 0, m_turn = 0;
    std::array<std::uint64_t, kWords> m_kernel{};
};

} // namespace lanescope::recording
