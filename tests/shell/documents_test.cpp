// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every document that Lanescope writes and reads back: it comes back whole, and a damaged one is refused in
// one line that names what it is and where the damage is.
#include "kit/registry.h"
#include "lessons/grading.h"
#include "lessons/library.h"
#include "lessons/progress.h"
#include "shell/app/kept/bookmarks.h"
#include "shell/output/calls.h"
#include "shell/output/counters.h"
#include "shell/output/sweep.h"
#include "shell/output/times.h"
#include "shell/output/transfers.h"
#include "shell/output/validation.h"
#include "shell/requests/scenario.h"
#include "json/document.h"
#include "json/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace lanescope::shell {
namespace {

/// A document as it is written, and the way there and back.
struct Kind {
    const char* name = "";
    std::string text;
    /// Reads a text, and writes what was read. Throws BadInput or Error.
    std::function<std::string(const std::string&)> again;
    bool hasOthers = false; ///< it may have fields that are not read
};

void PrintTo(const Kind& kind, std::ostream* out) {
    *out << kind.name;
}

const lessons::Lesson& banksLesson() {
    return *lessons::findLesson("banks");
}

std::string progress() {
    lessons::Work work(banksLesson(), 7);
    for (std::size_t step = 0; step < work.stepCount(); ++step)
        if (work.attemptAt(step)) work.answered(step, "4", step % 2 == 0);
    work.goTo(2);
    lessons::Progress all{7, "Ada", {}};
    all.lessons["banks"][7] = work.kept();
    all.lessons["/home/ada/my lesson.md"][0] = {1, 0, {{"b", "half", 2, false, true, true}, {}}};
    return progressText(all);
}

SweepDocument sweep() {
    SweepDocumentPoint point;
    point.values = {{"stride", "2"}};
    point.modelled = {{"9.0", "H200", Json{{"sectors", 4}}, 0.5, std::nullopt}};
    point.measured = MeasuredPoint{200, 0.5, 0.25, 0.75, 1900, 1880, 1950};
    SweepDocumentPoint stopped;
    stopped.values = point.values;
    stopped.stopped = "out of bounds";
    stopped.blocksCounted = stopped.blocksTotal = 4;
    return {.lab = "coalescing",
            .measured = true,
            .device = DeviceDocument{.kind = "cuda", .name = "NVIDIA H200", .ordinal = 0},
            .cache = "cold",
            .series = {{"series", {"stride"}, {point, stopped}}}};
}

ValidationDocument validation() {
    ValidationDocument document;
    document.bundled = {"9.0", "NVIDIA H200", 955, {{"h200.csv", 955}}, {}, true};
    document.bundled.quantities = {{"global load sectors", 9, 1, true, Deviation{12, 10, "line 7"}}};
    LiveComparison& live = document.live.emplace();
    live.device = {.kind = "cuda", .name = "NVIDIA H200"};
    live.labs = {{"banks", {{"bankLoad", "wavefronts", 4, 5, false, true, "replays"}}, {}},
                 {"texture", {}, "no counter"}};
    return document;
}

TimesDocument times() {
    TimesDocument document;
    document.figures = figuresOf(session::bundledRow(), &session::bundledRow());
    document.figures.resize(2);
    const std::vector<session::ComparedLaunch> launches{{&session::microbenchmarks().front(), 2e-6, 3e-6}};
    document.bundled = comparisonOf(session::bundledRow(), launches);
    document.saved = "a file";
    return document;
}

/// A scenario's fields, as a link has them.
std::string scenarioAgain(const std::string& text) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("lanescope-documents-" + std::to_string(::getpid()) + ".json");
    std::ofstream(path) << text;
    Json object = Json::object();
    const Scenario scenario = json::reading("what was read", [&] { return readScenario(path.string()); });
    object["lab"] = scenario.request.lab;
    for (const auto& [name, value] : optionsOf(readScenario(linkOf(scenario))))
        if (name == "set")
            object["set"][value.substr(0, value.find('='))] = value.substr(value.find('=') + 1);
        else
            object[std::string(name)] = value.empty() ? "on" : value;
    std::filesystem::remove(path);
    return json::textOf(object);
}

std::vector<Kind> kinds() {
    const std::string what = "what was read";
    const auto counters = [](const std::string& text) {
        (void)countersFromJson(text);
        return text;
    };
    const auto transfers = [](const std::string& text) {
        return transferJson(transferTableFromJson(text)).dump();
    };
    session::TransferTable table{.modelled = false, .device = "a GPU", .architecture = "9.0"};
    table.curves.push_back(
        {model::Transfer::HostToDevice,
         model::TransferMemory::PageLocked,
         true,
         true,
         {{.bytes = 1 << 20, .repetitions = 3, .median = 1e-3, .low = 1e-3, .high = 2e-3}}});
    return {
        {"bookmarks", bookmarksText({{"a conflict", "lanescope:banks?set=stride=32"}, {"\"2\"", "x"}}),
         [=](const std::string& text) { return bookmarksText(parseBookmarks(text, what)); }},
        {"progress", progress(),
         [=](const std::string& text) { return progressText(lessons::parseProgress(text, what)); }},
        {"submission", lessons::Work(banksLesson(), 7).handedIn("Ada"),
         [=](const std::string& text) {
             const auto all = lessons::parseSubmissions(text, what, banksLesson());
             lessons::Work work(banksLesson(), all.at(0).student);
             return work.handedIn(all.at(0).name);
         }},
        {"scenario",
         R"({"lab": "banks", "set": {"stride": "2"}, "arch": "9.0", "check": "on", "theme": "light"})",
         scenarioAgain},
        {"sweep", sweepJson(sweep()).dump(),
         [](const std::string& text) { return sweepJson(parseSweep(text)).dump(); }},
        {"validation", validationJson(validation()).dump(),
         [](const std::string& text) { return validationJson(parseValidation(text)).dump(); }},
        {"times", timesJson(times()).dump(),
         [](const std::string& text) { return timesJson(parseTimes(text)).dump(); }},
        {"transfers", transferJson(table).dump(), transfers},
        {"calls",
         R"({"device": "a GPU", "emulated": false, "ended": null, "calls": [{"call": "cudaFree", "code": 0,
             "returned": "cudaSuccess", "meaning": "no error", "last_error_code": 0, "last_error": "cudaSuccess",
             "note": null, "bytes": "00ff"}]})",
         [](const std::string& text) {
             (void)callsFromJson(text);
             return text;
         }},
        {"counters",
         R"({"counters": {"chip": "GH100", "replays": 3, "total": {"global": {"load": {"sectors": 12,
             "wavefronts": null}}}, "dram_bytes_read": 4096, "dram_bytes_written": null}})",
         counters, true}};
}

/// Every value in a document: objects, lists and what they hold.
void collect(const Json& at, const Json::json_pointer& path, std::vector<Json::json_pointer>& all) {
    all.push_back(path);
    if (at.is_object())
        for (const auto& [name, each] : at.items()) collect(each, path / name, all);
    if (at.is_array())
        for (std::size_t i = 0; i < at.size(); ++i) collect(at[i], path / i, all);
}

/// What is said of a text; empty: it is taken.
std::string refusal(const Kind& kind, const Json& document) {
    try {
        kind.again(document.dump());
        return {};
    } catch (const Error& failure) {
        return failure.what();
    }
}

class Documents : public testing::TestWithParam<Kind> {};

TEST_P(Documents, ComeBackWhole) {
    const Json before = json::parsed(GetParam().text);
    EXPECT_EQ(json::parsed(GetParam().again(GetParam().text)), before);
}

TEST_P(Documents, AFieldThatThereIsNotIsNamed) {
    const Json document = json::parsed(GetParam().text);
    Json damaged = document;
    damaged["no_such_field"] = 1;
    const std::string said = refusal(GetParam(), damaged);
    if (GetParam().hasOthers)
        EXPECT_EQ(said, "");
    else
        EXPECT_NE(said.find("no field 'no_such_field'"), std::string::npos) << said;
}

/// Values of types that a field is hardly of: one of them it is not.
TEST_P(Documents, AValueOfAnotherTypeIsOneLineThatNamesItsPlace) {
    const Json document = json::parsed(GetParam().text);
    std::vector<Json::json_pointer> all;
    collect(document, Json::json_pointer(), all);
    for (const Json::json_pointer& path : all) {
        int refused = 0;
        for (const Json& other :
             {Json(-1.5), Json(true), Json{{"x", Json{{"y", Json::array({Json::array()})}}}},
              Json::array({Json::array({Json::array()})})}) {
            Json damaged = document;
            damaged[path] = other;
            const std::string said = refusal(GetParam(), damaged);
            refused += !said.empty();
            EXPECT_EQ(std::ranges::count(said, '\n'), 0) << said;
            // Of an element it is its number.
            const bool named = !said.empty() && !path.empty() && !std::isdigit(path.back()[0]);
            EXPECT_TRUE(!named || said.find(path.back()) != std::string::npos) << said << "\n"
                                                                               << path.to_string();
        }
        const bool isFree = path.to_string().find("/counts") != std::string::npos || // a report's own
                            (std::string_view(GetParam().name) == "submission" &&
                             path.parent_pointer().to_string() == "/answers"); // one that is none is wrong
        EXPECT_TRUE(refused > 0 || isFree) << path.to_string();
    }
}

TEST_P(Documents, WhatIsCutOffIsRefused) {
    const std::string& text = GetParam().text;
    for (std::size_t size = 0; size < text.find_last_of('}'); ++size) {
        try {
            GetParam().again(text.substr(0, size));
            ADD_FAILURE() << text.substr(0, size);
        } catch (const Error& failure) {
            EXPECT_NE(std::string(failure.what()).find("not valid JSON"), std::string::npos);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Documents, testing::ValuesIn(kinds()),
                         [](const auto& info) { return std::string(info.param.name); });

struct Numbers {
    int small = 0;
    std::uint64_t large = 0;
    std::vector<int> few;
};
template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, Numbers>
void describe(Fields& fields, Object& numbers) {
    fields("small", numbers.small, json::Limits{1, 9});
    fields("large", numbers.large);
    fields.orNothing("few", numbers.few, json::Limits{0, 2});
}

TEST(DocumentNumbers, AreWholeAndInTheirRange) {
    const auto refused = [](const char* text) -> std::string {
        try {
            json::parseDocument<Numbers>(text, "a file");
            return {};
        } catch (const BadInput& failure) {
            return failure.what();
        }
    };
    EXPECT_EQ(refused(R"({"small": 9, "large": 18446744073709551615, "few": [1, 2]})"), "");
    EXPECT_EQ(refused(R"({"small": 10, "large": 0, "few": []})"), "a file: small: it has to be from 1 to 9");
    EXPECT_EQ(refused(R"({"small": 1, "large": 0, "few": [1, 2, 3]})"),
              "a file: few: it has to be a list of 0 to 2");
    EXPECT_EQ(refused(R"({"small": 1, "large": -1, "few": []})"),
              "a file: large: it has to be a whole number from 0 to 18446744073709551615");
    for (const char* wrong : {"4294967297", "1.0", "true", "null", "\"1\""})
        EXPECT_NE(refused(fmt::format(R"({{"small": 1, "large": 0, "few": [1, {}]}})", wrong).c_str())
                      .find("a file: few.2: it has to be a whole number"),
                  std::string::npos)
            << wrong;
    EXPECT_EQ(refused(R"({"small": 1e999})"), "a file: a number in it is too large");
    EXPECT_EQ(refused("{\n\"small\" 1}"), "a file:2: this is not valid JSON");
}

TEST(JsonStream, WritesWhatTheDocumentIsAsAWhole) {
    Json whole{{"a", 1}, {"b", {{"c", Json::array()}, {"d", Json::object()}, {"e \"", "x\ny\xff"}}}};
    whole["list"] = {1, {{"f", nullptr}}, Json::array({2, 3})};
    whole["empty"] = Json::array();
    whole["nothing"] = Json::object();
    const std::string streamed = json::streamed([&](json::Stream& document) {
        document.beginObject();
        document.field("a", 1);
        document.name("b");
        document.beginObject();
        document.fields(whole["b"]);
        document.end();
        document.name("list");
        document.beginList();
        for (const Json& each : whole["list"]) document.value(each);
        document.end();
        document.name("empty");
        document.beginList();
        document.end();
        document.name("nothing");
        document.beginObject();
        document.end();
        document.end();
    });
    EXPECT_EQ(streamed, json::textOf(whole));
    EXPECT_EQ(json::streamed([](json::Stream& document) { document.value("x"); }), json::textOf("x"));
}

/// What is large is handed on as it comes.
TEST(JsonStream, KeepsNoMoreThanAPiece) {
    std::size_t largest = 0, all = 0;
    json::Stream document([&](std::string_view piece) {
        largest = std::max(largest, piece.size());
        all += piece.size();
    });
    document.beginList();
    for (int i = 0; i < 100000; ++i) document.value({{"number", i}});
    document.end();
    document.finish();
    EXPECT_GT(all, 2000000U);
    EXPECT_LT(largest, 100000U);
}

} // namespace
} // namespace lanescope::shell
