// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The emulator against a GPU: the same PTX, the same inputs, the same bits. LANESCOPE_TEST_DATA names the
// folder above corpus/ when the program runs on another machine than the one it was built on.
#include "corpus/corpus.h"
#include "cuda_case.h"
#include "device/device.h"
#include "fuzz/random_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <regex>

namespace lanescope::corpus {
namespace {

struct Devices {
    std::unique_ptr<device::Device> gpu = device::openDevice("cuda");
    std::unique_ptr<device::Device> emulated = device::openEmulated();
};

Devices& devices() {
    static Devices both;
    return both;
}

std::optional<device::TexelFormat> formatOf(const ArraySpec& spec) {
    using enum device::TexelFormat;
    if (spec.depth != 1 || spec.height == 1) return std::nullopt;
    if (spec.kind == ptx::ChannelKind::Unsigned && spec.bits == 8 && spec.channels == 1) return R8;
    if (spec.kind == ptx::ChannelKind::Unsigned && spec.bits == 8 && spec.channels == 4) return Rgba8;
    if (spec.kind == ptx::ChannelKind::Float && spec.bits == 32 && spec.channels == 1) return R32f;
    if (spec.kind == ptx::ChannelKind::Float && spec.bits == 32 && spec.channels == 4) return Rgba32f;
    return std::nullopt;
}

/// The PTX with its roundings spelled out. Without .rn the driver's compiler may fuse a multiplication with
/// an addition (PTX ISA: mul, add and sub without a rounding modifier), and what it makes of that is not the
/// emulator's to repeat.
std::string withRoundings(const std::string& ptx) {
    static const std::regex open(
        R"((^|[\s;{])(add|sub|mul)((?:\.ftz)?(?:\.sat)?\.(?:f16|f16x2|bf16|bf16x2|f32|f64))\b)");
    return std::regex_replace(ptx, open, "$1$2.rn$3");
}

/// A file of the corpus, loaded once: a GPU's driver takes seconds to compile some of them.
struct Loaded {
    std::string ptx;
    std::unique_ptr<device::LoadedModule> gpu, emulated;
};

Loaded& loaded(const std::string& file, bool debug) {
    static std::map<std::pair<std::string, bool>, Loaded> files;
    Loaded& entry = files[{file, debug}];
    if (entry.ptx.empty()) entry.ptx = withRoundings(readPtx(file, debug));
    if (entry.gpu == nullptr) entry.gpu = devices().gpu->load(entry.ptx, file);
    if (entry.emulated == nullptr) entry.emulated = devices().emulated->load(entry.ptx, file);
    return entry;
}

Values runOnDevice(device::Device& device, device::LoadedModule& module, const Case& each) {
    Values values(each);
    std::vector<device::Pointer> buffers(each.arguments.size(), 0);
    std::vector<std::unique_ptr<device::DeviceArray>> arrays(each.arguments.size());
    std::vector<std::uint64_t> objects;
    device::Arguments arguments;
    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        const Argument& argument = each.arguments[k];
        if (argument.kind == Argument::Kind::Scalar) {
            arguments.addBytes(argument.scalar.data(), argument.scalar.size());
        } else if (argument.kind == Argument::Kind::Buffer) {
            buffers[k] = device.allocate(values.bytes()[k].size(), "argument " + std::to_string(k));
            device.upload(buffers[k], values.bytes()[k]);
            arguments.add(buffers[k]);
        } else {
            const auto format = formatOf(argument.array);
            if (!format) throw std::runtime_error("no device array has this format");
            arrays[k] = device.createArray({argument.array.width, argument.array.height, *format},
                                           contents(argument));
            objects.push_back(argument.kind == Argument::Kind::Texture
                                  ? device.createTexture(*arrays[k], argument.array.sampler)
                                  : device.createSurface(*arrays[k]));
            arguments.add(objects.back());
        }
    }
    for (const std::string& kernel : each.kernels) {
        device::Launch launch;
        launch.module = &module;
        launch.kernel = kernel;
        launch.grid = each.grid;
        launch.block = each.block;
        launch.sharedBytes = each.sharedBytes;
        launch.arguments = arguments;
        device.launch(launch);
        device.finish();
    }
    for (std::size_t k = 0; k < buffers.size(); ++k) {
        if (buffers[k] == 0) continue;
        device.download(values.bytes()[k], buffers[k]);
        device.release(buffers[k]);
    }
    for (const std::uint64_t object : objects) device.releaseTexture(object);
    return values;
}

template<class F, class I>
void addDistances(std::map<std::int64_t, std::size_t>& histogram, double& most, const std::vector<F>& left,
                  const std::vector<F>& right) {
    for (std::size_t i = 0; i < left.size(); ++i) {
        const F a = left[i], b = right[i];
        if (std::isnan(a) || std::isnan(b)) continue;
        const auto place = [](F value) {
            const auto bits = std::bit_cast<I>(value);
            return static_cast<std::int64_t>(bits < 0 ? -(bits & std::numeric_limits<I>::max()) : bits);
        };
        const std::int64_t distance = std::abs(place(a) - place(b));
        ++histogram[distance == 0 ? 0 : distance == 1 ? 1 : distance <= 4 ? 4 : distance <= 64 ? 64 : 65];
        if (a != b) most = std::max(most, std::fabs(static_cast<double>(a) - static_cast<double>(b)));
    }
}

/// How far two results are apart, in units in the last place, over all floats of the outputs.
void reportDistance(const Case& each, const Values& gpu, const Values& emulated) {
    std::map<std::int64_t, std::size_t> histogram;
    double most = 0;
    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        const Argument& argument = each.arguments[k];
        if (argument.kind != Argument::Kind::Buffer) continue;
        if (argument.element == Element::F32)
            addDistances<float, std::int32_t>(histogram, most, gpu.all<float>(k), emulated.all<float>(k));
        if (argument.element == Element::F64)
            addDistances<double, std::int64_t>(histogram, most, gpu.all<double>(k), emulated.all<double>(k));
    }
    std::printf("%s (%s): same %zu, 1 ulp %zu, 2-4 %zu, 5-64 %zu, more %zu, largest difference %g\n",
                each.name().c_str(), each.file.c_str(), histogram[0], histogram[1], histogram[4],
                histogram[64], histogram[65], most);
}

std::string testName(const ::testing::TestParamInfo<std::size_t>& info) {
    return cases()[info.param].file + "_" + cases()[info.param].name() + "_" + std::to_string(info.param);
}

class EmulatorOnGpu : public ::testing::TestWithParam<std::size_t> {
protected:
    const Case& each() const { return cases()[GetParam()]; }
    void compare(bool debug) {
        Loaded& file = loaded(each().file, debug);
        bool arrays = false;
        for (const Argument& argument : each().arguments) {
            arrays = arrays || argument.kind == Argument::Kind::Texture ||
                     argument.kind == Argument::Kind::Surface;
        }
        // Arrays that devices do not make go by the runtime on the GPU and by the machine on the emulator.
        const bool direct = arrays && !each().deviceOnly2d;
        const Values gpu =
            direct ? runOnCuda(each(), file.ptx) : runOnDevice(*devices().gpu, *file.gpu, each());
        const Values emulated = direct ? runOnMachine(each(), file.emulated->module(), 1).values
                                       : runOnDevice(*devices().emulated, *file.emulated, each());
        const std::string text = difference(each(), gpu, emulated, {each().ulps, each().error});
        if (each().ulps != 0 || !text.empty()) reportDistance(each(), gpu, emulated);
        EXPECT_EQ(text, "");
    }
};

TEST_P(EmulatorOnGpu, OptimisedLeavesTheSameBits) {
    if (each().fault) GTEST_SKIP() << "a fault would cost this process the GPU";
    compare(false);
}

TEST_P(EmulatorOnGpu, DebugLeavesTheSameBits) {
    if (each().fault) GTEST_SKIP() << "a fault would cost this process the GPU";
    compare(true);
}

INSTANTIATE_TEST_SUITE_P(Corpus, EmulatorOnGpu, ::testing::Range<std::size_t>(0, cases().size()), testName);

// Random programs: LANESCOPE_FUZZ_PROGRAMS of them (200), from the seed LANESCOPE_FUZZ_SEED (1), until
// LANESCOPE_FUZZ_FAILURES (10) have differed. The GPU's programs are compiled without optimization: one in
// 150 comes out wrong when driver 580 optimizes its loops, and is right as written.
TEST(EmulatorOnGpuFuzz, RandomProgramsLeaveTheSameBits) {
    const auto number = [](const char* name, std::uint64_t otherwise) {
        const char* text = std::getenv(name);
        return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
    };
    const std::uint64_t first = number("LANESCOPE_FUZZ_SEED", 1);
    const std::uint64_t count = number("LANESCOPE_FUZZ_PROGRAMS", 200);
    const std::uint64_t enough = number("LANESCOPE_FUZZ_FAILURES", 10);
    std::size_t failures = 0;
    for (std::uint64_t seed = first; seed < first + count && failures < enough; ++seed) {
        const fuzz::RandomProgram program = fuzz::randomProgram(seed);
        const auto onEmulator = devices().emulated->load(program.ptx, program.launch.file);
        const Values gpu = runUnoptimized(program.launch, program.ptx);
        const Values emulated = runOnDevice(*devices().emulated, *onEmulator, program.launch);
        const std::string text = difference(program.launch, gpu, emulated, {});
        if (!text.empty()) {
            ++failures;
            ADD_FAILURE() << fuzz::culprit(program, gpu, emulated);
        }
    }
}

} // namespace
} // namespace lanescope::corpus

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const lanescope::device::CudaProbe probe = lanescope::device::probeCuda();
    if (!probe.available) {
        std::printf("skipped: %s\n", probe.reason.c_str());
        return 77;
    }
    if (lanescope::corpus::ptxFolder().empty()) {
        std::puts("skipped: the PTX of the corpus was not built; LANESCOPE_TEST_DATA can name a folder that "
                  "has it");
        return 77;
    }
    return RUN_ALL_TESTS();
}
