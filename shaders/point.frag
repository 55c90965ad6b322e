#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
layout(location = 0) flat in vec4 ball;

uniform float diameter;
uniform float opacity;
uniform vec3 rim;

layout(location = 0) out vec4 color;

void main() {
    vec2 place = (gl_PointCoord - 0.5) * (diameter + 2.0);
    float away = length(place) - 0.5 * diameter;
    float covered = clamp(0.5 - away, 0.0, 1.0);
    if (covered == 0.0) discard;
    float inner = clamp(0.5 - away - max(0.12 * diameter, 1.0), 0.0, 1.0);
    float alpha = covered * opacity * ball.a;
    color = vec4(mix(rim, ball.rgb, inner) * alpha, alpha);
}
