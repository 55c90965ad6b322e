// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The offset and stride experiments a[i] = a[i] + 1, floats, 256 threads a block: useful bytes over bytes
// moved.
#include "accesses.h"
#include "model/memory/coalescing.h"

#include <gtest/gtest.h>

#include <set>

namespace lanescope::model::test {
namespace {

enum class Reuse { None, InBlock };

/// Bytes that a block moves, a load and a store of each warp; with reuse a unit counts once for the block.
double share(const Architecture& row, std::uint64_t offset, std::uint64_t stride, Reuse reuse) {
    std::uint64_t moved = 0;
    std::set<std::tuple<int, std::uint64_t, int>> seen;
    for (const Operation operation : {Operation::Load, Operation::Store}) {
        for (std::uint64_t warp = 0; warp < 8; ++warp) {
            const WarpAccess access = makeAccess(Space::Global, operation, 4, [&](std::uint64_t lane) {
                return 4 * (offset + (32 * warp + lane) * stride);
            });
            for (const Transaction& transaction : transactions(access, row)) {
                const bool fresh =
                    seen.insert({static_cast<int>(operation), transaction.address, transaction.bytes}).second;
                moved += fresh || reuse == Reuse::None ? static_cast<std::uint64_t>(transaction.bytes) : 0;
            }
        }
    }
    return 2.0 * 256 * 4 / static_cast<double>(moved);
}

struct Curve {
    std::vector<const char*> capabilities;
    Reuse reuse;
    std::vector<double> shares;
};

void expectCurves(const std::vector<Curve>& curves, const std::vector<std::uint64_t>& points, bool stride) {
    for (const Curve& curve : curves) {
        ASSERT_EQ(curve.shares.size(), points.size());
        for (const char* capability : curve.capabilities) {
            for (std::size_t i = 0; i < points.size(); ++i) {
                const double modelled =
                    share(rowOf(capability), stride ? 0 : points[i], stride ? points[i] : 1, curve.reuse);
                EXPECT_NEAR(modelled, curve.shares[i], 0.00051)
                    << capability << (stride ? " stride " : " offset ") << points[i];
            }
        }
    }
}

TEST(Curves, Offset) {
    expectCurves(
        {{{"1.0"}, Reuse::None, {1, .125, .125, .125, .125, .125, .125, .125, 1, .125, .125, .125, 1}},
         {{"1.3"}, Reuse::None, {1, .571, .571, .571, .571, .667, .571, .571, 1, .571, .667, .571, 1}},
         {{"2.0"}, Reuse::None, {1, .615, .615, .615, .615, .667, .615, .615, .667, .615, .667, .615, 1}},
         {{"2.0"}, Reuse::InBlock, {1, .928, .928, .928, .928, .941, .928, .928, .941, .928, .941, .928, 1}},
         {{"7.0", "8.0", "9.0", "12.0"}, Reuse::None, {1, .8, .8, .8, .8, 1, .8, .8, 1, .8, 1, .8, 1}},
         {{"7.0", "9.0"}, Reuse::InBlock, {1, .970, .970, .970, .970, 1, .970, .970, 1, .970, 1, .970, 1}}},
        {0, 1, 2, 4, 7, 8, 9, 15, 16, 17, 24, 31, 32}, false);
}

TEST(Curves, Stride) {
    expectCurves(
        {{{"1.0"},
          Reuse::None,
          {1, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125,
           .125}},
         {{"1.3"},
          Reuse::None,
          {1, .5, .333, .25, .2, .167, .143, .125, .1, .083, .062, .065, .071, .083, .1, .118, .125}},
         {{"2.0"},
          Reuse::None,
          {1, .5, .333, .25, .2, .167, .143, .125, .111, .1, .083, .080, .071, .062, .056, .051, .050}},
         {{"7.0", "9.0"},
          Reuse::None,
          {1, .5, .333, .25, .2, .167, .143, .125, .125, .125, .125, .125, .125, .125, .125, .125, .125}}},
        {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 17, 20, 24, 28, 31, 32}, true);
}

} // namespace
} // namespace lanescope::model::test
