// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <optional>
#include <vector>

// What can be told about a pair by matching small copies of it.
namespace csca {

/// How bright an image is; white = 1.
struct Tone {
  double low = 0;     ///< 0.5 % of the pixels are darker
  double middle = 0;  ///< the median
  double high = 0;    ///< 0.5 % are brighter
  double white = 0;   ///< share of the pixels that are as bright as can be
};

/// Grey 8-bit copies of a pair, of which each fills the 8 bits: census asks for order alone. Unknown pixels are masked.
struct SmallPair {
  Image left;
  Image right;
  Mask left_known;
  Mask right_known;
  Tone left_tone;
  Tone right_tone;
  double factor = 1;  ///< pixels of the pair to a pixel of the copy
};

/// How often an image is halved for the largest copy, and the image halved so often.
int halvings_of(int width, int height);
FloatImage halved(FloatImage image, int times, int threads);

/// An image, or rows of it, as copies are made of it: grey, unknown outside the mask.
FloatImage grey_image(const ImageView& view, const Mask& mask, double white, double absurd_from, int threads);

/// All copies from the largest ones of both images, which are as many times smaller as `factor` says.
std::vector<SmallPair> small_pairs(FloatImage left, FloatImage right, double factor, int threads);

/// Copies that are halved again and again, the largest first, which may be the pair itself, until the last can be
/// searched over half its width both ways.
std::vector<SmallPair> small_pairs(const Pair& pair, const Options& options);

/// Disparities of a copy's left view that both views share, on texture that tells them apart, as parts of surfaces of
/// some size; NaN elsewhere.
struct Look {
  Plane<float> disparity;
  double factor = 1;  ///< of the copy
};

/// The smallest copy's, searched over half its width both ways, since nothing is known yet.
Look first_look(const std::vector<SmallPair>& copies, int threads);

/// The same in the largest copy that does not take long, around what the first look found.
Look closer_look(const std::vector<SmallPair>& copies, const Look& first, int threads);

/// The disparities of a map but for the outermost few: far things are large, near ones may be small. Nothing for a map
/// without any.
struct Span {
  double low = 0;
  double high = 0;
};
std::optional<Span> span_of(const Plane<float>& disparity);

/// The disparities that a pair shows, pixels of the pair.
struct Seen {
  double low = 0;
  double high = 0;
  double precision = 1;  ///< of the two
  Levels range;          ///< with a margin
};

/// By a first and a closer look; nothing where both views share nothing.
std::optional<Seen> see_range(const std::vector<SmallPair>& copies, int threads);

/// `resolve_range` for copies that are there already.
Levels resolve_range(const std::vector<SmallPair>& copies, const Pair& pair, const Options& options);

}  // namespace csca
