// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Shared memory of CC 1.x: the searched extremes against a plain search over every choice of every lane.
#include "accesses.h"
#include "model/memory/broadcast_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

namespace lanescope::model::test {
namespace {

/// Shortest and longest schedule, lane by lane, without any insight.
class EveryChoice {
public:
    explicit EveryChoice(std::vector<LaneWord> lanes) : m_lanes(std::move(lanes)) {}

    std::pair<int, int> extremes(std::uint32_t pending) {
        if (pending == 0) {
            return {0, 0};
        }
        if (const auto known = m_known.find(pending); known != m_known.end()) {
            return known->second;
        }
        std::pair<int, int> best{1000, 0};
        for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
            if ((pending >> lane & 1U) != 0) {
                std::uint32_t served = 0;
                for (std::size_t other = 0; other < m_lanes.size(); ++other) {
                    served |= m_lanes[other].word == m_lanes[lane].word ? 1U << other : 0;
                }
                serve(pending, served & pending, 0, static_cast<int>(m_lanes[lane].word % 16), best);
            }
        }
        m_known[pending] = best;
        return best;
    }

private:
    void serve(std::uint32_t pending, std::uint32_t served, int bank, int broadcastBank,
               std::pair<int, int>& best) {
        if (bank == 16) {
            const auto [low, high] = extremes(pending & ~served);
            best = {std::min(best.first, low + 1), std::max(best.second, high + 1)};
            return;
        }
        bool any = false;
        for (std::size_t lane = 0; lane < m_lanes.size() && bank != broadcastBank; ++lane) {
            if ((pending >> lane & 1U) != 0 && m_lanes[lane].word % 16 == static_cast<std::uint64_t>(bank)) {
                any = true;
                serve(pending, served | 1U << lane, bank + 1, broadcastBank, best);
            }
        }
        if (!any) {
            serve(pending, served, bank + 1, broadcastBank, best);
        }
    }

    std::vector<LaneWord> m_lanes;
    std::map<std::uint32_t, std::pair<int, int>> m_known;
};

void expectValid(const std::vector<LaneWord>& lanes, const BroadcastSteps& steps) {
    std::uint32_t served = 0;
    for (int i = 0; i < steps.count; ++i) {
        const auto& step = steps.steps[static_cast<std::size_t>(i)];
        const auto broadcast = std::ranges::find(lanes, step.broadcastLane, &LaneWord::lane);
        ASSERT_NE(broadcast, lanes.end());
        EXPECT_EQ(step.lanes & served, 0U) << "a lane is served twice";
        std::map<std::uint64_t, int> singles;
        for (const LaneWord& lane : lanes) {
            const bool pending = (served >> lane.lane & 1U) == 0;
            const bool inStep = (step.lanes >> lane.lane & 1U) != 0;
            if (lane.word == broadcast->word) {
                EXPECT_EQ(inStep, pending) << "all lanes of the broadcast word are served";
            } else if (inStep) {
                ++singles[lane.word % 16];
            }
        }
        for (const auto& [bank, number] : singles) {
            EXPECT_EQ(number, 1) << "bank " << bank << " serves one lane";
            EXPECT_NE(bank, broadcast->word % 16);
        }
        served |= step.lanes;
    }
    std::uint32_t all = 0;
    for (const LaneWord& lane : lanes) {
        all |= 1U << lane.lane;
    }
    EXPECT_EQ(served, all);
}

TEST(BroadcastSteps, ExtremesAreThoseOfAllChoices) {
    AccessGenerator random(7);
    int differing = 0;
    for (int round = 0; round < 400; ++round) {
        const std::uint64_t number = 2 + random.below(7);
        const std::uint64_t banks = 1 + random.below(3);
        const std::uint64_t rows = 1 + random.below(3);
        std::vector<LaneWord> lanes;
        for (std::uint64_t lane = 0; lane < number; ++lane) {
            lanes.push_back({static_cast<int>(lane), random.below(banks) + 16 * random.below(rows)});
        }
        const auto [low, high] = EveryChoice(lanes).extremes((1U << number) - 1);
        differing += low != high ? 1 : 0;
        const BroadcastSteps best = broadcastSteps(lanes, BroadcastChoice::Best);
        const BroadcastSteps worst = broadcastSteps(lanes, BroadcastChoice::Worst);
        const BroadcastSteps fixed = broadcastSteps(lanes, BroadcastChoice::Fixed);
        EXPECT_EQ(best.count, low);
        EXPECT_EQ(worst.count, high);
        EXPECT_LE(low, fixed.count);
        EXPECT_LE(fixed.count, high);
        for (const BroadcastSteps* steps : {&best, &worst, &fixed}) {
            expectValid(lanes, *steps);
        }
    }
    EXPECT_GT(differing, 50) << "the rounds must have cases where the choice matters";
}

TEST(BroadcastSteps, FullHalfWarpsAreSearchedInTime) {
    AccessGenerator random(11);
    for (int round = 0; round < 60; ++round) {
        const std::uint64_t banks = 1 + random.below(8);
        const std::uint64_t rows = 1 + random.below(4);
        std::vector<LaneWord> lanes;
        for (int lane = 0; lane < 16; ++lane) {
            lanes.push_back({lane, random.below(banks) + 16 * random.below(rows)});
        }
        const int best = broadcastSteps(lanes, BroadcastChoice::Best).count;
        const int fixed = broadcastSteps(lanes, BroadcastChoice::Fixed).count;
        const BroadcastSteps worst = broadcastSteps(lanes, BroadcastChoice::Worst);
        EXPECT_LE(best, fixed);
        EXPECT_LE(fixed, worst.count);
        expectValid(lanes, worst);
    }
}

} // namespace
} // namespace lanescope::model::test
