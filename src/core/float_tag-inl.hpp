// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// The vectors of float kernels. Included once for each instruction set.
#if defined(CSCA_CORE_FLOAT_TAG_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CSCA_CORE_FLOAT_TAG_INL
#undef CSCA_CORE_FLOAT_TAG_INL
#else
#define CSCA_CORE_FLOAT_TAG_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

/// 8 floats at most. Vectors of 512 bits are read and written half as often as those of 256, and a core that meets one
/// now and then does the work in between more slowly: a single one a row made the guided filter's loop take a seventh
/// longer. So all float kernels of a match keep to it, but for the bilateral filter's, which computes more than it
/// reads.
using FloatTag = hwy::HWY_NAMESPACE::CappedTag<float, 8>;

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
