// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/device.h"
#include "kit/parameters.h"
#include "ptx/run/machine.h"
#include "render/image.h"
#include "shell/app/offscreen.h"
#include "shell/commands/command_line.h"
#include "shell/output/output.h"

#include <exception>
#include <new>

namespace {

using namespace lanescope;

/// What the shell gets; each is listed in the command line's --help.
enum Exit { kFailure = 1, kBadInput = 2, kUnavailable = 3 };

int complain(const std::exception& failure, Exit code) {
    shell::say(shell::oneLine(failure.what()));
    return code;
}

} // namespace

int main(int argc, char** argv) {
    shell::prepareStandardStreams();
    try {
        return shell::parseCommandLine(argc, argv)();
    } catch (const kit::BadInput& failure) {
        return complain(failure, kBadInput);
    } catch (const shell::OutputError& failure) {
        return complain(failure, kBadInput);
    } catch (const render::ImageError& failure) {
        return complain(failure, kBadInput);
    } catch (const ptx::ParseError& failure) {
        return complain(failure, kBadInput);
    } catch (const ptx::Fault& failure) {
        return complain(failure, kBadInput);
    } catch (const device::OutOfMemory& failure) {
        return complain(failure, kBadInput);
    } catch (const device::Unavailable& failure) {
        return complain(failure, kUnavailable);
    } catch (const shell::OffscreenError& failure) {
        return complain(failure, kUnavailable);
    } catch (const std::bad_alloc&) {
        shell::say("the system has no memory left for this; ask for less");
        return kFailure;
    } catch (const std::exception& failure) {
        return complain(failure, kFailure);
    }
}
