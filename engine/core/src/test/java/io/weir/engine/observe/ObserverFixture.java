package io.weir.engine.observe;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
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
import java.util.function.Consumer;

/** Observers of a table's requests whose loop, clock and chance a test controls. */
final class ObserverFixture {

  static final int TABLE = 7;
  static final Duration WINDOW = Duration.ofMinutes(30);

  final CallerLoop loop = new CallerLoop();
  long nowNanos;
  int drawn;
  boolean isClockBroken;

  static void answer(TrafficObserver observer, String filter, long scanned) {
    observer.answered(
        TABLE,
        List.of(),
        Query.ALL.where(filter),
        new QueryReport(AccessPath.TABLE_SCAN, 1, scanned, 0));
  }

  static TableIndex index(int id, String name) {
    return new TableIndex(id, IndexDefinition.of(name, "Age"), IndexState.READABLE);
  }

  static Write upsert(String partition, String row) {
    return new Write.Upsert(
        Entity.builder(partition, row).set("Name", "n").build(), WriteMode.REPLACE);
  }

  static Write delete(String partition, String row) {
    return new Write.Delete(new EntityKey(partition, row), IfMatch.ANY);
  }

  /** Returns a write of a weight in bytes, up to 64 KiB. */
  static Write large(int bytes) {
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

  private long now() {
    if (isClockBroken) {
      throw new IllegalStateException("the clock is broken");
    }
    return nowNanos;
  }

  /** Returns an observer of the fixture's loop. */
  TrafficObserver observer(Observing observing) {
    return observer(observing, loop);
  }

  TrafficObserver observer(Observing observing, Loop... loops) {
    return new TrafficObserver(
        observing, new Loops(List.of(loops)), this::now, bound -> drawn % bound);
  }

  static PartitionTally partition(TrafficObserver observer, String key) {
    return Objects.requireNonNull(
        collected(observer).partitions().get(new PartitionName(TABLE, key)));
  }

  /** Returns a receiver of what must not come. */
  static <T> Consumer<T> never() {
    return value -> {
      throw new AssertionError("unexpected: " + value);
    };
  }

  static Observed collected(TrafficObserver observer) {
    var sum = new AtomicReference<Observed>();
    observer.collect(sum::set, never());
    return Objects.requireNonNull(sum.get());
  }
}
