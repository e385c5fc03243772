package io.weir.engine.observe;

import static io.weir.engine.observe.ObserverFixture.TABLE;
import static io.weir.engine.observe.ObserverFixture.answer;
import static io.weir.engine.observe.ObserverFixture.collected;
import static io.weir.engine.observe.ObserverFixture.large;
import static io.weir.engine.observe.ObserverFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The observer keeps a bounded number of records, names and bytes. */
final class TrafficBoundsTest {

  private final ObserverFixture fixture = new ObserverFixture();

  @Test
  void tablesPartitionsShapesAndNamesAreBounded() {
    var observer = fixture.observer(Observing.EXACT);
    for (var i = 0; i < 5_000; i++) {
      observer.read(i, new EntityKey("p" + i, "1"), Selection.of("a"));
      answer(observer, "Property" + i + " eq 1", 1);
    }

    var sum = collected(observer);
    assertThat(sum.partitions()).hasSize(TrafficWindow.PARTITIONS);
    assertThat(sum.plans()).hasSize(TrafficWindow.SHAPES);
    assertThat(sum.table(TrafficWindow.TABLES - 1)).isNotNull();
    assertThat(sum.table(TrafficWindow.TABLES)).isNull();
    var table = Objects.requireNonNull(sum.table(TABLE));
    assertThat(table.mayBeRead("Property1")).isTrue();
    assertThat(table.mayBeRead("neverNamed")).as("names were left out").isTrue();
  }

  @Test
  void namesAndKeysThatNoEntityCanHaveAreNotKept() {
    var observer = fixture.observer(Observing.EXACT);
    var longest = "n".repeat(255);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.of(longest, longest + "n"));
    answer(observer, "PartitionKey eq '" + "k".repeat(512) + "'", 1);
    answer(observer, "PartitionKey eq '" + "k".repeat(513) + "'", 1);

    var sum = collected(observer);
    var table = Objects.requireNonNull(sum.table(TABLE));
    assertThat(table.mayBeRead(longest)).isTrue();
    assertThat(table.mayBeRead(longest + "n")).isFalse();
    assertThat(sum.partitions())
        .containsOnlyKeys(
            new PartitionName(TABLE, "owls"), new PartitionName(TABLE, "k".repeat(512)));
  }

  @Test
  void aShapeOfManyLongNamesIsNotKept() {
    var observer = fixture.observer(Observing.EXACT);
    answer(observer, conjunction(8), 1_000);
    assertThat(collected(observer).plans()).hasSize(1);

    answer(observer, conjunction(9), 1_000);
    assertThat(collected(observer).plans()).hasSize(1);
    assertThat(Objects.requireNonNull(collected(observer).table(TABLE)).reads()).isEqualTo(2);
  }

  @Test
  void otherThreadsLeaveABoundedNumberOfTasks() {
    var observer = fixture.observer(Observing.EXACT);
    fixture.loop.current(false);
    for (var i = 0; i < WaitingRoom.MOST_RECORDS + 10; i++) {
      observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    }
    assertThat(fixture.loop.kept()).isEqualTo(WaitingRoom.MOST_RECORDS);

    fixture.loop.current(true);
    assertThat(partition(observer, "owls").reads()).isEqualTo(WaitingRoom.MOST_RECORDS);
    fixture.loop.current(false);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    assertThat(fixture.loop.kept()).as("there is room again").isEqualTo(1);
  }

  @Test
  void otherThreadsLeaveABoundedNumberOfBytes() {
    var observer = fixture.observer(Observing.EXACT);
    fixture.loop.current(false);
    for (var i = 0; i < WaitingRoom.MOST_RECORDS; i++) {
      observer.wrote(TABLE, large(60_000), Arrival.SINGLE);
    }
    assertThat(fixture.loop.kept() * 60_000L)
        .isBetween(WaitingRoom.MOST_BYTES - 200_000, WaitingRoom.MOST_BYTES);

    var kept = fixture.loop.kept();
    fixture.loop.current(true);
    assertThat(partition(observer, "large").writes()).isEqualTo(kept);
    fixture.loop.current(false);
    observer.wrote(TABLE, large(60_000), Arrival.SINGLE);
    assertThat(fixture.loop.kept()).as("there is room again").isEqualTo(1);
  }

  /** Returns a filter that compares so many properties with names of 250 characters. */
  private static String conjunction(int properties) {
    return IntStream.range(0, properties)
        .mapToObj(number -> "n".repeat(249) + number + " eq 1")
        .collect(Collectors.joining(" and "));
  }
}
