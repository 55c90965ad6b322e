// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Loads and stores of lanes that lie alike, eight by eight, which are moved together: they have to do what
// each lane for itself would.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

namespace lanescope::ptx {
namespace {

using Offsets = std::vector<std::uint32_t>; ///< of each lane's element, in bytes

/// Lane i, in whose eight others lie alike, starts at these of its own eight.
Offsets offsetsOf(const std::array<std::uint32_t, 4>& starts, std::uint32_t step) {
    Offsets all;
    for (std::uint32_t lane = 0; lane < 32; ++lane) all.push_back(starts[lane / 8] + lane % 8 * step);
    return all;
}

/// A row, rows of eights that overlap or not, broadcasts, the same with a lane astray, and a broadcast of
/// all.
std::vector<Offsets> shapes(std::uint32_t width, std::uint32_t bytes) {
    std::mt19937 random(7);
    std::vector<Offsets> all{offsetsOf({0, 8 * width, 16 * width, 24 * width}, width),
                             offsetsOf({width, width, width, width}, 0)};
    for (int i = 0; i < 12; ++i)
        for (const std::uint32_t step : {0U, width}) {
            std::array<std::uint32_t, 4> starts{};
            for (std::uint32_t& start : starts) start = random() % (bytes / width - 8) * width;
            all.push_back(offsetsOf(starts, step));
            all.push_back(all.back());
            all.back()[random() % 32] = random() % (bytes / width) * width;
        }
    return all;
}

struct Form {
    std::string type, registers; ///< of PTX
    std::uint32_t element, elements;
};
const std::array<Form, 5> kForms{{{"u8", "%r0", 1, 1},
                                  {"u32", "%r0", 4, 1},
                                  {"u64", "%q0", 8, 1},
                                  {"v2.u32", "{%r0, %r1}", 4, 2},
                                  {"v4.u32", "{%r0, %r1, %r2, %r3}", 4, 4}}};
constexpr std::uint32_t kBytes = 1024;

/// Kernels that load and store: address by offset from memory or shared memory, which holds the bytes of
/// memory. "load" leaves what each lane has read in `lanes`, "store" stores that.
std::string kernelOf(const Form& form, bool shared, bool loads) {
    const std::string space = shared ? "shared" : "global", at = shared ? "%o" : "%a";
    const std::string move =
        loads ? "ld." + space + "." + form.type + " " + form.registers + ", [" + at + "];\n"
              : "st." + space + "." + form.type + " [" + at + "], " + form.registers + ";\n";
    const std::string own = loads ? "st.global." + form.type + " [%l], " + form.registers + ";\n"
                                  : "ld.global." + form.type + " " + form.registers + ", [%l];\n";
    const std::string copyIn = "ld.global.v4.u64 {%q0, %q1, %q2, %q3}, [%m];\n"
                               "st.shared.v4.u64 [%s], {%q0, %q1, %q2, %q3};\nbar.sync 0;\n";
    const std::string copyOut = "bar.sync 0;\nld.shared.v4.u64 {%q0, %q1, %q2, %q3}, [%s];\n"
                                "st.global.v4.u64 [%m], {%q0, %q1, %q2, %q3};\n";
    return withHeader(".visible .entry k(.param .u64 memory, .param .u64 offsets, .param .u64 lanes) {\n"
                      ".shared .align 32 .b8 buffer[" +
                      std::to_string(kBytes) +
                      "];\n"
                      ".reg .b64 %a, %m, %l, %x, %q<4>; .reg .b32 %o, %s, %t, %u, %r<4>;\n"
                      "ld.param.u64 %a, [memory];\nld.param.u64 %l, [offsets];\nmov.u32 %t, %tid.x;\n"
                      "mul.wide.u32 %x, %t, 4;\nadd.u64 %l, %l, %x;\nld.global.u32 %o, [%l];\n"
                      "mov.u32 %u, buffer;\nmul.wide.u32 %x, %t, 32;\nadd.u64 %m, %a, %x;\ncvt.u32.u64 %s, "
                      "%x;\nadd.u32 %s, %s, %u;\n"
                      "cvt.u64.u32 %x, %o;\nadd.u64 %a, %a, %x;\nadd.u32 %o, %o, %u;\n"
                      "ld.param.u64 %l, [lanes];\nmul.wide.u32 %x, %t, 16;\nadd.u64 %l, %l, %x;\n" +
                      (shared ? copyIn : "") + (loads ? move + own : own + move) +
                      (shared && !loads ? copyOut : "") + "ret;\n}\n");
}

TEST(Eights, LoadAndStoreWhatEachLaneWould) {
    std::vector<std::uint8_t> memory(kBytes), lanes(32 * 16);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<std::uint8_t>(i * 91 + 5);
    for (const Form& form : kForms)
        for (const bool shared : {false, true})
            for (const bool loads : {false, true}) {
                SCOPED_TRACE(form.type + (shared ? " shared" : " global") + (loads ? " load" : " store"));
                Runner runner(kernelOf(form, shared, loads));
                const std::uint32_t width = form.element * form.elements;
                for (const Offsets& offsets : shapes(width, kBytes)) {
                    const std::uint64_t m = runner.buffer(memory), l = runner.buffer(lanes);
                    runner.launch("k", {}, {32, 1, 1},
                                  Parameters().add(m).add(runner.buffer(offsets)).add(l));
                    std::vector<std::uint8_t> expected = loads ? lanes : memory;
                    for (std::size_t lane = 0; lane < 32; ++lane)
                        for (std::size_t i = 0; i < width; ++i)
                            if (loads)
                                expected[lane * 16 + i] = memory[offsets[lane] + i];
                            else
                                expected[offsets[lane] + i] = lanes[lane * 16 + i];
                    EXPECT_EQ(runner.read<std::uint8_t>(loads ? l : m, expected.size()), expected);
                }
            }
}

/// The last eight lies across the end: the first lane beyond it is told of, and what is off by a byte.
TEST(Eights, AreWithinBoundsLaneByLane) {
    Runner runner(kernelOf(kForms[1], false, true));
    const std::uint64_t l = runner.buffer(std::vector<std::uint8_t>(32 * 16));
    const auto faultOf = [&](const Offsets& offsets) {
        const std::uint64_t m = runner.buffer(std::vector<std::uint8_t>(kBytes));
        return runner.faultOf("k", {}, {32, 1, 1}, Parameters().add(m).add(runner.buffer(offsets)).add(l));
    };
    const Fault beyond = faultOf(offsetsOf({0, 32, 64, kBytes - 20}, 4));
    EXPECT_EQ(beyond.kind, FaultKind::OutOfBounds);
    EXPECT_EQ(beyond.lane, 24 + 5);
    const Fault misaligned = faultOf(offsetsOf({0, 32, 65, 96}, 4));
    EXPECT_EQ(misaligned.kind, FaultKind::Misaligned);
    EXPECT_EQ(misaligned.lane, 16);
}

} // namespace
} // namespace lanescope::ptx
