// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/compiler/compiler.h"

#include "device/device.h"
#include "device/shared_library.h"

#include <array>
#include <cstddef>
#include <memory>

namespace lanescope::device {

NvrtcProbe probeNvrtc() {
    NvrtcProbe probe;
    const auto library = SharedLibrary::open("nvrtc");
    if (!library) {
        probe.reason = "libnvrtc.so was not found: install the CUDA toolkit 12 or 13, or set CUDA_HOME";
        return probe;
    }
    probe.library = library->name();
    auto* const version = library->function<int(int*, int*)>("nvrtcVersion");
    if (!version || version(&probe.major, &probe.minor) != 0) {
        probe.reason = probe.library + " does not answer as NVRTC does: reinstall the CUDA toolkit";
        return probe;
    }
    probe.available = true;
    return probe;
}

namespace {

struct Program; // NVRTC's own

/// The functions of NVRTC that a compilation takes; it has had them since its first version.
struct Nvrtc {
    explicit Nvrtc(const SharedLibrary& library)
        : create(library.function<Create>("nvrtcCreateProgram")),
          destroy(library.function<int(Program**)>("nvrtcDestroyProgram")),
          compile(library.function<int(Program*, int, const char* const*)>("nvrtcCompileProgram")),
          ptxSize(library.function<int(Program*, std::size_t*)>("nvrtcGetPTXSize")),
          ptx(library.function<int(Program*, char*)>("nvrtcGetPTX")),
          logSize(library.function<int(Program*, std::size_t*)>("nvrtcGetProgramLogSize")),
          log(library.function<int(Program*, char*)>("nvrtcGetProgramLog")) {
        if (!create || !destroy || !compile || !ptxSize || !ptx || !logSize || !log)
            throw Unavailable(library.name() + " is not NVRTC: reinstall the CUDA toolkit");
    }
    using Create = int(Program**, const char* source, const char* name, int headers, const char* const*,
                       const char* const*);
    Create* create;
    int (*destroy)(Program**);
    int (*compile)(Program*, int, const char* const*);
    int (*ptxSize)(Program*, std::size_t*);
    int (*ptx)(Program*, char*);
    int (*logSize)(Program*, std::size_t*);
    int (*log)(Program*, char*);
};

/// A text whose size one function of NVRTC tells, and another one writes, with a zero at its end.
std::string textOf(Program* program, int (*size)(Program*, std::size_t*), int (*get)(Program*, char*)) {
    std::size_t bytes = 0;
    if (size(program, &bytes) != 0 || bytes == 0) return {};
    std::string text(bytes, '\0');
    if (get(program, text.data()) != 0) return {};
    text.resize(bytes - 1);
    return text;
}

} // namespace

Compiled compile(const std::string& source, const std::string& name) {
    const auto library = SharedLibrary::open("nvrtc");
    if (!library) throw Unavailable(probeNvrtc().reason);
    const Nvrtc nvrtc(*library);
    Program* made = nullptr;
    if (nvrtc.create(&made, source.c_str(), name.c_str(), 0, nullptr, nullptr) != 0)
        throw Unavailable(library->name() + " refuses to compile anything: reinstall the CUDA toolkit");
    const auto destroy = [&](Program* program) { nvrtc.destroy(&program); };
    const std::unique_ptr<Program, decltype(destroy)> program(made, destroy);
    constexpr std::array kOptions{"--gpu-architecture=compute_75", "--generate-line-info", "--std=c++17"};
    const int failed = nvrtc.compile(made, static_cast<int>(kOptions.size()), kOptions.data());
    Compiled compiled{.ptx = {}, .log = textOf(made, nvrtc.logSize, nvrtc.log)};
    if (!failed) compiled.ptx = textOf(made, nvrtc.ptxSize, nvrtc.ptx);
    return compiled;
}

} // namespace lanescope::device
