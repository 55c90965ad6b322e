// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every lab with the search for races and uninitialised reads on: its kernels have none, but where they are
// what the lab is about.
#include "lab_run.h"

namespace lanescope::labs_test {
namespace {

/// Why a lab did not run, and what the emulator finds in its launches, one line each.
struct Checked {
    std::string error, lines;
};
Checked check(const kit::LabEntry& entry, const std::shared_ptr<kit::Lab>& lab) {
    kit::SessionOptions options;
    options.checks = true;
    kit::Session session(device::openEmulated(), options);
    session.setLab(entry, lab);
    session.step(0, 0);
    Checked checked{session.error(), ""};
    if (!session.hasResult()) return checked;
    for (const kit::LaunchResult& launch : session.result().launches)
        for (const ptx::Finding& finding : launch.record.findings) checked.lines += finding.text + "\n";
    return checked;
}

using Value = std::pair<kit::Parameter*, std::string>;

/// Of a parameter, each word or position and the ends of a range that are other than its present value.
std::vector<Value> others(kit::Parameter& parameter) {
    std::vector<std::string> texts;
    if (parameter.kind() == kit::Parameter::Kind::Choice)
        texts = static_cast<const kit::Choice&>(parameter).choices();
    if (parameter.kind() == kit::Parameter::Kind::Toggle) texts = {"off", "on"};
    if (parameter.kind() == kit::Parameter::Kind::Integer && parameter.name() != "size-mib") {
        const auto& integer = static_cast<const kit::Integer&>(parameter);
        texts = {std::to_string(integer.minimum()), std::to_string(std::min(integer.maximum(), 1024))};
    }
    std::vector<Value> values;
    for (const std::string& text : texts)
        if (text != parameter.text()) values.emplace_back(&parameter, text);
    return values;
}

/// What kernels do on purpose: all lanes store to one word, and any of their values may stay.
bool isMeant(const kit::LabEntry& entry, const kit::Lab& lab) {
    const auto is = [&](std::string_view name, std::string_view value) {
        return lab.findParameter(name)->text() == value;
    };
    return entry.name == "banks" && is("op", "store") && is("stride", "0");
}

TEST(LabChecks, FindNothingWithAnyTwoParametersSet) {
    int meant = 0;
    for (const kit::LabEntry& entry : kit::labs()) {
        std::shared_ptr<kit::Lab> lab = entry.make();
        if (lab->hostCalls(model::defaultArchitecture())) continue; // its calls may fail, too
        const Checked whole = check(entry, lab);
        EXPECT_EQ(whole.error + whole.lines, "") << entry.name;
        makeSmall(*lab);
        const std::vector<std::string> small = lab->values();
        std::vector<Value> values;
        for (kit::Parameter* parameter : lab->parameters())
            for (const Value& value : others(*parameter)) values.push_back(value);
        for (const auto& [first, one] : values)
            for (const auto& [second, other] : values) {
                if (second < first || (first == second && one != other)) continue;
                first->parse(one);
                second->parse(other);
                // what a lab refuses to run has tests of its own
                const std::string lines = check(entry, lab).lines;
                if (isMeant(entry, *lab)) {
                    ++meant;
                    EXPECT_NE(lines.find("writes in the same instruction, with another value"),
                              std::string::npos)
                        << lines;
                } else {
                    EXPECT_EQ(lines, "") << entry.name << " with " << first->name() << "=" << one << ", "
                                         << second->name() << "=" << other;
                }
                lab->setValues(small);
            }
    }
    EXPECT_GT(meant, 0);
}

} // namespace
} // namespace lanescope::labs_test
