// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/shapes.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <map>
#include <vector>

/// The vertices in a buffer of OpenGL, by what its recording says of them.
namespace lanescope::kit {

/// Of a buffer whose vertices have columns.
render::Grid gridOf(const ResultObject& object);
render::PointCloud cloudOf(const ResultObject& object);

/// Where the vertices are in space: read back from OpenGL, some of them at a time.
class VertexPlaces {
public:
    /// The object must outlive it.
    explicit VertexPlaces(const ResultObject& object) : m_object(object) {}
    glm::vec3 of(std::uint32_t vertex);

private:
    float at(std::uint64_t element);

    const ResultObject& m_object;
    std::map<std::uint64_t, std::vector<float>> m_pages; // by number
};

} // namespace lanescope::kit
