# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# CUDA for C++ (runtime API, no CUDA language), PTX from .cu files, and texts embedded in the program.

set(LANESCOPE_CUDA_ROOT "${CMAKE_BINARY_DIR}/_deps/cuda" CACHE PATH
  "A CUDA toolkit to use when none is installed (bin/nvcc, include, lib or lib64)")
set(LANESCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake)

# The toolkit: $CUDACXX or $CUDA_HOME, then PATH, then the usual place, then the copy in the build folder.
if(DEFINED ENV{CUDACXX})
  get_filename_component(lanescope_cudacxx "$ENV{CUDACXX}" DIRECTORY)
endif()
find_program(LANESCOPE_NVCC nvcc HINTS ${lanescope_cudacxx} $ENV{CUDA_HOME}/bin NO_CMAKE_SYSTEM_PATH)
find_program(LANESCOPE_NVCC nvcc PATHS /usr/local/cuda/bin ${LANESCOPE_CUDA_ROOT}/bin)
if(NOT LANESCOPE_NVCC)
  message(FATAL_ERROR "nvcc was not found. Install the CUDA toolkit 12.8 or newer, name it with CUDA_HOME, "
    "or unpack one into ${LANESCOPE_CUDA_ROOT} (scripts/run.sh does); -DLANESCOPE_APP=OFF builds only the model "
    "and the emulator.")
endif()
execute_process(COMMAND ${LANESCOPE_NVCC} --version OUTPUT_VARIABLE lanescope_nvcc_text
  RESULT_VARIABLE lanescope_nvcc_result)
if(NOT lanescope_nvcc_result EQUAL 0 OR
   NOT lanescope_nvcc_text MATCHES "release ([0-9]+\\.[0-9]+), V([0-9.]+)")
  message(FATAL_ERROR "${LANESCOPE_NVCC} --version failed: ${lanescope_nvcc_text}")
endif()
set(LANESCOPE_NVCC_VERSION ${CMAKE_MATCH_2})

get_filename_component(lanescope_nvcc_real ${LANESCOPE_NVCC} REALPATH)
get_filename_component(lanescope_toolkit ${lanescope_nvcc_real}/../.. ABSOLUTE)
find_path(LANESCOPE_CUDA_INCLUDE cuda_runtime_api.h HINTS ${lanescope_toolkit} ${LANESCOPE_CUDA_ROOT}
  PATH_SUFFIXES include targets/${CMAKE_SYSTEM_PROCESSOR}-linux/include REQUIRED)
find_library(LANESCOPE_CUDART_STATIC cudart_static HINTS ${lanescope_toolkit} ${LANESCOPE_CUDA_ROOT}
  PATH_SUFFIXES lib64 lib targets/${CMAKE_SYSTEM_PROCESSOR}-linux/lib REQUIRED)

# What device code calls to launch kernels; PTX that does is linked with it when it is loaded on a GPU.
find_file(LANESCOPE_CUDADEVRT libcudadevrt.a HINTS ${lanescope_toolkit} ${LANESCOPE_CUDA_ROOT}
  PATH_SUFFIXES lib64 lib targets/${CMAKE_SYSTEM_PROCESSOR}-linux/lib REQUIRED)

# CUPTI's headers; the library itself is opened at run time. Without them the program says that it has no counters.
find_path(LANESCOPE_CUPTI_INCLUDE cupti_range_profiler.h HINTS ${LANESCOPE_CUDA_INCLUDE} ${lanescope_toolkit}
  ${LANESCOPE_CUDA_ROOT} PATH_SUFFIXES extras/CUPTI/include include)
if(NOT LANESCOPE_CUPTI_INCLUDE)
  message(STATUS "No headers of CUPTI (cupti_range_profiler.h): building without hardware counters")
endif()

# The runtime, linked statically: a program that starts on machines without any driver.
add_library(lanescope_cudart INTERFACE)
target_include_directories(lanescope_cudart SYSTEM INTERFACE ${LANESCOPE_CUDA_INCLUDE})
target_link_libraries(lanescope_cudart INTERFACE ${LANESCOPE_CUDART_STATIC} Threads::Threads
  ${CMAKE_DL_LIBS} rt)

# lanescope_ptx(OUT FILE.cu...): compiles each to PTX with line information; OUT gets the PTX files' paths, which
# are <build folder>/ptx/<path of the .cu below the source root, with .ptx for .cu>. The PTX names its source by
# that same relative path. The files hold device code alone: one that launches kernels is compiled so that CUDA's
# device runtime can be linked with it.
function(lanescope_ptx out)
  set(all)
  foreach(file ${ARGN})
    get_filename_component(source ${file} ABSOLUTE)
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${source})
    string(REGEX REPLACE "\\.cu$" ".ptx" ptx ${CMAKE_BINARY_DIR}/ptx/${relative})
    get_filename_component(folder ${ptx} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${ptx}
      COMMAND ${CMAKE_COMMAND} -DMODE=ptx -DNVCC=${LANESCOPE_NVCC} -DCXX=${CMAKE_CXX_COMPILER} -DIN=${relative}
        -DOUT=${ptx} -DROOT=${PROJECT_SOURCE_DIR} -P ${LANESCOPE_EMBED_SCRIPT}
      DEPENDS ${source} ${LANESCOPE_EMBED_SCRIPT} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      COMMENT "PTX of ${relative}" VERBATIM)
    list(APPEND all ${ptx})
  endforeach()
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# lanescope_embed_binary(TARGET NAMESPACE FILE): a static library TARGET with a file's bytes in it. Its header is
# "embedded/TARGET.h": std::span<const std::byte> NAMESPACE::bytes().
function(lanescope_embed_binary target namespace file)
  set(root ${CMAKE_BINARY_DIR}/embedded/${target})
  file(CONFIGURE OUTPUT ${root}/embedded/${target}.h CONTENT [[
// Written by the build.
#pragma once

#include <cstddef>
#include <span>

namespace @namespace@ {

/// The file, as it was when the program was built.
std::span<const std::byte> bytes();

} // namespace @namespace@
]] @ONLY)
  # The assembler reads the file: an array of so many numbers would take the compiler half a minute.
  file(CONFIGURE OUTPUT ${root}/${target}.cpp CONTENT [[
// Written by the build.
#include "embedded/@target@.h"

__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".local lanescope_@target@_begin\n"
        "lanescope_@target@_begin:\n"
        ".incbin \"@file@\"\n"
        ".local lanescope_@target@_end\n"
        "lanescope_@target@_end:\n"
        ".popsection\n");
extern "C" __attribute__((visibility("hidden"))) const std::byte lanescope_@target@_begin[], lanescope_@target@_end[];

namespace @namespace@ {

std::span<const std::byte> bytes() {
    return {lanescope_@target@_begin, lanescope_@target@_end};
}

} // namespace @namespace@
]] @ONLY)
  set_property(SOURCE ${root}/${target}.cpp PROPERTY OBJECT_DEPENDS ${file})
  add_library(${target} STATIC ${root}/${target}.cpp)
  target_include_directories(${target} PUBLIC ${root})
endfunction()

# lanescope_embed_text(TARGET NAMESPACE FILE...): a static library TARGET with the files' texts in it. Its
# header is "embedded/TARGET.h": NAMESPACE::EmbeddedText {path, text} and std::span<const EmbeddedText>
# NAMESPACE::files(), in the order given. A path is relative to the source root, or to the build folder for a
# file that was made there. Files are embedded again when they change.
function(lanescope_embed_text target namespace)
  set(root ${CMAKE_BINARY_DIR}/embedded/${target})
  file(MAKE_DIRECTORY ${root}/embedded)
  set(sources)
  set(names)
  foreach(file ${ARGN})
    get_filename_component(source ${file} ABSOLUTE)
    set(base ${PROJECT_SOURCE_DIR})
    string(FIND ${source} ${CMAKE_BINARY_DIR}/ in_build)
    if(in_build EQUAL 0)
      set(base ${CMAKE_BINARY_DIR})
    endif()
    file(RELATIVE_PATH name ${base} ${source})
    list(APPEND sources ${source})
    list(APPEND names ${name})
  endforeach()
  set(cpp ${root}/${target}.cpp)
  # A list is handed to the script as a file: command lines have no safe separator.
  file(CONFIGURE OUTPUT ${root}/list.cmake CONTENT
"set(TARGET \"${target}\")
set(NAMESPACE \"${namespace}\")
set(SOURCES \"${sources}\")
set(NAMES \"${names}\")
" @ONLY)
  file(CONFIGURE OUTPUT ${root}/embedded/${target}.h CONTENT [[
// Written by the build.
#pragma once

#include <span>
#include <string_view>

namespace @namespace@ {

/// A text file, as it was when the program was built.
struct EmbeddedText {
    std::string_view path;
    std::string_view text;
};

/// Every file of this library.
std::span<const EmbeddedText> files();

} // namespace @namespace@
]] @ONLY)
  add_custom_command(OUTPUT ${cpp}
    COMMAND ${CMAKE_COMMAND} -DMODE=embed -DLIST=${root}/list.cmake -DOUT=${cpp} -P ${LANESCOPE_EMBED_SCRIPT}
    DEPENDS ${sources} ${root}/list.cmake ${LANESCOPE_EMBED_SCRIPT} COMMENT "Embedding ${target}" VERBATIM)
  add_library(${target} STATIC ${cpp})
  target_include_directories(${target} PUBLIC ${root})
endfunction()
