// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/case_builder.h"

namespace lanescope::corpus {

namespace {

using enum Element;

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

std::vector<Case> vectorCases() {
    const model::Dim3 g{9, 1, 1}, b{128, 1, 1};
    const int n = 1111;
    const auto saxpy = [&](const char* name, Element element, const Argument& factor, Fill fill) {
        Fill other = fill;
        other.seed += 100;
        return make("vector_ops", {name}, g, b,
                    {out(element, n), in(element, n, fill), in(element, n, other), factor, scalar(n)});
    };
    return {
        saxpy("saxpyI8", I8, scalar<std::int8_t>(-3), bits(1)),
        saxpy("saxpyU8", U8, scalar<std::uint8_t>(200), bits(2)),
        saxpy("saxpyI16", I16, scalar<std::int16_t>(-300), bits(3)),
        saxpy("saxpyU16", U16, scalar<std::uint16_t>(60000), bits(4)),
        saxpy("saxpyI32", I32, scalar(-70001), bits(5)),
        saxpy("saxpyI64", I64, scalar<std::int64_t>(0x123456789ABCDEF), bits(6)),
        contracted(saxpy("saxpyF32", F32, scalar(1.25F), random(7, -100, 100)), 1e-5),
        contracted(saxpy("saxpyF64", F64, scalar(-0.3), random(8, -100, 100)), 1e-12),
        make("vector_ops", {"addFloat4"}, {3, 1, 1}, {64, 1, 1},
             {out(F32, 2000), in(F32, 2000, random(9, -1e6, 1e6)), in(F32, 2000, special(10)), scalar(500)}),
        make("vector_ops", {"moveParticles"}, {2, 1, 1}, {64, 1, 1}, // 24 bytes a particle
             {in(F32, 600, random(11, -5, 5)), scalar(0.5F), scalar(100)}),
        make("vector_ops", {"convert"}, {4, 1, 1}, {64, 1, 1},
             {in(F32, 200, random(12, -3e9, 3e9)), in(F64, 200, random(13, -5e9, 5e9)),
              in(I32, 200, bits(14)), out(I32, 200), out(U32, 200), out(F32, 200), out(F64, 200),
              out(F32, 200), out(I64, 200), out(U8, 200), scalar(200)}),
    };
}

std::vector<Case> reductionCases() {
    const model::Dim3 g{4, 1, 1};
    return {
        make("reduction", {"reduceShared"}, g, {256, 1, 1},
             {in(I32, 1000, bits(1)), out(I32, 4), scalar(1000)}),
        withShared(make("reduction", {"reduceInterleaved"}, g, {128, 1, 1},
                        {in(I32, 500, bits(2)), out(I32, 4), scalar(500)}),
                   512),
        make("reduction", {"reduceShuffle"}, g, {128, 1, 1},
             {in(F32, 3000, random(3, -10, 10)), out(F32, 4), scalar(3000)}),
        make("reduction", {"reduceAtomic"}, g, {96, 1, 1},
             {in(U32, 380, bits(4)), out(U32, 1), in(U32, 1, ramp(4294967295.0)), out(U32, 1), out(U64, 1),
              scalar(380)}),
        make("reduction", {"reduceLastBlock"}, {6, 1, 1}, {128, 1, 1},
             {in(I32, 2000, bits(5)), out(I32, 6), out(I32, 1), scalar(2000)}),
        make("reduction", {"dotDouble"}, g, {128, 1, 1},
             {in(F64, 500, random(6, -1, 1)), in(F64, 500, random(7, -1, 1)), out(F64, 16), scalar(500)}),
    };
}

std::vector<Case> sortCases() {
    return {
        make("scan_sort", {"scanInclusive"}, {3, 1, 1}, {256, 1, 1}, {in(I32, 768, bits(1)), out(I32, 768)}),
        withShared(make("scan_sort", {"scanExclusive"}, {3, 1, 1}, {128, 1, 1},
                        {in(U32, 768, bits(2)), out(U32, 768)}),
                   1024),
        make("scan_sort", {"scanWarp"}, {2, 1, 1}, {96, 1, 1}, {in(I64, 192, bits(3)), out(I64, 192)}),
        make("scan_sort", {"bitonicSort"}, {2, 1, 1}, {512, 1, 1}, {in(I32, 1024, bits(4))}),
        make("scan_sort", {"partitionByBit"}, {2, 1, 1}, {64, 1, 1},
             {in(U32, 128, bits(5)), out(U32, 128), scalar(7)}),
    };
}

std::vector<Case> histogramCases() {
    return {
        make("histogram", {"histogramGlobal"}, {4, 1, 1}, {64, 1, 1},
             {in(U8, 3000, bits(1)), out(U32, 256), scalar(3000)}),
        make("histogram", {"histogramShared"}, {4, 1, 1}, {96, 1, 1},
             {in(U8, 5000, random(2, 0, 40)), out(U32, 256), scalar(5000)}),
        make("histogram", {"atomicZoo"}, {2, 1, 1}, {64, 1, 1},
             {in(I32, 16, bits(3)), in(U32, 3, bits(4)), in(U64, 6, bits(5)), in(I32, 128, bits(6))}),
        make("histogram", {"atomicFloats"}, {4, 1, 1}, {64, 1, 1},
             {in(F32, 250, whole(7, -1000, 1000)), out(F32, 1), out(F64, 1), scalar(250)}),
        make("histogram", {"maxByCas"}, {2, 1, 1}, {64, 1, 1},
             {in(F32, 120, random(8, 0, 100)), out(F32, 4), in(U64, 1, ramp(1)), scalar(120)}),
        make("histogram", {"compact"}, {3, 1, 1}, {64, 1, 1},
             {in(I32, 180, whole(9, 0, 1000)), out(I32, 192), out(I32, 1), scalar(180)}),
    };
}

std::vector<Case> matrixCases() {
    const model::Dim3 tile{16, 16, 1};
    return {
        contracted(make("matrix", {"matmulNaive"}, {3, 3, 1}, tile,
                        {in(F32, 1600, random(1, -1, 1)), in(F32, 1600, random(2, -1, 1)), out(F32, 1600),
                         scalar(40)}),
                   1e-4),
        contracted(make("matrix", {"matmulTiled"}, {3, 3, 1}, tile,
                        {in(F32, 1600, random(3, -1, 1)), in(F32, 1600, random(4, -1, 1)), out(F32, 1600),
                         scalar(40)}),
                   1e-4),
        make("matrix", {"matmulRegisters"}, {2, 2, 1}, {8, 8, 1},
             {in(F64, 1024, random(5, -1, 1)), in(F64, 1024, random(6, -1, 1)), out(F64, 1024), scalar(32)}),
        make("matrix", {"matmulInt"}, {4, 1, 1}, {128, 1, 1},
             {in(I32, 20 * 13, bits(7)), in(I32, 13 * 25, bits(8)), out(I64, 500), scalar(20), scalar(13),
              scalar(25)}),
        make("matrix", {"transposeNaive"}, {3, 5, 1}, {32, 8, 1},
             {in(F32, 70 * 37, bits(9)), out(F32, 70 * 37), scalar(70), scalar(37)}),
        make("matrix", {"transposeShared"}, {3, 2, 1}, {32, 8, 1},
             {in(F32, 70 * 37, bits(10)), out(F32, 70 * 37), scalar(70), scalar(37)}),
        make("matrix", {"transposeDiagonal"}, {3, 3, 1}, {16, 16, 1},
             {in(I32, 48 * 48 * 4, bits(11)), out(I32, 48 * 48 * 4), scalar(48)}),
        contracted(
            make("matrix", {"solve"}, {3, 1, 1}, {9, 8, 1}, {in(F32, 216, random(12, -4, 4)), out(F32, 24)}),
            1e-3),
    };
}

std::vector<Case> stencilCases() {
    return {
        make("stencil", {"stencil1d"}, {4, 1, 1}, {128, 1, 1},
             {in(I32, 500, bits(1)), out(I32, 500), scalar(500)}),
        contracted(make("stencil", {"heat2d"}, {3, 4, 1}, {16, 8, 1},
                        {in(F32, 40 * 30, random(2, 0, 100)), out(F32, 40 * 30), scalar(40), scalar(30),
                         scalar(0.2F)}),
                   1e-5),
        contracted(make("stencil", {"laplace3d"}, {12, 12, 1}, {12, 1, 1},
                        {in(F64, 1728, random(3, -1, 1)), out(F64, 1728), scalar(12)}),
                   1e-12),
        contracted(make("stencil", {"blurRows"}, {2, 6, 1}, {64, 1, 1},
                        {in(F32, 600, random(4, 0, 1)), out(F32, 600), scalar(100), scalar(6)}),
                   1e-5),
        make("stencil", {"neighboursFromConstant"}, {7, 1, 1}, {64, 1, 1},
             {in(U8, 400, whole(5, 0, 1)), out(U8, 400), scalar(20)}),
        make("stencil", {"grey"}, {4, 1, 1}, {64, 1, 1},
             {in(U8, 1000, bits(6)), out(U8, 250), scalar(250), scalar(180)}),
        make("stencil", {"median"}, {2, 4, 1}, {16, 4, 1},
             {in(I32, 25 * 14, bits(7)), out(I32, 25 * 14), scalar(25), scalar(14)}),
    };
}

std::vector<Case> simulationCases() {
    return {
        contracted(withShared(make("simulation", {"nbody"}, {4, 1, 1}, {64, 1, 1},
                                   {in(F32, 1024, random(1, -1, 1)), in(F32, 1024, random(2, -1, 1)),
                                    scalar(256), scalar(0.01F)}),
                              1024),
                   1e-3),
        chaotic(make("simulation", {"mandelbrot"}, {5, 6, 1}, {16, 8, 1},
                     {out(I32, 80 * 48), scalar(80), scalar(48), scalar(100)})),
        chaotic(make("simulation", {"julia"}, {4, 4, 1}, {16, 8, 1},
                     {out(U8, 60 * 32 * 4), scalar(60), scalar(32), scalar(-0.8), scalar(0.156)})),
        make("simulation", {"monteCarloPi"}, {4, 1, 1}, {64, 1, 1}, {out(U32, 1), scalar(100)}),
        make("simulation", {"randomWalk"}, {2, 1, 1}, {64, 1, 1},
             {out(I32, 128), scalar<std::uint64_t>(12345), scalar(150)}),
        contracted(make("simulation", {"ripple"}, {3, 5, 1}, {16, 8, 1},
                        {out(F32, 40 * 36 * 4), scalar(40), scalar(36), scalar(1.75F)}),
                   1e-5),
    };
}

std::vector<Case> bitCases() {
    const model::Dim3 g{3, 1, 1}, b{64, 1, 1};
    const int n = 170;
    return {
        make("bits", {"bitCounts"}, g, b,
             {in(U32, n, bits(1)), in(U64, n, bits(2)), out(I32, n * 8), scalar(n)}),
        make("bits", {"bitFields"}, g, b, {in(U32, n, bits(3)), out(U32, n * 8), scalar(n)}),
        make("bits", {"permuteBytes"}, g, b,
             {in(U32, n, bits(4)), in(U32, n, bits(5)), out(U32, n * 6), scalar(n)}),
        make("bits", {"dotProducts"}, g, b,
             {in(I32, n, bits(6)), in(I32, n, bits(7)), out(I32, n * 4), scalar(n)}),
        make("bits", {"funnels"}, g, b,
             {in(U32, n, bits(8)), in(U32, n, bits(9)), out(U32, n * 6), scalar(n)}),
        make("bits", {"logic3"}, g, b,
             {in(U32, n, bits(10)), in(U32, n, bits(11)), in(U32, n, bits(12)), out(U32, n * 4), scalar(n)}),
        make("bits", {"integerZoo"}, g, b,
             {in(I32, n, bits(13)), in(I32, n, bits(14)), out(I32, n * 16), scalar(n)}),
        make("bits", {"integerZoo"}, g, b,
             {in(I32, n, bits(13)), in(I32, n, whole(15, -9, 9)), out(I32, n * 16), scalar(n)}),
        make("bits", {"simdVideo"}, g, b,
             {in(U32, n, bits(16)), in(U32, n, bits(17)), out(U32, n * 8), scalar(n)}),
    };
}

std::vector<Case> wideCases() {
    const model::Dim3 g{2, 1, 1}, b{64, 1, 1};
    const int n = 120;
    return {
        make("wide", {"add128"}, g, b,
             {in(U64, 2 * n, bits(1)), in(U64, 2 * n, bits(2)), out(U64, 2 * n), out(U64, 2 * n), scalar(n)}),
        make("wide", {"add256"}, g, b, {in(U32, 1024, bits(3)), in(U32, 1024, bits(4)), out(U32, 1024)}),
        make("wide", {"multiplyLimbs"}, g, b,
             {in(U64, n, bits(5)), in(U64, n, bits(6)), out(U64, 2 * n), scalar(n)}),
        make("wide", {"int128"}, g, b,
             {in(I64, n, bits(7)), in(I64, n, bits(8)), out(I64, 4 * n), scalar(n)}),
        make("wide", {"divide64"}, g, b,
             {in(I64, n, bits(9)), in(I64, n, whole(10, -5e9, 5e9)), out(I64, 6 * n), scalar(n)}),
        make("wide", {"divide64"}, g, b,
             {in(I64, n, bits(11)), in(I64, n, whole(12, -40, 40)), out(I64, 6 * n), scalar(n)}),
        make("wide", {"probablyPrime"}, g, b, {out(U8, 128), scalar(1000)}),
        make("wide", {"collatz"}, g, b, {out(I32, n), scalar(n)}),
    };
}

std::vector<Case> byteCases() {
    return {
        make("bytes", {"upperCase"}, {5, 1, 1}, {64, 1, 1}, {in(I8, 300, letters(1)), scalar(300)}),
        make("bytes", {"rot13"}, {5, 1, 1}, {64, 1, 1}, {in(I8, 300, letters(2)), out(I8, 300), scalar(300)}),
        make("bytes", {"find"}, {8, 1, 1}, {64, 1, 1},
             {in(U8, 500, whole(3, 0, 2)), in(U8, 3, whole(4, 0, 2)), out(I32, 1), scalar(500), scalar(3)}),
        make("bytes", {"fnv1a"}, {2, 1, 1}, {32, 1, 1},
             {in(U8, 64 * 21, bits(5)), out(U32, 64), out(U64, 64), scalar(21)}),
        make("bytes", {"crc32"}, {2, 1, 1}, {32, 1, 1}, {in(U8, 64 * 33, bits(6)), out(U32, 64), scalar(33)}),
        make("bytes", {"toHex"}, {2, 1, 1}, {64, 1, 1}, {in(U32, 100, bits(7)), out(I8, 800), scalar(100)}),
        make("bytes", {"toDecimal"}, {2, 1, 1}, {64, 1, 1},
             {in(I32, 100, bits(8)), out(I8, 1200), scalar(100)}),
        make("bytes", {"runStarts"}, {2, 1, 1}, {64, 1, 1}, {in(U8, 128, whole(9, 0, 2)), out(U32, 4)}),
    };
}

} // namespace

std::span<const Case> cases() {
    static const std::vector<Case> kAll = [] {
        std::vector<Case> all;
        for (const auto& group :
             {vectorCases(),  reductionCases(),  sortCases(),  histogramCases(), matrixCases(),
              stencilCases(), simulationCases(), bitCases(),   wideCases(),      byteCases(),
              mathsCases(),   halfCases(),       warpCases(),  controlCases(),   syncCases(),
              groupCases(),   printCases(),      asyncCases(), textureCases(),   fusingCases(),
              hopperCases()}) {
            all.insert(all.end(), group.begin(), group.end());
        }
        return all;
    }();
    return kAll;
}

} // namespace lanescope::corpus
