// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Broken PTX never does worse than an error, and masks never change what a lane computes.
#include "fuzz/random_program.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <random>

namespace lanescope::fuzz {
namespace {

/// LANESCOPE_FUZZ_ROUNDS mutations of each file, from the seed LANESCOPE_FUZZ_SEED.
std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : m_random(seed) {}

    std::string mutate(std::string text) {
        for (std::size_t k = 1 + m_random() % 3; k > 0 && !text.empty(); --k) one(text);
        return text;
    }

private:
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : m_random() % limit; }

    /// Start and length of a random line, its end included.
    std::pair<std::size_t, std::size_t> line(const std::string& text) {
        const std::size_t at = below(text.size());
        const std::size_t before = text.rfind('\n', at);
        const std::size_t start = before == std::string::npos || before == at ? 0 : before + 1;
        const std::size_t end = text.find('\n', start);
        return {start, (end == std::string::npos ? text.size() : end + 1) - start};
    }

    /// Start and length of a random word.
    std::pair<std::size_t, std::size_t> word(const std::string& text) {
        const auto part = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '.';
        };
        std::size_t start = below(text.size());
        while (start < text.size() && !part(text[start])) ++start;
        while (start > 0 && start < text.size() && part(text[start - 1])) --start;
        std::size_t end = start;
        while (end < text.size() && part(text[end])) ++end;
        return {start, end - start};
    }

    void one(std::string& text) {
        switch (below(9)) {
        case 0: { // a line goes
            const auto [start, length] = line(text);
            text.erase(start, length);
            break;
        }
        case 1: { // a line comes twice
            const auto [start, length] = line(text);
            text.insert(start, std::string(text, start, length));
            break;
        }
        case 2: { // a line moves
            const auto [start, length] = line(text);
            const std::string moved(text, start, length);
            text.erase(start, length);
            text.insert(text.empty() ? 0 : line(text).first, moved);
            break;
        }
        case 3: { // a word takes another's place
            const auto [from, fromLength] = word(text);
            const std::string replacement(text, from, fromLength);
            const auto [to, toLength] = word(text);
            text.replace(to, toLength, replacement);
            break;
        }
        case 4: { // a number changes
            const char* numbers[] = {"0",       "-1",         "4294967295", "18446744073709551615",   "7",
                                     "1000000", "0x80000000", "0f7fc00000", "99999999999999999999999"};
            for (int tries = 0; tries < 200; ++tries) {
                const auto [start, length] = word(text);
                if (length != 0 && std::isdigit(static_cast<unsigned char>(text[start])) != 0) {
                    text.replace(start, length, numbers[below(std::size(numbers))]);
                    break;
                }
            }
            break;
        }
        case 5:
            text.erase(below(text.size()), 1 + below(3));
            break;
        case 6:
            text.insert(below(text.size()), 1, static_cast<char>(below(256)));
            break;
        case 7:
            text[below(text.size())] = "{}[]();:,@!%.<>|+-\"'/*\n\0\\"[below(26)];
            break;
        default:
            if (below(12) == 0) { // the end is missing
                text.resize(below(text.size()));
            } else {
                text[below(text.size())] = static_cast<char>('0' + below(75));
            }
        }
    }

    std::mt19937_64 m_random;
};

/// Launches what still parses with the corpus's arguments. Only the exceptions that the headers name may come
/// out.
void survive(const std::string& text, const std::vector<const corpus::Case*>& launches,
             std::map<std::string, int>& counts) {
    std::shared_ptr<const ptx::Module> module;
    try {
        module = ptx::Module::parse(text, "mutated.ptx");
    } catch (const ptx::ParseError& error) {
        ++counts["refused"];
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).rfind("mutated.ptx", 0), 0U) << error.what();
        return;
    }
    const corpus::Case& each = *launches[text.size() % launches.size()];
    try {
        corpus::runOnMachine(each, *module, 1, 20000);
        ++counts["ran"];
    } catch (const ptx::Fault& fault) {
        ++counts["fault"];
        EXPECT_EQ(std::string(fault.what()).find('\n'), std::string::npos) << fault.what();
    } catch (const corpus::Mismatch&) {
        ++counts["other parameters"];
    } catch (const std::bad_alloc&) {
        ++counts["too large"];
    }
}

TEST(Fuzz, MutatedKernelsAreRefusedOrRunToAnEnd) {
    if (corpus::ptxFolder().empty())
        GTEST_SKIP() << "the PTX of the corpus was not built, because there was no nvcc";
    std::map<std::string, std::vector<const corpus::Case*>> files;
    for (const corpus::Case& each : corpus::cases()) {
        if (each.file != "maths" && each.file != "textures") files[each.file].push_back(&each);
    }
    std::map<std::string, int> counts;
    std::uint64_t seed = fromEnvironment("LANESCOPE_FUZZ_SEED", 1);
    const std::uint64_t rounds = fromEnvironment("LANESCOPE_FUZZ_ROUNDS", 60);
    for (const auto& [file, launches] : files) {
        const std::string text = corpus::readPtx(file, false);
        for (std::uint64_t round = 0; round < rounds; ++round, ++seed) {
            SCOPED_TRACE(::testing::Message() << file << ", seed " << seed);
            survive(Mutator(seed).mutate(text), launches, counts);
        }
    }
    for (const auto& [what, count] : counts) std::printf("%s: %d\n", what.c_str(), count);
    // Were all of one sort, the mutations would test little.
    EXPECT_GT(counts["refused"], 50);
    EXPECT_GT(counts["ran"], 50);
    EXPECT_GT(counts["fault"], 5);
}

TEST(Fuzz, DebugKernelsToo) {
    if (corpus::ptxFolder().empty())
        GTEST_SKIP() << "the PTX of the corpus was not built, because there was no nvcc";
    std::map<std::string, int> counts;
    for (const corpus::Case& each : corpus::cases()) {
        if (each.file != "reduction" && each.file != "control") continue;
        const std::string text = corpus::readPtx(each.file, true);
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            SCOPED_TRACE(::testing::Message() << each.name() << ", seed " << seed);
            survive(Mutator(seed * 1000 + each.name().size()).mutate(text), {&each}, counts);
        }
    }
    EXPECT_GT(counts["refused"] + counts["ran"] + counts["fault"], 100);
}

// Found by longer runs of the tests above.
TEST(Fuzz, WhatWasFoundStaysFixed) {
    const std::string head = ".version 7.8\n.target sm_80\n.address_size 64\n";
    try {
        ptx::Module::parse(head + ".entry k()\n{\n.reg .b32 %r;\nmov.u32 %r, %ctai\n.x;\nret;\n}\n",
                           "pieces");
        FAIL() << "a register's name in pieces was taken";
    } catch (const ptx::ParseError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
    const auto module = ptx::Module::parse(head + ".func f(.param .b64 a)\n{\nret;\n}\n"
                                                  ".entry k()\n{\n{\n.param .b64 p;\nst.param.b32 [p+1], 7;\n"
                                                  "call.uni f, (p);\n}\nret;\n}\n",
                                           "misaligned");
    corpus::Case launch;
    launch.kernels = {"k"};
    try {
        corpus::runOnMachine(launch, *module, 1);
        FAIL() << "a misaligned store to a parameter was done";
    } catch (const ptx::Fault& fault) {
        EXPECT_EQ(fault.kind, ptx::FaultKind::Misaligned) << fault.what();
    }
}

TEST(Fuzz, NoiseIsRefused) {
    std::mt19937_64 random(5);
    const std::string good = randomProgram(1).ptx;
    for (int round = 0; round < 300; ++round) {
        std::string noise(random() % 400, '\0');
        for (char& c : noise) c = static_cast<char>(round % 2 == 0 ? random() % 256 : 32 + random() % 96);
        if (round % 3 == 0) noise = good.substr(0, random() % good.size()) + noise;
        try {
            const auto module = ptx::Module::parse(noise, "noise");
            EXPECT_LE(module->kernels().size(), 1U);
        } catch (const ptx::ParseError& error) {
            EXPECT_EQ(std::string(error.what()).rfind("noise", 0), 0U) << error.what();
        }
    }
}

TEST(Fuzz, WhatALaneComputesDoesNotDependOnTheOthers) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        RandomProgram program = randomProgram(seed, false);
        const auto module = ptx::Module::parse(program.ptx, "random");
        ASSERT_TRUE(module->kernels().front().unsupported.empty())
            << "seed " << seed << ": " << module->kernels().front().unsupported.front().text;
        const corpus::Outcome full = corpus::runOnMachine(program.launch, *module, 1);
        // 45 threads: a second warp with a partial mask.
        constexpr std::size_t kFew = 45;
        program.launch.block.x = kFew;
        corpus::Outcome few = corpus::runOnMachine(program.launch, *module, 1);
        for (const RandomProgram::Result& result : program.results) {
            const std::size_t size = corpus::bytesOf(program.launch.arguments[result.argument].element);
            auto& bytes = few.values.bytes()[result.argument];
            const auto& all = full.values.bytes()[result.argument];
            for (std::size_t at = (result.slot * kThreads + kFew) * size;
                 at < (result.slot + 1) * kThreads * size; ++at) {
                EXPECT_EQ(bytes[at], std::byte{0}) << "a thread that does not exist has written";
                bytes[at] = all[at];
            }
        }
        ASSERT_EQ(culprit(program, full.values, few.values), "");
    }
}

TEST(Fuzz, EveryTemplateIsSupported) {
    std::size_t results = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const RandomProgram program = randomProgram(seed);
        const auto module = ptx::Module::parse(program.ptx, "random");
        for (const ptx::Unsupported& each : module->kernels().front().unsupported) {
            ADD_FAILURE() << "seed " << seed << ": " << each.text;
        }
        results += program.results.size();
        const corpus::Outcome first = corpus::runOnMachine(program.launch, *module, 1);
        const corpus::Outcome second = corpus::runOnMachine(program.launch, *module, 1);
        ASSERT_EQ(culprit(program, first.values, second.values), "");
    }
    EXPECT_GT(results, 150U * 20);
}

} // namespace
} // namespace lanescope::fuzz
