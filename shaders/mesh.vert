#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The coordinates come as three attributes, so that every layout of a vertex buffer is only offsets and strides.
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;

uniform mat4 toClip;
uniform uint columns;
uniform float linesEvery; // vertices from one grid line to the next

layout(location = 0) out vec3 position;
layout(location = 1) out vec2 lines; // whole numbers on the grid lines

void main() {
    position = vec3(x, y, z);
    uint vertex = uint(gl_VertexID);
    lines = vec2(vertex % columns, vertex / columns) / linesEvery;
    gl_Position = toClip * vec4(position, 1);
}
