// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Single instructions against their tables: in all lanes, and in some of them.
#include "vectors.h"

#include "run_ptx.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace lanescope::ptx {
namespace {

const char* typeOf(char width) {
    return width == 'p' ? "pred" : width == 'h' ? "b16" : width == 'w' ? "b32" : "b64";
}

/// Inputs at in + 32 * lane, result and %d's earlier value at out + 16 * lane. masked: only odd lanes
/// execute.
std::string kernelFor(const Vector& v, bool masked) {
    const std::string widths = v.widths;
    const char* names[] = {"%d", "%a", "%b", "%c", "%e"};
    std::string text = ".visible .entry k(.param .u64 in, .param .u64 out) {\n.reg .b64 %in, %out, "
                       "%wide;\n.reg .b32 %lane, %odd, %word;\n"
                       ".reg .pred %u, %q;\n";
    text += std::string(".reg .") + typeOf(widths[0]) + " %t;\n";
    for (std::size_t i = 0; i < widths.size(); ++i)
        text += std::string(".reg .") + typeOf(widths[i]) + " " + names[i] + ";\n";
    text += "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %lane, %laneid;\nmul.wide.u32 "
            "%wide, %lane, 32;\nadd.u64 %in, %in, %wide;\n"
            "mul.wide.u32 %wide, %lane, 16;\nadd.u64 %out, %out, %wide;\nand.b32 %odd, %lane, "
            "1;\nsetp.ne.u32 %q, %odd, 0;\n";
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string offset = std::to_string(i == 0 ? 0 : (i - 1) * 8);
        const std::string name = names[i];
        if (i == 0) { // a value that the result must replace
            if (widths[0] == 'p')
                text += "setp.ne.u32 %d, %lane, %lane;\n";
            else
                text += std::string("mov.") + typeOf(widths[0]) + " %d, 85;\n";
        } else if (widths[i] == 'p') {
            text += "ld.global.u32 %word, [%in+" + offset + "];\nsetp.ne.u32 " + name + ", %word, 0;\n";
        } else {
            text += std::string("ld.global.") + typeOf(widths[i]) + " " + name + ", [%in+" + offset + "];\n";
        }
    }
    std::string instruction = v.instruction;
    if (masked)
        for (std::size_t at = 0; at != std::string::npos;) {
            instruction.insert(at, "@%q ");
            at = instruction.find("; ", at);
            if (at != std::string::npos) at += 2;
        }
    text += instruction + "\nst.global.u64 [%out], 0;\n";
    if (widths[0] == 'p')
        text += "selp.b32 %word, 1, 0, %d;\nst.global.u32 [%out], %word;\n";
    else
        text += std::string("st.global.") + typeOf(widths[0]) + " [%out], %d;\n";
    return withHeader(text + "ret;\n}\n");
}

void check(const Vector& v) {
    for (const bool masked : {false, true}) {
        SCOPED_TRACE(std::string(v.instruction) + (masked ? " in odd lanes" : " in all lanes"));
        try {
            Runner runner(kernelFor(v, masked));
            std::vector<std::uint64_t> inputs(32 * 4, 0);
            for (std::size_t lane = 0; lane < 32; ++lane)
                std::copy(v.inputs.begin(), v.inputs.end(), inputs.begin() + static_cast<long>(lane) * 4);
            const std::uint64_t in = runner.buffer(inputs),
                                out = runner.buffer(std::vector<std::uint64_t>(64));
            runner.launch("k", {}, {32, 1, 1}, Parameters().add(in).add(out));
            const auto results = runner.read<std::uint64_t>(out, 64);
            for (std::size_t lane = 0; lane < 32; ++lane) {
                const bool ran = !masked || lane % 2 == 1;
                const std::uint64_t expected = ran ? v.result : v.widths[0] == 'p' ? 0 : 85;
                if (results[lane * 2] == expected) continue;
                ADD_FAILURE() << "lane " << lane << std::hex << ": expected 0x" << expected << ", got 0x"
                              << results[lane * 2] << ", inputs " << v.inputs[0] << " " << v.inputs[1] << " "
                              << v.inputs[2];
                return;
            }
        } catch (const std::exception& error) {
            ADD_FAILURE() << error.what();
        }
    }
}

TEST(Vectors, Integers) {
    for (const auto* table : {&kIntegerVectors1, &kIntegerVectors2})
        for (const Vector& v : *table) check(v);
}
TEST(Vectors, Floats) {
    for (const auto* table : {&kFloatingVectors1, &kFloatingVectors2})
        for (const Vector& v : *table) check(v);
}
TEST(Vectors, Conversions) {
    for (const auto* table : {&kConversionVectors1, &kConversionVectors2, &kMeasuredVectors, &kSmallVectors})
        for (const Vector& v : *table) check(v);
}

/// One function of f32 over many arguments at once.
std::vector<float> evaluate(const std::string& instruction, const std::vector<float>& arguments) {
    Runner runner(withHeader(".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %o;\n.reg .b32 %t, %c, "
                             "%n;\n.reg .f32 %x;\nld.param.u64 %p, [p];\n"
                             "mov.u32 %t, %tid.x;\nmov.u32 %c, %ctaid.x;\nmov.u32 %n, %ntid.x;\nmad.lo.u32 "
                             "%t, %c, %n, %t;\nmul.wide.u32 %o, %t, 4;\nadd.u64 %p, %p, %o;\n"
                             "ld.global.f32 %x, [%p];\n" +
                             instruction + " %x, %x;\nst.global.f32 [%p], %x;\nret;\n}\n"));
    const std::uint64_t p = runner.buffer(arguments);
    runner.launch("k", {static_cast<std::uint32_t>(arguments.size() / 256), 1, 1}, {256, 1, 1},
                  Parameters().add(p));
    return runner.read<float>(p, arguments.size());
}

double ulps(float value, double exact) {
    const auto rounded = static_cast<float>(exact);
    const float next = std::nextafterf(std::fabs(rounded), INFINITY);
    return std::fabs(static_cast<double>(value) - exact) /
           (static_cast<double>(next) - std::fabs(static_cast<double>(rounded)));
}

std::vector<float> between(float low, float high) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> values(low, high);
    std::vector<float> arguments(1 << 14);
    for (float& x : arguments) x = values(random);
    return arguments;
}

/// The bounds of the PTX ISA: 2^-20.5 absolute for sine and cosine in -pi..pi, two units in the last place of
/// ex2 and rsqrt, one of the others. (approximations_test.cpp compares bits.)
TEST(Approximations, StayWithinTheirBounds) {
    const auto angles = between(-3.14159f, 3.14159f);
    const auto sines = evaluate("sin.approx.f32", angles), cosines = evaluate("cos.approx.f32", angles);
    for (std::size_t i = 0; i < angles.size(); ++i) {
        ASSERT_NEAR(sines[i], std::sin(static_cast<double>(angles[i])), std::exp2(-20.5)) << angles[i];
        ASSERT_NEAR(cosines[i], std::cos(static_cast<double>(angles[i])), std::exp2(-20.5)) << angles[i];
    }
    const auto exponents = between(-120.0f, 120.0f);
    const auto powers = evaluate("ex2.approx.f32", exponents);
    for (std::size_t i = 0; i < exponents.size(); ++i)
        ASSERT_LE(ulps(powers[i], std::exp2(static_cast<double>(exponents[i]))), 2.0) << exponents[i];
    const auto positive = between(1e-6f, 1e6f);
    const auto logarithms = evaluate("lg2.approx.f32", positive),
               roots = evaluate("rsqrt.approx.f32", positive),
               reciprocals = evaluate("rcp.approx.f32", positive);
    for (std::size_t i = 0; i < positive.size(); ++i) {
        const auto x = static_cast<double>(positive[i]);
        ASSERT_LE(ulps(logarithms[i], std::log2(x)), 2.0) << x;
        ASSERT_LE(ulps(roots[i], 1.0 / std::sqrt(x)), 2.0) << x;
        ASSERT_LE(ulps(reciprocals[i], 1.0 / x), 1.0) << x;
    }
}

} // namespace
} // namespace lanescope::ptx
