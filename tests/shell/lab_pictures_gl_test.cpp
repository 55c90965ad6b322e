// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The pictures of every lab as pixels and as shapes.
#include "device/device.h"
#include "golden/compare.h"
#include "kit/lab_interfaces.h"
#include "kit/pictures/heading.h"
#include "kit/registry.h"
#include "kit/session.h"
#include "render/vector/pdf.h"
#include "shell/app/offscreen.h"
#include "shell/app/shot.h"
#include "shell/capture/stage_picture.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <memory>
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
    for (const WindowPart view : {WindowPart::Stage, WindowPart::Access}) {
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
            EXPECT_LT(apart.mean, 1.6) << wordOf(view) << ", light: " << light;
            RecordProperty(std::string(wordOf(view)) + (light ? "_light" : "_dark"),
                           std::to_string(apart.mean));
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
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_'); // as GoogleTest wants it
                             return name;
                         });

TEST(ShotPictures, OfTheWindowHaveItsTextsAsText) {
    const Picture picture = shotOf(optionsFor("banks"), {.view = WindowPart::Window, .vectors = true});
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

/// The texts of the stage in a picture of the window.
std::vector<render::DrawnText> stageTexts(const AppOptions& options) {
    const Picture picture = shotOf(options, {.view = WindowPart::Window, .vectors = true});
    std::vector<render::DrawnText> texts;
    for (const render::DrawnItem& item : picture.drawing.items)
        if (const auto* text = std::get_if<render::DrawnText>(&item.what);
            text && text->at.x < 0.6F * static_cast<float>(options.width) && text->at.y > 60 &&
            text->at.y < 0.85F * static_cast<float>(options.height))
            texts.push_back(*text);
    return texts;
}

/// Pairs of texts of which one covers a part of the other: "2 steps | Consecutive words ...".
std::vector<std::string> coveredIn(const std::vector<render::DrawnText>& texts) {
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
            const render::DrawnText &a = texts[i], &b = texts[k];
            constexpr float kLetter = 0.65F; // height of most, of the size
            if (a.upwards || b.upwards || a.at.x + 1 >= b.at.x + b.width || b.at.x + 1 >= a.at.x + a.width)
                continue;
            if (a.at.y - a.size * kLetter < b.at.y - 1 && b.at.y - b.size * kLetter < a.at.y - 1)
                pairs.push_back(a.text + " | " + b.text);
        }
    return pairs;
}

/// A text that ends in an ellipsis was longer; one that begins with it says that there is more.
std::vector<std::string> cutIn(const std::vector<render::DrawnText>& texts) {
    std::vector<std::string> cut;
    for (const render::DrawnText& text : texts)
        if (text.text.ends_with("\u2026") && text.font != render::Font::Mono) cut.push_back(text.text);
    return cut;
}

constexpr int kSmallWidth = 1024, kSmallHeight = 640;

TEST(ShotPictures, OfASmallWindowAreWhole) {
    for (const kit::LabEntry& entry : kit::labs()) {
        AppOptions options = optionsFor(entry.name);
        options.width = kSmallWidth;
        options.height = kSmallHeight;
        const std::vector<render::DrawnText> texts = stageTexts(options);
        EXPECT_EQ(cutIn(texts), std::vector<std::string>()) << entry.name;
        EXPECT_EQ(coveredIn(texts), std::vector<std::string>()) << entry.name;
    }
    AppOptions options = optionsFor("errors");
    options.width = kSmallWidth;
    options.height = kSmallHeight;
    const std::vector<render::DrawnText> texts = stageTexts(options);
    for (const char* call : {"addNext<<<2, 64>>>(in, out, 1)", "cudaMemcpy(host, out, 512)"})
        EXPECT_NE(std::ranges::find(texts, call, &render::DrawnText::text), texts.end()) << call;
}

/// Beside a lesson the stage is narrower still.
TEST(ShotPictures, OfASmallWindowWithALessonAreWhole) {
    for (const char* lab : {"carving", "hierarchy", "transfers", "streams"}) {
        AppOptions options = optionsFor(lab);
        options.width = kSmallWidth;
        options.height = kSmallHeight;
        options.lesson = "texture"; // of another lab, so that nothing is hidden
        options.page = 0;
        options.student = 3; // another's: a notice under the pictures says so
        if (lab == std::string_view("streams")) options.sets = {{"engines", "one"}};
        const std::vector<render::DrawnText> texts = stageTexts(options);
        EXPECT_EQ(cutIn(texts), std::vector<std::string>()) << lab;
        EXPECT_EQ(coveredIn(texts), std::vector<std::string>()) << lab;
        EXPECT_TRUE(std::ranges::any_of(texts, [](const render::DrawnText& text) {
            return text.text.starts_with("This lesson uses the values of student 3");
        })) << lab;
        if (lab != std::string_view("carving")) continue;
        // The buttons that step through wavefronts stand over the words on banks, which have four lines here.
        const auto find = [&](std::string_view begin) {
            return std::ranges::find_if(
                texts, [&](const render::DrawnText& text) { return text.text.starts_with(begin); });
        };
        const auto buttons = find("2 wavefronts"), words = find("Consecutive words");
        ASSERT_TRUE(buttons != texts.end() && words != texts.end());
        EXPECT_LT(buttons->at.y + 4, words->at.y - words->size);
    }
}

/// The texts of a picture of the window.
std::vector<render::DrawnText> windowTexts(const AppOptions& options) {
    const Picture picture = shotOf(options, {.view = WindowPart::Window, .vectors = true});
    std::vector<render::DrawnText> texts;
    for (const render::DrawnItem& item : picture.drawing.items)
        if (const auto* text = std::get_if<render::DrawnText>(&item.what)) texts.push_back(*text);
    return texts;
}

/// At a scale of 200 % a plot may be as low as three lines.
TEST(ShotPictures, OfLowPlotsHaveNumbersApart) {
    for (const char* lab : {"wave", "matmul", "transfers"}) {
        AppOptions options = optionsFor(lab);
        options.width = 1600;
        options.height = 1000;
        options.zoom = 2;
        std::vector<render::DrawnText> numbers;
        for (const render::DrawnText& text : windowTexts(options))
            if (text.at.y > 0.84F * 1000 && text.at.x > 0.25F * 1600 && text.at.x < 0.33F * 1600)
                numbers.push_back(text);
        EXPECT_GE(numbers.size(), 2U) << lab;
        EXPECT_EQ(coveredIn(numbers), std::vector<std::string>()) << lab;
    }
}

/// At 200 % the names of seven chips do not fit beside the plot one under the other.
TEST(ShotPictures, OfLowPlotsNameEachCurve) {
    AppOptions options = optionsFor("coalescing");
    options.width = 3840;
    options.height = 2160;
    options.zoom = 2;
    std::vector<render::DrawnText> names;
    for (const render::DrawnText& text : windowTexts(options))
        if (text.text.starts_with("CC ") && text.at.x > 0.5F * 3840) names.push_back(text);
    const std::unique_ptr<kit::Lab> lab = kit::findLab("coalescing").make();
    EXPECT_EQ(names.size(), kit::sweepOf(*lab)->architectures.size());
    EXPECT_EQ(coveredIn(names), std::vector<std::string>());
    for (const render::DrawnText& name : names) EXPECT_LT(name.at.y, 0.97F * 2160) << name.text;
}

/// Between lines of text there is some room, also where a stage is as low as at 200 %.
TEST(ShotPictures, OfTransfersHaveLinesApart) {
    AppOptions options = optionsFor("transfers");
    options.width = 3840;
    options.height = 2160;
    options.zoom = 2;
    std::vector<render::DrawnText> texts = stageTexts(options);
    EXPECT_TRUE(std::ranges::any_of(texts, [](const auto& text) { return text.text == "write-combining"; }));
    for (render::DrawnText& text : texts) text.size *= 1.25F; // from the tallest letter to the deepest
    EXPECT_EQ(coveredIn(texts), std::vector<std::string>());
}

TEST(ShotPictures, OfFewPointsSayWhatAMultiprocessorIsFullOf) {
    AppOptions options = optionsFor("occupancy");
    options.width = 1920;
    options.height = 1080;
    options.zoom = 2;
    const std::vector<render::DrawnText> texts = stageTexts(options);
    EXPECT_NE(std::ranges::find(texts, "32 of 32 blocks", &render::DrawnText::text), texts.end());
}

/// Of a lesson everything but code; and a choice of pictures is one row, which the strip has room for.
TEST(ShotPictures, OfAPresenterHavePanelsThatAreReadFromTheBack) {
    AppOptions options = optionsFor("banks");
    options.lesson = "banks";
    options.page = 2;
    options.pageSetsLab = true;
    options.presenter = true;
    options.width = 1920;
    options.height = 1080;
    std::vector<std::string> seen;
    for (const render::DrawnText& text : windowTexts(options))
        if (text.font != render::Font::Mono) {
            EXPECT_GE(text.size, 24) << text.text;
            seen.push_back(text.text);
        }
    for (const char* words : {"STEP 2 OF 6", "Every few elements", "Check"})
        EXPECT_NE(std::ranges::find(seen, words), seen.end()) << words;

    // A projector of fewer lines has fewer pixels for the same size, and so the same picture.
    options = optionsFor("banks");
    options.presenter = true;
    options.width = kSmallWidth;
    options.height = kSmallHeight;
    const std::vector<render::DrawnText> small = windowTexts(options);
    for (const char* words : {"4-way bank conflict", "4 taken", "Emulated - modelled as CC 9.0 H200 SXM"}) {
        const auto found = std::ranges::find(small, words, &render::DrawnText::text);
        ASSERT_NE(found, small.end()) << words;
        EXPECT_LE(found->at.x + found->width, static_cast<float>(kSmallWidth)) << words;
        EXPECT_GE(found->size, 14) << words;
    }

    options = optionsFor("texture");
    options.presenter = true;
    options.width = 1920;
    options.height = 1080;
    seen.clear();
    for (const render::DrawnText& text : windowTexts(options)) seen.push_back(text.text);
    EXPECT_NE(std::ranges::find(seen, "landscape"), seen.end());
    EXPECT_EQ(std::ranges::find(seen, "text"), seen.end()) << "in the list that opens";
}

TEST(ShotPictures, OfAPresenterHaveLabelsThatAreReadFromTheBack) {
    for (const char* lab : {"coalescing", "layout", "banks"}) {
        AppOptions options = optionsFor(lab);
        options.presenter = true;
        options.width = 1920;
        options.height = 1080;
        const std::vector<render::DrawnText> texts = stageTexts(options);
        EXPECT_GT(texts.size(), 5U);
        if (lab == std::string_view("banks"))
            for (const char* label : {"lanes", "banks"}) {
                const auto found = std::ranges::find(texts, label, &render::DrawnText::text);
                ASSERT_NE(found, texts.end()) << label;
                EXPECT_GE(found->size, 24) << label;
            }
        for (const render::DrawnText& text : texts)
            // What is smaller stands in a cell or a disc.
            EXPECT_TRUE(text.size >= 24 || text.size < 20) << lab << ": " << text.text << ", " << text.size;
    }
}

/// Of the first GPUs halves of a warp stand together, and have a line over them that says so.
TEST(ShotPictures, OfAPresenterHaveLabelsThatAreWhole) {
    AppOptions options = optionsFor("banks");
    options.architecture = "1.3";
    options.presenter = true;
    options.width = 1920;
    options.height = 1080;
    const Picture picture = shotOf(options, {.view = WindowPart::Window, .vectors = true});
    int seen = 0;
    for (const render::DrawnItem& item : picture.drawing.items) {
        const auto* text = std::get_if<render::DrawnText>(&item.what);
        if (!text || !text->text.ends_with(" together")) continue;
        ++seen;
        EXPECT_GE(render::boundsOf(item).y, item.clip.y) << text->text;
    }
    EXPECT_EQ(seen, 2);
}

/// The access picture while a question waits, or a presenter hides what it means.
render::Drawing withheldPicture(const char* lab) {
    std::shared_ptr<kit::Lab> made = kit::findLab(lab).make();
    const Offscreen context{OffscreenDriver::Software};
    kit::Session session(device::openEmulated(), {});
    session.setLab(kit::findLab(lab), made);
    session.step(0, 0);
    kit::View view;
    view.withheld = kit::Withheld::Words;
    const kit::Brush brush;
    const render::Theme& theme = render::darkTheme();
    const kit::Frame frame(session.drawn().value(), session.device().info(), view, brush, theme);
    render::Canvas canvas;
    canvas.keepDrawings(true);
    canvas.setConcludes(false);
    canvas.begin(1000, 700, 1, theme);
    drawStagePicture(canvas, frame, {.view = WindowPart::Access});
    canvas.end();
    return canvas.drawing();
}

TEST(ShotPictures, OfWhatIsWithheldTellNoCost) {
    const render::Theme& theme = render::darkTheme();
    for (const char* lab : {"coalescing", "transpose", "texture", "atomics"}) {
        const render::Drawing drawing = withheldPicture(lab);
        for (const std::string& text : render::textsOf(drawing))
            for (const char* word : {"sector", "wavefront", "moved", "outlined"})
                EXPECT_EQ(text.find(word), std::string::npos) << lab << ": " << text;
        for (const render::DrawnItem& item : drawing.items) {
            const auto* box = std::get_if<render::DrawnBox>(&item.what);
            const auto isOf = [&](const render::Color& color) {
                const render::Color& edge = box->fill.border;
                return box->fill.borderWidth > 0 && edge.a > 0 && edge.r == color.r && edge.g == color.g &&
                       edge.b == color.b;
            };
            if (box) {
                EXPECT_FALSE(isOf(theme.good) || isOf(theme.warn)) << lab;
            }
        }
    }
}

TEST(ShotPictures, OfAWithheldTransferTellNoTime) {
    for (const std::string& text : render::textsOf(withheldPicture("transfers")))
        for (const char* word : {" ms", "GB/s", "modelled"})
            EXPECT_EQ(text.find(word), std::string::npos) << text;
}

/// A window of few points folds what matters less: stage and parameters stay, and can be read.
TEST(ShotPictures, OfFewPointsHaveStageAndParameters) {
    for (const char* lab : {"banks", "transpose"}) {
        AppOptions options = optionsFor(lab);
        options.width = 1024;
        options.height = 640;
        options.zoom = 2;
        const Picture picture = shotOf(options, {.view = WindowPart::Window, .vectors = true});
        std::vector<render::DrawnText> texts;
        for (const render::DrawnItem& item : picture.drawing.items)
            if (const auto* text = std::get_if<render::DrawnText>(&item.what)) texts.push_back(*text);
        const auto has = [&](const std::string& begin) {
            return std::ranges::any_of(
                texts, [&](const render::DrawnText& text) { return text.text.starts_with(begin); });
        };
        EXPECT_TRUE(has(lab == std::string("banks") ? "stride" : "variant"));
        EXPECT_TRUE(has("One warp reads"));
        EXPECT_TRUE(has("banks")) << "the picture itself";
        EXPECT_FALSE(has("this access")) << "the table is behind the stage";
        // The stage has most of the room.
        const auto title = std::ranges::find_if(
            texts, [](const render::DrawnText& text) { return text.text.starts_with("One warp reads"); });
        ASSERT_NE(title, texts.end());
        EXPECT_LT(title->at.x, 0.45F * 1024);
    }
}

TEST(ShotPictures, OfBanksHaveTheLastRow) {
    for (const char* stride : {"4", "8", "16"}) {
        AppOptions options = optionsFor("banks");
        options.sets = {{"stride", stride}};
        options.width = 1600;
        options.height = 1000;
        for (const render::DrawnText& text : stageTexts(options)) {
            EXPECT_EQ(text.text.find(" rows "), std::string::npos) << stride << ": " << text.text;
            EXPECT_EQ(text.text.find("shown)"), std::string::npos) << stride << ": " << text.text;
        }
    }
    // A presenter has all that collide, as thin as they may be.
    AppOptions options = optionsFor("banks");
    options.sets = {{"stride", "32"}};
    options.presenter = true;
    options.width = 1920;
    options.height = 1080;
    for (const render::DrawnText& text : stageTexts(options))
        EXPECT_EQ(text.text.find(" rows "), std::string::npos) << text.text;
}

TEST(ShotPictures, OfAPanelAloneHaveAllOfTheSize) {
    for (const WindowPart view : {WindowPart::Reading, WindowPart::Plots}) {
        const Picture picture = shotOf(optionsFor("banks"), {.view = view, .vectors = true});
        EXPECT_EQ(picture.image.width, 1200) << wordOf(view);
        EXPECT_EQ(picture.image.height, 760) << wordOf(view);
        for (const std::string& text : render::textsOf(picture.drawing))
            EXPECT_FALSE(speaksOfTheMouse(text)) << text;
        EXPECT_LT(golden::difference(picture.image, render::imageOf(picture.drawing)).mean, 2.5)
            << wordOf(view);
    }
}

TEST(ShotPictures, EachStepIsAnother) {
    std::vector<render::Image> steps;
    ShotContents shot{.view = WindowPart::Access};
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
    const render::Rect stage = app.viewRect(WindowPart::Stage);
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
    ShotContents shot{.view = WindowPart::Access};
    shot.vectors = true;
    shot.controls = true;
    const std::vector<std::string> texts = render::textsOf(shotOf(optionsFor("banks"), shot).drawing);
    EXPECT_NE(std::ranges::find(texts, "all"), texts.end());
    EXPECT_TRUE(
        std::ranges::none_of(texts, [](const auto& text) { return text.starts_with("lanescope open"); }));
}

} // namespace
} // namespace lanescope::shell
