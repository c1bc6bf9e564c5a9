# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DINPUT=page.html -DOUTPUT=page_bytes.cpp -DPAGE=report -P embed_page.cmake: the page as an array of bytes. No string literal,
# since compilers limit the length of those.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "// Made from ${INPUT}.
#include \"${PAGE}/page_bytes.hpp\"

namespace csca::app {
namespace {
// The zero keeps the array of an empty page from being empty.
const unsigned char bytes[] = {
${bytes}0};
}  // namespace

const std::string_view ${PAGE}_page_bytes{reinterpret_cast<const char*>(bytes), sizeof bytes - 1};

}  // namespace csca::app
")
