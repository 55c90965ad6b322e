// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <cmath>
#include <cstring>
#include <filesystem>

namespace lanescope::shell {

namespace {

const std::string kTrace = std::string("trace ") + LANESCOPE_TRACED_PTX + " --device emulated ";

template<class T>
std::vector<T> elements(const std::string& bytes) {
    std::vector<T> all(bytes.size() / sizeof(T));
    std::memcpy(all.data(), bytes.data(), all.size() * sizeof(T));
    return all;
}

template<class T>
std::string bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// Vigna's reference of splitmix64, written out again.
std::uint64_t nextDraw(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t z = state;
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9;
    z ^= z >> 27;
    z *= 0x94D049BB133111EB;
    return z ^ z >> 31;
}

TEST_F(CliTest, TraceDumpsWhatTheKernelComputes) {
    good(kTrace + "--kernel saxpy --grid 4 --block 256 --arg i32:1000 --arg f32:1.5 --arg f32[1024]=ramp "
                  "--arg f32[1024]=const:0.25 --dump 3=y.bin --dump 2=x.bin");
    const auto x = elements<float>(read("x.bin")), y = elements<float>(read("y.bin"));
    ASSERT_EQ(x.size(), 1024U);
    ASSERT_EQ(y.size(), 1024U);
    for (int i = 0; i < 1024; ++i) {
        ASSERT_EQ(x[i], static_cast<float>(i));
        ASSERT_EQ(y[i], i < 1000 ? std::fma(1.5F, static_cast<float>(i), 0.25F) : 0.25F) << i;
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"x.bin", "y.bin"}));
}

TEST_F(CliTest, TraceReportsBySourceLine) {
    const auto report =
        good(kTrace + "--kernel saxpy --grid 4 --block 256 --arg i32:1024 --arg f32:2 --arg f32[1024] "
                      "--arg f32[1024] --arch 9.0 --json")
            .json();
    EXPECT_EQ(report["architecture"], "9.0");
    EXPECT_EQ(report["modelled"], true);
    EXPECT_EQ(report["device"]["kind"], "emulated");
    EXPECT_EQ(report["launches"][0]["grid"], (nlohmann::json{4, 1, 1}));
    // 32 warps read x and y and write y: 4 sectors each.
    EXPECT_EQ(report["total"]["global"]["load"]["requests"], 64);
    EXPECT_EQ(report["total"]["global"]["load"]["sectors"], 256);
    EXPECT_EQ(report["total"]["global"]["store"]["sectors"], 128);
    EXPECT_EQ(report["total"]["global"]["store"]["bytes_transferred"], 4096);
    EXPECT_EQ(report["total"]["global"]["store"]["efficiency"], 1.0);
    EXPECT_EQ(report["run"]["requests"], 96);
    ASSERT_EQ(report["sites"].size(), 3U);
    for (const auto& site : report["sites"]) {
        EXPECT_TRUE(std::string(site["file"]).ends_with("traced.cu"));
        EXPECT_EQ(site["line"], 10);
        EXPECT_EQ(site["width_bytes"], 4);
        EXPECT_NE(std::string(site["ptx"]).find(".global"), std::string::npos);
    }
}

TEST_F(CliTest, TraceLaunchesCooperatively) {
    const std::string neighbours =
        kTrace +
        "--kernel neighbours --grid 20 --block 64 --arg i32[20] --arg i32[20] --dump 1=seen.bin --json ";
    const auto report = good(neighbours + "--cooperative --check").json();
    EXPECT_EQ(report["launches"][0]["cooperative"], true);
    EXPECT_EQ(report["launches"][0]["blocks_run"], 20);
    EXPECT_TRUE(report["launches"][0]["findings"].empty()) << report["launches"][0]["findings"];
    // what the barrier itself does is not the kernel's
    EXPECT_EQ(report["total"]["global"]["load"]["requests"], 20);
    EXPECT_EQ(report["total"]["global"]["store"]["requests"], 40);
    EXPECT_EQ(report["total"]["global"]["atomic"]["requests"], 0);
    const auto seen = elements<int>(read("seen.bin"));
    for (int i = 0; i < 20; ++i) EXPECT_EQ(seen[i], 10 * ((i + 1) % 20));
}

TEST_F(CliTest, TraceCountsForSeveralArchitectures) {
    const auto reports = good(kTrace + "--kernel column --grid 1 --block 32 --shared 4096 --arg f32[32] "
                                       "--arch 1.3,2.0,9.0 --json --dump 0=out.bin")
                             .json();
    ASSERT_EQ(reports.size(), 3U);
    const std::vector<std::string> names{"1.3", "2.0", "9.0"};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(reports[i]["architecture"], names[i]);
        const auto& load = reports[i]["total"]["shared"]["load"];
        // A column of a 32 x 32 tile: every lane of a request in one bank.
        EXPECT_EQ(load["max_ways"], i == 0 ? 16 : 32) << names[i];
        EXPECT_EQ(load["wavefronts"], 32) << names[i];
        EXPECT_TRUE(load["sectors"].is_null());
        EXPECT_EQ(reports[i]["total"]["global"]["store"]["sectors"].is_null(), i < 2);
    }
    const auto out = elements<float>(read("out.bin"));
    for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], static_cast<float>(i * 32));
}

TEST_F(CliTest, TraceFillsAreWhatTheHelpSays) {
    good(kTrace +
         "--kernel copyInts --grid 1 --block 64 --arg i32[64]=random:42 --arg i32[64] --dump 1=ints.bin");
    std::uint64_t state = 42;
    for (std::int32_t value : elements<std::int32_t>(read("ints.bin")))
        ASSERT_EQ(value, static_cast<std::int32_t>(nextDraw(state)));

    good(kTrace +
         "--kernel copyInts --grid 1 --block 64 --arg f32[64]=random:7 --arg f32[64] --dump 1=floats.bin");
    state = 7;
    for (float value : elements<float>(read("floats.bin")))
        ASSERT_EQ(value, static_cast<float>(static_cast<double>(nextDraw(state) >> 40) / 16777216.0));

    good(kTrace +
         "--kernel copyInts --grid 1 --block 32 --arg f64[16]=random:1 --arg i64[16] --dump 1=doubles.bin");
    state = 1;
    for (double value : elements<double>(read("doubles.bin")))
        ASSERT_EQ(value, static_cast<double>(nextDraw(state) >> 11) / 9007199254740992.0);

    good(kTrace +
         "--kernel copyInts --grid 1 --block 64 --arg u8[256]=ramp --arg i32[64] --dump 1=bytes.bin");
    const std::string bytes = read("bytes.bin");
    for (int i = 0; i < 256; ++i) ASSERT_EQ(static_cast<unsigned char>(bytes[i]), i);

    write("in.bin", bytesOf(std::vector<std::int32_t>{4, 3, 2, 1, -1, 1 << 30, 7, 0}));
    good(kTrace + "--kernel copyInts --grid 1 --block 8 --arg i32[8]=@in.bin --arg i32[8] --dump 1=out.bin");
    EXPECT_EQ(read("out.bin"), read("in.bin"));
}

TEST_F(CliTest, TraceHandsScalarsOver) {
    good(kTrace + "--kernel scalars --grid 1 --block 1 --arg i8:-3 --arg i16:-300 --arg i64:-5000000000 "
                  "--arg f64:0.125 --arg f64[4] --dump 4=out.bin");
    EXPECT_EQ(elements<double>(read("out.bin")), (std::vector<double>{-3, -300, -5e9, 0.125}));
}

TEST_F(CliTest, TraceHandsSmallStructuresOver) {
    good(kTrace +
         "--kernel smallByValue --grid 1 --block 1 --arg u32:0x00070005 --arg i32[2] --dump 1=out.bin");
    EXPECT_EQ(elements<std::int32_t>(read("out.bin")), (std::vector<std::int32_t>{5, 7}));
}

TEST_F(CliTest, TraceHandsStructuresOfAnySizeOver) {
    const std::string before = kTrace + "--kernel byValue --grid 1 --block 1 --arg ";
    const std::string after = " --arg i32[3] --dump 1=out.bin";
    const std::vector<std::int32_t> values{5, -2, 0x01020304};
    good(before + "bytes:05000000FEffffff04030201" + after);
    EXPECT_EQ(elements<std::int32_t>(read("out.bin")), values);
    write("triple.bin", bytesOf(std::vector<std::int32_t>{7, 8, 9}));
    good(before + "bytes[12]=@triple.bin" + after);
    EXPECT_EQ(read("out.bin"), read("triple.bin"));
    std::filesystem::remove(m_folder / "out.bin");
    refuses(before + "bytes[12]=@missing.bin" + after, 2, {"missing.bin"});
    refuses(before + "bytes[16]=@triple.bin" + after, 2, {"16", "12 bytes"});
    refuses(before + "bytes:0500" + after, 2, {"12 bytes", "bytes[12]=@FILE"});
    refuses(before + "bytes:050" + after, 2, {"'050'", "hexadecimal"});
    refuses(before + "bytes:0x05" + after, 2, {"hexadecimal"});
    refuses(before + "bytes[12]" + after, 2, {"bytes[N]=@FILE"});
    write("short.bin", "12345");
    refuses(before + "bytes[12]=@short.bin" + after, 2, {"short.bin", "5", "12"});
}

TEST_F(CliTest, TraceNamesTheInstancesOfATemplate) {
    refuses(kTrace + "--kernel strided --grid 1 --block 32 --arg i32[96]", 2,
            {"2 kernels", "mangled", "strided<2>(int*)", "_Z7stridedILi3EEvPi"});
    good(kTrace + "--kernel _Z7stridedILi3EEvPi --grid 1 --block 32 --arg i32[96]");
}

TEST_F(CliTest, TraceTextHasOneRowForALine) {
    const Outcome outcome =
        good(kTrace + "--kernel saxpy --grid 4 --block 256 --arg i32:1024 --arg f32:2 --arg f32[1024] "
                      "--arg f32[1024] --arch 9.0");
    int loads = 0;
    for (const std::string& line : lines(outcome.out))
        if (line.find("traced.cu:10") != std::string::npos && line.find("global load") != std::string::npos) {
            ++loads;
            EXPECT_NE(line.find(" 64 "), std::string::npos) << line; // x and y, 32 warps
        }
    EXPECT_EQ(loads, 1) << outcome.out;
}

TEST_F(CliTest, TraceSaysWhyThereIsNoTime) {
    const std::string launch = kTrace + "--kernel saxpy --grid 4 --block 256 --arg i32:1024 --arg f32:2 "
                                        "--arg f32[1024] --arg f32[1024] --arch ";
    EXPECT_NE(good(launch + "12.0").out.find("no time of this is estimated from"), std::string::npos);
    EXPECT_NE(good(launch + "12.1").out.find("no modelled time: the row CC 12.1"), std::string::npos);
    EXPECT_EQ(good(launch + "9.0").out.find("imes are simulated for"), std::string::npos);
}

TEST_F(CliTest, TraceNamesAFindingsPlaceOnce) {
    const Outcome outcome = good(kTrace + "--kernel diverges --grid 1 --block 32 --arg i32[32]");
    const std::size_t found = outcome.out.find("barrier reached");
    ASSERT_NE(found, std::string::npos) << outcome.out;
    const std::size_t begin = outcome.out.rfind('\n', found) + 1;
    const std::string before = outcome.out.substr(begin, found - begin);
    EXPECT_NE(before.find("traced.cu:"), std::string::npos) << before;
    EXPECT_EQ(before.find("traced.cu:"), before.rfind("traced.cu:")) << before;
}

TEST_F(CliTest, TraceSaysInOneLineWhatItCannotRun) {
    const std::string begin =
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n"
        "{\n  .reg .b32 %r<3>;\n  .reg .pred %q;\n";
    const std::string two = "  garble.f99 %r1, %r2;\n  mangle.b32 %r1, %r2;\n";
    const std::string rest = " --kernel k --grid 1 --block 32 --device emulated --arg i32[1]";
    write("reached.ptx", begin + two + "  ret;\n}\n");
    refuses("trace reached.ptx" + rest, 2, {"garble", "reached.ptx:8", "1 more"});
    write("passed.ptx", begin + "  bra END;\n" + two + "END:\n  ret;\n}\n");
    const Outcome outcome = good("trace passed.ptx" + rest);
    EXPECT_EQ(lines(outcome.error).size(), 1U) << outcome.error;
    EXPECT_NE(outcome.error.find("garble"), std::string::npos) << outcome.error;
}

TEST_F(CliTest, TraceSamplesTextures) {
    const auto report =
        good(kTrace + "--kernel sample --grid 2,2 --block 8,4 --arg tex2d:f32[16x8]=ramp --arg i32:16 "
                      "--arg f32[128] --dump 2=out.bin --json")
            .json();
    const auto out = elements<float>(read("out.bin"));
    for (int i = 0; i < 128; ++i) ASSERT_EQ(out[i], static_cast<float>(i));
    EXPECT_GT(report["total"]["texture"]["load"]["requests"], 0);
}

TEST_F(CliTest, TraceShowsWhatAKernelPrints) {
    const Outcome text = good(kTrace + "--kernel hello --grid 1 --block 2 --arg i32:2");
    EXPECT_EQ(text.error, "lane 0 of 2\nlane 1 of 2\n");
    EXPECT_EQ(text.out.find("lane 0 of 2"), std::string::npos);
    const auto report = good(kTrace + "--kernel hello --grid 1 --block 2 --arg i32:2 --json").json();
    EXPECT_EQ(report["launches"][0]["printed"], "lane 0 of 2\nlane 1 of 2\n");
}

TEST_F(CliTest, TraceRefusesWhatCannotRun) {
    struct Case {
        const char* arguments;
        std::vector<std::string> words;
    };
    const std::vector<Case> cases{
        {"--kernel nothing --grid 1 --block 32", {"nothing", "saxpy"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32]", {"copyInts", "2", "1"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg i32[32] --arg i32:1", {"3"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg i32:5", {"i32:5", "parameter 1"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg f64:5", {"f64:5"}},
        {"--kernel saxpy --grid 1 --block 32 --arg i32:1 --arg i32:1 --arg f32[32] --arg f32[32]",
         {"parameter 1", "f32:V"}},
        {"--kernel byValue --grid 1 --block 32 --arg i32:1 --arg i32[1]", {"structure"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i31[32] --arg i32[32]", {"i31[32]", "i32"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[0] --arg i32[32]", {"i32[0]"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[-4] --arg i32[32]", {"i32[-4]"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32 --arg i32[32]", {"]"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32]=slope --arg i32[32]", {"slope", "ramp"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i8[32]=const:300 --arg i32[32]", {"300"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32]=random:x --arg i32[32]", {"seed"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32]=@missing.bin --arg i32[32]",
         {"missing.bin", "No such file"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32]=@short.bin --arg i32[32]",
         {"short.bin", "5", "128"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[99999999999] --arg i32[32]", {"does not fit"}},
        {"--kernel copyInts --grid 1 --block 32 --arg tex2d:f32[0x4] --arg i32[32]", {"0x4"}},
        {"--kernel copyInts --grid 0 --block 32 --arg i32[32] --arg i32[32]", {"--grid"}},
        {"--kernel copyInts --grid 1,1,1,1 --block 32 --arg i32[32] --arg i32[32]", {"--grid"}},
        {"--kernel copyInts --grid 1 --block 2048 --arg i32[32] --arg i32[32]", {"--block", "1024"}},
        {"--kernel copyInts --grid 1 --block 64,32 --arg i32[32] --arg i32[32]", {"2048", "1024"}},
        {"--kernel column --grid 1 --block 32 --shared 300000 --arg f32[32]", {"300000", "232448"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg i32[32] --dump 2=d.bin",
         {"2=d.bin", "2 --arg"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg i32[32] --dump d.bin", {"N=FILE"}},
        {"--kernel saxpy --grid 1 --block 32 --arg i32:1 --arg f32:1 --arg f32[32] --arg f32[32] --dump "
         "0=d.bin",
         {"not a buffer"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg i32[32] --dump 1=no/d.bin", {"no/d.bin"}},
        {"--kernel copyInts --grid 1 --block 32 --arg i32[32] --arg i32[32] --dump 1=d --dump 0=d",
         {"twice"}},
        // Reached only by running: the dump must not be there afterwards.
        {"--kernel copyInts --grid 1 --block 64 --arg i32[32] --arg i32[64] --dump 1=d.bin",
         {"traced.cu:16", "copyInts", "lane"}},
        {"--kernel endless --grid 8 --block 1024", {"endless", "endless loop"}},
        {"--kernel forever --grid 1 --block 32 --arg i32[1] --budget 1000 --dump 0=d.bin",
         {"forever", "endless loop"}},
        {"--kernel forever --grid 8 --block 64 --arg i32[1] --cooperative --dump 0=d.bin",
         {"forever", "deadlock", "0 of 8"}},
        {"--kernel neighbours --grid 8 --block 64 --arg i32[8] --arg i32[8] --dump 0=d.bin", {"trap"}},
        {"--kernel neighbours --grid 265 --block 1024 --arg i32[265] --arg i32[265] --cooperative --arch 9.0",
         {"--cooperative", "265", "132", "264"}},
    };
    write("short.bin", "12345");
    for (const Case& one : cases) refuses(kTrace + one.arguments, 2, one.words);
}

TEST_F(CliTest, TraceRefusesFilesThatAreNotPtx) {
    const std::string rest = " --kernel k --grid 1 --block 32 --device emulated";
    write("kernel.cu", "__global__ void k() {}");
    refuses("trace kernel.cu" + rest, 2, {"kernel.cu", "nvcc -ptx"});
    refuses("trace missing.ptx" + rest, 2, {"missing.ptx", "No such file"});
    refuses("trace ." + rest, 2, {"directory"});
    write("empty.ptx", "");
    refuses("trace empty.ptx" + rest, 2, {"empty.ptx"});
    write("garbage.ptx", std::string("\x7f"
                                     "ELF\0\1\2\3",
                                     8));
    refuses("trace garbage.ptx" + rest, 2, {"garbage.ptx"});
    write("cut.ptx",
          ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n  ld.param");
    refuses("trace cut.ptx" + rest, 2, {"cut.ptx"});
}

} // namespace

} // namespace lanescope::shell
