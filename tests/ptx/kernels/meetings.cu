// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Where lanes that part come together again: the requests of its stores say how many groups of lanes came by
// each mark (tests/data/h200_meetings.csv).

/// Stores that are too many to be predicated; each lane has places of its own.
__device__ __forceinline__ void mark(int* out, const int* in, int place) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    int* const row = out + place * 4096 + t;
    for (int k = 0; k < 3; ++k)
        row[k * 1024 * 32] = in[(t * (k + 3) + place) & 4095] + in[(t + place * 7) & 4095] * k;
}
/// 0 to 15, of this thread and this turn.
__device__ __forceinline__ int draw(const int* in, int turn) {
    return in[(blockIdx.x * blockDim.x + threadIdx.x) * 13 + turn * 5 & 4095] & 15;
}

#define KERNEL(name) extern "C" __global__ void name(int* out, const int* in)

KERNEL(leaveIf) {
    if (draw(in, 0) > 3) {
        mark(out, in, 1);
        if (draw(in, 1) > 8) {
            mark(out, in, 2);
            goto end;
        }
        mark(out, in, 3);
    }
    mark(out, in, 4);
end:
    mark(out, in, 5);
}
KERNEL(returnIf) {
    if (draw(in, 0) > 3) {
        mark(out, in, 1);
        if (draw(in, 1) > 8) {
            mark(out, in, 2);
            return;
        }
        mark(out, in, 3);
    }
    mark(out, in, 4);
    mark(out, in, 5);
}
KERNEL(eitherOr) {
    if (draw(in, 0) > 9 || draw(in, 1) > 7) mark(out, in, 1);
    mark(out, in, 2);
}
KERNEL(bothAnd) {
    if (draw(in, 0) > 5 && draw(in, 1) > 7)
        mark(out, in, 1);
    else
        mark(out, in, 2);
    mark(out, in, 3);
}
KERNEL(twoBreaks) {
    int found = 0;
    const int turns = draw(in, 99);
    for (int k = 0; k < turns; ++k) {
        if (draw(in, k) == 7) {
            mark(out, in, 1);
            break;
        }
        if (draw(in, k + 50) == 8) {
            mark(out, in, 2);
            found = 1;
            break;
        }
        mark(out, in, 3);
    }
    mark(out, in, 4 + found);
}
KERNEL(returnFromLoop) {
    const int turns = draw(in, 99);
    for (int k = 0; k < turns; ++k) {
        if (draw(in, k) == 7) {
            mark(out, in, 1);
            return;
        }
        mark(out, in, 2);
    }
    mark(out, in, 3);
}
KERNEL(returnFromEndlessLoop) {
    for (int k = 0;; ++k) {
        if (draw(in, k) == 7) {
            mark(out, in, 1);
            return;
        }
        mark(out, in, 2);
        if (k > draw(in, 77)) break;
    }
    mark(out, in, 3);
}
KERNEL(leaveLoop) {
    const int turns = draw(in, 99);
    for (int k = 0; k < turns; ++k) {
        if (draw(in, k) == 7) goto end;
        mark(out, in, 1);
    }
    mark(out, in, 2);
end:
    mark(out, in, 3);
}
KERNEL(leaveDoLoop) {
    const int turns = draw(in, 99);
    int k = 0;
    do {
        if (draw(in, k) == 7) goto end;
        mark(out, in, 1);
    } while (++k < turns);
    mark(out, in, 2);
end:
    mark(out, in, 3);
}
KERNEL(breakThenElse) {
    const int turns = draw(in, 99);
    bool found = false;
    int k = 0;
    do {
        if (draw(in, k) == 7) {
            found = true;
            break;
        }
        mark(out, in, 1);
    } while (++k < turns);
    if (found)
        mark(out, in, 2);
    else
        mark(out, in, 3);
    mark(out, in, 4);
}
KERNEL(nextOfOuter) {
    const int rows = draw(in, 99) / 3;
    for (int j = 0; j < rows; ++j) {
        for (int k = 0; k < draw(in, j); ++k) {
            if (draw(in, k + j) == 7) goto next;
            if (draw(in, k + j + 31) == 9) goto end;
            mark(out, in, 1);
        }
        mark(out, in, 2);
    next:
        mark(out, in, 3);
    }
    mark(out, in, 4);
end:
    mark(out, in, 5);
}
KERNEL(twoContinues) {
    const int turns = draw(in, 99);
    for (int j = 0; j < turns; ++j) {
        if (draw(in, j) > 10) {
            mark(out, in, 1);
            continue;
        }
        if (draw(in, j + 40) > 8) {
            mark(out, in, 2);
            continue;
        }
        mark(out, in, 3);
    }
    mark(out, in, 4);
}
KERNEL(fallThrough) {
    switch (draw(in, 0)) {
    case 1:
    case 2:
        mark(out, in, 1);
        [[fallthrough]];
    case 3:
        mark(out, in, 2);
        break;
    case 4:
        mark(out, in, 3);
        break;
    case 6:
        mark(out, in, 4);
        [[fallthrough]];
    case 7:
        mark(out, in, 5);
        break;
    case 9:
        mark(out, in, 6);
        return;
    default:
        break;
    }
    mark(out, in, 7);
}
KERNEL(bisect) {
    int low = 0, high = 64;
    const int wanted = draw(in, 5) * 5;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (middle + (draw(in, middle) & 1) == wanted) {
            mark(out, in, 1);
            break;
        }
        if (middle < wanted) {
            low = middle + 1;
        } else {
            high = middle;
            mark(out, in, 2);
        }
    }
    mark(out, in, 3);
}
KERNEL(returnBothWays) {
    if (draw(in, 0) > 5) {
        mark(out, in, 1);
        if (draw(in, 1) > 7) {
            mark(out, in, 2);
            return;
        }
        mark(out, in, 3);
        if (draw(in, 2) > 6) return;
        mark(out, in, 6);
    } else {
        mark(out, in, 4);
    }
    mark(out, in, 5);
}
KERNEL(whileTwo) {
    int a = draw(in, 0), b = draw(in, 1);
    while (a != b) {
        if (a > b) {
            a -= 1 + draw(in, a) / 8;
            mark(out, in, 1);
        } else {
            b -= 1;
            mark(out, in, 2);
        }
        if (a < 0) break;
    }
    mark(out, in, 3);
}
KERNEL(loopInIf) {
    if (draw(in, 3) > 4) {
        for (int k = 0; k < draw(in, 60); ++k) {
            if (draw(in, k) == 2) return;
            mark(out, in, 1);
        }
        mark(out, in, 2);
    }
    mark(out, in, 3);
}
KERNEL(backTwice) {
    int k = 0, rest = 20;
again:
    mark(out, in, 1);
    if (--rest == 0) goto end;
    k = draw(in, rest);
    if (k > 11) {
        mark(out, in, 2);
        goto again;
    }
    mark(out, in, 3);
    if (k > 5) goto again;
    mark(out, in, 4);
end:
    mark(out, in, 5);
}
