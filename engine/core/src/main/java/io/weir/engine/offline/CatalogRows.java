package io.weir.engine.offline;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.LogRecord;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The rows of the catalog: those of the snapshot, changed by the log after it. Belongs to the
 * thread that checks.
 */
final class CatalogRows implements LogRecord.Visitor {

  private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);

  /** Takes a change in the order of the log; ignores all that is not of the catalog. */
  @Override
  public void put(byte[] key, byte[] stored) {
    if (TreeKeys.tableOf(key) == Catalog.ID) {
      rows.put(key, stored);
    }
  }

  @Override
  public void remove(byte[] key) {
    if (TreeKeys.tableOf(key) == Catalog.ID) {
      rows.remove(key);
    }
  }

  /** The catalog changes row by row. */
  @Override
  public void removeRange(int partitionGroup, byte[] from, byte[] to) {}

  /** Returns the tables that have indexes. Every row must be sound. */
  List<Table> indexedTables() {
    return rows.entrySet().stream()
        .map(row -> CatalogRow.of(StoredEntity.of(row.getKey(), row.getValue())))
        .filter(Table.class::isInstance)
        .map(Table.class::cast)
        .filter(table -> !table.indexes().isEmpty())
        .toList();
  }
}
