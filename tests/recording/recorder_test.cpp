// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/plain_name.h"
#include "same_objects.h"
#include "small_recording.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace {
std::size_t g_allocations = 0;
}

void* operator new(std::size_t bytes) {
    ++g_allocations;
    if (void* made = std::malloc(bytes ? bytes : 1)) return made;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace lanescope::recording::test {
namespace {

template<class T>
T valueOf(const Recording& recording, const Argument& argument, std::size_t at = 0) {
    T value{};
    std::memcpy(&value, recording.view(argument.bytes).subspan(at).data(), sizeof value);
    return value;
}

const Launch& launchOf(const Recording& recording) {
    for (const Call& call : recording.calls)
        if (const auto* launch = std::get_if<Launch>(&call)) return *launch;
    throw std::runtime_error("no launch");
}

TEST(Recorder, HasEveryCall) {
    std::set<std::size_t> kinds;
    for (const Call& call : recordedAll().calls) kinds.insert(call.index());
    EXPECT_EQ(kinds.size(), std::variant_size_v<Call>)
        << "a new call belongs into recordAll() of small_recording.h, which the tests of files go by";
}

TEST(Recorder, WritesArgumentsDownAsTheyLieInMemory) {
    const Recording recording = recordedAll(1.5F);
    const Launch& launch = launchOf(recording);
    const auto arguments = recording.argumentsOf(launch);
    ASSERT_EQ(arguments.size(), 14U);
    EXPECT_FLOAT_EQ(valueOf<float>(recording, arguments[8]), 1.5F);
    EXPECT_TRUE(arguments[8].movesOnlyResults);
    EXPECT_FALSE(arguments[9].movesOnlyResults);
    EXPECT_EQ(valueOf<int>(recording, arguments[9]), 5);
    EXPECT_EQ(valueOf<long>(recording, arguments[10]), -7);
    EXPECT_EQ(valueOf<double>(recording, arguments[11]), 2.5);
    struct Laid {
        int first;
        void* pointer;
        char last;
    };
    EXPECT_EQ(arguments[12].bytes.count, sizeof(Laid)) << "laid out as C++ does";
    EXPECT_EQ(valueOf<char>(recording, arguments[12], offsetof(Laid, last)), 2);
    EXPECT_EQ(recording.view(arguments[13].name), "pattern");
}

TEST(Recorder, LeavesAddressesToThePlayer) {
    const Recording recording = recordedAll();
    const Launch& launch = launchOf(recording);
    const auto arguments = recording.argumentsOf(launch);
    const auto relocations = recording.relocationsOf(launch);
    ASSERT_EQ(relocations.size(), 8U);
    using Kind = Relocation::Kind;
    const struct {
        Kind kind;
        const char* object;
        std::uint64_t add;
        std::size_t argument, offset;
    } expected[] = {{Kind::Address, "in", 0, 0, 0},        {Kind::Address, "rows", 4, 1, 0},
                    {Kind::Pitch, "rows", 0, 2, 0},        {Kind::Address, "packed", 0, 3, 0},
                    {Kind::Handle, "image", 0, 4, 0},      {Kind::Handle, "texture", 0, 5, 0},
                    {Kind::Address, "positions", 0, 6, 0}, {Kind::Address, "in", 8, 12, 8}};
    for (std::size_t i = 0; i < relocations.size(); ++i) {
        EXPECT_EQ(relocations[i].kind, expected[i].kind) << i;
        EXPECT_EQ(recording.name(relocations[i].object), expected[i].object) << i;
        EXPECT_EQ(relocations[i].add, expected[i].add) << i;
        EXPECT_EQ(relocations[i].at, arguments[expected[i].argument].bytes.first + expected[i].offset) << i;
    }
}

TEST(Recorder, MembersOfAStructureAreBoundAsArgumentsAre) {
    Recording recording;
    Recorder recorder(recording, modules(), model::defaultArchitecture());
    const Buffer rows = recorder.pitchedRows("rows", 20, 4);
    const Image image = recorder.resultImage("image", {4, 4, TexelFormat::R8});
    recorder.launch("some.kernel", {1, 1, 1}, {32, 1, 1}, 0,
                    Structure(char{1}, image, PitchOf{rows}, NullPointer{}, rows.at(4)));
    const Launch& launch = launchOf(recording);
    const Argument& structure = recording.argumentsOf(launch)[0];
    struct Laid {
        char first;
        std::uint64_t image, pitch;
        void *none, *rows;
    };
    EXPECT_EQ(structure.bytes.count, sizeof(Laid));
    for (const std::size_t at : {offsetof(Laid, image), offsetof(Laid, pitch), offsetof(Laid, none)})
        EXPECT_EQ(valueOf<std::uint64_t>(recording, structure, at), 0U);
    const auto relocations = recording.relocationsOf(launch);
    ASSERT_EQ(relocations.size(), 3U);
    using Kind = Relocation::Kind;
    const struct {
        Kind kind;
        std::uint32_t object;
        std::uint64_t add;
        std::size_t offset;
    } expected[] = {{Kind::Handle, image.object, 0, offsetof(Laid, image)},
                    {Kind::Pitch, rows.object, 0, offsetof(Laid, pitch)},
                    {Kind::Address, rows.object, 4, offsetof(Laid, rows)}};
    for (std::size_t i = 0; i < relocations.size(); ++i) {
        EXPECT_EQ(relocations[i].kind, expected[i].kind) << i;
        EXPECT_EQ(relocations[i].object, expected[i].object) << i;
        EXPECT_EQ(relocations[i].add, expected[i].add) << i;
        EXPECT_EQ(relocations[i].at, structure.bytes.first + expected[i].offset) << i;
    }
}

TEST(Recorder, AnotherTimeMovesResultsAndNoAccesses) {
    const Recording now = recordedAll(1), later = recordedAll(2), other = recordedAll(1, 8);
    EXPECT_TRUE(now == recordedAll(1));
    EXPECT_FALSE(now == later);
    EXPECT_TRUE(sameAccesses(now, later));
    EXPECT_FALSE(now == other) << "the contents are others";
    EXPECT_FALSE(sameAccesses(now, other));
    EXPECT_TRUE(sameObjects(now, later));
    EXPECT_FALSE(sameObjects(now, other));
}

TEST(Recorder, RecordingAnewIntoTheSameRecordingAllocatesNothing) {
    Recording recording, before;
    const auto record = [](Recording& into, float time) {
        Recorder recorder(into, modules(), model::defaultArchitecture());
        const Buffer in = recorder.buffer("in", 4096, elements<float>([](std::size_t i) { return i; }));
        const Buffer out = recorder.resultBuffer("a name that is longer than a short string", 1024);
        recorder.launch("some.kernel", {2, 1, 1}, {32, 1, 1}, 0, in, out, OnlyResults{time}, 5);
        recorder.keep(in);
    };
    record(recording, 0);
    record(before, 1);
    const std::size_t allocations = g_allocations;
    for (int frame = 2; frame < 10; ++frame) {
        record(recording, static_cast<float>(frame));
        EXPECT_FALSE(recording == before);
        EXPECT_TRUE(sameAccesses(recording, before));
        std::swap(recording, before);
    }
    EXPECT_EQ(g_allocations, allocations);
}

TEST(Recorder, ACallReadsAsInAProgram) {
    const Recording recording = recordedAll();
    std::vector<std::string> texts;
    for (const Call& call : recording.calls) texts.push_back(textOf(recording, call));
    EXPECT_EQ(texts,
              (std::vector<std::string>{
                  "cudaMalloc(&made, 256)",
                  "cudaMemset(made, 0, 256)",
                  "cudaMemcpy(made, host, 12)",
                  "cudaMemcpy(made, in + 64, 128)",
                  "cudaMemcpyToSymbol(table, host, 6)",
                  "kernel<<<dim3(2, 3, 4), dim3(32, 2), 48>>>(in, rows + 4, pitch of rows, packed, image, "
                  "texture, positions, nullptr, 0, 5, -7, 2.5, {24 bytes}, pattern)",
                  "cudaGetLastError()",
                  "cudaPeekAtLastError()",
                  "cudaDeviceSynchronize()",
                  "cudaMemcpy(host, made, 128)",
                  "cudaMemcpy(host, in, 4096)",
                  "cudaMemcpyAsync(in, host, 64, stream1)",
                  "cudaMemcpyAsync(host, in, 64, stream1)",
                  "cudaLaunchHostFunc(stream1, function, data)",
                  "cudaStreamQuery(stream1)",
                  "cudaMallocHost(&host, 4096)",
                  "cudaDeviceSetCacheConfig(cudaFuncCachePreferL1)",
                  "copy of 4096 bytes, page-locked",
                  "kernel<<<1, 32, 0, stream3>>>(surface)",
                  "cudaLaunchCooperativeKernel(kernel, dim3(8, 2), 64, {in, 7, surface}, 16, stream3)",
                  "cudaEventRecord(event0, stream3)",
                  "cudaStreamWaitEvent(0, event0)",
                  "cudaEventSynchronize(event0)",
                  "cudaStreamSynchronize(stream3)",
                  "cudaFree(made)",
                  "cudaMemset2D(table, 8, 3, 4, 8)",
                  "cudaMemcpy2D(table + 8, 20, host, 16, 16, 3)",
                  "cudaMemcpy2D(table, 16, in, 32, 8, 4)",
                  "cudaMemcpy2D(host, 8, table + 4, 30, 8, 2)",
                  "table, 2 times",
                  "cudaFuncSetAttribute(, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)",
                  "cudaMalloc3DArray(&array, 4 x 2 x 3)",
                  "cudaCreateTextureObject(&texels, array)",
                  "cudaMemcpy2DToArray(array, 4, 1, host, 8, 8, 1)",
                  "cudaDestroyTextureObject(texels)",
                  "cudaMallocMipmappedArray(&mipmap, 8 x 8, 4 levels)",
                  "cudaGetMipmappedArrayLevel(&mipmap2, mipmap, 2)",
                  "cudaCreateTextureObject(&texels, table + 8)",
                  "cudaMemcpy2DToArray(mipmap2, 0, 1, host, 8, 8, 1)"}));
}

TEST(Recorder, CallsThatDifferOnlyInTheirMemoryReadTheSameWithoutIt) {
    const Recording recording = recordedAll();
    std::vector<std::string> texts;
    for (const Call& call : std::span(recording.calls).first(6))
        texts.push_back(textOf(recording, call, Addresses::LeftOut));
    EXPECT_EQ(texts, (std::vector<std::string>{
                         "cudaMalloc(&..., 256)", "cudaMemset(..., 0, 256)", "cudaMemcpy(..., host, 12)",
                         "cudaMemcpy(..., ..., 128)", "cudaMemcpyToSymbol(table, host, 6)",
                         "kernel<<<dim3(2, 3, 4), dim3(32, 2), 48>>>(..., ..., pitch of ..., ..., ..., "
                         "..., ..., nullptr, 0, 5, -7, 2.5, {24 bytes}, pattern)"}));
}

/// A launch whose kernel has one argument, which PTX calls unsigned.
std::string textOfArgument(std::string_view kernel, std::uint64_t value, std::uint32_t bytes) {
    Recording recording;
    recording.text = kernel;
    recording.bytes.resize(8);
    std::memcpy(recording.bytes.data(), &value, sizeof value);
    recording.arguments.push_back({.kind = Argument::Kind::Unsigned, .bytes = {0, bytes}});
    const Launch launch{.kernel = {0, static_cast<std::uint32_t>(kernel.size())},
                        .grid = {1, 1, 1},
                        .block = {1, 1, 1},
                        .arguments = {0, 1}};
    const std::string text = textOf(recording, launch);
    const std::size_t from = text.find(">>>(") + 4;
    return text.substr(from, text.size() - from - 1);
}

TEST(Recorder, AnArgumentIsWhatTheKernelsNameSaysOfIt) {
    constexpr std::uint64_t kMinusFive = 4294967291;
    EXPECT_EQ(textOfArgument("_Z1fi", kMinusFive, 4), "-5");
    EXPECT_EQ(textOfArgument("_Z1fj", kMinusFive, 4), "4294967291");
    EXPECT_EQ(textOfArgument("_Z1fIiEvT_", kMinusFive, 4), "-5") << "of a template";
    EXPECT_EQ(textOfArgument("_Z1fs", 0xFFFE, 2), "-2");
    EXPECT_EQ(textOfArgument("_Z1ft", 0xFFFE, 2), "65534");
    EXPECT_EQ(textOfArgument("_Z1fl", ~0ULL, 8), "-1");
    EXPECT_EQ(textOfArgument("_Z1fm", ~0ULL, 8), "18446744073709551615");
    EXPECT_EQ(textOfArgument("_Z1fb", 1, 1), "true");
    EXPECT_EQ(textOfArgument("_Z1fPf", 0, 8), "nullptr");
    EXPECT_EQ(textOfArgument("_Z1fPf", 0x7f00, 8), "0x7f00") << "which leads to no memory that is known";
    // extern "C", or a type of the program's own: nobody knows.
    EXPECT_EQ(textOfArgument("f", kMinusFive, 4), "4294967291 (-5 if it is signed)");
    EXPECT_EQ(textOfArgument("_Z1f4Mode", kMinusFive, 4), "4294967291 (-5 if it is signed)");
    EXPECT_EQ(textOfArgument("f", 7, 4), "7");
}

TEST(PlainName, HasTheTypesOfTheParameters) {
    using Types = std::vector<std::string>;
    EXPECT_EQ(parameterTypes("_Z8scaleAddPKfS0_Pfi"),
              (Types{"float const*", "float const*", "float*", "int"}));
    EXPECT_EQ(parameterTypes("_Z1fISt4pairIiiEEvT_PFviiE"),
              (Types{"std::pair<int, int>", "void (*)(int, int)"}));
    EXPECT_EQ(parameterTypes("_Z1fv"), Types{});
    EXPECT_EQ(parameterTypes("f"), Types{});
    EXPECT_EQ(parameterTypes(""), Types{});
}

TEST(Recorder, NamesWhatIsNotThere) {
    Recording recording;
    Recorder recorder(recording, modules(), model::defaultArchitecture());
    EXPECT_THROW(recorder.launch("none.kernel", {1}, {1}, 0), std::invalid_argument);
    EXPECT_THROW(recorder.launch("kernel", {1}, {1}, 0), std::invalid_argument);
}

TEST(Contents, AreToldApartWithoutTheirBytes) {
    const auto ramp = [](std::size_t i, int by) { return i * static_cast<std::size_t>(by); };
    EXPECT_EQ(elements<int>(ramp, 2), elements<int>(ramp, 2));
    EXPECT_FALSE(elements<int>(ramp, 2) == elements<int>(ramp, 3));
    EXPECT_FALSE(elements<int>(ramp, 2) == elements<short>(ramp, 2));
    EXPECT_FALSE(Contents() == Contents::unspecified());
    const auto blob = [](std::byte value) {
        return Contents(std::make_shared<const Blob>(std::vector{value}));
    };
    EXPECT_EQ(blob(std::byte{1}), blob(std::byte{1}));
    EXPECT_FALSE(blob(std::byte{1}) == blob(std::byte{2}));
    std::vector<std::byte> three(3, std::byte{9});
    blob(std::byte{1}).write(three);
    EXPECT_EQ(three, (std::vector{std::byte{1}, std::byte{0}, std::byte{0}}));
}

TEST(PlainName, IsTheSources) {
    EXPECT_EQ(plainName("wave"), "wave");
    EXPECT_EQ(plainName("_Z8scaleAddPKfS0_Pfi"), "scaleAdd");
    EXPECT_EQ(plainName("_Z5addToIfEvPT_S0_i"), "addTo<float>");
    EXPECT_EQ(plainName("_ZN3lib4sortEPi"), "lib::sort");
    EXPECT_EQ(plainName("_ZN12_GLOBAL__N_14stepEPfi"), "step");
    EXPECT_EQ(plainName("_ZN12_GLOBAL__N_15stepsE"), "steps");
    EXPECT_EQ(plainName("_Zwrong"), "_Zwrong");
    // With -rdc, what is static has its file before it.
    EXPECT_EQ(plainName("__nv_static_25__4fca699c_4_b_cu_8e450714__Z3ownPi"), "own");
    EXPECT_EQ(plainName("__nv_static_25__4fca699c_4_b_cu_8e450714_hidden"), "hidden");
    EXPECT_EQ(
        plainName("__nv_static_21__a76f5966_4_s_cu_main__ZN32_GLOBAL__N__a76f5966_4_s_cu_main6hiddenEPi"),
        "hidden");
    for (const char* wrong :
         {"__nv_static_", "__nv_static_25__4fca699c_4_b_cu_8e450714_", "__nv_static_99_x_y"})
        EXPECT_EQ(plainName(wrong), wrong);
}

} // namespace
} // namespace lanescope::recording::test
