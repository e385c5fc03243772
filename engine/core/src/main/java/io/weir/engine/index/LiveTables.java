package io.weir.engine.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a shard knows of the catalog. Called on the shard's loop. */
@FunctionalInterface
public interface LiveTables {

  /** Whether a table or an index with this id exists. */
  boolean isLive(int id);

  /**
   * Returns the indexes of a table, which writes keep up to date. Returns the same list until they
   * change.
   */
  default List<TableIndex> indexesOf(int tableId) {
    return List.of();
  }

  /** Whether writes to a table take claims of unique indexes. */
  default boolean keepsClaims(int tableId) {
    return TableIndex.anyKeepsClaims(indexesOf(tableId));
  }

  /** Whether the changes of a table are logged with the entity that they replace. */
  default boolean keepsBeforeImages(int tableId) {
    return false;
  }

  /** Returns the rule by which the entities of a table expire; null when they do not. */
  default @Nullable Expiration expirationOf(int tableId) {
    return null;
  }
}
