// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/mixture.hpp"

#include "aggregate/several_passes.hpp"
#include "aggregate/strips.hpp"
#include "core/offset.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace csca {
namespace {

class Mixture final : public Aggregation, public SeveralPasses {
 public:
  explicit Mixture(std::vector<std::pair<std::unique_ptr<Aggregation>, float>> parts) : parts_(std::move(parts)) {}

  // Costs are made once for each part: that is cheaper than holding them.
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    Volume sum(slab.width, slab.height, slab.levels);
    for (const auto& [part, weight] : parts_) {
      for (const Columns& strip : strips(slab.width, part->strip())) {
        Slab piece = slab;
        piece.strip = strip;
        const std::size_t size = offset(strip.count(), slab.stride());
        part->run(piece, source, [&, share = weight](int y, const float* cells) {
          float* total = sum.pixel(strip.begin, y);
          for (std::size_t k = 0; k < size; ++k) total[k] += share * cells[k];
        });
      }
    }
    for (int y = 0; y < slab.height; ++y) sink(y, sum.row(y));
  }

  void look_ahead(const Slab& all, const RowSource& source) override {
    for (auto& [part, weight] : parts_) part->look_ahead(all, source);
  }

  void expect_passes() override {
    for (auto& [part, weight] : parts_) {
      if (auto* several = dynamic_cast<SeveralPasses*>(part.get())) several->expect_passes();
    }
  }

  bool leaves_out_unknown() const override { return true; }

 private:
  std::vector<std::pair<std::unique_ptr<Aggregation>, float>> parts_;
};

}  // namespace

std::vector<Share> parse_mixture(std::string_view text) {
  std::vector<Share> shares;
  double sum = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    Share share{"", 1};
    if (const std::size_t star = part.find('*'); star != std::string_view::npos) {
      const auto [stop, error] = std::from_chars(part.data(), part.data() + star, share.weight);
      const bool number = error == std::errc() && stop == part.data() + star;
      if (!number || !(share.weight > 0 && std::isfinite(sum + share.weight))) {
        throw Error(fmt::format("method is '{}': allowed is a weight above 0 before *, as in 0.7*gf+0.3*st", text));
      }
      part = part.substr(star + 1);
    }
    share.method = part;
    sum += share.weight;
    shares.push_back(share);
    begin = end + 1;
  }
  for (Share& share : shares) share.weight /= sum;
  return shares;
}

AggregationFactory make_mixture(std::vector<std::pair<AggregationFactory, double>> parts) {
  return [parts = std::move(parts)](const FloatImage& guide) {
    std::vector<std::pair<std::unique_ptr<Aggregation>, float>> prepared;
    for (const auto& [factory, weight] : parts) {
      prepared.emplace_back(leave_out_unknown(factory(guide), guide.known), static_cast<float>(weight));
    }
    return std::make_unique<Mixture>(std::move(prepared));
  };
}

}  // namespace csca
