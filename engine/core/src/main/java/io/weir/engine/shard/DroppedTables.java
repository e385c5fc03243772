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
 * Cuts tables that exist no longer out of a shard's tree.
 *
 * <p>Owner: shard loop. What is not cut before the shard stops is found again when the store is next opened.
 */
final class DroppedTables {

  private static final Logger LOG = LoggerFactory.getLogger(DroppedTables.class);

  /** When a table that there was no room to remove is tried again. */
  private static final Duration ROOM_RETRY = Duration.ofMillis(100);

  /** Publishes a version of the tree that was not logged; runs the task if it is lost before. */
  @FunctionalInterface
  interface Publication {
    void publish(long version, Runnable again);
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
      LOG.debug("A dropped table is cut off later. table={}", tableId, e);
      loop.schedule(ROOM_RETRY, () -> cut(tableId));
    } catch (PageDamaged e) {
      LOG.debug(
          "A dropped table stays where it is. table={}", tableId, e); // the store has been told
    }
  }

  void stop() {
    stopped = true;
  }
}
