package io.weir.perf.engine.alone;

import io.weir.api.TableService;
import io.weir.api.index.IndexDefinition;
import io.weir.perf.peer.TableIndexes;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.IndexedProperties;
import java.util.List;

/** An index over one property of all entities, which is filled and dropped again. */
final class IndexFilling {

  private static final IndexDefinition INDEX =
      IndexDefinition.of("Filled", DataRow.name(IndexedProperties.RANK));

  private IndexFilling() {}

  /** Declares the index, waits until queries use it, and drops it. Blocks. */
  static void run(TableService tables) {
    TableIndexes.create(tables, DataSet.TABLE, List.of(INDEX))
        .then(tables.dropIndex(DataSet.TABLE, INDEX.name()))
        .block();
  }
}
