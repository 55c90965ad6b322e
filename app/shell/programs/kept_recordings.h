// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// Recordings of programs in the user's data folder: links and pictures of them last longer than the window.
/// Those that were looked at least recently go when there are too many.
class KeptRecordings {
public:
    struct Limits {
        std::size_t count = 64;
        std::uintmax_t bytes = std::uintmax_t{4} << 30; ///< of all together
    };

    /// In XDG_DATA_HOME, or ~/.local/share; nothing is kept where there is neither.
    KeptRecordings();
    KeptRecordings(std::filesystem::path folder, Limits limits);

    /// Takes over the file of a program's recording. title: stands over it. Gives its name, which has no
    /// folder: the same for the same recording. nullopt: it is too large, or cannot be written there; the
    /// file stays where it is.
    std::optional<std::string> take(const std::filesystem::path& file, std::string_view program,
                                    std::string_view title);
    /// Whether take() gives such names: "prog.0123456789ab.lanescope".
    static bool isName(std::string_view name);
    /// The program in such a name.
    static std::string_view programIn(std::string_view name) { return name.substr(0, name.find('.')); }
    /// Its file, which counts as looked at now; nullopt: it is not here, or no longer.
    std::optional<std::filesystem::path> find(std::string_view name) const;
    /// What stands over it.
    std::string titleOf(std::string_view name) const;

private:
    void removeOldest() const;

    std::filesystem::path m_folder; ///< empty: nothing is kept
    Limits m_limits;
};

} // namespace lanescope::shell
