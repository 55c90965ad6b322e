// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/host_line.h"

#include <backtrace.h>
#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

namespace lanescope::runtime {

namespace {

/// The name of the file that a piece of code was loaded from; empty: unknown.
const char* fileOf(const void* code) {
    Dl_info info{};
    return ::dladdr(code, &info) != 0 && info.dli_fname ? info.dli_fname : "";
}

struct Walk {
    CallSite site;
    std::size_t found = 0;
};

_Unwind_Reason_Code takeFrame(_Unwind_Context* context, void* data) {
    Walk& walk = *static_cast<Walk*>(data);
    const auto* const code =
        reinterpret_cast<const void*>(_Unwind_GetIP(context)); // NOLINT(performance-no-int-to-ptr)
    if (!code || isOurs(code)) return _URC_NO_REASON;
    walk.site.calls[walk.found++] = code;
    return walk.found == walk.site.calls.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/// One for the process: it reads the program's debug information once. It may not be given back.
backtrace_state* debugInformation() {
    static backtrace_state* const state = backtrace_create_state(
        nullptr, 1, [](void*, const char*, int) {}, nullptr);
    return state;
}

/// What nvcc or CUDA's headers, Thrust's among them, have written around the author's own line.
bool isOfCuda(std::string_view file) {
    const auto has = [&](std::string_view part) { return file.find(part) != std::string_view::npos; };
    return has("cudafe1.") || has("/crt/") || has("/cccl/") || has("/cooperative_groups/") ||
           has("/targets/x86_64-linux/include/") || file.ends_with("/cuda_runtime.h");
}

std::string demangled(const char* name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                       &std::free);
    return plain ? plain.get() : name;
}

/// "twice" of "void twice<int>(int*)": without what it belongs to.
std::string plainName(std::string name) {
    name.resize(std::min(name.find_first_of("<("), name.size()));
    name.erase(0, name.find_last_of(" :") + 1);
    return name;
}

/// The host's function that stands for a kernel. It has the line of the kernel's definition, and is inlined
/// in optimised code.
struct LaunchFunction {
    std::string symbol; ///< as the linker has it; empty: unknown
    bool isPassed = false;

    /// Whether this is it; once, for others may have its plain name, which is all that is known of a function
    /// that one file has for itself.
    bool passes(std::string_view function) {
        if (isPassed || symbol.empty()) return false;
        isPassed =
            function == symbol || (!function.starts_with("_Z") &&
                                   plainName(std::string(function)) == plainName(demangled(symbol.c_str())));
        return isPassed;
    }
};

struct Line {
    std::string text; ///< "main.cu:23"; empty: unknown
    LaunchFunction& launch;
};

/// Of the functions that were inlined at an address the innermost first, then the one that holds them.
int takeLine(void* data, std::uintptr_t, const char* file, int number, const char* function) {
    Line& line = *static_cast<Line*>(data);
    if (!file || number == 0 || isOfCuda(file) || (function && line.launch.passes(function))) return 0;
    line.text = fmt::format("{}:{}", std::filesystem::path(file).filename().string(), number);
    return 1;
}

struct Function {
    std::uintptr_t begins = 0;
    std::string symbol; ///< as the linker has it; empty: unknown
};

/// The function that an address is code of, by the symbols of its file.
Function functionAt(const void* code) {
    Function function;
    backtrace_syminfo(
        debugInformation(), reinterpret_cast<std::uintptr_t>(code),
        [](void* to, std::uintptr_t, const char* name, std::uintptr_t value, std::uintptr_t) {
            *static_cast<Function*>(to) = {value, name ? name : ""};
        },
        [](void*, const char*, int) {}, &function);
    return function;
}

/// Whether an address is code of the function that begins there.
bool isWithin(const void* code, const void* function) {
    const std::uintptr_t begins = functionAt(code).begins;
    return begins != 0 && begins == reinterpret_cast<std::uintptr_t>(function);
}

/// Whether code is the system's, as what calls main().
bool isOfSystem(const void* code) {
    const std::string_view file = fileOf(code);
    return file.starts_with("/lib") || file.starts_with("/usr/lib");
}

} // namespace

namespace {

struct Extent {
    std::uintptr_t begins = 0, ends = 0;
    bool holds(std::uintptr_t address) const { return begins <= address && address < ends; }
};

/// Where this library lies.
Extent ownExtent() {
    Extent own;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* found) {
            Extent each{UINTPTR_MAX, 0};
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& part = info->dlpi_phdr[i];
                if (part.p_type != PT_LOAD) continue;
                each.begins = std::min<std::uintptr_t>(each.begins, info->dlpi_addr + part.p_vaddr);
                each.ends =
                    std::max<std::uintptr_t>(each.ends, info->dlpi_addr + part.p_vaddr + part.p_memsz);
            }
            if (!each.holds(reinterpret_cast<std::uintptr_t>(&isOurs))) return 0;
            *static_cast<Extent*>(found) = each;
            return 1;
        },
        &own);
    return own;
}

} // namespace

/// Asked of every frame of a stack: dladdr() would look through all symbols.
bool isOurs(const void* code) {
    static const Extent own = ownExtent();
    return own.holds(reinterpret_cast<std::uintptr_t>(code));
}

CallSite callSite(const void* kernel) {
    Walk walk;
    walk.site.kernel = kernel;
    _Unwind_Backtrace(&takeFrame, &walk);
    return walk.site;
}

namespace {

/// The calls that led to an address where a signal has stopped the thread: the handler's own come before it.
struct Stopped {
    const void* code = nullptr;
    bool passed = false;
    std::array<const void*, 24> calls{};
    std::size_t found = 0;
};

_Unwind_Reason_Code takeStopped(_Unwind_Context* context, void* data) {
    Stopped& stopped = *static_cast<Stopped*>(data);
    const auto* const code =
        reinterpret_cast<const void*>(_Unwind_GetIP(context)); // NOLINT(performance-no-int-to-ptr)
    if (stopped.passed) stopped.calls[stopped.found++] = code;
    stopped.passed |= code == stopped.code;
    return stopped.found == stopped.calls.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
}

Stopped callsBefore(const void* code) {
    Stopped stopped{.code = code};
    _Unwind_Backtrace(&takeStopped, &stopped);
    return stopped;
}

} // namespace

CallSite stoppedAt(const void* code) {
    CallSite site;
    site.calls[0] =
        static_cast<const std::byte*>(code) + 1; // the others are return addresses, behind their calls
    const Stopped stopped = callsBefore(code);
    std::copy_n(stopped.calls.begin(), site.calls.size() - 1, site.calls.begin() + 1);
    return site;
}

bool stoppedInside(const void* code) {
    constexpr std::size_t kNear = 3; // memcpy, and what it is called through
    const Stopped stopped = callsBefore(code);
    return isOurs(code) || std::any_of(stopped.calls.begin(), stopped.calls.begin() + kNear,
                                       [](const void* each) { return each && isOurs(each); });
}

std::string lineAt(const void* call) {
    LaunchFunction none;
    Line line{.text = {}, .launch = none};
    backtrace_pcinfo(
        debugInformation(), reinterpret_cast<std::uintptr_t>(call) - 1, &takeLine,
        [](void*, const char*, int) {}, &line);
    return line.text;
}

std::string lineOf(const CallSite& site) {
    LaunchFunction launch{.symbol = site.kernel ? functionAt(site.kernel).symbol : std::string()};
    std::string function; // where there is no line: the innermost that is no stub of nvcc's
    for (const void* call : site.calls) {
        if (!call) break;
        const void* const code =
            static_cast<const std::byte*>(call) - 1; // a return address is behind the call
        if (isOfSystem(code)) continue;
        if (site.kernel && isWithin(code, site.kernel)) {
            launch.isPassed = true;
            continue;
        }
        Line line{.text = {}, .launch = launch};
        backtrace_pcinfo(
            debugInformation(), reinterpret_cast<std::uintptr_t>(code), &takeLine,
            [](void*, const char*, int) {}, &line);
        if (!line.text.empty()) return line.text;
        if (!function.empty()) continue;
        const std::string name = plainName(demangled(functionAt(code).symbol.c_str()));
        const bool isOfCuda =
            name.starts_with("cuda") || name.starts_with("__cuda") || name.starts_with("__device_stub__");
        if (!isOfCuda) function = name;
    }
    if (!function.empty()) return function + "()";
    const char* const file = site.calls[0] ? fileOf(site.calls[0]) : "";
    return *file ? std::filesystem::path(file).filename().string() : "the program";
}

} // namespace lanescope::runtime
