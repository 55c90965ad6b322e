// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/architecture.h"

#include "model/capability.h"
#include "model/format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

namespace lanescope::model {

namespace {

/// The figures of one product; what its capability fixes is in the capability's row.
struct Device {
    ComputeCapability cc;
    std::string_view name;
    int multiprocessors;
    double coreClockMHz, memoryClockMHz;
    int busBits;
    double vendorGBps, l2MiB;
    std::string_view source;
};

constexpr std::string_view kTesla =
    "NVIDIA board specification; clocks and bus from product lists; limits: Guide 4.2 F";
constexpr std::string_view kBoard =
    "NVIDIA product data sheet; clocks and bus from product lists; limits: Guide tables";
constexpr std::string_view kGtx980 = "GeForce GTX 980 whitepaper; limits: Guide tables";
constexpr std::string_view kH100 =
    "NVIDIA data sheet; memory clock from product lists, uncertain; limits: Guide tables";
constexpr std::string_view kH200 = "NVIDIA data sheet (4.8 TB/s, 50 MB L2); memory clock as nvidia-smi has "
                                   "it, 2 % above the CUDA attribute of "
                                   "one card; counting rules proven against its hardware counters";
constexpr std::string_view kB200 =
    "NVIDIA data sheet (up to 8 TB/s); clocks and L2 from product lists, uncertain; limits: Guide tables";

// The memory clock is the one CUDA reports. A capability's representative is its first device here.
constexpr std::array kDevices{
    Device{{1, 0}, "Tesla C870", 16, 1350, 800, 384, 76.8, 0, kTesla},
    Device{{1, 3}, "Tesla C1060", 30, 1296, 800, 512, 102.4, 0, kTesla},
    Device{{2, 0}, "Tesla C2050", 14, 1147, 1500, 384, 144, 0.75, kTesla},
    Device{{3, 5}, "Tesla K40", 15, 875, 3004, 384, 288, 1.5, kBoard},
    Device{{5, 2}, "GeForce GTX 980", 16, 1216, 3505, 256, 224, 2, kGtx980},
    Device{{5, 2}, "Tesla M40", 24, 1112, 3004, 384, 288, 3, kBoard},
    Device{{6, 0}, "Tesla P100 SXM2", 56, 1480, 715, 4096, 732, 4, kBoard},
    Device{{7, 0}, "Tesla V100 SXM2", 80, 1530, 877, 4096, 900, 6, kBoard},
    Device{{7, 5}, "Tesla T4", 40, 1590, 5001, 256, 320, 4, kBoard},
    Device{{8, 0}, "A100 40 GB SXM", 108, 1410, 1215, 5120, 1555, 40, kBoard},
    Device{{8, 9}, "GeForce RTX 4090", 128, 2520, 10501, 384, 1008, 72, kBoard},
    Device{{8, 9}, "L40", 142, 2490, 9001, 384, 864, 96, kBoard},
    Device{{9, 0}, "H200 SXM", 132, 1980, 3201, 6144, 4800, 50, kH200},
    Device{{9, 0}, "H100 SXM5", 132, 1980, 2619, 5120, 3350, 50, kH100},
    Device{{10, 0}, "B200", 148, 1965, 3996, 8192, 8000, 126, kB200},
    Device{{12, 0}, "GeForce RTX 5090", 170, 2407, 14001, 512, 1792, 96, kBoard},
};

constexpr std::string_view kRulesOnlySource =
    "CUDA C Programming Guide, tables by compute capability; no device figures";

SharedRule sharedRuleOf(ComputeCapability cc) {
    switch (cc.major) {
    case 1:
        return SharedRule::BroadcastWord;
    case 2:
        return SharedRule::Fermi;
    case 3:
        return SharedRule::Kepler;
    default:
        return SharedRule::Maxwell;
    }
}

GlobalRule globalRuleOf(ComputeCapability cc) {
    switch (cc.major) {
    case 1:
        return cc.minor < 2 ? GlobalRule::HalfWarpInOrder : GlobalRule::SegmentReduction;
    case 2:
        return GlobalRule::FermiCached;
    case 3:
        return GlobalRule::KeplerSegments;
    default:
        return GlobalRule::Sectors;
    }
}

Architecture makeRow(const Capability& capability, const Device* device) {
    const ComputeCapability cc = capability.cc;
    const bool wideBanks = sharedRuleOf(cc) == SharedRule::Kepler;
    Architecture row{};
    row.name = device ? device->name : capability.rulesName;
    row.cc = cc;
    row.sharedRule = sharedRuleOf(cc);
    row.globalRule = globalRuleOf(cc);
    row.banks = cc.major == 1 ? 16 : 32;
    row.bankBytes = wideBanks ? 8 : 4;
    row.requestLanes = cc.major == 1 ? 16 : 32;
    row.sharedBytesPerClock = capability.sharedBytesPerClock;
    row.maxThreadsPerMultiprocessor = capability.maxThreadsPerMultiprocessor;
    row.maxThreadsPerBlock = capability.maxThreadsPerBlock;
    row.sharedKiBPerMultiprocessor = capability.sharedKiBPerMultiprocessor;
    // 64 bytes: measured on Turing, on a CC 8.6 laptop and on the H200; 32 before: the service unit of the
    // Pascal tuning guide and the 4n prefetch of a 64-bit channel on G80; 128 on 2.x, whose loads fetch the
    // lines of L1 (Guide 4.2, F.4.2).
    row.dramFetchBytes = cc >= ComputeCapability{7, 5} ? 64 : cc.major == 2 ? 128 : 32;
    row.measuredTagBanks = cc == ComputeCapability{9, 0};
    row.source = kRulesOnlySource;
    if (device) {
        row.multiprocessors = device->multiprocessors;
        row.coreClockMHz = device->coreClockMHz;
        row.memoryClockMHz = device->memoryClockMHz;
        row.busBits = device->busBits;
        row.vendorGBps = device->vendorGBps;
        row.l2MiB = device->l2MiB;
        row.measuredDram = device->source == kH200;
        row.source = device->source;
    }
    return row;
}

const std::vector<Architecture>& table() {
    static const std::vector<Architecture> rows = [] {
        std::vector<Architecture> made;
        for (const Capability& capability : capabilities()) {
            bool hasDevice = false;
            for (const Device& device : kDevices) {
                if (device.cc == capability.cc) {
                    made.push_back(makeRow(capability, &device));
                    hasDevice = true;
                }
            }
            if (!hasDevice) {
                made.push_back(makeRow(capability, nullptr));
            }
        }
        std::ranges::sort(made, {}, [](const Architecture& row) { return std::tuple(row.cc, row.name); });
        return made;
    }();
    return rows;
}

/// "GPU of CC 8.9": as rows that have no device, beside those that have.
struct RulesRow {
    std::string name;
    Architecture row;
};
const std::vector<RulesRow>& rulesRows() {
    static const std::vector<RulesRow> rows = [] {
        std::vector<RulesRow> made;
        for (const Capability& capability : capabilities())
            made.push_back({"GPU of CC " + capability.cc.text(), makeRow(capability, nullptr)});
        for (RulesRow& each : made) each.row.name = each.name;
        return made;
    }();
    return rows;
}

const Architecture* rowNamed(std::string_view name) {
    const auto found = std::ranges::find(table(), name, &Architecture::name);
    return found == table().end() ? nullptr : &*found;
}

const Architecture* representativeOf(std::string_view ccText) {
    for (const Capability& capability : capabilities()) {
        if (capability.cc.text() != ccText) {
            continue;
        }
        const auto device = std::ranges::find(kDevices, capability.cc, &Device::cc);
        return rowNamed(device == kDevices.end() ? capability.rulesName : device->name);
    }
    return nullptr;
}

bool isWordStart(const std::string& text, std::size_t at) {
    return at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
}

/// A partial name begins where a word of the name begins: "200" is neither the B200 nor the H200.
bool matchesPartly(const std::string& name, const std::string& part) {
    for (std::size_t at = name.find(part); at != std::string::npos; at = name.find(part, at + 1)) {
        if (isWordStart(name, at)) {
            return true;
        }
    }
    return false;
}

/// nvcc's name of a target, "sm_90a" or "compute_120", as a compute capability; empty for another word.
std::string capabilityOfTarget(std::string_view word) {
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (!word.starts_with(prefix)) {
            continue;
        }
        word.remove_prefix(prefix.size());
        // sm_90a and sm_100f: instructions of one chip or family, of the same capability.
        if (word.ends_with('a') || word.ends_with('f')) {
            word.remove_suffix(1);
        }
        const bool digits = std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
        if (!digits || word.size() < 2) {
            return {};
        }
        const std::string_view major = word.substr(0, word.size() - 1), minor = word.substr(word.size() - 1);
        return std::string(major) + "." + std::string(minor);
    }
    return {};
}

} // namespace

std::string ComputeCapability::text() const {
    return std::to_string(major) + '.' + std::to_string(minor);
}

double Architecture::peakGBps() const {
    return memoryClockMHz * 1e6 * busBits / 8 * 2 / 1e9;
}

double Architecture::sharedPeakGBps() const {
    return static_cast<double>(sharedBytesPerClock) * multiprocessors * coreClockMHz * 1e6 / 1e9;
}

std::span<const Architecture> architectures() {
    return table();
}

const Architecture* findArchitecture(std::string_view nameOrCapability) {
    std::string wanted = lowered(nameOrCapability);
    const auto isSpace = [](unsigned char c) { return std::isspace(c) != 0; };
    while (!wanted.empty() && isSpace(static_cast<unsigned char>(wanted.back()))) {
        wanted.pop_back();
    }
    wanted.erase(wanted.begin(), std::ranges::find_if_not(wanted, isSpace));
    std::string capability = wanted.starts_with("cc ") ? wanted.substr(3) : wanted;
    if (const std::string ofTarget = capabilityOfTarget(wanted); !ofTarget.empty()) {
        capability = ofTarget;
    }
    if (const Architecture* row = representativeOf(capability)) {
        return row;
    }
    for (const RulesRow& each : rulesRows())
        if (lowered(each.name) == wanted) return &each.row;
    const Architecture* partly = nullptr;
    int partial = 0;
    for (const Architecture& row : table()) {
        const std::string name = lowered(row.name);
        if (name == wanted) {
            return &row;
        }
        if (namesPart(row, wanted)) {
            partly = &row;
            ++partial;
        }
    }
    return partial == 1 ? partly : nullptr;
}

const Architecture* rulesOnly(ComputeCapability capability) {
    const Architecture* known = findArchitecture(capability.text());
    if (!known || !known->hasDeviceFigures()) return known;
    return &std::ranges::find(rulesRows(), capability, [](const RulesRow& each) { return each.row.cc; })->row;
}

int threadsThatAllTake() {
    return std::ranges::min_element(architectures(), {}, &Architecture::maxThreadsPerBlock)
        ->maxThreadsPerBlock;
}

int threadsThatSomeTake() {
    return std::ranges::max_element(architectures(), {}, &Architecture::maxThreadsPerBlock)
        ->maxThreadsPerBlock;
}

bool namesPart(const Architecture& row, std::string_view word) {
    const std::string wanted = lowered(word);
    return wanted.size() >= 2 && row.hasDeviceFigures() && matchesPartly(lowered(row.name), wanted);
}

const Architecture& nearestWithFigures(const Architecture& row) {
    if (row.hasDeviceFigures()) return row;
    const auto apart = [&](const Architecture& other) {
        // Those without figures are further than any.
        const int far = other.hasDeviceFigures() ? 0 : 1000;
        return far + std::abs(10 * (other.cc.major - row.cc.major) + other.cc.minor - row.cc.minor);
    };
    return *std::ranges::min_element(architectures(), {}, apart);
}

const Architecture& defaultArchitecture() {
    static const Architecture& row = *rowNamed("H200 SXM");
    return row;
}

} // namespace lanescope::model
