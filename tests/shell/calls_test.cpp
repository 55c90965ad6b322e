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

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
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

/// The document, with what a lab says besides.
std::string callsJson(const recording::Recording& recording, const device::CallReturns& answers,
                      const Json& facts = nullptr) {
    return json::streamed([&](json::Stream& document) {
        document.beginObject();
        addCalls(document, recording, answers);
        if (!facts.is_null()) document.field("facts", facts);
        document.end();
    });
}

TEST(CallsJson, GivesBackWhatItWasGiven) {
    for (const char* mistake : {"too-many-threads", "late-error", "out-of-bounds", "race"}) {
        const Asked asked(mistake);
        const device::CallReturns answers = asked.answers();
        ASSERT_FALSE(answers.returns.empty());
        EXPECT_EQ(callsFromJson(callsJson(asked.program(), answers)), answers) << mistake;
        // as lanescope calls --json writes it
        const Json facts = Json::parse(R"([{"name": "a", "value": "b"}])");
        EXPECT_EQ(callsFromJson(callsJson(asked.program(), answers, facts)), answers) << mistake;
    }
}

TEST(CallsJson, AStoryThatBreaksOffStaysSo) {
    const Asked asked("race");
    device::CallReturns answers = asked.answers();
    answers.returns.resize(3);
    answers.ended = "it had not returned after 10 s";
    const std::string written = callsJson(asked.program(), answers);
    const Json document = Json::parse(written);
    EXPECT_EQ(document["calls"].size(), asked.program().calls.size());
    EXPECT_TRUE(document["calls"][3]["code"].is_null());
    EXPECT_EQ(callsFromJson(written), answers);
    const std::string text = callsText(asked.program(), answers);
    EXPECT_NE(text.find("it had not returned after 10 s"), std::string::npos);
}

TEST(CallsJson, AnotherTextIsRefused) {
    for (const char* text : {"", "{}", "[1]", "{\"device\":1}", "no"})
        EXPECT_THROW(callsFromJson(text), std::runtime_error) << text;
}

/// So many rounds of a copy to memory of their own, a launch and a copy back, at lines of their own.
struct Rounds {
    recording::Recording recording;
    device::CallReturns answers;

    explicit Rounds(std::uint32_t count) {
        const auto text = [&](std::string_view words) {
            const recording::Text made{static_cast<std::uint32_t>(recording.text.size()),
                                       static_cast<std::uint32_t>(words.size())};
            recording.text += words;
            return made;
        };
        const recording::Text kernel = text("_Z4stepPii"), in = text("main.cu:10"), out = text("main.cu:12"),
                              launched = text("main.cu:11");
        recording.contents.emplace_back();
        recording.bytes.resize(12);
        const std::int32_t five = -5;
        std::memcpy(&recording.bytes[8], &five, sizeof five);
        recording.arguments = {{.kind = recording::Argument::Kind::Address, .bytes = {0, 8}},
                               {.kind = recording::Argument::Kind::Unsigned, .bytes = {8, 4}}};
        for (std::uint32_t i = 0; i < count; ++i) {
            recording.objects.push_back(
                {.setup = false, .name = text("memory" + std::to_string(i + 1)), .bytes = 256});
            recording.relocations.push_back({.object = i, .at = 0});
            add(recording::CopyIn{.object = i, .bytes = 256}, in);
            add(recording::Launch{.kernel = kernel,
                                  .grid = {1, 1, 1},
                                  .block = {64, 1, 1},
                                  .arguments = {0, 2},
                                  .relocations = {i, 1},
                                  .place = launched},
                {});
            add(recording::CopyOut{.object = i, .bytes = 256}, out);
        }
    }
    void add(const recording::Call& call, recording::Text place) {
        recording.calls.push_back(call);
        recording.callPlaces.push_back(place);
        answers.returns.push_back({.name = "cudaSuccess", .meaning = "no error", .lastName = "cudaSuccess"});
    }
    std::vector<std::string> lines() const {
        std::istringstream text(callsText(recording, answers));
        std::vector<std::string> all;
        for (std::string line; std::getline(text, line);) all.push_back(line);
        return all;
    }
};

TEST(CallsText, EqualCallsAreOneRowWithHowManyTheyAre) {
    const std::vector<std::string> lines = Rounds(20000).lines();
    ASSERT_LE(lines.size(), 6U);
    const auto has = [&](const char* pattern) {
        return std::ranges::any_of(
            lines, [&](const std::string& line) { return std::regex_search(line, std::regex(pattern)); });
    };
    EXPECT_TRUE(has(R"(^ *20,000  cudaMemcpy\(\.\.\., host, 256\)  +main\.cu:10  +cudaSuccess)"));
    EXPECT_TRUE(has(R"(^ *20,000  step<<<1, 64>>>\(\.\.\., -5\)  +main\.cu:11)"));
    EXPECT_TRUE(has(R"(^ *20,000  cudaMemcpy\(host, \.\.\., 256\)  +main\.cu:12)"));
    EXPECT_TRUE(has("^equal calls are one row"));
}

TEST(CallsText, OfFewCallsEachIsARowAndEqualOnesInARowAreOne) {
    Rounds few(2);
    for (int i = 0; i < 7; ++i) few.add(recording::Synchronize{}, {});
    const std::vector<std::string> lines = few.lines();
    ASSERT_EQ(lines.size(), 1U + 6 + 1);
    EXPECT_NE(lines[1].find("cudaMemcpy(memory1, host, 256)"), std::string::npos) << lines[1];
    EXPECT_NE(lines[4].find("cudaMemcpy(memory2, host, 256)"), std::string::npos) << lines[4];
    EXPECT_NE(lines[7].find("7  cudaDeviceSynchronize()"), std::string::npos) << lines[7];
}

TEST(CallsText, AnErrorAmongEqualCallsIsARowOfItsOwn) {
    Rounds rounds(500);
    rounds.answers.returns[3 * 400].name = "cudaErrorInvalidValue";
    rounds.answers.returns[3 * 400].code = 1;
    rounds.answers.returns[3 * 400].meaning = "invalid argument";
    const std::string text = callsText(rounds.recording, rounds.answers);
    EXPECT_NE(text.find("499  cudaMemcpy(..., host, 256)"), std::string::npos) << text;
    EXPECT_NE(text.find("cudaMemcpy(memory401, host, 256)"), std::string::npos) << text;
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
    std::ofstream(m_folder.path() / "answer") << callsJson(race.program(), race.answers());
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
