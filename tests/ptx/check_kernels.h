// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "run_ptx.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lanescope::ptx {

/// Runs the kernels of a file of tests/ptx/kernels, optimised and as written, with checks on.
class CheckKernels : public ::testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx(file(), GetParam()), file() + ".ptx");
        runner->config.checks = {.races = true, .uninitialised = true};
    }
    virtual std::string file() const { return "checks"; }
    std::uint64_t numbers(std::size_t count) {
        std::vector<int> values(count);
        std::iota(values.begin(), values.end(), 1);
        return runner->buffer(values, "in");
    }
    std::uint64_t zeros(std::size_t bytes) { return runner->memory.allocate(bytes, "out"); }
    std::vector<Finding> run(const std::string& kernel, model::Dim3 grid, model::Dim3 block,
                             const Parameters& parameters) {
        return runner->launch(kernel, grid, block, parameters).findings;
    }
    static std::string texts(const std::vector<Finding>& findings) {
        std::string all;
        for (const Finding& finding : findings) all += finding.text() + "\n";
        return all;
    }
    static std::uint32_t line(const std::string& mark) { return lineOf(mark, "checks"); }
    std::unique_ptr<Runner> runner;
};

} // namespace lanescope::ptx
