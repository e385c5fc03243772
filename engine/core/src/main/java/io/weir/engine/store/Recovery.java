package io.weir.engine.store;

import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.partition.StoredEntity;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.shard.LogRecord;
import io.weir.engine.shard.Replay;
import io.weir.engine.snapshot.SnapshotVisitor;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Rebuilds the trees of a store from its snapshot and its log.
 *
 * <p>Every change goes through {@link Replay}, the same {@code apply} as live traffic. On the way it learns what has to go on where
 * it stopped: the highest Timestamp and the highest table id that left any trace.
 *
 * <p>Owner: the thread that opens the store; nothing else runs yet.
 */
final class Recovery implements SnapshotVisitor, LogVisitor, LogRecord.Visitor {

  private final PartitionGroups groups;
  private final List<Replay> shards;
  private int highestTableId = Catalog.ID;
  private long highestTicks;
  private long entries;
  private long records;

  Recovery(PartitionGroups groups, List<Replay> shards) {
    this.groups = groups;
    this.shards = shards;
  }

  @Override
  public void entry(byte[] key, byte[] stored) {
    entries++;
    put(key, stored);
  }

  @Override
  public void record(long position, long sequence, ByteBuffer payload) {
    records++;
    observeTicks(LogRecord.decode(payload, this));
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    observeTableId(TreeKeys.tableOf(key));
    if (TreeKeys.tableOf(key) == Catalog.ID) {
      observeTableId(tableOf(key, stored).id());
    }
    shards.get(groups.ofTreeKey(key)).put(key, stored);
  }

  @Override
  public void remove(byte[] key) {
    observeTableId(TreeKeys.tableOf(key));
    shards.get(groups.ofTreeKey(key)).remove(key);
  }

  @Override
  public void removeRange(int partitionGroup, byte[] from, byte[] to) {
    observeTableId(TreeKeys.tableOf(from));
    shards.get(partitionGroup).removeRange(from, to);
  }

  void observeTicks(long ticks) {
    highestTicks = Math.max(highestTicks, ticks);
  }

  /** Applies what is still gathered; call once, at the end. */
  void finish() {
    shards.forEach(Replay::finish);
  }

  /** Timestamps go on above this. */
  long highestTicks() {
    return highestTicks;
  }

  /** No id up to this one may be given to a table again: something of it may still be around. */
  int highestTableId() {
    return highestTableId;
  }

  long snapshotEntries() {
    return entries;
  }

  long logRecords() {
    return records;
  }

  private void observeTableId(int id) {
    highestTableId = Math.max(highestTableId, id);
  }

  private static Table tableOf(byte[] key, byte[] stored) {
    try {
      return Table.ofRow(StoredEntity.of(key, stored));
    } catch (TableServiceException e) {
      throw new IllegalStateException("A row of the catalog is not of its form.", e);
    }
  }
}
