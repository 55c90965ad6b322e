#version 450 core
// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
layout(location = 0) in vec2 where;

layout(binding = 0) uniform sampler2D picture;
uniform float opacity;
uniform bool gray;          // a texture of one channel
uniform bool premultiplied;

layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, where);
    texel = gray ? vec4(texel.rrr, 1) : texel;
    texel = clamp(texel, 0.0, 1.0);
    texel.rgb *= premultiplied ? 1.0 : texel.a;
    color = texel * opacity;
}
