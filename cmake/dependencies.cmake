# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Every dependency, its lowest version (all are Debian 12's, with which it is tested) and where it comes from: the
# system's packages, but for Dear ImGui and its companions (cmake/imgui.cmake) and the CUDA toolkit (cmake/embed.cmake).
find_package(fmt 9 REQUIRED)

# Libraries without a CMake package of their own: an imported target NAME of header and library.
function(lanescope_find_library name header)
  find_path(LANESCOPE_${name}_INCLUDE ${header} REQUIRED)
  find_library(LANESCOPE_${name}_LIBRARY ${name} REQUIRED)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${LANESCOPE_${name}_INCLUDE})
  target_link_libraries(${name} INTERFACE ${LANESCOPE_${name}_LIBRARY})
endfunction()
lanescope_find_library(xxhash xxhash.h)
lanescope_find_library(zstd zstd.h)
# Lines of a program by their addresses: libbacktrace, which comes with GCC.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libbacktrace.a OUTPUT_VARIABLE backtrace
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT IS_ABSOLUTE "${backtrace}")
  message(FATAL_ERROR "libbacktrace.a is needed, which comes with GCC 12")
endif()
add_library(backtrace STATIC IMPORTED GLOBAL)
set_target_properties(backtrace PROPERTIES IMPORTED_LOCATION ${backtrace})
if(LANESCOPE_TESTS)
  find_package(GTest 1.12 REQUIRED)
endif()
if(LANESCOPE_BENCHMARKS)
  find_package(benchmark 1.7 REQUIRED)
endif()
if(NOT LANESCOPE_APP)
  return()
endif()

set(LANESCOPE_DEPS "${CMAKE_BINARY_DIR}/_deps" CACHE PATH "Where what is fetched by pip is kept")

lanescope_find_library(md4c md4c.h)
find_package(glfw3 3.3 REQUIRED)
find_package(glm 0.9.9 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Fontconfig 2.14 REQUIRED)
find_package(Freetype 2.12 REQUIRED)
find_package(PNG 1.6 REQUIRED)
lanescope_find_library(cairo cairo/cairo.h)
lanescope_find_library(gif gif_lib.h)
set(OpenGL_GL_PREFERENCE GLVND)
find_package(OpenGL REQUIRED COMPONENTS EGL)

# The loader of OpenGL 4.5 core, <glad/gl.h>, generated at build time from the registry that glad carries.
function(lanescope_find_glad)
  foreach(python ${LANESCOPE_PYTHON} /usr/bin/python3 python3)
    execute_process(COMMAND ${python} -c "import glad.generator.c" RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      set(LANESCOPE_GLAD_PYTHON ${python} CACHE STRING "A Python that has glad 2")
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "No Python with glad 2 was found. Install python3-glad, or name a Python that has it with "
    "-DLANESCOPE_PYTHON=FILE.")
endfunction()
if(NOT LANESCOPE_GLAD_PYTHON)
  lanescope_find_glad()
endif()
set(glad_root ${CMAKE_BINARY_DIR}/generated/glad)
file(MAKE_DIRECTORY ${glad_root}/include)
add_custom_command(
  OUTPUT ${glad_root}/src/gl.c ${glad_root}/include/glad/gl.h ${glad_root}/include/KHR/khrplatform.h
  COMMAND ${LANESCOPE_GLAD_PYTHON} -m glad --quiet --reproducible --api gl:core=4.5
    --extensions GL_KHR_debug --out-path ${glad_root} c
  COMMENT "OpenGL 4.5 loader" VERBATIM)
# What tools that read the sources need without a build.
add_custom_target(generated_headers DEPENDS ${glad_root}/include/glad/gl.h)
add_library(glad STATIC ${glad_root}/src/gl.c ${glad_root}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${glad_root}/include)

include(${CMAKE_CURRENT_LIST_DIR}/imgui.cmake)
