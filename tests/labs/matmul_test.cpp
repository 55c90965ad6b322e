// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/charts/matrices.h"
#include "kit/registry.h"
#include "labs/matmul/model.h"
#include "labs/matmul/picture.h"
#include "labs/matmul/words.h"

#include <array>
#include <set>

namespace lanescope::lab_matmul {
namespace {

using namespace labs_test;

TEST(MatMulResult, EverySizeAndBlockIsAPlainLoop) {
    const std::vector<std::array<int, 3>> sizes{
        {32, 32, 48}, {1, 1, 1}, {17, 33, 5}, {40, 3, 50}, {5, 70, 31}};
    for (const auto& [m, k, n] : sizes)
        for (const char* block : {"1", "3", "8", "16", "32"})
            for (const char* variant : {"global", "shared"}) {
                const auto lab = prepared("matmul", {{"variant", variant},
                                                     {"m", std::to_string(m).c_str()},
                                                     {"k", std::to_string(k).c_str()},
                                                     {"n", std::to_string(n).c_str()},
                                                     {"block", block}});
                PlainRun run(*lab, 0);
                const std::vector<float> a = run.read<float>("A"), b = run.read<float>("B"),
                                         c = run.read<float>("C");
                for (int y = 0; y < m; ++y)
                    for (int x = 0; x < n; ++x) {
                        double sum = 0;
                        for (int e = 0; e < k; ++e)
                            sum += static_cast<double>(a[static_cast<std::size_t>(y * k + e)]) *
                                   static_cast<double>(b[static_cast<std::size_t>(e * n + x)]);
                        ASSERT_EQ(static_cast<double>(c[static_cast<std::size_t>(y * n + x)]), sum)
                            << variant << " block " << block << " " << m << " " << k << " " << n;
                    }
            }
}

/// How often a matrix is asked for as a whole.
double times(const LabRun& run, const char* matrix, int rows, int columns) {
    const model::Counts counts = kit::countsOf(run.result().launches.front(), matrix, model::Direction::Load);
    return static_cast<double>(counts.bytesRequested) / (4.0 * rows * columns);
}

TEST(MatMul, MatricesAreReadAsOftenAsTheGuideSays) {
    for (const auto& [block, a, b] :
         {std::tuple(16, 3.0, 2.0), {8, 6.0, 4.0}, {32, 2.0, 1.0}, {1, 48.0, 32.0}}) {
        const LabRun run("matmul", {{"block", std::to_string(block).c_str()}});
        EXPECT_EQ(times(run, "A", 32, 32), a) << block; // B.width / block = 48 / block, rounded up
        EXPECT_EQ(times(run, "B", 32, 48), b) << block; // A.height / block = 32 / block
    }
    const LabRun direct("matmul", {{"variant", "global"}});
    EXPECT_EQ(times(direct, "A", 32, 32), 48); // B.width
    EXPECT_EQ(times(direct, "B", 32, 48), 32); // A.height
    // Blocks that reach over the edges fetch nothing there: 50 / 16 and 20 / 16 are 4 and 2 blocks.
    const LabRun ragged("matmul", {{"m", "20"}, {"k", "37"}, {"n", "50"}});
    EXPECT_EQ(times(ragged, "A", 20, 37), 4);
    EXPECT_EQ(times(ragged, "B", 37, 50), 2);
    // A focus warp without an element of B to fetch does not change the counts.
    const LabRun thin("matmul", {{"k", "1"}, {"focus-warp", "7"}});
    EXPECT_EQ(times(thin, "A", 32, 1), 3);
    EXPECT_EQ(times(thin, "B", 1, 48), 2);
}

TEST(MatMul, TheSumOfAnElementInNumbers) {
    const LabRun run("matmul", {});
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
    const auto a = run.result().values<float>("A"), b = run.result().values<float>("B");
    int upTo5 = 0, all = 0;
    for (std::size_t e = 0; e < 32; ++e) {
        const int product = static_cast<int>(a[2 * 32 + e]) * static_cast<int>(b[e * 48 + 16]);
        all += product;
        if (e <= 5) upTo5 += product;
    }
    const std::vector<kit::Formula> steps = lab_matmul::productFormulas(frame, 2, 16, 5, 32, 48);
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[0].rule, "A[2][5] * B[5][16]");
    EXPECT_EQ(steps[1].result, std::to_string(upTo5));
    EXPECT_EQ(steps[2].result, std::to_string(all));
    EXPECT_TRUE(lab_matmul::productFormulas(frame, 2, 48, 5, 32, 48).empty()); // beyond the edge
    EXPECT_TRUE(lab_matmul::productFormulas(frame, 32, 0, 5, 32, 48).empty());
}

using lab_matmul::Product;

/// How often all threads of a product fetch the elements of A and of B, by the kernels' loops.
std::pair<std::uint64_t, std::uint64_t> fetches(const Product& product) {
    const std::uint32_t side = product.side;
    std::uint64_t ofA = 0;
    std::uint64_t ofB = 0;
    for (std::uint32_t row = 0; row < (product.rows + side - 1) / side * side; ++row)
        for (std::uint32_t column = 0; column < (product.columns + side - 1) / side * side; ++column) {
            const bool inside = row < product.rows && column < product.columns;
            if (!product.squares) {
                ofA += inside ? product.inner : 0;
                ofB += inside ? product.inner : 0;
                continue;
            }
            for (std::uint32_t square = 0; square < product.squareCount(); ++square) {
                ofA += row < product.rows && square * side + column % side < product.inner;
                ofB += column < product.columns && square * side + row % side < product.inner;
            }
        }
    return {ofA, ofB};
}

TEST(MatMulModel, AFactorIsReadAsOftenAsALoopFetchesIt) {
    for (const bool squares : {false, true})
        for (const std::uint32_t side : {1U, 4U, 8U}) {
            const Product product{.rows = 16, .inner = 20, .columns = 24, .side = side, .squares = squares};
            const auto [ofA, ofB] = fetches(product);
            EXPECT_EQ(static_cast<double>(4 * ofA) / static_cast<double>(product.bytesOfA()),
                      product.readsOfA());
            EXPECT_EQ(static_cast<double>(4 * ofB) / static_cast<double>(product.bytesOfB()),
                      product.readsOfB());
        }
    // Where the last block reaches over the edge, it is rounded up: 10 columns are 3 blocks of 4.
    const Product ragged{.rows = 16, .inner = 8, .columns = 10, .side = 4, .squares = true};
    EXPECT_EQ(ragged.readsOfA(), 2.5);
    EXPECT_EQ(fetches(ragged).first, 3U * 16 * 8);
}

TEST(MatMulModel, SquaresAndElementsByHand) {
    const Product product{.rows = 3, .inner = 37, .columns = 5, .side = 16, .squares = true};
    EXPECT_EQ(product.bytesOfA(), 444U);
    EXPECT_EQ(product.bytesOfB(), 740U);
    EXPECT_EQ(product.bytesOfC(), 60U);
    EXPECT_EQ(product.squareBytes(), 1024U);
    EXPECT_EQ(product.squareCount(), 3U); // 16 + 16 + 5
    EXPECT_EQ(product.squareStart(15), 0U);
    EXPECT_EQ(product.squareStart(36), 32U);
    using Element = lab_matmul::FactorElement;
    EXPECT_EQ(product.factorElement(0), (Element{true, 0, 0}));
    EXPECT_EQ(product.factorElement(110), (Element{true, 2, 36}));
    EXPECT_EQ(product.factorElement(111), (Element{false, 0, 0}));
    EXPECT_EQ(product.factorElement(111 + 5 * 20 + 3), (Element{false, 20, 3}));
    EXPECT_EQ(product.factorElement(110).step(), 36);
    EXPECT_EQ(product.factorElement(111 + 5 * 20 + 3).step(), 20);
}

/// Sums of 1024 products have to stay below 2^24, to be exact in float.
TEST(MatMulModel, FactorsAreSmallWholeNumbers) {
    std::size_t largest = 0;
    constexpr std::size_t kElements = 1024 * 1024;
    for (std::size_t i = 0; i < kElements; i += 511) {
        const std::size_t number = lab_matmul::factorAt(i, 4 * kElements);
        EXPECT_GE(number, 1U);
        largest = std::max(largest, number);
    }
    EXPECT_GT(largest, 1U);
    EXPECT_LT(1024 * largest * largest, std::size_t{1} << 24);
}

TEST(MatMul, AFractionOfAReadIsRoundedUp) {
    EXPECT_EQ(lab_matmul::roundedUp(3), "3");
    EXPECT_EQ(lab_matmul::roundedUp(11.0 / 5), "2.2, up to 3");
    EXPECT_EQ(lab_matmul::roundedUp(32.0 / 48), "0.667, up to 1");
}

using Cells = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// The elements that are marked of a matrix for the squares' products.
Cells used(const LabRun& run, const char* matrix, std::uint32_t rows, std::uint32_t columns,
           std::uint64_t address, std::uint32_t side, std::uint32_t row, std::uint32_t column) {
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame(run.drawn(), device, view, brush, render::darkTheme());
    const model::WarpAccess* fetch =
        kit::subjectAccess(frame, model::Space::Global, model::Direction::Load, matrix);
    kit::MatrixView marked = kit::matrixOf(frame, matrix, matrix, rows, columns, fetch);
    const std::size_t fetched = marked.marks.size();
    lab_matmul::markCopied(frame, marked, address, side, row, column);
    Cells cells;
    for (std::size_t i = 0; i < marked.marks.size(); ++i) {
        EXPECT_EQ(marked.marks[i].active, i >= fetched);
        if (marked.marks[i].active) cells.insert({marked.marks[i].row, marked.marks[i].column});
    }
    return cells;
}

TEST(MatMul, WhatIsMarkedOfTheFactorsIsOfTheStep) {
    // Warp 1 of block 1 has rows 2 and 3, columns 16 to 31.
    const auto rowOfB = [](std::uint32_t row, std::uint32_t first, std::uint32_t end) {
        Cells cells;
        for (std::uint32_t column = first; column < end; ++column) cells.insert({row, column});
        return cells;
    };
    for (const std::uint32_t e : {5U, 20U}) {
        const LabRun run("matmul", {{"step", std::to_string(e).c_str()}});
        const std::uint32_t first = e / 16 * 16;
        EXPECT_EQ(used(run, "A", 32, 32, 0, 16, 0, first), (Cells{{2, e}, {3, e}}));
        EXPECT_EQ(used(run, "B", 32, 48, 1024, 16, first, 16), rowOfB(e, 16, 32));
    }
    // The last block of 13 x 11 elements in squares of 5: 3 rows from 10 on, and one column.
    const LabRun edge("matmul", {{"m", "13"},
                                 {"k", "17"},
                                 {"n", "11"},
                                 {"block", "5"},
                                 {"step", "16"},
                                 {"focus-block", "8"},
                                 {"focus-warp", "0"}});
    EXPECT_EQ(used(edge, "A", 13, 17, 0, 5, 10, 15), (Cells{{10, 16}, {11, 16}, {12, 16}}));
    EXPECT_EQ(used(edge, "B", 17, 11, 100, 5, 15, 10), (Cells{{16, 10}}));
}

TEST(MatMul, LanesThatWantTheSameElementShareItsSector) {
    // Blocks of 16 x 16: a warp is 2 rows of 16 threads. A step reads 2 elements of A, 48 columns apart in
    // different sectors, and 16 of B in 2 sectors: 6 blocks x 8 warps x 32 steps.
    const LabRun run("matmul", {{"variant", "global"}});
    const auto& launch = run.result().launches.front();
    EXPECT_EQ(kit::countsOf(launch, "A", model::Direction::Load).sectors, 6U * 8 * 32 * 2);
    EXPECT_EQ(kit::countsOf(launch, "B", model::Direction::Load).sectors, 6U * 8 * 32 * 2);
}

TEST(MatMul, TheStepChoosesTheProduct) {
    // Block 1 begins at column 16; warp 1 is its rows 2 and 3. Step 20 uses column 20 of A and row 20 of B.
    for (const char* variant : {"global", "shared"}) {
        const LabRun run("matmul", {{"variant", variant}, {"step", "20"}});
        const session::LaunchResult& launch = run.result().launches.front();
        const session::Observation& seen = *launch.observation;
        std::size_t found = 0;
        for (const model::WarpAccess& access : seen.trace) {
            if (!kit::isSubject(*run.lab, launch, access)) continue;
            ++found;
            const bool shared = access.space == model::Space::Shared;
            if (model::directionOf(access.operation) != model::Direction::Load) continue;
            for (std::uint64_t lane = 0; lane < 32; ++lane) {
                const std::uint64_t row = 2 + lane / 16, column = lane % 16, at = access.address[lane];
                if (shared) // element 4 of the second squares, which lie one behind the other
                    EXPECT_TRUE(at == 4 * (row * 16 + 4) || at == 4 * (256 + 4 * 16 + column)) << lane;
                else if (seen.placement("A")->holds(at))
                    EXPECT_EQ((at - seen.placement("A")->address) / 4,
                              row * 32 + (std::string_view(variant) == "global" ? 20 : 16 + column));
                else
                    EXPECT_EQ((at - seen.placement("B")->address) / 4,
                              (std::string_view(variant) == "global" ? 20 : 16 + row) * 48 + 16 + column);
            }
        }
        EXPECT_EQ(found, std::string_view(variant) == "global" ? 3U : 7U) << variant;
    }
}

TEST(MatMul, AClickOnAFactorChoosesTheStep) {
    const auto lab = kit::findLab("matmul").make();
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 3 * 32 + 9})); // A[3][9]
    EXPECT_EQ(lab->findParameter("step")->text(), "9");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 32 * 32 + 11 * 48 + 7})); // B[11][7]
    EXPECT_EQ(lab->findParameter("step")->text(), "11");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Block, 5}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 5U);
}

} // namespace
} // namespace lanescope::lab_matmul
