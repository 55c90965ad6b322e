// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What only the emulated device does: accesses, chosen blocks, faults that name the line, ends of endless
// kernels.
#include "contract.h"

#include "model/report.h"
#include "model/trace.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace lanescope::device::test {
namespace {

using Emulated = DeviceTest;

/// The 1-based line of a kernel's source that holds a text.
std::uint32_t lineOf(const recording::Module& file, std::string_view text) {
    const auto at = file.source.find(text);
    return at == std::string::npos
               ? 0
               : 1 + static_cast<std::uint32_t>(std::ranges::count(file.source.substr(0, at), '\n'));
}

TEST_F(Emulated, SaysWhatItIs) {
    EXPECT_FALSE(device->info().can.measuresTimes);
    EXPECT_EQ(device->info().name.rfind("Emulated (2 cores, x86-64", 0), 0U) << device->info().name;
    EXPECT_EQ(device->info().memoryBytes, std::size_t{1} << 30);
    EXPECT_EQ(openEmulated(0, 1)->info().name.rfind("Emulated (1 core, ", 0), 0U);
    EXPECT_GE(openEmulated()->freeBytes(), std::size_t{256} << 20);
}

TEST_F(Emulated, TheLargestSizeThatItNamesFits) {
    const std::size_t capacity = device->freeBytes();
    const Array<int> some(*device, 1000);
    std::size_t largest = 0;
    try {
        device->allocate(capacity - 100, "nearly all");
    } catch (const OutOfMemory& error) {
        largest = error.largestBytes;
    }
    EXPECT_EQ(largest, capacity - 4000);
    const Pointer pointer = device->allocate(largest, "all");
    EXPECT_EQ(device->freeBytes(), 0U);
    device->release(pointer);
}

/// Read from cudaMallocPitch, and for the same rows from cudaMalloc3D, on an H200 with CUDA 13.0.
TEST_F(Emulated, ThePitchIsThatOfAnH200) {
    const std::pair<std::size_t, std::size_t> measured[] = {{1, 512},     {100, 512},   {512, 512},
                                                            {513, 1024},  {1000, 1024}, {1025, 1536},
                                                            {4096, 4096}, {4097, 4608}, {1048577, 1049088}};
    for (const auto& [bytes, pitch] : measured) {
        const PitchedPointer made = device->allocatePitched(bytes, 3, "rows");
        EXPECT_EQ(made.pitch, pitch) << bytes;
        device->release(made.pointer);
    }
}

TEST_F(Emulated, AddressesRepeatFromRunToRun) {
    const auto other = makeDevice();
    const auto probesThere = other->load(probesPtx(), "probes");
    const Array<int> here(*device, 10), there(*other, 10);
    EXPECT_EQ(here.pointer(), there.pointer());
}

TEST_F(Emulated, TheSinkHearsOfEachAccessWithItsLine) {
    const auto module = loadKernels("wave");
    const recording::Module& file = *findKernelFile("wave");
    const Array<Float4> vertices(*device, 64 * 4);
    model::Trace trace;
    device->watcher()->launch({.module = module.get(),
                               .kernel = "createVertices",
                               .grid = {2, 1},
                               .block = {32, 4},
                               .arguments = Arguments(vertices.pointer(), 0.0F, 1.0F, 64U, 4U)},
                              {.sink = &trace});
    std::vector<model::WarpAccess> global;
    for (const auto& access : trace.accesses())
        if (access.space == model::Space::Global) global.push_back(access);
    ASSERT_EQ(global.size(), 8U);
    for (std::size_t i = 0; i < global.size(); ++i) {
        const std::uint32_t block = static_cast<std::uint32_t>(i) / 4,
                            warp = static_cast<std::uint32_t>(i) % 4;
        EXPECT_EQ(global[i].block, (model::Dim3{block, 0, 0}));
        EXPECT_EQ(global[i].warp, warp);
        EXPECT_EQ(global[i].operation, model::Operation::Store);
        EXPECT_EQ(global[i].width, 16);
        EXPECT_EQ(global[i].activeMask, ~0U);
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            EXPECT_EQ(global[i].address[lane], vertices.pointer() + 16 * (warp * 64 + block * 32 + lane));
        const model::Site& site = module->module().sites()[global[i].site];
        EXPECT_EQ(site.file, "kernels/wave.cu");
        EXPECT_EQ(site.line, lineOf(file, "make_float4(u, w, v, 1.0f)"));
    }
}

TEST_F(Emulated, EachBankKernelMakesTheOneAccessOfItsPattern) {
    struct Pattern {
        int offset, stride, pad, swizzle, group, elements;
        unsigned lanes;
    };
    const auto module = loadKernels("banks");
    const recording::Module& file = *findKernelFile("banks");
    const struct {
        const char* kernel;
        const char* line;
        std::uint8_t width;
        model::Operation operation;
    } cases[] = {{"bankLoadChar", "out[threadIdx.x] = cells[i];", 1, model::Operation::Load},
                 {"bankLoadShort", "out[threadIdx.x] = cells[i];", 2, model::Operation::Load},
                 {"bankLoadFloat", "out[threadIdx.x] = cells[i];", 4, model::Operation::Load},
                 {"bankLoadDouble", "out[threadIdx.x] = cells[i];", 8, model::Operation::Load},
                 {"bankLoadFloat4", "out[threadIdx.x] = cells[i];", 16, model::Operation::Load},
                 {"bankStoreChar", "cells[i] = value;", 1, model::Operation::Store},
                 {"bankStoreShort", "cells[i] = value;", 2, model::Operation::Store},
                 {"bankStoreFloat", "cells[i] = value;", 4, model::Operation::Store},
                 {"bankStoreDouble", "cells[i] = value;", 8, model::Operation::Store},
                 {"bankStoreFloat4", "cells[i] = value;", 16, model::Operation::Store},
                 {"bankAtomicInt", "atomicAdd(&cells[i]", 4, model::Operation::Atomic}};
    for (const auto& one : cases) {
        const Array<Float4> out(*device, 1024);
        model::Trace trace;
        const Pattern pattern{.offset = 3,
                              .stride = 5,
                              .pad = 0,
                              .swizzle = 0,
                              .group = 1,
                              .elements = 512,
                              .lanes = 0x0ff0f00f};
        device->watcher()->launch({.module = module.get(),
                                   .kernel = one.kernel,
                                   .block = {32},
                                   .sharedBytes = 512U * one.width,
                                   .arguments = Arguments(out.pointer(), pattern)},
                                  {.sink = &trace});
        int seen = 0;
        for (const auto& access : trace.accesses()) {
            const model::Site& site = module->module().sites()[access.site];
            if (site.line != lineOf(file, one.line) || access.space == model::Space::Global) continue;
            ++seen;
            EXPECT_EQ(site.file, "kernels/banks.cu");
            EXPECT_EQ(access.space, model::Space::Shared) << one.kernel;
            EXPECT_EQ(access.operation, one.operation) << one.kernel;
            EXPECT_EQ(access.width, one.width) << one.kernel;
            EXPECT_EQ(access.activeMask, pattern.lanes) << one.kernel;
            for (std::uint32_t lane = 0; lane < 32; ++lane) {
                if (!access.active(static_cast<int>(lane))) continue;
                EXPECT_EQ(access.address[lane], (3 + 5 * lane) * one.width)
                    << one.kernel << ", lane " << lane;
            }
        }
        EXPECT_EQ(seen, 1) << one.kernel;
    }
}

TEST_F(Emulated, ATextureReadAndASurfaceWriteAreOfTheKernelsOwnLines) {
    const auto module = loadKernels("texture");
    const recording::Module& file = *findKernelFile("texture");
    const auto image = device->createArray({16, 16, TexelFormat::Rgba8}, {});
    const auto output = device->createArray({8, 4, TexelFormat::Rgba8}, {});
    const std::uint64_t texture = device->createTexture(*image, {});
    const std::uint64_t surface = device->createSurface(*output);
    model::Trace trace;
    device->watcher()->launch({.module = module.get(),
                               .kernel = "transformKernel",
                               .block = {8, 4},
                               .arguments = Arguments(surface, texture, 8, 4, 16, 16, 0.0F, 1.0F, 0)},
                              {.sink = &trace});
    std::vector<std::uint32_t> lines;
    for (const auto& access : trace.accesses())
        if (access.space == model::Space::Texture) {
            const model::Site& site = module->module().sites()[access.site];
            EXPECT_EQ(site.file, "kernels/texture.cu");
            lines.push_back(site.line);
            ASSERT_NE(access.footprint, nullptr);
        }
    EXPECT_EQ(lines, (std::vector{lineOf(file, "float4 colour = tex2D"), lineOf(file, "surf2Dwrite(pixel")}));
}

TEST_F(Emulated, ChosenBlocksAloneRun) {
    const Array<int> out(*device, 40);
    device->watcher()->launch({.module = probes.get(),
                               .kernel = "writeIndex",
                               .grid = {4},
                               .block = {10},
                               .arguments = Arguments(out.pointer(), 40)},
                              {.blocks = {1, 3}});
    const auto records = device->finish();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].blocksRun, 2U);
    EXPECT_EQ(records[0].blocksTotal, 4U);
    EXPECT_GT(records[0].warpInstructions, 0U);
    const auto values = out.get();
    for (int i = 0; i < 40; ++i) {
        const bool run = i / 10 == 1 || i / 10 == 3;
        EXPECT_EQ(values[static_cast<std::size_t>(i)], run ? i : 0);
    }
}

TEST_F(Emulated, AFaultNamesKernelAndLineAndLeavesTheDeviceWell) {
    const Array<int> out(*device, 4);
    const auto crash = [&] {
        device->launch(
            {.module = probes.get(), .kernel = "outOfBounds", .arguments = Arguments(out.pointer())});
        device->finish();
    };
    try {
        crash();
        FAIL() << "no fault";
    } catch (const ptx::Fault& fault) {
        EXPECT_EQ(fault.kind, ptx::FaultKind::OutOfBounds);
        EXPECT_EQ(fault.file, "tests/device/probes.cu");
        EXPECT_GT(fault.line, 0U);
        EXPECT_EQ(std::string(fault.what()).find('\n'), std::string::npos);
    }
    EXPECT_TRUE(device->finish().empty());
    EXPECT_FALSE(device->lost());
    run(*probes, "writeIndex", {1}, {4}, 0, out.pointer(), 4);
    EXPECT_EQ(out.get(), (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(Emulated, EndlessKernelsEndByBudgetOrCancel) {
    const Array<int> flag(*device, 1);
    const Launch launch{.module = probes.get(), .kernel = "endless", .arguments = Arguments(flag.pointer())};
    try {
        device->watcher()->launch(launch, {.instructionBudget = 10000});
        FAIL() << "it ended";
    } catch (const ptx::Fault& fault) {
        EXPECT_EQ(fault.kind, ptx::FaultKind::Budget);
    }
    std::atomic<bool> cancel = false;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        cancel = true;
    });
    try {
        device->watcher()->launch(launch, {.cancel = &cancel});
        ADD_FAILURE() << "it ended";
    } catch (const ptx::Fault& fault) {
        EXPECT_EQ(fault.kind, ptx::FaultKind::Cancelled);
    }
    other.join();
}

TEST_F(Emulated, PrintfIsInTheRecord) {
    EXPECT_EQ(run(*probes, "say", {2}, {1}, 0, 42).printed, "number 42\nnumber 42\n");
}

TEST_F(Emulated, ModulesAndArraysMayOutliveTheDevice) {
    auto array = device->createArray({2, 2, TexelFormat::R32f}, {});
    device.reset();
    EXPECT_NE(probes->module().find("say"), nullptr);
    probes.reset();
    EXPECT_EQ(array->desc().width, 2U);
}

TEST_F(Emulated, SharingNeedsOpenGl) {
    EXPECT_NE(messageOf([&] { device->shareBuffer(1, 16); }).find("no OpenGL 4.5 context"),
              std::string::npos);
    EXPECT_NE(messageOf([&] {
                  device->shareTexture(1, {2, 2, TexelFormat::Rgba8});
              }).find("no OpenGL 4.5 context"),
              std::string::npos);
}

} // namespace
} // namespace lanescope::device::test
