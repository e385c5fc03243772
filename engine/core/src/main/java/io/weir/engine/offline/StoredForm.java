package io.weir.engine.offline;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.queue.QueueKeys;

/**
 * Validates that a key and its stored form are an entity that the service would accept, or an entry
 * of an index or of a queue. Any thread.
 */
final class StoredForm {

  private StoredForm() {}

  /** Returns the kind of damage in one word, or empty if there is none. */
  static String damageOf(byte[] key, byte[] stored) {
    if (key.length > 0 && key[0] < 0) {
      return damageOfIndexKey(key, stored);
    }
    if (QueueKeys.isQueueKey(key)) {
      return QueueKeys.damageOf(key, stored);
    }
    if (key.length <= TreeKeys.TABLE_BYTES || stored.length < Long.BYTES) {
      return "entityTooShort";
    }
    try {
      var entity = Entity.decode(StoredEntity.of(key, stored).encoded());
      if (TreeKeys.tableOf(key) == Catalog.ID) {
        var unused = CatalogRow.of(entity);
      }
      return "";
    } catch (TableServiceException | IllegalStateException e) {
      return "noEntity:" + e.getMessage();
    }
  }

  private static String damageOfClaim(byte[] key, byte[] holder) {
    if (!IndexKeys.hasClaimLength(key)) {
      return "claimLength";
    }
    try {
      var unused = EntityKey.decode(holder, 0, holder.length);
      return "";
    } catch (TableServiceException e) {
      return "claimWithoutHolder:" + e.getMessage();
    }
  }

  /**
   * The definition of the index may not be known, so the values and the entity's key within an
   * entry are not read.
   */
  private static String damageOfIndexKey(byte[] key, byte[] stored) {
    if (key.length < IndexKeys.SHORTEST_BYTES) {
      return "indexKeyTooShort";
    }
    if (key[key.length - 2] != 0) {
      return "noIndexKey";
    }
    if (IndexKeys.isClaim(key)) {
      return damageOfClaim(key, stored);
    }
    return IndexKeys.isMarker(key) || stored.length == 0 ? "" : "indexEntryWithValue";
  }
}
