// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/pitch/model.h"
#include "labs/pitch/words.h"
#include "plain_run.h"
#include "render/palette.h"

#include <cstring>

namespace lanescope::lab_pitch {
namespace {

using namespace labs_test;

/// Every element of `out` is that of `in` and 1 more, and what lies between the rows stays as it was.
template<class T>
void expectOneMore(const char* memory, const char* element, int width, int height, int depth, int parts = 1) {
    const std::string w = std::to_string(width), h = std::to_string(height), d = std::to_string(depth);
    const auto lab = prepared("pitch", {{"memory", memory},
                                        {"element", element},
                                        {"width", w.c_str()},
                                        {"height", h.c_str()},
                                        {"depth", d.c_str()}});
    PlainRun run(*lab, 0);
    const bool packed = std::string_view(memory) == "packed";
    const std::size_t rows = static_cast<std::size_t>(height) *
                             static_cast<std::size_t>(std::string_view(memory) == "3D" ? depth : 1);
    const std::size_t numbers = static_cast<std::size_t>(width) * static_cast<std::size_t>(parts);
    const std::size_t rowBytes = numbers * sizeof(T);
    const std::size_t pitch = packed ? rowBytes : (rowBytes + 511) / 512 * 512; // as measured on an H200
    const std::vector<std::byte> in = run.read<std::byte>("in"), out = run.read<std::byte>("out");
    ASSERT_EQ(in.size(), pitch * rows) << memory;
    ASSERT_EQ(out.size(), pitch * rows) << memory;
    const auto at = [](const std::vector<std::byte>& bytes, std::size_t offset) {
        T value;
        std::memcpy(&value, &bytes[offset], sizeof value);
        return value;
    };
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < numbers; ++i)
            ASSERT_EQ(at(out, row * pitch + i * sizeof(T)),
                      static_cast<T>(at(in, row * pitch + i * sizeof(T)) + 1))
                << memory << " " << element << " row " << row << ", " << i;
        for (std::size_t i = rowBytes; i < pitch; ++i) ASSERT_EQ(out[row * pitch + i], std::byte{0}) << i;
    }
}

TEST(Pitch, EveryElementOfEveryRowIsReachedWhateverTheMemory) {
    for (const char* memory : {"packed", "pitched", "3D"}) {
        expectOneMore<std::int8_t>(memory, "char", 513, 3, 2);
        expectOneMore<std::int16_t>(memory, "short", 33, 17, 3);
        expectOneMore<float>(memory, "float", 1, 1, 1);
        expectOneMore<float>(memory, "float", 100, 9, 4);
        expectOneMore<double>(memory, "double", 64, 8, 5);
        expectOneMore<float>(memory, "float4", 31, 5, 2, 4);
    }
}

/// 400 bytes a row. Where a row begins at a sector its four warps move 4 + 4 + 4 + 1 sectors; packed, every
/// second one begins 16 bytes late, which is 5 + 5 + 5 + 1.
TEST(Pitch, PackedRowsOfOddLengthMoveMoreSectors) {
    const auto loads = [](const char* memory, const char* width) {
        const LabRun run("pitch", {{"memory", memory}, {"width", width}, {"height", "64"}, {"depth", "1"}});
        return run.result().total(model::Space::Global, model::Direction::Load).sectors;
    };
    EXPECT_EQ(loads("packed", "100"), 32U * 13 + 32U * 16);
    EXPECT_EQ(loads("pitched", "100"), 64U * 13);
    EXPECT_EQ(loads("3D", "100"), 64U * 13);
    EXPECT_EQ(loads("packed", "104"), loads("pitched", "104")); // 13 whole sectors
}

TEST(Pitch, RowsSayWhereTheyBegin) {
    const lab_pitch::Rows packed{.address = 0x1000, .rowBytes = 400, .pitch = 400, .count = 64};
    EXPECT_EQ(lab_pitch::rowStarts(packed),
              "Of 64 rows 8 begin at a multiple of 128 bytes, 32 at one of 32.");
    EXPECT_EQ(lab_pitch::rowStarts(packed.withPitch(512)), "Every row begins at a multiple of 128 bytes.");
    EXPECT_EQ(packed.rowOf(0x1000 + 799), 1U);
    model::WarpAccess access;
    access.activeMask = 1;
    access.address[0] = 0x1000 + 71 * 512;
    const kit::ShownAccess shown{nullptr, &access};
    const lab_pitch::Rows volume{
        .address = 0x1000, .rowBytes = 400, .pitch = 512, .count = 256, .rowsInSlice = 64};
    const auto steps = lab_pitch::rowFormulas(shown, volume);
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[0].numbers + " = " + steps[0].result, "p + 1 * (512 * 64) = p + 32768");
    EXPECT_EQ(steps[1].numbers + " = " + steps[1].result, "slice + 7 * 512 = p + 36352");
    EXPECT_EQ(steps[2].result, "0");
}

/// A row of 104 floats is 13 sectors, one of 105 ends 4 bytes into a sector; rows of 2 floats never cross
/// one, every third or so of 3 does.
TEST(Pitch, TheWidthItSuggestsIsTheNextThatNeedsThePitch) {
    const model::WarpAccess load;
    const lab_pitch::RowCounter counter(load, model::defaultArchitecture(), {});
    const auto next = [&](std::uint64_t width) {
        const lab_pitch::Rows rows{.address = 0x1000, .rowBytes = 4 * width, .pitch = 4 * width, .count = 64};
        return counter.elementsThatNeedPitch(rows, 4096);
    };
    EXPECT_EQ(next(104), 105U);
    EXPECT_EQ(next(1), 3U);
    EXPECT_EQ(next(4096), 4095U);
}

/// Sectors that a row's bytes touch, warp after warp of 128 bytes.
std::uint64_t sectorsOfRow(std::uint64_t start, std::uint64_t rowBytes) {
    std::uint64_t sectors = 0;
    for (std::uint64_t first = start; first < start + rowBytes; first += 128) {
        const std::uint64_t end = std::min(first + 128, start + rowBytes);
        sectors += (end - 1) / 32 - first / 32 + 1;
    }
    return sectors;
}

TEST(PitchModel, ARowsSectorsAreThoseOfAPlainLoop) {
    const model::WarpAccess load;
    const lab_pitch::RowCounter counter(load, model::defaultArchitecture(), {});
    for (const std::uint64_t width : {1U, 7U, 32U, 33U, 100U}) {
        const lab_pitch::Rows rows{.address = 0x1000, .rowBytes = 4 * width, .pitch = 4 * width, .count = 40};
        double sum = 0;
        for (std::uint64_t row = 0; row < 40; ++row) {
            const std::uint64_t expected = sectorsOfRow(rows.start(row), 4 * width);
            EXPECT_EQ(counter.units(rows, rows.start(row)), expected) << width << " row " << row;
            sum += static_cast<double>(expected);
        }
        EXPECT_DOUBLE_EQ(counter.unitsPerRow(rows), sum / 40);
    }
}

/// A row of 33 floats from a line on is 4 + 1 sectors, from 4 bytes into one 5 + 1; one of 25 never takes
/// more than 4.
TEST(PitchModel, LengthsThatNeedNoPitch) {
    const model::WarpAccess load;
    const lab_pitch::RowCounter counter(load, model::defaultArchitecture(), {});
    const lab_pitch::Rows rows{.address = 0x1000, .rowBytes = 132, .pitch = 132, .count = 64};
    EXPECT_TRUE(counter.needsPitch(rows, 132));
    EXPECT_FALSE(counter.needsPitch(rows, 160));
    EXPECT_FALSE(counter.needsPitch(rows, 100));
    EXPECT_EQ(counter.bytesWithoutPitch(rows), 160U);
    EXPECT_EQ(counter.bytesWithoutPitch(rows.packedRows(256)), 256U);
    EXPECT_EQ(rows.lineRows(132).pitch, 256U);
    EXPECT_EQ(rows.lineRows(128).pitch, 128U);
}

TEST(PitchModel, RowsByHand) {
    const lab_pitch::Rows rows{.address = 0x2000, .rowBytes = 400, .pitch = 512, .count = 64};
    EXPECT_FALSE(rows.packed());
    EXPECT_TRUE(rows.packedRows(400).packed());
    EXPECT_EQ(rows.padding(), 112U * 64);
    EXPECT_EQ(rows.elements(), 100U);
    EXPECT_EQ(rows.startingAt(128), 64U);
    EXPECT_EQ(rows.withPitch(400).startingAt(128), 8U); // every 8th: 8 * 400 = 25 * 128
    EXPECT_EQ(rows.withPitch(400).startingAt(32), 32U);
    // Four warps and a bit a row: 1024 / 4 warps are counted, at most 128 rows, at least one.
    EXPECT_EQ(rows.countable(), 64U);
    EXPECT_EQ((lab_pitch::Rows{.rowBytes = 40960, .pitch = 40960, .count = 64}).countable(), 3U);
    EXPECT_EQ((lab_pitch::Rows{.rowBytes = 4, .pitch = 4, .count = 4096}).countable(), 128U);
    model::WarpAccess access;
    access.activeMask = 0b100;
    access.address[2] = 0x2000 + 5 * 512 + 8;
    EXPECT_EQ(lab_pitch::rowOf(access, rows), 5U);
}

/// 64 rows of 400 bytes at a pitch of 512: 112 bytes each are never used.
TEST(Pitch, TheReportSaysWhatThePaddingCosts) {
    const auto facts = [](const char* memory) {
        const LabRun run("pitch", {{"memory", memory}, {"width", "100"}, {"height", "64"}, {"depth", "1"}});
        std::vector<std::string> values;
        for (const kit::Fact& fact :
             kit::factsOf(*run.lab, run.result(), model::defaultArchitecture(), false))
            values.push_back(fact.name + ": " + fact.value);
        return values;
    };
    EXPECT_EQ(facts("pitched"),
              (std::vector<std::string>{"bytes in a row: 400", "pitch: 512", "padding, all rows: 7 KiB"}));
    EXPECT_EQ(facts("packed"),
              (std::vector<std::string>{"bytes in a row: 400", "pitch: 400", "padding, all rows: 0 B"}));
}

TEST(Pitch, TheSweepGoesRoundTheChosenWidth) {
    for (const char* width : {"1", "31", "64", "65", "100", "4096"}) {
        const auto lab = prepared("pitch", {{"width", width}});
        const auto sweep = kit::sweepOf(*lab);
        ASSERT_TRUE(sweep);
        EXPECT_LE(std::stoi(sweep->first), std::stoi(width));
        EXPECT_GE(std::stoi(sweep->last), std::stoi(width));
        EXPECT_GE(std::stoi(sweep->first), 1);
        EXPECT_LE(std::stoi(sweep->last), 4096);
    }
}

TEST(Pitch, AClickChoosesTheRow) {
    const auto lab = prepared("pitch", {});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 21}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block,
              2U * 4); // 4 blocks of 32 cover 100 elements, each has 8 rows
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 5U);
    lab->set("memory", "3D");
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 64 + 21}));
    EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.block, 32U + 2 * 4);
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("depth"), model::defaultArchitecture()), "");
    lab->set("memory", "packed");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("depth"), model::defaultArchitecture()), "");
}

} // namespace
} // namespace lanescope::lab_pitch
