package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.LeafWalk;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies each page of the checkpoint from which a store was opened, once, in the background.
 * Reads verify only the pages that they use.
 *
 * <p>Owner: a work thread, for one slice at a time; the lock {@code slicing} admits one thread.
 *
 * <p>A slice pins a shard's published version, walks leaves until it has seen 1 MiB, and keeps the
 * fence of the next leaf. The walk verifies the pages that no read has verified, and reports
 * damage, as every read does. A pause after each slice limits the scrub to 100 MiB per second, and
 * to 5 MiB in a store whose pages exceed their budget of memory. The rest of a shard with a damaged
 * page is skipped: its pages are new after a rebuild, else they are verified by the reads that use
 * them.
 */
final class Scrub {

  private static final Logger LOG = LoggerFactory.getLogger(Scrub.class);
  private static final int BYTES_A_SLICE = 1 << 20;
  private static final Duration PAUSE = Duration.ofMillis(10);

  /**
   * The pause in a store that is larger than its memory: what the scrub reads takes the place of
   * what others use.
   */
  private static final Duration LONG_PAUSE = Duration.ofMillis(200);

  private static final byte[] FIRST = {};

  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final Executor workThreads;
  private final boolean ofCheckpoint;
  private final long pageBytes;
  private final ReentrantLock slicing = new ReentrantLock();

  /** Shards whose pages were not all verified. */
  private final BitSet skipped = new BitSet();

  private int shard;
  private byte[] next = FIRST;
  private long pages;
  private boolean ended;

  /**
   * Makes the scrub of a store.
   *
   * @param trees the trees of the checkpoint; empty when the store was rebuilt, and then there is
   *     nothing to verify
   * @param pageBytes the budget of pages in memory
   */
  Scrub(List<ShardTree> trees, List<Shard> shards, Executor workThreads, long pageBytes) {
    this.pageBytes = pageBytes;
    this.trees = trees;
    this.shards = shards;
    this.workThreads = workThreads;
    this.ofCheckpoint = !trees.isEmpty();
    this.ended = trees.isEmpty();
  }

  /** Whether the store was opened with the pages of a checkpoint. */
  boolean isOfCheckpoint() {
    return ofCheckpoint;
  }

  /** Whether the scrub has ended. Blocks for one slice at most. */
  boolean hasEnded() {
    slicing.lock();
    try {
      return ended;
    } finally {
      slicing.unlock();
    }
  }

  /** Verifies the first slice soon and the others after it. Any thread; returns at once. */
  void startOn(Loop loop) {
    try {
      workThreads.execute(() -> {
        if (slice()) {
          loop.schedule(pause(), () -> startOn(loop));
        }
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed before all of its pages were verified", e);
    }
  }

  private Duration pause() {
    long bytes = trees.stream().mapToLong(tree -> tree.pages().usedBytes()).sum();
    return bytes <= pageBytes ? PAUSE : LONG_PAUSE;
  }

  /** Stops the scrub. No page is read after this returns. Blocks for one slice at most. */
  void close() {
    slicing.lock();
    try {
      ended = true;
    } finally {
      slicing.unlock();
    }
  }

  /** Verifies one slice of pages. Returns whether there are more. */
  private boolean slice() {
    slicing.lock();
    try {
      if (ended) {
        return false;
      }
      if (!moreOfShard()) {
        shard++;
        next = FIRST;
      }
      if (shard == trees.size()) {
        end();
      }
      return !ended;
    } finally {
      slicing.unlock();
    }
  }

  /** Verifies one slice of the current shard. Returns whether the shard has more pages. */
  private boolean moreOfShard() {
    var slice = new Slice();
    try (var pin = shards.get(shard).pin()) {
      return !LeafWalk.from(pin.tree(), next, trees.get(shard).pages()::read, slice);
    } catch (PageDamaged | ServiceBusyException | IOException e) {
      LOG.debug("the scrub skips a shard that is damaged or rebuilt shard={}", shard, e);
      skipped.set(shard);
      return false;
    }
  }

  private void end() {
    ended = true;
    LOG.info(
        "verified the pages of the checkpoint pages={} skippedShards={}",
        pages,
        skipped.cardinality());
  }

  private final class Slice implements LeafWalk.Visitor {

    private int bytes;

    @Override
    public boolean leaf(byte[] fence, long id, long address) {
      if (bytes >= BYTES_A_SLICE) {
        next = fence;
        return false;
      }
      pages++;
      bytes += LeafPage.lengthBytes(address);
      return true;
    }
  }
}
