# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# Shared libraries show only what lies between these pragmas: a header without them works until somebody links one.
file(GLOB headers ${HEADERS}/*.hpp)
foreach(header ${headers})
  file(READ ${header} text)
  if(text MATCHES "\nnamespace csca" AND NOT text MATCHES
     "#pragma GCC visibility push\\(default\\)\nnamespace csca.*#pragma GCC visibility pop\n$")
    message(FATAL_ERROR "${header}: put its namespace between #pragma GCC visibility push(default) and pop")
  endif()
endforeach()
