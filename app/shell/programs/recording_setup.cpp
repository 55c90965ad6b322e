// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/recording_setup.h"

#include "device/device.h"
#include "shell/programs/runtime_library.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

extern char** environ;

namespace lanescope::shell {

namespace fs = std::filesystem;

namespace {

using Variables = std::vector<std::pair<std::string, std::string>>;

/// The variables of this process with some set anew.
std::vector<std::string> environmentWith(const Variables& set) {
    std::vector<std::string> all;
    for (const auto& [name, value] : set) all.push_back(fmt::format("{}={}", name, value));
    for (char** each = environ; *each; ++each) {
        const std::string_view variable = *each;
        bool again = false;
        for (const auto& [name, value] : set) again = again || variable.starts_with(name + "=");
        if (!again) all.emplace_back(variable);
    }
    return all;
}

/// What makes a program run on a device of that name.
Variables deviceVariables(const std::string& device) {
    if (device == "auto") return {};
    if (device == device::kEmulated) return {{"LANESCOPE_DEVICE", device}};
    device::openDevice(device);
    Variables all{{"LANESCOPE_DEVICE", "cuda"}};
    if (const std::size_t colon = device.find(':'); colon != std::string::npos)
        all.emplace_back("CUDA_VISIBLE_DEVICES", device.substr(colon + 1));
    return all;
}

/// What the runtime has noted; nullopt: it was not there.
std::optional<std::string> noteIn(const fs::path& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// In a file that two processes share; nullptr: it cannot be.
recording::UnderWay* sharedUnderWay(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return nullptr;
    void* memory = MAP_FAILED;
    if (::ftruncate(file, sizeof(recording::UnderWay)) == 0)
        memory = ::mmap(nullptr, sizeof(recording::UnderWay), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<recording::UnderWay*>(memory);
}

constexpr const char* kNote = "note";
constexpr const char* kUnderWay = "under way";

} // namespace

RecordingSetup::RecordingSetup(const fs::path& file, const std::string& device, bool checked)
    : m_file(fs::absolute(file)), m_underWay(sharedUnderWay(m_folder.path() / kUnderWay)) {
    const char* const libraries = std::getenv("LD_LIBRARY_PATH");
    Variables set{
        {"LANESCOPE_RECORD", m_file.string()},
        {"LANESCOPE_RECORD_NOTE", (m_folder.path() / kNote).string()},
        {"LANESCOPE_RECORD_UNDER_WAY", (m_folder.path() / kUnderWay).string()},
        {"LD_LIBRARY_PATH", libraries && *libraries ? runtimeFolder() + ":" + libraries : runtimeFolder()}};
    for (const auto& variable : deviceVariables(device)) set.push_back(variable);
    if (checked) set.emplace_back("LANESCOPE_CHECK", "1");
    m_environment = environmentWith(set);
    std::error_code unknown;
    m_before = fs::last_write_time(m_file, unknown);
    m_wasThere = !unknown;
}

RecordingSetup::~RecordingSetup() {
    if (m_underWay) ::munmap(m_underWay, sizeof *m_underWay);
}

std::uint64_t RecordingSetup::launches() const {
    return m_underWay ? m_underWay->launches() : 0;
}

std::string RecordingSetup::kernel() const {
    return m_underWay ? m_underWay->kernel() : std::string();
}

std::string RecordingSetup::whyNotRecorded(int signal) const {
    std::error_code unknown;
    const auto after = fs::last_write_time(m_file, unknown);
    if (!unknown && !(m_wasThere && after == m_before)) return {};
    const std::optional<std::string> noted = noteIn(m_folder.path() / kNote);
    if (!noted)
        return "the program called nothing of Lanescope's CUDA runtime; if it uses NVIDIA's, build it again "
               "with `lanescope nvcc` or -cudart shared";
    if (!noted->empty()) return *noted;
    return signal != 0 ? fmt::format("signal {} ended the program before its recording was written", signal)
                       : std::string("the program ended by _exit(), or in a way of its own");
}

} // namespace lanescope::shell
