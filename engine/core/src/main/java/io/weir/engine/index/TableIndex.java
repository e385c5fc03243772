package io.weir.engine.index;

import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index of a table, as the catalog keeps it.
 *
 * @param id its id in the clustered index, negative, never reused; see {@link IndexKeys#idOf}
 * @param duplicate the entities for which a unique index has failed; null in any other state
 */
public record TableIndex(
    int id,
    IndexDefinition definition,
    IndexState state,
    @Nullable Duplicate duplicate) {

  /** Makes an index that has not failed. */
  public TableIndex(int id, IndexDefinition definition, IndexState state) {
    this(id, definition, state, null);
  }

  /** Whether queries may use the index. */
  public boolean isReadable() {
    return state == IndexState.READABLE;
  }

  /** Whether writes keep its entries. */
  public boolean keepsEntries() {
    return state != IndexState.FAILED;
  }

  /** Whether writes take claims, and give them up. */
  public boolean keepsClaims() {
    return definition.unique() && keepsEntries();
  }

  /** Whether writes to a table with these indexes take claims. */
  public static boolean anyKeepsClaims(List<TableIndex> indexes) {
    for (var i = 0; i < indexes.size(); i++) { // deliberate: each write asks, so no iterator
      if (indexes.get(i).keepsClaims()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the index as it failed because of two entities. */
  public TableIndex failed(Duplicate entities) {
    return new TableIndex(id, definition, IndexState.FAILED, entities);
  }

  /** Returns the index in another state. */
  public TableIndex in(IndexState other) {
    return new TableIndex(id, definition, other);
  }
}
