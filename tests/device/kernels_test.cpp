// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The kernels of kernels/ against plain C++, on whichever device the test program opens.
#include "contract.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numbers>

namespace lanescope::device::test {
namespace {

using Kernels = DeviceTest;

TEST_F(Kernels, EveryFileHasSourceAndPtxWithLinesAndNoPathOfTheBuild) {
    EXPECT_GE(kernelFiles().size(), 4U);
    EXPECT_EQ(findKernelFile("no such kernel"), nullptr);
    EXPECT_THROW(kernelFile("no such kernel"), Error);
    for (const recording::ModulePointer& file : kernelFiles()) {
        EXPECT_EQ(findKernelFile(file->name), file);
        EXPECT_EQ(file->path, "kernels/" + file->name + ".cu");
        EXPECT_NE(file->source.find("__global__"), std::string::npos) << file->name;
        EXPECT_NE(file->ptx.find(".file\t1 \"kernels/" + file->name + ".cu\""), std::string::npos)
            << file->name;
        EXPECT_EQ(file->ptx.find("\"/"), std::string::npos) << file->name << " names a path of the machine";
        const auto module = device->load(file->ptx, file->path);
        for (const ptx::Kernel& kernel : module->module().kernels())
            EXPECT_TRUE(kernel.unsupported.empty()) << kernel.name << ": " << kernel.unsupported.front().text;
    }
}

TEST_F(Kernels, WaveLayoutsHoldTheSameVertices) {
    const auto module = loadKernels("wave");
    const unsigned width = 70, height = 37; // no multiple of the block
    const float time = 1.25F, frequency = 4.0F;
    const std::size_t count = std::size_t{width} * height;
    const model::Dim3 grid{(width + 15) / 16, (height + 15) / 16}, block{16, 16};
    const Array<Float4> packed(*device, count + 1);
    const Array<float> triples(*device, 3 * count + 1), xs(*device, count), ys(*device, count),
        zs(*device, count);
    run(*module, "createVertices", grid, block, 0, packed.pointer(), time, frequency, width, height);
    run(*module, "createVertices3", grid, block, 0, triples.pointer(), time, frequency, width, height);
    run(*module, "createVerticesSoA", grid, block, 0, xs.pointer(), ys.pointer(), zs.pointer(), time,
        frequency, width, height);
    const auto four = packed.get();
    const auto three = triples.get();
    const auto x = xs.get(), y = ys.get(), z = zs.get();
    for (unsigned row = 0; row < height; ++row) {
        for (unsigned column = 0; column < width; ++column) {
            const std::size_t i = std::size_t{row} * width + column;
            const double u = 2.0 * column / width - 1, v = 2.0 * row / height - 1;
            const double w = std::sin(u * frequency + time) * std::cos(v * frequency + time) / 2;
            ASSERT_NEAR(four[i].x, u, 1e-6);
            ASSERT_NEAR(four[i].y, w, 2e-6);
            ASSERT_NEAR(four[i].z, v, 1e-6);
            ASSERT_EQ(four[i].w, 1);
            ASSERT_EQ((Float4{three[3 * i], three[3 * i + 1], three[3 * i + 2], 1}), four[i]);
            ASSERT_EQ((Float4{x[i], y[i], z[i], 1}), four[i]);
        }
    }
    EXPECT_EQ(four[count], (Float4{})) << "a thread beyond the grid wrote";
    EXPECT_EQ(three[3 * count], 0);
}

template<class T>
void expectAddedAt(Device& device, LoadedModule& module, const std::string& kernel,
                   const std::function<std::size_t(std::size_t)>& element, int s, T one) {
    constexpr std::size_t kThreads = 128;
    const Array<T> array(device, kThreads * 8);
    device.launch({.module = &module,
                   .kernel = kernel,
                   .grid = {2},
                   .block = {64},
                   .arguments = Arguments(array.pointer(), s)});
    device.finish();
    std::vector<T> expected(kThreads * 8);
    for (std::size_t thread = 0; thread < kThreads; ++thread) expected[element(thread)] = one;
    EXPECT_TRUE(array.get() == expected) << kernel << " with s = " << s;
}

TEST_F(Kernels, CoalescingAddsOneWhereItShould) {
    const auto module = loadKernels("coalescing");
    for (const int s : {1, 2, 7}) {
        const auto step = static_cast<std::size_t>(s);
        const auto late = [&](std::size_t thread) { return thread + step; };
        const auto apart = [&](std::size_t thread) { return thread * step; };
        const auto both = [&](const std::string& type, auto one) {
            expectAddedAt(*device, *module, "offset" + type, late, s, one);
            expectAddedAt(*device, *module, "stride" + type, apart, s, one);
        };
        both("Char", std::int8_t{1});
        both("Short", std::int16_t{1});
        both("Float", 1.0F);
        both("Double", 1.0);
        both("Float4", Float4{1, 1, 1, 1});
    }
}

struct Pattern {
    int offset = 0, stride = 1, pad = 0, swizzle = 0, group = 1, elements = 2048;
    unsigned lanes = ~0U;
};

struct BankCase {
    const char* name;
    Pattern pattern;
    std::function<int(int)> element; // worked out by hand, by lane
};

const std::vector<BankCase>& bankCases() {
    static const std::vector<BankCase> cases{
        {"linear", {}, [](int lane) { return lane; }},
        {"offset", {.offset = 5}, [](int lane) { return 5 + lane; }},
        {"stride 2", {.stride = 2}, [](int lane) { return 2 * lane; }},
        {"column", {.stride = 32}, [](int lane) { return 32 * lane; }},
        {"padded column", {.stride = 32, .pad = 1}, [](int lane) { return 33 * lane; }},
        {"swizzled column", {.stride = 32, .swizzle = 1}, [](int lane) { return 32 * lane + lane; }},
        {"swizzled row", {.offset = 96, .swizzle = 1}, [](int lane) { return 96 + (lane ^ 3); }},
        {"padded stride 2",
         {.stride = 2, .pad = 1},
         [](int lane) { return lane < 16 ? 2 * lane : 2 * lane + 1; }},
        {"groups of 4", {.group = 4}, [](int lane) { return lane / 4; }},
        {"broadcast", {.offset = 9, .group = 32}, [](int) { return 9; }},
        {"even lanes", {.stride = 3, .lanes = 0x55555555}, [](int lane) { return 3 * lane; }},
        {"lane 31 alone", {.stride = 4, .lanes = 0x80000000}, [](int lane) { return 4 * lane; }},
    };
    return cases;
}

template<class T>
T number(int n) {
    if constexpr (std::is_same_v<T, Float4>) {
        const auto f = static_cast<float>(n);
        return {f, f, f, f};
    } else {
        return static_cast<T>(n);
    }
}

bool takesPart(const Pattern& pattern, int lane) {
    return pattern.lanes >> lane & 1;
}

template<class T>
void expectBanks(Device& device, LoadedModule& module, const std::string& type) {
    for (const BankCase& one : bankCases()) {
        const auto launch = [&](const std::string& kernel, const Array<T>& out) {
            device.launch({.module = &module,
                           .kernel = kernel + type,
                           .block = {32},
                           .sharedBytes = static_cast<std::uint32_t>(one.pattern.elements * sizeof(T)),
                           .arguments = Arguments(out.pointer(), one.pattern)});
            device.finish();
        };
        const Array<T> loaded(device, 32);
        launch("bankLoad", loaded);
        std::vector<T> lanes(32);
        for (int lane = 0; lane < 32; ++lane)
            if (takesPart(one.pattern, lane))
                lanes[static_cast<std::size_t>(lane)] = number<T>(one.element(lane));
        EXPECT_TRUE(loaded.get() == lanes) << "bankLoad" << type << ", " << one.name;

        const auto elements = static_cast<std::size_t>(one.pattern.elements);
        const Array<T> stored(device, elements);
        launch("bankStore", stored);
        std::vector<T> cells(elements);
        for (int lane = 0; lane < 32; ++lane)
            if (takesPart(one.pattern, lane))
                cells[static_cast<std::size_t>(one.element(lane))] = number<T>(one.element(lane) + 1);
        EXPECT_TRUE(stored.get() == cells) << "bankStore" << type << ", " << one.name;
    }
}

TEST_F(Kernels, BanksLoadAndStoreTheElementsOfThePattern) {
    const auto module = loadKernels("banks");
    expectBanks<std::int8_t>(*device, *module, "Char");
    expectBanks<std::int16_t>(*device, *module, "Short");
    expectBanks<float>(*device, *module, "Float");
    expectBanks<double>(*device, *module, "Double");
    expectBanks<Float4>(*device, *module, "Float4");
}

TEST_F(Kernels, BanksAddAtomically) {
    const auto module = loadKernels("banks");
    for (const BankCase& one : bankCases()) {
        const Array<int> out(*device, static_cast<std::size_t>(one.pattern.elements));
        run(*module, "bankAtomicInt", {1}, {32}, static_cast<std::uint32_t>(one.pattern.elements) * 4,
            out.pointer(), one.pattern);
        std::vector<int> cells(static_cast<std::size_t>(one.pattern.elements));
        for (int lane = 0; lane < 32; ++lane)
            if (takesPart(one.pattern, lane)) cells[static_cast<std::size_t>(one.element(lane))] += lane + 1;
        EXPECT_EQ(out.get(), cells) << one.name;
    }
}

/// An 8 x 4 image whose texel (x, y) is {10 + x, 20 + y, 0, 255}, drawn into size x size pixels.
class Texture : public DeviceTest {
protected:
    static constexpr std::uint32_t kWidth = 8, kHeight = 4;
    std::unique_ptr<LoadedModule> module = loadKernels("texture");

    std::vector<std::uint8_t> draw(std::uint32_t size, float angle, float scale, bool normalized,
                                   const std::string& kernel = "transformKernel") {
        std::vector<std::uint8_t> image;
        for (std::uint8_t y = 0; y < kHeight; ++y)
            for (std::uint8_t x = 0; x < kWidth; ++x)
                image.insert(image.end(),
                             {static_cast<std::uint8_t>(10 + x), static_cast<std::uint8_t>(20 + y), 0, 255});
        const auto array =
            device->createArray({kWidth, kHeight, TexelFormat::Rgba8}, std::as_bytes(std::span(image)));
        recording::Sampler sampler;
        sampler.address.fill(recording::AddressMode::Border);
        sampler.normalizedCoordinates = normalized;
        sampler.readNormalizedFloat = true;
        const bool floats = kernel == "transformKernelFloat";
        const auto output =
            device->createArray({size, size, floats ? TexelFormat::Rgba32f : TexelFormat::Rgba8}, {});
        const std::uint64_t texture = device->createTexture(*array, sampler);
        const std::uint64_t surface = device->createSurface(*output);
        const int side = static_cast<int>(size);
        run(*module, kernel, {(size + 7) / 8, (size + 7) / 8}, {8, 8}, 0, surface, texture, side, side,
            static_cast<int>(kWidth), static_cast<int>(kHeight), angle, scale, normalized ? 1 : 0);
        device->releaseTexture(surface);
        device->releaseTexture(texture);
        std::vector<std::uint8_t> pixels(std::size_t{size} * size * (floats ? 16 : 4));
        device->downloadArray(std::as_writable_bytes(std::span(pixels)), *output);
        return pixels;
    }
    /// {-1, -1} outside of the image.
    static std::pair<int, int> texelAt(const std::vector<std::uint8_t>& pixels, std::uint32_t size,
                                       std::uint32_t x, std::uint32_t y) {
        const std::size_t at = (std::size_t{y} * size + x) * 4;
        if (pixels[at + 3] == 0) return {-1, -1};
        return {pixels[at] - 10, pixels[at + 1] - 20};
    }
};

TEST_F(Texture, UprightItLiesInTheMiddle) {
    for (const bool normalized : {false, true}) {
        const auto pixels = draw(8, 0, 1, normalized);
        for (std::uint32_t y = 0; y < 8; ++y)
            for (std::uint32_t x = 0; x < 8; ++x) {
                const bool inside = y >= 2 && y < 6;
                const std::pair expected{inside ? static_cast<int>(x) : -1,
                                         inside ? static_cast<int>(y) - 2 : -1};
                EXPECT_EQ(texelAt(pixels, 8, x, y), expected)
                    << x << ", " << y << ", normalized " << normalized;
            }
    }
}

TEST_F(Texture, AQuarterTurnStandsItUpWithSquarePixels) {
    const auto pixels = draw(8, std::numbers::pi_v<float> / 2, 1, true);
    for (std::uint32_t y = 0; y < 8; ++y)
        for (std::uint32_t x = 0; x < 8; ++x) {
            // Four columns in the middle; what was a row from left to right runs upwards.
            const bool inside = x >= 2 && x < 6;
            const std::pair expected{inside ? 7 - static_cast<int>(y) : -1,
                                     inside ? static_cast<int>(x) - 2 : -1};
            EXPECT_EQ(texelAt(pixels, 8, x, y), expected) << x << ", " << y;
        }
}

TEST_F(Texture, AHalfTurnAndAScale) {
    const auto turned = draw(8, std::numbers::pi_v<float>, 1, false);
    for (std::uint32_t y = 2; y < 6; ++y)
        for (std::uint32_t x = 0; x < 8; ++x)
            EXPECT_EQ(texelAt(turned, 8, x, y),
                      (std::pair{7 - static_cast<int>(x), 5 - static_cast<int>(y)}));
    const auto twice = draw(8, 0, 2, true);
    for (std::uint32_t y = 0; y < 8; ++y)
        for (std::uint32_t x = 0; x < 8; ++x)
            EXPECT_EQ(texelAt(twice, 8, x, y),
                      (std::pair{2 + static_cast<int>(x) / 2, static_cast<int>(y) / 2}));
    // An output twice as large shows the same as a scale of two would, and all of the image.
    const auto large = draw(16, 0, 1, true);
    for (std::uint32_t x = 0; x < 16; ++x)
        EXPECT_EQ(texelAt(large, 16, x, 8), (std::pair{static_cast<int>(x) / 2, 2}));
}

TEST_F(Texture, FloatOutputHoldsTheSamePicture) {
    const auto bytes = draw(8, 0.3F, 1.1F, true);
    const auto raw = draw(8, 0.3F, 1.1F, true, "transformKernelFloat");
    std::vector<float> floats(raw.size() / 4);
    std::memcpy(floats.data(), raw.data(), raw.size());
    ASSERT_EQ(floats.size(), bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_NEAR(floats[i] * 255, bytes[i], 0.5) << i;
}

} // namespace
} // namespace lanescope::device::test
