// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/program_run.h"

#include "model/format.h"
#include "text/tr.h"

#include <cstring>
#include <exception>
#include <filesystem>
#include <utility>

namespace lanescope::shell {

namespace {

std::string launchesText(std::uint64_t count) {
    return count == 1 ? std::string(tr("1 launch")) : tr("{} launches", lanescope::grouped(count));
}

} // namespace

/// What cannot be started has ended.
template<class Body>
void ProgramRun::guarded(const Body& body) {
    try {
        body();
    } catch (const std::exception& failure) {
        finish({.text = retold(failure.what())});
    }
}

void ProgramRun::enter(Stage stage) {
    m_stage = stage;
    m_began = std::chrono::steady_clock::now();
}

void ProgramRun::start(const Program& program, const std::string& recording) {
    m_process.end();
    m_program = program;
    m_recording = recording;
    m_setup.reset();
    m_end = {};
    m_news = false;
    guarded([&] {
        if (!isProgramSource(program.file)) return run(std::filesystem::absolute(program.file).string());
        m_folder = std::make_unique<TemporaryFolder>();
        m_built = (m_folder->path() / std::filesystem::path(program.file).stem()).string();
        std::vector<std::string> words = buildArguments(program.file, m_built);
        words.insert(words.begin(), "lanescope");
        enter(Stage::Building);
        m_process.start(kThisProgram, std::move(words), {});
    });
}

void ProgramRun::run(const std::string& file) {
    enter(Stage::Running);
    m_setup = std::make_unique<RecordingSetup>(m_recording, m_program.device, m_program.checked);
    std::vector<std::string> words{file};
    words.insert(words.end(), m_program.arguments.begin(), m_program.arguments.end());
    m_process.start(file, std::move(words), m_setup->environment());
}

void ProgramRun::finish(End end) {
    m_seconds = seconds();
    m_stage = Stage::Ended;
    m_end = std::move(end);
    m_news = true;
}

void ProgramRun::cancel() {
    if (!running()) return;
    if (m_stage == Stage::Building) {
        m_process.end();
        return finish({.text = tr("Building {} was cancelled.", m_program.file)});
    }
    const std::string text = tr("{} was cancelled after {:.1f} s.", m_program.file, seconds());
    // What it asked of its device until then is recorded.
    const ChildEnd end = m_process.interrupt();
    finish({.recorded = m_setup->whyNotRecorded(end.signal).empty(), .text = text});
}

std::string ProgramRun::close() {
    const bool cancelled = running();
    cancel();
    m_program = {};
    m_recording.clear();
    m_stage = Stage::None;
    m_news = false;
    const End end = std::exchange(m_end, {});
    return cancelled ? end.text : std::string();
}

double ProgramRun::seconds() const {
    if (!running()) return m_seconds;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_began).count();
}

std::uint64_t ProgramRun::launches() const {
    return m_setup ? m_setup->launches() : 0;
}

std::string ProgramRun::statusText() const {
    switch (m_stage) {
    case Stage::None:
        break;
    case Stage::Building:
        return tr("Building {}: {:.1f} s", m_program.file, seconds());
    case Stage::Running:
        return runningText();
    case Stage::Ended:
        return m_end.text;
    }
    return {};
}

std::string ProgramRun::runningText() const {
    // The one that runs now is counted when it has ended.
    std::string text = launches() == 0 ? tr("Running {}: {:.1f} s", commandOf(m_program), seconds())
                                       : tr("Running {}: {}, {:.1f} s", commandOf(m_program),
                                            launchesText(launches()), seconds());
    if (const std::string kernel = m_setup ? m_setup->kernel() : std::string(); !kernel.empty())
        text += tr(", now kernel {}", kernel);
    return text;
}

ProgramRun::End ProgramRun::endOf(const ChildEnd& ended) const {
    const std::string& name = m_program.file;
    const std::string why = m_setup->whyNotRecorded(ended.signal);
    End end{.recorded = why.empty(), .good = why.empty() && ended.shellCode() == 0};
    if (ended.signal != 0)
        end.text = tr("{} was ended by signal {} ({}).", name, ended.signal, ::strsignal(ended.signal));
    else if (ended.code != 0)
        end.text = tr("{} ended with exit code {}.", name, ended.code);
    else if (end.recorded)
        end.text = tr("{} ran for {:.1f} s: {}", commandOf(m_program), seconds(), launchesText(launches()));
    if (!end.recorded) end.text += (end.text.empty() ? "" : " ") + tr("{} cannot be shown: {}.", name, why);
    return end;
}

bool ProgramRun::poll() {
    if (const auto ended = m_process.poll()) {
        if (m_stage == Stage::Running)
            finish(endOf(*ended));
        else if (const int code = ended->shellCode(); code != 0)
            finish(
                {.text = tr("{} could not be built: nvcc ended with exit code {}.", m_program.file, code)});
        else
            guarded([&] { run(m_built); });
    }
    return std::exchange(m_news, false);
}

} // namespace lanescope::shell
