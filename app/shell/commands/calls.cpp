// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/calls.h"

#include "device/architecture.h"
#include "device/cuda/cuda_calls.h"
#include "kit/lab_interfaces.h"
#include "session/calls.h"
#include "shell/output/calls.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "text/tr.h"
#include "json/stream.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace lanescope::shell {

namespace {

/// A kernel that never ends lets no call return, and CUDA cannot stop it: this process ends instead, with
/// what is known so far.
class Watchdog {
public:
    Watchdog(int seconds, const CallsOptions& options, const recording::Recording& recording,
             std::span<const kit::Fact> facts)
        : m_options(options), m_recording(recording), m_facts(facts),
          m_thread([this, seconds] { watch(seconds); }) {}
    ~Watchdog() {
        {
            const std::scoped_lock lock(m_mutex);
            m_done = true;
        }
        m_changed.notify_all();
    }
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    void know(const device::CallReturns& answers) {
        const std::scoped_lock lock(m_mutex);
        m_answers = answers;
    }

private:
    void watch(int seconds) {
        std::unique_lock lock(m_mutex);
        if (m_changed.wait_for(lock, std::chrono::seconds(seconds), [this] { return m_done; })) return;
        m_answers.ended = fmt::format("it had not returned after {} s", seconds);
        writeCalls(m_options, m_recording, m_facts, m_answers);
        ::_exit(0);
    }

    const CallsOptions& m_options;
    const recording::Recording& m_recording;
    const std::span<const kit::Fact> m_facts;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_done = false;
    device::CallReturns m_answers;
    std::jthread m_thread;
};

constexpr int kSeconds = 10;

} // namespace

void writeCalls(const CallsOptions& options, const recording::Recording& recording,
                std::span<const kit::Fact> facts, const device::CallReturns& answers) {
    if (options.json) {
        writeDocument([&](json::Stream& document) {
            document.beginObject();
            addCalls(document, recording, answers);
            document.field("facts", factsJson(facts));
            document.end();
        });
        return;
    }
    writeResult(tr("on {}{}\n\n{}{}{}", retold(answers.device),
                   answers.emulated ? tr(", by the CUDA runtime's rules") : "", factsText(facts),
                   facts.empty() ? "" : "\n", callsText(recording, answers)));
}

int callsCommand(const CallsOptions& options) {
    const LabSetup setup = resolve(options.request);
    const device::Info info = device::openDevice(setup.device)->info();
    const model::Architecture& architecture =
        setup.architectures.empty() ? device::architectureOf(info) : *setup.architectures.front();
    const recording::Recording recording = kit::recordingOf(*setup.lab, architecture);
    if (std::ranges::none_of(recording.calls, [](const recording::Call& call) {
            return std::holds_alternative<recording::Allocate>(call) ||
                   std::holds_alternative<recording::Failed>(call);
        }))
        throw BadInput(
            fmt::format("{} has no calls to list: none allocates memory, and none fails", setup.name));
    // What a lab says before anything has run.
    const std::vector<kit::Fact> facts = kit::factsOf(*setup.lab, {}, architecture, false);
    if (!info.can.lostByFaults) {
        writeCalls(options, recording, facts, session::emulateCalls(recording, architecture));
        return 0;
    }
    device::CallReturns answers;
    {
        Watchdog watchdog(kSeconds, options, recording, facts);
        answers = device::makeCalls(recording, info.ordinal,
                                    [&](const device::CallReturns& known) { watchdog.know(known); });
    }
    writeCalls(options, recording, facts, answers);
    return 0;
}

} // namespace lanescope::shell
