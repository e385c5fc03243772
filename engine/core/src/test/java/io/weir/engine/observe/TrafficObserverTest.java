package io.weir.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.index.TableIndex;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The observer counts what it is told, within its bounds. */
final class TrafficObserverTest {

  private static final int TABLE = 7;
  private static final Duration WINDOW = Duration.ofMinutes(30);

  private final CallerLoop loop = new CallerLoop();
  private long nowNanos;
  private int drawn;

  @Test
  void requestsAreCountedByPartitionAndTable() {
    var observer = observer(Observing.EXACT);
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
    var observer = observer(Observing.EXACT);
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
    var observer = observer(Observing.EXACT);
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
    var observer = observer(new Observing(32, WINDOW));
    for (var i = 0; i < 320; i++) {
      drawn = i % 32;
      observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    }

    assertThat(partition(observer, "owls").reads()).isEqualTo(320);
  }

  @Test
  void costlyAnswersAndLargeWritesAreAllRecorded() {
    var observer = observer(new Observing(32, WINDOW));
    drawn = 1; // nothing is sampled
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
    var observer = observer(new Observing(32, WINDOW));
    drawn = 1;
    var indexes = List.of(index(-1, "ByAge"), index(-2, "ByName"));
    var used = new QueryReport(AccessPath.INDEX_LOOKUP, "ByAge", 1, 1, 1);
    observer.answered(TABLE, indexes, Query.ALL.where("Age eq 1"), used);

    assertThat(Objects.requireNonNull(collected(observer).index(-1)).uses()).isEqualTo(1);
    assertThat(Objects.requireNonNull(collected(observer).index(-2)).uses()).isZero();
  }

  @Test
  void evidenceIsForgottenAfterTwoWindows() {
    var observer = observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);

    nowNanos = 2 * WINDOW.toNanos() - 1;
    assertThat(collected(observer).partitions()).hasSize(1);
    assertThat(collected(observer).span()).isEqualTo(Duration.ofNanos(nowNanos));
    nowNanos = 4 * WINDOW.toNanos();
    assertThat(collected(observer).partitions()).isEmpty();
    assertThat(collected(observer).span()).isZero();
  }

  @Test
  void anIdleLoopForgetsAtOnce() {
    var observer = observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);

    nowNanos = 2 * WINDOW.toNanos();
    assertThat(collected(observer).partitions()).isEmpty();
  }

  @Test
  void tablesPartitionsShapesAndNamesAreBounded() {
    var observer = observer(Observing.EXACT);
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
  void aNameThatNoReadHasIsNotRead() {
    var observer = observer(Observing.EXACT);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.of("Name"));
    answer(observer, "Age eq 1", 1);

    var table = Objects.requireNonNull(collected(observer).table(TABLE));
    assertThat(table.mayBeRead("Name")).isTrue();
    assertThat(table.mayBeRead("Age")).isTrue();
    assertThat(table.mayBeRead("Photo")).isFalse();
  }

  @Test
  void otherThreadsLeaveABoundedNumberOfTasks() {
    var observer = observer(Observing.EXACT);
    loop.current(false);
    for (var i = 0; i < TrafficObserver.MOST_WAITING + 10; i++) {
      observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    }
    assertThat(loop.kept()).isEqualTo(TrafficObserver.MOST_WAITING);

    loop.current(true);
    assertThat(partition(observer, "owls").reads()).isEqualTo(TrafficObserver.MOST_WAITING);
    loop.current(false);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    assertThat(loop.kept()).as("there is room again").isEqualTo(1);
  }

  @Test
  void loopsAreAddedUp() {
    var other = new CallerLoop();
    var observer = observer(Observing.EXACT, loop, other);
    observer.wrote(TABLE, upsert("owls", "1"), Arrival.SINGLE);
    loop.current(false);
    observer.wrote(TABLE, upsert("owls", "2"), Arrival.SINGLE);
    loop.current(true);

    assertThat(partition(observer, "owls").writes()).isEqualTo(2);
  }

  @Test
  void nothingIsRecordedWhenOff() {
    var observer = observer(Observing.OFF);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    observer.wrote(TABLE, large(60_000), Arrival.SINGLE);
    answer(observer, "Age eq 1", 100_000);

    assertThat(collected(observer).partitions()).isEmpty();
    assertThat(collected(observer).plans()).isEmpty();
    assertThat(collected(observer).table(TABLE)).isNull();
  }

  @Test
  void sizesAreThoseOfTheLimits() {
    var observer = observer(Observing.EXACT);
    var entity =
        Entity.builder("p", "r").set("Text", "x".repeat(1_000)).set("Number", 1).build();
    observer.wrote(TABLE, new Write.Insert(entity), Arrival.SINGLE);

    var table = Objects.requireNonNull(collected(observer).table(TABLE));
    assertThat(table.longest()).isEqualTo("Text");
    assertThat(table.longestBytes()).isEqualTo(2_000);
    assertThat(table.mostProperties()).isEqualTo(2);
    assertThat(table.largestBytes()).isEqualTo(4 + 4 + (8 + 8 + 4 + 2_000) + (8 + 12 + 4));
  }

  private void answer(TrafficObserver observer, String filter, long scanned) {
    observer.answered(
        TABLE,
        List.of(),
        Query.ALL.where(filter),
        new QueryReport(AccessPath.TABLE_SCAN, 1, scanned, 0));
  }

  private static TableIndex index(int id, String name) {
    return new TableIndex(id, IndexDefinition.of(name, "Age"), IndexState.READABLE);
  }

  private static Write upsert(String partition, String row) {
    return new Write.Upsert(
        Entity.builder(partition, row).set("Name", "n").build(), WriteMode.REPLACE);
  }

  private static Write delete(String partition, String row) {
    return new Write.Delete(new EntityKey(partition, row), IfMatch.ANY);
  }

  /** Returns a write of a weight in bytes, up to 64 KiB. */
  private static Write large(int bytes) {
    var overhead = two(15_000, 15_000).weightBytes() - 30_000;
    return two((bytes - overhead) / 2, bytes - overhead - (bytes - overhead) / 2);
  }

  private static Write two(int one, int other) {
    return new Write.Upsert(
        Entity.builder("large", "1")
            .set("One", "x".repeat(one))
            .set("Other", "x".repeat(other))
            .build(),
        WriteMode.REPLACE);
  }

  private TrafficObserver observer(Observing observing) {
    return observer(observing, loop);
  }

  private TrafficObserver observer(Observing observing, Loop... loops) {
    return new TrafficObserver(
        observing, new Loops(List.of(loops)), () -> nowNanos, bound -> drawn % bound);
  }

  private static PartitionTally partition(TrafficObserver observer, String key) {
    return Objects.requireNonNull(
        collected(observer).partitions().get(new PartitionName(TABLE, key)));
  }

  private static Observed collected(TrafficObserver observer) {
    var sum = new AtomicReference<Observed>();
    observer.collect(sum::set);
    return Objects.requireNonNull(sum.get());
  }
}
