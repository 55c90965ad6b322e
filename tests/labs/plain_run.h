// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lab_run.h"

#include "kit/registry.h"
#include "session/player.h"

#include <memory>
#include <string>
#include <vector>

namespace lanescope::labs_test {

/// Plays a lab on the emulated device without observing anything, and gives back its memory.
class PlainRun final {
public:
    PlainRun(const kit::Lab& lab, double time)
        : m_recording(std::make_shared<recording::Recording>(
              kit::recordingOf(lab, model::defaultArchitecture(), time))) {
        session::PlayPlan plan;
        const model::Architecture* const chip = &model::defaultArchitecture();
        plan.architectures = std::span(&chip, 1);
        session::PlayMemory memory;
        session::Player(m_resources, memory, m_recording, plan, nullptr).go(0);
    }

    template<class T>
    std::vector<T> read(std::string_view name) {
        session::Resources::Slot& slot = slotOf(name);
        std::vector<T> values(slot.bytes() / sizeof(T));
        m_device->download(std::as_writable_bytes(std::span(values)), slot.address());
        return values;
    }
    template<class T>
    std::vector<T> readImage() {
        session::Resources::Slot& slot = slotOf("result");
        std::vector<T> values(slot.object.bytes / sizeof(T));
        m_device->downloadArray(std::as_writable_bytes(std::span(values)), *slot.array);
        return values;
    }

private:
    session::Resources::Slot& slotOf(std::string_view name) {
        for (std::uint32_t i = 0; i < m_recording->objects.size(); ++i)
            if (m_recording->name(i) == name) return m_resources.slot(i);
        throw std::runtime_error("there is no " + std::string(name));
    }

    std::shared_ptr<device::Device> m_device = device::openEmulated();
    session::Resources m_resources{*m_device};
    std::shared_ptr<const recording::Recording> m_recording;
};

inline std::unique_ptr<kit::Lab> prepared(std::string_view name, const Sets& sets) {
    auto lab = kit::findLab(name).make();
    for (const auto& [parameter, value] : sets) lab->set(parameter, value);
    return lab;
}

} // namespace lanescope::labs_test
