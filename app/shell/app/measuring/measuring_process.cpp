// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/measuring/measuring_process.h"

#include "model/error.h"
#include "shell/programs/child.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace lanescope::shell {

namespace {

/// The reading end of a pipe that never makes the reader wait.
struct Pipe {
    int read = -1, write = -1;
    void open() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
        read = ends[0];
        write = ends[1];
        ::fcntl(read, F_SETFL, O_NONBLOCK);
    }
    static void close(int& end) {
        if (end >= 0) ::close(end);
        end = -1;
    }
    void closeBoth() {
        close(read);
        close(write);
    }
    void drain(std::string& into) const {
        char bytes[8192];
        for (ssize_t got = 0; read >= 0 && (got = ::read(read, bytes, sizeof bytes)) > 0;)
            into.append(bytes, static_cast<std::size_t>(got));
    }
};

/// The last line that is no progress, without the program's name.
std::string lastWords(const std::string& said) {
    std::string last;
    for (std::size_t begin = 0; begin < said.size();) {
        const std::size_t end = std::min(said.find('\n', begin), said.size());
        std::string_view line = std::string_view(said).substr(begin, end - begin);
        begin = end + 1;
        constexpr std::string_view kName = "lanescope: ";
        if (line.empty() || line.starts_with("progress ")) continue;
        if (line.starts_with(kName)) line.remove_prefix(kName.size());
        last = line;
    }
    return last;
}

} // namespace

struct MeasuringProcess::State {
    Child child;
    int ended = -1; // a descriptor that can be read once the process has ended
    Pipe output, error;
    std::string written, said;
    std::size_t heard = 0; // of said, in whole lines
    double progress = 0;
    std::string doing;

    void listen() {
        output.drain(written);
        error.drain(said);
        for (std::size_t end; (end = said.find('\n', heard)) != std::string::npos; heard = end + 1) {
            std::string_view line = std::string_view(said).substr(heard, end - heard);
            constexpr std::string_view kWord = "progress ";
            if (!line.starts_with(kWord)) continue;
            line.remove_prefix(kWord.size());
            const auto [rest, failed] = std::from_chars(line.data(), line.data() + line.size(), progress);
            if (failed == std::errc{})
                doing = line.substr(std::min(line.size(), static_cast<std::size_t>(rest - line.data()) + 1));
        }
    }
    void forget() {
        output.closeBoth();
        error.closeBoth();
        Pipe::close(ended);
    }
};

MeasuringProcess::MeasuringProcess() : m_state(std::make_unique<State>()) {}
MeasuringProcess::~MeasuringProcess() {
    cancel();
}

void MeasuringProcess::start(const std::string& program, std::vector<std::string> arguments) {
    cancel();
    *m_state = {};
    State& s = *m_state;
    const std::string file = program.empty() ? kThisProgram : program;
    arguments.insert(arguments.begin(), "lanescope");
    arguments.emplace_back("--progress");
    try {
        s.output.open();
        s.error.open();
    } catch (...) {
        s.forget();
        throw;
    }
    const int failed = s.child.start({.file = file,
                                      .words = std::move(arguments),
                                      .environment = {},
                                      .redirections = {{.number = STDIN_FILENO, .file = "/dev/null"},
                                                       {.number = STDOUT_FILENO, .from = s.output.write},
                                                       {.number = STDERR_FILENO, .from = s.error.write}}});
    Pipe::close(s.output.write);
    Pipe::close(s.error.write);
    if (failed != 0) {
        s.forget();
        throw Error(fmt::format("the measurement could not be started: {}", std::strerror(failed)));
    }
    s.ended = static_cast<int>(::syscall(SYS_pidfd_open, s.child.process(), 0));
}

void MeasuringProcess::cancel() {
    State& s = *m_state;
    if (!s.child.running()) return;
    // It only reads and computes: there is nothing that it would have to put in order.
    s.child.kill();
    s.forget();
}

bool MeasuringProcess::running() const {
    return m_state->child.running();
}
double MeasuringProcess::progress() const {
    return m_state->progress;
}
const std::string& MeasuringProcess::doing() const {
    return m_state->doing;
}

void MeasuringProcess::wait(double seconds) const {
    const State& s = *m_state;
    if (!s.child.running()) return;
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    const auto left = [&] {
        const std::chrono::duration<double, std::milli> rest = until - std::chrono::steady_clock::now();
        return static_cast<int>(std::clamp(rest.count(), 0.0, 1e9));
    };
    std::array<pollfd, 3> ends{{{s.ended, POLLIN, 0}, {s.output.read, POLLIN, 0}, {s.error.read, POLLIN, 0}}};
    const int ready = ::poll(ends.data(), ends.size(), left());
    const bool readable = std::ranges::any_of(ends, [](const pollfd& end) { return end.revents & POLLIN; });
    // Both pipes were closed, and the process still has to end.
    if (ready > 0 && !readable && s.ended >= 0) ::poll(ends.data(), 1, left());
}

std::optional<MeasuringProcess::Outcome> MeasuringProcess::poll() {
    State& s = *m_state;
    if (!s.child.running()) return std::nullopt;
    s.listen();
    const std::optional<ChildEnd> end = s.child.poll();
    if (!end) return std::nullopt;
    s.listen(); // what it wrote between the two
    Outcome outcome;
    outcome.exitCode = end->code;
    outcome.output = std::move(s.written);
    if (outcome.exitCode != 0) {
        outcome.error = lastWords(s.said);
        if (end->signal != 0)
            outcome.error = fmt::format("the measuring process ended by signal {}{}{}", end->signal,
                                        outcome.error.empty() ? "" : "; its last words: ", outcome.error);
        else if (outcome.error.empty())
            outcome.error = "the measuring process failed without a word";
    }
    s.forget();
    return outcome;
}

} // namespace lanescope::shell
