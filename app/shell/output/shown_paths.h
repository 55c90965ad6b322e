// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

/// Paths of sources as short as they say where to look: compilers write them down from the root.
class ShownPaths {
public:
    /// They stay as they are.
    ShownPaths() = default;
    /// As seen from the current folder, or else from that of a program or a recording.
    explicit ShownPaths(const std::string& program);
    /// A text with all paths in it so: "/home/ada/heat/step.cu:12" as "step.cu:12".
    std::string in(std::string text) const;

private:
    std::vector<std::string> m_folders; // with a slash at the end
};

} // namespace lanescope::shell
