package io.weir.engine.store.recovery;

import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntPredicate;

/**
 * Rebuilds the tree of one shard: loads its part of a snapshot or of a checkpoint, then applies its
 * log records in order.
 *
 * <p>Log records are applied by {@link Replay}, as turns apply live changes. The recovery also
 * finds the highest Timestamp and the highest table id that it sees; new ones continue above them.
 *
 * <p>Owner: one work thread at a time.
 */
public final class ShardRecovery implements LogRecord.Visitor {

  /** Changes of one shard that are gathered before they are applied, bytes. */
  private static final long GATHERED_BYTES = 1 << 20;

  private final VersionedTree tree;
  private final RecoveryListener progress;
  private final Replay replay;
  private final IntPredicate wanted;
  private int highestTableId = Catalog.ID;
  private long highestTicks;

  /** Prepares the recovery of everything that a shard holds. */
  public ShardRecovery(VersionedTree tree, RecoveryListener progress) {
    this(tree, progress, id -> true);
  }

  /**
   * Prepares the recovery of some tables and indexes of a shard.
   *
   * @param wanted whether the tree gets the keys under this id
   */
  public ShardRecovery(VersionedTree tree, RecoveryListener progress, IntPredicate wanted) {
    this(tree, progress, wanted, GATHERED_BYTES);
  }

  private ShardRecovery(
      VersionedTree tree, RecoveryListener progress, IntPredicate wanted, long gatheredBytes) {
    this.tree = tree;
    this.progress = progress;
    this.wanted = wanted;
    this.replay = new Replay(tree, gatheredBytes);
  }

  /**
   * Prepares the recovery of everything that a shard holds by a caller that bounds the records
   * between two calls of {@link #finish}.
   */
  public static ShardRecovery inBatches(VersionedTree tree, RecoveryListener progress) {
    return new ShardRecovery(tree, progress, id -> true, Long.MAX_VALUE);
  }

  /**
   * Fills the empty tree from the shard's part of a snapshot or of a checkpoint, with the records
   * that were set aside.
   */
  public void load(ShardEntries entries) throws IOException {
    var load = tree.bulkLoad();
    load.expect(entries.bytes());
    entries.read(
        (key, stored) -> {
          observe(key, stored);
          if (isWanted(key)) {
            load.add(key, stored);
          }
          progress.entry();
        },
        progress::bytes);
    load.finish();
    entries.records(this::apply);
    finish();
  }

  /**
   * Applies the shard's next log record, at the latest when the recovery is {@link #finish
   * finished}.
   */
  public void apply(byte[] record) {
    highestTicks = Math.max(highestTicks, LogRecord.decode(ByteBuffer.wrap(record), this));
    progress.entry();
    progress.bytes(record.length);
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    observe(key, stored);
    if (isWanted(key)) {
      replay.put(key, stored);
    }
  }

  @Override
  public void remove(byte[] key) {
    observeTableId(TreeKeys.tableOf(key));
    if (isWanted(key)) {
      replay.remove(key);
    }
  }

  @Override
  public void removeRange(int partitionGroup, byte[] from, byte[] to) {
    observeTableId(TreeKeys.tableOf(from));
    if (isWanted(from)) {
      replay.removeRange(from, to);
    }
  }

  /** Applies the changes that are still gathered. Called at the end, or after some records. */
  public void finish() {
    replay.finish();
  }

  /** Returns the highest Timestamp, in ticks, in snapshot and log. */
  public long highestTicks() {
    return highestTicks;
  }

  /** Returns the highest table id in snapshot and log. */
  public int highestTableId() {
    return highestTableId;
  }

  private boolean isWanted(byte[] key) {
    return wanted.test(TreeKeys.tableOf(key));
  }

  private void observe(byte[] key, byte[] stored) {
    var id = TreeKeys.tableOf(key);
    observeTableId(id == Catalog.ID ? rowOf(key, stored).tableId() : id);
  }

  /** Index ids are made of the same numbers as table ids. */
  private void observeTableId(int id) {
    highestTableId = Math.max(highestTableId, IndexKeys.numberOf(id));
  }

  private static CatalogRow rowOf(byte[] key, byte[] stored) {
    try {
      return CatalogRow.of(StoredEntity.of(key, stored));
    } catch (TableServiceException e) {
      throw new IllegalStateException("a row of the catalog is malformed", e);
    }
  }
}
