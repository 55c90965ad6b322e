// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/camera.h"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanescope::render {

void Camera::drag(glm::vec2 delta) {
    constexpr float kRadiansPerPoint = std::numbers::pi_v<float> / 400;
    // Beyond straight up or down the picture would flip over.
    constexpr float kSteepest = 1.5f;
    azimuth = std::remainder(azimuth - delta.x * kRadiansPerPoint, 2 * std::numbers::pi_v<float>);
    elevation = std::clamp(elevation + delta.y * kRadiansPerPoint, -kSteepest, kSteepest);
}

void Camera::zoom(float steps) {
    distance = std::clamp(distance * std::pow(0.9f, steps), 0.3f, 20.f);
}

glm::vec3 Camera::eye() const {
    const float level = std::cos(elevation);
    return target +
           distance * glm::vec3(std::sin(azimuth) * level, std::sin(elevation), std::cos(azimuth) * level);
}

glm::mat4 Camera::view() const {
    return glm::lookAt(eye(), target, glm::vec3(0, 1, 0));
}

glm::mat4 Camera::projection(float aspect) const {
    return glm::perspective(fieldOfView, std::max(aspect, 0.01f), 0.05f, distance + 20);
}

} // namespace lanescope::render
