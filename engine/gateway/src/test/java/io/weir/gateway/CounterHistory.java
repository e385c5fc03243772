package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients saw of one entity that holds a number, which they raise by one on the condition of
 * its version. Any thread.
 *
 * <p>The history of such an entity is linearizable exactly if no two clients are acknowledged the
 * same number, every number up to the last was acknowledged or has an unknown outcome, and nobody
 * who begins after an acknowledgement or a read sees a smaller number.
 */
final class CounterHistory {

  private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();
  private final Set<Long> unknown = ConcurrentHashMap.newKeySet();
  private final AtomicLong floor = new AtomicLong();
  private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong longestGapNanos = new AtomicLong();

  /** Returns what a read that begins now must see at least. */
  long floor() {
    return floor.get();
  }

  /** A read that began when the floor was this saw the number. */
  void read(long floorBefore, long number) {
    assertThat(number).as("a read that goes back").isGreaterThanOrEqualTo(floorBefore);
    floor.accumulateAndGet(number, Math::max);
  }

  /** A client was told that it raised the number to this. */
  void acknowledge(long number, String client) {
    assertThat(acknowledged.putIfAbsent(number, client))
        .as("%d given twice", number)
        .isNull();
    floor.accumulateAndGet(number, Math::max);
    var now = System.nanoTime();
    longestGapNanos.accumulateAndGet(now - lastNanos.getAndSet(now), Math::max);
  }

  /** A client does not know whether it raised the number to this. */
  void unknown(long number) {
    unknown.add(number);
  }

  /** Begins to measure gaps between acknowledgements. */
  void beginRound() {
    longestGapNanos.set(0);
  }

  /**
   * Returns the longest time without an acknowledgement since the round began, the present one
   * included.
   */
  long longestGapNanos() {
    return Math.max(longestGapNanos.get(), System.nanoTime() - lastNanos.get());
  }

  /** Returns the number of acknowledged writes. */
  int size() {
    return acknowledged.size();
  }

  /** Verifies the history, at the end of which this number is stored. */
  void verify(long stored) {
    assertThat(stored).as("lost an acknowledged write").isGreaterThanOrEqualTo(floor());
    for (var number = 1L; number <= stored; number++) {
      assertThat(acknowledged.containsKey(number) || unknown.contains(number))
          .as("%d was stored, and its client was told that it was not", number)
          .isTrue();
    }
  }
}
