// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/window.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Pairs of any size, tile by tile. docs/tiles.md says what is exact.
#pragma GCC visibility push(default)
namespace csca {

/// An image of which windows can be read, wherever it lies. Called from one thread at a time.
class WindowReader {
 public:
  virtual ~WindowReader() = default;
  virtual int width() const = 0;
  virtual int height() const = 0;
  virtual int channels() const = 0;
  virtual Sample sample() const = 0;
  /// A window that lies inside the image. Integers may come as floats of the same values, with NaN in pixels without
  /// data, where a window has such pixels.
  virtual Image read(const Window& window) = 0;
  /// Bytes that it holds itself, for the prediction of memory.
  virtual std::size_t held_bytes() const { return 0; }
};

/// An image in memory, which has to outlive this.
class ImageWindows final : public WindowReader {
 public:
  explicit ImageWindows(const ImageView& image) : image_(image) {}
  int width() const override { return image_.width; }
  int height() const override { return image_.height; }
  int channels() const override { return image_.channels; }
  Sample sample() const override { return image_.sample; }
  Image read(const Window& window) override;

 private:
  ImageView image_;
};

/// 1 where a mask's first channel is a number other than 0.
Mask takes_part(const ImageView& mask);

/// A rectified pair that need not fit into memory.
struct WindowedPair {
  WindowReader& left;
  WindowReader& right;
  WindowReader* left_mask = nullptr;  ///< as `takes_part` reads it; none: all pixels take part
  WindowReader* right_mask = nullptr;
};

struct TileOptions {
  std::optional<int> size;  ///< pixels on a side of a tile, 64 to 65536; as many as max_memory allows when not set
  int overlap = 128;        ///< pixels around a tile that methods without a margin, such as trees, see of it, 0 to 4096
  bool local_ranges = false;  ///< each tile searches what a coarse look sees there: faster, but changes the result
};

/// What is decided before the first tile is matched.
struct TilePlan {
  Options options;              ///< resolved for the whole image: white, range, lambda, scales
  std::vector<Window> tiles;    ///< that make up the image, row after row
  std::vector<Window> windows;  ///< that are read for each of them
  std::vector<Levels> ranges;   ///< that each of them searches
  bool exact = true;            ///< tiled and whole give the same bits
  std::string why_not;          ///< which step is in the way, where they do not
  int blend = 0;                ///< columns and rows beyond a tile in which the next one takes over
  std::size_t bytes = 0;        ///< that a program holds at the peak
  std::vector<std::string> warnings;

  std::array<Sample, 2> samples = {};             ///< that windows of the left and right image are read as
  std::shared_ptr<const struct WholePair> whole;  ///< what else all tiles share
};

/// Reads the pair once or more, in bands of rows, and decides. Throws Error for what cannot be matched in tiles.
TilePlan plan_tiles(const WindowedPair& pair, const Options& options, const TileOptions& tiles = {});

/// Takes the result of a tile: maps of the tile's size.
using TileSink = std::function<void(const Window& tile, const Result& result)>;

/// Matches tile after tile, in the order of the plan. `hooks` may have progress and stop.
void match_tiles(const WindowedPair& pair, const TilePlan& plan, const TileSink& sink, const Hooks& hooks = {});

/// Whether `match` could take such a pair as a whole and keep to `options.run.max_memory`. Reads no pixel: 64 levels
/// are assumed where the range is open.
bool fits_whole(const WindowedPair& pair, const Options& options);

}  // namespace csca
#pragma GCC visibility pop
