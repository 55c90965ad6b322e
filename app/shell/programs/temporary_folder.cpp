// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/temporary_folder.h"

#include "model/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

namespace lanescope::shell {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBegin = "lanescope-";
constexpr std::string_view kUnique = "XXXXXX"; // as mkdtemp wants it

/// The process that has made a folder of that name, "lanescope-PID-XXXXXX"; 0: it is another name.
pid_t ownerIn(std::string_view name) {
    if (!name.starts_with(kBegin)) return 0;
    name.remove_prefix(kBegin.size());
    pid_t owner = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), owner);
    const std::string_view rest(end, static_cast<std::size_t>(name.data() + name.size() - end));
    const bool isWhole =
        error == std::errc{} && owner > 0 && rest.size() == 1 + kUnique.size() && rest.front() == '-' &&
        std::ranges::all_of(rest.substr(1), [](unsigned char c) { return std::isalnum(c) != 0; });
    return isWhole ? owner : 0;
}

/// The open folder, locked; -1: somebody else has locked it, or it is not this user's own folder.
int lockedFolder(const fs::path& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return -1;
    struct stat found {};
    if (::fstat(folder, &found) == 0 && found.st_uid == ::geteuid() &&
        ::flock(folder, LOCK_EX | LOCK_NB) == 0)
        return folder;
    ::close(folder);
    return -1;
}

} // namespace

TemporaryFolder::TemporaryFolder() {
    [[maybe_unused]] static const bool isTidy = (removeAbandoned(), true);
    std::string name =
        (fs::temp_directory_path() / fmt::format("{}{}-{}", kBegin, ::getpid(), kUnique)).string();
    if (!::mkdtemp(name.data())) throw Error(fmt::format("cannot make {}: {}", name, std::strerror(errno)));
    m_path = name;
    m_lock = lockedFolder(m_path);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    if (m_lock >= 0) ::close(m_lock);
}

bool TemporaryFolder::holds(const fs::path& name) {
    const fs::path folder = name.parent_path();
    return folder.parent_path() == fs::temp_directory_path() &&
           folder.filename().string().starts_with(kBegin);
}

/// The number may be that of a process which cannot be seen from here, as in a container that shares the
/// folder: the lock tells.
void TemporaryFolder::removeAbandoned() {
    std::error_code failed;
    const fs::path all = fs::temp_directory_path(failed);
    for (fs::directory_iterator at(all, failed), end; !failed && at != end; at.increment(failed)) {
        const pid_t owner = ownerIn(at->path().filename().string());
        if (owner == 0 || ::kill(owner, 0) == 0 || errno != ESRCH) continue;
        const int lock = lockedFolder(at->path());
        if (lock < 0) continue;
        std::error_code ignored;
        fs::remove_all(at->path(), ignored);
        ::close(lock);
    }
}

} // namespace lanescope::shell
