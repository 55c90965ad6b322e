// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "accesses.h"
#include "model/capability.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace lanescope::model::test {
namespace {

struct Figures {
    const char* name;
    ComputeCapability cc;
    double peakGBps, vendorGBps, sharedGBps;
    int multiprocessors, threads, sharedKiB;
};

// Published peaks, as sold; shared memory: bytes a clock x multiprocessors x clock.
const std::vector<Figures> kPublished{
    {"Tesla C870", {1, 0}, 76.8, 76.8, 691, 16, 768, 16},
    {"Tesla C1060", {1, 3}, 102.4, 102.4, 1244, 30, 1024, 16},
    {"Tesla C2050", {2, 0}, 144.0, 144, 1028, 14, 1536, 48},
    {"Tesla K40", {3, 5}, 288.4, 288, 3360, 15, 2048, 48},
    {"Tesla M40", {5, 2}, 288.4, 288, 3416, 24, 2048, 96},
    {"GeForce GTX 980", {5, 2}, 224.3, 224, 2490, 16, 2048, 96},
    {"Tesla P100 SXM2", {6, 0}, 732.2, 732, 10609, 56, 2048, 64},
    {"Tesla V100 SXM2", {7, 0}, 898.0, 900, 15667, 80, 2048, 96},
    {"Tesla T4", {7, 5}, 320.1, 320, 8141, 40, 1024, 64},
    {"A100 40 GB SXM", {8, 0}, 1555.2, 1555, 19492, 108, 2048, 164},
    {"L40", {8, 9}, 864.1, 864, 45258, 142, 1536, 100},
    {"GeForce RTX 4090", {8, 9}, 1008.1, 1008, 41288, 128, 1536, 100},
    {"H100 SXM5", {9, 0}, 3352.3, 3350, 33454, 132, 2048, 228},
    {"H200 SXM", {9, 0}, 4916.7, 4800, 33454, 132, 2048, 228},
    {"B200", {10, 0}, 8183.8, 8000, 37225, 148, 2048, 228},
    {"GeForce RTX 5090", {12, 0}, 1792.1, 1792, 52376, 170, 1536, 100},
};

TEST(Architectures, HaveThePublishedFigures) {
    for (const Figures& published : kPublished) {
        const Architecture* row = findArchitecture(published.name);
        ASSERT_NE(row, nullptr) << published.name;
        SCOPED_TRACE(published.name);
        EXPECT_EQ(row->cc, published.cc);
        EXPECT_NEAR(row->peakGBps(), published.peakGBps, 0.06);
        EXPECT_DOUBLE_EQ(row->vendorGBps, published.vendorGBps);
        EXPECT_NEAR(row->sharedPeakGBps(), published.sharedGBps, 0.6);
        EXPECT_EQ(row->multiprocessors, published.multiprocessors);
        EXPECT_EQ(row->maxThreadsPerMultiprocessor, published.threads);
        EXPECT_EQ(row->sharedKiBPerMultiprocessor, published.sharedKiB);
        EXPECT_TRUE(row->hasDeviceFigures());
    }
}

TEST(Architectures, CoverEveryCapability) {
    const std::vector<std::string> wanted{"1.0", "1.1",  "1.2",  "1.3",  "2.0",  "2.1", "3.0", "3.2",
                                          "3.5", "3.7",  "5.0",  "5.2",  "5.3",  "6.0", "6.1", "6.2",
                                          "7.0", "7.2",  "7.5",  "8.0",  "8.6",  "8.7", "8.8", "8.9",
                                          "9.0", "10.0", "10.3", "11.0", "12.0", "12.1"};
    for (const std::string& capability : wanted) {
        const Architecture* row = findArchitecture(capability);
        ASSERT_NE(row, nullptr) << capability;
        EXPECT_EQ(row->cc.text(), capability);
    }
    EXPECT_EQ(capabilities().size(), wanted.size());
}

TEST(Architectures, HaveOnlyRulesWhereThereIsNoProduct) {
    int without = 0;
    for (const Capability& capability : capabilities()) {
        const Architecture* row = findArchitecture(capability.cc.text());
        EXPECT_EQ(findArchitecture("CC " + capability.cc.text()), row);
        EXPECT_EQ(findArchitecture("cc " + capability.cc.text()), row);
        if (row->hasDeviceFigures()) continue;
        ++without;
        EXPECT_EQ(row->name, "CC " + capability.cc.text());
        EXPECT_EQ(row->peakGBps(), 0.0);
        EXPECT_EQ(rulesOnly(capability.cc), row);
    }
    EXPECT_GT(without, 0);
}

TEST(Architectures, TakeBlocksOfUpTo512Or1024Threads) {
    EXPECT_EQ(threadsThatAllTake(), 512) << "as compute capability 1.x does";
    EXPECT_EQ(threadsThatSomeTake(), 1024);
}

TEST(Architectures, AreSortedAndNamedOnce) {
    std::set<std::string_view> names;
    const auto rows = architectures();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_TRUE(names.insert(rows[i].name).second) << rows[i].name;
        EXPECT_FALSE(rows[i].source.empty()) << rows[i].name;
        if (i > 0) {
            EXPECT_LT(std::tie(rows[i - 1].cc, rows[i - 1].name), std::tie(rows[i].cc, rows[i].name));
        }
        const bool wide = rows[i].sharedRule == SharedRule::Kepler;
        EXPECT_EQ(rows[i].bankBytes, wide ? 8 : 4);
        EXPECT_EQ(rows[i].banks, rows[i].cc.major == 1 ? 16 : 32);
        EXPECT_EQ(rows[i].measuredTagBanks, rows[i].cc == (ComputeCapability{9, 0}));
        EXPECT_NE(findCapability(rows[i].cc), nullptr);
    }
}

TEST(Architectures, HaveARowWithoutFiguresForEveryCapability) {
    for (const Capability& capability : capabilities()) {
        const Architecture* row = rulesOnly(capability.cc);
        ASSERT_NE(row, nullptr) << capability.cc.text();
        EXPECT_EQ(row->cc, capability.cc);
        EXPECT_FALSE(row->hasDeviceFigures()) << row->name;
        EXPECT_FALSE(row->measuredDram) << row->name;
        EXPECT_EQ(row->sharedRule, findArchitecture(capability.cc.text())->sharedRule) << row->name;
        EXPECT_EQ(findArchitecture(row->name), row) << row->name;
    }
    EXPECT_EQ(rulesOnly({8, 9})->name, "GPU of CC 8.9");
    EXPECT_EQ(rulesOnly({9, 9}), nullptr);
}

TEST(Architectures, AreFoundByCapabilityAndByName) {
    const std::vector<std::pair<const char*, const char*>> found{
        {"9.0", "H200 SXM"},         {"CC 9.0", "H200 SXM"},       {"h200", "H200 SXM"},
        {"H200 sxm", "H200 SXM"},    {" h100 ", "H100 SXM5"},      {"5.2", "GeForce GTX 980"},
        {"8.9", "GeForce RTX 4090"}, {"4090", "GeForce RTX 4090"}, {"rtx 5090", "GeForce RTX 5090"},
        {"c870", "Tesla C870"},      {"a100", "A100 40 GB SXM"},   {"l40", "L40"},
        {"M40", "Tesla M40"},        {"cc 7.5", "Tesla T4"},       {"sm_90", "H200 SXM"},
        {"SM_90a", "H200 SXM"},      {"compute_75", "Tesla T4"}};
    for (const auto& [wanted, name] : found) {
        const Architecture* row = findArchitecture(wanted);
        ASSERT_NE(row, nullptr) << wanted;
        EXPECT_EQ(row->name, name) << wanted;
    }
    for (const char* wanted :
         {"",    " ",    "9",  "9.1", "4.0", "200",  "Tesla", "geforce", "H2000", "h",
          "sxm", "9.0.", "CC", "rtx", "sm_", "sm_9", "sm_91", "sm_90b",  "sm90",  "90"}) {
        EXPECT_EQ(findArchitecture(wanted), nullptr) << wanted;
    }
    EXPECT_EQ(defaultArchitecture().name, "H200 SXM");
}

TEST(Architectures, ClockTimesBusComesNearTheVendorsFigure) {
    for (const Architecture& row : architectures()) {
        if (!row.hasDeviceFigures()) continue;
        EXPECT_NEAR(row.peakGBps() / row.vendorGBps, 1, 0.03)
            << row.name << ": memory clock x bus / 8 x 2, beside the vendor's figure";
        EXPECT_FALSE(row.source.empty()) << row.name;
    }
}

} // namespace
} // namespace lanescope::model::test
