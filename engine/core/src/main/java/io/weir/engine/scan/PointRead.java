package io.weir.engine.scan;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Tree;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one entity by its key: a descent through a shard's branches and a search in one leaf. Any
 * thread.
 *
 * <p>The reads return null when the entity is absent. They fail with {@code ServerBusy} while the
 * store closes or the shard is rebuilt, and with {@code InternalError} when memory cannot be read.
 */
public record PointRead(int tableId, EntityKey key, Selection selection) {

  private static final Logger TRACE = LoggerFactory.getLogger("io.weir.trace");

  /**
   * Returns the entity if its page is in memory. Never waits. Throws {@link ColdPage} if it is not.
   */
  public @Nullable Entity resident(ReadView store) {
    var treeKey = TreeKeys.of(tableId, key.encoded());
    var shard = store.groups().ofTreeKey(treeKey);
    try (var pin = store.pin(shard)) {
      return find(store, pin.tree().residentOnly(shard), treeKey);
    } catch (ColdPage e) {
      throw e;
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  /** Returns the entity. Waits for the disk if its page is not in memory. */
  public @Nullable Entity now(ReadView store) {
    try {
      return resident(store);
    } catch (ColdPage e) {
      store.coldReads().readNow(e);
    }
    return afterwards(store);
  }

  /**
   * Returns the entity after its page was read. It is in memory with near certainty: if a write has
   * replaced it meanwhile, it has read it, too.
   */
  public @Nullable Entity afterwards(ReadView store) {
    var treeKey = TreeKeys.of(tableId, key.encoded());
    var shard = store.groups().ofTreeKey(treeKey);
    try (var pin = store.pin(shard)) {
      return find(store, pin.tree(), treeKey);
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private @Nullable Entity find(ReadView store, Tree tree, byte[] treeKey) {
    var entry = tree.findEntry(treeKey);
    TRACE.debug("read table={} version={} found={}", tableId, tree.version(), entry != null);
    var expiry = entry == null ? null : store.expiryOf(tableId);
    return entry == null || expiry != null && expiry.isExpired(entry, treeKey.length, entry.length)
        ? null
        : StoredEntity.adopt(entry, treeKey.length).select(selection);
  }
}
