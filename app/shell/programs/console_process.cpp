// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/console_process.h"

#include "model/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace lanescope::shell {

namespace {

/// A descriptor that is closed.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0) ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_number; }

private:
    int m_number;
};

[[noreturn]] void fail(const char* what) {
    throw Error(fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

/// A terminal: this end reads what is printed to the other one, as it was printed.
struct Terminal {
    Descriptor own{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    std::string name;

    Terminal() {
        std::array<char, 128> path{};
        if (own.get() < 0 || ::grantpt(own.get()) != 0 || ::unlockpt(own.get()) != 0 ||
            ::ptsname_r(own.get(), path.data(), path.size()) != 0)
            fail("open a terminal for the program");
        name = path.data();
    }
    /// The program's end.
    int openOther() const {
        const int other = ::open(name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (other < 0) fail("open the program's terminal");
        termios mode{};
        ::tcgetattr(other, &mode);
        ::cfmakeraw(&mode);
        ::tcsetattr(other, TCSANOW, &mode);
        return other;
    }
};

} // namespace

struct ConsoleProcess::State {
    Child child;
    Terminal terminal;
    Descriptor ended{::eventfd(0, EFD_CLOEXEC)};
    mutable std::mutex mutex; // of printed
    PrintedText printed;
    std::jthread reader;

    ~State() { stopReading(); }
    /// Takes what is there; false: nothing more comes.
    bool readSome() {
        std::array<char, 1 << 14> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
        const ssize_t got = ::read(terminal.own.get(), bytes.data(), bytes.size());
        if (got <= 0) return got < 0 && errno == EINTR; // EIO: all have closed it
        const std::scoped_lock lock(mutex);
        printed.add({bytes.data(), static_cast<std::size_t>(got)});
        return true;
    }
    /// Until the process has ended and all that it had printed by then is here. Who still prints after that
    /// was left behind by it.
    void readAll() {
        std::array<pollfd, 2> ends{{{terminal.own.get(), POLLIN, 0}, {ended.get(), POLLIN, 0}}};
        for (int rest = kMostAfterEnd; rest > 0;) {
            const bool over = ends[1].revents != 0;
            if (::poll(ends.data(), over ? 1 : 2, over ? 0 : -1) < 0 && errno != EINTR) return;
            if (over) --rest;
            if ((ends[0].revents & (POLLIN | POLLHUP)) != 0) {
                if (!readSome()) break;
            } else if (over) {
                return;
            }
        }
        // All have closed it: the process itself may go on.
    }
    void stopReading() {
        if (!reader.joinable()) return;
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t told = ::write(ended.get(), &one, sizeof one);
        reader.join();
    }
    static constexpr int kMostAfterEnd = 64; // reads
};

ConsoleProcess::ConsoleProcess() = default;
ConsoleProcess::~ConsoleProcess() {
    end();
}

void ConsoleProcess::start(const std::string& file, std::vector<std::string> words,
                           std::vector<std::string> environment) {
    end();
    m_state = std::make_unique<State>();
    State& s = *m_state;
    const Descriptor other(s.terminal.openOther());
    std::vector<Redirection> redirections{{.number = STDOUT_FILENO, .from = other.get()},
                                          {.number = STDERR_FILENO, .from = other.get()}};
    // Input is this process's where it is a file or a pipe: from its terminal a group in the background
    // cannot read.
    if (::isatty(STDIN_FILENO) || ::fcntl(STDIN_FILENO, F_GETFD) < 0)
        redirections.push_back({.number = STDIN_FILENO, .file = "/dev/null"});
    if (const int failed = s.child.start({.file = file,
                                          .words = std::move(words),
                                          .environment = std::move(environment),
                                          .redirections = std::move(redirections),
                                          .ownGroup = true});
        failed != 0)
        throw Error(fmt::format("{} cannot be started: {}", file, std::strerror(failed)));
    s.reader = std::jthread([&s] { s.readAll(); });
}

bool ConsoleProcess::running() const {
    return m_state && m_state->child.running();
}

void ConsoleProcess::end() {
    if (!running()) return;
    m_state->child.kill();
    m_state->stopReading();
}

ChildEnd ConsoleProcess::interrupt() {
    const ChildEnd end = m_state->child.interrupt(std::chrono::seconds(2));
    m_state->stopReading();
    return end;
}

PrintedText ConsoleProcess::printed() const {
    if (!m_state) return PrintedText();
    const std::scoped_lock lock(m_state->mutex);
    return m_state->printed;
}

std::optional<ChildEnd> ConsoleProcess::poll() {
    if (!running()) return std::nullopt;
    const std::optional<ChildEnd> end = m_state->child.poll();
    if (!end) return std::nullopt;
    m_state->stopReading();
    return end;
}

} // namespace lanescope::shell
