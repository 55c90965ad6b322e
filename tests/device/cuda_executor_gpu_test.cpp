// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// All that a recording can have, with the functions of CUDA's runtime as a host program calls them.
#include "contract.h"

#include "device/cuda/cuda_calls.h"
#include "recording/recorder.h"

#include <algorithm>

namespace lanescope::device::test {
namespace {

using recording::Contents;
using recording::Object;
using recording::Recorder;
using recording::Recording;

recording::ModulePointer probesFile(std::string_view name) {
    static const auto file = std::make_shared<const recording::Module>(
        recording::Module{.name = "probes", .path = "probes.cu", .ptx = std::string(probesPtx())});
    return name == "probes" ? file : nullptr;
}

struct Program {
    recording::ModuleFinder finder = probesFile;
    Recording made;
    Recorder recorder{made, finder, model::defaultArchitecture()};

    std::vector<CallReturn> calls() const {
        CallReturns answers = makeCalls(made, 0);
        EXPECT_EQ(answers.returns.size(), made.calls.size());
        for (const CallReturn& each : answers.returns) EXPECT_EQ(each.name, "cudaSuccess");
        return std::move(answers.returns);
    }
};

template<class T>
std::vector<T> valuesOf(const CallReturn& call) {
    std::vector<T> values(call.bytes.size() / sizeof(T));
    std::memcpy(values.data(), call.bytes.data(), call.bytes.size());
    return values;
}

TEST(CudaExecutor, HasRowsAndVariables) {
    Program program;
    const Contents ramp = recording::elements<float>([](std::size_t i) { return float(i); });
    const auto pitched = program.recorder.pitchedRows("pitched", 20, 4, ramp);
    const auto packed = program.recorder.packedRows("packed", 20, 4, ramp);
    const auto out = program.recorder.buffer("out", 8);
    for (const auto& rows : {pitched, packed}) {
        program.recorder.launch("probes.column", {1, 1, 1}, {1, 1, 1}, 0, rows, recording::PitchOf{rows}, 4,
                                2, out);
        program.recorder.copyOut(out, 8);
    }
    // The variable, as a program has it.
    program.made.objects.push_back({.kind = Object::Kind::Variable,
                                    .name = {static_cast<std::uint32_t>(program.made.text.size()), 6},
                                    .bytes = 4});
    program.made.text += "visits";
    program.made.calls.emplace_back(recording::CopyOut{.object = 3, .bytes = 4});
    for (int play = 0; play < 2; ++play) {
        const std::vector<CallReturn> returned = program.calls();
        // 2 + 7 + 12 + 17; the variable begins as its module has it, in each play.
        EXPECT_EQ(valuesOf<float>(returned[1]), (std::vector<float>{38, 7}));
        EXPECT_EQ(valuesOf<float>(returned[3]), (std::vector<float>{38, 8}));
        EXPECT_EQ(valuesOf<int>(returned[4]), std::vector<int>{9});
    }
}

TEST(CudaExecutor, HasTexturesAndSurfaces) {
    Program program;
    const ArrayDesc floats{2, 2, TexelFormat::Rgba32f}, bytes{4, 2, TexelFormat::Rgba8};
    const auto texture = program.recorder.texture(
        "texture", floats, recording::elements<float>([](std::size_t i) { return float(i); }), {});
    const auto surface = program.recorder.surface("surface", bytes, {});
    const auto image = program.recorder.resultImage("image", bytes);
    const auto out = program.recorder.buffer("out", 64);
    program.recorder.launch("probes.readTexture", {2, 1, 1}, {2, 1, 1}, 0, texture, out, 2, 1.0F, 1.0F);
    program.recorder.copyOut(out, 64);
    for (const auto& each : {surface, image})
        program.recorder.launch("probes.writeSurface", {2, 1, 1}, {4, 1, 1}, 0, each, 100U);
    program.recorder.synchronize();
    const std::vector<CallReturn> returned = program.calls();
    std::vector<float> wanted(16);
    for (std::size_t i = 0; i < 16; ++i) wanted[i] = static_cast<float>(i);
    EXPECT_EQ(valuesOf<float>(returned[1]), wanted);
}

/// As a program makes them, by calls: a texture over an array that a surface writes, too.
TEST(CudaExecutor, HasWhatIsOverAnArray) {
    Program program;
    const ArrayDesc desc{4, 2, TexelFormat::Rgba8};
    const auto out = program.recorder.buffer("out", 128);
    program.made.objects.push_back(
        {.kind = Object::Kind::Array, .setup = false, .bytes = desc.bytes(), .array = desc});
    program.made.objects.push_back({.kind = Object::Kind::TextureObject,
                                    .setup = false,
                                    .sampler = {.readNormalizedFloat = true},
                                    .over = 1});
    program.made.objects.push_back({.kind = Object::Kind::SurfaceObject, .setup = false, .over = 1});
    program.made.contents.emplace_back(
        std::make_shared<const recording::Blob>(std::vector<std::byte>(std::size_t{8}, std::byte{51})));
    for (const std::uint32_t object : {1U, 2U, 3U})
        program.made.calls.emplace_back(recording::Allocate{object});
    program.recorder.launch("probes.writeSurface", {2, 1, 1}, {4, 1, 1}, 0, recording::Image{3}, 0U);
    program.made.calls.emplace_back(
        recording::CopyIn{.object = 1,
                          .contents = static_cast<std::uint32_t>(program.made.contents.size() - 1),
                          .offset = 20,
                          .bytes = 8});
    program.recorder.launch("probes.readTexture", {2, 1, 1}, {4, 1, 1}, 0, recording::Image{2}, out, 4, 1.0F,
                            1.0F);
    program.recorder.copyOut(out, 128);
    program.made.calls.emplace_back(recording::CopyOut{.object = 1, .bytes = 16, .rows = {2, 16}});
    for (const std::uint32_t object : {2U, 3U, 1U}) program.made.calls.emplace_back(recording::Free{object});
    const std::vector<CallReturn> returned = program.calls();
    const std::vector<Float4> read = valuesOf<Float4>(returned[6]);
    ASSERT_EQ(read.size(), 8U);
    EXPECT_EQ(read[3], (Float4{3 / 255.0F, 0, 3 / 255.0F, 1}));
    EXPECT_EQ(read[5], (Float4{0.2F, 0.2F, 0.2F, 0.2F})) << "what was copied in";
    const std::vector<std::uint8_t> texels = valuesOf<std::uint8_t>(returned[7]);
    EXPECT_EQ(texels[24], 51);
    EXPECT_EQ(texels[28], 3);
}

} // namespace
} // namespace lanescope::device::test
