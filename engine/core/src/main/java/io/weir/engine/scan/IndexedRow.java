package io.weir.engine.scan;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.engine.index.ExpiryCheck;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.query.Predicate;
import io.weir.engine.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * Reads an entity that an index entry names, and checks the whole filter of the query on it.
 * Belongs to one thread at a time.
 */
final class IndexedRow {

  private final Query query;
  private final @Nullable Predicate predicate;
  private @Nullable ExpiryCheck expiry;

  IndexedRow(Query query) {
    this.query = query;
    this.predicate = query.filter().equals(Filter.ALL) ? null : Predicate.of(query.filter());
  }

  /** Hides expired entities from now on; null hides none. */
  void hide(@Nullable ExpiryCheck expired) {
    expiry = expired;
  }

  /**
   * Returns the stored form of a key, if the entity exists, is not expired and matches; otherwise
   * null.
   */
  byte @Nullable [] match(Tree tree, byte[] treeKey) {
    var stored = tree.find(treeKey);
    return stored != null && matches(treeKey, stored) ? stored : null;
  }

  private boolean matches(byte[] treeKey, byte[] stored) {
    if (expiry != null && expiry.isExpired(stored)) {
      return false;
    }
    return predicate == null
        || predicate.test(
            treeKey,
            TreeKeys.TABLE_BYTES,
            treeKey.length - TreeKeys.TABLE_BYTES,
            stored,
            0,
            stored.length);
  }

  /** Returns the selected properties of an entity. */
  Entity entity(byte[] treeKey, byte[] stored) {
    return StoredEntity.of(treeKey, stored).select(query.selection());
  }
}
