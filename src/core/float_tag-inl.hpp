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

/// 8 floats at most. Where there are vectors of 512 bits, one such instruction is enough for a core to lower its clock
/// for milliseconds, and they are read and written half as often as those of 256 bits: kernels that wait for memory
/// more than they compute lose by that. All kernels of a match have to keep to it.
using FloatTag = hwy::HWY_NAMESPACE::CappedTag<float, 8>;

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
