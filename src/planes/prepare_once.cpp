// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/prepare_once.hpp"

#include "aggregate/several_passes.hpp"
#include "core/pooled_function.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace csca {
namespace {

struct Prepared {
  std::once_flag once;
  FloatImage guide;
  std::unique_ptr<Aggregation> aggregation;
};

/// The preparations of all scales.
struct Shelf {
  std::mutex mutex;
  using Size = std::pair<int, int>;
  std::map<Size, std::shared_ptr<Prepared>, std::less<>,
           PooledAllocator<std::pair<const Size, std::shared_ptr<Prepared>>>>
      by_size;

  std::shared_ptr<Prepared> find(const FloatImage& guide) {
    const std::scoped_lock lock(mutex);
    std::shared_ptr<Prepared>& found = by_size[{guide.width(), guide.height()}];
    if (!found) found = std::allocate_shared<Prepared>(PooledAllocator<Prepared>());
    return found;
  }
};

class Shared final : public Aggregation {
 public:
  explicit Shared(std::shared_ptr<Prepared> prepared) : prepared_(std::move(prepared)) {}
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    prepared_->aggregation->run(slab, source, sink);
  }
  void run_series(const NextSlab& next) const override { prepared_->aggregation->run_series(next); }
  void look_ahead(const Slab& all, const RowSource& source) override {
    prepared_->aggregation->look_ahead(all, source);
  }
  bool leaves_out_unknown() const override { return prepared_->aggregation->leaves_out_unknown(); }
  int strip() const override { return prepared_->aggregation->strip(); }

 private:
  std::shared_ptr<Prepared> prepared_;
};

}  // namespace

AggregationFactory prepare_once(AggregationFactory make) {
  return pooled(
      [make = std::move(make), shelf = std::allocate_shared<Shelf>(PooledAllocator<Shelf>())](const FloatImage& guide) {
        const std::shared_ptr<Prepared> prepared = shelf->find(guide);
        std::call_once(prepared->once, [&] {
          prepared->guide = guide;
          prepared->aggregation = make(prepared->guide);
          if (auto* several = dynamic_cast<SeveralPasses*>(prepared->aggregation.get())) several->expect_passes();
        });
        return std::make_unique<Shared>(prepared);
      });
}

}  // namespace csca
