// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"

#include <string>

namespace lanescope::ptx {

/// PTX that is not well formed or that no device could load. what() is one line: "NAME:LINE: what is wrong".
class ParseError : public Error {
public:
    explicit ParseError(const std::string& what) : Error(what, Exit::BadInput) {}
};

} // namespace lanescope::ptx
