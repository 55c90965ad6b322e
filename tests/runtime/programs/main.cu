// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Runs the program that is named, or each in a process of its own, under its name. 77: there is no device.
#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

std::vector<Program>& Program::all() {
    static std::vector<Program> programs;
    return programs;
}

Program::Program(const char* programName, void (*program)()) : name(programName), run(program) {
    std::vector<Program>& programs = all();
    const auto after = [](const Program& a, const Program& b) { return std::strcmp(a.name, b.name) < 0; };
    programs.insert(std::upper_bound(programs.begin(), programs.end(), *this, after), *this);
}

int main(int argc, char** argv) {
    for (const Program& each : Program::all()) {
        if (argc > 1) {
            if (std::strcmp(argv[1], each.name) != 0) continue;
            int count = 0;
            if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return 77;
            std::setvbuf(stdout, nullptr, _IOLBF, 0); // what was printed before a crash is seen
            each.run();
            return 0;
        }
        std::printf("== %s\n", each.name);
        std::fflush(stdout);
        const pid_t child = ::fork();
        if (child == 0) {
            ::alarm(60); // one that hangs ends
            ::execl("/proc/self/exe", argv[0], each.name, nullptr);
            std::_Exit(1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return 77;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) std::printf("ended with %d\n", status);
    }
    if (argc > 1) std::fprintf(stderr, "there is no program %s\n", argv[1]);
    return argc > 1 ? 2 : 0;
}
