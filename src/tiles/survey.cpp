// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tiles/survey.hpp"

#include "core/image_rows.hpp"
#include "core/samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

namespace csca {
namespace {

constexpr int band_rows = 256;

/// All rows from the top, some at a time.
void for_bands(const WindowReader& reader, const std::function<void(const Window& band)>& use) {
  for (int y = 0; y < reader.height(); y += band_rows) {
    use({0, y, reader.width(), std::min(band_rows, reader.height() - y)});
  }
}

Image as_floats(const Image& image) {
  if (image.sample() == Sample::f32) return image;
  Image result(image.width(), image.height(), image.channels(), Sample::f32);
  with_sample_type(image.sample(), [&]<class T>(const T*) {
    for (int y = 0; y < image.height(); ++y) {
      std::copy_n(image.row<T>(y), static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.channels()),
                  result.row<float>(y));
    }
  });
  return result;
}

/// One image: what kind its samples are, a few of its rows, and what all of them say.
struct ImageSurvey {
  Sample sample;
  Image few;
  Samples samples;
};

ImageSurvey survey_image(WindowReader& reader) {
  const int step = row_step(reader.height());
  std::vector<Image> rows;
  ImageSurvey result{.sample = reader.sample(), .few = {}, .samples = {}};
  for_bands(reader, [&](const Window& band) {
    const Image image = reader.read(band);
    if (image.sample() == Sample::f32) result.sample = Sample::f32;
    if (result.sample != Sample::f32) add_samples(image, result.samples);
    for (int y = (band.y + step - 1) / step * step; y < band.bottom(); y += step) {
      Image& row = rows.emplace_back(image.width(), 1, image.channels(), image.sample());
      std::memcpy(row.row<std::byte>(0), image.row<std::byte>(y - band.y), image.row_bytes());
    }
  });
  result.few = Image(reader.width(), static_cast<int>(rows.size()), reader.channels(), result.sample);
  for (int i = 0; i < result.few.height(); ++i) {
    const Image& row = rows[static_cast<std::size_t>(i)];
    const Image same_kind = result.sample == Sample::f32 ? as_floats(row) : row;
    std::memcpy(result.few.row<std::byte>(i), same_kind.row<std::byte>(0), same_kind.row_bytes());
  }
  if (result.sample != Sample::f32) return result;
  result.samples = {};
  result.samples.absurd_from = absurd_size(result.few);
  for_bands(reader, [&](const Window& band) { add_samples(read_as(reader, band, Sample::f32), result.samples); });
  return result;
}

/// The largest small copy of an image, band by band: each with as many rows more as its pixels depend on.
FloatImage small_copy(WindowReader& reader, WindowReader* mask, Sample sample, double white, double absurd_from,
                      int halvings, int threads) {
  const int factor = 1 << halvings;
  const int margin = 2 * factor;
  const auto size = [&](int pixels) { return (pixels + factor - 1) / factor; };
  FloatImage result;
  result.channels.emplace_back(size(reader.width()), size(reader.height()));
  Mask known(result.width(), result.height(), 1);
  bool holes = false;
  const int rows = std::max(band_rows, factor);
  for (int y = 0; y < reader.height(); y += rows) {
    const int top = std::max(0, y - margin);
    const int bottom = std::min(reader.height(), y + rows + margin);
    const Window band{0, top, reader.width(), bottom - top};
    const FloatImage part =
        halved(grey_image(read_as(reader, band, sample), read_mask(mask, band), white, absurd_from, threads), halvings,
               threads);
    for (int v = y / factor; v < size(std::min(y + rows, reader.height())); ++v) {
      const int from = v - top / factor;
      std::copy_n(part.channels.front().row(from), part.width(), result.channels.front().row(v));
      if (part.known.empty()) continue;
      std::copy_n(part.known.row(from), part.width(), known.row(v));
      holes = true;
    }
  }
  if (holes) result.known = std::move(known);
  return result;
}

}  // namespace

ImageView outline(const WindowReader& reader, int width, int height, Sample sample) {
  static constexpr float nothing = 0;
  return {&nothing,          width,  height,
          reader.channels(), sample, static_cast<std::ptrdiff_t>(bytes_per_sample(sample)) * width * reader.channels()};
}

Image read_as(WindowReader& reader, const Window& window, Sample sample) {
  Image image = reader.read(window);
  return image.sample() == sample ? std::move(image) : as_floats(image);
}

Mask read_mask(WindowReader* reader, const Window& window) {
  return reader == nullptr ? Mask() : takes_part(reader->read(window));
}

Survey survey(const WindowedPair& pair, const Options& options, bool copies_wanted) {
  WindowReader* const readers[2] = {&pair.left, &pair.right};
  WindowReader* const masks[2] = {pair.left_mask, pair.right_mask};
  const ImageSurvey images[2] = {survey_image(pair.left), survey_image(pair.right)};
  Survey result;
  for (std::size_t i = 0; i < 2; ++i) result.samples[i] = images[i].sample;
  const ImageView left = images[0].few;
  const ImageView right = images[1].few;
  WholePair& whole = result.whole;
  whole.white = options.input.white.value_or(white_of(left, images[0].samples, right, images[1].samples));
  if (whole.white <= 0) whole.white = 1;
  for (int i = 0; i < 2; ++i) {
    const Samples& samples = images[i].samples;
    tell_absurd(samples, i == 0 ? "left" : "right", whole.warnings);
    whole.absurd[i] = samples.absurd_from;
    whole.holes[i] = masks[i] != nullptr || samples.unknown_pixels + samples.absurd_pixels > 0;
  }
  whole.fit_words = fit_words(images[0].samples, images[1].samples, whole.white);
  if (!whole.fit_words && (masks[0] != nullptr || masks[1] != nullptr)) {
    Samples known[2];
    for (std::size_t i = 0; i < 2; ++i) {
      known[i].absurd_from = images[i].samples.absurd_from;
      for_bands(*readers[i], [&](const Window& band) {
        add_extent(read_as(*readers[i], band, images[i].sample), read_mask(masks[i], band), known[i]);
      });
    }
    whole.fit_words = fit_words(known[0], known[1], whole.white);
  }
  if (!copies_wanted) return result;
  const int halvings = halvings_of(pair.left.width(), pair.left.height());
  FloatImage small[2];
  for (std::size_t i = 0; i < 2; ++i) {
    small[i] = small_copy(*readers[i], masks[i], result.samples[i], whole.white, whole.absurd[i], halvings,
                          options.run.threads);
  }
  result.copies = small_pairs(std::move(small[0]), std::move(small[1]), std::ldexp(1.0, halvings), options.run.threads);
  return result;
}

}  // namespace csca
