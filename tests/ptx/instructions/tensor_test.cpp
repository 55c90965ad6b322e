// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Copies of boxes of tensors, as an H200 (driver 580) made them: of what was in shared and in global memory
// afterwards the tests have digests.
#include "measured.h"
#include "model/trace.h"
#include "ptx/tensor/tensor_map.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

using enum TensorElement;

constexpr std::size_t kMemory = 1 << 20, kShared = 8192, kSpecial = 524288;

/// A megabyte of anything, with numbers that rounding would change in the middle, and what goes to shared
/// memory.
struct Contents {
    std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(kMemory),
                              shared = std::vector<std::uint8_t>(kShared);
};
const Contents& contents() {
    static const Contents made = [] {
        Contents all;
        Random random(5);
        for (std::uint8_t& byte : all.memory) byte = static_cast<std::uint8_t>(random.next());
        constexpr std::array<std::uint32_t, 12> kNumbers{0x00000001, 0x807fffff, 0x3f801fff, 0x3f801000,
                                                         0x3f803000, 0x7f7fffff, 0x7fc12345, 0x7f800001,
                                                         0xff800000, 0x00001fff, 0x80001000, 0x3f800fff};
        for (std::size_t i = 0; i < 1024; ++i)
            std::memcpy(&all.memory[kSpecial + i * 4], &kNumbers[i % kNumbers.size()], 4);
        for (std::uint8_t& byte : all.shared) byte = static_cast<std::uint8_t>(random.next());
        return all;
    }();
    return made;
}

/// %map, %out (global memory for what shared memory held), %in; %box: 8 KiB of shared memory.
std::string kernel(const std::string& body) {
    return ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .align 64 .b8 map[128], "
           ".param .u64 memory, .param .align 4 .b8 at[20], .param .u32 offset) {\n.reg .b64 %map, %o, %p, "
           "%s;\n"
           ".reg .b32 %t, %box, %bar, %to, %c<5>, %v<4>, %a;\n.reg .pred %q, %w;\n"
           ".shared .align 1024 .b8 box[8192];\n.shared .align 8 .b64 bar;\n"
           "mov.b64 %map, map;\ncvta.param.u64 %map, %map;\nld.param.u64 %p, [memory];\n"
           "ld.param.u32 %c0, [at];\nld.param.u32 %c1, [at+4];\nld.param.u32 %c2, [at+8];\nld.param.u32 %c3, "
           "[at+12];\nld.param.u32 %c4, [at+16];\nld.param.u32 %to, [offset];\nmov.u32 %box, box;\nadd.u32 "
           "%to, "
           "%to, %box;\nmov.u32 %bar, bar;\nmov.u32 %t, %tid.x;\nsetp.eq.u32 %q, %t, 0;\n" +
           body + "ret;\n}\n";
}
/// For all 16 bytes of shared memory: at %a there and %o of global memory.
std::string each(const std::string& label, const std::string& body) {
    return "shl.b32 %a, %t, 4;\n" + label +
           ":\ncvt.u64.u32 %o, %a;\nadd.u64 %o, %p, %o;\nadd.u32 %c0, %box, %a;\n" + body +
           "add.u32 %a, %a, 512;\nsetp.lt.u32 %w, %a, 8192;\n@%w bra " + label + ";\n";
}
std::string coordinates(unsigned rank) {
    std::string all = "{%c0";
    for (unsigned i = 1; i < rank; ++i) all += ", %c" + std::to_string(i);
    return all + "}";
}
/// mode: what follows the name; offsets: what follows the barrier.
std::string loadText(unsigned rank, const std::string& mode = "tile", const std::string& offsets = "") {
    return kernel(
        "mov.u32 %v0, %c0;\n" +
        each("FILL", "st.shared.v4.b32 [%c0], {0xabababab, 0xabababab, 0xabababab, 0xabababab};\n") +
        "mov.u32 %c0, %v0;\nbar.sync 0;\n@!%q bra END;\nmbarrier.init.shared::cta.b64 [%bar], 1;\n"
        "mbarrier.arrive.shared::cta.b64 _, [%bar];\n"
        "cp.async.bulk.tensor." +
        std::to_string(rank) + "d.shared::cluster.global." + mode +
        ".mbarrier::complete_tx::bytes [%to], [%map, " + coordinates(rank) + "], [%bar]" + offsets +
        ";\nEND:\nbar.sync 0;\n" +
        each("OUT", "ld.shared.v4.b32 {%v0, %v1, %v2, %v3}, [%c0];\nst.global.v4.b32 [%o], {%v0, %v1, %v2, "
                    "%v3};\n"));
}
std::string storeText(const std::string& instruction, unsigned rank = 2, const std::string& mode = "tile") {
    return kernel(
        "mov.u32 %v0, %c0;\nmov.u32 %bar, %v0;\n" +
        each("IN", "ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%o];\nst.shared.v4.b32 [%c0], {%v0, %v1, %v2, "
                   "%v3};\n") +
        "mov.u32 %c0, %bar;\nbar.sync 0;\n@%q " + instruction + "." + mode + ".bulk_group [%map, " +
        coordinates(rank) +
        "], [%to];\ncp.async.bulk.commit_group;\n"
        "cp.async.bulk.wait_group 0;\n");
}

struct Box {
    TensorElement element = U32;
    std::vector<std::uint64_t> size, stride;
    std::vector<std::uint16_t> box;
    std::vector<std::int32_t> at;
    std::vector<std::uint8_t> step{1, 1, 1, 1, 1};
    SharedSwizzle swizzle = SharedSwizzle::None;
    bool nan = false;
    std::uint32_t offset = 0;
    std::uint16_t pixels = 0; ///< of columns (im2col), whose box has its innermost dimension alone
    std::vector<std::int16_t> lower, upper;
};

class Tensors {
public:
    explicit Tensors(const std::string& text)
        : m_runner(text), m_memory(m_runner.buffer(contents().memory)) {}
    /// Launches the copy; data: what goes to shared memory, or takes what it holds.
    void run(const Box& box, std::uint64_t data, std::uint64_t from = 0) {
        Parameters parameters = parametersOf(box, data, from);
        m_runner.launch("k", {}, {32, 1, 1}, parameters);
    }
    Fault faultOf(const Box& box, std::uint64_t data) {
        return m_runner.faultOf("k", {}, {32, 1, 1}, parametersOf(box, data, 0));
    }
    Runner& runner() { return m_runner; }
    std::uint64_t memory() const { return m_memory; }

private:
    struct alignas(64) Map {
        std::array<std::byte, kTensorMapBytes> bytes;
    };
    Parameters parametersOf(const Box& box, std::uint64_t data, std::uint64_t from) const {
        TensorMap map{.address = m_memory + from,
                      .element = box.element,
                      .rank = static_cast<std::uint8_t>(box.size.size()),
                      .swizzle = box.swizzle,
                      .fillsWithNan = box.nan};
        std::copy(box.size.begin(), box.size.end(), map.size.begin());
        std::copy(box.stride.begin(), box.stride.end(), map.stride.begin());
        std::copy(box.box.begin(), box.box.end(), map.box.begin());
        std::copy(box.step.begin(), box.step.end(), map.step.begin());
        map.asColumns = box.pixels != 0;
        map.pixels = box.pixels;
        std::copy(box.lower.begin(), box.lower.end(), map.lower.begin());
        std::copy(box.upper.begin(), box.upper.end(), map.upper.begin());
        EXPECT_EQ(whyNotEncoded(map), "");
        std::array<std::int32_t, 5> at{};
        std::copy(box.at.begin(), box.at.end(), at.begin());
        return Parameters().add(Map{encoded(map)}).add(data).add(at).add(box.offset);
    }

    Runner m_runner;
    std::uint64_t m_memory;
};

std::uint64_t digestOfLoads(const std::vector<Box>& boxes, std::uint64_t from = 0) {
    std::uint64_t all = kStartOfDigest;
    for (const Box& box : boxes) {
        Tensors tensors(loadText(static_cast<unsigned>(box.size.size())));
        const std::uint64_t shared = tensors.runner().buffer(std::vector<std::uint8_t>(kShared));
        tensors.run(box, shared, from);
        all = digest(tensors.runner().read<std::uint8_t>(shared, kShared), all);
    }
    return all;
}

TEST(TensorCopies, LoadBoxesOfOneToFiveDimensions) {
    std::vector<Box> boxes;
    for (const std::int32_t at : {128, 980, -20}) boxes.push_back({.size = {1000}, .box = {64}, .at = {at}});
    boxes.push_back({.size = {1000}, .box = {64}, .at = {8}, .step = {2}});
    const auto plane = [&](std::vector<std::int32_t> at, std::vector<std::uint8_t> step,
                           std::uint32_t offset = 0) {
        boxes.push_back({.size = {70, 50},
                         .stride = {320},
                         .box = {32, 16},
                         .at = std::move(at),
                         .step = std::move(step),
                         .offset = offset});
    };
    plane({8, 7}, {1, 1}, 128);
    plane({60, 40}, {1, 1});
    plane({-4, -5}, {1, 1});
    plane({4, 3}, {1, 2});
    plane({4, 1}, {2, 3}); // the step of the innermost dimension is not heeded
    plane({4, 40}, {1, 3});
    plane({-4, -2}, {3, 3});
    boxes.push_back(
        {.element = U16, .size = {40, 20, 12}, .stride = {96, 2048}, .box = {8, 5, 4}, .at = {32, 17, 10}});
    boxes.push_back({.element = U16,
                     .size = {40, 20, 12, 5},
                     .stride = {96, 2048, 32768},
                     .box = {8, 3, 4, 2},
                     .at = {8, 18, 9, 4}});
    for (const auto& [fourth, fifth] : {std::pair{3, 1}, {-1, 2}})
        boxes.push_back({.element = U8,
                         .size = {64, 20, 12, 5, 3},
                         .stride = {96, 2048, 32768, 163840},
                         .box = {16, 3, 2, 2, 2},
                         .at = {48, 18, 5, fourth, fifth}});
    EXPECT_EQ(digestOfLoads(boxes), 0x3d0c85ce32259727);
}

TEST(TensorCopies, SwizzleRowsOfTheirWidth) {
    std::vector<Box> boxes;
    for (const auto swizzle : {SharedSwizzle::Bytes32, SharedSwizzle::Bytes64, SharedSwizzle::Bytes128})
        for (const std::uint16_t width : {8, 16, 32})
            for (const std::uint32_t offset : {0U, 128U, 256U, 512U, 1024U})
                if (width * 4U <= rowBytesOf(swizzle))
                    boxes.push_back({.size = {70, 50},
                                     .stride = {320},
                                     .box = {width, 24},
                                     .at = {4, 2},
                                     .swizzle = swizzle,
                                     .offset = offset});
    boxes.push_back({.element = U16,
                     .size = {40, 20, 12},
                     .stride = {96, 2048},
                     .box = {32, 5, 4},
                     .at = {8, 17, 7},
                     .swizzle = SharedSwizzle::Bytes64});
    EXPECT_EQ(digestOfLoads(boxes), 0x280fe9902b28d000);
}

TEST(TensorCopies, FillWhatIsOutside) {
    std::vector<Box> boxes;
    const auto add = [&](TensorElement element, bool nan) {
        boxes.push_back({.element = element,
                         .size = {70, 50},
                         .stride = {640},
                         .box = {16, 8},
                         .at = {64, 44},
                         .nan = nan});
    };
    for (const TensorElement element : {F16, F32, F64, BF16, F32Flushed, TF32, TF32Flushed})
        for (const bool nan : {false, true}) add(element, nan);
    for (const TensorElement element : {U8, U16, U64, S32, S64}) add(element, false);
    EXPECT_EQ(digestOfLoads(boxes), 0x9a89717d2146eba8);
}

TEST(TensorCopies, RoundToTensorFloats) {
    std::vector<Box> boxes;
    for (const TensorElement element : {F16, F32, BF16, F32Flushed, TF32, TF32Flushed})
        boxes.push_back({.element = element, .size = {512}, .box = {64}, .at = {0}});
    EXPECT_EQ(digestOfLoads(boxes, kSpecial), 0xd6fffa3affd4d00d);
}

struct Store {
    std::string instruction;
    std::vector<TensorElement> elements;
    std::uint64_t digest;
};
class TensorStores : public ::testing::TestWithParam<Store> {};

TEST_P(TensorStores, LeaveWhatAnH200Leaves) {
    Tensors tensors(storeText(GetParam().instruction));
    const std::uint64_t shared = tensors.runner().buffer(contents().shared);
    std::uint64_t all = kStartOfDigest;
    for (const TensorElement element : GetParam().elements)
        for (unsigned swizzle = 0;
             swizzle < (GetParam().elements.size() == kTensorElements && element == U32 ? 4U : 1U); ++swizzle)
            for (const bool edge : {false, true}) {
                const auto memory = tensors.runner().memory.view(tensors.memory(), 65536);
                std::memcpy(memory.data(), contents().memory.data(), 65536);
                const std::uint16_t width = swizzle == 1 ? 8 : 16;
                tensors.run({.element = element,
                             .size = {70, 50},
                             .stride = {640},
                             .box = {width, 4},
                             .at = {edge ? 64 : 16, edge ? 48 : 3},
                             .swizzle = static_cast<SharedSwizzle>(swizzle)},
                            shared);
                all = digest(
                    tensors.runner().read<std::uint8_t>(tensors.memory() + (edge ? 48U : 3U) * 640, 2560),
                    all);
            }
    EXPECT_EQ(all, GetParam().digest) << GetParam().instruction;
}

const std::string kStore = "cp.async.bulk.tensor.2d.global.shared::cta";
const std::string kReduce = "cp.reduce.async.bulk.tensor.2d.global.shared::cta";
INSTANTIATE_TEST_SUITE_P(
    All, TensorStores,
    ::testing::Values(Store{kStore,
                            {U8, U16, U32, S32, U64, S64, F16, F32, F64, BF16, F32Flushed, TF32, TF32Flushed},
                            0xc6fb7e67828de068},
                      Store{kReduce + ".add", {U32, S32, U64, F16, F32, BF16}, 0xec43d9d67f991bae},
                      Store{kReduce + ".min", {U32, S32, U64, S64, F16, BF16}, 0x34a56139e1f77b35},
                      Store{kReduce + ".max", {U32, S32, U64, S64, F16, BF16}, 0xe3876b0ff499eb2d},
                      Store{kReduce + ".inc", {U32}, 0xc034ef750a594084},
                      Store{kReduce + ".dec", {U32}, 0x0d2e90fc4bc99e22},
                      Store{kReduce + ".and", {U32, S32, U64}, 0xbec233ccd6ac9064},
                      Store{kReduce + ".or", {U32, S32, U64}, 0xe780698050449735},
                      Store{kReduce + ".xor", {U32, S32, U64}, 0xc2d24cf311feed87}));

/// Of the pixels of a column of halves the places in memory, in bytes; -1: outside.
std::vector<std::int64_t> pixelsOf(const Box& box, const std::vector<std::int64_t>& offsets) {
    struct Range {
        std::int64_t begin = 0, end = 1, step = 1, size = 1, at = 0, offset = 0, stride = 0;
    };
    std::array<Range, 3> image; // width, height, depth
    const std::size_t dimensions = box.size.size() - 2;
    for (std::size_t i = 0; i < dimensions; ++i) {
        const auto size = static_cast<std::int64_t>(box.size[i + 1]);
        image[i] = {box.lower[i],
                    size + box.upper[i],
                    box.step[i + 1],
                    size,
                    box.at[i + 1],
                    offsets[i],
                    static_cast<std::int64_t>(box.stride[i])};
    }
    // all pixels of all images, in order, and from the first one on those that are wanted
    std::vector<std::int64_t> places;
    bool begun = false;
    for (std::int64_t n = box.at.back(); places.size() < box.pixels; ++n)
        for (std::int64_t d = image[2].begin; d < image[2].end; d += image[2].step)
            for (std::int64_t h = image[1].begin; h < image[1].end; h += image[1].step)
                for (std::int64_t w = image[0].begin; w < image[0].end; w += image[0].step) {
                    begun = begun || (w == image[0].at && h == image[1].at && d == image[2].at);
                    if (!begun || places.size() == box.pixels) continue;
                    std::int64_t place = n * static_cast<std::int64_t>(box.stride.back()) + box.at[0] * 2;
                    bool inside = n >= 0 && n < static_cast<std::int64_t>(box.size.back());
                    const std::array<std::int64_t, 3> at{w, h, d};
                    for (std::size_t i = 0; i < 3; ++i) {
                        const std::int64_t there = at[i] + image[i].offset;
                        inside = inside && there >= 0 && there < image[i].size;
                        place += there * image[i].stride;
                    }
                    places.push_back(inside ? place : -1);
                }
    return places;
}

// As the PTX ISA has it ("im2col mode"): its examples, and others.
TEST(TensorCopies, LoadColumnsOfPixels) {
    const auto check = [](const Box& box, const std::vector<std::int64_t>& offsets) {
        std::string list;
        for (const std::int64_t offset : offsets) list += (list.empty() ? "" : ", ") + std::to_string(offset);
        SCOPED_TRACE(list);
        Tensors tensors(loadText(static_cast<unsigned>(box.size.size()), "im2col", ", {" + list + "}"));
        const std::uint64_t shared = tensors.runner().buffer(std::vector<std::uint8_t>(kShared));
        tensors.run(box, shared);
        const auto found = tensors.runner().read<std::uint8_t>(shared, kShared);
        const auto places = pixelsOf(box, offsets);
        const std::size_t row = box.box[0] * 2U;
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = 0; j < row; ++j) {
                const bool inside =
                    places[i] >= 0 && static_cast<std::size_t>(box.at[0]) + j / 2 < box.size[0];
                const std::uint8_t expected =
                    inside ? contents().memory[static_cast<std::size_t>(places[i]) + j] : std::uint8_t{0};
                ASSERT_EQ(found[i * row + j], expected) << i << " " << j;
            }
        EXPECT_EQ(found[places.size() * row], 0xab);
    };
    Box box{.element = U16,
            .size = {64, 9, 14, 6},
            .stride = {128, 1152, 16128},
            .box = {8},
            .at = {8, 7, 4, 0},
            .pixels = 64,
            .lower = {-1, -1},
            .upper = {-1, -1}};
    check(box, {0, 0});
    box.at = {56, 7, 12, 5}; // the last image ends
    check(box, {0, 0});
    check(box, {1, 2});
    box.lower = {0, 0};
    box.upper = {-2, -2};
    box.at = {8, 6, 4, 0};
    check(box, {2, 2});
    box.lower = {-2, 1}; // the width comes first
    box.upper = {3, -4};
    box.at = {48, -2, 9, 2};
    check(box, {0, 3});
    check(box, {5, 0});
    box = {.element = U16,
           .size = {64, 8, 14, 6},
           .stride = {128, 1024, 14336},
           .box = {16},
           .at = {8, 5, 5, 0},
           .step = {1, 2, 2, 1, 1},
           .pixels = 32,
           .lower = {-1, -1},
           .upper = {-1, -1}};
    check(box, {1, 1});
    box.step = {1, 3, 2, 1, 1};
    box.at = {56, 2, 11, 1}; // half of the channels
    check(box, {0, 1});
    check({.element = U16,
           .size = {32, 20, 5},
           .stride = {64, 1280},
           .box = {32},
           .at = {0, -3, 1},
           .pixels = 40,
           .lower = {-3},
           .upper = {1}},
          {2});
    check({.element = U16,
           .size = {16, 6, 5, 4, 7},
           .stride = {32, 192, 960, 3840},
           .box = {8},
           .at = {0, 3, 4, 2, 1},
           .step = {1, 1, 1, 2, 1},
           .pixels = 100,
           .lower = {-1, 0, -2},
           .upper = {0, 1, -1}},
          {1, 0, 3});
}

TEST(TensorCopies, StoreAndAddColumnsOfPixels) {
    for (const std::string instruction : {"cp.async.bulk.tensor.4d.global.shared::cta",
                                          "cp.reduce.async.bulk.tensor.4d.global.shared::cta.add"}) {
        const Box box{.element = BF16,
                      .size = {64, 9, 14, 6},
                      .stride = {128, 1152, 16128},
                      .box = {8},
                      .at = {16, 6, 4, 5},
                      .pixels = 70,
                      .lower = {0, 2},
                      .upper = {-2, 0}};
        Tensors tensors(storeText(instruction, 4, "im2col_no_offs"));
        std::vector<std::uint8_t> ones(kShared);
        for (std::size_t i = 0; i < kShared; ++i) ones[i] = i % 2 == 0 ? 0x80 : 0x3f;
        const std::uint64_t shared = tensors.runner().buffer(ones);
        const auto memory = tensors.runner().memory.view(tensors.memory(), kMemory);
        std::fill(memory.begin(), memory.end(), std::byte{0});
        tensors.run(box, shared);
        std::vector<std::uint8_t> expected(kMemory);
        int inside = 0;
        for (const std::int64_t place : pixelsOf(box, {0, 0})) {
            if (place < 0) continue;
            ++inside;
            std::copy_n(ones.begin(), 16, expected.begin() + place);
        }
        EXPECT_EQ(inside, 64) << "what follows begins another image, which is not there";
        EXPECT_TRUE(tensors.runner().read<std::uint8_t>(tensors.memory(), kMemory) == expected)
            << instruction;
    }
}

TEST(TensorMaps, OfColumnsHaveTheirLimits) {
    TensorMap map{.element = U16, .rank = 4, .asColumns = true, .pixels = 64};
    map.size = {64, 9, 14, 6};
    map.stride = {128, 1152, 16128};
    map.box = {8};
    map.step = {1, 1, 1, 1};
    EXPECT_EQ(whyNotEncoded(map), "");
    const auto found = decodedTensorMap(encoded(map));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pixels, 64);
    const auto refuses = [&](auto change) {
        TensorMap other = map;
        change(other);
        return !whyNotEncoded(other).empty();
    };
    EXPECT_TRUE(refuses([](TensorMap& m) { m.rank = 2; }));
    EXPECT_TRUE(refuses([](TensorMap& m) { m.pixels = 1025; }));
    EXPECT_TRUE(refuses([](TensorMap& m) { m.box[0] = 4; }));
    EXPECT_TRUE(refuses([](TensorMap& m) { m.lower[1] = -129; }));
    EXPECT_FALSE(refuses([](TensorMap& m) { m.lower[1] = -128; }));
    EXPECT_TRUE(refuses([](TensorMap& m) { m.upper[0] = -9; })) << "nothing is left of an image";
    EXPECT_FALSE(refuses([](TensorMap& m) { m.upper[0] = -8; }));
}

TEST(TensorCopies, AreToldAsPiecesOfSixteenBytes) {
    Tensors tensors(loadText(2));
    model::Trace trace;
    tensors.runner().config.sink = &trace;
    tensors.run({.size = {70, 50}, .stride = {320}, .box = {32, 16}, .at = {60, 40}},
                tensors.runner().buffer(std::vector<std::uint8_t>(kShared)));
    std::uint64_t loaded = 0, stored = 0;
    int barriers = 0;
    for (const model::WarpAccess& access : trace.accesses()) {
        // the copy comes between an arrival at the mbarrier, which was initialized before, and the bytes it
        // counts
        const bool atBarrier = access.space == model::Space::Shared && access.width == 8;
        if (atBarrier) ++barriers;
        if (atBarrier || barriers != 2) continue;
        const auto bytes = static_cast<std::uint64_t>(access.width) *
                           static_cast<unsigned>(std::popcount(access.activeMask));
        if (access.space == model::Space::Global)
            loaded += bytes;
        else
            stored += bytes;
    }
    // of a box of 32 x 16 words, 10 x 10 are in the tensor
    EXPECT_EQ(loaded, 10U * 10 * 4);
    EXPECT_EQ(stored, 32U * 16 * 4);
}

TEST(TensorCopies, ThatCannotBeAreFaults) {
    const auto expect = [](const Box& box, const std::string& what, FaultKind kind = FaultKind::Trap) {
        Tensors tensors(loadText(2));
        const Fault fault = tensors.faultOf(box, tensors.runner().buffer(std::vector<std::uint8_t>(kShared)));
        EXPECT_EQ(fault.kind, kind) << fault.what();
        EXPECT_NE(std::string(fault.what()).find(what), std::string::npos) << fault.what();
    };
    const Box right{.size = {70, 50}, .stride = {320}, .box = {32, 16}, .at = {4, 0}};
    Box box = right;
    box.at = {5, 0};
    expect(box, "20 bytes into its row");
    box = right;
    box.offset = 16;
    expect(box, "not a multiple of 128", FaultKind::Misaligned);
    box = {.size = {1000}, .box = {64}, .at = {0}};
    expect(box, "a copy of a tensor of 2 dimensions by a map of 1");
    box = {.element = U16,
           .size = {64, 9, 6},
           .stride = {128, 1152},
           .box = {8},
           .at = {8, 7, 4},
           .pixels = 8,
           .lower = {0},
           .upper = {0}};
    Tensors tensors(loadText(3));
    const Fault fault = tensors.faultOf(box, tensors.runner().buffer(std::vector<std::uint8_t>(kShared)));
    EXPECT_NE(std::string(fault.what()).find("by a map that was made for columns"), std::string::npos)
        << fault.what();
}

TEST(TensorMaps, KeepWhatTheyWereMadeOf) {
    TensorMap map{.address = 0x7f2000600040, // has that bit
                  .element = BF16,
                  .rank = 3,
                  .swizzle = SharedSwizzle::Bytes64,
                  .fillsWithNan = true};
    map.size = {1ULL << 32, 7, 1, 1, 1};
    map.stride = {1024, 8192};
    map.box = {32, 256, 1};
    map.step = {1, 8, 1};
    // CUTLASS clears a bit of the second word, for a driver that has it wrong.
    auto bytes = encoded(map);
    bytes[8 + 21 / 8] &= ~std::byte{1 << 21 % 8};
    const auto found = decodedTensorMap(bytes);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->address, map.address);
    EXPECT_EQ(found->size, map.size);
    EXPECT_EQ(found->stride, map.stride);
    EXPECT_EQ(found->box, map.box);
    EXPECT_EQ(found->step, map.step);
    EXPECT_EQ(found->element, map.element);
    EXPECT_EQ(found->rank, map.rank);
    EXPECT_EQ(found->swizzle, map.swizzle);
    EXPECT_TRUE(found->fillsWithNan);
    EXPECT_FALSE(decodedTensorMap(std::array<std::byte, kTensorMapBytes>{}));
}

/// One warp; %s: a map in shared memory, which begins as a copy of the bytes at `from`, %g: one in global
/// memory.
std::string changeText(const std::string& changes, const std::string& rest = "") {
    return ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 from, .param .u64 "
           "to, .param .u64 data, .param .u32 count) {\n.reg .b64 %f, %g, %d, %o;\n.reg .b32 %s, %t, %v, %n, "
           "%bar, %box;\n.reg .pred %q;\n.shared .align 128 .b8 map[128];\n.shared .align 128 .b8 "
           "box[128];\n.shared .align 8 .b64 bar;\nld.param.u64 %f, [from];\nld.param.u64 %g, "
           "[to];\nld.param.u64 %d, [data];\nld.param.u32 %n, [count];\nmov.u32 %t, %tid.x;\nmov.u32 %s, "
           "map;\nmov.u32 %bar, bar;\nmov.u32 %box, box;\nmad.wide.u32 %o, %t, 4, %f;\nld.global.u32 %v, "
           "[%o];\nmad.lo.u32 %bar, %t, 4, %s;\nst.shared.u32 [%bar], %v;\nmov.u32 %bar, "
           "bar;\nsetp.eq.u32 %q, %t, 0;\nbar.warp.sync -1;\n" +
           changes +
           "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%g], "
           "[%s], "
           "128;\nfence.proxy.tensormap::generic.release.gpu;\nfence.proxy.tensormap::generic.acquire.gpu "
           "[%g], "
           "128;\n" +
           rest + "ret;\n}\n";
}
std::string replaced(const std::string& field, const std::string& values, const char* type = "b32") {
    return "@%q tensormap.replace.tile." + field + ".shared::cta.b1024." + type + " [%s], " + values + ";\n";
}

/// A plane of words in boxes of 8 x 4, from nothing.
const std::string kMadeOfZeros =
    replaced("global_address", "%d", "b64") + replaced("rank", "1") + replaced("box_dim", "0, 8") +
    replaced("box_dim", "1, 4") + replaced("global_dim", "0, %n") + replaced("global_dim", "1, 50") +
    replaced("global_stride", "0, 320", "b64") + replaced("element_stride", "0, 1") +
    replaced("element_stride", "1, 1") + replaced("elemtype", "2") + replaced("interleave_layout", "0") +
    replaced("swizzle_mode", "0") + replaced("fill_mode", "0");

TEST(TensorMaps, AreMadeOfZeros) {
    const std::string load =
        "@!%q bra END;\nmbarrier.init.shared::cta.b64 [%bar], 1;\nmbarrier.arrive.shared::cta.b64 _, "
        "[%bar];\n"
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%box], [%g, {68, "
        "%t}], [%bar];\nEND:\nbar.warp.sync -1;\nmad.lo.u32 %box, %t, 4, %box;\nld.shared.u32 %v, [%box];\n"
        "mad.wide.u32 %o, %t, 4, %f;\nst.global.u32 [%o], %v;\n";
    Runner runner(changeText(kMadeOfZeros, load));
    std::vector<std::uint32_t> words(80 * 50);
    std::iota(words.begin(), words.end(), 1U);
    const std::uint64_t from = runner.buffer(std::vector<std::uint8_t>(128)),
                        to = runner.buffer(std::vector<std::uint8_t>(128)), data = runner.buffer(words);
    model::Trace trace;
    runner.config.sink = &trace;
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(from).add(to).add(data).add(70U));
    const auto box = runner.read<std::uint32_t>(from, 32);
    for (std::uint32_t i = 0; i < 32; ++i)
        EXPECT_EQ(box[i], i % 8 < 2 ? words[i / 8 * 80 + 68 + i % 8] : 0) << i;
    // what the warp stores, then for each field the words that ptxas accesses, then the copy of the map
    std::string told;
    for (const model::WarpAccess& access : trace.accesses()) {
        const bool global = access.space == model::Space::Global;
        const char letter = access.operation == model::Operation::Load    ? 'L'
                            : access.operation == model::Operation::Store ? 'S'
                                                                          : 'A';
        told += std::string(global ? "g" : "s") + letter + std::to_string(access.width) + "x" +
                std::to_string(std::popcount(access.activeMask)) + " ";
        if (letter == 'A') break;
    }
    EXPECT_EQ(told, "gL4x32 sS4x32 sS8x1 sL4x1 sS4x1 sL4x1 sS4x1 sL4x1 sS4x1 sS4x1 sS4x1 sL4x1 sS4x1 sS4x1 "
                    "sL4x1 sS4x1 sL4x1 sS4x1 sL4x1 sS4x1 sL4x1 sS4x1 sL4x1 sS4x1 sL4x1 sS4x1 sL4x32 gA4x32 ");
}

TensorMap changed(const TensorMap& map, const std::string& changes) {
    Runner runner(changeText(changes));
    const auto bytes = encoded(map);
    const std::uint64_t from = runner.buffer(std::vector<std::byte>(bytes.begin(), bytes.end())),
                        to = runner.buffer(std::vector<std::byte>(bytes.size()));
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(from).add(to).add(std::uint64_t{0x1230}).add(77U));
    const auto left = runner.read<std::byte>(to, bytes.size());
    const auto found =
        decodedTensorMap(std::span<const std::byte, kTensorMapBytes>(left.data(), left.size()));
    EXPECT_TRUE(found);
    return found.value_or(TensorMap{});
}

TEST(TensorMaps, TakeNewFields) {
    TensorMap map{.address = 0x40, .element = F16, .rank = 3};
    map.size = {64, 32, 16, 1, 1};
    map.stride = {128, 4096};
    map.box = {8, 4, 2};
    map.step = {1, 1, 1};
    const TensorMap other =
        changed(map, replaced("global_address", "%d", "b64") + replaced("global_dim", "1, %n") +
                         replaced("global_stride", "1, 65536", "b64") + replaced("box_dim", "2, 256") +
                         replaced("element_stride", "1, 8") + replaced("elemtype", "9") +
                         replaced("swizzle_mode", "2") + replaced("fill_mode", "1"));
    EXPECT_EQ(other.address, 0x1230U);
    EXPECT_EQ(other.size, (std::array<std::uint64_t, 5>{64, 77, 16, 1, 1}));
    EXPECT_EQ(other.stride, (std::array<std::uint64_t, 4>{128, 65536, 0, 0}));
    EXPECT_EQ(other.box, (std::array<std::uint16_t, 5>{8, 4, 256, 0, 0}));
    EXPECT_EQ(other.step, (std::array<std::uint8_t, 5>{1, 8, 1, 0, 0}));
    EXPECT_EQ(other.element, F64) << "by PTX's numbers";
    EXPECT_EQ(other.swizzle, SharedSwizzle::Bytes64);
    EXPECT_TRUE(other.fillsWithNan);
    EXPECT_EQ(other.rank, 3);
    EXPECT_EQ(changed(map, replaced("rank", "4")).rank, 5);
    // as wide as the hardware's fields are
    EXPECT_EQ(changed(map, replaced("box_dim", "0, 257")).box[0], 1);
    EXPECT_EQ(changed(map, replaced("global_dim", "0, 0")).size[0], 1ULL << 32);
    EXPECT_EQ(changed(map, replaced("global_stride", "0, 0x10000000028", "b64")).stride[0], 32U);
}

TEST(TensorMaps, InOtherPlacesOrThatAreNoneAreFaults) {
    Runner runner(changeText(replaced("rank", "1")));
    const std::uint64_t anything = runner.buffer(std::vector<std::uint8_t>(128, 7)),
                        to = runner.buffer(std::vector<std::uint8_t>(128));
    const Fault fault =
        runner.faultOf("k", {}, {32, 1, 1}, Parameters().add(anything).add(to).add(to).add(77U));
    EXPECT_NE(std::string(fault.what()).find("no tensor map at"), std::string::npos) << fault.what();
    // 128 bytes do not fit behind the address
    Runner beyond(changeText("@%q tensormap.replace.tile.rank.global.b1024.b32 [%d+64], 1;\n"));
    const std::uint64_t zeros = beyond.buffer(std::vector<std::uint8_t>(128));
    const Fault other =
        beyond.faultOf("k", {}, {32, 1, 1}, Parameters().add(zeros).add(zeros).add(zeros).add(77U));
    EXPECT_NE(std::string(other.what()).find("no tensor map at"), std::string::npos) << other.what();
}

TEST(TensorMaps, OfOtherGenerationsAreRefused) {
    for (const std::string& change : {replaced("swizzle_atomicity", "1"), replaced("interleave_layout", "1"),
                                      replaced("elemtype", "13"), replaced("swizzle_mode", "4")})
        EXPECT_EQ(Module::parse(changeText(change), "t")->kernels()[0].unsupported.size(), 1U) << change;
    for (const std::string& change :
         {replaced("global_dim", "5, 1"), replaced("global_stride", "4, 16", "b64"),
          replaced("rank", "1", "b64"), replaced("fill_mode", "%v")})
        EXPECT_THROW(Module::parse(changeText(change), "t"), ParseError) << change;
}

} // namespace
} // namespace lanescope::ptx
