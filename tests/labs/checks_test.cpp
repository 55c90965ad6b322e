// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every lab with all checks on: its kernels have none, but where they are
// what the lab is about. Races on global memory, as the dynamic lab has one without sync, are not looked for.
#include "lab_run.h"

#include "kit/registry.h"

namespace lanescope::labs_test {
namespace {

/// Why a lab did not run, and what the emulator finds in its launches, one line each.
struct Checked {
    std::string error, lines;
};
Checked check(const std::shared_ptr<device::Device>& device, const kit::LabEntry& entry,
              const std::shared_ptr<kit::Lab>& lab) {
    kit::SessionOptions options;
    options.checks = true;
    kit::Session session(device, options);
    session.setLab(entry, lab);
    session.step(0, 0);
    Checked checked{session.error(), ""};
    if (!session.drawn()) return checked;
    for (const session::LaunchResult& launch : session.drawn()->result.launches)
        for (const ptx::Finding& finding : launch.record.findings) checked.lines += finding.text() + "\n";
    return checked;
}

using Value = std::pair<kit::Parameter*, std::string>;

/// Of a parameter, each word or position and the ends of a range that are other than its present value; of
/// sizes in bytes the two smallest, which take all the ways that larger ones do.
std::vector<Value> others(kit::Parameter& parameter) {
    std::vector<std::string> texts;
    if (const auto* choice = dynamic_cast<const kit::Choice*>(&parameter)) texts = choice->choices();
    if (parameter.name() == "size" && texts.size() > 2) texts.resize(2);
    if (dynamic_cast<const kit::Toggle*>(&parameter)) texts = {"off", "on"};
    if (const auto* integer = dynamic_cast<const kit::Integer*>(&parameter);
        integer && parameter.name() != "size-mib")
        texts = {std::to_string(integer->minimum()), std::to_string(std::min(integer->maximum(), 1024))};
    std::vector<Value> values;
    for (const std::string& text : texts)
        if (text != parameter.text()) values.emplace_back(&parameter, text);
    return values;
}

TEST(LabChecks, FindNothingWhateverIsChosen) {
    for (const kit::LabEntry& entry : kit::labs()) {
        std::shared_ptr<kit::Lab> lab = entry.make();
        if (kit::recordingOf(*lab, model::defaultArchitecture()).options.mayFail)
            continue; // mistakes are its subject
        const std::shared_ptr<device::Device> device = device::openEmulated();
        const Checked whole = check(device, entry, lab);
        EXPECT_EQ(whole.error + whole.lines, "") << entry.name;
        makeSmall(*lab);
        const std::vector<std::string> small = lab->values();
        std::vector<Value> values;
        for (kit::Parameter* parameter : lab->parameters())
            for (const Value& value : others(*parameter)) values.push_back(value);
        for (const auto& [first, one] : values)
            for (const auto& [second, other] : values) {
                const auto isSize = [](const kit::Parameter* parameter) {
                    return dynamic_cast<const kit::Integer*>(parameter) != nullptr;
                };
                // a size beside each word and position, and each alone
                if (second < first || (first == second && one != other)) continue;
                if (first != second && isSize(first) && isSize(second)) continue;
                first->parse(one);
                second->parse(other);
                // what a lab refuses to run has tests of its own
                EXPECT_EQ(check(device, entry, lab).lines, "")
                    << entry.name << " with " << first->name() << "=" << one << ", " << second->name() << "="
                    << other;
                lab->setValues(small);
            }
    }
}

TEST(LabChecks, FindWhatALabDoesWrongOnPurpose) {
    const kit::LabEntry& entry = kit::findLab("errors");
    const std::shared_ptr<device::Device> device = device::openEmulated();
    std::shared_ptr<kit::Lab> lab = entry.make();
    for (const auto& [mistake, kind] :
         Sets{{"race", "race on shared memory"}, {"uninitialised", "read of uninitialised global memory"}}) {
        lab->set("mistake", mistake);
        lab->set("fixed", "off");
        EXPECT_NE(check(device, entry, lab).lines.find(kind), std::string::npos) << mistake;
        lab->set("fixed", "on");
        EXPECT_EQ(check(device, entry, lab).lines, "") << mistake;
    }
}

} // namespace
} // namespace lanescope::labs_test
