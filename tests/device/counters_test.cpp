// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Reading counters without a GPU: every way in which CUPTI can be absent or refuse, by a stand-in of ours,
// and the names of the metrics by the real one's host side.
#include "device/counters/counters.h"
#include "device/counters/range_profiler.h"
#include "device/cuda/cuda_probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

namespace lanescope::device {
namespace {

/// LANESCOPE_FAKE_CUPTI for the length of a scope.
class Mode {
public:
    explicit Mode(const char* mode) { ::setenv("LANESCOPE_FAKE_CUPTI", mode, 1); }
    ~Mode() { ::unsetenv("LANESCOPE_FAKE_CUPTI"); }
    Mode(const Mode&) = delete;
    Mode& operator=(const Mode&) = delete;
};

int noted(const char* name) {
    std::string why;
    const auto library = SharedLibrary::openFile(LANESCOPE_FAKE_CUPTI_FILE, why);
    EXPECT_TRUE(library) << why;
    return library ? library->function<int()>(name)() : -1;
}

std::shared_ptr<const CuptiLibrary> fake() {
    std::string reason;
    auto cupti = CuptiLibrary::open(reason, LANESCOPE_FAKE_CUPTI_FILE);
    EXPECT_NE(cupti, nullptr) << reason;
    return cupti;
}

RangeProfiler profiler(std::vector<std::string> metrics = {"a.sum", "b.sum"}) {
    return {fake(), nullptr, "GH100", std::move(metrics)};
}

/// The message of what a function throws; it has to be one line, Unavailable, and to end with what to do.
std::string refusal(const std::function<void()>& function) {
    try {
        function();
    } catch (const Unavailable& failure) {
        const std::string text = failure.what();
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        EXPECT_NE(text.find(": "), std::string::npos) << text;
        return text;
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

void expectWords(const std::string& text, const std::vector<std::string>& words) {
    for (const std::string& word : words)
        EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

TEST(Cupti, ThatIsMissingIsNamedWithTheCure) {
    std::string reason;
    EXPECT_EQ(CuptiLibrary::open(reason, "no/such/libcupti.so"), nullptr);
    expectWords(reason, {"no/such/libcupti.so", "install the CUDA toolkit", "LANESCOPE_CUPTI"});
    EXPECT_EQ(reason.find('\n'), std::string::npos);
}

TEST(Cupti, IsTakenFromTheFileThatTheEnvironmentNames) {
    ::setenv("LANESCOPE_CUPTI", LANESCOPE_FAKE_CUPTI_FILE, 1);
    std::string reason;
    const auto cupti = CuptiLibrary::open(reason);
    ::unsetenv("LANESCOPE_CUPTI");
    ASSERT_NE(cupti, nullptr) << reason;
    EXPECT_EQ(cupti->name(), LANESCOPE_FAKE_CUPTI_FILE);
}

TEST(Cupti, OfAnotherVersionIsRefused) {
    std::string reason;
    {
        const Mode mode("old");
        EXPECT_EQ(CuptiLibrary::open(reason, LANESCOPE_FAKE_CUPTI_FILE), nullptr);
        expectWords(reason, {"CUPTI 12.9", "built with", "install the CUDA toolkit"});
    }
    {
        const Mode mode("next");
        EXPECT_NE(CuptiLibrary::open(reason, LANESCOPE_FAKE_CUPTI_FILE), nullptr);
    }
    EXPECT_EQ(CuptiLibrary::open(reason, "libm.so.6"), nullptr) << "a library that is no CUPTI";
    expectWords(reason, {"libm.so.6", "unknown version"});
}

TEST(Cupti, WithoutPermissionSaysHowToAllowIt) {
    const Mode mode("denied");
    const std::string text =
        refusal([] { profiler().collect([] { FAIL() << "launched all the same"; }, 4); });
    expectWords(text, {"administrators", "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", "root", "CAP_SYS_ADMIN",
                       "NVreg_RestrictProfilingToAdminUsers=0", "/etc/modprobe.d"});
    EXPECT_EQ(noted("fakeEnabled"), 0);
}

TEST(Cupti, UsedByAnotherProfilerSaysSo) {
    const Mode mode("busy");
    expectWords(refusal([] { profiler().collect([] {}, 4); }), {"another profiler", "Nsight Compute"});
}

TEST(Cupti, ThatFailsHalfWayIsClosedAgain) {
    for (const char* where : {"starts", "decodes"}) {
        const Mode mode(where);
        expectWords(refusal([] { profiler().collect([] {}, 4); }), {"failed"});
        EXPECT_EQ(noted("fakeEnabled"), 0) << where;
        EXPECT_EQ(noted("fakeStarted"), 0) << where;
    }
    expectWords(refusal([] { RangeProfiler(fake(), nullptr, "XY1", {"a.sum"}); }), {"newer CUDA toolkit"});
}

TEST(Cupti, IsClosedWhenALaunchThrows) {
    EXPECT_THROW(profiler().collect([] { throw Cancelled("enough"); }, 4), Cancelled);
    EXPECT_EQ(noted("fakeEnabled"), 0);
    EXPECT_EQ(noted("fakeStarted"), 0);
}

TEST(Cupti, GivesTheMetricsByKernel) {
    RangeProfiler made = profiler();
    EXPECT_EQ(made.passes(), 5U);
    int launched = 0;
    const auto values = made.collect([&] { ++launched; }, 8);
    EXPECT_EQ(launched, 1);
    EXPECT_EQ(values, (std::vector<std::vector<double>>{{0, 1}, {100, 101}, {200, 201}}));
    EXPECT_EQ(noted("fakeEnabled"), 0);
    const Mode mode("dropped");
    expectWords(refusal([&] { made.collect([] {}, 8); }), {"10 kernels", "room was left for 8"});
}

TEST(Probe, CallsNothingOfTheTargetSideWithoutADevice) {
    if (probeCuda().available) GTEST_SKIP() << "this machine has a CUDA device";
    ::setenv("LANESCOPE_CUPTI", LANESCOPE_FAKE_CUPTI_FILE, 1);
    const int before = noted("fakeTargetCalls");
    const CounterProbe probe = probeCounters(0);
    ::unsetenv("LANESCOPE_CUPTI");
    EXPECT_TRUE(probe.found);
    EXPECT_FALSE(probe.available);
    EXPECT_EQ(probe.reason, probeCuda().reason);
    EXPECT_EQ(noted("fakeTargetCalls"), before);
    Info emulated;
    expectWords(refusal([&] { Counters counters(emulated); }), {"emulated", "--device cuda"});
}

TEST(Metrics, AreTheFirstAlternativeThatTheChipHasWhole) {
    const CounterRow row{{}, "a + b | a + c| d"};
    const auto of = [&](const std::set<std::string>& chip) {
        return metricsOf(row, [&](const std::string& name) { return chip.contains(name); });
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(of({"a", "b", "c", "d"}), (Names{"a", "b"}));
    EXPECT_EQ(of({"a", "c", "d"}), (Names{"a", "c"}));
    EXPECT_EQ(of({"b", "d"}), Names{"d"});
    EXPECT_EQ(of({"b", "c"}), Names{});
}

TEST(Metrics, EachCounterHasOneRow) {
    const auto rows = counterRows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_FALSE(rows[i].metrics.empty());
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(rows[i].id == rows[j].id) << i << " and " << j;
        CounterValues values;
        values.at(i) = 7;
        EXPECT_EQ(values.of(rows[i].id), 7U) << i;
    }
}

TEST(Metrics, ValuesAddAndAreTakenOff) {
    CounterValues a, b;
    a.at(0) = 5;
    a.at(1) = 2;
    b.at(0) = 3;
    CounterValues sum = a;
    sum += b;
    EXPECT_EQ(sum.at(0), 8U);
    EXPECT_FALSE(sum.at(1)) << "what one of them lacks has no sum";
    a -= b;
    EXPECT_EQ(a.at(0), 2U);
    EXPECT_EQ(a.at(1), 2U) << "nothing to take off";
    b -= a;
    b -= a;
    EXPECT_EQ(b.at(0), 0U) << "never below 0";
}

/// The real CUPTI's host side, which needs no driver.
class HostSide : public testing::Test {
protected:
    void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        GTEST_SKIP() << "CUPTI loads libraries in a way (RTLD_DEEPBIND) that sanitizers refuse";
#endif
        std::string reason;
        m_cupti = CuptiLibrary::open(reason);
        if (!m_cupti) GTEST_SKIP() << reason;
        listChips();
    }
    void listChips() {
        CUpti_Profiler_Host_GetSupportedChips_Params params{};
        params.structSize = CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE;
        m_cupti->check(m_cupti->hostGetSupportedChips(&params), "hostGetSupportedChips");
        m_chips.assign(params.ppChipNames, params.ppChipNames + params.numChips);
        // Volta is listed, but the range profiler begins with Turing, as this program does.
        std::erase_if(m_chips, [](const std::string& chip) { return chip.starts_with("GV"); });
    }
    std::vector<std::string> missing(const std::string& chip) const {
        const ChipMetrics known(m_cupti, chip);
        std::vector<std::string> names;
        for (const CounterRow& row : counterRows())
            if (metricsOf(row, [&](const std::string& name) { return known.has(name); }).empty())
                names.emplace_back(row.metrics);
        return names;
    }
    std::shared_ptr<const CuptiLibrary> m_cupti;
    std::vector<std::string> m_chips;
};

TEST_F(HostSide, HasEveryCounterOnHopperAmpereAdaAndBlackwell) {
    for (const std::string chip : {"GH100", "GA100", "GA102", "AD102", "GB100", "GB202"}) {
        SCOPED_TRACE(chip);
        if (std::find(m_chips.begin(), m_chips.end(), chip) == m_chips.end()) continue;
        std::vector<std::string> expected;
        if (chip.starts_with("GA") || chip.starts_with("AD"))
            expected = {"l1tex__data_bank_conflicts_type_arbitration"};
        EXPECT_EQ(missing(chip), expected);
    }
}

TEST_F(HostSide, KnowsEveryNameOnSomeChip) {
    std::set<std::string> unknown;
    for (const CounterRow& row : counterRows()) {
        std::string metrics(row.metrics);
        for (char& c : metrics)
            if (c == '+' || c == '|') c = ' ';
        std::istringstream words(metrics);
        for (std::string name; words >> name;) unknown.insert(name);
    }
    for (const std::string& chip : m_chips) {
        const ChipMetrics known(m_cupti, chip);
        std::erase_if(unknown, [&](const std::string& name) { return known.has(name); });
    }
    EXPECT_EQ(unknown, std::set<std::string>{}) << "misspelt, behind an alternative that is not";
}

TEST_F(HostSide, SchedulesWhatAChipHas) {
    for (const std::string& chip : m_chips) {
        SCOPED_TRACE(chip);
        ChipMetrics known(m_cupti, chip);
        std::vector<std::string> metrics;
        for (const CounterRow& row : counterRows())
            for (const std::string& name :
                 metricsOf(row, [&](const std::string& metric) { return known.has(metric); }))
                metrics.push_back(name + ".sum");
        ASSERT_FALSE(metrics.empty());
        const std::size_t passes = known.passes(known.configure(metrics));
        EXPECT_GE(passes, 1U);
        EXPECT_LE(passes, metrics.size());
    }
}

} // namespace
} // namespace lanescope::device
