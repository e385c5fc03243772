package io.weir.engine.shard;

import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.VersionedTree;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the entries of dropped tables from a shard's tree.
 *
 * <p>Owner: shard loop. A table that is not removed before the shard stops is found when the store is opened again.
 */
final class DroppedTables {

  private static final Logger LOG = LoggerFactory.getLogger(DroppedTables.class);

  /** The pause before the next attempt to remove a table when the page files have no room. */
  private static final Duration ROOM_RETRY = Duration.ofMillis(100);

  /** Publishes a version of the tree that is not logged, or runs {@code retry} if the version is lost before. */
  @FunctionalInterface
  interface Publication {
    void publish(long version, Runnable retry);
  }

  private final VersionedTree tree;
  private final Loop loop;
  private final Publication publication;
  private boolean stopped;

  DroppedTables(VersionedTree tree, Loop loop, Publication publication) {
    this.tree = tree;
    this.loop = loop;
    this.publication = publication;
  }

  void cut(int tableId) {
    assert loop.isCurrent();
    if (stopped) {
      return;
    }
    if (!tree.hasRoomToRemove(1)) {
      loop.schedule(ROOM_RETRY, () -> cut(tableId)); // the page files have begun to grow
      return;
    }
    try {
      publication.publish(
          tree.removeRanges(
              List.of(new ByteRange(TreeKeys.startOfTable(tableId), TreeKeys.endOfTable(tableId)))),
          () -> cut(tableId));
    } catch (PagesExhausted e) {
      LOG.debug("a dropped table waits for pages before its removal table={}", tableId, e);
      loop.schedule(ROOM_RETRY, () -> cut(tableId));
    } catch (PageDamaged e) {
      // The read has reported the page to the store, which rebuilds the shard.
      LOG.debug("a dropped table stays until its shard is rebuilt table={}", tableId, e);
    }
  }

  void stop() {
    stopped = true;
  }
}
