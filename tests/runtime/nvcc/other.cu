// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
__device__ int twice(int value)
{
    return 2 * value;
}
