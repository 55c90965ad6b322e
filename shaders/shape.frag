#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Without branches: a software renderer runs both sides of one anyway.
layout(location = 0) in vec2 place;
layout(location = 1) in vec3 outside;
layout(location = 2) in vec2 texel;
layout(location = 3) in vec4 fill;
layout(location = 4) flat in vec4 edge;
layout(location = 5) flat in vec4 box;

layout(binding = 0) uniform sampler2D atlas;

layout(location = 0) out vec4 color;

void main() {
    vec2 q = abs(place) - box.xy;
    float rounded = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - box.z;
    float distance = max(rounded, max(outside.x, max(outside.y, outside.z)));
    float whole = clamp(0.5 - distance, 0.0, 1.0);
    float inner = clamp(0.5 - distance - box.w, 0.0, 1.0);
    whole *= texelFetch(atlas, ivec2(texel), 0).r;
    inner = min(inner, whole);
    float fillAlpha = fill.a * inner, edgeAlpha = edge.a * (whole - inner);
    color = vec4(fill.rgb * fillAlpha + edge.rgb * edgeAlpha, fillAlpha + edgeAlpha);
}
