// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/calls.h"

#include "kit/charts/host_calls.h"
#include "model/format.h"
#include "recording/graph_branches.h"
#include "shell/output/findings.h"
#include "shell/output/text_table.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <map>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace lanescope::shell {

using device::CallReturn;

namespace {

std::string hex(const std::vector<std::byte>& bytes) {
    std::string text;
    for (const std::byte each : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(each));
    return text;
}

std::vector<std::byte> bytesOf(std::string_view text) {
    std::vector<std::byte> bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        unsigned value = 0;
        std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, value, 16);
        bytes[i] = static_cast<std::byte>(value);
    }
    return bytes;
}

/// One call, and what it returned, where that is known.
struct ReturnedCall {
    std::string call;
    Json calledAt; ///< null: not known
    std::optional<int> code;
    std::optional<std::string> returned, meaning;
    std::optional<int> lastCode;
    std::optional<std::string> lastName, note, bytes; ///< bytes: in hexadecimal
};

struct CallsDocument {
    std::string device;
    bool emulated = true;
    std::optional<std::string> ended;
    std::vector<ReturnedCall> calls;
    Json facts; ///< what the lab says besides
};

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ReturnedCall>
void describe(Fields& fields, Object& call) {
    fields("call", call.call);
    fields.orDefault("called_at", call.calledAt);
    fields("code", call.code);
    fields("returned", call.returned);
    fields("meaning", call.meaning);
    fields("last_error_code", call.lastCode);
    fields("last_error", call.lastName);
    fields("note", call.note);
    fields("bytes", call.bytes);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, CallsDocument>
void describe(Fields& fields, Object& document) {
    fields("device", document.device);
    fields("emulated", document.emulated);
    fields("ended", document.ended);
    fields("calls", document.calls);
    fields.orNothing("facts", document.facts);
}

ReturnedCall returnedCall(const recording::Recording& recording, const device::CallReturns& answers,
                          std::size_t number) {
    ReturnedCall call;
    call.call = textOf(recording, recording.calls[number]);
    call.calledAt = placeJson(recording.placeOfCall(number));
    if (number >= answers.returns.size()) return call;
    const CallReturn& returned = answers.returns[number];
    call.code = returned.code;
    if (const std::string_view note = recording::noCallNote(recording, recording.calls[number]);
        !note.empty()) {
        call.note = std::string(note);
        return call;
    }
    call.returned = returned.name;
    call.meaning = returned.meaning;
    call.lastCode = returned.lastCode;
    call.lastName = returned.lastName;
    call.note = json::unlessEmpty(returned.note);
    call.bytes = json::unlessEmpty(hex(returned.bytes));
    return call;
}

/// More rows than these nobody reads.
constexpr std::size_t kMostRows = 100;

/// A row of the table: calls that it cannot tell apart.
struct CallRow {
    std::vector<std::string> cells; ///< without how many they are
    std::uint64_t times = 0;

    bool operator==(const CallRow& other) const { return cells == other.cells; }
};

CallRow rowOf(const recording::Recording& recording, const device::CallReturns& answers, std::size_t number,
              recording::Addresses addresses) {
    const recording::Call& call = recording.calls[number];
    CallRow row{.times = 1};
    const auto* const failed = std::get_if<recording::Failed>(&call);
    if (failed) row.times = failed->times;
    std::string text =
        failed ? std::string(recording.view(failed->call)) : textOf(recording, call, addresses);
    std::string place(recording.placeOfCall(number));
    if (number >= answers.returns.size()) {
        const bool isEnd = number == answers.returns.size();
        row.cells = {std::move(text), std::move(place), "", "", isEnd ? retold(answers.ended) : ""};
        return row;
    }
    const CallReturn& returned = answers.returns[number];
    if (const std::string_view note = recording::noCallNote(recording, call); !note.empty()) {
        row.cells = {retold(text), std::move(place), "", returned.lastName, retold(note)};
        return row;
    }
    const bool launch = std::holds_alternative<recording::Launch>(call);
    row.cells = {std::move(text), std::move(place), launch ? "" : returned.name, returned.lastName,
                 returned.note.empty() ? (launch || returned.code == 0 ? "" : retold(returned.meaning))
                                       : retold(returned.note)};
    return row;
}

/// Of equal calls in a row one row; no more than `most`, and then one more.
std::vector<CallRow> rowsInOrder(const recording::Recording& recording, const device::CallReturns& answers,
                                 std::size_t most) {
    std::vector<CallRow> rows;
    for (std::size_t i = 0; i < recording.calls.size() && rows.size() <= most; ++i) {
        CallRow row = rowOf(recording, answers, i, recording::Addresses::Named);
        if (!rows.empty() && rows.back() == row)
            rows.back().times += row.times;
        else
            rows.push_back(std::move(row));
    }
    return rows;
}

/// Of equal calls, wherever they come, one row in the place of the first. A call that is alone in it, or
/// whose memory is always the same, is named in full.
std::vector<CallRow> rowsByCall(const recording::Recording& recording, const device::CallReturns& answers) {
    std::vector<CallRow> rows;
    std::vector<std::string> named; // by row; empty: several memories
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        CallRow row = rowOf(recording, answers, i, recording::Addresses::LeftOut);
        const auto [at, isNew] = known.try_emplace(row.cells, rows.size());
        const bool isFailed = std::holds_alternative<recording::Failed>(recording.calls[i]);
        std::string text = isFailed ? row.cells.front() : kit::callText(recording, i);
        if (isNew) {
            rows.push_back(std::move(row));
            named.push_back(std::move(text));
            continue;
        }
        rows[at->second].times += row.times;
        if (named[at->second] != text) named[at->second].clear();
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!named[i].empty()) rows[i].cells.front() = std::move(named[i]);
    return rows;
}

} // namespace

void addCalls(json::Stream& document, const recording::Recording& recording,
              const device::CallReturns& answers) {
    document.field("device", answers.device);
    document.field("emulated", answers.emulated);
    document.field("ended", json::toJson(json::unlessEmpty(answers.ended)));
    document.name("calls");
    document.beginList();
    for (std::size_t i = 0; i < recording.calls.size(); ++i)
        document.value(json::toJson(returnedCall(recording, answers, i)));
    document.end();
}

device::CallReturns callsFromJson(std::string_view text) {
    CallsDocument document;
    try {
        document = json::parseDocument<CallsDocument>(
            text, "not the document of lanescope calls --json that was expected");
    } catch (const BadInput& failure) {
        // No user wrote it: the process that made the calls did.
        throw Error(fmt::format("what the calls returned cannot be read: {}", failure.what()));
    }
    device::CallReturns answers;
    answers.device = std::move(document.device);
    answers.emulated = document.emulated;
    answers.ended = document.ended.value_or("");
    for (const ReturnedCall& call : document.calls) {
        if (!call.code) break; // nothing is known from here on
        answers.returns.push_back({*call.code, call.returned.value_or(""), call.meaning.value_or(""),
                                   call.note.value_or(""), bytesOf(call.bytes.value_or("")),
                                   call.lastCode.value_or(0), call.lastName.value_or("")});
    }
    return answers;
}

std::string callsText(const recording::Recording& recording, const device::CallReturns& answers) {
    using Align = TextTable::Align;
    std::vector<CallRow> rows = rowsInOrder(recording, answers, kMostRows);
    const bool isByCall = rows.size() > kMostRows;
    if (isByCall) rows = rowsByCall(recording, answers);
    TextTable table({{tr("how often"), Align::Right},
                     {tr("call")},
                     {tr("called at")},
                     {tr("returned")},
                     {tr("last error")},
                     {tr("which means")}});
    const std::size_t shown = std::min(rows.size(), kMostRows);
    for (CallRow& row : std::span(rows).first(shown)) {
        row.cells.insert(row.cells.begin(), row.times > 1 ? lanescope::grouped(row.times) : "");
        table.add(std::move(row.cells));
    }
    std::string text = table.text();
    if (isByCall)
        text += tr("equal calls are one row, where the first of them stands; --json has each by itself\n");
    if (shown < rows.size())
        text += tr("and {} more, which --json has\n", lanescope::grouped(rows.size() - shown));
    return text;
}

} // namespace lanescope::shell
