// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/progress_file.h"

#include "render/image.h"
#include "shell/output/output.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace lanescope::shell {

namespace {
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
}

ProgressFile::ProgressFile(std::string file) : m_file(std::move(file)) {
    read();
}

void ProgressFile::read() {
    std::error_code failed;
    if (m_file.empty() || !std::filesystem::exists(m_file, failed)) return;
    try {
        m_all = lessons::parseProgress(readInput(m_file, false, kMostBytes), m_file);
    } catch (const std::exception& failure) {
        const std::string aside = m_file + ".damaged";
        std::filesystem::rename(m_file, aside, failed);
        m_complaint = failed
                          ? tr("{}; it will be written again from scratch", retold(oneLine(failure.what())))
                          : tr("{}; it is kept as {}, and progress starts from scratch",
                               retold(oneLine(failure.what())), aside);
    }
}

void ProgressFile::write() {
    if (m_file.empty()) return;
    try {
        render::writeFileAtomically(m_file, lessons::progressText(m_all));
        m_failed = false;
    } catch (const std::exception& failure) {
        if (!std::exchange(m_failed, true))
            m_complaint = tr("progress is not kept: {}", retold(oneLine(failure.what())));
    }
}

void ProgressFile::keep(const std::string& lesson, std::uint64_t student, const lessons::Kept& kept) {
    const std::string name = m_all.name;
    const std::uint64_t mine = m_all.student; // a link may draw another's values
    read();                                   // another window may have written of other lessons
    m_all.student = mine;
    m_all.name = name;
    m_all.lessons[lesson][student] = kept;
    write();
}

void ProgressFile::chooseStudent(std::uint64_t student) {
    if (m_all.student == student) return;
    read();
    m_all.student = student;
    write();
}

void ProgressFile::setName(const std::string& name) {
    if (m_all.name == name) return;
    const std::uint64_t student = m_all.student;
    read();
    m_all.student = student;
    m_all.name = name;
    write();
}

std::string ProgressFile::takeComplaint() {
    return std::exchange(m_complaint, {});
}

} // namespace lanescope::shell
