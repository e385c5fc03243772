package io.weir.hbase.access;

import reactor.core.publisher.Mono;

/**
 * The walks of a read in the order of its rows, one for each region as HBase's client knows them. A
 * region that is split or merged meanwhile is its walk's matter. Belongs to one subscription, which
 * finds one walk at a time.
 */
final class RegionWalks {

  private final PlannedRead read;
  private final RegionCalls regions;
  private RowsLeft left;

  RegionWalks(PlannedRead read, RegionCalls regions, RowsLeft left) {
    this.read = read;
    this.regions = regions;
    this.left = left;
  }

  /** Whether every row is in a walk. */
  boolean isEmpty() {
    return left.isEmpty();
  }

  /**
   * Finds the next walk; there is one. Where HBase's client does not find the region soon, one walk
   * has all rows that are left.
   */
  Mono<KeyWalk> next() {
    return regions
        .regionOf(left.nextRow())
        .map(region -> {
          var part = left.within(region.getStartKey(), region.getEndKey());
          left = left.afterRegion(region.getStartKey(), region.getEndKey());
          return read.walk(part);
        })
        .onErrorResume(unknown -> Mono.fromSupplier(() -> {
          var part = left;
          left = part.none();
          return read.walk(part);
        }));
  }
}
