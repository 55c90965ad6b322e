// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The pictures of every lab as pixels and as shapes.
#include "golden/compare.h"
#include "kit/registry.h"
#include "render/vector/pdf.h"
#include "shell/app/offscreen.h"
#include "shell/app/shot.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {
namespace {

AppOptions optionsFor(const std::string& lab) {
    AppOptions options;
    options.lab = lab;
    options.device = "emulated";
    options.width = 1200;
    options.height = 760;
    return options;
}

Picture shotOf(const AppOptions& options, const ShotContents& shot) {
    std::optional<Picture> made;
    renderShot(options, shot, [&](Picture&& picture, int, int) { made = std::move(picture); });
    return std::move(*made);
}

/// Anything that only means something to a mouse.
bool speaksOfTheMouse(const std::string& text) {
    return std::ranges::any_of(std::vector<std::string>{"click", "Click", "hover", "drag", "Drag"},
                               [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

class LabPictures : public testing::TestWithParam<std::string> {};

TEST_P(LabPictures, ShapesAreThePictureAndNothingIsToBeClicked) {
    AppOptions options = optionsFor(GetParam());
    PictureMaker maker(options);
    for (const char* view : {"stage", "access"}) {
        for (const bool light : {false, true}) {
            const Picture picture = maker.draw(options, {.view = view,
                                                         .width = 1200,
                                                         .height = 760,
                                                         .light = light,
                                                         .caption = light,
                                                         .vectors = true});
            ASSERT_EQ(picture.image.width, 1200);
            ASSERT_EQ(picture.image.height, 760);
            const render::Image again = render::imageOf(picture.drawing);
            const golden::Difference apart = golden::difference(picture.image, again);
            EXPECT_LT(apart.mean, 1.6) << view << ", light: " << light;
            RecordProperty(std::string(view) + (light ? "_light" : "_dark"), std::to_string(apart.mean));
            const std::vector<std::string> texts = render::textsOf(picture.drawing);
            EXPECT_GT(texts.size(), 5U);
            for (const std::string& text : texts) EXPECT_FALSE(speaksOfTheMouse(text)) << text;
            const auto has = [&](const std::string& begin) {
                return std::ranges::any_of(texts, [&](const auto& text) { return text.starts_with(begin); });
            };
            EXPECT_TRUE(has("lanescope open " + GetParam())) << "the code in the corner";
            if (light) {
                EXPECT_TRUE(has(GetParam() + "; modelled as CC ") || has(GetParam() + ": "));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, LabPictures, testing::ValuesIn([] {
                             std::vector<std::string> names;
                             for (const kit::LabEntry& entry : kit::labs()) names.push_back(entry.name);
                             return names;
                         }()),
                         [](const auto& info) { return info.param; });

TEST(ShotPictures, OfTheWindowHaveItsTextsAsText) {
    const Picture picture = shotOf(optionsFor("banks"), {.view = "window", .vectors = true});
    const render::Image again = render::imageOf(picture.drawing);
    EXPECT_LT(golden::difference(picture.image, again).mean, 2.5);
    const std::vector<std::string> texts = render::textsOf(picture.drawing);
    for (const char* words : {"4-way bank conflict", "stride", "Capture", "shared wavefronts",
                              "One warp reads shared memory", "wavefronts"})
        EXPECT_NE(std::ranges::find(texts, words), texts.end()) << words;
    const auto upright = std::ranges::find_if(picture.drawing.items, [](const render::DrawnItem& item) {
        const auto* text = std::get_if<render::DrawnText>(&item.what);
        return text && text->upwards && text->text == "wavefronts";
    });
    EXPECT_NE(upright, picture.drawing.items.end()) << "the axis of the plot";
}

TEST(ShotPictures, OfAPanelAloneHaveAllOfTheSize) {
    for (const char* view : {"reading", "plots"}) {
        const Picture picture = shotOf(optionsFor("banks"), {.view = view, .vectors = true});
        EXPECT_EQ(picture.image.width, 1200) << view;
        EXPECT_EQ(picture.image.height, 760) << view;
        for (const std::string& text : render::textsOf(picture.drawing))
            EXPECT_FALSE(speaksOfTheMouse(text)) << text;
        EXPECT_LT(golden::difference(picture.image, render::imageOf(picture.drawing)).mean, 2.5) << view;
    }
}

TEST(ShotPictures, EachStepIsAnother) {
    std::vector<render::Image> steps;
    ShotContents shot{.view = "access"};
    shot.steps = true;
    renderShot(optionsFor("banks"), shot, [&](Picture&& picture, int number, int count) {
        EXPECT_EQ(number, static_cast<int>(steps.size()));
        EXPECT_EQ(count, 4);
        EXPECT_NE(picture.stamp["Lanescope link"].find("&step=" + std::to_string(number + 1)),
                  std::string::npos);
        steps.push_back(std::move(picture.image));
    });
    ASSERT_EQ(steps.size(), 4U);
    for (std::size_t i = 1; i < steps.size(); ++i)
        EXPECT_GT(golden::difference(steps[i - 1], steps[i]).largest, 60) << i;
}

bool isTooltipSeen() {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](const ImGuiWindow* window) {
        return (window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden;
    });
}

TEST(ShotPictures, OfTheWindowAreTakenWithoutTheTooltip) {
    const AppOptions options = optionsFor("banks");
    const Offscreen context(OffscreenDriver::Software);
    const render::Texture color("window", options.width, options.height, render::PixelFormat::Rgba8);
    const render::Framebuffer framebuffer("window", color);
    App app(options);
    const auto frame = [&] {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(static_cast<float>(options.width), static_cast<float>(options.height));
        io.DeltaTime = 0.1F;
        framebuffer.bind();
        app.frame(options.width, options.height, 0, 0);
    };
    for (int i = 0; i < 6; ++i) frame();
    // Down the stage until something is under the mouse that has a tooltip.
    const render::Rect stage = app.viewRect("stage");
    for (float y = stage.y + 10; y < stage.bottom() && !isTooltipSeen(); y += 10) {
        ImGui::GetIO().AddMousePosEvent(stage.x + stage.width / 3, y);
        for (int i = 0; i < 2; ++i) frame();
    }
    ASSERT_TRUE(isTooltipSeen());
    frame();
    ASSERT_TRUE(isTooltipSeen()) << "and it stays";
    ImGui::GetIO().AddKeyEvent(ImGuiKey_F12, true);
    frame();
    EXPECT_FALSE(app.takeScreenshotRequest().empty());
    EXPECT_FALSE(isTooltipSeen());
    ImGui::GetIO().AddKeyEvent(ImGuiKey_F12, false);
    frame();
    EXPECT_TRUE(isTooltipSeen()) << "only the picture is without it";
}

TEST(ShotPictures, WithControlsHaveTheButtonsOfTheWindow) {
    ShotContents shot{.view = "access"};
    shot.vectors = true;
    shot.controls = true;
    const std::vector<std::string> texts = render::textsOf(shotOf(optionsFor("banks"), shot).drawing);
    EXPECT_NE(std::ranges::find(texts, "all"), texts.end());
    EXPECT_TRUE(
        std::ranges::none_of(texts, [](const auto& text) { return text.starts_with("lanescope open"); }));
}

} // namespace
} // namespace lanescope::shell
