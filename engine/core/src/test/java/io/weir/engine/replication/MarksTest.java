package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.consensus.Applied;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The places of a node's log that are kept for the next checkpoint. */
final class MarksTest {

  private static final int BYTES = 180;

  private final AtomicLong durable = new AtomicLong();
  private final Marks marks = new Marks(place(0));

  private static Place place(int entry) {
    return new Place(new Applied(1, entry), (long) entry * BYTES);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 100_000})
  void noMoreThanTheUnforcedPlacesAreKeptHoweverManyWereForced(int entries) {
    for (var entry = 1; entry <= entries; entry++) {
      marks.written(place(entry), durable.get());
      durable.set((long) (entry - 10) * BYTES);
    }

    assertThat(marks.count()).isBetween(10, 13);
    assertThat(marks.forced(durable::get)).isEqualTo(place(entries - 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 10_000, 100_000})
  void theNumberOfUnforcedPlacesHasABound(int entries) {
    for (var entry = 1; entry <= entries; entry++) {
      marks.written(place(entry), 0);
      assertThat(marks.count()).isLessThanOrEqualTo(Marks.MOST);
    }

    assertThat(marks.forced(() -> 0)).isEqualTo(place(0));
    for (var forced = 1; forced <= entries; forced += 97) {
      var known = marks.forced(at(forced));
      assertThat(known.endPosition()).isLessThanOrEqualTo((long) forced * BYTES);
    }
    assertThat(marks.forced(at(entries)).entry().index())
        .as("a start repeats few entries")
        .isGreaterThanOrEqualTo(entries - entries / 256L);
  }

  private static LongSupplier at(int entry) {
    return () -> (long) entry * BYTES;
  }

  @Test
  void aReaderThatFindsItsPlaceDroppedLooksAgain() {
    var looks = new AtomicLong();
    marks.written(place(1), 0);
    marks.written(place(2), 0);
    marks.written(place(3), 2 * BYTES);

    var found = marks.forced(() -> looks.getAndIncrement() == 0 ? BYTES : 2 * BYTES);

    assertThat(found).isEqualTo(place(2));
    assertThat(looks).hasValue(2);
  }
}
