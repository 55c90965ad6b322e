// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every lab on a GPU: what it keeps is what the emulator leaves, for each value of each choice and switch.
#include "kit/registry.h"
#include "kit/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <utility>

namespace lanescope::kit {
namespace {

/// Floats that differ by no more than functions that a GPU approximates may; other bytes must be equal.
bool alike(const Values::Buffer& a, const Values::Buffer& b) {
    constexpr float kRelative = 1e-5F;
    if (a.bytes == b.bytes) return true;
    if (a.bytes.size() != b.bytes.size() || a.bytes.size() % sizeof(float)) return false;
    for (std::size_t i = 0; i < a.bytes.size(); i += sizeof(float)) {
        if (std::memcmp(&a.bytes[i], &b.bytes[i], sizeof(float)) == 0) continue;
        float x = 0, y = 0;
        std::memcpy(&x, &a.bytes[i], sizeof x);
        std::memcpy(&y, &b.bytes[i], sizeof y);
        if (!std::isnormal(x) || !(std::abs(x - y) <= kRelative * std::max(1.0F, std::abs(x)))) return false;
    }
    return true;
}

/// What a lab keeps to show that it is left to chance, or to time: by lab, buffer.
const std::set<std::pair<std::string, std::string>> kLeftToChance{{"dynamic", "seen"},
                                                                  {"dynamic", "back"},
                                                                  {"dynamic", "parents"},
                                                                  {"dynamic", "children"},
                                                                  {"dynamic", "launches"}};

class LabsOnGpu : public testing::Test {
protected:
    /// A lab that stops itself with a reason does so on both.
    void compare(const LabEntry& entry, const std::shared_ptr<Lab>& lab, const std::string& what) {
        Session real(m_device, {}), emulated(m_emulated, {});
        for (Session* session : {&real, &emulated}) {
            session->setLab(entry, lab);
            session->step(0.25, 0);
        }
        ASSERT_FALSE(m_device->lost()) << what << ": " << real.error();
        EXPECT_EQ(real.error(), emulated.error()) << what;
        const auto onGpu = real.drawn(), modelled = emulated.drawn();
        ASSERT_EQ(onGpu.has_value(), modelled.has_value()) << what;
        if (!onGpu) return;
        EXPECT_EQ(onGpu->result.launches.size(), modelled->result.launches.size()) << what;
        if (!onGpu->result.kept || !modelled->result.kept) {
            EXPECT_EQ(onGpu->result.kept != nullptr, modelled->result.kept != nullptr) << what;
            return;
        }
        for (const auto& [name, expected] : modelled->result.kept->buffers) {
            if (kLeftToChance.contains({entry.name, name})) continue;
            const Values::Buffer* actual = onGpu->result.keptBuffer(name);
            ASSERT_TRUE(actual) << what << ": " << name;
            EXPECT_EQ(actual->pitch, expected.pitch) << what << ": " << name;
            EXPECT_TRUE(alike(*actual, expected)) << what << ": " << name;
            ++m_compared;
        }
    }
    std::shared_ptr<device::Device> m_device = device::openDevice("cuda"),
                                    m_emulated = device::openEmulated();
    int m_compared = 0;
};

TEST_F(LabsOnGpu, LeaveWhatTheEmulatorLeaves) {
    for (const LabEntry& entry : labs()) {
        const int before = m_compared;
        compare(entry, entry.make(), entry.name);
        const std::vector<std::string> defaults = entry.make()->values();
        const std::shared_ptr<Lab> lab = entry.make();
        for (Parameter* parameter : lab->parameters()) {
            std::vector<std::string> values;
            if (dynamic_cast<const Choice*>(parameter))
                values = static_cast<const Choice*>(parameter)->choices();
            if (dynamic_cast<const Toggle*>(parameter)) values = {"off", "on"};
            for (const std::string& value : values) {
                if (value == parameter->defaultText()) continue;
                lab->setValues(defaults);
                parameter->parse(value);
                compare(entry, lab, entry.name + " " + parameter->name() + "=" + value);
            }
        }
        std::printf("%s: %d buffers compared\n", entry.name.c_str(), m_compared - before);
    }
    EXPECT_GT(m_compared, 0);
}

} // namespace
} // namespace lanescope::kit
