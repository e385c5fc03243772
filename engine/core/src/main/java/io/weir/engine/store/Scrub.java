package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.LeafWalk;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies all pages that an orderly stop left, in the background, once; those too that nobody reads.
 *
 * <p>Owner: a work thread, a slice at a time; {@code slicing} keeps it to one.
 *
 * <p>A slice pins a shard's published version, walks leaves until it has seen so many bytes, and notes the fence of the leaf that comes
 * next. The walk verifies the pages that nobody has read yet, and tells of damage, as every read does. Between two slices there is a
 * pause, so that at most 100 MiB are read in a second. A shard that is rebuilt is passed over: its pages are new.
 *
 * <p>When it has come to the end, no page is left that was not verified, and the checksums go.
 */
final class Scrub {

  private static final Logger LOG = LoggerFactory.getLogger(Scrub.class);
  private static final int BYTES_A_SLICE = 1 << 20;
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final byte[] FIRST = {};

  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final Executor workThreads;
  private final boolean cleanStart;
  private final ReentrantLock slicing = new ReentrantLock();

  private int shard;
  private byte[] next = FIRST;
  private long pages;
  private boolean ended;

  /**
   * A scrub of a store whose trees were left by an orderly stop.
   *
   * @param trees none where they were not: then there is nothing to do
   */
  Scrub(List<ShardTree> trees, List<Shard> shards, Executor workThreads) {
    this.trees = trees;
    this.shards = shards;
    this.workThreads = workThreads;
    this.cleanStart = !trees.isEmpty();
    this.ended = trees.isEmpty();
  }

  /** Whether the store was opened as an orderly stop had left it. */
  boolean isOfCleanStart() {
    return cleanStart;
  }

  /** Takes the first slice soon, and the others after it. Runs on: any thread; returns at once. */
  void startOn(Loop loop) {
    try {
      workThreads.execute(() -> {
        if (slice()) {
          loop.schedule(PAUSE, () -> startOn(loop));
        }
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("The store was closed before all of its pages were compared.", e);
    }
  }

  /** Ends it where it is; no page is looked at when this returns. Blocks for a slice at most. */
  void close() {
    slicing.lock();
    try {
      ended = true;
    } finally {
      slicing.unlock();
    }
  }

  /** Verifies some pages; answers whether there are more. */
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

  /** Walks on; answers whether anything is left of the shard to be walked. */
  private boolean moreOfShard() {
    var slice = new Slice();
    try (var pin = shards.get(shard).pin()) {
      return !LeafWalk.from(pin.tree(), next, slice);
    } catch (PageDamaged | ServiceBusyException e) {
      LOG.debug("A shard is rebuilt; its pages are new. shard={}", shard, e);
      return false;
    }
  }

  private void end() {
    ended = true;
    for (var number = 0; number < trees.size(); number++) {
      shards.get(number).execute(trees.get(number).pages()::forgetChecksums);
    }
    LOG.info("Compared all pages that the last stop left. pages={}", pages);
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
