// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/calls.h"

#include "model/error.h"
#include "shell/output/text_table.h"

#include <fmt/format.h>

#include <charconv>

namespace lanescope::shell {

using Json = nlohmann::ordered_json;
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

} // namespace

Json callsJson(const recording::Recording& recording, const device::CallReturns& story) {
    Json calls = Json::array();
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        Json object{{"call", textOf(recording, recording.calls[i])}};
        const bool known = i < story.returns.size();
        const CallReturn none, &returned = known ? story.returns[i] : none;
        object["code"] = known ? Json(returned.code) : Json(nullptr);
        object["returned"] = known ? Json(returned.name) : Json(nullptr);
        object["meaning"] = known ? Json(returned.meaning) : Json(nullptr);
        object["last_error_code"] = known ? Json(returned.lastCode) : Json(nullptr);
        object["last_error"] = known ? Json(returned.lastName) : Json(nullptr);
        object["note"] = returned.note.empty() ? Json(nullptr) : Json(returned.note);
        object["bytes"] = returned.bytes.empty() ? Json(nullptr) : Json(hex(returned.bytes));
        calls.push_back(std::move(object));
    }
    return {{"device", story.device},
            {"emulated", story.emulated},
            {"ended", story.ended.empty() ? Json(nullptr) : Json(story.ended)},
            {"calls", calls}};
}

device::CallReturns callsFromJson(std::string_view text) {
    try {
        const Json document = Json::parse(text);
        device::CallReturns story;
        story.device = document.at("device").get<std::string>();
        story.emulated = document.at("emulated").get<bool>();
        const auto word = [](const Json& from) {
            return from.is_null() ? std::string() : from.get<std::string>();
        };
        story.ended = word(document.at("ended"));
        for (const Json& call : document.at("calls")) {
            if (call.at("code").is_null()) break;
            story.returns.push_back({call.at("code").get<int>(), word(call.at("returned")),
                                     word(call.at("meaning")), word(call.at("note")),
                                     bytesOf(word(call.at("bytes"))), call.at("last_error_code").get<int>(),
                                     word(call.at("last_error"))});
        }
        return story;
    } catch (const nlohmann::json::exception& failure) {
        throw Error(fmt::format("what the calls returned cannot be read: {}", failure.what()));
    }
}

std::string callsText(const recording::Recording& recording, const device::CallReturns& story) {
    TextTable table({{"call"}, {"returned"}, {"last error"}, {"which means"}});
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        const std::string call = textOf(recording, recording.calls[i]);
        if (i >= story.returns.size()) {
            table.add({call, "", "", i == story.returns.size() ? story.ended : ""});
            continue;
        }
        const CallReturn& returned = story.returns[i];
        const bool launch = std::holds_alternative<recording::Launch>(recording.calls[i]);
        table.add(
            {call, launch ? "" : returned.name, returned.lastName,
             returned.note.empty() ? (launch || returned.code == 0 ? "" : returned.meaning) : returned.note});
    }
    return table.text();
}

} // namespace lanescope::shell
