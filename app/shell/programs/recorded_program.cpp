// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/recorded_program.h"

#include "device/device.h"
#include "kit/registry.h"
#include "model/error.h"
#include "shell/programs/runtime_library.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

extern char** environ;

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "lanescope-";

/// A folder that goes with everything in it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / (std::string(kFolder) + "XXXXXX")).string();
        if (!::mkdtemp(name.data()))
            throw Error(fmt::format("cannot make {}: {}", name, std::strerror(errno)));
        m_path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// The variables of this process with some set anew.
std::vector<std::string> environmentWith(const std::vector<std::pair<std::string, std::string>>& set) {
    std::vector<std::string> all;
    for (const auto& [name, value] : set) all.push_back(fmt::format("{}={}", name, value));
    for (char** each = environ; *each; ++each) {
        const std::string_view variable = *each;
        bool again = false;
        for (const auto& [name, value] : set) again = again || variable.starts_with(name + "=");
        if (!again) all.emplace_back(variable);
    }
    return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& each : texts) all.push_back(each.data());
    all.push_back(nullptr);
    return all;
}

/// Ctrl+C is for the program, which ends of it; this process goes on to say what became of it.
class InterruptsLeftAlone {
public:
    InterruptsLeftAlone() : m_before(std::signal(SIGINT, SIG_IGN)) {}
    ~InterruptsLeftAlone() { std::signal(SIGINT, m_before); }
    InterruptsLeftAlone(const InterruptsLeftAlone&) = delete;
    InterruptsLeftAlone& operator=(const InterruptsLeftAlone&) = delete;

private:
    void (*m_before)(int);
};

/// Runs the program to its end, and gives its exit code.
int run(const Program& program, std::vector<std::string> environment, ProgramOutput output) {
    std::vector<std::string> words{program.file};
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    if (output == ProgramOutput::ToStandardError)
        ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t interrupts;
    ::sigemptyset(&interrupts);
    ::sigaddset(&interrupts, SIGINT);
    ::posix_spawnattr_setsigdefault(&attributes, &interrupts);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const InterruptsLeftAlone waiting;
    pid_t process = -1;
    const int failed = ::posix_spawn(&process, program.file.c_str(), &actions, &attributes,
                                     pointersTo(words).data(), pointersTo(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        throw Error(fmt::format("{} cannot be started: {}", program.file, std::strerror(failed)));
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
    const int signal = WTERMSIG(status);
    fmt::print(stderr, "lanescope: {} was ended by signal {} ({})\n", program.file, signal,
               ::strsignal(signal));
    return 128 + signal;
}

/// What makes the program run on a device of that name. Throws device::Unavailable where there is none.
std::vector<std::pair<std::string, std::string>> deviceVariables(const std::string& device) {
    if (device == "auto") return {};
    if (device == "emulated") return {{"LANESCOPE_DEVICE", device}};
    device::openDevice(device);
    std::vector<std::pair<std::string, std::string>> all{{"LANESCOPE_DEVICE", "cuda"}};
    if (const std::size_t colon = device.find(':'); colon != std::string::npos)
        all.emplace_back("CUDA_VISIBLE_DEVICES", device.substr(colon + 1));
    return all;
}

/// What the runtime has noted; nullopt: it was not there.
std::optional<std::string> noteIn(const fs::path& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string whyNot(const std::optional<std::string>& noted, int code) {
    if (!noted)
        return "the program called nothing of Lanescope's CUDA runtime; one that is built with NVIDIA's has "
               "to be built "
               "again, with `lanescope nvcc` or -cudart shared";
    if (!noted->empty()) return *noted;
    return code > 128 ? fmt::format("signal {} ended the program before", code - 128)
                      : std::string("the program ended by _exit(), or in a way of its own");
}

} // namespace

bool isProgramsRecording(const std::string& name) {
    const fs::path folder = fs::path(name).parent_path();
    return folder.parent_path() == fs::temp_directory_path() &&
           folder.filename().string().starts_with(kFolder);
}

bool isProgram(const std::string& target) {
    const auto isLab = [&](const kit::LabEntry& each) { return each.name == target; };
    if (std::ranges::any_of(kit::labs(), isLab)) return false; // which ./NAME is not
    std::error_code unknown;
    return !target.ends_with(".lanescope") && fs::is_regular_file(target, unknown) &&
           ::access(target.c_str(), X_OK) == 0;
}

ProgramEnd runRecorded(const Program& program, const fs::path& file, ProgramOutput output) {
    const TemporaryFolder folder;
    const fs::path note = folder.path() / "note";
    const char* const libraries = std::getenv("LD_LIBRARY_PATH");
    std::vector<std::pair<std::string, std::string>> set{
        {"LANESCOPE_RECORD", fs::absolute(file).string()},
        {"LANESCOPE_RECORD_NOTE", note.string()},
        {"LD_LIBRARY_PATH", libraries && *libraries ? runtimeFolder() + ":" + libraries : runtimeFolder()}};
    for (const auto& variable : deviceVariables(program.device)) set.push_back(variable);
    std::error_code unknown;
    const auto before = fs::last_write_time(file, unknown);
    const bool there = !unknown;
    ProgramEnd end;
    end.code =
        run({fs::absolute(program.file).string(), program.arguments, {}}, environmentWith(set), output);
    const auto after = fs::last_write_time(file, unknown);
    if (unknown || (there && after == before)) end.whyNotRecorded = whyNot(noteIn(note), end.code);
    return end;
}

std::string recordingOf(const Program& program) {
    struct Made {
        Program program;
        TemporaryFolder folder;
        std::string file;
    };
    static std::mutex mutex;
    static std::list<Made> all;
    const std::scoped_lock lock(mutex);
    for (const Made& each : all)
        if (each.program == program) return each.file;
    Made& made = all.emplace_back();
    made.file = (made.folder.path() / (fs::path(program.file).filename().string() + ".lanescope")).string();
    const ProgramEnd end = runRecorded(program, made.file, ProgramOutput::ToStandardError);
    if (!end.whyNotRecorded.empty()) {
        all.pop_back();
        throw BadInput(fmt::format("{} cannot be recorded: {}", program.file, end.whyNotRecorded));
    }
    made.program = program;
    return made.file;
}

} // namespace lanescope::shell
