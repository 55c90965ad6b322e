// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/vertices.h"

#include "kit/result_objects.h"
#include "render/gl.h"

#include <algorithm>

namespace lanescope::kit {

render::Grid gridOf(const ResultObject& object) {
    const recording::Vertices& vertices = object.vertices;
    render::Grid grid{bufferOf(object), vertices.columns, vertices.rows()};
    if (vertices.tile == 1) {
        grid.layout = vertices.floats == 4 ? render::VertexLayout::Float4 : render::VertexLayout::Float3;
        grid.strideBytes = sizeof(float) * vertices.floats;
    } else {
        grid.layout = render::VertexLayout::StructureOfArrays;
    }
    return grid;
}

render::PointCloud cloudOf(const ResultObject& object) {
    const recording::Vertices& vertices = object.vertices;
    render::PointCloud cloud;
    cloud.buffer = bufferOf(object);
    cloud.count = vertices.count;
    cloud.strideBytes = sizeof(float) * (vertices.tile == 1 ? vertices.floats : 1);
    for (std::size_t axis = 0; axis < cloud.offsetBytes.size(); ++axis)
        cloud.offsetBytes[axis] = sizeof(float) * vertices.element(0, axis);
    if (vertices.tile > 1 && vertices.tile < vertices.count) {
        cloud.tile = vertices.tile;
        cloud.tileBytes = sizeof(float) * vertices.tile * vertices.floats;
    }
    return cloud;
}

glm::vec3 VertexPlaces::of(std::uint32_t vertex) {
    const auto field = [&](std::uint64_t axis) { return at(m_object.vertices.element(vertex, axis)); };
    return {field(0), field(1), field(2)};
}

float VertexPlaces::at(std::uint64_t element) {
    constexpr std::uint64_t kPage = 4096; // floats
    std::vector<float>& page = m_pages[element / kPage];
    if (page.empty()) {
        const std::uint64_t first = element / kPage * kPage;
        page.resize(std::min(kPage, m_object.bytes / sizeof(float) - first));
        bufferOf(m_object)->read(first * sizeof(float), page.data(), page.size() * sizeof(float));
    }
    return page[element % kPage];
}

} // namespace lanescope::kit
