// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/calls.h"

#include "kit/frame.h"
#include "shell/output/calls.h"
#include "shell/output/output.h"
#include "shell/output/report.h"

#include <fmt/format.h>
#include <unistd.h>

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
    Watchdog(int seconds, const CallsOptions& options, const device::HostProgram& program,
             std::span<const kit::Fact> facts)
        : m_options(options), m_program(program), m_facts(facts),
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

    void know(const device::HostStory& story) {
        const std::scoped_lock lock(m_mutex);
        m_story = story;
    }

private:
    void watch(int seconds) {
        std::unique_lock lock(m_mutex);
        if (m_changed.wait_for(lock, std::chrono::seconds(seconds), [this] { return m_done; })) return;
        m_story.ended = fmt::format("it had not returned after {} s", seconds);
        writeCalls(m_options, m_program, m_facts, m_story);
        ::_exit(0);
    }

    const CallsOptions& m_options;
    const device::HostProgram& m_program;
    const std::span<const kit::Fact> m_facts;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_done = false;
    device::HostStory m_story;
    std::jthread m_thread;
};

constexpr int kSeconds = 10;

} // namespace

void writeCalls(const CallsOptions& options, const device::HostProgram& program,
                std::span<const kit::Fact> facts, const device::HostStory& story) {
    Json document = callsJson(program, story);
    document["facts"] = factsJson(facts);
    writeResult(options.json
                    ? jsonText(document)
                    : fmt::format("on {}{}\n\n{}{}{}", story.device,
                                  story.emulated ? ", by the CUDA runtime's rules" : "", factsText(facts),
                                  facts.empty() ? "" : "\n", callsText(program, story)));
}

int callsCommand(const CallsOptions& options) {
    const LabSetup setup = resolve(options.request);
    const device::Info info = device::openDevice(setup.device)->info();
    const model::Architecture& architecture =
        setup.architectures.empty() ? architectureOf(info) : *setup.architectures.front();
    const auto program = setup.lab->hostProgram(architecture);
    if (!program)
        throw kit::BadInput(
            fmt::format("the lab {} says nothing of its calls, as none can fail", setup.entry->name));
    // What a lab says before anything has run.
    const std::vector<kit::Fact> facts = setup.lab->facts({}, architecture, false);
    if (info.kind != device::Kind::Cuda) {
        writeCalls(options, *program, facts, device::emulateCalls(*program, architecture));
        return 0;
    }
    device::HostStory story;
    {
        Watchdog watchdog(kSeconds, options, *program, facts);
        story = device::makeCalls(*program, info.ordinal,
                                  [&](const device::HostStory& known) { watchdog.know(known); });
    }
    writeCalls(options, *program, facts, story);
    return 0;
}

} // namespace lanescope::shell
