package io.weir.engine.observe;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one loop recorded in one window. Belongs to the loop. */
final class TrafficWindow {

  static final int PARTITIONS = 128;
  static final int SHAPES = 64;
  static final int TABLES = 256;
  static final int NAMES = 2_048;

  /**
   * The beginning of the RowKey of a row that holds a part of a large value. Such rows are as long
   * as may be on purpose.
   */
  private static final String CHUNK_ROW = "~chunk!";

  /** Returns the entity that a write stores. */
  private static final Write.Handler<Optional<Entity>> ENTITY = new Write.Handler<>() {
    @Override
    public Optional<Entity> insert(Write.Insert write) {
      return Optional.of(write.entity());
    }

    @Override
    public Optional<Entity> upsert(Write.Upsert write) {
      return Optional.of(write.entity());
    }

    @Override
    public Optional<Entity> update(Write.Update write) {
      return Optional.of(write.entity());
    }

    @Override
    public Optional<Entity> delete(Write.Delete write) {
      return Optional.empty();
    }

    @Override
    public Optional<Entity> change(Write.Change write) {
      return Optional.of(write.operands());
    }
  };

  private final long startNanos;
  private final HeavyHitters<PartitionName, PartitionTally> partitions =
      new HeavyHitters<>(PARTITIONS, PartitionTally::new);
  private final HeavyHitters<QueryShape, PlanTally> plans =
      new HeavyHitters<>(SHAPES, PlanTally::new);
  private final Map<Integer, TableTally> tables = new HashMap<>();
  private final NameBudget names = new NameBudget(NAMES);

  /** Whether a table was left out because {@link #TABLES} others are counted. */
  private boolean tablesLeftOut;

  TrafficWindow(long startNanos) {
    this.startNanos = startNanos;
  }

  long startNanos() {
    return startNanos;
  }

  void read(int tableId, EntityKey key, Set<String> selected, long weight) {
    partitions.add(new PartitionName(tableId, key.partitionKey()), weight).read(weight);
    var table = table(tableId);
    if (table != null) {
      table.read(selected, Set.of(), weight);
    }
  }

  /** Records a reader of whole entities. */
  void followed(int tableId) {
    var table = table(tableId);
    if (table != null) {
      table.read(Set.of(), Set.of(), 1);
    }
  }

  /**
   * Records writes to one partition. A batch is one request. A line of a bulk write is none, and
   * only its entity is measured.
   */
  void wrote(int tableId, List<Write> writes, Arrival arrival, long weight) {
    var table = table(tableId);
    if (arrival != Arrival.BULK) {
      var name = new PartitionName(tableId, writes.get(0).key().partitionKey());
      var partition = partitions.add(name, weight);
      partition.requested(weight);
      writes.forEach(write -> wrote(partition, write, arrival == Arrival.SINGLE, weight));
      if (table != null) {
        table.requested(weight);
      }
    }
    if (table != null) {
      writes.forEach(write -> wrote(table, write, arrival, weight));
    }
  }

  private static void wrote(PartitionTally partition, Write write, boolean alone, long weight) {
    var entity = entityOf(write);
    if (entity == null) {
      partition.removed(write.key().rowKey(), alone, weight);
    } else {
      partition.stored(entity.rowKey(), entity.encoded().length, alone, weight);
    }
  }

  private static void wrote(TableTally table, Write write, Arrival arrival, long weight) {
    var entity = entityOf(write);
    if (entity != null) {
      if (!entity.rowKey().startsWith(CHUNK_ROW)) {
        table.measure(entity, weight);
      }
      if (arrival != Arrival.BULK) {
        table.storedIn(entity.partitionKey(), weight);
      }
    }
  }

  private static @Nullable Entity entityOf(Write write) {
    return write.dispatch(ENTITY).orElse(null);
  }

  void answered(Answer answer, long weight) {
    var report = answer.report();
    var table = table(answer.tableId());
    if (table != null) {
      table.read(answer.selected(), answer.compared(), weight);
    }
    var partitionKey = answer.partitionKey();
    if (partitionKey != null) {
      partitions.add(new PartitionName(answer.tableId(), partitionKey), weight).read(weight);
    }
    var shape = answer.shape();
    if (shape != null) {
      plans
          .add(shape, weight * (1 + report.scanned()))
          .answered(report.scanned(), report.returned(), weight);
    }
  }

  private @Nullable TableTally table(int tableId) {
    var tally = tables.get(tableId);
    if (tally == null && tables.size() < TABLES) {
      tally = new TableTally(names);
      tables.put(tableId, tally);
    }
    tablesLeftOut |= tally == null;
    return tally;
  }

  void addTo(Observed sum) {
    partitions.counters().forEach(counter -> sum.add(counter.key(), counter.note()));
    plans.counters().forEach(counter -> sum.add(counter.key(), counter.note()));
    tables.forEach(sum::add);
    if (tablesLeftOut) {
      sum.onlyTables(tables.keySet());
    }
  }
}
