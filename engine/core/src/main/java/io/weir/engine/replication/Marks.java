package io.weir.engine.replication;

import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;

/**
 * The marks that were written, from the last one on that is known to be forced. Their number has a
 * bound, however many entries are written between two forces or two checkpoints.
 *
 * <p>{@link #written}: log thread. {@link #forced}: any thread.
 */
final class Marks {

  /**
   * Marks that are kept at once. When there are more, every second one is forgotten: a start reads
   * some entries again if the log was forced up to one of these.
   */
  static final int MOST = 1024;

  private final ConcurrentSkipListMap<Long, Place> places = new ConcurrentSkipListMap<>();

  /** Number of the places. Used by log thread only. */
  private int count = 1;

  /** @param start a place that is forced */
  Marks(Place start) {
    places.put(start.endPosition(), start);
  }

  /**
   * Notes that the log has a mark.
   *
   * @param durable up to where the log is forced
   */
  void written(Place place, long durable) {
    if (places.put(place.endPosition(), place) == null) {
      count++;
    }
    while (count > 1 && places.higherKey(places.firstKey()) <= durable) {
      places.pollFirstEntry();
      count--;
    }
    if (count > MOST) {
      forgetEverySecond();
    }
  }

  /** Keeps the first, which is forced. */
  private void forgetEverySecond() {
    var forgets = false;
    for (var each = places.keySet().iterator(); each.hasNext(); forgets = !forgets) {
      each.next();
      if (forgets) {
        each.remove();
        count--;
      }
    }
  }

  /**
   * Returns the last known place that is forced.
   *
   * @param durable returns up to where the log is forced
   */
  Place forced(LongSupplier durable) {
    while (true) {
      var last = places.floorEntry(durable.getAsLong());
      if (last != null) {
        return last.getValue();
      } // the log was forced further meanwhile, and the place was dropped
    }
  }

  /** Returns the number of places. Log thread. */
  int count() {
    return count;
  }
}
