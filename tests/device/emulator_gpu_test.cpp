// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The emulator against a GPU: the same PTX, the same inputs, the same bits. LANESCOPE_TEST_DATA names the
// folder above corpus/ when the program runs on another machine than the one it was built on.
#include "cuda_case.h"

#include "corpus/corpus.h"
#include "device/cuda/cuda_probe.h"
#include "device/device.h"
#include "fuzz/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <set>

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

/// A file of the corpus, loaded once: a GPU's driver takes seconds to compile some of them.
struct Loaded {
    std::string ptx;
    std::unique_ptr<device::LoadedModule> gpu, emulated;
};

Loaded& loaded(const std::string& file, bool debug) {
    static std::map<std::pair<std::string, bool>, Loaded> files;
    Loaded& entry = files[{file, debug}];
    if (entry.ptx.empty()) entry.ptx = readPtx(file, debug);
    if (entry.gpu == nullptr) entry.gpu = devices().gpu->load(entry.ptx, file);
    if (entry.emulated == nullptr) entry.emulated = devices().emulated->load(entry.ptx, file);
    return entry;
}

/// The device's sampler for the emulator's.
recording::Sampler samplerOf(const ptx::Sampler& sampler) {
    recording::Sampler made{.filter = static_cast<recording::FilterMode>(sampler.filter),
                            .normalizedCoordinates = sampler.normalizedCoordinates,
                            .readNormalizedFloat = sampler.readNormalizedFloat,
                            .border = sampler.border};
    for (std::size_t i = 0; i < 3; ++i)
        made.address[i] = static_cast<recording::AddressMode>(sampler.address[i]);
    return made;
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
            arguments.addBytes(std::as_bytes(std::span(argument.scalar)));
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
                                  ? device.createTexture(*arrays[k], samplerOf(argument.array.sampler))
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
        if (each().file == "hopper" && devices().gpu->info().ccMajor != 9)
            GTEST_SKIP() << "its PTX is for compute capability 9.0 alone";
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
        const std::string text = difference(each(), gpu, emulated, {.ulps = each().ulps});
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

constexpr std::size_t kSumInputs = 6, kSumThreads = 64;

/// A kernel of products and sums without rounding modifiers, which the driver's compiler may fuse: reads
/// kSumInputs floats a thread, writes as many as the number given back.
std::pair<std::string, std::size_t> productsAndSums(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    constexpr std::size_t kOperations = 24;
    std::string body;
    std::vector<bool> used(kSumInputs + kOperations, false);
    std::set<std::pair<std::string, std::vector<std::size_t>>> known;
    for (std::size_t i = 0; i < kOperations; ++i) {
        constexpr std::array kOpcodes{"mul.f32", "mul.f32", "mul.f32",   "add.f32",
                                      "sub.f32", "neg.f32", "fma.rn.f32"};
        // The same operation twice would be one to the compiler, which then counts its uses together.
        std::vector<std::size_t> operands;
        std::string opcode;
        do {
            opcode = kOpcodes[below(kOpcodes.size())];
            operands.clear();
            const std::size_t defined = kSumInputs + i;
            for (std::size_t k = 0; k < (opcode[0] == 'n' ? 1U : opcode[0] == 'f' ? 3U : 2U); ++k)
                operands.push_back(below(2) == 0 ? below(defined)
                                                 : defined - 1 - below(std::min<std::size_t>(defined, 8)));
            if (opcode[0] == 'm' || opcode[0] == 'a') std::ranges::sort(operands);
        } while (!known.emplace(opcode, operands).second);
        body += opcode + " %f" + std::to_string(kSumInputs + i);
        for (const std::size_t operand : operands) {
            used[operand] = true;
            body += ", %f" + std::to_string(operand);
        }
        body += ";\n";
    }
    std::size_t written = 0;
    for (std::size_t i = kSumInputs; i < kSumInputs + kOperations; ++i)
        if (!used[i] || below(8) == 0)
            body += "st.global.f32 [%out + " + std::to_string(kSumThreads * 4 * written++) + "], %f" +
                    std::to_string(i) + ";\n";
    std::string text =
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".visible .entry k(.param .u64 p, .param .u64 q)\n{\n.reg .f32 %f<40>;\n.reg .b64 %in, %out, %at;\n"
        ".reg .b32 %t;\nld.param.u64 %in, [p];\nld.param.u64 %out, [q];\nmov.u32 %t, %tid.x;\n"
        "mul.wide.u32 %at, %t, 4;\nadd.u64 %in, %in, %at;\nadd.u64 %out, %out, %at;\n";
    for (std::size_t i = 0; i < kSumInputs; ++i)
        text += "ld.global.f32 %f" + std::to_string(i) + ", [%in + " + std::to_string(kSumThreads * 4 * i) +
                "];\n";
    return {text + body + "ret;\n}\n", written};
}

std::vector<std::uint32_t> sumsOn(device::Device& device, const std::string& ptx,
                                  std::span<const float> inputs, std::size_t written) {
    const auto module = device.load(ptx, "sums");
    const device::Pointer in = device.allocate(inputs.size_bytes(), "inputs"),
                          out = device.allocate(written * kSumThreads * 4, "sums");
    device.upload(in, std::as_bytes(inputs));
    device::Launch launch;
    launch.module = module.get();
    launch.kernel = "k";
    launch.block = {kSumThreads, 1, 1};
    launch.arguments.add(in);
    launch.arguments.add(out);
    device.launch(launch);
    device.finish();
    std::vector<std::uint32_t> bits(written * kSumThreads);
    device.download(std::as_writable_bytes(std::span(bits)), out);
    device.release(in);
    device.release(out);
    return bits;
}

TEST(EmulatorOnGpuFuzz, ProductsFlowIntoTheSameSums) {
    std::mt19937_64 random(7);
    std::vector<float> inputs(kSumInputs * kSumThreads);
    for (float& value : inputs) value = std::uniform_real_distribution<float>(-2, 2)(random);
    std::size_t different = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const auto [ptx, written] = productsAndSums(seed);
        const auto gpu = sumsOn(*devices().gpu, ptx, inputs, written),
                   emulated = sumsOn(*devices().emulated, ptx, inputs, written);
        bool same = gpu == emulated;
        for (std::size_t i = 0; !same && i < gpu.size(); ++i) {
            const auto isNan = [](std::uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
            if (gpu[i] != emulated[i] && !(isNan(gpu[i]) && isNan(emulated[i]))) break;
            same = i + 1 == gpu.size();
        }
        if (!same && ++different <= 3)
            std::printf("seed %llu differs\n%s", static_cast<unsigned long long>(seed), ptx.c_str());
    }
    std::printf("%zu of 300 programs of products and sums differ\n", different);
    EXPECT_EQ(different, 0U);
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
