// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// docs/adding_a_lab.md: its kernel and its lab are compiled from the page, and do what the page says.
#include "kit/registry.h"
#include "recording/file.h"
#include "session/playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {
namespace {

constexpr int kCount = 1 << 16;

std::string textOf(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

std::shared_ptr<recording::Recording> recorded(const kit::Lab& lab) {
    const std::string folder = LANESCOPE_STENCIL;
    const auto kernels = std::make_shared<recording::Module>(
        recording::Module{.name = "stencil",
                          .path = "kernels/stencil.cu",
                          .source = textOf(folder + "/kernels/stencil.cu"),
                          .ptx = textOf(folder + "/stencil.ptx")});
    const recording::ModuleFinder find = [&](std::string_view name) {
        return name == "stencil" ? kernels : nullptr;
    };
    auto made = std::make_shared<recording::Recording>();
    recording::Recorder recorder(*made, find, model::defaultArchitecture());
    lab.record(recorder);
    return made;
}

/// What the kernel is to compute, in its own order of additions.
std::vector<float> averages(int radius) {
    std::vector<float> out(kCount);
    for (int i = 0; i < kCount; ++i) {
        float sum = 0;
        for (int k = -radius; k <= radius; ++k)
            sum += static_cast<float>(std::clamp(i + k, 0, kCount - 1) % 17);
        out[static_cast<std::size_t>(i)] = sum / static_cast<float>(2 * radius + 1);
    }
    return out;
}

TEST(AddingALab, ThePagesLabIsInTheRegistry) {
    const kit::LabEntry& entry = kit::findLab("stencil");
    EXPECT_EQ(entry.chapter, "Global memory");
    ASSERT_EQ(entry.make()->parameters().size(), 1U);
    EXPECT_EQ(entry.make()->parameters()[0]->range(), "0..16");
}

TEST(AddingALab, ThePagesCodeRunsAndIsCounted) {
    const std::unique_ptr<kit::Lab> lab = kit::findLab("stencil").make();
    for (const int radius : {0, 3, 16}) {
        lab->set("radius", std::to_string(radius));
        session::Playback playback(device::openEmulated(), {});
        playback.show(recorded(*lab), false, 0);
        playback.step(0);
        ASSERT_EQ(playback.error(), "");
        const auto out = playback.result().values<float>("out");
        EXPECT_TRUE(std::ranges::equal(out, averages(radius))) << "radius " << radius;
        // Every warp makes 2 r + 1 loads and a store.
        const model::Counts loads = playback.result().total(model::Space::Global, model::Direction::Load);
        EXPECT_EQ(loads.requests, static_cast<std::uint64_t>(kCount / 32 * (2 * radius + 1)));
        EXPECT_EQ(playback.result().total(model::Space::Global, model::Direction::Store).sectors,
                  static_cast<std::uint64_t>(kCount / 8));
        EXPECT_FALSE(lab->hasResultPicture(playback.result())) << "the access has the whole stage";
    }
}

TEST(AddingALab, ThePagesRecordingIsAFile) {
    const auto file = recording::pack(*recorded(*kit::findLab("stencil").make()));
    EXPECT_EQ(recording::pack(recording::unpack(file, "stencil")), file);
}

} // namespace
} // namespace lanescope
