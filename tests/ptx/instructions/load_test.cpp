// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Loads, however the lanes' addresses lie, and registers that go on with time.
#include "../run_ptx.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace lanescope::ptx {
namespace {

/// A kernel that loads at the byte that each lane finds in a list, from global or from shared memory, where
/// it has copied 1024 bytes before; lanes of which the third list has a 0 load nothing.
std::string loader(std::string_view space, std::string_view type, int bytes) {
    const bool shared = space == "shared";
    const std::string_view wide = bytes == 8 ? "b64" : "b32";
    std::string text =
        R"(.visible .entry loads(.param .u64 from, .param .u64 at, .param .u64 on, .param .u64 to)
{
    .shared .align 16 .b8 tile[1024];
    .reg .pred %p;
    .reg .b32 %r<8>;
    .reg .b64 %a<8>;
    .reg .)" +
        std::string(wide) +
        R"( %v;
    ld.param.u64 %a0, [from];
    ld.param.u64 %a1, [at];
    ld.param.u64 %a2, [on];
    ld.param.u64 %a3, [to];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %a4, %r0, 4;
    add.s64 %a1, %a1, %a4;
    add.s64 %a2, %a2, %a4;
    mul.wide.u32 %a4, %r0, 8;
    add.s64 %a3, %a3, %a4;
    ld.global.u32 %r1, [%a1];
    ld.global.u32 %r2, [%a2];
    setp.ne.u32 %p, %r2, 0;
)";
    if (shared) {
        text += "    mov.u32 %r3, tile;\n    shl.b32 %r4, %r0, 2;\n    add.u32 %r5, %r3, %r4;\n"
                "    cvt.u64.u32 %a5, %r4;\n    add.s64 %a6, %a0, %a5;\n";
        for (int part = 0; part < 1024; part += 128)
            text += fmt::format("    ld.global.u32 %r6, [%a6+{}];\n    st.shared.u32 [%r5+{}], %r6;\n", part,
                                part);
        text += "    bar.sync 0;\n    add.u32 %r5, %r3, %r1;\n";
    } else {
        text += "    cvt.u64.u32 %a5, %r1;\n    add.s64 %a6, %a0, %a5;\n";
    }
    text += fmt::format(
        "    mov.{} %v, -1;\n    @%p ld.{}.{} %v, [{}];\n    st.global.{} [%a3], %v;\n    ret;\n}}\n", wide,
        space, type, shared ? "%r5" : "%a6", wide);
    return withHeader(text);
}

TEST(Loads, GiveWhatLiesThereHoweverAddressesLie) {
    struct Shape {
        const char* name;
        std::function<std::uint32_t(std::uint32_t lane)> element;
    };
    const std::vector<Shape> shapes{{"in a row", [](auto lane) { return lane; }},
                                    {"rows of eight", [](auto lane) { return lane % 8 + lane / 8 * 13; }},
                                    {"rows of 16", [](auto lane) { return lane % 16 + lane / 16 * 21; }},
                                    {"the same in eight", [](auto lane) { return lane / 8 * 5; }},
                                    {"the same in all", [](auto) { return 9U; }},
                                    {"all but one in a row", [](auto lane) { return lane == 21 ? 3 : lane; }},
                                    {"backwards", [](auto lane) { return 31 - lane; }},
                                    {"here and there", [](auto lane) { return lane * 7 % 33; }}};
    std::vector<std::uint8_t> bytes(1024);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37 + i / 64);
    struct Kind {
        const char* type;
        int bytes, registerBytes;
        bool isSigned;
    };
    for (const Kind& kind : {Kind{"u8", 1, 4, false}, Kind{"s8", 1, 4, true}, Kind{"u16", 2, 4, false},
                             Kind{"s16", 2, 4, true}, Kind{"u32", 4, 4, false}, Kind{"u64", 8, 8, false}})
        for (const std::string_view space : {"global", "shared"}) {
            Runner runner(loader(space, kind.type, kind.registerBytes));
            const std::uint64_t from = runner.buffer(bytes),
                                to = runner.buffer(std::vector<std::uint64_t>(32));
            for (const Shape& shape : shapes)
                for (const std::uint32_t on : {~0U, 0x80f0fff1U}) {
                    SCOPED_TRACE(fmt::format("{} of {}, {}, lanes {:x}", kind.type, space, shape.name, on));
                    std::vector<std::uint32_t> at(32), active(32);
                    for (std::uint32_t lane = 0; lane < 32; ++lane) {
                        at[lane] = shape.element(lane) * static_cast<std::uint32_t>(kind.bytes);
                        active[lane] = on >> lane & 1;
                    }
                    runner.launch(
                        "loads", {1, 1, 1}, {32, 1, 1},
                        Parameters().add(from).add(runner.buffer(at)).add(runner.buffer(active)).add(to));
                    const auto loaded = runner.read<std::uint64_t>(to, 32);
                    for (std::uint32_t lane = 0; lane < 32; ++lane) {
                        std::uint64_t expected = ~0ULL;
                        if (active[lane] != 0) {
                            expected = 0;
                            for (int i = 0; i < kind.bytes; ++i)
                                expected |= std::uint64_t{bytes[at[lane] + static_cast<std::uint32_t>(i)]}
                                            << 8 * i;
                            const int rest = 64 - 8 * kind.bytes;
                            if (kind.isSigned)
                                expected = static_cast<std::uint64_t>(
                                    static_cast<std::int64_t>(expected << rest) >> rest);
                        }
                        const std::uint64_t kept = kind.registerBytes == 8 ? ~0ULL : 0xffffffff;
                        EXPECT_EQ(loaded[lane] & kept, expected & kept) << "lane " << lane;
                    }
                }
        }
}

TEST(Clock, WarpsThatWaitForItWaitTogether) {
    Runner runner(withHeader(R"(.visible .entry wait(.param .u32 cycles)
{
    .reg .pred %p;
    .reg .b32 %r<5>;
    ld.param.u32 %r0, [cycles];
    mov.u32 %r1, %clock;
again:
    mov.u32 %r2, %clock;
    sub.u32 %r3, %r2, %r1;
    setp.lt.u32 %p, %r3, %r0;
    @%p bra again;
    ret;
}
)"));
    constexpr std::uint32_t cycles = 4000;
    const auto ran = [&](std::uint32_t warps) {
        return runner.launch("wait", {1, 1, 1}, {32 * warps, 1, 1}, Parameters().add(cycles))
            .warpInstructions;
    };
    EXPECT_GE(ran(1), cycles);
    EXPECT_LT(ran(16), 2 * cycles) << "not one after another";
    runner.config.cooperative = true;
    EXPECT_GE(ran(16), cycles);
}

} // namespace
} // namespace lanescope::ptx
