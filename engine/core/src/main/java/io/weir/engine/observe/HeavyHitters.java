package io.weir.engine.observe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The most frequent keys of a stream, in bounded memory: the Space-Saving algorithm, with a note
 * for each key.
 *
 * <p>A key without a counter takes over the smallest one, together with its count. With {@code n}
 * the total weight and {@code c} the capacity:
 *
 * <ul>
 *   <li>{@code count - error <= true weight <= count} for each key that has a counter;
 *   <li>{@code error <= n / c};
 *   <li>each key with a true weight above {@code n / c} has a counter.
 * </ul>
 *
 * Source: Metwally, Agrawal, El Abbadi, "Efficient Computation of Frequent and Top-k Elements in
 * Data Streams", ICDT 2005. Libraries keep counts only; the notes are the reason for this class.
 * The smallest counter is found by a look at all: the capacity is some hundreds, and only sampled
 * events come here.
 *
 * <p>Belongs to one thread.
 *
 * @param <N> what is noted of a key since it got its counter
 */
final class HeavyHitters<K, N> {

  /** The counter of one key. */
  static final class Counter<K, N> {

    private final K key;
    private final N note;
    private final long error;
    private long count;

    private Counter(K key, N note, long count) {
      this.key = key;
      this.note = note;
      this.error = count;
      this.count = count;
    }

    K key() {
      return key;
    }

    N note() {
      return note;
    }

    /** Returns a number that the key's weight does not exceed. */
    long count() {
      return count;
    }

    /** Returns how much of the count may belong to other keys. */
    long error() {
      return error;
    }

    /** Returns a number that the key's weight reaches. */
    long atLeast() {
      return count - error;
    }
  }

  private final int capacity;
  private final Supplier<N> notes;
  private final Map<K, Integer> places = new HashMap<>();
  private final List<Counter<K, N>> counters = new ArrayList<>();
  private long total;

  HeavyHitters(int capacity, Supplier<N> notes) {
    this.capacity = capacity;
    this.notes = notes;
  }

  /** Adds a weight, at least 0, to a key and returns the key's note. */
  N add(K key, long weight) {
    total += weight;
    var place = places.get(key);
    var counter = counters.get(place == null ? placeFor(key) : place);
    counter.count += weight;
    return counter.note;
  }

  private int placeFor(K key) {
    var place = counters.size();
    if (place < capacity) {
      counters.add(new Counter<>(key, notes.get(), 0));
    } else {
      place = smallest();
      var evicted = counters.get(place);
      places.remove(evicted.key);
      counters.set(place, new Counter<>(key, notes.get(), evicted.count));
    }
    places.put(key, place);
    return place;
  }

  private int smallest() {
    var smallest = 0;
    for (var place = 1; place < capacity; place++) {
      if (counters.get(place).count < counters.get(smallest).count) {
        smallest = place;
      }
    }
    return smallest;
  }

  /** Returns the counter of a key; null when it has none. */
  @Nullable
  Counter<K, N> get(K key) {
    var place = places.get(key);
    return place == null ? null : counters.get(place);
  }

  Collection<Counter<K, N>> counters() {
    return Collections.unmodifiableList(counters);
  }

  /** Returns the weight of all keys together. */
  long total() {
    return total;
  }
}
