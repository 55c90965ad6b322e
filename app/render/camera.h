// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace lanescope::render {

/// Looks at a target from an orbit around it; y is up.
struct Camera {
    float azimuth = -0.65f;   ///< radians around y; 0 looks along -z
    float elevation = 0.55f;  ///< radians above the ground
    float distance = 4.2f;    ///< from the target
    float fieldOfView = 0.7f; ///< radians, vertical
    glm::vec3 target{0, 0, 0};

    bool operator==(const Camera&) const = default;
    /// Turns by a mouse movement in points: a drag over 400 points is half a turn.
    void drag(glm::vec2 delta);
    /// Nearer for positive steps of a wheel, within limits.
    void zoom(float steps);
    glm::vec3 eye() const;
    glm::mat4 view() const;
    /// Perspective for a viewport of this width / height.
    glm::mat4 projection(float aspect) const;
};

} // namespace lanescope::render
