// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/pictures/test_images.h"

#include <array>
#include <cmath>
#include <cstring>

namespace lanescope::labs_test {
namespace {

struct Vertex {
    double x, y, z;
};

Vertex wave(int x, int y, int width, int height, double time, double frequency) {
    const double u = 2.0 * x / width - 1, v = 2.0 * y / height - 1;
    return {u, std::sin(u * frequency + time) * std::cos(v * frequency + time) * 0.5, v};
}

TEST(WaveResult, IsTheSameInEveryLayout) {
    constexpr int kWidth = 45, kHeight = 30; // no multiples of a block
    constexpr double kTime = 1.25;
    for (const char* layout : {"float4", "float3", "soa"}) {
        const auto lab =
            prepared("wave", {{"width", "45"}, {"height", "30"}, {"frequency", "3"}, {"layout", layout}});
        PlainRun run(*lab, kTime);
        const std::vector<float> out = run.read<float>("positions");
        const std::size_t vertices = kWidth * kHeight;
        ASSERT_EQ(out.size(), vertices * (std::string_view(layout) == "float4" ? 4 : 3));
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                const std::size_t i = static_cast<std::size_t>(y * kWidth + x);
                const Vertex expected = wave(x, y, kWidth, kHeight, kTime, 3);
                const auto at = [&](std::size_t axis) {
                    if (std::string_view(layout) == "float4") return out[4 * i + axis];
                    return std::string_view(layout) == "float3" ? out[3 * i + axis]
                                                                : out[axis * vertices + i];
                };
                ASSERT_NEAR(at(0), expected.x, 1e-6) << layout << " " << x << " " << y;
                ASSERT_NEAR(at(1), expected.y, 1e-6) << layout << " " << x << " " << y;
                ASSERT_NEAR(at(2), expected.z, 1e-6) << layout << " " << x << " " << y;
                if (std::string_view(layout) == "float4") {
                    ASSERT_EQ(out[4 * i + 3], 1.0F);
                }
            }
    }
}

/// The texel that a result pixel shows, of a 512 x 512 picture, or nothing beyond its edge.
void expectTurned(const char* angle, const char* element, const char* normalized,
                  const std::function<std::pair<int, int>(int, int)>& from) {
    const auto lab = prepared("texture", {{"image", "checker"},
                                          {"angle", angle},
                                          {"animate", "off"},
                                          {"filter", "point"},
                                          {"element", element},
                                          {"normalized", normalized}});
    PlainRun run(*lab, 0);
    const render::Image source = kit::findPicture("checker")->image;
    const bool floats = std::string_view(element) == "float";
    const std::vector<float> wide = floats ? run.readImage<float>() : std::vector<float>();
    const std::vector<std::uint8_t> narrow =
        floats ? std::vector<std::uint8_t>() : run.readImage<std::uint8_t>();
    for (int y = 0; y < 512; ++y)
        for (int x = 0; x < 512; ++x) {
            const auto [sx, sy] = from(x, y);
            for (int c = 0; c < 4; ++c) {
                const int expected = source.at(sx, sy)[c];
                const std::size_t i = (static_cast<std::size_t>(y) * 512 + static_cast<std::size_t>(x)) * 4 +
                                      static_cast<std::size_t>(c);
                if (floats) {
                    ASSERT_FLOAT_EQ(wide[i], static_cast<float>(expected) / 255) << x << " " << y;
                } else
                    ASSERT_EQ(narrow[i], expected) << x << " " << y;
            }
        }
}

TEST(TextureResult, UnturnedIsThePicture) {
    const auto same = [](int x, int y) { return std::pair(x, y); };
    expectTurned("0", "8-bit", "on", same);
    expectTurned("0", "8-bit", "off", same);
    expectTurned("0", "float", "on", same);
}

TEST(TextureResult, AQuarterTurnExchangesRowsAndColumns) {
    // x = -(y - centre), y = x - centre: the kernel turns the coordinates, so the picture turns the other
    // way.
    expectTurned("90", "8-bit", "on", [](int x, int y) { return std::pair(511 - y, x); });
    expectTurned("-90", "float", "off", [](int x, int y) { return std::pair(y, 511 - x); });
    expectTurned("180", "8-bit", "off", [](int x, int y) { return std::pair(511 - x, 511 - y); });
}

TEST(TextureResult, BeyondTheEdgeIsWhatTheAddressModeSays) {
    // At scale 0.5 the picture fills the middle quarter; pixel (10, 256) lies 236 texels left of its edge.
    const auto pixel = [](const char* address, int x, int y) {
        const auto lab = prepared("texture", {{"image", "checker"},
                                              {"angle", "0"},
                                              {"animate", "off"},
                                              {"filter", "point"},
                                              {"scale", "0.5"},
                                              {"address", address}});
        PlainRun run(*lab, 0);
        const std::vector<std::uint8_t> out = run.readImage<std::uint8_t>();
        const std::size_t i = (static_cast<std::size_t>(y) * 512 + static_cast<std::size_t>(x)) * 4;
        return std::array{out[i], out[i + 1], out[i + 2], out[i + 3]};
    };
    const render::Image source = kit::findPicture("checker")->image;
    const auto texel = [&](int x, int y) {
        return std::array{source.at(x, y)[0], source.at(x, y)[1], source.at(x, y)[2], source.at(x, y)[3]};
    };
    // (10 + 0.5 - 256) * 2 + 256 = -235, (256 + 0.5 - 256) * 2 + 256 = 257.
    EXPECT_EQ(pixel("clamp", 10, 256), texel(0, 257));
    EXPECT_EQ(pixel("wrap", 10, 256), texel(512 - 235, 257));
    EXPECT_EQ(pixel("mirror", 10, 256), texel(234, 257));
    EXPECT_EQ(pixel("border", 10, 256), (std::array<std::uint8_t, 4>{0, 0, 0, 0}));
}

TEST(CoalescingResult, EveryElementWasVisitedOnce) {
    const auto lab = prepared("coalescing", {{"kernel", "stride"}, {"stride", "3"}, {"size-mib", "1"}});
    PlainRun run(*lab, 0);
    const std::vector<float> array = run.read<float>("array");
    ASSERT_EQ(array.size(), 3U * 262144);
    for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], i % 3 == 0 ? 1.0F : 0.0F) << i;

    const auto late = prepared(
        "coalescing", {{"kernel", "offset"}, {"offset", "5"}, {"element", "double"}, {"size-mib", "1"}});
    PlainRun second(*late, 0);
    const std::vector<double> doubles = second.read<double>("array");
    ASSERT_EQ(doubles.size(), 131072U + 5);
    for (std::size_t i = 0; i < doubles.size(); ++i) ASSERT_EQ(doubles[i], i < 5 ? 0.0 : 1.0) << i;
}

TEST(BanksResult, LanesGetTheElementsOfThePattern) {
    // Element of lane t: 2 + 5 t, rows of 32 with 3 unused after each.
    const auto lab = prepared("banks", {{"stride", "5"}, {"offset", "2"}, {"pad", "3"}});
    PlainRun run(*lab, 0);
    const std::vector<float> out = run.read<float>("out");
    for (int lane = 0; lane < 32; ++lane) {
        const int i = 2 + 5 * lane;
        EXPECT_EQ(out[static_cast<std::size_t>(lane)], static_cast<float>(i / 32 * 35 + i % 32)) << lane;
    }
    // Four lanes add to each of 8 counters: lanes 4 k to 4 k + 3 add their number + 1.
    const auto counters = prepared("banks", {{"op", "atomic"}, {"broadcast", "4"}, {"stride", "1"}});
    PlainRun second(*counters, 0);
    const std::vector<int> sums = second.read<int>("out");
    for (int k = 0; k < 8; ++k) EXPECT_EQ(sums[static_cast<std::size_t>(k)], 16 * k + 10) << k;
}

TEST(TransfersResult, TheKernelCopiesEveryByte) {
    for (const char* size : {"1KiB", "64KiB", "1GiB"}) {
        const auto lab = prepared("transfers", {{"memory", "mapped"}, {"size", size}});
        PlainRun run(*lab, 0);
        const std::vector<std::uint8_t> to = run.read<std::uint8_t>("to");
        ASSERT_GE(to.size(), 1024U);
        for (std::size_t i = 0; i < to.size(); ++i) ASSERT_EQ(to[i], i % 251) << size << " " << i;
    }
}

TEST(TransfersResult, FourAtATimeLeaveNothingOut) {
    // 1000 elements by 64 threads: three rounds of four and a rest; the element behind stays.
    const std::shared_ptr<device::Device> device = device::openEmulated();
    const recording::ModulePointer file = device::findKernelFile("transfers");
    ASSERT_TRUE(file);
    const auto module = device->load(file->ptx, file->path);
    for (const char* kernel : {"copy", "copyFour"}) {
        constexpr std::size_t kCount = 1000;
        std::vector<std::uint32_t> source(4 * (kCount + 1)), target(source.size());
        for (std::size_t i = 0; i < source.size(); ++i)
            source[i] = static_cast<std::uint32_t>(i * 2654435761U + 1);
        const device::Pointer from = device->allocate(source.size() * 4, "from"),
                              to = device->allocate(source.size() * 4, "to");
        device->upload(from, std::as_bytes(std::span(source)));
        device::Launch launch;
        launch.module = module.get();
        launch.kernel = kernel;
        launch.grid = {2, 1, 1};
        launch.block = {32, 1, 1};
        launch.arguments = device::Arguments(to, from, std::uint64_t{kCount});
        device->launch(launch);
        device->finish();
        device->download(std::as_writable_bytes(std::span(target)), to);
        for (std::size_t i = 0; i < target.size(); ++i)
            ASSERT_EQ(target[i], i < 4 * kCount ? source[i] : 0) << kernel << " " << i;
    }
}

} // namespace
} // namespace lanescope::labs_test
