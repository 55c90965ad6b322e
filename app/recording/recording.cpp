// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/recording.h"

#include <algorithm>

namespace lanescope::recording {

namespace {

bool sameModules(const Recording& a, const Recording& b) {
    return std::ranges::equal(a.modules, b.modules, [](const ModulePointer& x, const ModulePointer& y) {
        return x == y || (x && y && *x == *y);
    });
}

/// All but how they are played, and the bytes.
bool sameProgram(const Recording& a, const Recording& b) {
    return a.calls == b.calls && a.arguments == b.arguments && a.relocations == b.relocations &&
           a.text == b.text && a.bytes.size() == b.bytes.size() && a.objects == b.objects &&
           a.vertices == b.vertices && a.contents == b.contents && a.streamPriorities == b.streamPriorities &&
           a.nonBlockingStreams == b.nonBlockingStreams && a.graphBranches == b.graphBranches &&
           a.firstGraphEdge == b.firstGraphEdge && a.graphLaunches == b.graphLaunches &&
           a.hostFindings == b.hostFindings && a.places == b.places && a.callPlaces == b.callPlaces &&
           a.faultNote == b.faultNote && sameModules(a, b);
}

} // namespace

void Recording::clear() {
    modules.clear();
    objects.clear();
    vertices.clear();
    contents.clear();
    streamPriorities.clear();
    nonBlockingStreams.clear();
    graphBranches = 0;
    firstGraphEdge = kNoGraphEdges;
    calls.clear();
    graphLaunches.clear();
    arguments.clear();
    relocations.clear();
    hostFindings.clear();
    places.clear();
    callPlaces.clear();
    faultNote = {};
    bytes.clear();
    text.clear();
    options = {};
    unknownParts.clear();
}

Vertices Recording::verticesOf(std::uint32_t object) const {
    const auto found = std::ranges::find(vertices, object, &Vertices::object);
    return found == vertices.end() ? Vertices{.object = object} : *found;
}

std::string_view Recording::placeOfCall(std::size_t call) const {
    if (const auto* const launch = std::get_if<Launch>(&calls[call])) return view(launch->place);
    return call < callPlaces.size() ? view(callPlaces[call]) : std::string_view();
}

std::optional<StreamNumber> streamOf(const Call& call) {
    return std::visit(
        [](const auto& each) -> std::optional<StreamNumber> {
            if constexpr (requires { each.stream; })
                return each.stream;
            else if constexpr (requires { each.by; })
                return isInStream(each.by.function) ? std::optional(each.by.stream) : std::nullopt;
            else
                return std::nullopt;
        },
        call);
}

void setStream(Call& call, StreamNumber stream) {
    std::visit(
        [stream](auto& each) {
            if constexpr (requires { each.stream; })
                each.stream = stream;
            else if constexpr (requires { each.by; })
                if (isInStream(each.by.function)) each.by.stream = stream;
        },
        call);
}

std::optional<std::uint32_t> eventOf(const Call& call) {
    return std::visit(
        [](const auto& each) -> std::optional<std::uint32_t> {
            if constexpr (requires { each.event; })
                return each.event;
            else
                return std::nullopt;
        },
        call);
}

void setEvent(Call& call, std::uint32_t event) {
    std::visit(
        [event](auto& each) {
            if constexpr (requires { each.event; }) each.event = event;
        },
        call);
}

bool usesStreams(const Recording& recording) {
    return std::ranges::any_of(recording.calls,
                               [](const Call& call) { return streamOf(call).value_or(0) != 0; });
}

bool isPaced(const Recording& recording) {
    return std::ranges::any_of(recording.calls, [](const Call& call) {
        const auto* launch = std::get_if<Launch>(&call);
        return launch && launch->pace.bytes > 0;
    });
}

bool Recording::operator==(const Recording& other) const {
    return bytes == other.bytes && sameAccesses(*this, other);
}

bool sameAccesses(const Recording& a, const Recording& b) {
    if (a.options != b.options || !sameProgram(a, b)) return false;
    // All bytes but those of arguments that move only results; these lie in order.
    auto from = a.bytes.begin(), other = b.bytes.begin();
    const auto sameUpTo = [&](std::uint32_t end) {
        const auto stop = a.bytes.begin() + end;
        const bool same = std::equal(from, stop, other);
        other += stop - from;
        from = stop;
        return same;
    };
    for (const Argument& argument : a.arguments) {
        if (!argument.movesOnlyResults) continue;
        if (!sameUpTo(argument.bytes.first)) return false;
        from += argument.bytes.count;
        other += argument.bytes.count;
    }
    return std::equal(from, a.bytes.end(), other);
}

bool sameResults(const Recording& a, const Recording& b) {
    PlayOptions options = a.options;
    options.rules = b.options.rules;
    options.instructions = b.options.instructions;
    options.focus = b.options.focus;
    return options == b.options && a.bytes == b.bytes && sameProgram(a, b);
}

bool sameButForFocus(const Recording& a, const Recording& b) {
    return a.options.rules == b.options.rules && a.options.instructions == b.options.instructions &&
           sameResults(a, b);
}

bool tellsReturns(const Recording& recording) {
    return recording.options.mayFail || std::ranges::any_of(recording.calls, [](const Call& call) {
               return std::holds_alternative<Failed>(call);
           });
}

bool beginsAnew(const Recording& recording) {
    return std::ranges::all_of(recording.objects, [](const Object& each) {
        return !each.setup || each.kind == Object::Kind::Variable;
    });
}

} // namespace lanescope::recording
