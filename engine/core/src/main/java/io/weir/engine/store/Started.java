package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.page.PageDamaged;
import java.util.List;
import java.util.Map;

/**
 * The recovered state of a store, before its shards serve.
 *
 * @param trees one for each shard
 * @param log open, not started
 * @param needed the log position from which the start has read
 * @param highestTicks the highest Timestamp that was assigned, or is closed
 * @param highestTableId the highest table id that was assigned
 * @param refused shards whose log could not be applied, because it changes a damaged page that
 *     nothing else holds; their trees are as the checkpoint has them
 * @param checkpoint from which the trees were opened; {@link LastCheckpoint#NONE} when they were
 *     rebuilt
 */
record Started(
    List<ShardTree> trees,
    FileLog log,
    long needed,
    long highestTicks,
    int highestTableId,
    Map<Integer, Refused> refused,
    LastCheckpoint checkpoint) {

  /**
   * A shard that is refused.
   *
   * @param catalog its rows of the catalog, as the log's end has them
   */
  record Refused(PageDamaged page, List<CatalogRow> catalog) {
    Refused {
      catalog = List.copyOf(catalog);
    }
  }

  /** Returns the same store, whose next Timestamps are above another one as well. */
  Started above(long ticks) {
    return new Started(
        trees, log, needed, Math.max(highestTicks, ticks), highestTableId, refused, checkpoint);
  }

  /** Reads the catalog from the trees; that of a refused shard is in memory. */
  Catalog catalog() {
    var catalog = new Catalog();
    catalog.reserveIds(highestTableId);
    for (var shard = 0; shard < trees.size(); shard++) {
      rows(shard).forEach(row -> row.enter(catalog));
    }
    return catalog;
  }

  private List<CatalogRow> rows(int shard) {
    var unusable = refused.get(shard);
    if (unusable != null) {
      return unusable.catalog();
    }
    try (var pin = trees.get(shard).tree().pin()) {
      return StoredCatalog.rows(pin.tree());
    }
  }

  Started {
    trees = List.copyOf(trees);
    refused = Map.copyOf(refused);
  }
}
