// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// wmma and mma against plain loops over whole matrices; where lanes hold what as the tables of the PTX ISA
// have it, written down here once more.
#include "model/trace.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

unsigned bitsOfType(const std::string& type) {
    if (type == "f64") return 64;
    if (type == "f32" || type == "s32" || type == "tf32") return 32;
    if (type == "f16" || type == "bf16") return 16;
    if (type == "s4" || type == "u4") return 4;
    return type == "b1" ? 1 : 8;
}

/// The bits of a small number.
std::uint64_t encode(const std::string& type, double value) {
    const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (type == "f64") return std::bit_cast<std::uint64_t>(value);
    if (type == "f32" || type == "tf32") return single;
    if (type == "bf16") return single >> 16;
    const auto small = [&](int exponentBits, int fractionBits) -> std::uint64_t {
        if (value == 0) return 0;
        const int exponent = std::ilogb(value), bias = (1 << (exponentBits - 1)) - 1;
        const double fraction = std::fabs(value) / std::exp2(exponent) - 1;
        return static_cast<std::uint64_t>(std::signbit(value)) << (exponentBits + fractionBits) |
               static_cast<std::uint64_t>(exponent + bias) << fractionBits |
               static_cast<std::uint64_t>(fraction * (1 << fractionBits));
    };
    if (type == "f16") return small(5, 10);
    if (type == "e4m3") return small(4, 3);
    if (type == "e5m2") return small(5, 2);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

/// Puts an element of a type at a place of an array.
void put(std::vector<std::uint8_t>& to, std::size_t place, const std::string& type, double value) {
    const unsigned bits = bitsOfType(type);
    const std::uint64_t encoded = encode(type, value);
    if (bits >= 8) {
        for (unsigned i = 0; i < bits / 8; ++i)
            to.at(place * bits / 8 + i) = static_cast<std::uint8_t>(encoded >> (8 * i));
        return;
    }
    const auto mask = static_cast<std::uint8_t>(((1U << bits) - 1) << (place * bits % 8));
    std::uint8_t& byte = to.at(place * bits / 8);
    byte = static_cast<std::uint8_t>((byte & ~mask) |
                                     (static_cast<unsigned>(encoded) << (place * bits % 8) & mask));
}

/// What small integers a type can hold that all its sums hold, too.
double someNumber(const std::string& type, unsigned seed) {
    const unsigned mixed = (seed * 2654435761U) >> 16;
    if (type == "b1") return mixed & 1;
    if (type == "u8") return mixed % 256;
    if (type == "s8") return static_cast<int>(mixed % 256) - 128;
    if (type == "u4") return mixed % 16;
    if (type == "s4") return static_cast<int>(mixed % 16) - 8;
    return static_cast<int>(mixed % 7) - 3;
}

struct Matrix {
    unsigned rows, columns;
    std::vector<double> value;
    Matrix(unsigned m, unsigned n, const std::string& type, unsigned seed)
        : rows(m), columns(n), value(m * n) {
        for (unsigned i = 0; i < m * n; ++i) value[i] = someNumber(type, i + seed);
    }
    double& at(unsigned row, unsigned column) { return value[row * columns + column]; }
};

Matrix productOf(Matrix& a, Matrix& b, Matrix& c, const std::string& bitOperation) {
    Matrix d = c;
    for (unsigned i = 0; i < a.rows; ++i)
        for (unsigned j = 0; j < b.columns; ++j)
            for (unsigned k = 0; k < a.columns; ++k) {
                const double x = a.at(i, k), y = b.at(k, j);
                d.at(i, j) += bitOperation == "xor" ? (x != y ? 1 : 0) : x * y;
            }
    return d;
}

std::string listOf(const std::string& name, unsigned count) {
    std::string text = "{";
    for (unsigned i = 0; i < count; ++i) text += (i ? ", %" : "%") + name + std::to_string(i);
    return text + "}";
}
std::string wordsOf(unsigned bits) {
    return bits == 64 ? "b64" : "b32";
}

struct WarpCase {
    const char *shape, *factors, *sum, *result;
    unsigned m, n, k;
    unsigned aRegisters, bRegisters, cRegisters, dRegisters;
    const char* bitOperation = "";
};

/// Loads A, B and C, multiplies, stores D. Factors may come by way of shared memory.
void checkWarpMatrix(const WarpCase& v, bool rowsOfA, bool rowsOfB, bool rowsOfSum, bool shared) {
    const std::string element = v.factors, sum = v.sum, result = v.result;
    SCOPED_TRACE(element + " " + v.shape + (rowsOfA ? " row" : " col") + (rowsOfB ? " row" : " col") +
                 (rowsOfSum ? " row" : " col") + (shared ? " shared" : " generic") + " " + sum + " " +
                 result);
    Matrix a(v.m, v.k, element, 1), b(v.k, v.n, element, 99), c(v.m, v.n, "f32", 7);
    Matrix d = productOf(a, b, c, v.bitOperation);
    const unsigned pad = bitsOfType(element) >= 8 ? 16 : 128;
    const auto bytesOf = [](Matrix& matrix, const std::string& type, bool byRows, unsigned stride) {
        std::vector<std::uint8_t> bytes((byRows ? matrix.rows : matrix.columns) * stride * bitsOfType(type) /
                                        8);
        for (unsigned i = 0; i < matrix.rows; ++i)
            for (unsigned j = 0; j < matrix.columns; ++j)
                put(bytes, byRows ? i * stride + j : j * stride + i, type, matrix.at(i, j));
        return bytes;
    };
    const unsigned strideA = (rowsOfA ? v.k : v.m) + pad, strideB = (rowsOfB ? v.n : v.k) + pad,
                   strideC = (rowsOfSum ? v.n : v.m) + 16;
    const auto bytesA = bytesOf(a, element, rowsOfA, strideA), bytesB = bytesOf(b, element, rowsOfB, strideB);
    const auto layout = [](bool rows) { return std::string(rows ? "row" : "col"); };
    const std::string factorWords = wordsOf(bitsOfType(element)), sumWords = wordsOf(bitsOfType(sum)),
                      resultWords = wordsOf(bitsOfType(result)), where = shared ? ".shared" : "";
    const std::string types = element == "f16" ? "." + result + "." + sum
                                               : "." + result + "." + element + "." + element + "." + sum;
    std::string text =
        ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {\n.reg .b64 "
        "%p<9>;\n.reg "
        ".b32 %r<9>;\n.reg .pred %q;\n.shared .align 128 .b8 boxA[16384];\n.shared .align 128 .b8 "
        "boxB[16384];\n"
        ".reg ." +
        factorWords + " %a<8>, %b<8>;\n.reg ." + sumWords + " %c<8>;\n.reg ." + resultWords +
        " %d<8>;\n"
        "ld.param.u64 %p0, [a];\nld.param.u64 %p1, [b];\nld.param.u64 %p2, [c];\nld.param.u64 %p3, [d];\n";
    if (shared) // byte by byte, a warp at a time
        for (const auto& [box, from, bytes] :
             {std::tuple{"boxA", "%p0", bytesA.size()}, std::tuple{"boxB", "%p1", bytesB.size()}})
            text += std::string("mov.u32 %r0, %laneid;\nL") + box +
                    ":\ncvt.u64.u32 %p4, %r0;\nadd.u64 %p5, " + from +
                    ", %p4;\nld.global.u8 %r1, [%p5];\nmov.u32 %r2, " + box +
                    ";\nadd.u32 %r2, %r2, %r0;\nst.shared.u8 [%r2], %r1;\nadd.u32 %r0, %r0, 32;\nsetp.lt.u32 "
                    "%q, %r0, " +
                    std::to_string(bytes) + ";\n@%q bra L" + box + ";\n";
    text += shared ? "mov.u32 %r3, boxA;\nmov.u32 %r4, boxB;\n" : "";
    text += "mov.u32 %r5, " + std::to_string(strideC) + ";\n";
    text += "wmma.load.a.sync.aligned." + layout(rowsOfA) + "." + v.shape + where + "." + element + " " +
            listOf("a", v.aRegisters) + ", [" + (shared ? "%r3" : "%p0") + "], " + std::to_string(strideA) +
            ";\n";
    text += "wmma.load.b.sync.aligned." + layout(rowsOfB) + "." + v.shape + where + "." + element + " " +
            listOf("b", v.bRegisters) + ", [" + (shared ? "%r4" : "%p1") + "], " + std::to_string(strideB) +
            ";\n";
    text += "wmma.load.c.sync.aligned." + layout(rowsOfSum) + "." + v.shape + ".global." + sum + " " +
            listOf("c", v.cRegisters) + ", [%p2], %r5;\n";
    const std::string bits = *v.bitOperation ? std::string(".") + v.bitOperation + ".popc" : "";
    text += "wmma.mma" + bits + ".sync.aligned." + layout(rowsOfA) + "." + layout(rowsOfB) + "." + v.shape +
            types + (element == "f64" ? ".rn" : "") + " " + listOf("d", v.dRegisters) + ", " +
            listOf("a", v.aRegisters) + ", " + listOf("b", v.bRegisters) + ", " + listOf("c", v.cRegisters) +
            ";\n";
    text += "wmma.store.d.sync.aligned." + layout(rowsOfSum) + "." + v.shape + ".global." + result +
            " [%p3], " + listOf("d", v.dRegisters) + ", %r5;\nret;\n}\n";
    Runner runner(withHeader(text));
    const auto bytesC = bytesOf(c, sum, rowsOfSum, strideC), bytesD = bytesOf(d, result, rowsOfSum, strideC);
    const std::uint64_t out = runner.buffer(std::vector<std::uint8_t>(bytesD.size()));
    runner.launch("k", {}, {32, 1, 1},
                  Parameters()
                      .add(runner.buffer(bytesA))
                      .add(runner.buffer(bytesB))
                      .add(runner.buffer(bytesC))
                      .add(out));
    EXPECT_EQ(runner.read<std::uint8_t>(out, bytesD.size()), bytesD);
}

TEST(WarpMatrices, AreMultipliedInAllShapesAndLayouts) {
    const WarpCase cases[] = {
        {"m16n16k16", "f16", "f32", "f32", 16, 16, 16, 8, 8, 8, 8},
        {"m16n16k16", "f16", "f16", "f16", 16, 16, 16, 8, 8, 4, 4},
        {"m16n16k16", "f16", "f16", "f32", 16, 16, 16, 8, 8, 4, 8},
        {"m32n8k16", "f16", "f32", "f16", 32, 8, 16, 8, 8, 8, 4},
        {"m8n32k16", "f16", "f32", "f32", 8, 32, 16, 8, 8, 8, 8},
        {"m16n16k16", "bf16", "f32", "f32", 16, 16, 16, 4, 4, 8, 8},
        {"m32n8k16", "bf16", "f32", "f32", 32, 8, 16, 8, 2, 8, 8},
        {"m8n32k16", "bf16", "f32", "f32", 8, 32, 16, 2, 8, 8, 8},
        {"m16n16k8", "tf32", "f32", "f32", 16, 16, 8, 4, 4, 8, 8},
        {"m8n8k4", "f64", "f64", "f64", 8, 8, 4, 1, 1, 2, 2},
        {"m16n16k16", "s8", "s32", "s32", 16, 16, 16, 2, 2, 8, 8},
        {"m32n8k16", "u8", "s32", "s32", 32, 8, 16, 4, 1, 8, 8},
        {"m8n32k16", "s8", "s32", "s32", 8, 32, 16, 1, 4, 8, 8},
    };
    for (const WarpCase& v : cases)
        for (unsigned way = 0; way < 16; ++way) checkWarpMatrix(v, way & 1, way & 2, way & 4, way & 8);
}

TEST(WarpMatrices, OfHalfBytesAndBits) {
    const WarpCase cases[] = {
        {"m8n8k32", "s4", "s32", "s32", 8, 8, 32, 1, 1, 2, 2},
        {"m8n8k32", "u4", "s32", "s32", 8, 8, 32, 1, 1, 2, 2},
        {"m8n8k128", "b1", "s32", "s32", 8, 8, 128, 1, 1, 2, 2, "xor"},
        {"m8n8k128", "b1", "s32", "s32", 8, 8, 128, 1, 1, 2, 2, "and"},
    };
    for (const WarpCase& v : cases)
        for (unsigned way = 0; way < 4; ++way) checkWarpMatrix(v, true, false, way & 1, way & 2);
}

using Place = std::function<std::pair<unsigned, unsigned>(unsigned i, unsigned g, unsigned t)>;

struct ProductCase {
    const char *shape, *a, *b, *sum, *result;
    unsigned m, n, k;
    unsigned aElements, bElements;
    Place placeOfA, placeOfB;
    const char* bitOperation = "";
};

/// A fragment's registers, lane after lane.
std::vector<std::uint8_t> fragmentOf(Matrix& matrix, const std::string& type, unsigned elements,
                                     const Place& place) {
    std::vector<std::uint8_t> bytes(32 * elements * bitsOfType(type) / 8);
    for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned i = 0; i < elements; ++i) {
            const auto [row, column] = place(i, lane / 4, lane % 4);
            put(bytes, lane * elements + i, type, matrix.at(row, column));
        }
    return bytes;
}

/// The lanes' registers in, the lanes' registers out.
std::vector<std::uint8_t> multiply(const std::string& instruction, unsigned a, unsigned b, unsigned c,
                                   unsigned d, const std::string& factorWords, const std::string& sumWords,
                                   const std::vector<std::uint8_t>& bytesA,
                                   const std::vector<std::uint8_t>& bytesB,
                                   const std::vector<std::uint8_t>& bytesC) {
    std::string text =
        ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {\n.reg .b64 "
        "%p<4>, %o;\n.reg .b32 %t;\n.reg ." +
        factorWords + " %a<8>, %b<8>;\n.reg ." + sumWords + " %c<8>, %d<8>;\nmov.u32 %t, %laneid;\n";
    const unsigned factorBytes = factorWords == "b64" ? 8 : 4, sumBytes = sumWords == "b64" ? 8 : 4;
    const auto move = [&](const std::string& name, unsigned number, unsigned count, unsigned bytes,
                          const std::string& words, bool in) {
        const std::string p = "%p" + std::to_string(number);
        text += "ld.param.u64 " + p + ", [" + name + "];\nmul.wide.u32 %o, %t, " +
                std::to_string(count * bytes) + ";\nadd.u64 " + p + ", " + p + ", %o;\n";
        for (unsigned i = 0; i < count; ++i) {
            const std::string at = "[" + p + "+" + std::to_string(i * bytes) + "]",
                              reg = "%" + name + std::to_string(i);
            text += in ? "ld.global." + words + " " + reg + ", " + at + ";\n"
                       : "st.global." + words + " " + at + ", " + reg + ";\n";
        }
    };
    move("a", 0, a, factorBytes, factorWords, true);
    move("b", 1, b, factorBytes, factorWords, true);
    move("c", 2, c, sumBytes, sumWords, true);
    text += instruction + " " + listOf("d", d) + ", " + listOf("a", a) + ", " + listOf("b", b) + ", " +
            listOf("c", c) + ";\n";
    move("d", 3, d, sumBytes, sumWords, false);
    Runner runner(withHeader(text + "ret;\n}\n"));
    const std::uint64_t out = runner.buffer(std::vector<std::uint8_t>(32 * d * sumBytes));
    runner.launch("k", {}, {32, 1, 1},
                  Parameters()
                      .add(runner.buffer(bytesA))
                      .add(runner.buffer(bytesB))
                      .add(runner.buffer(bytesC))
                      .add(out));
    return runner.read<std::uint8_t>(out, 32 * d * sumBytes);
}

TEST(MatrixProducts, TakeFragmentsAsThePtxIsaHasThem) {
    const auto split = [](unsigned per) { // A of 16 rows, two times two registers of so many elements
        return [per](unsigned i, unsigned g, unsigned t) {
            return std::pair(i / per % 2 == 0 ? g : g + 8, t * per + i % per + (i < 2 * per ? 0 : 4 * per));
        };
    };
    const auto column = [](unsigned per) { // B
        return [per](unsigned i, unsigned g, unsigned t) {
            return std::pair(t * per + i % per + (i < per ? 0 : 4 * per), g);
        };
    };
    const Place doubleA = [](unsigned i, unsigned g, unsigned t) {
        return std::pair(i % 2 == 0 ? g : g + 8, i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t);
    };
    const Place doubleB = [](unsigned i, unsigned g, unsigned t) { return std::pair(t + i * 4, g); };
    const Place placeOfSum = [](unsigned i, unsigned g, unsigned t) {
        return std::pair(i < 2 ? g : g + 8, t * 2 + i % 2);
    };
    const ProductCase cases[] = {
        {"m16n8k8", "f16", "f16", "f32", "f32", 16, 8, 8, 4, 2, split(2), column(2)},
        {"m16n8k16", "f16", "f16", "f32", "f32", 16, 8, 16, 8, 4, split(2), column(2)},
        {"m16n8k16", "f16", "f16", "f16", "f16", 16, 8, 16, 8, 4, split(2), column(2)},
        {"m16n8k8", "bf16", "bf16", "f32", "f32", 16, 8, 8, 4, 2, split(2), column(2)},
        {"m16n8k16", "bf16", "bf16", "f32", "f32", 16, 8, 16, 8, 4, split(2), column(2)},
        {"m16n8k4", "tf32", "tf32", "f32", "f32", 16, 8, 4, 2, 1, split(1), column(1)},
        {"m16n8k8", "tf32", "tf32", "f32", "f32", 16, 8, 8, 4, 2, split(1), column(1)},
        {"m16n8k32", "e4m3", "e4m3", "f32", "f32", 16, 8, 32, 16, 8, split(4), column(4)},
        {"m16n8k32", "e5m2", "e4m3", "f32", "f32", 16, 8, 32, 16, 8, split(4), column(4)},
        {"m16n8k32", "e4m3", "e5m2", "f16", "f16", 16, 8, 32, 16, 8, split(4), column(4)},
        {"m16n8k16", "e5m2", "e5m2", "f32", "f32", 16, 8, 16, 8, 4, split(4), column(4)},
        {"m8n8k4", "f64", "f64", "f64", "f64", 8, 8, 4, 1, 1, doubleA, doubleB},
        {"m16n8k4", "f64", "f64", "f64", "f64", 16, 8, 4, 2, 1, doubleA, doubleB},
        {"m16n8k8", "f64", "f64", "f64", "f64", 16, 8, 8, 4, 2, doubleA, doubleB},
        {"m16n8k16", "f64", "f64", "f64", "f64", 16, 8, 16, 8, 4, doubleA, doubleB},
        {"m8n8k16", "s8", "u8", "s32", "s32", 8, 8, 16, 4, 4, split(4), column(4)},
        {"m16n8k16", "u8", "s8", "s32", "s32", 16, 8, 16, 8, 4, split(4), column(4)},
        {"m16n8k32", "s8", "s8", "s32", "s32", 16, 8, 32, 16, 8, split(4), column(4)},
        {"m8n8k32", "s4", "u4", "s32", "s32", 8, 8, 32, 8, 8, split(8), column(8)},
        {"m16n8k32", "u4", "s4", "s32", "s32", 16, 8, 32, 16, 8, split(8), column(8)},
        {"m16n8k64", "s4", "s4", "s32", "s32", 16, 8, 64, 32, 16, split(8), column(8)},
        {"m8n8k128", "b1", "b1", "s32", "s32", 8, 8, 128, 32, 32, split(32), column(32), "xor"},
        {"m16n8k128", "b1", "b1", "s32", "s32", 16, 8, 128, 64, 32, split(32), column(32), "and"},
        {"m16n8k256", "b1", "b1", "s32", "s32", 16, 8, 256, 128, 64, split(32), column(32), "xor"},
    };
    for (const ProductCase& v : cases) {
        const std::string typeA = v.a, typeB = v.b, sum = v.sum, result = v.result;
        SCOPED_TRACE(typeA + " " + typeB + " " + sum + " " + v.shape);
        Matrix a(v.m, v.k, typeA, 1), b(v.k, v.n, typeB, 99), c(v.m, v.n, "f32", 7);
        Matrix d = productOf(a, b, c, v.bitOperation);
        const auto bytesA = fragmentOf(a, typeA, v.aElements, v.placeOfA),
                   bytesB = fragmentOf(b, typeB, v.bElements, v.placeOfB);
        const unsigned sumElements = v.m * v.n / 32,
                       sumRegisters = sumElements * bitsOfType(sum) / (sum == "f64" ? 64 : 32);
        const unsigned word = typeA == "f64" ? 64 : 32;
        const std::string bits = *v.bitOperation ? std::string(".") + v.bitOperation + ".popc" : "";
        const auto got =
            multiply(std::string("mma.sync.aligned.") + v.shape + ".row.col." + result + "." + typeA + "." +
                         typeB + "." + sum + bits,
                     v.aElements * bitsOfType(typeA) / word, v.bElements * bitsOfType(typeB) / word,
                     sumRegisters, sumRegisters, wordsOf(bitsOfType(typeA)), wordsOf(bitsOfType(sum)), bytesA,
                     bytesB, fragmentOf(c, sum, sumElements, placeOfSum));
        EXPECT_EQ(got, fragmentOf(d, result, sumElements, placeOfSum));
    }
}

/// One element of a product: what row 0 of A times column 0 of B, added to c, gives; by f32's bits.
std::uint32_t sumOf(const std::string& type, const std::vector<std::uint32_t>& a,
                    const std::vector<std::uint32_t>& b, std::uint32_t c, const std::string& sum = "f32") {
    const bool tf32 = type == "tf32";
    const unsigned per = tf32 ? 1 : 2, half = 4 * per; // lanes 0 to 3, two registers each
    std::vector<std::uint8_t> bytesA(32 * 16), bytesB(32 * 8), bytesC(32 * (sum == "f16" ? 8 : 16));
    const auto place = [&](std::vector<std::uint8_t>& to, unsigned lane, unsigned registers, unsigned reg,
                           unsigned within, std::uint32_t bits) {
        for (unsigned i = 0; i < 4 / per; ++i)
            to[(lane * registers + reg) * 4 + within * 4 / per + i] =
                static_cast<std::uint8_t>(bits >> (8 * i));
    };
    for (unsigned k = 0; k < a.size(); ++k) {
        place(bytesA, k % half / per, 4, k / half * 2, k % per, a[k]);
        place(bytesB, k % half / per, 2, k / half, k % per, b[k]);
    }
    for (unsigned i = 0; i < 4; ++i) bytesC[i] = static_cast<std::uint8_t>(c >> (8 * i));
    const unsigned registers = sum == "f16" ? 2 : 4;
    const auto got = multiply("mma.sync.aligned.m16n8k" + std::string(tf32 ? "8" : "16") + ".row.col." + sum +
                                  "." + type + "." + type + "." + sum,
                              4, 2, registers, registers, "b32", "b32", bytesA, bytesB, bytesC);
    return static_cast<std::uint32_t>(got[0]) | static_cast<std::uint32_t>(got[1]) << 8 |
           (sum == "f16"
                ? 0
                : static_cast<std::uint32_t>(got[2]) << 16 | static_cast<std::uint32_t>(got[3]) << 24);
}
std::vector<std::uint32_t> repeat(std::size_t count, std::uint32_t bits) {
    return std::vector<std::uint32_t>(count, bits);
}

constexpr std::uint32_t kOne = 0x3f800000, kNone = 0x7fffffff, kMuch = 0x7f800000;

TEST(MatrixProducts, CutOffWhatIsBelowTheLargestTerm) {
    const std::uint32_t two12 = 0x0c00, two13 = 0x0800, minus12 = 0x8c00; // 2^-12, 2^-13, -2^-12 as f16
    EXPECT_EQ(sumOf("f16", {two12}, {two12}, kOne), kOne) << "1 + 2^-24, rounded towards zero";
    EXPECT_EQ(sumOf("f16", {minus12}, {two12}, kOne), 0x3f7fffffU) << "1 - 2^-24 is an f32";
    EXPECT_EQ(sumOf("f16", {two12}, {two12}, 0xbf800000), 0xbf7fffffU);
    EXPECT_EQ(sumOf("f16", repeat(16, two12), repeat(16, two13), kOne), kOne + 4)
        << "16 x 2^-25 are all kept";
    EXPECT_EQ(sumOf("f16", repeat(16, two13), repeat(16, two13), kOne), kOne) << "2^-26 is cut off, 16 times";
    EXPECT_EQ(sumOf("f16", repeat(16, two13), repeat(16, two13), 0), 0x34800000U)
        << "16 x 2^-26 alone are 2^-22";
    // of tf32, the lower 13 bits do not count
    EXPECT_EQ(sumOf("tf32", {0x3f801fff}, {0x3f800fff}, 0), kOne);
    EXPECT_EQ(sumOf("tf32", {0x3f802000}, {kOne}, 0), 0x3f802000U);
}

TEST(MatrixProducts, RoundToTheNearestHalf) {
    // 1 + 2^-11 lies between two of them; and 1 + 3 x 2^-11; and a little more than 1 + 2^-11
    EXPECT_EQ(sumOf("f16", {0x1000}, {0x3c00}, 0x3c00, "f16"), 0x3c00U);
    EXPECT_EQ(sumOf("f16", {0x1600}, {0x3c00}, 0x3c00, "f16"), 0x3c02U);
    EXPECT_EQ(sumOf("f16", {0x1000, 0x0c00}, {0x3c00, 0x1c00}, 0x3c00, "f16"), 0x3c01U);
    // the largest; beyond it; the smallest, and a half of it with the bit above even
    EXPECT_EQ(sumOf("f16", {0x4c00}, {0x3800}, 0x7bff, "f16"), 0x7bffU) << "65504 + 8";
    EXPECT_EQ(sumOf("f16", {0x5000}, {0x3800}, 0x7bff, "f16"), 0x7c00U) << "65504 + 16";
    EXPECT_EQ(sumOf("f16", {0x0001}, {0x3c00}, 0x0001, "f16"), 0x0002U);
    EXPECT_EQ(sumOf("f16", {0x0001}, {0x3800}, 0x0002, "f16"), 0x0002U);
    EXPECT_EQ(sumOf("f16", {0x8001}, {0x3c00}, 0x0000, "f16"), 0x8001U);
}

TEST(MatrixProducts, OfInfinityAndNoNumber) {
    EXPECT_EQ(sumOf("f16", {0x7c00}, {0x3c00}, kOne), kMuch);
    EXPECT_EQ(sumOf("f16", {0x7c00}, {0xbc00}, kOne), 0xff800000U);
    EXPECT_EQ(sumOf("f16", {0x7c00}, {0x0000}, kOne), kNone);
    EXPECT_EQ(sumOf("f16", {0x7c00, 0x7c00}, {0x3c00, 0xbc00}, 0), kNone);
    EXPECT_EQ(sumOf("f16", {0x7e00}, {0x3c00}, 0), kNone);
    EXPECT_EQ(sumOf("f16", {0x3c00}, {0x3c00}, kMuch), kMuch);
    EXPECT_EQ(sumOf("f16", {0x7c00}, {0x0000}, 0x3c00, "f16"), 0x7fffU);
    EXPECT_EQ(sumOf("f16", {0x7e00}, {0x0000}, 0x3c00, "f16"), 0x7fffU);
}

TEST(MatrixProducts, BeyondTheRangeOfSingleProducts) {
    const std::uint32_t large = 0x7f00, tiny = 0x0080, smallest = 0x0001; // 2^127, 2^-126, 2^-133 as bf16
    EXPECT_EQ(sumOf("bf16", {large}, {large}, 0), kMuch);
    EXPECT_EQ(sumOf("bf16", {large, large}, {large, 0xff00}, kOne), 0U) << "beside 2^254, one is cut off";
    EXPECT_EQ(sumOf("bf16", {tiny}, {tiny}, kOne), kOne);
    EXPECT_EQ(sumOf("bf16", {smallest}, {0x3f80}, 0), 0x00010000U) << "2^-133";
    EXPECT_EQ(sumOf("bf16", {smallest}, {0x4080}, 0x00000001), 0x00040001U);
    EXPECT_EQ(sumOf("bf16", {large}, {0x4000}, 0xff000000), 0x7f000000U) << "2^128 - 2^127";
    EXPECT_EQ(sumOf("tf32", {0x00002000}, {0x4b000000}, 0), 0x07000000U) << "2^-136 x 2^23";
}

TEST(MatrixProducts, OfIntegersWrapOrSaturate) {
    const auto run = [](const std::string& saturates) {
        std::vector<std::uint8_t> c(32 * 16, 0);
        for (std::size_t i = 0; i < c.size(); i += 4) c[i] = c[i + 1] = c[i + 2] = 0xff, c[i + 3] = 0x7f;
        const auto got =
            multiply("mma.sync.aligned.m16n8k32.row.col" + saturates + ".s32.s8.s8.s32", 4, 2, 4, 4, "b32",
                     "b32", std::vector<std::uint8_t>(32 * 16, 1), std::vector<std::uint8_t>(32 * 8, 2), c);
        return got[0] | got[1] << 8 | got[2] << 16 | static_cast<int>(static_cast<unsigned>(got[3]) << 24);
    };
    EXPECT_EQ(run(""), static_cast<int>(0x80000000U + 63));
    EXPECT_EQ(run(".satfinite"), 0x7fffffff);
}

TEST(MatrixProducts, WaitForAllLanes) {
    // lanes that take another way to the same fragment
    Runner runner(withHeader(".visible .entry k(.param .u64 d) {\n.reg .b64 %p, %o;\n.reg .b32 %t, %a<4>, "
                             "%b<2>;\n.reg .f32 %c<4>;\n.reg .pred "
                             "%q;\nld.param.u64 %p, [d];\nmov.u32 %t, %laneid;\nsetp.lt.u32 %q, %t, 7;\n@%q "
                             "bra FEW;\nmov.u32 %a0, "
                             "0x3c003c00;\nbra.uni BOTH;\nFEW:\nmov.u32 %a0, 0x3c003c00;\nBOTH:\nmov.u32 "
                             "%a1, %a0;\nmov.u32 %a2, %a0;\nmov.u32 %a3, "
                             "%a0;\nmov.u32 %b0, %a0;\nmov.u32 %b1, %a0;\nmov.f32 %c0, "
                             "0f00000000;\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                             "{%c0, %c1, %c2, %c3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c0, %c0, "
                             "%c0};\nmul.wide.u32 %o, %t, 4;\nadd.u64 %p, "
                             "%p, %o;\nst.global.f32 [%p], %c3;\nret;\n}\n"));
    const std::uint64_t out = runner.buffer(std::vector<float>(32));
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(out));
    EXPECT_EQ(runner.read<float>(out, 32), std::vector<float>(32, 16.0F));
}

struct Told {
    model::Space space;
    model::Operation operation;
    unsigned width, matrices, count;
    std::uint64_t second; ///< bytes from lane 0's address to lane 1's
};

void expectAccesses(const std::string& instruction, const Told& expected) {
    SCOPED_TRACE(instruction);
    Runner runner(withHeader(
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p;\n.reg .b32 %s, %r<8>;\n.shared .align 128 .b8 "
        "box[8192];\nld.param.u64 %p, [p];\nmov.u32 %s, box;\n" +
        instruction + ";\nret;\n}\n"));
    model::Trace trace;
    runner.config.sink = &trace;
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(runner.buffer(std::vector<std::uint8_t>(8192))));
    ASSERT_EQ(trace.accesses().size(), expected.count);
    for (const model::WarpAccess& access : trace.accesses()) {
        EXPECT_EQ(access.space, expected.space);
        EXPECT_EQ(access.operation, expected.operation);
        EXPECT_EQ(access.width, expected.width);
        EXPECT_EQ(access.matrices, expected.matrices);
        EXPECT_EQ(access.activeMask, expected.matrices == 2 ? 0xffffU : 0xffffffffU);
        EXPECT_EQ(access.address[1] - access.address[0], expected.second);
    }
}

/// As ptxas makes machine code of them.
TEST(WarpMatrices, TellTheirAccesses) {
    using enum model::Operation;
    const std::string eight = "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}", four = "{%r0, %r1, %r2, %r3}",
                      two = "{%r0, %r1}";
    constexpr auto kShared = model::Space::Shared, kGlobal = model::Space::Global;
    expectAccesses("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + eight + ", [%s], 64",
                   {kShared, MatrixLoad, 16, 4, 1, 128});
    expectAccesses("wmma.load.a.sync.aligned.col.m16n16k16.shared.f16 " + eight + ", [%s], 64",
                   {kShared, MatrixLoad, 16, 4, 1, 128});
    expectAccesses("wmma.load.a.sync.aligned.row.m32n8k16.shared.f16 " + eight + ", [%s], 64",
                   {kShared, MatrixLoad, 16, 4, 2, 128});
    expectAccesses("wmma.load.a.sync.aligned.row.m8n32k16.shared.f16 " + eight + ", [%s], 64",
                   {kShared, MatrixLoad, 16, 2, 1, 128});
    expectAccesses("wmma.load.a.sync.aligned.row.m16n16k16.shared.u8 " + two + ", [%s], 64",
                   {kShared, MatrixLoad, 16, 2, 1, 64});
    expectAccesses("wmma.load.a.sync.aligned.col.m16n16k16.shared.u8 " + two + ", [%s], 64",
                   {kShared, Load, 1, 0, 8, 256});
    expectAccesses("wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 " + four + ", [%p], 64",
                   {kGlobal, Load, 4, 0, 4, 4});
    expectAccesses("wmma.load.a.sync.aligned.col.m16n16k16.bf16 " + four + ", [%p], 64",
                   {kGlobal, Load, 4, 0, 4, 4});
    expectAccesses("wmma.load.a.sync.aligned.row.m16n16k8.tf32 " + four + ", [%p], 64",
                   {kGlobal, Load, 4, 0, 4, 4});
    expectAccesses("wmma.load.c.sync.aligned.row.m16n16k16.shared.s32 " + eight + ", [%s], 64",
                   {kShared, Load, 8, 0, 4, 8});
    expectAccesses("wmma.load.c.sync.aligned.col.m16n16k16.shared.s32 " + eight + ", [%s], 64",
                   {kShared, Load, 4, 0, 8, 512});
    expectAccesses("wmma.store.d.sync.aligned.col.m16n16k16.global.f16 [%p], " + four + ", 64",
                   {kGlobal, Store, 4, 0, 4, 4});
    expectAccesses("wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%p], " + four + ", 64",
                   {kGlobal, Store, 4, 0, 4, 4});
}

TEST(MatrixProducts, MatricesInRegistersAreTransposed) {
    Runner runner(withHeader(
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %o;\n.reg .b32 %t, %r;\nld.param.u64 %p, "
        "[p];\nmov.u32 %t, %laneid;\nmul.wide.u32 %o, %t, 4;\nadd.u64 %p, %p, %o;\nld.global.b32 %r, "
        "[%p];\nmovmatrix.sync.aligned.m8n8.trans.b16 %r, %r;\nst.global.b32 [%p], %r;\nret;\n}\n"));
    std::vector<std::uint16_t> matrix(64);
    for (std::uint16_t i = 0; i < 64; ++i) matrix[i] = i;
    const std::uint64_t p = runner.buffer(matrix);
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(p));
    const auto got = runner.read<std::uint16_t>(p, 64);
    for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(got[i], i % 8 * 8 + i / 8) << i;
}

TEST(WarpMatrices, FaultsNameTheInstruction) {
    Runner runner(
        withHeader(".visible .entry k(.param .u64 p) {\n.reg .b64 %p;\n.reg .b32 %r<4>;\nld.param.u64 %p, "
                   "[p];\nwmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r0, %r1, %r2, %r3}, [%p], "
                   "64;\nret;\n}\n"));
    const Fault fault =
        runner.faultOf("k", {}, {32, 1, 1}, Parameters().add(runner.buffer(std::vector<std::uint8_t>(1024))));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
}

TEST(MatrixProducts, WhatIsNotThereIsRefusedByName) {
    for (const char* instruction :
         {"mma.sp.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 {%r0}, {%r0}, {%r0}, {%r0}, %r0, 0",
          "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r0}, {%r0}, {%r0}, {%r0}",
          "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32 {%r0}, {%r0}, {%r0}, {%r0}",
          "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rz {%r0}, {%r0}, {%r0}, {%r0}"}) {
        const auto module = Module::parse(
            withHeader(std::string(".visible .entry k() {\n.reg .b32 %r0;\n") + instruction + ";\nret;\n}\n"),
            "t");
        ASSERT_EQ(module->find("k")->unsupported.size(), 1U) << instruction;
        EXPECT_EQ(module->find("k")->unsupported[0].text, instruction);
    }
}

} // namespace
} // namespace lanescope::ptx
