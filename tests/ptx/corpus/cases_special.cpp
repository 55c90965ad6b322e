// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/case_builder.h"

#include <cmath>

namespace lanescope::corpus {

namespace {

using enum Element;
using ptx::AddressMode;
using ptx::ChannelKind;
using ptx::FilterMode;

Case make(std::string file, std::vector<std::string> kernels, model::Dim3 grid, model::Dim3 block,
          std::vector<Argument> arguments) {
    Case each;
    each.file = std::move(file);
    each.kernels = std::move(kernels);
    each.grid = grid;
    each.block = block;
    each.arguments = std::move(arguments);
    return each;
}

Case faulting(Case each, ptx::FaultKind kind) {
    each.fault = kind;
    return each;
}

} // namespace

std::vector<Case> mathsCases() {
    const model::Dim3 g{2, 1, 1}, b{64, 1, 1};
    const std::size_t n = 120;
    const auto count = scalar(static_cast<int>(n));
    return {
        contracted(
            make("maths", {"maths32"}, g, b, {in(F32, n, random(1, -12, 12)), out(F32, n * 24), count}),
            1e-5),
        contracted(
            make("maths", {"maths32"}, g, b, {in(F32, n, random(2, -1e5, 1e5)), out(F32, n * 24), count}),
            1e-5),
        contracted(make("maths", {"maths32"}, g, b, {in(F32, n, special(3)), out(F32, n * 24), count}), 1e-5),
        make("maths", {"exact32"}, g, b,
             {in(F32, n, random(4, -9, 9)), in(F32, n, random(5, -9, 9)), out(F32, n * 20), count}),
        make("maths", {"exact32"}, g, b,
             {in(F32, n, special(6)), in(F32, n, special(7)), out(F32, n * 20), count}),
        make("maths", {"exact32"}, g, b, {in(F32, n, bits(8)), in(F32, n, bits(9)), out(F32, n * 20), count}),
        make("maths", {"exact64"}, g, b,
             {in(F64, n, random(10, -9, 9)), in(F64, n, random(11, -9, 9)), out(F64, n * 16), count}),
        make("maths", {"exact64"}, g, b,
             {in(F64, n, special(12)), in(F64, n, random(13, -9, 9)), out(F64, n * 16), count}),
        contracted(
            make("maths", {"maths64"}, g, b, {in(F64, n, random(14, -12, 12)), out(F64, n * 16), count}),
            1e-12),
        contracted(make("maths", {"maths64"}, g, b, {in(F64, n, special(15)), out(F64, n * 16), count}),
                   1e-12),
        contracted(make("maths", {"fast32"}, g, b, {in(F32, n, random(16, -3, 3)), out(F32, n * 10), count}),
                   1e-5),
        make("maths", {"floatBits"}, g, b, {in(F32, n, special(17)), out(I32, n * 10), count}),
        make("maths", {"floatBits"}, g, b, {in(F32, n, random(18, -1000, 1000)), out(I32, n * 10), count}),
    };
}

std::vector<Case> halfCases() {
    const model::Dim3 g{2, 1, 1}, b{64, 1, 1};
    const std::size_t n = 100;
    const auto count = scalar(static_cast<int>(n));
    std::vector<Case> all;
    for (const Fill fill : {random(1, -8, 8), special(2), bits(3)}) {
        Fill other = fill;
        other.seed += 50;
        all.push_back(
            contracted(make("half", {"halfScalars"}, g, b,
                            {in(F16, n, fill), in(F16, n, other), out(F16, n * 10), out(F32, n), count}),
                       1e-5));
        all.push_back(make("half", {"halfPairs"}, g, b,
                           {in(F16, 2 * n, fill), in(F16, 2 * n, other), out(F16, n * 12), count}));
        all.push_back(make("half", {"halfQuotients"}, g, b,
                           {in(F16, n, fill), in(F16, n, other), out(F16, n * 2), count}));
        all.push_back(make("half", {"bfloats"}, g, b,
                           {in(Bf16, n, fill), in(Bf16, n, other), out(Bf16, n * 6), out(F32, n), count}));
        all.push_back(make("half", {"bfloatPairs"}, g, b,
                           {in(Bf16, 2 * n, fill), in(Bf16, 2 * n, other), out(Bf16, n * 6), count}));
    }
    return all;
}

std::vector<Case> warpCases() {
    const model::Dim3 g{2, 1, 1}, b{96, 1, 1};
    const std::size_t n = 192;
    return {
        make("warp", {"votes"}, g, b, {in(I32, n, whole(1, 0, 40)), out(U32, n)}),
        make("warp", {"shuffles"}, g, b, {in(I32, n, bits(2)), out(I32, n * 8)}),
        make("warp", {"shuffleWide"}, g, b, {in(F64, n, random(3, -5, 5)), out(F64, n), out(U64, n)}),
        make("warp", {"matches"}, g, b, {in(I32, n, whole(4, 0, 1e9)), out(U32, n * 3)}),
        make("warp", {"matches"}, g, b, {in(I32, n, bits(5)), out(U32, n * 3)}),
        make("warp", {"redux"}, g, b, {in(I32, n, bits(6)), out(I32, n * 8)}),
        make("warp", {"whoAmI"}, {2, 3, 2}, {5, 3, 4}, {out(U32, 12 * 60 * 4)}),
        make("warp", {"earlyExits"}, g, b, {out(I32, 180), scalar(180)}),
    };
}

std::vector<Case> controlCases() {
    struct Config { // as control.cu has it
        float scale;
        char flag;
        short shift;
        double offset;
        int table[5];
        long long wide;
    };
    const Config config{1.5F, 3, 7, -2.25, {10, -20, 30, -40, 50}, 0x7123456789ABCDEF};
    Argument parameter = scalar(0);
    parameter.scalar.assign(sizeof config, std::byte{0});
    const auto place = [&](std::size_t at, const auto& value) {
        std::memcpy(parameter.scalar.data() + at, &value, sizeof value);
    };
    place(offsetof(Config, scale), config.scale);
    place(offsetof(Config, flag), config.flag);
    place(offsetof(Config, shift), config.shift);
    place(offsetof(Config, offset), config.offset);
    place(offsetof(Config, table), config.table);
    place(offsetof(Config, wide), config.wide);

    const model::Dim3 g{2, 1, 1}, b{64, 1, 1};
    return {
        make("control", {"recursion"}, g, b, {out(I32, 100), scalar(100)}),
        make("control", {"deepRecursion"}, {1, 1, 1}, {32, 1, 1}, {out(U32, 32)}),
        make("control", {"functionPointers"}, g, b,
             {in(I32, 120, bits(1)), in(I32, 120, bits(2)), out(I32, 120), scalar(120)}),
        make("control", {"virtualFunctions"}, g, b, {out(F32, 100), out(I32, 100), scalar(100)}),
        contracted(make("control", {"structParameter"}, g, b,
                        {parameter, out(F32, 100), out(I64, 100), scalar(100)}),
                   1e-6),
        make("control", {"structReturn"}, g, b, {out(F64, 100), scalar(100)}),
        make("control", {"localArray"}, g, b, {in(U8, 100, bits(3)), out(I32, 100), scalar(100)}),
        make("control", {"interpreter"}, g, b, {in(U8, 120, bits(4)), out(I32, 128), scalar(120)}),
        make("control", {"jumpTable"}, g, b, {in(I32, 100, bits(5)), out(I32, 100), scalar(100)}),
        make("control", {"tangled"}, g, b, {in(I32, 100, bits(6)), out(I32, 100), scalar(100)}),
    };
}

std::vector<Case> syncCases() {
    return {
        make("sync", {"spinLock"}, {2, 1, 1}, {64, 1, 1}, {out(I32, 1)}),
        make("sync", {"naiveLock"}, {2, 1, 1}, {48, 1, 1}, {out(I32, 1), out(I32, 1)}),
        make("sync", {"warpHandOff"}, {1, 1, 1}, {64, 1, 1}, {out(I32, 2), out(I32, 64)}),
        make("sync", {"blockFlag"}, {1, 1, 1}, {128, 1, 1}, {in(I32, 32, bits(1)), out(I32, 128)}),
        make("sync", {"barrierReductions"}, {1, 1, 1}, {100, 1, 1},
             {in(I32, 100, whole(2, -9, 9)), out(I32, 100)}),
        make("sync", {"namedBarriers"}, {1, 1, 1}, {128, 1, 1}, {in(I32, 128, bits(3)), out(I32, 128)}),
        make("sync", {"exitedWarps"}, {2, 1, 1}, {128, 1, 1}, {out(I32, 64)}),
        make("sync", {"ring"}, {1, 1, 1}, {96, 1, 1}, {in(I32, 96, bits(4)), scalar(20)}),
        make("sync", {"acquireRelease"}, {2, 1, 1}, {64, 1, 1}, {out(I32, 1), out(I32, 128), out(I32, 128)}),
    };
}

std::vector<Case> groupCases() {
    const model::Dim3 g{2, 1, 1}, b{96, 1, 1};
    return {
        make("groups", {"tileReduce"}, g, b, {in(I32, 192, bits(1)), out(I32, 192)}),
        make("groups", {"libraryReduce"}, g, b, {in(I32, 192, bits(2)), out(I32, 576)}),
        make("groups", {"coalescedGroup"}, g, b, {in(I32, 192, bits(3)), out(I32, 1), out(I32, 192)}),
        make("groups", {"tileVotes"}, g, b, {in(I32, 192, whole(4, -3, 9)), out(U32, 192)}),
    };
}

std::vector<Case> printCases() {
    return {
        make("print", {"hello"}, {3, 1, 1}, {40, 1, 1}, {}),
        make("print", {"printEverything"}, {1, 1, 1}, {32, 1, 1}, {in(F32, 2, ramp(1.5))}),
        make("print", {"asserts"}, {1, 1, 1}, {64, 1, 1}, {in(I32, 64, whole(1, 0, 999)), out(I32, 64)}),
        faulting(make("print", {"failingAssert"}, {1, 1, 1}, {32, 1, 1}, {out(I32, 32)}),
                 ptx::FaultKind::Assertion),
    };
}

std::vector<Case> hopperCases() {
    const auto product = [](const char* kernel, Argument factors) {
        return make("hopper", {kernel}, {4, 1, 1}, {128, 1, 1},
                    {std::move(factors), in(F32, 2048, random(5, -4, 4)), out(F32, 2048)});
    };
    return {
        make("hopper", {"clusterHistogram"}, {8, 1, 1}, {64, 1, 1},
             {in(U32, 3000, bits(1)), out(U32, 128), scalar(3000)}),
        make("hopper", {"clusterRing"}, {4, 2, 1}, {32, 1, 1}, {out(U32, 256)}),
        product("warpgroupHalves", in(F16, 4608, random(2, -9, 9))),
        product("warpgroupBrains", in(Bf16, 4608, random(3, -9, 9))),
        // of 8-bit floats no infinities and no not-a-numbers
        product("warpgroupSmall", in(U8, 9216, whole(4, 0, 0x77))),
        make("hopper", {"sparseProduct"}, {4, 1, 1}, {32, 1, 1},
             {in(F16, 1024, random(6, -9, 9)), in(F16, 1024, random(7, -9, 9)),
              in(F32, 512, random(8, -4, 4)), out(F32, 512)}),
        make(
            "hopper", {"sparseHalfBytes"}, {4, 1, 1}, {32, 1, 1},
            {in(U32, 512, bits(9)), in(U32, 512, bits(10)), in(I32, 512, whole(11, -99, 99)), out(I32, 512)}),
        make("hopper", {"sparseBesideInfinity"}, {4, 1, 1}, {32, 1, 1},
             {in(F16, 1024, random(12, -9, 9)), in(F16, 1024, random(13, -9, 9)),
              in(F32, 512, random(14, -4, 4)), out(F32, 512)}),
        product("sparseWarpgroupHalves", in(F16, 5120, random(15, -9, 9))),
        product("sparseWarpgroupBrains", in(Bf16, 5120, random(16, -9, 9))),
        product("sparseWarpgroupTensorFloats", in(F32, 2560, random(17, -9, 9))),
        // of 8-bit floats no infinities and no not-a-numbers
        product("sparseWarpgroupSmall", in(U8, 10240, whole(18, 0, 0x77))),
        make("hopper", {"sparseWarpgroupBytes"}, {4, 1, 1}, {128, 1, 1},
             {in(U32, 2560, bits(19)), in(I32, 2048, bits(20)), out(I32, 2048)}),
    };
}

std::vector<Case> asyncCases() {
    return {
        make("async", {"pipelineCopy"}, {2, 1, 1}, {128, 1, 1}, {in(I32, 1024, bits(1)), out(I32, 1024)}),
        make("async", {"doubleBuffer"}, {2, 1, 1}, {64, 1, 1},
             {in(F32, 640, whole(2, -99, 99)), out(F32, 128), scalar(5)}),
        make("async", {"partialCopy"}, {1, 1, 1}, {32, 1, 1}, {in(U32, 128, bits(3)), out(U32, 128)}),
        make("async", {"loadMatrix"}, {1, 1, 1}, {32, 1, 1},
             {in(U16, 256, bits(4)), out(U32, 128), out(U32, 64), out(U32, 32)}),
        make("async", {"cacheHints"}, {2, 1, 1}, {64, 1, 1},
             {in(I32, 400, bits(5)), out(I32, 400), in(I16, 200, bits(6)), out(I16, 200), scalar(100)}),
    };
}

namespace {

ArraySpec array2d(ChannelKind kind, std::uint32_t channels, std::uint32_t channelBits, FilterMode filter,
                  AddressMode mode, bool normalized, bool readNormalized) {
    ArraySpec spec;
    spec.width = 13;
    spec.height = 7;
    spec.kind = kind;
    spec.channels = channels;
    spec.bits = channelBits;
    spec.fill = kind == ChannelKind::Float ? random(77, -4, 4) : bits(78);
    spec.sampler.address = {mode, mode, mode};
    spec.sampler.filter = filter;
    spec.sampler.normalizedCoordinates = normalized;
    spec.sampler.readNormalizedFloat = readNormalized;
    spec.sampler.border = {0.25F, 0.5F, 0.75F, 1.0F};
    return spec;
}

Case fetch(const char* kernel, const ArraySpec& spec, std::size_t coordinatesEach, Element result) {
    const std::size_t n = 500;
    const double size = spec.sampler.normalizedCoordinates ? 1 : 13;
    Case each = make("textures", {kernel}, {4, 1, 1}, {128, 1, 1},
                     {texture(spec), in(F32, n * coordinatesEach, random(5, -1.5 * size, 2.5 * size)),
                      out(result, n * 4), scalar(static_cast<int>(n))});
    return each;
}

/// How the texture unit adds the two filtered slices of a volume is not known to the last bit.
Case filteredVolume(Case each) {
    const bool linear = each.arguments.front().array.sampler.filter == FilterMode::Linear;
    each.ulps = linear ? 1 : 0;
    return each;
}

Case on2dDevice(Case each) {
    each.deviceOnly2d = true;
    return each;
}

} // namespace

std::vector<Case> textureCases() {
    std::vector<Case> all;
    const AddressMode modes[] = {AddressMode::Clamp, AddressMode::Border, AddressMode::Wrap,
                                 AddressMode::Mirror};
    for (const AddressMode mode : modes) {
        for (const bool normalized : {false, true}) {
            const auto spec = [&](ChannelKind kind, std::uint32_t channels, std::uint32_t channelBits,
                                  FilterMode filter, bool read) {
                return array2d(kind, channels, channelBits, filter, mode, normalized, read);
            };
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Unsigned, 4, 8, FilterMode::Point, true), 2, F32)));
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Unsigned, 1, 8, FilterMode::Point, true), 2, F32)));
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Float, 1, 32, FilterMode::Point, false), 2, F32)));
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Float, 4, 32, FilterMode::Point, false), 2, F32)));
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Unsigned, 4, 8, FilterMode::Linear, true), 2, F32)));
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Float, 1, 32, FilterMode::Linear, false), 2, F32)));
            all.push_back(on2dDevice(
                fetch("fetch2d", spec(ChannelKind::Float, 4, 32, FilterMode::Linear, false), 2, F32)));
            all.push_back(
                fetch("fetch2d", spec(ChannelKind::Signed, 2, 16, FilterMode::Point, true), 2, F32));
            all.push_back(fetch("fetch2d", spec(ChannelKind::Signed, 4, 8, FilterMode::Point, true), 2, F32));
            all.push_back(
                fetch("fetch2d", spec(ChannelKind::Unsigned, 2, 16, FilterMode::Linear, true), 2, F32));
            all.push_back(
                fetch("fetch2d", spec(ChannelKind::Float, 2, 16, FilterMode::Point, false), 2, F32));
            all.push_back(
                fetch("fetchInt2d", spec(ChannelKind::Signed, 4, 32, FilterMode::Point, false), 2, I32));
            all.push_back(
                fetch("fetchInt2d", spec(ChannelKind::Signed, 2, 16, FilterMode::Point, false), 2, I32));
            all.push_back(fetch("fetchUnsigned2d",
                                spec(ChannelKind::Unsigned, 4, 8, FilterMode::Point, false), 2, U32));
            all.push_back(fetch("fetchUnsigned2d",
                                spec(ChannelKind::Unsigned, 1, 32, FilterMode::Point, false), 2, U32));
            all.push_back(
                fetch("gather2d", spec(ChannelKind::Float, 4, 32, FilterMode::Point, false), 2, F32));
            all.push_back(on2dDevice(
                fetch("fetchLevel2d", spec(ChannelKind::Float, 1, 32, FilterMode::Point, false), 2, F32)));
            for (const FilterMode filter : {FilterMode::Point, FilterMode::Linear}) {
                ArraySpec line = spec(ChannelKind::Float, 2, 32, filter, false);
                line.height = 1;
                all.push_back(fetch("fetch1d", line, 1, F32));
                line.depth = 3;
                line.layered = true;
                all.push_back(fetch("fetchLayered1d", line, 2, F32));
                ArraySpec volume = spec(ChannelKind::Float, 1, 32, filter, false);
                volume.depth = 5;
                all.push_back(filteredVolume(fetch("fetch3d", volume, 4, F32)));
                volume.layered = true;
                volume.depth = 3;
                all.push_back(fetch("fetchLayered2d", volume, 2, F32));
            }
        }
    }
    const float angle = 0.4F;
    ArraySpec picture =
        array2d(ChannelKind::Unsigned, 4, 8, FilterMode::Linear, AddressMode::Wrap, true, true);
    picture.width = picture.height = 32;
    all.push_back(on2dDevice(contracted(make("textures", {"rotateImage"}, {3, 3, 1}, {16, 16, 1},
                                             {texture(picture), out(F32, 40 * 36 * 4), scalar(40), scalar(36),
                                              scalar(std::cos(angle)), scalar(std::sin(angle))}),
                                        0.02)));
    ArraySpec image =
        array2d(ChannelKind::Unsigned, 4, 8, FilterMode::Point, AddressMode::Clamp, false, false);
    all.push_back(on2dDevice(
        make("textures", {"writeSurface2d", "readSurface2d"}, {1, 1, 1}, {16, 8, 1},
             {surface(image), in(U8, 13 * 7 * 4, bits(6)), out(U8, 13 * 7 * 4), scalar(13), scalar(7)})));
    ArraySpec floats =
        array2d(ChannelKind::Float, 1, 32, FilterMode::Point, AddressMode::Clamp, false, false);
    all.push_back(on2dDevice(
        make("textures", {"surfaceFloats", "surfaceFloatsBack"}, {1, 7, 1}, {32, 1, 1},
             {surface(floats), in(F32, 91, random(7, -9, 9)), out(F32, 91), scalar(13), scalar(7)})));
    return all;
}

} // namespace lanescope::corpus
