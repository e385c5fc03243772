package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.shard.Shard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds a shard with a damaged page, or with page files that could not be forced, while the
 * other shards serve.
 *
 * <p>The thread that finds the damage makes the shard refuse reads and writes. When all logged
 * commands of the shard are answered, a work thread waits until no reader pins the shard's pages,
 * and fills new ones with {@link ShardRebuild}. Then the shard serves again. One shard is rebuilt
 * at a time; other damaged shards wait and refuse. A rebuild that fails because of the disk is
 * repeated.
 *
 * <p>When nothing besides a damaged page holds its entities, the shard serves again with the pages
 * that it has. Each read and write that needs the damaged page fails; all others are served, and
 * checkpoints keep the page's checksum. A shard whose page files could not be forced is not served
 * that way, because no page that was written since is to be believed; if it cannot be rebuilt, it
 * stays refused, and checkpoints leave it out.
 *
 * <p>Threads: {@link #damaged} and the getters: any thread. The queue holds each shard at most
 * once.
 */
final class ShardRepairs implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ShardRepairs.class);

  /** The pause before a failed rebuild is repeated. */
  private static final Duration RETRY_AFTER = Duration.ofMillis(500);

  private static final String REPEATED =
      "A rebuild failed and is repeated until it succeeds. shard=";

  private final List<ShardTree> trees;
  private final List<Shard> shards;
  private final ShardRebuild rebuild;
  private final Executor workThreads;
  private final Runnable pause;
  private final LongSupplier nanoClock;

  /**
   * By shard. Set by the thread that finds the first damage, cleared by the shard's loop when the
   * shard serves again.
   */
  private final AtomicReferenceArray<@Nullable Outage> outages;

  /**
   * By shard: whether a force of its page files failed since its last rebuild. Set by the thread
   * that forces, cleared by the work thread.
   */
  private final AtomicIntegerArray unforced;

  /** Shards that wait for their rebuild. Loops add, the work thread removes. */
  private final Queue<Integer> waiting = new ConcurrentLinkedQueue<>();

  /**
   * Number of shards in the queue and in the rebuild. The loop that raises it from zero starts the
   * work.
   */
  private final AtomicInteger pending = new AtomicInteger();

  private final AtomicLong damagedPages = new AtomicLong();
  private final AtomicLong rebuilds = new AtomicLong();
  private volatile boolean closed;

  /**
   * A period in which a shard refuses reads and writes, or some of them.
   *
   * @param reason readable by people; names no file outside the store
   * @param sinceNanos the time on the store's clock when it began
   * @param lasting whether the shard cannot be rebuilt
   * @param partly whether only the operations that need a damaged page are refused
   */
  record Outage(String reason, long sinceNanos, boolean lasting, boolean partly) {}

  /** @param trees the current tree of each shard; a rebuild replaces the shard's element */
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
    this.outages = new AtomicReferenceArray<>(trees.size());
    this.unforced = new AtomicIntegerArray(trees.size());
  }

  /**
   * Takes a shard out of service because a page is damaged. Further damage is ignored until the
   * rebuild. Any thread; returns at once.
   */
  void damaged(int number, PageDamaged page) {
    var reason = "A page of shard " + number
        + " is damaged; the shard is being rebuilt from the last checkpoint and the log.";
    if (outages.get(number) == null && refuse(number, reason)) {
      damagedPages.incrementAndGet();
      LOG.error(
          "a page is damaged; its shard answers ServerBusy until it is rebuilt shard={} {}",
          number,
          page.getMessage());
    }
  }

  /**
   * Takes a shard out of service because its pages are not to be believed that are younger than the
   * last checkpoint. A force failed: the system may have dropped what was written since, and may
   * show it or something older. Or memory is corrupt. Any thread; returns at once.
   */
  void distrust(int number, IOException cause) {
    var reason = "The pages of shard " + number
        + " could not be made durable; the shard is being rebuilt from the last checkpoint and the log.";
    unforced.set(number, 1);
    if (refuse(number, reason)) {
      LOG.error(
          "pages could not be made durable; their shard answers ServerBusy until it is rebuilt shard={}",
          number,
          cause);
    }
  }

  /**
   * Keeps a shard out of service that could not be started: the log changes a damaged page of it,
   * and nothing else holds the page's entities. Called before the store serves.
   */
  void refuseFromStart(int number, PageDamaged page) {
    damagedPages.incrementAndGet();
    LOG.error(
        "the log changes a damaged page; its shard answers ServerBusy until the stopped store is repaired with 'weir repair', and its part of the log is kept shard={} {}",
        number,
        page.getMessage());
    var reason = "A page of shard " + number
        + " is damaged, nothing else holds its entities, and the log after the last checkpoint changes it. The shard is refused as a whole, and nothing of the log is lost."
        + " Stop the service and repair the store from a backup with 'weir repair', or restore the backup with 'weir restore'; 'weir check' lists all damaged pages. "
        + rebuild.textForClients(page);
    outages.set(number, new Outage(reason, nanoClock.getAsLong(), true, false));
    shards.get(number).refuse("shard=" + number + " reason=pageDamaged", () -> {});
    rebuild.leaveOut(number, shards.get(number));
  }

  /** Returns false when the shard is out of service already. */
  private boolean refuse(int number, String reason) {
    var before = outages.get(number);
    if (before != null && !before.partly()
        || !outages.compareAndSet(
            number, before, new Outage(reason, nanoClock.getAsLong(), false, false))) {
      return false;
    }
    shards.get(number).refuse("shard=" + number + " reason=rebuilding", () -> queue(number));
    return true;
  }

  /**
   * Queues the rebuild of a shard. Runs on: the shard's loop, which does not use the tree from now
   * on.
   */
  private void queue(int number) {
    waiting.add(number);
    if (pending.getAndIncrement() == 0) {
      try {
        workThreads.execute(this::work);
      } catch (RejectedExecutionException e) {
        LOG.debug("the store was closed before a shard was rebuilt shard={}", number, e);
      }
    }
  }

  private void work() {
    do {
      try {
        repair(waiting.remove());
      } catch (RuntimeException | Error e) {
        // deliberate: a close waits until no repair is pending
        LOG.error("a rebuild ended with an error; its shard may stay refused", e);
      }
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
      unforced.set(number, 0);
      serve(number, fresh, null);
      LOG.info(
          "rebuilt a shard and serves it again shard={} pages={} millis={}",
          number,
          fresh.pages().stats().pages(),
          (nanoClock.getAsLong() - startedNanos) / 1_000_000);
    } catch (Irreparable e) {
      serveTheRest(number, e);
    } catch (IOException | RuntimeException | InternalError e) {
      fail(number, e);
    }
  }

  /** Serves what is sound of a shard whose damaged page cannot be rebuilt. */
  private void serveTheRest(int number, Irreparable cause) {
    if (unforced.get(number) != 0) {
      fail(number, cause);
      return;
    }
    LOG.error(
        "a damaged page cannot be rebuilt; reads and writes that need it answer ServerBusy until the stopped store is repaired from a backup with 'weir repair', or restored with 'weir restore' shard={}",
        number,
        cause);
    var reason = "A page of shard " + number
        + " is damaged and nothing else holds its entities. Reads and writes that need it are refused; all others are served."
        + " Stop the service and repair the store from a backup with 'weir repair', or restore the backup with 'weir restore'; 'weir check' lists all damaged pages. "
        + rebuild.textForClients(cause);
    serve(number, trees.get(number), new Outage(reason, nanoClock.getAsLong(), true, true));
  }

  /**
   * Waits until the shard serves, then reclaims the tables that were dropped during the rebuild, as
   * after a start.
   *
   * @param outage what goes on meanwhile
   */
  private void serve(int number, ShardTree tree, @Nullable Outage outage) {
    var shard = shards.get(number);
    var serves = new AtomicInteger();
    tree.serve(shard);
    shard.serve(tree.tree(), () -> {
      rebuilds.addAndGet(outage == null ? 1 : 0);
      outages.set(number, outage);
      serves.set(1);
    });
    do {
      pause.run();
    } while (serves.get() == 0);
    try {
      rebuild.reclaimDropped(shard);
    } catch (PageDamaged | ServiceBusyException e) { // or the shard is out of service again
      LOG.debug("dropped tables of a damaged shard stay shard={}", number, e);
    }
  }

  private void fail(int number, Throwable cause) {
    if (closed) {
      LOG.debug("the store was closed before a shard was rebuilt shard={}", number, cause);
    } else if (mayPass(cause)) {
      logFirst(number, cause);
      setOutage(number, REPEATED + number + ". ", cause, false);
      shards.get(number).schedule(RETRY_AFTER, () -> queue(number));
    } else {
      LOG.error("a shard cannot be rebuilt and keeps answering ServerBusy shard={}", number, cause);
      setOutage(
          number,
          "Shard " + number
              + " cannot be rebuilt; restore the store from a backup with 'weir restore'. ",
          cause,
          true);
      rebuild.leaveOut(number, shards.get(number));
    }
  }

  /** Logs only the first of several failed attempts. */
  private void logFirst(int number, Throwable cause) {
    var known = outages.get(number);
    if (known == null || !known.reason().startsWith(REPEATED)) {
      LOG.warn(
          "a shard could not be rebuilt; the rebuild is repeated shard={} pauseMillis={}",
          number,
          RETRY_AFTER.toMillis(),
          cause);
    }
  }

  /** Whether another attempt may succeed. Damage stays; a full or failed disk may recover. */
  private static boolean mayPass(Throwable failure) {
    var cause = failure instanceof UncheckedIOException unchecked ? unchecked.getCause() : failure;
    return cause instanceof PagesExhausted
        || cause instanceof IOException
            && !(cause instanceof Irreparable
                || cause instanceof LogDamaged
                || cause instanceof SnapshotDamaged
                || cause instanceof FileDamaged);
  }

  private void setOutage(int number, String reason, Throwable cause, boolean lasting) {
    outages.set(
        number,
        new Outage(reason + rebuild.textForClients(cause), nanoClock.getAsLong(), lasting, false));
  }

  /**
   * Waits until no reader pins the tree. Readers hold a pin for seconds at most, and the shard
   * refuses new pins.
   */
  private void awaitUnpinned(ShardTree tree) {
    while (tree.tree().isPinned()) {
      pause.run();
    }
  }

  /** Returns the outage of a shard, preferably a lasting one; null when every shard serves. */
  @Nullable
  Outage outage() {
    Outage found = null;
    for (var number = 0; number < outages.length(); number++) {
      var outage = outages.get(number);
      if (outage != null && (found == null || outage.lasting())) {
        found = outage;
      }
    }
    return found;
  }

  /** Returns the damaged pages found since the start; one is counted for each outage of a shard. */
  long damagedPages() {
    return damagedPages.get();
  }

  /** Returns the number of shard rebuilds since the start. */
  long rebuilds() {
    return rebuilds.get();
  }

  /** Cancels a rebuild in progress and starts no other. Blocks. */
  @Override
  public void close() {
    closed = true;
    while (pending.get() > 0) {
      pause.run();
    }
  }
}
