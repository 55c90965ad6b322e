// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/source_view.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/views/line_view.h"
#include "kit/words/readings.h"
#include "kit/words/tag_lookups.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace lanescope::kit {
namespace {

/// Lane i at base + step x i.
model::WarpAccess row(std::uint64_t base, std::int64_t step, std::uint8_t width = 4,
                      std::uint32_t mask = ~0U) {
    model::WarpAccess access;
    access.width = width;
    access.activeMask = mask;
    for (std::size_t lane = 0; lane < 32; ++lane)
        access.address[lane] = base + static_cast<std::uint64_t>(step * static_cast<std::int64_t>(lane));
    return access;
}

const model::Architecture& architecture(const char* name) {
    return *model::findArchitecture(name);
}

TEST(Words, LaneListsAreShort) {
    EXPECT_EQ(laneList(0), "");
    EXPECT_EQ(laneList(1U << 5), "5");
    EXPECT_EQ(laneList(~0U), "0-31");
    EXPECT_EQ(laneList(0x3), "0, 1");
    EXPECT_EQ(laneList(0x01010101), "0, 8, 16, 24");
    EXPECT_EQ(laneList(0x55555555, 3), "0, 2, 4 and 13 more");
    EXPECT_EQ(laneList(0xF0000007), "0-2, 28-31");
}

TEST(Words, AffineRulesAreRead) {
    EXPECT_EQ(affineText(row(0, 16), 4), "4 x lane");
    EXPECT_EQ(affineText(row(8, 4), 4), "lane + 2");
    EXPECT_EQ(affineText(row(64, 0), 4), "16");
    EXPECT_EQ(affineText(row(400, -4), 4, "7"), "-1 x 7 + 100");
    EXPECT_EQ(affineText(row(0, 6), 4), "");                  // no whole words
    EXPECT_EQ(affineText(row(0, 8, 4, 0x11), 4), "2 x lane"); // of the active lanes
    model::WarpAccess gather = row(0, 4);
    gather.address[9] = 4000;
    EXPECT_FALSE(affineOf(gather));
    EXPECT_FALSE(affineOf(row(0, 4, 4, 1))); // one lane follows every rule
}

TEST(Words, Shares) {
    EXPECT_EQ(shareText(1.0 / 3), "A third");
    EXPECT_EQ(shareText(0.125), "An eighth");
    EXPECT_EQ(shareText(0.44), "44 %");
}

/// "out[i] = cells[i]" reads shared memory and writes global memory: each click leads to the other one.
TEST(Source, AClickOnTheLineThatIsShownLeadsToItsNextAccess) {
    const model::Part load{model::Space::Shared, model::Direction::Load},
        store{model::Space::Global, model::Direction::Store};
    const LineAccesses both{{load, 7}, {store, 9}};
    EXPECT_EQ(siteOfClick(both, std::nullopt), 7);
    EXPECT_EQ(siteOfClick(both, load), 9);
    EXPECT_EQ(siteOfClick(both, store), 7);
    EXPECT_EQ(siteOfClick(both, model::Part{model::Space::Constant, model::Direction::Load}), 7);
    EXPECT_EQ(siteOfClick({{load, 7}}, load), 7);
    EXPECT_EQ(siteOfClick({}, load), -1);
}

TEST(Lines, SectorsOfAStructureOfThreeFloats) {
    const std::vector<LineView> lines = linesOf(row(0x1000, 12), architecture("9.0"), {});
    ASSERT_EQ(lines.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(lines[i].address, 0x1000 + 128 * i);
    // 128 / 12: lanes 0 to 10 begin in the first line, 11 to 21 in the second, 22 to 31 in the third.
    EXPECT_EQ(lines[0].lanes(), 0x7FFU);
    EXPECT_EQ(lines[0].caption(true, false), "4 sectors moved, 44 of 128 bytes used");
    EXPECT_EQ(lines[1].bytesUsed(), 44);
    EXPECT_EQ(lines[2].bytesUsed(), 40);
    EXPECT_EQ(lines[2].sectorsMoved(), 4);
    std::set<int> banks;
    for (const LineView& line : lines) banks.insert(line.tagBank);
    EXPECT_EQ(*banks.begin() >= 0, true);
}

TEST(Lines, AnAtomicMovesASectorForEachLaneAtAWord) {
    model::WarpAccess update = row(0x1000, 0); // 32 lanes at one word
    update.operation = model::Operation::Reduction;
    const std::vector<LineView> lines = linesOf(update, architecture("9.0"), {});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].caption(true, false), "1 sector, moved 32 times in all: 1,024 bytes for 32 updates");
    EXPECT_EQ(lines[0].caption(true, true), "1,024 B for 32 updates");
    EXPECT_EQ(tagSentence(model::tagLookups(update, architecture("9.0")), true).find("line"),
              std::string::npos)
        << "32 lookups of one line";
}

TEST(Tags, WordsOfBanksPassesAndBatches) {
    // 32 lines of a store: the banks of 16 lines in a row repeat, each bank has 8 of them.
    model::WarpAccess store = row(0, 128);
    store.operation = model::Operation::Store;
    const auto even = model::tagLookups(store, architecture("9.0"));
    EXPECT_EQ(tagSentence(even, false),
              "each cell is a line, each column a tag wavefront: 32 lines in 8 tag wavefronts");
    EXPECT_EQ(batchSentence(even), "data of all tag wavefronts moves together");
    EXPECT_EQ(batchSentence(model::tagLookups(row(0, 128), architecture("9.0"))),
              "data moves one tag wavefront at a time");
    // Line 0 and the 9 after it in bank 0, with lines of other banks left out.
    model::WarpAccess gather = row(0, 0, 4, 0x3ff);
    gather.operation = model::Operation::Store;
    std::size_t lane = 0;
    for (std::uint64_t line = 0; lane < 10; ++line)
        if (model::tagBank(line) == 0) gather.address[lane++] = 128 * line;
    const auto oneBank = model::tagLookups(gather, architecture("9.0"));
    EXPECT_EQ(tagSentence(oneBank, true), "tag bank 0 has 10 of 10 lines, so 10 tag wavefronts");
    EXPECT_EQ(batchSentence(oneBank), "data of tag wavefronts 1 to 8 moves together");
    EXPECT_EQ(describeTag(oneBank, gather.address[8]),
              "its address puts it in tag bank 0 of 0 to 3, where a tag wavefront looks up one line: this "
              "one in tag wavefront 9\n"
              "the data of tag wavefronts 9 to 10 moves together");
    EXPECT_EQ(describeTag(oneBank, 128), "") << "another bank's line";
    EXPECT_EQ(lanesByPass(oneBank), (std::vector<std::uint32_t>{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}));
    EXPECT_EQ(describePass(oneBank, 9), "tag wavefront 10 of 10: 1 line; lane 9");
    EXPECT_EQ(describePass(oneBank, 10), "");
    const auto unknown = model::tagLookups(store, architecture("8.0"));
    EXPECT_NE(tagSentence(unknown, false).find("8 tag wavefronts at least"), std::string::npos);
    EXPECT_TRUE(lanesByPass(unknown).empty());
    EXPECT_NE(describeTag(unknown, 0).find("not known for this chip"), std::string::npos);
    EXPECT_EQ(tagSentence(model::tagLookups(store, architecture("3.5")), false), "");
}

TEST(Lines, TransactionsOfOlderArchitectures) {
    // CC 1.0, shifted by one float: every lane has a transaction of 32 bytes, of which some coincide.
    const std::vector<LineView> scattered = linesOf(row(4, 4), architecture("1.0"), {});
    ASSERT_EQ(scattered.size(), 2U);
    EXPECT_EQ(scattered[0].bytesMoved(), 31 * 32);
    EXPECT_EQ(scattered[0].moved.front().times, 7);
    EXPECT_EQ(scattered[0].caption(false, false), "31 transactions of 32 bytes, 124 of 992 bytes used");
    EXPECT_EQ(scattered[1].bytesMoved(), 32);
    // CC 1.0, in order: one transaction of 64 bytes a half-warp.
    const std::vector<LineView> coalesced = linesOf(row(0, 4), architecture("1.0"), {});
    ASSERT_EQ(coalesced.size(), 1U);
    EXPECT_EQ(coalesced[0].caption(false, false), "2 transactions of 64 bytes, 128 of 128 bytes used");
    // CC 2.0 through L1: whole lines.
    EXPECT_EQ(linesOf(row(4, 4), architecture("2.0"), {})[1].caption(false, false),
              "1 transaction of 128 bytes, 4 of 128 bytes used");
}

TEST(Lines, LanesAtTheSameBytesCountOnce) {
    const std::vector<LineView> lines = linesOf(row(96, 0), architecture("9.0"), {});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].bytesUsed(), 4);
    EXPECT_EQ(lines[0].bytesMoved(), 32);
    EXPECT_EQ(lines[0].parts.size(), 32U);
    EXPECT_EQ(distinctBytes(row(96, 0)), 4U);
    EXPECT_EQ(distinctBytes(row(0, 2, 4)), 66U); // lanes overlap by half
}

/// Eight lanes want each word: 128 bytes are asked for and 128 are moved, but all 16 bytes of it would fit
/// into one sector.
TEST(Usage, WordsThatLanesShareAreNeededOnce) {
    model::WarpAccess shared = row(0, 0);
    for (std::size_t lane = 0; lane < 32; ++lane) shared.address[lane] += lane / 8 * 1024;
    const auto excessAt = [](const model::WarpAccess& access, const char* capability) {
        return excessOf(access, model::count(access, architecture(capability), {}));
    };
    EXPECT_EQ(leastSectors(shared), 1U);
    EXPECT_DOUBLE_EQ(excessAt(shared, "9.0"), 3);
    EXPECT_DOUBLE_EQ(excessAt(shared, "2.0"), 15) << "whole lines";
    EXPECT_DOUBLE_EQ(excessAt(row(96, 0), "9.0"), 0);
    EXPECT_DOUBLE_EQ(excessAt(row(4, 4), "9.0"), 1);
    model::WarpAccess constant = row(0, 4);
    constant.space = model::Space::Constant;
    EXPECT_DOUBLE_EQ(excessAt(constant, "9.0"), 31);
    model::WarpAccess banks = row(0, 8);
    banks.space = model::Space::Shared;
    EXPECT_DOUBLE_EQ(excessAt(banks, "9.0"), 1);
}

/// Four lanes want each of eight words: they take turns, wherever the words lie.
TEST(Usage, LanesAtAWordTakeTurns) {
    model::WarpAccess update = row(0, 0);
    update.space = model::Space::Shared;
    update.operation = model::Operation::Reduction;
    for (std::size_t lane = 0; lane < 32; ++lane) update.address[lane] = 4 * (lane / 4);
    EXPECT_EQ(turnsAtWords(update, architecture("9.0")), 4U);
    EXPECT_EQ(turnsAtWords(update, architecture("1.3")), 8U) << "of each half-warp";
    for (std::size_t lane = 0; lane < 32; ++lane) update.address[lane] = 128 * (lane / 4);
    EXPECT_EQ(turnsAtWords(update, architecture("9.0")), 4U) << "all words lie in one bank";
    EXPECT_EQ(turnsAtWords(row(0, 4), architecture("9.0")), 1U);
}

TEST(Shapes, AnElementHasItsThread) {
    EXPECT_EQ(gridOver(100, 64, {32, 8, 1}), (model::Dim3{4, 8, 1}));
    const ThreadPlace place = placeOf(40, 17, {16, 16, 1}, {8, 8, 1});
    EXPECT_EQ(place.block, 8U + 2);
    EXPECT_EQ(place.warp, 0U);
    EXPECT_EQ(place.lane, 16 + 8);
    // Every shape that can be chosen is a block that every architecture can launch from CC 2.0 on.
    for (std::size_t i = 0; i < blockShapes().size(); ++i) {
        ParameterSet set;
        Choice choice(&set, "block", blockShapes()[i], blockShapes(), "");
        EXPECT_LE(shapeOf(choice).count(), 1024U);
        EXPECT_GE(shapeOf(choice).count(), 64U);
        EXPECT_EQ(choice.value(),
                  std::to_string(shapeOf(choice).x) + "x" + std::to_string(shapeOf(choice).y));
    }
}

TEST(BlockShapes, HaveUpToThreeSides) {
    struct Shapes : ParameterSet {
        Choice shape{this, "block", "32x4x2", {"32x4x2", "16x16", "64"}, "threads"};
    } set;
    const auto shape = [&](const char* text) {
        set.shape.parse(text);
        return shapeOf(set.shape);
    };
    EXPECT_EQ(shape("32x4x2"), (model::Dim3{32, 4, 2}));
    EXPECT_EQ(shape("16x16"), (model::Dim3{16, 16, 1}));
    EXPECT_EQ(shape("64"), (model::Dim3{64, 1, 1}));
}

TEST(Images, BuiltInPicturesDifferAndFilesAreRead) {
    std::set<std::vector<std::uint8_t>> seen;
    for (const std::string& name : builtInPictures()) {
        const auto picture = findPicture(name);
        EXPECT_EQ(picture->image.width, 512);
        EXPECT_EQ(picture->image.height, 512);
        EXPECT_TRUE(seen.insert(picture->image.pixels).second) << name;
        EXPECT_EQ(findPicture(name), picture) << "made once";
    }
    const std::string path = testing::TempDir() + "pictures_test.png";
    render::Image wide(1500, 20);
    for (int x = 0; x < 1500; ++x) wide.at(x, 7)[1] = static_cast<std::uint8_t>(x % 251);
    render::writePng(path, wide);
    const auto picture = findPicture(path);
    EXPECT_EQ(picture->image.pixels, wide.pixels);
    EXPECT_EQ(picture->preview.width, 500);
    render::writePng(path, render::Image(3, 2));
    EXPECT_EQ(findPicture(path)->image.width, 3) << "a changed file is read again";
    std::remove(path.c_str());
    EXPECT_THROW(findPicture(path), BadInput);
}

} // namespace
} // namespace lanescope::kit
