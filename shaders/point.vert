#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
layout(location = 3) in vec4 tint; // one an instance; each ball is an instance of its own

uniform mat4 toClip;
uniform float diameter; // pixels
uniform float towards;  // how far a ball is pulled to the eye, so that the surface it lies on does not cut it

layout(location = 0) flat out vec4 ball;

void main() {
    ball = tint;
    gl_Position = toClip * vec4(x, y, z, 1);
    gl_Position.z -= towards * gl_Position.w;
    gl_PointSize = diameter + 2.0;
}
