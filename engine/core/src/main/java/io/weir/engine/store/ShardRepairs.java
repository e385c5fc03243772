package io.weir.engine.store;

import io.weir.engine.disk.FileDamaged;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.SnapshotDamaged;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds a shard of which a page is damaged, while the others serve.
 *
 * <p>The thread that finds the damage has the shard refuse reads and writes. When all that the shard had logged is answered, a work thread
 * waits until no reader is left in its pages, gives these back, and fills new ones ({@link ShardRebuild}); then the shard serves
 * again. One shard is rebuilt at a time; others that are damaged wait, refused. A rebuild that fails because of the disk is repeated. A shard
 * whose snapshot or log is damaged stays refused.
 *
 * <p>Threads: {@link #damaged} and what tells: any. The queue is as long as there are shards, at most.
 */
final class ShardRepairs implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ShardRepairs.class);

  /** The pause after a rebuild that failed for a reason that may pass. */
  private static final Duration RETRY_AFTER = Duration.ofMillis(500);

  private static final String REPEATED =
      "A rebuild failed and is repeated until it succeeds. shard=";

  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final ShardRebuild rebuild;
  private final Executor workThreads;
  private final Runnable pause;
  private final LongSupplier nanoClock;

  /** By shard; set by the thread that finds the first damage, cleared by the shard's loop when it serves again. */
  private final AtomicReferenceArray<@Nullable Trouble> troubles;

  /** Added to by loops, taken from by the work thread. */
  private final Queue<Integer> waiting = new ConcurrentLinkedQueue<>();

  /** Shards in the queue, and the one that is being rebuilt; the loop that raises it from 0 starts the work. */
  private final AtomicInteger pending = new AtomicInteger();

  private final AtomicLong damagedPages = new AtomicLong();
  private final AtomicLong rebuilds = new AtomicLong();
  private volatile boolean closed;

  /**
   * Why a shard is refused.
   *
   * @param reason for people to read; names no file outside the store
   * @param sinceNanos since when
   * @param lasting whether it cannot be rebuilt
   */
  record Trouble(String reason, long sinceNanos, boolean lasting) {}

  /** @param trees kept up to date: a shard that was rebuilt has another tree */
  ShardRepairs(
      List<ShardTree> trees,
      List<Shard> shards,
      ShardRebuild rebuild,
      Executor workThreads,
      StoreEnvironment environment) {
    this.trees = trees;
    this.shards = shards;
    this.rebuild = rebuild;
    this.workThreads = workThreads;
    this.pause = environment.pause();
    this.nanoClock = environment.nanoClock();
    this.troubles = new AtomicReferenceArray<>(trees.size());
  }

  /** Hears that a page of a shard is damaged; of several the first counts. Returns at once. */
  void damaged(int number, PageDamaged page) {
    var reason = "A page of shard " + number
        + " is damaged; the shard is being rebuilt from snapshot and log.";
    if (!troubles.compareAndSet(number, null, new Trouble(reason, nanoClock.getAsLong(), false))) {
      return;
    }
    damagedPages.incrementAndGet();
    LOG.error(
        "A page is damaged; its shard is server busy until it is rebuilt from snapshot and log. shard={} {}",
        number,
        page.getMessage());
    shards.get(number).refuse("shard=" + number + " reason=rebuilding", () -> queue(number));
  }

  /** Runs on: the shard's loop, which leaves the tree alone from now on. */
  private void queue(int number) {
    waiting.add(number);
    if (pending.getAndIncrement() == 0) {
      try {
        workThreads.execute(this::work);
      } catch (RejectedExecutionException e) {
        LOG.debug("The store was closed before a shard was rebuilt. shard={}", number, e);
      }
    }
  }

  private void work() {
    do {
      repair(waiting.remove());
    } while (pending.decrementAndGet() > 0);
  }

  private void repair(int number) {
    if (closed) {
      return;
    }
    var startedNanos = nanoClock.getAsLong();
    try {
      awaitUnpinned(trees.get(number));
      var fresh = rebuild.of(number, trees.get(number), shards.get(number), () -> closed);
      fresh.whenDamaged(page -> damaged(number, page));
      trees.set(number, fresh);
      serve(number, fresh);
      LOG.info(
          "Rebuilt a shard; it serves again. shard={} pages={} millis={}",
          number,
          fresh.pages().stats().pages(),
          (nanoClock.getAsLong() - startedNanos) / 1_000_000);
    } catch (IOException | RuntimeException | InternalError e) {
      fail(number, e);
    }
  }

  /** Returns when the shard serves; what it holds of tables that were dropped meanwhile is found, as after a start. */
  private void serve(int number, ShardTree fresh) {
    var shard = shards.get(number);
    var serves = new AtomicInteger();
    fresh.serve(shard);
    shard.serve(fresh.tree(), () -> {
      troubles.set(number, null);
      rebuilds.incrementAndGet();
      serves.set(1);
    });
    while (serves.get() == 0) {
      pause.run();
    }
    rebuild.reclaimDropped(shard);
  }

  private void fail(int number, Throwable cause) {
    if (closed) {
      LOG.debug("the store was closed before a shard was rebuilt shard={}", number, cause);
    } else if (mayPass(cause)) {
      logFirst(number, cause);
      setTrouble(number, REPEATED + number + ". ", cause, false);
      shards.get(number).schedule(RETRY_AFTER, () -> queue(number));
    } else {
      LOG.error("a shard cannot be rebuilt and stays server busy shard={}", number, cause);
      setTrouble(
          number,
          "Shard " + number
              + " has a damaged page and cannot be rebuilt; restore the store from a backup. ",
          cause,
          true);
    }
  }

  /** Logs the first of several attempts that fail. */
  private void logFirst(int number, Throwable cause) {
    var known = troubles.get(number);
    if (known == null || !known.reason().startsWith(REPEATED)) {
      LOG.warn(
          "a shard could not be rebuilt; the rebuild is repeated every {} ms shard={}",
          RETRY_AFTER.toMillis(),
          number,
          cause);
    }
  }

  /** Whether another attempt may succeed. Damage stays; a full or failed disk may recover. */
  private static boolean mayPass(Throwable cause) {
    return cause instanceof PagesExhausted
        || cause instanceof IOException
            && !(cause instanceof LogDamaged
                || cause instanceof SnapshotDamaged
                || cause instanceof FileDamaged);
  }

  private void setTrouble(int number, String reason, Throwable cause, boolean lasting) {
    troubles.set(number, new Trouble(reason + rebuild.told(cause), nanoClock.getAsLong(), lasting));
  }

  /** Readers hold their pins for seconds at most; none is added, because the shard refuses. */
  private void awaitUnpinned(ShardTree tree) {
    while (tree.tree().isPinned()) {
      pause.run();
    }
  }

  /** Why a shard is refused, those first that stay so; null when none is. */
  @Nullable
  Trouble trouble() {
    Trouble found = null;
    for (var number = 0; number < troubles.length(); number++) {
      var trouble = troubles.get(number);
      if (trouble != null && (found == null || trouble.lasting())) {
        found = trouble;
      }
    }
    return found;
  }

  /** Pages found damaged since the start, one for each time that a shard had to be rebuilt. */
  long damagedPages() {
    return damagedPages.get();
  }

  /** Shards rebuilt since the start. */
  long rebuilds() {
    return rebuilds.get();
  }

  /** Ends a rebuild that is under way, and begins no other. Blocks. */
  @Override
  public void close() {
    closed = true;
    while (pending.get() > 0) {
      pause.run();
    }
  }
}
