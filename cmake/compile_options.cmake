# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# Everything that is compiled here gets its language level, warnings and sanitizers from this function.
function(csca_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # No contraction: a product and a sum that fuse on one path and not on the other would break "the same bits".
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                           -ffp-contract=off $<$<CONFIG:Release>:-O3>)
  if(CSCA_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CSCA_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${CSCA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${CSCA_SANITIZE})
    if(CSCA_SANITIZE MATCHES undefined)
      # The address sanitizer, or the processor, finds these too. In kernels, checks of each pointer take minutes to compile.
      target_compile_options(${target} PRIVATE -fno-sanitize=null,object-size,pointer-overflow,alignment)
    endif()
  endif()
endfunction()
