// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels write OpenGL's buffers and textures, and OpenGL reads back what they wrote, by whichever route.
#include "interop.h"

#include "device/doctor.h"
#include "render/gl.h"

#include <algorithm>
#include <cmath>

namespace lanescope::device::test {
namespace {

class Interop : public ::testing::Test {
protected:
    shell::Offscreen gl{kDriver};
    std::unique_ptr<Device> device = makeDevice();

    std::unique_ptr<LoadedModule> loadKernels(std::string_view name) {
        const recording::ModulePointer file = findKernelFile(name);
        return device->load(file->ptx, file->path);
    }
    void launchWave(LoadedModule& module, Pointer positions, float time, unsigned side) {
        device->launch({.module = &module,
                        .kernel = "createVertices",
                        .grid = {(side + 15) / 16, (side + 15) / 16},
                        .block = {16, 16},
                        .arguments = Arguments(positions, time, 4.0F, side, side)});
    }
    void launchSurface(LoadedModule& module, std::uint64_t surface, unsigned first) {
        device->launch({.module = &module,
                        .kernel = "writeSurface",
                        .grid = {3},
                        .block = {8},
                        .arguments = Arguments(surface, first)});
    }
    void SetUp() override {
        if (kRoute == Route::ThroughHost && !render::glInfo().software)
            GTEST_SKIP() << "no software OpenGL beside NVIDIA's, so nothing has to go through the host";
    }
    void TearDown() override { EXPECT_NO_THROW(render::checkError("the end of the test")); }
};

std::vector<Float4> contents(const render::Buffer& buffer) {
    std::vector<Float4> values(buffer.bytes() / sizeof(Float4));
    buffer.read(0, values.data(), buffer.bytes());
    return values;
}

TEST_F(Interop, TheRouteIsAsExpectedAndExplained) {
    const render::Buffer buffer("shared", 64);
    const auto shared = device->shareBuffer(buffer.id(), 64);
    ASSERT_EQ(shared->route(), kRoute) << shared->reason();
    EXPECT_EQ(shared->reason().empty(), kRoute != Route::ThroughHost);
    if (kRoute == Route::ThroughHost) {
        EXPECT_NE(shared->reason().find("llvmpipe"), std::string_view::npos) << shared->reason();
        EXPECT_NE(shared->reason().find("__GLX_VENDOR_LIBRARY_NAME"), std::string_view::npos)
            << shared->reason();
    }
    EXPECT_EQ(shared->pointer(), 0U) << "not mapped yet";
    EXPECT_EQ(shared->surface(), 0U);
}

TEST_F(Interop, TheDoctorSeesTheSame) {
    const render::Buffer buffer("shared", 64);
    const Check check = checkInterop(*device, buffer.id(), 64);
    EXPECT_EQ(check.found, kRoute == Route::Direct) << check.detail;
    EXPECT_FALSE(check.detail.empty());
    EXPECT_EQ(check.cure.empty(), check.found);
    EXPECT_FALSE(checkInterop(*device, 12345, 64).found);
}

TEST_F(Interop, KernelsFillABufferFrameAfterFrame) {
    const unsigned side = 100;
    const auto module = loadKernels("wave");
    const render::Buffer buffer("vertices", side * side * sizeof(Float4));
    const auto shared = device->shareBuffer(buffer.id(), buffer.bytes());
    const auto emulated = openEmulated();
    const auto emulatedModule = emulated->load(findKernelFile("wave")->ptx, "wave");
    const Array<Float4> there(*emulated, side * side);
    for (const float time : {0.0F, 0.5F, 3.0F}) {
        SharedResource* const all[] = {shared.get()};
        {
            const MapScope scope(*device, all);
            ASSERT_NE(shared->pointer(), 0U);
            launchWave(*module, shared->pointer(), time, side);
        }
        EXPECT_EQ(shared->pointer(), 0U);
        EXPECT_EQ(device->finish().size(), 1U);
        emulated->launch({.module = emulatedModule.get(),
                          .kernel = "createVertices",
                          .grid = {7, 7},
                          .block = {16, 16},
                          .arguments = Arguments(there.pointer(), time, 4.0F, side, side)});
        const auto drawn = contents(buffer), expected = there.get();
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            ASSERT_EQ(drawn[i].x, expected[i].x) << i;
            ASSERT_NEAR(drawn[i].y, expected[i].y, 1e-6) << i; // sine and cosine may differ in their last bit
            ASSERT_EQ(drawn[i].w, 1.0F) << i;
        }
    }
}

TEST_F(Interop, KernelsFillATextureWhateverThePixelStore) {
    const auto module = device->load(probesPtx(), "probes");
    const render::Texture texture("image", 8, 3, render::PixelFormat::Rgba8);
    const auto shared = device->shareTexture(texture.id(), {8, 3, TexelFormat::Rgba8});
    ASSERT_EQ(shared->route(), kRoute) << shared->reason();
    for (const unsigned first : {10U, 100U}) {
        SharedResource* const all[] = {shared.get()};
        MapScope scope(*device, all);
        ASSERT_NE(shared->surface(), 0U);
        EXPECT_EQ(shared->pointer(), 0U);
        launchSurface(*module, shared->surface(), first);
        scope.unmap();
        EXPECT_EQ(shared->surface(), 0U);
        device->finish();
        std::vector<std::uint8_t> pixels(8 * 3 * 4);
        texture.read(pixels.data(), pixels.size());
        for (unsigned y = 0; y < 3; ++y)
            for (unsigned x = 0; x < 8; ++x) {
                const std::uint8_t* pixel = &pixels[(y * 8 + x) * 4];
                EXPECT_EQ(pixel[0], first + x);
                EXPECT_EQ(pixel[1], y);
                EXPECT_EQ(pixel[2], x ^ y);
                EXPECT_EQ(pixel[3], 255);
            }
    }
}

TEST_F(Interop, FloatTexturesToo) {
    const int side = 33;
    const auto module = loadKernels("texture");
    const std::vector<float> image(4 * 4 * 4, 0.625F);
    const auto array = device->createArray({4, 4, TexelFormat::Rgba32f}, std::as_bytes(std::span(image)));
    const std::uint64_t source = device->createTexture(*array, {});
    const render::Texture texture("image", side, side, render::PixelFormat::Rgba32f);
    const auto shared = device->shareTexture(texture.id(), {33, 33, TexelFormat::Rgba32f});
    ASSERT_EQ(shared->route(), kRoute) << shared->reason();
    SharedResource* const all[] = {shared.get()};
    MapScope scope(*device, all);
    device->launch({.module = module.get(),
                    .kernel = "transformKernelFloat",
                    .grid = {5, 5},
                    .block = {8, 8},
                    .arguments = Arguments(shared->surface(), source, side, side, 4, 4, 0.5F, 1.0F, 0)});
    scope.unmap();
    device->releaseTexture(source);
    std::vector<float> pixels(side * side * 4);
    texture.read(pixels.data(), pixels.size() * sizeof(float));
    EXPECT_EQ(pixels, std::vector<float>(side * side * 4, 0.625F));
}

TEST_F(Interop, SeveralAreMappedInOneCall) {
    const auto wave = loadKernels("wave");
    const auto probes = device->load(probesPtx(), "probes");
    const render::Buffer first("first", 16 * 16 * sizeof(Float4)), second("second", 16 * 16 * sizeof(Float4));
    const render::Texture texture("image", 8, 3, render::PixelFormat::Rgba8);
    const auto a = device->shareBuffer(first.id(), first.bytes()),
               b = device->shareBuffer(second.id(), second.bytes());
    const auto c = device->shareTexture(texture.id(), {8, 3, TexelFormat::Rgba8});
    SharedResource* const all[] = {a.get(), b.get(), c.get()};
    MapScope scope(*device, all);
    EXPECT_NE(a->pointer(), b->pointer());
    launchWave(*wave, a->pointer(), 0, 16);
    launchWave(*wave, b->pointer(), 1, 16);
    launchSurface(*probes, c->surface(), 50);
    scope.unmap();
    EXPECT_EQ(device->finish().size(), 3U);
    EXPECT_NEAR(contents(first)[0].y, std::sin(-4.0) * std::cos(-4.0) / 2, 1e-6);
    EXPECT_NEAR(contents(second)[0].y, std::sin(-3.0) * std::cos(-3.0) / 2, 1e-6);
    std::vector<std::uint8_t> pixels(8 * 3 * 4);
    texture.read(pixels.data(), pixels.size());
    EXPECT_EQ(pixels[0], 50);
}

TEST_F(Interop, MappingOutOfTurnIsRefused) {
    const render::Buffer buffer("shared", 64);
    const auto shared = device->shareBuffer(buffer.id(), 64);
    SharedResource* const all[] = {shared.get()};
    EXPECT_NE(messageOf([&] { device->unmap(all); }).find("not mapped"), std::string::npos);
    device->map(all);
    EXPECT_NE(messageOf([&] { device->map(all); }).find("mapped already"), std::string::npos);
    device->unmap(all);
    const auto other = makeDevice();
    EXPECT_NE(messageOf([&] { other->map(all); }).find("another device"), std::string::npos);
    const auto abandoned = device->shareBuffer(buffer.id(), 64);
    SharedResource* const last[] = {abandoned.get()};
    device->map(last); // and destroyed while mapped
}

TEST_F(Interop, ObjectsThatAreNotWhatIsSaidAreRefused) {
    const render::Buffer buffer("small", 64);
    const render::Texture texture("image", 8, 3, render::PixelFormat::Rgba8);
    EXPECT_NE(messageOf([&] { device->shareBuffer(buffer.id(), 65); }).find("has 64 bytes; 65"),
              std::string::npos);
    EXPECT_NE(messageOf([&] { device->shareBuffer(4711, 4); }).find("no buffer 4711"), std::string::npos);
    EXPECT_NE(messageOf([&] {
                  device->shareTexture(4711, {8, 3, TexelFormat::Rgba8});
              }).find("no texture 4711"),
              std::string::npos);
    for (const ArrayDesc& wrong : {ArrayDesc{3, 8, TexelFormat::Rgba8}, ArrayDesc{8, 3, TexelFormat::Rgba32f},
                                   ArrayDesc{0, 3, TexelFormat::Rgba8}})
        EXPECT_NE(messageOf([&] { device->shareTexture(texture.id(), wrong); }), "");
}

} // namespace
} // namespace lanescope::device::test
