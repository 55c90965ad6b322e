// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Calls that cost a process its GPU, made beside one that keeps it.
#include "kit/registry.h"
#include "kit/session.h"
#include "session/calls.h"
#include "shell/app/measuring/isolated_calls.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace lanescope::shell {
namespace {

class CallsOnGpu : public testing::Test {
protected:
    std::shared_ptr<const device::CallReturns>
    answersOf(const std::vector<std::pair<const char*, const char*>>& sets, const char* labName = "errors") {
        m_lab = kit::findLab(labName).make();
        for (const auto& [name, value] : sets) m_lab->set(name, value);
        IsolatedCalls calls;
        calls.ask(LANESCOPE_PROGRAM, labName, *m_lab, m_architecture, m_device->info(),
                  std::make_shared<const recording::Recording>(kit::recordingOf(*m_lab, m_architecture)));
        for (;;) {
            if (auto answers = calls.poll()) return answers;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    /// Whether this process's own GPU still runs kernels, and right ones.
    void expectAlive() {
        EXPECT_FALSE(m_device->lost());
        const kit::LabEntry& other = kit::findLab("transpose");
        kit::Session session(m_device, {});
        session.setLab(other, other.make());
        session.step(0, 0);
        EXPECT_EQ(session.error(), "");
        EXPECT_FALSE(session.drawn()->result.launches.empty());
        EXPECT_GT(session.drawn()->result.launches.front().record.milliseconds, 0);
    }
    std::shared_ptr<device::Device> m_device = device::openDevice("cuda");
    const model::Architecture& m_architecture = model::defaultArchitecture();
    std::unique_ptr<kit::Lab> m_lab;
};

/// The codes that were seen on an H200 (CUDA 13.0); a launch is asked for with the query after it.
TEST_F(CallsOnGpu, ReturnWhatTheEmulatedRuntimeReturns) {
    for (const char* mistake : {"too-many-threads", "too-much-shared", "late-error", "out-of-bounds", "race",
                                "barrier", "uninitialised"})
        for (const char* fixed : {"off", "on"})
            for (const char* sync : {"off", "on"}) {
                const auto answers = answersOf({{"mistake", mistake}, {"fixed", fixed}, {"sync", sync}});
                EXPECT_EQ(answers->ended, "") << mistake;
                EXPECT_FALSE(answers->emulated);
                EXPECT_EQ(answers->device, m_device->info().name);
                const auto program = kit::recordingOf(*m_lab, m_architecture);
                const device::CallReturns expected = session::emulateCalls(program, m_architecture);
                ASSERT_EQ(answers->returns.size(), expected.returns.size()) << mistake;
                for (std::size_t i = 0; i < expected.returns.size(); ++i) {
                    EXPECT_EQ(answers->returns[i].name, expected.returns[i].name)
                        << mistake << ", fixed " << fixed << ", " << textOf(program, program.calls[i]);
                    EXPECT_EQ(answers->returns[i].lastName, expected.returns[i].lastName)
                        << mistake << ", fixed " << fixed << ", " << textOf(program, program.calls[i]);
                    EXPECT_EQ(answers->returns[i].meaning, expected.returns[i].meaning) << mistake;
                }
                if (std::string_view(fixed) == "on") {
                    EXPECT_EQ(answers->values<int>(), expected.values<int>()) << mistake;
                }
                expectAlive();
            }
}

/// A child follows a pointer to its parent's shared or local memory.
TEST_F(CallsOnGpu, MayLaunchKernelsThatLaunchKernels) {
    for (const char* pointer : {"shared", "local"}) {
        const auto answers = answersOf({{"pointer", pointer}, {"ask", "off"}}, "dynamic");
        EXPECT_EQ(answers->ended, "") << pointer;
        EXPECT_FALSE(answers->emulated);
        const device::CallReturns expected =
            session::emulateCalls(kit::recordingOf(*m_lab, m_architecture), m_architecture);
        ASSERT_EQ(answers->returns.size(), expected.returns.size()) << pointer;
        for (std::size_t i = 0; i < expected.returns.size(); ++i)
            EXPECT_EQ(answers->returns[i].name, expected.returns[i].name) << pointer << ", call " << i;
        EXPECT_EQ(answers->returns[6].name, "cudaErrorInvalidAddressSpace") << pointer;
        expectAlive();
    }
}

TEST_F(CallsOnGpu, ReadFarBeyondAnArrayAndNotNear) {
    const auto codeOf = [&](const char* ahead) {
        const auto answers = answersOf({{"ahead", ahead}, {"sync", "on"}});
        int worst = 0;
        for (const device::CallReturn& each : answers->returns) worst = std::max(worst, each.code);
        return worst;
    };
    EXPECT_EQ(codeOf("1"), 0);
    // 256 MiB on: not mapped (700), or, it was seen, in the window that stands for shared memory (717)
    EXPECT_GE(codeOf("67108864"), 700);
    expectAlive();
}

/// What a session on the GPU shows of such a lab: the emulator's faults, and the calls' answers once they are
/// known.
TEST_F(CallsOnGpu, AreShownBesideWhatTheEmulatorFinds) {
    const kit::LabEntry& entry = kit::findLab("errors");
    const auto answers = answersOf({{"mistake", "late-error"}});
    kit::Session session(m_device, {});
    std::shared_ptr<kit::Lab> lab = entry.make();
    lab->set("mistake", "late-error");
    session.setLab(entry, lab);
    session.step(0, 0);
    ASSERT_TRUE(session.drawn()->result.launches.front().fault);
    EXPECT_FALSE(session.drawn()->result.calls) << "nobody has made them yet";
    session.setCalls(session.drawn()->result.recording, answers);
    ASSERT_TRUE(session.drawn()->result.callsByRules) << "the emulator's play has them";
    ASSERT_TRUE(session.drawn()->result.calls);
    EXPECT_FALSE(session.drawn()->result.calls->emulated);
    expectAlive();
}

} // namespace
} // namespace lanescope::shell
