// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/json_fields.h"

namespace lanescope::shell {

Json parsedJson(std::string_view text) {
    return Json::parse(text);
}

} // namespace lanescope::shell
