// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "canvas_fixture.h"

#include "golden/compare.h"

#include <cmath>
#include <vector>

namespace lanescope::render {
namespace {

class SceneTest : public CanvasTest {
protected:
    /// A rolling surface over -1 to 1, as the wave kernels write it.
    static std::vector<glm::vec3> wave(unsigned width, unsigned height) {
        std::vector<glm::vec3> all;
        for (unsigned y = 0; y < height; ++y)
            for (unsigned x = 0; x < width; ++x) {
                const float u = 2 * static_cast<float>(x) / static_cast<float>(width - 1) - 1;
                const float v = 2 * static_cast<float>(y) / static_cast<float>(height - 1) - 1;
                all.emplace_back(u, 0.4f * std::sin(3 * u) * std::cos(3 * v), v);
            }
        return all;
    }
    static Buffer stored(const std::vector<glm::vec3>& vertices, VertexLayout layout,
                         std::size_t offsetFloats = 0) {
        std::vector<float> floats(offsetFloats, 1e9f);
        if (layout == VertexLayout::StructureOfArrays)
            for (int axis = 0; axis < 3; ++axis)
                for (const auto& v : vertices) floats.push_back(v[axis]);
        else
            for (const auto& v : vertices) {
                floats.insert(floats.end(), {v.x, v.y, v.z});
                if (layout == VertexLayout::Float4) floats.push_back(1);
            }
        return Buffer("vertices", floats.size() * sizeof(float), floats.data());
    }
    static MeshLook look() {
        return {.low = Color::hex(0x0D2A44), .high = Color::hex(0x2F7FB5), .line = okabe::kSkyBlue};
    }
    Image meshPicture(const Grid& grid, const Camera& camera = {}) {
        begin(300, 200);
        canvas.scene(canvas.bounds(), camera).mesh(grid, look());
        end();
        return picture;
    }
    static double covered(const Image& image) {
        double count = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 4)
            count += image.pixels[i] || image.pixels[i + 1] || image.pixels[i + 2];
        return count;
    }
};

TEST_F(SceneTest, EveryLayoutGivesTheSamePicture) {
    const auto vertices = wave(33, 20);
    const Buffer four = stored(vertices, VertexLayout::Float4),
                 three = stored(vertices, VertexLayout::Float3, 5),
                 arrays = stored(vertices, VertexLayout::StructureOfArrays, 3);
    const Image first = meshPicture({&four, 33, 20, VertexLayout::Float4});
    EXPECT_GT(covered(first), 5000);
    EXPECT_EQ(meshPicture({&three, 33, 20, VertexLayout::Float3, 20}).pixels, first.pixels);
    EXPECT_EQ(meshPicture({&arrays, 33, 20, VertexLayout::StructureOfArrays, 12}).pixels, first.pixels);
    const Grid wider{&four, 33, 20, VertexLayout::Float3, 0, 16};
    EXPECT_EQ(meshPicture(wider).pixels, first.pixels) << "x y z, and something that is no coordinate";
}

TEST_F(SceneTest, ACloudIsTheSameWhereverItsCoordinatesLie) {
    // 70 points: structures of 5 floats, arrays of 70, tiles of 16 with the last one not full.
    const auto points = wave(10, 7);
    const auto drawn = [&](auto place, std::size_t floats, PointCloud cloud) {
        std::vector<float> memory(floats, 7.F); // where nothing belongs there would be points far off
        for (std::size_t i = 0; i < points.size(); ++i)
            for (int axis = 0; axis < 3; ++axis)
                memory[place(i, static_cast<std::size_t>(axis))] = points[i][axis];
        const Buffer buffer("points", memory.size() * sizeof(float), memory.data());
        cloud.buffer = &buffer;
        cloud.count = 70;
        begin(300, 200);
        canvas.scene(canvas.bounds(), {}).cloud(cloud, kRed, 3);
        end();
        return picture;
    };
    const Image structures = drawn([](std::size_t i, std::size_t axis) { return 5 * i + axis; }, 350,
                                   {.strideBytes = 20, .offsetBytes = {0, 4, 8}});
    EXPECT_GT(covered(structures), 70 * 10);
    EXPECT_EQ(drawn([](std::size_t i, std::size_t axis) { return 70 * axis + i; }, 210,
                    {.strideBytes = 4, .offsetBytes = {0, 280, 560}})
                  .pixels,
              structures.pixels);
    EXPECT_EQ(drawn([](std::size_t i, std::size_t axis) { return i / 16 * 64 + 16 * axis + i % 16; }, 320,
                    {.strideBytes = 4, .offsetBytes = {0, 64, 128}, .tile = 16, .tileBytes = 256})
                  .pixels,
              structures.pixels);
}

TEST_F(SceneTest, ALargeGridLooksLikeASmallOneOfTheSameSurface) {
    MeshLook plain = look();
    plain.line.a = 0;
    const auto shown = [&](unsigned width, unsigned height) {
        const Buffer buffer = stored(wave(width, height), VertexLayout::Float3);
        begin(300, 200);
        canvas.scene(canvas.bounds(), {}).mesh({&buffer, width, height, VertexLayout::Float3}, plain);
        end();
        return picture;
    };
    const Image small = shown(100, 100), large = shown(1500, 700);
    EXPECT_LT(golden::difference(small, large).mean, 2.5)
        << "the rim and the shape stay when quads are left out";
    EXPECT_NEAR(covered(large), covered(small), 0.01 * covered(small));
}

TEST_F(SceneTest, BallsStandWhereTheCanvasProjectsThem) {
    const auto vertices = wave(9, 9);
    const Buffer buffer = stored(vertices, VertexLayout::Float4);
    const Grid grid{&buffer, 9, 9};
    for (const std::uint32_t vertex : {0u, 8u, 40u, 72u, 80u}) {
        begin(300, 200);
        std::optional<glm::vec2> at;
        {
            auto scene = canvas.scene({20, 10, 260, 180}, Camera{.azimuth = 0.5f, .elevation = 1.2f});
            const std::vector<std::uint32_t> which{vertex};
            scene.points(grid, which, std::vector<Color>{kRed}, 6);
            at = scene.project(vertices[vertex]);
        }
        end();
        ASSERT_TRUE(at);
        double sum = 0, x = 0, y = 0;
        for (int row = 0; row < picture.height; ++row)
            for (int column = 0; column < picture.width; ++column) {
                const double weight = picture.at(column, row)[0];
                sum += weight;
                x += weight * (column + 0.5);
                y += weight * (row + 0.5);
            }
        ASSERT_GT(sum, 0) << vertex;
        EXPECT_NEAR(x / sum, at->x, 0.6) << vertex;
        EXPECT_NEAR(y / sum, at->y, 0.6) << vertex;
    }
}

TEST_F(SceneTest, EachBallHasItsOwnColour) {
    const std::vector<glm::vec3> vertices{{-1, 0, 0}, {1, 0, 0}, {-1, 0, 0.5f}, {1, 0, 0.5f}};
    const Buffer buffer = stored(vertices, VertexLayout::StructureOfArrays);
    begin(300, 200);
    std::optional<glm::vec2> left, right;
    {
        auto scene = canvas.scene(canvas.bounds(), Camera{.azimuth = 0, .elevation = 0.6f});
        const std::vector<std::uint32_t> which{1, 4000000000u, 0};
        scene.points({&buffer, 2, 2, VertexLayout::StructureOfArrays}, which,
                     std::vector<Color>{kRed, kBlue, kGreen}, 8);
        left = scene.project(vertices[0]);
        right = scene.project(vertices[1]);
    }
    end();
    EXPECT_EQ(rgb(static_cast<int>(left->x), static_cast<int>(left->y)), 0x00FF00u);
    EXPECT_EQ(rgb(static_cast<int>(right->x), static_cast<int>(right->y)), 0xFF0000u);
}

TEST_F(SceneTest, BallsBehindTheSurfaceAreFaint) {
    std::vector<glm::vec3> wall{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}, {0, 0, -1}, {0, 0, 1}};
    const Buffer buffer = stored(wall, VertexLayout::Float3);
    const auto redOfBall = [&](std::uint32_t vertex) {
        begin(200, 200);
        {
            auto scene = canvas.scene(canvas.bounds(), Camera{.azimuth = 0, .elevation = 0});
            scene.mesh({&buffer, 2, 2, VertexLayout::Float3}, {.low = kBlue, .high = kBlue, .line = kNone});
            const std::vector<std::uint32_t> which{vertex};
            scene.points({&buffer, 2, 3, VertexLayout::Float3}, which, std::vector<Color>{kRed}, 6);
        }
        end();
        return rgb(100, 100) >> 16;
    };
    EXPECT_EQ(redOfBall(5), 255u);
    const auto behind = redOfBall(4);
    EXPECT_GT(behind, 40u);
    EXPECT_LT(behind, 140u);
}

TEST_F(SceneTest, TheNearerSurfaceHidesTheFarther) {
    const auto quad = [](float z) {
        return std::vector<glm::vec3>{{-1, -1, z}, {1, -1, z}, {-1, 1, z}, {1, 1, z}};
    };
    const Buffer near = stored(quad(0.5f), VertexLayout::Float3),
                 far = stored(quad(-0.5f), VertexLayout::Float3);
    begin(100, 100);
    {
        auto scene = canvas.scene(canvas.bounds(), Camera{.azimuth = 0, .elevation = 0});
        scene.mesh({&near, 2, 2, VertexLayout::Float3}, {.low = kRed, .high = kRed, .line = kNone});
        scene.mesh({&far, 2, 2, VertexLayout::Float3}, {.low = kGreen, .high = kGreen, .line = kNone});
    }
    end();
    EXPECT_GT(rgb(50, 50) >> 16, 60u);
    EXPECT_EQ((rgb(50, 50) >> 8) & 255, 0u);
}

TEST_F(SceneTest, ASceneStandsBetweenTheVerbsAroundIt) {
    const std::vector<glm::vec3> quad{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
    const Buffer buffer = stored(quad, VertexLayout::Float3);
    begin(200, 100);
    canvas.rectangle({0, 0, 200, 100}, {.color = kGreen});
    {
        const auto clip = canvas.clip({0, 0, 100, 100});
        canvas.scene({50, 0, 100, 100}, Camera{.azimuth = 0, .elevation = 0})
            .mesh({&buffer, 2, 2, VertexLayout::Float3}, {.low = kRed, .high = kRed, .line = kNone});
    }
    canvas.rectangle({70, 40, 10, 10}, {.color = kBlue});
    end();
    EXPECT_EQ(rgb(10, 10), 0x00FF00u);
    EXPECT_GT(rgb(90, 60) >> 16, 60u);
    EXPECT_EQ(rgb(110, 60), 0x00FF00u) << "beyond the clip rectangle";
    EXPECT_EQ(rgb(75, 45), 0x0000FFu);
}

TEST_F(SceneTest, WhatCannotBeDrawnIsLeftOut) {
    const Buffer buffer = stored(wave(2, 2), VertexLayout::Float3);
    begin(50, 50);
    {
        auto scene = canvas.scene({0, 0, 0, 0}, {});
        scene.mesh({&buffer, 2, 2, VertexLayout::Float3}, look());
    }
    {
        auto scene = canvas.scene(canvas.bounds(), {});
        scene.mesh({&buffer, 1, 4, VertexLayout::Float3}, look());
        scene.mesh({nullptr, 2, 2}, look());
        scene.points({&buffer, 2, 2, VertexLayout::Float3}, {}, std::vector<Color>{kRed}, 5);
        EXPECT_EQ(scene.project({0, 0, 100}), std::nullopt) << "behind the eye";
    }
    end();
    EXPECT_EQ(covered(picture), 0);
}

TEST_F(SceneTest, FineIsSmootherThanFast) {
    const Buffer buffer = stored(wave(40, 40), VertexLayout::Float4);
    const auto shades = [&](bool fine) {
        canvas.setFine(fine);
        begin(200, 150);
        canvas.scene(canvas.bounds(), {}).mesh({&buffer, 40, 40}, {.low = kRed, .high = kRed, .line = kNone});
        end();
        return covered(picture);
    };
    // Smooth edges also touch pixels that are covered by less than a half.
    EXPECT_GT(shades(true), shades(false) + 50);
}

TEST_F(SceneTest, Golden) {
    const auto vertices = wave(48, 48);
    const Buffer buffer = stored(vertices, VertexLayout::Float4);
    canvas.setFine(true);
    begin(320, 220);
    {
        auto scene = canvas.scene(canvas.bounds(), {});
        scene.line({-1, -0.5f, -1}, {1, -0.5f, -1}, 1, canvas.theme().dim);
        scene.mesh({&buffer, 48, 48}, look());
        std::vector<std::uint32_t> lanes;
        std::vector<Color> colors;
        for (int lane = 0; lane < 32; ++lane) {
            lanes.push_back(30u * 48u + 8u + static_cast<std::uint32_t>(lane));
            colors.push_back(laneColor(lane));
        }
        scene.points({&buffer, 48, 48}, lanes, colors, 4);
    }
    end();
    EXPECT_TRUE(golden::matches(picture, "scene_wave", {.largest = 90, .mean = 0.4}))
        << "the threshold is wide because steep triangles' edges fall differently from one Mesa to the next";
}

} // namespace
} // namespace lanescope::render
