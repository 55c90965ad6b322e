// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/module.h"

#include "recording/plain_name.h"

#include <algorithm>
#include <cctype>

namespace lanescope::recording {

namespace {

bool isOfName(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool hasName(std::string_view ptx, std::string_view name) {
    for (std::size_t at = ptx.find(name); at != std::string_view::npos; at = ptx.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !isOfName(ptx[at - 1])) && (end == ptx.size() || !isOfName(ptx[end]))) return true;
    }
    return false;
}

} // namespace

std::optional<std::size_t> sourceOf(const Module& module, std::string_view path) {
    const auto other = std::ranges::find(module.others, path, &SourceFile::path);
    if (other != module.others.end()) return static_cast<std::size_t>(other - module.others.begin()) + 1;
    // Those of Lanescope's own kernels begin in its folder.
    return path.ends_with(module.path) ? std::optional<std::size_t>(0) : std::nullopt;
}

std::size_t sourceCount(const Module& module) {
    return module.others.size() + 1;
}

std::string_view sourcePath(const Module& module, std::size_t source) {
    return source == 0 ? module.path : module.others[source - 1].path;
}

std::string_view sourceText(const Module& module, std::size_t source) {
    return source == 0 ? module.source : module.others[source - 1].text;
}

bool usesDynamicShared(const Module& module, std::string_view kernel) {
    constexpr std::string_view kExternal = ".extern .shared ", kEntry = ".entry ";
    const std::string_view ptx = module.ptx;
    if (ptx.find(".func ") != std::string_view::npos) return true; // functions may use it, too
    for (std::size_t at = ptx.find(kEntry); at != std::string_view::npos;) {
        const std::size_t name = at + kEntry.size(), next = ptx.find(kEntry, name);
        const std::string_view body = ptx.substr(name, next == std::string_view::npos ? next : next - name);
        at = next;
        const std::string_view own = body.substr(0, body.find('('));
        if (own != kernel && plainName(own) != kernel) continue;
        for (std::size_t array = ptx.find(kExternal); array != std::string_view::npos;
             array = ptx.find(kExternal, array + 1)) {
            const std::size_t end = ptx.find('[', array), begin = ptx.rfind(' ', end) + 1;
            if (end != std::string_view::npos && hasName(body, ptx.substr(begin, end - begin))) return true;
        }
        return false;
    }
    return true;
}

} // namespace lanescope::recording
