// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/calls.h"

#include "shell/output/text_table.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <optional>
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

} // namespace

Json callsJson(const recording::Recording& recording, const device::CallReturns& answers) {
    CallsDocument document{answers.device, answers.emulated, json::unlessEmpty(answers.ended), {}};
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        ReturnedCall& call = document.calls.emplace_back();
        call.call = textOf(recording, recording.calls[i]);
        if (i >= answers.returns.size()) continue;
        const CallReturn& returned = answers.returns[i];
        call.code = returned.code;
        call.returned = returned.name;
        call.meaning = returned.meaning;
        call.lastCode = returned.lastCode;
        call.lastName = returned.lastName;
        call.note = json::unlessEmpty(returned.note);
        call.bytes = json::unlessEmpty(hex(returned.bytes));
    }
    return json::toJson(document);
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
    TextTable table({{tr("call")}, {tr("returned")}, {tr("last error")}, {tr("which means")}});
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        const std::string call = textOf(recording, recording.calls[i]);
        if (i >= answers.returns.size()) {
            table.add({call, "", "", i == answers.returns.size() ? retold(answers.ended) : ""});
            continue;
        }
        const CallReturn& returned = answers.returns[i];
        const bool launch = std::holds_alternative<recording::Launch>(recording.calls[i]);
        table.add({call, launch ? "" : returned.name, returned.lastName,
                   returned.note.empty() ? (launch || returned.code == 0 ? "" : retold(returned.meaning))
                                         : retold(returned.note)});
    }
    return table.text();
}

} // namespace lanescope::shell
