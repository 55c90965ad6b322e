// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::ptx {

/// What cudaLimitPrintfFifoSize is on an H200 unless the program sets it.
inline constexpr std::size_t kPrintBytes = 8650752;

/// What kernels printed, as a device keeps it until it is fetched: where more is written than it holds, the
/// oldest is overwritten ("Formatted Output" in the CUDA C++ Programming Guide). Here it is cut at the end of
/// a line, and it is the text that counts.
class PrintBuffer {
public:
    /// most: bytes that it holds.
    explicit PrintBuffer(std::size_t most = kPrintBytes) : m_most(most) {}
    void add(std::string_view text) {
        m_text += text;
        if (m_text.size() > 2 * m_most) cut(); // not for every line
    }
    /// What another one, which holds as much, had left out comes before what it holds.
    void add(PrintBuffer&& later) {
        leaveOut(later.m_leftOut);
        if (m_text.empty())
            m_text.swap(later.m_text);
        else
            add(later.m_text);
    }
    bool empty() const { return m_text.empty() && m_leftOut == 0; }
    /// Bytes that it takes.
    std::size_t size() const { return m_text.size(); }
    /// All there is, which it has no more.
    PrintBuffer take() { return std::exchange(*this, PrintBuffer(m_most)); }
    std::string takeText() {
        cut();
        return std::exchange(m_text, {});
    }
    /// Bytes that were overwritten.
    std::uint64_t leftOut() const { return m_leftOut; }

private:
    void leaveOut(std::uint64_t bytes) {
        if (bytes == 0) return;
        m_leftOut += m_text.size() + bytes;
        m_text.clear();
    }
    void cut() {
        if (m_text.size() <= m_most) return;
        const std::size_t least = m_text.size() - m_most, end = m_text.find('\n', least - 1);
        const std::size_t gone = end == std::string::npos ? least : end + 1;
        m_leftOut += gone;
        m_text.erase(0, gone);
    }

    std::size_t m_most;
    std::string m_text;
    std::uint64_t m_leftOut = 0;
};

} // namespace lanescope::ptx
