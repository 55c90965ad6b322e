// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/drawing/damage.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace lanescope::shell {
namespace {

constexpr int kWidth = 400, kHeight = 300;
constexpr ImU32 kRed = IM_COL32(255, 0, 0, 255), kBlue = IM_COL32(0, 0, 255, 255);

/// Frames whose background is drawn by the tests.
class DamageTest : public testing::Test {
public:
    DamageTest() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    }
    ~DamageTest() override { ImGui::DestroyContext(); }
    DamageTest(const DamageTest&) = delete;
    DamageTest& operator=(const DamageTest&) = delete;

protected:
    using Draw = std::function<void(ImDrawList&)>;

    std::vector<PixelBox> frame(const Draw& draw, int width = kWidth) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(static_cast<float>(width), kHeight);
        io.DeltaTime = 1.0F / 60;
        ImGui::NewFrame();
        draw(*ImGui::GetBackgroundDrawList());
        ImGui::Render();
        return m_damage.next(*ImGui::GetDrawData(), width, kHeight);
    }
    static bool covers(const std::vector<PixelBox>& parts, int x, int y) {
        return std::ranges::any_of(parts, [&](const PixelBox& each) {
            return each.meets({x, y, x + 1, y + 1});
        });
    }
    static Draw square(float x, float y, ImU32 color = kRed) {
        return [=](ImDrawList& list) { list.AddRectFilled({x, y}, {x + 10, y + 10}, color); };
    }
    static const std::vector<PixelBox>& all() {
        static const std::vector<PixelBox> window{{0, 0, kWidth, kHeight}};
        return window;
    }

    Damage m_damage;
};

TEST_F(DamageTest, TheFirstFrameIsAllNewAndTheSameOneNothing) {
    EXPECT_EQ(frame(square(20, 20)), all());
    EXPECT_TRUE(frame(square(20, 20)).empty());
    m_damage.forget();
    EXPECT_EQ(frame(square(20, 20)), all());
}

TEST_F(DamageTest, WhatMovesChangesWhereItWasAndWhereItIs) {
    frame(square(20, 20));
    const auto parts = frame(square(200, 100));
    EXPECT_TRUE(covers(parts, 25, 25));
    EXPECT_TRUE(covers(parts, 205, 105));
    EXPECT_FALSE(covers(parts, 100, 60)) << "between them nothing is drawn";
    EXPECT_EQ(parts.size(), 2U);
}

TEST_F(DamageTest, WhatComesAndGoesAmongOthersIsFound) {
    const auto others = [](const Draw& among) {
        return [among](ImDrawList& list) {
            for (int i = 0; i < 40; ++i) square(static_cast<float>(i) * 10, 0)(list);
            if (among) among(list);
            for (int i = 0; i < 40; ++i) square(static_cast<float>(i) * 10, 280)(list);
        };
    };
    frame(others({}));
    EXPECT_TRUE(covers(frame(others(square(100, 150))), 105, 155));
    EXPECT_TRUE(covers(frame(others(square(100, 150, kBlue))), 105, 155));
    EXPECT_TRUE(covers(frame(others({})), 105, 155));
    EXPECT_TRUE(frame(others({})).empty());
}

TEST_F(DamageTest, WhatLiesOverAnotherMattersToo) {
    const auto one = square(50, 50, kRed), other = square(55, 55, kBlue);
    const auto both = [](const Draw& below, const Draw& above) {
        return [below, above](ImDrawList& list) {
            below(list);
            above(list);
        };
    };
    frame(both(one, other));
    EXPECT_TRUE(covers(frame(both(other, one)), 57, 57));
}

TEST_F(DamageTest, WindowsThatComeGoAndChangePlacesAreFound) {
    const auto windows = [](std::vector<const char*> names) {
        return [names](ImDrawList&) {
            for (const char* name : names) {
                const float at = name[0] == 'a' ? 50 : 70;
                ImGui::SetNextWindowPos({at, at});
                ImGui::SetNextWindowSize({40, 40});
                ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
                ImGui::End();
            }
        };
    };
    for (int i = 0; i < 3; ++i) frame(windows({"a"}));
    EXPECT_TRUE(frame(windows({"a"})).empty());
    bool came = false;
    for (int i = 0; i < 3; ++i) came |= covers(frame(windows({"a", "b"})), 100, 100);
    EXPECT_TRUE(came);
    EXPECT_TRUE(frame(windows({"a", "b"})).empty());
    ImGui::SetWindowFocus("a"); // comes to the front
    EXPECT_TRUE(covers(frame(windows({"a", "b"})), 80, 80));
    EXPECT_TRUE(covers(frame(windows({"b"})), 55, 55));
}

TEST_F(DamageTest, ATextureOfSomebodyElseIsAlwaysDrawnAgain) {
    const auto picture = [](ImDrawList& list) {
        list.AddImage(ImTextureID{7}, {100, 100}, {120, 130});
        square(300, 200)(list);
    };
    frame(picture);
    EXPECT_EQ(frame(picture), (std::vector<PixelBox>{{100, 100, 120, 130}}));
}

TEST_F(DamageTest, WhatIsClippedStaysWithinItsClip) {
    const auto clipped = [](ImU32 color) {
        return [color](ImDrawList& list) {
            list.PushClipRect({50, 50}, {60, 60});
            list.AddRectFilled({0, 0}, {300, 300}, color);
            list.PopClipRect();
        };
    };
    frame(clipped(kRed));
    EXPECT_EQ(frame(clipped(kBlue)), (std::vector<PixelBox>{{50, 50, 60, 60}}));
}

TEST_F(DamageTest, OtherSizesAndCallbacksAreAllNew) {
    frame(square(20, 20));
    EXPECT_EQ(frame(square(20, 20), kWidth + 1), (std::vector<PixelBox>{{0, 0, kWidth + 1, kHeight}}));
    frame(square(20, 20));
    const auto called = [](ImDrawList& list) {
        list.AddCallback([](const ImDrawList*, const ImDrawCmd*) {}, nullptr);
    };
    EXPECT_EQ(frame(called), all());
    EXPECT_EQ(frame(square(20, 20)), all()) << "nobody knows what the callback drew";
    EXPECT_TRUE(frame(square(20, 20)).empty());
}

TEST_F(DamageTest, NoTwoPartsHaveAPixelInCommon) {
    frame(square(0, 0));
    const auto many = [](ImDrawList& list) {
        for (int i = 0; i < 60; ++i) { // each with a clip of its own, so that it is a piece of its own
            const auto x = static_cast<float>(i % 8 * 47), y = static_cast<float>(i / 8 * 31);
            list.PushClipRect({x, y}, {x + 40, y + 25});
            list.AddRectFilled({x, y}, {x + 40, y + 25}, kBlue);
            list.PopClipRect();
        }
    };
    const auto parts = frame(many);
    EXPECT_LE(parts.size(), 12U);
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(parts[i].meets(parts[j]));
    for (int i = 0; i < 60; ++i) EXPECT_TRUE(covers(parts, i % 8 * 47 + 5, i / 8 * 31 + 5)) << i;
}

} // namespace
} // namespace lanescope::shell
