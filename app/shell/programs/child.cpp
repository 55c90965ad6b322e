// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>
#include <utility>

extern char** environ;

namespace lanescope::shell {

namespace {

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& each : texts) all.push_back(each.data());
    all.push_back(nullptr);
    return all;
}

/// A pipe over which the child says why it could not be started; one that has started closes it.
class FailurePipe {
public:
    FailurePipe() {
        if (::pipe2(m_ends.data(), O_CLOEXEC) != 0) m_ends.fill(-1);
    }
    ~FailurePipe() {
        for (const int end : m_ends)
            if (end >= 0) ::close(end);
    }
    FailurePipe(const FailurePipe&) = delete;
    FailurePipe& operator=(const FailurePipe&) = delete;
    bool isOpen() const { return m_ends[0] >= 0; }
    /// In the child: keeps clear of the descriptors that it gets.
    int keptAbove(int number) const { return ::fcntl(m_ends[1], F_DUPFD_CLOEXEC, number); }
    /// In the parent: 0 of one that has started.
    int heard() {
        ::close(std::exchange(m_ends[1], -1));
        int error = 0;
        ssize_t got = -1;
        while ((got = ::read(m_ends[0], &error, sizeof error)) < 0 && errno == EINTR) {
        }
        return got == sizeof error ? error : 0;
    }

private:
    std::array<int, 2> m_ends{};
};

// In the child between fork() and exec(), where only what a signal handler may call is allowed.

bool redirect(const Redirection& wanted) {
    int from = wanted.from;
    if (from == wanted.number) return ::fcntl(from, F_SETFD, 0) == 0;
    if (from < 0) from = ::open(wanted.file, wanted.number == STDIN_FILENO ? O_RDONLY : O_WRONLY);
    if (from < 0 || (from != wanted.number && ::dup2(from, wanted.number) < 0)) return false;
    if (wanted.from < 0 && from != wanted.number) ::close(from);
    return true;
}

/// Gives the error code where it fails.
int become(const ChildSetup& setup, pid_t parent, char* const* words, char* const* variables) {
    // However this process ends, the child ends with it.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    if (::getppid() != parent) ::_exit(1); // it had ended before
    if (setup.interruptible) ::signal(SIGINT, SIG_DFL);
    if (setup.ownGroup) {
        for (int each = 1; each < NSIG; ++each) ::signal(each, SIG_DFL);
        if (::setpgid(0, 0) != 0) return errno;
    }
    for (const Redirection& each : setup.redirections)
        if (!redirect(each)) return errno;
    ::execve(setup.file.c_str(), words, variables);
    return errno;
}

ChildEnd endOf(int status) {
    if (WIFSIGNALED(status)) return {.signal = WTERMSIG(status)};
    return {.code = WEXITSTATUS(status)};
}

} // namespace

int Child::start(ChildSetup setup) {
    constexpr int kAboveAll = 16; // redirections
    std::vector<char*> given = pointersTo(setup.environment);
    char* const* const variables = setup.environment.empty() ? environ : given.data();
    const std::vector<char*> words = pointersTo(setup.words);
    FailurePipe failure;
    if (!failure.isOpen()) return errno;
    const pid_t parent = ::getpid(), started = ::fork();
    if (started < 0) return errno;
    if (started == 0) {
        const int end = failure.keptAbove(kAboveAll);
        const int error = become(setup, parent, words.data(), variables);
        [[maybe_unused]] const ssize_t told = ::write(end, &error, sizeof error);
        ::_exit(127);
    }
    m_process = started;
    m_ownGroup = setup.ownGroup;
    const int failed = failure.heard();
    if (failed != 0) wait();
    return failed;
}

std::optional<ChildEnd> Child::poll() {
    if (m_process < 0) return std::nullopt;
    int status = 0;
    const pid_t ended = ::waitpid(m_process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
    m_process = -1;
    return ended < 0 ? ChildEnd{} : endOf(status);
}

ChildEnd Child::wait() {
    if (m_process < 0) return {};
    int status = 0;
    pid_t ended = -1;
    while ((ended = ::waitpid(m_process, &status, 0)) < 0 && errno == EINTR) {
    }
    m_process = -1;
    return ended < 0 ? ChildEnd{} : endOf(status);
}

ChildEnd Child::interrupt(std::chrono::milliseconds patience) {
    if (m_process < 0) return {};
    const pid_t all = m_ownGroup ? -m_process : m_process;
    ::kill(all, SIGINT);
    const auto until = std::chrono::steady_clock::now() + patience;
    std::optional<ChildEnd> end;
    while (!(end = poll()) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (m_ownGroup || !end) ::kill(all, SIGKILL);
    return end ? *end : wait();
}

void Child::kill() {
    if (m_process < 0) return;
    ::kill(m_ownGroup ? -m_process : m_process, SIGKILL);
    wait();
}

} // namespace lanescope::shell
