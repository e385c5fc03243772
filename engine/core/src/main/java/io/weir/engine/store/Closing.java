package io.weir.engine.store;

import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.WorkPool;
import io.weir.engine.shard.Shard;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a store that refuses reads already: finishes the accepted writes, writes a last
 * checkpoint, and releases what {@link Opening} has opened.
 *
 * <p>Owner: the closing thread, which blocks. The loops must still run.
 *
 * @param maintenance null for a store in memory
 * @param threads of the store, in the order in which they are stopped
 * @param steps the waits
 */
record Closing(
    StoreFolder folder,
    List<ShardTree> trees,
    List<Shard> shards,
    CommitLog log,
    Scrub scrub,
    @Nullable Maintenance maintenance,
    List<ExecutorService> threads,
    ClosingSteps steps) {

  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  /**
   * Closes the store. Everything is released, and acknowledged writes are safe, even if this fails.
   */
  void run() throws IOException {
    if (maintenance != null) {
      maintenance.repairs().close();
      steps.waitFor("readings of the log by followers");
      maintenance.published().close(steps);
    }
    awaitQuiet();
    log.handOver();
    try {
      if (maintenance != null) {
        maintenance.checkpoints().close();
      }
      scrub.close();
      log.close();
      if (maintenance != null) {
        maintenance.durable().close();
      }
      awaitUnpinned();
      writeLastCheckpoint();
    } finally {
      release();
    }
    LOG.info("closed the store folder={}", folder.path());
  }

  private void release() throws IOException {
    scrub.close();
    if (maintenance != null) {
      maintenance.durable().stop();
    }
    awaitUnpinned();
    trees.forEach(maintenance == null ? ShardTree::close : ShardTree::leave);
    steps.waitFor("tasks of the store's threads");
    threads.forEach(each -> WorkPool.stop(each, steps));
    folder.close();
  }

  /**
   * Writes a checkpoint at the end of the log, so that the next start replays nothing. If that
   * fails, it replays the log since the last one.
   */
  private void writeLastCheckpoint() {
    if (maintenance == null
        || maintenance.checkpoints().isHindered()
        || shards.stream().anyMatch(Shard::isFaulted)) {
      return;
    }
    var highestTicks = shards.stream().mapToLong(Shard::stoppedTicks).max().orElse(0);
    try {
      maintenance.checkpoints().writeLast(log.durablePosition(), highestTicks);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "the last checkpoint could not be written; the next start replays the log since the one before folder={}",
          folder.path(),
          e);
    }
  }

  /** Waits until every shard has answered all accepted commands. */
  private void awaitQuiet() {
    steps.waitFor("accepted commands");
    var quiet = new CountDownLatch(shards.size());
    shards.forEach(shard -> shard.stop(quiet::countDown));
    while (quiet.getCount() > 0) {
      steps.run();
    }
  }

  /** Waits until no reader pins a page. A reader holds its pins for five seconds at most. */
  private void awaitUnpinned() {
    steps.waitFor("readers of pages");
    while (trees.stream().anyMatch(tree -> tree.tree().isPinned())) {
      steps.run();
    }
  }
}
