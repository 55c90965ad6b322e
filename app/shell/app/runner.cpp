// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/runner.h"

#include "device/architecture.h"
#include "kit/lab_interfaces.h"
#include "kit/registry.h"
#include "shell/app/messages.h"
#include "shell/requests/lab_request.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::shell {

Runner::Runner(const AppOptions& options)
    : m_open(options.openDevice), m_times(options.times), m_checks(options.checks) {
    if (!m_open)
        m_open = [](const std::string& choice) {
            return std::shared_ptr<device::Device>(device::openDevice(choice));
        };
    m_cuda = device::probeCuda();
    m_device = m_open(options.device);
    m_architecture = options.architecture.empty() ? &device::architectureOf(info())
                                                  : &parseArchitecture(options.architecture);
    kit::SessionOptions session;
    session.graphics = true;
    session.architectures = {m_architecture};
    session.times = m_times;
    session.checks = m_checks;
    session.looks = true;
    m_session = std::make_unique<kit::Session>(m_device, session);
    openLab(options.targets->find(options.lab.empty() ? kit::labs().front().name : options.lab));
    edit({.reset = false, .sets = options.sets});
}

void Runner::apply(const Requests& asked, Messages& messages) {
    try {
        if (asked.edit.any()) edit(asked.edit);
        if (asked.device) openDevice(*asked.device);
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, retold(failure.what()));
    }
    if (asked.shrinkTo > 0) {
        const std::string set = kit::shrink(*m_lab, asked.shrinkTo);
        messages.say(Message::Kind::Info, set.empty() ? tr("this lab's sizes cannot be reduced automatically")
                                                      : tr("set {}", set));
    }
    if (asked.stop) m_session->stop();
    if (asked.goOn) m_session->goOn();
    if (asked.architecture) chooseArchitecture(*asked.architecture);
    if (asked.checks || asked.toggleChecks) {
        chooseChecks(asked.checks.value_or(!m_checks));
        messages.forgetFindings();
    }
}

std::optional<double> Runner::movedTo(const kit::Parameter& parameter) const {
    const auto shown = drawn();
    return shown ? kit::movedTo(*m_lab, parameter, shown->result.observedTime) : std::nullopt;
}

void Runner::edit(const Edit& wanted) {
    const std::vector<std::string> before = m_lab->values();
    try {
        if (wanted.reset)
            for (kit::Parameter* parameter : m_lab->parameters()) parameter->reset();
        for (const auto& [name, value] : wanted.sets) m_lab->set(name, value);
    } catch (const BadInput&) {
        m_lab->setValues(before);
        throw;
    }
}

void Runner::openLab(std::shared_ptr<const kit::LabEntry> entry) {
    // Recordings have no values to be kept, and may be large.
    std::erase_if(m_labs, [](const auto& each) { return each.second->template as<kit::RecordsAProgram>(); });
    std::shared_ptr<kit::Lab>& kept = m_labs[entry->name];
    if (!kept) kept = entry->make();
    m_entry = std::move(entry);
    m_lab = kept;
    m_session->setLab(*m_entry, m_lab);
}

void Runner::openDevice(const std::string& choice) {
    std::shared_ptr<device::Device> opened = m_open(choice);
    const bool followed = m_architecture == &device::architectureOf(info());
    m_device = std::move(opened);
    if (followed) m_architecture = &device::architectureOf(info());
    m_session->setDevice(m_device);
    m_session->setArchitectures({m_architecture});
}

void Runner::chooseArchitecture(const model::Architecture& architecture) {
    m_architecture = &architecture;
    m_session->setArchitectures({m_architecture});
}

void Runner::chooseChecks(bool on) {
    m_checks = on;
    m_session->setChecks(on);
}

ChecksState Runner::checksState() const {
    return {.chosen = m_checks, .always = alwaysChecks(), .ofProgram = recordsAProgram()};
}

bool Runner::alwaysChecks() const {
    return m_session->alwaysChecked();
}

} // namespace lanescope::shell
