package io.weir.engine.replication;

import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The marks that were written, from the last one on that is known to be forced.
 *
 * <p>{@link #written}: log thread. {@link #forced}: any thread.
 */
final class Marks {

  private final ConcurrentSkipListMap<Long, Place> places = new ConcurrentSkipListMap<>();

  /** @param start a place that is forced */
  Marks(Place start) {
    places.put(start.endPosition(), start);
  }

  void written(Place place) {
    places.put(place.endPosition(), place);
  }

  /** Returns the last place at or below a position that is forced. */
  Place forced(long position) {
    var last = Objects.requireNonNull(places.floorEntry(position)).getValue();
    places.headMap(last.endPosition(), false).clear();
    return last;
  }
}
