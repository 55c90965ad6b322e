// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/call_line.h"

#include "runtime/watched/host_line.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope::runtime {

namespace {

/// Of one thread: arguments of a launch may launch, too.
struct Launching {
    std::vector<const void*> begun;
    const void* next = nullptr;
};
thread_local Launching t_launching;
thread_local const void* t_caller = nullptr; // of the call under way

/// Those that were asked for. Programs may launch until their very end: it is never destroyed.
struct Lines {
    std::set<std::string> words;
    std::unordered_map<const void*, std::string_view> ofLaunches; // empty: of no author's own
    std::unordered_map<const void*, std::string_view> ofCalls;    // likewise
    std::map<std::pair<decltype(CallSite::calls), const void*>, std::string_view> ofSites;

    std::string_view keep(const std::string& text) { return *words.insert(text).first; }
};
constexpr std::size_t kMostSites = 4096;

Lines& lines() {
    static auto* const all = new Lines; // NOLINT(cppcoreguidelines-owning-memory)
    return *all;
}

/// Without a line and a function, lineOf() says no more than which file the code is in.
std::string lineOfAuthor(const CallSite& site) {
    std::string line = lineOf(site);
    if (line.find(':') == std::string::npos && !line.ends_with("()")) line.clear();
    return line;
}

std::string_view lineOfStack(Lines& all, const CallSite& site) {
    if (all.ofSites.size() > kMostSites) all.ofSites.clear();
    const auto [known, isNew] = all.ofSites.try_emplace({site.calls, site.kernel});
    if (isNew) known->second = all.keep(lineOfAuthor(site));
    return known->second;
}

} // namespace

void launchBegins(const void* call) {
    t_launching.begun.push_back(call);
}

void launchFollows() {
    Launching& launching = t_launching;
    if (launching.begun.empty()) return;
    launching.next = launching.begun.back();
    launching.begun.pop_back();
}

std::string_view launchLine(const void* kernel) {
    Lines& all = lines();
    if (const void* const call = std::exchange(t_launching.next, nullptr)) {
        const auto [known, isNew] = all.ofLaunches.try_emplace(call);
        if (isNew) known->second = all.keep(lineAt(call));
        if (!known->second.empty()) return known->second;
    }
    return lineOfStack(all, callSite(kernel));
}

CallFrom::CallFrom(const void* caller) : m_outer(std::exchange(t_caller, caller)) {}

CallFrom::~CallFrom() {
    t_caller = m_outer;
}

std::string_view callLine() {
    Lines& all = lines();
    if (!t_caller) return {};
    const auto [known, isNew] = all.ofCalls.try_emplace(t_caller);
    if (isNew) known->second = all.keep(lineOfAuthor({.calls = {t_caller}}));
    return known->second.empty() ? lineOfStack(all, callSite()) : known->second;
}

} // namespace lanescope::runtime
