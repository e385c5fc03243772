package io.weir.engine.scan;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.partition.StoredEntity;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads one entity by its key: a descent through a shard's branches and a search in one leaf. Any thread. */
public final class PointRead {

  private static final Logger TRACE = LoggerFactory.getLogger("io.weir.trace");

  private PointRead() {}

  /**
   * Returns the entity; null when it is absent. Fails with {@code ServerBusy} while the store closes or the shard is rebuilt, and with
   * {@code InternalError} when memory cannot be read.
   */
  public static @Nullable Entity of(Store store, int tableId, EntityKey key) {
    var treeKey = TreeKeys.of(tableId, key.encoded());
    try (var pin = store.pin(store.groups().ofTreeKey(treeKey))) {
      var entry = pin.tree().findEntry(treeKey);
      TRACE.debug(
          "read table={} version={} found={}", tableId, pin.tree().version(), entry != null);
      var expiry = entry == null ? null : store.expiryOf(tableId);
      return entry == null
              || expiry != null && expiry.isExpired(entry, treeKey.length, entry.length)
          ? null
          : StoredEntity.adopt(entry, treeKey.length);
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }
}
