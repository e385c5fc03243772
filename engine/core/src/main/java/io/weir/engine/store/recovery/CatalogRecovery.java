package io.weir.engine.store.recovery;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.VersionedTree;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The rows of the catalog in one shard as the end of the log has them, recovered in memory. No page
 * is written, so a damaged page without such rows does not matter.
 *
 * <p>Owner: the recovering thread.
 */
public final class CatalogRecovery implements LogRecord.Visitor {

  private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);

  /** Finds the highest Timestamp and table id in all records; fills no tree. */
  private final ShardRecovery seen;

  /** @param tree of the shard, to which nothing is written */
  public CatalogRecovery(VersionedTree tree, RecoveryListener progress) {
    this.seen = new ShardRecovery(tree, progress, id -> false);
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    if (isOfCatalog(key)) {
      rows.put(key, stored);
    }
  }

  @Override
  public void remove(byte[] key) {
    if (isOfCatalog(key)) {
      rows.remove(key);
    }
  }

  /** The catalog changes row by row. */
  @Override
  public void removeRange(int partitionGroup, byte[] from, byte[] to) {
    if (isOfCatalog(from)) {
      rows.subMap(from, to).clear();
    }
  }

  private static boolean isOfCatalog(byte[] key) {
    return TreeKeys.tableOf(key) == Catalog.ID;
  }

  /** Applies the shard's next log record. */
  public void apply(byte[] record) {
    seen.apply(record);
    var unused = LogRecord.decode(ByteBuffer.wrap(record), this);
  }

  /** Returns the rows. */
  public List<CatalogRow> rows() {
    return rows.entrySet().stream()
        .map(row -> CatalogRow.of(StoredEntity.of(row.getKey(), row.getValue())))
        .toList();
  }

  /** Returns the highest Timestamp and the highest table id in the records. */
  public ShardRecovery seen() {
    return seen;
  }
}
