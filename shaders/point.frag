#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
layout(location = 0) flat in vec4 ball;

uniform float diameter;
uniform float opacity;
uniform bool core;    // the coloured disc; else the whole ball in the rim's colour
uniform vec3 rim;

layout(location = 0) out vec4 color;

void main() {
    vec2 place = (gl_PointCoord - 0.5) * (diameter + 2.0);
    float away = length(place) - 0.5 * diameter;
    away += core ? max(0.12 * diameter, 1.0) : 0.0;
    float alpha = clamp(0.5 - away, 0.0, 1.0) * opacity * ball.a;
    if (alpha == 0.0) discard;
    color = vec4((core ? ball.rgb : rim) * alpha, alpha);
}
