// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A host program's calls, made in another process, and what comes back of them.
#include "kit/registry.h"
#include "script_folder.h"
#include "session/calls.h"
#include "shell/app/measuring/isolated_calls.h"
#include "shell/output/calls.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace lanescope::shell {
namespace {

using namespace std::chrono_literals;

struct Asked {
    const kit::LabEntry& entry = kit::findLab("errors");
    std::unique_ptr<kit::Lab> lab = entry.make();
    const model::Architecture& architecture = model::defaultArchitecture();
    explicit Asked(const char* mistake) { lab->set("mistake", mistake); }
    recording::Recording program() const { return kit::recordingOf(*lab, architecture); }
    device::CallReturns answers() const { return session::emulateCalls(program(), architecture); }
};

TEST(CallsJson, GivesBackWhatItWasGiven) {
    for (const char* mistake : {"too-many-threads", "late-error", "out-of-bounds", "race"}) {
        const Asked asked(mistake);
        const device::CallReturns answers = asked.answers();
        ASSERT_FALSE(answers.returns.empty());
        Json document = callsJson(asked.program(), answers);
        EXPECT_EQ(callsFromJson(document.dump()), answers) << mistake;
        // as lanescope calls --json writes it
        document["facts"] = Json::parse(R"([{"name": "a", "value": "b"}])");
        EXPECT_EQ(callsFromJson(document.dump()), answers) << mistake;
    }
}

TEST(CallsJson, AStoryThatBreaksOffStaysSo) {
    const Asked asked("race");
    device::CallReturns answers = asked.answers();
    answers.returns.resize(3);
    answers.ended = "it had not returned after 10 s";
    const auto document = callsJson(asked.program(), answers);
    EXPECT_EQ(document["calls"].size(), asked.program().calls.size());
    EXPECT_TRUE(document["calls"][3]["code"].is_null());
    EXPECT_EQ(callsFromJson(document.dump()), answers);
    const std::string text = callsText(asked.program(), answers);
    EXPECT_NE(text.find("it had not returned after 10 s"), std::string::npos);
}

TEST(CallsJson, AnotherTextIsRefused) {
    for (const char* text : {"", "{}", "[1]", "{\"device\":1}", "no"})
        EXPECT_THROW(callsFromJson(text), std::runtime_error) << text;
}

TEST(Calls, ThatWouldStopOpenGlAreNotMadeOnItsGpu) {
    const auto would = [](const char* mistake, const char* vendor) {
        return wouldStopOpenGl(Asked(mistake).answers(), vendor);
    };
    EXPECT_TRUE(would("late-error", "NVIDIA Corporation"));
    EXPECT_FALSE(would("late-error", "Mesa"));
    EXPECT_FALSE(would("race", "NVIDIA Corporation"));
    EXPECT_FALSE(would("too-many-threads", "NVIDIA Corporation")) << "no kernel runs";
}

class Apart : public testing::Test {
protected:
    /// A program that does what a shell script says, and notes its arguments.
    std::string program(const std::string& script) const {
        return m_folder.program("echo \"$@\" >> " + (m_folder.path() / "asked").string() + "\n" + script);
    }
    std::string asked() const {
        std::ifstream file(m_folder.path() / "asked");
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void ask(IsolatedCalls& calls, const std::string& file, const Asked& of) const {
        calls.ask(file, "errors", *of.lab, of.architecture, m_gpu,
                  std::make_shared<const recording::Recording>(of.program()));
    }
    static std::shared_ptr<const device::CallReturns> wait(IsolatedCalls& calls) {
        for (int i = 0; i < 1000; ++i) {
            if (auto answers = calls.poll()) return answers;
            std::this_thread::sleep_for(10ms);
        }
        ADD_FAILURE() << "nothing comes back";
        return std::make_shared<device::CallReturns>();
    }
    device::Info m_gpu = [] {
        device::Info info;
        info.name = "GPU of the tests";
        info.ordinal = 3;
        info.choice = "cuda:3";
        return info;
    }();
    ScriptFolder m_folder{"calls"};
};

TEST_F(Apart, AsksThisProgramForTheLabAsItIs) {
    const Asked race("race");
    std::ofstream(m_folder.path() / "answer") << callsJson(race.program(), race.answers()).dump();
    IsolatedCalls calls;
    const std::string file = program("cat " + (m_folder.path() / "answer").string());
    ask(calls, file, race);
    EXPECT_EQ(*wait(calls), race.answers());
    EXPECT_EQ(asked().substr(0, 35), "calls errors --json --device cuda:3");
    EXPECT_NE(asked().find("--set mistake=race"), std::string::npos);
    const std::string once = asked();
    ask(calls, file, race);
    EXPECT_FALSE(calls.running()) << "the same calls are made once";
    EXPECT_EQ(asked(), once);
    ask(calls, file, Asked("barrier"));
    wait(calls);
    EXPECT_NE(asked(), once);
}

TEST_F(Apart, AProcessThatDiesSaysWhy) {
    IsolatedCalls calls;
    ask(calls, program("echo 'lanescope: no such GPU' >&2; exit 3"), Asked("race"));
    const auto answers = wait(calls);
    EXPECT_EQ(answers->ended, "no such GPU");
    EXPECT_EQ(answers->device, "GPU of the tests");
    EXPECT_FALSE(answers->emulated);
    EXPECT_TRUE(answers->returns.empty());
    ask(calls, program("kill -KILL $$"), Asked("barrier"));
    EXPECT_NE(wait(calls)->ended.find("signal 9"), std::string::npos);
    ask(calls, program("echo nonsense"), Asked("late-error"));
    EXPECT_NE(wait(calls)->ended.find("cannot be read"), std::string::npos);
}

TEST_F(Apart, AProcessThatHangsIsEnded) {
    IsolatedCalls calls(0.2);
    ask(calls, program("exec sleep 60"), Asked("race"));
    const auto answers = wait(calls);
    EXPECT_EQ(answers->ended, "no word of it after 0.2 s");
    EXPECT_FALSE(calls.running());
}

TEST_F(Apart, WhatIsForgottenIsAskedAnew) {
    IsolatedCalls calls;
    const Asked race("race");
    ask(calls, program("exec sleep 60"), race);
    EXPECT_TRUE(calls.running());
    calls.forget();
    EXPECT_FALSE(calls.running());
    ask(calls, program("exit 1"), race);
    EXPECT_FALSE(wait(calls)->ended.empty());
}

} // namespace
} // namespace lanescope::shell
