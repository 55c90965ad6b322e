#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
uniform vec4 rect;         // corner and size in pixels
uniform vec4 part;         // corner and size in the texture
uniform vec2 pixelsToClip;

layout(location = 0) out vec2 where;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    where = part.xy + corner * part.zw;
    gl_Position = vec4((rect.xy + corner * rect.zw) * pixelsToClip + vec2(-1, 1), 0, 1);
}
