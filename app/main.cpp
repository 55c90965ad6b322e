// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/error.h"
#include "shell/commands/command_line.h"
#include "shell/output/output.h"

#include <exception>
#include <new>

namespace {

using namespace lanescope;

int complain(const std::exception& failure, int code) {
    shell::say(shell::oneLine(failure.what()));
    return code;
}

} // namespace

int main(int argc, char** argv) {
    shell::prepareStandardStreams();
    constexpr int kFailure = static_cast<int>(Exit::Failure);
    try {
        return shell::parseCommandLine(argc, argv)();
    } catch (const Error& failure) {
        return complain(failure, failure.exitCode());
    } catch (const std::bad_alloc&) {
        shell::say("the system has no memory left for this; ask for less");
        return kFailure;
    } catch (const std::exception& failure) {
        return complain(failure, kFailure);
    }
}
