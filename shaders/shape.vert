#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// One instance is one shape: a box, a piece of a curve, a triangle or a glyph. All lengths are pixels.
layout(location = 0) in vec4 a;      // box: centre, half size; ribbon: both ends; triangle: two corners; glyph: corner, size
layout(location = 1) in vec4 b;      // box: axis, radius, border; ribbon: normals; triangle: corner; glyph: place in the atlas
layout(location = 2) in vec4 color0; // fill, or the first end's
layout(location = 3) in vec4 color1; // border, or the second end's
layout(location = 4) in uint kind;
layout(location = 5) in float halfWidth;

uniform vec2 pixelsToClip; // 2 / width, -2 / height

layout(location = 0) out vec2 place;     // relative to the box's centre, along its axes
layout(location = 1) out vec3 outside;   // distances beyond the triangle's edges
layout(location = 2) out vec2 texel;     // in the atlas, whose first texel is solid
layout(location = 3) out vec4 fill;
layout(location = 4) flat out vec4 edge;
layout(location = 5) flat out vec4 box;  // half size less the radius, radius, border

const float kFar = 1e4;

float beyond(vec2 p, vec2 from, vec2 to, float turn) {
    vec2 along = to - from;
    return turn * (along.y * (p.x - from.x) - along.x * (p.y - from.y)) / max(length(along), 1e-6);
}

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 signs = corner * 2.0 - 1.0;
    vec2 position;
    place = vec2(0);
    outside = vec3(-kFar);
    texel = vec2(0.5);
    fill = color0;
    edge = color1;
    box = vec4(kFar, kFar, 0, 0);
    if (kind == 0u) {
        place = signs * (a.zw + 1.0);
        position = a.xy + b.xy * place.x + vec2(-b.y, b.x) * place.y;
        box = vec4(a.zw - b.z, b.z, b.w);
    } else if (kind == 1u) {
        vec2 normal = corner.x == 0.0 ? b.xy : b.zw;
        position = mix(a.xy, a.zw, corner.x) + normal * signs.y * (halfWidth + 1.0);
        place = vec2(0, signs.y * (halfWidth + 1.0));
        box.y = halfWidth;
        fill = mix(color0, color1, corner.x);
    } else if (kind == 2u) {
        vec2 low = min(min(a.xy, a.zw), b.xy) - 1.0, high = max(max(a.xy, a.zw), b.xy) + 1.0;
        position = mix(low, high, corner);
        vec2 u = a.zw - a.xy, v = b.xy - a.xy;
        float turn = u.x * v.y - u.y * v.x < 0.0 ? -1.0 : 1.0;
        outside = vec3(beyond(position, a.xy, a.zw, turn), beyond(position, a.zw, b.xy, turn),
                       beyond(position, b.xy, a.xy, turn));
    } else {
        position = a.xy + corner * a.zw;
        texel = b.xy + corner * a.zw;
    }
    gl_Position = vec4(position * pixelsToClip + vec2(-1, 1), 0, 1);
}
