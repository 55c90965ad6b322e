// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/guards.h"

#include "runtime/watched/watch.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

namespace lanescope::runtime {

namespace {

struct sigaction g_before; // what a segmentation fault did before

void protect(const Extent& pages, int protection) {
    ::mprotect(reinterpret_cast<void*>(pages.address), pages.bytes,
               protection); // NOLINT(performance-no-int-to-ptr)
}

bool overlap(const Extent& a, const Extent& b) {
    return a.address < b.end() && b.address < a.end();
}

/// A fault is synchronous: the thread stands where it stands, and what is done here it might have done
/// itself.
void takeFault(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* const code = reinterpret_cast<const void*>(registers[REG_RIP]);
    constexpr greg_t kWrites = 2; // of a page fault's error code (Intel SDM 3A, 4.7)
    if (Watch* const watch = Watch::instance())
        if (watch->touched(address, (registers[REG_ERR] & kWrites) != 0, code)) return;
    // It happens again, and this time ends as it would have.
    ::sigaction(signal, &g_before, nullptr);
}

} // namespace

bool Guards::Guard::uses(std::uint64_t address) const {
    return std::ranges::any_of(used, [&](const Extent& each) { return address - each.address < each.bytes; });
}

void Guards::add(Guard guard) {
    constexpr std::uint64_t kPage = 4096;
    const std::uint64_t first = guard.pages.address / kPage * kPage,
                        end = (guard.pages.end() + kPage - 1) / kPage * kPage;
    guard.pages = {first, end - first};
    // What comes later in the same stream ends later.
    std::erase_if(m_all, [&](const Guard& each) {
        return each.isRead == guard.isRead && each.moment.stream == guard.moment.stream &&
               each.used == guard.used;
    });
    const auto firstWritten = std::ranges::find(m_all, false, &Guard::isRead);
    m_all.insert(guard.isRead ? firstWritten : m_all.end(), std::move(guard));
    resume();
}

void Guards::lift(const StreamOrder& order) {
    std::erase_if(m_all, [&](const Guard& each) {
        if (!order.hostKnows(each.moment)) return false;
        protect(each.pages, PROT_READ | PROT_WRITE);
        return true;
    });
    resume(); // one that is still needed may have shared pages with one that is not
}

void Guards::suspend() const {
    for (const Guard& each : m_all) protect(each.pages, PROT_READ | PROT_WRITE);
}
void Guards::resume() const {
    for (const Guard& each : m_all) protect(each.pages, each.isRead ? PROT_READ : PROT_NONE);
}

void Guards::lift(Extent extent) {
    std::erase_if(m_all, [&](const Guard& each) {
        if (!overlap(each.pages, extent)) return false;
        protect(each.pages, PROT_READ | PROT_WRITE);
        return true;
    });
}

void Guards::liftAll() {
    for (const Guard& each : m_all) protect(each.pages, PROT_READ | PROT_WRITE);
    m_all.clear();
}

std::optional<Guards::Guard> Guards::take(std::uint64_t address, bool writes) {
    const auto covers = [&](const Guard& each) { return address - each.pages.address < each.pages.bytes; };
    const auto forbids = [&](const Guard& each) { return (writes || !each.isRead) && each.uses(address); };
    auto found = std::ranges::find_if(m_all, forbids);
    if (found == m_all.end()) found = std::ranges::find_if(m_all, covers);
    if (found == m_all.end()) return std::nullopt;
    Guard taken = *found;
    lift(taken.pages);
    return taken;
}

void watchFaults() {
    struct sigaction now {};
    now.sa_sigaction = &takeFault;
    now.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    ::sigaction(SIGSEGV, &now, &g_before);
}

} // namespace lanescope::runtime
