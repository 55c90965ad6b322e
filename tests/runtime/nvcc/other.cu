// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The text has the name $str in PTX, as that of main.cu has.
#include <cstdio>

__device__ int twice(int value)
{
    if (value < 0)
        printf("negative: %d\n", value);
    return 2 * value;
}
