package io.weir.engine.store.residence;

import io.weir.engine.loop.Loop;
import io.weir.engine.tree.ColdLeaves;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the pages that count as being in memory within a budget.
 *
 * <p>The budget is an estimate of what the system can keep, because the heap grows and other
 * processes use the cache too. Major page faults show that the system has dropped pages that count
 * as being in memory. While there are faults, the <em>target</em> shrinks below the budget; without
 * faults it grows back.
 *
 * <p>The number of cold pages drifts between two counts. Each look counts {@value #MOST_COUNTED}
 * nodes, which have 32,768 leaves at most: a store with 80 GB of pages is counted in about a
 * minute.
 *
 * <p>{@link #keep}: any thread but loops; one at a time does the work. The getters and
 * {@link #stop}: any thread.
 */
public final class PageMemory {

  private static final Logger LOG = LoggerFactory.getLogger(PageMemory.class);

  /** Nodes that one call cools at most: below a millisecond. */
  private static final int MOST_STEPS = 512;

  /** Nodes whose cold leaves one look counts: some tenths of a millisecond. */
  private static final int MOST_COUNTED = 512;

  /**
   * Faults between two looks that are no reason to shrink: code of the process, and pages that were
   * just used.
   */
  private static final int FAULTS_A_LOOK = 1;

  /** The target never shrinks below this part of the budget. */
  private static final int LEAST_PART = 8;

  /**
   * The part of the budget by which the target grows at a look without faults: from the least to
   * the whole in a minute and a half.
   */
  private static final int GROWTH_PART = 1000;

  /** Pause between two looks at pages that writes have added. Reads look themselves. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final PagedShards shards;
  private final long budgetBytes;
  private final MajorFaults faults;
  private final ShardMemory[] memories;
  private final ReentrantLock keeping = new ReentrantLock();

  /** What pages may take at present. Written by the thread that looks. */
  private volatile long targetBytes;

  /** The shard whose hand moves next. Guarded by {@link #keeping}. */
  private int next;

  /** The shard of which a node is counted next. Owner: the thread that looks. */
  private int nextCounted;

  private volatile boolean stopped;

  /**
   * Makes the memory of a store.
   *
   * @param faults counts the major page faults of the process
   */
  public PageMemory(PagedShards shards, long budgetBytes, MajorFaults faults) {
    this.shards = shards;
    this.budgetBytes = budgetBytes;
    this.targetBytes = budgetBytes;
    this.faults = faults;
    this.memories = IntStream.range(0, shards.count())
        .mapToObj(shard -> new ShardMemory(ColdLeaves.count(shards.published(shard))))
        .toArray(ShardMemory[]::new);
  }

  /** Returns the bytes that pages may take in memory. */
  public long budgetBytes() {
    return budgetBytes;
  }

  /** Returns what pages may take at present: the budget, or less when the system keeps less. */
  public long targetBytes() {
    return targetBytes;
  }

  /** Returns about the bytes of the pages that count as being in memory. */
  public long residentBytes() {
    return IntStream.range(0, memories.length).mapToLong(this::residentBytes).sum();
  }

  private long residentBytes(int shard) {
    long pages = shards.pages(shard);
    long warm = Math.max(0, pages - memories[shard].cold());
    return pages == 0 ? 0 : (long) ((double) shards.bytes(shard) * warm / pages);
  }

  void warmed(int shard, byte[] key) {
    memories[shard].warmed(key);
  }

  /** Makes pages cold until the others fit the budget, or the call has done its share. */
  void keep() {
    if (isOver() && keeping.tryLock()) {
      try {
        long excess = residentBytes() - targetBytes;
        for (int steps = 0; steps < MOST_STEPS && excess > 0; steps++) {
          excess -= step();
        }
      } finally {
        keeping.unlock();
      }
    }
  }

  private boolean isOver() {
    return residentBytes() > targetBytes;
  }

  /** Moves the hand of the next shard. Returns the bytes that became cold. */
  private long step() {
    int shard = next;
    next = (shard + 1) % memories.length;
    long pageBytes = shards.bytes(shard) / Math.max(1, shards.pages(shard));
    return memories[shard].cool(shards.published(shard)) * pageBytes;
  }

  /**
   * Looks every tenth of a second whether writes have exceeded the budget, until {@link #stop}. Any
   * thread; returns at once.
   */
  public void watchOn(Loop loop, Executor threads) {
    if (budgetBytes < Long.MAX_VALUE && !stopped) {
      loop.schedule(LOOK_EVERY, () -> lookOn(loop, threads));
    }
  }

  /** Ends the looks. */
  public void stop() {
    stopped = true;
  }

  /**
   * Counts cold pages, adapts the target to the faults since the last look, and keeps it. Runs on:
   * a thread that may block; one at a time.
   */
  void look() {
    for (int node = 0; node < MOST_COUNTED; node++) {
      memories[nextCounted].count(shards.published(nextCounted));
      nextCounted = (nextCounted + 1) % memories.length;
    }
    long seen = faults.sinceLastLook();
    long resident = residentBytes();
    if (seen > FAULTS_A_LOOK && resident > targetBytes / 10 * 8) {
      targetBytes = Math.max(budgetBytes / LEAST_PART, Math.min(targetBytes, resident) / 20 * 19);
    } else if (seen == 0 && targetBytes < budgetBytes) {
      targetBytes = Math.min(budgetBytes, targetBytes + budgetBytes / GROWTH_PART);
    }
    keep();
  }

  /**
   * A store whose pages take less than half of the target needs no look. The next look begins after
   * this one has ended, however long the threads are busy.
   */
  private void lookOn(Loop loop, Executor threads) {
    if (allBytes() <= targetBytes / 2) {
      watchOn(loop, threads);
      return;
    }
    try {
      threads.execute(() -> {
        try {
          look();
        } finally {
          watchOn(loop, threads);
        }
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed; its pages are not watched any more", e);
    }
  }

  private long allBytes() {
    return IntStream.range(0, memories.length).mapToLong(shards::bytes).sum();
  }
}
