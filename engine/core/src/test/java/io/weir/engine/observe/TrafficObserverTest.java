package io.weir.engine.observe;

import static io.weir.engine.observe.ObserverFixture.TABLE;
import static io.weir.engine.observe.ObserverFixture.WINDOW;
import static io.weir.engine.observe.ObserverFixture.answer;
import static io.weir.engine.observe.ObserverFixture.collected;
import static io.weir.engine.observe.ObserverFixture.delete;
import static io.weir.engine.observe.ObserverFixture.index;
import static io.weir.engine.observe.ObserverFixture.large;
import static io.weir.engine.observe.ObserverFixture.partition;
import static io.weir.engine.observe.ObserverFixture.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.write.Write;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The observer counts what it receives. */
final class TrafficObserverTest {

  private final ObserverFixture fixture = new ObserverFixture();

  @Test
  void requestsAreCountedByPartitionAndTable() {
    var observer = fixture.observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    observer.wrote(TABLE, upsert("owls", "2"), Arrival.SINGLE);
    observer.wrote(TABLE, List.of(upsert("owls", "3"), upsert("owls", "4")), Arrival.TOGETHER);
    observer.wrote(TABLE, List.of(upsert("owls", "5")), Arrival.BULK);

    var owls = partition(observer, "owls");
    assertThat(owls.reads()).isEqualTo(1);
    assertThat(owls.writes()).isEqualTo(2);
    assertThat(owls.stores()).isEqualTo(3);
    assertThat(owls.storedAlone()).isEqualTo(1);
    var table = Objects.requireNonNull(collected(observer).table(TABLE));
    assertThat(table.requests()).isEqualTo(3);
    assertThat(table.wholeReads()).isEqualTo(1);
    assertThat(table.stores()).isEqualTo(3);
  }

  @Test
  void rowKeysThatRiseAreTold() {
    var observer = fixture.observer(Observing.EXACT);
    for (var row = 100; row < 200; row++) {
      observer.wrote(TABLE, upsert("rising", "" + row), Arrival.SINGLE);
      observer.wrote(TABLE, upsert("falling", "" + (300 - row)), Arrival.SINGLE);
      observer.wrote(TABLE, upsert("overtaking", "" + (row ^ 1)), Arrival.SINGLE);
      observer.wrote(TABLE, upsert("same", "1"), Arrival.SINGLE);
    }

    assertThat(partition(observer, "rising").rising()).isEqualTo(100);
    assertThat(partition(observer, "overtaking").rising()).isEqualTo(100);
    assertThat(partition(observer, "falling").rising()).isLessThan(10);
    assertThat(partition(observer, "same").rising()).isLessThan(10);
  }

  @Test
  void removalsInTheOrderOfRowsAreTold() {
    var observer = fixture.observer(Observing.EXACT);
    for (var row = 10; row < 20; row++) {
      observer.wrote(TABLE, delete("up", "" + row), Arrival.SINGLE);
      observer.wrote(TABLE, delete("down", "" + (30 - row)), Arrival.SINGLE);
      observer.wrote(TABLE, List.of(delete("batch", "" + row)), Arrival.TOGETHER);
    }

    assertThat(partition(observer, "up").removedRising()).isEqualTo(10);
    assertThat(partition(observer, "down").removedRising()).isEqualTo(1);
    assertThat(partition(observer, "down").removedAlone()).isEqualTo(10);
    assertThat(partition(observer, "batch").removedAlone()).isZero();
  }

  @Test
  void oneOfSeveralIsRecordedAndCountsForAll() {
    var observer = fixture.observer(new Observing(32, WINDOW));
    for (var i = 0; i < 320; i++) {
      fixture.drawn = i % 32;
      observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    }

    assertThat(partition(observer, "owls").reads()).isEqualTo(320);
  }

  @Test
  void costlyAnswersAndLargeWritesAreAllRecorded() {
    var observer = fixture.observer(new Observing(32, WINDOW));
    fixture.drawn = 1; // nothing is sampled
    answer(observer, "Age eq 1", TrafficObserver.COSTLY_SCAN);
    answer(observer, "Age eq 2", TrafficObserver.COSTLY_SCAN - 1);
    observer.wrote(TABLE, large(TrafficObserver.LARGE_WRITE_BYTES), Arrival.SINGLE);
    observer.wrote(TABLE, large(TrafficObserver.LARGE_WRITE_BYTES - 1), Arrival.SINGLE);

    assertThat(collected(observer).plans().values())
        .singleElement()
        .returns(1L, PlanTally::answers)
        .returns((long) TrafficObserver.COSTLY_SCAN, PlanTally::scanned);
    assertThat(partition(observer, "large").writes()).isEqualTo(1);
  }

  @Test
  void everyUseOfAnIndexIsCounted() {
    var observer = fixture.observer(new Observing(32, WINDOW));
    fixture.drawn = 1;
    var indexes = List.of(index(-1, "ByAge"), index(-2, "ByName"));
    var used = new QueryReport(AccessPath.INDEX_LOOKUP, "ByAge", 1, 1, 1);
    observer.answered(TABLE, indexes, Query.ALL.where("Age eq 1"), used);

    assertThat(Objects.requireNonNull(collected(observer).index(-1)).uses()).isEqualTo(1);
    assertThat(Objects.requireNonNull(collected(observer).index(-2)).uses()).isZero();
  }

  @Test
  void evidenceIsForgottenAfterTwoWindows() {
    var observer = fixture.observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);

    fixture.nowNanos = 2 * WINDOW.toNanos() - 1;
    assertThat(collected(observer).partitions()).hasSize(1);
    assertThat(collected(observer).span()).isEqualTo(Duration.ofNanos(fixture.nowNanos));
    fixture.nowNanos = 4 * WINDOW.toNanos();
    assertThat(collected(observer).partitions()).isEmpty();
    assertThat(collected(observer).span()).isZero();
  }

  @Test
  void anIdleLoopForgetsAtOnce() {
    var observer = fixture.observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);

    fixture.nowNanos = 2 * WINDOW.toNanos();
    assertThat(collected(observer).partitions()).isEmpty();
  }

  @Test
  void aNameThatNoReadHasIsNotRead() {
    var observer = fixture.observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.of("Name"));
    answer(observer, "Age eq 1", 1);

    var table = Objects.requireNonNull(collected(observer).table(TABLE));
    assertThat(table.mayBeRead("Name")).isTrue();
    assertThat(table.mayBeRead("Age")).isTrue();
    assertThat(table.mayBeRead("Photo")).isFalse();
  }

  @Test
  void loopsAreAddedUp() {
    var other = new CallerLoop();
    var observer = fixture.observer(Observing.EXACT, fixture.loop, other);
    observer.wrote(TABLE, upsert("owls", "1"), Arrival.SINGLE);
    fixture.loop.current(false);
    observer.wrote(TABLE, upsert("owls", "2"), Arrival.SINGLE);
    fixture.loop.current(true);

    assertThat(partition(observer, "owls").writes()).isEqualTo(2);
  }

  @Test
  void nothingIsRecordedWhenOff() {
    var observer = fixture.observer(Observing.OFF);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    observer.wrote(TABLE, large(60_000), Arrival.SINGLE);
    answer(observer, "Age eq 1", 100_000);

    assertThat(collected(observer).partitions()).isEmpty();
    assertThat(collected(observer).plans()).isEmpty();
    assertThat(collected(observer).table(TABLE)).isNull();
  }

  @Test
  void sizesAreThoseOfTheLimits() {
    var observer = fixture.observer(Observing.EXACT);
    var entity =
        Entity.builder("p", "r").set("Text", "x".repeat(1_000)).set("Number", 1).build();
    observer.wrote(TABLE, new Write.Insert(entity), Arrival.SINGLE);

    var table = Objects.requireNonNull(collected(observer).table(TABLE));
    assertThat(table.longest()).isEqualTo("Text");
    assertThat(table.longestBytes()).isEqualTo(2_000);
    assertThat(table.mostProperties()).isEqualTo(2);
    assertThat(table.largestBytes()).isEqualTo(4 + 4 + (8 + 8 + 4 + 2_000) + (8 + 12 + 4));
  }

  @Test
  void evidenceNeverReachesBackMoreThanTwoWindows() {
    var observer = fixture.observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    fixture.nowNanos = 2 * WINDOW.toNanos() - 1;
    assertThat(collected(observer).partitions()).hasSize(1);

    fixture.nowNanos++;
    assertThat(collected(observer).partitions()).isEmpty();
    assertThat(collected(observer).span()).isLessThanOrEqualTo(WINDOW.multipliedBy(2));
  }

  @Test
  void rowsOfLargeValuesAreNotMeasured() {
    var observer = fixture.observer(Observing.EXACT);
    var chunk =
        Entity.builder("p", "~chunk!r!7!000001").set("D0", new byte[65_536]).build();
    observer.wrote(TABLE, new Write.Insert(chunk), Arrival.SINGLE);

    var table = Objects.requireNonNull(collected(observer).table(TABLE));
    assertThat(table.longestBytes()).isZero();
    assertThat(table.properties()).isEmpty();
    assertThat(table.writes()).isEqualTo(1);
  }

  @Test
  void theLastPartitionAdvancesWithEachGreaterOne() {
    var observer = fixture.observer(Observing.EXACT);
    for (var key : List.of("b", "c", "a", "c", "d")) {
      observer.wrote(TABLE, upsert(key, "1"), Arrival.SINGLE);
    }

    assertThat(Objects.requireNonNull(collected(observer).table(TABLE)))
        .returns(2L, TableTally::advances)
        .returns(4L, TableTally::storesInLast)
        .returns("d", TableTally::lastPartition);
  }
}
