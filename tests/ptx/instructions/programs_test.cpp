// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Kernels of kernels/today.cu, which use NVIDIA's headers, against plain loops.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace lanescope::ptx {
namespace {

class Today : public ::testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx("today", GetParam()), "today.ptx");
        for (const Kernel& kernel : runner->module->kernels())
            EXPECT_TRUE(kernel.unsupported.empty()) << kernel.name;
        runner->config.checks.races = true;
    }
    /// Alone and as a cooperative grid, without a finding.
    template<class Look>
    void run(const std::string& kernel, std::uint32_t threads, int count, std::size_t inputs, Look look) {
        std::vector<int> in(inputs);
        std::iota(in.begin(), in.end(), 3);
        for (const bool cooperative : {false, true}) {
            SCOPED_TRACE(kernel + (cooperative ? ", cooperatively" : ""));
            runner->config.cooperative = cooperative;
            const std::uint64_t out = runner->buffer(std::vector<int>(128));
            const LaunchOutcome outcome = runner->launch(
                kernel, {}, {threads, 1, 1}, Parameters().add(runner->buffer(in)).add(out).add(count));
            EXPECT_TRUE(outcome.findings.empty()) << outcome.findings[0].text();
            look(in, runner->read<int>(out, 128));
        }
    }
    std::unique_ptr<Runner> runner;
};

TEST_P(Today, MatrixTiles) {
    constexpr int n = 48;
    const auto a = [](int i) { return i % 5 - 2; };
    const auto b = [](int i) { return i % 7 - 3; };
    const std::uint16_t halves[] = {0xc200, 0xc000, 0xbc00, 0x0000, 0x3c00, 0x4000, 0x4200}; // -3 to 3
    std::vector<std::uint16_t> left(n * n), right(n * n);
    std::vector<float> sum(n * n), expected(n * n);
    for (int i = 0; i < n * n; ++i) {
        left[i] = halves[a(i) + 3];
        right[i] = halves[b(i) + 3];
        sum[i] = expected[i] = static_cast<float>(i % 11);
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k)
                expected[i * n + j] += static_cast<float>(2 * a(i * n + k) * b(j * n + k));
    const std::uint64_t c = runner->buffer(sum);
    runner->launch("matrixTiles", {3, 3, 1}, {32, 1, 1},
                   Parameters().add(runner->buffer(left)).add(runner->buffer(right)).add(c).add(n));
    EXPECT_EQ(runner->read<float>(c, n * n), expected);
}

TEST_P(Today, BarrierPhases) {
    run("barrierPhases", 128, 9, 9 * 128, [](const std::vector<int>& in, const std::vector<int>& out) {
        for (int t = 0; t < 128; ++t) {
            int sum = 0;
            for (int phase = 0; phase < 9; ++phase) sum += in[phase * 128 + 127 - t];
            EXPECT_EQ(out[t], sum) << t;
        }
    });
}

TEST_P(Today, BarrierRows) {
    run("barrierRows", 128, 4, 4 * 128, [](const std::vector<int>& in, const std::vector<int>& out) {
        for (int t = 0; t < 128; ++t)
            EXPECT_EQ(out[t], in[127 - t] + in[255 - t] + in[383 - t] + in[511 - t]) << t;
    });
}

TEST_P(Today, PipelineStages) {
    run("pipelineStages", 128, 11, 11 * 64, [](const std::vector<int>& in, const std::vector<int>& out) {
        for (int t = 0; t < 64; ++t) {
            int sum = 0;
            for (int batch = 0; batch < 11; ++batch) sum += in[batch * 64 + 63 - t];
            EXPECT_EQ(out[t], sum) << t;
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Ptx, Today, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "AsWritten" : "Optimised"; });

} // namespace
} // namespace lanescope::ptx
