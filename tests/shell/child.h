// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lanescope::shell {

/// What a run of the program left.
struct Outcome {
    int code = -1; ///< exit code; 128 + N after signal N
    std::string out, error;

    /// The standard output as JSON; a failure of the test when it is none.
    nlohmann::json json() const;
};

/// The standard output of the program before it starts.
enum class Stdout { Read, Closed, Full, Left };

/// What a program that runs in a folder takes for the user's configuration: beside it.
std::filesystem::path configFolder(const std::filesystem::path& folder);

/// The system's locale, as they find it.
inline std::string localeOfChildren = "C.UTF-8";

/// Runs the built program in a folder, with a text as standard input, without display.
Outcome runProgram(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                   const std::string& input = {}, Stdout out = Stdout::Read);

/// A test with an empty folder of its own, in which the program runs.
class CliTest : public testing::Test {
public:
    ~CliTest() override;

protected:
    CliTest();
    /// Splits at spaces: no argument of these tests has one.
    Outcome run(const std::string& line, const std::string& input = {}, Stdout out = Stdout::Read) const;
    /// The same, which has to succeed.
    Outcome good(const std::string& line, const std::string& input = {}) const;
    /// Exit code, one line on standard error that has all the words, nothing on standard output, nothing
    /// written.
    void refuses(const std::string& line, int code, const std::vector<std::string>& words,
                 const std::string& input = {}) const;

    /// The compute capabilities that no product stands for: rules only.
    std::vector<std::string> capabilitiesWithoutProduct() const;

    void write(const std::string& name, const std::string& bytes) const;
    void writeProgram(const std::string& name, const std::string& script) const; ///< run by a shell
    std::string read(const std::string& name) const;
    std::vector<std::string> files() const;

    std::filesystem::path m_folder;
};

/// The lines of a text, without their ends.
std::vector<std::string> lines(const std::string& text);
/// A table in CSV without quotes: cells of each line.
std::vector<std::vector<std::string>> csv(const std::string& text);

} // namespace lanescope::shell
