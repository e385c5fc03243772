package io.weir.engine.store.recovery;

import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Distributes the records of a log to their shards, which apply them on work threads.
 *
 * <p>A record of several shards is split. The records of a shard are applied in the order of the
 * log, and shards do not wait for each other.
 *
 * <p>The records of a shard wait until all that wait fill half of the budget. The shard with the
 * most of them then gets its own as one batch. The more keys a batch has, the more of them lie in
 * the same leaf, which is written once for all. When the batches that were handed over fill the
 * other half, the reader waits.
 *
 * <p>Owner: the thread that reads the log.
 */
public final class LogHandover implements LogVisitor {

  private static final long LEAST_BYTES = 8L << 20;
  private static final long MOST_BYTES = 64L << 20;

  /**
   * The part of the heap that waiting records may take. Those that are being applied are copied
   * once more.
   */
  private static final int HEAP_PART = 16;

  private final PartitionGroups groups;
  private final List<ShardRecovery> shards;
  private final Executor workThreads;
  private final Runnable pause;
  private final long halfBytes;
  private final List<Batch> filling;
  private final List<CompletableFuture<Void>> applied;

  /** Bytes of the records that are not handed over. */
  private long fillingBytes;

  /**
   * Written by the reader, read by the work threads between two records: nothing more needs to be
   * applied.
   */
  private volatile boolean abandoned;

  /**
   * Bytes of the batches that are not applied. The reader adds to it, the work threads subtract.
   */
  private final AtomicLong handedBytes = new AtomicLong();

  private static final class Batch {
    private final ArrayDeque<byte[]> records = new ArrayDeque<>();
    private long bytes;
  }

  /** Makes a handover whose records take at most a sixteenth of the heap. */
  public LogHandover(List<ShardRecovery> shards, Executor workThreads, Runnable pause) {
    this(shards, workThreads, pause, budgetOf(Runtime.getRuntime().maxMemory()));
  }

  /** @param budgetBytes records that wait or are being applied take about so many bytes at most */
  LogHandover(List<ShardRecovery> shards, Executor workThreads, Runnable pause, long budgetBytes) {
    this.groups = new PartitionGroups(shards.size());
    this.shards = shards;
    this.workThreads = workThreads;
    this.pause = pause;
    this.halfBytes = budgetBytes / 2;
    this.filling = new ArrayList<>(shards.stream().map(shard -> new Batch()).toList());
    this.applied = new ArrayList<>(shards.stream()
        .map(shard -> CompletableFuture.<Void>completedFuture(null))
        .toList());
  }

  static long budgetOf(long heapBytes) {
    return Math.max(LEAST_BYTES, Math.min(MOST_BYTES, heapBytes / HEAP_PART));
  }

  @Override
  public void record(long position, long sequence, ByteBuffer payload) {
    var record = new byte[payload.remaining()];
    payload.duplicate().get(record);
    LogRecord.forEachGroup(record, groups, this::add);
  }

  /** Takes the next record of a shard. */
  public void add(int shard, byte[] record) {
    var batch = filling.get(shard);
    batch.records.add(record);
    batch.bytes += record.length;
    fillingBytes += record.length;
    if (fillingBytes >= halfBytes) {
      handOver(fullest());
    }
  }

  private int fullest() {
    var most = 0;
    for (var shard = 1; shard < filling.size(); shard++) {
      most = filling.get(shard).bytes > filling.get(most).bytes ? shard : most;
    }
    return most;
  }

  private void handOver(int shard) {
    var batch = filling.set(shard, new Batch());
    while (handedBytes.get() > 0 && handedBytes.get() + batch.bytes > halfBytes) {
      pause.run();
    }
    fillingBytes -= batch.bytes;
    handedBytes.addAndGet(batch.bytes);
    applied.set(
        shard,
        applied
            .get(shard)
            .thenRunAsync(() -> apply(shards.get(shard), batch), workThreads)
            .whenComplete((done, failure) -> handedBytes.addAndGet(-batch.bytes)));
  }

  /** Applies a batch whose records may be forgotten one by one. */
  private void apply(ShardRecovery shard, Batch batch) {
    for (var record = batch.records.poll();
        record != null && !abandoned;
        record = batch.records.poll()) {
      shard.apply(record);
    }
    if (!abandoned) {
      shard.finish();
    }
  }

  /** Returns the bytes of the records that were shown and are not applied. */
  long unappliedBytes() {
    return fillingBytes + handedBytes.get();
  }

  /**
   * Waits until all records are in the trees. Fails with the failure of the first record that could
   * not be applied.
   */
  public void finish() {
    for (var failure : finishEach()) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  /**
   * Waits until all records are in the trees, except those of a shard after one that could not be
   * applied. Returns for each shard its failure, or null.
   */
  public List<@Nullable CompletionException> finishEach() {
    for (var shard = 0; shard < shards.size(); shard++) {
      handOver(shard);
    }
    awaitApplied();
    return applied.stream()
        .<@Nullable CompletionException>map(LogHandover::failureOf)
        .toList();
  }

  private static @Nullable CompletionException failureOf(CompletableFuture<Void> end) {
    try {
      end.join();
      return null;
    } catch (CompletionException e) {
      return e;
    }
  }

  /**
   * Drops the records that are not applied. No work thread uses a tree when this returns, so that
   * the pages may be released.
   */
  public void abandon() {
    abandoned = true;
    awaitApplied();
  }

  private void awaitApplied() {
    while (!applied.stream().allMatch(CompletableFuture::isDone)) {
      pause.run();
    }
  }
}
