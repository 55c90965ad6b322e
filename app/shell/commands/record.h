// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/lab_request.h"

#include <string>

namespace lanescope::shell {

struct RecordOptions {
    LabRequest request;
    std::string out; ///< the file; empty: the lab's name with ".lanescope"
    bool json = false;
};
/// Keeps what a lab or a program asks of a device in a file, and says what that is. Of a program the exit
/// code is its own. Throws BadInput and recording::FileError.
int recordCommand(const RecordOptions& options);

} // namespace lanescope::shell
