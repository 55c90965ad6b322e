// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/pitch/rows_view.h"
#include "plain_run.h"
#include "render/palette.h"

#include <cstring>

namespace lanescope::labs_test {
namespace {

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
    const lab_pitch::RowsView packed{0x1000, 400, 400, 64, 4};
    EXPECT_EQ(lab_pitch::rowStarts(packed), "Of 64 rows 8 begin at a line, 32 at a sector.");
    EXPECT_EQ(lab_pitch::rowStarts(packed.withPitch(512)), "Every row begins at a line.");
    EXPECT_EQ(packed.rowOf(0x1000 + 799), 1U);
    model::WarpAccess access;
    access.activeMask = 1;
    access.address[0] = 0x1000 + 71 * 512;
    const kit::ShownAccess shown{nullptr, &access};
    lab_pitch::RowsView volume{0x1000, 400, 512, 256, 4};
    volume.rowsInSlice = 64;
    const auto steps = lab_pitch::rowFormulas(shown, volume);
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_EQ(steps[0].numbers + " = " + steps[0].result, "p + 1 * (512 * 64) = p + 32768");
    EXPECT_EQ(steps[1].numbers + " = " + steps[1].result, "slice + 7 * 512 = p + 36352");
    EXPECT_EQ(steps[2].result, "0");
}

/// A row of 104 floats is 13 sectors, one of 105 ends 4 bytes into a sector; rows of 2 floats never cross
/// one, every third or so of 3 does.
TEST(Pitch, TheWidthItSuggestsIsTheNextThatNeedsThePitch) {
    const LabRun run("pitch", {});
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame{model::defaultArchitecture(), {}, device, run.result(), view, brush,
                           render::darkTheme(),          {}, {},     false,        1,    run.lab.get()};
    const auto shown = kit::shownAccess(frame);
    ASSERT_TRUE(shown);
    const auto next = [&](std::uint64_t width) {
        return lab_pitch::elementsThatNeedPitch(frame, *shown, {0x1000, 4 * width, 4 * width, 64, 4}, 4096);
    };
    EXPECT_EQ(next(104), 105U);
    EXPECT_EQ(next(1), 3U);
    EXPECT_EQ(next(4096), 4095U);
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
} // namespace lanescope::labs_test
