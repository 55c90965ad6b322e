// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What a device promises, whichever it is: the emulated device and a GPU run these same tests.
#include "contract.h"
#include "ptx/tensor/tensor_map.h"

#include <algorithm>
#include <numeric>

namespace lanescope::device::test {
namespace {

using Contract = DeviceTest;

TEST_F(Contract, MemoryIsZeroedAndAligned) {
    const Array<std::uint32_t> small(*device, 3), large(*device, 1 << 20);
    EXPECT_NE(small.pointer(), large.pointer());
    EXPECT_EQ(small.pointer() % 256, 0U);
    EXPECT_EQ(large.pointer() % 256, 0U);
    EXPECT_EQ(small.get(), std::vector<std::uint32_t>(3, 0));
    EXPECT_EQ(large.get(), std::vector<std::uint32_t>(1 << 20, 0));
}

TEST_F(Contract, PitchedRowsBeginAtALineWhateverTheirLength) {
    for (const std::size_t bytes : {1U, 100U, 512U, 513U, 4097U})
        for (const std::size_t rows : {1U, 7U}) {
            const PitchedPointer made = device->allocatePitched(bytes, rows, "rows");
            EXPECT_GE(made.pitch, bytes);
            EXPECT_EQ(made.pitch % 128, 0U) << bytes;
            EXPECT_EQ(made.pointer % 256, 0U) << bytes;
            std::vector<std::byte> all(made.pitch * rows, std::byte{1});
            device->download(all, made.pointer);
            EXPECT_EQ(all, std::vector<std::byte>(all.size())) << bytes;
            device->release(made.pointer);
        }
}

TEST_F(Contract, MemoryThatIsUsedAgainIsZeroedAgain) {
    for (int round = 0; round < 3; ++round) {
        Array<int> array(*device, 1000);
        EXPECT_EQ(array.get(), std::vector<int>(1000, 0)) << "round " << round;
        array.set(std::vector<int>(1000, 7));
    }
}

TEST_F(Contract, UploadDownloadAndFillReachTheBytesNamed) {
    const Array<std::uint8_t> array(*device, 10);
    const std::vector<std::uint8_t> three{1, 2, 3};
    device->upload(array.pointer() + 4, std::as_bytes(std::span(three)));
    device->fill(array.pointer() + 8, std::byte{0xee}, 2);
    EXPECT_EQ(array.get(), (std::vector<std::uint8_t>{0, 0, 0, 0, 1, 2, 3, 0, 0xee, 0xee}));
    std::vector<std::uint8_t> two(2);
    device->download(std::as_writable_bytes(std::span(two)), array.pointer() + 5);
    EXPECT_EQ(two, (std::vector<std::uint8_t>{2, 3}));
}

TEST_F(Contract, WhatDoesNotFitSaysSoWithTheLargestSize) {
    const std::size_t free = device->freeBytes();
    EXPECT_GT(free, 0U);
    try {
        device->allocate(std::size_t{1} << 50, "a petabyte");
        FAIL() << "a petabyte was given out";
    } catch (const OutOfMemory& error) {
        EXPECT_NE(std::string(error.what()).find("a petabyte"), std::string::npos) << error.what();
        EXPECT_GT(error.largestBytes, 0U);
        EXPECT_LE(error.largestBytes, device->info().memoryBytes);
    }
    // And the device goes on working.
    EXPECT_EQ(Array<int>(*device, {1, 2}).get(), (std::vector<int>{1, 2}));
}

TEST_F(Contract, ReleasedMemoryIsFreeAgain) {
    const std::size_t bytes = std::size_t{64} << 20;
    const std::size_t before = device->freeBytes();
    const Pointer pointer = device->allocate(bytes, "big");
    const std::size_t during = device->freeBytes();
    EXPECT_LE(during + bytes, before);
    device->release(pointer);
    EXPECT_GE(device->freeBytes(), during + bytes);
    device->release(0x1234); // never given out
}

TEST_F(Contract, TransfersBeyondAnAllocationNameIt) {
    const Array<int> array(*device, 4, "positions");
    std::vector<std::byte> bytes(17);
    for (const std::string& message : {messageOf([&] { device->upload(array.pointer(), bytes); }),
                                       messageOf([&] { device->download(bytes, array.pointer()); }),
                                       messageOf([&] { device->fill(array.pointer(), std::byte{1}, 17); })}) {
        EXPECT_NE(message.find("positions"), std::string::npos) << message;
        EXPECT_NE(message.find("17 bytes"), std::string::npos) << message;
    }
    EXPECT_NE(messageOf([&] { device->upload(64, bytes); }).find("no allocation"), std::string::npos);
}

TEST_F(Contract, EveryParameterArrives) {
    struct Pair {
        double first;
        char second;
    };
    const Array<double> out(*device, 8);
    run(*probes, "manyArguments", {1}, {1}, 0, char{-3}, short{-300}, 70000, 1LL << 40, 1.5F, 0.1,
        Pair{2.25, 'x'}, out.pointer());
    EXPECT_EQ(out.get(), (std::vector<double>{-3, -300, 70000, 1099511627776.0, 1.5, 0.1, 2.25, 120}));
}

TEST_F(Contract, WrongArgumentsAreNamed) {
    const Array<int> out(*device, 1);
    const auto launch = [&](const Arguments& arguments) {
        return messageOf([&] {
            device->launch({.module = probes.get(), .kernel = "writeIndex", .arguments = arguments});
        });
    };
    const std::string few = launch(Arguments(out.pointer()));
    EXPECT_NE(few.find("writeIndex takes 2 arguments, 1 were given"), std::string::npos) << few;
    const std::string wide = launch(Arguments(out.pointer(), std::int64_t{1}));
    EXPECT_NE(wide.find("argument 2 (param_1, u32) has 8 bytes, the kernel takes 4"), std::string::npos)
        << wide;
    EXPECT_EQ(launch(Arguments(out.pointer(), 1)), "");
    EXPECT_EQ(device->finish().size(), 1U) << "refused launches leave no record";
}

TEST_F(Contract, AnUnknownKernelIsAnsweredWithThoseThereAre) {
    const std::string message =
        messageOf([&] { device->launch({.module = probes.get(), .kernel = "writeIndices"}); });
    EXPECT_NE(message.find("'writeIndices'"), std::string::npos) << message;
    EXPECT_NE(message.find("writeIndexPii"), std::string::npos) << message;
}

TEST_F(Contract, LaunchesThatNoGpuTakesAreRefused) {
    const Array<int> out(*device, 1);
    const struct {
        model::Dim3 grid, block;
        std::uint32_t sharedBytes;
        const char* says;
    } cases[] = {
        {{0}, {1}, 0, "an empty grid, of 0 blocks"},
        {{1, 65536}, {1}, 0, "a grid of 1 x 65536 blocks"},
        {{1}, {0}, 0, "an empty block, of 0 threads"},
        {{1}, {33, 32}, 0, "a block of 33 x 32 = 1056 threads"},
        {{1}, {1, 1, 65}, 0, "a block of 1 x 1 x 65 threads"},
        {{1}, {1}, 1 << 20, "1048576 bytes of shared memory"},
    };
    for (const auto& one : cases) {
        const std::string message = messageOf([&] {
            device->launch({.module = probes.get(),
                            .kernel = "writeIndex",
                            .grid = one.grid,
                            .block = one.block,
                            .sharedBytes = one.sharedBytes,
                            .arguments = Arguments(out.pointer(), 1)});
        });
        EXPECT_NE(message.find(one.says), std::string::npos) << message;
    }
    EXPECT_TRUE(device->finish().empty());
}

TEST_F(Contract, RecordsComeInOrderWithTheirLabels) {
    const Array<int> out(*device, 1000);
    const auto launch = [&](const char* label, std::uint32_t blocks) {
        device->launch({.module = probes.get(),
                        .kernel = "writeIndex",
                        .label = label,
                        .grid = {blocks},
                        .block = {100},
                        .arguments = Arguments(out.pointer(), 1000)});
    };
    launch("first", 10);
    launch("", 3);
    launch("third", 1);
    const auto records = device->finish();
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(records[0].label, "first");
    EXPECT_EQ(records[1].label, "writeIndex");
    EXPECT_EQ(records[2].label, "third");
    EXPECT_EQ(records[0].blocksTotal, 10U);
    EXPECT_EQ(records[1].blocksRun, 3U);
    for (const LaunchRecord& record : records) EXPECT_GT(record.milliseconds, 0);
    EXPECT_TRUE(device->finish().empty());
    std::vector<int> expected(1000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(out.get(), expected);
}

TEST_F(Contract, BlocksOfACooperativeLaunchWaitForOneAnother) {
    constexpr unsigned kBlocks = 50;
    const Array<int> numbers(*device, kBlocks), seen(*device, kBlocks);
    device->launch({.module = probes.get(),
                    .kernel = "neighbours",
                    .grid = {kBlocks},
                    .block = {96},
                    .arguments = Arguments(numbers.pointer(), seen.pointer()),
                    .cooperative = true});
    EXPECT_EQ(device->finish().size(), 1U);
    std::vector<int> expected(kBlocks);
    for (unsigned i = 0; i < kBlocks; ++i) expected[i] = static_cast<int>(10 * ((i + 1) % kBlocks));
    EXPECT_EQ(seen.get(), expected);
}

TEST_F(Contract, DynamicSharedMemoryBeyond48KiB) {
    const int n = 16000; // 62.5 KiB
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 5);
    const Array<int> data(*device, values);
    run(*probes, "reverse", {1}, {256}, n * 4, data.pointer(), n);
    std::vector<int> expected(values.rbegin(), values.rend());
    EXPECT_EQ(data.get(), expected);
    // Less again, and then all that a block may have.
    for (const std::uint32_t bytes : {1000U, device->info().sharedLimitBytes}) {
        const int count = std::min(static_cast<int>(bytes / 4), n);
        run(*probes, "reverse", {1}, {256}, bytes, data.pointer(), count);
        std::reverse(expected.begin(), expected.begin() + count);
        EXPECT_EQ(data.get(), expected);
    }
}

TEST_F(Contract, VariablesOfAModuleAreReadAndWritten) {
    const auto module = device->load(R"(.version 7.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 plain = 5;
.visible .global .attribute(.managed) .align 4 .u32 managed = 7;
)",
                                     "variables");
    for (const auto& [name, initial] : {std::pair("plain", 5U), std::pair("managed", 7U)}) {
        SCOPED_TRACE(name);
        const Pointer place = device->variable(*module, name);
        std::uint32_t value = 0;
        device->download(std::as_writable_bytes(std::span(&value, 1)), place);
        EXPECT_EQ(value, initial);
        value = 11;
        device->upload(place, std::as_bytes(std::span(&value, 1)));
        value = 0;
        device->download(std::as_writable_bytes(std::span(&value, 1)), place);
        EXPECT_EQ(value, 11U);
    }
}

TEST_F(Contract, FilesThatWereCompiledApartAreLinked) {
    // As nvcc -rdc makes them: each has a variable, a label and a source file of the same name and number.
    const auto module = device->load(R"(.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 r) other(.param .b32 x);
.global .align 4 .u32 $own = 5;
.weak .func (.param .b32 r) both(.param .b32 x)
{
    .reg .b32 %r<3>;
    .loc 1 3 5
    ld.param.u32 %r1, [x];
    add.u32 %r2, %r1, 1;
    st.param.b32 [r], %r2;
    ret;
}
.visible .entry first(.param .u64 out)
{
    .reg .b32 %r<5>;
    .reg .b64 %p;
    .loc 1 9 2
    .loc 1 7 5, function_name $L__info_string0, inlined_at 1 9 2
    ld.param.u64 %p, [out];
    ld.global.u32 %r1, [$own];
    { .param .b32 q; .param .b32 s; st.param.b32 [q], %r1; call.uni (s), other, (q); ld.param.b32 %r2, [s]; }
    { .param .b32 q; .param .b32 s; st.param.b32 [q], %r2; call.uni (s), both, (q); ld.param.b32 %r3, [s]; }
    st.global.u32 [%p], %r3;
    ret;
}
.file 1 "first.cu"
.section .debug_str
{
$L__info_string0:
.b8 102,0
}
.version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 $own = 70;
.weak .func (.param .b32 r) both(.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [x];
    add.u32 %r2, %r1, 1;
    st.param.b32 [r], %r2;
    ret;
}
.visible .func (.param .b32 r) other(.param .b32 x)
{
    .reg .b32 %r<5>;
    .loc 1 4 2
    .loc 1 2 5, function_name $L__info_string0, inlined_at 1 4 2
    ld.param.u32 %r1, [x];
    ld.global.u32 %r2, [$own];
    mad.lo.u32 %r3, %r1, 1000, %r2;
    st.param.b32 [r], %r3;
    ret;
}
.file 1 "second.cu"
.section .debug_str
{
$L__info_string0:
.b8 103,0
}
)",
                                     "linked");
    Array<std::uint32_t> out(*device, 1);
    run(*module, "first", {1}, {1}, 0, out.pointer());
    EXPECT_EQ(out.get().front(), 5071U);
}

TEST_F(Contract, PtxThatIsNoneIsRefusedByName) {
    const std::string message = messageOf([&] { device->load("this is no PTX", "rubbish"); });
    EXPECT_NE(message.find("rubbish"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST_F(Contract, ABytesArrayIsReadAsNormalizedFloats) {
    std::vector<std::uint8_t> texels(4 * 2 * 4);
    std::iota(texels.begin(), texels.end(), 10);
    const auto array = device->createArray({4, 2, TexelFormat::Rgba8}, std::as_bytes(std::span(texels)));
    EXPECT_EQ(array->desc(), (ArrayDesc{4, 2, TexelFormat::Rgba8}));
    const std::uint64_t texture = device->createTexture(*array, {.readNormalizedFloat = true});
    const Array<Float4> out(*device, 8);
    run(*probes, "readTexture", {2}, {4}, 0, texture, out.pointer(), 4, 1.0F, 1.0F);
    device->releaseTexture(texture);
    const auto read = out.get();
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_FLOAT_EQ(read[i].x, static_cast<float>(10 + 4 * i) / 255) << i;
        EXPECT_FLOAT_EQ(read[i].w, static_cast<float>(13 + 4 * i) / 255) << i;
    }
}

TEST_F(Contract, AddressModesAndNormalizedCoordinates) {
    const std::vector<Float4> texels{{1, 2, 3, 4}, {5, 6, 7, 8}};
    const auto array = device->createArray({2, 1, TexelFormat::Rgba32f}, std::as_bytes(std::span(texels)));
    const struct {
        recording::AddressMode mode;
        std::vector<float> xs; // what is read at 0.25, 0.75, 1.25 and 1.75 of the width
    } cases[] = {{recording::AddressMode::Wrap, {1, 5, 1, 5}},
                 {recording::AddressMode::Clamp, {1, 5, 5, 5}},
                 {recording::AddressMode::Mirror, {1, 5, 5, 1}},
                 {recording::AddressMode::Border, {1, 5, -1, -1}}};
    for (const auto& one : cases) {
        recording::Sampler sampler;
        sampler.address = {one.mode, one.mode, one.mode};
        sampler.normalizedCoordinates = true;
        sampler.border = {-1, -1, -1, -1};
        const std::uint64_t texture = device->createTexture(*array, sampler);
        const Array<Float4> out(*device, 4);
        run(*probes, "readTexture", {1}, {4}, 0, texture, out.pointer(), 4, 0.5F, 1.0F);
        device->releaseTexture(texture);
        const auto read = out.get();
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(read[i].x, one.xs[i]) << "mode " << static_cast<int>(one.mode) << ", read " << i;
    }
}

TEST_F(Contract, RowsAreCopiedWithArrays) {
    // Three slices of four rows of eight texels, filled slice by slice but for the first.
    constexpr std::size_t kRow = 8 * sizeof(float), kSlice = 4 * kRow;
    const auto array = device->createArray({8, 4, TexelFormat::R32f, 3, recording::ArrayShape::Layers}, {});
    std::vector<float> texels(64);
    std::iota(texels.begin(), texels.end(), 1.0F);
    device->uploadRows({kSlice, kRow, array.get()}, std::as_bytes(std::span(texels)), kRow);
    // A part of the first slice comes from memory, whose rows are further apart.
    const Array<float> memory(*device, texels);
    device->copyRows({2 * sizeof(float) + kRow, kRow, array.get()},
                     {memory.pointer() + 4, 10 * sizeof(float)}, 3 * sizeof(float), 2);
    std::vector<float> whole(96), wanted(96);
    device->downloadArray(std::as_writable_bytes(std::span(whole)), *array);
    std::ranges::copy(texels, wanted.begin() + 32);
    for (std::size_t x = 0; x < 3; ++x) {
        wanted[8 + 2 + x] = static_cast<float>(2 + x);
        wanted[16 + 2 + x] = static_cast<float>(12 + x);
    }
    EXPECT_EQ(whole, wanted);

    // To another array, and from there to memory and to the host.
    const auto other = device->createArray({4, 4, TexelFormat::R32f}, {});
    device->copyRows({0, 4 * sizeof(float), other.get()}, {kSlice + 16, kRow, array.get()}, 16, 4);
    device->copyRows({memory.pointer(), 16}, {16, 16, other.get()}, 16, 2);
    EXPECT_EQ(std::vector<float>({memory.get()[0], memory.get()[3], memory.get()[4]}),
              std::vector<float>({13, 16, 21}));
    std::vector<float> part(2);
    device->downloadRows(std::as_writable_bytes(std::span(part)), {8, 16, other.get()}, 4);
    EXPECT_EQ(part, std::vector<float>({7, 15}));
    EXPECT_NE(messageOf([&] {
                  device->uploadRows({kSlice, 16, other.get()}, std::as_bytes(std::span(part)), 8);
              }),
              "");
}

TEST_F(Contract, TexturesReadMemoryAndLevels) {
    // Rows of four bytes further apart than they are long: a texture sees what is there when a kernel begins.
    std::vector<float> values(64);
    std::iota(values.begin(), values.end(), 0.0F);
    const Array<float> memory(*device, values);
    const device::PlainTexels rows{
        memory.pointer(), 64, {.width = 4, .height = 4, .format = TexelFormat::R32f}};
    const std::uint64_t texture = device->createTexture(rows, {});
    const Array<Float4> out(*device, 4);
    for (const float first : {1.0F, 7.0F}) {
        device->upload(memory.pointer() + 4, std::as_bytes(std::span(&first, 1)));
        run(*probes, "readTexture", {1}, {4}, 0, texture, out.pointer(), 4, 1.0F, 0.5F);
        EXPECT_EQ(out.get()[1].x, first);
        EXPECT_EQ(out.get()[3].x, 3);
    }
    device->releaseTexture(texture);

    // Levels of 4 x 4, 2 x 2 and 1 texels: what is written to one is read in it, and the others keep theirs.
    std::vector<float> texels(21, 1);
    const auto mipmap =
        device->createArray({.width = 4, .height = 4, .format = TexelFormat::R32f, .levels = 3},
                            std::as_bytes(std::span(texels)));
    const auto level = device->createLevel(*mipmap, 1);
    EXPECT_EQ(level->desc().width, 2U);
    const std::vector<float> four{5, 6, 7, 8};
    device->uploadRows({0, 8, level.get()}, std::as_bytes(std::span(four)), 8);
    const recording::Sampler sampler{.normalizedCoordinates = true, .minLevel = 1, .maxLevel = 1};
    for (const bool whole : {true, false}) {
        const std::uint64_t over = device->createTexture(whole ? *mipmap : *level, sampler);
        run(*probes, "readTexture", {1}, {4}, 0, over, out.pointer(), 4, 0.25F, 0.0F);
        device->releaseTexture(over);
        EXPECT_EQ(out.get()[0].x, 5);
        EXPECT_EQ(out.get()[3].x, 6);
    }
    EXPECT_NE(messageOf([&] { static_cast<void>(device->createLevel(*mipmap, 3)); }), "");
    // The only level of an array is all of it.
    const auto plain = device->createArray({.width = 2, .height = 1, .format = TexelFormat::R32f}, {});
    const auto only = device->createLevel(*plain, 0);
    device->uploadRows({0, 8, only.get()}, std::as_bytes(std::span(four).first(2)), 8);
    std::vector<float> read(2);
    device->downloadArray(std::as_writable_bytes(std::span(read)), *plain);
    EXPECT_EQ(read, std::vector<float>({5, 6}));
}

TEST_F(Contract, SurfacesWriteArrays) {
    const auto array = device->createArray({8, 3, TexelFormat::Rgba8}, {});
    std::vector<std::uint8_t> texels(8 * 3 * 4, 1);
    device->downloadArray(std::as_writable_bytes(std::span(texels)), *array);
    EXPECT_EQ(texels, std::vector<std::uint8_t>(8 * 3 * 4, 0)) << "an array without texels is zeroed";

    const std::uint64_t texture = device->createTexture(*array, {});
    const std::uint64_t surface = device->createSurface(*array);
    EXPECT_NE(surface, texture) << "releaseTexture could not tell them apart";
    run(*probes, "writeSurface", {3}, {8}, 0, surface, 100U);
    device->releaseTexture(surface);
    device->releaseTexture(texture);
    device->downloadArray(std::as_writable_bytes(std::span(texels)), *array);
    for (std::uint8_t y = 0; y < 3; ++y)
        for (std::uint8_t x = 0; x < 8; ++x) {
            const std::size_t at = (y * 8U + x) * 4U;
            EXPECT_EQ(texels[at], 100 + x);
            EXPECT_EQ(texels[at + 1], y);
            EXPECT_EQ(texels[at + 2], x ^ y);
            EXPECT_EQ(texels[at + 3], 255);
        }
    std::vector<std::byte> few(5);
    EXPECT_NE(messageOf([&] { device->downloadArray(few, *array); }), "");
    EXPECT_NE(messageOf([&] { device->createArray({2, 2, TexelFormat::R8}, few); }), "");
    EXPECT_NE(messageOf([&] { device->createArray({0, 2, TexelFormat::R8}, {}); }), "");
}

TEST_F(Contract, AModuleOfAnotherDeviceIsRefused) {
    const auto other = makeDevice();
    const Array<int> out(*other, 1);
    EXPECT_NE(messageOf([&] {
                  other->launch({.module = probes.get(),
                                 .kernel = "writeIndex",
                                 .arguments = Arguments(out.pointer(), 1)});
              }).find("another device"),
              std::string::npos);
}

TEST_F(Contract, InfoIsFilledIn) {
    const Info& info = device->info();
    EXPECT_FALSE(info.name.empty());
    EXPECT_GT(info.memoryBytes, 0U);
    EXPECT_GE(info.sharedLimitBytes, 48U * 1024);
    EXPECT_FALSE(device->lost());
}

/// One thread brings a box of a tensor into shared memory; the others copy it out. The map is the emulator's
/// on every device, as recordings have it.
TEST_F(Contract, TensorMapsAmongArgumentsAreTheDevicesOwn) {
    const int major = device->info().ccMajor; // 0: the emulator's, which is none
    if (major > 0 && major < 9) GTEST_SKIP() << "tensor maps came with compute capability 9.0";
    constexpr std::string_view kPtx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry box(.param .align 64 .b8 map[128], .param .u64 out) {
  .reg .b64 %map, %out, %at; .reg .b32 %t, %tile, %bar, %x, %y, %v; .reg .pred %first, %waits;
  .shared .align 128 .b8 tile[128]; .shared .align 8 .b64 bar;
  mov.b64 %map, map;
  cvta.param.u64 %map, %map;
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %tile, tile;
  mov.u32 %bar, bar;
  setp.eq.u32 %first, %t, 0;
  @!%first bra READY;
  mbarrier.init.shared.b64 [%bar], 1;
  fence.proxy.async;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], 128;
  mov.u32 %x, 4;
  mov.u32 %y, 3;
  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%tile], [%map, {%x, %y}], [%bar];
READY:
  bar.sync 0;
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %waits, [%bar], 0;
  @!%waits bra WAIT;
  mad.lo.u32 %x, %t, 4, %tile;
  ld.shared.u32 %v, [%x];
  mul.wide.u32 %at, %t, 4;
  add.u64 %out, %out, %at;
  st.global.u32 [%out], %v;
  ret;
}
)";
    constexpr std::uint32_t kWidth = 64, kHeight = 16;
    std::vector<std::uint32_t> values(kWidth * kHeight);
    std::iota(values.begin(), values.end(), 0U);
    const Array<std::uint32_t> from(*device, values), to(*device, 32);
    ptx::TensorMap map{.address = from.pointer(), .element = ptx::TensorElement::U32, .rank = 2};
    map.size = {kWidth, kHeight};
    map.stride = {kWidth * 4};
    map.box = {8, 4};
    map.step = {1, 1};
    const std::unique_ptr<LoadedModule> module = device->load(kPtx, "box");
    run(*module, "box", {1}, {32}, 0, ptx::encoded(map), to.pointer());
    std::vector<std::uint32_t> expected;
    for (std::uint32_t y = 3; y < 7; ++y)
        for (std::uint32_t x = 4; x < 12; ++x) expected.push_back(y * kWidth + x);
    EXPECT_EQ(to.get(), expected);
}

} // namespace
} // namespace lanescope::device::test
