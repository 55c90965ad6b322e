// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace lanescope {

/// What the program's exit code says of a failure, as the command line's contract has it.
enum class Exit : std::uint8_t {
    Failure = 1,    ///< it went wrong
    BadInput = 2,   ///< bad usage or input
    Unavailable = 3 ///< this machine lacks what was demanded
};

/// The base of all that a user is told: what() is one line that says what, where, and what to do.
class Error : public std::runtime_error {
public:
    explicit Error(const std::string& what, Exit exit = Exit::Failure)
        : std::runtime_error(what), m_exit(exit) {}
    /// What the program ends with when nobody takes the failure.
    int exitCode() const noexcept { return static_cast<int>(m_exit); }

private:
    Exit m_exit;
};

/// Input that a user gave and that cannot be used.
class BadInput : public Error {
public:
    explicit BadInput(const std::string& what) : Error(what, Exit::BadInput) {}
};

/// What was demanded and this machine lacks: a device, a program, a font.
class Unavailable : public Error {
public:
    explicit Unavailable(const std::string& what) : Error(what, Exit::Unavailable) {}
};

/// A signal ended what was asked for: the exit code is 128 and its number, as a shell has it.
class Interrupted : public Error {
public:
    Interrupted(const std::string& what, int signal) : Error(what, static_cast<Exit>(128 + signal)) {}
};

} // namespace lanescope
