// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/atomics/model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace lanescope::lab_atomics {

namespace {

constexpr std::uint64_t kCounterBytes = 4;

/// The share of numbers below a place from -1 to 1, and its inverse: a power of the distance from the middle.
double below(double place, double spread) {
    return 0.5 + std::copysign(std::pow(std::abs(place), spread), place) / 2;
}
double placeOf(double share, double spread) {
    return std::copysign(std::pow(std::abs(2 * share - 1), 1 / spread), share - 0.5);
}

} // namespace

int PeakedValues::at(std::size_t i) const {
    if (spread <= 0) return count / 2;
    // The numbers of splitmix64: a step of the golden ratio, mixed.
    std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15U;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
    const double share = static_cast<double>((bits ^ bits >> 31) >> 11) / 0x1p53;
    return std::clamp(static_cast<int>(std::floor((placeOf(share, spread) + 1) * count / 2)), 0, count - 1);
}

double PeakedValues::share(int value) const {
    if (spread <= 0) return value == count / 2 ? 1 : 0;
    const auto place = [&](int at) { return 2.0 * at / count - 1; };
    return below(place(value + 1), spread) - below(place(value), spread);
}

PeakedValues::Amounts PeakedValues::amounts(std::size_t n) const {
    constexpr std::size_t kFew = 4096; // counted in a fraction of a frame
    Amounts made{std::vector<double>(static_cast<std::size_t>(count)), n <= kFew};
    for (int value = 0; value < count && !made.exact; ++value)
        made.of[static_cast<std::size_t>(value)] = share(value) * static_cast<double>(n);
    for (std::size_t i = 0; made.exact && i < n; ++i) ++made.of[static_cast<std::size_t>(at(i))];
    return made;
}

std::uint32_t Histogram::blocks() const {
    const std::uint32_t each = kThreads * perThread;
    return (values + each - 1) / each;
}

std::uint64_t Histogram::threads() const {
    return std::min<std::uint64_t>(std::uint64_t{blocks()} * kThreads, values);
}

std::uint32_t Histogram::sets() const {
    return place == Place::Warp ? kThreads / model::kWarpSize : 1;
}

std::uint64_t binAt(const Histogram& histogram, model::Space space, std::uint64_t address,
                    std::uint64_t first) {
    const std::uint64_t inSet =
        space == model::Space::Global ? address - first : address % histogram.setBytes();
    return inSet / kCounterBytes;
}

LaneBins binsOf(const model::WarpAccess& access, const Histogram& histogram, std::uint64_t first) {
    LaneBins bins{};
    for (std::size_t lane = 0; lane < bins.size(); ++lane)
        if (access.active(static_cast<int>(lane)))
            bins[lane] = binAt(histogram, access.space, access.address[lane], first);
    return bins;
}

model::WarpAccess updateAt(const model::WarpAccess& access, const LaneBins& bins, const Histogram& histogram,
                           bool addsOne) {
    model::WarpAccess update = access;
    const bool shared = histogram.place != Place::Global;
    update.space = shared ? model::Space::Shared : model::Space::Global;
    update.operation = shared && addsOne ? model::Operation::Increment : model::Operation::Reduction;
    const std::uint64_t set = histogram.place == Place::Warp ? access.warp * histogram.setBytes() : 0;
    for (std::size_t lane = 0; lane < bins.size(); ++lane)
        update.address[lane] = bins[lane] * kCounterBytes + set;
    return update;
}

int Meeting::size() const {
    return std::popcount(lanes);
}

std::vector<Meeting> meetingsOf(const model::WarpAccess& access) {
    std::map<std::uint64_t, std::uint32_t> byAddress;
    for (std::size_t lane = 0; lane < model::kWarpSize; ++lane)
        if (access.active(static_cast<int>(lane))) byAddress[access.address[lane]] |= 1U << lane;
    std::vector<Meeting> all;
    for (const auto& [address, lanes] : byAddress) all.push_back({address, lanes});
    std::ranges::stable_sort(all, std::greater(), &Meeting::size);
    return all;
}

BankWords fullestBank(std::span<const Meeting> meetings, const model::Architecture& architecture) {
    const auto banks = static_cast<std::uint64_t>(architecture.banks);
    std::map<std::uint64_t, std::vector<std::uint64_t>> words;
    for (const Meeting& each : meetings) words[each.address / kCounterBytes % banks].push_back(each.address);
    if (words.empty()) return {};
    const auto& [bank, addresses] =
        *std::ranges::max_element(words, {}, [](const auto& one) { return one.second.size(); });
    return {.bank = bank, .addresses = addresses};
}

bool waitingIsModelled(const model::Architecture& architecture, model::Space space) {
    return space == model::Space::Shared || architecture.cc >= kWaitingModelled;
}

const model::WarpAccess* nthAccess(std::span<const model::WarpAccess> trace,
                                   std::span<const std::uint32_t> occurrence, std::uint32_t n,
                                   const std::function<bool(const model::WarpAccess&)>& matches) {
    const model::WarpAccess* last = nullptr;
    for (std::size_t i = 0; i < trace.size(); ++i)
        if (matches(trace[i]) && occurrence[i] <= n) last = &trace[i];
    return last;
}

} // namespace lanescope::lab_atomics
