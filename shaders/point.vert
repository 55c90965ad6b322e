#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
layout(location = 3) in vec4 tint; // one an instance; each ball is an instance of its own

uniform mat4 toClip;
uniform float diameter; // pixels
// A ball is tested as if it stood nearer to the eye, so that the surface it lies on does not cut it.
uniform float nearer;   // by this times the distance
uniform vec2 depth;     // depth in the window's terms = y / distance - x

layout(location = 0) flat out vec4 ball;

void main() {
    ball = tint;
    gl_Position = toClip * vec4(x, y, z, 1);
    gl_Position.z = (depth.y / (gl_Position.w * (1.0 - nearer)) - depth.x) * gl_Position.w;
    gl_PointSize = diameter + 2.0;
}
