package io.weir.engine.store;

import io.weir.engine.loop.Loop;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.LeafWalk;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares all pages that an orderly stop left with their checksums, in the background, once.
 *
 * <p>Owner: a work thread, a slice at a time; {@code slicing} keeps it to one. {@link #found} and {@link #damage}: any thread.
 *
 * <p>A slice pins a shard's published version, compares leaves until it has read so many bytes, and notes the fence of the leaf that comes
 * next. Pages that were written since the start are passed over. Between two slices there is a pause, so that at most 100 MiB are read in
 * a second.
 *
 * <p>Nothing rests on a page that is damaged: a shard compares each page before it writes what is in it elsewhere, and a snapshot has the
 * scrub come to its end first. So when damage is found, snapshot and log are whole. Then all writes are refused, no snapshot is written,
 * and the store is not left for a start without a rebuild.
 */
final class Scrub {

  private static final Logger LOG = LoggerFactory.getLogger(Scrub.class);
  private static final int BYTES_A_SLICE = 1 << 20;
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final byte[] FIRST = {};

  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final Executor workThreads;
  private final LongSupplier nanoClock;
  private final ReentrantLock slicing = new ReentrantLock();

  private int shard;
  private byte[] next = FIRST;
  private long pages;
  private boolean closed;

  /** Written by the thread that ends the last slice; read by whoever writes a snapshot. */
  private volatile boolean done;

  /** Written by who finds it; read by all who must not go on then. */
  private volatile @Nullable Damage damage;

  /**
   * What was found.
   *
   * @param reason what is wrong and what to do about it
   * @param sinceNanos when it was found
   */
  record Damage(String reason, long sinceNanos) {}

  /**
   * Of a store whose trees were left by an orderly stop.
   *
   * @param trees none where they were not: then there is nothing to do
   */
  Scrub(List<ShardTree> trees, List<Shard> shards, Executor workThreads, LongSupplier nanoClock) {
    this.trees = trees;
    this.shards = shards;
    this.workThreads = workThreads;
    this.nanoClock = nanoClock;
    this.done = trees.isEmpty();
  }

  /** Whether the store was opened as an orderly stop had left it. */
  boolean isOfCleanStart() {
    return !trees.isEmpty();
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

  /**
   * Compares what is left without a pause. Blocks.
   *
   * @throws IOException when a page is damaged
   */
  void finish() throws IOException {
    var more = !done;
    while (more) {
      more = slice();
    }
    var found = damage;
    if (found != null) {
      throw new IOException(found.reason());
    }
  }

  /** Ends it where it is; no page is looked at when this returns. Blocks for a slice at most. */
  void close() {
    slicing.lock();
    try {
      closed = true;
    } finally {
      slicing.unlock();
    }
  }

  /** What is wrong; null while nothing is known to be. */
  @Nullable
  Damage damage() {
    return damage;
  }

  /** Hears that a page is damaged: from now on writes are refused. */
  void found(int number, PageDamaged page) {
    var reason = page.getMessage() + " shard=" + number
        + " Stop the service and start it again: that rebuilds the store from snapshot and log, which hold all that was acknowledged.";
    LOG.error("Writes are refused. {}", reason);
    shards.forEach(each -> each.refuseWrites(reason));
    damage = new Damage(reason, nanoClock.getAsLong()); // told once it is so
  }

  /** Compares some pages; answers whether there are more. */
  private boolean slice() {
    slicing.lock();
    try {
      if (closed || done || damage != null) {
        return false;
      }
      compareSome();
      if (shard == trees.size()) {
        end();
      }
      return !done;
    } catch (PageDamaged e) {
      found(shard, e);
      return false;
    } finally {
      slicing.unlock();
    }
  }

  private void compareSome() {
    var tree = trees.get(shard);
    var slice = new Slice(tree);
    try (var pin = tree.tree().pin()) {
      if (LeafWalk.from(pin.tree(), next, slice)) {
        shard++;
        next = FIRST;
      }
    }
  }

  private void end() {
    done = true;
    for (var number = 0; number < trees.size(); number++) {
      shards.get(number).execute(trees.get(number).pages()::forgetSums);
    }
    LOG.info("Compared all pages that the last stop left; they are sound. pages={}", pages);
  }

  private final class Slice implements LeafWalk.Visitor {

    private final ShardTree tree;
    private int bytes;

    Slice(ShardTree tree) {
      this.tree = tree;
    }

    @Override
    public boolean leaf(byte[] fence, long id, long address) {
      if (bytes >= BYTES_A_SLICE) {
        next = fence;
        return false;
      }
      tree.pages().requireSound(id, address);
      pages++;
      bytes += LeafPage.lengthBytes(address);
      return true;
    }
  }
}
