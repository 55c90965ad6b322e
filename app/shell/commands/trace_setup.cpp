// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/trace_setup.h"

#include "kit/parameters.h"
#include "model/launch_limits.h"
#include "model/spelling.h"
#include "shell/output/output.h"
#include "shell/programs/recorded_program.h"
#include "shell/requests/lab_request.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>

namespace lanescope::shell {

namespace {

/// Warp instructions of a whole block: ordinary kernels have ended by then, and one that never does is
/// stopped within seconds.
constexpr std::uint64_t kBlockBudget = std::uint64_t{1} << 28;

// CUDA C++ Programming Guide, technical specifications per compute capability: the same from 3.0 to 12.x.
constexpr model::Dim3 kMostGrid{2147483647, 65535, 65535}, kMostBlock{1024, 1024, 64};

model::Dim3 parseDim(const char* option, std::string_view text, model::Dim3 most) {
    model::Dim3 value;
    std::uint32_t* const sides[] = {&value.x, &value.y, &value.z};
    const std::uint32_t limits[] = {most.x, most.y, most.z};
    std::size_t side = 0, begin = 0;
    for (; begin <= text.size() && side < 3; ++side) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (!parseWhole(text.substr(begin, end - begin), *sides[side]) || *sides[side] == 0 ||
            *sides[side] > limits[side])
            break;
        begin = end + 1;
    }
    if (begin <= text.size())
        throw BadInput(fmt::format("'{}' is not a size for {}; write X, X,Y or X,Y,Z, from 1 to {},{},{}",
                                   text, option, most.x, most.y, most.z));
    return value;
}

Dump parseDump(const std::string& text, const std::vector<ArgumentSpec>& arguments) {
    const std::size_t equals = text.find('=');
    Dump dump;
    if (equals == std::string::npos || equals + 1 == text.size() ||
        !parseWhole(std::string_view(text).substr(0, equals), dump.argument))
        throw BadInput(fmt::format("--dump '{}' is not N=FILE, as in 0=out.bin", text));
    dump.file = text.substr(equals + 1);
    if (dump.argument >= arguments.size())
        throw BadInput(fmt::format("--dump '{}': there is no argument {}; the {} --arg options count from 0",
                                   text, dump.argument, arguments.size()));
    if (arguments[dump.argument].kind != ArgumentSpec::Kind::Buffer)
        throw BadInput(fmt::format("--dump '{}': argument {} ('{}') is not a buffer", text, dump.argument,
                                   arguments[dump.argument].text));
    if (dump.file == "-")
        throw BadInput(fmt::format("--dump '{}': standard output carries the report; name a file", text));
    return dump;
}

void refuseSource(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".cu" || extension == ".cuh" || extension == ".cpp" || extension == ".c")
        throw BadInput(
            fmt::format("{0} is a source; make PTX of it with nvcc -ptx -lineinfo -arch=compute_75 "
                        "{0} -o kernel.ptx, or look at the whole program with lanescope report {0}",
                        path));
    if (extension == ".lanescope" || isProgram(path))
        throw BadInput(fmt::format("{0} is no PTX; lanescope report {0} looks at all of its kernels", path));
}

/// "void scale<float>(float*)" of _Z5scaleIfEvPT_; the name itself where it is not mangled.
std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 ? std::string(text.get()) : name;
}

/// "_Z5scalePf: scale(float*)", or the name alone.
std::string withSignature(const std::string& name) {
    const std::string signature = demangled(name);
    return signature == name ? name : fmt::format("{}: {}", name, signature);
}

const ptx::Kernel& findKernel(const ptx::Module& module, const TraceOptions& options) {
    if (const ptx::Kernel* kernel = module.find(options.kernel)) return *kernel;
    std::vector<std::string> names, instances, plain;
    for (const ptx::Kernel& kernel : module.kernels()) {
        names.push_back(withSignature(kernel.name));
        plain.emplace_back(ptx::plainName(kernel.name));
        if (ptx::plainName(kernel.name) == options.kernel) instances.push_back(names.back());
    }
    if (names.empty()) throw BadInput(fmt::format("{} has no kernel", options.file));
    if (!instances.empty())
        throw BadInput(fmt::format("{}: {} kernels have the name '{}'; choose one by its mangled name: {}",
                                   options.file, instances.size(), options.kernel,
                                   fmt::join(instances, "; ")));
    throw BadInput(fmt::format("{}: no kernel '{}'; there are: {}", options.file, options.kernel,
                               fmt::join(names, "; ")) +
                   model::didYouMean(options.kernel, plain));
}

template<class T>
T wholeNumber(const char* option, const std::string& text, T least, T most, T otherwise) {
    if (text.empty()) return otherwise;
    T value = 0;
    if (!parseWhole(text, value) || value < least || value > most)
        throw BadInput(
            fmt::format("'{}' is not a value of {}; it takes {} to {}", text, option, least, most));
    return value;
}

void checkShape(const TraceSetup& setup) {
    const ptx::Kernel& kernel = *setup.kernel;
    const std::uint64_t most = std::min<std::uint64_t>(1024, kernel.maxThreads);
    if (setup.block.count() > most)
        throw BadInput(fmt::format("--block makes {} threads; a block of {} has at most {}",
                                   setup.block.count(), kernel.name, most));
    const std::uint64_t shared = std::uint64_t{kernel.staticSharedBytes} + setup.sharedBytes;
    if (const std::uint32_t limit = ptx::LaunchConfig{}.sharedLimitBytes; shared > limit)
        throw BadInput(fmt::format(
            "a block needs {} bytes of shared memory ({} of them from --shared); it has at most {}", shared,
            setup.sharedBytes, limit));
    if (setup.cooperative && kernel.callsRuntime)
        throw BadInput(
            fmt::format("--cooperative: {} launches kernels itself, which a kernel that is launched "
                        "cooperatively may not",
                        kernel.name));
}

} // namespace

void refuseTooLarge(const TraceSetup& setup) {
    if (!setup.cooperative) return;
    const std::string why =
        model::cooperativeRefusal(*setup.architectures.front(), setup.grid, setup.block,
                                  std::uint64_t{setup.kernel->staticSharedBytes} + setup.sharedBytes);
    if (!why.empty()) throw BadInput(fmt::format("--cooperative: --grid makes {}", why));
}

TraceSetup prepareTrace(const TraceOptions& options) {
    TraceSetup setup;
    refuseSource(options.file);
    setup.grid = parseDim("--grid", options.grid, kMostGrid);
    setup.block = parseDim("--block", options.block, kMostBlock);
    setup.sharedBytes = wholeNumber<std::uint32_t>("--shared", options.shared, 0, 1U << 20, 0);
    const std::uint64_t warps = (setup.block.count() + model::kWarpSize - 1) / model::kWarpSize;
    setup.budget = wholeNumber<std::uint64_t>("--budget", options.budget, 1,
                                              std::numeric_limits<std::int64_t>::max(), kBlockBudget / warps);
    setup.architectures = parseArchitectures(options.architectures);
    setup.rules = parseRules(options.rules);
    setup.check = options.check;
    setup.cooperative = options.cooperative;
    setup.device = parseDevice(options.device);
    for (const std::string& text : options.arguments) setup.arguments.push_back(parseArgumentSpec(text));
    for (const std::string& text : options.dumps) {
        setup.dumps.push_back(parseDump(text, setup.arguments));
        for (std::size_t i = 0; i + 1 < setup.dumps.size(); ++i)
            if (setup.dumps[i].file == setup.dumps.back().file)
                throw BadInput(fmt::format("--dump '{}': that file is written twice", text));
    }
    setup.ptx = readInput(options.file);
    setup.module = ptx::Module::parse(setup.ptx, options.file);
    setup.kernel = &findKernel(*setup.module, options);
    setup.label = options.kernel;
    checkArguments(*setup.kernel, setup.arguments);
    checkShape(setup);
    for (const Dump& dump : setup.dumps) checkWritable(dump.file);
    return setup;
}

} // namespace lanescope::shell
