// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// wgmma: the sums of random factors, and where descriptors find them, as an H200 (driver 580) left them. Of
// its results the tests have digests.
#include "measured.h"
#include "model/trace.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

std::uint64_t descriptor(std::uint32_t start, std::uint32_t leading, std::uint32_t stride,
                         std::uint64_t swizzle, std::uint64_t base = 0) {
    return start >> 4 | std::uint64_t{leading >> 4} << 16 | std::uint64_t{stride >> 4} << 32 | base << 49 |
           swizzle << 62;
}

/// A kernel of 128 threads a block: its part of an image goes into shared memory, then the instruction runs
/// once.
struct Kernel {
    std::string instruction, tail;               ///< before and behind the operands
    std::uint32_t registers = 4, imageBytes = 0; ///< a thread's sums; of a block
    bool halves = false;                         ///< A comes in registers, which are made of the sums'
};

std::string textOf(const Kernel& kernel) {
    std::string sums, loads, stores;
    for (std::uint32_t i = 0; i < kernel.registers; ++i) {
        const std::string reg = "%d" + std::to_string(i), at = std::to_string(i * 4);
        sums += (i == 0 ? "" : ", ") + reg;
        loads += "ld.global.b32 " + reg + ", [%c+" + at + "];\n";
        stores += "st.global.b32 [%e+" + at + "], " + reg + ";\n";
    }
    std::string a = "%da";
    if (kernel.halves) {
        a = "{%a0, %a1, %a2, %a3}";
        for (int i = 0; i < 4; ++i) {
            const std::string number = std::to_string(i);
            loads +=
                "and.b32 %a" + number + ", %d" + number + ", 0x47ff47ff;\nmov.b32 %d" + number + ", 0;\n";
        }
    }
    const std::string bytes = std::to_string(kernel.imageBytes), each = std::to_string(kernel.registers * 4);
    return ".version 8.8\n.target sm_90a\n.address_size 64\n"
           ".visible .entry k(.param .u64 image, .param .u64 sums, .param .u64 results, .param .u64 a, "
           ".param .u64 b, .param .u32 scale) {\n.reg .b64 %i, %c, %e, %da, %db, %o;\n"
           ".reg .b32 %t, %n, %at, %s, %v<4>, %a<4>, %d<128>;\n.reg .pred %p, %q;\n"
           ".shared .align 1024 .b8 box[65536];\n"
           "ld.param.u64 %i, [image];\nld.param.u64 %c, [sums];\nld.param.u64 %e, [results];\n"
           "ld.param.u64 %da, [a];\nld.param.u64 %db, [b];\nld.param.u32 %s, [scale];\nsetp.ne.u32 %p, %s, "
           "0;\n"
           "mov.u32 %t, %tid.x;\nmov.u32 %n, %ctaid.x;\nmul.wide.u32 %o, %n, " +
           bytes + ";\nadd.u64 %i, %i, %o;\nmad.lo.u32 %n, %n, 128, %t;\nmul.wide.u32 %o, %n, " + each +
           ";\nadd.u64 %c, %c, %o;\nadd.u64 %e, %e, %o;\nshl.b32 %at, %t, 4;\nLOOP:\nsetp.ge.u32 %q, %at, " +
           bytes +
           ";\n@%q bra DONE;\ncvt.u64.u32 %o, %at;\nadd.u64 %o, %i, %o;\n"
           "ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%o];\nmov.u32 %n, box;\nadd.u32 %n, %n, %at;\n"
           "st.shared.v4.b32 [%n], {%v0, %v1, %v2, %v3};\nadd.u32 %at, %at, 2048;\nbra LOOP;\nDONE:\n"
           "fence.proxy.async;\nbar.sync 0;\n" +
           loads + "wgmma.fence.sync.aligned;\n" + kernel.instruction + " {" + sums + "}, " + a +
           ", %db, %p" + kernel.tail +
           ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" + stores + "ret;\n}\n";
}

class Machine {
public:
    explicit Machine(const Kernel& kernel) : m_kernel(kernel), m_runner(textOf(kernel)) {}
    std::vector<std::uint32_t> run(const std::vector<std::uint8_t>& image,
                                   const std::vector<std::uint32_t>& sums, std::uint64_t a, std::uint64_t b,
                                   std::uint32_t scale = 1) {
        const std::uint64_t from = m_runner.buffer(image), c = m_runner.buffer(sums),
                            d = m_runner.buffer(sums);
        m_runner.launch("k", {static_cast<std::uint32_t>(image.size() / m_kernel.imageBytes), 1, 1},
                        {128, 1, 1}, Parameters().add(from).add(c).add(d).add(a).add(b).add(scale));
        auto results = m_runner.read<std::uint32_t>(d, sums.size());
        for (const std::uint64_t address : {from, c, d}) m_runner.memory.release(address);
        return results;
    }
    Runner& runner() { return m_runner; }

private:
    Kernel m_kernel;
    Runner m_runner;
};

/// A number with so many bits of exponent and fraction; 0: any finite one, 1: about one, 2: of many sizes.
std::uint32_t number(Random& random, unsigned exponentBits, unsigned fractionBits, int kind) {
    const std::uint32_t sign = random.below(2), fraction = random.below(1U << fractionBits);
    const int bias = (1 << (exponentBits - 1)) - 1, most = (1 << exponentBits) - 2;
    int exponent = 0;
    if (kind == 0) {
        exponent = static_cast<int>(random.below((1U << exponentBits) - 1));
    } else if (kind == 1) {
        exponent = bias - 1 - static_cast<int>(random.below(8) == 0 ? 2 : random.below(3));
    } else {
        const int spread = exponentBits >= 8 ? 12 : exponentBits == 5 ? 8 : 5;
        exponent = bias + static_cast<int>(random.below(2U * static_cast<unsigned>(spread))) - spread;
        if (random.below(3) == 0) return 0;
    }
    exponent = std::clamp(exponent, 0, most);
    return sign << (exponentBits + fractionBits) | static_cast<std::uint32_t>(exponent) << fractionBits |
           fraction;
}

struct Sums {
    std::string instruction, tail;
    unsigned exponentBits, fractionBits; ///< of a factor; 0: it is an integer
    std::uint32_t registers;
    std::vector<std::uint64_t> digests; ///< by kind of numbers
};

class WarpgroupSums : public ::testing::TestWithParam<Sums> {};

TEST_P(WarpgroupSums, AreThoseOfAnH200) {
    const Sums& each = GetParam();
    const bool integers = each.exponentBits == 0;
    Machine machine({.instruction = "wgmma.mma_async.sync.aligned.m64n8" + each.instruction,
                     .tail = each.tail,
                     .registers = each.registers,
                     .imageBytes = 2304});
    for (int kind = 0; kind < static_cast<int>(each.digests.size()); ++kind) {
        const std::size_t tiles = integers ? 2 : 12;
        Random random(1000 + static_cast<std::uint64_t>(kind));
        std::vector<std::uint8_t> image(tiles * 2304);
        const std::size_t bytes = integers ? 1 : (1 + each.exponentBits + each.fractionBits) / 8;
        for (std::size_t i = 0; i < image.size(); i += bytes) {
            std::uint32_t bits = 0;
            if (integers)
                bits = static_cast<std::uint32_t>(random.next());
            else
                bits = number(random, each.exponentBits, each.fractionBits, kind);
            if (bytes == 4 && kind == 1) bits &= 0xffffe000;
            std::memcpy(&image[i], &bits, bytes);
        }
        std::vector<std::uint32_t> sums(tiles * 128 * each.registers);
        for (std::uint32_t& sum : sums) {
            if (integers) {
                sum = static_cast<std::uint32_t>(random.next());
                if (random.below(2) == 0) sum &= 0xffff;
            } else if (each.registers == 2) {
                sum = number(random, 5, 10, kind);
                sum |= number(random, 5, 10, kind) << 16;
            } else if (kind == 0) {
                sum = random.below(2) << 31;
                sum |= (97 + random.below(60)) << 23;
                sum |= random.below(1 << 23);
                if (random.below(4) == 0) sum = 0;
            } else {
                sum = number(random, 8, 23, kind);
            }
        }
        const auto results =
            machine.run(image, sums, descriptor(0, 128, 256, 0), descriptor(2048, 128, 256, 0));
        EXPECT_EQ(digest(results), each.digests[static_cast<std::size_t>(kind)])
            << each.instruction << " " << kind;
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, WarpgroupSums,
    ::testing::Values(Sums{"k16.f32.f16.f16",
                           ", 1, 1, 0, 0",
                           5,
                           10,
                           4,
                           {0x5c5e59715b530c17, 0xb12ec003a837f88d, 0xcbaed81a6fc44175}},
                      Sums{"k16.f32.f16.f16",
                           ", -1, 1, 0, 0",
                           5,
                           10,
                           4,
                           {0x69b4d56abf5baeed, 0x86ffdd612ed95b4a, 0xd746e1aa87298c5f}},
                      Sums{"k16.f32.bf16.bf16",
                           ", 1, 1, 0, 0",
                           8,
                           7,
                           4,
                           {0x755aaa822bbd4f30, 0xc6c1f89460b16b84, 0x531a25c8cf3ebcfb}},
                      Sums{"k8.f32.tf32.tf32",
                           ", 1, 1",
                           8,
                           23,
                           4,
                           {0x7f44ce9e37ea3973, 0x049aa1808c1be05e, 0xf9669e5f8319e4d2}},
                      Sums{"k32.f32.e4m3.e4m3",
                           ", 1, 1",
                           4,
                           3,
                           4,
                           {0x90c59ced06476d0f, 0x5a5442511c3e6c06, 0x8dbfd48ec5f73b69}},
                      Sums{"k32.f32.e5m2.e5m2",
                           ", 1, 1",
                           5,
                           2,
                           4,
                           {0xa1d3340441fea11c, 0x5a75d00ff89accd1, 0x3d283d7fcb56b3d6}},
                      Sums{"k32.f32.e4m3.e5m2",
                           ", 1, -1",
                           4,
                           3,
                           4,
                           {0x235761f7072f7d74, 0xa2294468b5b51dc7, 0x1ae2fd7a349ded30}},
                      Sums{"k16.f16.f16.f16",
                           ", 1, 1, 0, 0",
                           5,
                           10,
                           2,
                           {0x4cfcd846bb8fbf86, 0xfee3ce92d824f114, 0xa1551c3ab5edcaad}},
                      Sums{"k32.f16.e4m3.e4m3",
                           ", 1, 1",
                           4,
                           3,
                           2,
                           {0xe9f2303d62f0c77a, 0x988b01623db76eee, 0xbd5ab85be7db095b}},
                      Sums{"k32.f16.e5m2.e5m2",
                           ", 1, 1",
                           5,
                           2,
                           2,
                           {0xa06bc6c103154dc6, 0x853876a8e15ccffa, 0xbca9d18bb4c4dfec}},
                      Sums{"k32.s32.s8.s8", "", 0, 0, 4, {0x5ea5e317471c4225}},
                      Sums{"k32.s32.u8.u8", "", 0, 0, 4, {0x47fb2dc278a8b683}},
                      Sums{"k32.s32.s8.u8.satfinite", "", 0, 0, 4, {0xcf2a1b2e998f4ba7}},
                      Sums{"k256.s32.b1.b1.and.popc", "", 0, 0, 4, {0xa39e9a1ffd25a49b}}));

/// Numbers whose sums are exact, of 16, 8 and 32 bits, with the A of registers after them.
struct Images {
    std::vector<std::uint8_t> halves, bytes, words;
    std::vector<std::uint32_t> registers;
};
Images images() {
    constexpr std::size_t kBytes = 65536;
    Random random(77);
    const auto image = [&]<class T>(const std::array<T, 8>& values) {
        std::vector<std::uint8_t> made(kBytes);
        for (std::size_t i = 0; i < kBytes; i += sizeof(T)) {
            const T value = values[random.below(8)];
            std::memcpy(&made[i], &value, sizeof(T));
        }
        return made;
    };
    Images all;
    all.halves =
        image(std::array<std::uint16_t, 8>{0, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4200, 0x3c00, 0x3800});
    all.bytes = image(std::array<std::uint8_t, 8>{0, 0x38, 0xb8, 0x40, 0xc0, 0x30, 0x38, 0x44});
    all.words = image(std::array<std::uint32_t, 8>{0, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000,
                                                   0x3f000000, 0x40400000, 0x40000000});
    for (int i = 0; i < 512; ++i) all.registers.push_back(static_cast<std::uint32_t>(random.next()));
    return all;
}

struct Layout {
    std::uint64_t a, b;
    bool operator==(const Layout&) const = default;
};
constexpr std::uint32_t kB = 32768; ///< where the second factor is

/// Along k: every swizzle, with strides, starts within a row and off the pattern's beginning, and base
/// offsets.
std::vector<Layout> layoutsAlongK(bool withOffsets) {
    std::vector<Layout> all{{descriptor(0, 128, 256, 0), descriptor(kB, 128, 256, 0)},
                            {descriptor(0, 1024, 128, 0), descriptor(kB, 512, 128, 0)},
                            {descriptor(4096 + 16, 2048, 144, 0), descriptor(kB + 48, 4096, 528, 0)}};
    for (std::uint64_t swizzle = 1; swizzle <= 3; ++swizzle) {
        const std::uint32_t row = swizzle == 1 ? 128 : swizzle == 2 ? 64 : 32, group = 8 * row;
        const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint64_t offsetOfA = 0,
                             std::uint64_t offsetOfB = 0) {
            if (withOffsets || offsetOfA == 0)
                all.push_back({descriptor(a, 16, group, swizzle, offsetOfA),
                               descriptor(kB + b, 16, group, swizzle, offsetOfB)});
        };
        add(0, 0);
        all.push_back({descriptor(0, 128, group, swizzle), descriptor(kB, 4096, group, swizzle)});
        all.push_back({descriptor(0, 0, 2 * group, swizzle), descriptor(kB, 0, 3 * group, swizzle)});
        if (row > 32) add(32, 32);
        if (row > 64) add(64, 96);
        add(16, 16);
        add(row, 3 * row);
        add(row, 3 * row, 1, 3);
        add(512, 256);
        add(512, 256, 4, 2);
        add(0, 0, 4, 2);
    }
    return all;
}

/// Across: of A, of B, or of both; the other one along k.
std::vector<Layout> layoutsAcross(bool ofA, bool ofB) {
    std::vector<Layout> all;
    const auto add = [&](std::uint64_t a, std::uint64_t b) {
        const Layout layout{ofA ? a : descriptor(0, 128, 256, 0), ofB ? b : descriptor(kB, 128, 256, 0)};
        if (std::ranges::find(all, layout) == all.end()) all.push_back(layout);
    };
    add(descriptor(0, 128, 256, 0), descriptor(kB, 128, 256, 0));
    add(descriptor(0, 1024, 128, 0), descriptor(kB, 512, 128, 0));
    add(descriptor(0, 2048, 256, 0), descriptor(kB, 4096, 384, 0));
    for (std::uint64_t s = 1; s <= 3; ++s) {
        const std::uint32_t row = s == 1 ? 128 : s == 2 ? 64 : 32;
        add(descriptor(0, 16 * row, 8 * row, s), descriptor(kB, 16 * row, 8 * row, s));
        add(descriptor(0, 8 * row, 32 * row, s), descriptor(kB, 8 * row, 32 * row, s));
        add(descriptor(0, 4096, 1024, s), descriptor(kB, 2048, 1024, s));
        add(descriptor(2048, 4096, 1024, s), descriptor(kB + 2048, 2048, 1024, s));
        add(descriptor(row, 4096, 1024, s), descriptor(kB + 2 * row, 2048, 1024, s));
    }
    return all;
}

std::uint64_t digestOf(const std::string& instruction, const std::string& tail,
                       const std::vector<std::uint8_t>& image, const std::vector<Layout>& layouts) {
    Machine machine({.instruction = "wgmma.mma_async.sync.aligned.m64n32" + instruction,
                     .tail = tail,
                     .registers = 16,
                     .imageBytes = 65536});
    std::uint64_t all = kStartOfDigest;
    for (const Layout& layout : layouts) {
        std::vector<std::int16_t> quarters;
        for (const std::uint32_t bits :
             machine.run(image, std::vector<std::uint32_t>(2048), layout.a, layout.b))
            quarters.push_back(static_cast<std::int16_t>(std::bit_cast<float>(bits) * 4));
        all = digest(quarters, all);
    }
    return all;
}

TEST(WarpgroupDescriptors, FindFactorsAlongK) {
    const Images all = images();
    EXPECT_EQ(digestOf("k16.f32.f16.f16", ", 1, 1, 0, 0", all.halves, layoutsAlongK(true)),
              0xfcd468d7405d8c50);
    EXPECT_EQ(digestOf("k32.f32.e4m3.e4m3", ", 1, 1", all.bytes, layoutsAlongK(false)), 0x8e03ce87bb7174c9);
    EXPECT_EQ(digestOf("k8.f32.tf32.tf32", ", 1, 1", all.words, layoutsAlongK(false)), 0xc32028cbc091a147);
}

TEST(WarpgroupDescriptors, FindFactorsAcross) {
    const Images all = images();
    EXPECT_EQ(digestOf("k16.f32.f16.f16", ", 1, 1, 1, 0", all.halves, layoutsAcross(true, false)),
              0xf13ee43f0d3b12e4);
    EXPECT_EQ(digestOf("k16.f32.f16.f16", ", 1, 1, 0, 1", all.halves, layoutsAcross(false, true)),
              0x804ae98c9ce5a98b);
    EXPECT_EQ(digestOf("k16.f32.f16.f16", ", 1, 1, 1, 1", all.halves, layoutsAcross(true, true)),
              0xec60363020e68574);
}

TEST(WarpgroupDescriptors, AndFragmentsInRegisters) {
    const Images all = images();
    Machine inRegisters({.instruction = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
                         .tail = ", 1, 1, 1",
                         .imageBytes = 65536,
                         .halves = true});
    EXPECT_EQ(digest(inRegisters.run(all.halves, all.registers, 0, descriptor(0, 1024, 128, 0))),
              0x1e9edc596d267902);
    // what is in the sums is not added
    Machine anew({.instruction = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
                  .tail = ", 1, 1, 0, 0",
                  .imageBytes = 65536});
    EXPECT_EQ(digest(anew.run(all.halves, all.registers, descriptor(0, 128, 256, 0),
                              descriptor(kB, 128, 256, 0), 0)),
              0x19e039d7e4577d3b);
}

TEST(WarpgroupProducts, ReadBothFactorsOncePerWarpgroup) {
    Machine machine({.instruction = "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16",
                     .tail = ", 1, 1, 0, 0",
                     .registers = 16,
                     .imageBytes = 65536});
    model::Trace trace;
    machine.runner().config.sink = &trace;
    machine.run(images().halves, std::vector<std::uint32_t>(2048), descriptor(0, 16, 1024, 1),
                descriptor(kB, 16, 1024, 1));
    std::vector<std::size_t> byWarp(4);
    for (const model::WarpAccess& access : trace.accesses()) {
        if (access.operation != model::Operation::MatrixLoad) continue;
        ++byWarp[access.warp];
        EXPECT_EQ(access.space, model::Space::Shared);
        EXPECT_EQ(access.matrices, 4);
        EXPECT_EQ(access.width, 16);
    }
    // 16 rows of A each; B, of 32 columns, by the first
    EXPECT_EQ(byWarp, (std::vector<std::size_t>{3, 1, 1, 1}));
}

TEST(WarpgroupProducts, BeyondSharedMemoryAreAFault) {
    Machine machine({.instruction = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
                     .tail = ", 1, 1, 0, 0",
                     .imageBytes = 65536});
    const std::uint64_t memory = machine.runner().buffer(std::vector<std::uint8_t>(65536));
    const Fault fault = machine.runner().faultOf("k", {}, {128, 1, 1},
                                                 Parameters()
                                                     .add(memory)
                                                     .add(memory)
                                                     .add(memory)
                                                     .add(descriptor(65536, 128, 256, 0))
                                                     .add(descriptor(0, 128, 256, 0))
                                                     .add(std::uint32_t{1}));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
}

TEST(WarpgroupProducts, NeedFourWarps) {
    Machine machine({.instruction = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
                     .tail = ", 1, 1, 0, 0",
                     .imageBytes = 65536});
    const std::uint64_t memory = machine.runner().buffer(std::vector<std::uint8_t>(65536));
    const std::uint64_t plain = descriptor(0, 128, 256, 0);
    const Fault fault = machine.runner().faultOf(
        "k", {}, {96, 1, 1},
        Parameters().add(memory).add(memory).add(memory).add(plain).add(plain).add(std::uint32_t{1}));
    EXPECT_EQ(fault.kind, FaultKind::Trap);
    EXPECT_NE(std::string(fault.what()).find("three others"), std::string::npos);
}

TEST(WarpgroupProducts, OfOtherShapesAreNamed) {
    for (const char* instruction :
         {"m64n8k32.f32.f16.f16", "m64n12k16.f32.f16.f16", "m64n40k32.s32.s8.s8", "m64n264k16.f32.f16.f16"}) {
        const std::string name = std::string("wgmma.mma_async.sync.aligned.") + instruction;
        const Runner runner(textOf({.instruction = name, .tail = ", 1, 1, 0, 0", .imageBytes = 65536}));
        EXPECT_EQ(runner.module->kernels()[0].unsupported.size(), 1U) << instruction;
    }
}

/// A sparse product of 64 x 16 by a warpgroup, and by mma.sp of its warps: the kernels "wide" and "narrow".
struct SparseProduct {
    std::string wide, narrow, tail; ///< shapes with types; the words behind the predicate
    int selector = 0;
    bool aInRegisters = true, bAcross = false, halfSums = false;
};

std::string list(char letter, unsigned first, unsigned count) {
    std::string all = "{";
    for (unsigned i = first; i < first + count; ++i)
        all += (i == first ? "%" : ", %") + std::string(1, letter) + std::to_string(i);
    return all + "}";
}

/// A thread has 4 words of A, 8 of B for mma, one of metadata and 8 of sums (4 of f16); the image is A and B
/// for wgmma.
std::string textOf(const SparseProduct& product) {
    const unsigned sums = product.halfSums ? 4 : 8;
    const std::string number = std::to_string(product.selector), bytes = std::to_string(sums * 4);
    std::string loads, stores;
    const auto load = [&](char letter, unsigned count, const char* from) {
        loads += "mad.wide.u32 %o, %t, " + std::to_string(count * 4) + ", " + from + ";\n";
        for (unsigned i = 0; i < count; ++i)
            loads += "ld.global.b32 %" + std::string(1, letter) + std::to_string(i) + ", [%o+" +
                     std::to_string(i * 4) + "];\n";
    };
    load('a', 4, "%pa");
    load('b', 8, "%pb");
    load('m', 1, "%pm");
    load('d', sums, "%pd");
    stores = "mad.wide.u32 %o, %t, " + bytes + ", %pd;\n";
    for (unsigned i = 0; i < sums; ++i)
        stores += "st.global.b32 [%o+" + std::to_string(i * 4) + "], %d" + std::to_string(i) + ";\n";
    const std::string head =
        "(.param .u64 image, .param .u64 a, .param .u64 b, .param .u64 m, .param .u64 d) {\n.reg .b64 %pi, "
        "%pa, "
        "%pb, %pm, %pd, %o, %da, %db;\n.reg .b32 %t, %x, %s, %a<4>, %b<8>, %m<1>, %d<8>, %v<4>;\n.reg .pred "
        "%p;\n.shared .align 1024 .b8 box[3072];\nld.param.u64 %pi, [image];\nld.param.u64 %pa, "
        "[a];\nld.param.u64 %pb, [b];\nld.param.u64 %pm, [m];\nld.param.u64 %pd, [d];\nmov.u32 %t, %tid.x;\n";
    // 3072 bytes are 24 of each thread
    std::string fill = "mad.wide.u32 %o, %t, 24, %pi;\nmov.u32 %s, box;\nmad.lo.u32 %x, %t, 24, %s;\n";
    for (int i = 0; i < 24; i += 8)
        fill += "ld.global.v2.b32 {%v0, %v1}, [%o+" + std::to_string(i) + "];\nst.shared.v2.b32 [%x+" +
                std::to_string(i) + "], {%v0, %v1};\n";
    const std::string a = product.aInRegisters ? list('a', 0, 4) : "%da";
    std::string narrow;
    for (const unsigned half : {0U, 1U})
        narrow += "mma.sp::ordered_metadata.sync.aligned." + product.narrow + " " +
                  list('d', half * sums / 2, sums / 2) + ", " + list('a', 0, 4) + ", " +
                  list('b', half * 4, 4) + ", " + list('d', half * sums / 2, sums / 2) + ", %m0, " + number +
                  ";\n";
    return ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry wide" + head + fill + loads +
           "fence.proxy.async;\nbar.sync 0;\nsetp.eq.u32 %p, 0, 0;\n"
           // rows of 16 bytes, eight after another: along k, then along m or n
           "mov.b64 %da, " +
           std::to_string(descriptor(0, 128, 256, 0)) + ";\nmov.b64 %db, " +
           std::to_string(descriptor(2048, 128, 512, 0)) +
           ";\ncvt.u64.u32 %o, %s;\nshr.u64 %o, %o, 4;\nadd.u64 %da, %da, %o;\nadd.u64 %db, %db, "
           "%o;\nwgmma.fence.sync.aligned;\nwgmma.mma_async.sp.sync.aligned." +
           product.wide + " " + list('d', 0, sums) + ", " + a + ", %db, %m0, " + number + ", %p" +
           product.tail + ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" + stores +
           "ret;\n}\n.visible .entry narrow" + head + loads + narrow + stores + "ret;\n}\n";
}

enum class Numbers : std::uint8_t { F16, BF16, TF32, E4M3, Integer };
std::vector<std::uint8_t> someRows(Random& random, Numbers numbers, std::size_t rows, std::size_t bytes) {
    std::vector<std::uint8_t> all(rows * bytes);
    // small ones of 8 bits, whose sums are exact, as wgmma keeps less of them
    constexpr std::array<std::uint8_t, 6> kSmall{0x00, 0x38, 0xb8, 0x40, 0xc0, 0x44};
    for (std::size_t i = 0; i < all.size();) {
        std::uint32_t bits = static_cast<std::uint8_t>(random.next());
        std::size_t size = 1;
        if (numbers == Numbers::E4M3) bits = kSmall[random.below(6)];
        if (numbers == Numbers::F16 || numbers == Numbers::BF16) {
            bits = numbers == Numbers::F16 ? number(random, 5, 10, 1) : number(random, 8, 7, 2);
            size = 2;
        } else if (numbers == Numbers::TF32) {
            bits = number(random, 8, 23, 2);
            size = 4;
        }
        std::memcpy(&all[i], &bits, size);
        i += size;
    }
    return all;
}

/// What the warpgroup's sums are, and what those of mma.sp are, which were measured on an H200.
void compareSparse(const SparseProduct& product, Numbers numbers) {
    SCOPED_TRACE(product.wide + (product.aInRegisters ? " registers " : " memory ") +
                 std::to_string(product.selector) + product.tail);
    Random random(99);
    // rows of A as they are there, and columns of B, along k
    const auto a = someRows(random, numbers, 64, 32), b = someRows(random, numbers, 16, 64);
    std::vector<std::uint8_t> image(3072);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t row = i / 32, byte = i % 32;
        image[byte / 16 * 128 + row / 8 * 256 + row % 8 * 16 + byte % 16] = a[i];
    }
    for (std::size_t i = 0; i < b.size(); ++i) {
        const std::size_t column = i / 64, byte = i % 64, k = byte / 2;
        const std::size_t at = product.bAcross
                                   ? k / 8 * 128 + column / 8 * 512 + k % 8 * 16 + column % 8 * 2 + byte % 2
                                   : byte / 16 * 128 + column / 8 * 512 + column % 8 * 16 + byte % 16;
        image[2048 + at] = b[i];
    }
    constexpr std::array<std::uint32_t, 6> kPairs{0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    std::vector<std::uint32_t> wordsOfA, wordsOfB, metadata, sums;
    const auto wordAt = [](const std::vector<std::uint8_t>& from, std::size_t at) {
        std::uint32_t word = 0;
        std::memcpy(&word, &from[at], 4);
        return word;
    };
    for (std::size_t thread = 0; thread < 128; ++thread) {
        const std::size_t row = thread / 32 * 16 + thread % 32 / 4, part = thread % 4 * 4;
        for (std::size_t i = 0; i < 4; ++i)
            wordsOfA.push_back(wordAt(a, (row + i % 2 * 8) * 32 + i / 2 * 16 + part));
        for (std::size_t i = 0; i < 8; ++i)
            wordsOfB.push_back(wordAt(b, (i / 4 * 8 + thread % 32 / 4) * 64 + i % 4 * 16 + part));
        std::uint32_t word = 0;
        for (unsigned group = 0; group < 8; ++group)
            word |=
                (numbers == Numbers::TF32 ? (random.below(2) != 0 ? 0xeU : 0x4U) : kPairs[random.below(6)])
                << (4 * group);
        metadata.push_back(word);
        for (int i = 0; i < (product.halfSums ? 4 : 8); ++i)
            sums.push_back(product.halfSums ? number(random, 5, 10, 1) | number(random, 5, 10, 1) << 16
                           : numbers == Numbers::Integer ? static_cast<std::uint32_t>(random.next())
                           : numbers == Numbers::E4M3 ? std::bit_cast<std::uint32_t>(float(random.below(9)))
                                                      : number(random, 8, 23, 1));
    }
    Runner runner(textOf(product));
    const auto run = [&](const char* kernel) {
        const std::uint64_t d = runner.buffer(sums);
        runner.launch(kernel, {}, {128, 1, 1},
                      Parameters()
                          .add(runner.buffer(image))
                          .add(runner.buffer(wordsOfA))
                          .add(runner.buffer(wordsOfB))
                          .add(runner.buffer(metadata))
                          .add(d));
        return runner.read<std::uint32_t>(d, sums.size());
    };
    const auto expected = run("narrow");
    EXPECT_NE(expected, sums);
    EXPECT_EQ(run("wide"), expected);
}

TEST(SparseWarpgroupProducts, AreThoseOfTheirWarps) {
    for (const bool inRegisters : {true, false}) {
        const std::string turns = inRegisters ? ", 0" : ", 0, 0", turned = inRegisters ? ", 1" : ", 0, 1";
        for (const int selector : {0, 1}) {
            const std::string half = "m16n8k32.row.col.f32.f16.f16.f32";
            compareSparse({"m64n16k32.f32.f16.f16", half, ", 1, 1" + turns, selector, inRegisters},
                          Numbers::F16);
            compareSparse({"m64n16k32.f32.f16.f16", half, ", 1, 1" + turned, selector, inRegisters, true},
                          Numbers::F16);
            compareSparse({"m64n16k32.f16.f16.f16", "m16n8k32.row.col.f16.f16.f16.f16", ", 1, 1" + turns,
                           selector, inRegisters, false, true},
                          Numbers::F16);
            compareSparse({"m64n16k32.f32.bf16.bf16", "m16n8k32.row.col.f32.bf16.bf16.f32", ", 1, 1" + turns,
                           selector, inRegisters},
                          Numbers::BF16);
            compareSparse({"m64n16k16.f32.tf32.tf32", "m16n8k16.row.col.f32.tf32.tf32.f32", ", 1, 1",
                           selector, inRegisters},
                          Numbers::TF32);
        }
        compareSparse(
            {"m64n16k64.f32.e4m3.e4m3", "m16n8k64.row.col.f32.e4m3.e4m3.f32", ", 1, 1", 0, inRegisters},
            Numbers::E4M3);
        compareSparse({"m64n16k64.s32.s8.u8", "m16n8k64.row.col.s32.s8.u8.s32", "", 0, inRegisters},
                      Numbers::Integer);
        compareSparse(
            {"m64n16k64.satfinite.s32.u8.s8", "m16n8k64.row.col.satfinite.s32.u8.s8.s32", "", 0, inRegisters},
            Numbers::Integer);
    }
}

TEST(SparseWarpgroupProducts, OfOtherShapesAreNamed) {
    const auto parsed = [](const char* wide, const char* tail, int selector = 0) {
        return Module::parse(textOf(SparseProduct{wide, "m16n8k32.row.col.f32.f16.f16.f32", tail, selector}),
                             "t");
    };
    EXPECT_EQ(parsed("m64n16k16.f32.f16.f16", ", 1, 1, 0")->find("wide")->unsupported.size(), 1U);
    EXPECT_EQ(parsed("m64n16k256.s32.b1.b1.and.popc", "")->find("wide")->unsupported.size(), 1U);
    EXPECT_TRUE(parsed("m64n16k64.s32.s8.s8", "")->find("wide")->unsupported.empty());
    EXPECT_THROW(parsed("m64n16k64.s32.s8.s8", "", 1), ParseError);
    EXPECT_THROW(parsed("m64n16k32.f32.f16.f16", ", 1, 1, 0", 2), ParseError);
}

} // namespace
} // namespace lanescope::ptx
