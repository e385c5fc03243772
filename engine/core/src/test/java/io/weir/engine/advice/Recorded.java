package io.weir.engine.advice;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.TableIndex;
import io.weir.engine.loop.Loops;
import io.weir.engine.observe.Arrival;
import io.weir.engine.observe.CallerLoop;
import io.weir.engine.observe.Observed;
import io.weir.engine.observe.Observing;
import io.weir.engine.observe.TrafficObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The recorded traffic of one table, and the advice on it. */
final class Recorded {

  static final Thresholds LIMITS = Thresholds.DEFAULT;

  private static final TableName NAME = new TableName("Birds");

  private Table table = new Table(AccountName.DEVELOPMENT, NAME, 7);
  private long nowNanos;
  private final TrafficObserver observer;
  private PartitionSizes sizes = new PartitionSizes(List.of(), 0);
  private boolean isFollowed;

  Recorded() {
    this(1);
  }

  /** Records all requests, each as if it stood for so many. */
  Recorded(int every) {
    observer = new TrafficObserver(
        new Observing(every, Observing.EXACT.window()),
        new Loops(List.of(new CallerLoop())),
        () -> nowNanos,
        bound -> 0);
  }

  Recorded setting(String name, String text) {
    table = new Table(AccountName.DEVELOPMENT, NAME, 7, Map.of(name, text), table.indexes());
    return this;
  }

  /** Has a consumer follow the table's change feed. */
  Recorded followed() {
    isFollowed = true;
    return this;
  }

  Recorded with(IndexDefinition definition, IndexState state) {
    table = table.with(new TableIndex(-1 - table.indexes().size(), definition, state));
    return this;
  }

  Recorded with(IndexDefinition definition) {
    return with(definition, IndexState.READABLE);
  }

  Recorded partitions(int number) {
    sizes = new PartitionSizes(sizes.large(), number);
    return this;
  }

  Recorded large(PartitionSizes.Size... large) {
    sizes = new PartitionSizes(List.of(large), sizes.partitions());
    return this;
  }

  Recorded after(Duration time) {
    nowNanos += time.toNanos();
    return this;
  }

  Recorded answered(long times, Query query, QueryReport report) {
    for (var i = 0L; i < times; i++) {
      observer.answered(table.id(), table.indexes(), query, report);
    }
    return this;
  }

  Recorded scanned(long times, String filter, AccessPath path, long scanned, long returned) {
    return answered(times, Query.ALL.where(filter), new QueryReport(path, 1, scanned, returned));
  }

  Recorded read(long times, String partition, Selection selection) {
    for (var i = 0L; i < times; i++) {
      observer.read(table.id(), new EntityKey(partition, "1"), selection);
    }
    return this;
  }

  /** Writes entities under one row key. */
  Recorded wrote(long times, String partition, Arrival arrival) {
    for (var i = 0L; i < times; i++) {
      wrote(Entity.builder(partition, "1").set("Name", "n").build(), arrival);
    }
    return this;
  }

  /** Writes entities under rising row keys. */
  Recorded appended(long times, String partition, Arrival arrival) {
    for (var i = 0L; i < times; i++) {
      wrote(Entity.builder(partition, "" + (1_000_000 + i)).build(), arrival);
    }
    return this;
  }

  Recorded wrote(Entity entity, Arrival arrival) {
    observer.wrote(table.id(), new Write.Upsert(entity, WriteMode.REPLACE), arrival);
    return this;
  }

  /** Removes entities under rising row keys. */
  Recorded removed(long from, long to, String partition, Arrival arrival) {
    for (var i = from; i < to; i++) {
      observer.wrote(
          table.id(),
          new Write.Delete(new EntityKey(partition, "" + (1_000_000 + i)), IfMatch.ANY),
          arrival);
    }
    return this;
  }

  TableEvidence evidence() {
    var sum = new AtomicReference<Observed>();
    observer.collect(sum::set, cause -> {
      throw new AssertionError(cause);
    });
    return new TableEvidence(table, Objects.requireNonNull(sum.get()), sizes, isFollowed, LIMITS);
  }

  List<Advice> advice() {
    var evidence = evidence();
    return Adviser.report(evidence.observed(), Stream.of(evidence)).advice();
  }
}
