// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/doctor.h"

#include "device/cuda/cuda_probe.h"
#include "device/doctor.h"
#include "ptx/run/machine.h"
#include "render/fonts.h"
#include "render/gl.h"
#include "shell/app/offscreen.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/text_table.h"
#include "shell/version.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <cstdlib>

namespace lanescope::shell {

namespace {

using device::Check;

constexpr const char* kGlCure =
    "install an NVIDIA driver with its EGL library, or Mesa (Debian: libegl1 libgl1-mesa-dri)";

Check emulatorCheck() {
    Check check{translatable("emulator"), true, {}, {}};
    check.detail =
        fmt::format("{}; its handlers use {}", device::openEmulated()->info().name, ptx::instructionSet());
    return check;
}

/// OpenGL without a window, and whether the first CUDA device writes into it.
void addGraphics(std::vector<Check>& checks, bool cuda) {
    Check gl{"OpenGL", false, {}, {}};
    Check interop{"OpenGL interop", false, {}, {}};
    try {
        const Offscreen context(OffscreenDriver::Any);
        const render::GlInfo info = render::glInfo();
        gl.found = true;
        const std::string driver = fmt::format("{}, {}, {}", info.version, info.renderer, info.vendor);
        gl.detail = info.software ? fmt::format("{}; offscreen by {} (drawn by the processor)", driver,
                                                context.description())
                                  : fmt::format("{}; offscreen by {}", driver, context.description());
        if (cuda) {
            constexpr std::size_t kBytes = 4096;
            const render::Buffer buffer("doctor", kBytes);
            const std::unique_ptr<device::Device> device = device::openDevice("cuda");
            interop = device::checkInterop(*device, buffer.id(), kBytes);
        } else {
            interop.detail =
                "there is no CUDA device to share OpenGL's memory with; what the emulator writes is uploaded";
            interop.cure = "none is needed: pictures are the same; for direct writing, see CUDA driver";
        }
    } catch (const std::exception& failure) {
        Check& failed = gl.found ? interop : gl;
        failed.detail = failure.what();
        failed.cure = gl.found ? "see the checks of CUDA" : kGlCure;
        if (!gl.found) {
            interop.detail = "there is no OpenGL to share memory with";
            interop.cure = "see OpenGL";
        }
    }
    checks.push_back(gl);
    checks.push_back(interop);
}

Check displayCheck() {
    const char* x11 = std::getenv("DISPLAY");
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    Check check{translatable("display"), false, {}, {}};
    if (wayland && *wayland)
        check.detail = fmt::format("Wayland, {}", wayland);
    else if (x11 && *x11)
        check.detail = fmt::format("X11, {}", x11);
    check.found = !check.detail.empty();
    if (!check.found) {
        check.detail = "neither DISPLAY nor WAYLAND_DISPLAY is set";
        check.cure = "start it in a desktop session, or under xvfb-run; lanescope shot needs no display";
    }
    return check;
}

Check fontCheck(const char* name, render::Font role) {
    const std::string font = render::fontName(role);
    Check check{name,
                !font.empty(),
                font.empty() ? "FreeType cannot read it" : fmt::format("{}, in the program", font),
                {}};
    if (!check.found) check.cure = "build the program again";
    return check;
}

Check chineseFontCheck() {
    constexpr std::uint32_t kCharacter = 0x5185; // U+5185, "inside", as in memory
    const std::string file = render::systemFontFor(kCharacter);
    Check check{"font of Chinese", !file.empty(), file.empty() ? "fontconfig finds none" : file, {}};
    if (!check.found) check.cure = "install the package fonts-noto-cjk";
    return check;
}

} // namespace

int doctorCommand(const DoctorOptions& options) {
    std::vector<Check> checks = device::checkMachine();
    const bool cuda = device::probeCuda().available;
    addGraphics(checks, cuda);
    checks.push_back(displayCheck());
    checks.push_back(emulatorCheck());
    checks.push_back(fontCheck("font of texts", render::Font::Sans));
    checks.push_back(fontCheck("font of code", render::Font::Mono));
    checks.push_back(chineseFontCheck());

    Json list = Json::array();
    TextTable table({{""}, {""}, {""}});
    for (const Check& check : checks) {
        list.push_back({{"name", check.name},
                        {"found", check.found},
                        {"detail", check.detail},
                        {"cure", check.cure.empty() ? Json(nullptr) : Json(check.cure)}});
        table.add(
            {check.found ? tr("found") : tr("not found"), retold(check.name), retold(oneLine(check.detail))});
        if (!check.cure.empty()) table.add({"", "", "-> " + retold(oneLine(check.cure))});
    }
    writeResult(options.json ? json::textOf({{"version", kVersion}, {"checks", std::move(list)}})
                             : fmt::format("lanescope {}\n\n{}", kVersion, table.text()));
    return 0;
}

} // namespace lanescope::shell
