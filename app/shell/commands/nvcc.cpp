// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/nvcc.h"

#include "device/device.h"
#include "shell/programs/runtime_library.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <tuple>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

/// What stands in this variable has been started in vain: a script of that name that starts `lanescope nvcc`
/// again.
constexpr const char* kTried = "LANESCOPE_NVCC_TRIED";

/// $CUDACXX, that of $CUDA_HOME, those on the path, and the one that Lanescope was built with.
std::vector<std::string> nvccCandidates() {
    std::vector<std::string> candidates;
    if (const char* named = std::getenv("CUDACXX"); named && *named) candidates.emplace_back(named);
    if (const char* home = std::getenv("CUDA_HOME"); home && *home)
        candidates.push_back((fs::path(home) / "bin/nvcc").string());
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path ? path : ""; !rest.empty();) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
        if (!folder.empty()) candidates.push_back((fs::path(folder) / "nvcc").string());
    }
    candidates.emplace_back(LANESCOPE_NVCC_PROGRAM);
    return candidates;
}

/// The first of them that is there and was not tried.
std::string nvccProgram() {
    const char* variable = std::getenv(kTried);
    const std::string tried = fmt::format(":{}:", variable ? variable : "");
    for (const std::string& candidate : nvccCandidates()) {
        if (::access(candidate.c_str(), X_OK) != 0 ||
            tried.find(fmt::format(":{}:", candidate)) != std::string::npos)
            continue;
        ::setenv(kTried,
                 fmt::format("{}{}{}", variable ? variable : "", variable ? ":" : "", candidate).c_str(), 1);
        return candidate;
    }
    throw Unavailable("nvcc was not found: install the CUDA toolkit 12.8 or newer, or set CUDA_HOME to where "
                      "it is");
}

bool isOneOf(std::string_view argument, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, argument) != words.end();
}

constexpr int kMost = 90, kLeast = 75; // capabilities: an H200's, and the lowest that nvcc 13 knows

/// "90" or "90a".
struct Capability {
    int number = kLeast;
    bool isSpecific = false; ///< what it has of its own, too: PTX for it runs on no other
    bool operator<(const Capability& other) const {
        return std::tie(number, isSpecific) < std::tie(other.number, other.isSpecific);
    }
};

/// The capability of a word as it begins: 80 of "compute_80,code=sm_80"; nothing of other words, and of those
/// that the emulated device does not run.
std::optional<Capability> capabilityOf(std::string_view word) {
    constexpr std::string_view kBegin = "compute_";
    if (!word.starts_with(kBegin)) return std::nullopt;
    Capability capability;
    const char* const end = word.data() + word.size();
    const auto [next, error] = std::from_chars(word.data() + kBegin.size(), end, capability.number);
    capability.isSpecific = next != end && *next == 'a';
    const bool runs = capability.isSpecific ? capability.number == kMost : capability.number <= kMost;
    return error == std::errc() && runs ? std::optional(capability) : std::nullopt;
}

/// The highest of the capabilities that are named as arch=compute_N, or as -arch or --gpu-architecture
/// compute_N, and that the emulated device runs.
Capability namedCapability(std::span<const std::string> arguments) {
    Capability best;
    const auto name = [&best](std::string_view word) {
        if (const auto capability = capabilityOf(word)) best = std::max(best, *capability);
    };
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        for (const std::string_view key : {"arch=", "architecture="})
            for (std::size_t at = argument.find(key); at != std::string_view::npos;
                 at = argument.find(key, at + 1))
                name(argument.substr(at + key.size()));
        if (i > 0 && isOneOf(arguments[i - 1], {"-arch", "--gpu-architecture"})) name(argument);
    }
    return best;
}

/// Whether -gencode asks for PTX: arch=compute_80,code=compute_80, or code=[compute_80,sm_80].
bool generatesPtx(std::string_view argument) {
    const std::size_t code = argument.find(",code=");
    return code != std::string_view::npos && argument.find("compute_", code) != std::string_view::npos;
}

/// PTX where only machine code was asked for: -gencode arch=compute_80,code=sm_80 (as an argument or two, for
/// which another is added), -arch=compute_80 -code=sm_80 (where it is added to the list), and -arch=all
/// (whose PTX is the newest GPU's).
void addPtx(std::vector<std::string>& arguments) {
    const Capability named = namedCapability(arguments);
    const std::string ptx = fmt::format("compute_{}{}", named.number, named.isSpecific ? "a" : "");
    const auto isCode = [](std::string_view word) { return word == "-code" || word == "--gpu-code"; };
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string& argument = arguments[i];
        for (const char* every : {"=all", "=all-major"})
            if (argument == std::string("-arch") + every ||
                argument == std::string("--gpu-architecture") + every)
                argument = fmt::format("-arch=sm_{}", kMost);
        const bool isList = argument.starts_with("-code=") || argument.starts_with("--gpu-code=") ||
                            (i > 0 && isCode(arguments[i - 1]));
        if (isList && argument.find("compute_") == std::string::npos) argument += "," + ptx;
    }
    const bool generates = std::ranges::any_of(arguments, [](std::string_view each) {
        return each.starts_with("-gencode") || each.starts_with("--generate-code");
    });
    if (!generates || std::ranges::any_of(arguments, generatesPtx)) return;
    arguments.emplace_back("-gencode");
    arguments.push_back(fmt::format("arch={0},code={0}", ptx));
}

} // namespace

std::vector<std::string> nvccArguments(std::span<const std::string> arguments, const std::string& library) {
    std::vector<std::string> result;
    bool lines = true, hostLines = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        // Which runtime is ours to say.
        if (isOneOf(argument, {"-cudart", "--cudart"})) {
            ++i;
            continue;
        }
        if (argument.starts_with("-cudart=") || argument.starts_with("--cudart=")) continue;
        if (isOneOf(argument, {"-G", "--device-debug", "-lineinfo", "--generate-line-info"})) lines = false;
        if (isOneOf(argument, {"-g", "--debug"})) hostLines = false;
        result.push_back(argument);
    }
    if (lines) result.emplace_back("-lineinfo");
    addPtx(result);
    // Mistakes of the host are told with the program's line.
    if (hostLines) result.insert(result.end(), {"-Xcompiler", "-g1"});
    // The shared runtime that is found first is ours. Without a runtime nvcc would not link device code of
    // several files.
    for (const std::string& last : {std::string("-cudart"), std::string("shared"), "-L" + library,
                                    std::string("-Xlinker"), "-rpath=" + library})
        result.push_back(last);
    return result;
}

int nvccCommand(std::span<const std::string> arguments) {
    const std::string program = nvccProgram();
    std::vector<std::string> given = nvccArguments(arguments, runtimeFolder());
    given.insert(given.begin(), program);
    std::vector<char*> pointers;
    for (std::string& each : given) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    ::execv(program.c_str(), pointers.data());
    throw Unavailable(fmt::format("{} cannot be started: {}", program, std::strerror(errno)));
}

} // namespace lanescope::shell
