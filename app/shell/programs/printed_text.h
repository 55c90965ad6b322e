// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// The last of what a program prints to a terminal, as lines of plain text: what was printed over is gone,
/// and so are colours and other things that only a terminal shows.
class PrintedText {
public:
    /// most: bytes that are kept.
    explicit PrintedText(std::size_t most = 1 << 16) : m_most(most) {}
    void add(std::string_view bytes);
    const std::string& text() const { return m_text; }
    /// The lines at the beginning are gone.
    bool isCut() const { return m_cut; }
    /// The last lines that have something in them, at most so many, joined by line ends.
    std::string lastLines(std::size_t count) const;

private:
    enum class Escape : std::uint8_t {
        None,
        Begun,   ///< ESC
        Control, ///< ESC [, up to a letter
        Command  ///< ESC ], up to BEL
    };
    void addText(char byte);
    void cut();

    std::size_t m_most;
    std::string m_text;
    std::size_t m_line = 0; ///< where the last line begins
    bool m_returned = false, m_cut = false;
    Escape m_escape = Escape::None;
};

/// What was printed, with the lines of Lanescope's runtime ("lanescope: ...") in the language that was
/// chosen.
std::string inLanguage(std::string_view printed);

} // namespace lanescope::shell
