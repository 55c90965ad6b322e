// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/crash.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>

namespace lanescope::runtime {

namespace {

constexpr unsigned kSeconds = 10;
constexpr std::array kEnds = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGTERM,   SIGINT,  SIGHUP,
                              SIGPIPE, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU};

pid_t (*g_enter)() = nullptr;
void (*g_function)(int signal) = nullptr;
std::atomic<bool> g_ends = false; // a thread is about to end the process

/// The other thread may have left its call meanwhile, or take no signals: that ends.
bool isPassedOn(int number, pid_t to) {
    constexpr int kMost = 3;
    static std::atomic<int> times = 0;
    return !isCrash(number) && times++ < kMost && ::tgkill(::getpid(), to, number) == 0;
}

void sleepFor(long milliseconds) {
    const timespec time{0, milliseconds * 1000000};
    ::nanosleep(&time, nullptr);
}

/// The thread that was passed a signal ends the process when it has written what there is: whoever writes to
/// a pipe without a reader gets another signal at once. Where it does not begin to, nothing is waited for.
void waitForEnd() {
    constexpr int kToBegin = 100, kToEnd = (kSeconds + 1) * 1000;
    for (int i = 0; i < (g_ends ? kToEnd : kToBegin); ++i) sleepFor(1);
}

void crashed(int number) {
    const pid_t other = g_enter();
    if (other != 0 && isPassedOn(number, other)) return waitForEnd();
    if (other == 0 && g_ends.exchange(true) && !isCrash(number)) return; // within the same, which goes on
    // Of the process, not of what the C library keeps of it: its locks may be held.
    const pid_t copy = other == 0 ? ::_Fork() : -1;
    if (copy == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // whoever ends the process ends this, too
        for (const int each : kEnds) ::signal(each, SIG_DFL);
        ::signal(SIGPIPE, SIG_IGN); // what is said may have no reader
        ::alarm(kSeconds);
        g_function(number);
        ::_exit(0);
    }
    while (copy > 0 && ::waitpid(copy, nullptr, 0) < 0 && errno == EINTR) {
    }
    ::signal(number, SIG_DFL);
    ::raise(number);
}

} // namespace

bool isCrash(int signal) {
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGABRT;
}

void atCrash(pid_t (*enter)(), void (*function)(int signal)) {
    g_enter = enter;
    g_function = function;
    for (const int number : kEnds) {
        struct sigaction present {};
        if (::sigaction(number, nullptr, &present) != 0 || present.sa_handler != SIG_DFL) continue;
        struct sigaction wanted {};
        wanted.sa_handler = crashed;
        wanted.sa_flags = SA_NODEFER;
        ::sigaction(number, &wanted, nullptr);
    }
}

} // namespace lanescope::runtime
