// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/broadcast_steps.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>
#include <map>
#include <vector>

namespace lanescope::model {

namespace {

constexpr int kBanks = 16;

/// The pending lanes of one word.
using WordLanes = std::uint32_t;
/// The words of one bank that still wait.
using Bank = std::vector<WordLanes>;
using Pending = std::vector<Bank>;

/// What decides how many steps a state takes: for each bank the number of lanes waiting for each word.
using State = std::vector<std::vector<int>>;

State stateOf(const Pending& pending) {
    State state;
    for (const Bank& bank : pending) {
        std::vector<int> counts;
        for (const WordLanes lanes : bank) {
            counts.push_back(std::popcount(lanes));
        }
        std::ranges::sort(counts, std::greater{});
        state.push_back(std::move(counts));
    }
    std::ranges::sort(state);
    return state;
}

int lanesOf(const std::vector<int>& bank) {
    int lanes = 0;
    for (const int count : bank) {
        lanes += count;
    }
    return lanes;
}

/// No schedule is longer: while the fullest bank waits, each step serves one of its lanes.
int fullestBank(const State& state) {
    int fullest = 0;
    for (const auto& bank : state) {
        fullest = std::max(fullest, lanesOf(bank));
    }
    return fullest;
}

/// The smallest T such that the broadcast steps that the banks need to end within T steps are at most T.
int bestSteps(const State& state) {
    for (int steps = 0;; ++steps) {
        int broadcasts = 0;
        for (const auto& bank : state) {
            int waiting = lanesOf(bank);
            int needed = 0;
            while (waiting > steps - needed && static_cast<std::size_t>(needed) < bank.size()) {
                waiting -= bank[static_cast<std::size_t>(needed)];
                ++needed;
            }
            broadcasts += waiting > steps - needed ? steps + 1 : needed;
        }
        if (broadcasts <= steps) {
            return steps;
        }
    }
}

/// What is left after one step, and which lanes the step served.
struct Choice {
    Pending left;
    BroadcastSteps::Step step;
};

/// Calls visit with every choice that differs in its effect; stops when visit returns true.
class Choices {
public:
    Choices(const Pending& pending, std::function<bool(const Choice&)> visit)
        : m_pending(pending), m_visit(std::move(visit)) {}

    bool all() {
        for (std::size_t bank = 0; bank < m_pending.size(); ++bank) {
            for (std::size_t word = 0; word < m_pending[bank].size(); ++word) {
                if (repeats(m_pending[bank], word)) {
                    continue;
                }
                const WordLanes lanes = m_pending[bank][word];
                Choice choice{m_pending, {lanes, std::countr_zero(lanes)}};
                choice.left[bank][word] = 0;
                if (serveOthers(choice, 0, bank)) {
                    return true;
                }
            }
        }
        return false;
    }

private:
    /// A word with as many lanes as an earlier word of its bank leads to the same counts.
    static bool repeats(const Bank& bank, std::size_t word) {
        return std::any_of(
            bank.begin(), bank.begin() + static_cast<std::ptrdiff_t>(word),
            [&](WordLanes earlier) { return std::popcount(earlier) == std::popcount(bank[word]); });
    }

    bool serveOthers(const Choice& choice, std::size_t bank, std::size_t broadcastBank) {
        if (bank == m_pending.size()) {
            Choice done = choice;
            for (Bank& words : done.left) {
                std::erase(words, WordLanes{0});
            }
            std::erase_if(done.left, [](const Bank& words) { return words.empty(); });
            return m_visit(done);
        }
        if (bank == broadcastBank) {
            return serveOthers(choice, bank + 1, broadcastBank);
        }
        for (std::size_t word = 0; word < m_pending[bank].size(); ++word) {
            if (repeats(m_pending[bank], word)) {
                continue;
            }
            Choice next = choice;
            const WordLanes lane = m_pending[bank][word] & (~m_pending[bank][word] + 1);
            next.left[bank][word] &= ~lane;
            next.step.lanes |= lane;
            if (serveOthers(next, bank + 1, broadcastBank)) {
                return true;
            }
        }
        return false;
    }

    const Pending& m_pending;
    std::function<bool(const Choice&)> m_visit;
};

class WorstSearch {
public:
    int steps(const Pending& pending) {
        if (pending.empty()) {
            return 0;
        }
        const State state = stateOf(pending);
        if (const auto known = m_known.find(state); known != m_known.end()) {
            return known->second;
        }
        const int bound = fullestBank(state);
        int worst = 0;
        Choices(pending, [&](const Choice& choice) {
            worst = std::max(worst, 1 + steps(choice.left));
            return worst == bound;
        }).all();
        m_known.emplace(state, worst);
        return worst;
    }

private:
    std::map<State, int> m_known;
};

BroadcastSteps fixedSteps(std::span<const LaneWord> lanes) {
    BroadcastSteps result;
    std::uint32_t pending = (std::uint32_t{1} << lanes.size()) - 1; // by place in the span
    while (pending != 0) {
        const LaneWord& broadcast = lanes[static_cast<std::size_t>(std::countr_zero(pending))];
        std::uint32_t busyBanks = std::uint32_t{1} << (broadcast.word % kBanks);
        BroadcastSteps::Step step{0, broadcast.lane};
        for (std::uint32_t rest = pending; rest != 0; rest &= rest - 1) {
            const int place = std::countr_zero(rest);
            const LaneWord& lane = lanes[static_cast<std::size_t>(place)];
            const std::uint32_t bank = std::uint32_t{1} << (lane.word % kBanks);
            if (lane.word != broadcast.word && (busyBanks & bank) != 0) {
                continue;
            }
            busyBanks |= bank;
            step.lanes |= std::uint32_t{1} << lane.lane;
            pending &= ~(std::uint32_t{1} << place);
        }
        result.steps[static_cast<std::size_t>(result.count++)] = step;
    }
    return result;
}

Pending pendingOf(std::span<const LaneWord> lanes) {
    std::map<std::uint64_t, std::map<std::uint64_t, WordLanes>> byBank;
    for (const LaneWord& lane : lanes) {
        byBank[lane.word % kBanks][lane.word] |= std::uint32_t{1} << lane.lane;
    }
    Pending pending;
    for (const auto& [bank, words] : byBank) {
        Bank& target = pending.emplace_back();
        for (const auto& [word, mask] : words) {
            target.push_back(mask);
        }
    }
    return pending;
}

} // namespace

BroadcastSteps broadcastSteps(std::span<const LaneWord> lanes, BroadcastChoice choice) {
    assert(lanes.size() <= 16);
    if (choice == BroadcastChoice::Fixed) {
        return fixedSteps(lanes);
    }
    Pending pending = pendingOf(lanes);
    const bool noWordShared = std::ranges::all_of(pending, [](const Bank& bank) {
        return std::ranges::all_of(bank, [](WordLanes w) { return std::has_single_bit(w); });
    });
    if (noWordShared) {
        return fixedSteps(
            lanes); // without a shared word all choices take as many steps as the fullest bank has lanes
    }
    WorstSearch worst;
    const auto stepsFrom = [&](const Pending& state) {
        return choice == BroadcastChoice::Best ? bestSteps(stateOf(state)) : worst.steps(state);
    };
    BroadcastSteps result;
    for (int left = stepsFrom(pending); left > 0; --left) {
        Choice taken;
        Choices(pending, [&](const Choice& candidate) {
            taken = candidate;
            return stepsFrom(candidate.left) == left - 1;
        }).all();
        result.steps[static_cast<std::size_t>(result.count++)] = taken.step;
        pending = taken.left;
    }
    return result;
}

} // namespace lanescope::model
