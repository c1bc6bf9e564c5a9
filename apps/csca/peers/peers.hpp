// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <memory>

// OpenCV's matchers, for comparisons. The tool loads them at run time, so that only `csca bench` pays for OpenCV's
// dozens of shared libraries; programs under bench/ link them.
namespace csca::peers {

enum class Algorithm { bm, sgbm, sgbm_hh, sgbm_3way, sgbm_hh4, sgbm_wls };

struct Settings {
  Algorithm algorithm;
  int block;             ///< side of the square window, pixels
  bool filters = false;  ///< SGBM: also its own checks of uniqueness and speckles
  double lambda = 8000;  ///< of the WLS filter, how much it smooths; as in ximgproc's sample
  double sigma = 1.5;    ///< the same, how little it minds edges
  bool padded = true;    ///< the pair gets columns so that none of its own stays blank; costs their time
  int uniqueness = 5;    ///< of `filters`: least lead over the next best cost, %
};

/// A matcher prepared for one pair, which it has copied in the form that it wants (BM: grey).
class Peer {
 public:
  virtual ~Peer() = default;
  /// The work: cv::StereoMatcher::compute.
  virtual void compute() = 0;
  /// What it found, in pixels, NaN where it has no disparity.
  virtual Plane<float> disparity() const = 0;
};

struct Library {
  const char* csca_version;  ///< what the module was built with; others may have another layout
  const char* opencv_version;
  bool wls;  ///< ximgproc was there: `sgbm_wls` is too
  void (*set_threads)(int threads);
  /// 8-bit images with 1 or 3 channels. OpenCV searches whole multiples of 16 levels: see `levels_for`.
  std::unique_ptr<Peer> (*make)(const Settings& settings, const ImageView& left, const ImageView& right, Levels range);
};

inline int levels_for(int levels) { return (levels + 15) / 16 * 16; }

}  // namespace csca::peers

extern "C" __attribute__((visibility("default"))) const csca::peers::Library* csca_peers();
