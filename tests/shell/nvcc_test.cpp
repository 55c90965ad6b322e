// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/nvcc.h"

#include <gtest/gtest.h>

namespace lanescope::shell {
namespace {

using Words = std::vector<std::string>;

const Words kOurs{"-Xcompiler", "-g1", "-cudart", "shared", "-L/lib", "-Xlinker", "-rpath=/lib"};

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(NvccArguments, AreKeptInTheirOrder) {
    EXPECT_EQ(nvccArguments(Words{"-O3", "a.cu", "-o", "a"}, "/lib"),
              with({"-O3", "a.cu", "-o", "a", "-lineinfo"}, kOurs));
}

TEST(NvccArguments, TheRuntimeIsOurs) {
    for (const Words& given : {Words{"-cudart", "static", "a.cu"}, Words{"a.cu", "--cudart=static"},
                               Words{"-cudart=none", "a.cu"}, Words{"a.cu", "--cudart", "shared"}})
        EXPECT_EQ(nvccArguments(given, "/lib"), with({"a.cu", "-lineinfo"}, kOurs));
}

TEST(NvccArguments, LineInformationIsAskedForOnce) {
    for (const char* given : {"-G", "--device-debug", "-lineinfo", "--generate-line-info"})
        EXPECT_EQ(nvccArguments(Words{given, "a.cu"}, "/lib"), with({given, "a.cu"}, kOurs));
}

TEST(NvccArguments, TheHostsLinesAreAskedForOnce) {
    for (const char* given : {"-g", "--debug"})
        EXPECT_EQ(nvccArguments(Words{given, "a.cu"}, "/lib"),
                  with({given, "a.cu", "-lineinfo"}, Words(kOurs.begin() + 2, kOurs.end())));
}

TEST(NvccArguments, PtxIsAddedWhereOnlyMachineCodeWasAskedFor) {
    EXPECT_EQ(nvccArguments(Words{"-gencode", "arch=compute_80,code=sm_80", "a.cu"}, "/lib"),
              with({"-gencode", "arch=compute_80,code=sm_80", "a.cu", "-lineinfo", "-gencode",
                    "arch=compute_80,code=compute_80"},
                   kOurs));
    EXPECT_EQ(nvccArguments(Words{"-gencode=arch=compute_120,code=sm_120", "a.cu"}, "/lib"),
              with({"-gencode=arch=compute_120,code=sm_120", "a.cu", "-lineinfo", "-gencode",
                    "arch=compute_75,code=compute_75"},
                   kOurs))
        << "an emulated H200 runs no PTX for later GPUs";
    EXPECT_EQ(nvccArguments(Words{"--generate-code=arch=compute_90,code=sm_90", "a.cu"}, "/lib"),
              with({"--generate-code=arch=compute_90,code=sm_90", "a.cu", "-lineinfo", "-gencode",
                    "arch=compute_90,code=compute_90"},
                   kOurs))
        << "as CMake writes it";
    EXPECT_EQ(nvccArguments(Words{"-arch=compute_86", "-code=sm_86", "a.cu"}, "/lib"),
              with({"-arch=compute_86", "-code=sm_86,compute_86", "a.cu", "-lineinfo"}, kOurs));
    EXPECT_EQ(nvccArguments(Words{"--gpu-architecture=compute_80", "--gpu-code", "sm_80", "a.cu"}, "/lib"),
              with({"--gpu-architecture=compute_80", "--gpu-code", "sm_80,compute_80", "a.cu", "-lineinfo"},
                   kOurs));
    EXPECT_EQ(nvccArguments(Words{"-arch=all", "a.cu"}, "/lib"),
              with({"-arch=sm_90", "a.cu", "-lineinfo"}, kOurs));
    EXPECT_EQ(nvccArguments(Words{"-gencode", "arch=compute_90a,code=sm_90a", "a.cu"}, "/lib"),
              with({"-gencode", "arch=compute_90a,code=sm_90a", "a.cu", "-lineinfo", "-gencode",
                    "arch=compute_90a,code=compute_90a"},
                   kOurs))
        << "what an H200 has of its own";
    EXPECT_EQ(nvccArguments(Words{"-arch=compute_100a", "-code=sm_100a", "a.cu"}, "/lib"),
              with({"-arch=compute_100a", "-code=sm_100a,compute_75", "a.cu", "-lineinfo"}, kOurs));
    const Words has{"-gencode", "arch=compute_80,code=[sm_80,compute_80]", "a.cu"};
    EXPECT_EQ(nvccArguments(has, "/lib"), with(with(has, {"-lineinfo"}), kOurs));
}

} // namespace
} // namespace lanescope::shell
