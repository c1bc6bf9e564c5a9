// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided.hpp"

#include "aggregate/guide_statistics.hpp"

#include <algorithm>
#include <cstring>

namespace csca {
namespace {

constexpr int lanes = 8;  // Volume pads levels to this

/// Mean of `planes` values a cell over a window, as rows flow: rows of [x][plane][level] are added, the oldest leaves
/// by itself.
class RowBox {
 public:
  RowBox(int width, int height, int planes, int stride, int radius)
      : width_(width),
        height_(height),
        radius_(radius),
        cell_(static_cast<std::size_t>(planes) * static_cast<std::size_t>(stride)),
        rows_(std::min(2 * radius + 2, height + 1)),
        ring_(row_size() * static_cast<std::size_t>(rows_)),
        columns_(row_size()) {}

  std::size_t row_size() const { return static_cast<std::size_t>(width_) * cell_; }

  /// Where the next row is to be written before enter() is called.
  float* next() { return ring_.data() + row_size() * static_cast<std::size_t>(entered_ % rows_); }

  void enter() {
    const float* __restrict row = next();
    float* __restrict columns = columns_.data();
    const int leaving = entered_ - 2 * radius_ - 1;
    if (leaving >= 0) {
      const float* __restrict old = ring_.data() + row_size() * static_cast<std::size_t>(leaving % rows_);
      for (std::size_t i = 0; i < columns_.size(); ++i) columns[i] += row[i] - old[i];
    } else {
      for (std::size_t i = 0; i < columns_.size(); ++i) columns[i] += row[i];
    }
    ++entered_;
  }

  /// At the image's end no row enters, but old ones still leave.
  void leave(int y) {
    const float* __restrict old = ring_.data() + row_size() * static_cast<std::size_t>(y % rows_);
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] -= old[i];
  }

  /// Calls use(x, mean of the cell's chunk) for each pixel: sums along the row of output row y, `chunk` planes of 8
  /// lanes at a time.
  template <int planes, class Use>
  void along(int y, int lane, int stride, const Use& use) const {
    const int rows = std::min(y + radius_, height_ - 1) - std::max(y - radius_, 0) + 1;
    float sum[planes][lanes] = {};
    const auto add = [&](int x, float sign) {
      const float* column = columns_.data() + static_cast<std::size_t>(x) * cell_ + static_cast<std::size_t>(lane);
      for (int p = 0; p < planes; ++p) {
        for (int k = 0; k < lanes; ++k) sum[p][k] += sign * column[p * stride + k];
      }
    };
    for (int x = 0; x < std::min(radius_, width_); ++x) add(x, 1);
    for (int x = 0; x < width_; ++x) {
      if (x + radius_ < width_) add(x + radius_, 1);
      if (x - radius_ - 1 >= 0) add(x - radius_ - 1, -1);
      const int cells = rows * (std::min(x + radius_, width_ - 1) - std::max(x - radius_, 0) + 1);
      const float factor = 1.0F / static_cast<float>(cells);
      float mean[planes][lanes];
      for (int p = 0; p < planes; ++p) {
        for (int k = 0; k < lanes; ++k) mean[p][k] = sum[p][k] * factor;
      }
      use(x, mean);
    }
  }

  int entered() const { return entered_; }

 private:
  int width_;
  int height_;
  int radius_;
  std::size_t cell_;
  int rows_;
  std::vector<float> ring_;
  std::vector<float> columns_;
  int entered_ = 0;
};

/// Drives a RowBox over all rows: `fill` writes row y into it, `emit` reads output row y as soon as its window is
/// complete.
template <class Fill, class Emit>
class RowBoxDriver {
 public:
  RowBoxDriver(RowBox& box, int height, int radius, Fill fill, Emit emit)
      : box_(box), height_(height), radius_(radius), fill_(fill), emit_(emit) {}

  /// The next input row is ready to be filled.
  void push() {
    fill_(box_.entered(), box_.next());
    box_.enter();
    while (emitted_ < height_ && emitted_ + radius_ < box_.entered()) emit_(emitted_++);
    if (box_.entered() == height_) finish();
  }

 private:
  void finish() {
    while (emitted_ < height_) {
      if (emitted_ - radius_ - 1 >= 0) box_.leave(emitted_ - radius_ - 1);
      emit_(emitted_++);
    }
  }

  RowBox& box_;
  int height_;
  int radius_;
  Fill fill_;
  Emit emit_;
  int emitted_ = 0;
};

template <int channels>
class Guided final : public Aggregation {
 public:
  static constexpr int planes = channels + 1;

  Guided(const GuidedOptions& options, const FloatImage& guide)
      : radius_(options.radius), statistics_(guide, options.radius, options.epsilon) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const int stride = slab.stride();
    RowBox products(slab.width, slab.height, planes, stride, radius_);
    RowBox fits(slab.width, slab.height, planes, stride, radius_);
    std::vector<float> costs(slab.row_size());
    std::vector<float> out(slab.row_size());

    RowBoxDriver second(
        fits, slab.height, radius_, [&](int y, float* row) { fit(products, y, stride, row); },
        [&](int y) {
          evaluate(fits, y, stride, out.data());
          sink(y, out.data());
        });
    RowBoxDriver first(
        products, slab.height, radius_,
        [&](int y, float* row) {
          source(y, costs.data());
          multiply(y, stride, costs.data(), row);
        },
        [&](int) { second.push(); });
    for (int y = 0; y < slab.height; ++y) first.push();
  }

 private:
  /// p and I p of each cell.
  void multiply(int y, int stride, const float* costs, float* row) const {
    const int width = statistics_.guide[0].width();
    for (int x = 0; x < width; ++x) {
      const float* __restrict p = costs + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride);
      float* __restrict cell = row + static_cast<std::size_t>(x) * static_cast<std::size_t>(planes * stride);
      for (int k = 0; k < stride; ++k) cell[k] = p[k];
      for (int c = 0; c < channels; ++c) {
        const float guide = statistics_.guide[c](x, y);
        for (int k = 0; k < stride; ++k) cell[(c + 1) * stride + k] = guide * p[k];
      }
    }
  }

  /// The window's linear model: a = (Sigma + eps)^-1 cov(I, p), b = mean(p) - a mean(I). Stored as b, a.
  void fit(const RowBox& products, int y, int stride, float* row) const {
    for (int lane = 0; lane < stride; lane += lanes) {
      products.along<planes>(y, lane, stride, [&](int x, const float(&mean)[planes][lanes]) {
        float* cell = row + static_cast<std::size_t>(x) * static_cast<std::size_t>(planes * stride) + lane;
        float m[channels];
        float inverse[GuideStatistics<channels>::pairs];
        for (int c = 0; c < channels; ++c) m[c] = statistics_.mean[c](x, y);
        for (int i = 0; i < GuideStatistics<channels>::pairs; ++i) inverse[i] = statistics_.inverse[i](x, y);
        float cov[channels][lanes];
        for (int c = 0; c < channels; ++c) {
          for (int k = 0; k < lanes; ++k) cov[c][k] = mean[c + 1][k] - m[c] * mean[0][k];
        }
        float b[lanes];
        for (int k = 0; k < lanes; ++k) b[k] = mean[0][k];
        for (int c = 0; c < channels; ++c) {
          float* a = cell + (c + 1) * stride;
          for (int k = 0; k < lanes; ++k) {
            float sum = 0;
            for (int j = 0; j < channels; ++j) sum += inverse[place(c, j)] * cov[j][k];
            a[k] = sum;
            b[k] -= sum * m[c];
          }
        }
        for (int k = 0; k < lanes; ++k) cell[k] = b[k];
      });
    }
  }

  /// mean(a) I + mean(b).
  void evaluate(const RowBox& fits, int y, int stride, float* out) const {
    for (int lane = 0; lane < stride; lane += lanes) {
      fits.along<planes>(y, lane, stride, [&](int x, const float(&mean)[planes][lanes]) {
        float* q = out + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride) + lane;
        float sum[lanes];
        for (int k = 0; k < lanes; ++k) sum[k] = mean[0][k];
        for (int c = 0; c < channels; ++c) {
          const float guide = statistics_.guide[c](x, y);
          for (int k = 0; k < lanes; ++k) sum[k] += guide * mean[c + 1][k];
        }
        for (int k = 0; k < lanes; ++k) q[k] = sum[k];
      });
    }
  }

  /// Index of entry (row, column) in an upper triangle.
  static constexpr int place(int row, int column) {
    const int low = std::min(row, column);
    const int high = std::max(row, column);
    return low * channels - low * (low - 1) / 2 + (high - low);
  }

  int radius_;
  GuideStatistics<channels> statistics_;
};

}  // namespace

AggregationFactory make_guided(const AggregateOptions& options) {
  return [gf = options.gf](const FloatImage& guide) -> std::unique_ptr<Aggregation> {
    if (guide.channels.size() == 1) return std::make_unique<Guided<1>>(gf, guide);
    return std::make_unique<Guided<3>>(gf, guide);
  };
}

std::size_t guided_bytes(const AggregateOptions& options, const Slab& slab) {
  constexpr std::size_t planes = 4;
  const auto ring = static_cast<std::size_t>(std::min(2 * options.gf.radius + 2, slab.height + 1)) + 1;
  return sizeof(float) * slab.row_size() * (2 * planes * ring + 2);
}

}  // namespace csca
