# SPDX-License-Identifier: BSD-3-Clause
# Builds the files of papers/ into the library: cmake -D FOLDER=... -D OUTPUT=... -P paper_texts.cmake
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*.toml)
list(SORT files COMPARE NATURAL)
# Compilers limit the length of a literal, so each text is cut into pieces that are joined again.
function(literal text out)
  set(result "")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND result "R\"~~~(${piece})~~~\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()
function(read_text file out)
  file(READ ${file} text)
  # Semicolons and brackets have a meaning in CMake's lists; this text is none.
  literal("${text}" quoted)
  set(${out} "${quoted}" PARENT_SCOPE)
endfunction()
set(content "// Made by cmake/paper_texts.cmake from the files of papers/.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"  // of the table of references
#include \"stiction/papers/paper_texts.hpp\"\n\nnamespace stiction {\n\nstd::span<const PaperText> paper_texts() {\n  static constexpr PaperText all[] = {\n")
foreach(file IN LISTS files)
  string(REGEX REPLACE "[.]toml$" "" name ${file})
  read_text(${FOLDER}/${file} quoted)
  string(APPEND content "{\"${name}\",\n${quoted}},\n")
endforeach()
read_text(${FOLDER}/values.tsv quoted)
string(APPEND content "  };\n  return all;\n}\n\nstd::string_view reference_text() {\n  return\n${quoted};\n}\n\n}  // namespace stiction\n")
file(WRITE ${OUTPUT} "${content}")
