package io.weir.engine.shard;

import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the entries of dropped tables from a shard's tree.
 *
 * <p>Owner: shard loop. A table that is not removed before the shard stops is found when the store
 * is opened again.
 */
final class DroppedTables {

  private static final Logger LOG = LoggerFactory.getLogger(DroppedTables.class);

  /** The pause before the next attempt to remove a table when it cannot be removed now. */
  private static final Duration RETRY = Duration.ofMillis(100);

  /** The pause before the next attempt while a page is read. */
  private static final Duration COLD_RETRY = Duration.ofMillis(5);

  /**
   * Publishes a version of the tree that is not logged, or runs {@code retry} if the version is
   * lost before.
   */
  @FunctionalInterface
  interface Publication {
    void publish(long version, Runnable retry);
  }

  private final VersionedTree tree;
  private final Loop loop;
  private final BooleanSupplier isHeld;
  private final ColdPageWait cold;
  private final Publication publication;
  private boolean stopped;

  /**
   * Prepares the removal of tables.
   *
   * @param isHeld whether the newest version may still be undone: it is that of a joint commit
   *     which is not decided. A version above it must not be published
   * @param cold reads the cold leaves in which the entries of a table begin and end
   */
  DroppedTables(
      VersionedTree tree,
      Loop loop,
      BooleanSupplier isHeld,
      ColdPageWait cold,
      Publication publication) {
    this.cold = cold;
    this.isHeld = isHeld;
    this.tree = tree;
    this.loop = loop;
    this.publication = publication;
  }

  /** Removes the entries of a table at once, or later if they cannot be removed now. */
  void cut(int tableId) {
    assert loop.isCurrent();
    if (stopped) {
      return;
    }
    if (isHeld.getAsBoolean() || !tree.hasRoomToRemove(1)) {
      loop.schedule(RETRY, () -> cut(tableId)); // a joint commit waits, or page files begin to grow
      return;
    }
    try {
      publication.publish(removed(tableId), () -> cut(tableId));
    } catch (ColdPage e) {
      cold.awaitOne(e);
      loop.schedule(COLD_RETRY, () -> cut(tableId));
    } catch (PagesExhausted e) {
      LOG.debug("a dropped table waits for pages before its removal table={}", tableId, e);
      loop.schedule(RETRY, () -> cut(tableId));
    } catch (PageDamaged e) {
      // The read has reported the page to the store, which rebuilds the shard.
      LOG.debug("a dropped table stays until its shard is rebuilt table={}", tableId, e);
    }
  }

  private long removed(int tableId) {
    return cold.commit(
        tree,
        new WriteGroup(),
        List.of(new ByteRange(TreeKeys.startOfTable(tableId), TreeKeys.endOfTable(tableId))));
  }

  /** Removes no more tables. */
  void stop() {
    stopped = true;
  }
}
