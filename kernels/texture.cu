// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Turns and scales an image. Each thread makes one output pixel: it asks where in the image that pixel comes
// from, and reads there through the texture unit, which filters and handles the edges. A turned image makes a
// warp read along a slanted line, and the texture cache is built for that.
//
// The image fits into the output with its aspect ratio kept. angle in radians; scale 2 shows it twice as
// large. normalized says how the texture object was made: coordinates 0..1 over the image, or counted in texels.

__device__ float2 imageCoordinates(int x, int y, int width, int height, int imageWidth, int imageHeight,
                                   float angle, float scale, int normalized)
{
    // Texels per pixel at scale 1: the larger ratio, so that the whole image can be seen.
    float fit = fmaxf(imageWidth / float(width), imageHeight / float(height)) / scale;
    // From the centre, at the middle of the pixel; square units, or turning would shear the picture.
    float px = (x + 0.5f - width * 0.5f) * fit;
    float py = (y + 0.5f - height * 0.5f) * fit;

    float s = sinf(angle), c = cosf(angle);
    float tx = px * c - py * s + imageWidth * 0.5f;
    float ty = px * s + py * c + imageHeight * 0.5f;
    return normalized ? float2{tx / imageWidth, ty / imageHeight} : float2{tx, ty};
}

// 8-bit output. The texture object reads its bytes as 0..1.
__global__ void transformKernel(cudaSurfaceObject_t output, cudaTextureObject_t image, int width, int height,
                                int imageWidth, int imageHeight, float angle, float scale, int normalized)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    float2 at = imageCoordinates(x, y, width, height, imageWidth, imageHeight, angle, scale, normalized);
    float4 colour = tex2D<float4>(image, at.x, at.y);

    uchar4 pixel = make_uchar4(colour.x * 255.0f + 0.5f, colour.y * 255.0f + 0.5f,
                               colour.z * 255.0f + 0.5f, colour.w * 255.0f + 0.5f);
    surf2Dwrite(pixel, output, x * int(sizeof(uchar4)), y);   // x in bytes, y in rows
}

// Floating-point output, 16 bytes a pixel.
__global__ void transformKernelFloat(cudaSurfaceObject_t output, cudaTextureObject_t image,
                                     int width, int height, int imageWidth, int imageHeight,
                                     float angle, float scale, int normalized)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    float2 at = imageCoordinates(x, y, width, height, imageWidth, imageHeight, angle, scale, normalized);
    float4 colour = tex2D<float4>(image, at.x, at.y);
    surf2Dwrite(colour, output, x * int(sizeof(float4)), y);
}
