// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/pcie_link.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

namespace lanescope::device {

namespace {

std::string firstLine(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// NVML's C interface, as far as a link needs it (nvml.h, NVML API reference). The library comes with the
/// driver.
class Nvml {
public:
    Nvml() : m_library(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
        const auto start = function<int()>("nvmlInit_v2");
        m_started = start && start() == 0;
    }
    ~Nvml() {
        if (const auto stop = function<int()>("nvmlShutdown"); m_started && stop) stop();
        if (m_library) ::dlclose(m_library);
    }
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    PcieLink link(const std::string& busId) const {
        PcieLink link;
        void* device = nullptr;
        const auto find = function<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
        if (!m_started || !find || find(busId.c_str(), &device) != 0) return link;
        link.generation = figure("nvmlDeviceGetCurrPcieLinkGeneration", device);
        link.lanes = figure("nvmlDeviceGetCurrPcieLinkWidth", device);
        link.mostGeneration = figure("nvmlDeviceGetMaxPcieLinkGeneration", device);
        link.mostLanes = figure("nvmlDeviceGetMaxPcieLinkWidth", device);
        if (link.generation != 0) link.source = "NVML";
        return link;
    }

private:
    template<class F>
    F* function(const char* name) const {
        return m_library ? reinterpret_cast<F*>(::dlsym(m_library, name)) : nullptr;
    }
    int figure(const char* name, void* device) const {
        unsigned value = 0;
        const auto get = function<int(void*, unsigned*)>(name);
        return get && get(device, &value) == 0 ? static_cast<int>(value) : 0;
    }

    void* m_library;
    bool m_started = false;
};

} // namespace

int pcieGenerationOf(std::string_view speed) {
    constexpr std::array kRates{2.5, 5.0, 8.0, 16.0, 32.0, 64.0};
    const std::string text(speed);
    char* end = nullptr;
    const double rate = std::strtod(text.c_str(), &end);
    if (!std::string_view(end).starts_with(" GT/s")) return 0;
    const auto found = std::ranges::find(kRates, rate);
    return found == kRates.end() ? 0 : static_cast<int>(found - kRates.begin()) + 1;
}

PcieLink pcieLinkOf(const Info& info) {
    if (info.busId.empty()) return {};
    std::string lower = info.busId;
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'F' ? c + 32 : c; });
    const std::string folder = "/sys/bus/pci/devices/" + lower + "/";
    PcieLink link;
    link.generation = pcieGenerationOf(firstLine(folder + "current_link_speed"));
    link.lanes = std::atoi(firstLine(folder + "current_link_width").c_str());
    link.mostGeneration = pcieGenerationOf(firstLine(folder + "max_link_speed"));
    link.mostLanes = std::atoi(firstLine(folder + "max_link_width").c_str());
    link.source = folder + "current_link_speed";
    constexpr int kMostLanes = 32; // 63 and 255 stand for an unknown width
    if (link.generation != 0 && link.lanes > 0 && link.lanes <= kMostLanes) return link;
    return Nvml().link(info.busId);
}

} // namespace lanescope::device
