// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/kept/session_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMostBytes = 1 << 16;
constexpr std::string_view kPrefix = "window-";

/// The open file, when nobody else has locked it; -1 otherwise.
int lockedFile(const std::filesystem::path& file, int flags) {
    constexpr int kForMe = 0600;
    const int opened = ::open(file.c_str(), O_RDWR | O_CLOEXEC | flags, kForMe);
    if (opened < 0) return -1;
    if (::flock(opened, LOCK_EX | LOCK_NB) == 0) return opened;
    ::close(opened);
    return -1;
}

std::string firstLineIn(int opened) {
    std::vector<char> bytes(kMostBytes);
    const ssize_t count = ::pread(opened, bytes.data(), bytes.size(), 0);
    const std::string text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return text.substr(0, text.find('\n'));
}

} // namespace

SessionFile::SessionFile(std::filesystem::path folder) : m_folder(std::move(folder)) {
    if (m_folder.empty()) return;
    std::error_code failed;
    std::filesystem::create_directories(m_folder, failed);
    if (failed) return;
    findLost();
    // A number that another process had before may have left a file.
    for (int number = 0; number < 100 && m_lock < 0; ++number) {
        m_file = m_folder / fmt::format("{}{}-{}", kPrefix, ::getpid(), number);
        m_lock = lockedFile(m_file, O_CREAT | O_EXCL);
    }
}

SessionFile::~SessionFile() {
    for (const int each : {m_lock, m_lostLock})
        if (each >= 0) ::close(each);
}

/// The last one that was written is offered; those before it are of no use any more.
void SessionFile::findLost() {
    namespace fs = std::filesystem;
    std::error_code failed;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (fs::directory_iterator at(m_folder, failed), end; !failed && at != end; at.increment(failed))
        if (at->path().filename().string().starts_with(kPrefix)) {
            std::error_code gone;
            const auto written = fs::last_write_time(at->path(), gone);
            if (!gone) files.emplace_back(written, at->path());
        }
    std::ranges::sort(files, std::greater<>());
    for (const auto& [written, file] : files) {
        const int opened = lockedFile(file, 0);
        if (opened < 0) continue; // its window is open
        std::string text = m_lost.empty() ? firstLineIn(opened) : std::string();
        if (text.empty()) {
            fs::remove(file, failed);
            ::close(opened);
            continue;
        }
        m_lost = std::move(text);
        m_lostFile = file;
        m_lostLock = opened;
    }
}

void SessionFile::forgetLost() {
    if (m_lostLock < 0) return;
    std::error_code failed;
    std::filesystem::remove(m_lostFile, failed);
    ::close(std::exchange(m_lostLock, -1));
    m_lost.clear();
}

/// In place: another file of that name would not be locked.
void SessionFile::write(const std::string& text) {
    if (m_lock < 0 || text == m_written) return;
    const std::string line = text + "\n";
    if (::pwrite(m_lock, line.data(), line.size(), 0) != static_cast<ssize_t>(line.size())) return;
    if (::ftruncate(m_lock, static_cast<off_t>(line.size())) == 0) m_written = text;
}

void SessionFile::end() {
    if (m_lock < 0) return;
    std::error_code failed;
    std::filesystem::remove(m_file, failed);
    ::close(std::exchange(m_lock, -1));
}

} // namespace lanescope::shell
