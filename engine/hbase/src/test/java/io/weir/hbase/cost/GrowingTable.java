package io.weir.hbase.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A table of HBase that grows, in numbers: its partitions have skewed sizes, its regions split
 * between partitions when they are too large, and a balancer gives each server as many regions as
 * the others.
 *
 * <p>Deterministic for a seed. Belongs to one thread.
 */
final class GrowingTable {

  /** {@code hbase.hregion.max.filesize}, HBase's default. */
  static final double REGION_BYTES = 10e9;

  private static final double FIRST_BYTES = 1e9;

  private final double[] share;
  private final double[] requestsBefore;
  private final double[] sharesBefore;
  private final Random random;
  private final List<Region> regions = new ArrayList<>();
  private double bytes = FIRST_BYTES;

  /**
   * Creates a table of one region.
   *
   * @param partitions the number of partitions
   * @param skew exponent of the distribution of the partitions' sizes, and of their requests: 0 for
   *     equal ones, below 1
   */
  GrowingTable(int partitions, double skew, long seed) {
    this.random = new Random(seed);
    this.share = skewed(partitions, skew);
    this.sharesBefore = sums(share);
    this.requestsBefore = sums(skewed(partitions, skew));
    regions.add(new Region(0, partitions));
  }

  /** Partitions of all sizes lie anywhere in the order of keys. */
  private double[] skewed(int partitions, double skew) {
    var sizes = IntStream.rangeClosed(1, partitions)
        .mapToDouble(rank -> Math.pow(rank, -skew))
        .toArray();
    var sum = Arrays.stream(sizes).sum();
    for (var i = sizes.length - 1; i >= 0; i--) {
      var other = random.nextInt(i + 1);
      var moved = sizes[other];
      sizes[other] = sizes[i];
      sizes[i] = moved / sum;
    }
    return sizes;
  }

  private static double[] sums(double[] values) {
    var sums = new double[values.length + 1];
    for (var i = 0; i < values.length; i++) {
      sums[i + 1] = sums[i] + values[i];
    }
    return sums;
  }

  /**
   * Lets the table grow to this size, doubling it, and splits what is too large after each step, in
   * halves of about the same size.
   */
  GrowingTable growTo(double target) {
    while (bytes < target) {
      bytes = Math.min(2 * bytes, target);
      for (var i = 0; i < regions.size(); i++) {
        while (regions.get(i).isSplit()) {
          var region = regions.get(i);
          var middle = region.middle();
          regions.set(i, new Region(region.first, middle));
          regions.add(new Region(middle, region.end));
        }
      }
    }
    return this;
  }

  int regions() {
    return regions.size();
  }

  /** Returns the sizes of the regions that hold more than one partition. */
  double[] bytesOfSharedRegions() {
    return regions.stream()
        .filter(region -> region.end - region.first > 1)
        .mapToDouble(Region::bytes)
        .toArray();
  }

  /** Returns the size of the largest partition, which no split makes smaller. */
  double largestPartition() {
    return Arrays.stream(share).max().orElseThrow() * bytes;
  }

  /** Returns the average size of a region, as a part of the size at which it splits. */
  double fill() {
    return bytes / regions.size() / REGION_BYTES;
  }

  /**
   * Returns the requests of the busiest server as a multiple of the average, when each has as many
   * regions as the others.
   */
  double busiest(int servers) {
    var order = new ArrayList<>(regions);
    for (var i = order.size() - 1; i > 0; i--) {
      var other = random.nextInt(i + 1);
      order.set(i, order.set(other, order.get(i)));
    }
    var load = new double[servers];
    for (var i = 0; i < order.size(); i++) {
      load[i % servers] += order.get(i).requests();
    }
    return Arrays.stream(load).max().orElseThrow() * servers;
  }

  /** A range of partitions. */
  private final class Region {

    private final int first;
    private final int end;

    Region(int first, int end) {
      this.first = first;
      this.end = end;
    }

    double bytes() {
      return (sharesBefore[end] - sharesBefore[first]) * bytes;
    }

    double requests() {
      return requestsBefore[end] - requestsBefore[first];
    }

    boolean isSplit() {
      return bytes() > REGION_BYTES && end - first > 1;
    }

    /** Returns the partition at which the second half begins. */
    int middle() {
      var half = (sharesBefore[first] + sharesBefore[end]) / 2;
      var found = Arrays.binarySearch(sharesBefore, first, end, half);
      var at = found < 0 ? -found - 1 : found;
      return Math.max(first + 1, Math.min(end - 1, at));
    }
  }
}
