#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 lines;

uniform vec3 low, high;
uniform vec4 line;
uniform vec2 heights;    // lowest, 1 / (highest - lowest)
uniform vec3 light;
uniform float shade;     // 1: lit; 0: flat
uniform float lineWidth; // pixels

layout(location = 0) out vec4 color;

void main() {
    vec3 normal = cross(dFdx(position), dFdy(position));
    float facing = abs(dot(normal, light)) / max(length(normal), 1e-20);
    vec3 surface = mix(low, high, clamp((position.y - heights.x) * heights.y, 0.0, 1.0));
    surface *= mix(1.0, 0.45 + 0.65 * facing, shade);
    // Where lines come closer than two pixels they melt into an even tone instead of a moire.
    vec2 perPixel = max(fwidth(lines), 1e-6);
    vec2 away = abs(fract(lines - 0.5) - 0.5) / perPixel;
    vec2 covered = clamp(0.5 + 0.5 * lineWidth - away, 0.0, 1.0);
    covered = mix(covered, vec2(min(lineWidth, 1.0) * min(perPixel, 1.0)), clamp(perPixel * 2.0 - 0.5, 0.0, 1.0));
    float drawn = max(covered.x, covered.y) * line.a;
    color = vec4(mix(surface, line.rgb, drawn), 1);
}
