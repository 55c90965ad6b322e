// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "shell/programs/kept_recordings.h"
#include "shell/programs/recorded_program.h"
#include "shell/programs/temporary_folder.h"

#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// A program's recording.
struct ProgramRecording {
    std::string file; ///< as Targets::find() takes it; is there as long as the Targets that made it
    ProgramEnd end;
};

/// What a target is called in every folder: a recording's whole path where it is a file; else as it is.
std::string placeOf(const std::string& target);

/// What can be looked at: the labs, recordings from files, and recordings of programs. To be used by one
/// thread.
class Targets {
public:
    /// A lab by name, or a recording by its file's name, which ends with ".lanescope", or by the name that
    /// keep() gave. A file that has not changed since is not read again. Throws BadInput.
    std::shared_ptr<const kit::LabEntry> find(std::string_view name);
    /// What stands over a recording that is opened from now on, in the place of its file's name.
    void setTitle(const std::string& path, const std::string& title) { m_titles[path] = title; }

    /// Runs a program, what it prints going to standard error, and gives its recording. Asked again for the
    /// same program, it does not run again. Throws BadInput when there is none, Interrupted where a signal
    /// was the cause.
    ProgramRecording recordingOf(const Program& program);
    /// The name that the recording of a program that runs later may have; there is one without a call in that
    /// place now.
    std::string placeFor(const Program& program);
    /// For the recording of a program that is shown: a link, or a picture, may be opened on another day.
    /// Gives the name by which it is found from now on, also by other processes; a recording that cannot be
    /// kept has the name that it had, and goes with this.
    std::string keep(const std::string& recording);

private:
    struct Opened {
        std::shared_ptr<const kit::LabEntry> entry;
        std::filesystem::file_time_type written;
    };
    struct Made {
        Program program;
        ProgramRecording recording;
    };

    std::shared_ptr<const kit::LabEntry> open(const std::string& name, const std::filesystem::path& file,
                                              const std::string& title);
    std::shared_ptr<const kit::LabEntry> findKept(const std::string& name);

    KeptRecordings m_kept;
    std::map<std::string, std::string, std::less<>> m_names;  ///< of kept recordings, by the path that was
    std::map<std::string, std::string, std::less<>> m_titles; ///< by path
    std::map<std::string, Opened, std::less<>> m_opened;      ///< by name
    std::list<TemporaryFolder> m_folders;
    std::list<Made> m_made;
};

} // namespace lanescope::shell
