// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Graphs as streams and events: what waits for what must be what the graph says, neither less nor more.
#include "runtime/recorded/branches.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace lanescope::runtime {

namespace {

using Needs = std::vector<std::vector<std::uint32_t>>;
using Nodes = std::set<std::uint32_t>;

/// Of each node those that have ended when it begins, as the graph has it.
std::vector<Nodes> wanted(const Needs& needs) {
    std::vector<Nodes> before(needs.size());
    for (std::size_t i = 0; i < needs.size(); ++i)
        for (const std::uint32_t need : needs[i]) {
            before[i].insert(need);
            before[i].insert(before[need].begin(), before[need].end());
        }
    return before;
}

/// The same as streams and events have it, which are given their work in the order of the nodes; of what
/// comes behind the graph in the stream that it is launched into, too. A node of all: the launch itself.
std::vector<Nodes> made(const Branches& branches) {
    const auto count = static_cast<std::uint32_t>(branches.nodes.size());
    const std::uint32_t begin = count;
    std::vector<Nodes> streams(branches.count), events(branches.edges), before(count);
    streams[0] = {begin};
    if (branches.begin) events[*branches.begin] = streams[0];
    for (std::uint32_t i = 0; i < count; ++i) {
        const Branches::Node& node = branches.nodes[i];
        Nodes& stream = streams[node.branch];
        for (const std::uint32_t edge : node.waits) stream.insert(events[edge].begin(), events[edge].end());
        EXPECT_TRUE(stream.contains(begin)) << "node " << i << " does not wait for the launch";
        before[i] = stream;
        before[i].erase(begin);
        stream.insert(i);
        if (node.edge) events[*node.edge] = stream;
    }
    for (const std::uint32_t edge : branches.end) streams[0].insert(events[edge].begin(), events[edge].end());
    before.push_back(streams[0]);
    before.back().erase(begin);
    return before;
}

/// That nothing is missing, and nothing is more, but where there are too many branches.
Branches checked(const Needs& needs) {
    Branches branches = branchesOf(needs);
    std::vector<Nodes> is = made(branches);
    EXPECT_EQ(is.back().size(), needs.size()) << "what comes behind does not wait for all";
    is.pop_back();
    EXPECT_EQ(is, wanted(needs));
    return branches;
}

std::vector<std::uint32_t> branchesIn(const Branches& branches) {
    std::vector<std::uint32_t> all;
    for (const Branches::Node& each : branches.nodes) all.push_back(each.branch);
    return all;
}

TEST(Branches, OfALineAreOneWithoutEdges) {
    const Branches line = checked({{}, {0}, {1}, {0, 1, 2}});
    EXPECT_EQ(line.count, 1U);
    EXPECT_EQ(line.edges, 0U);
    EXPECT_FALSE(line.begin);
    EXPECT_TRUE(line.end.empty());
    const Branches none = checked({});
    EXPECT_EQ(none.count, 1U);
    EXPECT_EQ(none.edges, 0U);
}

TEST(Branches, OfADiamondAreTwoWithTwoEdges) {
    const Branches diamond = checked({{}, {0}, {0}, {1, 2}});
    EXPECT_THAT(branchesIn(diamond), testing::ElementsAre(0, 0, 1, 0));
    EXPECT_FALSE(diamond.begin) << "the second begins behind a node of the first";
    EXPECT_THAT(diamond.nodes[2].waits, testing::ElementsAre(*diamond.nodes[0].edge));
    EXPECT_THAT(diamond.nodes[3].waits, testing::ElementsAre(*diamond.nodes[2].edge));
    EXPECT_FALSE(diamond.nodes[1].edge);
    EXPECT_TRUE(diamond.end.empty());
    EXPECT_EQ(diamond.edges, 1U) << "the first edge serves again";
}

TEST(Branches, BeginBesideTheFirstBehindTheLaunchAndAreWaitedFor) {
    const Branches roots = checked({{}, {}, {0}});
    EXPECT_THAT(branchesIn(roots), testing::ElementsAre(0, 1, 0));
    ASSERT_TRUE(roots.begin);
    EXPECT_THAT(roots.nodes[1].waits, testing::ElementsAre(*roots.begin));
    ASSERT_TRUE(roots.nodes[1].edge);
    EXPECT_THAT(roots.end, testing::ElementsAre(*roots.nodes[1].edge));
}

TEST(Branches, AreUsedAgainByWhatComesBehindThem) {
    Needs needs{{}};
    for (std::uint32_t round = 0; round < 5; ++round) {
        const auto fork = static_cast<std::uint32_t>(needs.size() - 1);
        for (int i = 0; i < 3; ++i) needs.push_back({fork});
        needs.push_back({fork + 1, fork + 2, fork + 3});
    }
    const Branches made = checked(needs);
    EXPECT_EQ(made.count, 3U);
    EXPECT_LE(made.edges, 3U);
}

TEST(Branches, WaitForNothingTwice) {
    // The third waits for the first by way of the second; the fifth for both of the others by the fourth.
    const Branches made = checked({{}, {}, {0, 1}, {1}, {0, 1, 2, 3}});
    EXPECT_THAT(branchesIn(made), testing::ElementsAre(0, 1, 0, 1, 0));
    EXPECT_EQ(made.nodes[2].waits.size(), 1U);
    EXPECT_TRUE(made.nodes[3].waits.empty());
    EXPECT_EQ(made.nodes[4].waits.size(), 1U);
}

TEST(Branches, KeepTheOrderOfAnyGraph) {
    std::mt19937 random(7);
    for (int graph = 0; graph < 400; ++graph) {
        Needs needs(1 + random() % 40);
        const unsigned dense = 1 + random() % 4;
        for (std::uint32_t i = 1; i < needs.size(); ++i)
            for (unsigned each = random() % (dense + 1); each > 0; --each) {
                const auto need = static_cast<std::uint32_t>(random() % i);
                if (std::ranges::count(needs[i], need) == 0) needs[i].push_back(need);
            }
        for (auto& each : needs) std::ranges::sort(each);
        checked(needs);
        if (HasFailure()) FAIL() << "graph " << graph;
    }
}

TEST(Branches, HaveAnEnd) {
    const Needs needs(5000);
    const Branches branches = branchesOf(needs);
    EXPECT_EQ(branches.count, kMostBranches);
    EXPECT_LE(branches.edges, kMostBranches);
    EXPECT_EQ(made(branches).back().size(), needs.size());
}

} // namespace

} // namespace lanescope::runtime
