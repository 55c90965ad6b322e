#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""Launches the points of a list on this machine's GPU and prints their times.

    measure.py PTX_FOLDER POINTS WARM COUNT [--row]

A point is a line: GROUP NAME FILE KERNEL GRID BLOCK SHARED_BYTES SPEC..., with the SPECs of `lanescope trace --arg`,
and tex2d:u8x4:linear[WxH] of four channels and a linear filter, surf2d:f32[WxH] of surfaces; the word cooperative
has all blocks run at once. Where FILE.cubin stands beside FILE.ptx it is loaded in its place: grids that launch grids
have to be linked (nvcc -arch=sm_90 -rdc=true -dc, then -dlink -cubin with -lcudadevrt).
Each is launched WARM times without and COUNT times with events around it; --row: then many times in a row. Run under
the profiler (--csv --page raw) the rows come in the order of the points, WARM + COUNT for each. PTX_FOLDER has what
nvcc -ptx -arch=compute_80 makes of the kernels here, of tests/ptx/corpus (in corpus/) and of kernels (in labs/).
"""
import argparse
import ctypes
import re
import statistics
import struct
import sys
from pathlib import Path

BYTES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8, "f64": 8}
FORMAT = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "f32": "f", "i64": "q", "u64": "Q",
          "f64": "d"}
REGISTERS, LOCAL_BYTES, SHARED_BYTES = 4, 3, 1  # CUfunction_attribute


def packed(kind, value):
    return struct.pack("<" + FORMAT[kind], float(value) if kind[0] == "f" else int(value))


class Array3D(ctypes.Structure):
    _fields_ = [("width", ctypes.c_size_t), ("height", ctypes.c_size_t), ("depth", ctypes.c_size_t),
                ("format", ctypes.c_int), ("channels", ctypes.c_uint), ("flags", ctypes.c_uint)]


class Copy2D(ctypes.Structure):
    _fields_ = [(f"{side}{name}", kind) for side in ("src", "dst")
                for name, kind in (("X", ctypes.c_size_t), ("Y", ctypes.c_size_t), ("Type", ctypes.c_int),
                                   ("Host", ctypes.c_void_p), ("Device", ctypes.c_uint64),
                                   ("Array", ctypes.c_void_p), ("Pitch", ctypes.c_size_t))]
    _fields_ += [("width", ctypes.c_size_t), ("height", ctypes.c_size_t)]


class Driver:
    """The calls of the CUDA driver that a point needs."""

    def __init__(self, folder):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.folder = Path(folder)
        self.modules = {}
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in self.events:
            self.call("cuEventCreate", ctypes.byref(event), 0)

    def call(self, name, *arguments):
        code = getattr(self.cuda, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(code, ctypes.byref(text))
            raise RuntimeError(f"{name}: {text.value.decode() if text.value else code}")

    def function(self, file, kernel):
        if file not in self.modules:
            text = (self.folder / f"{file}.ptx").read_bytes()
            module, linked = ctypes.c_void_p(), self.folder / f"{file}.cubin"
            code = linked.read_bytes() if linked.exists() else text + b"\0"
            self.call("cuModuleLoadData", ctypes.byref(module), code)
            self.modules[file] = module, re.findall(r"\.entry\s+([\w$]+)", text.decode())
        module, entries = self.modules[file]
        mangled = re.compile(rf"{kernel}$|_Z{len(kernel)}{kernel}")
        found = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(found), module,
                  next(entry for entry in entries if mangled.match(entry)).encode())
        return found

    def launch(self, function, grid, block, shared, arguments, together=False):
        pointers = (ctypes.c_void_p * max(len(arguments), 1))(*[ctypes.cast(a, ctypes.c_void_p) for a in arguments])
        if together:
            self.call("cuLaunchCooperativeKernel", function, *grid, *block, shared, None, pointers)
        else:
            self.call("cuLaunchKernel", function, *grid, *block, shared, None, pointers, None)

    def milliseconds(self, work):
        self.call("cuEventRecord", self.events[0], None)
        work()
        self.call("cuEventRecord", self.events[1], None)
        self.call("cuCtxSynchronize")
        taken = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(taken), *self.events)
        return taken.value

    def attribute(self, function, which):
        value = ctypes.c_int()
        self.call("cuFuncGetAttribute", ctypes.byref(value), which, function)
        return value.value

    def buffer(self, kind, count, fill):
        pointer = ctypes.c_uint64()
        size = ctypes.c_size_t(max(count * BYTES[kind], 256))
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), size)
        if fill is None:
            self.call("cuMemsetD8_v2", pointer, 0, size)
        elif fill != "raw":
            name, _, value = fill.partition(":")
            arguments = [pointer, ctypes.c_uint64(count), ctypes.c_int(BYTES[kind] + 10 * (kind[0] == "f"))]
            if name == "random":
                arguments.append(ctypes.c_uint64(int(value)))
            elif name == "const":
                arguments.append(ctypes.c_uint64(int.from_bytes(packed(kind, value).ljust(8, b"\0"), "little")))
            self.launch(self.function("fill", "fill" + name.capitalize()), (1024, 1, 1), (256, 1, 1), 0,
                        [ctypes.pointer(a) for a in arguments])
        return pointer

    def array(self, kind, channels, width, height, fill):
        texels = self.buffer(kind, width * height * channels, fill)
        array = ctypes.c_void_p()
        shape = Array3D(width, height, 0, {"f32": 0x20, "u8": 1}[kind], channels, 2)  # surfaces may write it
        self.call("cuArray3DCreate_v2", ctypes.byref(array), ctypes.byref(shape))
        row = width * channels * BYTES[kind]
        copy = Copy2D(srcType=2, srcDevice=texels.value, srcPitch=row, dstType=3, dstArray=array, width=row,
                      height=height)
        self.call("cuMemcpy2D_v2", ctypes.byref(copy))
        self.call("cuMemFree_v2", texels)
        resource = ctypes.create_string_buffer(144)
        struct.pack_into("<iiQ", resource, 0, 0, 0, array.value)
        return array, resource

    def texture(self, kind, channels, linear, width, height, fill):
        """A texture object: clamped, texel coordinates; bytes become 0 to 1."""
        array, resource = self.array(kind, channels, width, height, fill)
        sampler = ctypes.create_string_buffer(104)
        struct.pack_into("<iiiiI", sampler, 0, 1, 1, 1, int(linear), 0)
        made = ctypes.c_uint64()
        self.call("cuTexObjectCreate", ctypes.byref(made), resource, sampler, None)
        return made, array, "cuTexObjectDestroy"

    def surface(self, kind, channels, width, height, fill):
        array, resource = self.array(kind, channels, width, height, fill)
        made = ctypes.c_uint64()
        self.call("cuSurfObjectCreate", ctypes.byref(made), resource)
        return made, array, "cuSurfObjectDestroy"


def sides(text):
    values = [int(side) for side in text.split(",")]
    return values + [1] * (3 - len(values))


class Point:
    def __init__(self, driver, line):
        _, self.name, self.file, self.kernel, grid, block, shared, *specs = line.split()
        self.driver = driver
        self.shape = sides(grid), sides(block), int(shared)
        self.together = "cooperative" in specs
        self.arguments, self.buffers, self.textures = [], [], []
        for spec in specs:
            if spec != "cooperative":
                self.add(spec)
        self.function = driver.function(self.file, self.kernel)
        driver.call("cuCtxSynchronize")

    def add(self, spec):
        if image := re.match(r"(tex2d|surf2d):(f32|u8)(?:x(\d))?(:linear)?\[(\d+)x(\d+)\](?:=(.*))?$", spec):
            kind, channels, linear, width, height, fill = image.groups()[1:]
            texels = int(width), int(height), fill
            self.textures.append(self.driver.texture(kind, int(channels or 1), bool(linear), *texels)
                                 if image[1] == "tex2d" else self.driver.surface(kind, int(channels or 1), *texels))
            self.arguments.append(ctypes.pointer(self.textures[-1][0]))
        elif buffer := re.match(r"(\w+)\[(\d+)\](?:=(.*))?$", spec):
            self.buffers.append(self.driver.buffer(buffer[1], int(buffer[2]), buffer[3]))
            self.arguments.append(ctypes.pointer(self.buffers[-1]))
        else:
            kind, value = spec.split(":")
            self.arguments.append(ctypes.create_string_buffer(packed(kind, value), 8))

    def launch(self):
        self.driver.launch(self.function, *self.shape, self.arguments, self.together)

    def cycles(self):
        """What the kernels of times.cu leave in their first buffer."""
        first = ctypes.c_longlong()
        self.driver.call("cuMemcpyDtoH_v2", ctypes.byref(first), self.buffers[0], ctypes.c_size_t(8))
        return first.value

    def release(self):
        for pointer in self.buffers:
            self.driver.call("cuMemFree_v2", pointer)
        for made, array, destroy in self.textures:
            self.driver.call(destroy, made)
            self.driver.call("cuArrayDestroy", array)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("points", type=Path)
    parser.add_argument("warm", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--row", action="store_true")
    options = parser.parse_args()
    driver = Driver(options.folder)
    print("name,event_us,row_us,registers,local_bytes,static_shared_bytes,cycles")
    for line in options.points.read_text(encoding="utf-8").splitlines():
        point = Point(driver, line)
        times = [driver.milliseconds(point.launch) * 1e3 for _ in range(options.warm + options.count)][options.warm:]
        median = statistics.median(times)
        row = ""
        if options.row:
            many = max(1, min(200, int(20000 / max(median, 1))))
            row = "%.3f" % (driver.milliseconds(lambda: [point.launch() for _ in range(many)]) * 1e3 / many)
        attributes = [driver.attribute(point.function, which) for which in (REGISTERS, LOCAL_BYTES, SHARED_BYTES)]
        print(point.name, f"{median:.3f}", row, *attributes, point.cycles() if point.file == "times" else "", sep=",",
              flush=True)
        point.release()


if __name__ == "__main__":
    sys.exit(main())
