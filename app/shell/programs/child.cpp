// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

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

struct Attributes {
    posix_spawnattr_t all{};
    explicit Attributes(const ChildSetup& setup) {
        ::posix_spawnattr_init(&all);
        sigset_t usual;
        ::sigemptyset(&usual);
        if (setup.interruptible) ::sigaddset(&usual, SIGINT);
        if (setup.ownGroup) ::sigfillset(&usual);
        ::posix_spawnattr_setsigdefault(&all, &usual);
        ::posix_spawnattr_setpgroup(&all, 0);
        ::posix_spawnattr_setflags(
            &all, static_cast<short>(POSIX_SPAWN_SETSIGDEF | (setup.ownGroup ? POSIX_SPAWN_SETPGROUP : 0)));
    }
    ~Attributes() { ::posix_spawnattr_destroy(&all); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
};

struct Actions {
    posix_spawn_file_actions_t all{};
    explicit Actions(const std::vector<Redirection>& redirections) {
        ::posix_spawn_file_actions_init(&all);
        for (const Redirection& each : redirections) {
            if (each.from >= 0)
                ::posix_spawn_file_actions_adddup2(&all, each.from, each.number);
            else
                ::posix_spawn_file_actions_addopen(&all, each.number, each.file,
                                                   each.number == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
        }
    }
    ~Actions() { ::posix_spawn_file_actions_destroy(&all); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
};

ChildEnd endOf(int status) {
    if (WIFSIGNALED(status)) return {.signal = WTERMSIG(status)};
    return {.code = WEXITSTATUS(status)};
}

} // namespace

int Child::start(ChildSetup setup) {
    std::vector<char*> variables = pointersTo(setup.environment);
    const Actions actions(setup.redirections);
    const Attributes attributes(setup);
    pid_t started = -1;
    const int failed =
        ::posix_spawn(&started, setup.file.c_str(), &actions.all, &attributes.all,
                      pointersTo(setup.words).data(), setup.environment.empty() ? environ : variables.data());
    m_process = failed == 0 ? started : -1;
    m_ownGroup = setup.ownGroup;
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
