package io.weir.engine.index;

import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;

/**
 * An index of a table, as the catalog keeps it.
 *
 * @param id its id in the clustered index, negative, never reused; see {@link IndexKeys#idOf}
 */
public record TableIndex(int id, IndexDefinition definition, IndexState state) {

  /** Whether queries may use the index. */
  public boolean isReadable() {
    return state == IndexState.READABLE;
  }

  /** Returns the index in another state. */
  public TableIndex in(IndexState other) {
    return new TableIndex(id, definition, other);
  }
}
