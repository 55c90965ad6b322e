// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/module.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::recording {
namespace {

Module ptx(const std::string& text) {
    return {.name = "k", .path = "k.cu", .source = "", .ptx = text};
}

TEST(Module, HasItsSourcesByTheirPaths) {
    Module module;
    module.path = "kernels/wave.cu";
    module.source = "// wave";
    module.others = {{"/home/me/step.cuh", "// step"}};
    ASSERT_EQ(sourceCount(module), 2U);
    EXPECT_EQ(sourceOf(module, "/home/me/kernels/wave.cu"), std::optional<std::size_t>(0));
    EXPECT_EQ(sourceOf(module, "/home/me/step.cuh"), std::optional<std::size_t>(1));
    EXPECT_EQ(sourceOf(module, "/home/you/step.cuh"), std::nullopt);
    EXPECT_EQ(sourceText(module, 0), "// wave");
    EXPECT_EQ(sourceText(module, 1), "// step");
    EXPECT_EQ(sourcePath(module, 1), "/home/me/step.cuh");
}

TEST(Module, SaysWhichKernelsHaveAnArrayInDynamicSharedMemory) {
    const std::string text =
        ".extern .shared .align 16 .b8 tile[];\n"
        ".visible .entry _Z5tiledPf(\n.param .u64 a)\n{\n"
        ".shared .align 4 .b8 _ZZ5tiledPfE4tile[4224];\n mov.u64 %rd1, _ZZ5tiledPfE4tile;\n}\n"
        ".visible .entry _Z6paddedPf(\n.param .u64 a)\n{\n mov.u64 %rd1, tile;\n}\n";
    EXPECT_FALSE(usesDynamicShared(ptx(text), "tiled")) << "its own array is another one";
    EXPECT_FALSE(usesDynamicShared(ptx(text), "_Z5tiledPf"));
    EXPECT_TRUE(usesDynamicShared(ptx(text), "padded"));
    EXPECT_TRUE(usesDynamicShared(ptx(text), "other")) << "not known";
    EXPECT_TRUE(usesDynamicShared(ptx(".func f()\n{\n}\n" + text), "tiled")) << "a function may";
}

} // namespace
} // namespace lanescope::recording
