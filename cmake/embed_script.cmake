# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Run by the build (cmake -P).
#   MODE=ptx    NVCC, CXX, IN, OUT, ROOT: PTX of the kernels of a file, which is relative to ROOT; its .file lines
#               name sources so, too, and toolkit headers as cuda/include/NAME
#   MODE=embed  LIST, OUT: a C++ file that holds the texts LIST names

# CMake takes a text apart at its semicolons and brackets only where it is used unquoted, so texts stay quoted
# here all the way.
if(MODE STREQUAL "ptx")
  # Kernels that launch kernels call CUDA's device runtime, which is linked with them when they are loaded.
  file(STRINGS "${ROOT}/${IN}" launches REGEX "^([^/]|/[^/])*<<<") # none in a comment
  set(flags)
  if(launches)
    set(flags -rdc=true)
  endif()
  execute_process(
    COMMAND "${NVCC}" -ptx -lineinfo -std=c++17 -arch=compute_75 ${flags} -ccbin "${CXX}" -o "${OUT}.raw" "${IN}"
    WORKING_DIRECTORY "${ROOT}" RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "nvcc failed on ${IN}")
  endif()
  file(READ "${OUT}.raw" text)
  string(REPLACE "\"${ROOT}/" "\"" text "${text}")
  string(REGEX REPLACE "(\n[ \t]*\\.file[ \t]+[0-9]+[ \t]+\")/[^\"\n]*/([^/\"\n]+\")" "\\1cuda/include/\\2"
    text "${text}")
  file(WRITE "${OUT}" "${text}")
elseif(MODE STREQUAL "embed")
  include("${LIST}")
  set(code "// Written by the build.\n#include \"embedded/${TARGET}.h\"\n\n#include <array>\n\n")
  # With its length: compilers bound how far they count at compile time.
  string(APPEND code "namespace ${NAMESPACE} {\nnamespace {\n\nusing namespace std::string_view_literals;\n\n")
  list(LENGTH SOURCES count)
  string(APPEND code "constexpr std::array<EmbeddedText, ${count}> kFiles{{\n")
  foreach(source name IN ZIP_LISTS SOURCES NAMES)
    file(READ "${source}" text)
    string(FIND "${text}" ")lanescope\"" clash)
    if(NOT clash EQUAL -1)
      message(FATAL_ERROR "${source} contains the end mark of the embedded text")
    endif()
    string(APPEND code "    {\"${name}\", R\"lanescope(" "${text}" ")lanescope\"sv},\n")
  endforeach()
  string(APPEND code "}};\n\n} // namespace\n\n")
  string(APPEND code "std::span<const EmbeddedText> files() { return kFiles; }\n\n")
  string(APPEND code "} // namespace ${NAMESPACE}\n")
  file(WRITE "${OUT}" "${code}")
else()
  message(FATAL_ERROR "MODE must be ptx or embed")
endif()
